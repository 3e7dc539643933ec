"""The bank: its money, the trains it sells, the phases and what each brings, and what will end the game."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from railhead.core.ids import BANK, Private, Train, kind_of
from railhead.core.rulebook import UNLIMITED, PhaseFacts, Rulebook
from railhead.core.text import translated
from railhead.core.view import View
from railhead.play import wording
from railhead.rules.course import trains_before
from railhead.web.presenters.badges import sign

OUT = gettext_lazy("out of play")
"""Where a private company is that has closed, or is not used in this game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainKind:
    """A pile of trains: how many are left, what one costs, what its first sale does to others."""

    name: str
    faces: tuple[str, ...]
    """The kinds of train its cards may be."""
    price: int
    left: str
    total: str
    returned: int
    on_sale: bool
    beside: str
    """The phase from which it is sold alongside the others, if it is."""
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
    rusts: tuple[str, ...]
    """The trains that leave the game when it begins."""
    trains_to_go: int | None
    """How many trains are still to be sold until it begins; None if it has begun, or no train begins it."""
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
    on_offer: bool
    """Is it in the bank?"""

    @property
    def gone(self) -> bool:
        """Has it closed, or is it not used in this game?"""
        return self.owner == str(OUT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Depot:
    """Everything the bank holds."""

    cash: int
    trains: tuple[TrainKind, ...]
    phases: tuple[PhaseShown, ...]
    kinds: str
    """The kinds of company, in the order of the limits, if they have limits of their own."""
    privates: tuple[PrivateShown, ...]
    endings: tuple[str, ...]
    ending: str
    next: TrainKind | None

    @property
    def privates_pay(self) -> bool:
        """Has any private company an income?"""
        return any(private.revenue for private in self.privates)


def depot(view: View) -> Depot:
    """The bank as it stands."""
    book = view.book
    first = next((n for n, left in enumerate(view.depot.left) if left > 0 and book.piles[n].opens is None), None)
    trains = tuple(_pile(view, number, first) for number in range(len(book.piles)))
    phases = tuple(
        PhaseShown(
            name=facts.name,
            train=next((pile.name for pile in book.piles if pile.begins == number), ""),
            rusts=_rusts(book, number),
            trains_to_go=view.ask(trains_before, number),
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
        kinds=" / ".join(translated(kind.name) for kind in book.kinds) if len(book.kinds) > 1 else "",
        privates=privates(view),
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
        (sign(book.companies[each.company]), each.symbol, count(each.trains))
        for each in view.companies.values()
        if count(each.trains)
    )
    return TrainKind(
        name=pile.name,
        faces=tuple(book.trains[kind].name for kind in kinds),
        price=facts.price,
        left="∞" if left > UNLIMITED // 2 else str(left),
        total="∞" if pile.count >= UNLIMITED else str(pile.count),
        returned=count(view.depot.returned),
        on_sale=number == first or (pile.opens is not None and view.phase >= pile.opens and left > 0),
        beside="" if pile.opens is None else book.phases[pile.opens].name,
        rusts=_rusts(book, pile.begins),
        rusted_by=book.phases[facts.rusted_by].name if facts.rusted_by < len(book.phases) else "",
        owners=owners,
        gone=view.phase >= facts.rusted_by,
    )


def privates(view: View) -> tuple[PrivateShown, ...]:
    """All private companies."""
    return tuple(_private(view, private) for private in view.book.private_ids)


def _private(view: View, private: Private) -> PrivateShown:
    facts, owner = view.book.privates[private], view.privates[private]
    where = str(OUT) if owner is None else gettext("bank") if owner == BANK else view.book.owner_names[owner]
    income = facts.income(view.phase_facts.stage)
    return PrivateShown(
        symbol=facts.symbol,
        name=wording.private_name(view.book, private),
        value=facts.value,
        revenue=income,
        owner=where,
        on_offer=owner == BANK,
    )


def _train_limits(phase: PhaseFacts) -> str:
    """How many trains companies may have in a phase, by kind of company."""
    if phase.purchase_limit is not None:
        return str(phase.purchase_limit)
    return " / ".join(str(limit or "–") if limit < UNLIMITED else gettext("none") for limit in phase.train_limits)


def _rusts(book: Rulebook, phase: int | None) -> tuple[str, ...]:
    """The piles whose trains leave the game when a phase begins."""
    gone = {train.pile for train in book.trains if train.rusted_by == phase}
    return tuple(book.piles[pile].name for pile in sorted(gone))
