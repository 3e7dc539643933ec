"""Mergers and acquisitions: who may merge with whom, what a director is asked, and what becomes of the turn."""

from __future__ import annotations

import pytest

from railhead.core.state import FLOATED, OPERATED, STARTED
from railhead.rules.consent import Consent
from railhead.rules.operating import OperatingRound, OperatingTurn
from railhead.rules.takeover import RemoveTokens
from railhead.testing import Table, rule
from railhead.titles.t1862.merging import ChooseSurvivor, MergeOrNot
from railhead.titles.t1862.record import record
from tests.titles.t1862.railways import operating, railway, table

IPSWICH = ("791@1 F11", "6@2 G12", "790@1 E12", "14@2 D11", "621@0 D9")
"""Felixstowe, Ipswich, Colchester, Sudbury and Bury in a line."""
LONDON = ("6@4 D13", "57@0 B13")
"""Colchester to London, and Bishop's Stortford to London."""
NEWMARKET = ("57@0 C10", "621@0 C8")
"""Newmarket and Ely."""


def board() -> Table:
    """The map of the rulebook's section on routes, as far as its example of mergers goes."""
    at = table()
    at.lay(*IPSWICH, *LONDON, *NEWMARKET)
    places = {
        "FDR": ("G12.0",),
        "WVR": ("F11.0",),
        "ESR": ("F11.0",),
        "N&B": ("F11.0",),
        "EUR": ("E12.0",),
        "SVR": ("D11.0", "D15.1"),
        "I&B": ("D9.0",),
        "NGC": ("C10.0",),
        "E&H": ("C8.0",),
        "N&E": ("B13.0", "B15.1"),
    }
    for company, markers in places.items():
        railway(at, company, {"A": 5, "B": 5}, trains=("1F",) if company in ("FDR", "ESR") else (), markers=markers)
    return at


def partners(at: Table, company: str) -> set[str]:
    """Whom a company may merge with at the beginning of its turn."""
    operating(at, company, "build")
    at.state.agenda = (*at.state.agenda, MergeOrNot(at.company(company)))
    return {text.removeprefix("merge with ") for text in at.offered("merge")}


@rule("1862-EX-14", "1862-MERGE-04", "1862-MERGE-05")
@pytest.mark.parametrize(
    ("company", "expected"),
    [
        ("FDR", {"WVR", "ESR", "N&B"}),
        ("WVR", {"FDR", "ESR", "N&B", "EUR", "SVR", "I&B"}),
        ("ESR", {"FDR", "WVR", "N&B", "EUR", "SVR", "I&B"}),
        ("EUR", {"WVR", "ESR", "N&B", "SVR", "I&B"}),
        ("SVR", {"WVR", "ESR", "N&B", "EUR", "I&B"}),
        ("NGC", {"E&H"}),
        ("E&H", {"NGC"}),
        ("N&E", set()),
    ],
)
def test_the_mergers_of_the_rulebooks_map(company: str, expected: set[str]) -> None:
    assert partners(board(), company) == expected


@rule("1862-MERGE-04")
def test_what_is_not_joined_is_refused() -> None:
    at = board()
    partners(at, "FDR")
    at.refuses("merge with EUR", "1862-MERGE-04")
    at.refuses("merge with FDR", "1862-MERGE-01")
    at.refuses("merge with Y&N", "1862-MERGE-01")


def two(director_of_other: str = "A", players: int = 3) -> Table:
    """ESR, directed by A, and FDR, which its track leads to."""
    at = table(players)
    at.lay(*IPSWICH[:2])
    railway(
        at, "ESR", {"A": 6, "B": 4}, price=100, treasury=300, trains=("1F",), markers=("F11.0",), unused=2, permits=1
    )
    other = {"A": "B", "B": "A"}[director_of_other]
    holders = {director_of_other: 6, other: 2, "FDR": 2}
    railway(at, "FDR", holders, price=68, treasury=120, trains=("2L",), markers=("G12.0",), unused=1, permits=2)
    for player in "ABC":
        at.give_cash(player, 1000)
    return at


def first_part(at: Table, company: str = "ESR", done: tuple[str, ...] = ()) -> None:
    """The company is asked whether it merges."""
    operating(at, company, "merge", done)
    at.settle()
    assert isinstance(at.step, MergeOrNot)


def settled(at: Table) -> None:
    """All options are redeemed."""
    while at.step.order == "merge.option":
        at.do("redeem option")


# -- consent and survivor -------------------------------------------------------------------------


@rule("1862-MERGE-02", "1862-MERGE-03")
def test_one_player_who_directs_both_needs_no_consent() -> None:
    at = two()
    first_part(at)
    at.do("merge with FDR")
    assert isinstance(at.step, ChooseSurvivor)
    assert at.turn == "A"
    assert sorted(at.offered()) == ["survivor ESR", "survivor FDR"]
    at.refuses("survivor WVR", "1862-MERGE-03")


@rule("1862-MERGE-02", "1862-MERGE-03")
def test_the_other_director_is_asked() -> None:
    at = two("B")
    railway(at, "WVR", {"C": 6, "A": 4}, markers=("F11.0",))
    first_part(at)
    at.do("merge with FDR")
    assert type(at.step) is Consent
    assert at.turn == "B"
    at.do("decline")
    assert at.offered("merge") == ["merge with WVR"]
    at.refuses("merge with FDR", "1862-MERGE-02")
    assert at.trains("ESR") == ["1F"]
    assert at.has("FDR", FLOATED)
    at.do("merge with WVR", "decline")
    assert at.offered("lay"), "with nobody left to ask the turn goes on"
    at = two("B")
    first_part(at)
    at.do("merge with FDR", "accept")
    assert at.turn == "A", "the director of the company whose turn it is says which survives"
    at.do("survivor FDR")
    settled(at)
    assert not at.has("ESR", STARTED)


@rule("1862-MERGE-06")
def test_a_company_in_receivership_does_not_merge() -> None:
    at = two()
    at.state.director[at.company("FDR")] = at.owner("pool")
    at.give_shares("A", "FDR", 2)
    at.give_shares("pool", "FDR", 4)
    operating(at, "ESR", "merge")
    at.settle()
    assert not isinstance(at.step, MergeOrNot)
    at.state.agenda = (*at.state.agenda, MergeOrNot(at.company("ESR")))
    at.refuses("merge with FDR", "1862-MERGE-06")


@rule("1862-MERGE-07")
def test_nobody_merges_after_the_lner() -> None:
    at = two()
    at.remember(lner=True)
    operating(at, "ESR", "merge")
    at.settle()
    assert not isinstance(at.step, MergeOrNot)


# -- what becomes of the turn ---------------------------------------------------------------------


def turn(at: Table) -> tuple[str, ...]:
    """The company whose turn it is, and those that have had theirs."""
    step = next((step for step in at.state.agenda if isinstance(step, OperatingTurn)), None)
    round_ = next(step for step in at.state.agenda if isinstance(step, OperatingRound))
    names = at.book.company_names
    return (names[step.company] if step else "", *sorted(names[company] for company in round_.done))


@rule("1862-MERGE-01", "1862-MERGE-08", "1862-OR-03")
@pytest.mark.parametrize("survivor", ["ESR", "FDR"])
def test_with_a_partner_that_has_not_operated_the_turn_goes_on(survivor: str) -> None:
    at = two()
    first_part(at)
    at.do("merge with FDR", f"survivor {survivor}")
    settled(at)
    assert turn(at) == (survivor, "ESR", "FDR")
    assert at.offered("lay")
    assert at.turn == "A"


@rule("1862-MERGE-09")
@pytest.mark.parametrize("survivor", ["ESR", "FDR"])
def test_with_a_partner_that_has_operated_the_turn_is_over(survivor: str) -> None:
    at = two()
    railway(at, "NGC", {"C": 6}, price=54, trains=("1F",), markers=("C10.0",), unused=1)
    at.lay(*NEWMARKET)
    first_part(at, done=("FDR",))
    price = 100 // 2 + 68
    at.do("merge with FDR", f"survivor {survivor}")
    settled(at)
    assert turn(at)[0] == "NGC"
    assert at.price(survivor) == 116 <= price


@rule("1862-MERGE-10", "1862-MERGE-11")
def test_an_acquisition_ends_the_turn_and_takes_the_others() -> None:
    at = two()
    at.state.agenda = (at.state.agenda[0],)
    operating(at, "ESR", "acquire")
    at.settle()
    assert isinstance(at.step, MergeOrNot)
    assert at.step.acquiring
    at.do("merge with FDR", "survivor FDR")
    settled(at)
    assert not any(isinstance(step, OperatingTurn) for step in at.state.agenda), "FDR has no turn in this round"


# -- possessions ----------------------------------------------------------------------------------


@rule("1862-EX-15", "1862-MERGE-32", "1862-MERGE-33", "1862-MERGE-35", "1862-MERGE-37", "1862-MERGE-38")
def test_the_survivor_takes_over_what_the_other_had() -> None:
    at = two()
    at.lay("57@0 C10")
    at.game.state.spare_tokens[at.company("FDR")] += 1
    at.remember(markers=tuple(n + (c == at.company("FDR")) for c, n in enumerate(record(at.game).markers)))
    at.token("FDR", "C10.0")
    at.remember(chartered=(at.company("ESR"),))
    first_part(at)
    at.do("merge with FDR", "survivor ESR")
    settled(at)
    esr, fdr = at.company("ESR"), at.company("FDR")
    assert sorted(at.trains("ESR")) == ["1F", "2L"]
    assert at.trains("FDR") == []
    assert at.cash("ESR") == 420
    assert at.shares("ESR", "ESR") == 1
    assert record(at.game).permits[esr] == 3
    assert record(at.game).permits[fdr] == record(at.game).dealt[fdr]
    assert at.state.tokens == {at.stop(stop): (esr,) for stop in ("F11.0", "G12.0", "C10.0")}
    assert at.state.spare_tokens[esr] == 3
    assert (at.state.spare_tokens[fdr], record(at.game).markers[fdr]) == (0, 0)
    assert record(at.game).chartered == ()
    assert at.state.status[fdr] & (STARTED | FLOATED | OPERATED) == 0
    assert at.director("FDR") == "ipo"


@rule("1862-MERGE-17", "1862-MERGE-37")
@pytest.mark.parametrize(("chartered", "stays"), [(("ESR", "FDR"), True), (("ESR",), False), (("FDR",), False)])
def test_the_par_token_stays_in_its_column_only_if_both_were_chartered(chartered: tuple[str, ...], stays: bool) -> None:
    at = two()
    at.remember(chartered=tuple(sorted(at.company(company) for company in chartered)))
    first_part(at)
    at.do("merge with FDR", "survivor ESR")
    settled(at)
    assert record(at.game).chartered == ()
    assert (at.company("ESR") in record(at.game).chartered_par) is stays


@rule("1862-MERGE-34", "1862-LONDON-04")
def test_one_of_two_markers_in_a_place_is_lost() -> None:
    at = table()
    at.lay(*IPSWICH[:2])
    railway(at, "ESR", {"A": 10}, trains=("1F",), markers=("F11.0", "D15.1"), unused=1)
    railway(at, "FDR", {"A": 10}, trains=("1F",), markers=("F11.0", "G12.0", "B15.1"), unused=1)
    first_part(at)
    at.do("merge with FDR", "survivor ESR")
    esr = at.company("ESR")
    assert at.state.tokens == {at.stop(stop): (esr,) for stop in ("F11.0", "G12.0", "D15.1")}
    assert at.state.spare_tokens[esr] == 2


@rule("1862-MERGE-35", "1862-MERGE-36", "1862-TOKEN-05", "1862-VAR-06")
@pytest.mark.parametrize(
    ("options", "mine", "theirs", "spare", "left", "removed"),
    [
        ((), 3, 2, (2, 3), 2, 0),
        ((), 4, 3, (1, 2), 0, 0),
        ((), 5, 4, (0, 1), 0, 2),
        (("eight_tokens",), 5, 4, (0, 1), 0, 1),
        (("eight_tokens",), 3, 2, (2, 3), 3, 0),
    ],
)
def test_a_company_has_seven_markers_at_most(
    options: tuple[str, ...], mine: int, theirs: int, spare: tuple[int, int], left: int, removed: int
) -> None:
    places = [f"{hex_}.0" for hex_ in ("F11", "E12", "D13", "D11", "C10", "C8", "B13", "D9", "E8")]
    at = table(options=options)
    at.lay(*IPSWICH, *LONDON, *NEWMARKET, "57@0 E8")
    railway(at, "ESR", {"B": 10}, trains=("1F",), markers=tuple(places[:mine]), unused=spare[0])
    railway(at, "FDR", {"B": 10}, trains=("1F",), markers=tuple(places[mine : mine + theirs]), unused=spare[1])
    operating(at, "ESR", "merge")
    at.state.agenda = (*at.state.agenda, ChooseSurvivor(at.company("ESR"), at.company("FDR")))
    at.do("survivor ESR")
    for number in range(removed):
        assert isinstance(at.step, RemoveTokens)
        assert at.turn == "B"
        assert len(at.offered()) == mine + theirs - number
        at.refuses("remove G12.0", "1862-MERGE-36")
        at.do(f"remove {places[number]}")
    assert not isinstance(at.step, RemoveTokens)
    esr = at.company("ESR")
    placed = sum(esr in held for held in at.state.tokens.values())
    assert placed == mine + theirs - removed
    assert at.state.spare_tokens[esr] == left
