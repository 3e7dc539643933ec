"""The end game of 1860: the Southern Railway, then British Rail, which closes company after company.

Rules 1860-SOUTH and 1860-NAT.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from railhead.core import effects
from railhead.core.audit import GameLaw
from railhead.core.events import Noted
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.rulebook import RuleGroup
from railhead.core.state import CLOSED
from railhead.core.text import Text, to_translate
from railhead.titles.t1860.facts import NUMBERS, PHASE
from railhead.titles.t1860.record import amend, record
from railhead.titles.t1860.stalemate import operating


class Companies(Protocol):
    """Some of the companies."""

    def __call__(self, game: Game) -> Iterable[Company]: ...


def directed(game: Game) -> Iterable[Company]:
    """Every operating company with a director (1860-NAT-02)."""
    return (company for company in operating(game) if game.director(company) is not None)


def building_ended(game: Game) -> bool:
    """Building and halts end with the Southern Railway's first stock round, or under British Rail (1860-SOUTH-02)."""
    return record(game).building_over or record(game).nationalised


@dataclass(frozen=True)
class NationalisationRules(RuleGroup):
    """How the end game begins."""

    need_trains: Companies = directed
    """Which companies must have a train before British Rail forms."""
    building_ended: GameLaw = building_ended
    """Is nothing built any more, and do halts no longer count?"""


def southern_formed(game: Game) -> bool:
    """Has the first 9+5 train been bought (1860-PHASE-05)?"""
    return game.state.phase >= PHASE["9"]


def phase_began(game: Game) -> None:
    """The Southern Railway forms with phase 9."""
    if game.state.phase == PHASE["9"]:
        game.tell(Noted(Text("The Southern Railway is formed")))


def check_nationalisation(game: Game) -> None:
    """British Rail forms when every company with a director has a train (1860-NAT-01, 1860-NAT-02)."""
    if not southern_formed(game) or record(game).nationalised:
        return
    if all(game.trains_of(company) for company in game.rules[NationalisationRules].need_trains(game)):
        game.tell(Noted(Text("The railways are nationalised: British Rail is formed")))
        amend(game, nationalised=True, last_round=len(operating(game)) <= NUMBERS.closed_a_round)


def close_companies(game: Game) -> None:
    """The companies with the two lowest dividends close, and all that tie; the last one or two run once more.

    Rules 1860-NAT-11, 1860-NAT-12 and 1860-NAT-13. After the last of them the game ends (1860-END-03).
    """
    if game.state.ending:
        return
    left = operating(game)
    if len(left) > NUMBERS.closed_a_round:
        for company in lowest([(game.state.dividend[company], company) for company in left]):
            effects.mark(game, company, CLOSED)
            effects.declare(game, company, Text("closed"))
        left = operating(game)
    elif record(game).last_round:
        left = []
    if not left:
        effects.foresee_end(game, to_translate("nationalisation is complete"))
    amend(game, last_round=len(left) <= NUMBERS.closed_a_round)


def lowest(dividends: list[tuple[int, Company]]) -> list[Company]:
    """The companies with the two lowest dividends, and all that share the second lowest of them (1860-NAT-12)."""
    ranked = sorted(dividends)
    limit = ranked[min(NUMBERS.closed_a_round, len(ranked)) - 1][0]
    return [company for dividend, company in ranked if dividend <= limit]
