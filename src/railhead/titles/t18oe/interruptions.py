"""Rights of other players that come before a purchase or a sale is carried out.

The 25% shares of a regional may be reserved (18OE-RESV-02). The owner of Barclay may keep a share for themselves
(18OE-PRIV-17), or keep a marker from falling (18OE-PRIV-20). They are asked only if the right would be lost otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core.game import Game
from railhead.core.ids import Company, Owner, Seat
from railhead.core.spelling import Count
from railhead.core.text import Text
from railhead.rules import stock
from railhead.rules.reactions import Right, offer_right
from railhead.rules.stock import Buy, Sell, StockTurn
from railhead.titles.t18oe import barclay, custody, reserving
from railhead.titles.t18oe.reserving import ReserveFirst, interrupted


def buy(game: Game, step: StockTurn, action: Buy) -> None:
    """A player buys a share, unless somebody reserves it or keeps it."""
    reserving.ask(game, step.player, ReserveBeforePurchase(action.company, action.source))


def sell(game: Game, step: StockTurn, action: Sell) -> None:
    """A player sells shares; somebody may keep the marker from falling."""
    company = action.company
    offer_right(game, _one(barclay.wants_to_prop(game, step.player, company)), PropBeforeSale(company, action.count))


def _one(seat: Seat | None) -> tuple[Seat, ...]:
    return () if seat is None else (seat,)


def _turn(game: Game) -> StockTurn:
    """The turn that was interrupted."""
    turn = game.step
    assert isinstance(turn, StockTurn)
    return turn


def _complete(game: Game, company: Company, source: Owner) -> None:
    """The share is bought; one that was kept for somebody may be released (18OE-PRIV-19)."""
    stock.buy(game, _turn(game), Buy(company, source))
    custody.released(game, company)


@dataclass(frozen=True, slots=True)
class ReserveBeforePurchase(ReserveFirst):
    """The shares may be reserved before a player buys the first of them (18OE-RESV-02)."""

    source: Owner

    def waived(self, game: Game) -> None:
        """The owner of Barclay is asked next, if the share comes from a treasury."""
        company, source = self.company, self.source
        keeps = barclay.wants_to_keep(game, _turn(game).player, company) if source == game.purse(company) else None
        offer_right(game, _one(keeps), KeepBeforePurchase(company, source))


@dataclass(frozen=True, slots=True)
class KeepBeforePurchase(Right):
    """A share may be kept before another player buys one (18OE-PRIV-17)."""

    company: Company
    source: Owner

    def terms(self, game: Game) -> Text:
        """Keep a share."""
        return Text("have a share of {company} kept for yourself", company=game.symbol(self.company))

    def against(self, game: Game) -> Text:
        """Somebody wants to buy a share."""
        player, company = game.name(interrupted(game)), game.symbol(self.company)
        return Text("{player} wants to buy a share of {company}", player=player, company=company)

    def used(self, game: Game, seat: Seat) -> None:
        """Other shares stay free: the buyer gets one of those, or may choose another action (18OE-PRIV-19)."""
        barclay.keep_share(game, seat, self.company)
        if stock.buy_refusal(game, _turn(game), Buy(self.company, self.source)) is None:
            _complete(game, self.company, self.source)

    def waived(self, game: Game) -> None:
        """The share is bought."""
        _complete(game, self.company, self.source)


@dataclass(frozen=True, slots=True)
class PropBeforeSale(Right):
    """A marker may be kept from falling before another player sells shares (18OE-PRIV-20)."""

    company: Company
    count: Count

    def terms(self, game: Game) -> Text:
        """Keep the marker where it is."""
        return Text("keep the marker of {company} from moving down", company=game.symbol(self.company))

    def against(self, game: Game) -> Text:
        """Somebody wants to sell shares."""
        player, company = game.name(interrupted(game)), game.symbol(self.company)
        return Text("{player} wants to sell shares of {company}", player=player, company=company)

    def used(self, game: Game, seat: Seat) -> None:
        """The shares are sold, but the marker stays."""
        barclay.prop_up(game, seat, self.company)
        self.waived(game)

    def waived(self, game: Game) -> None:
        """The shares are sold."""
        stock.sell(game, _turn(game), Sell(self.count, self.company))
