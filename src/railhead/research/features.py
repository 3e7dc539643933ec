"""Positions and actions in figures, for learners: the same for all titles, and only what the deciding seat may know.

Seats are counted clockwise from the one that decides, so a learner need not know where it sits. Amounts of money are in
units of `MONEY`, most other figures between 0 and 1; nothing is beyond `LIMIT`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from railhead.bots.position import Position
from railhead.bots.table import sorts
from railhead.core import engine
from railhead.core.actions import Accept, Action, Decline, Deed, Pass, Topic
from railhead.core.game import Game
from railhead.core.ids import (
    BANK,
    NOWHERE,
    POOL,
    Company,
    Hex,
    Owner,
    Place,
    Point,
    Private,
    Seat,
    Stop,
    Train,
    hex_of,
    kind_of,
)
from railhead.core.rulebook import UNLIMITED, Rulebook
from railhead.core.spelling import Count, Money, Tally
from railhead.core.state import BANKRUPT, CLOSED, FLOATED, INSOLVENT, OPERATED, STARTED
from railhead.core.steps import Matter
from railhead.research.listing import Listed
from railhead.rules.outlook import OutlookRules
from railhead.rules.rounds import OPERATING, STOCK

MONEY = 500
"""Amounts of money are divided by this."""
ROUNDS = 20
"""Numbers of rounds are divided by this."""
LIMIT = 100.0
"""No feature is further from zero than this."""

Features = list[float]


def _money(amount: float) -> float:
    return amount / MONEY


def _clockwise(book: Rulebook, seat: Seat) -> tuple[Seat, ...]:
    """All seats, from this one, whether or not they are still in the game."""
    first = book.seat_ids.index(seat)
    return book.seat_ids[first:] + book.seat_ids[:first]


# -- positions --------------------------------------------------------------------------------------


def _next_price(game: Game) -> int:
    piles = [pile for pile, left in enumerate(game.state.depot) if left][:1]
    return min((train.price for train in game.book.trains if train.pile in piles), default=0)


TABLE: dict[str, Callable[[Game], float]] = {
    "phase": lambda game: game.state.phase / len(game.book.phases),
    "round": lambda game: game.state.round.number / ROUNDS,
    "part of the set of rounds": lambda game: game.state.round.index / max(1, game.state.round.of),
    "stock round": lambda game: game.state.round.kind == STOCK,
    "operating round": lambda game: game.state.round.kind == OPERATING,
    "rounds left": lambda game: game.rules[OutlookRules].rounds_left(game) / ROUNDS,
    "bank": lambda game: _money(game.state.cash[BANK]) / 20,
    "next train": lambda game: _money(_next_price(game)),
    "tiles": lambda game: len(game.state.tiles) / len(game.book.board.hexes),
    "ending": lambda game: bool(game.state.ending),
}
"""By name: what is true of the whole table."""

SEAT: dict[str, Callable[[Game, Seat], float]] = {
    "cash": lambda game, seat: _money(game.state.cash[seat]),
    "worth": lambda game, seat: _money(game.book.worth(game, seat)),
    "privates": lambda game, seat: _money(sum(game.book.privates[each].value for each in game.privates_of(seat))),
    "priority": lambda game, seat: game.state.priority == seat,
    "out": lambda game, seat: seat in game.state.out,
}
"""By name: what is true of a player."""


def _price(game: Game, place: Place) -> float:
    return 0.0 if place == NOWHERE else _money(game.book.market.prices[place])


def _part(game: Game, owner: Owner, company: Company) -> float:
    return game.held(owner, company) / max(1, game.share_count(company))


COMPANY: dict[str, Callable[[Game, Company], float]] = {
    "started": lambda game, each: game.state.has(each, STARTED),
    "floated": lambda game, each: game.state.has(each, FLOATED),
    "operated": lambda game, each: game.state.has(each, OPERATED),
    "insolvent": lambda game, each: game.state.has(each, INSOLVENT),
    "bankrupt": lambda game, each: game.state.has(each, BANKRUPT),
    "closed": lambda game, each: game.state.has(each, CLOSED),
    "acting": lambda game, each: not game.over and game.step.acting_company == each,
    "kind": lambda game, each: game.state.kind[each] / max(1, len(game.book.kinds)),
    "price": lambda game, each: _price(game, game.state.price[each]),
    "par": lambda game, each: _price(game, game.state.par[each]),
    "treasury": lambda game, each: _money(game.treasury(each)),
    "revenue": lambda game, each: _money(game.state.revenue[each]),
    "loans": lambda game, each: game.state.loans[each] / 10,
    "trains": lambda game, each: len(game.trains_of(each)) / 4,
    "dearest train": lambda game, each: _money(
        max((game.book.trains[kind_of(train)].price for train in game.trains_of(each)), default=0)
    ),
    "tokens left": lambda game, each: game.state.spare_tokens[each] / 4,
    "bank's part": lambda game, each: _part(game, BANK, each),
    "pool's part": lambda game, each: _part(game, POOL, each),
    "own part": lambda game, each: _part(game, game.purse(each), each),
}
"""By name: what is true of a company."""

HELD: dict[str, Callable[[Game, Company, Seat], float]] = {
    "part": lambda game, company, seat: _part(game, seat, company),
    "directs": lambda game, company, seat: game.controller(company) == seat and game.state.has(company, STARTED),
}
"""By name: what a player has of a company."""


def state_names(book: Rulebook) -> tuple[str, ...]:
    """What each feature of a position is; player 0 is the one who decides."""
    players = range(book.seats)
    companies = (f"company {number}" for number in range(book.company_count))
    privates = (f"private {number}" for number in range(len(book.privates)))
    return (
        *(f"to decide: {matter.value}" for matter in Matter),
        *TABLE,
        *(f"pile {number}: left" for number in range(len(book.piles))),
        *(f"player {player}: {name}" for player in players for name in SEAT),
        *(
            name
            for company in companies
            for name in (
                *(f"{company}: {name}" for name in COMPANY),
                *(f"{company}: player {player} {name}" for player in players for name in HELD),
            )
        ),
        *(f"{private}: {owner}" for private in privates for owner in ("bank", *(f"player {p}" for p in players))),
    )


def of_state(seen: Position) -> Features:
    """A position in figures, as the seat that decides knows it."""
    game = seen.game
    seats = _clockwise(seen.book, seen.seat)
    return _bounded(_of_state(game, seats))


def _of_state(game: Game, seats: tuple[Seat, ...]) -> Iterator[float]:
    state, book = game.state, game.book
    yield from (not game.over and game.step.matter is matter for matter in Matter)
    yield from (value(game) for value in TABLE.values())
    yield from (
        left / pile.count if pile.count < UNLIMITED else 1.0 for left, pile in zip(state.depot, book.piles, strict=True)
    )
    yield from (value(game, seat) for seat in seats for value in SEAT.values())
    for company in book.company_ids:
        yield from (value(game, company) for value in COMPANY.values())
        yield from (held(game, company, seat) for seat in seats for held in HELD.values())
    yield from (state.privates[private] == owner for private in book.private_ids for owner in (BANK, *seats))


def _bounded(values: Iterable[float]) -> Features:
    return [max(-LIMIT, min(LIMIT, float(value))) for value in values]


# -- actions ----------------------------------------------------------------------------------------


def _of_company(game: Game, seat: Seat, company: Company) -> dict[str, float]:
    shares = max(1, game.share_count(company))
    return {
        "company": 1.0,
        "company's price": _price(game, game.state.price[company]),
        "company's revenue a share": _money(game.state.revenue[company] / shares),
        "company's treasury": _money(game.treasury(company)),
        "company's trains": len(game.trains_of(company)) / 4,
        "company floated": game.state.has(company, FLOATED),
        "company directed": game.controller(company) == seat and game.state.has(company, STARTED),
        "company's part held": _part(game, seat, company),
    }


def _of_private(game: Game, seat: Seat, private: Private) -> dict[str, float]:
    facts = game.book.privates[private]
    stage = game.book.phases[game.state.phase].stage
    return {"private's value": _money(facts.value), "private's income": _money(facts.income(stage))}


def _of_hex(game: Game, seat: Seat, hex_: Hex) -> dict[str, float]:
    return {
        "hex": 1.0,
        "new hex": hex_ not in game.state.tiles,
        "stops": len(game.book.board.hexes[hex_].printed.stops),
    }


SORTS: dict[object, Callable[[Game, Seat, Any], dict[str, float]]] = {
    Money: lambda game, seat, amount: {"amount": _money(amount)},
    Count: lambda game, seat, count: {"count": count / 4},
    Tally: lambda game, seat, count: {"count": count / 4},
    Place: lambda game, seat, place: {"market price": _price(game, place)},
    Train: lambda game, seat, train: {"train": _money(game.book.trains[kind_of(train)].price)},
    Owner: lambda game, seat, owner: {"from bank": owner == BANK, "from pool": owner == POOL},
    Company: _of_company,
    Private: _of_private,
    Hex: _of_hex,
    Stop: lambda game, seat, stop: _of_hex(game, seat, hex_of(stop)),
    Point: lambda game, seat, point: _of_hex(game, seat, hex_of(point)),
}
"""By what a field of an action holds: what that says about the action. Fields of other sorts say nothing."""

SAID = (
    "amount", "count", "market price", "train", "from bank", "from pool", "company", "company's price",
    "company's revenue a share", "company's treasury", "company's trains", "company floated", "company directed",
    "company's part held", "private's value", "private's income", "hex", "new hex", "stops",
)  # fmt: skip
"""What the fields of an action say."""

EFFECTS = ("own cash", "treasury", "own worth", "others' worth")
"""What an action changes at once: the cash of the player, that of the acting company, and what assets count."""

ACTION_NAMES = (
    *(f"deed: {deed.value}" for deed in Deed),
    *(f"topic: {topic.value}" for topic in Topic),
    "pass",
    "accept",
    "decline",
    *SAID,
    "revenue of the run",
    *(f"changes {effect}" for effect in EFFECTS),
)
"""What each feature of an action is."""


def of_action(seen: Position, listed: Listed) -> Features:
    """An action in figures, with what it changes at once."""
    action = listed.action
    said: dict[str, float] = {}
    for name, sort in sorts(type(action)).items():
        if sort in SORTS:
            said.update(SORTS[sort](seen.game, seen.seat, getattr(action, name)))
    return _bounded(
        (
            *(action.deed is deed for deed in Deed),
            *(action.topic is topic for topic in Topic),
            *(isinstance(action, kind) for kind in (Pass, Accept, Decline)),
            *(said.get(name, 0.0) for name in SAID),
            _money(listed.revenue),
            *_effects(seen, action),
        )
    )


def _effects(seen: Position, action: Action) -> tuple[float, ...]:
    before, after = seen.game, Game(seen.book, engine.consequences(seen.book, seen.state, action)[0])
    company, worth = seen.step.acting_company, seen.book.worth
    others = [seat for seat in seen.book.seat_ids if seat != seen.seat]
    return (
        _money(after.state.cash[seen.seat] - before.state.cash[seen.seat]),
        0.0 if company is None else _money(after.treasury(company) - before.treasury(company)),
        _money(worth(after, seen.seat) - worth(before, seen.seat)),
        _money(sum(worth(after, seat) - worth(before, seat) for seat in others) / max(1, len(others))),
    )
