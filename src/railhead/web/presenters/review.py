"""The runs of a game in review: what each earned, to be held against the best that was possible then."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from railhead.core.refusal import Malformed
from railhead.play.vantage import Ran, Vantage
from railhead.web.presenters.badges import badge


@dataclass(frozen=True, slots=True, kw_only=True)
class RunMade:
    """A run as it was made."""

    number: int
    """The number of the action."""
    round: str
    badge: SafeString
    symbol: str
    player: str
    revenue: int


def runs_made(table: Vantage, at: int) -> tuple[RunMade, ...]:
    """The runs that directors chose up to an action, the newest first."""
    book = table.book
    return tuple(
        RunMade(
            number=ran.number,
            round=str(book.round_name(ran.round)),
            badge=badge(book.companies[ran.company]),
            symbol=book.company_names[ran.company],
            player=book.owner_names[ran.seat],
            revenue=ran.revenue,
        )
        for ran in table.runs(at)
    )


def run_made(table: Vantage, at: int, number: int) -> Ran:
    """The run that was made by an action."""
    found = next((ran for ran in table.runs(min(at, number)) if ran.number == number), None)
    if found is None:
        raise Malformed("Move {number} was not a run", number=number)
    return found
