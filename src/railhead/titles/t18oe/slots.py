"""The slots of a charter: what the tokens cost that a railroad has not placed (18OE-SETUP-15, 18OE-SETUP-16)."""

from __future__ import annotations

from collections import Counter

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.spelling import Money
from railhead.titles.t18oe.facts import FIRST_TOKENS, MAJOR, MAJOR_TOKENS
from railhead.titles.t18oe.record import amend, record


def open_slots(game: Game, company: Company) -> tuple[int, ...]:
    """The prices of the tokens that a railroad can still place, cheapest first; it may choose any (18OE-TOKEN-02)."""
    return record(game).slots[company]


def set_slots(game: Game, company: Company, prices: tuple[int, ...]) -> None:
    """The tokens that a railroad can still place are now those at these prices."""
    slots = record(game).slots
    amend(game, slots=(*slots[:company], tuple(sorted(prices)), *slots[company + 1 :]))


def use(game: Game, company: Company, price: int) -> None:
    """The token of a slot at this price leaves the charter."""
    left = list(open_slots(game, company))
    left.remove(price)
    set_slots(game, company, tuple(left))


def empty_slots(game: Game, company: Company) -> tuple[int, ...]:
    """The prices of slots without a token, dearest first; the home token's slot is never filled again."""
    printed = FIRST_TOKENS + (MAJOR_TOKENS if game.state.kind[company] == MAJOR else ())
    left = Counter(printed) - Counter(open_slots(game, company))
    return tuple(sorted(left.elements(), reverse=True))


def put_back(game: Game, company: Company, price: int) -> None:
    """A token comes back to a slot at this price."""
    set_slots(game, company, (*open_slots(game, company), price))


def prices(game: Game, company: Company) -> list[Money]:
    """The prices of open slots, each once, the lowest first."""
    return [Money(price) for price in sorted(set(open_slots(game, company)))]


def affordable(game: Game, company: Company) -> list[Money]:
    """Those that the railroad could pay."""
    return [price for price in prices(game, company) if price <= game.treasury(company)]
