"""Starting companies in 1863 (rules 1863-START, 1863-CO and what privates add to them)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core import effects
from railhead.core.ids import POOL, a_train
from railhead.core.state import OPERATED
from railhead.rules.auction import Auction
from railhead.rules.stock import StockTurn
from railhead.rules.track import LayTile, options_on, placement_refusal
from railhead.testing import rule
from railhead.titles.t1863 import areas
from railhead.titles.t1863.company_size import ChooseSize
from railhead.titles.t1863.contribution import Contribute
from railhead.titles.t1863.crisis import Payment
from railhead.titles.t1863.facts import TRAIN
from railhead.titles.t1863.founding import Founding
from railhead.titles.t1863.more_shares import BuyShares
from railhead.titles.t1863.places import home_now, start_places
from railhead.titles.t1863.record import record
from railhead.titles.t1863.starting_price import SetPrice
from tests.titles.t1863.table import London


def table_with(phase: str = "II", number: int = 2, options: tuple[str, ...] = (), opened: bool = True) -> London:
    """It is A's turn in a stock round; nobody has a private; the Metropolitan has been auctioned before."""
    table = London(4, options, phase=phase)
    table.privates()
    table.remember(opened=opened)
    table.stock_turn("A", number)
    return table


def auctioned(table: London, company: str = "DIS", at: str = "C18.0", bid: int = 5) -> None:
    """A opens a company and wins it."""
    table.do(f"open {company} at {at} for {bid}", "pass", "pass", "pass")


# -- the auction ------------------------------------------------------------------------------------


@rule("1863-START-01", "1863-START-02")
def test_the_token_is_on_the_map_and_the_others_are_asked() -> None:
    table = table_with()
    table.refuses("open DIS at C18.0 for 4", "1863-START-01")
    table.refuses("open DIS at D17.0 for 5", "1863-START-01")
    table.do("open DIS at C18.0 for 5")
    assert table.state.tokens[table.stop("C18.0")] == (table.company("DIS"),)
    assert (table.turn, type(table.step)) == ("B", Auction)
    table.refuses("bid 9", "1863-START-02")
    table.do("bid 10")


@rule("1863-START-24", "1863-START-03", "1863-START-15")
def test_the_token_stays_whoever_wins_and_the_bid_goes_to_the_bank() -> None:
    table = table_with()
    table.do("open DIS at C18.0 for 5", "bid 20", "pass", "pass", "pass")
    assert (table.cash("B"), table.turn, type(table.step)) == (330, "B", SetPrice)
    table.do("float at 80")
    assert (table.cash("B"), table.cash("DIS"), table.director("DIS")) == (170, 160, "B")
    assert table.turn == "B", "A has used up the turn"


@rule("1863-START-06", "1863-SETUP-12", "1863-CO-01")
def test_the_metropolitan_is_auctioned_first_in_the_historical_game() -> None:
    table = table_with(number=1, opened=False)
    table.refuses("open BAK at F9.0 for 5", "1863-START-06")
    assert {text.split()[1] for text in table.offered("open")} == {"MET"}
    table.do("open MET at C10.0 for 5", "pass", "pass", "pass", "float at 40")
    assert table.turn == "B"
    assert len({text.split()[1] for text in table.offered("open")}) == 14, "neither the Metropolitan nor the UERL"
    table.do("open BAK at F9.0 for 5")
    equal = table_with(number=1, opened=False, options=("equal",))
    assert equal.allows("open BAK at F9.0 for 5")


@rule("1863-START-07", "1863-CO-03")
def test_the_uerl_is_not_available_in_the_first_stock_round() -> None:
    table_with(number=1).refuses("open UER at C18.0 for 5", "1863-START-07")
    assert table_with().allows("open UER at C18.0 for 5")


@rule("1863-CO-01", "1863-CO-02", "1863-START-15", "1863-START-16", "1863-VAR-04")
@pytest.mark.parametrize(
    ("company", "home"),
    [
        ("MET", "C10"),
        ("BAK", "F9"),
        ("CLR", "I10"),
        ("CIR", "G18"),
        ("CSL", "K22"),
        ("DIS", "C18"),
        ("ELR", "Q20"),
        ("EHL", "K2"),
        ("HAM", "J13"),
        ("LCR", "I6"),
        ("PIC", "H13"),
        ("WCR", "N11"),
        ("WWR", "K14"),
        ("WBR", "Q8"),
    ],
)
def test_the_first_token_is_free_at_home_and_costs_50_in_the_equal_game(company: str, home: str) -> None:
    for options, cash in ((), 120), (("equal",), 70):
        table = table_with(options=options)
        auctioned(table, company, f"{home}.0")
        table.do("float at 60")
        assert (table.cash(company), table.tokens(company)) == (cash, (1, 0))


@rule("1863-CO-02", "1863-START-15")
def test_the_off_board_home_is_free() -> None:
    table = table_with()
    auctioned(table, "PCN", "Q2.0")
    table.do("float at 60")
    assert table.cash("PCN") == 120


@rule("1863-CO-03", "1863-START-15")
def test_the_uerl_pays_for_its_first_token() -> None:
    table = table_with()
    auctioned(table, "UER", "C10.0")
    table.do("float at 60")
    assert (table.cash("UER"), table.tokens("UER")) == (70, (1, 0))


@rule("1863-START-01", "1863-START-15")
def test_a_home_that_is_taken_is_no_place_to_start() -> None:
    table = table_with()
    table.minor("CLR", 60, "B", at="C18.0")
    table.refuses("open DIS at C18.0 for 5", "1863-START-01")
    auctioned(table, at="I22.0")
    table.do("float at 60")
    assert table.cash("DIS") == 70


@rule("1863-START-15")
def test_a_home_that_was_redeveloped_is_none() -> None:
    table = table_with()
    company = table.company("BAK")
    assert home_now(table.game, company) == table.stop("F9.0")
    hex_ = table.hex("F9")
    tile, (turn, *_) = next(iter(areas.placements(table.game, table.private("RED"), hex_).items()))
    effects.lay_tile(table.game, company, hex_, tile, turn)
    assert home_now(table.game, company) is None
    table.refuses("open BAK at F9.0 for 5", "1863-START-01")


@rule("1863-START-15")
def test_a_home_stays_free_on_every_tile_that_is_laid_there() -> None:
    table = table_with("V")
    company, hex_ = table.company("BAK"), table.hex("F9")
    for _ in ("yellow", "green", "brown", "grey"):
        choice = next(iter(options_on(table.game, hex_, lambda lay: placement_refusal(table.game, lay) is None)))
        lay = next(iter(choice))
        assert isinstance(lay, LayTile)
        effects.lay_tile(table.game, company, hex_, lay.tile, lay.rotation)
        assert home_now(table.game, company) in start_places(table.game, company)


@rule("1863-CO-02", "1863-START-01")
def test_the_special_hex_is_for_its_own_company() -> None:
    table = table_with()
    assert table.allows("open PCN at Q2.0 for 5")
    table.refuses("open DIS at Q2.0 for 5", "1863-START-01")
    table_with(options=("equal",)).refuses("open PCN at Q2.0 for 5", "1863-START-01")


@rule("1863-START-25")
def test_nobody_may_bid_more_than_lets_them_float() -> None:
    table = table_with()
    table.refuses("open DIS at C18.0 for 271", "1863-START-25")
    assert table.allows("open DIS at C18.0 for 270")
    table.privates(GRE="A")
    assert table.allows("open DIS at C18.0 for 340")
    table.refuses("open DIS at C18.0 for 341", "1863-START-25")


@rule("1863-START-02")
def test_there_is_no_highest_bid() -> None:
    table = table_with()
    table.give_cash("B", 1000)
    table.do("open DIS at C18.0 for 5", "bid 500")
    assert table.turn == "B", "nobody else has as much"
    assert isinstance(table.step, SetPrice)
    assert table.cash("B") == 500


@rule("1863-START-01", "1863-SR-02", "1863-SR-04")
def test_a_company_is_opened_instead_of_a_purchase() -> None:
    table = table_with("III")
    table.major("CLR", 50, {"B": 3, "A": 1})
    table.do("buy CLR from CLR")
    other = table_with("III")
    other.major("CLR", 50, {"B": 3, "A": 1})
    auctioned(other)
    other.do("float at 40", "pass", "minor")
    assert other.turn == "B"
    assert isinstance(other.step, StockTurn)
    other.state.agenda = (*other.state.agenda[:-1], replace(other.step, bought=True))
    other.refuses("open BAK at F9.0 for 5", "1863-BUY-01")
    other.refuses("open DIS at I22.0 for 5", "1863-BUY-01")
    other.stock_turn("B")
    other.refuses("open DIS at I22.0 for 5", "1863-START-01")


@rule("1863-START-25", "1863-BUY-07")
def test_at_the_certificate_limit_only_companies_found() -> None:
    table = table_with()
    table.minor("MET", 60, "A", cash=400)
    table.book.__dict__["certificate_limit"] = 1
    auctioned(table)
    assert (table.cash("MET"), type(table.step)) == (395, SetPrice)
    other = table_with()
    other.minor("MET", 60, "A", cash=400, operated=False)
    other.book.__dict__["certificate_limit"] = 1
    other.refuses("open DIS at C18.0 for 5", "1863-START-05")
    assert not other.offered("open")


@rule("1863-START-04", "1863-START-05", "1863-START-25")
def test_the_founder_is_named_after_the_auction() -> None:
    table = table_with()
    table.minor("MET", 60, "A", cash=400)
    table.minor("CLR", 60, "A", cash=400, operated=False)
    table.give_cash("A", 120)
    auctioned(table, bid=40)
    assert (table.turn, type(table.step)) == ("A", Founding)
    assert table.offered("found") == ["found as A", "found as MET"]
    table.refuses("found as CLR", "1863-START-05")
    table.refuses("found as B", "1863-START-05")
    assert table.allows("found as A"), "40 for the bid, 80 for the capital"
    table.do("found as MET")
    assert (table.cash("MET"), table.cash("A")) == (360, 120)


@rule("1863-START-25")
def test_whoever_cannot_pay_is_not_named() -> None:
    table = table_with()
    table.minor("MET", 60, "A", cash=400)
    table.minor("CLR", 60, "A", cash=400)
    table.give_cash("A", 20)
    auctioned(table, bid=100)
    assert table.offered("found") == ["found as MET", "found as CLR"]
    table.refuses("found as A", "1863-START-25")


@rule("1863-START-25")
def test_only_those_who_can_pay_are_founders() -> None:
    table = table_with()
    table.minor("MET", 60, "A", cash=400)
    table.give_cash("A", 20)
    auctioned(table, bid=100)
    assert (table.cash("MET"), table.cash("A"), type(table.step)) == (300, 20, SetPrice)


@rule("1863-START-25", "1863-START-26")
def test_an_asset_that_is_the_whole_capital_leaves_the_cash_for_the_bid() -> None:
    table = table_with()
    table.privates(TTU="A")
    table.give_cash("A", 100)
    table.refuses("open DIS at C18.0 for 101", "1863-START-25")
    table.do("open DIS at C18.0 for 100", "pass", "pass", "pass")
    assert table.offered("float") == ["float at 50"]
    table.do("float at 50", "put-in private TTU")
    assert (table.cash("A"), table.cash("DIS"), table.owners("TTU")) == (0, 0, "DIS")


@rule("1863-SR-01", "1863-START-04")
def test_whoever_has_sold_in_the_turn_is_the_founder() -> None:
    table = table_with("III")
    table.minor("MET", 60, "A", cash=400)
    table.major("CLR", 100, {"B": 3, "A": 1})
    table.do("sell 1 CLR")
    auctioned(table)
    assert isinstance(table.step, SetPrice)
    assert table.step.founder == table.seat("A")


@rule("1863-SR-01", "1863-START-04")
def test_a_company_for_which_the_turn_is_used_is_the_founder() -> None:
    table = table_with()
    table.minor("MET", 60, "A", cash=400)
    table.do("act for MET")
    table.refuses("open DIS at C18.0 for 325", "1863-START-25")
    auctioned(table)
    assert (table.cash("MET"), table.cash("A"), type(table.step)) == (395, 350, SetPrice)


@rule("1863-SR-01", "1863-START-05")
def test_a_turn_for_a_company_that_has_not_operated_starts_nothing() -> None:
    table = table_with()
    table.minor("MET", 60, "A", cash=400, operated=False)
    table.do("act for MET")
    table.refuses("open DIS at C18.0 for 5", "1863-START-05")


@rule("1863-START-04")
def test_whoever_wins_in_another_s_turn_is_free_to_name_the_founder() -> None:
    table = table_with()
    table.minor("MET", 60, "B", cash=400)
    table.minor("CLR", 60, "A", cash=400)
    table.do("act for CLR", "open DIS at C18.0 for 5", "bid 10", "pass", "pass", "pass")
    assert table.offered("found") == ["found as B", "found as MET"]


# -- capital ----------------------------------------------------------------------------------------


@rule("1863-START-08", "1863-START-23")
def test_twice_the_price_goes_to_the_treasury() -> None:
    table = table_with()
    auctioned(table)
    assert {text.split()[2] for text in table.offered("float")} <= {"40", "45", "50", "55", "60", "65", "70", "75"} | {
        "80", "90", "100", "110", "120", "130", "140", "150", "160", "170",
    }  # fmt: skip
    table.refuses("float at 30", "1863-START-08")
    table.refuses("float at 180", "1863-START-09")
    table.do("float at 90")
    assert (table.cash("DIS"), table.shares("A", "DIS"), table.price("DIS")) == (180, 2, 90)
    assert table.game.kind_of(table.company("DIS")).name == "Minor"


@rule("1863-START-10", "1863-PRIV-19")
def test_privates_and_trains_count_as_capital() -> None:
    table = table_with()
    table.minor("MET", 60, "A", cash=200, trains=("2T",))
    table.privates(LOD="MET", GRE="MET")
    auctioned(table)
    table.do("found as MET", "float at 90")
    assert type(table.step) is Contribute
    table.do("put-in train 2T")
    table.refuses("put-in private LOD", "1863-START-26")
    table.do("pass")
    assert (table.cash("MET"), table.cash("DIS"), table.trains("DIS")) == (200 - 5 - 80, 80, ["2T"])
    assert table.director("DIS") == "MET"
    assert table.game.controller(table.company("DIS")) == table.seat("A")


@rule("1863-PRIV-19", "1863-START-10")
@pytest.mark.parametrize(
    ("private", "value"),
    [
        ("GRE", 70),
        ("FOW", 80),
        ("RED", 70),
        ("THO", 80),
        ("LNR", 70),
        ("TTU", 100),
        ("NEL", 120),
        ("IMP", 70),
        ("LOD", 100),
        ("POR", 100),
        ("MAI", 100),
        ("CHO", 100),
    ],
)
def test_every_private_counts_its_face_value(private: str, value: int) -> None:
    table = table_with()
    table.privates(**{private: "A"})
    auctioned(table)
    table.do("float at 75", f"put-in private {private}")
    assert (table.cash("A"), table.cash("DIS"), table.owners(private)) == (345 - 150 + value, 150 - value, "DIS")


@rule("1863-START-10")
@pytest.mark.parametrize(("train", "value"), [("2T", 100), ("3T", 250), ("2+1e", 300)])
def test_every_train_counts_its_price(train: str, value: int) -> None:
    table = table_with("III")
    table.minor("MET", 60, "A", cash=800, trains=(train,))
    auctioned(table)
    table.do("found as MET", "float at 160", f"put-in train {train}", "minor")
    assert (table.cash("MET"), table.cash("DIS"), table.trains("DIS")) == (795 - 320 + value, 320 - value, [train])


@rule("1863-START-26")
def test_assets_never_exceed_the_capital() -> None:
    table = table_with()
    table.privates(NEL="A")
    auctioned(table)
    table.do("float at 40")
    assert type(table.step) is not Contribute, "nothing could be put in"
    assert (table.cash("DIS"), table.owners("NEL")) == (80, "A")
    other = table_with()
    other.privates(NEL="A")
    auctioned(other)
    other.do("float at 60", "put-in private NEL")
    assert (other.cash("A"), other.cash("DIS"), other.owners("NEL")) == (345, 0, "DIS")


@rule("1863-START-09")
def test_all_capital_comes_from_one_entity() -> None:
    table = table_with()
    table.minor("MET", 60, "A", cash=100)
    auctioned(table)
    table.do("found as MET")
    table.refuses("float at 50", "1863-START-09")
    table.do("borrow 1", "float at 80")
    assert (table.cash("MET"), table.cash("A"), table.loans("MET"), table.price("MET")) == (35, 350, 1, 55)


@rule("1863-START-09")
def test_what_leaves_a_rest_that_cannot_be_paid_is_not_put_in() -> None:
    table = table_with()
    table.privates(GRE="A", LOD="A")
    auctioned(table)
    table.give_cash("A", 10)
    table.do("float at 50")
    table.refuses("put-in private GRE", "1863-START-09")
    table.do("put-in private LOD")
    assert table.cash("A") == 10


@rule("1863-START-09")
def test_no_asset_counts_twice_towards_the_rest() -> None:
    table = table_with()
    table.privates(GRE="A", NEL="A")
    auctioned(table)
    table.give_cash("A", 20)
    table.do("float at 70")
    table.refuses("put-in private GRE", "1863-START-09")
    table.do("put-in private NEL")
    assert (table.cash("A"), table.cash("DIS")) == (0, 20)


@rule("1863-START-10", "1863-START-11")
def test_shares_are_put_in_bit_by_bit() -> None:
    table = table_with("III")
    table.major("CLR", 20, {"B": 5, "A": 4})
    auctioned(table)
    table.give_cash("A", 0)
    table.do("float at 40", "put-in 2 shares of CLR", "put-in 2 shares of CLR")
    assert (table.shares("DIS", "CLR"), table.cash("DIS"), type(table.step)) == (4, 0, ChooseSize)


@rule("1863-START-09")
def test_the_rest_is_not_left_unpaid() -> None:
    table = table_with()
    table.privates(GRE="A", LOD="A")
    auctioned(table)
    table.give_cash("A", 10)
    table.do("float at 50")
    table.refuses("pass", "1863-START-09")


@rule("1863-START-11", "1863-OWN-09")
def test_a_rival_presides_over_shares_that_are_split() -> None:
    table = table_with("III")
    table.major("CLR", 20, {"A": 4, "B": 3})
    auctioned(table)
    table.do("float at 60", "put-in 2 shares of CLR")
    assert table.director("CLR") == "B"


@rule("1863-START-11", "1863-OWN-09", "1863-OWN-10")
@pytest.mark.parametrize(
    ("held", "rival", "given", "president"),
    [(4, 2, 4, "DIS"), (3, 2, 2, "DIS"), (3, 3, 2, "B"), (2, 2, 1, "B"), (2, 2, 2, "DIS")],
)
def test_who_presides_when_the_certificate_is_put_in(held: int, rival: int, given: int, president: str) -> None:
    table = table_with("III")
    table.major("CLR", 20, {"A": held, "B": rival})
    auctioned(table)
    table.do("float at 60", f"put-in {given} shares of CLR")
    assert (table.director("CLR"), table.shares("DIS", "CLR")) == (president, given)


@rule("1863-START-11", "1863-OWN-10")
def test_half_the_certificate_is_not_put_in() -> None:
    table = table_with("III")
    table.major("CLR", 20, {"A": 2, "B": 1})
    auctioned(table)
    table.do("float at 60")
    table.refuses("put-in 1 shares of CLR", "1863-START-10")
    table.do("put-in 2 shares of CLR")
    assert table.director("CLR") == "DIS"


@rule("1863-START-11", "1863-OWN-03")
def test_no_more_than_half_of_another_company_is_put_in() -> None:
    table = table_with("III")
    table.major("CLR", 20, {"A": 6})
    auctioned(table)
    table.do("float at 100")
    table.refuses("put-in 6 shares of CLR", "1863-START-10")
    table.do("put-in 3 shares of CLR")
    table.refuses("put-in 3 shares of CLR", "1863-START-10")
    table.do("put-in 2 shares of CLR")
    assert (table.shares("DIS", "CLR"), table.shares("A", "CLR"), table.director("CLR")) == (5, 1, "DIS")


@rule("1863-START-11", "1863-SUB-03")
def test_a_minor_is_put_in_as_a_whole() -> None:
    table = table_with("III")
    table.minor("CSL", 40, "A")
    auctioned(table)
    table.do("float at 60")
    table.refuses("put-in 1 shares of CSL", "1863-START-10")
    table.do("put-in 2 shares of CSL")
    assert (table.director("CSL"), table.director("DIS"), table.price("CSL")) == ("DIS", "A", 40)


@rule("1863-START-10", "1863-SELL-05")
def test_a_company_puts_in_no_shares_of_its_own() -> None:
    table = table_with("III")
    table.major("MET", 40, {"A": 2}, cash=400)
    auctioned(table)
    table.do("found as MET", "float at 60")
    assert table.cash("DIS") == 120, "there was nothing but cash"


@rule("1863-START-10", "1863-LIQ-09")
def test_shares_of_a_company_in_liquidation_are_no_capital() -> None:
    table = table_with("III")
    table.major("CLR", 0, {"A": 3})
    auctioned(table)
    table.do("float at 60")
    assert table.cash("DIS") == 120


@rule("1863-START-11", "1863-START-10")
def test_shares_count_at_their_price_within_the_limits() -> None:
    table = table_with("III")
    table.major("CLR", 20, {"B": 2, "A": 2})
    table.major("HAM", 20, {"A": 6})
    auctioned(table)
    table.do("float at 60")
    table.refuses("put-in 6 shares of HAM", "1863-START-10")
    table.do("put-in 1 shares of CLR", "put-in 4 shares of HAM", "pass", "minor")
    assert (table.shares("DIS", "CLR"), table.shares("DIS", "HAM"), table.cash("DIS")) == (1, 4, 20)
    assert (table.price("CLR"), table.director("HAM")) == (20, "DIS")


@rule("1863-START-11", "1863-OWN-05")
def test_no_shares_are_put_in_that_would_close_a_circle() -> None:
    table = table_with("III")
    table.major("CLR", 20, {"B": 2})
    table.major("MET", 60, {"CLR": 3}, cash=400)
    table.give("MET", "CLR", 3)
    table.do("open DIS at C18.0 for 5", "bid 10", "pass", "pass", "pass")
    table.do("found as MET", "float at 60")
    table.refuses("put-in 3 shares of CLR", "1863-START-10")
    table.do("put-in 2 shares of CLR")


@rule("1863-START-10", "1863-PRIV-04")
def test_trains_that_have_rusted_are_no_capital() -> None:
    table = table_with("III")
    table.minor("MET", 60, "A", cash=400, trains=("2T", "3T"))
    table.state.trains[table.owner("MET")] = (a_train(TRAIN["2T"], 1), a_train(TRAIN["3T"]))
    auctioned(table)
    table.do("found as MET", "float at 150")
    assert table.offered("put-in") == ["put-in train 3T"]


@rule("1863-TRAIN-11", "1863-TRAIN-04")
def test_trains_above_the_limit_of_a_new_minor_are_given_up() -> None:
    table = table_with("III")
    table.major("MET", 60, {"A": 3}, cash=200, trains=("3T", "3T", "3T"))
    auctioned(table)
    table.give_cash("MET", 200)
    table.do("found as MET", "float at 375", *["put-in train 3T"] * 3, "minor")
    table.do("return 3T")
    assert (table.trains("DIS"), len(table.state.trains[POOL])) == (["3T", "3T"], 1)


@rule("1863-PRIV-16")
def test_the_clink_club_is_no_capital() -> None:
    table = table_with(options=("clink_club",))
    table.privates(CLK="A")
    auctioned(table)
    table.do("float at 40")
    assert table.owners("CLK") == "A"


# -- size, tokens, shares ---------------------------------------------------------------------------


@rule("1863-START-12", "1863-PHASE-01")
@pytest.mark.parametrize(("phase", "minor", "major"), [("III", True, True), ("IV", False, True), ("V", False, True)])
def test_sizes_in_later_phases(phase: str, minor: bool, major: bool) -> None:
    table = table_with(phase)
    auctioned(table)
    table.do("float at 50")
    assert (bool(table.offered("minor")), bool(table.offered("major"))) == (minor, major)
    assert (table.allows("minor"), table.allows("major with 1")) == (minor, major)


@rule("1863-START-12", "1863-PHASE-01")
def test_only_minors_in_phase_ii() -> None:
    table = table_with()
    auctioned(table)
    table.do("float at 50")
    assert (type(table.step), table.shares("A", "DIS"), table.shares("DIS", "DIS")) == (StockTurn, 2, 0)
    table.state.agenda = (*table.state.agenda, ChooseSize(table.company("DIS"), table.stop("C18.0"), False))
    table.refuses("major with 1", "1863-START-12")


@rule("1863-START-12", "1863-PHASE-01")
def test_sizes_by_phase() -> None:
    table = table_with("III")
    auctioned(table)
    table.do("float at 50")
    assert type(table.step) is ChooseSize
    assert table.allows("minor")
    assert table.allows("major with 1")
    late = table_with("IV")
    auctioned(late)
    late.do("float at 50")
    late.refuses("minor", "1863-START-12")
    late.do("major with 1")


@rule("1863-START-13", "1863-START-14", "1863-START-15", "1863-START-19", "1863-START-20")
@pytest.mark.parametrize(
    ("tokens", "at", "cost"),
    [
        (1, "C18.0", 0),
        (2, "C18.0", 50),
        (3, "C18.0", 100),
        (4, "C18.0", 150),
        (1, "F9.0", 50),
        (2, "F9.0", 100),
        (3, "F9.0", 150),
        (4, "F9.0", 200),
    ],
)
def test_tokens_of_a_major(tokens: int, at: str, cost: int) -> None:
    table = table_with("III")
    auctioned(table, at=at)
    table.do("float at 100")
    table.refuses("major with 0", "1863-START-13")
    table.refuses("major with 5", "1863-START-13")
    table.do(f"major with {tokens}", "pass")
    assert (table.cash("DIS"), table.tokens("DIS")) == (200 - cost, (tokens, tokens - 1))
    assert (table.shares("A", "DIS"), table.shares("DIS", "DIS")) == (2, 8)


@rule("1863-START-16", "1863-VAR-04")
def test_every_token_costs_50_in_the_equal_game() -> None:
    table = table_with(options=("equal",), opened=False)
    auctioned(table, "MET", "C10.0")
    table.do("float at 60")
    assert (table.cash("MET"), table.tokens("MET")) == (70, (1, 0))


@rule("1863-PRIV-09", "1863-START-13")
def test_railway_lodgings_give_one_more_token() -> None:
    table = table_with()
    table.privates(LOD="A")
    auctioned(table)
    table.do("float at 80", "put-in private LOD", "pass")
    assert (table.cash("DIS"), table.tokens("DIS")) == (60, (2, 1))


@rule("1863-PRIV-09", "1863-START-13")
def test_railway_lodgings_give_a_major_a_fifth_token() -> None:
    table = table_with("III")
    table.privates(LOD="A")
    auctioned(table)
    table.do("float at 150", "put-in private LOD", "major with 4", "pass")
    assert (table.cash("DIS"), table.tokens("DIS")) == (200 - 150, (5, 4))


@rule("1863-PRIV-09")
def test_railway_lodgings_that_are_not_put_in_give_no_token() -> None:
    table = table_with()
    table.privates(LOD="A", GRE="A")
    auctioned(table)
    table.do("float at 80", "put-in private GRE", "pass")
    assert (table.cash("DIS"), table.tokens("DIS"), table.owners("LOD")) == (90, (1, 0), "A")


@rule("1863-PRIV-07")
def test_no_train_if_none_is_left_or_the_card_is_kept() -> None:
    table = table_with()
    table.privates(NEL="A")
    effects.cut_pile(table.game, 0, 0)
    auctioned(table, at="I22.0")
    table.do("float at 60", "put-in private NEL")
    assert table.trains("DIS") == []
    other = table_with()
    other.privates(NEL="A")
    auctioned(other, at="I22.0")
    other.do("float at 60", "pass")
    assert other.trains("DIS") == []
    last = table_with()
    last.privates(NEL="A")
    effects.cut_pile(last.game, 0, 1)
    auctioned(last, at="I22.0")
    last.do("float at 60", "put-in private NEL")
    assert (last.trains("DIS"), last.phase) == (["2T"], "II")


@rule("1863-PRIV-07")
def test_a_company_floated_in_nine_elms_gets_a_train() -> None:
    table = table_with()
    table.privates(NEL="A")
    auctioned(table, at="I22.0")
    table.do("float at 60", "put-in private NEL")
    assert table.trains("DIS") == ["2T"]
    elsewhere = table_with()
    elsewhere.privates(NEL="A")
    auctioned(elsewhere)
    elsewhere.do("float at 60", "put-in private NEL")
    assert elsewhere.trains("DIS") == []


@rule("1863-START-17", "1863-START-18")
def test_tokens_that_cannot_be_paid_are_paid_by_a_loan() -> None:
    table = table_with()
    table.minor("MET", 60, "A", cash=100, trains=("2T",))
    auctioned(table, at="F9.0")
    table.do("found as MET", "float at 50", "put-in train 2T")
    assert (type(table.step), table.cash("DIS")) == (BuyShares, 0)
    table.do("borrow 1")
    assert (table.cash("DIS"), table.price("DIS"), table.loans("DIS")) == (50, 45, 1)


@rule("1863-START-17", "1863-START-18")
def test_tokens_are_paid_once_the_treasury_has_the_money() -> None:
    table = table_with("III")
    table.minor("MET", 60, "A", cash=200, trains=("2T",))
    auctioned(table, at="F9.0")
    table.do("found as MET", "float at 50", "put-in train 2T", "major with 2")
    assert (table.cash("DIS"), record(table.game).unpaid[table.company("DIS")]) == (0, 100)
    table.do("buy-more 1")
    assert (table.cash("DIS"), record(table.game).unpaid[table.company("DIS")]) == (50, 100)
    table.do("pass")
    assert table.turn == "B"
    table.do("buy DIS from DIS")
    assert (table.cash("DIS"), record(table.game).unpaid[table.company("DIS")]) == (0, 0)


@rule("1863-START-18", "1863-START-17")
def test_tokens_unpaid_at_the_end_of_the_stock_round_are_paid_with_a_loan() -> None:
    table = table_with()
    table.minor("MET", 60, "A", cash=100, trains=("2T",))
    auctioned(table, at="F9.0")
    table.do("found as MET", "float at 50", "put-in train 2T", "pass", "pass", "pass", "pass")
    assert (table.turn, record(table.game).unpaid[table.company("DIS")]) == ("A", 50)
    table.do("pass")
    assert (table.cash("DIS"), table.loans("DIS"), table.price("DIS")) == (50, 1, 45)
    assert table.state.round.kind == "operating"


@rule("1863-START-18")
def test_tokens_that_neither_cash_nor_loans_can_pay_bring_a_crisis() -> None:
    table = table_with()
    table.minor("MET", 60, "A", cash=100, trains=("2T",))
    auctioned(table, at="F9.0")
    table.do("found as MET", "float at 50", "put-in train 2T")
    table.state.loans[table.company("MET")] = table.book.loans
    table.do("pass", "pass", "pass", "pass", "pass")
    assert isinstance(table.step, Payment)
    assert (table.step.company, table.step.amount) == (table.company("DIS"), 50)


@rule("1863-START-21", "1863-START-20")
def test_the_founder_buys_more_within_60_percent() -> None:
    table = table_with("III")
    table.give_cash("A", 1000)
    auctioned(table)
    table.do("float at 80", "major with 1")
    table.refuses("buy-more 5", "1863-START-21")
    table.do("buy-more 4")
    assert (table.shares("A", "DIS"), table.cash("DIS")) == (6, 480)


@rule("1863-START-21", "1863-BUY-07")
@pytest.mark.parametrize(("limit", "more"), [(1, 0), (2, 1), (4, 3), (9, 4)])
def test_the_founder_stays_within_the_certificate_limit(limit: int, more: int) -> None:
    table = table_with("III")
    table.give_cash("A", 1000)
    auctioned(table)
    table.do("float at 80")
    table.book.__dict__["certificate_limit"] = limit
    table.do("major with 1")
    assert isinstance(table.step, BuyShares) == (more > 0), "whoever may buy nothing is not asked"
    assert table.offered("buy-more") == [f"buy-more {count}" for count in range(1, more + 1)]
    if more:
        table.refuses(f"buy-more {more + 1}", "1863-START-21")


@rule("1863-START-21")
@pytest.mark.parametrize(("cash", "more"), [(79, 0), (80, 1), (159, 1), (160, 2), (320, 4), (1000, 4)])
def test_the_founder_pays_for_more_shares(cash: int, more: int) -> None:
    table = table_with("III")
    auctioned(table)
    table.do("float at 80")
    table.give_cash("A", cash)
    table.do("major with 1")
    assert len(table.offered("buy-more")) == more
    if more:
        table.do(f"buy-more {more}")
        assert (table.cash("A"), table.cash("DIS")) == (cash - 80 * more, 160 + 80 * more)


@rule("1863-START-21")
def test_a_company_founder_stops_at_half() -> None:
    table = table_with("III")
    table.minor("MET", 60, "A", cash=1000)
    auctioned(table)
    table.do("found as MET", "float at 80", "major with 1")
    table.refuses("buy-more 4", "1863-START-21")
    table.do("buy-more 3")
    assert table.shares("MET", "DIS") == 5


def test_a_major_with_two_tokens_and_two_more_shares() -> None:
    table = table_with("III")
    auctioned(table, at="F9.0")
    table.give_cash("A", 500)
    table.do("float at 80", "major with 2", "buy-more 2")
    table.do("pass")
    assert (table.cash("DIS"), table.shares("A", "DIS")) == (220, 4)


@rule("1863-SHORT-03", "1863-START-05")
def test_a_new_company_has_not_operated() -> None:
    table = table_with()
    auctioned(table)
    table.do("float at 50")
    assert not table.has("DIS", OPERATED)
