"""Pullmans: bought from minor M, the Open Market or another railroad (rules 18OE-PULLMAN).

Where they are is in the record, not among the trains: a Pullman does not count against the limit (18OE-PULLMAN-08) and
stays with a railroad that has lost all its trains (18OE-PULLMAN-12).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice
from railhead.core.events import Noted
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, filtered
from railhead.core.text import Text
from railhead.rules import consent
from railhead.rules.consent import Proposal
from railhead.rules.trains import BuyTrains
from railhead.titles.t18oe import powers
from railhead.titles.t18oe.facts import NATIONAL, NUMBERS, PHASE
from railhead.titles.t18oe.record import amend, record
from railhead.titles.t18oe.rolling_stock import discounted

WAGONS_LITS = "M"
PURPOSE = Text("a Pullman")


@dataclass(frozen=True, slots=True)
class BuyPullman(Action):
    """Buy a Pullman from minor M's stock or from the Open Market."""

    source: Owner
    form: ClassVar[str] = "pullman from {source}"
    label: ClassVar[str] = "Buy a Pullman from {source}"
    told: ClassVar[tuple[str, ...]] = ("{actor} buys a Pullman",)
    topic: ClassVar[Topic] = Topic.TRAINS


@dataclass(frozen=True, slots=True)
class AskForPullman(Action):
    """Offer to buy the Pullman of another railroad."""

    seller: Company
    form: ClassVar[str] = "pullman of {seller}"
    label: ClassVar[str] = "Offer to buy the Pullman of {seller}"
    told: ClassVar[tuple[str, ...]] = ("{actor} offers to buy the Pullman of {seller}",)
    topic: ClassVar[Topic] = Topic.TRAINS


@dataclass(frozen=True, slots=True)
class DiscardPullman(Action):
    """Give up the railroad's Pullman for nothing."""

    form: ClassVar[str] = "discard pullman"
    label: ClassVar[str] = "Discard the Pullman"
    told: ClassVar[tuple[str, ...]] = ("{actor} discards its Pullman",)
    topic: ClassVar[Topic] = Topic.TRAINS


# -- who has one ----------------------------------------------------------------------------------


def owns(game: Game, company: Company) -> bool:
    """Does a railroad have a Pullman? Every national has the one on its charter (18OE-NATL-12)."""
    return game.state.kind[company] == NATIONAL or can_give(game, company)


def can_give(game: Game, company: Company) -> bool:
    """Does a railroad have a Pullman that is not printed on its charter?

    It is none of its trains (18OE-PULLMAN-08), and needs none (18OE-PULLMAN-12).
    """
    return company in record(game).pullmans


def arrive(game: Game) -> None:
    """Pullmans are available, and minor M or its major has one without paying (18OE-PULLMAN-10, 18OE-MINOR-22)."""
    known, maker = record(game), powers.holder(game, WAGONS_LITS)
    amend(game, own_pullman=True, pullman_stock=known.pullman_stock - 1)
    if maker is not None:
        _put(game, maker)


def _take(game: Game, company: Company) -> None:
    """A railroad has no Pullman any more; if it was the free one, minor M has none of its own."""
    amend(game, pullmans=tuple(other for other in record(game).pullmans if other != company))
    if powers.has(game, company, WAGONS_LITS):
        amend(game, own_pullman=False)


def _put(game: Game, company: Company) -> None:
    amend(game, pullmans=(*record(game).pullmans, company))


# -- buying one from the bank ---------------------------------------------------------------------


def price(game: Game, company: Company) -> int:
    """What a Pullman from minor M or the Open Market costs (18OE-PULLMAN-04, 18OE-PULLMAN-05, 18OE-PULLMAN-06)."""
    return discounted(game, company, NUMBERS.pullman_price)


def buy_refusal(game: Game, step: BuyTrains, action: BuyPullman) -> Refusal | None:
    """Which rule forbids buying a Pullman from the bank, in the step in which trains are bought (18OE-PULLMAN-01)."""
    left = {BANK: record(game).pullman_stock, POOL: record(game).pullmans_in_market}
    return (
        _needless(game, step.company)
        or (None if left.get(action.source) else game.forbid("pullman.none", "There is no Pullman for sale there"))
        or _cash_refusal(game, step.company, price(game, step.company))
    )


def _needless(game: Game, company: Company) -> Refusal | None:
    """From Train Phase 4 on a railroad may have one, and only one (18OE-PHASE-17, 18OE-PULLMAN-02)."""
    if game.state.phase < PHASE["4"]:
        return game.forbid("pullman.phase", "Pullmans are available from Train Phase 4 on")
    if owns(game, company):
        return game.forbid("pullman.one", "{company} has a Pullman", company=game.symbol(company))
    return None


def _cash_refusal(game: Game, company: Company, amount: int) -> Refusal | None:
    cash = game.treasury(company)
    if amount > cash:
        return game.forbid(
            "pullman.cash",
            "A Pullman costs {amount}, but {company} has {cash}",
            amount=amount,
            company=game.symbol(company),
            cash=cash,
        )
    return None


def _buy_candidates(game: Game, step: BuyTrains) -> Iterable[BuyPullman]:
    return (BuyPullman(BANK), BuyPullman(POOL))


def _buy(game: Game, step: BuyTrains, action: BuyPullman) -> None:
    """The price goes to the bank; for one of its stock minor M or its major is paid (18OE-PULLMAN-04)."""
    company, now = step.company, record(game)
    effects.pay(game, game.purse(company), BANK, price(game, company), PURPOSE)
    _put(game, company)
    if action.source == POOL:
        amend(game, pullmans_in_market=now.pullmans_in_market - 1)
        return
    amend(game, pullman_stock=now.pullman_stock - 1)
    maker = powers.holder(game, WAGONS_LITS)
    if maker is not None:
        effects.pay(game, BANK, game.purse(maker), NUMBERS.pullman_royalty, Text("its royalty for a Pullman"))


# -- buying one from another railroad -------------------------------------------------------------


def ask_refusal(game: Game, step: BuyTrains, action: AskForPullman) -> Refusal | None:
    """Which rule forbids asking another railroad for its Pullman, at a fixed price (18OE-PULLMAN-07)."""
    seller = action.seller
    if seller == step.company or not can_give(game, seller) or game.controller(seller) is None:
        return game.forbid("pullman.none", "{seller} has no Pullman to sell", seller=game.symbol(seller))
    if seller in record(game).pullman_declined:
        return game.forbid("pullman.declined", "{seller} keeps its Pullman", seller=game.symbol(seller))
    return _needless(game, step.company) or _cash_refusal(game, step.company, NUMBERS.pullman_used)


def _ask_candidates(game: Game, step: BuyTrains) -> Iterable[AskForPullman]:
    return (AskForPullman(seller) for seller in record(game).pullmans)


def _ask(game: Game, step: BuyTrains, action: AskForPullman) -> None:
    consent.ask(game, step.company, action.seller, PullmanSale(step.company, action.seller))


@dataclass(frozen=True, slots=True)
class PullmanSale(Proposal):
    """One railroad sells its Pullman to another."""

    order: ClassVar[str] = "turn.train_sale"
    buyer: Company
    seller: Company

    def terms(self, game: Game) -> Text:
        """Who offers how much for whose Pullman."""
        return Text(
            "{buyer}, which offers {amount} for the Pullman of {seller}",
            buyer=game.symbol(self.buyer),
            amount=NUMBERS.pullman_used,
            seller=game.symbol(self.seller),
        )

    def agreed(self, game: Game) -> None:
        """The price is paid to the seller, and the Pullman changes hands."""
        effects.pay(game, game.purse(self.buyer), game.purse(self.seller), NUMBERS.pullman_used, PURPOSE)
        _take(game, self.seller)
        _put(game, self.buyer)

    def declined(self, game: Game) -> None:
        """The railroad is not asked again in this step."""
        amend(game, pullman_declined=(*record(game).pullman_declined, self.seller))


# -- giving one up --------------------------------------------------------------------------------


def discard_refusal(game: Game, step: BuyTrains, _: DiscardPullman) -> Refusal | None:
    """A railroad may discard its Pullman before it buys trains (18OE-PULLMAN-09); a national never (18OE-NATL-12)."""
    if not can_give(game, step.company):
        return game.forbid("pullman.none", "{company} has no Pullman to discard", company=game.symbol(step.company))
    if record(game).bought:
        return game.forbid("pullman.discard", "A Pullman is discarded before trains are bought")
    return None


def _discard_options(game: Game, step: BuyTrains) -> Iterable[Choice]:
    if discard_refusal(game, step, DiscardPullman()) is None:
        yield Choice(DiscardPullman)


def _discard(game: Game, step: BuyTrains, _: DiscardPullman) -> None:
    game.tell(Noted(Text("The Pullman of {company} lies in the Open Market", company=game.symbol(step.company))))
    _take(game, step.company)
    amend(game, pullmans_in_market=record(game).pullmans_in_market + 1)


MOVES: tuple[AnyMove, ...] = (
    Move(BuyPullman, filtered(_buy_candidates, buy_refusal), buy_refusal, _buy),
    Move(AskForPullman, filtered(_ask_candidates, ask_refusal), ask_refusal, _ask),
    Move(DiscardPullman, _discard_options, discard_refusal, _discard),
)
ACTIONS = (BuyPullman, AskForPullman, DiscardPullman)
