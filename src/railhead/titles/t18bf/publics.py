"""How Minors become a Public (rules 18BF-MERGE).

All owners have agreed. The new Director chooses the charter and the markers, and the shareholders pledge what they will
buy. Only if somebody will own two shares are the Minors replaced; otherwise nothing has happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Subsets
from railhead.core.events import Noted
from railhead.core.game import Game
from railhead.core.ids import Company, Place, Seat, Stop, hex_of
from railhead.core.refusal import Refusal
from railhead.core.spelling import Companies, Stops
from railhead.core.steps import AnyMove, Move, PlayerStep, filtered
from railhead.core.text import Text, joined
from railhead.rules import directors, subscription
from railhead.rules.directors import director_size
from railhead.rules.merger_round import remember_declined
from railhead.rules.stations import tokens_of
from railhead.titles.t18bf import formation
from railhead.titles.t18bf.connection import is_london
from railhead.titles.t18bf.facts import NUMBERS, PUBLIC
from railhead.titles.t18bf.formation import Formation, NameCharter
from railhead.titles.t18bf.record import set_home
from railhead.titles.t18bf.share_issue import SecondPass, ShareIssue


@dataclass(frozen=True, slots=True)
class KeepMarkers(Action):
    """Choose the station markers that a new Public takes over."""

    stops: Stops
    form: ClassVar[str] = "markers {stops}"
    label: ClassVar[str] = "Keep the markers at {stops}"
    told: ClassVar[tuple[str, ...]] = ("{player} keeps the [token]s at {stops}",)
    topic: ClassVar[Topic] = Topic.MERGERS


# -- the plan -------------------------------------------------------------------------------------


def place(game: Game, minors: Companies) -> Place:
    """The price of the new Public: highest and lowest together, rounded down, at most 200; alone, it stays.

    Rules 18BF-MERGE-05, 18BF-MERGE-12 and 18BF-MERGE-13.
    """
    prices = [game.price_of(minor) for minor in minors]
    if len(prices) == 1:
        return game.state.price[minors[0]]
    return game.book.market.down_to(min(max(prices) + min(prices), NUMBERS.highest_public_start))


@dataclass(frozen=True, slots=True)
class PublicFormation(Formation):
    """Minors become a Public."""

    def charters(self, game: Game) -> list[Company]:
        """Any Public that is neither in play nor gone (18BF-MERGE-30)."""
        return formation.free_charters(game, PUBLIC)

    def prospects(self, game: Game) -> tuple[Text, ...]:
        """Shares before anybody buys, and what the Minors own."""
        return (
            *formation.holdings(game, self.exchanged(game), self.director(game)),
            formation.assets(game, self.members),
        )

    def exchanged(self, game: Game) -> dict[Seat, int]:
        """Each Minor becomes a share; one that converts, the Director's certificate (18BF-MERGE-06, 18BF-MERGE-14)."""
        if len(self.members) == 1:
            return {game.player_for(self.members[0]): game.book.kinds[PUBLIC].director_shares}
        owners = (game.player_for(minor) for minor in formation.in_order(game, self.members))
        return dict(Counter(owners))

    def director(self, game: Game) -> Seat:
        """Who has most shares; of several, the owner of the Minor that is first in order (18BF-MERGE-15)."""
        held = self.exchanged(game)
        return max(held, key=lambda seat: held[seat])

    def named(self, game: Game, charter: Company) -> None:
        """Markers are chosen next."""
        game.push(ChooseMarkers(self.director(game), self, charter))


def begin(game: Game, minors: Companies) -> None:
    """All agree: the new Director, by exchanged shares, makes the first decisions (18BF-MERGE-16)."""
    plan = PublicFormation(minors)
    game.push(NameCharter(plan.director(game), plan))


# -- markers --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseMarkers(PlayerStep):
    """The new Director chooses two of the merging Minors' markers (18BF-MERGE-16)."""

    plan: PublicFormation
    charter: Company
    purpose: ClassVar[str] = "choose station markers"
    order: ClassVar[str] = "merge.markers"

    def task(self, game: Game) -> Text:
        """How many markers, and for which company."""
        return Text(
            "choose {count} of the markers of {members} for {charter} to take over",
            count=kept_markers(game, self.plan.members).least,
            members=formation.names(game, self.plan.members),
            charter=game.symbol(self.charter),
        )

    @property
    def subjects(self) -> Companies:
        """The merging Minors."""
        return self.plan.members

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Whose marker is where."""
        return formation.markers(game, self.plan.members)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Any two that may be kept together."""
        return MARKER_MOVES

    def proceed(self, game: Game) -> bool:
        """Nobody is asked if there is no choice."""
        found = list(kept_markers(game, self.plan.members))
        if len(found) > 1:
            return False
        self.chosen(game, found[0])
        return True

    def chosen(self, game: Game, stops: Stops) -> None:
        """The shareholders may buy shares now, the Director first (18BF-MERGE-21, 18BF-MERGE-26)."""
        game.pop()
        plan = self.plan
        held, director = plan.exchanged(game), plan.director(game)
        price = game.book.market.prices[place(game, plan.members)]
        holders = [seat for seat in game.clockwise(director) if seat in held]
        subscription.offer(game, holders, FirstPass(self.charter, price, plan, stops))


def kept_markers(game: Game, minors: Companies) -> Subsets:
    """The markers that a new Public may take: two, or one if they are all in one hex that is not London.

    Rules 18BF-MERGE-16 and 18BF-MERGE-17.
    """
    stops = tuple(sorted(stop for minor in minors for stop in tokens_of(game, minor)))
    sites = len({_site(game, n, stop) for n, stop in enumerate(stops)})
    number = min(sites, NUMBERS.most_markers_kept)
    return Subsets(stops, number, number, lambda kept: _are_apart(game, kept))


def _are_apart(game: Game, stops: Stops) -> bool:
    """Are no two of them in one hex, London apart?"""
    return len({_site(game, n, stop) for n, stop in enumerate(stops)}) == len(stops)


def _site(game: Game, number: int, stop: Stop) -> tuple[int, int]:
    """Markers in one hex have the same site; in London each has its own."""
    return (hex_of(stop), number if is_london(game, stop) else 0)


def markers_refusal(game: Game, step: ChooseMarkers, action: KeepMarkers) -> Refusal | None:
    """The right number of markers, of the merging Minors, and in different hexes."""
    if action.stops not in kept_markers(game, step.plan.members):
        number = kept_markers(game, step.plan.members).least
        return game.forbid(
            "merge.markers",
            "Choose {number} of the markers of {companies}, no two in one hex except in London",
            number=number,
            companies=formation.names(game, step.plan.members),
        )
    return None


def _marker_candidates(game: Game, step: ChooseMarkers) -> Iterable[KeepMarkers]:
    return [KeepMarkers(stops) for stops in kept_markers(game, step.plan.members)]


# -- the first pass -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FirstPass(ShareIssue):
    """The first pass: shareholders pledge to buy any number; nothing is paid before the merger stands.

    Rules 18BF-MERGE-21 and 18BF-MERGE-26.
    """

    forming: PublicFormation
    markers: Stops
    pledged: tuple[tuple[Seat, int], ...] = ()

    def most(self, game: Game) -> int:
        """What nobody has yet."""
        held, _ = self.standing(game)
        return game.share_count(self.company) - sum(held.values())

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What has been pledged so far, and on what condition."""
        held, director = self.standing(game)
        who = joined(formation.holdings(game, held, director), "; ")
        return (
            Text("Planned for {company}: {who}", company=game.symbol(self.company), who=who),
            Text("Shares are paid for as soon as all shareholders have been asked, if somebody will own two"),
        )

    def standing(self, game: Game) -> tuple[dict[Seat, int], Seat]:
        """Who would have how many shares, and who would be Director: whoever gets more takes over (18BF-MERGE-22)."""
        held, director = self.forming.exchanged(game), self.forming.director(game)
        for seat, count in self.pledged:
            held[seat] += count
            director = seat if held[seat] > held[director] else director
        return held, director

    def holding(self, game: Game, seat: Seat) -> int:
        return self.standing(game)[0][seat]

    def leader(self, game: Game) -> Seat:
        return self.standing(game)[1]

    def other_certificates(self, game: Game, seat: Seat) -> int:
        """Those they have now, without the merging Minors."""
        given_up = sum(game.player_for(minor) == seat for minor in self.forming.members)
        return directors.certificates(game, seat) - given_up

    def bought(self, game: Game, seat: Seat, count: int) -> FirstPass:
        return replace(self, pledged=(*self.pledged, (seat, count)))

    def closed(self, game: Game) -> None:
        """Unless somebody will have two shares, nothing happens (18BF-MERGE-23)."""
        held, director = self.standing(game)
        if held[director] < director_size(game, self.company):
            game.tell(Noted(Text("Nobody would own two shares: the merger is not carried out")))
            remember_declined(game, self.forming.members)
            return
        form(game, self)
        subscription.offer(game, game.clockwise(director), SecondPass(self.company, self.price))


# -- the Public is formed -------------------------------------------------------------------------


def form(game: Game, issue: FirstPass) -> None:
    """The Minors become the Public (18BF-MERGE-19, 18BF-MERGE-20, 18BF-MERGE-27)."""
    charter, members = issue.company, issue.forming.members
    where, home = place(game, members), formation.inherited_home(game, members)
    _, director = issue.standing(game)
    exchanged = issue.forming.exchanged(game)
    effects.declare(game, charter, Text("formed"))
    for minor in members:
        formation.take_assets(game, charter, minor)
    for stop in issue.markers:
        replace_marker(game, charter, stop, members)
    for minor in members:
        formation.retire(game, minor, charter)
    formation.establish(game, charter, where, exchanged, director)
    set_home(game, charter, home)
    for seat, count in issue.pledged:
        issue.sell(game, seat, count)


def replace_marker(game: Game, charter: Company, stop: Stop, members: Companies) -> None:
    """A marker of the new company replaces one of the companies it was formed from, free of charge (18BF-TOKEN-11)."""
    instead = next(company for company in game.state.tokens[stop] if company in members)
    effects.replace_token(game, charter, stop, instead)
    effects.give_tokens(game, charter, -1)


MARKER_MOVES: tuple[AnyMove, ...] = (
    Move(
        KeepMarkers,
        filtered(_marker_candidates, markers_refusal),
        markers_refusal,
        lambda game, step, action: step.chosen(game, action.stops),
    ),
)
