"""Players and companies as tables: what every player owns, and every company's charter."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from railhead.core.ids import BANK, POOL, kind_of
from railhead.core.rulebook import UNLIMITED, Rulebook
from railhead.core.spelling import TRAIN
from railhead.core.state import BANKRUPT, CLOSED, FLOATED, INSOLVENT, STARTED
from railhead.core.view import CompanyView, PlayerView, View
from railhead.rules.directors import CertificateRules, certificates
from railhead.rules.stock import StockRules
from railhead.rules.trains import on_offer
from railhead.terminal.marks import letter, symbol

STANDINGS = (
    (CLOSED, "closed"),
    (BANKRUPT, "bankrupt"),
    (INSOLVENT, "insolvent"),
    (FLOATED, "floated"),
    (STARTED, "started"),
)


def players(seen: View) -> Table:
    """What every player owns."""
    book = seen.book
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="underline")
    privates = ["privates"] if book.privates else []
    for heading in ("player", "cash", "certs", "shares (* director)", *privates, "worth"):
        right = heading in ("cash", "certs", "worth")
        table.add_column(heading, justify="right" if right else "left", no_wrap=right)
    deciding = seen.deciding
    limit = seen.ask(book.rules[CertificateRules].limit)
    for seat, player in seen.players.items():
        name = Text(("> " if seat == deciding else "  ") + player.name, "bold" if seat == deciding else "")
        if seat == seen.priority:
            name.append(" (priority)")
        held = seen.ask(certificates, seat)
        table.add_row(
            name,
            str(player.cash),
            f"{held}/{limit}" if limit < UNLIMITED else str(held),
            _shares(seen, player),
            *([", ".join(book.private_names[each] for each in player.privates) or "-"] if privates else []),
            str(player.worth),
        )
    return table


def _shares(seen: View, player: PlayerView) -> Text:
    parts = []
    for company, held in player.shares.items():
        star = "*" if seen.companies[company].director_certificate == player.seat else ""
        parts.append(symbol(seen.book, company) + Text(f" {held}{star}"))
    return Text("  ").join(parts) if parts else Text("-")


def companies(seen: View) -> Table:
    """Every company's charter, with the treasuries that may be known."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="underline")
    # Short headings, so that a charter fits in 80 columns: "cash" is the treasury, "left" the tokens left.
    own = owns_itself(seen)
    loans = ["loans"] if seen.book.loans else []
    numbers = ("price", "par", "cash", *loans, "left", "ipo", "pool", *(["own"] if own else []))
    for heading in ("company", "", "director", *numbers, "trains", "last run", "status"):
        wraps = heading in ("trains", "last run")
        right = heading in numbers
        table.add_column(
            heading, justify="right" if right else "left", no_wrap=not wraps, min_width=7 if wraps else None
        )
    for company in seen.companies.values():
        table.add_row(*_charter(seen.book, company, own))
    return table


def owns_itself(seen: View) -> bool:
    """May companies of this title hold shares of their own?"""
    sources = seen.book.rules[StockRules].sources
    return any(seen.book.purse(company) in seen.ask(sources, company) for company in seen.companies)


def _charter(book: Rulebook, company: CompanyView, own: bool) -> list[Text | str]:
    certificate = company.director_certificate
    privates = (book.private_names[private] for private in company.privates)
    return [
        symbol(book, company.company),
        letter(book, company.company),
        {BANK: "-", POOL: "nobody"}.get(certificate, book.owner_names[certificate]),
        _figure(company.price),
        _figure(company.par),
        "-" if not company.status else "?" if company.hidden else str(company.treasury),
        *([str(company.loans)] if book.loans else []),
        str(company.tokens_left),
        str(company.held_by(BANK)),
        str(company.held_by(POOL)),
        *([str(company.own_shares)] if own else []),
        " ".join(TRAIN.write(book, train) for train in company.trains) or "-",
        _last_run(company),
        " ".join((standing(company.status), *privates, *map(str, company.remarks.values()))),
    ]


def _figure(figure: int | None) -> str:
    return "-" if figure is None else str(figure)


def _last_run(company: CompanyView) -> str:
    """What the last run earned, and whether it was paid out."""
    revenue, subsidy = company.revenue, company.subsidy
    if not revenue and not subsidy:
        return "-"
    paid = "paid" if company.dividend else "kept"
    return f"{revenue}{f'+{subsidy}' if subsidy else ''} {paid if revenue else ''}".rstrip()


def standing(status: int) -> str:
    """A company's standing in a word."""
    return next((word for flag, word in STANDINGS if status & flag), "-")


def bank_line(seen: View) -> str:
    """The bank's money, the privates it sells, the phase and the trains left."""
    book = seen.book
    left = [
        f"{pile.name} x{count}" if pile.count < UNLIMITED else f"{pile.name} (any number)"
        for pile, count in zip(book.piles, seen.depot.left, strict=True)
        if count > 0
    ]
    new = [book.trains[kind_of(train)].price for train, source in seen.ask(on_offer) if source == BANK]
    price = f", the next costs {min(new)}" if new else ""
    text = f"Phase {seen.phase_facts.name}. Trains: {', '.join(left) or 'none'}{price}."
    if seen.depot.returned:
        text += f" Returned: {' '.join(TRAIN.write(book, train) for train in seen.depot.returned)}."
    text += f" Bank: {seen.bank}."
    for_sale = [book.privates[private] for private, owner in seen.privates.items() if owner == BANK]
    closed = [book.private_names[private] for private, owner in seen.privates.items() if owner is None]
    if for_sale:
        text += f" Privates with the bank: {', '.join(f'{facts.symbol} ({facts.value})' for facts in for_sale)}."
    if closed:
        text += f" Closed: {', '.join(closed)}."
    return text
