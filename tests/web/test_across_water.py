"""Runs of a title with a sea, as the page tells of them: how they get across water, and trains joined in vain."""

from __future__ import annotations

from railhead.core.ids import FIRST_SEAT, Seat
from railhead.play.prospect import Prospect
from railhead.web.presenters.crossed import crossings
from railhead.web.presenters.foresight import can_run, foresight, run_after
from tests.titles.t18oe.lines import Lines, railroad
from tests.titles.t18oe.test_express import RUN, orient
from tests.titles.t18oe.test_ferries import SARDINIA, SASSARI_ROMA


def told(at: Lines, company: str, run: str) -> list[str]:
    return list(crossings(at.book, at.problem(company).network, at.plan(f"4 {run}")[0].path).values())


def test_a_ferry_and_the_seas_are_named_where_a_run_takes_them() -> None:
    at = railroad("SFR", SARDINIA, ("4",))
    assert told(at, "SFR", SASSARI_ROMA) == ["by ferry"]
    at = railroad("BHB", (), ("4",))
    assert told(at, "BHB", "K46.0-K46-B41-B41.0") == ["by sea: German Bight, Skagerrak"]
    assert told(orient(), "GWR", RUN) == []


def test_joining_trains_that_cannot_run_together_leads_to_no_run() -> None:
    """From London to Constantinople all the way by sea: no Orient Express, as that uses track on land."""
    at = railroad("GWR", ("OE39@0 AA82",), ("4", "4", "4"), tokens=("M28.0",))
    at.operate("GWR", "run")
    now, joins = Prospect(at.book, at.state, Seat(FIRST_SEAT)), at.action("join 4&4&4")
    assert foresight(now, joins) is None
    after = run_after(now, joins)
    assert after is not None
    assert not can_run(after), "which is said where its best run would be"


def test_nothing_is_foreseen_where_joined_trains_can_run() -> None:
    at = orient("5", ("3", "4"))
    at.operate("GWR", "run")
    assert foresight(Prospect(at.book, at.state, Seat(FIRST_SEAT)), at.action("join 3&4")) is None
