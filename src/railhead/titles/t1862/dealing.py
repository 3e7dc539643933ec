"""Dealing companies and permits from the seed.

Rules 1862-SETUP-01, 1862-SETUP-02, 1862-SETUP-03, 1862-SETUP-04, 1862-VAR-01 and 1862-VAR-02.
The generator and the order of drawing are those of 18xx.games, so that the seed of an imported game deals the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from railhead.rules.shuffling import draws, shuffled
from railhead.titles.t1862.facts import COMPANIES, EXPRESS, FREIGHT, LOCAL, NUMBERS, PHASE

TYPES_IN_PLAY = {
    "simple_express": (EXPRESS,),
    "simple_freight": (FREIGHT,),
    "advanced_freight": (FREIGHT, LOCAL),
    "advanced_express": (EXPRESS, LOCAL),
}
ALL_TYPES = (FREIGHT, EXPRESS, LOCAL)
"""In the order in which permits lie in the pile before it is shuffled."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What the seed deals: companies in play, when each opens and which permit it has."""

    in_play: tuple[int, ...]
    """Companies as numbers in the list of all, in the order of that list."""
    group: tuple[int, ...]
    """By company in play: the phase from which it is available."""
    permits: tuple[int, ...]
    """By company in play: its permit."""
    offer: tuple[int, ...]
    """The companies in play in the order of the offer, as numbers in the list of all."""


def types_in_play(options: frozenset[str]) -> tuple[int, ...]:
    """The types of train this game has (1862-VAR-01, 1862-VAR-02)."""
    return next((types for option, types in TYPES_IN_PLAY.items() if option in options), ALL_TYPES)


def deal(seed: int, players: int, options: frozenset[str]) -> Deal:
    """Shuffle the companies and the permits."""
    numbers = draws(seed)
    order = shuffled(list(range(len(COMPANIES))), numbers)
    extra = 0 if "no_extra_companies" in options else max(0, players - NUMBERS.extra_company_above)
    offer = order[len(order) - NUMBERS.companies - extra :]
    opens = {number: _opens(rank, len(offer)) for rank, number in enumerate(offer)}
    in_play = tuple(sorted(offer))
    permits = shuffled(_pile(options, len(in_play)), numbers)
    return Deal(in_play, tuple(opens[number] for number in in_play), tuple(permits[: len(in_play)]), tuple(offer))


def _opens(rank: int, companies: int) -> int:
    """The phase from which a company is available: the last four with C, the four before them with B."""
    if rank >= companies - NUMBERS.later_group:
        return PHASE["C"]
    return PHASE["B"] if rank >= companies - 2 * NUMBERS.later_group else PHASE["A"]


def _pile(options: frozenset[str], companies: int) -> list[int]:
    """The permits before shuffling: one type after another in turn.

    With three types and sixteen companies there are six Freight permits and five of each other type; otherwise as many
    of each type as it takes for every company to get one (1862-SETUP-03, 1862-SETUP-04, 1862-VAR-02).
    """
    types = types_in_play(options)
    if len(types) == len(ALL_TYPES):
        pile = list(types * NUMBERS.permits_of_a_type)
        return pile[:companies] if companies == NUMBERS.companies else pile
    return list(types * -(-companies // len(types)))
