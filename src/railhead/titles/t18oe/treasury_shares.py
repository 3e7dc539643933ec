"""The last step of a major: it sells or buys its own shares, and may buy an abandoned minor (rules 18OE-SHARES).

It deals like a player, but only in its own stock, and only with the Open Market (18OE-SHARES-05).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.choices import Choice, Span
from railhead.core.deals import SharesBought, SharesSold
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company
from railhead.core.refusal import Refusal
from railhead.core.spelling import Count
from railhead.core.steps import AnyMove, CompanyStep, Move, filtered, passing
from railhead.core.text import Text
from railhead.titles.t18oe import merging, prices, shares
from railhead.titles.t18oe.facts import MAJOR, NUMBERS
from railhead.titles.t18oe.record import record

SOLD, BOUGHT = "sold", "bought"


@dataclass(frozen=True, slots=True)
class SellTreasury(Action):
    """Sell shares of the treasury to the Open Market."""

    count: Count
    form: ClassVar[str] = "sell-treasury {count}"
    label: ClassVar[str] = "Sell {count} of the treasury’s shares"
    told: ClassVar[tuple[str, ...]] = ("{actor} sells {count} of its own shares for {price}",)
    covers: ClassVar[tuple[type[object], ...]] = (SharesSold,)
    topic: ClassVar[Topic] = Topic.SHARES
    deed: ClassVar[Deed] = Deed.SELL_SHARES


@dataclass(frozen=True, slots=True)
class BuyTreasury(Action):
    """Buy shares of the railroad itself from the Open Market."""

    count: Count
    form: ClassVar[str] = "buy-treasury {count}"
    label: ClassVar[str] = "Buy {count} of its own shares for the treasury"
    told: ClassVar[tuple[str, ...]] = ("{actor} buys {count} of its own shares for {price}",)
    covers: ClassVar[tuple[type[object], ...]] = (SharesBought,)
    topic: ClassVar[Topic] = Topic.SHARES
    deed: ClassVar[Deed] = Deed.REDEEM


@dataclass(frozen=True, slots=True)
class BuyAbandoned(Action):
    """Buy an abandoned minor from the Open Market."""

    minor: Company
    form: ClassVar[str] = "buy-minor {minor}"
    label: ClassVar[str] = "Buy the abandoned {minor}"
    told: ClassVar[tuple[str, ...]] = ("{actor} buys the abandoned {minor}",)
    topic: ClassVar[Topic] = Topic.MERGERS


@dataclass(frozen=True, slots=True)
class TradeShares(CompanyStep):
    """The part of a major's turn in which it sells or buys its own shares."""

    traded: str = ""
    """Whether it has sold or bought shares in this step."""
    joined: bool = False
    """Has it bought a minor in this step?"""
    purpose: ClassVar[str] = "buy or sell its own shares"
    order: ClassVar[str] = "turn.operating"
    on_pass: ClassVar[str] = "{actor} trades no shares"
    on_pass_again: ClassVar[str] = "{actor} trades no more shares"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Sell, buy, buy a minor, or go on."""
        return MOVES


def trade_shares(game: Game, company: Company) -> None:
    """Only majors have this step (18OE-SHARES-05)."""
    if game.state.kind[company] == MAJOR:
        game.push(TradeShares(company))


# -- selling --------------------------------------------------------------------------------------


def _for_sale(game: Game, company: Company) -> int:
    """The shares in a treasury that are not kept for a player (18OE-PRIV-16)."""
    custody = record(game).custody
    kept = custody is not None and custody[1] == company
    return game.held(game.purse(company), company) - kept


def _room_in_market(game: Game, company: Company) -> int:
    """How many more shares sales may bring to the Open Market (18OE-SHARES-02)."""
    return max(0, shares.most_in_market(game, company) - game.held(POOL, company))


def sell_refusal(game: Game, step: TradeShares, action: SellTreasury) -> Refusal | None:
    """Which rule forbids selling so many shares (18OE-SHARES-01)."""
    company = step.company
    if step.traded == BOUGHT:
        return game.forbid("shares.either", "A major either sells or buys shares in its turn")
    if action.count > _for_sale(game, company):
        return game.forbid(
            "shares.treasury", "{company} does not have so many shares to sell", company=game.symbol(company)
        )
    if action.count > _room_in_market(game, company):
        return game.forbid(
            "shares.market", "At most {most}% of a railroad may be in the Open Market", most=NUMBERS.most_in_market
        )
    return None


def _sell_options(game: Game, step: TradeShares) -> Iterable[Choice]:
    most = min(_for_sale(game, step.company), _room_in_market(game, step.company))
    if most > 0 and step.traded != BOUGHT:
        yield Choice(SellTreasury, (Span(1, most),))


def _sell(game: Game, step: TradeShares, action: SellTreasury) -> None:
    """The treasury is paid the share value as it was; then the marker moves down for each share (18OE-SHARES-02)."""
    company, count = step.company, action.count
    _pay(game, company, count, to_treasury=True)
    effects.move_shares(game, game.purse(company), POOL, company, count)
    prices.down(game, company, count)
    game.put(replace(step, traded=SOLD))


# -- buying ---------------------------------------------------------------------------------------


def _room_in_treasury(game: Game, company: Company) -> int:
    """How many more shares the treasury may buy: like a player, it stops at 60% (AMB-53 of the rule list)."""
    return max(0, shares.most_bought(game, company) - game.held(game.purse(company), company))


def buy_refusal(game: Game, step: TradeShares, action: BuyTreasury) -> Refusal | None:
    """Which rule forbids buying so many shares (18OE-SHARES-03, 18OE-SHARES-04)."""
    company, cost = step.company, action.count * game.price_of(step.company)
    if step.traded == SOLD:
        return game.forbid("shares.either", "A major either sells or buys shares in its turn")
    if action.count > game.held(POOL, company):
        return game.forbid("shares.none", "There are not so many shares in the Open Market")
    if action.count > _room_in_treasury(game, company):
        return game.forbid("shares.most", "A treasury may buy up to {most}% of its railroad", most=NUMBERS.most_bought)
    if cost > game.treasury(company):
        return game.forbid(
            "shares.cash",
            "That costs {cost}, but {company} has {cash}",
            cost=cost,
            company=game.symbol(company),
            cash=game.treasury(company),
        )
    return None


def _buy_options(game: Game, step: TradeShares) -> Iterable[Choice]:
    company = step.company
    affordable = game.treasury(company) // game.price_of(company)
    most = min(game.held(POOL, company), _room_in_treasury(game, company), affordable)
    if most > 0 and step.traded != SOLD:
        yield Choice(BuyTreasury, (Span(1, most),))


def _buy(game: Game, step: TradeShares, action: BuyTreasury) -> None:
    """The treasury pays the bank; the marker does not move (18OE-SHARES-03)."""
    company, count = step.company, action.count
    _pay(game, company, count, to_treasury=False)
    effects.move_shares(game, POOL, game.purse(company), company, count)
    game.put(replace(step, traded=BOUGHT))


def _pay(game: Game, company: Company, count: int, to_treasury: bool) -> None:
    payer, payee = (BANK, game.purse(company)) if to_treasury else (game.purse(company), BANK)
    purpose = Text("{count} {company}", count=count, company=game.symbol(company))
    effects.pay(game, payer, payee, count * game.price_of(company), purpose)


# -- abandoned minors -----------------------------------------------------------------------------


def minor_refusal(game: Game, step: TradeShares, action: BuyAbandoned) -> Refusal | None:
    """In addition a major may buy one abandoned minor in a turn (18OE-SHARES-06)."""
    price, cash = NUMBERS.abandoned_price, game.treasury(step.company)
    if step.joined:
        return game.forbid("shares.one_minor", "A major buys one abandoned minor in a turn")
    if action.minor not in record(game).abandoned:
        return game.forbid("shares.minor", "{minor} is not abandoned", minor=game.symbol(action.minor))
    if price > cash:
        return game.forbid(
            "shares.minor_cash",
            "It costs {price}, but {company} has {cash}",
            price=price,
            company=game.symbol(step.company),
            cash=cash,
        )
    return None


def _minors(game: Game, _: TradeShares) -> Iterable[BuyAbandoned]:
    return (BuyAbandoned(minor) for minor in record(game).abandoned)


def _buy_minor(game: Game, step: TradeShares, action: BuyAbandoned) -> None:
    """The price goes to the bank; the minor joins as if it had merged, but nobody gets a share (18OE-SHARES-07)."""
    purpose = Text("the charter of {minor}", minor=game.symbol(action.minor))
    effects.pay(game, game.purse(step.company), BANK, NUMBERS.abandoned_price, purpose)
    merging.join(game, action.minor, step.company)
    game.put(replace(step, joined=True))


MOVES: tuple[AnyMove, ...] = (
    Move(SellTreasury, _sell_options, sell_refusal, _sell),
    Move(BuyTreasury, _buy_options, buy_refusal, _buy),
    Move(BuyAbandoned, filtered(_minors, minor_refusal), minor_refusal, _buy_minor),
    passing(lambda game, _: game.pop()),
)
ACTIONS = (SellTreasury, BuyTreasury, BuyAbandoned)
