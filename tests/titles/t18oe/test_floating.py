"""Floating minors and regionals (rules 18OE-FLOAT)."""

from __future__ import annotations

import pytest

from railhead.core.state import CLOSED, FLOATED
from railhead.testing import rule
from railhead.titles.t18oe import floating, order_track
from railhead.titles.t18oe.facts import REGIONALS, REGIONS, ZONE, ZONES
from railhead.titles.t18oe.record import NO_ZONE
from tests.titles.t18oe.table import Europe

HOME_TOKENS = {"UK": 40, "FB": 20, "PHS": 40, "AH": 20, "IT": 10, "SP": 10, "SC": 10, "RU": 10}
"""Table 1 of the rulebook."""
TWO_HOMES = {
    "UK": ("F25.0", "H21.0"),
    "FB": ("U32.0", "V27.0"),
    "PHS": ("M36.0", "O52.0"),
    "AH": ("P53.0", "S50.0"),
    "IT": ("V39.0", "X45.0"),
    "SP": ("V17.0", "W6.0"),
    "SC": ("D57.0", "H47.0"),
    "RU": ("G68.0", "A64.0"),
}
"""By zone: two cities for homes of minors."""
THIRD_HOMES = {
    "UK": "J15.0",
    "FB": "R23.0",
    "PHS": "O40.0",
    "AH": "T53.0",
    "IT": "W40.0",
    "SP": "AC8.0",
    "SC": "C48.0",
    "RU": "T81.0",
}
"""By zone: another one."""


EVERY_HOME = {
    "UK": "F25 G26 H21 J15 J25",
    "FB": "N31 O28 Q38 R23 U32 V27 X33",
    "PHS": "J63 L37 M36 M44 O40 O52 O56 Q40 S42",
    "AH": "P53 P69 S50 T53 T69 V51 V55",
    "IT": "V39 W40 X45 AB57 AC40 AF49",
    "SP": "V17 W6 X13 Y20 AA20 AB27 AC16 AC8 AD9",
    "SC": "C48 D57 E56 H47 I52",
    "RU": "A64 B67 D77 G68 H63 H87 I76 J69 K78 K86 M68 N87 S78 T81 T87",
}
"""By zone: the cities for homes of minors at the beginning: no metropolis and no regional's home, in hexes A to AF."""


def first_round(minors: str = "A", players: int = 3, seed: int = 0) -> Europe:
    """Ann's turn in the first stock round; the minors are hers, nothing is in the cities."""
    table = Europe(players, seed=seed, railroad_phase="regional")
    for minor in minors:
        table.charter(minor, "Ann")
    table.stock_turn("Ann", number=1)
    return table


def without_patrons(table: Europe) -> Europe:
    """No city has a patronage tile."""
    table.remember(patronage=())
    return table


# -- minors ---------------------------------------------------------------------------------------


@rule("18OE-FLOAT-01")
def test_only_the_owner_floats_a_minor() -> None:
    table = first_round("A")
    table.charter("B", "Ben")
    table.refuses("float B at U32.0", "18OE-FLOAT-01")
    table.refuses("float C at U32.0", "18OE-FLOAT-01")
    table.refuses("float GWR at U32.0", "18OE-FLOAT-01")
    assert {text.split()[1] for text in table.offered("float")} == {"A"}
    table.do("float A at U32.0")
    table.stock_turn("Ann", number=1)
    table.refuses("float A at V27.0", "18OE-FLOAT-01")


@pytest.mark.parametrize("zone", HOME_TOKENS)
@rule("18OE-FLOAT-02", "18OE-FLOAT-03", "18OE-FLOAT-07")
def test_a_minor_takes_a_chit_and_pays_for_its_home(zone: str) -> None:
    table = without_patrons(first_round("ABC"))
    first, second = TWO_HOMES[zone]
    bank = table.cash("ipo")
    table.do(f"float A at {first}")
    assert table.record.zones[table.company("A")] == ZONE[zone]
    assert table.record.zones[table.company("B")] == NO_ZONE
    assert table.record.chits[ZONE[zone]] == 1
    assert table.cash("A") == 120 - HOME_TOKENS[zone]
    assert table.cash("ipo") == bank + HOME_TOKENS[zone]
    assert table.state.tokens[table.stop(first)] == (table.company("A"),)
    assert table.record.minor_homes == ((table.company("A"), table.hex(first.split(".")[0])),)
    assert table.record.slots[table.company("A")] == (20,)
    table.stock_turn("Ann", number=1)
    table.do(f"float B at {second}")
    assert table.record.chits[ZONE[zone]] == 0
    table.stock_turn("Ann", number=1)
    table.refuses(f"float C at {THIRD_HOMES[zone]}", "18OE-FLOAT-03")


@pytest.mark.parametrize(
    ("taken", "left"),
    [
        (("UK", "UK", "FB", "PHS"), (0, 0, 0)),
        (("UK", "FB", "PHS"), (1, 1, 1)),
        (("UK", "UK", "FB"), (0, 1, 2)),
        (("PHS", "PHS", "FB", "FB"), (0, 0, 0)),
        (("UK", "FB", "PHS", "AH"), (1, 1, 1)),
    ],
)
@rule("18OE-FLOAT-04")
def test_with_the_fourth_chit_of_the_three_zones_the_others_go(
    taken: tuple[str, ...], left: tuple[int, int, int]
) -> None:
    table = without_patrons(first_round("ABCDE"))
    used: dict[str, int] = {}
    for minor, zone in zip("ABCD", taken, strict=False):
        table.stock_turn("Ann", number=1)
        table.do(f"float {minor} at {TWO_HOMES[zone][used.get(zone, 0)]}")
        used[zone] = used.get(zone, 0) + 1
    assert tuple(table.record.chits[ZONE[zone]] for zone in ("UK", "FB", "PHS")) == left
    assert [table.record.chits[ZONE[zone]] for zone in ("IT", "SP", "SC", "RU")] == [2, 2, 2, 2]
    if left == (0, 0, 0):
        table.stock_turn("Ann", number=1)
        table.refuses(f"float E at {THIRD_HOMES['FB']}", "18OE-FLOAT-03")


@pytest.mark.parametrize(("city", "zone", "other"), [("O52.0", "PHS", "AH"), ("Q38.0", "FB", "PHS")])
@rule("18OE-FLOAT-05", "18OE-SETUP-19")
def test_on_a_boundary_the_zone_of_the_city_counts(city: str, zone: str, other: str) -> None:
    """Dresden needs a chit of Prussia, Nancy one of France; the others do not help."""
    table = without_patrons(first_round("AB"))
    table.do(f"float A at {city}")
    assert table.record.zones[table.company("A")] == ZONE[zone]
    table = without_patrons(first_round("AB"))
    table.remember(chits=tuple(0 if number == ZONE[zone] else 2 for number in range(len(ZONES))))
    assert table.record.chits[ZONE[other]] == 2
    table.refuses(f"float A at {city}", "18OE-FLOAT-03")


@pytest.mark.parametrize("city", ["W64.0", "AE72.0", "AB69.0"])
@rule("18OE-FLOAT-06")
def test_no_minor_in_the_balkans(city: str) -> None:
    first_round().refuses(f"float A at {city}", "18OE-FLOAT-06")


@rule("18OE-FLOAT-02", "18OE-FLOAT-10", "18OE-FLOAT-12", "18OE-FLOAT-13", "18OE-SETUP-19")
def test_every_home_of_a_minor() -> None:
    table = first_round()
    offered = {text.split()[-1] for text in table.offered("float")}
    assert offered == {f"{hex_}.0" for hexes in EVERY_HOME.values() for hex_ in hexes.split()}
    for zone, hexes in EVERY_HOME.items():
        for hex_ in hexes.split():
            at = floating.home_zone(table.game, table.stop(f"{hex_}.0"))
            assert at == ZONE[zone], hex_
            assert floating.token_price(table.game, table.stop(f"{hex_}.0")) == HOME_TOKENS[zone]


@rule("18OE-FLOAT-08", "18OE-FLOAT-18")
def test_railroads_operate_in_the_order_in_which_they_float() -> None:
    table = without_patrons(first_round("AB"))
    for action in ("float B at U32.0", "start GWR at par60", "float A at V39.0", "start PLM at par90"):
        table.stock_turn("Ann", number=1)
        table.do(action)
    assert [table.book.company_names[company] for company in order_track.companies(table.game)] == [
        "B",
        "GWR",
        "A",
        "PLM",
    ]


@rule("18OE-FLOAT-08")
def test_slots_that_are_left_stay_open_between_others() -> None:
    table = first_round("")
    for symbol in ("GWR", "PLM", "BHB"):
        table.regional(symbol, 60, {"Ben": 2})
    one, two, three = map(table.company, ("GWR", "PLM", "BHB"))
    seen = []
    for company in (two, three, one):
        order_track.leave(table.game, company)
        if company == two:
            order_track.take_slot(table.game, three)
        seen.append(table.record.order)
    assert seen == [(one, None, three), (one,), ()], "who has a slot takes no other"


@rule("18OE-FLOAT-09")
def test_a_home_needs_a_free_position() -> None:
    table = first_round("AB")
    table.major("MAV", 90, {"Ben": 2}, tokens=("P53.0",))
    table.refuses("float A at P53.0", "18OE-FLOAT-09")
    table.major("WW", 90, {"Ben": 2}, tokens=("A64.0",))
    assert table.allows("float A at A64.0"), "Finland has two positions"


@pytest.mark.parametrize("entry", REGIONALS, ids=lambda entry: entry["symbol"])
@rule("18OE-FLOAT-10", "18OE-SETUP-06", "18OE-RMP-03")
def test_the_home_of_a_regional_is_reserved_unless_it_has_left(entry: dict[str, str]) -> None:
    table = without_patrons(first_round())
    symbol, home = entry["symbol"], entry["home"]
    metropolis = symbol in ("SB", "MSP")
    table.refuses(f"float A at {home}", "18OE-FLOAT-12" if metropolis else "18OE-FLOAT-10")
    table.do(f"remove regional {symbol}")
    table.stock_turn("Ann", number=1)
    if metropolis:
        table.refuses(f"float A at {home}", "18OE-FLOAT-12")
    else:
        table.do(f"float A at {home}")


@rule("18OE-FLOAT-10")
def test_a_second_position_at_the_home_of_a_regional_is_no_home_either() -> None:
    """Lisboa has two positions; it is the home of RCP, floated or not."""
    table = first_round()
    table.refuses("float A at Z1.0", "18OE-FLOAT-10")
    table.regional("RCP", 60, {"Ben": 2})
    table.refuses("float A at Z1.0", "18OE-FLOAT-10")


@rule("18OE-FLOAT-11")
def test_no_two_minors_in_one_city() -> None:
    table = first_round("AB")
    table.do("float A at A64.0")
    table.stock_turn("Ann", number=1)
    table.refuses("float B at A64.0", "18OE-FLOAT-11")


@pytest.mark.parametrize("city", ["M28.0", "Q30.0", "M50.0", "Y14.0", "K26.0", "AB51.0", "A56.0", "B41.0", "F87.0"])
@rule("18OE-FLOAT-12")
def test_no_home_in_a_metropolis(city: str) -> None:
    """London, Paris, Berlin, Madrid, Birmingham, Napoli, and the red zones marked M."""
    first_round().refuses(f"float A at {city}", "18OE-FLOAT-12")


@pytest.mark.parametrize("city", ["A64.0", "N87.0", "T87.0", "G26.0", "L37.0", "N31.0", "X33.0"])
@rule("18OE-FLOAT-13")
def test_grand_cities_and_other_red_zones_are_homes(city: str) -> None:
    first_round().do(f"float A at {city}")


@rule("18OE-FLOAT-02")
def test_a_home_is_a_city() -> None:
    table = first_round()
    town = next(
        f"{table.book.board.names[hex_]}.0"
        for hex_ in table.book.board.all_hexes
        if [stop.kind for stop in table.book.board.hexes[hex_].printed.stops] == ["town"]
    )
    table.refuses(f"float A at {town}", "18OE-FLOAT-02")
    table.refuses("float A at U32.1", "18OE-FLOAT-02")


@pytest.mark.parametrize("colour", ["pink", "yellow", "white", "green"])
@rule("18OE-FLOAT-14")
def test_a_patron_pays_the_lowest_amount(colour: str) -> None:
    lowest = {"pink": 40, "yellow": 30, "white": 50, "green": 20}[colour]
    assert min(REGIONS["patronage"][colour]["payout"]) == lowest
    table = first_round()
    here, elsewhere = (table.hex("V39"), colour), (table.hex("W40"), colour)
    table.remember(patronage=(here, elsewhere))
    table.do("float A at V39.0")
    assert table.cash("A") == 120 - 10 + lowest
    assert table.record.patronage == (elsewhere,)


# -- minors that were bought for little -----------------------------------------------------------


@rule("18OE-FLOAT-07")
@pytest.mark.parametrize(("cash", "legal"), [(39, False), (40, True), (41, True)])
def test_the_last_pound_of_a_minor_pays_for_its_home(cash: int, legal: bool) -> None:
    """Glasgow costs 40, though there are cheaper homes elsewhere."""
    table = Europe(railroad_phase="regional")
    table.charter("A", "Ann", cash=cash)
    table.stock_turn("Ann", number=1)
    assert table.allows("float A at F25.0") == legal


@rule("18OE-FLOAT-07")
def test_a_poor_minor_chooses_what_it_can_pay_for() -> None:
    table = without_patrons(first_round())
    table.give_cash("A", 39)
    table.refuses("float A at F25.0", "18OE-FLOAT-07")
    table.do("float A at U32.0")
    assert table.cash("A") == 19


@pytest.mark.parametrize(("treasury", "cash", "left"), [(5, 100, 95), (0, 3, 0), (0, 0, 0)])
@rule("18OE-FLOAT-07")
def test_the_owner_helps_a_minor_that_can_pay_for_nothing(treasury: int, cash: int, left: int) -> None:
    table = without_patrons(first_round())
    table.give_cash("A", treasury)
    table.give_cash("Ann", cash)
    table.refuses("float A at U32.0", "18OE-FLOAT-07")
    table.do("float A at V39.0")
    assert (table.cash("A"), table.cash("Ann")) == (0, left)


@rule("18OE-FLOAT-07")
def test_the_cheapest_chit_that_is_left_will_do() -> None:
    table = without_patrons(first_round())
    table.give_cash("A", 15)
    cheap = ("IT", "SP", "SC", "RU")
    table.remember(chits=tuple(0 if zone.symbol in cheap else zone.chits for zone in ZONES))
    table.refuses("float A at F25.0", "18OE-FLOAT-07")
    table.do("float A at U32.0")
    assert (table.cash("A"), table.cash("Ann")) == (0, 1795)


# -- regionals ------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", REGIONALS, ids=lambda entry: entry["symbol"])
@rule("18OE-FLOAT-16", "18OE-FLOAT-17", "18OE-FLOAT-18", "18OE-FLOAT-19", "18OE-SETUP-08")
def test_a_regional_floats(entry: dict[str, str]) -> None:
    table = first_round("")
    symbol, token = entry["symbol"], HOME_TOKENS[entry["zone"]]
    bank = table.cash("ipo")
    table.do(f"start {symbol} at par80")
    company = table.company(symbol)
    assert (table.director(symbol), table.shares("Ann", symbol), table.shares(symbol, symbol)) == ("Ann", 2, 2)
    assert (table.cash("Ann"), table.cash(symbol), table.cash("ipo")) == (1640, 160 - token, bank + token)
    assert table.state.tokens[table.stop(entry["home"])] == (company,)
    assert (table.state.spare_tokens[company], table.record.slots[company]) == (1, (20,))
    assert table.record.zones[company] == ZONE[entry["zone"]]
    assert table.has(symbol, FLOATED)


@pytest.mark.parametrize("par", [60, 65, 70, 75, 80, 90])
@rule("18OE-FLOAT-15", "18OE-SETUP-17")
def test_the_six_pars_of_a_regional(par: int) -> None:
    table = first_round("")
    offered = {text.split()[-1] for text in table.offered("start GWR") + table.offered("start")}
    assert offered == {f"par{price}" for price in (60, 65, 70, 75, 80, 90)}
    table.do(f"start GWR at par{par}")
    assert (table.price("GWR"), table.cash("Ann")) == (par, 1800 - 2 * par)
    assert table.book.market.write(table.state.par[table.company("GWR")]) == f"par{par}"


@rule("18OE-FLOAT-15", "18OE-SETUP-17")
def test_other_prices_are_no_par() -> None:
    table = first_round("")
    square = table.book.market.write(table.place(90))
    table.refuses(f"start GWR at {square}", "18OE-SETUP-17")
    table.refuses("start A at par60", "18OE-FLOAT-15")
    table.do("start GWR at par60")
    table.stock_turn("Ben", number=1)
    table.refuses("start GWR at par60", "18OE-FLOAT-15")


@rule("18OE-FLOAT-16")
def test_the_presidency_is_paid_in_cash() -> None:
    table = first_round("")
    table.give_cash("Ann", 149)
    table.refuses("start GWR at par75", "18OE-FLOAT-16")
    table.do("start GWR at par70")
    assert table.cash("Ann") == 9


@rule("18OE-FLOAT-15")
def test_a_regional_that_has_left_is_not_floated() -> None:
    table = first_round("")
    table.mark("GWR", CLOSED)
    table.refuses("start GWR at par60", "18OE-FLOAT-15")


@rule("18OE-CERT-08")
def test_the_certificate_limit_holds_for_floating() -> None:
    table = first_round("ABCDEFGHJKLM", players=7)
    for symbol in table.book.private_names[:8]:
        table.give_private(symbol, "Ann")
    table.refuses("start GWR at par60", "18OE-CERT-08")
    assert table.allows("float A at V39.0"), "a minor has been a certificate all the time"


@rule("18OE-FLOAT-18")
def test_a_home_moves_with_the_tile_that_lies_there() -> None:
    """SB floats after somebody has laid the first tile of Wien: its token stands on that tile."""
    table = first_round("")
    table.lay("OE4@0 R55")
    table.do("start SB at par60")
    (at,) = (stop for stop, held in table.state.tokens.items() if table.company("SB") in held)
    assert at in [table.stop(f"R55.{station}") for station in range(3)]
