"""Conversion of a Minor and merger of several Minors: who may propose it, and who has to agree (rules 18BF-MERGE)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, Subsets
from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.refusal import Refusal
from railhead.core.spelling import Companies
from railhead.core.state import FLOATED
from railhead.core.steps import AnyMove, Move, filtered
from railhead.core.text import Text
from railhead.rules import consent
from railhead.rules.consent import Proposal
from railhead.rules.merger_round import MergerTurn, remember_declined
from railhead.titles.t18bf import formation, publics
from railhead.titles.t18bf.connection import connected, within_reach
from railhead.titles.t18bf.facts import MINOR, NUMBERS, PUBLIC
from railhead.titles.t18bf.publics import PublicFormation


@dataclass(frozen=True, slots=True)
class Convert(Action):
    """Convert a Minor to a Public."""

    form: ClassVar[str] = "convert"
    label: ClassVar[str] = "Convert to a Public"
    told: ClassVar[tuple[str, ...]] = ("{actor} converts to a Public",)
    topic: ClassVar[Topic] = Topic.MERGERS


@dataclass(frozen=True, slots=True)
class Merge(Action):
    """Propose that Minors merge to form a Public."""

    companies: Companies
    form: ClassVar[str] = "merge {companies}"
    label: ClassVar[str] = "Propose a merger of {companies}"
    told: ClassVar[tuple[str, ...]] = ("{player} proposes a merger of {companies}",)
    topic: ClassVar[Topic] = Topic.MERGERS


# -- conversion -----------------------------------------------------------------------------------


def convert_refusal(game: Game, step: MergerTurn, action: Convert) -> Refusal | None:
    """A Minor within the shaded zone, and a free charter (18BF-MERGE-04, 18BF-MERGE-30)."""
    company = step.company
    if game.state.kind[company] != MINOR:
        return game.forbid("convert.minor", "{company} is not a Minor", company=game.symbol(company))
    low, high = NUMBERS.lowest_conversion, NUMBERS.highest_conversion
    if not low <= game.price_of(company) <= high:
        return game.forbid(
            "convert.price", "Only a Minor with a price of {low} to {high} may convert", low=low, high=high
        )
    return _charter_refusal(game)


def _charter_refusal(game: Game) -> Refusal | None:
    if not formation.free_charters(game, PUBLIC):
        return game.forbid("formation.none", "Every Public is in play or gone")
    return None


def _convert(game: Game, step: MergerTurn, _: Convert) -> None:
    publics.begin(game, (step.company,))


# -- merger ---------------------------------------------------------------------------------------


def merge_refusal(game: Game, step: MergerTurn, action: Merge) -> Refusal | None:
    """Which rule forbids proposing the merger of these Minors."""
    company, companies = step.company, action.companies
    if game.state.kind[company] != MINOR:
        return game.forbid("merge.minor", "{company} is not a Minor", company=game.symbol(company))
    for other in companies:
        if game.state.kind[other] != MINOR or not game.state.has(other, FLOATED):
            return game.forbid("merge.minor", "{other} is not a Minor in play", other=game.symbol(other))
    if company not in companies:
        return game.forbid(
            "merge.turn", "It is the turn of {company}, which has to be one of them", company=game.symbol(company)
        )
    if not 2 <= len(companies) <= NUMBERS.most_merging_minors:
        return game.forbid(
            "merge.number",
            "From 2 to {most} Minors may merge",
            most=NUMBERS.most_merging_minors,
        )
    if max(_owners(game, companies).values()) > NUMBERS.most_minors_of_a_player:
        most = NUMBERS.most_minors_of_a_player
        return game.forbid("merge.number", "No more than {most} of them may belong to one player", most=most)
    if companies in step.declined:
        return game.forbid("merge.consent", "This merger has been proposed in this turn, and nothing came of it")
    if not connected(game, companies):
        return game.forbid("merge.connection", "None of them has a legal route to each of the others")
    return _charter_refusal(game)


def _owners(game: Game, companies: Iterable[Company]) -> Counter[Seat]:
    """How many of the Minors each player owns."""
    return Counter(game.player_for(company) for company in companies)


def _merge_options(game: Game, step: MergerTurn) -> Iterable[Choice]:
    if game.state.kind[step.company] != MINOR or _charter_refusal(game) is not None:
        return

    def allowed(companies: Companies) -> bool:
        return merge_refusal(game, step, Merge(companies)) is None

    def may_grow(companies: Companies) -> bool:
        fair = max(_owners(game, companies).values()) <= NUMBERS.most_minors_of_a_player
        return fair and connected(game, companies)

    members = within_reach(game, step.company, formation.in_play(game, MINOR))
    sets = Subsets(members, 2, NUMBERS.most_merging_minors, allowed, may_grow, always=(step.company,))
    if next(iter(sets), None) is not None:
        yield Choice(Merge, (sets,))


def _propose(game: Game, step: MergerTurn, action: Merge) -> None:
    """Every other owner has to agree (18BF-MERGE-03)."""
    proposer = step.seat(game)
    owners = _owners(game, action.companies)
    asked = [seat for seat in game.clockwise(proposer)[1:] if seat in owners]
    consent.ask_all(game, asked, MergerOfMinors(action.companies))


@dataclass(frozen=True, slots=True)
class MergerOfMinors(Proposal):
    """Minors are to become a Public."""

    companies: Companies
    order: ClassVar[str] = "merge.consent"

    def terms(self, game: Game) -> Text:
        """Who becomes a Public, and at which price."""
        price = game.book.market.prices[publics.place(game, self.companies)]
        names = formation.names(game, self.companies)
        return Text("the proposed merger of {names} into a Public at {price}", names=names, price=price)

    def details(self, game: Game) -> tuple[Text, ...]:
        """What would come of it, before anybody buys shares."""
        return PublicFormation(self.companies).prospects(game)

    def agreed(self, game: Game) -> None:
        publics.begin(game, self.companies)

    def declined(self, game: Game) -> None:
        remember_declined(game, self.companies)


CONVERT: AnyMove = Move(Convert, filtered(lambda _, __: (Convert(),), convert_refusal), convert_refusal, _convert)
MERGE: AnyMove = Move(Merge, _merge_options, merge_refusal, _propose)
