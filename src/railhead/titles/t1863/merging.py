"""Mergers: which companies may merge, who agrees, and which of them survives (rules 1863-MA and 1863-MERGE)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Deed, Topic
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.core.spelling import Companies
from railhead.core.state import FLOATED, OPERATED
from railhead.core.steps import AnyMove, CompanyStep, Move, filtered
from railhead.core.text import Text, series
from railhead.rules import merger_round, trains
from railhead.rules.consent import Proposal
from railhead.rules.merger_round import MergerTurn
from railhead.titles.t1863 import major_merger, merger_terms, minor_merger, tokens_over
from railhead.titles.t1863.activities import has_taken_part, take_part
from railhead.titles.t1863.conversion import white_refusal
from railhead.titles.t1863.facts import MAJOR, MINOR


@dataclass(frozen=True, slots=True)
class Merge(Action):
    """Propose that companies merge."""

    companies: Companies
    form: ClassVar[str] = "merge {companies}"
    label: ClassVar[str] = "Merge {companies}"
    told: ClassVar[tuple[str, ...]] = ("{actor} proposes to merge {companies}",)
    topic: ClassVar[Topic] = Topic.MERGERS
    deed: ClassVar[Deed] = Deed.MERGE


@dataclass(frozen=True, slots=True)
class Survive(Action):
    """Name the company that survives a merger."""

    company: Company
    form: ClassVar[str] = "survivor {company}"
    label: ClassVar[str] = "{company} survives"
    told: ClassVar[tuple[str, ...]] = ("{company} survives the merger",)
    topic: ClassVar[Topic] = Topic.MERGERS


def member_refusal(game: Game, company: Company) -> Refusal | None:
    """A company in the white zone that has operated, has a president and has not taken part in anything.

    Rules 1863-MA-05, 1863-MA-06 and 1863-MA-08.
    """
    if not game.state.has(company, FLOATED | OPERATED) or game.controller(company) is None:
        return game.forbid("merge.operated", "{company} has not operated", company=game.symbol(company))
    white = white_refusal(game, company)
    if white is None and has_taken_part(game, company):
        once = "{company} has already taken part in something in this round"
        return game.forbid("merge.once", once, company=game.symbol(company))
    return white


def refusal(game: Game, step: MergerTurn, action: Merge) -> Refusal | None:
    """Two or more minors, or exactly two majors (1863-MA-07, 1863-MERGE-01, 1863-MERGE-10)."""
    members = action.companies
    if step.company not in members or len(members) < 2:
        own = "A merger takes {company} and at least one other company"
        return game.forbid("merge.several", own, company=game.symbol(step.company))
    if len({game.state.kind[company] for company in members}) > 1:
        return game.forbid("merge.size", "Only companies of the same size merge")
    if len(members) > most_members(game, step.company):
        if game.state.kind[step.company] == MAJOR:
            return game.forbid("merge.two", "Only two majors merge at a time")
        return game.forbid("merge.shares", "A major does not have enough shares for the owners of so many minors")
    for company in members:
        found = member_refusal(game, company)
        if found is not None:
            return found
    if members in step.declined:
        return game.forbid("merge.declined", "This merger has been declined in this turn")
    if not survivors(game, members):
        return game.forbid("merge.president", "Nobody could become president of the merged company")
    return None


def most_members(game: Game, company: Company) -> int:
    """Two majors, or as many minors as there are shares for their owners (1863-MERGE-02, 1863-MERGE-10)."""
    return game.book.kinds[MAJOR].shares if game.state.kind[company] == MINOR else 2


def survivors(game: Game, members: Companies) -> list[Company]:
    """The companies that could survive, so that somebody has, or can buy, the president's certificate."""
    could = minor_merger.has_president if game.state.kind[members[0]] == MINOR else major_merger.has_president
    return [company for company in members if could(game, members, company)]


def _candidates(game: Game, step: MergerTurn) -> list[Company]:
    kind = game.state.kind[step.company]
    return [c for c in game.all_companies() if game.state.kind[c] == kind and member_refusal(game, c) is None]


def _options(game: Game, step: MergerTurn) -> Iterable[Choice]:
    if member_refusal(game, step.company) is not None:
        return ()
    members = tuple(_candidates(game, step))
    most = most_members(game, step.company)

    def allowed(companies: Companies) -> bool:
        return refusal(game, step, Merge(companies)) is None

    return merger_round.proposals(step, Merge, members, range(2, most + 1), law=allowed, grows=lambda _: True)


def _propose(game: Game, step: MergerTurn, action: Merge) -> None:
    """Everybody who decides for one of them has to agree (1863-MERGE-21)."""
    merger_round.ask_others(game, step, action.companies, Merger(step.company, action.companies))


@dataclass(frozen=True, slots=True)
class Merger(Proposal):
    """These companies merge; the one whose turn it is names the survivor."""

    order: ClassVar[str] = "merge.consent"
    company: Company
    members: Companies

    def terms(self, game: Game) -> Text:
        """Who proposes what."""
        names = series([game.symbol(company) for company in self.members])
        return Text("the merger of {companies}", companies=names)

    def details(self, game: Game) -> tuple[Text, ...]:
        """What would come of it."""
        return merger_terms.details(game, self.members, survivors(game, self.members))

    def agreed(self, game: Game) -> None:
        """The survivor is named; if by now nobody could be its president, nothing happens."""
        if survivors(game, self.members):
            game.push(NameSurvivor(self.company, self.members))
        else:
            self.declined(game)

    def declined(self, game: Game) -> None:
        """Nothing happens, and it is not proposed again in this turn."""
        merger_round.remember_declined(game, self.members)


# -- the survivor ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NameSurvivor(CompanyStep):
    """Whoever proposed the merger names the company that survives (1863-MERGE-04, 1863-MERGE-21)."""

    members: Companies
    order: ClassVar[str] = "merge.survivor"

    @property
    def subjects(self) -> tuple[Company, ...]:
        """The companies that merge."""
        return self.members

    def task(self, game: Game) -> Text:
        """Which companies merge."""
        names = series(game.symbol(company) for company in self.members)
        return Text("name the company that survives the merger of {companies}", companies=names)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return SURVIVOR_MOVES


def survivor_refusal(game: Game, step: NameSurvivor, action: Survive) -> Refusal | None:
    """One of those that merge, if somebody will be its president."""
    if action.company not in step.members:
        return game.forbid("merge.survivor", "One of the companies that merge survives")
    if action.company not in survivors(game, step.members):
        return game.forbid("merge.president", "Nobody could become its president")
    return None


def _survive(game: Game, step: NameSurvivor, action: Survive) -> None:
    """The companies become one; the turn of the one that proposed it is over."""
    game.unwind(MergerTurn)
    game.pop()
    take_part(game, *step.members)
    survivor, others = action.company, [company for company in step.members if company != action.company]
    if game.state.kind[survivor] == MINOR:
        minor_merger.carry_out(game, survivor, others)
    else:
        major_merger.carry_out(game, survivor, others[0])
    _settle_limits(game, survivor, others[0])


def _settle_limits(game: Game, survivor: Company, gone: Company) -> None:
    """Trains and tokens above the limits go at once (1863-MERGE-06, 1863-MERGE-20, 1863-TRAIN-11, 1863-TOKX-01)."""
    tokens_over.discard(game, survivor, gone)
    game.push(trains.ReturnTrains(survivor))


MERGE: AnyMove = Move(Merge, _options, refusal, _propose)
SURVIVOR_MOVES: tuple[AnyMove, ...] = (
    Move(
        Survive,
        filtered(lambda game, step: [Survive(company) for company in step.members], survivor_refusal),
        survivor_refusal,
        _survive,
    ),
)
ACTIONS = (Merge, Survive)
