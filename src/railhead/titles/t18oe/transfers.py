"""Transferring tokens: a major buys placed tokens of the same owner's majors, or a port authority (rules 18OE-XFER)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.events import TokenPlaced
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Stop, hex_of
from railhead.core.refusal import Refusal
from railhead.core.spelling import Money
from railhead.core.steps import AnyMove, CompanyStep, Move, filtered, passing
from railhead.core.text import Text
from railhead.rules.consent import Proposal, ask
from railhead.rules.stations import tokens_of
from railhead.titles.t18oe import authorities, homes, slots, white_cliffs
from railhead.titles.t18oe.across_water import authority
from railhead.titles.t18oe.facts import MAJOR, NUMBERS, land
from railhead.titles.t18oe.stations import cash_refusal, slot_refusal


@dataclass(frozen=True, slots=True)
class TransferTokens(CompanyStep):
    """The part of a major's turn in which it may buy placed tokens and an authority from other majors."""

    declined: tuple[Company, ...] = ()
    """Majors that do not sell their authority."""
    purpose: ClassVar[str] = "buy tokens of other majors"
    on_pass: ClassVar[str] = "{actor} buys no tokens of others"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def transfer_tokens(game: Game, company: Company) -> None:
    """Only majors have this step (18OE-XFER-01)."""
    if game.state.kind[company] == MAJOR:
        game.push(TransferTokens(company))


# -- tokens ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BuyToken(Action):
    """Replace a token of another major by one of a slot."""

    seller: Company
    stop: Stop
    slot: Money
    form: ClassVar[str] = "transfer {seller} at {stop} for {slot}"
    label: ClassVar[str] = "Replace {seller} in {stop} by the token for {slot}"
    told: ClassVar[tuple[str, ...]] = ("{actor} takes over the token of {seller} in {stop}",)
    covers: ClassVar[tuple[type[object], ...]] = (TokenPlaced,)
    topic: ClassVar[Topic] = Topic.STATIONS


def fee(stop: Stop) -> int:
    """What the seller gets, by the city; the ferry position is Lille's (18OE-XFER-05)."""
    hex_ = hex_of(white_cliffs.lille() if stop == white_cliffs.position() else stop)
    if land().is_metropolis(hex_):
        return NUMBERS.transfer_metropolis
    return NUMBERS.transfer_grand if land().is_grand(hex_) else NUMBERS.transfer_city


def token_refusal(game: Game, step: TransferTokens, action: BuyToken) -> Refusal | None:
    """A placed token, but no home, of another major of the same owner; one position a hex, and cash for it all.

    Rules 18OE-XFER-01 to 18OE-XFER-05 and 18OE-XFER-07. Nothing else limits their number (18OE-XFER-02).
    """
    company, seller = step.company, action.seller
    if not _is_sister(game, company, seller):
        return game.forbid("transfer.owner", "Tokens are bought of other majors of the same owner")
    if action.stop not in tokens_of(game, seller):
        return game.forbid("transfer.none", "{seller} has no token there", seller=game.symbol(seller))
    if homes.home_hex(game, seller) == hex_of(action.stop):
        return game.forbid("transfer.home", "A home is never sold")
    if _hex(action.stop) in {_hex(stop) for stop in tokens_of(game, company)}:
        return game.forbid("token.one_a_hex", "{company} already has a token there", company=game.symbol(company))
    cost = action.slot + fee(action.stop)
    return slot_refusal(game, company, action.slot) or cash_refusal(game, company, cost)


def _is_sister(game: Game, company: Company, seller: Company) -> bool:
    """Is it another major of the same owner?"""
    same = game.controller(seller) == game.controller(company)
    return seller != company and game.state.kind[seller] == MAJOR and same


def _hex(stop: Stop) -> int:
    """The hex of a token; both positions of Lille count as one."""
    return hex_of(white_cliffs.lille() if stop == white_cliffs.position() else stop)


def _tokens(game: Game, step: TransferTokens) -> Iterable[BuyToken]:
    prices = slots.affordable(game, step.company)
    for seller in game.all_companies():
        if prices and _is_sister(game, step.company, seller):
            for stop in sorted(tokens_of(game, seller)):
                yield from (BuyToken(seller, stop, price) for price in prices)


def _buy_token(game: Game, step: TransferTokens, action: BuyToken) -> None:
    """The slot is paid to the bank, the fee to the seller, whose token returns to its dearest open slot.

    Rules 18OE-XFER-04, 18OE-XFER-05 and 18OE-XFER-06.
    """
    company, seller = step.company, action.seller
    effects.pay(game, game.purse(company), BANK, action.slot, Text("a [token]"))
    access = Text("access to {place}", place=game.book.board.names[hex_of(action.stop)])
    effects.pay(game, game.purse(company), game.purse(seller), fee(action.stop), access)
    effects.replace_token(game, company, action.stop, seller)
    effects.give_tokens(game, company, -1)
    slots.use(game, company, action.slot)
    empty = slots.empty_slots(game, seller)
    if empty:
        slots.put_back(game, seller, empty[0])
        effects.give_tokens(game, seller, 1)


# -- authorities ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskForAuthority(Action):
    """Ask another major for its port authority."""

    seller: Company
    form: ClassVar[str] = "authority of {seller}"
    label: ClassVar[str] = "Buy the port authority of {seller}"
    told: ClassVar[tuple[str, ...]] = ("{actor} asks for the port authority of {seller}",)


@dataclass(frozen=True, slots=True)
class AuthoritySale(Proposal):
    """A major sells its port authority to another."""

    seller: Company
    company: Company

    def terms(self, game: Game) -> Text:
        """Who buys from whom."""
        return Text(
            "whether {seller} sells its port authority to {company} for {price}",
            seller=game.symbol(self.seller),
            company=game.symbol(self.company),
            price=NUMBERS.authority_price,
        )

    def agreed(self, game: Game) -> None:
        """The marker changes hands."""
        authorities.sell(game, self.seller, self.company)

    def declined(self, game: Game) -> None:
        """It is not asked again in this turn."""
        step = game.step
        assert isinstance(step, TransferTokens)
        game.put(replace(step, declined=(*step.declined, self.seller)))


def authority_refusal(game: Game, step: TransferTokens, action: AskForAuthority) -> Refusal | None:
    """Another major with an authority, whoever owns it (18OE-PORT-17)."""
    if action.seller == step.company or authority(game, action.seller) is None:
        return game.forbid("authority.seller", "{seller} has no authority to sell", seller=game.symbol(action.seller))
    if action.seller in step.declined:
        return game.forbid("authority.declined", "{seller} does not sell", seller=game.symbol(action.seller))
    return authorities.buyer_refusal(game, step.company)


def _sellers(game: Game, step: TransferTokens) -> Iterable[AskForAuthority]:
    return (AskForAuthority(seller) for seller in game.all_companies() if authority(game, seller) is not None)


def _ask(game: Game, step: TransferTokens, action: AskForAuthority) -> None:
    ask(game, step.company, action.seller, AuthoritySale(action.seller, step.company))


MOVES: tuple[AnyMove, ...] = (
    Move(BuyToken, filtered(_tokens, token_refusal), token_refusal, _buy_token),
    Move(AskForAuthority, filtered(_sellers, authority_refusal), authority_refusal, _ask),
    passing(lambda game, _: game.pop()),
)
ACTIONS = (BuyToken, AskForAuthority)
