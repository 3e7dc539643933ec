"""How strong players are: by title, from the finished games of users against each other.

Ratings are not stored. They are computed from the games there are, in the order they ended, and remembered while no
game is added or changed: an undone end, a deleted game or a corrected account leaves nothing behind that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.db.models import Count, Max, QuerySet

from railhead.bots.ladder import Rating, rated
from railhead.web.models import StoredGame

REMEMBERED = 16
"""How many titles' ratings are kept in memory."""
FEW = 5
"""Whoever has played fewer games is not ranked yet."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A rated game, for one of its players."""

    game: str
    ended: datetime
    rank: int
    players: int
    rating: Rating
    """Theirs after it."""

    @property
    def spread(self) -> float:
        """How far the rating may be off."""
        return 2 * self.rating.sigma


History = dict[int, tuple[Outcome, ...]]
"""By user: their rated games, the oldest first."""


def history(title: str) -> History:
    """The rated games of a title."""
    state = _rated_games(title).aggregate(
        games=Count("id", distinct=True), users=Count("seats__user"), latest=Max("changed")
    )
    return _history(title, (state["games"], state["users"], state["latest"]))


def ranking(title: str) -> list[tuple[int, Outcome, int]]:
    """The users who have played enough: the strongest first, as far as that is known; their last game, and how many."""
    found = [(user, played[-1], len(played)) for user, played in history(title).items() if len(played) >= FEW]
    return sorted(found, key=lambda each: -certain(each[1].rating))


def certain(rating: Rating) -> float:
    """The strength somebody has almost surely."""
    return rating.mu - 3 * rating.sigma


def ranks(scores: Iterable[int]) -> list[int]:
    """The place of each score; equal ones share the better place."""
    known = list(scores)
    return [1 + sum(other > score for other in known) for score in known]


@lru_cache(REMEMBERED)
def _history(title: str, state: tuple[object, ...]) -> History:
    """The rated games, for as long as the games are in this state."""
    found: dict[int, list[Outcome]] = {}
    for game in _rated_games(title).order_by("changed", "id").prefetch_related("seats"):
        users = [seat.user_id for seat in game.seats.all()]
        if None in users or len(set(users)) < len(users) or game.scores is None:
            continue
        before = [found[user][-1].rating if user in found else Rating() for user in users if user is not None]
        places = ranks(game.scores)
        after = rated(before, places)
        for user, place, rating in zip(users, places, after, strict=True):
            assert user is not None
            found.setdefault(user, []).append(Outcome(game.id, game.changed, place, len(users), rating))
    return {user: tuple(outcomes) for user, outcomes in found.items()}


def _rated_games(title: str) -> QuerySet[StoredGame]:
    """Finished games of people who each had their own seat here: no bots, copies or imports, none at one screen."""
    return StoredGame.objects.filter(
        title=title,
        scores__isnull=False,
        deleted=None,
        copied_at=None,
        imported__isnull=True,
        hot_seat=False,
        bots={},
    )
