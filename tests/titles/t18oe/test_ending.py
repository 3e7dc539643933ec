"""How 18OE ends, what its last operating round repeats, and who wins (rules 18OE-END)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.events import RoundBegan
from railhead.core.ids import BANK
from railhead.core.state import OPERATED, Round
from railhead.core.text import Text
from railhead.rules.operating import OperatingRound, OperatingTurn
from railhead.rules.standings import standings
from railhead.testing import rule
from railhead.titles.t18oe import ending
from railhead.titles.t18oe.facts import PRIVATE
from railhead.titles.t18oe.record import Paid
from railhead.titles.t18oe.rounds import begin_stock_round
from railhead.titles.t18oe.worth import worth
from tests.titles.t18oe.table import Europe


def quiet(kind: str = "operating", index: int = 1) -> Europe:
    """A game without railroads, so that rounds pass by; only Ann, who has a private, is asked in stock rounds."""
    table = Europe(3, railroad_phase="major", phase="7")
    table.give_private("RSC", "Ann")
    if kind == "operating":
        table.state.round = Round(kind, 4, index, 2)
        table.state.agenda = (table.state.agenda[0], OperatingRound())
    else:
        begin_stock_round(table.game, 5)
    return table


def break_bank(table: Europe) -> None:
    """The bank pays out more than it has."""
    effects.pay(table.game, BANK, table.seat("Ann"), table.cash("ipo") + 100, Text("too much"))


def play_on(table: Europe) -> list[str]:
    """The rounds that follow, with nobody doing anything."""
    table.settle()
    rounds = [event.round for event in table.events if isinstance(event, RoundBegan)]
    while not table.over and len(rounds) < 9:
        events = table.do("pass")
        rounds += [event.round for event in events if isinstance(event, RoundBegan)]
    return [str(name) for name in rounds]


# -- the bank -------------------------------------------------------------------------------------


@pytest.mark.parametrize("index", [1, 2])
@rule("18OE-END-01", "18OE-END-03")
def test_a_bank_that_breaks_in_an_operating_round_ends_the_game_with_it(index: int) -> None:
    table = quiet(index=index)
    break_bank(table)
    assert table.cash("ipo") == -100, "the remainder cash has paid"
    assert play_on(table) == []
    assert table.over


@rule("18OE-END-02")
def test_a_bank_that_breaks_in_a_stock_round_leaves_one_operating_round() -> None:
    table = quiet("stock")
    break_bank(table)
    assert play_on(table) == ["Operating round 5.1"]
    assert table.over


@rule("18OE-END-01")
def test_a_bank_that_is_just_empty_has_not_broken() -> None:
    table = quiet()
    effects.pay(table.game, BANK, table.seat("Ann"), table.cash("ipo"), Text("all of it"))
    assert not table.record.broken


@rule("18OE-END-04")
def test_after_the_first_train_of_level_8_the_bank_cannot_break() -> None:
    table = quiet()
    ending.level_8_begins(table.game)
    break_bank(table)
    assert not table.record.broken
    assert play_on(table) == ["Operating round 4.2", "Stock round 5", "Operating round 5.1", "Operating round 5.2"]


@rule("18OE-END-01", "18OE-END-04")
def test_whichever_comes_first_decides() -> None:
    table = quiet()
    break_bank(table)
    ending.level_8_begins(table.game)
    assert table.record.final == 0
    assert play_on(table) == []


# -- the first train of level 8 -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("index", "rounds"),
    [
        (1, ["Operating round 4.2", "Stock round 5", "Operating round 5.1", "Operating round 5.2"]),
        (2, ["Stock round 5", "Operating round 5.1", "Operating round 5.2", "Operating round 5.3"]),
    ],
)
@rule("18OE-END-05", "18OE-END-06")
def test_what_follows_the_first_train_of_level_8(index: int, rounds: list[str]) -> None:
    """EX-46 of the rule list."""
    table = quiet(index=index)
    ending.level_8_begins(table.game)
    assert play_on(table) == rounds
    assert table.over


@pytest.mark.parametrize("rounds", [2, 3])
@rule("18OE-END-06", "18OE-END-07")
def test_only_the_last_two_rounds_are_the_final_ones(rounds: int) -> None:
    table = quiet()
    table.remember(final=5, final_rounds=rounds)
    found = []
    for index in range(1, rounds + 1):
        table.state.round = Round("operating", 5, index, rounds)
        found.append((ending.is_last_but_one(table.game), ending.is_last(table.game)))
    assert found == [(False, False)] * (rounds - 2) + [(True, False), (False, True)]
    table.state.round = Round("stock", 5)
    assert not ending.is_last(table.game), "nor is the stock round before them"
    assert not ending.is_last_but_one(table.game)


# -- the last round -------------------------------------------------------------------------------


def final_set(trains: tuple[str, ...] = ("5",)) -> Europe:
    """The major PLM at 200 (Ann 5, Ben 2, the Open Market 1, the treasury 2), in the first of the final two rounds."""
    table = Europe(3, railroad_phase="major", phase="8")
    table.fill_works()
    table.major("PLM", "200.i2", {"Ann": 5, "Ben": 2, "pool": 1}, trains=trains)
    table.remember(final=5, final_rounds=2)
    table.give_private("WS", "Ann")
    return table


def distribute(table: Europe, revenue: int, way: str) -> None:
    """PLM distributes its revenue in the first of the two rounds."""
    table.state.revenue[table.company("PLM")] = revenue
    table.operating_turn("PLM", "dividend", number=5, index=1, of=2)
    table.do(way)


def last_round(table: Europe) -> None:
    """The second of the two rounds begins."""
    table.state.round = Round("operating", 5, 1, 2)
    table.state.agenda = (table.state.agenda[0], OperatingRound(tuple(table.game.all_companies())))
    table.settle()


@pytest.mark.parametrize(
    ("way", "ann", "treasury", "square"), [("pay", 150, 60, "250"), ("half", 75, 180, "200"), ("keep", 0, 300, "165")]
)
@rule("18OE-END-08")
def test_the_same_revenue_is_paid_again_in_the_same_way(way: str, ann: int, treasury: int, square: str) -> None:
    table = final_set()
    distribute(table, 300, way)
    before = table.cash("Ann"), table.cash("PLM")
    effects.unmark(table.game, table.company("PLM"), OPERATED)
    last_round(table)
    assert table.over
    assert (table.cash("Ann"), table.cash("PLM")) == (before[0] + ann, before[1] + treasury)
    assert table.has("PLM", OPERATED), "its turn was played to the end"
    assert str(table.price("PLM")) == square, "the marker moves in both rounds"
    assert table.state.subsidy[table.company("PLM")] == 0


@rule("18OE-END-08")
def test_no_revenue_is_repeated_as_well() -> None:
    table = final_set()
    table.remember(again=(Paid(table.company("PLM"), 0, 0),))
    last_round(table)
    assert table.over
    assert table.price("PLM") == 180


@rule("18OE-END-11")
def test_nothing_else_happens_in_the_last_round() -> None:
    table = final_set()
    table.minor("K", "Ben", "FB", "U32.0", cash=0)
    table.give_cash("PLM", 2000)
    distribute(table, 300, "pay")
    before = table.cash("Ann")
    last_round(table)
    assert table.over, "nobody is asked about track, tokens, trains or shares"
    assert table.cash("Ann") == before + 150, "privates pay nothing"
    assert table.cash("K") == 0, "nor does the mail"


@rule("18OE-END-09")
def test_a_first_bonus_of_the_express_is_not_repeated() -> None:
    table = final_set()
    table.remember(express=(table.company("PLM"),), express_revenue=430)
    distribute(table, 300, "pay")
    cash, square = table.cash("PLM"), table.price("PLM")
    table.remember(express_revenue=0)
    last_round(table)
    assert table.cash("PLM") == cash + 60
    assert (square, table.price("PLM")) == (225, 250), "one step each time"


def buying(table: Europe, company: str, *deeds: str, index: int = 1) -> None:
    """A railroad does something in its step for trains, in the first of the two rounds."""
    table.remember(provided=table.book.company_ids)
    table.operating_turn(company, "buy", number=5, index=index, of=2)
    table.do(*deeds)


@pytest.mark.parametrize("gain", ["8+8 from ipo", "5D from ipo", "5 from pool"])
@rule("18OE-END-10")
def test_who_has_bought_a_train_may_run_anew(gain: str) -> None:
    table = final_set()
    table.in_market("5")
    table.left(8, 3)
    table.left(7, 10)
    distribute(table, 300, "pay")
    table.give_cash("PLM", 1000)
    buying(table, "PLM", f"train {gain}")
    before = table.cash("Ann")
    last_round(table)
    assert table.turn == "Ann"
    assert table.offered() == ["pay again", "rerun"]
    table.do("pay again")
    assert table.over
    assert table.cash("Ann") == before + 150


@rule("18OE-END-10")
def test_also_if_it_has_sold_another_one_meanwhile() -> None:
    """PLM buys a 5+5, and sells its 5 to the BHB afterwards: both have acquired a train."""
    table = final_set()
    table.in_market("5")
    table.major("BHB", 100, {"Ann": 5}, cash=100, trains=("6",))
    distribute(table, 300, "pay")
    table.give_cash("PLM", 475)
    buying(table, "PLM", "train 5+5 from pool")
    buying(table, "BHB", "offer 100 for 5 of PLM")
    assert (table.trains("PLM"), table.trains("BHB")) == (["5+5"], ["5", "6"])
    assert table.record.gained == (table.company("PLM"), table.company("BHB"))
    last_round(table)
    assert (table.turn, table.step.acting_company) == ("Ann", table.company("PLM"))


@rule("18OE-END-10")
@pytest.mark.parametrize(
    ("deed", "gained"),
    [("claim 3", True), ("swap 2+2 for 4", True), ("replace 2+2 by 5 of PLM", True), ("turn 4", False)],
)
def test_what_a_national_may_get(deed: str, gained: bool) -> None:
    table = final_set()
    table.national("SB", 100, {"Ann": 5}, trains=("2+2", "4"))
    table.boxes(level_3=1, level_4=1)
    distribute(table, 300, "pay")
    buying(table, "SB", deed)
    assert (table.company("SB") in table.record.gained) == gained


@rule("18OE-END-10", "18OE-PRIV-46")
def test_the_train_of_swift_counts_as_well_but_not_in_the_last_round() -> None:
    table = final_set()
    table.boxes(level_2=1)
    table.give_private("SML", "Ann")
    distribute(table, 300, "pay")
    table.remember(gained=(table.company("PLM"),))
    last_round(table)
    assert table.offered() == ["pay again", "rerun"]
    table.refuses("swift PLM", "18OE-PRIV-46")
    early = final_set()
    early.boxes(level_2=1)
    early.give_private("SML", "Ann")
    early.give_cash("PLM", 2000)
    buying(early, "PLM", "swift PLM")
    assert early.record.gained == (early.company("PLM"),)


@rule("18OE-END-10")
@pytest.mark.parametrize("index", [1, 2])
def test_a_train_of_an_earlier_round_gives_no_new_run(index: int) -> None:
    """In a last set of three, the first round is not one of the final two."""
    table = final_set()
    table.in_market("5")
    table.remember(final=5 if index == 1 else 6, final_rounds=3)
    table.give_cash("PLM", 1000)
    table.remember(provided=table.book.company_ids)
    table.operating_turn("PLM", "buy", number=5, index=index, of=3)
    table.do("train 5 from pool")
    assert table.record.gained == ()


@rule("18OE-END-10")
def test_who_has_lost_a_train_repeats() -> None:
    table = final_set(("5", "5+5"))
    distribute(table, 300, "pay")
    effects.scrap_train(table.game, table.game.purse(table.company("PLM")), table.train("5"))
    last_round(table)
    assert table.over


@rule("18OE-END-10")
def test_a_national_with_a_new_train_counts_its_income_anew() -> None:
    table = Europe(3, railroad_phase="major", phase="8")
    table.fill_works()
    table.national("PLM", "200.i2", {"Ann": 5, "Ben": 2}, trains=("4",))
    table.remember(final=5, final_rounds=2, again=(Paid(table.company("PLM"), 40, 40),))
    table.give_trains("PLM", "5D")
    table.remember(gained=(table.company("PLM"),))
    last_round(table)
    table.do("rerun")
    assert table.over
    assert table.state.revenue[table.company("PLM")] > 40


@rule("18OE-END-08", "18OE-DIV-05")
def test_a_national_that_withheld_as_a_major_pays_in_full() -> None:
    table = final_set()
    distribute(table, 300, "keep")
    table.give_shares("pool", "PLM", 3)
    table.give_shares("PLM", "PLM", 0)
    effects.set_kind(table.game, table.company("PLM"), 3, BANK)
    before = table.cash("Ann")
    last_round(table)
    assert table.cash("Ann") == before + 150


@rule("18OE-END-07")
def test_the_first_of_the_two_is_played_like_any_other() -> None:
    table = final_set()
    table.state.round = Round("operating", 5, 1, 2)
    table.state.agenda = (table.state.agenda[0], OperatingRound(), OperatingTurn(table.company("PLM")))
    table.settle()
    assert table.turn == "Ann"
    assert table.step.acting_company == table.company("PLM")
    assert "pay again" not in table.offered()


# -- who wins -------------------------------------------------------------------------------------


@rule("18OE-END-12", "18OE-CTRL-01")
def test_cash_shares_and_open_privates_count() -> None:
    table = Europe(3, railroad_phase="major", phase="5")
    table.give_cash("Ann", 100)
    table.major("PLM", 120, {"Ann": 4}, cash=999)
    table.national("MAV", 100, {"Ann": 2})
    table.regional("GWR", 60, {"Ann": 2, "Ben": 1}, cash=500)
    table.minor("B", "Ann", "FB", "U32.0", cash=400)
    table.give_private("HMLC", "Ann")
    table.give_private("SML", "Ann")
    table.remember(face_down=(PRIVATE["SML"],))
    assert worth(table.game, table.seat("Ann")) == 100 + 4 * 120 + 2 * 100 + 2 * 60 + 80


@rule("18OE-END-12")
def test_tied_players_share_the_victory() -> None:
    table = Europe(3, railroad_phase="major", phase="5")
    for name, cash in (("Ann", 500), ("Ben", 500), ("Cleo", 400)):
        table.give_cash(name, cash)
    assert [(entry.rank, entry.worth) for entry in standings(table.game)] == [(1, 500), (1, 500), (3, 400)]
