"""Who may propose that one to four Publics form a System, and who has to agree (rules 18BF-SYSTEM)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.refusal import Refusal
from railhead.core.spelling import Companies
from railhead.core.state import FLOATED
from railhead.core.steps import AnyMove, Move
from railhead.core.text import Text
from railhead.rules import merger_round
from railhead.rules.consent import Proposal
from railhead.rules.merger_round import MergerTurn, remember_declined
from railhead.titles.t18bf import discarding, formation, lost_markers, system_exchange
from railhead.titles.t18bf.connection import connected, within_reach
from railhead.titles.t18bf.facts import NUMBERS, PHASE, PUBLIC, SYSTEM
from railhead.titles.t18bf.formation import NameCharter
from railhead.titles.t18bf.systems import SystemFormation

SIZES = range(1, NUMBERS.most_merging_publics + 1)
"""How many Publics form a System (18BF-SYSTEM-01)."""


@dataclass(frozen=True, slots=True)
class FormSystem(Action):
    """Propose that Publics form a System."""

    companies: Companies
    form: ClassVar[str] = "system {companies}"
    label: ClassVar[str] = "Propose a System formed by {companies}"
    told: ClassVar[tuple[str, ...]] = ("{player} proposes a System formed by {companies}",)
    topic: ClassVar[Topic] = Topic.MERGERS


def refusal(game: Game, step: MergerTurn, action: FormSystem) -> Refusal | None:
    """Which rule forbids proposing a System formed by these Publics."""
    company, companies = step.company, action.companies
    if game.state.phase < PHASE["6"]:
        return game.forbid("system.phase", "Systems are formed from phase 6 on")
    for other in (company, *companies):
        if game.state.kind[other] != PUBLIC or not game.state.has(other, FLOATED):
            return game.forbid("system.public", "{other} is not a Public in play", other=game.symbol(other))
    if company not in companies:
        return game.forbid(
            "system.turn", "It is the turn of {company}, which has to be one of them", company=game.symbol(company)
        )
    if len(companies) not in SIZES:
        most = NUMBERS.most_merging_publics
        return game.forbid("system.number", "No more than {most} Publics form a System", most=most)
    if companies in step.declined:
        return game.forbid("system.consent", "This System has been proposed and declined in this turn")
    if not connected(game, companies):
        return game.forbid("system.connection", "None of them has a legal route to each of the others")
    return _alone_refusal(game, companies) or _charter_refusal(game, companies)


def _alone_refusal(game: Game, companies: Companies) -> Refusal | None:
    """One Public alone: its Director must direct no other, and an unstarted Public must be left (18BF-SYSTEM-20)."""
    if len(companies) > 1:
        return None
    director = game.player_for(companies[0])
    if len(directed(game, director)) > 1:
        return game.forbid("system.alone", "{director} directs another Public", director=game.name(director))
    if not formation.free_charters(game, PUBLIC):
        return game.forbid("system.alone", "No unstarted Public is left to be discarded")
    return None


def directed(game: Game, seat: Seat) -> list[Company]:
    """The Publics that a player directs; Systems do not count."""
    return [c for c in game.all_companies() if game.state.kind[c] == PUBLIC and game.state.director[c] == seat]


def _charter_refusal(game: Game, companies: Companies) -> Refusal | None:
    """A fitting charter, and a player who would own four shares (18BF-SYSTEM-02, 18BF-SYSTEM-07, 18BF-SYSTEM-34)."""
    plan = SystemFormation(companies)
    charters = plan.charters(game)
    if not charters:
        return game.forbid("system.charter", "No System is left that these Publics could form")
    outcome = plan.foreseen(game, charters[0])
    needed = game.book.kinds[SYSTEM].director_shares
    if outcome.held[outcome.director] < needed:
        return game.forbid("system.director", "Nobody would own {needed} shares of the System", needed=needed)
    return None


def _options(game: Game, step: MergerTurn) -> Iterable[Choice]:
    state = game.state
    if state.kind[step.company] != PUBLIC or state.phase < PHASE["6"] or not formation.free_charters(game, SYSTEM):
        return
    members = within_reach(game, step.company, formation.in_play(game, PUBLIC))
    yield from merger_round.proposals(
        step,
        FormSystem,
        members,
        SIZES,
        law=lambda companies: refusal(game, step, FormSystem(companies)) is None,
        grows=lambda companies: connected(game, companies),
    )


def _propose(game: Game, step: MergerTurn, action: FormSystem) -> None:
    """All other Directors have to agree (18BF-SYSTEM-01)."""
    merger_round.ask_others(game, step, action.companies, SystemOfPublics(action.companies))


@dataclass(frozen=True, slots=True)
class SystemOfPublics(Proposal):
    """Publics are to form a System."""

    companies: Companies
    order: ClassVar[str] = "system.consent"

    def terms(self, game: Game) -> Text:
        """Which Publics form a System, and at which price."""
        price = game.book.market.prices[system_exchange.place(game, self.companies)]
        names = formation.names(game, self.companies)
        return Text("the proposed System formed by {names} at {price}", names=names, price=price)

    def details(self, game: Game) -> tuple[Text, ...]:
        """What would come of it: trades are forced, so that is known."""
        return SystemFormation(self.companies).prospects(game)

    def agreed(self, game: Game) -> None:
        begin(game, self.companies)

    def declined(self, game: Game) -> None:
        remember_declined(game, self.companies)


@dataclass(frozen=True, slots=True)
class NameSystem(NameCharter):
    """The new Director chooses the charter of the System (18BF-SYSTEM-03)."""

    formation: SystemFormation

    def named(self, game: Game, charter: Company) -> None:
        """A Public that converts alone costs another one; then markers are counted."""
        if len(self.formation.members) == 1:
            discarding.ask(game, self.formation, charter)
        else:
            lost_markers.choose(game, self.formation, charter)


def begin(game: Game, publics: Companies) -> None:
    """All agree: the new Director chooses the charter (18BF-SYSTEM-03)."""
    plan = SystemFormation(publics)
    game.push(NameSystem(plan.foreseen(game, plan.charters(game)[0]).director, plan))


FORM_SYSTEM: AnyMove = Move(FormSystem, _options, refusal, _propose)
