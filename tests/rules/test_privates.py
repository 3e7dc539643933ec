"""Private companies: their income, and companies that buy them from players."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from railhead.core.agenda import AgendaRules
from railhead.core.audit import AuditRules
from railhead.core.choices import Span
from railhead.core.game import Game
from railhead.core.ids import BANK, NOBODY, Company, Private, Seat
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.rules import private_sales, privates
from railhead.rules.operating import OperatingRound, OperatingRules, OperatingTurn
from railhead.rules.private_sales import BuyPrivates, PrivateSaleRules
from tests.made_up import Busy, Idle, Toy

P, Q = Private(0), Private(1)
OPEN = AgendaRules(extra_moves=(private_sales.BUY,))
ANYBODY = AuditRules(owns_privates=lambda game, owner: True)


def table(*groups: RuleGroup) -> Toy:
    """Ann directs AAA, which has 70, and has the Pier; Ben has the Quay."""
    toy = Toy(OPEN, ANYBODY, *groups)
    toy.start("AAA", "Ann", cash=70)
    toy.start("BBB", "Ben", cash=500)
    toy.state.privates[P], toy.state.privates[Q] = toy.seat("Ann"), toy.seat("Ben")
    return toy


def in_its_turn(toy: Toy, symbol: str = "AAA") -> Toy:
    company = toy.company(symbol)
    toy.begin(OperatingTurn(company), Busy(company))
    return toy


def test_income_goes_to_players_and_companies_by_stage() -> None:
    toy = table()
    toy.state.privates[Q] = toy.book.purse(toy.company("BBB"))
    privates.pay_income(toy.game)
    assert (toy.cash("Ann"), toy.cash("BBB")) == (510, 515)
    toy.state.phase = 1
    privates.pay_income(toy.game)
    assert (toy.cash("Ann"), toy.cash("BBB")) == (520, 535)
    toy.check()


def test_a_private_that_is_silent_pays_nothing() -> None:
    toy = table()
    privates.pay_income(toy.game, silent=(P,))
    assert (toy.cash("Ann"), toy.cash("Ben")) == (500, 515)


@pytest.mark.parametrize("owner", [BANK, NOBODY])
def test_a_private_without_an_owner_pays_nothing(owner: int) -> None:
    toy = table()
    toy.state.privates[P] = toy.state.privates[Q] = BANK if owner == BANK else NOBODY
    before = list(toy.state.cash)
    privates.pay_income(toy.game)
    assert toy.state.cash == before


def test_a_director_sells_to_the_company_without_being_asked() -> None:
    toy = in_its_turn(table())
    assert "buy-in" in toy.offered()
    toy.do("buy-in P for 60")
    assert (toy.cash("AAA"), toy.cash("Ann")) == (10, 560)
    assert toy.state.privates[P] == toy.owner("AAA")
    assert toy.asked == "Ann", "the step is still open"
    assert toy.refused("buy-in P for 1") == "buy_in.owner"


def test_another_owner_has_to_agree() -> None:
    toy = in_its_turn(table())
    toy.do("buy-in Q for 50")
    assert toy.asked == "Ben"
    assert toy.refused("buy-in P for 5") == "buy_in.turn", "it is Ben who decides now"
    toy.do("accept")
    assert (toy.cash("AAA"), toy.cash("Ben")) == (20, 550)


def test_a_declined_offer_must_be_raised_until_the_turn_is_over() -> None:
    toy = in_its_turn(table())
    toy.do("buy-in Q for 50", "decline")
    assert toy.asked == "Ann"
    assert toy.refused("buy-in Q for 50") == "buy_in.declined"
    toy.do("buy-in Q for 52", "decline")
    spans = {choice.domains[0].sample: choice.domains[1] for choice in toy.choices if "buy-in" in choice.action.form}
    assert list(spans.values()) == [Span(1, 60), Span(53, 70)]
    toy.do("pass")
    assert toy.state.agenda == (), "nothing is remembered after the turn"


def test_prices_go_from_1_to_the_face_value_and_to_the_cash() -> None:
    toy = in_its_turn(table())
    assert toy.refused("buy-in P for 61") == "buy_in.price"
    assert toy.refused("buy-in P for 0") == "buy_in.price"
    assert toy.refused("buy-in Q for 71") == "buy_in.cash"
    in_its_turn(toy, "BBB")
    assert toy.refused("buy-in Q for 91") == "buy_in.price"
    toy.do("buy-in Q for 90")
    assert toy.cash("BBB") == 410


def test_only_in_the_turn_of_the_company() -> None:
    toy = table()
    toy.begin(Busy(toy.company("AAA")))
    assert "buy-in" not in toy.offered()
    assert toy.refused("buy-in P for 5") == "buy_in.turn"
    toy.begin(OperatingTurn(toy.company("BBB")), Busy(toy.company("AAA")))
    assert toy.refused("buy-in P for 5") == "buy_in.turn"


def test_only_for_the_player_who_decides_for_the_company() -> None:
    @dataclass(frozen=True, slots=True)
    class Remark(Busy):
        """Something another player decides about the company."""

        def seat(self, game: Game) -> Seat:
            return game.left_of(game.player_for(self.company))

    toy = table()
    toy.begin(OperatingTurn(toy.company("AAA")), Remark(toy.company("AAA")))
    assert toy.asked == "Ben"
    assert "buy-in" not in toy.offered()
    assert toy.refused("buy-in Q for 5") == "buy_in.turn"


def test_a_title_says_who_may_buy_what_for_how_much() -> None:
    def own_director(game: Game, company: Company, private: Private) -> Refusal | None:
        if game.controller(company) != game.state.privates[private]:
            return game.forbid("private.president", "Only the director's own")
        return None

    def twice_face(game: Game, company: Company, private: Private) -> Span:
        return Span(10, 2 * game.book.privates[private].value, 10)

    toy = in_its_turn(table(PrivateSaleRules(may_buy=own_director, prices=twice_face)))
    assert toy.refused("buy-in Q for 50") == "private.president"
    assert toy.refused("buy-in P for 15") == "buy_in.price"
    assert [choice.domains[1] for choice in toy.choices if "buy-in" in choice.action.form] == [Span(10, 70, 10)]
    in_its_turn(toy, "BBB").do("buy-in Q for 180")
    assert toy.cash("BBB") == 320


def test_nobody_is_asked_for_its_sake_but_where_the_turn_says_so() -> None:
    def idle(game: Game, company: Company) -> None:
        game.push(Idle(company))

    def pause(game: Game, company: Company) -> None:
        game.push(BuyPrivates(company))

    toy = table(OperatingRules(stages=(idle, pause)))
    toy.begin(OperatingRound())
    assert isinstance(toy.choices.step, BuyPrivates)
    assert toy.offered() == {"pass", "buy-in"}
    toy.do("buy-in P for 60", "pass")
    assert toy.book.owner_names[toy.choices.seat] == "Ben"
    toy.do("buy-in Q for 1")
    assert toy.asked is None, "with nothing left to buy nobody is asked"


def test_with_an_open_move_everybody_is_asked() -> None:
    toy = table(replace(OPEN, extra_moves=(), open_moves=(private_sales.BUY,)))
    toy.begin(OperatingTurn(toy.company("AAA")), Idle(toy.company("AAA")))
    assert toy.offered() == {"pass", "buy-in"}
