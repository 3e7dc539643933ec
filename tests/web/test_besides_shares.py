"""What can be done in a stock turn besides dealing in shares: proposals of mergers, with cash for either side."""

from __future__ import annotations

from railhead.core.ids import FIRST_SEAT, Seat
from railhead.play.prospect import Prospect
from railhead.titles.t18oe.merge_actions import ProposeMerger
from railhead.web.presenters.forms import amount_of
from tests.titles.t18oe.test_merging import table_with


def test_an_amount_that_may_go_either_way_begins_with_nothing() -> None:
    table = table_with("4", "B", "Ben")
    now = Prospect(table.book, table.state, Seat(FIRST_SEAT))
    choice = next(choice for choice in now.choices or () if choice.action is ProposeMerger)
    amount = amount_of(now, choice)
    assert amount.low < 0 < amount.high
    assert amount.begins == 0
    assert amount.hints == (amount.low, 0, amount.high)
    assert amount.asked.endswith("below zero, you are paid")
