"""Which privates and Minors a seed brings into the game, and when."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from railhead.core.game import Game
from railhead.core.ids import Company, Private
from railhead.core.state import CLOSED
from railhead.core.text import Text
from railhead.rules.shuffling import draws, shuffled
from railhead.titles.t18bf.facts import COMPANIES, NUMBERS, PHASE, PRIVATES


@dataclass(frozen=True, slots=True)
class Deal:
    """The railway privates in play, and the Minors in the three batches in which they become available."""

    railways: tuple[Private, ...]
    first: tuple[Company, ...]
    """On offer from the first stock round (18BF-SETUP-10)."""
    second: tuple[Company, ...]
    """On offer from the second stock round (18BF-SETUP-09)."""
    third: tuple[Company, ...]
    """On offer from the first stock round after phase 3 has begun (18BF-SETUP-08)."""


@cache
def deal(seed: int) -> Deal:
    """Draw the privates and the two batches of Minors; everybody may know them (18BF-SETUP-06, 18BF-SETUP-11)."""
    numbers = draws(seed)
    railways = [Private(n) for n, private in enumerate(PRIVATES) if private.is_railway]
    drawn = shuffled(railways, numbers)[: NUMBERS.railways_in_play]
    of_a, others = shuffled(_minors(in_a=True), numbers), shuffled(_minors(in_a=False), numbers)
    a, b = NUMBERS.batch_of_a, NUMBERS.batch_of_others
    return Deal(
        tuple(sorted(drawn)),
        tuple(sorted(of_a[2 * a :] + others[2 * b :])),
        tuple(sorted(of_a[a : 2 * a] + others[b : 2 * b])),
        tuple(sorted(of_a[:a] + others[:b])),
    )


def _minors(*, in_a: bool) -> list[Company]:
    """The Minors of group A, or those of groups B and C (18BF-SETUP-07)."""
    minors = [(Company(n), company["group"]) for n, company in enumerate(COMPANIES) if "group" in company]
    return [company for company, group in minors if (group == "A") == in_a]


def minors_on_offer(game: Game) -> tuple[Company, ...]:
    """The Minors that may be auctioned in this stock round, sold or not (18BF-AUC-13, 18BF-AUC-14)."""
    dealt, phase = deal(game.book.seed), game.state.phase
    if phase >= PHASE["5"]:
        return ()
    second = dealt.second if game.state.round.number > 1 else ()
    third = dealt.third if phase >= PHASE["3"] else ()
    return (*dealt.first, *second, *third)


def remarks(game: Game, company: Company) -> dict[str, Text]:
    """When a Minor that was set aside becomes available, and which companies can no longer be started."""
    if game.state.has(company, CLOSED):
        return {"available": Text("no longer")}
    dealt, phase = deal(game.book.seed), game.state.phase
    if game.state.status[company]:
        return {}
    if company in dealt.third and phase < PHASE["3"]:
        return {"available": Text("from the first stock round after phase 3 has begun")}
    if company in dealt.second and game.state.round.number < 2:
        return {"available": Text("from stock round 2")}
    return {}
