"""What an action would do by itself: money, prices, directors, trains and phases, shown before it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from railhead.core import engine
from railhead.core.actions import Action, parse
from railhead.core.events import (
    Decided,
    Declared,
    DirectorChanged,
    Event,
    Paid,
    PhaseStarted,
    PrivateClosed,
    TrainsRusted,
    sentence,
)
from railhead.core.game import Game
from railhead.core.ids import BANK, NOWHERE, POOL, Company, Owner, Seat, kind_of
from railhead.core.information import InformationRules
from railhead.core.refusal import Refusal
from railhead.core.rulebook import Rulebook
from railhead.core.state import FLOATED, State
from railhead.play import wording

BANKS = (BANK, POOL)
GRAVE = (PhaseStarted, TrainsRusted, PrivateClosed, Declared, DirectorChanged)
"""Irreversible changes: the player is asked to confirm them."""


@dataclass(frozen=True, slots=True)
class Chip:
    """One consequence in short; its kind decides how it looks."""

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What an action would do: in short, and in sentences."""

    action: str
    label: str
    chips: tuple[Chip, ...] = ()
    lines: tuple[str, ...] = ()
    gets: tuple[tuple[str, int], ...] = ()
    """Who gets how much, where several are paid."""
    grave: bool = False
    refusal: Refusal | None = None


def outlook(game: Game, seat: Seat, action: Action, text: str, about: Company | None = None) -> Outlook:
    """What an action among the choices would do, as far as this seat may know.

    `about` is the company under whose heading it is shown: its symbol is not repeated.
    """
    after, events = engine.consequences(game.book, game.state, action)
    told = [event for event in events if not isinstance(event, Decided)]
    return Outlook(
        action=text,
        label=wording.said(game.book, action),
        chips=tuple(_chips(game, Game(game.book, after), seat, about)),
        lines=tuple(sentence(game.book, event) for event in told),
        gets=tuple(_gets(game.book, told)),
        grave=any(_is_grave(game, after, event) for event in told),
    )


def _is_grave(before: Game, after: State, event: Event) -> bool:
    """Is this irreversible? A new company's first director, or its flotation, is what the player wants."""
    if isinstance(event, DirectorChanged) and before.state.director[event.company] in BANKS:
        return False
    if (
        isinstance(event, Declared)
        and after.has(event.company, FLOATED)
        and not before.state.has(event.company, FLOATED)
    ):
        return False
    return isinstance(event, GRAVE)


def preview(book: Rulebook, state: State, text: str) -> Outlook:
    """What an action given as text would do, or why it is not allowed."""
    action = parse(book, text)
    refusal = engine.why_not(book, state, action)
    if refusal is not None:
        return Outlook(action=text, label=wording.said(book, action), refusal=refusal)
    choices = engine.choices(book, state)
    assert choices is not None
    return outlook(Game(book, state), choices.seat, action, text)


def _gets(book: Rulebook, events: list[Event]) -> Iterator[tuple[str, int]]:
    """What each player and company is paid by the bank, if it is more than one."""
    paid: Counter[str] = Counter()
    for event in events:
        if isinstance(event, Paid) and Owner(event.payer) in BANKS and event.amount:
            paid[wording.owner_name(book, Owner(event.payee))] += event.amount
    if len(paid) > 1:
        yield from paid.items()


def _chips(before: Game, after: Game, seat: Seat, about: Company | None) -> Iterator[Chip]:
    yield from _money(before, after, seat)
    yield from _prices(before, after, about)
    yield from _people(before, after, seat)
    yield from _trains(before, after)


def figures(before: Game, after: Game, seat: Seat) -> Iterator[Chip]:
    """Money, prices and trains at two points of a game, as far as a seat may know how they differ.

    Who directs a company is left out: in the middle of a matter it may be nobody.
    """
    yield from _money(before, after, seat)
    yield from _prices(before, after, None)
    yield from _trains(before, after)


def _money(before: Game, after: Game, seat: Seat) -> Iterator[Chip]:
    gained = after.state.cash[seat] - before.state.cash[seat]
    if gained:
        yield Chip(_signed(gained), "gain" if gained > 0 else "cost")
    for company in before.all_companies():
        gained = after.treasury(company) - before.treasury(company)
        if gained and before.book.rules[InformationRules].sees_treasury(before, seat, company):
            yield Chip(f"{before.symbol(company)} {_signed(gained)}", "gain" if gained > 0 else "cost")


def _signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}"


def _prices(before: Game, after: Game, about: Company | None) -> Iterator[Chip]:
    prices = before.book.market.prices
    for company in before.all_companies():
        old, new = before.state.price[company], after.state.price[company]
        if old != new and NOWHERE not in (old, new):
            whose = "" if company == about else f"{before.symbol(company)} "
            yield Chip(f"{whose}{prices[old]} → {prices[new]}", "up" if new > old else "down")


def _people(before: Game, after: Game, seat: Seat) -> Iterator[Chip]:
    for company in before.all_companies():
        old, new = before.state.director[company], after.state.director[company]
        if old != new and (old not in BANKS or new != seat):
            name = "nobody" if new in BANKS else after.name(new)
            yield Chip(f"{name} directs {before.symbol(company)}", "grave")
    for private in before.book.private_ids:
        if before.state.privates[private] >= 0 > after.state.privates[private]:
            yield Chip(f"{before.book.private_names[private]} closes", "grave")


def _trains(before: Game, after: Game) -> Iterator[Chip]:
    book = before.book
    if after.state.phase != before.state.phase:
        yield Chip(f"phase {book.phases[after.state.phase].name}", "grave")
    for number, pile in enumerate(book.piles):
        if after.state.scrapped[number] == before.state.scrapped[number]:
            continue
        losses = [
            (before.symbol(company), _of_pile(before, company, number) - _of_pile(after, company, number))
            for company in before.all_companies()
        ]
        losers = [f"{symbol} {lost}" for symbol, lost in losses if lost > 0]
        yield Chip(f"{pile.name} trains rust" + (f": {', '.join(losers)}" if losers else ""), "grave")


def _of_pile(game: Game, company: Company, pile: int) -> int:
    """How many trains of a pile a company has."""
    return sum(game.book.trains[kind_of(train)].pile == pile for train in game.trains_of(company))
