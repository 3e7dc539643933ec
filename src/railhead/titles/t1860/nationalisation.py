"""The end game of 1860: the Southern Railway, then British Rail, which closes company after company.

Rules 1860-SOUTH and 1860-NAT.
"""

from __future__ import annotations

from railhead.core import effects
from railhead.core.events import Noted
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.state import CLOSED, STARTED
from railhead.titles.t1860.facts import NUMBERS, PHASE
from railhead.titles.t1860.record import amend, record
from railhead.titles.t1860.stalemate import operating


def southern_formed(game: Game) -> bool:
    """Has the first 9+5 train been bought (1860-PHASE-05)?"""
    return game.state.phase >= PHASE["9"]


def phase_began(game: Game) -> None:
    """The Southern Railway forms with phase 9."""
    if game.state.phase == PHASE["9"]:
        game.tell(Noted("The Southern Railway is formed"))


def check_nationalisation(game: Game) -> None:
    """British Rail forms when every company with a director has a train (1860-NAT-01, 1860-NAT-02)."""
    if not southern_formed(game) or record(game).nationalised:
        return
    directed = [c for c in operating(game) if game.director(c) is not None]
    if "peer-unfloated" in game.book.options:
        directed = [c for c in game.all_companies() if game.state.has(c, STARTED) and game.director(c) is not None]
    if all(game.trains_of(company) for company in directed):
        game.tell(Noted("The railways are nationalised: British Rail is formed"))
        amend(game, nationalised=True, last_round=len(operating(game)) <= NUMBERS.closed_a_round)


def close_companies(game: Game) -> None:
    """The two lowest dividends close, with all equals; one or two companies left run once more.

    Rules 1860-NAT-11, 1860-NAT-12 and 1860-NAT-13.
    """
    if game.state.ending:
        return
    left = operating(game)
    if len(left) > NUMBERS.closed_a_round:
        for company in lowest([(game.state.dividend[company], company) for company in left]):
            effects.mark(game, company, CLOSED)
            effects.declare(game, company, "closed")
        left = operating(game)
    elif record(game).last_round:
        left = []
    if not left:
        effects.foresee_end(game, "nationalisation is complete")
    amend(game, last_round=len(left) <= NUMBERS.closed_a_round)


def lowest(dividends: list[tuple[int, Company]]) -> list[Company]:
    """The companies with the two lowest dividends, and all that share the second lowest of them (1860-NAT-12)."""
    ranked = sorted(dividends)
    limit = ranked[min(NUMBERS.closed_a_round, len(ranked)) - 1][0]
    return [company for dividend, company in ranked if dividend <= limit]
