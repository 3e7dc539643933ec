"""What an action would do by itself: money, prices, directors, trains and phases, shown before it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext

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
)
from railhead.core.ids import BANK, NOWHERE, POOL, Company, Owner, Seat, Train, kind_of
from railhead.core.refusal import Malformed, Refusal
from railhead.core.rulebook import Rulebook
from railhead.core.state import CLOSED, FLOATED
from railhead.core.view import View
from railhead.play import wording
from railhead.play.prospect import Prospect
from railhead.play.tales import consequences
from railhead.rules.debts import pending
from railhead.rules.stock import StockTurn
from railhead.rules.trains import BuyTrains, why_idle

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
    """Who gets how much, where several are paid; negative for what somebody will have to pay."""
    spent: int = 0
    """What the player who decides pays for it, or the company they deal for."""
    grave: bool = False
    next: str = ""
    """Who would have to decide what then."""
    known: tuple[str, ...] = ()
    """What everybody would know of that decision, if the action changes nothing by itself."""
    refusal: Refusal | None = None

    @property
    def gained(self) -> int:
        """What the player who decides gets for it."""
        return max(0, -self.spent)

    @property
    def question(self) -> str:
        """What is asked before something that cannot be made good: whether it is meant, and what would come of it."""
        return " ".join((f"{self.label}?", *(f"{chip.text}." for chip in self.chips)))


def outlook(prospect: Prospect, action: Action, text: str, about: Company | None = None) -> Outlook:
    """What an action among the choices would do, as far as the seat that looks ahead may know.

    `about` is the company under whose heading it is shown: its symbol is not repeated.
    """
    book, before = prospect.book, prospect.view
    after, events = prospect.at_once(action)
    dealer = dealing_company(prospect)
    told = [event for event in events if not isinstance(event, Decided)]
    return Outlook(
        action=text,
        label=wording.said(book, action),
        chips=(*_chips(before, after, about), *idle_trains(prospect, action)),
        lines=tuple(str(wording.sentence(book, event)) for event in consequences(book, told)),
        gets=(*_gets(book, told), *_owes(before, after)),
        spent=cash_of(before, before.seat, dealer) - cash_of(after, before.seat, dealer),
        grave=any(_is_grave(before, after, event) for event in told),
    )


def idle_trains(prospect: Prospect, action: Action) -> Iterator[Chip]:
    """A warning if a company is about to acquire a train that it could not run."""
    step = None if prospect.choices is None else prospect.choices.step
    if not isinstance(step, BuyTrains):
        return
    for name, kind in wording.kinds(type(action)).items():
        said = prospect.view.ask(why_idle, step.company, getattr(action, name)) if kind is Train else None
        if said is not None:
            yield Chip(str(said), "grave")


def with_end(prospect: Prospect, action: Action, told: Outlook) -> Outlook:
    """What an action would do, with a warning if the company that acts would not survive what the rules force then."""
    choices = prospect.choices
    company = None if choices is None else choices.step.acting_company
    if company is None or not prospect.view.companies[company].has(FLOATED):
        return told
    after, events = prospect.after(action)
    if after.view.companies[company].has(FLOATED):
        return told
    ends = (event for event in events if isinstance(event, Declared) and event.company == company)
    warnings = tuple(Chip(str(wording.sentence(prospect.book, event)), "grave") for event in ends)
    return replace(told, chips=(*told.chips, *warnings), grave=True)


def dealing_company(prospect: Prospect) -> Company | None:
    """The company for which a player deals in a stock turn; None if they deal for themselves."""
    step = None if prospect.choices is None else prospect.choices.step
    if not isinstance(step, StockTurn) or step.actor is None:
        return None
    return prospect.book.company_of(step.actor)


def cash_of(view: View, seat: Seat | None, dealer: Company | None) -> int:
    """The money of whoever deals: the player, or the company they deal for."""
    if dealer is not None:
        return view.companies[dealer].treasury or 0
    return 0 if seat is None else view.players[seat].cash


def _is_grave(before: View, after: View, event: Event) -> bool:
    """Is this irreversible? A new company's first director, or its flotation, is what the player wants."""
    if isinstance(event, DirectorChanged) and before.companies[event.company].director is None:
        return False
    if isinstance(event, Declared):
        return before.companies[event.company].has(FLOATED) or not after.companies[event.company].has(FLOATED)
    return isinstance(event, GRAVE)


def preview(prospect: Prospect, text: str) -> Outlook:
    """What an action given as text would do, or why it is not allowed."""
    book, choices = prospect.book, prospect.choices
    action = parse(book, text)
    if choices is None:
        raise Malformed("The game is over")
    refusal = choices.why_not(action)
    if refusal is not None:
        return Outlook(action=text, label=wording.said(book, action), refusal=refusal)
    told, after = outlook(prospect, action, text), prospect.after(action)[0]
    return replace(told, next=then(after), known=() if told.chips or told.lines else after.view.situation)


def then(after: Prospect) -> str:
    """Who would have to decide what at a later point; empty when the game is over."""
    choices = after.choices
    return "" if choices is None else to_do(after.book.owner_names[choices.seat], choices.task)


def to_do(player: str, task: str) -> str:
    """Who is to do what, as a sentence."""
    return gettext("%(player)s is to %(task)s") % {"player": player, "task": task}


def _gets(book: Rulebook, events: list[Event]) -> Iterator[tuple[str, int]]:
    """What each player and company is paid by the bank, if it is more than one."""
    paid: Counter[str] = Counter()
    for event in events:
        if isinstance(event, Paid) and Owner(event.payer) in BANKS and event.amount:
            paid[wording.owner_name(book, Owner(event.payee))] += event.amount
    if len(paid) > 1:
        yield from paid.items()


def _owes(before: View, after: View) -> Iterator[tuple[str, int]]:
    """What players and companies will have to pay that they did not owe before."""
    old = Counter(before.ask(pending))
    for debt in Counter(after.ask(pending)) - old:
        yield wording.owner_name(before.book, debt.debtor), -debt.amount


def _chips(before: View, after: View, about: Company | None) -> Iterator[Chip]:
    yield from _money(before, after)
    yield from _prices(before, after, about)
    yield from _people(before, after)
    yield from _trains(before, after)


def figures(before: View, after: View) -> Iterator[Chip]:
    """Money, prices and trains at two points of a game, as far as a seat may know how they differ.

    Who directs a company is left out: in the middle of a matter it may be nobody.
    """
    yield from _money(before, after)
    yield from _prices(before, after, None)
    yield from _trains(before, after)


def changes(before: View, after: View) -> Iterator[Chip]:
    """Prices, directors and trains at two points of a game."""
    yield from _prices(before, after, None)
    yield from _people(before, after)
    yield from _trains(before, after)


def _money(before: View, after: View) -> Iterator[Chip]:
    if before.seat is not None:
        yield from _gained("", before.players[before.seat].cash, after.players[before.seat].cash)
    for company, old in before.companies.items():
        yield from _gained(f"{old.symbol} ", old.treasury, after.companies[company].treasury)


def _gained(whose: str, before: int | None, after: int | None) -> Iterator[Chip]:
    """What somebody gains or pays; nothing if that is not to be known."""
    if before is None or after is None or before == after:
        return
    if after > before:
        yield Chip(f"{whose}+{after - before}", "gain")
    else:
        yield Chip(f"{whose}−{before - after}", "cost")


def _prices(before: View, after: View, about: Company | None) -> Iterator[Chip]:
    prices = before.book.market.prices
    for company, seen in before.companies.items():
        old, new = seen.place, after.companies[company].place
        if old != new and NOWHERE not in (old, new):
            whose = "" if company == about else f"{seen.symbol} "
            yield Chip(f"{whose}{prices[old]} → {prices[new]}", "up" if new > old else "down")


def _people(before: View, after: View) -> Iterator[Chip]:
    for company, seen in before.companies.items():
        old, new = seen.director_certificate, after.companies[company].director_certificate
        if after.companies[company].has(CLOSED):
            continue
        if old != new and (old not in BANKS or new != before.seat):
            yield Chip(_directs(before.book, new, seen.symbol), "grave")
    remaining = after.privates
    for private, owner in before.privates.items():
        if owner is not None and remaining[private] is None:
            closes = gettext("%(private)s closes") % {"private": before.book.private_names[private]}
            yield Chip(closes, "grave")


def _trains(before: View, after: View) -> Iterator[Chip]:
    book = before.book
    if after.phase != before.phase:
        yield Chip(gettext("phase %(phase)s") % {"phase": after.phase_facts.name}, "grave")
    for number, pile in enumerate(book.piles):
        if after.depot.scrapped[number] == before.depot.scrapped[number]:
            continue
        losses = [
            (seen.symbol, _of_pile(book, seen.trains, number) - _of_pile(book, after.companies[company].trains, number))
            for company, seen in before.companies.items()
        ]
        losers = [f"{symbol} {lost}" for symbol, lost in losses if lost > 0]
        yield Chip(_rust(pile.name, losers), "grave")


def _directs(book: Rulebook, director: Owner, company: str) -> str:
    if director in BANKS:
        return gettext("nobody directs %(company)s") % {"company": company}
    return gettext("%(player)s directs %(company)s") % {"player": book.owner_names[director], "company": company}


def _rust(train: str, losers: list[str]) -> str:
    if not losers:
        return gettext("%(train)s trains rust") % {"train": train}
    return gettext("%(train)s trains rust: %(losers)s") % {"train": train, "losers": ", ".join(losers)}


def _of_pile(book: Rulebook, trains: tuple[Train, ...], pile: int) -> int:
    """How many of these trains come from a pile."""
    return sum(book.trains[kind_of(train)].pile == pile for train in trains)
