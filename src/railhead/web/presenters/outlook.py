"""What an action would do by itself: money, prices, directors, trains and phases, shown before it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from django.utils.translation import gettext, ngettext

from railhead.core.actions import Accept, Action, Decline, Pass, parse
from railhead.core.events import Decided, Declared, Event, LoansRepaid, LoansTaken, Paid, TrainScrapped, TrainsRusted
from railhead.core.finality import is_irreversible
from railhead.core.ids import BANK, NOWHERE, POOL, Company, Owner, Place, Seat, Train, kind_of
from railhead.core.refusal import Malformed, Refusal
from railhead.core.rulebook import Rulebook
from railhead.core.state import CLOSED, FLOATED
from railhead.core.text import Text
from railhead.core.view import View
from railhead.play import wording
from railhead.play.prospect import Prospect
from railhead.play.tales import consequences
from railhead.rules.debts import pending
from railhead.rules.stock import StockTurn
from railhead.rules.trains import BuyTrains, why_idle

BANKS = (BANK, POOL)


@dataclass(frozen=True, slots=True)
class Chip:
    """One consequence in short; its kind decides how it looks."""

    text: str
    kind: str = ""
    brief: str = ""
    """The same where there is hardly any room, if it is long."""

    @property
    def word(self) -> str:
        """What is shown where there is hardly any room."""
        return self.brief or self.text


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
    """Is something irreversible, which the player is asked to confirm?"""
    next: str = ""
    """Who would have to decide what then."""
    known: tuple[str, ...] = ()
    """What everybody would know of that decision, if the action moves no money by itself."""
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
    after, events = expected(prospect, action)
    dealer = dealing_company(prospect)
    told = [event for event in events if not isinstance(event, Decided)]
    return Outlook(
        action=text,
        label=wording.said(book, action),
        chips=(
            *_chips(before, after, about, events),
            *idle_trains(prospect, action),
            *(_handed_over(before, after) if isinstance(action, Accept) else ()),
            *_unless(prospect, action),
        ),
        lines=tuple(str(wording.sentence(book, event)) for event in consequences(book, told)),
        gets=(*_gets(book, told), *_owes(before, after)),
        spent=cash_of(before, before.seat, dealer) - cash_of(after, before.seat, dealer),
        grave=any(is_irreversible(before, after, event) for event in told),
        known=prospect.brought_about(action) if sets_off(action) and not any(_money(before, after, events)) else (),
    )


def expected(prospect: Prospect, action: Action) -> tuple[View, list[Event]]:
    """The table after an action, as far as its consequences are shown with it."""
    return prospect.carried_out(action) if sets_off(action) else prospect.at_once(action)


def _unless(prospect: Prospect, action: Action) -> Iterator[Chip]:
    """Who may step in first."""
    names = prospect.may_step_in(action)
    if names:
        yield Chip(gettext("unless %(players)s steps in") % {"players": "/".join(names)}, "quiet")


def _handed_over(before: View, after: View) -> Iterator[Chip]:
    """Which privates change hands."""
    owners = after.privates
    for private, owner in before.privates.items():
        new = owners[private]
        if new is not None and owner not in (None, new, *BANKS):
            names = {"private": before.book.private_names[private], "owner": wording.owner_name(before.book, new)}
            yield Chip(gettext("%(private)s goes to %(owner)s") % names, "grave")


def sets_off(action: Action) -> bool:
    """Is it an action without details, or one that sets a price, so that people may have to pay only after it?

    Others are many: what the rules force after each of them would take too long to work out. Of answers, it is told
    what could follow.
    """
    return not isinstance(action, Pass | Accept | Decline) and set(wording.kinds(type(action)).values()) <= {Place}


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


def _chips(before: View, after: View, about: Company | None, events: Sequence[Event]) -> Iterator[Chip]:
    yield from _money(before, after, events)
    yield from _prices(before, after, about)
    yield from _people(before, after)
    yield from _trains(before, after, events)


def figures(before: View, after: View, events: Sequence[Event]) -> Iterator[Chip]:
    """Money, prices and trains at two points of a game, as far as a seat may know how they differ.

    What loans brought is told apart, if they were taken by these events. Who directs a company is left out: in the
    middle of a matter it may be nobody.
    """
    yield from _money(before, after, events)
    yield from _prices(before, after, None)
    yield from _trains(before, after, events)


def changes(before: View, after: View) -> Iterator[Chip]:
    """Prices, directors and trains at two points of a game."""
    yield from _prices(before, after, None)
    yield from _people(before, after)
    yield from _trains(before, after)


def _money(before: View, after: View, events: Sequence[Event]) -> Iterator[Chip]:
    """What the player who looks and all companies gain or pay, with what loans brought or cost told apart."""
    if before.seat is not None:
        yield from _gained("", before.players[before.seat].cash, after.players[before.seat].cash)
    loans = list(_loans(events))
    for company, old in before.companies.items():
        borrowed = sum(loan.amount for loan in loans if loan.company == company)
        yield from _gained(f"{old.symbol} ", old.treasury, after.companies[company].treasury, borrowed)
    for loan in loans:
        if loan.company not in before.hidden:
            yield _by_loans(before.book, loan)


@dataclass(frozen=True, slots=True)
class _Loans:
    """Loans that a company takes, or repays, and what they bring it."""

    company: Company
    count: int
    amount: int


def _loans(events: Sequence[Event]) -> Iterator[_Loans]:
    """The loans that were taken and repaid; the payment follows at once."""
    for event, paid in pairwise(events):
        if isinstance(event, LoansTaken) and isinstance(paid, Paid):
            yield _Loans(event.company, event.count, paid.amount)
        elif isinstance(event, LoansRepaid) and isinstance(paid, Paid):
            yield _Loans(event.company, event.count, -paid.amount)


def _by_loans(book: Rulebook, loan: _Loans) -> Chip:
    values = {"company": book.company_names[loan.company], "count": loan.count, "amount": abs(loan.amount)}
    if loan.amount < 0:
        repaid = ngettext(
            "%(company)s −%(amount)s: %(count)s loan repaid",
            "%(company)s −%(amount)s: %(count)s loans repaid",
            loan.count,
        )
        return Chip(repaid % values)
    taken = ngettext("%(company)s +%(amount)s: %(count)s loan", "%(company)s +%(amount)s: %(count)s loans", loan.count)
    return Chip(taken % values)


def _gained(whose: str, before: int | None, after: int | None, borrowed: int = 0) -> Iterator[Chip]:
    """What somebody gains or pays besides what they borrow; nothing if that is not to be known."""
    gained = 0 if before is None or after is None else after - before - borrowed
    if gained > 0:
        yield Chip(f"{whose}+{gained}", "gain")
    elif gained < 0:
        yield Chip(f"{whose}−{-gained}", "cost")


def _prices(before: View, after: View, about: Company | None) -> Iterator[Chip]:
    prices = before.book.market.prices
    for company, seen in before.companies.items():
        old, new = seen.place, after.companies[company].place
        if old != new and NOWHERE not in (old, new):
            whose = "" if company == about else f"{seen.symbol} "
            yield Chip(f"{whose}{prices[old]} → {prices[new]}", "up" if new > old else "down")
        fate = after.companies[company].fate
        if fate is not None and fate != seen.fate:
            yield Chip(str(fate.told), "grave", str(fate.zone))


def _people(before: View, after: View) -> Iterator[Chip]:
    for company, seen in before.companies.items():
        old, new = seen.director_certificate, after.companies[company].director_certificate
        if after.companies[company].has(CLOSED) or not after.companies[company].status:
            continue  # a company that has come to its end needs nobody
        if old != new and (old not in BANKS or new != before.seat):
            yield Chip(_directs(before.book, new, seen.symbol), "grave")
    for seat, player in before.players.items():
        if after.players[seat].is_out and not player.is_out:
            yield Chip(gettext("%(player)s is bankrupt and out of the game") % {"player": player.name}, "grave")
    remaining = after.privates
    for private, owner in before.privates.items():
        if owner is not None and remaining[private] is None:
            closes = gettext("%(private)s closes") % {"private": before.book.private_names[private]}
            yield Chip(closes, "grave")


def _trains(before: View, after: View, events: Sequence[Event] = ()) -> Iterator[Chip]:
    """A new phase, and which trains rust; what a company gives up by itself does not."""
    book = before.book
    given_up = {book.trains[kind_of(event.train)].pile for event in events if isinstance(event, TrainScrapped)}
    given_up -= {book.trains[kind_of(event.train)].pile for event in events if isinstance(event, TrainsRusted)}
    if after.phase != before.phase:
        yield Chip(gettext("phase %(phase)s") % {"phase": after.phase_facts.name}, "grave")
    for number, pile in enumerate(book.piles):
        if after.depot.scrapped[number] <= before.depot.scrapped[number] or number in given_up:
            continue
        losses = [
            (seen.symbol, _of_pile(book, seen.trains, number) - _of_pile(book, after.companies[company].trains, number))
            for company, seen in before.companies.items()
        ]
        losers = [f"{symbol} {lost}" for symbol, lost in losses if lost > 0]
        yield Chip(_rust(pile.name, losers), "grave")


def _directs(book: Rulebook, director: Owner, company: str) -> str:
    if director in BANKS:
        return str(book.worded(Text("{company} loses its [director]", company=company)))
    name = wording.owner_name(book, director)
    return str(book.worded(Text("{director} becomes [director] of {company}", director=name, company=company)))


def _rust(train: str, losers: list[str]) -> str:
    if not losers:
        return gettext("%(train)s trains rust") % {"train": train}
    return gettext("%(train)s trains rust: %(losers)s") % {"train": train, "losers": ", ".join(losers)}


def _of_pile(book: Rulebook, trains: tuple[Train, ...], pile: int) -> int:
    """How many of these trains come from a pile."""
    return sum(book.trains[kind_of(train)].pile == pile for train in trains)
