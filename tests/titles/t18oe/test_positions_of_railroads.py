"""Positions in which railroads begin, change and end; every figure was worked out from the rulebook beforehand."""

from __future__ import annotations

import pytest

from railhead.core.audit import audit
from railhead.core.ids import BANK, NOWHERE
from railhead.core.state import CLOSED, FLOATED, INSOLVENT, Round
from railhead.rules.dividends import Dividend
from railhead.testing import rule
from railhead.titles.t18oe import nationals, order_track, reserving
from railhead.titles.t18oe.consolidation import COMING
from railhead.titles.t18oe.facts import CONCESSIONS, NATIONAL
from railhead.titles.t18oe.record import MAJOR_PHASE, REGIONAL_PHASE, Lay
from railhead.titles.t18oe.rounds import begin_operating_round, begin_stock_round
from railhead.titles.t18oe.worth import worth
from tests.titles.t18oe.table import NAMES, Europe
from tests.titles.t18oe.test_packet import Packet
from tests.titles.t18oe.test_positions_of_shares import certificates, finish_round, passes_until

ETIENNE = "U32.0"


def consolidation(players: int = 3) -> Europe:
    at = Europe(players, railroad_phase="major", phase="5")
    at.remember(consolidated=COMING)
    return at


# -- the packet and the concessions ---------------------------------------------------------------


@rule("18OE-AUC-14", "18OE-AUC-15", "18OE-AUC-10", "18OE-AUC-06", "18OE-AUC-02")
def test_bids_outlast_a_circle_of_passes_and_the_next_row_costs_its_face_value() -> None:
    """Ann has bought RSC; all pass: she is paid 5, PEC costs 15. Ben's bid of 40 for WS stands and buys it.

    Of 100, Ben has 45 left after PEC for 15 and WS for 40. BBBT costs 40 as ever.
    """
    at = Packet()
    for name in NAMES[:3]:
        at.give_cash(name, 100)
    at.do("take RSC", "bid-private WS 40", "pass", "pass", "pass")
    assert (at.turn, at.cash("Ann"), at.cash("Ben"), at.cash("Cleo")) == ("Cleo", 85, 100, 100)
    at.do("pass", "pass", "take PEC")
    assert (at.cash("Ben"), at.owner_of("WS"), at.top, at.turn) == (45, "Ben", ["BBBT"], "Cleo")
    at.do("take BBBT")
    assert (at.cash("Cleo"), at.cash("Ann")) == (60, 85)


@rule("18OE-AUC-05", "18OE-AUC-07", "18OE-AUC-08", "18OE-AUC-10", "18OE-AUC-23")
def test_money_set_aside_for_one_contested_item_is_missing_for_the_other() -> None:
    """Ann has 100 and a bid of 40 for BBBT, so 60 for WS, on the left; she wins it for 60.

    40 are left, five too few to top Cleo's 45 for BBBT by five: she can only pass, and Cleo pays 45.
    """
    at = Packet(top="PEC")
    at.leave_only("PEC")
    for name in NAMES[:3]:
        at.give_cash(name, 100)
    at.bids(Ann_WS=40, Ben_WS=45, Ann_BBBT=40, Cleo_BBBT=45)
    at.do("pass", "pass", "take PEC")
    assert (at.turn, at.offered("bid")[-1], at.offered("bid")[0]) == ("Ann", "bid 60", "bid 50")
    at.do("bid 60")
    assert at.turn != "Ben" or at.offered("bid")[0] == "bid 65"
    if at.turn == "Ben":
        at.do("pass")
    assert (at.owner_of("WS"), at.cash("Ann"), at.cash("Ben")) == ("Ann", 40, 100)
    assert (at.owner_of("BBBT"), at.cash("Cleo")) == ("Cleo", 100 - 20 - 45)


@rule("18OE-AUC-19", "18OE-AUC-20", "18OE-FLOAT-07", "18OE-FLOAT-04")
def test_a_dear_minor_floats_with_what_it_kept() -> None:
    """Ann offers 140 for A; Ben goes to 205: A keeps 180, the bank has 25. A home in the United Kingdom costs 40."""
    at = Packet(options=("no_concessions",), top="A")
    bank = at.cash("ipo")
    at.do("bid-minor A 140")
    assert at.turn == "Ben"
    at.do("bid 205", "pass", "pass")
    assert (at.cash("Ben"), at.cash("A"), at.cash("ipo") - bank) == (1735 - 205, 180, 25)
    at.remember(rows=(), railroad_phase=REGIONAL_PHASE, patronage=())
    at.stock_turn("Ben", number=1)
    at.do("float A at F25.0")
    assert (at.cash("A"), at.record.chits[0]) == (140, 1)


@rule("18OE-CONC-04", "18OE-CONC-05", "18OE-CONC-06", "18OE-RMP-02", "18OE-OR-09", "18OE-FLOAT-08")
@pytest.mark.parametrize(("cash", "pars"), [(119, []), (120, ["par60"]), (130, ["par60", "par65"])])
def test_what_a_pound_changes_for_a_concession(cash: int, pars: list[str]) -> None:
    """With 119 a par is set; with 120 or 130 a regional floats at 60, or 65. Its place in the order is the first."""
    at = Europe()
    for card in CONCESSIONS:
        at.give_private(at.book.private_names[card], "Ann" if card == CONCESSIONS[0] else "Ben")
    at.give_cash("Ann", cash)
    at.give_cash("Ben", 5000)
    at.give_cash("Cleo", 180)
    at.remember(rows=())
    at.begin()
    assert [text.split()[-1] for text in at.offered("start") if "GWR" in text] == pars
    if pars:
        at.refuses("par GWR at par60", "18OE-CONC-04")
        at.do(f"start GWR at {pars[-1]}")
        assert at.cash("GWR") == 2 * int(pars[-1][3:]) - 40
        return
    at.do("par GWR at par90")
    for symbol in ("PLM", "OU", "BEL", "MIDI", "BHB", "KBS", "POB", "KSS", "SB"):
        at.do(f"start {symbol} at par60")
    assert [at.book.company_names[c] for c in order_track.companies(at.game)][:2] == ["GWR", "PLM"]
    assert (at.state.round.kind, at.turn) == ("stock", "Ann")
    at.refuses("float GWR", "18OE-FLOAT-16")
    passes_until(at, "Cleo")
    at.do("float GWR")
    assert (at.cash("Cleo"), at.cash("GWR"), at.director("GWR")) == (0, 140, "Cleo")
    assert [at.book.company_names[c] for c in order_track.companies(at.game)][:2] == ["GWR", "PLM"]


@rule("18OE-RESV-05", "18OE-MAJOR-04", "18OE-MAJOR-11", "18OE-SR-10", "18OE-TRAIN-20", "18OE-SR-12")
def test_a_reserved_regional_becomes_a_major_in_the_first_stock_round() -> None:
    """Par 80 becomes 110; Cleo's reservation is over, and she pays 110. The major owes its 2+2 in its first turn."""
    at = Europe(railroad_phase="major")
    at.regional("GWR", 80, {"Ann": 2}, cash=120, operated=False)
    for name in NAMES[:3]:
        at.give_cash(name, 110)
    begin_stock_round(at.game, 1)
    at.settle()
    at.remember(reserved=((at.seat("Cleo"), at.company("GWR")),))
    at.refuses("buy-and-expand GWR", "18OE-RESV-01")
    at.do("expand GWR")
    at.do("buy GWR from GWR")
    assert (at.cash("Ann"), at.cash("GWR"), reserving.holder(at.game, at.company("GWR"))) == (0, 230, None)
    at.do("buy GWR from GWR")
    assert (at.cash("Ben"), at.cash("GWR"), at.turn) == (0, 340, "Cleo")
    at.do("buy GWR from GWR")
    assert (at.cash("Cleo"), at.cash("GWR"), at.shares("GWR", "GWR"), at.director("GWR")) == (0, 450, 5, "Ann")
    assert (at.phase, at.state.round.kind, at.state.par[at.company("GWR")]) == ("2", "operating", NOWHERE)
    at.operate("GWR", "buy", number=1)
    at.refuses("pass", "18OE-TRAIN-18")
    at.do("train 2+2 from ipo")
    assert at.cash("GWR") == 350


# -- insolvency -----------------------------------------------------------------------------------


@rule("18OE-PRIV-15", "18OE-INSOLV-03", "18OE-INSOLV-05", "18OE-INSOLV-06")
def test_a_new_par_before_the_insolvency_counts_for_its_certificate() -> None:
    """50 + 20 are too little for a train. At its new par of 90 the certificate brings 180, and costs 180 + 30."""
    at = Europe(railroad_phase="regional", phase="2")
    at.regional("GWR", 60, {"Ann": 2}, cash=50, operated=False)
    at.give_private("BBBT", "Ann")
    at.give_cash("Ann", 20)
    at.operate("GWR", "begin", number=1)
    assert at.turn == "Ann"
    at.do("repar GWR at par90")
    while not at.waits:
        at.do("pass")
    assert at.has("GWR", INSOLVENT)
    assert (at.cash("Ann"), at.cash("GWR"), at.trains("GWR")) == (180, 70, ["2+2"])
    at.give_cash("Ben", 209)
    at.stock_turn("Ben")
    at.refuses("rescue GWR", "18OE-INSOLV-05")
    at.give_cash("Ben", 210)
    at.do("rescue GWR")
    assert (at.cash("Ben"), at.cash("GWR"), at.director("GWR")) == (0, 0, "Ben")


@rule("18OE-INSOLV-04", "18OE-INSOLV-05", "18OE-SR-27", "18OE-DIV-01", "18OE-MAJOR-04", "18OE-MAJOR-06")
def test_a_rescued_regional_pays_its_shareholders_and_expands() -> None:
    """Cleo keeps her 25%. Of 80 Ben gets 40, Cleo and the treasury 20 each; with par 60 it becomes a major at 75."""
    at = Europe(railroad_phase="major", phase="2")
    at.regional("GWR", 60, {"Ann": 2, "Cleo": 1}, cash=99, operated=False)
    at.give_cash("Ann", 0)
    at.operate("GWR", "buy", number=2)
    assert (at.cash("Ann"), at.director("GWR"), at.shares("pool", "GWR")) == (120, "pool", 2)
    at.stock_turn("Cleo")
    at.refuses("expand GWR", "18OE-MAJOR-02")
    at.give_cash("Ben", 121)
    at.stock_turn("Ben")
    at.do("rescue GWR")
    assert (at.cash("Ben"), at.cash("GWR")) == (0, 0)
    at.give_cash("Cleo", 0)
    at.state.revenue[at.company("GWR")] = 80
    at.facing(Dividend(at.company("GWR")))
    at.settle()
    at.do("pay")
    assert (at.cash("Ben"), at.cash("Cleo"), at.cash("GWR")) == (40, 20, 20)
    at.stock_turn("Ben")
    at.do("expand GWR")
    assert (at.price("GWR"), at.shares("Ben", "GWR"), at.shares("Cleo", "GWR"), at.shares("GWR", "GWR")) == (
        75,
        2,
        1,
        7,
    )


@rule("18OE-INSOLV-08", "18OE-PRIV-42")
def test_a_patron_is_paid_back_no_more_than_there_is() -> None:
    """A minor with 30 has laid a tile for 30, was paid 80 for it, and paid 60 to remove a token: 20 are left.

    Taken back, the tile brings 30; of the 80 it can pay back 50, so that it has nothing, and needs 100.
    """
    at = Europe(phase="2", railroad_phase="regional")
    at.minor("E", "Ann", "UK", "F25.0", cash=20, operated=False)
    at.give_cash("Ann", 10)
    tile = at.record.patronage[0]
    at.lay(f"6@0 {at.book.board.names[tile[0]]}")
    at.remember(lays=(Lay(tile[0], None, 30, bounty=80),), patronage=at.record.patronage[1:])
    at.operate("E", "buy")
    assert audit(at.book, at.state) == []
    assert (at.cash("E"), at.cash("Ann"), at.has("E", INSOLVENT)) == (10, 120, True)


# -- majors and nationals -------------------------------------------------------------------------


@rule("18OE-SHARES-01", "18OE-SHARES-02", "18OE-SHARES-06", "18OE-MERGE-24", "18OE-MINOR-02", "18OE-MKT-09")
def test_a_major_sells_shares_and_buys_minor_a_from_the_market() -> None:
    """A went with a national and has never paid. PLM sells two at 100, falls to 80, pays 60 and gets 80: 220."""
    at = Europe(railroad_phase="major", phase="4")
    at.national("GWR", 100, {"Ben": 5})
    at.minor("A", "Ben", "FB", ETIENNE, cash=33)
    at.major("PLM", 100, {"Ann": 4, "pool": 3}, cash=0, trains=("3",))
    at.major("OU", 100, {"Ann": 4}, cash=60, trains=("3",))
    at.stock_turn("Ben")
    at.do("merge A into GWR")
    assert at.record.silver_banner is False
    at.operate("PLM", "shares")
    at.refuses("sell-treasury 3", "18OE-SHARES-02")
    at.refuses("buy-minor A", "18OE-SHARES-06")
    at.do("sell-treasury 2")
    assert (at.cash("PLM"), at.price("PLM"), at.shares("pool", "PLM")) == (200, 80, 5)
    at.do("buy-minor A")
    assert at.cash("PLM") == 200 - 60 + 80
    nationals.form(at.game, at.company("PLM"))
    assert (at.shares("pool", "PLM"), at.price("PLM"), at.cash("PLM")) == (6, 80, 0)
    at.operate("OU", "shares")
    at.do("buy-minor A")
    assert at.cash("OU") == 0, "it pays once in a game"


@rule("18OE-FORCED-04", "18OE-NATL-07", "18OE-ABANDON-07", "18OE-NATL-03", "18OE-SHARES-07", "18OE-MERGE-17")
def test_a_surrendered_major_leaves_its_minor_to_another() -> None:
    """PLM has 20 and Ann 30, a 3 costs 200: 50 go to the bank. G lies in the market, and gives GWR eight points."""
    at = Europe(railroad_phase="major", phase="3")
    at.minor("G", "Ann", "SP", "X13.0", cash=0)
    at.major("PLM", 100, {"Ann": 3}, cash=20)
    at.major("GWR", 100, {"Ben": 3}, cash=70, trains=("3",))
    at.remember(provided=tuple(at.company(name) for name in ("PLM", "GWR", "G")))
    at.stock_turn("Ann")
    at.do("merge G into PLM", "keep token X13.0")
    at.give_cash("Ann", 30)
    bank = at.cash("ipo")
    at.operate("PLM", "buy")
    at.do("surrender")
    assert (at.cash("ipo") - bank, at.cash("Ann"), at.cash("PLM")) == (50, 0, 0)
    assert (at.shares("pool", "PLM"), at.record.abandoned) == (6, (at.company("G"),))
    assert not at.state.tokens.get(at.stop("X13.0"))
    at.stock_turn("Cleo")
    at.refuses("buy G from pool")
    at.refuses("rescue G", "18OE-INSOLV-05")
    at.operate("GWR", "shares")
    at.do("buy-minor G")
    assert (at.cash("GWR"), at.record.into[at.company("G")]) == (10, at.company("GWR"))


@rule("18OE-NATL-02", "18OE-PHASE-16", "18OE-PHASE-12")
def test_seven_players_are_asked_for_nationals_from_the_buyers_seat() -> None:
    """Finn's major has bought the first 6; Ann and Eve convert, and keep the 3s that all others lose."""
    at = Europe(7, railroad_phase="major", phase="5")
    at.fill_works()
    at.left(5, 0)
    symbols = dict(zip(NAMES, ("GWR", "PLM", "KBS", "SB", "SFR", "MZA", "DSJ"), strict=True))
    for name, symbol in symbols.items():
        at.major(symbol, 100, {name: 5}, cash=525 if name == "Finn" else 40, trains=("3",))
    at.remember(provided=tuple(at.company(symbol) for symbol in symbols.values()), consolidated=2)
    at.operate("MZA", "buy")
    at.do("train 6 from ipo")
    asked = []
    while at.asked == "FormNationals":
        asked.append(at.turn)
        at.do(f"nationalise {symbols[at.turn]}" if at.turn in ("Ann", "Eve") else "pass")
    assert asked == ["Finn", "Gus", "Ann", "Ben", "Cleo", "Dan", "Eve"]
    while at.asked == "BuyTrains":
        at.do("pass")
    assert {name: at.trains(symbol) for name, symbol in symbols.items()} == {
        "Ann": ["3"],
        "Ben": [],
        "Cleo": [],
        "Dan": [],
        "Eve": ["3"],
        "Finn": ["6"],
        "Gus": [],
    }
    assert [at.state.kind[at.company(symbol)] == NATIONAL for symbol in symbols.values()] == [
        *(True, False, False, False, True, False, False)
    ]


# -- the Consolidation ----------------------------------------------------------------------------


@rule("18OE-CERT-03", "18OE-CONSOL-02", "18OE-CONSOL-10", "18OE-MERGE-21")
def test_a_player_above_the_limit_sells_first_and_merges_in_the_next_turn() -> None:
    """21 of 20 certificates: the sale is the stock action of this turn; the merger leaves 20."""
    at = consolidation(7)
    at.minor("B", "Ann", "FB", ETIENNE, cash=12)
    at.major("PLM", 100, {"Ann": 3, "Ben": 2}, cash=0)
    at.major("BHB", 100, {"Ben": 3, "Ann": 2})
    for symbol in ("KBS", "POB", "KSS", "SB"):
        at.major(symbol, 75, {"Ben": 4, "Ann": 4})
    assert certificates(at, "Ann") == 21
    begin_stock_round(at.game, 6)
    at.settle()
    at.refuses("merge B into PLM", "18OE-CERT-03")
    at.refuses("seek offers for B", "18OE-CONSOL-02")
    at.do("sell 1 BHB")
    at.refuses("merge B into PLM", "18OE-SR-03")
    at.refuses("buy PLM from PLM", "18OE-CERT-08")
    at.do("pass")
    passes_until(at, "Ann")
    at.refuses("pass", "18OE-CONSOL-02")
    at.do("merge B into PLM", "decline token U32.0")
    assert (certificates(at, "Ann"), at.cash("PLM")) == (20, 12)
    finish_round(at)
    assert order_track.companies(at.game) == ()


@rule("18OE-SR-23", "18OE-SR-25", "18OE-CONSOL-10", "18OE-CONSOL-02", "18OE-MERGE-04")
def test_a_minor_that_is_traded_becomes_the_others_duty() -> None:
    """Ann gets 30 for B from Ben and may pass; Ben must merge it, and his railroad gets its 77."""
    at = consolidation()
    at.minor("B", "Ann", "FB", ETIENNE, cash=77, trains=("3",))
    at.major("PLM", 100, {"Ben": 3}, cash=0)
    at.give_cash("Ann", 0)
    at.give_cash("Ben", 30)
    begin_stock_round(at.game, 6)
    at.settle()
    at.refuses("pass", "18OE-CONSOL-10")
    at.do("trade with Ben", "give B", "ask for nothing", "deal paying -30", "accept")
    assert (at.cash("Ann"), at.cash("Ben"), at.director("B"), at.turn) == (30, 0, "Ben", "Ben")
    at.refuses("pass", "18OE-CONSOL-02")
    at.do("merge B into PLM", "decline token U32.0", "receive 3")
    assert (at.cash("PLM"), at.trains("PLM"), at.shares("Ben", "PLM")) == (77, ["3"], 4)
    finish_round(at)
    assert at.state.round.kind == "operating"


@rule("18OE-MAJOR-02", "18OE-MAJOR-10", "18OE-CONSOL-04", "18OE-CONSOL-05")
def test_another_player_expands_the_regional_that_one_had_to_expand() -> None:
    """Ben has both 25% shares of Ann's GWR and buys a third for 80: now it is his, and Ann may pass."""
    at = consolidation()
    at.regional("GWR", 65, {"Ann": 2, "Ben": 2}, cash=5)
    at.major("PLM", 100, {"Cleo": 2})
    at.give_cash("Ben", 80)
    at.stock_turn("Ann")
    at.refuses("pass", "18OE-CONSOL-04")
    at.stock_turn("Ben")
    at.do("expand GWR", "buy GWR from GWR")
    assert (at.director("GWR"), at.cash("GWR"), at.cash("Ben"), at.shares("GWR", "GWR")) == ("Ben", 85, 0, 5)
    at.stock_turn("Ann")
    assert at.allows("pass")


@rule("18OE-INSOLV-05", "18OE-CONSOL-02", "18OE-CONSOL-10", "18OE-ABANDON-06")
@pytest.mark.parametrize("rescued", [True, False])
def test_an_insolvent_minor_in_the_consolidation(rescued: bool) -> None:
    """E had 50, its owner 20. Ben may buy it for 120 + 30 and then has to merge it; if nobody does, it is abandoned."""
    at = Europe(railroad_phase="regional", phase="2")
    at.minor("E", "Ann", "UK", "F25.0", cash=50, operated=False)
    at.give_cash("Ann", 20)
    at.operate("E", "buy", number=1)
    assert at.has("E", INSOLVENT)
    at.set_phase("5")
    at.remember(railroad_phase=MAJOR_PHASE, consolidated=COMING)
    at.major("PLM", 100, {"Ben": 3}, cash=0)
    at.give_cash("Ben", 150)
    at.priority("Ben")
    begin_stock_round(at.game, 6)
    at.settle()
    if rescued:
        at.do("rescue E")
        assert (at.cash("Ben"), at.cash("E")) == (0, 0)
        passes_until(at, "Ben")
        at.refuses("pass", "18OE-CONSOL-02")
        at.do("merge E into PLM", "decline token F25.0")
        assert at.shares("Ben", "PLM") == 4
    finish_round(at)
    assert (at.company("E") in at.record.abandoned) != rescued
    assert at.has("E", CLOSED)
    assert at.cash("E") == 0
    assert not at.state.tokens.get(at.stop("F25.0"))


@rule("18OE-CONSOL-10", "18OE-RMP-12")
def test_an_insolvent_regional_leaves_with_the_shares_of_others() -> None:
    """Cleo's 25% are gone without payment, and the 40 in its treasury are the bank's."""
    at = Europe(railroad_phase="major", phase="2")
    at.regional("GWR", 60, {"Ann": 2, "Cleo": 1}, cash=40, operated=False)
    at.give_cash("Ann", 0)
    at.operate("GWR", "buy", number=2)
    at.set_phase("5")
    at.remember(consolidated=COMING)
    at.give_cash("Cleo", 11)
    at.national("PLM", 100, {"Ben": 5})
    begin_stock_round(at.game, 6)
    at.settle()
    bank = at.cash("ipo")
    finish_round(at)
    assert (at.cash("ipo") - bank, certificates(at, "Cleo"), at.has("GWR", CLOSED)) == (40, 0, True)
    assert (at.cash("Cleo"), at.game.held(BANK, at.company("GWR"))) == (11, 4)
    assert not at.state.tokens.get(at.book.companies[at.company("GWR")].home)


# -- the end --------------------------------------------------------------------------------------


@rule("18OE-END-02", "18OE-END-03", "18OE-SR-07", "18OE-END-12", "18OE-MKT-14", "18OE-OR-01", "18OE-PRIV-03")
def test_the_bank_breaks_with_a_sale_and_one_operating_round_is_left() -> None:
    """150 are in the bank, Ann sells two for 200. Privates pay once more, PLM earns nothing and moves left to 75.

    At the end she has 100 + 200 + 10 in cash, five shares at 75, and WS for 40; RSC is face down.
    """
    at = Europe(railroad_phase="major", phase="5")
    at.national("PLM", 100, {"Ann": 7})
    at.give_private("WS", "Ann")
    at.give_private("RSC", "Ann")
    at.remember(face_down=(at.private("RSC"),), consolidated=2)
    at.give_cash("Ann", 100)
    at.give_cash("Cleo", 0)
    at.give_cash("Ben", 0)
    at.give_cash("Ben", at.cash("ipo") - 150)
    begin_stock_round(at.game, 6)
    at.settle()
    at.do("sell 2 PLM", "pass")
    assert (at.cash("ipo"), at.price("PLM"), at.record.broken) == (-50, 80, True)
    finish_round(at)
    assert at.state.round == Round("operating", 6, 1, 2)
    while not at.over:
        at.do("pass")
    assert (at.price("PLM"), at.cash("Ann")) == (75, 310)
    assert worth(at.game, at.seat("Ann")) == 310 + 5 * 75 + 40


@rule("18OE-END-01", "18OE-END-03", "18OE-OR-01", "18OE-MKT-14")
def test_the_bank_breaks_with_the_income_of_privates_and_the_round_is_played() -> None:
    """5 are in the bank, WS pays 10: PLM still has its turn, earns nothing and moves left; there is no second round."""
    at = Europe(railroad_phase="major", phase="5")
    at.national("PLM", 100, {"Ann": 7})
    at.give_private("WS", "Ann")
    at.remember(consolidated=2)
    at.give_cash("Ann", 0)
    at.give_cash("Ben", 0)
    at.give_cash("Cleo", 0)
    at.give_cash("Ben", at.cash("ipo") - 5)
    at.state.agenda = at.state.agenda[:1]
    begin_operating_round(at.game, Round("operating", 6, 1, 2))
    at.settle()
    assert (at.cash("Ann"), at.cash("ipo"), at.record.broken, at.turn) == (10, -5, True, "Ann")
    while not at.over:
        assert at.state.round == Round("operating", 6, 1, 2)
        at.do("pass")
    assert (at.price("PLM"), worth(at.game, at.seat("Ann"))) == (90, 10 + 7 * 90 + 40)


@rule("18OE-END-12", "18OE-CTRL-01")
def test_what_regionals_and_minors_are_worth_if_the_bank_breaks_early() -> None:
    """Two shares of a regional at par 70, one of another at 90; neither a minor nor money on charters counts."""
    at = Europe(railroad_phase="major", phase="3")
    at.regional("GWR", 70, {"Ann": 2}, cash=500)
    at.regional("PLM", 90, {"Ben": 2, "Ann": 1})
    at.minor("A", "Ann", "FB", ETIENNE, cash=180)
    at.give_private("SML", "Ann")
    at.give_cash("Ann", 1)
    assert worth(at.game, at.seat("Ann")) == 1 + 140 + 90 + 120


@rule("18OE-END-08", "18OE-SHARES-01", "18OE-MKT-12", "18OE-DIV-02", "18OE-DIV-07")
def test_the_last_round_pays_whoever_has_the_shares_by_then() -> None:
    """Of 200, half is paid at 100: right to 110. PLM then sells two shares for 220 and falls to 90.

    In the last round the same half is at least 90, so it moves right to 100; the two sold shares are paid nothing.
    """
    at = Europe(railroad_phase="major", phase="8")
    at.fill_works()
    at.major("PLM", "100.d4", {"Ann": 5, "Ben": 2}, trains=("5",))
    at.remember(final=3, final_rounds=2, provided=(at.company("PLM"),), consolidated=2)
    at.give_cash("Ann", 0)
    at.give_cash("Ben", 0)
    at.state.revenue[at.company("PLM")] = 200
    at.operate("PLM", "dividend")
    at.do("half")
    assert (at.cash("Ann"), at.cash("Ben"), at.cash("PLM"), at.price("PLM")) == (50, 20, 130, 110)
    while at.asked != "TradeShares":
        at.do("pass")
    at.do("sell-treasury 2", "pass")
    assert (at.cash("PLM"), at.price("PLM")) == (350, 90)
    at.operate("PLM", "begin", index=2)
    assert at.waits
    assert (at.cash("Ann"), at.cash("Ben"), at.cash("PLM"), at.price("PLM")) == (100, 40, 350 + 100 + 10, 100)


@rule("18OE-END-08", "18OE-FORCED-04", "18OE-DIV-05", "18OE-DIV-07")
def test_a_major_that_was_surrendered_pays_all_of_it_in_the_last_round() -> None:
    """It paid half of 160 as a major; as a national it pays 160, of which the market's seven shares get nothing."""
    at = Europe(railroad_phase="major", phase="8")
    at.fill_works()
    at.major("PLM", 100, {"Ann": 2, "Ben": 1}, cash=0, trains=("2+2*",))
    at.remember(final=3, final_rounds=2, provided=(at.company("PLM"),), consolidated=2)
    at.give_cash("Ann", 0)
    at.give_cash("Ben", 0)
    at.state.revenue[at.company("PLM")] = 160
    at.operate("PLM", "dividend")
    at.do("half")
    assert (at.cash("Ann"), at.cash("Ben"), at.cash("PLM"), at.price("PLM")) == (16, 8, 80 + 56, 100)
    while at.asked != "BuyTrains":
        at.do("pass")
    at.do("surrender")
    while not at.waits:
        at.do("pass")
    assert (at.cash("Ann"), at.cash("PLM"), at.state.kind[at.company("PLM")]) == (0, 0, NATIONAL)
    at.operate("PLM", "begin", index=2)
    assert at.waits
    assert (at.cash("Ann"), at.cash("Ben"), at.cash("PLM"), at.price("PLM")) == (32, 8 + 16, 0, 110)


@rule("18OE-SR-06", "18OE-SETUP-10", "18OE-SR-02", "18OE-INSOLV-05")
def test_a_rescue_is_an_action_and_a_closed_private_is_none() -> None:
    """Ann closes a private and passes, Ben passes, Cleo rescues E; then all pass, and Ann has the priority."""
    at = Europe(railroad_phase="regional", phase="2")
    at.minor("E", "Ann", "UK", "F25.0", cash=50, operated=False)
    at.give_cash("Ann", 20)
    at.operate("E", "buy", number=1)
    at.give_private("RSC", "Ann")
    for name, cash in (("Ann", 0), ("Ben", 0), ("Cleo", 150)):
        at.give_cash(name, cash)
    at.priority("Ann")
    at.state.agenda = at.state.agenda[:1]
    begin_stock_round(at.game, 2)
    at.settle()
    at.do("close RSC", "pass")
    passes_until(at, "Cleo")
    at.do("rescue E")
    assert (at.cash("Cleo"), at.state.round.kind) == (0, "stock")
    finish_round(at)
    assert at.book.owner_names[at.state.priority] == "Ann"


@rule("18OE-RMP-03", "18OE-FLOAT-10", "18OE-FLOAT-14", "18OE-FLOAT-07", "18OE-RMP-05")
def test_a_minor_floats_at_the_home_of_a_removed_regional() -> None:
    """The home of a regional that has left is free for a minor, and its zone closed for removals."""
    at = Europe(railroad_phase="regional")
    at.charter("A", "Ben", cash=120)
    at.stock_turn("Ann", number=1)
    at.do("remove regional BHB")
    assert at.turn == "Ben"
    at.refuses("remove regional KBS", "18OE-RMP-05")
    at.refuses("float A at R47.0", "18OE-FLOAT-10")
    at.do("float A at K46.0")
    assert at.has("A", FLOATED)
    assert at.cash("A") == 120 - 40
