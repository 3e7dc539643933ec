"""Positions for tests of Merger Rounds: companies with markers, and the turn of one of them."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.audit import audit
from railhead.core.ids import hex_of, index_of
from railhead.core.state import Round
from railhead.rules.merger_round import MergerRound, MergerTurn
from railhead.rules.stations import tokens_of
from railhead.titles.t18bf.record import record
from tests.titles.t18bf.table import BigFour
from tests.titles.waiting import Waiting

LONDON_SPACES = ("U23.1", "U23.2", "U23.3", "U23.4")
"""The exits of London with a space that is no Minor's home."""


def minor(
    at: BigFour,
    company: str,
    price: int = 100,
    owner: str = "A",
    *,
    cash: int = 0,
    trains: tuple[str, ...] = (),
    loans: int = 0,
    marker: str = "",
) -> None:
    """A Minor with its marker at home, or wherever a test needs it."""
    at.minor(company, price, owner, cash, trains, loans)
    what = at.company(company)
    effects.place_token(at.game, what, at.stop(marker) if marker else at.book.companies[what].home)


def public(
    at: BigFour,
    company: str,
    price: int,
    shares: dict[str, int],
    *markers: str,
    cash: int = 0,
    trains: tuple[str, ...] = (),
    loans: int = 0,
    pool: int = 0,
) -> None:
    """A Public or System with markers on the board."""
    at.in_play(company, price, shares, cash, trains, loans)
    at.into_pool(company, pool)
    for marker in markers:
        at.token(company, marker)


def turn(at: BigFour, company: str) -> BigFour:
    """It is this company's turn in a Merger Round; once it is over everything waits."""
    at.state.round = Round("merger", 2, 1, 2)
    at.state.agenda = (at.state.agenda[0], Waiting(at.seat("A")), MergerTurn(at.company(company)))
    assert audit(at.book, at.state) == []
    at.settle()
    return at


def merger_round(at: BigFour) -> BigFour:
    """A Merger Round begins; once it is over everything waits."""
    at.state.round = Round("merger", 2, 1, 2)
    at.state.agenda = (at.state.agenda[0], Waiting(at.seat("A")), MergerRound())
    at.settle()
    return at


def asked(at: BigFour) -> list[str]:
    """The companies that are asked in a Merger Round in which all pass."""
    found = []
    while not at.waits:
        step = at.step
        assert isinstance(step, MergerTurn)
        found.append(at.book.company_names[step.company])
        at.do("pass")
    return found


def markers(at: BigFour, company: str) -> list[str]:
    """Where a company has markers."""
    names = at.book.board.names
    return sorted(f"{names[hex_of(stop)]}.{index_of(stop)}" for stop in tokens_of(at.game, at.company(company)))


def spare(at: BigFour, company: str) -> int:
    """How many markers of a company are not on the board."""
    return at.state.spare_tokens[at.company(company)]


def all_markers(at: BigFour, company: str) -> int:
    """How many markers a company has in all."""
    return record(at.game).markers[at.company(company)]


def fully_declined(at: BigFour) -> None:
    """Nobody buys any more shares."""
    while not at.waits:
        at.do("pass")
