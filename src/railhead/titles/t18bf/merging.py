"""Mergers of Minors to form a Public: who may propose one, and who has to agree (rules 18BF-MERGE)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Deed, Topic
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.core.spelling import Companies
from railhead.core.state import FLOATED
from railhead.core.steps import AnyMove, Move
from railhead.core.text import Text
from railhead.rules import merger_round
from railhead.rules.consent import Proposal
from railhead.rules.merger_round import MergerTurn, remember_declined
from railhead.titles.t18bf import formation, public_charters, publics
from railhead.titles.t18bf.connection import connected, within_reach
from railhead.titles.t18bf.facts import MINOR, NUMBERS
from railhead.titles.t18bf.publics import PublicFormation

SIZES = range(2, NUMBERS.most_merging_minors + 1)
"""How many Minors may merge (18BF-MERGE-07)."""


@dataclass(frozen=True, slots=True)
class Merge(Action):
    """Propose that Minors merge to form a Public."""

    companies: Companies
    form: ClassVar[str] = "merge {companies}"
    label: ClassVar[str] = "Propose a merger of {companies}"
    told: ClassVar[tuple[str, ...]] = ("{player} proposes a merger of {companies}",)
    topic: ClassVar[Topic] = Topic.MERGERS
    deed: ClassVar[Deed] = Deed.MERGE


def refusal(game: Game, step: MergerTurn, action: Merge) -> Refusal | None:
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
    if len(companies) not in SIZES:
        return game.forbid("merge.number", "From 2 to {most} Minors may merge", most=NUMBERS.most_merging_minors)
    if not _shared_out(game, companies):
        most = NUMBERS.most_minors_of_a_player
        return game.forbid("merge.number", "No more than {most} of them may belong to one player", most=most)
    if companies in step.declined:
        return game.forbid("merge.consent", "This merger has been proposed in this turn, and nothing came of it")
    if not connected(game, companies):
        return game.forbid("merge.connection", "None of them has a legal route to each of the others")
    return public_charters.none_free(game)


def _shared_out(game: Game, companies: Iterable[Company]) -> bool:
    """Does no player own more of the Minors than one may bring (18BF-MERGE-07)?"""
    owners = Counter(game.player_for(company) for company in companies)
    return max(owners.values()) <= NUMBERS.most_minors_of_a_player


def _options(game: Game, step: MergerTurn) -> Iterable[Choice]:
    if game.state.kind[step.company] != MINOR or public_charters.none_free(game) is not None:
        return
    members = within_reach(game, step.company, formation.in_play(game, MINOR))
    yield from merger_round.proposals(
        step,
        Merge,
        members,
        SIZES,
        law=lambda companies: refusal(game, step, Merge(companies)) is None,
        grows=lambda companies: _shared_out(game, companies) and connected(game, companies),
    )


def _propose(game: Game, step: MergerTurn, action: Merge) -> None:
    """Every other owner has to agree (18BF-MERGE-03)."""
    merger_round.ask_others(game, step, action.companies, MergerOfMinors(action.companies))


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
        public_charters.begin(game, self.companies)

    def declined(self, game: Game) -> None:
        remember_declined(game, self.companies)


MERGE: AnyMove = Move(Merge, _options, refusal, _propose)
