"""The games that concern a visitor to the lobby: what waits for them, and everything else in its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter

from django.conf import settings
from django.db.models import Max, Q
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from railhead.core.ids import Seat
from railhead.web import access, archive, bonds, bot_seats, clocks, said, undo_requests
from railhead.web.models import StoredGame

WAITING, RUNNING, FINISHED, COPIES = "waiting", "running", "finished", "copies"
OPEN, ARCHIVED, DELETED = "open", "archived", "deleted"
SECTIONS = {
    WAITING: gettext_lazy("Your turn"),
    RUNNING: pgettext_lazy("games", "Running"),
    FINISHED: pgettext_lazy("games", "Finished"),
    COPIES: gettext_lazy("Copies"),
    OPEN: gettext_lazy("Open tables"),
    ARCHIVED: gettext_lazy("Archive"),
    DELETED: gettext_lazy("Deleted"),
}
ORDERS = {
    "changed": gettext_lazy("last move"),
    "created": gettext_lazy("newest"),
    "heading": gettext_lazy("name"),
    "title": gettext_lazy("title"),
}
"""What games may be sorted by."""
PACES = {
    "live": gettext_lazy("in one sitting"),
    "daily": gettext_lazy("about a move a day"),
    "slow": gettext_lazy("no hurry"),
}
"""How fast a table may mean to play."""
LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "français",
    "es": "español",
    "it": "italiano",
    "nl": "Nederlands",
    "pl": "polski",
    "pt": "português",
    "cs": "čeština",
    "ja": "日本語",
}
"""What may be spoken at a table, by its own name."""
FALLING = ("changed", "created")
MOST_READ = 1000
"""How many games of one visitor are looked at, the latest first."""
MOMENT = timedelta(minutes=1)
IDLE = timedelta(days=7)
"""A copy that nobody has touched for so long may be tidied up."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player at a table, as the lobby lists them."""

    name: str
    you: bool
    place: Seat
    here: bool
    """They have taken their seat."""
    score: int | None = None
    bot: str = ""
    """What the bot is called that plays for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A game as the lobby lists it."""

    game: StoredGame
    players: tuple[Player, ...]
    turn: str
    """Who is to decide."""
    mine: bool
    """It is the turn of a seat of this browser or user."""
    asked_by: str
    """Who asks this browser or user to agree to an undo, if anybody does."""
    host: bool
    changed: str
    """How long ago the last move was."""
    section: str
    left: str = ""
    """How much time whoever is to decide has left, in words, if a pace has been agreed on."""
    last_message: int = 0
    """The id of the last message at the table; 0 if there is none."""

    @property
    def stage(self) -> str:
        """The current round, in words."""
        return self._said("stage") or self.game.stage

    @property
    def task(self) -> str:
        """What is to be decided, in words; empty if it was stored by a version that did not say."""
        return self._said("task")

    def _said(self, what: str) -> str:
        return str(said.from_data(self.game.said[what])) if what in self.game.said else ""

    @property
    def waits(self) -> bool:
        """Does the game wait for whoever looks?"""
        return self.section == RUNNING and not self.game.gathering and (self.mine or bool(self.asked_by))

    @property
    def free(self) -> tuple[Player, ...]:
        """The seats nobody has taken."""
        return tuple(player for player in self.players if not player.here)

    @property
    def ranked(self) -> tuple[Player, ...]:
        """The players of a game that is over, the best first."""
        return tuple(sorted(self.players, key=lambda player: -(player.score or 0)))

    def is_in(self, section: str) -> bool:
        """Is it listed there? What waits is also running."""
        return self.waits if section == WAITING else self.section == section

    @property
    def pace(self) -> str:
        """How fast it is meant to be played, in words; empty if nothing was said."""
        return str(PACES.get(self.game.pace, ""))

    @property
    def language(self) -> str:
        """What is spoken there, by its own name; empty if nothing was said."""
        return LANGUAGES.get(self.game.language, "")

    def matches(self, search: Search) -> bool:
        """Is it what somebody searches for: words in its name or its players' names, a title, a pace, a language?"""
        game = self.game
        text = " ".join((game.title, game.heading, game.copied_from, *game.players)).casefold()
        wanted = search.title in ("", game.title) and search.pace in ("", game.pace)
        wanted = wanted and search.language in ("", game.language)
        return wanted and all(word in text for word in search.words.casefold().split())


@dataclass(frozen=True, slots=True)
class Search:
    """Which games somebody wants to see, in which order."""

    section: str = RUNNING
    title: str = ""
    pace: str = ""
    language: str = ""
    words: str = ""
    order: str = "changed"

    @classmethod
    def of(cls, request: HttpRequest, games: Iterable[Listed]) -> Search:
        """What the address asks for; by default what is running, or else the first section with any games."""
        section, order = request.GET.get("show", ""), request.GET.get("order", "changed")
        there = {each.section for each in games}
        usual = next((section for section in (RUNNING, OPEN, *SECTIONS) if section in there), RUNNING)
        return cls(
            section if section in SECTIONS else usual,
            request.GET.get("of", ""),
            request.GET.get("pace", ""),
            request.GET.get("language", ""),
            request.GET.get("words", "")[:100],
            order if order in ORDERS else "changed",
        )

    def found(self, games: Iterable[Listed]) -> list[Listed]:
        """The games that are wanted, in order."""
        wanted = [each for each in games if each.is_in(self.section) and each.matches(self)]
        return sorted(wanted, key=attrgetter(f"game.{self.order}"), reverse=self.order in FALLING)


def games_of(request: HttpRequest) -> list[Listed]:
    """The games this browser or user takes part in, and open tables; on the site's own machine also hot-seat games."""
    wanted = Q(id__in=access.remembered_games(request))
    if access.at_this_machine(request):
        wanted |= Q(hot_seat=True)
    user = access.signed_in(request)
    if user is not None:
        wanted |= Q(seats__user=user) | Q(host=user)
    mine = set(StoredGame.objects.filter(wanted).values_list("id", flat=True))
    if settings.CONFIGURATION.accounts:
        free = Q(seats__user=None) | Q(seats__substitute_since__isnull=False)
        wanted |= Q(free, open_seats=True, to_act__isnull=False, deleted=None)
    rows = StoredGame.objects.filter(wanted).distinct().prefetch_related("seats", "seats__user")
    away = archive.archived(request)
    latest = rows.annotate(last_message=Max("messages__id")).order_by("-changed")[:MOST_READ]
    shunned = frozenset[int]() if user is None else bonds.apart(user)
    shown = (game for game in latest if game.id in mine or not bonds.would_meet(game, shunned))
    found = (_listed(request, game, game.id in mine, away) for game in shown)
    return [each for each in found if each is not None]


def games_elsewhere(request: HttpRequest) -> bool:
    """Could there be games of this machine that are not listed, as this browser has not shown that it is there?"""
    unproven = access.seems_local(request) and not access.at_this_machine(request)
    known = access.remembered_games(request)
    return unproven and StoredGame.objects.filter(hot_seat=True, deleted=None).exclude(id__in=known).exists()


def idle_copies(games: Iterable[Listed]) -> list[Listed]:
    """Copies that nobody has touched for a while, of those whose host looks."""
    latest = timezone.now() - IDLE
    return [each for each in games if each.section == COPIES and each.host and each.game.changed < latest]


def _listed(request: HttpRequest, game: StoredGame, mine: bool, away: frozenset[str]) -> Listed | None:
    """A game for the list; None if the link has been replaced since, or if only its host may restore it."""
    try:
        who = access.asker(request, game)
    except Http404:
        return None
    if game.deleted is not None and not who.host:
        return None
    if not mine and not any(seat.user_id is None and seat.owner not in game.played_by for seat in game.seats.all()):
        return None  # an open table with nothing but bots at the seats that no user has
    deciding = game.deciding
    return Listed(
        game=game,
        players=tuple(_players(game, who.seats)),
        turn="" if deciding is None else game.places[deciding],
        mine=deciding in who.seats and game.bot_to_act is None,
        asked_by=_asked_by(game, who.seats),
        host=who.host,
        changed=ago(game.changed),
        section=_section(game, mine, game.id in away),
        left=clocks.left(game),
        last_message=getattr(game, "last_message", None) or 0,
    )


def _players(game: StoredGame, own: frozenset[Seat]) -> Iterable[Player]:
    scores = game.scores or [None] * len(game.players)
    for seat, score in zip(game.seats.all(), scores, strict=False):
        bot = game.played_by.get(seat.owner)
        taken = seat.taken is not None and seat.substitute_since is None
        here = game.hot_seat or taken or bot is not None
        yield Player(
            game.places[seat.owner],
            seat.owner in own and not game.hot_seat,
            seat.owner,
            here,
            score,
            "" if bot is None else bot_seats.label(bot),
        )


def _asked_by(game: StoredGame, own: frozenset[Seat]) -> str:
    asked = undo_requests.pending(game, game.length)
    return game.places[asked.seat] if asked is not None and asked.waiting & own else ""


def _section(game: StoredGame, mine: bool, archived: bool) -> str:
    if game.deleted is not None:
        return DELETED
    if not mine:
        return OPEN
    if archived:
        return ARCHIVED
    if game.is_copy:
        return COPIES
    return FINISHED if game.to_act is None else RUNNING


def ago(then: datetime) -> str:
    """How long ago something happened, in words."""
    if timezone.now() - then < MOMENT:
        return gettext("just now")
    return gettext("%(time)s ago") % {"time": timesince(then, timezone.now(), depth=1)}
