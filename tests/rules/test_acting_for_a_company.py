"""In a stock turn the one who acts and the one who decides are two things: a player may act for a company."""

from __future__ import annotations

from dataclasses import replace

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Owner
from railhead.core.text import Text
from railhead.rules.stock import StockRound, StockRules, StockTurn
from tests.made_up import RULES, Toy


def acting() -> Toy:
    """Ann acts for AAA, which has 400 and two shares of BBB."""
    toy = Toy()
    toy.start("AAA", "Ann", cash=400)
    toy.start("BBB", "Ben")
    effects.move_shares(toy.game, toy.owner("ipo"), toy.owner("AAA"), toy.company("BBB"), 2)
    toy.begin(StockRound(toy.seat("Ann")))
    step = toy.state.agenda[-1]
    assert isinstance(step, StockTurn)
    toy.begin(*toy.state.agenda[:-1], replace(step, actor=toy.owner("AAA")))
    return toy


def test_the_player_decides_and_the_company_deals() -> None:
    toy = acting()
    assert toy.asked == "Ann"
    toy.do("buy BBB from ipo")
    assert (toy.cash("AAA"), toy.cash("Ann")) == (300, 500)
    assert (toy.held("AAA", "BBB"), toy.held("Ann", "BBB")) == (3, 0)


def test_a_company_that_holds_most_directs() -> None:
    toy = acting()
    assert toy.game.director(toy.company("BBB")) == toy.seat("Ben")
    toy.do("buy BBB from ipo")
    assert toy.game.director(toy.company("BBB")) == toy.owner("AAA")
    assert toy.game.controller(toy.company("BBB")) == toy.seat("Ann")


def test_the_company_sells_its_own_holdings_for_its_own_treasury() -> None:
    toy = acting()
    assert toy.refused("sell 1 AAA") == "stock.sell_own", "Ann's shares are not the company's"
    toy.do("sell 2 BBB")
    assert (toy.cash("AAA"), toy.cash("Ann"), toy.held("pool", "BBB")) == (600, 500, 2)
    assert toy.refused("buy BBB from pool") == "stock.sold", "the company has sold them in this round"


def test_the_treasury_is_what_counts() -> None:
    toy = acting()
    effects.pay(toy.game, toy.owner("AAA"), toy.owner("ipo"), 350, Text("the test"))
    assert toy.refused("buy BBB from ipo") == "stock.cash"


def test_the_certificate_limit_is_for_players_only() -> None:
    toy = acting()
    toy.book.__dict__["certificate_limit"] = 2
    toy.do("buy BBB from ipo")
    assert toy.held("AAA", "BBB") == 3


def test_the_turn_passes_to_the_left_of_the_player() -> None:
    toy = acting()
    toy.do("buy BBB from ipo")
    assert toy.asked == "Ben"


# -- holdings above a limit -------------------------------------------------------------------------


def above_a_limit(holder: str) -> Toy:
    """Ann acts for AAA; somebody has more shares of BBB than they may keep, as long as they have two."""

    def too_many(game: Game, holder: Owner) -> tuple[Company, ...]:
        bbb = game.book.find_company("BBB")
        return (bbb,) if game.name(holder) == limited and game.held(holder, bbb) > 1 else ()

    limited = holder
    toy = Toy(replace(RULES[StockRules], too_many=too_many))
    toy.start("AAA", "Ann", cash=400)
    toy.start("BBB", "Ben", shares=3)
    effects.move_shares(toy.game, toy.owner("ipo"), toy.owner("AAA"), toy.company("BBB"), 2)
    turn = StockTurn(toy.seat("Ann"), actor=toy.owner("AAA"))
    toy.begin(StockRound(toy.seat("Ann")), turn)
    return toy


def test_whoever_has_too_many_shares_of_a_company_must_sell_first() -> None:
    toy = above_a_limit("AAA")
    assert toy.offered() == {"sell"}
    assert toy.refused("pass") == toy.refused("buy BBB from ipo") == "stock.over_limit"
    assert [str(line) for line in toy.choices.step.situation(toy.game)] == [
        "AAA has more shares of BBB than allowed, and must sell before anything else"
    ]
    toy.do("sell 1 BBB")
    assert toy.offered() > {"pass"}


def test_the_holdings_of_others_do_not_matter() -> None:
    toy = above_a_limit("Ben")
    assert "pass" in toy.offered()
