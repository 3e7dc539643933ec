"""Floating a major: a regional expands, in up to five steps of one stock action (rules 18OE-MAJOR)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Deed, Pass, Topic
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company, Place, Seat
from railhead.core.refusal import Refusal
from railhead.core.state import FLOATED
from railhead.core.steps import AnyMove, Move, filtered, passing
from railhead.core.text import Text
from railhead.rules import directors, stock
from railhead.rules.directors import CertificateRules
from railhead.rules.stock import Buy, Sell, StockTurn
from railhead.titles.t18oe import (
    barclay,
    certificates,
    custody,
    interruptions,
    order_track,
    private_cards,
    railroad_phases,
    reserving,
    shares,
    slots,
    stock_actions,
)
from railhead.titles.t18oe.corrections import BARCLAY_WHILE_FLOATING
from railhead.titles.t18oe.facts import MAJOR, MAJOR_TOKENS, REGIONAL, par_of_a_major
from railhead.titles.t18oe.reserving import BOTH, ReserveFirst
from railhead.titles.t18oe.stock_actions import own_action


@dataclass(frozen=True, slots=True)
class Expand(Action):
    """Float a major: a regional expands."""

    company: Company
    form: ClassVar[str] = "expand {company}"
    label: ClassVar[str] = "Expand {company} into a major"
    topic: ClassVar[Topic] = Topic.SHARES
    deed: ClassVar[Deed] = Deed.START


@dataclass(frozen=True, slots=True)
class BuyAndExpand(Action):
    """Buy a 25% share of one's regional, then expand it into a major."""

    company: Company
    form: ClassVar[str] = "buy-and-expand {company}"
    label: ClassVar[str] = "Buy a share of {company} and expand it into a major"
    topic: ClassVar[Topic] = Topic.SHARES
    deed: ClassVar[Deed] = Deed.START


# -- who may --------------------------------------------------------------------------------------


def expand_refusal(game: Game, step: StockTurn, action: Expand) -> Refusal | None:
    """The president, or somebody with both 25% shares who can then buy a third share.

    Rules 18OE-MAJOR-01, 18OE-MAJOR-02 and 18OE-MAJOR-10.
    """
    company, seat = action.company, step.player
    refusal = _not_now(game, company)
    if refusal is not None or game.state.director[company] == seat:
        return refusal
    if game.director(company) is None or game.held(seat, company) < BOTH:
        return game.forbid(
            "major.floater",
            "Only the president of {company}, or whoever has both other shares, may expand it",
            company=game.symbol(company),
        )
    if not _could_buy_third(game, seat, company, _largest_sales(game, seat, (company,))):
        return game.forbid(
            "major.third", "You would have to buy a share of {company}, and cannot", company=game.symbol(company)
        )
    return None


def _not_now(game: Game, company: Company) -> Refusal | None:
    """In the Major Railroad Phase, a regional that has floated (18OE-MAJOR-01, 18OE-RMP-08)."""
    if game.state.kind[company] != REGIONAL or not game.state.has(company, FLOATED):
        return game.forbid("major.regional", "{company} is no floated regional", company=game.symbol(company))
    return railroad_phases.not_yet(game)


def new_par(game: Game, company: Company) -> Place:
    """The par of the major that a regional becomes: the square with the same letter (18OE-MAJOR-04)."""
    return par_of_a_major(game.book.market, game.state.par[company])


def _could_buy_third(game: Game, seat: Seat, company: Company, sales: dict[Company, int]) -> bool:
    """Would a player have the money and the room for a share of the new major after these sales?

    A sale never adds certificates, and what is sold of one railroad makes no difference to another.
    """
    cash = game.state.cash[seat] + sum(count * game.price_of(other) for other, count in sales.items())
    fewer = sum(directors.certificates_sold(game, seat, other, count) for other, count in sales.items())
    room = directors.certificates(game, seat) - fewer < game.rules[CertificateRules].limit(game)
    par = game.state.par[company] if game.state.kind[company] == MAJOR else new_par(game, company)
    return room and cash >= game.book.market.prices[par]


def _largest_sales(game: Game, seat: Seat, besides: tuple[Company, ...]) -> dict[Company, int]:
    """The most a player could sell of every railroad besides some."""
    others = (other for other in game.all_companies() if game.held(seat, other) and other not in besides)
    most = {other: shares.could_sell(game, seat, other) for other in others}
    return {other: count for other, count in most.items() if count}


def buy_first_refusal(game: Game, step: StockTurn, action: BuyAndExpand) -> Refusal | None:
    """The president may first buy a 25% share at the regional's par (18OE-MAJOR-03)."""
    company = action.company
    refusal = _not_now(game, company)
    if refusal is None and game.state.director[company] != step.player:
        return game.forbid("major.president", "You do not preside over {company}", company=game.symbol(company))
    return refusal or stock.buy_refusal(game, step, Buy(company, game.purse(company)))


# -- expanding ------------------------------------------------------------------------------------


def expand(game: Game, company: Company) -> None:
    """The regional becomes a major with a par, a marker on the market, six more shares and six more tokens.

    Its cash, trains, tokens and track rights stay, and its certificates are worth 20% and 10% wherever they are.
    Rules 18OE-MAJOR-04, 18OE-MAJOR-05, 18OE-MAJOR-06, 18OE-MAJOR-07, 18OE-MAJOR-12, 18OE-SETUP-08, 18OE-MKT-01 and
    18OE-RESV-05.
    """
    par = new_par(game, company)
    effects.set_kind(game, company, MAJOR, game.purse(company))
    effects.move_par(game, company, par)
    effects.set_price(game, company, par)
    effects.give_tokens(game, company, len(MAJOR_TOKENS))
    slots.set_slots(game, company, (*slots.open_slots(game, company), *MAJOR_TOKENS))
    order_track.leave(game, company)
    reserving.expanded(game, company)


def _expand(game: Game, step: StockTurn, action: Expand) -> None:
    expand(game, action.company)
    _go_on(game, step, action.company, may_buy=True)


def _buy_and_expand(game: Game, step: StockTurn, action: BuyAndExpand) -> None:
    reserving.ask(game, step.player, ReserveBeforeExpanding(action.company))


@dataclass(frozen=True, slots=True)
class ReserveBeforeExpanding(ReserveFirst):
    """The shares may be reserved before a president buys the first of them and expands the regional."""

    def waived(self, game: Game) -> None:
        """The president buys the share, and the regional expands (18OE-MAJOR-03, 18OE-MAJOR-09)."""
        turn, company = game.step, self.company
        assert isinstance(turn, StockTurn)
        purse = game.purse(company)
        cost = stock.share_price(game, turn.player, company, purse)
        effects.pay(game, turn.player, purse, cost, Text("1 {company}", company=game.symbol(company)))
        effects.move_shares(game, purse, turn.player, company, 1)
        custody.released(game, company)
        expand(game, company)
        _go_on(game, turn, company, may_buy=False)


# -- the rest of the action -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Expansion(StockTurn):
    """The rest of the action that floats a major: sales of other railroads, then perhaps a share of the new one."""

    company: Company
    """The new major."""
    may_buy: bool
    """Has the player not bought a share before it expanded (18OE-MAJOR-09)?"""
    order: ClassVar[str] = "turn.expansion"

    def task(self, game: Game) -> Text:
        """The new major is named: the player may hold shares of several."""
        company = game.symbol(self.company)
        if not self.may_buy:
            return Text("sell shares of others than {company}, the new major", company=company)
        return Text("sell other shares, and buy a share of {company}, the new major", company=company)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Whoever has Barclay is asked for its sake as well: a new par may bring the share within reach."""
        any_time = (barclay.KEEP, barclay.PROP) if game.follows(BARCLAY_WHILE_FLOATING) else ()
        return (*EXPANSION_MOVES, *any_time)

    def must_buy(self, game: Game) -> bool:
        """Somebody who does not preside over the new major has to buy a share of it, and so will (18OE-MAJOR-10)."""
        return self.may_buy and game.state.director[self.company] != self.player


def _go_on(game: Game, step: StockTurn, company: Company, may_buy: bool) -> None:
    """The rest of the action. Shares of the new major are not sold in it: they count as sold already."""
    game.put(Expansion(step.player, sold=(company,), dealt=True, company=company, may_buy=may_buy))


def sale_refusal(game: Game, step: Expansion, action: Sell) -> Refusal | None:
    """Other railroads only, and enough for a share that has to be bought (18OE-MAJOR-08, 18OE-MAJOR-10)."""
    if action.company == step.company:
        return game.forbid("major.new", "Shares of {company} are not sold now", company=game.symbol(step.company))
    refusal = stock.sell_refusal(game, step, action)
    if refusal is not None or not step.must_buy(game):
        return refusal
    later = _largest_sales(game, step.player, (action.company, *step.sold))
    if _could_buy_third(game, step.player, step.company, {**later, action.company: action.count}):
        return None
    return game.forbid(
        "major.third", "You could not buy a share of {company} afterwards", company=game.symbol(step.company)
    )


def third_refusal(game: Game, step: Expansion, action: Buy) -> Refusal | None:
    """One treasury share of the new major at its par, if none was bought before (18OE-MAJOR-09)."""
    company = step.company
    if not step.may_buy or (action.company, action.source) != (company, game.purse(company)):
        return game.forbid(
            "major.share", "Only one share of {company} from its treasury is bought now", company=game.symbol(company)
        )
    return stock.buy_refusal(game, step, action)


def end_refusal(game: Game, step: Expansion, action: Pass) -> Refusal | None:
    """A floater who does not preside must buy a share (18OE-MAJOR-10)."""
    if step.must_buy(game):
        return game.forbid("major.third", "You must buy a share of {company}", company=game.symbol(step.company))
    return certificates.pass_refusal(game, step, action)


def _sales(game: Game, step: Expansion) -> Iterable[Choice]:
    return () if step.bought else stock.sales(game, step.player, lambda action: sale_refusal(game, step, action))


def _third(game: Game, step: Expansion) -> Iterable[Buy]:
    return (Buy(step.company, game.purse(step.company)),)


EXPANSION_MOVES: tuple[AnyMove, ...] = (
    Move(Sell, _sales, sale_refusal, interruptions.sell),
    Move(Buy, filtered(_third, third_refusal), third_refusal, interruptions.buy),
    private_cards.CLOSE,
    private_cards.REMOVE,
    passing(stock_actions.finish, end_refusal),
)


def _regionals(game: Game) -> Iterable[Company]:
    return (company for company in railroad_phases.regionals(game) if game.state.kind[company] == REGIONAL)


MOVES: tuple[AnyMove, ...] = (
    own_action(Expand, lambda game, _: map(Expand, _regionals(game)), expand_refusal, _expand),
    own_action(BuyAndExpand, lambda game, _: map(BuyAndExpand, _regionals(game)), buy_first_refusal, _buy_and_expand),
)
"""Floating a major is a stock action of its own (18OE-MAJOR-13)."""
