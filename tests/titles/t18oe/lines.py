"""Lines and positions of 18OE for tests of runs: what a railroad's trains earn on them, and which rule forbids a run.

Sides of a hex are counted from the south-west clockwise: 0 south-west, 1 west, 2 north-west, 3 north-east, 4 east, 5
south-east.
"""

from __future__ import annotations

from collections.abc import Iterable

from railhead.core.refusal import Refusal
from railhead.routes.model import Earnings, RouteProblem
from railhead.routes.runs import Plan
from railhead.rules.running import Run, judge, open_runs
from railhead.titles.t18oe.facts import COMPANY, land
from railhead.track.tiles import TileFacts
from tests.titles.t18oe.table import Europe

WEST = ("57@2 L25", "OE2@2 M26", "OE6@0 M28")
"""Bristol (20), Southampton and Portsmouth (two towns of 10), London (two stations of 30)."""
NORTH = ("201@0 N31", "8@3 O30", "8@0 P31", "OE37@0 Q30")
"""Lille (30, with the ferry and to the south-west) and Paris (100)."""
BRISTOL_LONDON, LONDON_LILLE, LILLE_PARIS = "L25.0-M26.0-M28.0", "M28.0-N29-N31.0", "N31.0-O30-P31-Q30.0"
FLANDERS = ("208@0 N31", "4@1 N33", "202@1 N35", "5@0 M36")
"""Lille (40, two circles), Gent (a town of 10), Brussel (30) and Rotterdam (20), from west to east."""
LILLE_GENT, GENT_BRUSSEL, BRUSSEL_ROTTERDAM = "N31.0-N33.0", "N33.0-N35.0", "N35.0-M36.0"
LOOP = ("201@5 N31", "8@3 O30", "8@0 O32", "4@1 P29", "OE37@0 Q30")
"""Lille (30) between two lines that lead to P31, from where others lead to Rouen (a town of 10) and to Paris (100)."""
SOUND = ("622@1 I50", "5@0 I52")
"""København (40) with its port and a line to Malmö (20), which has its port joined too."""
COAST = ("OE37@0 Q30", "4@2 P29", "6@5 O28", "9@1 Q28", "6@2 Q26", "9@2 P25", "3@4 O24")
"""From Paris (100) by Rouen (10) to the port of Le Havre (20), and by Le Mans (20) to that of Cherbourg (10)."""
LE_HAVRE_LINE, CHERBOURG_LINE = "Q30.0-P29.0-O28.0", "Q30.0-Q28-Q26.0-P25-O24.0"
BERLIN_CONSTANTINOPLE = (
    "M50 M52 M54 M56 M58 M60 M62 M64 M66 M68 N69 O70 P71 Q72 R73 S74 T75 U76 V77 W78 X77 Y78 Z79 AA80 AA82"
)
"""Hexes from Berlin to Constantinople."""


def path(*parts: str) -> str:
    """One path made of several, each of which begins where the one before it ends."""
    whole = parts[0]
    for part in parts[1:]:
        start, _, rest = part.partition("-")
        assert whole.endswith(start), (whole, part)
        whole += f"-{rest}"
    return whole


def sea(*ports: str) -> str:
    """A crossing of the sea between two ports, such as M28.0 and I50.0."""
    one, other = ports
    return f"{one}-{one.partition('.')[0]}-{other.partition('.')[0]}-{other}"


class Lines(Europe):
    """A table of 18OE with runs to be judged."""

    def __init__(self, phase: str = "4", revision: int | None = None) -> None:
        super().__init__(railroad_phase="major", phase=phase, revision=revision)

    def earns(self, company: str, *runs: str) -> int:
        """What runs such as `4 L25.0-M26.0` earn together."""
        found = judge(self.game, self.company(company), self.plan(*runs))
        assert isinstance(found, Earnings), (runs, found)
        return found.revenue

    def breaks(self, company: str, *runs: str) -> str:
        """Which rule forbids runs."""
        found = judge(self.game, self.company(company), self.plan(*runs))
        assert isinstance(found, Refusal), (runs, found)
        return found.rule

    def may_run(self, company: str, *runs: str) -> bool:
        """Are these runs allowed?"""
        return isinstance(judge(self.game, self.company(company), self.plan(*runs)), Earnings)

    def plan(self, *runs: str) -> Plan:
        """Runs as they are given in an action."""
        action = self.action(f"run {', '.join(runs)}")
        assert isinstance(action, Run)
        return action.routes

    def problem(self, company: str) -> RouteProblem:
        """What decides on a railroad's runs."""
        found = open_runs(self.game, self.company(company))
        assert found is not None
        return found.problem

    def best(self, company: str) -> int:
        """The most that a railroad can earn."""
        found = open_runs(self.game, self.company(company))
        assert found is not None
        assert found.is_proven
        return found.best[0].revenue

    def merged(self, minor: str, company: str) -> None:
        """The railroad has the ability of a minor."""
        into = list(self.record.into)
        into[COMPANY[minor]] = self.company(company)
        self.remember(into=tuple(into))

    def railway(self, hexes: str) -> None:
        """Plain track across all these hexes but the first and the last."""
        names = hexes.split()
        for before, here, after in zip(names, names[1:], names[2:], strict=False):
            if self.book.board.hexes[self.hex(here)].buildable:  # a ferry is track already
                sides = [self._side(here, other) for other in (before, after)]
                self.lay(f"{_plain(sides)} {here}")

    def _side(self, here: str, there: str) -> int:
        around = self.book.board.around[self.hex(here)]
        return next(side for side, other in around.items() if other == self.hex(there))


def _plain(sides: Iterable[int]) -> str:
    """A tile of plain track between two sides."""
    wanted = sorted(sides)
    for tile in ("7", "8", "9"):
        facts: TileFacts = land().tiles.facts[land().tiles.index[tile]]
        for rotation in range(6):
            if sorted(facts.turned[rotation].pieces[0]) == wanted:
                return f"{tile}@{rotation}"
    raise AssertionError(f"no tile joins the sides {wanted}")


def channel(phase: str = "4", trains: tuple[str, ...] = ("4",), tokens: tuple[str, ...] = ()) -> Lines:
    """GWR, a major at home in Bristol, with the lines from there to Paris."""
    at = Lines(phase)
    at.lay(*WEST, *NORTH)
    at.major("GWR", 100, {"Ann": 6}, trains=trains, tokens=tokens)
    return at


def railroad(
    company: str,
    tiles: tuple[str, ...],
    trains: tuple[str, ...],
    tokens: tuple[str, ...] = (),
    phase: str = "4",
) -> Lines:
    """A major with some tokens beside its home, on a board with some tiles."""
    at = Lines(phase)
    at.lay(*tiles)
    at.major(company, 100, {"Ann": 6}, trains=trains, tokens=tokens)
    return at
