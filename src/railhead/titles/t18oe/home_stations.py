"""Homes in a metropolis: SB and MSP choose the station of their home (18OE-TRACK-25 to 18OE-TRACK-27)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, hex_of
from railhead.core.refusal import Refusal
from railhead.core.state import CLOSED, FLOATED, OPERATED
from railhead.core.steps import AnyMove, CompanyStep, Move, filtered
from railhead.core.text import Text
from railhead.rules.stations import free_circles
from railhead.titles.t18oe import right_of_way
from railhead.titles.t18oe.facts import MINORS, PHASE, land


@dataclass(frozen=True, slots=True)
class ChooseStation(Action):
    """Choose the station of the home."""

    stop: Stop
    form: ClassVar[str] = "home at {stop}"
    label: ClassVar[str] = "Home at {stop}"
    told: ClassVar[tuple[str, ...]] = ("{actor} has its home at {stop}",)
    topic: ClassVar[Topic] = Topic.STATIONS


@dataclass(frozen=True, slots=True)
class HomeStation(CompanyStep):
    """The president of a railroad with its home in a metropolis says which of the stations it is."""

    purpose: ClassVar[str] = "choose the station of the home"
    order: ClassVar[str] = "turn.home_station"

    def task(self, game: Game) -> Text:
        """Which station, and of whom."""
        return Text("choose the station that is the home of {company}", company=game.symbol(self.company))

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def waiting_at(game: Game, hex_: Hex) -> Company | None:
    """The railroad in the game, but not floated, whose home is this metropolis: nobody else has a token there.

    Rule 18OE-TRACK-26.
    """
    if not land().is_metropolis(hex_):
        return None
    return next(
        (company for company in _at_home(game, hex_) if not game.state.status[company] & (FLOATED | CLOSED)), None
    )


def tile_laid(game: Game, hex_: Hex) -> None:
    """A first tile on the home metropolis of a floated railroad: its president chooses at once (18OE-TRACK-25)."""
    for company in _at_home(game, hex_):
        if game.state.status[company] & (FLOATED | CLOSED) == FLOATED:
            ask(game, company)


def ask(game: Game, company: Company) -> None:
    """The president chooses among the stations of the home, if there are several; as soon as it floats, or later."""
    if _place(game, company) is not None and len(_stations(game, company)) > 1:
        game.push(HomeStation(company))


def _at_home(game: Game, hex_: Hex) -> list[Company]:
    homes = enumerate(game.book.companies[len(MINORS) :], len(MINORS))
    return [Company(number) for number, facts in homes if hex_of(facts.home) == hex_ and land().is_metropolis(hex_)]


def _place(game: Game, company: Company) -> Stop | None:
    """Where the home token stands now."""
    hex_ = hex_of(game.book.companies[company].home)
    return next((at for at, held in game.state.tokens.items() if hex_of(at) == hex_ and company in held), None)


def _stations(game: Game, company: Company) -> list[Stop]:
    """The stations that it may choose: the one where its token stands, and those with a free circle."""
    board, hex_ = game.book.board, hex_of(game.book.companies[company].home)
    now = _place(game, company)
    here = board.stops_of(board.placed(game.state.tiles, hex_), hex_)
    return [stop for stop in here if stop == now or free_circles(game, stop) > 0]


def refusal(game: Game, step: HomeStation, action: ChooseStation) -> Refusal | None:
    """A station of the home; not one that creates the need for right of way if another does not (18OE-TRACK-27)."""
    stations = _stations(game, step.company)
    if action.stop not in stations:
        return game.forbid("home_station.place", "The home is one of the free stations of the metropolis")
    if _needs_right_of_way(game, step.company, action.stop) and not all(
        _needs_right_of_way(game, step.company, other) for other in stations
    ):
        return game.forbid("home_station.need", "From this station a right of way would be needed, from another not")
    return None


def _needs_right_of_way(game: Game, company: Company, stop: Stop) -> bool:
    """Could the railroad not join its home to anything from this station, in a first turn before Train Phase 3?"""
    if game.state.phase >= PHASE["3"] or game.state.has(company, OPERATED):
        return False
    later = Game(game.book, game.state.clone())
    _settle(later, company, stop)
    return right_of_way.way_from_home(later, company) is None


def _settle(game: Game, company: Company, stop: Stop) -> None:
    now = _place(game, company)
    assert now is not None
    if now != stop:
        effects.move_token(game, company, now, stop)


def _candidates(game: Game, step: HomeStation) -> Iterable[ChooseStation]:
    return map(ChooseStation, _stations(game, step.company))


def _choose(game: Game, step: HomeStation, action: ChooseStation) -> None:
    _settle(game, step.company, action.stop)
    game.pop()


MOVES: tuple[AnyMove, ...] = (Move(ChooseStation, filtered(_candidates, refusal), refusal, _choose),)
