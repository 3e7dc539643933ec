"""The bank: its money, the trains it sells, the phases and what each brings, and what will end the game."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from railhead.core.ids import BANK, Private, Train, kind_of
from railhead.core.rulebook import UNLIMITED, PhaseFacts, Rulebook
from railhead.core.view import View
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


def depot(view: View) -> Depot:
    """The bank as it stands."""
    book = view.book
    first = next((kind for kind, left in enumerate(view.depot.left) if left > 0), None)
    trains = tuple(_pile(view, number, first) for number in range(len(book.piles)))
    phases = tuple(
        PhaseShown(
            name=facts.name,
            train=next((pile.name for pile in book.piles if pile.begins == number), ""),
            colours=facts.colours,
            operating_rounds=facts.operating_rounds,
            limit=_train_limits(facts),
            current=number == view.phase,
            past=number < view.phase,
        )
        for number, facts in enumerate(book.phases)
    )
    return Depot(
        cash=view.bank,
        trains=trains,
        phases=phases,
        privates=tuple(_private(view, private) for private in book.private_ids),
        endings=book.endings,
        ending=view.ending,
        next=None if first is None else trains[first],
    )


def _pile(view: View, number: int, first: int | None) -> TrainKind:
    book, left = view.book, view.depot.left[number]
    pile = book.piles[number]
    kinds = [kind for kind, each in enumerate(book.trains) if each.pile == number]
    facts = book.trains[kinds[0]]

    def count(trains: tuple[Train, ...]) -> int:
        return sum(kind_of(train) in kinds for train in trains)

    owners = tuple(
        (badge(book.companies[each.company]), each.symbol, count(each.trains))
        for each in view.companies.values()
        if count(each.trains)
    )
    return TrainKind(
        name=pile.name,
        price=facts.price,
        left="∞" if left > UNLIMITED // 2 else str(left),
        total="∞" if pile.count >= UNLIMITED else str(pile.count),
        returned=count(view.depot.returned),
        on_sale=number == first,
        faces=tuple(book.train_names[kind] for kind in kinds) if len(kinds) > 1 else (),
        rusts=_rusts(book, pile.begins),
        rusted_by=book.phases[facts.rusted_by].name if facts.rusted_by < len(book.phases) else "",
        owners=owners,
        gone=view.phase >= facts.rusted_by,
    )


def _private(view: View, private: Private) -> PrivateShown:
    facts, owner = view.book.privates[private], view.privates[private]
    where = "closed" if owner is None else "bank" if owner == BANK else view.book.owner_names[owner]
    income = facts.income(view.phase_facts.stage)
    return PrivateShown(symbol=facts.symbol, name=facts.name, value=facts.value, revenue=income, owner=where)


def _train_limits(phase: PhaseFacts) -> str:
    """How many trains companies may have in a phase, by kind of company."""
    return "/".join(str(limit) if limit < UNLIMITED else "none" for limit in phase.train_limits)


def _rusts(book: Rulebook, phase: int | None) -> tuple[str, ...]:
    """The piles whose trains leave the game when a phase begins."""
    gone = {train.pile for train in book.trains if train.rusted_by == phase}
    return tuple(book.piles[pile].name for pile in sorted(gone))
