"""A player's view: what this seat may know of the state. Nothing else may leave the server for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from railhead.core.game import Game
from railhead.core.ids import BANK, NOBODY, NOWHERE, POOL, Company, Seat, hex_of, index_of
from railhead.core.rulebook import Rulebook, RuleGroup
from railhead.core.spelling import TRAIN
from railhead.core.state import State


class Sight(Protocol):
    """Whether a player may see something of a company."""

    def __call__(self, game: Game, seat: Seat, company: Company) -> bool: ...


class Remarks(Protocol):
    """What else lies open of a company, by what it is called."""

    def __call__(self, game: Game, company: Company) -> dict[str, str]: ...


def open_to_all(game: Game, seat: Seat, company: Company) -> bool:
    """Everybody may see it."""
    return True


def no_remarks(game: Game, company: Company) -> dict[str, str]:
    """Nothing else lies open."""
    return {}


@dataclass(frozen=True)
class InformationRules(RuleGroup):
    """What players may know of companies."""

    sees_treasury: Sight = open_to_all
    """May this player see the treasury of this company?"""
    remarks: Remarks = no_remarks
    """What else lies open of a company, in a word each: permits, a charter."""


def view(book: Rulebook, state: State, seat: Seat | None) -> dict[str, Any]:
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
        "players": {book.owner_names[owner]: _player(game, owner) for owner in book.seat_ids},
        "companies": {
            name: _company(game, company, seat)
            for company, name in zip(book.company_ids, book.company_names, strict=True)
        },
        "privates": {
            name: "closed" if state.privates[private] == NOBODY else book.owner_names[state.privates[private]]
            for private, name in enumerate(book.private_names)
        },
        "trains": {pile.name: left for pile, left in zip(book.piles, state.depot, strict=True)},
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


def _player(game: Game, seat: Seat) -> dict[str, Any]:
    book = game.book
    return {
        "cash": game.state.cash[seat],
        "shares": {
            name: game.held(seat, company)
            for company, name in zip(book.company_ids, book.company_names, strict=True)
            if game.held(seat, company)
        },
        "privates": [
            name for name, owner in zip(book.private_names, game.state.privates, strict=True) if owner == seat
        ],
        "worth": book.worth(game, seat),
    }


def _company(game: Game, company: Company, seat: Seat | None) -> dict[str, Any]:
    state, book = game.state, game.book
    seen = seat is not None and game.rules[InformationRules].sees_treasury(game, seat, company)
    if seat is None:
        seen = all(game.rules[InformationRules].sees_treasury(game, other, company) for other in book.seat_ids)
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
        "remarks": game.rules[InformationRules].remarks(game, company),
    }
