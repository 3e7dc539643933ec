"""How people run their trains: of the runs somebody decided on, how many were the best there was.

When a game is over, its runs are looked at part by part in separate processes, and what came of it is kept for each
seat. Runs decided on by bots, or on another system, are nobody's; a run whose best is not proven is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from railhead.play.review import RunReviewed, runs
from railhead.web import apart, tasks
from railhead.web.apart import Limits, TooMuch
from railhead.web.clients import Client
from railhead.web.models import StoredGame, StoredRuns

KIND = "runs"
PART = 60
"""How many actions are looked at in one go."""
LIMITS = Limits(seconds=90)
"""What a part may take; beyond that its runs are left out."""
A_WHILE = timedelta(minutes=10)
"""After the end of a game: it may be taken back at once."""
A_DAY = 500
"""How many games of earlier versions are queued a day."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The runs somebody decided on."""

    runs: int = 0
    """Those whose best is proven."""
    best: int = 0
    """How many of these were it."""
    earned: int = 0
    """What all of these brought."""

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(self.runs + other.runs, self.best + other.best, self.earned + other.earned)

    @property
    def share(self) -> float | None:
        """How often the best run was made; None if there was none."""
        return self.best / self.runs if self.runs else None

    @property
    def mean(self) -> float | None:
        """What a run brought, on average."""
        return self.earned / self.runs if self.runs else None

    @classmethod
    def of(cls, run: RunReviewed) -> Tally:
        """That of a single run."""
        return cls(1, int(run.earned >= run.best), run.earned) if run.proven and run.best else cls()


def queue(game_id: str, length: int) -> None:
    """Have the runs of a game that has just ended looked at, on a site whose players have profiles."""
    if settings.CONFIGURATION.accounts:
        _add(game_id, length, timezone.now() + A_WHILE)


def catch_up() -> int:
    """Queue games that ended before runs were counted, some a day; how many."""
    ended = StoredGame.objects.filter(
        scores__isnull=False, seats__user__isnull=False, deleted=None, copied_at=None, hot_seat=False, runs=None
    )
    found = ended.distinct().order_by("-changed").values_list("id", "length")[:A_DAY]
    for game_id, length in found:
        _add(game_id, length, timezone.now())
    return len(found)


def _add(game_id: str, length: int, due: Any) -> None:
    tasks.add(KIND, f"{KIND} {game_id} {length}", due, game=game_id, length=length)


@tasks.handles(KIND, at_once=1)
def work_on(payload: Mapping[str, Any]) -> None:
    """Look at the next part of a game; the rest is postponed until right after."""
    game = StoredGame.objects.filter(id=payload["game"], length=payload["length"], deleted=None).first()
    if game is None or game.scores is None or not game.seats.filter(user__isnull=False).exists():
        return
    row, _ = StoredRuns.objects.get_or_create(game=game, defaults={"length": game.length})
    if row.length != game.length:
        row = StoredRuns(game=game, length=game.length)
    if row.done < game.actions:
        _look_at_part(game, row)
        row.save()
    if row.done < game.actions:
        raise tasks.Postponed(timezone.now())


def _look_at_part(game: StoredGame, row: StoredRuns) -> None:
    from railhead.web.tables import TABLES  # it queues games here

    last = min(row.done + PART, game.actions)
    with TABLES.table(game) as table:
        file = table.session.game()
        decided = {number: table.decided_by(number) for number in range(row.done + 1, last + 1)}
    seats = {number: entry.seat for number, entry in decided.items() if entry.reason is None and not entry.imported}
    tallies = read(row)
    try:
        found = apart.run(LIMITS, Client(), runs, file, frozenset(seats)) if seats else ()
    except TooMuch:
        found = ()
    for run in found:
        place = int(seats[run.number])
        tallies[place] = tallies.get(place, Tally()) + Tally.of(run)
    row.done, row.tallies = last, {str(place): asdict(tally) for place, tally in tallies.items()}


def read(row: StoredRuns) -> dict[int, Tally]:
    """By place: what is known of the seats of a game."""
    return {int(place): Tally(**tally) for place, tally in row.tallies.items()}


def of_games(games: Iterable[StoredGame]) -> dict[str, dict[int, Tally]]:
    """By game and place: what is known of those games that were looked at to their end."""
    rows = StoredRuns.objects.filter(game__in=games, length=F("game__length"), done=F("game__actions"))
    return {row.game_id: read(row) for row in rows}
