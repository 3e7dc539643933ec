"""What time counts for a player, by tables of examples: quiet hours, holidays, clocks put forward or back."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as some

from railhead.core.refusal import Malformed
from railhead.web import pace
from railhead.web.pace import Hours, Pace

NIGHT = (22 * 60, 6 * 60)
"""Ten at night to six in the morning."""


def at(text: str, zone: str = "UTC") -> datetime:
    """A moment, as a clock in a time zone shows it."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


@pytest.mark.parametrize(
    ("hours", "start", "end", "expected"),
    [
        (Hours(), "2026-11-18 12:00", "2026-11-20 12:00", 48),
        (Hours(), "2026-11-18 12:00", "2026-11-18 12:00", 0),
        (Hours(quiet=NIGHT), "2026-11-18 12:00", "2026-11-18 21:00", 9),
        (Hours(quiet=NIGHT), "2026-11-18 12:00", "2026-11-18 23:00", 10),
        (Hours(quiet=NIGHT), "2026-11-18 23:00", "2026-11-19 05:00", 0),
        (Hours(quiet=NIGHT), "2026-11-18 12:00", "2026-11-19 12:00", 16),
        (Hours(quiet=NIGHT), "2026-11-18 12:00", "2026-11-28 12:00", 160),
        (Hours(quiet=(12 * 60, 14 * 60)), "2026-11-18 11:00", "2026-11-18 15:00", 2),
        (Hours(quiet=(12 * 60, 14 * 60)), "2026-11-18 13:00", "2026-11-18 13:30", 0),
        (Hours(holidays=((date(2026, 11, 19), date(2026, 11, 19)),)), "2026-11-18 12:00", "2026-11-20 12:00", 24),
        (Hours(holidays=((date(2026, 11, 18), date(2026, 11, 20)),)), "2026-11-18 12:00", "2026-11-20 23:00", 0),
        (
            Hours(quiet=NIGHT, holidays=((date(2026, 11, 19), date(2026, 11, 19)),)),
            "2026-11-18 12:00",
            "2026-11-20 12:00",
            16,
        ),
    ],
)
def test_quiet_hours_and_holidays_do_not_count(hours: Hours, start: str, end: str, expected: float) -> None:
    assert pace.counted(hours, at(start), at(end)) == timedelta(hours=expected)


@pytest.mark.parametrize(
    ("zone", "quiet", "start", "end", "expected"),
    [
        # Berlin, 29 March 2026: 02:00 becomes 03:00, the day has 23 hours
        ("Europe/Berlin", None, "2026-03-29 00:00", "2026-03-30 00:00", 23),
        ("Europe/Berlin", NIGHT, "2026-03-28 12:00", "2026-03-29 12:00", 16),  # the night is an hour shorter
        (
            "Europe/Berlin",
            (2 * 60, 4 * 60),
            "2026-03-29 00:00",
            "2026-03-29 06:00",
            4,
        ),  # of 02:00 to 04:00 one hour is left
        # Berlin, 25 October 2026: 03:00 becomes 02:00, the day has 25 hours
        ("Europe/Berlin", None, "2026-10-25 00:00", "2026-10-26 00:00", 25),
        ("Europe/Berlin", NIGHT, "2026-10-24 12:00", "2026-10-25 12:00", 16),  # the night is an hour longer
        ("Europe/Berlin", (1 * 60, 4 * 60), "2026-10-25 00:00", "2026-10-25 06:00", 3),
        # New York changes on other days, Kolkata never, and Lord Howe by half an hour
        ("America/New_York", NIGHT, "2026-03-07 12:00", "2026-03-08 12:00", 16),
        ("America/New_York", NIGHT, "2026-03-28 12:00", "2026-03-29 12:00", 16),
        ("Asia/Kolkata", NIGHT, "2026-03-29 00:00", "2026-03-30 00:00", 16),
        ("Australia/Lord_Howe", None, "2026-04-05 00:00", "2026-04-06 00:00", 24.5),
    ],
)
def test_quiet_hours_follow_the_clocks_of_the_place(
    zone: str, quiet: tuple[int, int] | None, start: str, end: str, expected: float
) -> None:
    assert pace.counted(Hours(zone, quiet), at(start, zone), at(end, zone)) == timedelta(hours=expected)


@pytest.mark.parametrize(
    ("hours", "start", "amount", "expected"),
    [
        (Hours(), "2026-11-18 12:00", 24, "2026-11-19 12:00"),
        (Hours(quiet=NIGHT), "2026-11-18 12:00", 10, "2026-11-18 22:00"),
        (Hours(quiet=NIGHT), "2026-11-18 12:00", 11, "2026-11-19 07:00"),
        (Hours(quiet=NIGHT), "2026-11-18 23:00", 1, "2026-11-19 07:00"),
        (Hours(quiet=NIGHT), "2026-11-18 23:00", 17, "2026-11-20 07:00"),
        (Hours(holidays=((date(2026, 11, 19), date(2026, 11, 22)),)), "2026-11-18 12:00", 24, "2026-11-23 12:00"),
        (Hours("Europe/Berlin", NIGHT), "2026-03-28 20:00", 2, "2026-03-29 05:00"),  # 21:00 and 07:00 in Berlin
    ],
)
def test_when_time_is_up(hours: Hours, start: str, amount: float, expected: str) -> None:
    assert pace.later(hours, at(start), timedelta(hours=amount)) == at(expected)


moments = some.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31)).map(lambda each: each.replace(tzinfo=UTC))
habits = some.builds(
    Hours,
    some.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Chatham"]),
    some.none() | some.tuples(some.integers(0, 1439), some.integers(1, 720)).map(lambda q: (q[0], sum(q) % 1440)),
    some.lists(some.dates(date(2026, 1, 1), date(2027, 12, 1)), max_size=4).map(
        lambda days: tuple((day, day + timedelta(days=number)) for number, day in enumerate(days))
    ),
)


@given(habits, moments, some.integers(1, 200))
def test_when_time_is_up_exactly_that_much_has_counted(hours: Hours, start: datetime, amount: int) -> None:
    end = pace.later(hours, start, timedelta(hours=amount))
    assert pace.counted(hours, start, end) == timedelta(hours=amount)
    assert pace.counted(hours, start, end - timedelta(seconds=1)) < timedelta(hours=amount)


@given(habits, moments, some.integers(0, 500), some.integers(0, 500))
def test_time_adds_up(hours: Hours, start: datetime, one: int, other: int) -> None:
    middle, end = start + timedelta(hours=one), start + timedelta(hours=one + other)
    assert pace.counted(hours, start, middle) + pace.counted(hours, middle, end) == pace.counted(hours, start, end)


@pytest.mark.parametrize(
    ("passed", "overdrawn", "turn", "bank", "up"),
    [
        (0, 0, 24, 48, False),
        (10, 0, 14, 48, False),
        (24, 0, 0, 48, False),
        (30, 0, 0, 42, False),
        (30, 40, 0, 2, False),
        (72, 0, 0, 0, True),
        (24, 48, 0, 0, True),
        (23, 60, 1, 0, False),
        (500, 0, 0, 0, True),
    ],
)
def test_first_the_time_of_the_turn_is_used_then_the_bank(
    passed: float, overdrawn: float, turn: float, bank: float, up: bool
) -> None:
    began = at("2026-11-18 12:00")
    clock = pace.clock(Pace(24, 48), Hours(), began, timedelta(hours=overdrawn), began + timedelta(hours=passed))
    assert (clock.turn, clock.bank, clock.up) == (timedelta(hours=turn), timedelta(hours=bank), up)
    assert clock.deadline == began + timedelta(hours=24 + max(0, 48 - overdrawn))


def test_only_what_is_beyond_the_time_of_a_turn_is_taken_from_the_bank() -> None:
    began = at("2026-11-18 12:00")
    taken = [pace.overdraft(Pace(24, 48), Hours(), began, began + timedelta(hours=passed)) for passed in (1, 24, 30)]
    assert taken == [timedelta(), timedelta(), timedelta(hours=6)]


def test_a_table_grants_only_so_many_days_of_a_year() -> None:
    away = Hours(holidays=((date(2026, 12, 30), date(2027, 1, 3)),))
    granted = Pace(24, holidays=1).granting(away)
    assert [first for first, _ in granted.holidays] == [date(2026, 12, 30), date(2027, 1, 1)]
    assert Pace(24, holidays=0).granting(away).holidays == ()


@pytest.mark.parametrize(
    ("hours", "now", "expected"),
    [
        (Hours(), "2026-11-18 23:00", "2026-11-18 23:00"),
        (Hours(quiet=NIGHT), "2026-11-18 23:00", "2026-11-19 06:00"),
        (Hours(quiet=NIGHT), "2026-11-18 05:59", "2026-11-18 06:00"),
        (Hours(quiet=NIGHT), "2026-11-18 06:00", "2026-11-18 06:00"),
        (Hours(quiet=NIGHT), "2026-11-18 21:59", "2026-11-18 21:59"),
        (
            Hours(quiet=NIGHT, holidays=((date(2026, 11, 19), date(2026, 11, 19)),)),
            "2026-11-18 23:00",
            "2026-11-20 06:00",
        ),
    ],
)
def test_when_somebody_wakes_up(hours: Hours, now: str, expected: str) -> None:
    assert pace.wakes(hours, at(now)) == at(expected)


def test_a_year_of_somebody_else_is_reckoned_quickly() -> None:
    hours = Hours("Europe/Berlin", NIGHT)
    assert pace.counted(hours, at("2026-01-01 00:00"), at("2036-01-01 00:00")) > timedelta(days=2000)


@pytest.mark.parametrize(
    "wrong",
    [
        Pace(0),
        Pace(10_000),
        Pace(24, -1),
        Pace(24, 10_000),
        Pace(24, then="shout"),
        Pace(24, holidays=-1),
        Pace(24, holidays=400),
    ],
)
def test_a_pace_makes_sense(wrong: Pace) -> None:
    with pytest.raises(Malformed):
        wrong.checked()


def test_what_was_kept_is_read_again() -> None:
    hours = Hours("Europe/Berlin", NIGHT, ((date(2026, 12, 24), date(2026, 12, 26)),))
    assert Hours.from_data(hours.to_data()) == hours
    assert Pace.from_data(Pace(24, 48, pace.SUBSTITUTE).to_data()) == Pace(24, 48, pace.SUBSTITUTE)
