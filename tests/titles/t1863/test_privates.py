"""Privates of 1863 that are auctioned by their owners, and the mail (rules 1863-MA and 1863-PRIV)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.ids import POOL
from railhead.core.state import Round
from railhead.rules.auction import Auction
from railhead.testing import rule
from railhead.titles.t1863 import lots, mail, phases, pirate, private_auctions, rounds
from railhead.titles.t1863.private_auctions import ChooseReceiver, OfferPrivates
from railhead.titles.t1863.record import record
from tests.titles.t1863.table import London, Waiting


def merging(**privates: str) -> London:
    """A round of mergers in which privates are sold; A has the Metropolitan, with 200."""
    table = London(4)
    table.minor("MET", 60, "A", cash=200)
    table.privates(**privates)
    table.state.round = Round("merger", 1, 1, 2)
    table.state.agenda = (table.state.agenda[0], Waiting(table.seat("D")))
    private_auctions.begin(table.game)
    table.settle()
    return table


@rule("1863-MA-10")
def test_an_owner_puts_a_private_up_with_a_minimum_and_must_sell() -> None:
    table = merging(TTU="A")
    assert table.turn == "A"
    table.do("put-up TTU from 60")
    assert (table.turn, type(table.step)) == ("B", Auction)
    table.refuses("bid 59", "1863-MA-10")
    table.do("bid 60")
    table.refuses("bid 64", "1863-MA-10")
    table.do("pass", "pass", "pass")
    assert (table.cash("A"), table.cash("B"), table.owners("TTU")) == (410, 290, "B")


@rule("1863-MA-10")
def test_without_a_bid_it_stays() -> None:
    table = merging(TTU="A")
    table.do("put-up TTU from 60", "pass", "pass", "pass", "pass")
    assert table.owners("TTU") == "A"
    assert type(table.step) is not OfferPrivates or not table.offered("put-up")


@rule("1863-MA-10", "1863-PRIV-20")
def test_a_company_s_private_may_be_bought_by_its_player() -> None:
    table = merging(TTU="MET")
    table.do("put-up TTU from 0", "pass", "pass", "pass", "bid 5")
    assert (table.owners("TTU"), table.cash("MET"), table.cash("A")) == ("A", 205, 345)


@rule("1863-MA-10")
def test_the_winner_says_who_gets_it() -> None:
    table = merging(TTU="B")
    table.do("put-up TTU from 0", "pass", "pass", "bid 50")
    assert (table.turn, type(table.step)) == ("A", ChooseReceiver)
    table.refuses("receive as B", "1863-MA-10")
    table.do("receive as MET")
    assert (table.owners("TTU"), table.cash("MET"), table.cash("B")) == ("MET", 150, 400)


@rule("1863-MA-10")
def test_bids_are_limited_by_the_cash_of_one_of_them() -> None:
    table = merging(TTU="B")
    table.give_cash("A", 10)
    table.do("put-up TTU from 0", "pass", "pass")
    table.refuses("bid 201", "1863-AUC-10")
    table.do("bid 200", "pass")
    assert (table.owners("TTU"), table.cash("MET")) == ("MET", 0), "only the company could pay"


@rule("1863-MA-10", "1863-PRIV-16")
def test_only_the_own_and_never_the_clink_club() -> None:
    table = merging(TTU="A", GRE="B", CLK="C")
    table.refuses("put-up GRE from 0", "1863-MA-10")
    table.do("pass", "pass")
    assert not isinstance(table.step, OfferPrivates), "C has nothing to sell"


@rule("1863-PRIV-16")
def test_the_owner_of_the_clink_club_gets_no_private_in_person() -> None:
    table = merging(TTU="B", CLK="A")
    table.give_cash("MET", 20)
    table.do("put-up TTU from 0", "pass", "pass")
    table.refuses("bid 25", "1863-AUC-10")
    table.do("bid 20", "pass")
    assert table.owners("TTU") == "MET"


@rule("1863-MA-10")
def test_players_are_asked_clockwise_from_the_priority_deal() -> None:
    table = merging(TTU="A", GRE="B", FOW="C", IMP="D")
    for name in "ABCD":
        assert table.turn == name
        table.do("pass")
    assert isinstance(table.step, Waiting)
    table = merging(TTU="A", GRE="B", FOW="C", IMP="D")
    table.state.priority = table.seat("C")
    effects.put_out(table.game, table.seat("A"))
    table.state.agenda = (table.state.agenda[0], Waiting(table.seat("D")))
    private_auctions.begin(table.game)
    asked = []
    while not isinstance(table.step, Waiting):
        asked.append(table.turn)
        table.do("pass")
    assert asked == ["C", "D", "B"]


@rule("1863-MA-10")
def test_every_private_once_in_a_round_whoever_owns_it_by_then() -> None:
    table = merging(TTU="A", GRE="A")
    table.do("put-up TTU from 60", "bid 60", "pass", "pass", "pass")
    assert (table.turn, table.owners("TTU")) == ("A", "B"), "A may put up another"
    table.refuses("put-up TTU from 0", "1863-MA-10")
    table.do("put-up GRE from 0")
    table.refuses("bid 4", "1863-MA-10")
    table.do("bid 5", "pass", "pass", "pass")
    assert (table.cash("A"), table.owners("GRE")) == (350 + 65, "B")
    assert not isinstance(table.step, OfferPrivates), "B has nothing but what was put up before"


@rule("1863-MA-10")
def test_a_minimum_is_no_way_to_keep_it_from_being_sold() -> None:
    table = merging(TTU="A")
    table.refuses("put-up TTU from 1001", "1863-MA-10")
    assert table.allows("put-up TTU from 1000")


@rule("1863-MA-10", "1863-PRIV-16", "1863-AUC-10")
def test_the_owner_of_the_clink_club_without_a_company_bids_for_nothing() -> None:
    table = London(5, ("clink_club",))
    table.privates(CLK="B", TTU="A")
    lot = private_auctions.OwnedPrivate(table.private("TTU"))
    assert lot.most(table.game, table.seat("B")) < 0
    assert str(lot.beyond(table.game, table.seat("B")).text).endswith("has more than 0")


@rule("1863-MA-10")
def test_the_seller_does_not_buy_it_but_their_companies_may() -> None:
    table = merging(TTU="MET")
    table.minor("DIS", 60, "A", cash=400)
    table.do("put-up TTU from 0", "pass", "pass", "pass")
    table.refuses("bid 401", "1863-AUC-10")
    table.do("bid 40")
    table.refuses("receive as MET", "1863-MA-10")
    table.refuses("receive as C", "1863-MA-10")
    table.do("receive as DIS")
    assert (table.owners("TTU"), table.cash("DIS"), table.cash("MET"), table.cash("A")) == ("DIS", 360, 240, 350)


@rule("1863-MA-10")
def test_whoever_gets_it_has_the_money() -> None:
    table = merging(TTU="B")
    table.minor("DIS", 60, "A", cash=49)
    table.do("put-up TTU from 0", "pass", "pass", "bid 50")
    table.refuses("receive as DIS", "1863-AUC-10")
    assert table.offered("receive") == ["receive as A", "receive as MET"]
    table.give_cash("MET", 50)
    table.do("receive as MET")
    assert (table.owners("TTU"), table.cash("MET")) == ("MET", 0), "exactly that is enough"


@rule("1863-PRIV-17", "1863-PRIV-13")
def test_the_pirate_leaves_the_board_with_phase_iv() -> None:
    table = London(5, phase="III")
    table.minor("MET", 60, "A")
    table.privates(CHO="MET", MAI="MET")
    effects.place_marker(table.game, pirate.bus(table.game), table.stop("F9.0"))
    phases.close_privates(table.game)
    assert (table.owners("CHO"), table.owners("MAI"), pirate.stop(table.game)) == ("", "MET", None)


@rule("1863-PRIV-14")
def test_a_pirate_that_goes_to_a_player_has_no_token() -> None:
    table = London(4)
    table.minor("MET", 60, "A", cash=200)
    table.privates(CHO="MET")
    effects.place_marker(table.game, pirate.bus(table.game), table.stop("F9.0"))
    table.state.agenda = (table.state.agenda[0], Waiting(table.seat("D")))
    private_auctions.begin(table.game)
    table.settle()
    table.do("put-up CHO from 0", "bid 5", "pass", "pass", "pass")
    assert table.owners("CHO") == "B"
    assert pirate.stop(table.game) is None


@rule("1863-PRIV-14", "1863-LIQ-05", "1863-LIQ-04")
@pytest.mark.parametrize(("bidder", "owner", "stays"), [("", "", False), ("B", "B", False), ("B", "DIS", True)])
def test_the_pirate_of_a_company_in_liquidation(bidder: str, owner: str, stays: bool) -> None:
    """Its token stays only if another company gets it."""
    table = London(4, phase="III")
    table.minor("MET", 60, "A")
    table.minor("DIS", 60, "B", cash=50)
    table.privates(CHO="MET")
    effects.place_marker(table.game, pirate.bus(table.game), table.stop("F9.0"))
    table.state.agenda = (table.state.agenda[0], Waiting(table.seat("D")))
    lots.auction(table.game, table.company("MET"), lots.Part.PRIVATES)
    table.settle()
    while table.owners("CHO") == "MET":
        bids = table.turn == bidder and table.allows("bid 5")
        table.do("bid 5" if bids else f"buy as {owner}" if table.offered("buy as") else "pass")
    assert table.owners("CHO") == owner
    assert pirate.stop(table.game) == (table.stop("F9.0") if stays else None)


# -- the mail ---------------------------------------------------------------------------------------


def mailing(owner: str) -> London:
    table = London(5)
    table.minor("MET", 60, "A")
    table.privates(MAI=owner)
    table.state.round = Round("operating", 2, 1, 2)
    table.state.agenda = (table.state.agenda[0], Waiting(table.seat("D")))
    mail.place_stage(table.game)
    table.settle()
    return table


@rule("1863-PRIV-11")
def test_two_markers_on_two_of_four_places() -> None:
    table = mailing("MET")
    assert table.turn == "A"
    assert len(table.offered("mail")) == 6
    table.refuses("mail at C10 and F9", "1863-PRIV-11")
    table.refuses("mail at C10 and C10", "1863-PRIV-11")
    table.do("mail at H11 and Q10")
    assert isinstance(table.step, Waiting)
    assert [table.book.board.names[hex_] for hex_ in record(table.game).mail] == ["H11", "Q10"]


@rule("1863-PRIV-11")
def test_they_may_stay() -> None:
    table = mailing("MET")
    table.do("mail at H11 and Q10")
    mail.place_stage(table.game)
    table.do("pass")
    assert isinstance(table.step, Waiting)
    assert len(record(table.game).mail) == 2


@rule("1863-PRIV-11", "1863-END-02")
@pytest.mark.parametrize(("final", "asked"), [(0, True), (2, False), (3, True)])
def test_in_the_final_set_they_stay_where_they_are(final: int, asked: bool) -> None:
    table = London(5)
    table.minor("MET", 60, "A")
    table.privates(MAI="MET")
    table.remember(final=final)
    rounds.begin_operating_round(table.game, Round("operating", 2, 1, 2))
    assert isinstance(table.step, mail.Mail) == asked


@rule("1863-PRIV-11", "1863-CRISIS-09")
def test_nobody_places_the_mail_of_a_company_without_a_president() -> None:
    table = London(5)
    table.minor("MET", 60, "A")
    effects.move_shares(table.game, table.owner("A"), POOL, table.company("MET"), 2)
    effects.set_director(table.game, table.company("MET"), POOL)
    table.privates(MAI="MET")
    table.state.round = Round("operating", 2, 1, 2)
    table.state.agenda = (table.state.agenda[0], Waiting(table.seat("D")))
    mail.place_stage(table.game)
    assert isinstance(table.step, Waiting)


@rule("1863-PRIV-11", "1863-PRIV-22")
def test_a_player_s_mail_is_not_placed() -> None:
    assert type(mailing("A").step) is Waiting
