"""Mergers at the beginning of a company's turn and acquisitions at its end (rules 1862-MERGE).

A merger is proposed, agreed to by the other director, and then carried out: the proposer says which company survives,
price and par are set, shares are merged two for one, and the survivor takes over what the other had.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.core.state import FLOATED
from railhead.core.steps import AnyMove, CompanyStep, Matter, Move, Step, filtered, passing
from railhead.core.text import Text
from railhead.rules import consent, exchange, takeover
from railhead.rules.consent import Proposal
from railhead.rules.exchange import Exchange
from railhead.rules.operating import OperatingRound, OperatingTurn, end_turn
from railhead.rules.stations import company_reach
from railhead.titles.t1862.bankruptcy import give_back, ruin
from railhead.titles.t1862.prices import MergerRules, merged_place, par_place
from railhead.titles.t1862.record import amend, entry, is_chartered, record, without


@dataclass(frozen=True, slots=True)
class Merge(Action):
    """Propose a merger with another company."""

    partner: Company
    form: ClassVar[str] = "merge with {partner}"
    label: ClassVar[str] = "Merge with {partner}"
    told: ClassVar[tuple[str, ...]] = ("{actor} proposes to merge with {partner}",)
    topic: ClassVar[Topic] = Topic.MERGERS
    deed: ClassVar[Deed] = Deed.MERGE


@dataclass(frozen=True, slots=True)
class Survive(Action):
    """Say which of the two companies survives."""

    company: Company
    form: ClassVar[str] = "survivor {company}"
    label: ClassVar[str] = "{company} survives"
    told: ClassVar[tuple[str, ...]] = ("{player} chooses {company} as the survivor",)
    topic: ClassVar[Topic] = Topic.MERGERS


@dataclass(frozen=True, slots=True)
class MergeOrNot(CompanyStep):
    """The part of a company's turn in which it may merge with another company."""

    matter: ClassVar[Matter] = Matter.MERGER
    acquiring: bool = False
    """Is it the end of the turn?"""
    declined: tuple[Company, ...] = ()
    """The companies whose director has said no."""
    on_pass: ClassVar[str] = "{actor} does not merge"

    def task(self, game: Game) -> Text:
        """Merge or acquire."""
        task = Text("acquire another company" if self.acquiring else "merge with another company")
        return Text("{task} for {company}", task=task, company=game.symbol(self.company))

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MERGE_MOVES


def merge_stage(game: Game, company: Company) -> None:
    """The first part of a turn: a merger (1862-MERGE-01)."""
    if may_merge(game, company):
        game.push(MergeOrNot(company))


def acquire_stage(game: Game, company: Company) -> None:
    """The last part of a turn: an acquisition, whatever happened in the first (1862-MERGE-10, 1862-MERGE-11)."""
    if may_merge(game, company):
        game.push(MergeOrNot(company, acquiring=True))


def may_merge(game: Game, company: Company) -> bool:
    """A director is needed, and there are no mergers after the LNER (1862-MERGE-06, 1862-MERGE-07)."""
    return game.director(company) is not None and not record(game).lner


# -- the proposal ---------------------------------------------------------------------------------


def refusal(game: Game, step: MergeOrNot, action: Merge) -> Refusal | None:
    """Which rule forbids a merger with this company."""
    company, partner = step.company, action.partner
    name = game.symbol(partner)
    if partner == company or not game.state.has(partner, FLOATED):
        return game.forbid("merge.operating", "{name} is not another operating company", name=name)
    if game.director(partner) is None:
        return game.forbid("merge.receivership", "{name} is in receivership", name=name)
    if partner in step.declined:
        return game.forbid("merge.consent", "The director of {name} has declined", name=name)
    if not connected(game, company, partner):
        return game.forbid(
            "merge.connection",
            "No track joins {company} to a marker of {name}",
            company=game.symbol(company),
            name=name,
        )
    return None


def connected(game: Game, company: Company, partner: Company) -> bool:
    """Does unblocked track lead from a marker of one to a marker of the other (1862-MERGE-04)?

    Tracing ends at London, and a marker there joins nothing (1862-MERGE-05).
    """
    tokens = game.state.tokens
    return any(partner in tokens.get(stop, ()) for stop in company_reach(game, company).stops)


def candidates(game: Game, step: MergeOrNot) -> Iterable[Merge]:
    """Every company."""
    return [Merge(company) for company in game.all_companies()]


def propose(game: Game, step: MergeOrNot, action: Merge) -> None:
    """The other director is asked (1862-MERGE-02)."""
    consent.ask(game, step.company, action.partner, MergerProposal(step.company, action.partner, step.acquiring))


@dataclass(frozen=True, slots=True)
class MergerProposal(Proposal):
    """Two companies become one."""

    company: Company
    partner: Company
    acquiring: bool

    def terms(self, game: Game) -> Text:
        """Who wants to merge with whom."""
        return Text(
            "{company}, which wants to acquire {partner}"
            if self.acquiring
            else "{company}, which wants to merge with {partner}",
            company=game.symbol(self.company),
            partner=game.symbol(self.partner),
        )

    def agreed(self, game: Game) -> None:
        """The proposer says which company survives."""
        game.put(ChooseSurvivor(self.company, self.partner))

    def declined(self, game: Game) -> None:
        """It is not proposed again in this part of the turn."""
        step = game.step
        assert isinstance(step, MergeOrNot)
        game.put(replace(step, declined=(*step.declined, self.partner)))


# -- the survivor ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseSurvivor(CompanyStep):
    """A merger is agreed; the director of the company whose turn it is chooses the survivor (1862-MERGE-03)."""

    partner: Company
    order: ClassVar[str] = "merge.survivor"

    def task(self, game: Game) -> Text:
        """Choose one of two."""
        return Text(
            "choose whether {company} or {partner} survives",
            company=game.symbol(self.company),
            partner=game.symbol(self.partner),
        )

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return SURVIVOR_MOVES


def survivor_refusal(game: Game, step: ChooseSurvivor, action: Survive) -> Refusal | None:
    """One of the two survives."""
    if action.company not in (step.company, step.partner):
        return game.forbid(
            "merge.survivor", "{company} is not part of this merger", company=game.symbol(action.company)
        )
    return None


def choose_survivor(game: Game, step: ChooseSurvivor, action: Survive) -> None:
    """The merger begins: price and par, then the shares; the turn is over if the partner had its own already.

    Rules 1862-MERGE-08, 1862-MERGE-09, 1862-MERGE-14, 1862-MERGE-15, 1862-MERGE-16 and 1862-MERGE-17. A price of zero
    ends both companies.
    """
    survivor = action.company
    other = step.partner if survivor == step.company else step.company
    initiator, companies = step.seat(game), (survivor, other)
    effects.declare(game, other, Text("merged into {survivor}", survivor=game.symbol(survivor)))
    place = merged_place(game, companies)
    if place == 0:
        for company in companies:
            effects.set_price(game, company, place)
            ruin(game, company)
        end_turn(game)
        return
    effects.set_price(game, survivor, place)
    game.rules[MergerRules].price_reached(game, survivor)
    effects.move_par(game, survivor, par_place(game.book.market, game.price_of(survivor)))
    game.put(Merger(survivor, other, ends_turn=step.partner in _round(game).done))
    exchange.begin(game, companies, initiator)


@dataclass(frozen=True, slots=True)
class Merger(Step):
    """A merger under way: when the shares are merged, the survivor takes over, and the turn goes on with it or ends."""

    survivor: Company
    other: Company
    ends_turn: bool
    taken: bool = False
    """Has the survivor taken over everything but the markers?"""

    def proceed(self, game: Game) -> bool:
        """Possessions, markers above the limit; then the vanished company may start again, and the turn goes on."""
        if not self.taken:
            take_over(game, self.survivor, self.other)
            game.put(replace(self, taken=True))
            takeover.remove_excess_tokens(game, self.survivor, self.other)
            return True
        game.pop()
        takeover.take_tokens(game, self.survivor, self.other)
        give_back(game, self.other)
        self._go_on(game)
        return True

    def _go_on(self, game: Game) -> None:
        """Neither company has another turn in this round (1862-MERGE-08, 1862-MERGE-09, 1862-MERGE-10, 1862-OR-03)."""
        *rest, round_, turn = game.state.agenda
        assert isinstance(round_, OperatingRound)
        assert isinstance(turn, OperatingTurn)
        done = tuple(company for company in round_.done if company not in (self.survivor, self.other))
        game.state.agenda = (
            *rest,
            OperatingRound((*done, self.survivor, self.other)),
            replace(turn, company=self.survivor),
        )
        if self.ends_turn:
            end_turn(game)


def directors_settled(game: Game) -> bool:
    """Is no merger or refinancing under way? While one is, nobody checks who has the most shares (1862-MERGE-12)."""
    return not (game.within(Exchange) or game.within(Merger))


def _round(game: Game) -> OperatingRound:
    """The operating round under way."""
    return next(step for step in game.state.agenda if isinstance(step, OperatingRound))


# -- what the survivor takes over -----------------------------------------------------------------


def take_over(game: Game, survivor: Company, other: Company) -> None:
    """All trains, also above the limit, and all permits; the survivor is no longer chartered.

    Rules 1862-MERGE-17, 1862-MERGE-32, 1862-MERGE-33, 1862-MERGE-34 and 1862-MERGE-37. The par token stays in its
    column only if both were chartered. Of two markers in one place one is lost; the spaces of London are one place
    (1862-LONDON-04).
    """
    takeover.take_trains(game, survivor, other)
    permits = record(game).permits
    column = without(record(game).chartered_par, survivor)
    if is_chartered(game, survivor) and is_chartered(game, other):
        column = (*column, survivor)
    amend(
        game,
        permits=entry(permits, survivor, permits[survivor] | permits[other]),
        chartered=without(record(game).chartered, survivor),
        chartered_par=column,
    )
    takeover.lose_doubled_tokens(game, survivor, other)


MERGE_MOVES: tuple[AnyMove, ...] = (
    Move(Merge, filtered(candidates, refusal), refusal, propose),
    passing(lambda game, _: game.pop()),
)
SURVIVOR_MOVES: tuple[AnyMove, ...] = (
    Move(
        Survive,
        filtered(lambda _, step: (Survive(step.company), Survive(step.partner)), survivor_refusal),
        survivor_refusal,
        choose_survivor,
    ),
)
