"""Sessions whose keys are stored hashed: a copy of the database opens no seat and signs nobody in.

The keys are long and random, so that a plain hash of one cannot be reversed.
"""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.contrib.sessions.backends.base import CreateError, SessionBase, UpdateError
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Least
from django.utils import timezone

HASH_LENGTH = 40
GRACE = timedelta(hours=1)
"""How long a key still opens what it opened before it was replaced: requests may be under way."""


def hashed(session_key: str) -> str:
    """What is stored of a key."""
    return hashlib.sha256(session_key.encode()).hexdigest()[:HASH_LENGTH]


class SessionStore(SessionBase):
    """A session in the database."""

    # Django signs the content of sessions with the name of this class: sessions of older versions are still read.

    if TYPE_CHECKING:  # what the base class has and its stubs lack
        _session: dict[str, Any]

        def _get_new_session_key(self) -> str: ...
        def _get_session(self, no_load: bool = False) -> dict[str, Any]: ...

    def load(self) -> dict[str, Any]:
        """What the session holds; a key that is unknown or has expired is dropped."""
        row = Session.objects.filter(pk=hashed(self.session_key or ""), expire_date__gt=timezone.now()).first()
        if row is None:
            self._session_key = None
            return {}
        return self.decode(row.session_data)

    def exists(self, session_key: str) -> bool:
        """Is there a session with this key?"""
        return Session.objects.filter(pk=hashed(session_key)).exists()

    def create(self) -> None:
        """Store the session under a new key."""
        while True:
            self._session_key = self._get_new_session_key()
            try:
                self.save(must_create=True)
            except CreateError:
                continue
            self.modified = True
            return

    def save(self, must_create: bool = False) -> None:
        """Store what the session holds; UpdateError if it has been ended meanwhile."""
        if self.session_key is None:
            self.create()
            return
        held = {
            "session_data": self.encode(self._get_session(no_load=must_create)),
            "expire_date": self.get_expiry_date(),
        }
        key = hashed(self.session_key)
        if not must_create:
            if not Session.objects.filter(pk=key).update(**held):
                raise UpdateError
            return
        try:
            with transaction.atomic():
                Session.objects.create(session_key=key, **held)
        except IntegrityError:
            raise CreateError from None

    def delete(self, session_key: str | None = None) -> None:
        """End a session."""
        key = session_key or self.session_key
        if key is not None:
            Session.objects.filter(pk=hashed(key)).delete()

    def rotate(self) -> None:
        """Continue under a new key: whoever knew the old one gets nothing that is added from now on.

        Unlike at a sign-in the old session does not end at once. Someone who opens two links at the same time would
        lose everything this browser remembers.
        """
        held, old = self._session, self.session_key
        self.create()
        self._session_cache = held
        if old is not None:
            soon = Least(F("expire_date"), timezone.now() + GRACE)
            Session.objects.filter(pk=hashed(old)).update(expire_date=soon)

    @classmethod
    def clear_expired(cls) -> None:
        """Remove the sessions that have expired."""
        Session.objects.filter(expire_date__lt=timezone.now()).delete()
