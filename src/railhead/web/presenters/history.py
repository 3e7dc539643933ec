"""How the game went: worth, price and revenue at the end of every round, for charts and tables."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext_lazy

from railhead.core.ids import Company
from railhead.core.state import Round
from railhead.core.view import View
from railhead.drawing.charts import Series, chart, line_of
from railhead.drawing.routes import overlay
from railhead.play.vantage import Vantage

SHORT = {
    "auction": pgettext_lazy("a round in short", "A"),
    "stock": pgettext_lazy("a round in short", "SR"),
    "operating": pgettext_lazy("a round in short", "OR"),
    "set-up": "0",
}


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with its heading and its figures as a table."""

    heading: str
    picture: SafeString
    marks: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int | None, ...]], ...]


def round_name(round_: Round) -> str:
    """A round in short: `OR 3.2`."""
    kind = SHORT.get(round_.kind, round_.kind[:2].upper())
    if round_.of > 1:
        return f"{kind} {round_.number}.{round_.index}"
    return f"{kind} {round_.number}"


def charts(table: Vantage, at: int) -> tuple[Chart, ...]:
    """Worth of players, prices and revenues of companies."""
    ends = table.ends_of_rounds(at)
    book = table.book
    marks = tuple(round_name(view.round) for view in ends)
    worth = [
        Series(
            book.owner_names[seat],
            line_of(order)[0],
            tuple(view.players[seat].worth for view in ends),
            line_of(order)[1],
        )
        for order, seat in enumerate(book.seat_ids)
    ]
    prices = [_prices(ends, company) for company in book.company_ids]
    operating = [index for index, view in enumerate(ends) if view.round.kind == "operating"]
    revenue = [_revenue([ends[index] for index in operating], company) for company in book.company_ids]
    return (
        _chart(gettext("Worth of the players"), worth, marks),
        _chart(gettext("Share prices"), [line for line in prices if any(line.figures)], marks),
        _chart(
            gettext("Revenue"),
            [line for line in revenue if any(line.figures)],
            tuple(marks[index] for index in operating),
        ),
    )


@dataclass(frozen=True, slots=True)
class LastRun:
    """The last run of a company, drawn."""

    symbol: str
    round: str
    revenue: int
    lines: SafeString


def last_runs(table: Vantage, at: int) -> tuple[LastRun, ...]:
    """The last run of every company that has run by its director's choice, in the order of the companies."""
    found: dict[Company, LastRun] = {}
    book, laid = table.book, table.view(at).board
    for ran in table.runs(at):
        if ran.company not in found:
            drawn = mark_safe(overlay(book, laid, ran.paths, table.counted_at(ran.number)))
            found[ran.company] = LastRun(book.company_names[ran.company], round_name(ran.round), ran.revenue, drawn)
    return tuple(found[company] for company in sorted(found))


def _prices(ends: list[View], company: Company) -> Series:
    facts = ends[0].book.companies[company]
    figures = tuple(view.companies[company].price for view in ends)
    return Series(facts.symbol, facts.colour, figures, line_of(company)[1])


def _revenue(ends: list[View], company: Company) -> Series:
    if not ends:
        return Series("", "#000000", ())
    facts = ends[0].book.companies[company]
    seen = [view.companies[company] for view in ends]
    figures = tuple(each.revenue if each.status else None for each in seen)
    return Series(facts.symbol, facts.colour, figures, line_of(company)[1])


def _chart(heading: str, lines: list[Series], marks: tuple[str, ...]) -> Chart:
    rows = tuple((line.name, line.figures) for line in lines)
    return Chart(heading, mark_safe(chart(lines, marks, heading)), marks, rows)
