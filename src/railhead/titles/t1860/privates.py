"""Private companies: income, sale, purchase, exchange, and the Fishbourne Ferry (rules 1860-PRIV)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol, TypeVar

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.deals import PrivateSold
from railhead.core.events import PrivateClosed, PrivateMoved, SharesMoved
from railhead.core.game import Game
from railhead.core.ids import BANK, NOBODY, Company, Owner, Private, Seat
from railhead.core.laws import CompanyLaw
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.state import BANKRUPT, STARTED
from railhead.core.steps import Move, filtered
from railhead.core.text import verbatim
from railhead.rules import directors, stock
from railhead.rules.stock import StockRules, StockTurn, unless_over_limit
from railhead.titles.t1860.facts import FISHBOURNE, LINKED, NUMBERS, PHASE

A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class BuyPrivate(Action):
    """Buy a private company from the bank."""

    private: Private
    form: ClassVar[str] = "buy-private {private}"
    label: ClassVar[str] = "Buy {private} from the bank"
    topic: ClassVar[Topic] = Topic.PRIVATES
    deed: ClassVar[Deed] = Deed.BUY_PRIVATE


@dataclass(frozen=True, slots=True)
class SellPrivate(Action):
    """Sell a private company to the bank."""

    private: Private
    form: ClassVar[str] = "sell-private {private}"
    label: ClassVar[str] = "Sell {private} to the bank"
    told: ClassVar[tuple[str, ...]] = (
        "{player} sells {private} to the bank for {price}",
        "{player} sells {private} to the bank",
    )
    covers: ClassVar[tuple[type[object], ...]] = (
        PrivateSold,
        PrivateMoved,
    )
    topic: ClassVar[Topic] = Topic.PRIVATES
    deed: ClassVar[Deed] = Deed.SELL_PRIVATE


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """Exchange a private company for a share of the company it is linked with."""

    private: Private
    form: ClassVar[str] = "exchange {private}"
    label: ClassVar[str] = "Exchange {private} for a share of {private_linked}"
    told: ClassVar[tuple[str, ...]] = ("{player} exchanges {private} for a share of {company}",)
    covers: ClassVar[tuple[type[object], ...]] = (
        PrivateClosed,
        SharesMoved,
    )
    topic: ClassVar[Topic] = Topic.PRIVATES
    deed: ClassVar[Deed] = Deed.EXCHANGE


def reserving(game: Game, company: Company) -> Private | None:
    """The open private that keeps the last certificate of a company's pile (1860-PRIV-12, 1860-PRIV-13)."""
    for private in game.book.private_ids:
        if LINKED[private] == company and game.state.privates[private] != NOBODY:
            return private
    return None


def reserved(game: Game, company: Company, source: Owner) -> Refusal | None:
    """The certificate at the bottom of the pile is kept for the private while that is open.

    Rules 1860-SETUP-06 and 1860-PRIV-12.
    """
    if source == BANK and game.held(BANK, company) == 1 and reserving(game, company) is not None:
        return game.forbid("private.reserved", "The last certificate is reserved for the linked private company")
    return None


# -- selling --------------------------------------------------------------------------------------


def sell_refusal(game: Game, step: StockTurn, action: SellPrivate) -> Refusal | None:
    """From the second stock round on, before the turn's purchase (1860-PRIV-03, 1860-PRIV-04)."""
    if game.state.privates[action.private] != step.player:
        return game.forbid("private.yours", "You do not own this private company")
    if game.state.round.number == 1:
        return game.forbid("private.first_round", "Private companies may not be sold in the first stock round")
    if step.bought:
        return game.forbid("stock.sell_first", "Sales must come before the turn's purchase")
    return None


def _sell(game: Game, step: StockTurn, action: SellPrivate) -> None:
    facts = game.book.privates[action.private]
    effects.pay(game, BANK, step.player, facts.value - NUMBERS.private_sale_loss, verbatim(facts.symbol))
    effects.give_private(game, action.private, BANK)
    round_ = stock.current_round(game)
    sold = (*round_.sold_privates, (step.player, action.private))
    game.state.agenda = (
        *game.state.agenda[:-2],
        replace(round_, sold_privates=sold),
        replace(step, dealt=True),
    )


# -- buying ---------------------------------------------------------------------------------------


def buy_refusal(game: Game, step: StockTurn, action: BuyPrivate) -> Refusal | None:
    """A private that the bank has; Fishbourne only from phase 6 (1860-PRIV-06, 1860-PRIV-17, 1860-PHASE-03)."""
    if game.state.privates[action.private] != BANK:
        return game.forbid("private.bank", "The bank does not have this private company for sale")
    if action.private == FISHBOURNE and game.state.phase < PHASE["6"]:
        return game.forbid("private.fishbourne", "Fishbourne is for sale only after the first 6+3 train")
    if (step.player, action.private) in stock.current_round(game).sold_privates:
        return game.forbid("private.sold", "You have sold this private company in this stock round")
    return stock.purchase_refusal(game, step, game.book.privates[action.private].value)


def _buy(game: Game, step: StockTurn, action: BuyPrivate) -> None:
    facts = game.book.privates[action.private]
    effects.pay(game, step.player, BANK, facts.value, verbatim(facts.symbol))
    effects.give_private(game, action.private, step.player)
    if action.private == FISHBOURNE:
        _close_others(game)
    stock.note_purchase(game, step)


def _close_others(game: Game) -> None:
    """The purchase of Fishbourne closes every other private for good (1860-PRIV-18)."""
    for private in game.book.private_ids:
        if private != FISHBOURNE and game.state.privates[private] != NOBODY:
            effects.close_private(game, private)


# -- exchanging -----------------------------------------------------------------------------------


def exchange_refusal(game: Game, step: StockTurn, action: Exchange) -> Refusal | None:
    """On the owner's turn, once the linked company is started and not bankrupt.

    Rules 1860-PRIV-07, 1860-PRIV-08, 1860-PRIV-09 and 1860-PRIV-16. The certificate limit does not matter, as private
    and share count one each (1860-CERT-05).
    """
    company = LINKED[action.private]
    if company is None:
        return game.forbid("private.pairs", "This private company is not linked with any other")
    rules = game.rules[PrivateExchangeRules]
    return rules.may_exchange(game, step.player, action.private) or rules.exchanged_for(game, company)


def on_own_turn(game: Game, player: Seat, private: Private) -> Refusal | None:
    """The owner exchanges a private, on their own turn (1860-PRIV-09)."""
    if game.state.privates[private] != player:
        return game.forbid("private.turn", "Only the owner may exchange a private company, on their own turn")
    return None


def started_and_sound(game: Game, company: Company) -> Refusal | None:
    """The linked company has been started and is not bankrupt (1860-PRIV-08, 1860-PRIV-16)."""
    if game.state.has(company, BANKRUPT):
        return game.forbid(
            "private.bankrupt", "{company} is bankrupt and has not refloated", company=game.symbol(company)
        )
    if not game.state.has(company, STARTED):
        return game.forbid("private.started", "{company} has not been started", company=game.symbol(company))
    return None


class PrivateLaw(Protocol):
    """Whether anything keeps a player from exchanging a private."""

    def __call__(self, game: Game, player: Seat, private: Private) -> Refusal | None: ...


@dataclass(frozen=True)
class PrivateExchangeRules(RuleGroup):
    """When a private is exchanged for a share."""

    may_exchange: PrivateLaw = on_own_turn
    """May a private be exchanged on the turn of this player?"""
    exchanged_for: CompanyLaw = started_and_sound
    """May it be exchanged for a share of the linked company?"""


def _exchange(game: Game, step: StockTurn, action: Exchange) -> None:
    """The owner takes the top certificate of the pile, without using up the turn; the private is gone for good.

    Rules 1860-PRIV-10, 1860-PRIV-11 and 1860-PRIV-15. The share may float the company (1860-PRIV-14).
    """
    company, owner = LINKED[action.private], game.book.seat_of(game.state.privates[action.private])
    assert company is not None
    assert owner is not None
    effects.close_private(game, action.private)
    effects.move_shares(game, BANK, owner, company, 1)
    directors.settle_after_purchase(game, company, owner)
    game.rules[StockRules].after_trade(game, company)


def _candidates(action: Callable[[Private], A]) -> Callable[[Game, StockTurn], Iterable[A]]:
    """The action for every private that the player or the bank owns."""

    def candidates(game: Game, step: StockTurn) -> Iterable[A]:
        owners = game.state.privates
        return [action(p) for p in game.book.private_ids if owners[p] in (step.player, BANK)]

    return candidates


SELL_PRIVATE = unless_over_limit(
    Move(SellPrivate, filtered(_candidates(SellPrivate), sell_refusal), sell_refusal, _sell)
)
BUY_PRIVATE = unless_over_limit(Move(BuyPrivate, filtered(_candidates(BuyPrivate), buy_refusal), buy_refusal, _buy))
EXCHANGE = unless_over_limit(
    Move(Exchange, filtered(_candidates(Exchange), exchange_refusal), exchange_refusal, _exchange)
)
