"""Who can be called: a user, or without accounts the player of a seat; the ways to reach them, and their wishes."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from railhead.core.refusal import Malformed
from railhead.web.calling.wishes import Wishes
from railhead.web.models import StoredPlayer, StoredSeat, StoredWay
from railhead.web.pace import Hours

MOST_WAYS = 12
"""How many ways there may be to reach one person."""
MOST_FAILURES = 25
"""A way that has failed so often in a row is not used any more."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays."""

    user: User | None = None
    seat: StoredSeat | None = None
    """Only of somebody without an account."""

    @property
    def ways(self) -> QuerySet[StoredWay]:
        """The ways to reach them."""
        return StoredWay.objects.filter(user=self.user, seat=self.seat)

    @property
    def usable(self) -> QuerySet[StoredWay]:
        """Those that may be used."""
        return self.ways.filter(confirmed__isnull=False, failures__lt=MOST_FAILURES)

    @property
    def wishes(self) -> Wishes:
        """What they want at all tables."""
        if self.user is None:
            return Wishes.from_data(None if self.seat is None else self.seat.wishes)
        found = StoredPlayer.objects.filter(user=self.user).first()
        return Wishes.from_data(None if found is None else found.wishes)

    @property
    def hours(self) -> Hours:
        """When they do not play."""
        if self.user is None:
            return Hours.from_data(None if self.seat is None else self.seat.hours)
        found = StoredPlayer.objects.filter(user=self.user).first()
        return Hours.from_data(None if found is None else found.hours)

    def wish(self, wishes: Wishes) -> None:
        """Keep what they want at all tables."""
        self._keep(wishes=wishes.checked().to_data())

    def rest(self, hours: Hours) -> None:
        """Keep when they do not play."""
        self._keep(hours=hours.checked().to_data())

    def _keep(self, **columns: object) -> None:
        if self.user is not None:
            StoredPlayer.objects.update_or_create(user=self.user, defaults=columns)
        elif self.seat is not None:
            StoredSeat.objects.filter(pk=self.seat.pk).update(**columns)

    def add(self, way: StoredWay) -> StoredWay:
        """Add a way to reach them; one with the same address is replaced."""
        with transaction.atomic():
            same = self.ways.select_for_update().filter(kind=way.kind, address=way.address)
            same.delete()
            if self.ways.count() >= MOST_WAYS:
                raise Malformed("There are at most {most} ways to reach you; remove one first", most=MOST_WAYS)
            way.user, way.seat = self.user, self.seat
            way.save()
        return way


def of_seat(seat: StoredSeat) -> Person | None:
    """Who plays a seat; None if nobody can be called there."""
    if not settings.CONFIGURATION.accounts:
        return Person(seat=seat)
    return None if seat.user is None else Person(user=seat.user)


def wishes_at(seat: StoredSeat, person: Person) -> Wishes:
    """What a person wants at a table."""
    return person.wishes if seat.wishes is None else Wishes.from_data(seat.wishes)


def worked(way: StoredWay) -> None:
    """A way has worked."""
    StoredWay.objects.filter(id=way.id).update(failures=0, problem="")


def failed(way: StoredWay, problem: Exception) -> None:
    """A way has failed once more."""
    StoredWay.objects.filter(id=way.id).update(failures=F("failures") + 1, problem=str(problem)[:300])


def confirm(way: StoredWay) -> None:
    """Whoever is reached wants to be."""
    StoredWay.objects.filter(id=way.id, confirmed=None).update(confirmed=timezone.now(), failures=0, problem="")
