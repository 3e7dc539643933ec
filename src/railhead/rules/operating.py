"""Operating rounds: every floated company once, highest price first; ties go to the one longest at its price."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from railhead.core.events import TurnBegan
from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.laws import CompanyEffect
from railhead.core.rulebook import RuleGroup
from railhead.core.state import BANKRUPT, CLOSED, FLOATED
from railhead.core.steps import CompanyStep, Step


class Decider(Protocol):
    """Which player decides for a company."""

    def __call__(self, game: Game, company: Company) -> Seat: ...


def controller(game: Game, company: Company) -> Seat:
    """The player at the end of the chain of directors."""
    return game.player_for(company)


class OperatingRank(Protocol):
    """What decides the order in which companies operate."""

    def __call__(self, game: Game, company: Company) -> tuple[int, ...]: ...


def kind_then_price(game: Game, company: Company) -> tuple[int, ...]:
    """Kinds of a lower rank first, then the highest price; on equal prices, the square further right."""
    price, column = game.book.market.rank(game.state.price[company])
    return game.kind_of(company).rank, -price, -column


class CompanyTest(Protocol):
    """A question about a company."""

    def __call__(self, game: Game, company: Company) -> bool: ...


def always(game: Game, company: Company) -> bool:
    """Every company in play operates."""
    return True


class CompaniesInPlay(Protocol):
    """The companies that may have a turn, in the order that breaks ties."""

    def __call__(self, game: Game) -> tuple[Company, ...]: ...


def with_markers(game: Game) -> tuple[Company, ...]:
    """Those with a marker on the market, in the order in which the markers came to their places."""
    return game.state.stack


@dataclass(frozen=True)
class OperatingRules(RuleGroup):
    """How a company's turn goes."""

    stages: tuple[CompanyEffect, ...] = ()
    """The parts of a company's turn, in order; each puts its decisions on the agenda."""
    rank: OperatingRank = kind_then_price
    """What decides the operating order: lower ranks come first; ties follow the order of `in_play`."""
    in_play: CompaniesInPlay = with_markers
    """The companies that may have a turn: those that have floated and are not closed do."""
    acts_for: Decider = controller
    """Which player decides for a company that has to run, return or buy trains."""
    operates: CompanyTest = always
    """Does this company operate, now that it is in play?"""


@dataclass(frozen=True, slots=True)
class OperatingRound(Step):
    """An operating round and the companies that have had their turn in it."""

    done: tuple[Company, ...] = ()

    def proceed(self, game: Game) -> bool:
        """The next company has its turn; after the last one, the round is over."""
        company = next((c for c in operating_order(game) if c not in self.done), None)
        if company is None:
            game.pop()
        else:
            game.put(OperatingRound((*self.done, company)))
            game.push(OperatingTurn(company))
            game.tell(TurnBegan(company))
        return True


@dataclass(frozen=True, slots=True)
class OperatingTurn(CompanyStep):
    """A company's turn: its parts in rulebook order, and how many have begun."""

    stage: int = 0

    def proceed(self, game: Game) -> bool:
        """The next part of the turn begins."""
        stages = game.rules[OperatingRules].stages
        if self.stage == len(stages):
            game.pop()
            return True
        game.put(OperatingTurn(self.company, self.stage + 1))
        stages[self.stage](game, self.company)
        return True


def operating_order(game: Game) -> list[Company]:
    """The companies that operate, in order."""
    state = game.state
    rules = game.rules[OperatingRules]
    able = [c for c in rules.in_play(game) if state.status[c] & (FLOATED | BANKRUPT | CLOSED) == FLOATED]
    operating = (company for company in able if rules.operates(game, company))
    return sorted(operating, key=lambda company: rules.rank(game, company))


def operating_company(game: Game) -> Company | None:
    """The company whose operating turn it is, if it is one's."""
    turns = (step for step in reversed(game.state.agenda) if type(step) is OperatingTurn)
    return next((turn.company for turn in turns), None)


def acting_in_its_turn(game: Game, step: Step) -> Company | None:
    """The company whose turn it is, if this is a step in which the player who decides for it does so."""
    company = step.acting_company
    if company is None or company != operating_company(game):
        return None
    return company if step.seat(game) == game.rules[OperatingRules].acts_for(game, company) else None


def end_turn(game: Game) -> None:
    """The operating company's turn ends immediately."""
    game.unwind(OperatingTurn)
    game.pop()
