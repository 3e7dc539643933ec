"""Flotation and capital in 1860 (rules 1860-FLOAT)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.ids import NOWHERE
from railhead.core.state import FLOATED
from railhead.core.steps import Step
from railhead.core.text import Text
from railhead.rules.homes import LayHome
from railhead.rules.operating import OperatingTurn
from railhead.rules.stock import StockTurn
from railhead.testing import Table, rule
from railhead.titles.t1860.rounds import worth

PARS = {
    "C&N": (74, 82, 90, 100),
    "IOW": (74, 82, 90, 100),
    "IWNJ": (62, 68, 74, 82),
    "FYN": (62, 68, 74, 82),
    "NGStL": (58, 62, 68),
    "BHI&R": (58, 62, 68),
    "S&C": (54, 58, 62),
    "VY&SC": (54, 58, 62),
}
HOMES = {
    "C&N": ("F2.0", 4),
    "IOW": ("I3.0", 4),
    "IWNJ": ("G7.0", 3),
    "FYN": ("B4.0", 3),
    "NGStL": ("G9.0", 2),
    "BHI&R": ("L6.0", 2),
    "S&C": ("F12.0", 2),
    "VY&SC": ("E9.0", 2),
}
HOME_TILES = {
    "C&N": "787@0 F2",
    "FYN": "5@5 B4",
    "NGStL": "746@1 G9",
    "BHI&R": "5@1 L6",
    "S&C": "57@2 F12",
    "VY&SC": "746@0 E9",
}


def about_to_float(company: str = "IWNJ", par: int = 0) -> Table:
    """A directs the company with three shares, B has one and buys the next; it is his turn."""
    table = Table()
    table.start(company, par=par or PARS[company][0], shares={"A": 3, "B": 1})
    table.stock_turn("B")
    return table


def floats(company: str = "IWNJ", par: int = 0) -> Table:
    table = about_to_float(company, par)
    table.do(f"buy {company} from ipo")
    return table


def asks(table: Table, kind: type[Step]) -> bool:
    return isinstance(table.step, kind)


def lay(text: str) -> str:
    placed, hex_ = text.split()
    tile, rotation = placed.split("@")
    return f"lay {tile} on {hex_} turned {rotation}"


# -- when -----------------------------------------------------------------------------------------


@rule("1860-FLOAT-01")
def test_a_company_floats_with_the_fifth_share_in_players_hands_and_not_with_the_fourth() -> None:
    table = Table()
    table.start("IWNJ", par=62, shares={"A": 2, "B": 1})
    table.stock_turn("C")
    table.do("buy IWNJ from ipo")
    assert not table.has("IWNJ", FLOATED)
    assert table.cash("IWNJ") == 0
    assert table.state.price[table.company("IWNJ")] == NOWHERE
    assert table.state.tokens == {}
    table.do("buy IWNJ from ipo")
    assert table.has("IWNJ", FLOATED)


@rule("1860-FLOAT-01")
def test_shares_in_the_pool_do_not_count() -> None:
    table = Table()
    table.start("IWNJ", par=62, shares={"A": 2, "B": 1, "pool": 2})
    table.stock_turn("C")
    table.do("buy IWNJ from ipo")
    assert table.shares("ipo", "IWNJ") == 4
    assert not table.has("IWNJ", FLOATED)
    assert table.cash("IWNJ") == 0


@rule("1860-FLOAT-01")
def test_a_share_bought_back_from_the_pool_counts_again() -> None:
    table = Table()
    table.start("IWNJ", par=62, shares={"A": 3, "B": 1, "pool": 2})
    table.stock_turn("C")
    table.do("buy IWNJ from pool")
    assert table.has("IWNJ", FLOATED)
    assert table.cash("IWNJ") == 620


@rule("1860-FLOAT-01")
def test_one_player_alone_may_float_a_company() -> None:
    table = Table()
    table.start("IWNJ", par=62, shares={"A": 4})
    table.stock_turn("A")
    table.do("buy IWNJ from ipo")
    assert table.has("IWNJ", FLOATED)


@rule("1860-FLOAT-01")
def test_an_exchanged_share_counts() -> None:
    table = Table()
    table.start("IOW", par=74, shares={"A": 3, "B": 1})
    table.give_private("Ryde", "B")
    table.stock_turn("B")
    table.do("exchange Ryde")
    assert table.has("IOW", FLOATED)
    assert table.cash("IOW") == 740


@rule("1860-FLOAT-01", "1860-FLOAT-02")
def test_a_company_floats_once_and_stays_afloat_when_shares_are_sold() -> None:
    table = floats("IWNJ", 62)
    table.do("pass", "sell 1 IWNJ", "pass", "sell 2 IWNJ", "pass")
    assert table.has("IWNJ", FLOATED)
    table.do(*["buy IWNJ from ipo", "pass", "pass"] * 3)
    assert (table.shares("A", "IWNJ"), table.shares("C", "IWNJ")) == (2, 3)
    assert table.cash("IWNJ") == 620
    assert table.state.spare_tokens[table.company("IWNJ")] == 2


# -- capital --------------------------------------------------------------------------------------


@rule("1860-FLOAT-02")
@pytest.mark.parametrize(("company", "par"), [(company, par) for company in PARS for par in PARS[company]])
def test_the_capital_is_ten_times_par_in_credits_at_once(company: str, par: int) -> None:
    table = about_to_float(company, par)
    bank, buyer = table.cash("ipo"), table.cash("B")
    table.do(f"buy {company} from ipo")
    assert table.cash(company) == 10 * par
    assert table.cash("ipo") == bank + par
    assert table.cash("B") == buyer - par
    assert (table.cash("A"), table.cash("C")) == (670, 670)


# -- the home base --------------------------------------------------------------------------------


@rule("1860-FLOAT-03")
@pytest.mark.parametrize("company", HOMES)
def test_the_home_base_is_placed_free_and_the_other_bases_go_to_the_charter(company: str) -> None:
    home, bases = HOMES[company]
    table = floats(company)
    assert table.state.tokens == {table.stop(home): (table.company(company),)}
    assert table.state.spare_tokens[table.company(company)] == bases - 1
    if company in HOME_TILES:
        table.do(lay(HOME_TILES[company]))
    assert table.state.tokens == {table.stop(home): (table.company(company),)}
    assert table.cash(company) == 10 * PARS[company][0]
    assert table.state.round.kind == "stock"


@rule("1860-FLOAT-03", "1860-FLOAT-05")
def test_after_the_end_of_building_a_floating_company_gets_capital_but_no_base_and_no_tile() -> None:
    table = about_to_float("S&C")
    table.remember(building_over=True)
    table.do("buy S&C from ipo")
    assert table.has("S&C", FLOATED)
    assert (table.cash("S&C"), table.price("S&C")) == (540, 54)
    assert table.state.tokens == {}
    assert table.state.spare_tokens[table.company("S&C")] == 2
    assert asks(table, StockTurn)


# -- the marker -----------------------------------------------------------------------------------


@rule("1860-FLOAT-04")
@pytest.mark.parametrize("par", PARS["IWNJ"])
def test_the_marker_goes_to_the_market_at_par(par: int) -> None:
    table = floats("IWNJ", par)
    company = table.company("IWNJ")
    assert table.book.market.prices[table.state.price[company]] == par
    assert table.state.stack == (company,)


@rule("1860-FLOAT-04")
@pytest.mark.parametrize(("first", "second"), [("IOW", "IWNJ"), ("IWNJ", "IOW")])
def test_of_two_companies_with_the_same_par_the_earlier_to_float_operates_first(first: str, second: str) -> None:
    table = Table()
    for company in (first, second):
        table.start(company, par=74, shares={"A": 3, "B": 1})
    table.stock_turn("B")
    table.do(f"buy {first} from ipo", f"buy {second} from ipo", "pass", "pass", "pass")
    assert table.state.round.kind == "operating"
    turn = table.state.agenda[2]
    assert isinstance(turn, OperatingTurn)
    assert table.book.company_names[turn.company] == first


@rule("1860-FLOAT-04")
def test_the_new_marker_goes_under_those_already_at_its_price() -> None:
    table = about_to_float("IWNJ", 74)
    table.float("C&N", par=90, shares={"C": 5}, price=74, operated=True)
    table.do("buy IWNJ from ipo")
    assert table.state.stack == (table.company("C&N"), table.company("IWNJ"))


# -- the home tile --------------------------------------------------------------------------------


@rule("1860-FLOAT-05")
@pytest.mark.parametrize("company", HOME_TILES)
def test_the_director_lays_a_yellow_tile_on_a_home_without_track_before_play_goes_on(company: str) -> None:
    table = floats(company)
    assert asks(table, LayHome)
    assert table.turn == "A"
    home = HOMES[company][0].partition(".")[0]
    assert table.offered()
    assert all(text.startswith("lay ") and f" on {home} " in text for text in table.offered())
    table.refuses("pass", "1860-FLOAT-05")
    table.do(lay(HOME_TILES[company]))
    assert list(table.state.tiles) == [table.hex(home)]
    assert asks(table, StockTurn)
    assert table.turn == "C"


@rule("1860-FLOAT-05")
@pytest.mark.parametrize("phase", ["2", "3", "5"])
@pytest.mark.parametrize("company", ["IOW", "IWNJ"])
def test_a_home_with_printed_track_gets_no_tile(company: str, phase: str) -> None:
    table = about_to_float(company)
    table.set_phase(phase)
    table.do(f"buy {company} from ipo")
    assert asks(table, StockTurn)
    assert table.turn == "C"
    assert table.state.tiles == {}


@rule("1860-FLOAT-05")
@pytest.mark.parametrize("phase", ["2", "3", "5"])
@pytest.mark.parametrize("company", HOME_TILES)
def test_a_home_with_a_tile_gets_no_other(company: str, phase: str) -> None:
    table = about_to_float(company)
    table.set_phase(phase)
    table.lay(HOME_TILES[company])
    tiles = dict(table.state.tiles)
    table.do(f"buy {company} from ipo")
    assert asks(table, StockTurn)
    assert table.state.tiles == tiles
    assert table.state.tokens == {table.stop(HOMES[company][0]): (table.company(company),)}


@rule("1860-FLOAT-05")
def test_a_buyer_who_floats_the_company_and_becomes_director_lays_the_tile() -> None:
    table = Table()
    table.start("S&C", par=54, shares={"A": 2, "B": 2})
    table.stock_turn("B")
    table.do("buy S&C from ipo")
    assert table.director("S&C") == "B"
    assert table.turn == "B"
    table.do("lay 57 on F12 turned 2")
    assert table.turn == "C"


@rule("1860-FLOAT-05")
def test_the_turn_goes_back_to_a_buyer_who_can_still_act() -> None:
    table = Table()
    table.start("C&N", par=74, shares={"A": 3})
    table.give_private("Cowes", "B")
    table.stock_turn("B")
    table.do("buy C&N from ipo", "exchange Cowes")
    assert table.turn == "A"
    table.do("lay 787 on F2 turned 1")
    assert table.turn == "C"


@rule("1860-FLOAT-05")
@pytest.mark.parametrize(
    ("action", "cited"),
    [
        ("lay 57 on F12 turned 0", "1860-TRACK-13"),
        ("lay 115 on F12 turned 0", "1860-TRACK-13"),
        ("lay 9 on F12 turned 2", "1860-TRACK-03"),
        ("lay 741 on F12 turned 2", "1860-TRACK-03"),
        ("lay 746 on F12 turned 2", "1860-TRACK-04"),
        ("lay 57 on I9 turned 2", "1860-FLOAT-05"),
        ("lay 741 on F10 turned 0", "1860-FLOAT-05"),
        ("lay 12 on F12 turned 2", "1860-TRACK-16"),
    ],
)
def test_the_home_tile_obeys_the_normal_limits_of_placing(action: str, cited: str) -> None:
    table = floats("S&C")
    table.refuses(action, cited)


@rule("1860-FLOAT-05")
def test_the_home_tile_is_yellow_in_later_phases_too() -> None:
    table = about_to_float("S&C")
    table.set_phase("5")
    table.do("buy S&C from ipo")
    table.refuses("lay 12 on F12 turned 2", "1860-TRACK-17")
    tiles = table.book.tiles
    colours = {tiles.facts[tiles.index[text.split()[1]]].colour for text in table.offered("lay")}
    assert colours == {"yellow"}


@rule("1860-FLOAT-05")
def test_the_home_tile_comes_from_the_supply() -> None:
    table = about_to_float("S&C")
    table.lay("57@0 J6", "57@0 I9")
    table.do("buy S&C from ipo")
    table.refuses("lay 57 on F12 turned 2", "1860-SETUP-02")
    left = table.state.supply[table.book.tiles.index["6"]]
    table.do("lay 6 on F12 turned 2")
    assert table.state.supply[table.book.tiles.index["6"]] == left - 1


@rule("1860-FLOAT-05")
def test_without_a_fitting_tile_the_base_is_placed_and_play_goes_on() -> None:
    table = about_to_float("FYN")
    table.lay("5@0 J6", "5@0 I9", "115@0 B6", "115@3 F12")
    table.do("buy FYN from ipo")
    assert asks(table, StockTurn)
    assert table.turn == "C"
    assert table.state.tokens == {table.stop("B4.0"): (table.company("FYN"),)}
    assert table.hex("B4") not in table.state.tiles


@rule("1860-FLOAT-06")
def test_the_home_tile_does_not_count_among_the_tiles_of_the_first_turn() -> None:
    table = floats("S&C")
    table.do("lay 5 on F12 turned 2", "pass", "pass", "pass")
    assert table.state.round.kind == "operating"
    assert table.turn == "A"
    table.do("lay 741 on F10 turned 0", "lay 7 on E11 turned 4")
    assert set(table.state.tiles) == {table.hex(name) for name in ("F12", "F10", "E11")}
    assert not table.offered("lay")


# -- operating ------------------------------------------------------------------------------------


@rule("1860-FLOAT-07")
def test_a_company_operates_in_the_operating_round_after_it_floats() -> None:
    table = floats("IWNJ")
    table.do("pass", "pass", "pass")
    assert (table.state.round.kind, table.state.round.number, table.state.round.index) == ("operating", 2, 1)
    turn = table.state.agenda[2]
    assert isinstance(turn, OperatingTurn)
    assert turn.company == table.company("IWNJ")
    assert table.turn == "A"


@rule("1860-FLOAT-07")
def test_a_company_that_has_not_floated_does_not_operate() -> None:
    table = about_to_float("IWNJ")
    table.do("pass", "pass", "pass")
    assert (table.state.round.kind, table.state.round.number) == ("stock", 3)


# -- credits --------------------------------------------------------------------------------------


@rule("1860-FLOAT-08")
@pytest.mark.parametrize("payee", ["A", "ipo"])
def test_credits_are_never_paid_to_players_or_into_their_money(payee: str) -> None:
    table = floats("IWNJ")
    with pytest.raises(AssertionError):
        effects.pay(table.game, table.owner("IWNJ"), table.owner(payee), 10, Text("a gift"))
    with pytest.raises(AssertionError):
        effects.pay(table.game, table.owner(payee), table.owner("IWNJ"), 10, Text("a gift"))


@rule("1860-FLOAT-08")
def test_a_dividend_comes_from_the_bank_and_not_from_the_treasury() -> None:
    table = Table()
    table.float("IOW", par=74, shares={"A": 3, "B": 2}, treasury=300)
    table.state.revenue[table.company("IOW")] = 100
    table.operating_turn("IOW", "dividend")
    bank = table.cash("ipo")
    table.do("pay")
    assert (table.cash("A"), table.cash("B"), table.cash("C")) == (700, 690, 670)
    assert table.cash("ipo") == bank - 50
    assert table.cash("IOW") == 300


@rule("1860-FLOAT-08")
def test_kept_revenue_goes_to_the_treasury_in_credits() -> None:
    table = Table()
    table.float("IOW", par=74, shares={"A": 3, "B": 2}, treasury=300)
    table.give_trains("IOW", "2+1")
    table.state.revenue[table.company("IOW")] = 100
    table.operating_turn("IOW", "dividend")
    bank = table.cash("ipo")
    table.do("keep")
    assert table.cash("IOW") == 400
    assert table.cash("ipo") == bank
    assert (table.cash("A"), table.cash("B")) == (670, 670)


@rule("1860-FLOAT-08")
def test_credits_are_spent_on_bases_and_trains_and_the_bank_gets_no_money() -> None:
    table = floats("IOW", 74)
    table.lay("57@2 J4")
    bank = table.cash("ipo")
    table.operating_turn("IOW", "base")
    table.do("token at J4.0")
    assert table.cash("IOW") == 740 - 40
    table.operating_turn("IOW", "trains")
    table.do("train 2+1 from ipo")
    assert table.cash("IOW") == 700 - 250
    assert table.cash("ipo") == bank
    assert [table.cash(player) for player in "ABC"] == [670, 596, 670]


@rule("1860-FLOAT-08")
def test_credits_are_spent_on_building_and_the_bank_gets_no_money() -> None:
    table = floats("S&C", 62)
    bank = table.cash("ipo")
    table.do("lay 6 on F12 turned 3")
    table.operating_turn("S&C", "track")
    table.do("lay 7 on G13 turned 2")
    assert table.cash("S&C") == 620 - 60
    assert table.cash("ipo") == bank
    assert [table.cash(player) for player in "ABC"] == [670, 608, 670]


@rule("1860-FLOAT-08")
def test_the_director_cannot_take_credits_in_any_part_of_the_turn() -> None:
    table = Table()
    table.float("IOW", par=74, shares={"A": 3, "B": 2})
    verbs = set()
    for part in ("track", "base", "trains"):
        table.operating_turn("IOW", part)
        verbs |= {text.split()[0] for text in table.offered()}
    assert verbs <= {"lay", "token", "train", "offer", "pass"}


@rule("1860-FLOAT-08")
@pytest.mark.parametrize("treasury", [0, 740, 4000])
def test_credits_do_not_count_for_a_players_worth(treasury: int) -> None:
    table = Table()
    table.float("IOW", par=74, shares={"A": 3, "B": 2}, treasury=treasury)
    table.give_trains("IOW", "2+1")
    assert worth(table.game, table.seat("A")) == 670 + 3 * 74


@rule("1860-FLOAT-09")
def test_two_companies_of_one_director_do_not_pool_their_credits() -> None:
    table = Table()
    table.float("IOW", par=74, shares={"A": 5}, treasury=249)
    table.float("C&N", par=74, shares={"A": 5}, treasury=2000)
    table.operating_turn("IOW", "trains")
    table.refuses("train 2+1 from ipo", "1860-TRAIN-01")
    table.give_cash("IOW", 250)
    table.do("train 2+1 from ipo")
    assert (table.cash("IOW"), table.cash("C&N")) == (0, 2000)


@rule("1860-FLOAT-09")
def test_credits_pass_between_companies_only_as_the_price_of_a_train() -> None:
    table = Table()
    table.float("IOW", par=74, shares={"A": 5}, treasury=300)
    table.float("C&N", par=74, shares={"A": 5}, treasury=100)
    table.float("IWNJ", par=62, shares={"A": 5}, treasury=55)
    table.give_trains("C&N", "2+1")
    table.operating_turn("IOW", "trains")
    table.do("offer 120 for 2+1 of C&N")
    assert (table.trains("IOW"), table.trains("C&N")) == (["2+1"], [])
    assert [table.cash(c) for c in ("IOW", "C&N", "IWNJ")] == [180, 220, 55]


@rule("1860-FLOAT-09")
def test_the_capital_goes_to_the_floating_company_alone() -> None:
    table = about_to_float("IWNJ", 62)
    table.float("C&N", par=74, shares={"A": 5}, treasury=33)
    table.do("buy IWNJ from ipo")
    assert (table.cash("IWNJ"), table.cash("C&N")) == (620, 33)
