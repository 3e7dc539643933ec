"""The trace of a replayed 18xx.games file: the table in that system's own terms, to be compared line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from railhead.core.audit import AuditRules
from railhead.core.events import Event, PrivateMoved
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner, Private, Seat, hex_of
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import TRAIN
from railhead.core.state import FLOATED, STARTED, State
from railhead.interop.as18xx.terms import TERMS, Terms


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
    """Traces a game from its start: private companies are listed in the order in which players got them.

    While shares are being merged, the previous directors are still shown there.
    """

    def __init__(self) -> None:
        self._acquired: list[Private] = []
        self._directors: list[Owner] = []

    def line(self, item: Traceable) -> dict[str, Any]:
        """The line for the next action."""
        for event in item.events:
            if isinstance(event, PrivateMoved):
                self._acquired = [*(private for private in self._acquired if private != event.private), event.private]
        if item.book.rules[AuditRules].directors_settled(Game(item.book, item.state)):
            self._directors = item.state.director
        return line(item, self._acquired, self._directors)


def line(item: Traceable, acquired: Sequence[Private] = (), directors: Sequence[Owner] = ()) -> dict[str, Any]:
    """One line of the trace; at the end of the game the entity stays the one that acted last."""
    now, terms = Game(item.book, item.state), TERMS[item.book.title]
    game = Game(item.book, terms.shown(now, item.before))
    return {
        "id": item.id,
        "type": item.type,
        "round": terms.round(item.state.round),
        "phase": item.book.phases[item.state.phase].name,
        "entity": terms.entity(Game(item.book, item.before) if now.over else now),
        "bank": terms.money(item.book) - sum(game.state.cash[2:]),
        "players": {game.name(seat): _player(game, terms, seat, acquired) for seat in item.book.seat_ids},
        "corporations": {
            terms.symbol(game, company): _company(game, terms, company, directors or item.state.director)
            for company in game.all_companies()
            if item.state.has(company, STARTED)
        },
    }


def _player(game: Game, terms: Terms, seat: Seat, acquired: Sequence[Private]) -> dict[str, Any]:
    return {
        "cash": game.state.cash[seat],
        "value": game.book.worth(game, seat),
        "shares": {
            terms.symbol(game, company): 10 * game.held(seat, company)
            for company in game.all_companies()
            if game.held(seat, company)
        },
        "privates": terms.privates(game, seat, acquired),
    }


def _company(game: Game, terms: Terms, company: Company, directors: Sequence[Owner]) -> dict[str, Any]:
    state = game.state
    return {
        "cash": game.treasury(company),
        "price": game.price_of(company) if state.par[company] >= 0 else 0,
        "par": terms.par(game, company),
        "president": _president(game, directors[company]),
        "floated": state.has(company, FLOATED),
        "trains": [TRAIN.write(game.book, train) for train in game.trains_of(company)],
        "tokens": sorted(game.book.board.names[hex_of(stop)] for stop in terms.tokens(game, company)),
        "ipo": terms.offered(game, company),
        "market": game.held(POOL, company),
    }


def _president(game: Game, owner: Owner) -> str | None:
    """The director; for a company in receivership, that system shows the market."""
    return {BANK: None, POOL: "Market"}.get(owner, game.name(owner))
