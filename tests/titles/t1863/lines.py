"""Lines of track laid hex by hex on a table of 1863, and runs along them, for tests of routes."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.ids import Hex, Tile
from railhead.core.refusal import Refusal
from railhead.routes.model import Earnings
from railhead.rules.running import Run, judge
from railhead.titles.t1863.facts import PHASE, land
from railhead.titles.t1863.record import set_tokens, token_count
from railhead.track.board import PRINTED
from railhead.track.tiles import FIRST_STOP
from tests.titles.t1863.table import London

BOARD = land().board


class Lines(London):
    """A table with one company, a major, whose trains are to run, whatever the phase."""

    def __init__(
        self, company: str, *trains: str, phase: str = "III", at: str = "", options: tuple[str, ...] = ()
    ) -> None:
        super().__init__(players=4, options=options)
        self.runner = company
        if at:
            self.major(company, 100, {"A": 6}, trains=trains, at=at)
        else:
            self.major(company, 100, {"A": 6}, trains=trains)
        self.state.phase = PHASE[phase]

    # -- track --------------------------------------------------------------------------------------

    def connect(self, *lines: str) -> None:
        """Lay tiles that join the hexes of each line, through their stations where they have one."""
        for hex_, placed in tiles_along(*lines).items():
            effects.lay_tile(self.game, self.company(self.runner), hex_, Tile(placed // 6), placed % 6)

    def station(self, company: str, *stops: str) -> None:
        """Further tokens of a company, wherever it is in the game."""
        what, game = self.company(company), self.game
        for stop in stops:
            set_tokens(game, what, token_count(game, what) + 1)
            effects.give_tokens(game, what, 1)
            effects.place_token(game, what, self.stop(stop))

    def marker(self, symbol: str, stop: str) -> None:
        """A token that is no company's."""
        marker = self.book.marker_ids[[facts.symbol for facts in self.book.markers].index(symbol)]
        effects.place_marker(self.game, marker, self.stop(stop))

    # -- runs -----------------------------------------------------------------------------------------

    def text(self, *runs: str) -> str:
        """The action of running like this: trains with the hexes of their runs, those passed by in brackets."""
        return "run " + ", ".join(self._route(run) for run in runs)

    def _route(self, run: str) -> str:
        train, *names = run.split()
        return f"{train} " + "-".join(map(self._point, names))

    def _point(self, name: str) -> str:
        hex_ = self.hex(name.strip("()"))
        stops = BOARD.facts(hex_, self.state.tiles.get(hex_, PRINTED)).stops
        return name.replace(name.strip("()"), name.strip("()") + ".0") if stops else name

    def judged(self, *runs: str) -> Earnings | Refusal:
        """What the runs earn, or which rule forbids them."""
        action = self.action(self.text(*runs))
        assert isinstance(action, Run)
        return judge(self.game, self.company(self.runner), action.routes)

    def earns(self, *runs: str) -> int:
        """What the runs earn together."""
        found = self.judged(*runs)
        assert isinstance(found, Earnings), found
        return found.revenue

    def forbidden(self, *runs: str) -> str:
        """The rule that forbids the runs."""
        found = self.judged(*runs)
        assert isinstance(found, Refusal), found
        return found.rule


def tiles_along(*lines: str) -> dict[Hex, int]:
    """Tiles that join the hexes of each line, those with the fewest exits that do."""
    joins: dict[Hex, set[frozenset[int]]] = {}
    for line in lines:
        hexes = [BOARD.index[name] for name in line.split()]
        for before, here, after in zip([None, *hexes], hexes, [*hexes[1:], None], strict=False):
            joins.setdefault(here, set()).update(_joins(here, before, after))
    return {hex_: _tile(hex_, wanted) for hex_, wanted in joins.items() if BOARD.hexes[hex_].buildable}


def _tile(hex_: Hex, wanted: set[frozenset[int]]) -> int:
    """The tile with the fewest exits that has these pieces of track."""
    fitting = [
        placed
        for placed in BOARD.ever_fits(hex_)
        if wanted <= {frozenset(piece) for piece in BOARD.track(hex_, placed).pieces}
    ]
    assert fitting, f"no tile for {BOARD.names[hex_]}"
    return min(fitting, key=lambda placed: (BOARD.track(hex_, placed).exits.bit_count(), placed))


def _joins(here: Hex, before: Hex | None, after: Hex | None) -> set[frozenset[int]]:
    """The pieces of track that a line needs on a hex."""
    sides = [edge for edge, other in BOARD.beyond[here].items() if other in (before, after)]
    assert len(sides) == (before is not None) + (after is not None), BOARD.names[here]
    if BOARD.hexes[here].printed.stops:
        return {frozenset((side, FIRST_STOP)) for side in sides}
    return {frozenset(sides)} if len(sides) == 2 else set()
