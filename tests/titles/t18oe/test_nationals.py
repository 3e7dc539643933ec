"""Forming nationals, and abandoned minors (rules 18OE-NATL and 18OE-ABANDON)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.state import CLOSED
from railhead.rules import directors
from railhead.rules.operating import OperatingRound, operating_order
from railhead.rules.trains import counted
from railhead.testing import rule
from railhead.titles.t18oe import abandoning, nationals, powers, rights, white_cliffs
from railhead.titles.t18oe.facts import NATIONAL, ZONE
from railhead.titles.t18oe.rolling_stock import SWIFT
from tests.titles.t18oe.table import Europe

LONDON, LYON, ETIENNE, PARIS = "M28.0", "U34.0", "U32.0", "Q30.0"


def continent(phase: str = "4", players: int = 4) -> Europe:
    """PLM (Ann), BHB (Ben) and MAV (Cleo) are majors; minor D is merged into PLM."""
    table = Europe(players, railroad_phase="major", phase="3")
    table.fill_works()
    table.major("PLM", 110, {"Ann": 3, "Ben": 2}, cash=340, trains=("2+2", "3"), tokens=(PARIS,))
    table.major("BHB", 100, {"Ben": 5, "Ann": 2})
    table.major("MAV", 90, {"Cleo": 5})
    table.minor("D", "Ann", "SP", ETIENNE, cash=0)
    table.stock_turn("Ann")
    table.do("merge D into PLM", "keep token U32.0")
    table.state.phase = table.book.phases.index(next(p for p in table.book.phases if p.name == phase))
    return table


def asked(table: Europe, buyer: str) -> None:
    """A railroad has bought the first train of the phase."""
    table.state.agenda = table.state.agenda[:1]
    nationals.offer(table.game, table.company(buyer))


def formed(table: Europe, company: str = "PLM") -> Europe:
    nationals.form(table.game, table.company(company))
    return table


# -- who may form them, and when ------------------------------------------------------------------


@pytest.mark.parametrize(("phase", "offered"), [(str(n), n in (4, 6, 8)) for n in range(2, 9)])
@rule("18OE-PHASE-16", "18OE-NATL-01")
def test_nationals_form_as_phases_4_6_and_8_begin(phase: str, offered: bool) -> None:
    table = continent(phase)
    depth = len(table.state.agenda[:1])
    asked(table, "BHB")
    assert (len(table.state.agenda) > depth) == offered


@rule("18OE-NATL-02")
def test_the_buyer_decides_first_then_the_others_clockwise() -> None:
    table = continent()
    table.major("GWR", 100, {"Dan": 5})
    asked(table, "MAV")
    order = []
    for _ in range(4):
        order.append(table.turn)
        table.do("pass") if len(order) < 4 else None
    assert order == ["Cleo", "Dan", "Ann", "Ben"]


@rule("18OE-NATL-02")
def test_each_converts_any_number_of_majors_of_their_own() -> None:
    table = continent()
    table.major("GWR", 100, {"Cleo": 5})
    asked(table, "MAV")
    assert table.offered("nationalise") == ["nationalise GWR", "nationalise MAV"]
    table.refuses("nationalise PLM", "18OE-NATL-02")
    table.do("nationalise MAV")
    assert table.turn == "Cleo"
    table.do("nationalise GWR")
    assert table.turn == "Ann", "there is nothing left for Cleo to decide, and Dan has no major"
    assert [table.game.kind_of(table.company(c)).name for c in ("MAV", "GWR", "PLM")] == [
        "National",
        "National",
        "Major",
    ]
    table.refuses("nationalise MAV", "18OE-NATL-02")


# -- what happens to everything -------------------------------------------------------------------


@rule("18OE-NATL-03", "18OE-NATL-14")
def test_all_cash_goes_to_the_bank() -> None:
    table = continent()
    bank = table.cash("ipo")
    formed(table)
    assert (table.cash("PLM"), table.cash("ipo")) == (0, bank + 340)


@rule("18OE-NATL-04", "18OE-NATL-11", "18OE-NATL-14")
def test_treasury_shares_go_to_the_open_market_and_the_value_stays() -> None:
    table = continent()
    stack = table.state.stack
    players = [table.shares(name, "PLM") for name in ("Ann", "Ben", "Cleo", "Dan")]
    treasury = table.shares("PLM", "PLM")
    assert treasury == 4
    table.give_shares("Ann", "PLM", 2)
    table.give_shares("PLM", "PLM", 6)
    formed(table)
    assert (table.shares("PLM", "PLM"), table.shares("pool", "PLM")) == (0, 6), "more than half of it"
    assert [table.shares(name, "PLM") for name in ("Ann", "Ben", "Cleo", "Dan")] == [2, *players[1:]]
    assert table.director("PLM") == "Ann"
    assert table.price("PLM") == 110
    assert table.state.stack == stack
    assert table.state.kind[table.company("PLM")] == NATIONAL


@rule("18OE-NATL-05", "18OE-NATL-12")
def test_a_pullman_goes_to_the_open_market() -> None:
    table = continent()
    table.remember(pullmans=(table.company("BHB"), table.company("PLM")))
    formed(table)
    assert table.record.pullmans == (table.company("BHB"),)
    assert table.record.pullmans_in_market == 1


@rule("18OE-ABANDON-05", "18OE-NATL-05")
def test_the_pullman_of_minor_m_stays_with_its_charter() -> None:
    table = continent()
    into = list(table.record.into)
    into[table.company("M")] = table.company("PLM")
    table.remember(pullmans=(table.company("PLM"),), own_pullman=True, into=tuple(into))
    table.charter("M", "PLM", cash=0)
    formed(table)
    assert (table.record.pullmans, table.record.pullmans_in_market) == ((), 0)
    assert table.record.own_pullman


@pytest.mark.parametrize(("with_m", "own"), [(False, True), (True, False)])
@rule("18OE-NATL-05", "18OE-ABANDON-05")
def test_a_pullman_that_was_bought_goes_to_the_open_market(with_m: bool, own: bool) -> None:
    """M's own one is elsewhere: with M, which is not PLM's, or M is PLM's but has sold it."""
    table = continent()
    table.remember(pullmans=(table.company("PLM"),), own_pullman=own)
    if with_m:
        into = list(table.record.into)
        into[table.company("M")] = table.company("PLM")
        table.remember(into=tuple(into))
        table.charter("M", "PLM", cash=0)
    formed(table)
    assert (table.record.pullmans, table.record.pullmans_in_market) == ((), 1)


@rule("18OE-NATL-06", "18OE-NATL-13")
def test_all_tokens_leave_the_map_and_the_game() -> None:
    table = continent()
    company = table.company("PLM")
    assert sum(company in held for held in table.state.tokens.values()) == 3
    formed(table)
    assert not any(company in held for held in table.state.tokens.values())
    assert table.state.spare_tokens[company] == 0
    assert table.record.slots[company] == ()
    assert not rights.may_place(table.game, company, table.stop(LYON))


@rule("18OE-LILLE-07", "18OE-NATL-06")
def test_lille_is_open_for_good_once_the_token_of_the_ferry_has_left() -> None:
    table = formed(continent())
    assert not table.record.cliffs_open
    table = continent()
    effects.move_token(table.game, table.company("PLM"), table.stop(PARIS), white_cliffs.position())
    formed(table)
    assert table.record.cliffs_open


@rule("18OE-NATL-07", "18OE-ABANDON-01", "18OE-ABANDON-04")
def test_minors_merged_into_it_are_abandoned() -> None:
    table = continent()
    table.remember(junction=table.stop(PARIS))
    assert powers.has(table.game, table.company("PLM"), "D")
    formed(table)
    assert table.record.abandoned == (table.company("D"),)
    assert table.director("D") == "pool"
    assert powers.holder(table.game, "D") is None
    assert table.record.junction is None
    assert table.record.zones[table.company("D")] == ZONE["SP"], "the chit stays on the charter"
    assert rights.zones(table.game, table.company("PLM")) == {ZONE["FB"]}


@rule("18OE-NATL-08")
def test_markers_and_authorities_leave_play() -> None:
    table = continent()
    plm, bhb, paris = table.company("PLM"), table.company("BHB"), table.stop(PARIS)
    left = (7, 8)
    table.remember(
        authorities=((bhb, 0), (plm, 1)),
        authorities_left=left,
        express=(bhb, plm),
        harbor=(plm, paris),
        circle=(plm, paris),
        hochberg=table.hex("T33"),
        brandt=(table.hex("T33"),),
    )
    formed(table)
    record = table.record
    assert record.authorities == ((bhb, 0),)
    assert record.authorities_left == left, "nothing goes back to the supply"
    assert record.express == (bhb,)
    assert (record.harbor, record.circle) == (None, None)
    assert (record.hochberg, record.brandt) == (table.hex("T33"), (table.hex("T33"),)), "they are a player's"


@rule("18OE-NATL-08")
def test_markers_of_others_stay() -> None:
    table = continent()
    bhb, paris = table.company("BHB"), table.stop(PARIS)
    table.remember(harbor=(bhb, paris), circle=(bhb, paris))
    formed(table)
    assert table.record.harbor == table.record.circle == (bhb, paris)


@rule("18OE-NATL-10", "18OE-PHASE-15")
def test_it_keeps_every_train_also_those_that_rust() -> None:
    table = formed(continent())
    assert table.trains("PLM") == ["2+2", "3"]


@rule("18OE-NATL-09")
def test_the_train_of_swift_stays_without_its_marker() -> None:
    table = continent()
    purse = table.game.purse(table.company("PLM"))
    effects.mark_trains(table.game, purse, (SWIFT, table.train("3")))
    assert [table.book.train_names[train] for train in counted(table.game, table.company("PLM"))] == ["3"]
    formed(table)
    assert table.trains("PLM") == ["2+2", "3"]
    assert len(counted(table.game, table.company("PLM"))) == 2, "now it counts"


@rule("18OE-NATL-15")
def test_several_nationals_of_one_zone() -> None:
    table = continent()
    table.major("BEL", 100, {"Dan": 5})
    formed(formed(table), "BEL")
    for company in ("PLM", "BEL"):
        assert rights.zones(table.game, table.company(company)) == {ZONE["FB"]}
        assert table.company(company) in operating_order(table.game)


@rule("18OE-NATL-17", "18OE-NATL-11")
def test_it_operates_at_the_place_of_its_marker() -> None:
    table = continent()
    before = operating_order(table.game)
    formed(table)
    assert operating_order(table.game) == before == [table.company(c) for c in ("PLM", "BHB", "MAV")]


@rule("18OE-PRIV-16")
def test_a_share_in_custody_goes_with_the_others() -> None:
    table = continent()
    table.remember(custody=(table.seat("Ann"), table.company("PLM")))
    formed(table)
    assert table.record.custody is None
    table = continent()
    table.remember(custody=(table.seat("Ben"), table.company("BHB")))
    formed(table)
    assert table.record.custody == (table.seat("Ben"), table.company("BHB"))


# -- abandoned minors -----------------------------------------------------------------------------


def left_alone(minor: str, trains: tuple[str, ...] = ("3+3",)) -> Europe:
    """A minor of Ann's is abandoned."""
    table = Europe(3, railroad_phase="major", phase="5")
    table.fill_works()
    table.minor(minor, "Ann", "FB", ETIENNE, cash=55, trains=trains, tokens=("U24.0",))
    table.remember(junction=table.stop(PARIS), pullmans=(table.company(minor),), own_pullman=minor == "M")
    abandoning.abandon(table.game, table.company(minor))
    return table


@pytest.mark.parametrize("minor", list("ABCDEFGHJKLM"))
@rule("18OE-ABANDON-01", "18OE-ABANDON-02", "18OE-ABANDON-03", "18OE-ABANDON-06")
def test_what_becomes_of_an_abandoned_minor(minor: str) -> None:
    table = left_alone(minor)
    company = table.company(minor)
    assert (table.cash(minor), table.cash("ipo")) == (0, 54000 - 3 * 1800)
    assert table.shares("pool", minor) == 1
    assert table.director(minor) == "pool"
    assert table.record.abandoned == (company,)
    assert [table.book.train_names[train] for train in table.state.trains[1]] == ["3+3"]
    assert not any(company in held for held in table.state.tokens.values())
    assert table.record.zones[company] == ZONE["FB"]
    assert table.has(minor, CLOSED)
    assert company not in operating_order(table.game)
    assert directors.certificates(table.game, table.seat("Ann")) == 0


@pytest.mark.parametrize("minor", list("ABCDEFGHJKLM"))
@rule("18OE-ABANDON-04", "18OE-ABANDON-05")
def test_what_belongs_to_an_ability_stays_with_the_charter(minor: str) -> None:
    table = left_alone(minor)
    assert (table.record.junction is None) == (minor == "D")
    assert table.record.pullmans_in_market == (0 if minor == "M" else 1)
    assert table.record.own_pullman == (minor == "M")


@rule("18OE-ABANDON-02")
def test_a_rusted_train_of_an_abandoned_minor_goes_to_the_works() -> None:
    table = left_alone("B", ("2+2",))
    assert table.state.trains[1] == ()
    assert table.state.scrapped[0] == 1


@rule("18OE-ABANDON-07")
def test_no_player_can_buy_an_abandoned_minor() -> None:
    table = left_alone("B")
    table.stock_turn("Ann")
    assert not [text for text in table.offered() if " B" in text]
    table.refuses("buy B from pool")


# -- as trains rust -------------------------------------------------------------------------------


def on_the_eve(level: int, trains: tuple[str, ...]) -> Europe:
    """BHB (Ben) is to buy the first train of a level; PLM (Ann) and MAV (Cleo) have these trains."""
    table = Europe(3, railroad_phase="major", phase=str(level - 1))
    table.fill_works()
    table.major("PLM", 110, {"Ann": 5}, cash=20, trains=trains)
    table.major("BHB", 100, {"Ben": 5}, cash=2000, trains=trains[:1])
    table.major("MAV", 90, {"Cleo": 5}, trains=trains)
    for pile in range(level - 2):
        sold = 4 if (level, pile) == (8, 5) else table.state.depot[pile]  # level 8 opens before level 7 is sold out
        table.state.scrapped[pile] += sold
        table.state.depot[pile] -= sold
    table.remember(provided=tuple(table.game.all_companies()))
    table.operating_turn("BHB", "buy", number=3)
    return table


@pytest.mark.parametrize(("level", "old"), [(4, "2+2"), (6, "3+3"), (8, "4")])
@rule("18OE-NATL-01", "18OE-NATL-10", "18OE-PHASE-15", "18OE-TRAIN-23")
def test_a_major_that_converts_in_time_keeps_the_trains_that_rust(level: int, old: str) -> None:
    new = {4: "4+4", 6: "6+6", 8: "8+8"}[level]
    table = on_the_eve(level, (old, "5"))
    table.do(f"train {new} from ipo")
    assert table.turn == "Ben", "whose railroad bought it decides first"
    assert table.trains("PLM") == table.trains("MAV") == [old, "5"], "nothing has rusted yet"
    table.do("pass")
    assert table.turn == "Cleo"
    table.do("pass")
    table.do("nationalise PLM")
    assert table.trains("MAV") == [old, "5"], "trains rust when the purchases are over"
    while table.step.acting_company == table.company("BHB"):
        table.do("pass")
    assert table.trains("PLM") == [old, "5"]
    assert table.trains("MAV") == ["5"]


@rule("18OE-NATL-01", "18OE-NATL-02")
def test_the_buying_major_may_convert_in_the_middle_of_its_step() -> None:
    table = on_the_eve(4, ("2+2", "3"))
    table.do("train 4 from ipo", "nationalise BHB")
    assert table.trains("BHB") == ["2+2", "4"]
    assert table.cash("BHB") == 0


@rule("18OE-NATL-16", "18OE-NATL-09")
def test_the_limit_of_a_national_is_enforced_at_the_end_of_the_step() -> None:
    table = on_the_eve(6, ("4", "5", "5"))
    effects.claim_train(table.game, table.game.purse(table.company("PLM")), SWIFT)
    table.do("train 6 from ipo", "pass", "pass", "nationalise PLM")
    assert table.trains("PLM") == ["2+2", "4", "5", "5"], "Swift's train is an ordinary one now"
    while table.turn != "Ann":
        table.do("pass")
    assert sorted(table.offered("return")) == ["return 2+2", "return 4", "return 5"]
    table.do("return 2+2")
    assert table.trains("PLM") == ["4", "5", "5"]


@rule("18OE-NATL-17", "18OE-TRACK-01")
def test_a_major_converted_before_its_turn_operates_as_a_national() -> None:
    table = on_the_eve(4, ("3",))
    table.state.agenda = (table.state.agenda[0], OperatingRound((table.company("BHB"),)), *table.state.agenda[2:])
    table.do("train 4 from ipo", "pass", "pass", "nationalise PLM")
    while table.step.acting_company == table.company("BHB"):
        table.do("pass")
    assert table.step.acting_company == table.company("PLM")
    assert table.game.kind_of(table.company("PLM")).name == "National"
