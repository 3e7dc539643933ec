"""The audit: invariants that hold in every state of every title. It lists any that are violated."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Protocol

from railhead.core.game import Game
from railhead.core.ids import (
    BANK,
    NOBODY,
    NOWHERE,
    POOL,
    Company,
    Owner,
    Stop,
    hex_of,
    index_of,
    kind_of,
    marks_of,
)
from railhead.core.laws import CompanyCount
from railhead.core.rulebook import UNLIMITED, Rulebook, RuleGroup
from railhead.core.state import STARTED, State


class StopCount(Protocol):
    """A number for a stop."""

    def __call__(self, game: Game, stop: Stop) -> int: ...


class TokenCount(Protocol):
    """A number for a company at a stop."""

    def __call__(self, game: Game, company: Company, stop: Stop) -> int: ...


class GameLaw(Protocol):
    """A question about the whole table."""

    def __call__(self, game: Game) -> bool: ...


def always_settled(game: Game) -> bool:
    """A director's certificate always moves together with the shares."""
    return True


def no_tokens_waiting(game: Game, stop: Stop) -> int:
    """Every token stands on a circle."""
    return 0


def one_token(game: Game, company: Company, stop: Stop) -> int:
    """A company has no two tokens at one station."""
    return 1


def tokens_printed(game: Game, company: Company) -> int:
    """The number of tokens shown on the company's charter."""
    return game.book.companies[company].tokens


class PrivateOwner(Protocol):
    """Whether an owner may have private companies."""

    def __call__(self, game: Game, owner: Owner) -> bool: ...


def players_only(game: Game, owner: Owner) -> bool:
    """Private companies belong to players."""
    return game.book.seat_of(owner) is not None


class Rivals(Protocol):
    """Who would direct a company if they had more of it than its director."""

    def __call__(self, game: Game, company: Company) -> tuple[Owner, ...]: ...


def other_players(game: Game, company: Company) -> tuple[Owner, ...]:
    """The other players, if the director is a player."""
    seat = game.book.seat_of(game.state.director[company])
    return () if seat is None else tuple(other for other in game.book.seat_ids if other != seat)


@dataclass(frozen=True)
class AuditRules(RuleGroup):
    """What it means for this title's books to balance."""

    directors_settled: GameLaw = always_settled
    """Is every director's certificate where it belongs, or is a change of shares still under way?"""
    rivals: Rivals = other_players
    """Who may not have more of this company than its director."""
    token_count: CompanyCount = tokens_printed
    """How many tokens a company has in total, on the board or not."""
    owns_privates: PrivateOwner = players_only
    """May this owner have private companies?"""
    tokens_waiting: StopCount = no_tokens_waiting
    """How many tokens may wait for a circle at a station."""
    tokens_together: TokenCount = one_token
    """How many tokens this company may have at one station."""


def audit(book: Rulebook, state: State) -> list[str]:
    """Everything that is wrong with a state."""
    return [
        *_money(book, state),
        *_shares(book, state),
        *_trains(book, state),
        *_tiles(book, state),
        *_tokens(book, state),
        *_market(book, state),
        *_privates(book, state),
        *_loans(book, state),
    ]


def _money(book: Rulebook, state: State) -> list[str]:
    wrong = []
    totals = {0: book.bank, 1: 0}
    for currency, total in totals.items():
        held = sum(cash for cash, kind in zip(state.cash, book.currency, strict=True) if kind == currency)
        if held != total:
            wrong.append(f"money: currency {currency} adds up to {held}, not {total}")
    for owner, cash in enumerate(state.cash):
        if cash < 0 and owner not in (BANK, POOL):
            wrong.append(f"money: {book.owner_names[owner]} has {cash}")
    return wrong


def _shares(book: Rulebook, state: State) -> list[str]:
    wrong = []
    settled = book.rules[AuditRules].directors_settled(Game(book, state))
    for company, facts in zip(book.company_ids, book.companies, strict=True):
        held = state.shares[company :: book.company_count]
        kind = book.kinds[state.kind[company]]
        if sum(held) != kind.shares or _owes_too_much(book, held):
            wrong.append(f"shares: {facts.symbol} has {held}")
        if not settled:
            continue
        director = state.director[company]
        if held[director] < kind.director_shares:
            wrong.append(f"shares: the director's certificate of {facts.symbol} is not with its shares")
        if (director != BANK) != state.has(company, STARTED):
            wrong.append(f"shares: {facts.symbol} is started and has no director's certificate out, or the reverse")
        if _directs_itself(book, state, company):
            wrong.append(f"shares: {facts.symbol} is directed by itself")
        rivals = book.rules[AuditRules].rivals(Game(book, state), company)
        if max((held[rival] for rival in rivals), default=0) > held[director]:
            wrong.append(f"shares: somebody else has more of {facts.symbol} than its director")
    return wrong


def _owes_too_much(book: Rulebook, held: list[int]) -> bool:
    """Does somebody owe shares who may not, or do players owe more than they may?"""
    if min(held) >= 0:
        return False
    owed = {owner: -count for owner, count in zip(book.owner_ids, held, strict=True) if count < 0}
    return sum(owed.values()) > book.shorts or any(book.seat_of(owner) is None for owner in owed)


def _directs_itself(book: Rulebook, state: State, company: Company) -> bool:
    above, seen = book.company_of(state.director[company]), {company}
    while above is not None and above not in seen:
        seen.add(above)
        above = book.company_of(state.director[above])
    return above is not None


def _trains(book: Rulebook, state: State) -> list[str]:
    wrong = []
    owned = Counter(book.trains[kind_of(train)].pile for held in state.trains for train in held)
    for number, pile in enumerate(book.piles):
        total = owned[number] + state.depot[number] + state.scrapped[number]
        if total != pile.count:
            wrong.append(f"trains: {total} {pile.name} trains, not {pile.count}")
        if pile.count != UNLIMITED and state.depot[number] < 0:
            wrong.append(f"trains: {pile.name} oversold")
    marks = max((marks_of(train) for held in state.trains for train in held), default=0)
    return wrong if marks <= book.train_marks else [*wrong, f"trains: one carries {marks} marks"]


def _tiles(book: Rulebook, state: State) -> list[str]:
    laid = [0] * len(state.supply)
    for placement in state.tiles.values():
        laid[book.tiles.box(placement)] += 1
    return [
        f"tiles: {laid[tile]} {facts.name} laid and {state.supply[tile]} left, of {facts.count}"
        for tile, facts in enumerate(book.tiles.facts)
        if laid[tile] + state.supply[tile] != facts.count or state.supply[tile] < 0
    ]


def _tokens(book: Rulebook, state: State) -> list[str]:
    wrong = []
    game, rules = Game(book, state), book.rules[AuditRules]
    placed = [0] * len(book.token_faces)
    for stop, held in state.tokens.items():
        for company in held:
            placed[company] += 1
        stops = book.board.facts(hex_of(stop), book.board.placed(state.tiles, hex_of(stop))).stops
        station = stops[index_of(stop)] if index_of(stop) < len(stops) else None
        if (
            station is None
            or not station.slots
            or len(held) > station.slots + rules.tokens_waiting(game, stop)
            or any(count > rules.tokens_together(game, company, stop) for company, count in Counter(held).items())
        ):
            wrong.append(f"tokens: {held} at {book.board.names[hex_of(stop)]}.{index_of(stop)}")
    for company, facts in zip(book.company_ids, book.companies, strict=True):
        total = rules.token_count(game, company)
        if placed[company] + state.spare_tokens[company] != total or state.spare_tokens[company] < 0:
            wrong.append(f"tokens: {facts.symbol} has {placed[company]} placed of {total}")
    wrong += [
        f"tokens: {placed[marker]} of {facts.symbol} placed of {facts.count}"
        for marker, facts in zip(book.marker_ids, book.markers, strict=True)
        if placed[marker] > facts.count
    ]
    return wrong


def _market(book: Rulebook, state: State) -> list[str]:
    wrong = []
    marked = [company for company in range(book.company_count) if state.price[company] != NOWHERE]
    if sorted(state.stack) != marked:
        wrong.append(f"market: markers {state.stack}, prices of {marked}")
    wrong += [
        f"market: {book.company_names[company]} is off the market"
        for company in marked
        if not 0 <= state.price[company] < len(book.market.prices)
    ]
    return wrong


def _privates(book: Rulebook, state: State) -> list[str]:
    may_own = book.rules[AuditRules].owns_privates
    return [
        f"privates: {book.private_names[private]} belongs to {owner}"
        for private, owner in enumerate(state.privates)
        if owner not in (BANK, NOBODY) and not may_own(Game(book, state), owner)
    ]


def _loans(book: Rulebook, state: State) -> list[str]:
    wrong = [
        f"loans: {book.company_names[company]} has {state.loans[company]}"
        for company in book.company_ids
        if state.loans[company] < 0
    ]
    if sum(state.loans) > book.loans:
        wrong.append(f"loans: {sum(state.loans)} taken of {book.loans}")
    return wrong
