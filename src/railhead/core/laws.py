"""The common signatures of the rules that titles supply: named arguments, and what they return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from railhead.core.game import Game
    from railhead.core.ids import Company, Seat
    from railhead.core.refusal import Refusal
    from railhead.core.text import Text


class GameCount(Protocol):
    """A number that is the same for everybody at the table."""

    def __call__(self, game: Game) -> int: ...


class GameEffect(Protocol):
    """Something that happens to the whole table."""

    def __call__(self, game: Game) -> None: ...


class GameNotes(Protocol):
    """Sentences that everybody at the table should know."""

    def __call__(self, game: Game) -> tuple[Text, ...]: ...


class SeatCount(Protocol):
    """A number for a player."""

    def __call__(self, game: Game, seat: Seat) -> int: ...


class CompanyCount(Protocol):
    """A number for a company."""

    def __call__(self, game: Game, company: Company) -> int: ...


class CompanyLaw(Protocol):
    """Whether anything prevents a company from doing something."""

    def __call__(self, game: Game, company: Company) -> Refusal | None: ...


class CompanyEffect(Protocol):
    """Something that happens to a company."""

    def __call__(self, game: Game, company: Company) -> None: ...


def allowed(game: Game, company: Company) -> Refusal | None:
    """Nothing forbids it."""
    return None


def silent(game: Game) -> tuple[Text, ...]:
    """There is nothing to say."""
    return ()


def nothing_follows(game: Game) -> None:
    """It has no further effect."""


def nothing_follows_for(game: Game, company: Company) -> None:
    """It has no further effect on the company."""
