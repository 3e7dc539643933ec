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
