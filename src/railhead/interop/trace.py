"""The trace of a replayed 18xx.games file: the table in that system's own terms, to be compared line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from railhead.core.book import Rulebook
from railhead.core.events import Event, PrivateMoved
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, hex_of
from railhead.core.state import FLOATED, STARTED, State
from railhead.core.words import TRAIN
from railhead.interop import peer_1860

ALL_MONEY = 20000
"""That system keeps money and credits in one bank of this size."""
ROUNDS = {"set-up": "ISR", "auction": "ISR", "stock": "SR", "operating": "OR"}
COMPANIES = {ours: theirs for theirs, ours in peer_1860.COMPANIES.items()}
PRIVATES = {ours: theirs for theirs, ours in peer_1860.PRIVATES.items()}


class Traceable(Protocol):
    """A game after one action."""

    @property
    def id(self) -> object:
        """The number of the action."""

    @property
    def type(self) -> str:
        """The kind of action."""

    @property
    def book(self) -> Rulebook:
        """The rulebook of the game."""

    @property
    def state(self) -> State:
        """The table after the action."""

    @property
    def before(self) -> State:
        """The table before it."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened."""


class Tracer:
    """Traces a game from its start: private companies are listed in the order in which players got them."""

    def __init__(self) -> None:
        self._acquired: list[int] = []

    def line(self, item: Traceable) -> dict[str, Any]:
        """The line for the next action."""
        for event in item.events:
            if isinstance(event, PrivateMoved):
                self._acquired = [*(private for private in self._acquired if private != event.private), event.private]
        return line(item, self._acquired)


def line(item: Traceable, acquired: Sequence[int] = ()) -> dict[str, Any]:
    """One line of the trace; at the end of the game the entity stays the one that acted last."""
    game = Game(item.book, item.state)
    round_ = item.state.round
    return {
        "id": item.id,
        "type": item.type,
        "round": f"{ROUNDS[round_.kind]} {round_.number}.{round_.index}",
        "phase": item.book.phases[item.state.phase].name,
        "entity": entity(Game(item.book, item.before) if game.over else game),
        "bank": ALL_MONEY - sum(item.state.cash[2:]),
        "players": {game.name(seat): _player(game, seat, acquired) for seat in item.book.seat_ids()},
        "corporations": {
            _symbol(game, company): _company(game, company)
            for company in game.all_companies()
            if item.state.has(company, STARTED)
        },
    }


def entity(game: Game) -> str:
    """Whose turn it is: a company in its operating turn or laying its home tile, else a player."""
    for step in reversed(game.state.agenda):
        company = getattr(step, "company", None)
        if isinstance(company, int):
            return _symbol(game, company)
    return game.name(game.step.seat(game))


def _symbol(game: Game, company: int) -> str:
    name = game.symbol(company)
    return COMPANIES.get(name, name)


def _player(game: Game, seat: int, acquired: Sequence[int]) -> dict[str, Any]:
    order = [*acquired, *(private for private in range(len(game.state.privates)) if private not in acquired)]
    return {
        "cash": game.state.cash[seat],
        "value": game.book.slots.worth(game, seat),
        "shares": {
            _symbol(game, company): 10 * game.held(seat, company)
            for company in game.all_companies()
            if game.held(seat, company)
        },
        "privates": [
            PRIVATES[game.book.private_names[private]] for private in order if game.state.privates[private] == seat
        ],
    }


def _company(game: Game, company: int) -> dict[str, Any]:
    state, prices = game.state, game.book.market.prices
    return {
        "cash": game.treasury(company),
        "price": game.price_of(company) if state.par[company] >= 0 else 0,
        "par": prices[state.par[company]] if state.par[company] >= 0 else 0,
        "president": _president(game, company),
        "floated": state.has(company, FLOATED),
        "trains": [TRAIN.write(game.book, train) for train in game.trains_of(company)],
        "tokens": sorted(game.book.board.names[hex_of(stop)] for stop, held in state.tokens.items() if company in held),
        "ipo": game.held(BANK, company),
        "market": game.held(POOL, company),
    }


def _president(game: Game, company: int) -> str | None:
    """The director; of a company in receivership that system says the market is."""
    owner = game.state.director[company]
    return {BANK: None, POOL: "Market"}.get(owner, game.name(owner))
