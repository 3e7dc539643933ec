"""A player's view: what this seat may know of the state. Nothing else may leave the server for it."""

from __future__ import annotations

from typing import Any

from railhead.core.game import Game
from railhead.core.ids import BANK, NOBODY, NOWHERE, POOL, hex_of, index_of
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import TRAIN
from railhead.core.state import State


def view(book: Rulebook, state: State, seat: int | None) -> dict[str, Any]:
    """The table as a seat sees it; a spectator (None) sees what every player may see."""
    game = Game(book, state)
    return {
        "title": book.title,
        "round": book.round_name(state.round),
        "phase": book.phases[state.phase].name,
        "priority": book.owner_names[state.priority],
        "bank": state.cash[BANK],
        "ending": state.ending,
        "over": not state.agenda,
        "players": {book.owner_names[owner]: _player(game, owner) for owner in book.seat_ids()},
        "companies": {name: _company(game, company, seat) for company, name in enumerate(book.company_names)},
        "privates": {
            name: "closed" if state.privates[private] == NOBODY else book.owner_names[state.privates[private]]
            for private, name in enumerate(book.private_names)
        },
        "trains": {card.card: state.depot[band] for band, card in enumerate(book.cards)},
        "returned": [TRAIN.write(book, train) for train in state.trains[POOL]],
        "tiles": {
            book.board.names[hex_]: f"{book.tiles.names[placed // 6]}@{placed % 6}"
            for hex_, placed in sorted(state.tiles.items())
        },
        "tokens": {
            f"{book.board.names[hex_of(stop)]}.{index_of(stop)}": [book.company_names[c] for c in held]
            for stop, held in sorted(state.tokens.items())
        },
    }


def _player(game: Game, seat: int) -> dict[str, Any]:
    book = game.book
    return {
        "cash": game.state.cash[seat],
        "shares": {
            name: game.held(seat, company)
            for company, name in enumerate(book.company_names)
            if game.held(seat, company)
        },
        "privates": [
            name for name, owner in zip(book.private_names, game.state.privates, strict=True) if owner == seat
        ],
        "worth": book.slots.worth(game, seat),
    }


def _company(game: Game, company: int, seat: int | None) -> dict[str, Any]:
    state, book = game.state, game.book
    seen = seat is not None and book.slots.sees_treasury(game, seat, company)
    if seat is None:
        seen = all(book.slots.sees_treasury(game, other, company) for other in book.seat_ids())
    director = game.director(company)
    return {
        "treasury": game.treasury(company) if seen else None,
        "price": book.market.prices[state.price[company]] if state.price[company] != NOWHERE else None,
        "par": book.market.prices[state.par[company]] if state.par[company] != NOWHERE else None,
        "director": None if director is None else book.owner_names[director],
        "trains": [TRAIN.write(book, train) for train in game.trains_of(company)],
        "tokens_left": state.spare_tokens[company],
        "ipo": game.held(BANK, company),
        "pool": game.held(POOL, company),
        "own": game.held(game.purse(company), company),
        "status": state.status[company],
        "revenue": state.revenue[company],
        "remarks": book.slots.remarks(game, company),
    }
