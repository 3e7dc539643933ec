"""Companies' charters and players' holdings, as one seat may see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from railhead.core.audit import AuditRules
from railhead.core.game import Game
from railhead.core.ids import BANK, NOWHERE, POOL, Company, Seat, Train, kind_of
from railhead.core.rulebook import UNLIMITED
from railhead.core.spelling import TRAIN
from railhead.core.state import BANKRUPT, CLOSED, FLOATED, INSOLVENT, OPERATED, STARTED
from railhead.play import wording
from railhead.rules.directors import CertificateRules, certificates
from railhead.web.presenters.badges import badge

STANDINGS = (
    (CLOSED, "closed"),
    (BANKRUPT, "bankrupt"),
    (INSOLVENT, "insolvent"),
    (OPERATED, "operating"),
    (FLOATED, "floated"),
    (STARTED, "started"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """Shares of one company in one hand."""

    owner: str
    shares: int
    percent: int
    director: bool
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class TrainHeld:
    """A train and how long it lasts."""

    name: str
    life: str
    """What ends it, in words; empty if nothing does."""
    next: bool
    """Does the very next phase end it?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Charter:
    """A company."""

    number: Company
    badge: SafeString
    symbol: str
    name: str
    standing: str
    director: str
    price: int | None
    par: int | None
    treasury: int | None
    hidden: bool
    """There is a treasury, but this seat may not see it."""
    trains: tuple[TrainHeld, ...]
    tokens_left: int
    tokens_all: int
    holders: tuple[Held, ...]
    revenue: int
    subsidy: int
    paid: bool
    order: int | None
    """Its place in the order of the market."""
    acting: bool
    home: str
    remarks: tuple[str, ...]
    """What else is public about it."""


def charters(game: Game, view: dict[str, Any], acting: Company | None) -> tuple[Charter, ...]:
    """All companies: those on the market in their order, then the others."""
    order = market_order(game)
    found = [_charter(game, view, company, order, acting) for company in game.all_companies()]
    return tuple(sorted(found, key=lambda c: (not c.standing, c.order is None, c.order or 0, c.number)))


def market_order(game: Game) -> list[Company]:
    """Companies on the market, the highest price first; among equals, the one whose marker arrived first."""
    on_market = [company for company in game.state.stack if game.state.price[company] != NOWHERE]
    return sorted(on_market, key=lambda company: -game.state.price[company])


def _charter(
    game: Game, view: dict[str, Any], company: Company, order: list[Company], acting: Company | None
) -> Charter:
    book, state = game.book, game.state
    facts = book.companies[company]
    seen = view["companies"][facts.symbol]
    status = state.status[company]
    return Charter(
        number=company,
        badge=badge(facts),
        symbol=facts.symbol,
        name=facts.name,
        standing=next((word for flag, word in STANDINGS if status & flag), ""),
        director="" if state.director[company] == BANK else wording.owner_name(book, state.director[company]),
        price=seen["price"],
        par=seen["par"],
        treasury=seen["treasury"] if status else None,
        hidden=bool(status) and seen["treasury"] is None,
        trains=tuple(train_held(game, train) for train in game.trains_of(company)),
        tokens_left=state.spare_tokens[company],
        tokens_all=book.rules[AuditRules].token_count(game, company),
        holders=_holders(game, company),
        revenue=state.revenue[company],
        subsidy=state.subsidy[company],
        paid=bool(state.dividend[company]),
        order=order.index(company) + 1 if company in order else None,
        acting=company == acting,
        home=wording.stop_name(book, facts.home),
        remarks=tuple(_remark(name, word) for name, word in seen["remarks"].items() if word),
    )


def _remark(name: str, word: str) -> str:
    """A remark in words, with its subject unless the word already names it."""
    return word if name in word else f"{name} {word}"


def train_held(game: Game, train: Train) -> TrainHeld:
    """A train with what will end it."""
    facts = game.book.trains[kind_of(train)]
    name = TRAIN.write(game.book, train)
    if facts.rusted_by >= len(game.book.phases):
        return TrainHeld(name, "", False)
    ender = game.book.phases[facts.rusted_by].name
    return TrainHeld(name, f"until phase {ender}", facts.rusted_by == game.state.phase + 1)


def _holders(game: Game, company: Company) -> tuple[Held, ...]:
    book = game.book
    size = game.share_count(company)
    found = []
    for owner in (*book.seat_ids, BANK, POOL, *(book.purse(c) for c in game.all_companies())):
        shares = game.held(owner, company)
        if shares:
            found.append(
                Held(
                    owner=wording.owner_name(book, owner),
                    shares=shares,
                    percent=round(100 * shares / size),
                    director=game.state.director[company] == owner and owner != BANK,
                    seat=book.seat_of(owner),
                )
            )
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """A player's shares of one company."""

    badge: SafeString
    symbol: str
    shares: int
    percent: int
    director: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCard:
    """A player."""

    seat: Seat
    name: str
    cash: int
    certificates: int
    limit: int | None
    over_limit: bool
    worth: int
    priority: bool
    deciding: bool
    you: bool
    holdings: tuple[Holding, ...]
    privates: tuple[tuple[str, str, int], ...]
    """Symbol, name and income of each private."""


def players(game: Game, view: dict[str, Any], seat: Seat | None) -> tuple[PlayerCard, ...]:
    """All players in table order."""
    deciding = None if game.over else game.step.seat(game)
    limit = game.rules[CertificateRules].limit(game)
    return tuple(_player(game, view, each, deciding, limit, seat) for each in game.book.seat_ids)


def _player(
    game: Game, view: dict[str, Any], seat: Seat, deciding: Seat | None, limit: int, you: Seat | None
) -> PlayerCard:
    book, state = game.book, game.state
    seen = view["players"][book.owner_names[seat]]
    held = certificates(game, seat)
    holdings = tuple(
        Holding(
            badge=badge(book.companies[company]),
            symbol=game.symbol(company),
            shares=game.held(seat, company),
            percent=round(100 * game.held(seat, company) / game.share_count(company)),
            director=state.director[company] == seat,
        )
        for company in book.company_ids
        if game.held(seat, company)
    )
    privates = tuple(
        (facts.symbol, facts.name, facts.revenue)
        for facts, owner in zip(book.privates, state.privates, strict=True)
        if owner == seat
    )
    return PlayerCard(
        seat=seat,
        name=book.owner_names[seat],
        cash=seen["cash"],
        certificates=held,
        limit=limit if limit < UNLIMITED else None,
        over_limit=held > limit,
        worth=seen["worth"],
        priority=state.priority == seat,
        deciding=seat == deciding,
        you=seat == you,
        holdings=holdings,
        privates=privates,
    )
