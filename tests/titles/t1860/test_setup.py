"""Setting up 1860: board, tiles, money, certificates, trains and companies (rules 1860-SETUP)."""

from __future__ import annotations

import pytest

from railhead.core.refusal import Malformed
from railhead.core.state import FLOATED, OPERATED
from railhead.rules import directors
from railhead.testing import Table, rule
from railhead.track.tiles import CITY

ORIGINAL = ("two_player_map",)
EXTRA_HEXES = {"A5", "A7", "E11"}

COMPANIES = ("C&N", "IOW", "IWNJ", "FYN", "NGStL", "BHI&R", "S&C", "VY&SC")
LINKS = [("IOW", "Ryde"), ("C&N", "Cowes"), ("FYN", "Yarmouth"), ("BHI&R", "Brading")]
UNLINKED = ("IWNJ", "NGStL", "S&C", "VY&SC")
LAYERS = [("C&N", "IOW"), ("IWNJ", "FYN"), ("NGStL", "BHI&R"), ("S&C", "VY&SC")]
LOWEST_PAR = {
    "C&N": 74,
    "IOW": 74,
    "IWNJ": 62,
    "FYN": 62,
    "NGStL": 58,
    "BHI&R": 58,
    "S&C": 54,
    "VY&SC": 54,
}
TOKENS = {"C&N": 4, "IOW": 4, "IWNJ": 3, "FYN": 3, "NGStL": 2, "BHI&R": 2, "S&C": 2, "VY&SC": 2}
STACK = [
    ("2+1", 5),
    ("3+2", 4),
    ("4+2", 3),
    ("5+3", 2),
    ("6+3", 2),
    ("7+4", 1),
    ("8+4", 1),
]


def places(table: Table) -> set[str]:
    """The names of all places on the board."""
    return {hex_.title for hex_ in table.book.board.hexes}


def left(table: Table, tile: str) -> int:
    """How many of a tile are left in the supply."""
    return table.state.supply[table.book.tiles.index[tile]]


def one_to_float(company: str, options: tuple[str, ...] = ()) -> Table:
    """A table where A, director of a company with four shares sold, is to act in a stock round."""
    table = Table(options=options)
    table.start(company, LOWEST_PAR[company], {"A": 4})
    table.stock_turn("A")
    return table


# -- the board and its tiles ----------------------------------------------------------------------


@rule("1860-SETUP-01")
def test_the_extended_board_is_the_one_used_unless_said_otherwise() -> None:
    table = Table()
    assert set(table.book.board.names) >= EXTRA_HEXES
    assert table.book.board.hexes[table.hex("A7")].title == "Totland"


@rule("1860-SETUP-01")
@pytest.mark.parametrize("option", ["two_player_map", "original_game"])
def test_the_original_board_lacks_three_hexes_and_totland(option: str) -> None:
    extended, original = Table(), Table(options=(option,))
    assert set(extended.book.board.names) - set(original.book.board.names) == EXTRA_HEXES
    assert set(original.book.board.names) < set(extended.book.board.names)
    assert "Totland" not in places(original)


@rule("1860-SETUP-01")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [(), ORIGINAL])
def test_either_board_may_be_chosen_with_any_number_of_players(players: int, options: tuple[str, ...]) -> None:
    table = Table(players=players, options=options)
    assert ("Totland" in places(table)) is (options == ())


@rule("1860-SETUP-01")
def test_the_original_board_has_no_way_out_to_the_hexes_it_lacks() -> None:
    original, extended = Table(options=ORIGINAL).book.board, Table().book.board
    for hex_ in extended.names:
        if hex_ in EXTRA_HEXES:
            continue
        beyond = {edge: extended.names[other] for edge, other in extended.beyond[extended.index[hex_]].items()}
        kept = {edge: name for edge, name in beyond.items() if name not in EXTRA_HEXES}
        found = original.beyond[original.index[hex_]]
        assert {edge: original.names[other] for edge, other in found.items()} == kept, hex_
        assert set(original.hexes[original.index[hex_]].open_edges) == set(kept), hex_


@rule("1860-SETUP-02", "1860-EX-01")
@pytest.mark.parametrize(
    ("options", "tile", "count"),
    [(ORIGINAL, "776", 2), (ORIGINAL, "770", 1), ((), "776", 3), ((), "770", 2)],
)
def test_the_supply_of_two_russet_tiles_depends_on_the_board(options: tuple[str, ...], tile: str, count: int) -> None:
    assert left(Table(options=options), tile) == count


@rule("1860-SETUP-02")
def test_the_boards_differ_in_the_number_of_no_other_tile() -> None:
    original, extended = Table(options=ORIGINAL), Table()
    names = extended.book.tiles.names
    assert original.book.tiles.names == names
    assert {tile for tile in names if left(original, tile) != left(extended, tile)} == {"770", "776"}


@rule("1860-SETUP-02")
@pytest.mark.parametrize(("options", "gone"), [(ORIGINAL, True), ((), False)])
def test_the_second_of_these_letter_tiles_exists_only_for_the_extended_board(
    options: tuple[str, ...], gone: bool
) -> None:
    table = Table(options=options)
    table.set_phase("5")
    table.float("NGStL", 58, {"A": 5})
    table.give_trains("NGStL", "5+3")
    table.lay("770@0 J6", "115@0 G9")
    table.operating_turn("NGStL", "track")
    refusal = table.refuses("lay 770 on G9 turned 0")
    assert (refusal.rule == "1860-SETUP-02") is gone


# -- money ----------------------------------------------------------------------------------------


@rule("1860-SETUP-03", "1860-EX-02")
@pytest.mark.parametrize(("players", "cash"), [(2, 1000), (3, 670), (4, 500)])
def test_every_player_starts_with_the_same_money(players: int, cash: int) -> None:
    table = Table(players=players)
    assert [table.cash(name) for name in "ABCD"[:players]] == [cash] * players


@rule("1860-SETUP-03")
@pytest.mark.parametrize("players", [0, 1, 5, 6])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(Malformed):
        Table(players=players)


@rule("1860-EX-02", "1860-CERT-01")
@pytest.mark.parametrize(("players", "limit"), [(2, 32), (3, 21), (4, 16)])
def test_the_certificate_limit_goes_by_the_number_of_players(players: int, limit: int) -> None:
    below, at = (certificates_held(players, count) for count in (limit - 1, limit))
    assert below.allows("buy IOW from ipo")
    at.refuses("buy IOW from ipo", "1860-CERT-03")


def certificates_held(players: int, count: int) -> Table:
    """A table where A holds so many certificates, all ordinary, and could buy a share of IOW."""
    table = Table(players=players)
    table.start("IOW", 74, {"B": 2})
    for company in ("S&C", "VY&SC", "NGStL", "BHI&R"):
        taken = min(8, count)
        table.give_shares("A", company, taken)
        count -= taken
    assert count == 0
    table.stock_turn("A")
    return table


@rule("1860-SETUP-04")
@pytest.mark.parametrize(("players", "left_in_bank"), [(2, 8000), (3, 7990), (4, 8000)])
def test_the_bank_holds_ten_thousand_before_money_is_dealt_out(players: int, left_in_bank: int) -> None:
    table = Table(players=players)
    assert table.book.bank == 10_000
    assert table.cash("ipo") == left_in_bank
    assert all(table.cash(company) == 0 for company in COMPANIES)


@rule("1860-SETUP-04")
def test_a_train_is_paid_in_credits_and_leaves_the_money_of_bank_and_players_alone() -> None:
    table = Table()
    table.float("IOW", 74, {"A": 5}, treasury=700)
    table.set_phase("3")
    table.operating_turn("IOW", "trains")
    money = [table.cash(name) for name in ("ipo", "A", "B", "C")]
    table.do("train 3+2 from ipo")
    assert table.cash("IOW") == 400
    assert [table.cash(name) for name in ("ipo", "A", "B", "C")] == money


@rule("1860-SETUP-04")
def test_the_capital_of_a_company_is_no_money_of_the_bank() -> None:
    table = one_to_float("IOW")
    bank = table.cash("ipo")
    table.do("buy IOW from ipo")
    assert table.cash("IOW") == 740
    assert table.cash("ipo") == bank + 74


# -- certificates ---------------------------------------------------------------------------------


@rule("1860-SETUP-05")
@pytest.mark.parametrize("company", COMPANIES)
def test_a_pile_holds_ten_shares_with_the_directors_certificate(company: str) -> None:
    table = Table()
    assert table.shares("ipo", company) == 10
    assert table.director(company) == "ipo"
    assert all(table.shares(owner, company) == 0 for owner in ("pool", "A", "B", "C", *COMPANIES))


@rule("1860-SETUP-05")
def test_a_company_comes_in_nine_certificates_the_directors_worth_two_shares() -> None:
    table = Table(players=2)
    table.mark("C&N", OPERATED)
    table.stock_turn("A")
    table.do("start IWNJ at 62")
    assert (table.cash("A"), table.shares("A", "IWNJ")) == (1000 - 124, 2)
    assert directors.certificates(table.game, table.seat("A")) == 1
    for bought in range(1, 9):
        table.stock_turn("A")
        table.do("buy IWNJ from ipo")
        assert (table.cash("A"), table.shares("A", "IWNJ")) == (1000 - 124 - 62 * bought, 2 + bought)
        assert directors.certificates(table.game, table.seat("A")) == 1 + bought
    assert table.shares("ipo", "IWNJ") == 0
    table.stock_turn("A")
    table.refuses("buy IWNJ from ipo", "1860-SR-07")


@rule("1860-SETUP-05")
@pytest.mark.parametrize("company", COMPANIES)
def test_the_directors_certificate_is_the_first_to_be_sold(company: str) -> None:
    table = Table()
    table.stock_turn("A")
    table.refuses(f"buy {company} from ipo", "1860-SR-10")


@rule("1860-SETUP-06")
@pytest.mark.parametrize(("company", "private"), LINKS)
def test_the_last_certificate_of_a_linked_pile_is_not_for_sale(company: str, private: str) -> None:
    table = Table()
    table.give_private(private, "B")
    table.float(company, LOWEST_PAR[company], {"B": 9})
    table.stock_turn("A")
    table.refuses(f"buy {company} from ipo", "1860-PRIV-12")
    assert f"buy {company} from ipo" not in table.offered("buy")


@rule("1860-SETUP-06")
@pytest.mark.parametrize(("company", "private"), LINKS)
def test_the_last_but_one_certificate_of_a_linked_pile_is_for_sale(company: str, private: str) -> None:
    table = Table()
    table.give_private(private, "B")
    table.float(company, LOWEST_PAR[company], {"B": 8})
    table.stock_turn("A")
    assert f"buy {company} from ipo" in table.offered("buy")


@rule("1860-SETUP-06")
@pytest.mark.parametrize(("company", "private"), LINKS)
def test_each_pile_is_tied_to_one_private_only(company: str, private: str) -> None:
    table = Table()
    for other in ("Brading", "Yarmouth", "Cowes", "Ryde"):
        table.give_private(other, "B")
    table.close_private(private)
    table.float(company, LOWEST_PAR[company], {"B": 9})
    table.stock_turn("A")
    assert f"buy {company} from ipo" in table.offered("buy")


@rule("1860-SETUP-06")
@pytest.mark.parametrize("company", UNLINKED)
def test_a_pile_without_a_tied_certificate_is_sold_to_the_last(company: str) -> None:
    table = Table()
    for private in ("Brading", "Yarmouth", "Cowes", "Ryde"):
        table.give_private(private, "B")
    table.float(company, LOWEST_PAR[company], {"B": 9})
    table.stock_turn("A")
    table.do(f"buy {company} from ipo")
    assert (table.shares("A", company), table.shares("ipo", company)) == (1, 0)


@rule("1860-SETUP-09")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_pool_starts_empty(players: int) -> None:
    table = Table(players=players)
    assert [table.shares("pool", company) for company in COMPANIES] == [0] * 8
    assert table.state.trains[table.owner("pool")] == ()


# -- trains ---------------------------------------------------------------------------------------


@rule("1860-SETUP-07")
def test_the_stack_of_trains_is_sold_from_the_smallest_to_the_largest() -> None:
    table = Table(options=("no_train_limit",))
    table.float("IOW", 74, {"A": 5}, treasury=20_000)
    table.operating_turn("IOW", "trains")
    for name, count in STACK:
        for _ in range(count):
            assert table.offered("train") == [f"train {name} from ipo"]
            table.do(f"train {name} from ipo")
    for _ in range(8):
        assert table.offered("train") == ["train 9+5 from ipo"]
        table.do("train 9+5 from ipo")


@rule("1860-SETUP-07")
@pytest.mark.parametrize("name", ["3+2", "4+2", "5+3", "6+3", "7+4", "8+4", "9+5"])
def test_no_larger_train_is_for_sale_while_a_smaller_one_is_on_top(name: str) -> None:
    table = Table()
    table.float("IOW", 74, {"A": 5}, treasury=2000)
    table.operating_turn("IOW", "trains")
    table.refuses(f"train {name} from ipo", "1860-TRAIN-03")


# -- Fishbourne -----------------------------------------------------------------------------------


@rule("1860-SETUP-08")
def test_fishbourne_is_never_on_offer_in_the_auction() -> None:
    table = Table()
    for certificate in (
        "take Brading",
        "take Yarmouth",
        "take Cowes",
        "take Ryde",
        "start IOW at 74",
        "start C&N at 74",
    ):
        table.do("pass", "pass", "pass")
        assert "take Fishbourne" not in table.offered("take")
        table.refuses("take Fishbourne", "1860-AUC-01")
        table.do(certificate)
    assert table.state.round.kind == "stock"
    assert table.state.privates[table.private("Fishbourne")] == table.owner("ipo")


@rule("1860-SETUP-08")
def test_fishbourne_does_not_count_among_the_certificates_to_be_paid_for() -> None:
    table = Table(players=2)
    for private in ("Brading", "Yarmouth", "Cowes", "Ryde"):
        table.give_private(private, "A")
    table.start("C&N", 74, {"A": 2})
    assert table.allows(f"bid {1000 - 148}")
    table.refuses(f"bid {1000 - 147}", "1860-AUC-05")


# -- companies ------------------------------------------------------------------------------------


@rule("1860-SETUP-10")
@pytest.mark.parametrize(("company", "tokens"), TOKENS.items())
def test_a_company_has_its_number_of_tokens_the_home_base_among_them(company: str, tokens: int) -> None:
    table = one_to_float(company)
    assert table.state.spare_tokens[table.company(company)] == tokens
    table.do(f"buy {company} from ipo")
    assert table.has(company, FLOATED)
    assert table.state.spare_tokens[table.company(company)] == tokens - 1


@rule("1860-SETUP-10")
@pytest.mark.parametrize(("company", "tokens"), TOKENS.items())
def test_a_company_whose_tokens_are_all_built_has_none_left(company: str, tokens: int) -> None:
    table = Table()
    table.float(company, LOWEST_PAR[company], {"A": 5})
    sites = ["I11.0", "J8.0", "J6.0", "B6.0"]
    for site in sites[: tokens - 2]:
        table.token(company, site)
    table.operating_turn(company, "base")
    assert table.refuses("token at G5.0").rule != "1860-SETUP-10"
    table.token(company, sites[tokens - 2])
    table.refuses("token at G5.0", "1860-SETUP-10")


@rule("1860-SETUP-10")
def test_the_second_of_two_tokens_is_the_last_to_be_built() -> None:
    table = Table()
    table.float("BHI&R", 58, {"A": 5})
    table.lay("115@1 L6", "8@2 K7", "5@5 J6", "115@3 J8")
    table.operating_turn("BHI&R", "base")
    assert table.offered("token") == ["token at J6.0", "token at J8.0"]
    table.do("token at J6.0")
    assert table.state.spare_tokens[table.company("BHI&R")] == 0
    table.operating_turn("BHI&R", "base")
    table.refuses("token at J8.0", "1860-SETUP-10")
    assert table.offered("token") == []


@rule("1860-SETUP-11")
@pytest.mark.parametrize("options", [(), ORIGINAL])
@pytest.mark.parametrize(
    ("company", "stop", "place"),
    [
        ("C&N", "F2.0", "Cowes"),
        ("IOW", "I3.0", "Ryde Esp"),
        ("IWNJ", "G7.0", "Merstone"),
        ("FYN", "B4.0", "Yarmouth"),
        ("NGStL", "G9.0", "Godshill"),
        ("BHI&R", "L6.0", "Bembridge"),
        ("S&C", "F12.0", "Chale"),
        ("VY&SC", "E9.0", "Shorwell"),
    ],
)
def test_a_company_that_floats_has_its_first_base_at_home(
    company: str, stop: str, place: str, options: tuple[str, ...]
) -> None:
    table = one_to_float(company, options)
    assert table.state.tokens == {}
    table.do(f"buy {company} from ipo")
    assert table.state.tokens == {table.stop(stop): (table.company(company),)}
    hex_ = table.book.board.hexes[table.hex(stop.split(".")[0])]
    assert hex_.title == place
    assert hex_.printed.stops[0].kind == CITY


@rule("1860-SETUP-12")
@pytest.mark.parametrize(
    ("layer", "pars"),
    [
        (1, [74, 82, 90, 100]),
        (2, [62, 68, 74, 82]),
        (3, [58, 62, 68]),
        (4, [54, 58, 62]),
    ],
)
def test_a_layer_opens_with_its_own_companies_and_range_of_par(layer: int, pars: list[int]) -> None:
    table = Table()
    for above in LAYERS[: layer - 1]:
        for company in above:
            table.start(company, LOWEST_PAR[company], {"B": 2})
            table.mark(company, OPERATED)
    table.stock_turn("A")
    expected = {f"start {company} at {par}" for company in LAYERS[layer - 1] for par in pars}
    assert set(table.offered("start")) == expected


@rule("1860-SETUP-12")
@pytest.mark.parametrize("layer", [1, 2, 3])
def test_companies_two_layers_below_stay_closed(layer: int) -> None:
    table = Table()
    for above in LAYERS[: layer - 1]:
        for company in above:
            table.mark(company, OPERATED)
    table.stock_turn("A")
    for below in LAYERS[layer:]:
        for company in below:
            table.refuses(f"start {company} at {LOWEST_PAR[company]}", "1860-SR-11")


@rule("1860-SETUP-12")
@pytest.mark.parametrize(
    ("company", "outside"),
    [
        ("C&N", (68, 71, 78, 86, 105, 110)),
        ("IOW", (68, 71, 78, 95, 105, 110)),
        ("IWNJ", (58, 60, 65, 71, 86, 90)),
        ("FYN", (58, 60, 65, 78, 86, 90)),
        ("NGStL", (54, 56, 60, 65, 71, 74)),
        ("BHI&R", (54, 56, 60, 65, 71, 74)),
        ("S&C", (50, 52, 56, 60, 65, 68)),
        ("VY&SC", (50, 52, 56, 60, 65, 68)),
    ],
)
def test_a_par_outside_the_range_or_between_the_start_spaces_is_refused(company: str, outside: tuple[int, ...]) -> None:
    table = Table()
    for above in ("C&N", "IWNJ", "NGStL"):
        table.mark(above, OPERATED)
    table.stock_turn("A")
    for par in outside:
        table.refuses(f"start {company} at {par}", "1860-SR-10")
