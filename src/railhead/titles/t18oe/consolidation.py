"""The Consolidation: a stock round in which all minors and regionals leave the game (rules 18OE-CONSOL)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Pass, Topic
from railhead.core.choices import Choice, Span, only
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Seat
from railhead.core.refusal import Refusal
from railhead.core.spelling import Money
from railhead.core.state import CLOSED, STARTED
from railhead.core.steps import AnyMove, CompanyStep, Move, PlayerStep, filtered, passing
from railhead.core.text import Text, joined
from railhead.rules.stock import StockTurn
from railhead.titles.t18oe import (
    abandoning,
    charter_assets,
    deals,
    merging,
    order_track,
    railroad_phases,
    rolling_stock,
    stock_actions,
)
from railhead.titles.t18oe.facts import MAJOR, MINOR, NATIONAL, REGIONAL
from railhead.titles.t18oe.record import amend, record

COMING, OVER = 1, 2
"""Values of `Record18OE.consolidated`: the next stock round is it, or this one; it has been."""

Offer = tuple[Company, int]
"""What a railroad's president offers the owner of a minor."""


@dataclass(frozen=True, slots=True)
class SeekOffers(Action):
    """Ask the other players who would take a minor that fits no railroad of one's own."""

    minor: Company
    form: ClassVar[str] = "seek offers for {minor}"
    label: ClassVar[str] = "Ask the others who takes {minor}"
    told: ClassVar[tuple[str, ...]] = ("{player} asks who takes {minor}",)
    topic: ClassVar[Topic] = Topic.MERGERS


@dataclass(frozen=True, slots=True)
class OfferForMinor(Action):
    """Offer to merge the minor into the railroad, for an amount that its owner gets."""

    amount: Money
    minor: Company
    form: ClassVar[str] = "offer {amount} for minor {minor}"
    label: ClassVar[str] = "Take {minor} and pay its owner {amount}"
    told: ClassVar[tuple[str, ...]] = (
        "{player} would merge {minor} into {actor} for {amount}",
        "{player} would merge {minor} into {actor}",
    )
    topic: ClassVar[Topic] = Topic.MERGERS


@dataclass(frozen=True, slots=True)
class AcceptOffer(Action):
    """Accept one of several offers."""

    company: Company
    form: ClassVar[str] = "accept offer of {company}"
    label: ClassVar[str] = "Accept the offer of {company}"
    told: ClassVar[tuple[str, ...]] = ("{player} accepts the offer of {company}",)
    topic: ClassVar[Topic] = Topic.MERGERS


# -- who may not pass -----------------------------------------------------------------------------


def is_on(game: Game) -> bool:
    """Is this stock round, with all its actions, the Consolidation (18OE-PHASE-18, 18OE-CONSOL-01)?"""
    return record(game).consolidated == COMING and game.state.round.kind == "stock"


def notes(game: Game) -> tuple[Text, ...]:
    """What everybody should know of this stock round (18OE-CONSOL-01, 18OE-CONSOL-10)."""
    return (Text("Consolidation: all minors and regionals leave the game in this round"),) if is_on(game) else ()


def minors_of(game: Game, seat: Seat) -> list[Company]:
    """The minors in play of a player."""
    return [c for c in game.all_companies() if merging.is_minor(game, c) and game.controller(c) == seat]


def regionals_of(game: Game, seat: Seat) -> list[Company]:
    """The regionals that a player presides over."""
    return [c for c in game.all_companies() if game.state.kind[c] == REGIONAL and game.controller(c) == seat]


def fits(game: Game, seat: Seat, minor: Company) -> bool:
    """May a minor merge into a major or national of this player, without a share as well (18OE-CONSOL-03)?"""
    own = (c for c in game.all_companies() if game.controller(c) == seat and game.state.kind[c] in (MAJOR, NATIONAL))
    return any(merging.refusal(game, minor, company) is None for company in own)


def pass_refusal(game: Game, step: StockTurn, action: Pass) -> Refusal | None:
    """Nobody passes as long as they own a minor or a regional (18OE-CONSOL-02, 18OE-CONSOL-04, 18OE-CONSOL-10).

    Whoever has taken another action instead may end their turn.
    """
    if not is_on(game) or step.dealt:
        return None
    for minor in minors_of(game, step.player):
        if fits(game, step.player, minor):
            return game.forbid("consolidation.merge", "{minor} must be merged", minor=game.symbol(minor))
    for regional in regionals_of(game, step.player):
        return game.forbid("consolidation.expand", "{regional} must become a major", regional=game.symbol(regional))
    for minor in minors_of(game, step.player):
        return game.forbid("consolidation.offers", "You must ask who takes {minor}", minor=game.symbol(minor))
    return None


# -- offers ---------------------------------------------------------------------------------------


def seek_refusal(game: Game, step: StockTurn, action: SeekOffers) -> Refusal | None:
    """Only for a minor that fits nothing of one's own, and only after all own regionals have expanded.

    Rules 18OE-CONSOL-05 and 18OE-CONSOL-07.
    """
    minor = action.minor
    if not is_on(game):
        return game.forbid("consolidation.time", "That is done only in the Consolidation")
    if minor not in minors_of(game, step.player):
        return game.forbid("consolidation.own", "{minor} is not a minor of yours", minor=game.symbol(minor))
    if regionals_of(game, step.player):
        return game.forbid("consolidation.wait", "All your regionals must become majors first")
    if fits(game, step.player, minor):
        return game.forbid("consolidation.merge", "{minor} fits a railroad of your own", minor=game.symbol(minor))
    return deals.turn_refusal(game, step)


def takers(game: Game, owner: Seat, minor: Company) -> list[Company]:
    """The railroads of others with a share for the minor that have taken none in this round, in player order.

    Rule 18OE-CONSOL-07: a share in the treasury of a major, or in the Open Market for a national.
    """
    return [
        company
        for seat in game.others(owner)
        for company in game.all_companies()
        if game.controller(company) == seat
        and _has_a_share(game, owner, company)
        and merging.refusal(game, minor, company) is None
    ]


def _has_a_share(game: Game, owner: Seat, company: Company) -> bool:
    kind = game.state.kind[company]
    if kind not in (MAJOR, NATIONAL):
        return False
    source = merging.share_source(game, owner, company)
    return source == game.purse(company) if kind == MAJOR else source is not None


def _seek(game: Game, step: StockTurn, action: SeekOffers) -> None:
    stock_actions.spend(game, step)
    _ask(game, step.player, action.minor, tuple(takers(game, step.player, action.minor)), ())


def _ask(game: Game, owner: Seat, minor: Company, waiting: tuple[Company, ...], offers: tuple[Offer, ...]) -> None:
    """The next president is asked; after the last one the owner chooses, or the minor is abandoned.

    Rules 18OE-CONSOL-08 and 18OE-CONSOL-09.
    """
    if waiting:
        game.push(MakeOffer(waiting[0], minor, owner, waiting[1:], offers))
    elif len(offers) > 1:
        game.push(ChooseOffer(owner, minor, offers))
    elif offers:
        _take(game, owner, minor, offers[0])
    else:
        abandoning.abandon(game, minor)


def _take(game: Game, owner: Seat, minor: Company, offer: Offer) -> None:
    company, amount = offer
    effects.pay(game, game.player_for(company), owner, amount, Text("the minor {minor}", minor=game.symbol(minor)))
    merging.merge(game, minor, company)


# -- the end of the round -------------------------------------------------------------------------


def finish(game: Game) -> None:
    """The Consolidation is over: what nobody owned leaves as well, minors to the Open Market (18OE-CONSOL-10)."""
    if not is_on(game):
        return
    amend(game, consolidated=OVER)
    for company in game.all_companies():
        in_play = game.state.status[company] & (STARTED | CLOSED) == STARTED
        if not in_play or game.controller(company) is not None:
            continue
        if game.state.kind[company] == MINOR:
            abandoning.abandon(game, company)
        elif game.state.kind[company] == REGIONAL:
            _leave(game, company)


def _leave(game: Game, company: Company) -> None:
    """A regional that was insolvent leaves the game with its tokens; its trains are for sale. It has no Pullman yet."""
    for owner in game.book.owner_ids[1:]:
        effects.move_shares(game, owner, BANK, company, game.held(owner, company))
    effects.set_director(game, company, BANK)
    for train in game.trains_of(company):
        rolling_stock.discard(game, company, train)
    charter_assets.lose_markers(game, company)
    charter_assets.lose_tokens(game, company)
    charter_assets.pay_to_bank(game, company)
    effects.unmark(game, company, STARTED)
    railroad_phases.leave(game, company)
    order_track.leave(game, company)


# -- making and choosing an offer -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MakeOffer(CompanyStep):
    """The president of a railroad may offer to take a minor that fits nothing of its owner's."""

    minor: Company
    owner: Seat
    waiting: tuple[Company, ...]
    """The railroads whose presidents are asked after this one."""
    offers: tuple[Offer, ...]
    order: ClassVar[str] = "consolidation.offer"
    on_pass: ClassVar[str] = "{actor} makes no offer"

    def task(self, game: Game) -> Text:
        return Text(
            "make an offer for {minor} of {owner} on behalf of {company}",
            minor=game.symbol(self.minor),
            owner=game.name(self.owner),
            company=game.symbol(self.company),
        )

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What others have offered."""
        return _offers(game, self.offers)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return OFFER_MOVES


def _offers(game: Game, offers: tuple[Offer, ...]) -> tuple[Text, ...]:
    if not offers:
        return ()
    listed = joined(f"{game.symbol(company)} {amount}" for company, amount in offers)
    return (Text("Offers: {offers}", offers=listed),)


def _offer_refusal(game: Game, step: MakeOffer, action: OfferForMinor) -> Refusal | None:
    """Only personal cash (18OE-MERGE-20)."""
    cash = game.state.cash[step.seat(game)]
    if action.minor != step.minor:
        return game.forbid("consolidation.offer", "Offers are made for {minor}", minor=game.symbol(step.minor))
    if action.amount > cash:
        return game.forbid("consolidation.cash", "You have only {cash}", cash=cash)
    return None


def _offer_options(game: Game, step: MakeOffer) -> Iterable[Choice]:
    yield Choice(OfferForMinor, (Span(0, game.state.cash[step.seat(game)]), only(step.minor)))


def _offer(game: Game, step: MakeOffer, action: OfferForMinor) -> None:
    game.pop()
    _ask(game, step.owner, step.minor, step.waiting, (*step.offers, (step.company, action.amount)))


def _no_offer(game: Game, step: MakeOffer) -> None:
    game.pop()
    _ask(game, step.owner, step.minor, step.waiting, step.offers)


@dataclass(frozen=True, slots=True)
class ChooseOffer(PlayerStep):
    """The owner of a minor accepts one of several offers; one must be accepted (18OE-CONSOL-08)."""

    minor: Company
    offers: tuple[Offer, ...]
    order: ClassVar[str] = "consolidation.choose"

    def task(self, game: Game) -> Text:
        return Text("choose who takes {minor}", minor=game.symbol(self.minor))

    def situation(self, game: Game) -> tuple[Text, ...]:
        return _offers(game, self.offers)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return CHOICE_MOVES


def _accept_refusal(game: Game, step: ChooseOffer, action: AcceptOffer) -> Refusal | None:
    if action.company not in dict(step.offers):
        return game.forbid("consolidation.choose", "{company} has made no offer", company=game.symbol(action.company))
    return None


def _accept(game: Game, step: ChooseOffer, action: AcceptOffer) -> None:
    game.pop()
    _take(game, step.player, step.minor, (action.company, dict(step.offers)[action.company]))


SEEK: AnyMove = Move(
    SeekOffers,
    filtered(lambda game, step: map(SeekOffers, minors_of(game, step.player)), seek_refusal),
    seek_refusal,
    _seek,
)
OFFER_MOVES: tuple[AnyMove, ...] = (
    Move(OfferForMinor, _offer_options, _offer_refusal, _offer),
    passing(_no_offer),
)
CHOICE_MOVES: tuple[AnyMove, ...] = (
    Move(
        AcceptOffer,
        filtered(lambda _, step: [AcceptOffer(company) for company, _ in step.offers], _accept_refusal),
        _accept_refusal,
        _accept,
    ),
)
ACTIONS = (SeekOffers, OfferForMinor, AcceptOffer)
