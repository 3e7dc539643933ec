"""The trains of a railroad as they run: each by itself, joined for the Orient Express, or one larger by minor L.

Rules 18OE-OE-07, 18OE-OE-08, 18OE-OE-10 and 18OE-MINOR-19.
"""

from __future__ import annotations

from collections import Counter

from railhead.core.game import Game
from railhead.core.ids import Company, Consist, a_consist, is_larger, kind_of, kinds_in, marks_of
from railhead.titles.t18oe import powers
from railhead.titles.t18oe.facts import CITIES, LEVELS, MAJOR, PHASES, READINGS, TIMES, TOWNS, TRAIN
from railhead.titles.t18oe.record import record

RED_ARROW = "L"
LAST_TO_RUST = max(int(phase["rusts"]) for phase in PHASES if "rusts" in phase)
"""The highest level of trains that are not permanent (18OE-PHASE-14)."""


def consists(game: Game, company: Company) -> list[Consist]:
    """What runs as one train each, with minor L's marker where it is."""
    kinds = [kind_of(train) for train in game.trains_of(company)]
    joined = together(game, company)
    for kind in joined:
        kinds.remove(kind)
    found = [*([a_consist(joined)] if joined else []), *map(Consist, kinds)]
    if powers.has(game, company, RED_ARROW) and found:
        chosen = marked(game, company, found)
        found[found.index(chosen)] = a_consist(kinds_in(chosen), larger=True)
    return found


def together(game: Game, company: Company) -> tuple[int, ...]:
    """The kinds of the trains that the railroad has joined, as long as it has them all."""
    joined = record(game).joined if record(game).fitted == company else ()
    return () if Counter(joined) - Counter(may_be_joined(game, company)) else joined


def marked(game: Game, company: Company, found: list[Consist]) -> Consist:
    """The train with minor L's marker: the one it was assigned to, or else the largest."""
    chosen = record(game).larger if record(game).fitted == company else None
    if chosen in found:
        return Consist(chosen)
    return max(found, key=lambda consist: (city_limit(consist), town_limit(consist)))


def with_pullman(game: Game, company: Company, found: list[Consist]) -> Consist | None:
    """The train that the president has chosen for the Pullman, if any."""
    chosen = record(game).pullman_on if record(game).fitted == company else None
    return Consist(chosen) if chosen in found else None


def may_be_joined(game: Game, company: Company) -> list[int]:
    """The kinds of the trains that can be joined: those of levels 2, 3 and 4, without Swift's (18OE-OE-10)."""
    return [
        kind_of(train)
        for train in game.trains_of(company)
        if not marks_of(train) and LEVELS[kind_of(train)] <= LAST_TO_RUST
    ]


def greatest(game: Game, company: Company) -> int:
    """The greatest city limit of any train that the railroad could run, joined and with minor L's marker or not."""
    each = [CITIES[kind_of(train)] for train in game.trains_of(company)]
    joined = sum(CITIES[kind] for kind in may_be_joined(game, company)) if game.state.kind[company] == MAJOR else 0
    return max([joined, *each]) + powers.has(game, company, RED_ARROW)


def is_joined(consist: int) -> bool:
    """Does it consist of several trains?"""
    return len(kinds_in(consist)) > 1


def printed_limit(consist: int) -> int:
    """The city limits on its cards together (18OE-OE-08)."""
    return sum(CITIES[kind] for kind in kinds_in(consist))


def city_limit(consist: int) -> int:
    """How many cities it may include (18OE-ROUTE-10)."""
    return printed_limit(consist) + is_larger(consist)


def town_limit(consist: int) -> int:
    """How many towns it counts besides (18OE-REV-04)."""
    return sum(TOWNS[kind] for kind in kinds_in(consist)) + is_larger(consist)


def is_doubled(consist: int) -> bool:
    """Is it a D train?"""
    return TIMES[kinds_in(consist)[0]] > 1


def level(consist: int) -> int:
    """The level a Pullman counts: that of the best train, one only if several are joined (18OE-OE-11).

    Minor L's marker does not raise it (18OE-REV-09).
    """
    return max(_level(kind) for kind in kinds_in(consist))


def _level(kind: int) -> int:
    """A 4D is of level 7, or counts as much as an 8+8, by the rulebook's example (18OE-REV-09)."""
    return LEVELS[kind] if READINGS.pullman_by_level or kind != TRAIN["4D"] else max(LEVELS)
