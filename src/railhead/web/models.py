"""What the site stores: games with their seats and logs, and what is said at the tables."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from sys import intern
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext

from railhead.bots.reason import Reason
from railhead.core import ids
from railhead.play.gamefile import GameFile
from railhead.play.imported import Import
from railhead.play.log import Entry
from railhead.web import people_models  # noqa: F401  Django looks for all models here

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 10


def new_id() -> str:
    """A short id for a game that cannot be guessed from another's."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def seat_of(place: int) -> ids.Seat:
    """A seat as the database writes it: by its number among the owners of the game."""
    return ids.Seat(ids.Owner(place))


class ChangedByColumn(models.Model):
    """A row that several processes change: what is written back is named, or it would undo what others have done."""

    class Meta:
        """No table of its own."""

        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Add a row, or write the named columns of one."""
        if update_fields is None and not self._state.adding:
            raise ValueError("A stored row is changed column by column: name them in update_fields")
        super().save(*args, update_fields=update_fields, **kwargs)


class StoredGame(ChangedByColumn):
    """A game: which one, at which table, and how far it is. What was decided is in its log."""

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    name = models.CharField(max_length=80, blank=True)
    title = models.CharField(max_length=16)
    revision = models.IntegerField()
    options = models.JSONField(default=list)
    players = models.JSONField(default=list)
    """The names of the players, clockwise."""
    seed = models.BigIntegerField(default=0)
    imported = models.JSONField(null=True)
    """Where the game was played before, as a game file says it; its log says which entries came from there."""
    hot_seat = models.BooleanField(default=False)
    """All seats are played at one screen: the host moves for everyone."""
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="hosted"
    )
    """With accounts: who set up the table. Without, and for other devices, there is the host's link."""
    open_seats = models.BooleanField(default=False)
    """With accounts: any user may take a free seat."""
    links = models.JSONField(default=dict)
    """By role: how many times its secret link has been replaced."""
    length = models.IntegerField(default=0)
    """The length of the log. It only grows; every addition states the length it adds to."""
    version = models.IntegerField(default=0, db_column="stir")
    """Grows by one whenever anything happens at the table: a move, a message, a request."""
    actions = models.IntegerField(default=0)
    stage = models.CharField(max_length=80, blank=True)
    """For the lobby: the current round."""
    said = models.JSONField(default=dict)
    """For the lobby: the current round and what is to be decided, as `railhead.web.said` writes texts."""
    scores = models.JSONField(null=True)
    """For the lobby, when the game is over: what each player is worth, clockwise."""
    to_act = models.IntegerField(null=True)
    """The seat that is to decide; None when the game is over."""
    asked = models.JSONField(null=True)
    """A player's request that moves of others be taken back, as `undo_requests` writes it. Any move ends it."""
    bots = models.JSONField(default=dict)
    """The seats that bots play: by place, the name of the bot, as `bot_seats` writes them."""
    thinking = models.DateTimeField(null=True)
    """Until when a process has taken it upon itself to decide for the bot that is to act; any move ends it."""
    explains = models.BooleanField(default=False)
    """A table for learning: why a bot did something is shown at once, not only after the game."""
    advises = models.BooleanField(default=False)
    """Players may ask what a bot would do in their place."""
    pace = models.CharField(max_length=8, blank=True)
    """How fast those who sit down mean to play, as `railhead.web.listing` names it; empty if nothing was said."""
    language = models.CharField(max_length=8, blank=True)
    """Which language those who sit down should speak, as `railhead.web.listing` names it; empty if nothing was said."""
    agreed = models.JSONField(null=True)
    """The time that players have for a turn, as `railhead.web.pace` writes it; None if that was not agreed on."""
    turn_since = models.DateTimeField(null=True)
    """Since when the seat that is to decide has been asked."""
    turn_length = models.IntegerField(default=0)
    """How long the log was then; a number by which that turn can be told from all others."""
    guided = models.BooleanField(default=False)
    """A newcomer's first game: the guide is there from the beginning."""
    gathering = models.BooleanField(default=False)
    """The players are still taking their seats; nobody may move yet."""
    original = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="copies")
    """The game this one is a copy of, as long as that exists."""
    copied_from = models.CharField(max_length=80, blank=True)
    """What that game was called."""
    copied_at = models.IntegerField(null=True)
    """For a copy: after how many actions of the original it begins."""
    deleted = models.DateTimeField(null=True, db_index=True)
    """When its host deleted it; for a while it can be restored."""
    archived_by = models.ManyToManyField(settings.AUTH_USER_MODEL, blank=True, related_name="archived")
    """With accounts: the users who do not want to see it among their games."""
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)
    """When the last move was made."""

    class Meta:
        """The newest first."""

        db_table = "railhead_game"
        ordering: ClassVar = ["-changed"]

    def __str__(self) -> str:
        return self.name or f"{self.title}: {', '.join(self.players)}"

    @property
    def is_copy(self) -> bool:
        """Is it a copy of another game, made to try something out?"""
        return self.copied_at is not None

    @property
    def heading(self) -> str:
        """What the game is called in a title."""
        if self.is_copy and not self.name:
            return gettext("Copy of %(name)s at move %(move)s") % {"name": self.copied_from, "move": self.copied_at}
        return self.name or self.title

    @property
    def places(self) -> dict[ids.Seat, str]:
        """The players by their place among the owners of the game."""
        return {seat_of(place): name for place, name in enumerate(self.players, ids.FIRST_SEAT)}

    @property
    def deciding(self) -> ids.Seat | None:
        """The seat that is to decide; None when the game is over."""
        return None if self.to_act is None else seat_of(self.to_act)

    @property
    def played_by(self) -> dict[ids.Seat, str]:
        """The seats that bots play, with the names of the bots."""
        return {seat_of(int(place)): bot for place, bot in self.bots.items()}

    @property
    def bot_to_act(self) -> str | None:
        """The bot that is to decide; None if a person is, or nobody."""
        found: str | None = self.bots.get(str(self.to_act))
        return found

    @property
    def gives_advice(self) -> bool:
        """May players be told what to do? On a copy nobody is harmed by it."""
        return self.advises or self.is_copy

    def file(self) -> GameFile:
        """The game before its first decision."""
        return GameFile(
            self.title,
            self.revision,
            tuple(self.options),
            tuple(self.players),
            self.seed,
            imported=None if self.imported is None else Import.from_data({**self.imported, "actions": 0}),
        )


class StoredSeat(ChangedByColumn):
    """A player's place at a table, with what is theirs alone: notes and a standing order."""

    game = models.ForeignKey(StoredGame, on_delete=models.CASCADE, related_name="seats")
    place = models.IntegerField()
    """Among the owners of the game."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    """With accounts: whose seat it is. When a user leaves the site, the seat and the game stay."""
    taken = models.DateTimeField(null=True, blank=True)
    """When somebody first sat down here: opened the seat's link, or took the seat with an account."""
    note = models.TextField(blank=True)
    order = models.JSONField(null=True, blank=True)
    seen = models.DateTimeField(null=True)
    """When the player last had the table before their eyes, as far as their browser can tell."""
    wishes = models.JSONField(null=True)
    """How the player wants to be called to this table, as `calling.wishes` writes it; None: as to all tables."""
    hours = models.JSONField(null=True)
    """Without accounts: when the player does not play, as `railhead.web.pace` writes it."""
    overdrawn = models.FloatField(default=0)
    """Seconds that earlier turns have taken from the player's time bank."""
    substitute_since = models.DateTimeField(null=True)
    """Since when somebody else may take the seat, as the player's time was up."""

    class Meta:
        """Clockwise."""

        db_table = "railhead_seat"
        ordering: ClassVar = ["place"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "place"], name="one_seat_a_place")]

    def __str__(self) -> str:
        return f"{self.name} ({self.game_id})"

    @property
    def owner(self) -> ids.Seat:
        """The seat among the owners of the game."""
        return seat_of(self.place)

    @property
    def name(self) -> str:
        """The player's name."""
        return self.game.places[self.owner]


class LogEntry(models.Model):
    """Something done at a table; never changed and never removed."""

    game = models.ForeignKey(StoredGame, on_delete=models.CASCADE, related_name="log")
    number = models.IntegerField()
    kind = models.CharField(max_length=8)
    seat = models.IntegerField()
    text = models.TextField()
    automatic = models.BooleanField(default=False)
    imported = models.BooleanField(default=False)
    """It came with a file of another system, and was judged as that system judged it."""
    reason = models.JSONField(null=True)
    """Why a bot did it, as `railhead.bots.reason` writes it; None for people."""
    time = models.DateTimeField(auto_now_add=True)

    class Meta:
        """In order; no number occurs twice, even if two processes write at once."""

        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "number"], name="one_entry_a_number")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}: {self.kind} {self.text}"

    def entry(self) -> Entry:
        """The entry as the table knows it."""
        time = self.time.isoformat(timespec="seconds")
        reason = None if self.reason is None else Reason.from_data(self.reason)
        kind = intern(self.kind)  # one string for all entries instead of one for each
        return Entry(kind, seat_of(self.seat), self.text, self.automatic, self.imported, time, reason)


class StoredSite(models.Model):
    """The site that keeps its games here. There is one row."""

    id = models.IntegerField(primary_key=True)
    secret_mark = models.CharField(max_length=64)
    """Which secret the links were made with; nothing can be learnt about the secret from it."""
    engine = models.CharField(max_length=64, default="", blank=True)
    """Which engine replayed the games when the site was started last, as `upgrading` tells them apart."""
    broken = models.JSONField(default=list)
    """The games that it cannot play, and that stay as they are."""
    tended = models.DateTimeField(null=True)
    """When the site was last tended, as `upkeep` does."""

    class Meta:
        """A table named as the others are."""

        db_table = "railhead_site"

    def __str__(self) -> str:
        return "This site"


class StoredAllowance(models.Model):
    """How much of a limit has been used, as `limits` writes it."""

    key = models.CharField(primary_key=True, max_length=40)
    """Which limit, and for whom; not readable, as it may be an address."""
    used_until = models.FloatField(db_index=True)
    """In seconds since 1970."""

    class Meta:
        """A table named as the others are."""

        db_table = "railhead_allowance"

    def __str__(self) -> str:
        return self.key


class StoredPlayer(models.Model):
    """What a user wants at all tables: how to be called, and when not."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True)
    wishes = models.JSONField(null=True)
    hours = models.JSONField(null=True)

    class Meta:
        """A table named as the others are."""

        db_table = "railhead_player"

    def __str__(self) -> str:
        return str(self.user)


class StoredWay(ChangedByColumn):
    """A way to call a player: by mail, at a webhook, on a device. It is a user's, or without accounts a seat's."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="ways")
    seat = models.ForeignKey(StoredSeat, on_delete=models.CASCADE, null=True, related_name="ways")
    kind = models.CharField(max_length=8)
    address = models.TextField()
    """A mail address, or the URL of a webhook or of a device at its push service."""
    details = models.JSONField(default=dict)
    """What else has to be known to use it."""
    site = models.CharField(max_length=200)
    """The address of this site, as the player reaches it."""
    language = models.CharField(max_length=10)
    confirmed = models.DateTimeField(null=True)
    """Since when it is known that whoever is reached wants to be; nothing is sent before."""
    failures = models.IntegerField(default=0)
    """How often it has failed since it last worked."""
    problem = models.TextField(blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        """In the order they were added."""

        db_table = "railhead_way"
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(user=None, seat__isnull=False) | Q(user__isnull=False, seat=None), name="way_of_somebody"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class StoredTask(models.Model):
    """Something to be done in the background, as `tasks` does it; or that was done, so that it is not done again."""

    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=120, unique=True)
    """What it is: nothing is queued twice under the same key."""
    payload = models.JSONField(default=dict)
    due = models.DateTimeField()
    """Not before then. Whoever takes it moves this ahead; if they never finish, it is due again."""
    attempts = models.IntegerField(default=0)
    problem = models.TextField(blank=True)
    """Why the last attempt failed."""
    created = models.DateTimeField(auto_now_add=True)
    done = models.DateTimeField(null=True, db_index=True)
    failed = models.DateTimeField(null=True, db_index=True)
    """When it was given up."""

    class Meta:
        """What is waiting is found at once, however much has been done."""

        db_table = "railhead_task"
        indexes: ClassVar = [models.Index(fields=["due"], condition=Q(done=None, failed=None), name="tasks_waiting")]

    def __str__(self) -> str:
        return self.key


class StoredReview(models.Model):
    """What there is to say about a game that is over, as far as that has been worked out."""

    game = models.OneToOneField(StoredGame, on_delete=models.CASCADE, primary_key=True, related_name="review")
    length = models.IntegerField()
    """The length of the log it is about: a game may be taken back and end otherwise."""
    done = models.IntegerField(default=0)
    """How many actions have been looked at."""
    left_out = models.IntegerField(default=0)
    """How many of them took too long."""
    data = models.JSONField(default=dict)
    """The review so far, as `railhead.play.review` writes it."""

    class Meta:
        """A table named as the others are."""

        db_table = "railhead_review"

    def __str__(self) -> str:
        return f"Review of {self.game_id}"


class StoredRuns(models.Model):
    """How the people at a game that is over ran their trains, as far as that has been worked out."""

    game = models.OneToOneField(StoredGame, on_delete=models.CASCADE, primary_key=True, related_name="runs")
    length = models.IntegerField()
    """The length of the log it is about: a game may be taken back and end otherwise."""
    done = models.IntegerField(default=0)
    """How many actions have been looked at."""
    tallies = models.JSONField(default=dict)
    """By seat, as `run_tallies` writes them."""

    class Meta:
        """A table named as the others are."""

        db_table = "railhead_runs"

    def __str__(self) -> str:
        return f"Runs of {self.game_id}"


class Preferences(models.Model):
    """How a user wants pages to look, on whatever device: colours, sounds. The browser knows what they mean."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True)
    chosen = models.JSONField(default=dict)

    class Meta:
        """A table named as the others are."""

        db_table = "railhead_preferences"

    def __str__(self) -> str:
        return f"Preferences of {self.user}"


class Message(models.Model):
    """Something said at a table."""

    game = models.ForeignKey(StoredGame, on_delete=models.CASCADE, related_name="messages")
    name = models.CharField(max_length=60)
    """The name of whoever said it."""
    seat = models.IntegerField(null=True)
    """None for a spectator."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="said_at_tables"
    )
    """Who said it, on a site with accounts: the seat may be somebody else's later."""
    text = models.TextField()
    time = models.DateTimeField(auto_now_add=True)

    class Meta:
        """In the order they were said."""

        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.name}: {self.text[:40]}"


class LobbyMessage(models.Model):
    """Something said in the lobby of a site with accounts, by a user to everybody who has signed in."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="said_in_lobby")
    text = models.TextField()
    time = models.DateTimeField(auto_now_add=True)

    class Meta:
        """In the order they were said."""

        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.user}: {self.text[:40]}"


class StoredSketch(ChangedByColumn):
    """A board as somebody imagines it, kept with a game. Nobody else ever sees it, and it is in no file of the game."""

    game = models.ForeignKey(StoredGame, on_delete=models.CASCADE, related_name="sketches")
    owner = models.CharField(max_length=80)
    """Whose it is: a seat, a user or a browser, as `sketches.owner_of` writes it."""
    name = models.CharField(max_length=60)
    at = models.IntegerField()
    """The number of actions after which the board was as it is beneath the sketch."""
    data = models.JSONField(default=dict)
    """What is different, as `railhead.play.sketch_file` writes it."""
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        """The one changed last comes first."""

        db_table = "railhead_sketch"
        ordering: ClassVar = ["-changed", "-id"]
        indexes: ClassVar = [models.Index(fields=["game", "owner"], name="sketches_of_somebody")]

    def __str__(self) -> str:
        return f"A sketch at {self.game_id}"
