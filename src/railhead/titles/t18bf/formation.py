"""Forming a company: what a Public made of Minors and a System made of Publics have in common.

Nothing is carried out before it is sure that the company will be formed; until then steps hold what is planned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import BANK, NO_STOP, Company, Place, Seat, Stop, Train
from railhead.core.place_names import each_once, stop_name
from railhead.core.refusal import Refusal
from railhead.core.spelling import Companies
from railhead.core.state import CLOSED, FLOATED, STARTED
from railhead.core.steps import AnyMove, Move, PlayerStep, filtered
from railhead.core.text import Text, joined, series
from railhead.rules import takeover
from railhead.rules.operating import operating_order
from railhead.rules.stations import tokens_of
from railhead.rules.trains import TrainRules
from railhead.titles.t18bf import closing
from railhead.titles.t18bf.record import record


@dataclass(frozen=True, slots=True)
class Charter(Action):
    """Choose the charter of a new company."""

    company: Company
    form: ClassVar[str] = "charter {company}"
    label: ClassVar[str] = "Form {company}"
    told: ClassVar[tuple[str, ...]] = ("{player} chooses the charter of {company}",)
    topic: ClassVar[Topic] = Topic.MERGERS


@dataclass(frozen=True, slots=True)
class Formation:
    """The companies that become a new one."""

    members: Companies

    def charters(self, game: Game) -> list[Company]:
        """The charters it may get."""
        raise AssertionError(f"{type(self).__name__} does not say which charters it may get")

    def prospects(self, game: Game) -> tuple[Text, ...]:
        """What would come of it, part by part."""
        raise AssertionError(f"{type(self).__name__} does not say what would come of it")


@dataclass(frozen=True, slots=True)
class NameCharter(PlayerStep):
    """The new Director chooses the charter (18BF-MERGE-30)."""

    formation: Formation
    purpose: ClassVar[str] = "choose a charter"
    order: ClassVar[str] = "formation.charter"

    def task(self, game: Game) -> Text:
        """Choose a charter, and for which companies."""
        return Text("choose the charter of the company formed by {names}", names=names(game, self.formation.members))

    @property
    def subjects(self) -> Companies:
        """The companies that become one."""
        return self.formation.members

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What would come of it."""
        return self.formation.prospects(game)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Any charter that is free."""
        return CHARTER_MOVES

    def proceed(self, game: Game) -> bool:
        """Nobody is asked if only one is free."""
        charters = self.formation.charters(game)
        if len(charters) > 1:
            return False
        game.pop()
        self.named(game, charters[0])
        return True

    def named(self, game: Game, charter: Company) -> None:
        """The charter has been chosen: go on."""
        raise AssertionError(f"{type(self).__name__} does not say what comes next")


def refusal(game: Game, step: NameCharter, action: Charter) -> Refusal | None:
    """The charter must be free, and right for what is formed."""
    if action.company not in step.formation.charters(game):
        return game.forbid("formation.charter", "{company} cannot be formed now", company=game.symbol(action.company))
    return None


def _candidates(game: Game, step: NameCharter) -> Iterable[Charter]:
    return [Charter(company) for company in step.formation.charters(game)]


def _name(game: Game, step: NameCharter, action: Charter) -> None:
    game.pop()
    step.named(game, action.company)


CHARTER_MOVES: tuple[AnyMove, ...] = (Move(Charter, filtered(_candidates, refusal), refusal, _name),)


def in_play(game: Game, kind: int) -> Companies:
    """The companies of a kind that are in play."""
    return tuple(c for c in game.all_companies() if game.state.kind[c] == kind and game.state.has(c, FLOATED))


def free_charters(game: Game, kind: int) -> list[Company]:
    """The charters of a kind that are neither in play nor gone (18BF-MERGE-30, 18BF-SYSTEM-34, 18BF-CLOSE-04)."""
    state = game.state
    return [c for c in game.all_companies() if state.kind[c] == kind and not state.status[c] & (STARTED | CLOSED)]


def in_order(game: Game, members: Iterable[Company]) -> list[Company]:
    """The members in the order of this Merger Round."""
    chosen = set(members)
    return [company for company in operating_order(game) if company in chosen]


# -- carrying it out ------------------------------------------------------------------------------


def inherited_home(game: Game, members: Companies) -> Stop:
    """A company that converts alone keeps its home; one formed by several has none (18BF-TRACK-08)."""
    return record(game).homes[members[0]] if len(members) == 1 else NO_STOP


def establish(game: Game, charter: Company, place: Place, held: Mapping[Seat, int], director: Seat) -> None:
    """The new company is in play; shares that nobody gets are in its treasury (18BF-MERGE-20, 18BF-SYSTEM-24)."""
    effects.mark(game, charter, STARTED | FLOATED)
    for seat, count in held.items():
        effects.move_shares(game, BANK, seat, charter, count)
    effects.move_shares(game, BANK, game.purse(charter), charter, game.held(BANK, charter))
    effects.set_director(game, charter, director)
    effects.set_price(game, charter, place)


def take_assets(game: Game, taker: Company, other: Company) -> None:
    """All cash, trains, privates and loans (18BF-MERGE-19, 18BF-TAKE-05, 18BF-SYSTEM-32)."""
    takeover.take_cash(game, taker, other)
    takeover.take_trains(game, taker, other)
    takeover.take_privates(game, taker, other)
    takeover.take_debts(game, taker, other)


def retire(game: Game, company: Company, into: Company) -> None:
    """A company that has become part of another leaves the game (18BF-MERGE-27, 18BF-SYSTEM-26)."""
    effects.declare(game, company, Text("now part of {into}", into=game.symbol(into)))
    closing.leave_the_table(game, company)
    effects.mark(game, company, CLOSED)


# -- words ----------------------------------------------------------------------------------------


def names(game: Game, companies: Iterable[Company]) -> Text:
    """Companies in a sentence."""
    return series(game.symbol(company) for company in companies)


def markers(game: Game, companies: Iterable[Company]) -> tuple[Text, ...]:
    """Where each company has markers."""
    return tuple(
        Text(
            "markers of {company}: {places}",
            company=game.symbol(company),
            places=joined(each_once(stop_name(game.book, stop) for stop in tokens_of(game, company))),
        )
        for company in companies
        if tokens_of(game, company)
    )


def holdings(game: Game, held: Mapping[Seat, int], director: Seat) -> tuple[Text, Text]:
    """Who has how many shares, and who is Director."""
    shares = joined(f"{game.name(seat)} {count}" for seat, count in held.items() if count)
    return Text("shares: {shares}", shares=shares), directed(game, director)


def directed(game: Game, director: Seat) -> Text:
    """Who is Director."""
    return Text("[director]: {director}", director=game.name(director))


def assets(game: Game, companies: Iterable[Company]) -> Text:
    """What companies own together, and what they owe."""
    members = list(companies)
    trains = sorted(train for company in members for train in game.trains_of(company))
    loans = sum(game.state.loans[company] for company in members)
    privates = sorted(private for company in members for private in game.privates_of(game.purse(company)))
    parts = [
        Text("cash {cash}", cash=sum(game.treasury(company) for company in members)),
        _trains(game, trains),
        Text("loans: {loans}", loans=loans),
    ]
    if privates:
        parts.append(
            Text("privates: {privates}", privates=joined(map(game.book.private_names.__getitem__, privates), " "))
        )
    return joined(parts)


def excess_trains(game: Game, companies: Iterable[Company], charter: Company) -> tuple[Text, ...]:
    """How many trains the new company would have to give up, if any."""
    count = sum(len(game.trains_of(company)) for company in companies)
    limit = game.rules[TrainRules].limit(game, charter)
    if count <= limit:
        return ()
    return (Text("trains above the limit of {limit}: {excess}", limit=limit, excess=count - limit),)


def _trains(game: Game, trains: list[Train]) -> Text:
    if not trains:
        return Text("trains: none")
    return Text("trains: {trains}", trains=joined((game.book.train_names[train] for train in trains), " "))
