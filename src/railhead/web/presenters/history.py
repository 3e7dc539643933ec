"""How the game went: worth, price and revenue at the end of every round, for charts and tables."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from railhead.core.game import Game
from railhead.core.ids import NOWHERE, Company
from railhead.core.state import Round, State
from railhead.drawing.charts import Series, chart, line_of
from railhead.drawing.routes import overlay
from railhead.play.table import Table
from railhead.rules.running import Run

SHORT = {"auction": "A", "stock": "SR", "operating": "OR", "set-up": "0"}


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with its heading and its figures as a table."""

    heading: str
    picture: SafeString
    marks: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int | None, ...]], ...]


def ends_of_rounds(table: Table, at: int) -> list[tuple[str, State]]:
    """The last state of every round up to an action, with the round's short name."""
    found: list[tuple[Round, State]] = []
    for number in range(at + 1):
        round_ = table.session.round_at(number)
        if number == at or round_ != table.session.round_at(number + 1):
            found.append((round_, table.session.at(number)))
    return [(round_name(round_), state) for round_, state in found]


def round_name(round_: Round) -> str:
    """A round in short: `OR 3.2`."""
    kind = SHORT.get(round_.kind, round_.kind[:2].upper())
    if round_.of > 1:
        return f"{kind} {round_.number}.{round_.index}"
    return f"{kind} {round_.number}"


def charts(table: Table, at: int) -> tuple[Chart, ...]:
    """Worth of players, prices and revenues of companies."""
    ends = ends_of_rounds(table, at)
    book = table.book
    games = [Game(book, state) for _, state in ends]
    marks = tuple(name for name, _ in ends)
    worth = [
        Series(
            book.owner_names[seat],
            line_of(order)[0],
            tuple(book.worth(game, seat) for game in games),
            line_of(order)[1],
        )
        for order, seat in enumerate(book.seat_ids)
    ]
    prices = [_prices(games, company) for company in games[0].all_companies()]
    operating = [index for index, (_, state) in enumerate(ends) if state.round.kind == "operating"]
    revenue = [_revenue([games[index] for index in operating], company) for company in games[0].all_companies()]
    return (
        _chart("Worth of the players", worth, marks),
        _chart("Share prices", [line for line in prices if any(line.figures)], marks),
        _chart("Revenue", [line for line in revenue if any(line.figures)], tuple(marks[index] for index in operating)),
    )


@dataclass(frozen=True, slots=True)
class LastRun:
    """The last run of a company, drawn."""

    symbol: str
    round: str
    revenue: int
    lines: SafeString


def last_runs(table: Table, at: int) -> tuple[LastRun, ...]:
    """The last run of every company that has run by its director's choice, in the order of the companies."""
    found: dict[Company, LastRun] = {}
    book = table.book
    for number in range(at, 0, -1):
        played = table.session.played(number)
        run = played.action
        company = played.agenda[-1].acting_company if isinstance(run, Run) else None
        if isinstance(run, Run) and company is not None and company not in found:
            drawn = mark_safe(overlay(book, table.session.at(at), [route.path for route in run.routes]))
            revenue = table.session.as_played(number).revenue[company]
            found[company] = LastRun(book.company_names[company], round_name(played.round), revenue, drawn)
    return tuple(found[company] for company in sorted(found))


def _prices(games: list[Game], company: Company) -> Series:
    facts = games[0].book.companies[company]
    prices = games[0].book.market.prices
    figures = tuple(
        prices[game.state.price[company]] if game.state.price[company] != NOWHERE else None for game in games
    )
    return Series(facts.symbol, facts.colour, figures, line_of(company)[1])


def _revenue(games: list[Game], company: Company) -> Series:
    if not games:
        return Series("", "#000000", ())
    facts = games[0].book.companies[company]
    figures = tuple(game.state.revenue[company] if game.state.status[company] else None for game in games)
    return Series(facts.symbol, facts.colour, figures, line_of(company)[1])


def _chart(heading: str, lines: list[Series], marks: tuple[str, ...]) -> Chart:
    rows = tuple((line.name, line.figures) for line in lines)
    return Chart(heading, mark_safe(chart(lines, marks, heading)), marks, rows)
