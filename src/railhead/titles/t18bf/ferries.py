"""The Irish ferries: in every turn a company assigns each of its own to another area of Ireland (18BF-PRIV-31)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import Company, Private, Stop, stop_at
from railhead.core.place_names import stop_name
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, CompanyStep, Move, filtered
from railhead.core.text import Text, series
from railhead.routes.best import best_runs
from railhead.routes.model import RouteProblem
from railhead.rules.cache import Kind, cached
from railhead.rules.stations import company_reach
from railhead.titles.t18bf.bonuses import Ferries
from railhead.titles.t18bf.facts import IRELAND, PRIVATES
from railhead.titles.t18bf.record import amend, record
from railhead.titles.t18bf.route_rules import route_problem

REACHED: Kind[tuple[Stop, ...]] = Kind("Irish areas in reach", 64)


@dataclass(frozen=True, slots=True)
class AssignFerry(Action):
    """Assign an Irish ferry to an area."""

    area: Stop
    form: ClassVar[str] = "ferry to {area}"
    label: ClassVar[str] = "Ferry to {area}"
    told: ClassVar[tuple[str, ...]] = ("{actor} assigns a ferry to {area}",)
    topic: ClassVar[Topic] = Topic.RUNS


def run_problem(game: Game, company: Company) -> RouteProblem | None:
    """What the company's trains may run now, if it has any; its ferries count where they are assigned."""
    return route_problem(game, company, assigned(game, company)) if game.trains_of(company) else None


def assigned(game: Game, company: Company) -> Ferries:
    """Where the company's Irish ferries count: as was decided, or as they would be assigned without a decision."""
    ferries = ferries_of(game, company)
    if not ferries:
        return ()
    decided = tuple(pair for pair in record(game).ferries if pair[0] in ferries)
    return decided or _without_asking(game, company) or ()


def ferries_of(game: Game, company: Company) -> list[Private]:
    """The Irish ferries that the company owns."""
    return [private for private in game.privates_of(game.purse(company)) if PRIVATES[private].is_irish]


def areas(game: Game) -> tuple[Stop, ...]:
    """The areas of Ireland."""
    return tuple(stop_at(game.book.board.index[name], 0) for name in IRELAND)


def assign_ferries(game: Game, company: Company) -> None:
    """Before the trains run, the ferries are assigned; the Director is asked if that makes a difference."""
    if not ferries_of(game, company) or not game.trains_of(company):
        return
    without_asking = _without_asking(game, company)
    if without_asking is None:
        game.push(AssignFerries(company))
    else:
        amend(game, ferries=without_asking)


def _without_asking(game: Game, company: Company) -> Ferries | None:
    """One ferry for each area that a train can reach; None if there are not enough and the Director has to choose."""
    ferries, reached = ferries_of(game, company), areas_in_reach(game, company)
    return tuple(zip(ferries, reached, strict=False)) if len(reached) <= len(ferries) else None


def areas_in_reach(game: Game, company: Company) -> tuple[Stop, ...]:
    """The areas of Ireland that some train of the company could count; most are beyond the end of its track."""
    joined = [area for area in areas(game) if area in company_reach(game, company).stops]
    if not joined:
        return ()
    problem = route_problem(game, company, ())
    return cached(game, REACHED, problem.content, lambda: tuple(area for area in joined if _can_count(problem, area)))


def _can_count(problem: RouteProblem, area: Stop) -> bool:
    """Could any train count this stop? It could if it earns something where nothing else pays."""
    values = {stop: int(stop == area) for stop in problem.values}
    return any(
        best_runs(replace(problem, trains=(train,), values=values, bonuses=(), hauls=())).earnings.revenue
        for train in dict.fromkeys(problem.trains)
    )


@dataclass(frozen=True, slots=True)
class AssignFerries(CompanyStep):
    """The Director says which area of Ireland each ferry serves."""

    purpose: ClassVar[str] = "assign an Irish ferry"

    def task(self, game: Game) -> Text:
        """Which ferry, and for whom."""
        return Text(
            "choose the area of Ireland that the ferry {ferry} serves for {company} in this turn",
            ferry=game.book.private_names[waiting(game, self.company)[0]],
            company=game.symbol(self.company),
        )

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What a ferry brings, where trains can go, and what the other ferries serve already."""
        company = game.symbol(self.company)
        reached = areas_in_reach(game, self.company)
        return (
            Text(
                "the area is worth {bonus} more to every train of {company} that counts it",
                bonus=PRIVATES[waiting(game, self.company)[0]].bonus,
                company=company,
            ),
            Text("the trains of {company} can count {areas}", company=company, areas=_named(game, reached)),
            *(
                Text("{ferry} serves {area}", ferry=game.book.private_names[ferry], area=stop_name(game.book, area))
                for ferry, area in record(game).ferries
            ),
        )

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES

    def proceed(self, game: Game) -> bool:
        """Done as soon as every ferry has its area."""
        if waiting(game, self.company):
            return False
        game.pop()
        return True


def _named(game: Game, areas: Iterable[Stop]) -> Text:
    return series(stop_name(game.book, area) for area in areas)


def waiting(game: Game, company: Company) -> list[Private]:
    """The ferries that have no area yet in this turn."""
    done = [ferry for ferry, _ in record(game).ferries]
    return [ferry for ferry in ferries_of(game, company) if ferry not in done]


def _refusal(game: Game, step: AssignFerries, action: AssignFerry) -> Refusal | None:
    if action.area not in areas(game):
        return game.forbid("ferry.area", "An Irish ferry serves one of the areas of Ireland")
    if any(area == action.area for _, area in record(game).ferries):
        return game.forbid("ferry.separate", "Several Irish ferries serve different areas of Ireland")
    return None


def _assign(game: Game, step: AssignFerries, action: AssignFerry) -> None:
    """The ferries are alike, so the next one goes there (18BF-PRIV-31, 18BF-PRIV-32)."""
    ferry = waiting(game, step.company)[0]
    amend(game, ferries=(*record(game).ferries, (ferry, action.area)))


MOVES: tuple[AnyMove, ...] = (
    Move(AssignFerry, filtered(lambda game, _: map(AssignFerry, areas(game)), _refusal), _refusal, _assign),
)
