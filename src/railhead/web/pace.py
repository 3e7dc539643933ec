"""The clock of a table: what time counts for a player, and when theirs is up. Nothing here knows what time it is now.

A player has so many hours for each turn and, beyond them, a bank of hours for the whole game. Time counts for whoever
is to decide, except in their quiet hours and on their holidays, both in their own time zone: when clocks are put
forward or back, quiet hours begin and end with them, but an hour stays an hour.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from railhead.core.refusal import Malformed

REMIND, PROGRAM, SUBSTITUTE = "remind", "program", "substitute"
REMEDIES = (REMIND, PROGRAM, SUBSTITUTE)
"""What a table may agree on for when a player's time is up."""
DAY = 24 * 60
LONGEST_QUIET = 12 * 60
"""Minutes of a day that may be quiet: a table goes on."""
HOLIDAYS = 21
MOST_HOURS, LONGEST_BANK, MOST_HOLIDAYS = 24 * 14, 24 * 60, 60
MOST_DAYS = 366
"""How many days of holidays a player may note; how many count is agreed on at the table."""
NONE = timedelta()


@dataclass(frozen=True, slots=True)
class Hours:
    """When a player does not play: every day from one minute to another, and on some days."""

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    """From and to, in minutes after midnight. If it ends before it begins, it ends on the next day."""
    holidays: tuple[tuple[date, date], ...] = ()
    """First and last days."""

    def to_data(self) -> dict[str, Any]:
        """As plain data."""
        days = [[first.isoformat(), last.isoformat()] for first, last in self.holidays]
        return {"zone": self.zone, "quiet": None if self.quiet is None else list(self.quiet), "holidays": days}

    @classmethod
    def from_data(cls, data: dict[str, Any] | None) -> Hours:
        """As `to_data` wrote it; with no data, all day long."""
        if data is None:
            return cls()
        quiet = data["quiet"]
        days = tuple((date.fromisoformat(first), date.fromisoformat(last)) for first, last in data["holidays"])
        return cls(data["zone"], None if quiet is None else (quiet[0], quiet[1]), days)

    def checked(self) -> Hours:
        """The same, if it makes sense."""
        if self.zone not in zones():
            raise Malformed("'{zone}' is not a time zone", zone=self.zone[:40])
        if self.quiet is not None:
            first, last = self.quiet
            if not (0 <= first < DAY and 0 <= last < DAY) or not 0 < (last - first) % DAY <= LONGEST_QUIET:
                raise Malformed("Quiet hours are at most {most} hours a day", most=LONGEST_QUIET // 60)
        if any(last < first for first, last in self.holidays):
            raise Malformed("A holiday cannot end before it begins")
        if sum((last - first).days + 1 for first, last in self.holidays) > MOST_DAYS:
            raise Malformed("That is too many holidays: at most {most} days can be noted", most=MOST_DAYS)
        return self


@dataclass(frozen=True, slots=True)
class Pace:
    """What a table has agreed on."""

    hours: int
    """For each turn."""
    bank: int = 0
    """Hours for the whole game that a player may use beyond those."""
    then: str = REMIND
    """What happens when both are used up."""
    holidays: int = HOLIDAYS
    """Days of a year on which a player's clock may rest."""

    def to_data(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Pace:
        """As `to_data` wrote it."""
        return cls(**data)

    def checked(self) -> Pace:
        """The same, if it makes sense."""
        if not 1 <= self.hours <= MOST_HOURS:
            raise Malformed("A turn takes 1 to {most} hours", most=MOST_HOURS)
        if not 0 <= self.bank <= LONGEST_BANK:
            raise Malformed("A time bank has 0 to {most} hours", most=LONGEST_BANK)
        if not 0 <= self.holidays <= MOST_HOLIDAYS:
            raise Malformed("A player has 0 to {most} days of holidays a year", most=MOST_HOLIDAYS)
        if self.then not in REMEDIES:
            raise Malformed(
                "'{then}' is not what a table can agree on; these are: {all}",
                then=self.then[:20],
                all=", ".join(REMEDIES),
            )
        return self

    def granting(self, hours: Hours) -> Hours:
        """A player's hours as far as the table grants them: of the holidays of a year only the first days."""
        left: dict[int, int] = {}
        granted: list[tuple[date, date]] = []
        for day in _days(hours.holidays):
            left[day.year] = left.get(day.year, self.holidays) - 1
            if left[day.year] >= 0:
                granted.append((day, day))
        return replace(hours, holidays=tuple(granted))


@dataclass(frozen=True, slots=True)
class Clock:
    """How much time a player has left, at some moment of their turn."""

    turn: timedelta
    """Of the time for this turn."""
    bank: timedelta
    deadline: datetime
    """When both will be used up."""
    resting: bool
    """The clock does not run just now."""

    @property
    def left(self) -> timedelta:
        """Of both."""
        return self.turn + self.bank

    @property
    def up(self) -> bool:
        """Is it all used up?"""
        return self.left <= NONE


@cache
def zones() -> tuple[str, ...]:
    """The names of the time zones."""
    return tuple(sorted(available_timezones()))


def _days(stretches: tuple[tuple[date, date], ...]) -> list[date]:
    return sorted(
        {first + timedelta(days=number) for first, last in stretches for number in range((last - first).days + 1)}
    )


# -- what counts ----------------------------------------------------------------------------------


def clock(pace: Pace, hours: Hours, began: datetime, overdrawn: timedelta, now: datetime) -> Clock:
    """The clock of the player to decide: when their turn began, and what they have taken from the bank before it."""
    granted = pace.granting(hours)
    used = counted(granted, began, now)
    turn, bank = timedelta(hours=pace.hours), max(NONE, timedelta(hours=pace.bank) - overdrawn)
    beyond = max(NONE, used - turn)
    return Clock(
        max(NONE, turn - used), max(NONE, bank - beyond), later(granted, began, turn + bank), resting(granted, now)
    )


def overdraft(pace: Pace, hours: Hours, began: datetime, ended: datetime) -> timedelta:
    """What a turn takes from the bank."""
    return max(NONE, counted(pace.granting(hours), began, ended) - timedelta(hours=pace.hours))


def counted(hours: Hours, start: datetime, end: datetime) -> timedelta:
    """How much of the time between two moments counts."""
    total = end - start
    for begins, ends in _rests(hours, start):
        if begins >= end:
            break
        total -= max(NONE, min(ends, end) - max(begins, start))
    return max(NONE, total)


def later(hours: Hours, start: datetime, amount: timedelta) -> datetime:
    """The moment at which so much time will have counted since the start."""
    at, left = start, amount
    for begins, ends in _rests(hours, start):
        if begins - at >= left:
            break
        left -= max(NONE, begins - at)
        at = max(at, ends)
    return at + left


def resting(hours: Hours, now: datetime) -> bool:
    """Does time not count at this moment?"""
    return wakes(hours, now) > now


def wakes(hours: Hours, now: datetime) -> datetime:
    """When time counts again: at once, unless it is resting."""
    begins, ends = next(_rests(hours, now))
    return ends if begins <= now else now


LAST_DAY = date(9999, 12, 1)
FAR = datetime(9999, 12, 31, tzinfo=UTC)


def _rests(hours: Hours, start: datetime) -> Iterator[tuple[datetime, datetime]]:
    """The stretches of time that do not count, from the start on, one after another; the last one is far away."""
    current: tuple[datetime, datetime] | None = None
    for begins, ends in _rests_by_day(hours, start):
        if current is not None and begins > current[1]:
            yield current
            current = None
        if current is not None:
            current = current[0], max(current[1], ends)
        elif ends > start:
            current = begins, ends
    if current is not None:
        yield current
    yield FAR, FAR


def _rests_by_day(hours: Hours, start: datetime) -> Iterator[tuple[datetime, datetime]]:
    """The same, day by day; stretches may touch or overlap."""
    zone, holidays = ZoneInfo(hours.zone), set(_days(hours.holidays))
    last = max(holidays, default=date.min)
    day = start.astimezone(zone).date() - timedelta(days=1)
    while day < LAST_DAY and (hours.quiet is not None or day <= last):
        following = day + timedelta(days=1)
        if day in holidays:
            yield _moment(zone, day, 0), _moment(zone, following, 0)
        if hours.quiet is not None:
            first, end = hours.quiet
            yield _moment(zone, day, first), _moment(zone, day if first < end else following, end)
        day = following


def _moment(zone: ZoneInfo, day: date, minutes: int) -> datetime:
    """A time of day as a moment; of one that does not exist when clocks are put forward, the hour is counted anyway."""
    return datetime.combine(day, time(*divmod(minutes, 60)), zone).astimezone(UTC)
