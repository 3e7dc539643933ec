"""Users who may not talk for a while."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import formats, timezone

from railhead.play.table import NotYours
from railhead.web.people_models import Silence

LASTS = timedelta(days=7)


def impose(user: User) -> None:
    """Let a user say nothing for a while, neither at tables nor in the lobby."""
    Silence.objects.update_or_create(user=user, defaults={"until": timezone.now() + LASTS})


def demand_voice(user: User | None) -> None:
    """Refuse to pass on what somebody says who may not talk for now."""
    found = None if user is None else Silence.objects.filter(user=user, until__gt=timezone.now()).first()
    if found is not None:
        raise NotYours("You may talk again from {time}", time=formats.date_format(found.until, "DATETIME_FORMAT"))
