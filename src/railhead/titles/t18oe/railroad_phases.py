"""The Railroad Phases: what ends one, and what one of them allows (rules 18OE-PHASE and 18OE-RMP)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.events import Noted
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company
from railhead.core.refusal import Refusal
from railhead.core.state import CLOSED, FLOATED, STARTED
from railhead.core.text import Text
from railhead.titles.t18oe import order_track
from railhead.titles.t18oe.facts import MINORS, NUMBERS, READINGS
from railhead.titles.t18oe.record import MAJOR_PHASE, REGIONAL_PHASE, amend, record


def minors(game: Game) -> tuple[Company, ...]:
    """The minors of the title."""
    return game.all_companies()[: len(MINORS)]


def regionals(game: Game) -> tuple[Company, ...]:
    """The regionals of the title, whatever they have become."""
    return game.all_companies()[len(MINORS) :]


def regional_phase(game: Game) -> bool:
    """Is it the Regional/Minor Railroad Phase (18OE-RMP-01)?"""
    return record(game).railroad_phase == REGIONAL_PHASE


def major_phase(game: Game) -> bool:
    """Has the Major Railroad Phase begun, which lasts until the end of the game (18OE-RMP-16)?"""
    return record(game).railroad_phase == MAJOR_PHASE


def not_yet(game: Game) -> Refusal | None:
    """Shares, majors and trades have to wait for the Major Railroad Phase (18OE-RMP-01, 18OE-RMP-15)."""
    if major_phase(game):
        return None
    return game.forbid(
        "phase.regional",
        "This has to wait until all minors and {count} regionals have floated",
        count=NUMBERS.regionals_kept,
    )


# -- the end of the Regional/Minor phase ----------------------------------------------------------


def floated(game: Game) -> None:
    """A railroad has floated: with the 18th regional the others leave, with the last of all the phase is over.

    Rules 18OE-RMP-11, 18OE-RMP-12, 18OE-RMP-13 and 18OE-PHASE-01.
    """
    if not regional_phase(game):
        return
    waiting = [company for company in regionals(game) if not game.state.has(company, FLOATED)]
    enough = len(regionals(game)) - len(waiting) >= NUMBERS.regionals_kept
    if enough:
        for company in waiting:
            if READINGS.parred_regionals_leave or not game.state.has(company, STARTED):
                leave(game, company)
    if enough and all(game.state.has(minor, FLOATED) for minor in minors(game)):
        amend(game, railroad_phase=MAJOR_PHASE)
        game.tell(Noted(Text("The Major Railroad Phase begins")))


def leave(game: Game, company: Company) -> None:
    """A regional that has not floated leaves the game; its home is free for others (18OE-RMP-03, 18OE-RMP-12)."""
    if game.state.has(company, CLOSED):
        return
    if game.state.has(company, STARTED):
        effects.move_shares(game, POOL, BANK, company, game.held(POOL, company))
        effects.set_director(game, company, BANK)
        effects.unmark(game, company, STARTED)
        effects.take_off_market(game, company)
        order_track.leave(game, company)
    effects.mark(game, company, CLOSED)
    effects.declare(game, company, Text("out of the game"))
