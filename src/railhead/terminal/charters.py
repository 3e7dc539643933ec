"""Players and companies as tables: what lies before every player, and every company's charter."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from railhead.core.game import Game
from railhead.core.ids import BANK, NOBODY, NOWHERE, POOL, Company, Place, Seat, kind_of
from railhead.core.information import InformationRules
from railhead.core.rulebook import UNLIMITED, Rulebook
from railhead.core.spelling import TRAIN
from railhead.core.state import BANKRUPT, CLOSED, FLOATED, INSOLVENT, STARTED
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


def players(game: Game) -> Table:
    """What lies before every player."""
    book, state = game.book, game.state
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="underline")
    privates = ["privates"] if book.privates else []
    for heading in ("player", "cash", "certs", "shares (* director)", *privates, "worth"):
        right = heading in ("cash", "certs", "worth")
        table.add_column(heading, justify="right" if right else "left", no_wrap=right)
    deciding = None if game.over else game.step.seat(game)
    limit = book.rules[CertificateRules].limit(game)
    for seat in book.seat_ids:
        name = Text(("> " if seat == deciding else "  ") + game.name(seat), "bold" if seat == deciding else "")
        if seat == state.priority:
            name.append(" (priority)")
        table.add_row(
            name,
            str(state.cash[seat]),
            f"{certificates(game, seat)}/{limit}" if limit < UNLIMITED else str(certificates(game, seat)),
            _shares(game, seat),
            *([_privates(game, seat)] if privates else []),
            str(book.worth(game, seat)),
        )
    return table


def _privates(game: Game, seat: Seat) -> str:
    owners = zip(game.book.private_names, game.state.privates, strict=True)
    return ", ".join(name for name, owner in owners if owner == seat) or "-"


def _shares(game: Game, seat: Seat) -> Text:
    parts = []
    for company in game.all_companies():
        held = game.held(seat, company)
        if held:
            star = "*" if game.state.director[company] == seat else ""
            parts.append(symbol(game.book, company) + Text(f" {held}{star}"))
    return Text("  ").join(parts) if parts else Text("-")


def companies(game: Game, seat: Seat | None) -> Table:
    """Every company's charter; with a seat, only treasuries this player may know."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="underline")
    # Short headings, so that a charter keeps to one line of 80 columns: cash is the treasury, left the tokens left.
    numbers = ("price", "par", "cash", "left", "ipo", "pool", *(["own"] if owns_itself(game) else []))
    for heading in ("company", "", "director", *numbers, "trains", "last run", "status"):
        wraps = heading in ("trains", "last run")
        right = heading in numbers
        table.add_column(
            heading, justify="right" if right else "left", no_wrap=not wraps, min_width=7 if wraps else None
        )
    for company in game.all_companies():
        table.add_row(*_charter(game, company, seat))
    return table


def owns_itself(game: Game) -> bool:
    """May companies of this title hold shares of their own?"""
    return any(game.purse(company) in game.rules[StockRules].sources(game, company) for company in game.all_companies())


def _charter(game: Game, company: Company, seat: Seat | None) -> list[Text | str]:
    book, state = game.book, game.state
    seen = seat is None or book.rules[InformationRules].sees_treasury(game, seat, company)
    director = state.director[company]
    idle = not state.status[company]
    return [
        symbol(book, company),
        letter(book, company),
        {BANK: "-", POOL: "nobody"}.get(director, game.name(director)),
        _price(book, state.price[company]),
        _price(book, state.par[company]),
        "-" if idle else str(game.treasury(company)) if seen else "?",
        str(state.spare_tokens[company]),
        str(game.held(BANK, company)),
        str(game.held(POOL, company)),
        *([str(game.held(game.purse(company), company))] if owns_itself(game) else []),
        " ".join(TRAIN.write(book, train) for train in game.trains_of(company)) or "-",
        _last_run(game, company),
        " ".join((standing(state.status[company]), *book.rules[InformationRules].remarks(game, company).values())),
    ]


def _price(book: Rulebook, place: Place) -> str:
    return "-" if place == NOWHERE else str(book.market.prices[place])


def _last_run(game: Game, company: Company) -> str:
    """What the last run earned, and whether it was paid out."""
    revenue, subsidy = game.state.revenue[company], game.state.subsidy[company]
    if not revenue and not subsidy:
        return "-"
    paid = "paid" if game.state.dividend[company] else "kept"
    return f"{revenue}{f'+{subsidy}' if subsidy else ''} {paid if revenue else ''}".rstrip()


def standing(status: int) -> str:
    """A company's standing in a word."""
    return next((word for flag, word in STANDINGS if status & flag), "-")


def bank_line(game: Game) -> str:
    """The bank's money, the privates it sells, the phase and the trains left."""
    book, state = game.book, game.state
    left = [
        f"{pile.name} x{count}" if pile.count < UNLIMITED else f"{pile.name} (any number)"
        for pile, count in zip(book.piles, state.depot, strict=True)
        if count > 0
    ]
    new = [book.trains[kind_of(train)].price for train, source in on_offer(game) if source == BANK]
    price = f", the next costs {min(new)}" if new else ""
    text = f"Phase {book.phases[state.phase].name}. Trains: {', '.join(left) or 'none'}{price}."
    if state.trains[POOL]:
        text += f" Returned: {' '.join(TRAIN.write(book, train) for train in state.trains[POOL])}."
    text += f" Bank: {state.cash[BANK]}."
    for_sale = [
        f"{facts.symbol} ({facts.value})"
        for facts, owner in zip(book.privates, state.privates, strict=True)
        if owner == BANK
    ]
    closed = [f.symbol for f, owner in zip(book.privates, state.privates, strict=True) if owner == NOBODY]
    if for_sale:
        text += f" Privates with the bank: {', '.join(for_sale)}."
    if closed:
        text += f" Closed: {', '.join(closed)}."
    return text
