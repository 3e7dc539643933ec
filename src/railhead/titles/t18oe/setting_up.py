"""Setting up 18OE: the bank, the opening packet, and the patronage tiles that are drawn (rules 18OE-SETUP)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from railhead.core.ids import NOBODY, Hex, Owner
from railhead.core.rulebook import Rulebook
from railhead.core.setup import empty_table
from railhead.core.state import State
from railhead.core.steps import Step
from railhead.rules.shuffling import draws, shuffled
from railhead.titles.t18oe.facts import CONCESSIONS, REGIONS, land
from railhead.titles.t18oe.options import plays_concessions
from railhead.titles.t18oe.record import first_record


def empty(book: Rulebook, agenda: tuple[Step, ...]) -> State:
    """The table before the auction; starting cash comes out of the bank (18OE-SETUP-01, 18OE-SETUP-11)."""
    concessions = plays_concessions(book.options)
    record = replace(first_record(book.company_ids, concessions), patronage=drawn_patronage(book.seed))
    state = empty_table(book, agenda, record)
    if not concessions:
        for card in CONCESSIONS:
            state.privates[card] = Owner(NOBODY)
    return state


@cache
def drawn_patronage(seed: int) -> tuple[tuple[Hex, str], ...]:
    """The cities with a patronage tile: so many of each colour, drawn at random (18OE-SETUP-07)."""
    numbers, index = draws(seed), land().board.index
    return tuple(
        (hex_, colour)
        for colour, group in REGIONS["patronage"].items()
        for hex_ in sorted(shuffled([index[name] for name in group["cities"]], numbers)[: group["draw"]])
    )
