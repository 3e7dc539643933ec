"""What players may know: which treasuries are hidden from a seat, and the redacted position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.rulebook import RuleGroup
from railhead.core.state import State
from railhead.core.text import Text

HIDDEN = 0
"""What replaces a redacted figure."""


class Sight(Protocol):
    """Whether a player may see something of a company."""

    def __call__(self, game: Game, seat: Seat, company: Company) -> bool: ...


class Remarks(Protocol):
    """What else is public about a company, by name."""

    def __call__(self, game: Game, company: Company) -> dict[str, Text]: ...


@dataclass(frozen=True, slots=True)
class Fate:
    """What will become of a company if its marker stays where it is on the market."""

    zone: Text
    """Where the marker is, in a word or two."""
    told: Text
    """What that means, as a sentence."""


class Foretold(Protocol):
    """What will become of a company because of where its marker is on the market, if anything."""

    def __call__(self, game: Game, company: Company) -> Fate | None: ...


def open_to_all(game: Game, seat: Seat, company: Company) -> bool:
    """Everybody may see it."""
    return True


def no_remarks(game: Game, company: Company) -> dict[str, Text]:
    """Nothing else is public."""
    return {}


def safe_anywhere(game: Game, company: Company) -> Fate | None:
    """No place on the market threatens a company."""
    return None


@dataclass(frozen=True)
class InformationRules(RuleGroup):
    """What players may know about companies."""

    sees_treasury: Sight = open_to_all
    """May this player see the treasury of this company?"""
    remarks: Remarks = no_remarks
    """What else is public about a company, by name: permits, a charter."""
    fate: Foretold = safe_anywhere
    """What will become of a company if its marker stays where it is on the market, in words; None if nothing."""


def hidden_treasuries(game: Game, seat: Seat | None) -> frozenset[Company]:
    """The companies whose treasuries a seat may not see; a spectator (None) sees what every player may see."""
    sees = game.rules[InformationRules].sees_treasury
    if sees is open_to_all:
        return frozenset()
    seats = game.book.seat_ids if seat is None else (seat,)
    return frozenset(
        company for company in game.all_companies() if not all(sees(game, each, company) for each in seats)
    )


def without_treasuries(game: Game, hidden: frozenset[Company]) -> State:
    """The position without these treasuries: they can be neither read from it nor worked out from the rest."""
    if not hidden:
        return game.state
    state = game.state.clone()
    for company in hidden:
        state.cash[game.purse(company)] = HIDDEN
    if game.book.separate_credits:
        # The counter of credits issued is the sum of all treasuries.
        state.cash[game.book.company_bank] = HIDDEN
    return state
