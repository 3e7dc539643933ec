"""The whole table for one viewer: board, what to do now, market, companies, players, bank and log."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from railhead.core import engine
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Seat, hex_of
from railhead.core.state import State
from railhead.core.view import view
from railhead.drawing.board import Sheet, board_picture
from railhead.drawing.market import legend, market_picture
from railhead.play.chronicle import Turn
from railhead.play.table import Table
from railhead.rules.standings import Standing, standings
from railhead.web.presenters.charters import Charter, PlayerCard, charters, players
from railhead.web.presenters.decision import Decision, decision
from railhead.web.presenters.depot import Depot, depot

RECENT_LINES = 30
"""How much of the log the page shows until all of it is requested."""
NARROW_STRIPS = 4


@dataclass(frozen=True, slots=True)
class Rounds:
    """Where to jump to step through rounds: the start of this or the previous one, and of the next."""

    back: int | None
    on: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    """What a table's page shows."""

    title: str
    round: str
    phase: str
    task: str
    """Who is to do what, as a sentence."""
    decider: str
    situation: tuple[str, ...]
    over: bool
    ending: str
    at: int
    count: int
    """How many actions there are in all."""
    live: bool
    board: SafeString
    market: SafeString
    market_narrow: SafeString
    legend: tuple[tuple[str, str], ...]
    decision: Decision | None
    companies: tuple[Charter, ...]
    players: tuple[PlayerCard, ...]
    depot: Depot
    turns: tuple[Turn, ...]
    more_turns: bool
    standings: tuple[tuple[Standing, str], ...]
    acting: Charter | None
    """The company whose turn it is, if it is a company's."""
    rounds: Rounds


def table_page(table: Table, at: int, seat: Seat | None, may_act: bool, since: int | None = None) -> TablePage:
    """The table after so many actions, as a seat sees it; with what it may decide, if it is to decide."""
    book, state = table.book, table.session.at(at)
    game = Game(book, state)
    seen = view(book, state, seat).to_data()
    choices = engine.choices(book, state)
    decided = decision(game, choices) if choices is not None and may_act else None
    acting = _acting(game)
    companies = charters(game, seen, acting)
    turns = table.chronicle(at, since)
    recent = _recent(turns)
    sheet = Sheet(
        book,
        state,
        decided.hexes if decided else frozenset(),
        decided.stops if decided else frozenset(),
        last=_changed(table, at),
    )
    return TablePage(
        title=book.title,
        round=seen["round"],
        phase=seen["phase"],
        task="The game is over" if choices is None else f"{game.name(choices.seat)} is to {choices.task}",
        decider="" if choices is None else game.name(choices.seat),
        situation=() if choices is None else choices.step.situation(game),
        over=choices is None,
        ending=state.ending,
        at=at,
        count=len(table.session),
        live=at == len(table.session),
        board=mark_safe(board_picture(sheet)),
        market=mark_safe(market_picture(book, state)),
        market_narrow=mark_safe(market_picture(book, state, NARROW_STRIPS)),
        legend=tuple(legend(book)),
        decision=decided,
        companies=companies,
        players=players(game, seen, seat),
        depot=depot(game),
        turns=recent,
        more_turns=len(recent) < len(turns),
        standings=tuple((entry, game.name(entry.seat)) for entry in standings(game)) if choices is None else (),
        acting=next((charter for charter in companies if charter.number == acting), None),
        rounds=_rounds(table, at),
    )


def _rounds(table: Table, at: int) -> Rounds:
    """The nearest starts of rounds before and after a point; the end of the game counts as one."""
    rounds = [table.session.round_at(number) for number in range(len(table.session) + 1)]
    begins = [0, *(number for number in range(1, len(rounds)) if rounds[number] != rounds[number - 1]), len(rounds) - 1]
    return Rounds(
        max((number for number in begins if number < at), default=None),
        min((number for number in begins if number > at), default=None),
    )


def _acting(game: Game) -> Company | None:
    """The company whose turn it is, if it is a company's."""
    for step in reversed(game.state.agenda):
        if step.acting_company is not None:
            return step.acting_company
    return None


def _changed(table: Table, at: int) -> frozenset[Hex]:
    """The hexes the last action changed: tiles laid, tokens placed."""
    if at == 0:
        return frozenset()
    before, after = table.session.at(at - 1), table.session.at(at)
    return frozenset(_differ(before, after))


def _differ(before: State, after: State) -> set[Hex]:
    tiles = {hex_ for hex_, placed in after.tiles.items() if before.tiles.get(hex_) != placed}
    tokens = {hex_of(stop) for stop, held in after.tokens.items() if before.tokens.get(stop) != held}
    return tiles | tokens


def _recent(turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """The last turns, and all that are new to the reader."""
    lines, first = 0, len(turns)
    for number in range(len(turns) - 1, -1, -1):
        fresh = any(line.fresh for line in turns[number].lines)
        if lines >= RECENT_LINES and not fresh:
            break
        first, lines = number, lines + len(turns[number].lines)
    return turns[first:]
