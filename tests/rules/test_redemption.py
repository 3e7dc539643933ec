"""Redemption: a company buys shares of its own back from the pool."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company
from railhead.core.market import Direction
from railhead.rules.redemption import Redeem, RedemptionRules
from tests.made_up import Toy


def company_with_shares_in_the_pool(count: int, cash: int, *groups: RedemptionRules) -> Toy:
    """AAA, directed by Ann, at 100."""
    toy = Toy(*groups)
    toy.start("AAA", "Ann", cash=cash)
    effects.move_shares(toy.game, BANK, POOL, toy.company("AAA"), count)
    toy.begin(Redeem(toy.company("AAA")))
    return toy


def test_a_share_is_bought_back_at_the_market_price_and_that_is_all() -> None:
    toy = company_with_shares_in_the_pool(2, 350)
    assert toy.asked == "Ann"
    toy.do("redeem-share")
    assert (toy.cash("AAA"), toy.held("AAA", "AAA"), toy.held("pool", "AAA")) == (250, 1, 1)
    assert toy.state.agenda == ()


def test_without_the_money_no_share_is_bought_back() -> None:
    toy = company_with_shares_in_the_pool(1, 99)
    assert "redeem-share" not in toy.offered()
    assert toy.refused("redeem-share") == "redeem.cash"


def test_only_an_ordinary_share_in_the_pool_can_be_bought_back() -> None:
    toy = company_with_shares_in_the_pool(0, 500)
    assert toy.refused("redeem-share") == "redeem.pool"


def test_a_title_may_allow_more_than_one_and_let_something_follow() -> None:
    def raised(game: Game, company: Company) -> None:
        effects.set_price(game, company, game.book.market.moved(game.state.price[company], Direction.LEFT))

    toy = company_with_shares_in_the_pool(3, 500, RedemptionRules(most=lambda game, company: 2, redeemed=raised))
    toy.do("redeem-share")
    assert toy.game.price_of(toy.company("AAA")) == 80
    toy.do("redeem-share")
    assert (toy.cash("AAA"), toy.held("AAA", "AAA")) == (320, 2)
    assert toy.state.agenda == ()
