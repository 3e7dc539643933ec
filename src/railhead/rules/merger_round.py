"""Merger rounds: every company that may merge, convert or be taken over is asked once, in order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from railhead.core.actions import Action
from railhead.core.choices import Choice, SetLaw, Subsets
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.rulebook import RuleGroup
from railhead.core.spelling import Companies
from railhead.core.state import FLOATED
from railhead.core.steps import AnyMove, CompanyStep, Matter, Step
from railhead.core.text import Text, to_translate
from railhead.rules import consent
from railhead.rules.consent import Proposal
from railhead.rules.operating import operating_order


class CompanyOrder(Protocol):
    """The companies that are asked, in order."""

    def __call__(self, game: Game) -> Iterable[Company]: ...


@dataclass(frozen=True)
class MergerRules(RuleGroup):
    """Who is asked in a merger round, and what a company may do then."""

    order: CompanyOrder = operating_order
    """The companies that are asked, in order. A company formed in the round takes its place in it."""
    moves: tuple[AnyMove, ...] = ()
    """What a company may do when it is asked."""
    purpose: str = to_translate("propose a merger or pass")
    """What that is, in words."""


@dataclass(frozen=True, slots=True)
class MergerRound(Step):
    """A merger round and the companies that have been asked in it."""

    done: tuple[Company, ...] = ()

    def proceed(self, game: Game) -> bool:
        """The next company is asked; after the last one, the round is over."""
        company = next((c for c in game.rules[MergerRules].order(game) if c not in self.done), None)
        if company is None:
            game.pop()
        else:
            game.put(MergerRound((*self.done, company)))
            game.push(MergerTurn(company))
        return True


@dataclass(frozen=True, slots=True)
class MergerTurn(CompanyStep):
    """A company may merge, convert or be taken over, and may propose that to others until they agree."""

    matter: ClassVar[Matter] = Matter.MERGER
    declined: tuple[Companies, ...] = ()
    """The sets of companies that somebody has declined to bring together, or for which it came to nothing."""
    order: ClassVar[str] = "turn.merger"
    on_pass: ClassVar[str] = "{actor} proposes nothing"

    def task(self, game: Game) -> Text:
        """What the title lets a company do."""
        task = Text(game.rules[MergerRules].purpose)
        return Text("{task} for {company}", task=task, company=game.symbol(self.company))

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """What the title offers."""
        return game.rules[MergerRules].moves

    def proceed(self, game: Game) -> bool:
        """The turn is over as soon as the company is part of another."""
        if not game.state.has(self.company, FLOATED):
            game.pop()
            return True
        return CompanyStep.proceed(self, game)


def remember_declined(game: Game, companies: Iterable[Company]) -> None:
    """Nothing came of it, so it is not proposed again in this turn."""
    turn = game.step
    assert isinstance(turn, MergerTurn)
    game.put(replace(turn, declined=(*turn.declined, tuple(sorted(companies)))))


def proposals(
    turn: MergerTurn, action: type[Action], members: Companies, sizes: range, *, law: SetLaw, grows: SetLaw
) -> Iterable[Choice]:
    """An action that proposes any of the sets of these companies, each with the one whose turn it is, if there are any.

    The sets must be allowed by `law`, and each of them must be within reach of that company alone through sets allowed
    by `grows`.
    """
    sets = Subsets(members, min(sizes), max(sizes), law, grows, always=(turn.company,))
    if next(iter(sets), None) is not None:
        yield Choice(action, (sets,))


def ask_others(game: Game, turn: MergerTurn, companies: Iterable[Company], proposal: Proposal) -> None:
    """Everybody else who decides for one of the companies has to agree, asked clockwise."""
    deciding = {game.player_for(company) for company in companies}
    consent.ask_all(game, [seat for seat in game.others(turn.seat(game)) if seat in deciding], proposal)
