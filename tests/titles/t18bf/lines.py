"""Lines of track for tests of routes, and companies whose trains are to run on them."""

from __future__ import annotations

from railhead.routes.model import RouteProblem
from railhead.routes.runs import Plan
from railhead.rules.running import Run
from railhead.titles.t18bf.ferries import run_problem
from tests.titles.t18bf.table import BigFour

KENT = ("8@2 V24", "57@1 V26", "4@1 V28")
"""London SE 40, Chatham 20, Canterbury 10, Dover."""
GREAT_WESTERN = (
    "9@2 T4", "8@2 U5", "57@1 U7", "621@1 U9", "57@1 U11", "621@1 U13", "9@1 U15", "4@1 U17", "4@1 U19", "9@1 U21",
)  # fmt: skip
"""South Ireland, Swansea 20, Rhondda 30, Cardiff 20, Bristol 30, Swindon 10, Reading 10, London W 40."""
EAST_COAST = ("621@2 G17", "9@2 F16", "58@5 E15", "9@1 E13", "8@2 E11", "621@2 D10")
"""Newcastle 30, Berwick 10, Edinburgh 30."""

WEST_LONDON = GREAT_WESTERN[5:]
"""Bristol to London W."""

DOVER = "U23.5-V24-V26.0-V28.0-V30.0"
CHATHAM = "U23.5-V24-V26.0"
SOUTH_IRELAND = "S3.0-T4-U5-U7.0"
WALES = f"{SOUTH_IRELAND}-U9.0-U11.0"
SCOTLAND = "G17.0-F16-E15.0-E13-E11-D10.0"
PADDINGTON = "U13.0-U15-U17.0-U19.0-U21-U23.1"
WHOLE = f"{WALES}-{PADDINGTON}"


def company(
    trains: tuple[str, ...],
    tokens: tuple[str, ...],
    tiles: tuple[str, ...] = KENT,
    phase: str = "2",
    others: dict[str, str] | None = None,
    privates: tuple[str, ...] = (),
) -> BigFour:
    """LMS has these trains, markers and private companies, on this track; others have one marker each."""
    table = BigFour()
    table.lay(*tiles)
    table.in_play("LMS", 100, {"A": 4}, trains=trains)
    table.set_phase(phase)
    for stop in tokens:
        table.token("LMS", stop)
    for other, stop in (others or {}).items():
        table.token(other, stop)
    for private in privates:
        table.give_private(private, "LMS")
    return table


def plain(table: BigFour, hexes: str) -> tuple[str, ...]:
    """Plain track along a line of neighbouring hexes, between the first and the last."""
    board = table.book.board
    line = [table.hex(name) for name in hexes.split()]
    found = []
    for before, at, after in zip(line, line[1:], line[2:], strict=False):
        one, other = (next(edge for edge, end in board.beyond[at].items() if end == far) for far in (before, after))
        first, apart = (one, (other - one) % 6) if (other - one) % 6 <= 3 else (other, (one - other) % 6)
        found.append(f"{PLAIN[apart]}@{first} {board.names[at]}")
    return tuple(found)


PLAIN = {1: "7", 2: "8", 3: "9"}
"""Plain tiles by the angle of their track."""


def runs(table: BigFour, stage: str = "run") -> BigFour:
    """The trains of LMS are to run."""
    table.operate("LMS", stage)
    return table


def problem(table: BigFour) -> RouteProblem:
    """What the trains of LMS may run."""
    found = run_problem(table.game, table.company("LMS"))
    assert found is not None
    return found


def plan(table: BigFour, text: str) -> Plan:
    """Runs as they are written in an action."""
    action = table.action(f"run {text}")
    assert isinstance(action, Run)
    return action.routes


def skipping(route: str, *stops: str) -> str:
    """A route that passes by some of its stops."""
    for stop in stops:
        route = route.replace(stop, f"({stop})")
    return route


def earned(table: BigFour, text: str) -> int:
    """What LMS earns if its trains make these runs and nobody announces better ones."""
    runs(table).do(f"run {text}")
    while table.offered("announce"):
        table.do("pass")
    return revenue(table)


def revenue(table: BigFour) -> int:
    """What the trains of LMS have earned."""
    return table.state.revenue[table.company("LMS")]
