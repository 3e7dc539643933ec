"""Cash crises, what presidents pay for their companies, and bankruptcy (1863-CRISIS, 1863-LIQ-01, 1863-LIQ-10)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.events import Declared
from railhead.core.ids import BANK, POOL
from railhead.core.state import Round
from railhead.core.text import Text, to_translate
from railhead.rules.debts import Debt
from railhead.rules.operating import operating_order
from railhead.rules.trains import BuyTrains
from railhead.testing import rule
from railhead.titles.t1863 import crisis, debts
from railhead.titles.t1863.bankruptcy import bankrupt
from railhead.titles.t1863.count import FinalCount
from railhead.titles.t1863.record import record, set_unpaid
from tests.titles.t1863.operating import Operating
from tests.titles.t1863.table import Waiting


def short_of_money(cash: int = 30, price: int = 90, amount: int = 80) -> Operating:
    """The Metropolitan, a minor of A that cannot borrow, has to pay; nobody owns anything else."""
    at = Operating(3, phase="III")
    at.minor("MET", price, "A", cash=cash, loans=2)
    demand(at, "MET", amount)
    return at


def demand(at: Operating, company: str, amount: int) -> None:
    """A company has to pay costs."""
    at.turn_of(company, "end")
    crisis.owe(at.game, at.company(company), amount, to_translate("interest and operating costs"))
    at.settle()


@rule("1863-CRISIS-01", "1863-LIQ-01")
def test_the_choice_between_help_and_liquidation() -> None:
    at = short_of_money()
    assert at.turn == "A"
    assert sorted(at.offered()) == ["crisis", "liquidation"]
    assert next(str(text) for text in at.step.situation(at.game)).startswith("MET has to pay 80")


@rule("1863-CRISIS-01")
@pytest.mark.parametrize(("cash", "left"), [(80, 0), (100, 20)])
def test_who_can_pay_is_not_asked(cash: int, left: int) -> None:
    at = short_of_money(cash)
    assert at.waits
    assert (at.cash("MET"), at.price("MET")) == (left, 90)


@rule("1863-CRISIS-01")
def test_loans_that_are_enough_are_taken() -> None:
    at = Operating(3)
    at.minor("MET", 90, "A", cash=30, loans=1)
    demand(at, "MET", 80)
    assert at.waits
    assert (at.loans("MET"), at.cash("MET"), at.price("MET")) == (2, 50, 80)


@rule("1863-CRISIS-01", "1863-LOAN-14")
def test_loans_that_are_not_enough_may_be_taken() -> None:
    at = Operating(3)
    at.minor("MET", 90, "A", cash=30, loans=1)
    demand(at, "MET", 180)
    assert sorted(at.offered()) == ["borrow 1", "crisis", "liquidation"]
    at.do("borrow 1")
    assert sorted(at.offered()) == ["crisis", "liquidation"]
    at.do("crisis")
    assert at.cash("A") == 350 + 130 - 180


# -- liquidation ----------------------------------------------------------------------------------


@rule("1863-LIQ-01", "1863-LIQ-10", "1863-LIQ-09")
def test_in_liquidation_the_marker_is_red_and_the_debt_lapses() -> None:
    at = short_of_money()
    at.do("liquidation")
    assert at.waits
    assert at.red("MET")
    assert (at.cash("MET"), at.cash("A"), at.loans("MET")) == (30, 350, 2)
    assert at.director("MET") == "A"
    assert at.company("MET") not in operating_order(at.game), "it waits for its liquidation"


@rule("1863-CRISIS-09", "1863-LIQ-10")
def test_nothing_is_due_from_a_company_without_a_president() -> None:
    at = Operating(3)
    at.minor("MET", 100, "C", cash=20, loans=2)
    effects.move_shares(at.game, at.owner("C"), POOL, at.company("MET"), 2)
    effects.set_director(at.game, at.company("MET"), POOL)
    demand(at, "MET", 10)
    assert at.waits
    assert at.cash("MET") == 20


# -- help -----------------------------------------------------------------------------------------


@rule("1863-CRISIS-05", "1863-CRISIS-03")
def test_the_president_gets_all_cash_and_pays() -> None:
    at = short_of_money()
    bank = at.cash("ipo")
    at.do("crisis")
    assert at.waits
    assert (at.cash("MET"), at.cash("A"), at.cash("ipo")) == (0, 350 + 30 - 80, bank + 80)
    assert at.price("MET") == 45


HALVES = [(10, 10), (20, 10), (30, 10), (40, 20), (45, 20), (50, 20), (55, 20), (60, 30), (65, 30), (70, 30), (75, 30)]
HALVES += [(80, 40), (90, 45), (100, 50), (110, 55), (120, 60), (130, 65), (140, 70), (150, 75), (160, 80), (170, 80)]
HALVES += [(180, 90), (190, 90), (200, 100), (225, 110), (250, 120), (275, 130), (300, 150), (325, 160), (350, 170)]
HALVES += [(375, 180), (400, 200), (450, 225), (500, 250), (550, 275), (600, 300)]
"""Every price, half of it rounded down to a price of the chart."""


@rule("1863-CRISIS-03")
@pytest.mark.parametrize(("price", "after"), HALVES)
def test_the_price_is_halved_and_rounded_down(price: int, after: int) -> None:
    at = short_of_money(price=price)
    at.do("crisis")
    assert at.price("MET") == after


@rule("1863-CRISIS-04")
@pytest.mark.parametrize("held", [1, 3])
def test_all_shares_of_others_are_sold_and_the_president_is_spared(held: int) -> None:
    at = Operating(3, phase="III")
    at.major("CLR", 60, {"B": 4})
    at.minor("MET", 90, "A", cash=30, loans=2)
    at.give("MET", "CLR", held)
    demand(at, "MET", 80)
    at.do("crisis")
    assert at.waits
    assert at.shares("pool", "CLR") == held
    assert at.cash("MET") == 30 + 60 * held - 80
    assert (at.cash("A"), at.price("MET")) == (350, 45)
    assert at.price("CLR") == {1: 55, 3: 45}[held]


@rule("1863-CRISIS-04")
def test_what_may_not_be_sold_is_kept() -> None:
    at = Operating(3, phase="III")
    at.minor("MET", 90, "A", cash=30, loans=2)
    at.major("CLR", 60, {"MET": 3, "B": 1})
    at.minor("CIR", 50, "MET")
    demand(at, "MET", 200)
    at.do("crisis")
    assert (at.shares("MET", "CLR"), at.director("CLR")) == (2, "MET")
    assert (at.shares("MET", "CIR"), at.director("CIR")) == (2, "MET")
    assert at.price("CLR") == 50, "it sold as president"
    assert at.cash("A") == 350 + 30 + 60 - 200


@rule("1863-CRISIS-04", "1863-OWN-10")
def test_an_heir_takes_over_what_is_sold() -> None:
    at = Operating(3, phase="III")
    at.minor("MET", 90, "A", cash=30, loans=2)
    at.major("CLR", 60, {"MET": 3, "B": 2})
    demand(at, "MET", 200)
    at.do("crisis")
    assert (at.shares("MET", "CLR"), at.director("CLR")) == (0, "B")


@rule("1863-CRISIS-06")
def test_a_crisis_cannot_be_withdrawn() -> None:
    at = short_of_money(cash=0, amount=400)
    at.major("CLR", 100, {"B": 3, "A": 2})
    at.do("crisis")
    assert isinstance(at.step, Debt), "the president raises the rest"
    at.refuses("liquidation", "1863-CRISIS-05")
    at.refuses("crisis", "1863-CRISIS-05")
    at.do("sell 1 CLR")
    assert at.waits
    assert (at.cash("A"), at.price("MET"), at.red("MET")) == (350 + 100 - 400, 45, False)


@rule("1863-CRISIS-05")
def test_a_president_sells_shares_of_their_choice() -> None:
    at = short_of_money(cash=0, amount=400)
    at.major("CLR", 60, {"B": 3, "A": 2})
    at.major("DIS", 30, {"A": 4})
    at.do("crisis")
    assert at.turn == "A"
    assert sorted(at.offered()) == ["sell 1 CLR", "sell 1 DIS", "sell 2 CLR", "sell 2 DIS"]
    at.refuses("sell 3 DIS", "1863-OWN-10")
    at.refuses("sell 2 MET")
    at.do("sell 1 DIS")
    assert at.price("DIS") == 10, "a president's share costs two places"
    at.do("sell 1 CLR")
    assert at.waits
    assert at.cash("A") == 350 + 30 + 60 - 400
    assert (at.owner("A"), at.company("CLR")) in record(at.game).sold, "it is a sale like any other"


# -- chains ---------------------------------------------------------------------------------------


@rule("1863-CRISIS-08")
def test_a_company_pays_with_cash_and_loans_and_its_president_the_rest() -> None:
    at = Operating(3)
    at.minor("MET", 100, "B", cash=50, loans=1)
    at.minor("CIR", 60, "MET", cash=0, loans=2)
    demand(at, "CIR", 200)
    assert at.turn == "B"
    at.do("crisis")
    assert at.waits
    assert (at.cash("MET"), at.loans("MET"), at.cash("B")) == (0, 2, 300)
    assert (at.price("MET"), at.price("CIR")) == (90, 30)


@rule("1863-CRISIS-08")
def test_a_company_that_can_pay_spares_those_above_it() -> None:
    at = Operating(3)
    at.minor("DIS", 100, "C", cash=500)
    at.minor("MET", 100, "DIS", cash=170, loans=0)
    at.minor("CIR", 60, "MET", cash=40, loans=2)
    demand(at, "CIR", 200)
    at.do("crisis")
    assert (at.cash("CIR"), at.cash("MET"), at.cash("DIS"), at.cash("C")) == (0, 10, 500, 350)
    assert at.loans("MET") == 0


@rule("1863-CRISIS-08")
@pytest.mark.parametrize(("cash", "taken", "left"), [(200, 0, 0), (199, 1, 99), (100, 1, 0), (99, 2, 99)])
def test_a_company_above_takes_the_fewest_loans(cash: int, taken: int, left: int) -> None:
    at = Operating(3)
    at.minor("MET", 100, "B", cash=cash)
    at.minor("CIR", 60, "MET", loans=2)
    demand(at, "CIR", 200)
    at.do("crisis")
    assert (at.loans("MET"), at.cash("MET"), at.cash("B")) == (taken, left, 350)


@rule("1863-CRISIS-08")
def test_a_chain_of_three_ends_with_its_player() -> None:
    at = Operating(3)
    at.minor("DIS", 100, "C", cash=20, loans=2)
    at.minor("MET", 100, "DIS", cash=10, loans=1)
    at.minor("CIR", 60, "MET", cash=0, loans=2)
    demand(at, "CIR", 250)
    assert at.turn == "C"
    at.do("crisis")
    assert (at.cash("MET"), at.loans("MET"), at.cash("DIS"), at.cash("C")) == (0, 2, 0, 350 - 120)


@rule("1863-CRISIS-08", "1863-CRISIS-09")
def test_nobody_pays_above_a_company_without_a_president() -> None:
    at = Operating(3)
    at.minor("MET", 100, "C", cash=20, loans=2)
    effects.move_shares(at.game, at.owner("C"), POOL, at.company("MET"), 2)
    effects.set_director(at.game, at.company("MET"), POOL)
    at.state.agenda = at.state.agenda[:1]
    debts.owe_through_chain(at.game, at.owner("MET"), BANK, 300, Text("loans"))
    assert at.cash("MET") == 0
    assert len(at.state.agenda) == 1


# -- bankruptcy -----------------------------------------------------------------------------------


@rule("1863-CRISIS-07", "1863-CRISIS-09")
def test_a_president_who_cannot_pay_is_bankrupt_and_out() -> None:
    at = short_of_money(cash=0, amount=400)
    bank = at.cash("ipo")
    at.do("crisis")
    assert at.state.out == (at.seat("A"),)
    assert (at.cash("A"), at.cash("ipo")) == (0, bank + 350)
    assert at.director("MET") == "pool"
    assert at.red("MET")
    assert at.loans("MET") == 2, "what it owes is settled, or void, in its liquidation"
    at.audited()


@rule("1863-CRISIS-09")
def test_the_estate_of_a_bankrupt_player() -> None:
    at = Operating(4, phase="III")
    at.major("CLR", 60, {"B": 3, "A": 2})
    at.major("DIS", 100, {"A": 4})
    at.major("LCR", 80, {"A": 3, "C": 2})
    at.minor("CIR", 50, "A", cash=50, loans=2)
    at.major("BAK", 100, {"B": 2})
    at.short("A", "BAK", 2)
    at.privates(GRE="A", FOW="B", THO="A")
    at.give_cash("A", 77)
    at.state.agenda = at.state.agenda[:1]
    bank = at.cash("ipo")
    bankrupt(at.game, at.seat("A"))
    at.audited()
    assert (at.cash("A"), at.cash("ipo")) == (0, bank + 77), "what the bank pays for shares comes back"
    assert (at.shares("pool", "CLR"), at.director("CLR")) == (2, "B")
    assert (at.shares("pool", "LCR"), at.director("LCR")) == (3, "C"), "an heir takes over"
    assert (at.shares("pool", "DIS"), at.director("DIS"), at.red("DIS")) == (4, "pool", True)
    assert (at.shares("pool", "CIR"), at.director("CIR"), at.red("CIR")) == (2, "pool", True)
    assert (at.owners("GRE"), at.owners("THO"), at.owners("FOW")) == ("", "", "B")
    assert [at.cash(name) for name in "BCD"] == [350] * 3, "no other player pays"
    assert at.cash("CIR") == 50
    assert len(at.state.stack) == 5, "nothing happens to companies that are not in play"


@rule("1863-CRISIS-09")
def test_companies_of_a_fallen_company_fall_with_it() -> None:
    at = Operating(4, phase="III")
    at.minor("MET", 100, "A")
    at.minor("CIR", 60, "MET")
    at.major("DIS", 80, {"CIR": 2, "B": 1})
    at.major("CLR", 80, {"B": 2})
    at.state.agenda = at.state.agenda[:1]
    bankrupt(at.game, at.seat("A"))
    assert [at.red(name) for name in ("MET", "CIR", "DIS", "CLR")] == [True, True, True, False]
    assert operating_order(at.game) == [at.company("CLR")]


@rule("1863-CRISIS-07")
def test_a_creditor_gets_what_there_is() -> None:
    at = Operating(3)
    at.minor("MET", 100, "B", cash=0)
    at.turn_of("MET", "end")
    at.state.agenda = (*at.state.agenda, Debt(at.owner("A"), at.owner("MET"), 400))
    at.settle()
    assert at.state.out == (at.seat("A"),)
    assert (at.cash("MET"), at.cash("A")) == (350, 0)


@rule("1863-CRISIS-09")
def test_the_priority_goes_to_the_left() -> None:
    at = Operating(3)
    at.state.agenda = at.state.agenda[:1]
    at.priority("A")
    bankrupt(at.game, at.seat("A"))
    assert at.state.priority == at.seat("B")
    assert at.game.players == (at.seat("B"), at.seat("C"))


@rule("1863-CRISIS-09")
def test_the_priority_of_others_stays() -> None:
    at = Operating(3)
    at.state.agenda = at.state.agenda[:1]
    at.priority("C")
    bankrupt(at.game, at.seat("A"))
    assert at.state.priority == at.seat("C")


@rule("1863-CRISIS-09", "1863-SHORT-19")
def test_the_turn_of_any_other_company_goes_on() -> None:
    at = Operating(4, phase="III")
    at.major("DIS", 100, {"B": 3}, cash=1000, loans=10)
    at.short("A", "DIS", 2)
    at.give_cash("A", 5)
    at.earned("DIS", 100)
    at.operate("DIS", "dividend")
    at.do("dividend 100")
    assert at.state.out == (at.seat("A"),)
    assert isinstance(at.step, BuyTrains)


@rule("1863-CRISIS-09", "1863-SHORT-19")
def test_the_turn_of_a_company_that_loses_its_president_is_over() -> None:
    """A has the Metropolitan, which has the District, and is short in the District."""
    at = Operating(4, phase="III")
    at.minor("MET", 100, "A")
    at.major("DIS", 100, {"MET": 3, "B": 1}, loans=10)
    at.short("A", "DIS", 2)
    at.give_cash("A", 5)
    at.earned("DIS", 100)
    at.operate("DIS", "dividend")
    at.do("dividend 100")
    assert at.state.out == (at.seat("A"),)
    assert at.waits
    assert at.red("DIS")
    assert at.cash("DIS") == 60, "it pays no costs any more"


@rule("1863-CRISIS-07")
def test_other_debts_are_not_forgotten() -> None:
    at = Operating(4, phase="III")
    at.major("DIS", 100, {"A": 3}, loans=10)
    at.short("B", "DIS", 2)
    at.short("C", "DIS", 2)
    at.major("CLR", 60, {"D": 2, "B": 1, "C": 1})
    at.give_cash("B", 0)
    at.give_cash("C", 0)
    at.earned("DIS", 400)
    at.operate("DIS", "dividend")
    at.do("dividend 400")
    assert at.turn == "C"
    at.do("sell 1 CLR")
    assert at.turn == "B"
    at.do("sell 1 CLR")
    assert [at.book.owner_names[seat] for seat in at.state.out] == ["C", "B"]


@rule("1863-END-03")
def test_with_one_solvent_player_the_game_is_over() -> None:
    at = Operating(3)
    at.minor("MET", 100, "C", cash=500, loans=2)
    at.state.agenda = at.state.agenda[:1]
    bankrupt(at.game, at.seat("A"))
    assert not at.game.within(FinalCount)
    bankrupt(at.game, at.seat("B"))
    at.settle()
    assert at.over
    assert at.loans("MET") == 0


@rule("1863-END-04")
@pytest.mark.parametrize("option", [True, False])
def test_as_an_option_the_first_bankruptcy_brings_the_end(option: bool) -> None:
    at = Operating(3, ("first_bankruptcy",) if option else ())
    at.state.agenda = at.state.agenda[:1]
    at.state.round = Round("operating", 4, 1, 2)
    bankrupt(at.game, at.seat("A"))
    assert bool(at.state.ending) == option
    assert record(at.game).final == (5 if option else 0)


# -- the tokens of a float ------------------------------------------------------------------------


def unpaid(cash: int, loans: int) -> Operating:
    """The Metropolitan has not paid 50 for its token as a stock round ends."""
    at = Operating(3)
    at.minor("MET", 100, "A", cash=cash, loans=loans, operated=False)
    set_unpaid(at.game, at.company("MET"), 50)
    at.stock_turn("A")
    while at.state.round.kind == "stock" and at.allows("pass"):
        at.do("pass")
    return at


@rule("1863-START-18", "1863-CRISIS-02")
def test_unpaid_tokens_lead_to_a_crisis_at_the_end_of_the_stock_round() -> None:
    at = unpaid(cash=20, loans=2)
    assert at.state.round.kind == "stock"
    assert sorted(at.offered()) == ["crisis", "liquidation"]
    at.do("crisis")
    assert (at.cash("A"), at.prices_told("MET")[0], at.state.round.kind) == (320, 50, "operating")


@rule("1863-START-18", "1863-START-17")
def test_unpaid_tokens_are_paid_with_a_loan() -> None:
    at = unpaid(cash=20, loans=0)
    assert at.state.round.kind == "operating"
    assert record(at.game).unpaid[at.company("MET")] == 0
    assert (at.cash("MET"), at.loans("MET"), at.price("MET")) == (70, 1, 90)


@rule("1863-START-18", "1863-LIQ-01")
def test_a_company_that_gives_up_at_the_end_of_a_stock_round_does_not_operate() -> None:
    at = unpaid(cash=20, loans=2)
    at.do("liquidation")
    assert at.turns_begun() == []
    standing = [event.standing.english for event in at.events if isinstance(event, Declared)]
    assert standing == ["liquidated"]
    assert at.cash("A") == 350 - (200 - 20), "its loans are paid, not its tokens"


@rule("1863-CRISIS-05", "1863-CRISIS-07", "1863-CRISIS-09")
@pytest.mark.parametrize(("other", "asked"), [(0, False), (50, True)])
def test_nobody_is_asked_to_sell_what_is_worth_nothing(other: int, asked: bool) -> None:
    """Shares of companies in the red zone raise no money; whoever has nothing else is bankrupt at once."""
    at = Operating(3, phase="III")
    at.major("HAM", 0, {"B": 4, "A": 3})
    at.major("DIS", other, {"B": 3, "A": 1})
    at.state.agenda = (*at.state.agenda[:1], Waiting(at.seat("B")), Debt(at.owner("A"), BANK, at.cash("A") + 70))
    at.settle()
    assert (at.turn == "A") is asked
    if asked:
        assert "sell 3 HAM" in at.offered("sell")  # with something of value, the order is their own
        at.do("sell 1 DIS")
        at.settle()
    assert at.seat("A") in at.state.out
    assert (at.shares("A", "HAM"), at.shares("pool", "HAM")) == (0, 3)
    at.audited()
