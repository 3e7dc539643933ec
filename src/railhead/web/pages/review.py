"""A game that is over, reviewed: every run beside the best there was, stock turns beside what the hard bot advises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from railhead.core.actions import parse
from railhead.core.ids import Seat
from railhead.core.rulebook import Rulebook
from railhead.core.text import Text
from railhead.play import reasons, wording
from railhead.play.review import Review, RunReviewed, TurnReviewed
from railhead.play.session import Session
from railhead.play.table import NotYours
from railhead.web import reviews
from railhead.web.viewer import at_table

WORTH_TELLING = 25
"""A stock turn is told of if the bot expects so much more of something else."""
HEIGHT, STEP, WIDTH = 160, 9, 7
"""Of the chart, in its own units: how high it is, and how wide a run is with the gap beside it and without."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A run in the chart: what it earned, and what it could have."""

    run: RunReviewed
    round: str
    x: int
    made: float
    best: float

    @property
    def top(self) -> float:
        """Where the bar of what was made begins."""
        return HEIGHT - self.made

    @property
    def best_top(self) -> float:
        """Where the bar of what was best begins."""
        return HEIGHT - self.best

    @property
    def missed(self) -> int:
        """How much more the run could have earned."""
        return self.run.best - self.run.earned


@dataclass(frozen=True, slots=True)
class TurnShown:
    """A stock turn for which the bot has another idea."""

    turn: TurnReviewed
    round: str
    done: str
    advised: str
    because: Text | None

    @property
    def lost(self) -> int:
        """How much more the bot expects of its idea."""
        return round(self.turn.lost)


@dataclass(frozen=True, slots=True)
class Ideas:
    """The stock turns of a player for which the bot has another idea, of so many decisions."""

    player: str
    bot: str
    """What the bot is called that played the seat in the end; empty for a person."""
    turns: tuple[TurnShown, ...]
    decisions: int


@require_safe
def page(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """The review; while it is being worked out, how far that is."""
    with at_table(request, game_id, place) as viewer:
        if not viewer.table.over:
            raise NotYours("A game is reviewed when it is over")
        row, session = reviews.found(viewer.game), viewer.table.session
        ready = row.done >= viewer.game.actions
        context = {**viewer.context(), "row": row, "ready": ready, "actions": viewer.game.actions}
        if ready:
            context |= shown(session, Review.from_data(row.data) if row.data else Review(), viewer.bots)
    return render(request, "railhead/review.html", context)


def shown(session: Session, found: Review, bots: Mapping[str, str]) -> dict[str, Any]:
    """What the page shows of a review."""
    bars, ideas = _bars(session, found), _ideas(session, found, bots)
    return {
        "bars": bars,
        "width": max(1, len(bars)) * STEP,
        "height": HEIGHT,
        "bar_width": WIDTH,
        "most": max((each.best for each in found.runs), default=0),
        "missed": [(name, amount) for name, amount in found.missed.items() if amount],
        "runs": len(found.runs),
        "worse": [bar for bar in bars if bar.missed],
        "ideas": ideas,
        "turns": sum(len(each.turns) for each in ideas),
        "all_turns": len(found.turns),
    }


def _bars(session: Session, found: Review) -> list[Bar]:
    scale = HEIGHT / max((each.best for each in found.runs), default=1) if found.runs else 1.0
    return [
        Bar(each, _round(session, each.number), number * STEP, scale * each.earned, scale * each.best)
        for number, each in enumerate(found.runs)
    ]


def _ideas(session: Session, found: Review, bots: Mapping[str, str]) -> list[Ideas]:
    """By player, people first: it is they who want to learn something."""
    decided = Counter(each.player for each in found.turns)
    told: dict[str, list[TurnShown]] = {player: [] for player in sorted(decided, key=lambda player: player in bots)}
    for each in found.turns:
        if each.lost >= WORTH_TELLING:
            told[each.player].append(_turn(session, each))
    return [Ideas(player, bots.get(player, ""), tuple(turns), decided[player]) for player, turns in told.items()]


def _turn(session: Session, each: TurnReviewed) -> TurnShown:
    most = max(each.parts, key=lambda part: part[1], default=("", 0.0))[0]
    return TurnShown(
        each,
        _round(session, each.number),
        _said(session.book, each.done),
        _said(session.book, each.advised),
        reasons.PARTS.get(most),
    )


def _said(book: Rulebook, text: str) -> str:
    return wording.said(book, parse(book, text))


def _round(session: Session, number: int) -> str:
    """The round of an action, in the language of whoever reads."""
    return str(session.book.round_name(session.played(number).round))
