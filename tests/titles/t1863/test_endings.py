"""How a game of 1863 ends: what triggers it, the rounds that follow, and players who are bankrupt (rules 1863-END)."""

from __future__ import annotations

import pytest

from railhead.core.state import FLOATED, Round
from railhead.rules.debts import Debt
from railhead.rules.standings import standings
from railhead.testing import rule
from railhead.titles.t1863 import bankruptcy, count, ending
from railhead.titles.t1863.record import record
from tests.titles.t1863.mergers import Mergers


def rounds_until_the_end(at: Mergers) -> list[tuple[str, int, int]]:
    """The rounds that begin from here on, if companies do nothing."""
    seen: list[tuple[str, int, int]] = []
    while not at.over:
        at.do("dividend 0" if at.offered("dividend") else "pass")
        now = (at.state.round.kind, at.state.round.number, at.state.round.index)
        if not seen or now != seen[-1]:
            seen.append(now)
    return seen


def playing(phase: str = "III") -> Mergers:
    at = Mergers(3, phase=phase)
    at.major("MET", 60, {"A": 4}, cash=2000, trains=("5T",) if phase == "V" else ())
    at.stock_turn("A")
    return at


# -- triggers ---------------------------------------------------------------------------------------


@rule("1863-END-01", "1863-END-02")
@pytest.mark.parametrize(
    "now",
    [
        Round("stock", 4),
        Round("operating", 4, 1, 2),
        Round("merger", 4, 1, 2),
        Round("operating", 4, 2, 2),
        Round("merger", 4, 2, 2),
    ],
)
def test_one_more_set_follows_the_current_one_whatever_its_round(now: Round) -> None:
    at = Mergers()
    at.state.round = now
    ending.foresee(at.game, "the last train has been bought")
    assert (record(at.game).final, bool(at.state.ending)) == (5, True)
    at.state.round = Round("operating", 5, 1, 2)
    ending.foresee(at.game, "all tokens of the LPTB are on the board")
    assert record(at.game).final == 5, "a second trigger changes nothing"


@rule("1863-END-02", "1863-END-09", "1863-MA-01")
def test_the_rounds_after_a_trigger() -> None:
    at = playing()
    ending.foresee(at.game, "the last train has been bought")
    assert (
        rounds_until_the_end(at)[1:]
        == [
            ("operating", 2, 1),
            ("merger", 2, 1),
            ("operating", 2, 2),
            ("merger", 2, 2),
            ("stock", 3, 1),
            ("operating", 3, 1),
            ("operating", 3, 2),
        ]
        or rounds_until_the_end(at) == []
    )


@rule("1863-END-09", "1863-LPTB-02", "1863-LPTB-04")
def test_the_lptb_does_nothing_in_the_final_set() -> None:
    """No train is taken after the stock round, and a company without a train is not seized."""
    at = Mergers(3, phase="V")
    at.minor("MET", 60, "A", cash=2000)
    at.remember(final=2)
    at.stock_turn("A")
    left = sum(at.state.depot)
    while at.state.round.kind == "stock":
        at.do("pass")
    assert sum(at.state.depot) == left
    while not at.over:
        at.do("dividend 0" if at.offered("dividend") else "pass")
    assert at.has("MET", FLOATED)


# -- bankruptcy -------------------------------------------------------------------------------------


@rule("1863-END-03", "1863-CRISIS-07")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_game_is_over_when_one_player_is_left(players: int) -> None:
    at = Mergers(players)
    at.minor("MET", 60, "A", cash=300, loans=1)
    at.state.agenda = at.state.agenda[:1]
    for name in "BCDEF"[: players - 1]:
        assert not at.game.within(count.FinalCount)
        bankruptcy.bankrupt(at.game, at.seat(name))
    at.settle()
    assert at.over
    assert at.book.owner_names[standings(at.game)[0].seat] == "A"
    assert (at.cash("A"), at.cash("MET"), at.loans("MET")) == (350, 200, 0)


@rule("1863-END-03", "1863-END-05")
def test_even_the_last_player_may_be_bankrupt_at_the_count() -> None:
    at = Mergers(3)
    at.minor("MET", 60, "A", loans=2)
    at.give_cash("A", 150)
    at.state.agenda = at.state.agenda[:1]
    for name in "BC":
        bankruptcy.bankrupt(at.game, at.seat(name))
    at.settle()
    assert at.over
    assert [entry.rank for entry in standings(at.game)] == [1, 1, 1]
    assert [count.worth(at.game, at.seat(name)) for name in "ABC"] == [0, 0, 0]


@rule("1863-END-03", "1863-CRISIS-07")
def test_debts_of_the_last_player_are_paid_before_the_count() -> None:
    at = Mergers(3)
    at.major("DIS", 100, {"A": 4})
    at.state.agenda = (*at.state.agenda[:1], Debt(at.owner("C"), at.owner("ipo"), 100))
    bankruptcy.bankrupt(at.game, at.seat("A"))
    bankruptcy.bankrupt(at.game, at.seat("B"))
    at.settle()
    assert at.over
    assert at.cash("C") == 250


@rule("1863-CRISIS-09")
@pytest.mark.parametrize(("held", "heir"), [({"B": 4, "A": 2}, "B"), ({"A": 4, "B": 2}, "B"), ({"A": 4, "B": 1}, "")])
def test_shares_of_a_bankrupt_player_go_to_the_pool_and_offices_to_heirs(held: dict[str, int], heir: str) -> None:
    at = Mergers()
    at.major("DIS", 100, held, cash=70, loans=1)
    at.state.agenda = at.state.agenda[:1]
    bankruptcy.bankrupt(at.game, at.seat("A"))
    assert (at.shares("A", "DIS"), at.shares("pool", "DIS")) == (0, held["A"])
    assert at.director("DIS") == (heir or "pool")
    assert at.red("DIS") == (heir == "")
    assert at.cash_of("A", "B") == [0, 350]


@rule("1863-CRISIS-09", "1863-LIQ-09")
def test_a_bankrupt_player_s_minor_is_liquidated_and_its_loans_are_void() -> None:
    """The rule's own figures: two loans and 50 in cash; 150 are void, no other player pays."""
    at = Mergers()
    at.minor("MET", 60, "A", cash=50, loans=2)
    at.state.agenda = at.state.agenda[:1]
    bankruptcy.bankrupt(at.game, at.seat("A"))
    assert at.red("MET")
    bank = at.cash("ipo")
    at.mergers()
    assert at.cash_of(*"BCD") == [350] * 3
    assert at.cash("ipo") == bank + 50
    assert (sum(at.state.loans), at.has("MET", FLOATED)) == (0, False)


@rule("1863-CRISIS-09")
def test_whoever_goes_bankrupt_in_a_round_of_mergers_takes_their_companies_along() -> None:
    """A answers for 300 of the District's loans and has 200; the Metropolitan falls with A, in the same round."""
    at = Mergers()
    at.minor("DIS", 0, "A", loans=3)
    at.minor("MET", 60, "A", cash=40)
    at.give_cash("A", 200)
    at.mergers()
    at.finish()
    assert at.state.out == (at.seat("A"),)
    assert not at.has("DIS", FLOATED)
    assert not at.has("MET", FLOATED)


@rule("1863-CRISIS-09", "1863-END-08")
def test_shorts_of_a_bankrupt_player_are_nobody_s_debt() -> None:
    """They cannot be sold again, either: nine are left of ten."""
    at = Mergers()
    at.major("DIS", 100, {"B": 4}, cash=100)
    at.short("A", "DIS", 1)
    at.state.agenda = at.state.agenda[:1]
    bankruptcy.bankrupt(at.game, at.seat("A"))
    at.audited()
    assert at.game.shorts_out(at.company("DIS")) == 1
    assert count.worth(at.game, at.seat("A")) == 0


@rule("1863-END-04")
@pytest.mark.parametrize(
    ("now", "final"), [(Round("stock", 3), 4), (Round("operating", 3, 1, 2), 4), (Round("merger", 3, 2, 2), 4)]
)
def test_as_an_option_one_more_set_follows_the_first_bankruptcy(now: Round, final: int) -> None:
    at = Mergers(4, ("first_bankruptcy",))
    at.state.agenda = at.state.agenda[:1]
    at.state.round = now
    bankruptcy.bankrupt(at.game, at.seat("A"))
    assert record(at.game).final == final
    bankruptcy.bankrupt(at.game, at.seat("B"))
    assert record(at.game).final == final
    assert not at.game.within(count.FinalCount)


# -- the count ----------------------------------------------------------------------------------------


@rule("1863-END-06", "1863-END-08")
@pytest.mark.parametrize("price", [0, 10, 40, 120, 600])
def test_worth_by_price(price: int) -> None:
    """Cash, three shares, a minor twice; a short below zero; nothing for what companies hold."""
    at = Mergers()
    at.major("DIS", price, {"B": 4, "A": 3})
    at.minor("MET", 90, "A", cash=500)
    at.give("MET", "DIS", 2)
    at.short("C", "DIS", 2)
    assert count.worth(at.game, at.seat("A")) == 350 + 3 * price + 180
    assert count.worth(at.game, at.seat("C")) == 350 - 2 * price
