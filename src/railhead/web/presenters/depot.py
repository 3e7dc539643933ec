"""The bank: its money, the trains it sells, the phases and what each brings, and what will end the game."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from railhead.core.game import Game
from railhead.core.ids import BANK, NOBODY, POOL, Private, Train, kind_of
from railhead.core.rulebook import UNLIMITED, PhaseFacts
from railhead.web.presenters.badges import badge


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainKind:
    """A pile of trains: how many are left, what one costs, what its first sale does to others."""

    name: str
    price: int
    left: str
    total: str
    returned: int
    on_sale: bool
    faces: tuple[str, ...]
    """The kinds of train a card of the pile may be used as, if there are several."""
    rusts: tuple[str, ...]
    """The trains its first purchase removes from the game."""
    rusted_by: str
    owners: tuple[tuple[SafeString, str, int], ...]
    """Companies that have such trains: badge, symbol, how many."""
    gone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseShown:
    """A phase."""

    name: str
    train: str
    colours: tuple[str, ...]
    operating_rounds: int
    limit: str
    current: bool
    past: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateShown:
    """A private company and where it is."""

    symbol: str
    name: str
    value: int
    revenue: int
    owner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Depot:
    """Everything the bank holds."""

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
    trains = tuple(_pile(game, number, first) for number in range(len(book.piles)))
    phases = tuple(
        PhaseShown(
            name=facts.name,
            train=next((pile.name for pile in book.piles if pile.begins == number), ""),
            colours=facts.colours,
            operating_rounds=facts.operating_rounds,
            limit=_train_limits(facts),
            current=number == state.phase,
            past=number < state.phase,
        )
        for number, facts in enumerate(book.phases)
    )
    return Depot(
        cash=state.cash[BANK],
        trains=trains,
        phases=phases,
        privates=tuple(_private(game, private) for private in book.private_ids),
        endings=book.endings,
        ending=state.ending,
        next=None if first is None else trains[first],
    )


def _pile(game: Game, number: int, first: int | None) -> TrainKind:
    book, state = game.book, game.state
    pile = book.piles[number]
    kinds = [kind for kind, each in enumerate(book.trains) if each.pile == number]
    facts = book.trains[kinds[0]]

    def count(trains: tuple[Train, ...]) -> int:
        return sum(kind_of(train) in kinds for train in trains)

    owners = tuple(
        (badge(book.companies[company]), game.symbol(company), count(game.trains_of(company)))
        for company in game.all_companies()
        if count(game.trains_of(company))
    )
    return TrainKind(
        name=pile.name,
        price=facts.price,
        left="∞" if state.depot[number] > UNLIMITED // 2 else str(state.depot[number]),
        total="∞" if pile.count >= UNLIMITED else str(pile.count),
        returned=count(state.trains[POOL]),
        on_sale=number == first,
        faces=tuple(book.train_names[kind] for kind in kinds) if len(kinds) > 1 else (),
        rusts=_rusts(game, pile.begins),
        rusted_by=book.phases[facts.rusted_by].name if facts.rusted_by < len(book.phases) else "",
        owners=owners,
        gone=state.phase >= facts.rusted_by,
    )


def _private(game: Game, private: Private) -> PrivateShown:
    facts, owner = game.book.privates[private], game.state.privates[private]
    where = {NOBODY: "closed", BANK: "bank"}.get(owner, game.book.owner_names[owner] if owner >= 0 else "closed")
    return PrivateShown(symbol=facts.symbol, name=facts.name, value=facts.value, revenue=facts.revenue, owner=where)


def _train_limits(phase: PhaseFacts) -> str:
    """How many trains companies may have in a phase, by kind of company."""
    return "/".join(str(limit) if limit < UNLIMITED else "none" for limit in phase.train_limits)


def _rusts(game: Game, phase: int | None) -> tuple[str, ...]:
    """The piles whose trains leave the game when a phase begins."""
    gone = {train.pile for train in game.book.trains if train.rusted_by == phase}
    return tuple(game.book.piles[pile].name for pile in sorted(gone))
