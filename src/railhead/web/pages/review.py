"""A game that is over, reviewed: every run beside the best there was, stock turns beside what the hard bot advises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from railhead.core.ids import Seat
from railhead.core.text import Text
from railhead.play import reasons
from railhead.play.review import Idea, Missed, Review, RunReviewed, costliest, in_words
from railhead.play.session import Session
from railhead.play.table import NotYours
from railhead.web import reviews
from railhead.web.viewer import at_table

HEIGHT, BREADTH = 160, 1_040
"""Of the chart, in its own units: how high it is, and how broad it should be at most."""
STEPS = 9, 5
"""How broad a run is with the gap beside it, and at least."""
GAP = 2
ROOM = 24
"""How wide the number of a round is."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A run in the chart: what it earned, and what it could have."""

    run: RunReviewed
    round: str
    x: int
    made: float
    best: float
    begins: str = ""
    """The number of the round that begins with it, if there is room for that."""

    @property
    def top(self) -> float:
        """Where the bar of what was made begins."""
        return HEIGHT - self.made

    @property
    def missed(self) -> float:
        """How high the bar of what was missed is."""
        return self.best - self.made

    @property
    def best_top(self) -> float:
        """Where the bar of what was best begins."""
        return HEIGHT - self.best


@dataclass(frozen=True, slots=True)
class MissedShown:
    """What a company could have earned more, once or several times."""

    missed: Missed
    round: str


@dataclass(frozen=True, slots=True)
class IdeaShown:
    """A stock turn, or several, for which the bot has another idea."""

    idea: Idea
    round: str
    done: str
    advised: str
    because: Text | None

    @property
    def lost(self) -> int:
        """How much more the bot expects of its idea."""
        return round(self.idea.turn.lost)


@dataclass(frozen=True, slots=True)
class Ideas:
    """What the bot would have done otherwise in the stock turns of a player."""

    player: str
    bot: str
    """What the bot is called that played the seat in the end; empty for a person."""
    ideas: tuple[IdeaShown, ...]
    turns: int
    """How many turns the player had."""


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
    step = max(min(STEPS), min(max(STEPS), BREADTH // max(1, len(found.runs))))
    bars = _bars(session, found, step)
    return {
        "bars": bars,
        "width": max(1, len(bars)) * step + ROOM,
        "height": HEIGHT,
        "bar_width": step - GAP,
        "most": max((each.best for each in found.runs), default=0),
        "missed": [(name, amount) for name, amount in found.missed.items() if amount],
        "runs": len(found.runs),
        "worse": sum(bool(each.better) for each in found.runs),
        "all_missed": [MissedShown(each, _round(session, each.run.number)) for each in found.worse],
        "turning_points": [_idea(session, each) for each in costliest(_lessons(found, bots))],
        "ideas": _ideas(session, found, bots),
        "all_ideas": len(found.ideas),
        "turns": len(found.turns),
    }


def _bars(session: Session, found: Review, step: int) -> list[Bar]:
    scale = HEIGHT / max((each.best for each in found.runs), default=1) if found.runs else 1.0
    bars: list[Bar] = []
    numbered, last = -ROOM, None
    for number, each in enumerate(found.runs):
        x, round_ = number * step, session.played(each.number).round
        begins = f"{round_.number}.{round_.index}" if round_ != last and x >= numbered + ROOM else ""
        numbered, last = x if begins else numbered, round_
        name = _round(session, each.number)
        bars.append(Bar(each, name, x, scale * each.earned, scale * each.best, begins))
    return bars


def _lessons(found: Review, bots: Mapping[str, str]) -> list[Idea]:
    """The ideas about people's turns: it is they who want to learn something. All of them, if only bots played."""
    return [each for each in found.ideas if each.turn.player not in bots] or list(found.ideas)


def _ideas(session: Session, found: Review, bots: Mapping[str, str]) -> list[Ideas]:
    """By player, people first."""
    decided = Counter(each.player for each in found.turns)
    told: dict[str, list[IdeaShown]] = {player: [] for player in sorted(decided, key=lambda player: player in bots)}
    for each in found.ideas:
        told[each.turn.player].append(_idea(session, each))
    return [Ideas(player, bots.get(player, ""), tuple(ideas), decided[player]) for player, ideas in told.items()]


def _idea(session: Session, idea: Idea) -> IdeaShown:
    turn = idea.turn
    return IdeaShown(
        idea,
        _round(session, turn.number),
        in_words(session.book, turn.done),
        in_words(session.book, turn.advised),
        reasons.mostly(turn.parts),
    )


def _round(session: Session, number: int) -> str:
    """The round of an action, in the language of whoever reads."""
    return str(session.book.round_name(session.played(number).round))
