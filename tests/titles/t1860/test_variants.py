"""The options of 1860."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from railhead.core.refusal import Malformed
from railhead.core.state import INSOLVENT, OPERATED
from railhead.play.gamefile import GameFile
from railhead.rules.dividends import Dividend
from railhead.rules.track import LayTrack
from railhead.rules.trains import BuyTrains, ReturnTrains
from railhead.testing import Table, rule
from railhead.titles.t1860.options import OPTIONS

TO_NEWPORT = ("787@0 F2", "742@3 F4")
TO_RYDE = ("741@5 G3", "744@2 H4", "742@2 I5", "5@1 J4")
NEWPORT_RUN = "F2.0-F2.1-F2.2-F4.0-G5.0"
RYDE_RUN = f"{NEWPORT_RUN}-G3.0-H4.0-H4.1-I5.0-J4.0-I3.0"


def cowes(table: Table, treasury: int = 0, track: tuple[str, ...] = TO_NEWPORT, insolvent: bool = False) -> Table:
    """C&N, directed by A, with a line to Newport."""
    table.float("C&N", 74, {"A": 5}, operated=True, treasury=treasury)
    table.lay(*track)
    if insolvent:
        table.insolvent("C&N")
    return table


# -- agreed before the start ----------------------------------------------------------------------


@rule("1860-VAR-03")
@pytest.mark.parametrize("option", sorted(OPTIONS))
def test_every_option_is_part_of_the_rulebook_from_the_start(option: str) -> None:
    assert option in Table(options=(option,)).book.options
    assert Table().book.options == frozenset()


@rule("1860-VAR-03")
def test_an_option_cannot_be_changed_once_the_game_exists() -> None:
    table = Table(options=("destinations",))
    with pytest.raises(FrozenInstanceError):
        table.book.options = frozenset()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        table.book.options.add("no_layers")  # type: ignore[attr-defined]
    game = GameFile.new("1860", ("A", "B"), ("destinations",))
    with pytest.raises(FrozenInstanceError):
        game.options = ()  # type: ignore[misc]
    table.do("bid 5")
    assert table.book.options == {"destinations"}


@rule("1860-VAR-03")
def test_no_action_changes_an_option() -> None:
    table = Table(options=("destinations",))
    table.do("bid 5")
    for text in ("option no_layers", "no_layers", "destinations"):
        with pytest.raises(Malformed):
            table.action(text)


@rule("1860-VAR-03")
@pytest.mark.parametrize("options", [("no_such_option",), ("destinations", "Destinations"), ("",)])
def test_unknown_options_are_refused(options: tuple[str, ...]) -> None:
    with pytest.raises(Malformed):
        Table(options=options)
    with pytest.raises(Malformed):
        GameFile.new("1860", ("A", "B"), options)


@rule("1860-VAR-03")
def test_two_ways_to_reckon_insolvency_cannot_be_combined() -> None:
    with pytest.raises(Malformed, match="cannot be combined"):
        Table(options=("simplified_insolvency", "original_insolvency"))


# -- trains ---------------------------------------------------------------------------------------


@rule("1860-VAR-01")
@pytest.mark.parametrize("option", [False, True])
def test_a_fifth_train_is_allowed_only_without_the_limit(option: bool) -> None:
    table = Table(options=("no_train_limit",) if option else ())
    cowes(table, treasury=250)
    table.give_trains("C&N", *["2+1"] * 4)
    table.operating_turn("C&N", "trains")
    if option:
        table.do("train 2+1 from ipo")
        assert table.trains("C&N") == ["2+1"] * 5
    else:
        table.refuses("train 2+1 from ipo", "1860-TRAIN-07")


@rule("1860-VAR-01")
@pytest.mark.parametrize("option", [False, True])
def test_without_the_limit_no_train_is_returned_in_a_later_phase(option: bool) -> None:
    table = Table(options=("no_train_limit",) if option else ())
    cowes(table)
    table.give_trains("C&N", "4+2", "4+2", "5+3")
    table.set_phase("6")
    table.operating_turn("C&N", "begin")
    assert isinstance(table.step, LayTrack if option else ReturnTrains)


@rule("1860-VAR-02")
@pytest.mark.parametrize("option", [False, True])
def test_a_second_7_4_is_for_sale_before_the_8_4_with_the_option(option: bool) -> None:
    table = Table(options=("two_7_trains",) if option else ())
    cowes(table, treasury=2000)
    table.set_phase("7")
    table.operating_turn("C&N", "trains")
    assert table.offered("train") == ["train 7+4 from ipo"]
    table.do("train 7+4 from ipo")
    assert table.offered("train") == ["train 7+4 from ipo" if option else "train 8+4 from ipo"]
    if option:
        table.refuses("train 8+4 from ipo", "1860-TRAIN-03")
        table.do("train 7+4 from ipo")
        assert table.state.depot[table.train("7+4")] == 0


@rule("1860-VAR-02")
def test_the_option_changes_the_number_of_no_other_train() -> None:
    counts = [[pile.count for pile in Table(options=options).book.piles] for options in ((), ("two_7_trains",))]
    assert counts[0][:7] == [5, 4, 3, 2, 2, 1, 1]
    assert counts[1][:7] == [5, 4, 3, 2, 2, 2, 1]
    assert counts[0][7] == counts[1][7]


# -- the original game ----------------------------------------------------------------------------


@rule("1860-VAR-04")
@pytest.mark.parametrize(
    ("options", "present"),
    [((), True), (("original_game",), False), (("two_player_map",), False), (("no_skip_towns",), True)],
)
def test_the_original_game_is_played_on_the_original_board(options: tuple[str, ...], present: bool) -> None:
    names = Table(options=options).book.board.names
    assert [name in names for name in ("A5", "A7", "E11")] == [present] * 3


@rule("1860-VAR-04")
@pytest.mark.parametrize("option", ["", "two_player_map", "original_game", "no_skip_towns"])
def test_in_the_original_game_small_stations_may_not_be_bypassed_but_halts_may(option: str) -> None:
    table = cowes(Table(options=(option,) if option else ()))
    table.give_trains("C&N", "2+1")
    table.operating_turn("C&N", "run")
    assert table.allows("run 2+1 F2.0-F2.1-(F2.2)-(F4.0)-G5.0")
    passing = "run 2+1 F2.0-(F2.1)-F2.2-(F4.0)-G5.0"
    if option in ("original_game", "no_skip_towns"):
        table.refuses(passing, "1860-ROUTE-10")
    else:
        assert table.allows(passing)


@rule("1860-VAR-04")
@pytest.mark.parametrize("original", [False, True])
def test_in_the_original_game_a_run_over_too_many_small_stations_is_refused(original: bool) -> None:
    table = cowes(Table(options=("original_game",) if original else ()), track=("787@0 F2", "748@3 F4"))
    table.give_trains("C&N", "2+1")
    table.set_phase("3")
    table.operating_turn("C&N", "run")
    table.refuses("run 2+1 F2.0-F2.1-(F2.2)-F4.0-G5.0", "1860-ROUTE-01")
    passing = "run 2+1 F2.0-F2.1-(F2.2)-(F4.0)-G5.0"
    if original:
        table.refuses(passing, "1860-ROUTE-10")
        assert table.allows("run 2+1 F2.0-F2.1-(F2.2)-F4.0")
    else:
        assert table.allows(passing)


@rule("1860-VAR-04")
@pytest.mark.parametrize("original", [False, True])
def test_in_the_original_game_small_stations_count_on_the_way_to_an_upgrade(original: bool) -> None:
    table = cowes(Table(options=("original_game",) if original else ()), track=("787@0 F2", "748@3 F4"))
    table.give_trains("C&N", "2+1")
    table.set_phase("3")
    table.operating_turn("C&N", "track")
    if original:
        table.refuses("lay 763 on G5 turned 0", "1860-TRACK-18")
    else:
        table.do("lay 763 on G5 turned 0")


# -- insolvency -----------------------------------------------------------------------------------


@rule("1860-VAR-05", "1860-EX-17")
def test_a_leased_run_of_250_with_four_halts_brings_130_and_40() -> None:
    table = cowes(
        Table(options=("original_insolvency",)),
        insolvent=True,
        track=("789@0 F2", "742@3 F4", "773@0 G5", *TO_RYDE[:3], "756@1 J4", "786@0 I3"),
    )
    table.set_phase("9")
    table.operating_turn("C&N", "run")
    table.do("run 9+5 F2.0-(F2.1)-F2.2-F4.0-G5.0-G3.0-H4.0-(H4.1)-(I5.0)-J4.0-I3.0-J2.0")
    what = table.company("C&N")
    assert (table.state.revenue[what], table.state.subsidy[what]) == (130, 40)
    assert table.cash("C&N") == 170


@rule("1860-VAR-05")
@pytest.mark.parametrize(
    ("run", "revenue", "subsidy"),
    [
        ("F2.0-F2.1", 20, 0),
        ("F2.0-(F2.1)-(F2.2)-(F4.0)-G5.0", 30, 0),
        ("F2.0-(F2.1)-F2.2-(F4.0)-G5.0", 30, 10),
        ("F2.0-F2.1-(F2.2)-(F4.0)-G5.0", 30, 0),
    ],
)
def test_half_of_a_leased_run_is_rounded_up_to_10_and_the_subsidy_is_whole(
    run: str, revenue: int, subsidy: int
) -> None:
    table = cowes(Table(options=("original_insolvency",)), insolvent=True)
    table.operating_turn("C&N", "run")
    table.do(f"run 2+1 {run}")
    what = table.company("C&N")
    assert (table.state.revenue[what], table.state.subsidy[what]) == (revenue, subsidy)
    assert table.cash("C&N") == revenue + subsidy
    assert table.price("C&N") == 68


@rule("1860-VAR-05")
def test_only_leased_runs_are_halved() -> None:
    table = cowes(Table(options=("original_insolvency",)))
    table.give_trains("C&N", "2+1")
    table.operating_turn("C&N", "run")
    table.do("run 2+1 F2.0-(F2.1)-F2.2-(F4.0)-G5.0", "keep")
    assert table.cash("C&N") == 60


@rule("1860-VAR-05")
def test_without_the_option_a_leased_train_calls_less_often_and_brings_a_sum_for_each_call() -> None:
    table = cowes(Table(), insolvent=True)
    table.operating_turn("C&N", "run")
    table.refuses("run 2+1 F2.0-F2.1-(F2.2)-(F4.0)-G5.0", "1860-ROUTE-01")
    table.do("run 2+1 F2.0-F2.1")
    assert table.cash("C&N") == 80


@rule("1860-VAR-06")
@pytest.mark.parametrize(("phase", "credits"), [("2", 80), ("3", 100), ("5", 140), ("9", 220)])
def test_the_simplified_lease_brings_the_maximum_of_the_train_without_a_run(phase: str, credits: int) -> None:
    table = cowes(Table(options=("simplified_insolvency",)), insolvent=True, track=("787@0 F2",))
    table.set_phase(phase)
    table.operating_turn("C&N", "run")
    assert table.state.round.kind == "stock"
    assert table.cash("C&N") == credits
    assert table.price("C&N") == 68
    assert table.has("C&N", INSOLVENT)


@rule("1860-VAR-06")
@pytest.mark.parametrize(("treasury", "after"), [(249, 329), (250, 250)])
def test_the_simplified_lease_is_for_companies_that_cannot_pay_for_a_train(treasury: int, after: int) -> None:
    table = cowes(Table(options=("simplified_insolvency",)), treasury=treasury, insolvent=True)
    table.operating_turn("C&N", "run")
    assert isinstance(table.step, BuyTrains)
    assert table.cash("C&N") == after


@rule("1860-VAR-06")
def test_a_company_that_is_not_insolvent_gets_no_simplified_lease() -> None:
    table = cowes(Table(options=("simplified_insolvency",)))
    table.operating_turn("C&N", "run")
    assert table.cash("C&N") == 0


@rule("1860-VAR-06")
def test_under_the_simplified_rule_a_company_with_a_train_runs_it() -> None:
    table = cowes(Table(options=("simplified_insolvency",)))
    table.give_trains("C&N", "2+1")
    table.operating_turn("C&N", "run")
    table.do("run 2+1 F2.0-F2.1", "keep")
    assert table.cash("C&N") == 30


@rule("1860-VAR-06")
def test_under_the_simplified_rule_a_company_without_a_route_is_still_not_insolvent() -> None:
    table = cowes(Table(options=("simplified_insolvency",)), track=())
    table.operating_turn("C&N", "trains")
    table.do("pass")
    assert not table.has("C&N", INSOLVENT)


# -- no layers ------------------------------------------------------------------------------------


@rule("1860-VAR-07")
def test_without_layers_any_company_may_be_the_first_at_a_par_of_its_range() -> None:
    table = Table(options=("no_layers",))
    table.stock_turn("A")
    symbols = {text.split()[1] for text in table.offered("start")}
    assert symbols == set(table.book.company_names)
    table.refuses("start VY&SC at 74", "1860-SR-10")
    table.do("start VY&SC at 54")


@rule("1860-VAR-07")
def test_with_layers_only_the_first_layer_may_be_started() -> None:
    table = Table()
    table.stock_turn("A")
    assert {text.split()[1] for text in table.offered("start")} == {"C&N", "IOW"}
    table.refuses("start VY&SC at 54", "1860-SR-11")


@rule("1860-VAR-07")
@pytest.mark.parametrize(
    ("started", "operated", "sold_out", "allowed"),
    [
        (("C&N",), (), (), True),
        (("C&N", "S&C"), (), (), False),
        (("C&N", "S&C"), ("C&N",), (), True),
        (("C&N", "S&C"), ("S&C",), (), True),
        (("C&N", "S&C"), (), ("C&N",), False),
        (("C&N", "S&C"), (), ("S&C",), False),
        (("C&N", "S&C"), (), ("C&N", "S&C"), True),
        (("C&N", "S&C", "FYN"), ("FYN",), (), False),
        (("C&N", "S&C", "FYN"), ("FYN", "S&C"), (), True),
        (("C&N", "S&C", "FYN"), ("FYN", "S&C", "C&N"), (), True),
        (("C&N", "S&C", "FYN"), ("FYN",), ("C&N", "S&C"), False),
        (("C&N", "S&C", "FYN"), ("FYN",), ("C&N", "S&C", "FYN"), True),
    ],
)
def test_without_layers_a_company_is_started_when_all_but_one_have_operated_or_all_are_sold_out(
    started: tuple[str, ...], operated: tuple[str, ...], sold_out: tuple[str, ...], allowed: bool
) -> None:
    table = Table(options=("no_layers",))
    for company in started:
        shares = {"A": 5, "B": 5} if company in sold_out else {"A": 2}
        table.start(company, {"C&N": 74, "S&C": 54, "FYN": 62}[company], shares)
        if company in operated:
            table.mark(company, OPERATED)
    table.stock_turn("C")
    if allowed:
        table.do("start NGStL at 58")
        assert table.director("NGStL") == "C"
    else:
        table.refuses("start NGStL at 58", "1860-VAR-07")
        assert table.offered("start") == []


@rule("1860-VAR-07")
@pytest.mark.parametrize("open_private", [True, False])
def test_without_layers_a_share_reserved_for_a_private_is_not_for_sale(open_private: bool) -> None:
    table = Table(options=("no_layers",))
    table.start("C&N", 74, {"A": 5, "B": 4})
    table.start("S&C", 54, {"A": 5, "B": 5})
    if not open_private:
        table.close_private("Cowes")
    table.stock_turn("C")
    if open_private:
        assert table.allows("start NGStL at 58")
    else:
        table.refuses("start NGStL at 58", "1860-VAR-07")


@rule("1860-VAR-07")
def test_without_layers_the_first_auction_is_as_always() -> None:
    table = Table(options=("no_layers",))
    table.do("pass", "pass", "pass")
    assert {text.split()[1] for text in table.offered("start")} == {"C&N", "IOW"}


# -- companies that have not operated -------------------------------------------------------------


@rule("1860-VAR-08")
@pytest.mark.parametrize(
    ("option", "operated", "train", "each"),
    [
        (False, False, False, 41),
        (True, False, False, 82),
        (True, True, False, 41),
        (True, True, True, 82),
        (True, False, True, 82),
        (False, True, True, 82),
    ],
)
def test_shares_of_companies_that_never_operated_sell_at_full_price_with_the_option(
    option: bool, operated: bool, train: bool, each: int
) -> None:
    table = Table(options=("non_operated_full_value",) if option else ())
    table.float("C&N", 82, {"A": 5, "B": 2}, operated=operated)
    if train:
        table.give_trains("C&N", "2+1")
    table.stock_turn("A")
    cash = table.cash("A")
    table.do("sell 3 C&N")
    assert table.cash("A") == cash + 3 * each


@rule("1860-VAR-08")
@pytest.mark.parametrize(("option", "each"), [(False, 37), (True, 74)])
def test_shares_of_a_company_that_has_not_floated_sell_at_full_par_with_the_option(option: bool, each: int) -> None:
    table = Table(options=("non_operated_full_value",) if option else ())
    table.start("C&N", 74, {"A": 4})
    table.stock_turn("A")
    cash = table.cash("A")
    table.do("sell 2 C&N")
    assert table.cash("A") == cash + 2 * each
    assert table.price("C&N") == 74


@rule("1860-VAR-08")
def test_the_half_price_begins_with_the_first_operating_turn() -> None:
    table = Table(options=("non_operated_full_value",))
    table.float("C&N", 82, {"A": 5}, treasury=0)
    table.operating_round()
    table.do("pass")
    assert table.price("C&N") == 74
    table.stock_turn("A")
    cash = table.cash("A")
    table.do("sell 1 C&N")
    assert table.cash("A") == cash + 37


# -- destinations ---------------------------------------------------------------------------------


DESTINATIONS = [
    ("C&N", 74, "Newport", 50, TO_NEWPORT, NEWPORT_RUN),
    (
        "IOW",
        74,
        "Ventnor",
        100,
        ("6@0 J4", "746@0 J6", "6@1 J8", "57@1 I9", "741@4 H10"),
        "I3.0-J4.0-J6.0-J8.0-I9.0-H10.0-I11.0",
    ),
    ("IWNJ", 62, "Shide", 100, ("761@0 G7", "763@0 G5"), "G7.0-G7.1-G5.1"),
    ("IWNJ", 62, "Sandown", 100, ("742@2 H8", "745@5 I7", "115@2 J8"), "G7.0-H8.0-I7.1-I7.0-J8.0"),
    (
        "FYN",
        62,
        "Newport",
        200,
        ("115@5 B4", "743@2 C5", "742@2 D6", "743@1 E5", "742@5 F4"),
        "B4.0-C5.0-D6.0-E5.0-F4.0-G5.0",
    ),
    ("NGStL", 58, "Newport", 100, ("746@0 G9", "761@0 G7", "773@0 G5"), "G9.0-G7.0-G7.1-G5.1-G5.0"),
    ("NGStL", 58, "Ventnor", 100, ("746@2 G9", "743@2 H10"), "G9.0-H10.0-I11.0"),
    (
        "NGStL",
        58,
        "Ventnor",
        100,
        ("746@0 G9", "742@3 G11", "742@2 H12", "760@0 I11"),
        "G9.0-G11.0-H12.0-I11.1",
    ),
    ("BHI&R", 58, "Brading", 100, ("115@1 L6", "8@2 K7", "746@2 J6"), "L6.0-K7-J6.0"),
    ("BHI&R", 58, "Ryde Esplanade", 100, ("115@2 L6", "743@2 K5", "57@2 J4"), "L6.0-K5.0-J4.0-I3.0"),
    ("S&C", 54, "Shanklin", 200, ("115@4 F12", "743@1 G11", "743@1 H10", "115@1 I9"), "F12.0-G11.0-H10.0-I9.0"),
    (
        "VY&SC",
        54,
        "Ventnor",
        100,
        ("746@2 E9", "743@2 F10", "743@2 G11", "742@2 H12", "760@0 I11"),
        "E9.0-F10.0-G11.0-H12.0-I11.1",
    ),
    ("VY&SC", 54, "Freshwater", 100, ("746@2 E9", "9@2 D8", "743@2 C7", "115@5 B6"), "E9.0-D8-C7.0-B6.0"),
]


@rule("1860-VAR-09", "1860-VAR-10", "1860-EX-21")
@pytest.mark.parametrize(
    ("company", "par", "place", "bonus", "track", "run"),
    [pytest.param(*row, id=f"{row[0]} {row[2]} {row[4][-1]}") for row in DESTINATIONS],
)
def test_the_first_run_to_a_destination_brings_its_bonus_once(
    company: str, par: int, place: str, bonus: int, track: tuple[str, ...], run: str
) -> None:
    table = Table(options=("destinations",))
    table.float(company, par, {"A": 5}, operated=True, treasury=0)
    table.lay(*track)
    table.give_trains(company, "9+5")
    for expected in (bonus, 0):
        table.give_cash(company, 0)
        table.operating_turn(company, "run")
        bank = table.cash("ipo")
        table.do(f"run 9+5 {run}")
        assert isinstance(table.step, Dividend)
        assert table.cash(company) == expected
        assert table.cash("ipo") == bank


@rule("1860-VAR-09", "1860-VAR-10", "1860-EX-21")
def test_cowes_gets_a_bonus_for_each_of_its_destinations() -> None:
    table = cowes(Table(options=("destinations",)), track=(*TO_NEWPORT, *TO_RYDE))
    table.give_trains("C&N", "9+5")
    for run, total in (("F2.0-F2.1", 0), (NEWPORT_RUN, 50), (RYDE_RUN, 100), (NEWPORT_RUN, 100), (RYDE_RUN, 100)):
        table.operating_turn("C&N", "run")
        table.do(f"run 9+5 {run}")
        assert table.cash("C&N") == total


@rule("1860-VAR-09")
def test_a_run_past_one_destination_to_another_brings_both_bonuses() -> None:
    table = cowes(Table(options=("destinations",)), track=(*TO_NEWPORT, *TO_RYDE))
    table.give_trains("C&N", "9+5")
    table.operating_turn("C&N", "run")
    table.do(f"run 9+5 {RYDE_RUN}")
    assert table.cash("C&N") == 100


@rule("1860-VAR-09")
def test_runs_that_join_link_home_and_destination_too() -> None:
    table = cowes(Table(options=("destinations",)), track=(*TO_NEWPORT, *TO_RYDE))
    table.token("C&N", "G5.0")
    table.give_trains("C&N", "3+2", "3+2")
    table.operating_turn("C&N", "run")
    table.do("run 3+2 F2.0-F2.1-F2.2-F4.0-G5.0, 3+2 G5.0-(G3.0)-(H4.0)-H4.1-I5.0-J4.0-I3.0")
    assert table.cash("C&N") == 100


@rule("1860-VAR-09")
def test_a_bonus_is_no_revenue() -> None:
    table = cowes(Table(options=("destinations",)))
    table.give_trains("C&N", "2+1")
    table.operating_turn("C&N", "run")
    table.do("run 2+1 F2.0-F2.1-(F2.2)-(F4.0)-G5.0")
    assert table.state.revenue[table.company("C&N")] == 60
    assert table.state.subsidy[table.company("C&N")] == 0
    cash = table.cash("A")
    table.do("pay")
    assert table.cash("A") == cash + 30
    assert table.cash("C&N") == 50


@rule("1860-VAR-09")
def test_a_companys_bonus_does_not_use_up_anothers() -> None:
    table = cowes(Table(options=("destinations",)))
    table.remember(destinations=((table.company("FYN"), "Newport"),))
    table.give_trains("C&N", "2+1")
    table.operating_turn("C&N", "run")
    table.do("run 2+1 F2.0-F2.1-(F2.2)-(F4.0)-G5.0")
    assert table.cash("C&N") == 50


@rule("1860-VAR-09")
def test_without_the_option_a_destination_brings_nothing() -> None:
    table = cowes(Table())
    table.give_trains("C&N", "2+1")
    table.operating_turn("C&N", "run")
    table.do("run 2+1 F2.0-F2.1-(F2.2)-(F4.0)-G5.0", "keep")
    assert table.cash("C&N") == 60


@rule("1860-VAR-10")
def test_shide_is_not_newport_and_newport_is_not_shide() -> None:
    table = Table(options=("destinations",))
    table.float("NGStL", 58, {"A": 5}, operated=True, treasury=0)
    table.lay("746@0 G9", "761@0 G7", "763@0 G5")
    table.give_trains("NGStL", "9+5")
    table.operating_turn("NGStL", "run")
    table.do("run 9+5 G9.0-G7.0-G7.1-G5.1")
    assert table.cash("NGStL") == 0


@rule("1860-VAR-11")
@pytest.mark.parametrize(("options", "lease"), [((), 80), (("original_insolvency",), 30)])
def test_an_insolvent_company_gets_its_bonus_in_full(options: tuple[str, ...], lease: int) -> None:
    table = cowes(Table(options=("destinations", *options)), insolvent=True)
    table.operating_turn("C&N", "run")
    table.do("run 2+1 F2.0-(F2.1)-(F2.2)-(F4.0)-G5.0")
    assert table.cash("C&N") == lease + 50


@rule("1860-VAR-11")
def test_a_bonus_that_brings_an_insolvent_company_to_the_price_makes_it_buy() -> None:
    table = cowes(Table(options=("destinations",)), treasury=240, insolvent=True)
    table.operating_turn("C&N", "run")
    table.do("run 2+1 F2.0-(F2.1)-(F2.2)-(F4.0)-G5.0")
    assert table.cash("C&N") == 240 + 80 + 50
    table.refuses("pass", "1860-TRAIN-11")


@rule("1860-VAR-11")
def test_a_company_in_receivership_gets_its_bonus_too() -> None:
    table = Table(options=("destinations",))
    table.float("C&N", 74, {"pool": 5}, operated=True, treasury=0)
    table.lay(*TO_NEWPORT)
    table.give_trains("C&N", "2+1")
    table.operating_turn("C&N", "begin")
    assert table.cash("C&N") == 60 + 50


@rule("1860-VAR-07")
def test_without_layers_a_bankrupt_company_waits_like_any_other() -> None:
    table = Table(options=("no_layers",))
    table.start("IOW", par=74, shares={"A": 2})
    table.start("C&N", par=74, shares={"B": 2})
    table.bankrupt("S&C")
    table.stock_turn("C")
    table.refuses("start S&C at 40", "1860-VAR-07")
    table.mark("IOW", OPERATED)
    assert table.allows("start S&C at 40")


@rule("1860-VAR-06", "1860-VAR-11")
def test_a_simplified_lease_still_reaches_a_destination() -> None:
    table = Table(options=("simplified_insolvency", "destinations"))
    table.float("C&N", par=74, shares={"A": 5}, treasury=0, operated=True)
    table.lay("787@0 F2", "742@3 F4")
    table.insolvent("C&N")
    table.operating_turn("C&N", "run")
    table.do("run 2+1 F2.0-(F2.1)-(F2.2)-(F4.0)-G5.0")
    assert table.cash("C&N") == 80 + 50
