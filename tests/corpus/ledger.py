"""The ledger of a game: everything that lies on the table after each action, in names and amounts of money.

It is written in the terms of the rulebooks, never in those of the engine, so that it stays the same however the engine
keeps its state. When the engine changes, change how the ledger reads it here, and nothing of what the ledger says.

To see the ledger of a game, one line an action: `python -m tests.corpus.ledger FILE`.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from railhead.core import engine
from railhead.core.events import Event, Paid
from railhead.core.game import Game
from railhead.core.ids import BANK, NOBODY, POOL, Company, Owner, Train, hex_of, index_of, kind_of, marks_of
from railhead.core.rulebook import Rulebook
from railhead.core.state import BANKRUPT, CLOSED, FLOATED, INSOLVENT, OPERATED, STARTED, State
from railhead.play.gamefile import GameFile
from railhead.play.session import Session, scores

BLOCK = 25
"""How many actions there are between two digests, so that a difference can be located."""

FLAGS = {
    STARTED: "started",
    FLOATED: "floated",
    OPERATED: "operated",
    INSOLVENT: "insolvent",
    BANKRUPT: "bankrupt",
    CLOSED: "closed",
}

ENDINGS = {
    "": "",
    "the bank is out of money": "bank",
    "a share price has reached the top of the market": "top price",
    "nationalisation is complete": "nationalisation",
    "the LNER has formed": "LNER",
    "nothing can happen any more": "stalemate",
}
"""What ends a game, by the engine's words for it."""


RENAMED = {"token": "base"}
"""First words of actions that had another one when the games were recorded."""


class Table(Protocol):
    """A game at its start or after an action."""

    @property
    def book(self) -> Rulebook:
        """The rulebook of the game."""

    @property
    def state(self) -> State:
        """What lies on the table."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in the action."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a game came to, and the digests by which every step on the way can be compared."""

    actions: int
    over: bool
    ending: str
    scores: dict[str, int]
    blocks: tuple[str, ...]
    """Digests of the ledger after every 25 actions; each covers everything before it."""
    ledger: str
    """The digest of the whole ledger."""
    payments: str
    """The digest of all payments in their order."""

    redone: str = ""
    """The digest of the ledger's last entry once all actions taken back are done again, if there are any."""

    def to_data(self) -> dict[str, Any]:
        """The outcome as plain data."""
        data: dict[str, Any] = {
            "actions": self.actions,
            "over": self.over,
            "ending": self.ending,
            "scores": self.scores,
            "ledger": self.ledger,
            "payments": self.payments,
            "blocks": " ".join(self.blocks),
        }
        return {**data, "redone": self.redone} if self.redone else data

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Outcome:
        """Read an outcome from plain data."""
        return cls(**{**data, "blocks": tuple(data["blocks"].split())})


def outcome_of(game: GameFile) -> Outcome:
    """Play a game again from its start, and what it came to."""
    found = outcome(Session.replay(game))
    return replace(found, redone=_redone(game)) if game.undone else found


def _redone(game: GameFile) -> str:
    session = Session(game)
    while session.undone:
        session.redo()
    last = len(session)
    return _digest(entry(session.played(last).book, session.as_played(last)))


def outcome(tables: Iterable[Table]) -> Outcome:
    """What a game came to: given are the table at the start, and the table after every action."""
    blocks: list[str] = []
    ledger = payments = ""
    actions, last = -1, None
    for table in tables:
        actions, last = actions + 1, table
        ledger = _digest(ledger + entry(table.book, table.state))
        payments = _digest(payments + _text(list(paid(table.book, table.events))))
        if actions and actions % BLOCK == 0:
            blocks.append(ledger)
    assert last is not None
    return Outcome(
        actions,
        not last.state.agenda,
        ENDINGS[last.state.ending],
        scores(last.book, last.state),
        tuple(blocks),
        ledger,
        payments,
    )


def paid(book: Rulebook, events: Iterable[Event]) -> Iterator[tuple[str, str, int]]:
    """Who paid whom how much, in the order of the payments; the bank is one, whatever it keeps where."""
    for event in events:
        if isinstance(event, Paid):
            yield _payer(book, Owner(event.payer)), _payer(book, Owner(event.payee)), int(event.amount)


def entry(book: Rulebook, state: State) -> str:
    """Everything that lies on the table, as one line of text."""
    game = Game(book, state)
    return _text(
        {
            "round": [state.round.kind, state.round.number, state.round.index],
            "phase": book.phases[state.phase].name,
            "priority": _name(book, state.priority),
            "ending": ENDINGS[state.ending],
            "cash": {
                _name(book, owner): amount
                for owner, amount in zip(book.owner_ids, state.cash, strict=True)
                if owner != POOL
            },
            "shares": {_name(book, owner): _shares(game, owner) for owner in book.owner_ids},
            "companies": {game.symbol(company): _company(game, company) for company in book.company_ids},
            "market": _market(game),
            "trains": {
                _name(book, owner): _trains(book, held)
                for owner, held in zip(book.owner_ids, state.trains, strict=True)
                if held
            },
            "depot": {pile.name: left for pile, left in zip(book.piles, state.depot, strict=True)},
            "scrapped": {pile.name: gone for pile, gone in zip(book.piles, state.scrapped, strict=True)},
            "privates": {
                name: "nobody" if owner == NOBODY else _name(book, owner)
                for name, owner in zip(book.private_names, state.privates, strict=True)
            },
            "tiles": {book.board.names[hex_]: _tile(book, placed) for hex_, placed in state.tiles.items()},
            "tiles left": {
                book.tiles.names[tile]: state.supply[tile]
                for tile in book.tiles.in_box
                if state.supply[tile] != book.tiles.facts[tile].count
            },
            "tokens": {
                f"{book.board.names[hex_of(stop)]}.{index_of(stop)}": [book.company_names[c] for c in held]
                for stop, held in state.tokens.items()
            },
            "deciding": _deciding(game),
        }
    )


def _company(game: Game, company: Company) -> dict[str, Any]:
    state, prices = game.state, game.book.market.prices
    return {
        "director": _name(game.book, state.director[company]),
        "price": prices[state.price[company]] if state.price[company] >= 0 else None,
        "par": prices[state.par[company]] if state.par[company] >= 0 else None,
        "status": [name for flag, name in FLAGS.items() if state.has(company, flag)],
        "spare tokens": state.spare_tokens[company],
        "revenue": state.revenue[company],
        "subsidy": state.subsidy[company],
        "dividend": state.dividend[company],
    }


def _shares(game: Game, owner: Owner) -> dict[str, int]:
    held = ((game.symbol(company), game.held(owner, company)) for company in game.book.company_ids)
    return {name: count for name, count in held if count}


def _market(game: Game) -> dict[str, list[str]]:
    """By price: the companies there, in the order in which their markers lie."""
    found: dict[str, list[str]] = {}
    for company in game.state.stack:
        price = game.book.market.prices[game.state.price[company]]
        found.setdefault(str(price), []).append(game.symbol(company))
    return found


def _trains(book: Rulebook, trains: Iterable[Train]) -> list[str]:
    """The names of trains, each with a star for every warranty."""
    return sorted(book.train_names[kind_of(train)] + "*" * marks_of(train) for train in trains)


def _tile(book: Rulebook, placed: int) -> list[str | int]:
    """The number of a tile, its rotation, and the sides joined by each line on which a small station was built."""
    tile, rotation = divmod(placed, 6)
    box, lines = book.tiles.undressed[tile]
    pieces = book.tiles.facts[box].turned[rotation].pieces
    built = [f"{min(piece)}-{max(piece)}" for line, piece in enumerate(pieces) if lines >> line & 1]
    return [book.tiles.names[box], rotation, *sorted(built)]


def _deciding(game: Game) -> list[str]:
    """Who is to decide, and the first words of what may be decided; nothing when the game is over."""
    choices = engine.choices(game.book, game.state)
    if choices is None:
        return []
    moves = choices.step.moves(game)
    offered = {move.action.form.split()[0] for move in moves if any(True for _ in move.options(game, choices.step))}
    return [_name(game.book, choices.seat), *sorted(RENAMED.get(word, word) for word in offered)]


def _name(book: Rulebook, owner: Owner) -> str:
    return "bank" if owner == BANK else book.owner_names[owner]


def _payer(book: Rulebook, owner: Owner) -> str:
    return "bank" if owner == POOL else _name(book, owner)


def _text(data: object) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def main(arguments: list[str]) -> None:
    """Print the ledger of game files: the action, the payments and the table after it."""
    for argument in arguments:
        for played in Session.replay(GameFile.from_json(Path(argument).read_bytes())):
            payments = _text(list(paid(played.book, played.events)))
            print(f"{played.id} {played.text}\t{payments}\t{entry(played.book, played.state)}")


if __name__ == "__main__":
    main(sys.argv[1:])
