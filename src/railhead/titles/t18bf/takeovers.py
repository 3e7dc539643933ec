"""A Public takes over a Minor in exchange for one of its treasury shares (rules 18BF-TAKE)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.events import TokenPlaced
from railhead.core.game import Game
from railhead.core.ids import Company, Seat, Stop, hex_of
from railhead.core.place_names import stop_name
from railhead.core.refusal import Refusal
from railhead.core.state import FLOATED
from railhead.core.steps import AnyMove, CompanyStep, Move, filtered, never, passing
from railhead.core.text import Text
from railhead.rules import consent, directors
from railhead.rules.consent import Proposal
from railhead.rules.merger_round import MergerTurn, remember_declined
from railhead.rules.stations import tokens_of
from railhead.rules.trains import ReturnTrains
from railhead.titles.t18bf import formation
from railhead.titles.t18bf.connection import is_london, linked
from railhead.titles.t18bf.facts import MINOR, PUBLIC, SYSTEM


@dataclass(frozen=True, slots=True)
class Join(Action):
    """Propose that a Public takes over the Minor."""

    company: Company
    form: ClassVar[str] = "join {company}"
    label: ClassVar[str] = "Propose to be taken over by {company}"
    told: ClassVar[tuple[str, ...]] = ("{actor} proposes to be taken over by {company}",)
    topic: ClassVar[Topic] = Topic.MERGERS


@dataclass(frozen=True, slots=True)
class ReplaceMarker(Action):
    """Replace the marker of a Minor that was taken over."""

    form: ClassVar[str] = "replace"
    label: ClassVar[str] = "Replace the marker"
    told: ClassVar[tuple[str, ...]] = ("{actor} replaces the marker at {stop}",)
    covers: ClassVar[tuple[type[object], ...]] = (TokenPlaced,)
    topic: ClassVar[Topic] = Topic.MERGERS


def refusal(game: Game, step: MergerTurn, action: Join) -> Refusal | None:
    """Which rule forbids that this company takes over the Minor (18BF-TAKE-01)."""
    minor, taker = step.company, action.company
    name = game.symbol(taker)
    if game.state.kind[minor] != MINOR:
        return game.forbid("take.minor", "{minor} is not a Minor", minor=game.symbol(minor))
    if game.state.kind[taker] == SYSTEM:
        return game.forbid("take.system", "{name} is a System, and Systems take over no Minors", name=name)
    if game.state.kind[taker] != PUBLIC or not game.state.has(taker, FLOATED):
        return game.forbid("take.public", "{name} is not a Public in play", name=name)
    if not game.held(game.purse(taker), taker):
        return game.forbid("take.share", "{name} has no share in its treasury", name=name)
    if tuple(sorted((minor, taker))) in step.declined:
        return game.forbid("take.consent", "The [director] of {name} has declined", name=name)
    if not linked(game, minor, taker, (minor, taker)):
        return game.forbid(
            "take.connection",
            "No legal route leads from {minor} to a marker of {name}",
            minor=game.symbol(minor),
            name=name,
        )
    return None


def _candidates(game: Game, step: MergerTurn) -> Iterable[Join]:
    return [Join(company) for company in game.all_companies() if game.state.kind[company] == PUBLIC]


def _propose(game: Game, step: MergerTurn, action: Join) -> None:
    consent.ask(game, step.company, action.company, Takeover(step.company, action.company))


@dataclass(frozen=True, slots=True)
class Takeover(Proposal):
    """A Public is to take over a Minor; its Director has to agree (18BF-TAKE-01)."""

    minor: Company
    taker: Company
    order: ClassVar[str] = "take.consent"

    def terms(self, game: Game) -> Text:
        """Who takes over whom, and for what."""
        return Text(
            "the proposal that {taker} takes over {minor} and gives {owner} a treasury share",
            taker=game.symbol(self.taker),
            minor=game.symbol(self.minor),
            owner=game.name(game.player_for(self.minor)),
        )

    def details(self, game: Game) -> tuple[Text, ...]:
        """What the owner gives and gets, what the Public would have, and who would direct it then."""
        owner = game.player_for(self.minor)
        assets = formation.assets(game, (self.taker, self.minor))
        return (
            self._bargain(game, owner),
            Text("{taker} would have {assets}", taker=game.symbol(self.taker), assets=assets),
            formation.directed(game, self.director_then(game, owner)),
            self._marker(game),
        )

    def _bargain(self, game: Game, owner: Seat) -> Text:
        return Text(
            "{owner} gives {minor}, priced at {price}, for a treasury share of {taker}, priced at {worth}",
            owner=game.name(owner),
            minor=game.symbol(self.minor),
            price=game.price_of(self.minor),
            taker=game.symbol(self.taker),
            worth=game.price_of(self.taker),
        )

    def _marker(self, game: Game) -> Text:
        (stop,) = tokens_of(game, self.minor)
        replaced = may_replace(game, self.taker, stop)
        return Text(
            "{taker} may replace the marker at {place}" if replaced else "{taker} cannot replace the marker at {place}",
            taker=game.symbol(self.taker),
            place=stop_name(game.book, stop),
        )

    def director_then(self, game: Game, owner: Seat) -> Seat:
        """Who directs the Public once the owner of the Minor has the share (18BF-TAKE-10)."""
        director = game.player_for(self.taker)
        return owner if game.held(owner, self.taker) + 1 > game.held(director, self.taker) else director

    def agreed(self, game: Game) -> None:
        take_over(game, self.taker, self.minor)

    def declined(self, game: Game) -> None:
        remember_declined(game, (self.minor, self.taker))


def take_over(game: Game, taker: Company, minor: Company) -> None:
    """The owner gets a treasury share, even above 60 per cent, and perhaps the Director's certificate.

    No money moves, the price stays, and loans may exceed the limit (18BF-TAKE-04, 18BF-TAKE-05, 18BF-TAKE-07,
    18BF-TAKE-10). Trains above the limit are returned at once (18BF-TAKE-08).
    """
    owner = game.player_for(minor)
    (stop,) = tokens_of(game, minor)
    formation.take_assets(game, taker, minor)
    formation.retire(game, minor, taker)
    effects.move_shares(game, game.purse(taker), owner, taker, 1)
    directors.settle_after_purchase(game, taker, owner)
    game.push(ReturnTrains(taker))
    if may_replace(game, taker, stop):
        game.push(MarkerOfMinor(taker, minor, stop))


# -- its marker -----------------------------------------------------------------------------------


def may_replace(game: Game, taker: Company, stop: Stop) -> bool:
    """Has the Public a spare marker, and none in that city, London excepted? (18BF-TAKE-06)"""
    if not game.state.spare_tokens[taker]:
        return False
    return is_london(game, stop) or all(hex_of(other) != hex_of(stop) for other in tokens_of(game, taker))


@dataclass(frozen=True, slots=True)
class MarkerOfMinor(CompanyStep):
    """The Public may replace the marker of the Minor it has taken over, free of charge (18BF-TAKE-06)."""

    minor: Company
    stop: Stop
    purpose: ClassVar[str] = "replace the marker"
    order: ClassVar[str] = "take.marker"
    on_pass: ClassVar[str] = "{actor} does not replace the marker"

    @property
    def sites(self) -> tuple[Stop, ...]:
        """Where the marker was."""
        return (self.stop,)

    def task(self, game: Game) -> Text:
        """Whose marker, where, and by whose it is replaced."""
        return Text(
            "replace the marker of {minor} at {place} with one of {company}, or pass",
            minor=game.symbol(self.minor),
            place=stop_name(game.book, self.stop),
            company=game.symbol(self.company),
        )

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What it costs, and what passing means."""
        return (
            Text(
                "it is free of charge and takes one of the spare markers of {company}: {count}",
                company=game.symbol(self.company),
                count=game.state.spare_tokens[self.company],
            ),
            Text("whoever passes leaves the space empty and keeps the spare marker"),
        )

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Replace it, or leave the space empty."""
        return MARKER_MOVES


def _replace(game: Game, step: MarkerOfMinor, action: ReplaceMarker) -> None:
    game.pop()
    effects.place_token(game, step.company, step.stop)


MARKER_MOVES: tuple[AnyMove, ...] = (
    Move(ReplaceMarker, filtered(lambda _, __: (ReplaceMarker(),), never), never, _replace),
    passing(lambda game, _: game.pop()),
)
JOIN: AnyMove = Move(Join, filtered(_candidates, refusal), refusal, _propose)
