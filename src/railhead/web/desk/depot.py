"""The bank: its money, the trains it sells, the phases and what each brings, and what will end the game."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from railhead.core.book import UNLIMITED
from railhead.core.game import Game
from railhead.core.ids import BANK, NOBODY, POOL
from railhead.web.desk.badges import badge


@dataclass(frozen=True, slots=True)
class TrainKind:
    """A kind of train: how many are left, what it costs, what it does to others."""

    name: str
    price: int
    left: str
    total: str
    returned: int
    on_sale: bool
    large: int
    small: int
    rusts: tuple[str, ...]
    """The trains its first purchase sends out of the game."""
    rusted_by: str
    owners: tuple[tuple[SafeString, str, int], ...]
    """Companies that have such trains: badge, symbol, how many."""
    gone: bool


@dataclass(frozen=True, slots=True)
class PhaseShown:
    """A phase."""

    name: str
    train: str
    colours: tuple[str, ...]
    operating_rounds: int
    limit: str
    current: bool
    past: bool


@dataclass(frozen=True, slots=True)
class PrivateShown:
    """A private company and where it is."""

    symbol: str
    name: str
    value: int
    revenue: int
    owner: str


@dataclass(frozen=True, slots=True)
class Depot:
    """Everything the bank keeps and knows."""

    cash: int
    trains: tuple[TrainKind, ...]
    phases: tuple[PhaseShown, ...]
    privates: tuple[PrivateShown, ...]
    endings: tuple[str, ...]
    ending: str
    next: TrainKind | None


def depot(game: Game) -> Depot:
    """The bank as it stands."""
    book, state = game.book, game.state
    first = next((kind for kind, left in enumerate(state.depot) if left > 0), None)
    trains = tuple(_kind(game, kind, first) for kind in range(len(book.trains)))
    phases = tuple(
        PhaseShown(
            facts.name,
            book.trains[number].name if number < len(book.trains) else "",
            facts.colours,
            facts.operating_rounds,
            str(facts.train_limit) if facts.train_limit < UNLIMITED else "none",
            number == state.phase,
            number < state.phase,
        )
        for number, facts in enumerate(book.phases)
    )
    return Depot(
        state.cash[BANK],
        trains,
        phases,
        tuple(_private(game, number) for number in range(len(book.privates))),
        book.endings,
        state.ending,
        None if first is None else trains[first],
    )


def _kind(game: Game, kind: int, first: int | None) -> TrainKind:
    book, state = game.book, game.state
    facts = book.trains[kind]
    owners = tuple(
        (badge(book.companies[company]), game.symbol(company), game.trains_of(company).count(kind))
        for company in game.all_companies()
        if kind in game.trains_of(company)
    )
    return TrainKind(
        facts.name,
        facts.price,
        "∞" if state.depot[kind] > UNLIMITED // 2 else str(state.depot[kind]),
        "∞" if facts.count >= UNLIMITED else str(facts.count),
        state.trains[POOL].count(kind),
        kind == first,
        facts.large,
        facts.small,
        tuple(other.name for other in book.trains if other.rusted_by == kind),
        book.phases[facts.rusted_by].name if facts.rusted_by < len(book.phases) else "",
        owners,
        state.phase >= facts.rusted_by,
    )


def _private(game: Game, number: int) -> PrivateShown:
    facts, owner = game.book.privates[number], game.state.privates[number]
    where = {NOBODY: "closed", BANK: "bank"}.get(owner, game.book.owner_names[owner] if owner >= 0 else "closed")
    return PrivateShown(facts.symbol, facts.name, facts.value, facts.revenue, where)
