"""What the page says of actions before which somebody may step in, and of trades that hand over more than cash."""

from __future__ import annotations

from railhead.core import engine
from railhead.core.ids import FIRST_SEAT, Owner, Seat
from railhead.play import wording
from railhead.play.prospect import Prospect
from railhead.testing import Table
from railhead.web.presenters.decision import Decision, Offer, decision
from railhead.web.presenters.outlook import outlook
from tests.titles.t18oe.test_barclay import with_barclay
from tests.titles.t18oe.test_private_tokens import minor_d, with_private
from tests.titles.t18oe.test_reserving import first_round
from tests.titles.t18oe.test_trading import market, steps


def decided(table: Table) -> Decision:
    """What the page offers to whoever decides."""
    choices = engine.choices(table.book, table.state)
    assert choices is not None
    return decision(Prospect(table.book, table.state, choices.seat), choices)


def offer(table: Table, action: str) -> Offer:
    found = (each for group in decided(table).groups for _, row in group.rows for each in row)
    return next(each for each in found if each.action == action)


def chips(table: Table, action: str) -> list[str]:
    told = offer(table, action).outlook
    assert told is not None
    return [chip.text for chip in told.chips]


def test_a_sale_shows_what_it_brings_if_nobody_keeps_the_marker_from_falling() -> None:
    assert chips(with_barclay(), "sell 1 PLM") == ["+100", "100 → 90"]
    bens = with_barclay(owner="Ben")
    assert chips(bens, "sell 1 PLM") == ["+100", "100 → 90", "unless Ben steps in"]
    assert offer(bens, "sell 1 PLM").foresight is None, "Ben agrees to nothing: he may use a right"


def test_a_share_that_others_may_reserve_is_offered_at_its_price() -> None:
    table = first_round()
    bought = offer(table, "buy PLM from PLM")
    assert bought.deal is not None
    par = table.book.market.prices[table.state.par[table.company("PLM")]]
    assert bought.deal.figure == par
    assert chips(table, "buy PLM from PLM")[-1] == "unless Ben/Cleo/Dan steps in"


def test_whoever_accepts_a_trade_sees_which_privates_change_hands() -> None:
    table = market()
    table.do(*steps("B+WS", "C+SML", 10))
    accept = table.action("accept")
    ben = Prospect(table.book, table.state, Seat(Owner(FIRST_SEAT + 1)))
    told = [chip.text for chip in outlook(ben, accept, "accept").chips]
    assert told[-2:] == ["WS goes to Ben", "SML goes to Ann"]


def listed(table: Table) -> tuple[tuple[str, str], ...]:
    """The places in the only list of places that there is."""
    (form,) = (form for group in decided(table).groups for form in group.forms)
    (field,) = form.fields
    return field.options


def test_places_in_a_list_have_names_and_stand_in_their_order() -> None:
    cities = listed(minor_d())
    assert dict(cities)["U34.0"] == "Lyon (U34)"
    assert [name for _, name in cities] == sorted(name for _, name in cities)
    hexes = [name for _, name in listed(with_private("HMLC"))]
    assert hexes[0] == "Aberdeen (E28)", "those without a name come last"
    assert hexes[-1] in minor_d().book.board.index


def test_pullmans_are_bought_of_the_bank_like_trains() -> None:
    table = with_barclay()
    said = [str(wording.said(table.book, table.action(f"pullman from {source}"))) for source in ("ipo", "pool")]
    assert said == ["Buy a Pullman from the bank", "Buy a Pullman from the bank, returned"]
