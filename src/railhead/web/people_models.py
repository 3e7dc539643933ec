"""What a site with accounts stores about its users, apart from their games."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

ID_LENGTH = 40


class Device(models.Model):
    """A browser somebody has signed in with. Its session names it; when the row goes, that browser is signed out."""

    id = models.CharField(primary_key=True, max_length=ID_LENGTH)
    """A hash of what the session knows: a copy of the database signs nobody in."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    agent = models.CharField(max_length=200, blank=True)
    """What the browser says it is."""
    since = models.DateTimeField(auto_now_add=True)
    seen = models.DateTimeField()
    """When it was last used, to a few minutes."""

    class Meta:
        """The one used last comes first."""

        db_table = "railhead_device"
        ordering: ClassVar = ["-seen"]

    def __str__(self) -> str:
        return f"{self.user}: {self.agent[:40]}"


class SecondFactor(models.Model):
    """What a user has to show besides their password: a code that changes every half minute (TOTP, RFC 6238)."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="second_factor"
    )
    nonce = models.CharField(max_length=64)
    """The secret of the codes is made from it and the secret of the site: a copy of the database makes no codes."""
    confirmed = models.BooleanField(default=False)
    """The user has shown that their app makes the right codes; before that it is not asked for."""
    last_step = models.BigIntegerField(default=0)
    """The half minute whose code was used last: no code is good twice."""
    recovery = models.JSONField(default=list)
    """Hashes of codes for whoever has lost their device; each is good once."""

    class Meta:
        """A table named as the others are."""

        db_table = "railhead_second_factor"

    def __str__(self) -> str:
        return f"Second factor of {self.user}"


class Bond(models.Model):
    """What a user wants to have to do with another. The other is not told."""

    FRIEND, MUTED, BLOCKED = "friend", "muted", "blocked"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="bonds")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="bonds_of_others")
    kind = models.CharField(max_length=8)

    class Meta:
        """One for each pair, in one direction."""

        db_table = "railhead_bond"
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "other"], name="one_bond_a_pair")]

    def __str__(self) -> str:
        return f"{self.user}: {self.other} {self.kind}"


class Silence(models.Model):
    """Somebody who may not talk for a while, by a moderator's decision."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="silence"
    )
    until = models.DateTimeField()

    class Meta:
        """A table named as the others are."""

        db_table = "railhead_silence"

    def __str__(self) -> str:
        return f"{self.user} until {self.until}"


class Report(models.Model):
    """A user's complaint about another, and what a moderator decided. What was said is kept, even if it is deleted."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="reports")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reported")
    reason = models.TextField()
    quoted = models.TextField(blank=True)
    """What they said, if it is about that."""
    message = models.BigIntegerField(null=True)
    """Which message at a table, or in the lobby, it was."""
    game = models.CharField(max_length=16, blank=True)
    """At which table; empty for the lobby."""
    time = models.DateTimeField(auto_now_add=True)
    decision = models.CharField(max_length=16, blank=True, db_index=True)
    """As `moderation` names it; empty while nobody has decided."""
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="decided_reports"
    )
    decided = models.DateTimeField(null=True)

    class Meta:
        """The oldest first: it has waited longest."""

        db_table = "railhead_report"
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.by} about {self.about}: {self.reason[:40]}"
