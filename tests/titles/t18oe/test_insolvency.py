"""Railroads that cannot pay for their reserved train (18OE-INSOLV)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.audit import audit
from railhead.core.state import FLOATED, INSOLVENT
from railhead.rules.operating import operating_order
from railhead.testing import rule
from railhead.titles.t18oe.record import Lay
from tests.titles.t18oe.table import Europe


def minor(symbol: str = "E", cash: int = 50, owner: int = 20) -> Europe:
    """A minor of Ann in its first operating round."""
    at = Europe(phase="2", railroad_phase="regional")
    at.minor(symbol, "Ann", "UK", "F25.0", cash=cash, operated=False)
    at.give_cash("Ann", owner)
    return at


def regional(par: int = 60, cash: int = 50, owner: int = 20, others: int = 0) -> Europe:
    """The GWR is a regional of Ann in its first operating round; Ben has some of its shares."""
    at = Europe(phase="2", railroad_phase="regional")
    at.regional("GWR", par, {"Ann": 2, "Ben": others}, cash=cash, operated=False)
    at.give_cash("Ann", owner)
    return at


def insolvent(at: Europe, symbol: str) -> bool:
    return at.has(symbol, INSOLVENT)


@rule("18OE-INSOLV-01", "18OE-INSOLV-02", "18OE-INSOLV-03")
def test_a_minor_that_cannot_pay_with_all_its_owners_cash() -> None:
    """Worked example EX-39 of the rule list."""
    at = minor()
    bank = at.cash("ipo")
    at.operate("E", "buy")
    assert at.waits
    assert insolvent(at, "E")
    assert (at.cash("E"), at.trains("E"), at.cash("Ann")) == (70, ["2+2"], 120)
    assert (at.director("E"), at.shares("pool", "E"), at.cash("ipo")) == ("pool", 1, bank - 120)
    assert audit(at.book, at.state) == []


@rule("18OE-INSOLV-01", "18OE-FORCED-06")
@pytest.mark.parametrize(("owner", "fails"), [(49, True), (50, False)])
def test_a_pound_decides(owner: int, fails: bool) -> None:
    at = minor(cash=50, owner=owner)
    at.operate("E", "buy")
    assert insolvent(at, "E") == fails


@rule("18OE-INSOLV-01")
def test_majors_do_not_become_insolvent_nor_those_that_have_had_their_train() -> None:
    at = Europe(phase="2", railroad_phase="major")
    at.major("GWR", 100, {"Ann": 2}, cash=0, operated=False)
    at.minor("E", "Ann", "UK", "F25.0", cash=0)
    at.remember(provided=(at.company("E"),))
    at.give_cash("Ann", 0)
    at.operate("GWR", "buy")
    assert (insolvent(at, "GWR"), at.offered()) == (False, ["surrender"])
    at.operate("E", "buy")
    assert (insolvent(at, "E"), at.waits) == (False, True)


@rule("18OE-INSOLV-03")
@pytest.mark.parametrize("par", [60, 65, 70, 75, 80, 90])
def test_the_president_of_a_regional_is_paid_twice_its_par(par: int) -> None:
    at = regional(par, others=1)
    at.operate("GWR", "buy")
    assert (at.cash("Ann"), at.cash("GWR"), at.director("GWR")) == (2 * par, 70, "pool")
    assert (at.shares("Ann", "GWR"), at.shares("pool", "GWR"), at.shares("Ben", "GWR")) == (0, 2, 1)
    assert audit(at.book, at.state) == []


@rule("18OE-INSOLV-03")
def test_a_president_keeps_ordinary_shares() -> None:
    at = Europe(phase="2", railroad_phase="regional")
    at.regional("GWR", 60, {"Ann": 4}, cash=50, operated=False)
    at.give_cash("Ann", 20)
    at.operate("GWR", "buy")
    assert (at.shares("Ann", "GWR"), at.director("GWR")) == (2, "pool")


@rule("18OE-INSOLV-04")
def test_an_insolvent_railroad_does_not_operate() -> None:
    at = minor()
    at.operate("E", "buy")
    assert at.company("E") not in operating_order(at.game)
    assert at.has("E", FLOATED)


# -- what is taken back first ---------------------------------------------------------------------


def with_token(at: Europe, symbol: str, paid: int) -> None:
    """The railroad has placed its second token in Edinburgh in this turn."""
    stop = at.stop("G26.0")
    effects.place_token(at.game, at.company(symbol), stop)
    slots = list(at.record.slots)
    slots[at.company(symbol)] = ()
    at.remember(token_paid=(stop, 20, paid), slots=tuple(slots))


@rule("18OE-INSOLV-07")
def test_a_token_that_cost_nothing_stays() -> None:
    """Wien Südbahnhof has paid for it: to take it back would avert nothing."""
    at = minor(cash=30, owner=10)
    with_token(at, "E", 0)
    at.operate("E", "buy")
    assert insolvent(at, "E")
    assert at.state.tokens[at.stop("G26.0")] == (at.company("E"),)


@rule("18OE-INSOLV-07")
def test_a_token_of_this_turn_is_returned_and_refunded() -> None:
    """20 for the slot and 40 for a sea zone come back: enough, so that the track stays and the train is bought."""
    at = minor(cash=30, owner=10)
    at.lay("6@0 L25")
    at.remember(lays=(Lay(at.hex("L25"), None, 30),))
    with_token(at, "E", 60)
    bank = at.cash("ipo")
    at.operate("E", "buy")
    assert (at.cash("E"), at.cash("ipo"), insolvent(at, "E")) == (90, bank - 60, False)
    assert at.stop("G26.0") not in at.state.tokens
    assert (at.record.slots[at.company("E")], at.state.spare_tokens[at.company("E")]) == ((20,), 1)
    assert at.hex("L25") in at.state.tiles
    at.do("train 2+2 from ipo")
    assert (at.cash("E"), at.cash("Ann")) == (0, 0)
    assert audit(at.book, at.state) == []


@rule("18OE-INSOLV-07")
def test_nothing_is_taken_back_if_the_railroad_can_pay() -> None:
    at = minor(cash=90, owner=10)
    with_token(at, "E", 20)
    at.operate("E", "buy")
    assert at.stop("G26.0") in at.state.tokens
    assert at.cash("E") == 90


@rule("18OE-INSOLV-08")
def test_then_all_track_that_cost_money_is_taken_back() -> None:
    """The free tile at Bristol stays; both others go, although one refund alone would have been enough."""
    at = minor(cash=10, owner=10)
    at.lay("6@0 L25", "9@0 K24", "9@0 L27")
    lays = (Lay(at.hex("L25"), None, 0), Lay(at.hex("K24"), None, 45), Lay(at.hex("L27"), None, 60))
    at.remember(lays=lays)
    with_token(at, "E", 20)
    at.operate("E", "buy")
    assert (at.cash("E"), insolvent(at, "E")) == (10 + 20 + 45 + 60, False)
    assert [at.hex(name) in at.state.tiles for name in ("L25", "K24", "L27")] == [True, False, False]
    assert at.record.lays == lays[:1]
    assert audit(at.book, at.state) == []


@rule("18OE-INSOLV-08")
def test_a_tile_upon_a_tile_that_cost_money_goes_with_it() -> None:
    at = minor(cash=10, owner=10)
    at.lay("6@0 L25")
    yellow = at.state.tiles[at.hex("L25")]
    at.lay("12@0 L25")
    at.remember(lays=(Lay(at.hex("L25"), None, 90), Lay(at.hex("L25"), yellow, 0)))
    at.operate("E", "buy")
    assert (at.cash("E"), at.hex("L25") in at.state.tiles) == (100, False)


@rule("18OE-INSOLV-08")
def test_an_upgrade_that_cost_money_gives_way_to_the_tile_before() -> None:
    at = minor(cash=10, owner=10)
    at.lay("6@0 L25")
    yellow = at.state.tiles[at.hex("L25")]
    at.lay("12@0 L25")
    at.remember(lays=(Lay(at.hex("L25"), None, 0), Lay(at.hex("L25"), yellow, 90)))
    at.operate("E", "buy")
    assert (at.cash("E"), at.state.tiles[at.hex("L25")]) == (100, yellow)


def test_patronage_is_paid_back_and_its_tile_returns() -> None:
    at = minor(cash=70, owner=10)
    tile = at.record.patronage[0]
    name = at.book.board.names[tile[0]]
    at.lay(f"6@0 {name}")
    at.remember(lays=(Lay(tile[0], None, 45, bounty=20),), patronage=at.record.patronage[1:])
    at.operate("E", "buy")
    assert at.cash("E") == 70 + 45 - 20
    assert tile in at.record.patronage


@rule("18OE-INSOLV-07", "18OE-INSOLV-08")
def test_if_all_that_is_not_enough_the_railroad_is_insolvent() -> None:
    at = minor(cash=10, owner=10)
    at.lay("9@0 K24")
    at.remember(lays=(Lay(at.hex("K24"), None, 45),))
    with_token(at, "E", 20)
    at.operate("E", "buy")
    assert insolvent(at, "E")
    assert at.cash("E") == 10 + 20 + 45 + 10
    assert (at.hex("K24") in at.state.tiles, at.stop("G26.0") in at.state.tokens) == (False, False)


# -- buying it ------------------------------------------------------------------------------------


def bought(at: Europe, symbol: str, cash: int, railroad_phase: int = 2) -> Europe:
    """After the insolvency it is Ben's stock turn."""
    at.operate(symbol, "buy")
    at.remember(railroad_phase=railroad_phase)
    at.give_cash("Ben", cash)
    at.stock_turn("Ben")
    return at


@rule("18OE-INSOLV-05")
@pytest.mark.parametrize(
    ("symbol", "treasury", "cost"), [("E", 70, 150), ("E", 0, 220), ("J", 70, 140), ("J", 60, 150)]
)
def test_a_player_buys_it_for_its_face_value_and_what_it_lacks(symbol: str, treasury: int, cost: int) -> None:
    """Worked example EX-39 of the rule list: 120 and 30; minor J lacks only 20, as its train costs 90."""
    at = bought(minor(symbol, cash=treasury, owner=0), symbol, cost - 1)
    at.refuses(f"rescue {symbol}", "18OE-INSOLV-05")
    at.give_cash("Ben", cost)
    bank = at.cash("ipo")
    at.do(f"rescue {symbol}")
    assert (at.cash("Ben"), at.cash(symbol), at.cash("ipo")) == (0, 0, bank + cost + treasury)
    assert (at.director(symbol), at.trains(symbol), insolvent(at, symbol)) == ("Ben", ["2+2"], False)
    assert at.company(symbol) in operating_order(at.game)
    assert at.turn == "Cleo", "it was a stock action"


@rule("18OE-INSOLV-05", "18OE-INSOLV-06")
@pytest.mark.parametrize("railroad_phase", [2, 3])
def test_a_regional_is_bought_at_its_old_par(railroad_phase: int) -> None:
    at = bought(regional(par=90, others=1), "GWR", 500, railroad_phase)
    at.do("rescue GWR")
    assert (at.cash("Ben"), at.director("GWR"), at.shares("Ben", "GWR")) == (500 - 180 - 30, "Ben", 3)
    assert at.price("GWR") == 90


@rule("18OE-INSOLV-05", "18OE-CERT-08")
def test_it_counts_as_a_certificate_and_nothing_else_is_rescued() -> None:
    at = bought(minor(), "E", 500)
    at.minor("F", "Cleo", "UK", "J15.0")
    at.refuses("rescue F", "18OE-INSOLV-05")
    for symbol in ("SB", "MAV", "BHB", "KBS", "POB"):
        at.major(symbol, 100, {"Ben": 10})
    at.major("KSS", 100, {"Ben": 3})
    assert at.allows("rescue E"), "5 times 9 and 2 certificates are one less than the limit for three players, 48"
    at.give_shares("Ben", "SFAI", 1)
    at.refuses("rescue E", "18OE-CERT-08")


@rule("18OE-INSOLV-05")
def test_whoever_buys_both_ordinary_shares_does_not_become_president() -> None:
    at = bought(regional(others=1), "GWR", 500, 3)
    at.do("buy GWR from GWR")
    assert (at.shares("Ben", "GWR"), at.director("GWR")) == (2, "pool")


@rule("18OE-INSOLV-08")
@pytest.mark.parametrize("station", [0, 1, 2])
def test_a_home_at_a_station_of_a_metropolis_goes_back_to_its_city(station: int) -> None:
    """The first tile of Wien has three stations where one city is printed."""
    at = Europe(phase="2", railroad_phase="regional")
    at.regional("SB", 60, {"Ann": 2}, cash=0, operated=False)
    at.lay("OE4@0 R55")
    home = next(stop for stop, held in at.state.tokens.items() if at.company("SB") in held)
    if home != at.stop(f"R55.{station}"):
        effects.move_token(at.game, at.company("SB"), home, at.stop(f"R55.{station}"))
    effects.take_back_tile(at.game, at.hex("R55"), None)
    assert at.state.tokens == {at.stop("R55.0"): (at.company("SB"),)}
    assert audit(at.book, at.state) == []
