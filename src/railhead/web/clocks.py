"""The clocks of a table that has agreed on a pace: how much time is left, as the stored game knows it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone
from django.utils.timesince import timeuntil
from django.utils.translation import gettext, gettext_lazy, ngettext

from railhead.web import pace
from railhead.web.calling import persons
from railhead.web.models import StoredGame, StoredSeat
from railhead.web.pace import PROGRAM, REMIND, SUBSTITUTE, Clock, Hours, Pace

REMEDIES = {
    REMIND: gettext_lazy("the player is reminded"),
    PROGRAM: gettext_lazy("a bot plays for them"),
    SUBSTITUTE: gettext_lazy("somebody else may take the seat"),
}
"""What happens when a player's time is up, in words."""
HOURS = (12, 24, 48, 72, 168)
BANKS = (0, 24, 72, 168, 336)
"""What the form offers."""


def agreed(game: StoredGame) -> Pace | None:
    """What was agreed on at a table."""
    return None if game.agreed is None else Pace.from_data(game.agreed)


def of(game: StoredGame, now: datetime | None = None) -> Clock | None:
    """The clock of whoever is to decide; None if none is running."""
    terms = agreed(game)
    if terms is None or game.to_act is None or game.gathering:
        return None
    seat = next(seat for seat in game.seats.all() if seat.place == game.to_act)
    began = game.turn_since or game.changed
    return pace.clock(terms, hours_of(seat), began, timedelta(seconds=seat.overdrawn), now or timezone.now())


def hours_of(seat: StoredSeat) -> Hours:
    """When the player of a seat does not play."""
    person = persons.of_seat(seat)
    return Hours() if person is None else person.hours


def stop(game: StoredGame, place: int, now: datetime) -> None:
    """The turn of a seat is over: take what it took from their bank. Whoever has moved needs no substitute."""
    terms = agreed(game)
    began = game.turn_since
    if terms is None or began is None:
        return
    seat = StoredSeat.objects.select_related("user").get(game=game, place=place)
    used = pace.overdraft(terms, hours_of(seat), began, now).total_seconds()
    StoredSeat.objects.filter(pk=seat.pk).update(overdrawn=F("overdrawn") + used, substitute_since=None)


def deadline(game: StoredGame) -> datetime | None:
    """When the time of whoever is to decide will be up."""
    clock = of(game)
    return None if clock is None else clock.deadline


# -- in words -------------------------------------------------------------------------------------


def left(game: StoredGame) -> str:
    """How much time there is until the deadline, in words; empty if no clock is running."""
    clock = of(game)
    if clock is None:
        return ""
    if clock.up:
        return gettext("time is up")
    return gettext("%(time)s left") % {"time": timeuntil(clock.deadline, timezone.now(), depth=1)}


def terms(game: StoredGame) -> str:
    """What was agreed on, in a sentence; empty if nothing was."""
    found = agreed(game)
    if found is None:
        return ""
    each = ngettext("%(hours)s hour for each turn", "%(hours)s hours for each turn", found.hours)
    bank = ngettext("%(hours)s hour in the time bank", "%(hours)s hours in the time bank", found.bank)
    parts = [each % {"hours": found.hours}]
    if found.bank:
        parts.append(bank % {"hours": found.bank})
    parts.append(gettext("when time is up, %(what)s") % {"what": REMEDIES[found.then]})
    return "; ".join(parts)
