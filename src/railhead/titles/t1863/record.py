"""What only 1863 has to remember."""

from __future__ import annotations

from dataclasses import dataclass, replace

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Owner, Private
from railhead.titles.t1863.facts import NUMBERS


@dataclass(frozen=True, slots=True)
class Record1863:
    """What 1863 adds to companies and rounds, and what privates have done."""

    tokens: tuple[int, ...]
    """By company: all its station tokens, on the board or on its charter."""
    unpaid: tuple[int, ...]
    """By company: what it still has to pay for the tokens it was floated with (1863-START-18)."""
    rate: int = NUMBERS.least_rate
    """The rate of interest, which stays until the end of the next stock round (1863-SR-11)."""
    sold: tuple[tuple[Owner, Company], ...] = ()
    """Who has sold or shorted which company since the last stock round began: they may not buy it (1863-SR-05)."""
    opened: bool = False
    """Has a company been auctioned? In the historical game the first is the Metropolitan (1863-START-06)."""
    active: tuple[Company, ...] = ()
    """Companies that have taken part in something in this round of mergers (1863-MA-06)."""
    final: int = 0
    """The number of the last set of rounds; 0 as long as that is open (1863-END-02)."""
    mail: tuple[Hex, ...] = ()
    """Where the markers of the Royal Mail Rail are (1863-PRIV-11)."""
    used: tuple[Private, ...] = ()
    """Privates that have done what they can do once."""
    necropolis: tuple[int, int] = (0, 0)
    """How many yellow and green tiles the Necropolis Railway has laid (1863-PRIV-05)."""
    tunnel: int = 0
    """How many tiles the Thames Tunnel has laid (1863-PRIV-06)."""
    last_turn: bool = False
    """Are the trains that Thompson has kept in their last turn (1863-PRIV-04)?"""


def record(game: Game) -> Record1863:
    """The record of this game."""
    found = game.state.record
    assert isinstance(found, Record1863)
    return found


def amend(game: Game, **changes: object) -> None:
    """Change the record."""
    effects.set_record(game, replace(record(game), **changes))  # type: ignore[arg-type]


def token_count(game: Game, company: Company) -> int:
    """All station tokens of a company, on the board or on its charter."""
    return record(game).tokens[company]


def set_tokens(game: Game, company: Company, count: int) -> None:
    """A company has this many station tokens in all."""
    amend(game, tokens=_with(record(game).tokens, company, count))


def set_unpaid(game: Game, company: Company, amount: int) -> None:
    """A company owes this much for its first station tokens."""
    amend(game, unpaid=_with(record(game).unpaid, company, amount))


def _with(values: tuple[int, ...], company: Company, value: int) -> tuple[int, ...]:
    return (*values[:company], value, *values[company + 1 :])
