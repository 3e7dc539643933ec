"""What the beginning of a Train Phase brings about (rules 18OE-PHASE)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.rules.operating import operating_company
from railhead.rules.phases import PhaseRules
from railhead.titles.t18oe import ending, ferry_token, junction, nationals, pullmans, rusting, swift
from railhead.titles.t18oe.consolidation import COMING
from railhead.titles.t18oe.facts import PHASE
from railhead.titles.t18oe.record import amend


def ask_first(game: Game) -> bool:
    """Before anything rusts, majors may become nationals (18OE-NATL-01); are players asked?"""
    buyer = operating_company(game)
    assert buyer is not None, "trains are bought in operating turns"
    asked = game.state.phase in nationals.FORMING
    if asked:
        nationals.offer(game, buyer)
    return asked


def began(game: Game) -> None:
    """What else happens at the start of the Train Phase that has begun.

    Rules 18OE-PHASE-18, 18OE-LILLE-04, 18OE-MINOR-09 and 18OE-END-05.
    """
    if game.state.phase == PHASE["4"]:
        pullmans.arrive(game)
        swift.ask(game)
    elif game.state.phase == PHASE["5"]:
        amend(game, consolidated=COMING)
        junction.retire(game)
        ferry_token.offer(game)
    elif game.state.phase == PHASE["8"]:
        ending.level_8_begins(game)


RULES = PhaseRules(ask_first=ask_first, rust=rusting.rust, began=began)
