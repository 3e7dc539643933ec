"""Merging minors into majors and nationals (rules 18OE-MERGE)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.spelling import TRAIN
from railhead.core.state import CLOSED
from railhead.rules import directors
from railhead.rules.operating import operating_order
from railhead.testing import rule
from railhead.titles.t18oe import merging, powers, rights, white_cliffs
from railhead.titles.t18oe.facts import ZONE
from railhead.titles.t18oe.merge_actions import ProposeMerger
from railhead.titles.t18oe.rolling_stock import SWIFT
from tests.titles.t18oe.table import Europe

LONDON, LYON, ETIENNE, PARIS = "M28.0", "U34.0", "U32.0", "Q30.0"


def table_with(phase: str = "4", minor: str = "B", owner: str = "Ann", **shares: int) -> Europe:
    """Ann's turn: her minor in Saint-Etienne, and her major PLM at Lyon, worth 100."""
    table = Europe(3, railroad_phase="major", phase=phase)
    table.minor(minor, owner, "FB", ETIENNE, cash=85)
    table.major("PLM", 100, shares or {"Ann": 5, "Ben": 2}, cash=200)
    table.stock_turn("Ann")
    return table


def national_of(table: Europe, **shares: int) -> None:
    """MAV, a national in Budapest."""
    table.national("MAV", 100, shares or {"Ann": 4, "Ben": 2})
    table.stock_turn("Ann")


# -- when, and into what --------------------------------------------------------------------------


@pytest.mark.parametrize(("phase", "legal"), [("2", False), *((str(number), True) for number in range(3, 9))])
@rule("18OE-MERGE-01", "18OE-PHASE-09")
def test_minors_merge_into_majors_from_phase_3(phase: str, legal: bool) -> None:
    table = table_with(phase)
    if legal:
        table.do("merge B into PLM", "keep token U32.0")
        assert table.record.into[table.company("B")] == table.company("PLM")
    else:
        table.refuses("merge B into PLM", "18OE-PHASE-09")


@pytest.mark.parametrize(("phase", "legal"), [("3", False), *((str(number), True) for number in range(4, 9))])
@rule("18OE-PHASE-10", "18OE-MERGE-01")
def test_minors_merge_into_nationals_from_phase_4(phase: str, legal: bool) -> None:
    table = table_with(phase)
    national_of(table)
    if legal:
        table.do("merge B into MAV")
    else:
        table.refuses("merge B into MAV", "18OE-PHASE-10")


@rule("18OE-MERGE-01")
def test_only_minors_merge_and_only_into_majors_and_nationals() -> None:
    table = table_with()
    table.regional("GWR", 60, {"Ann": 2, "Ben": 1})
    table.major("BHB", 100, {"Ann": 5})
    table.stock_turn("Ann")
    table.refuses("merge B into GWR", "18OE-MERGE-01")
    table.refuses("merge GWR into PLM", "18OE-MERGE-01")
    table.refuses("merge BHB into PLM", "18OE-MERGE-01")
    table.refuses("merge B into B", "18OE-MERGE-01")


@rule("18OE-MERGE-02", "18OE-CONSOL-11")
def test_a_railroad_takes_one_minor_in_a_stock_round() -> None:
    table = table_with()
    table.minor("C", "Ann", "UK", LONDON)
    table.major("BHB", 100, {"Ann": 5})
    table.stock_turn("Ann")
    table.do("merge B into PLM", "keep token U32.0", "pass", "pass")
    assert table.turn == "Ann"
    table.refuses("merge C into PLM", "18OE-MERGE-02")
    table.refuses("merge B into BHB", "18OE-MERGE-01")
    assert table.allows("merge C into BHB")
    table.remember(merged=())
    assert table.allows("merge C into PLM")


@rule("18OE-MERGE-03")
def test_no_track_is_needed_for_a_share() -> None:
    table = table_with()
    table.minor("C", "Ann", "UK", LONDON)
    table.major("MKV", 100, {"Ann": 5})
    table.stock_turn("Ann")
    table.do("merge C into MKV")


@rule("18OE-SR-03")
def test_a_merger_is_the_whole_stock_action() -> None:
    table = table_with()
    table.major("BHB", 100, {"Ben": 5})
    table.stock_turn("Ann")
    table.do("sell 1 PLM")
    table.refuses("merge B into PLM", "18OE-SR-03")
    table = table_with()
    table.do("merge B into PLM", "keep token U32.0")
    assert table.turn == "Ben"


# -- shares and cash ------------------------------------------------------------------------------


@rule("18OE-MERGE-04", "18OE-SR-17", "18OE-MERGE-18", "18OE-MERGE-21")
def test_with_a_treasury_share_the_major_gets_the_cash() -> None:
    table = table_with("4", "B", "Ann", Ann=7, Ben=2)
    before, bank = directors.certificates(table.game, table.seat("Ann")), table.cash("ipo")
    table.do("merge B into PLM", "keep token U32.0")
    assert table.shares("Ann", "PLM") == 8
    assert table.shares("PLM", "PLM") == 0
    assert (table.cash("PLM"), table.cash("B"), table.cash("ipo")) == (285, 0, bank)
    assert directors.certificates(table.game, table.seat("Ann")) == before
    assert table.has("B", CLOSED)
    assert table.record.order == ()
    assert table.company("B") not in operating_order(table.game)


@rule("18OE-MERGE-05")
def test_with_a_share_in_the_open_market_the_bank_gets_the_cash() -> None:
    table = table_with("4", "B", "Ann", Ann=5, Ben=2, pool=3)
    bank = table.cash("ipo")
    table.do("merge B into PLM", "keep token U32.0")
    assert (table.shares("Ann", "PLM"), table.shares("pool", "PLM")) == (6, 2)
    assert (table.cash("PLM"), table.cash("B"), table.cash("ipo")) == (200, 0, bank + 85)


@rule("18OE-MERGE-04")
def test_the_treasury_comes_before_the_open_market() -> None:
    table = table_with("4", "B", "Ann", Ann=5, Ben=2, pool=2)
    table.do("merge B into PLM")
    assert (table.shares("PLM", "PLM"), table.shares("pool", "PLM")) == (0, 2)


@rule("18OE-MERGE-06", "18OE-NATL-14", "18OE-MERGE-19")
def test_a_national_gives_a_share_from_the_open_market_and_gets_no_cash() -> None:
    table = table_with()
    national_of(table)
    bank = table.cash("ipo")
    table.do("merge B into MAV")
    assert (table.shares("Ann", "MAV"), table.shares("pool", "MAV")) == (5, 3)
    assert (table.cash("MAV"), table.cash("ipo")) == (0, bank + 85)
    assert table.record.abandoned == (table.company("B"),)
    assert table.director("B") == "pool"
    assert not any(table.company("B") in held for held in table.state.tokens.values())


@rule("18OE-MERGE-22")
@pytest.mark.parametrize(("ben", "president"), [(3, "Ben"), (2, "Ann")])
def test_the_share_may_make_its_owner_president(ben: int, president: str) -> None:
    table = table_with("4", "B", "Ben", Ann=3, Ben=ben)
    table.stock_turn("Ben")
    table.do("propose B into PLM paying 0", "accept")
    assert table.shares("Ben", "PLM") == ben + 1
    assert table.director("PLM") == president
    assert table.turn == president, "the president of the moment decides about the tokens"


# -- without a share ------------------------------------------------------------------------------


def sold_out(**tokens: str) -> Europe:
    """Ann's turn: nobody has a share of PLM or of the national MAV to give."""
    table = Europe(3, railroad_phase="major", phase="4")
    table.minor("A", "Ann", "FB", tokens.get("minor", ETIENNE), cash=40)
    table.major("PLM", 110, {"Ann": 6, "Ben": 4}, cash=10)
    table.national("MAV", 100, {"Ann": 6, "Ben": 4})
    table.stock_turn("Ann")
    return table


@rule("18OE-MERGE-07")
def test_without_a_share_track_must_join_minor_and_major() -> None:
    table = sold_out()
    table.refuses("merge A into PLM", "18OE-MERGE-07")
    join_lyon(table)
    assert table.allows("merge A into PLM")


def join_lyon(table: Europe) -> None:
    """Saint-Etienne (U32) and Lyon (U34) are neighbours: track joins them."""
    table.lay("57@1 U32", "621@1 U34")


@rule("18OE-MERGE-07", "18OE-MERGE-10", "18OE-MERGE-24", "18OE-MINOR-02")
def test_without_a_share_the_owner_gets_nothing_and_the_bank_the_cash() -> None:
    table = sold_out()
    join_lyon(table)
    bank = table.cash("ipo")
    table.do("merge A into PLM", "keep token U32.0")
    assert table.shares("Ann", "PLM") == 6
    assert table.cash("PLM") == 10 + 110, "A's bounty is the value of a share, whether or not one was to be had"
    assert table.cash("ipo") == bank + 40 - 110


@rule("18OE-MERGE-09")
def test_tokens_of_others_do_not_cut_the_connection() -> None:
    table = Europe(3, railroad_phase="major", phase="4")
    table.minor("B", "Ann", "FB", ETIENNE)
    table.major("PLM", 100, {"Ben": 6, "Cleo": 4})
    table.major("SFAI", 100, {"Ann": 6, "Ben": 4}, tokens=("V39.0",))
    table.lay("57@1 U32", "621@1 U34", "8@5 U36", "8@2 V37", "57@1 V39")
    table.stock_turn("Ann")
    assert table.allows("merge B into SFAI"), "Lyon is full of PLM's token"


@rule("18OE-MERGE-09")
def test_a_ferry_joins_but_a_sea_crossing_does_not() -> None:
    table = Europe(3, railroad_phase="major", phase="4")
    table.minor("B", "Ann", "FB", "N31.0")
    table.minor("C", "Ann", "FB", "X33.0")
    table.major("LNWR", 100, {"Ann": 6, "Ben": 4}, tokens=(LONDON,))
    table.major("CHN", 100, {"Ann": 6, "Ben": 4})
    table.lay("621@0 Z27")
    table.stock_turn("Ann")
    assert table.allows("merge B into LNWR"), "the White Cliffs Ferry leads from Lille to London"
    table.refuses("merge C into CHN", "18OE-MERGE-07")


@rule("18OE-MERGE-07")
def test_a_city_with_tokens_of_both_joins_them() -> None:
    table = sold_out(minor=LYON)
    table.lay("207@1 U34")
    assert table.allows("merge A into PLM")


@pytest.mark.parametrize(("national", "legal"), [("PLM", True), ("MAV", False)])
@rule("18OE-MERGE-08")
def test_without_a_share_a_national_needs_track_to_a_city_of_its_zone(national: str, legal: bool) -> None:
    table = Europe(3, railroad_phase="major", phase="4")
    table.minor("B", "Ann", "FB", ETIENNE)
    table.national(national, 100, {"Ann": 6, "Ben": 4})
    table.stock_turn("Ann")
    if legal:
        table.do(f"merge B into {national}")
        assert table.shares("Ann", national) == 6
    else:
        table.refuses(f"merge B into {national}", "18OE-MERGE-08")


@rule("18OE-MERGE-08")
def test_a_zone_beyond_the_border_can_be_reached_by_track() -> None:
    table = Europe(3, railroad_phase="major", phase="4")
    table.minor("B", "Ann", "FB", ETIENNE)
    table.national("SFAI", 100, {"Ann": 6, "Ben": 4})
    table.lay("57@1 U32", "621@1 U34", "8@5 U36", "8@2 V37")
    table.stock_turn("Ann")
    table.refuses("merge B into SFAI", "18OE-MERGE-08")
    table.lay("57@1 V39")
    assert table.allows("merge B into SFAI"), "Torino is in Italy"


# -- tokens ---------------------------------------------------------------------------------------


def with_two_tokens() -> Europe:
    """Ann's minor B has tokens in Saint-Etienne and Bordeaux; PLM has those worth 40 to 80 left."""
    table = Europe(3, railroad_phase="major", phase="4")
    table.minor("B", "Ann", "FB", ETIENNE, tokens=("U24.0",))
    table.major("PLM", 100, {"Ann": 5}, tokens=(PARIS,))
    table.stock_turn("Ann")
    return table


def tokens(table: Europe, company: str) -> set[str]:
    names = table.book.board.names
    return {names[stop // 16] for stop, held in table.state.tokens.items() if table.company(company) in held}


@rule("18OE-MERGE-11", "18OE-MERGE-13")
def test_each_token_is_kept_swapped_or_declined() -> None:
    table = with_two_tokens()
    table.do("merge B into PLM")
    assert set(table.offered("swap")) == {
        f"swap token {at} for {price}" for at in ("U32.0", "U24.0") for price in (40, 60, 80)
    }
    cash = table.cash("PLM")
    table.do("swap token U32.0 for 80")
    assert table.record.slots[table.company("PLM")] == (40, 60, 60, 80, 80)
    assert table.cash("PLM") == cash, "the swap is free"
    table.do("decline token U24.0")
    assert tokens(table, "PLM") == {"U34", "Q30", "U32"}
    assert tokens(table, "B") == set()


@rule("18OE-MERGE-11")
def test_a_kept_token_is_one_more() -> None:
    table = with_two_tokens()
    table.do("merge B into PLM", "keep token U24.0", "keep token U32.0")
    assert tokens(table, "PLM") == {"U34", "Q30", "U32", "U24"}
    assert table.record.slots[table.company("PLM")] == (40, 60, 60, 80, 80, 80)


@rule("18OE-MERGE-11", "18OE-MERGE-13")
def test_what_is_not_there_can_be_neither_swapped_nor_kept() -> None:
    table = with_two_tokens()
    table.do("merge B into PLM")
    table.refuses("swap token U32.0 for 20", "18OE-MERGE-13")
    table.refuses("swap token Q30.0 for 40", "18OE-MERGE-11")
    table.refuses("keep token Q30.0", "18OE-MERGE-11")
    table.refuses("decline token Q30.0", "18OE-MERGE-11")


@rule("18OE-MERGE-12")
def test_a_token_beside_one_of_the_major_must_be_declined() -> None:
    table = Europe(3, railroad_phase="major", phase="4")
    table.major("PLM", 100, {"Ann": 5})
    table.minor("B", "Ann", "FB", ETIENNE, tokens=(LYON,))
    table.lay("207@1 U34")
    table.stock_turn("Ann")
    table.do("merge B into PLM")
    assert table.offered("keep") == ["keep token U32.0"]
    assert table.state.tokens[table.stop(LYON)] == (table.company("PLM"),)


@rule("18OE-MERGE-11")
def test_tokens_not_on_the_map_are_lost() -> None:
    table = with_two_tokens()
    table.minor("C", "Ann", "UK", LONDON)
    table.do("merge C into PLM", "keep token M28.0")
    assert table.record.slots[table.company("C")] == ()
    assert table.state.spare_tokens[table.company("C")] == 0
    assert table.record.slots[table.company("PLM")] == (40, 60, 60, 80, 80, 80)


@pytest.mark.parametrize(("deed", "opened"), [("keep", False), ("swap", False), ("decline", True)])
@rule("18OE-LILLE-07", "18OE-MERGE-11")
def test_lille_is_open_once_the_token_of_the_ferry_is_declined(deed: str, opened: bool) -> None:
    table = with_ferry()
    (place,) = table.offered("keep")
    stop = place.split()[-1]
    table.do(f"{deed} token {stop}{' for 80' if deed == 'swap' else ''}")
    assert table.record.cliffs_open == opened
    assert (white_cliffs.holder(table.game) == table.company("PLM")) != opened


@rule("18OE-MERGE-12", "18OE-LILLE-07")
def test_the_ferry_position_is_in_the_same_city_as_lille() -> None:
    table = with_ferry(tokens=("N31.0",))
    assert white_cliffs.holder(table.game) is None
    assert table.record.cliffs_open


def with_ferry(tokens: tuple[str, ...] = ()) -> Europe:
    """Ann's minor B with only a token on the ferry position of Lille merges into PLM."""
    table = Europe(3, railroad_phase="major", phase="5")
    table.minor("B", "Ann", "FB", ETIENNE)
    effects.move_token(table.game, table.company("B"), table.stop(ETIENNE), white_cliffs.position())
    table.major("PLM", 100, {"Ann": 5}, tokens=tokens)
    table.stock_turn("Ann")
    table.do("merge B into PLM")
    return table


@rule("18OE-MERGE-07")
def test_the_token_of_the_ferry_counts_as_one_in_lille() -> None:
    table = Europe(3, railroad_phase="major", phase="5")
    table.minor("B", "Ann", "FB", ETIENNE)
    effects.move_token(table.game, table.company("B"), table.stop(ETIENNE), white_cliffs.position())
    table.major("PLM", 100, {"Ann": 6, "Ben": 4}, tokens=("N31.0",))
    table.stock_turn("Ann")
    assert table.allows("merge B into PLM")


@pytest.mark.parametrize(("owner", "legal"), [("Ann", True), ("Ben", False)])
@rule("18OE-MERGE-09", "18OE-PRIV-41")
def test_track_of_brandt_and_brandau_joins_only_railroads_of_their_owner(owner: str, legal: bool) -> None:
    table = sold_out()
    join_lyon(table)
    table.give_private("BBE", owner)
    table.remember(brandt=(table.hex("U32"),))
    assert table.allows("merge A into PLM") == legal


# -- trains ---------------------------------------------------------------------------------------


def with_trains(
    own: tuple[str, ...], minors: tuple[str, ...], phase: str = "5", company: str = "PLM", marked: bool = False
) -> Europe:
    """Ann's minor merges into a railroad of hers; both have trains, the minor perhaps also that of Swift."""
    table = Europe(3, railroad_phase="major", phase=phase)
    table.fill_works()
    table.minor("B", "Ann", "FB", ETIENNE, trains=(*minors, *["2+2"] * marked))
    if marked:
        trains = (SWIFT, *(table.train(name) for name in minors))
        effects.mark_trains(table.game, table.game.purse(table.company("B")), trains)
    if company == "PLM":
        table.major("PLM", 100, {"Ann": 5}, trains=own)
    else:
        table.national(company, 100, {"Ann": 5}, trains=own)
    table.stock_turn("Ann")
    table.do(f"merge B into {company}", *(("keep token U32.0",) if company == "PLM" else ()))
    return table


@rule("18OE-MERGE-14", "18OE-MERGE-15")
def test_each_train_is_taken_or_declined() -> None:
    table = with_trains(("4",), ("3", "3+3"))
    table.do("receive 3+3", "pass")
    assert table.trains("PLM") == ["3+3", "4"]
    assert [table.book.train_names[train] for train in table.state.trains[1]] == ["3"]
    assert table.trains("B") == []


@pytest.mark.parametrize(("phase", "limit"), [("3", 4), ("4", 3), ("5", 3), ("6", 2), ("7", 2), ("8", 2)])
@rule("18OE-MERGE-23")
def test_a_major_makes_room_only_by_discarding(phase: str, limit: int) -> None:
    table = with_trains(("5",) * limit, ("5+5",), phase)
    table.refuses("receive 5+5", "18OE-MERGE-23")
    table.do("receive 5+5 instead of 5")
    assert table.trains("PLM") == ["5"] * (limit - 1) + ["5+5"]
    assert [table.book.train_names[train] for train in table.state.trains[1]] == ["5"]


@rule("18OE-MERGE-14")
def test_own_trains_are_discarded_only_to_make_room() -> None:
    table = with_trains(("4", "4"), ("5",))
    table.refuses("receive 5 instead of 4", "18OE-MERGE-14")
    table = with_trains(("4", "4", "5"), ("5",))
    table.refuses("receive 4 instead of 5", "18OE-MERGE-14")
    table.refuses("receive 5 instead of 6", "18OE-MERGE-14")
    assert table.offered("receive") == ["receive 5 instead of 4", "receive 5 instead of 5"]


@rule("18OE-MERGE-14", "18OE-MERGE-15")
def test_a_national_drops_a_rusted_train_which_goes_to_the_works() -> None:
    table = with_trains(("2+2", "4", "4", "4"), ("5",), company="MAV")
    works = table.state.scrapped[0]
    table.do("receive 5 instead of 2+2")
    assert table.trains("MAV") == ["4", "4", "4", "5"]
    assert table.state.scrapped[0] == works + 1
    assert table.state.trains[1] == ()


@rule("18OE-MERGE-15", "18OE-ABANDON-02")
def test_what_a_national_declines_is_for_sale() -> None:
    table = with_trains(("4",), ("5", "5+5"), company="MAV")
    table.do("receive 5", "pass")
    assert table.trains("MAV") == ["4", "5"]
    assert [table.book.train_names[train] for train in table.state.trains[1]] == ["5+5"]


# -- abilities and rights -------------------------------------------------------------------------


@rule("18OE-MERGE-16", "18OE-MINOR-01")
@pytest.mark.parametrize("minor", list("ABCDEFGHJKLM"))
def test_a_major_has_the_ability_of_its_minor_and_a_national_has_not(minor: str) -> None:
    table = table_with("4", minor)
    assert powers.holder(table.game, minor) == table.company(minor)
    table.do(f"merge {minor} into PLM", "keep token U32.0")
    assert powers.has(table.game, table.company("PLM"), minor)
    table = table_with("4", minor)
    national_of(table)
    table.do(f"merge {minor} into MAV")
    assert powers.holder(table.game, minor) is None


@rule("18OE-MERGE-17", "18OE-RIGHTS-01")
@pytest.mark.parametrize("zone", ["UK", "FB", "PHS", "AH", "IT", "SP", "SC", "RU"])
def test_a_major_takes_the_chit(zone: str) -> None:
    table = Europe(3, railroad_phase="major", phase="4")
    table.minor("B", "Ann", zone, ETIENNE)
    table.major("PLM", 100, {"Ann": 5})
    table.stock_turn("Ann")
    table.do("merge B into PLM", "keep token U32.0")
    assert rights.zones(table.game, table.company("PLM")) == {ZONE["FB"], ZONE[zone]}


@rule("18OE-MERGE-24", "18OE-MINOR-02")
def test_minor_a_brings_the_value_of_a_share_once() -> None:
    table = table_with("4", "A")
    effects.set_price(table.game, table.company("PLM"), table.place(110))
    bank = table.cash("ipo")
    table.do("merge A into PLM", "keep token U32.0")
    assert table.cash("PLM") == 200 + 85 + 110
    assert table.cash("ipo") == bank - 110
    table.give_cash("PLM", 0)
    merging.join(table.game, table.company("A"), table.company("PLM"))
    assert table.cash("PLM") == 0, "bought again after it was abandoned, it pays nothing"


@rule("18OE-MINOR-02")
def test_minor_a_pays_nothing_to_a_national() -> None:
    table = table_with("4", "A")
    national_of(table)
    bank = table.cash("ipo")
    table.do("merge A into MAV")
    assert table.cash("ipo") == bank + 85
    assert not table.record.silver_banner


@rule("18OE-PULLMAN-11", "18OE-ABANDON-05")
def test_a_pullman_comes_along_and_one_too_many_is_for_sale() -> None:
    table = table_with("5", "M")
    table.remember(pullmans=(table.company("M"),), own_pullman=True)
    table.do("merge M into PLM", "keep token U32.0")
    assert table.record.pullmans == (table.company("PLM"),)
    assert table.record.pullmans_in_market == 0
    table = table_with("5", "M")
    table.remember(pullmans=(table.company("M"), table.company("PLM")), own_pullman=True)
    table.do("merge M into PLM", "keep token U32.0")
    assert table.record.pullmans == (table.company("PLM"),)
    assert table.record.pullmans_in_market == 1


@rule("18OE-PRIV-07")
def test_markers_of_privates_survive_a_merger() -> None:
    table = table_with()
    minor, stop = table.company("B"), table.stop(PARIS)
    table.remember(harbor=(minor, stop), circle=(minor, stop))
    table.do("merge B into PLM", "keep token U32.0")
    assert table.record.harbor == table.record.circle == (table.company("PLM"), stop)


@rule("18OE-PRIV-49", "18OE-MERGE-14")
def test_the_train_of_swift_goes_along_and_counts_against_no_limit() -> None:
    table = with_trains(("4", "5", "5"), ("5+5",), marked=True)
    assert [TRAIN.write(table.book, train) for train in table.game.trains_of(table.company("PLM"))] == [
        "4",
        "5",
        "5",
        "2+2*",
    ]
    table.refuses("receive 5+5", "18OE-MERGE-23")


@rule("18OE-NATL-09", "18OE-MERGE-14")
def test_a_national_takes_it_as_an_ordinary_train_or_not_at_all() -> None:
    table = with_trains(("4", "5", "5"), ("5+5",), company="MAV", marked=True)
    works = table.state.scrapped[0]
    assert table.offered("receive") == ["receive 2+2", "receive 5+5"]
    table.do("receive 5+5")
    table.do("pass")
    assert table.state.scrapped[0] == works + 1


# -- different owners -----------------------------------------------------------------------------


@rule("18OE-MERGE-20")
@pytest.mark.parametrize("balance", [-50, 0, 70])
def test_two_owners_agree_and_may_exchange_personal_cash(balance: int) -> None:
    table = table_with("4", "B", "Ben")
    ann, ben = table.cash("Ann"), table.cash("Ben")
    table.do(f"propose B into PLM paying {balance}")
    assert table.turn == "Ben"
    table.do("accept")
    assert (table.cash("Ann"), table.cash("Ben")) == (ann - balance, ben + balance)
    assert table.shares("Ben", "PLM") == 3
    assert table.cash("PLM") == 285


@rule("18OE-MERGE-20")
def test_the_owner_of_the_minor_may_propose_too() -> None:
    table = table_with("4", "B", "Ben")
    table.stock_turn("Ben")
    ann, ben = table.cash("Ann"), table.cash("Ben")
    table.do("propose B into PLM paying 30")
    assert table.turn == "Ann"
    table.do("accept")
    assert (table.cash("Ann"), table.cash("Ben")) == (ann + 30, ben - 30)


@rule("18OE-MERGE-20")
def test_without_consent_nothing_happens_and_the_turn_goes_on() -> None:
    table = table_with("4", "B", "Ben")
    before = table.state.cash[:]
    table.do("propose B into PLM paying 20", "decline")
    assert table.turn == "Ann"
    assert table.state.cash == before
    table.refuses("propose B into PLM paying 20", "18OE-SR-23")
    assert table.allows("propose B into PLM paying 21")
    assert table.allows("pass")


@rule("18OE-MERGE-20")
def test_nobody_promises_more_than_their_own_cash() -> None:
    table = table_with("4", "B", "Ben")
    table.give_cash("Ann", 60)
    table.give_cash("Ben", 40)
    table.refuses("propose B into PLM paying 61", "18OE-SR-23")
    table.refuses("propose B into PLM paying -41", "18OE-SR-23")
    assert table.allows("propose B into PLM paying 60")
    assert table.allows("propose B into PLM paying -40")


@rule("18OE-MERGE-20")
def test_after_all_cash_was_declined_no_merger_can_be_proposed() -> None:
    table = table_with("4", "B", "Ben")
    table.give_cash("Ann", 60)
    assert any(choice.action is ProposeMerger for choice in table.choices)
    table.do("propose B into PLM paying 60", "decline")
    assert not any(choice.action is ProposeMerger for choice in table.choices)


@rule("18OE-SR-03", "18OE-MERGE-20")
def test_a_merger_is_not_proposed_in_another_action() -> None:
    table = table_with("4", "B", "Ben")
    table.major("BHB", 100, {"Cleo": 5})
    table.do("sell 1 PLM")
    assert table.turn == "Ann", "she may still buy a share"
    table.refuses("propose B into PLM paying 0", "18OE-SR-03")


@rule("18OE-MERGE-20")
def test_whose_railroads_merge() -> None:
    table = table_with("4", "B", "Ben")
    table.minor("C", "Ann", "UK", LONDON)
    table.major("BHB", 100, {"Cleo": 5})
    table.stock_turn("Ann")
    table.refuses("merge B into PLM", "18OE-MERGE-20")
    table.refuses("propose C into PLM paying 0", "18OE-MERGE-20")
    table.refuses("propose B into BHB paying 0", "18OE-MERGE-20")
    assert table.allows("propose C into BHB paying 0")


@rule("18OE-MERGE-04", "18OE-SR-11")
def test_a_share_received_is_not_bought() -> None:
    table = table_with("4", "B", "Ann")
    table.do("sell 1 PLM", "pass")
    while table.turn != "Ann":
        table.do("pass")
    table.refuses("buy PLM from PLM", "18OE-SR-11")
    table.do("merge B into PLM")
    assert table.shares("Ann", "PLM") == 5
