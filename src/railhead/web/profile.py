"""What is shown of a user: how they have done in each title."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User

from railhead.titles import catalogue
from railhead.web import ratings, run_tallies
from railhead.web.models import StoredGame
from railhead.web.ratings import Outcome
from railhead.web.run_tallies import Tally


@dataclass(frozen=True, slots=True)
class Record:
    """A user's games of one title."""

    title: str
    running: int
    finished: int
    won: float
    """Ties count in part."""
    mean_rank: float | None
    share: float | None
    """Of what all players were worth in the end, times their number: 1 is the average."""
    tally: Tally
    """Their runs in finished games, as far as they have been looked at."""
    rated: tuple[Outcome, ...]

    @property
    def last(self) -> Outcome | None:
        """Their last rated game."""
        return self.rated[-1] if self.rated else None

    @property
    def latest_first(self) -> tuple[Outcome, ...]:
        """Their rated games, the newest first."""
        return self.rated[::-1]


def records(user: User) -> list[Record]:
    """How a user has done, title by title; only titles they have played."""
    found = StoredGame.objects.filter(seats__user=user, deleted=None, copied_at=None, hot_seat=False)
    games = list(found.distinct().prefetch_related("seats"))
    return [
        _record(title, user, each) for title in catalogue.TITLES if (each := [g for g in games if g.title == title])
    ]


def _record(title: str, user: User, games: list[StoredGame]) -> Record:
    tallies = run_tallies.of_games(games)
    results = [result for game in games for result in _results(user, game)]
    return Record(
        title=title,
        running=sum(game.scores is None for game in games),
        finished=sum(game.scores is not None for game in games),
        won=sum(win for win, _, _ in results),
        mean_rank=_mean([rank for _, rank, _ in results]),
        share=_mean([share for _, _, share in results]),
        tally=sum(
            (tallies[g.id].get(place, Tally()) for g in games if g.id in tallies for place in _places(user, g)), Tally()
        ),
        rated=ratings.history(title).get(user.pk, ()),
    )


def _results(user: User, game: StoredGame) -> list[tuple[float, float, float]]:
    """For each seat of the user at a finished game: the part of a win, the rank, and the share."""
    if game.scores is None:
        return []
    places, total = ratings.ranks(game.scores), sum(game.scores)
    winners = places.count(1)
    own = [index for index, seat in enumerate(game.seats.all()) if seat.user_id == user.pk]
    return [
        (
            1 / winners if places[index] == 1 else 0.0,
            float(places[index]),
            game.scores[index] * len(places) / total if total else 1.0,
        )
        for index in own
    ]


def _places(user: User, game: StoredGame) -> list[int]:
    """Where the user sits."""
    return [seat.place for seat in game.seats.all() if seat.user_id == user.pk]


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None
