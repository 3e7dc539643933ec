"""Lines of track for runs in 1862, and companies about to run on them; stops are called by their names.

at = running("ENR", "2E", tiles=ENR_LINE, markers=("Cromer",))
refused(at, "2E Norwich-Acle-Beccles", "1862-ROUTE-01")
assert run(at, "2E Cromer port-Cromer") == (100, 0)
"""

from __future__ import annotations

from collections.abc import Mapping

from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.routes.runs import Runs
from railhead.rules.dividends import Dividend
from railhead.rules.operating import OperatingTurn
from railhead.rules.running import open_runs
from railhead.testing import Table
from railhead.titles.t1862.facts import EXPRESS, FREIGHT, LOCAL
from tests.titles.t1862.railways import operating, railway, table

ALL_TYPES = FREIGHT | LOCAL | EXPRESS

STOPS = {
    "Wisbech": "B5.0",
    "March": "B7.0",
    "Cambridge": "B9.0",
    "Stortford": "B13.0",
    "Holbeach": "B3.0",
    "Lynn": "C4.0",
    "Downham": "C6.0",
    "Newmarket": "C10.0",
    "Dunmow": "C12.0",
    "Hunstanton": "D3.0",
    "Swaffham": "D5.0",
    "Sudbury": "D11.0",
    "Witham": "D13.0",
    "Wells": "E2.0",
    "Fakenham": "E4.0",
    "Watton": "E6.0",
    "Thetford": "E8.0",
    "Stowmarket": "E10.0",
    "Colchester": "E12.0",
    "Cromer": "F3.0",
    "Norwich": "F5.0",
    "Diss": "F7.0",
    "Framlingham": "F9.0",
    "Ipswich": "F11.0",
    "Harwich": "F13.0",
    "Acle": "G6.0",
    "Beccles": "G8.0",
    "Woodbridge": "G10.0",
    "Felixstowe": "G12.0",
    "Yarmouth": "H5.0",
    "Lowestoft": "H7.0",
    # Ports, and areas with the hex before them or the side on which they lie.
    "Lynn port": "C2.0",
    "Wells port": "D1.0",
    "Wells port east": "F1.0",
    "Cromer port": "F1.1",
    "Denmark": "G14.0",
    "Denmark east": "H13.0",
    "Midlands": "A4.0",
    "Midlands south": "A6.0",
    "Midlands corner": "A8.0",
    "West": "A8.1",
    "London": "C14.0",
    "London west": "A14.0",
    "London link": "B15.1",
    # Plain track across a hex.
    "across Framlingham": "F9",
    "across Walsham": "G4",
    "across Acle": "G6",
}

ENR_LINE = ("57@0 F3", "790@2 F5", "8851@2 G6", "14@0 G8", "5@1 H7", "17@0 F9", "791@1 F11")
"""The rulebook's map of the ENR: Cromer port, Cromer 20, Norwich 40, Acle (small), Beccles 30; from there to
Lowestoft 20, or across Framlingham to Ipswich 60."""

NORTH = ("8850@1 B3", "15@1 B5", "792@4 C4", "8852@1 D3", "14@1 E2", "57@2 F3")
"""Round the Wash: Midlands, Wisbech 30, King's Lynn 50 with its port, Hunstanton (small), Wells 30 with both entries of
its port, Cromer 20. Holbeach (small) lies between the Midlands and Wisbech."""

LONDON_LINE = ("790@0 E12", "14@1 D13", "8851@1 C12", "57@1 B13")
"""Colchester 40 and Witham 30; there to London at once, or by Dunmow (small) and Bishop's Stortford 20."""


def points(text: str) -> str:
    """A run with its stops as the action has them, for one with their names: `2E (Cromer)-Norwich`."""
    return ", ".join(_route(part) for part in text.split(", "))


def _route(text: str) -> str:
    train, _, path = text.partition(" ")
    return f"{train} {'-'.join(_stop(name) for name in path.split('-'))}"


def _stop(name: str) -> str:
    return f"({STOPS[name[1:-1]]})" if name.startswith("(") else STOPS[name]


def running(
    company: str,
    *trains: str,
    tiles: tuple[str, ...],
    markers: tuple[str, ...],
    phase: str = "B",
    permits: int = ALL_TYPES,
    link: bool = False,
    others: Mapping[str, tuple[str, ...]] | None = None,
    options: tuple[str, ...] = (),
    director: str = "A",
    revision: int | None = None,
) -> Table:
    """A company comes to running its trains: it has these permits and markers, perhaps a link to London.

    Where other companies have markers is said by company.
    """
    at = table(options=options, revision=revision)
    at.lay(*tiles)
    stands = tuple(STOPS[name] for name in (*markers, *(("London link",) if link else ())))
    railway(at, company, {director: 5, "B": 3}, trains=trains, markers=stands, permits=permits)
    for other, names in (others or {}).items():
        railway(at, other, {"C": 5}, trains=("6L",), markers=tuple(STOPS[name] for name in names))
    at.set_phase(phase)
    operating(at, company, "run")
    at.settle()
    return at


def active(at: Table) -> Company:
    """The company whose turn it is."""
    return next(step.company for step in reversed(at.state.agenda) if isinstance(step, OperatingTurn))


def run(at: Table, text: str) -> tuple[int, int]:
    """Run so: revenue and subsidy, the latter being in the treasury already."""
    company = active(at)
    treasury = at.game.treasury(company)
    assert at.allows(f"run {points(text)}"), text
    at.do(f"run {points(text)}")
    earned = at.state.revenue[company], at.state.subsidy[company]
    if isinstance(at.step, Dividend):
        assert at.game.treasury(company) == treasury + earned[1]
    return earned


def allowed(at: Table, text: str) -> bool:
    """May the company run so?"""
    return at.allows(f"run {points(text)}")


def refused(at: Table, text: str, rule: str) -> Refusal:
    """See that a run is refused by this rule."""
    return at.refuses(f"run {points(text)}", rule)


def all_runs(at: Table, company: str) -> Runs:
    """All runs open to a company."""
    found = open_runs(at.game, at.company(company))
    assert isinstance(found, Runs)
    return found


def best(at: Table, company: str) -> tuple[int, int]:
    """The most a company's trains can earn, proven."""
    found = all_runs(at, company).proven
    assert found.proven
    return found.earnings.revenue, found.earnings.subsidy
