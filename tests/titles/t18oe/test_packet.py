"""The auction of the opening packet (rules 18OE-AUC)."""

from __future__ import annotations

import pytest

from railhead.core.ids import Owner
from railhead.rules.auction import Auction
from railhead.testing import rule
from railhead.titles.t18oe.facts import CARD, CHARTER, PRIVATE, Item, packet
from railhead.titles.t18oe.record import Bid
from tests.titles.t18oe.table import Europe


class Packet(Europe):
    """A table at which the packet is being sold."""

    def __init__(self, players: int = 3, options: tuple[str, ...] = (), top: str = "") -> None:
        super().__init__(players, options)
        if top:
            self.open_row(top)
        self.begin()

    def open_row(self, symbol: str) -> None:
        """Everything above the row with this item is gone."""
        rows = self.record.rows
        self.remember(rows=rows[next(n for n, row in enumerate(rows) if self.item(symbol) in row) :])

    def item(self, symbol: str) -> Item:
        """An item by its symbol."""
        names = self.book.private_names
        return (CARD, names.index(symbol)) if symbol in names else (CHARTER, int(self.company(symbol)))

    def leave_only(self, *symbols: str) -> None:
        """Of the top row, only these items are left."""
        rows = self.record.rows
        kept = tuple(item for item in rows[0] if item in map(self.item, symbols))
        self.remember(rows=(kept, *rows[1:]))

    def bids(self, **bids: int) -> None:
        """Bids such as `Ann_WS=40`."""
        found = []
        for name, amount in bids.items():
            player, symbol = name.split("_")
            found.append(Bid(self.seat(player), self.item(symbol), amount))
        self.remember(bids=tuple(found))

    def owner_of(self, symbol: str) -> str:
        """Who has a private."""
        return self.book.owner_names[Owner(self.state.privates[self.book.private_names.index(symbol)])]

    @property
    def top(self) -> list[str]:
        """The items of the top row."""
        names = {CARD: self.book.private_names, CHARTER: self.book.company_names}
        return [names[sort][number] for sort, number in self.record.rows[0]]


# -- turns ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 5, 7])
@rule("18OE-AUC-01", "18OE-AUC-13")
def test_players_act_clockwise_and_the_card_moves_on_with_every_turn(players: int) -> None:
    table = Packet(players)
    turns = []
    for _ in range(players + 1):
        turns.append(table.turn)
        assert table.book.owner_names[table.state.priority] == table.turn
        table.do("bid-private CO10 20" if len(turns) == 1 else "pass")
    names = list(table.book.seat_names)
    assert turns == [*names, names[0]]


@rule("18OE-AUC-01")
def test_one_action_in_a_turn() -> None:
    table = Packet()
    table.do("take RSC")
    assert table.turn == "Ben"
    table.do("bid-private WS 40")
    assert table.turn == "Cleo"


# -- buying ---------------------------------------------------------------------------------------


@rule("18OE-AUC-02", "18OE-AUC-21")
def test_any_item_of_the_top_row_is_bought_at_its_cost() -> None:
    table = Packet()
    assert table.offered("take") == ["take RSC", "take PEC"]
    bank = table.cash("ipo")
    table.do("take PEC")
    assert (table.owner_of("PEC"), table.cash("Ann"), table.cash("ipo")) == ("Ann", 1780, bank + 20)
    table.refuses("take PEC", "18OE-AUC-02")
    table.refuses("take WS", "18OE-AUC-02")
    table.refuses("take-minor A", "18OE-AUC-02")


@rule("18OE-AUC-02")
def test_nobody_buys_without_the_money() -> None:
    table = Packet()
    table.give_cash("Ann", 19)
    table.refuses("take RSC", "18OE-AUC-05")
    table.give_cash("Ann", 20)
    table.do("take RSC")
    assert table.cash("Ann") == 0


# -- bidding --------------------------------------------------------------------------------------


@rule("18OE-AUC-03")
def test_bids_are_for_lower_rows() -> None:
    table = Packet()
    table.refuses("bid-private RSC 25", "18OE-AUC-03")
    rows = packet(concessions=True)[1:]
    bids = {choice.split()[1] for choice in table.offered("bid-private") + table.offered("bid-minor")}
    assert len(bids) == sum(map(len, rows)) == 30
    table.do("bid-private CO7 20")
    assert table.record.bids == (Bid(table.seat("Ann"), table.item("CO7"), 20),)


@rule("18OE-AUC-04")
def test_a_bid_is_at_least_the_face_value_and_5_above_the_others() -> None:
    table = Packet()
    table.refuses("bid-private WS 39", "18OE-AUC-04")
    table.do("bid-private WS 45")
    table.refuses("bid-private WS 49", "18OE-AUC-04")
    table.do("bid-private WS 50")
    table.refuses("bid-private WS 54", "18OE-AUC-04")
    table.refuses("bid-minor A 119", "18OE-AUC-04")
    table.do("bid-minor A 120", "pass", "pass")
    table.refuses("bid-minor M 1681", "18OE-AUC-05")


@rule("18OE-AUC-05")
def test_the_money_of_a_bid_is_set_aside() -> None:
    table = Packet(top="SHTC")
    table.give_cash("Ann", 100)
    table.bids(Ann_CO1=60)
    table.refuses("take WCF", "18OE-AUC-05")
    table.refuses("bid-private CO2 41", "18OE-AUC-05")
    table.do("bid-private CO2 40")
    table.do("pass", "pass")
    assert table.turn == "Ben", "Ann has nothing left to bid or buy with"


@rule("18OE-AUC-23")
def test_a_player_may_raise_their_own_bid() -> None:
    table = Packet()
    table.give_cash("Ann", 60)
    table.bids(Ann_WS=40)
    table.refuses("bid-private WS 40", "18OE-AUC-04")
    table.refuses("bid-private WS 61", "18OE-AUC-05")
    assert table.allows("bid-private WS 41")
    table.do("bid-private WS 60")
    assert table.record.bids == (Bid(table.seat("Ann"), table.item("WS"), 60),)


@rule("18OE-AUC-23")
def test_an_own_bid_is_raised_above_those_of_others() -> None:
    table = Packet()
    table.bids(Ann_WS=40, Ben_WS=45)
    table.refuses("bid-private WS 49", "18OE-AUC-04")
    table.do("bid-private WS 50")
    assert [bid.amount for bid in table.record.bids] == [45, 50]


# -- a new top row --------------------------------------------------------------------------------


@rule("18OE-AUC-06")
def test_an_item_with_one_bid_is_sold_when_its_row_comes_to_the_top() -> None:
    table = Packet()
    table.leave_only("RSC")
    table.bids(Cleo_BBBT=55)
    table.do("take RSC")
    assert (table.owner_of("BBBT"), table.cash("Cleo"), table.top) == ("Cleo", 1745, ["WS"])
    assert table.record.bids == ()


@rule("18OE-AUC-11")
def test_play_resumes_with_the_holder_of_the_priority_deal() -> None:
    table = Packet()
    table.leave_only("RSC")
    table.bids(Ann_BBBT=55)
    table.do("take RSC")
    assert table.turn == "Ben"


@rule("18OE-AUC-07", "18OE-AUC-06")
def test_contested_items_are_auctioned_from_left_to_right_after_the_others() -> None:
    table = Packet(top="WS")
    table.leave_only("WS")
    table.bids(Ann_SHTC=60, Ben_SHTC=65, Ann_WCF=60, Cleo_WCF=65, Cleo_CCTC=60)
    table.do("take WS")
    assert table.owner_of("CCTC") == "Cleo"
    assert isinstance(table.step, Auction)
    assert str(table.step.lot.name(table.game)) == "SHTC"
    assert table.step.lot.privates(table.game) == (PRIVATE["SHTC"],)
    assert table.step.acting_company is None
    table.do("pass")
    assert table.owner_of("SHTC") == "Ben"
    assert isinstance(table.step, Auction)
    assert str(table.step.lot.name(table.game)) == "WCF"


@rule("18OE-AUC-08", "18OE-AUC-09", "18OE-AUC-10")
def test_the_auction_of_an_item() -> None:
    """Bids of 60, 65 and 50: the bidder to the left of the highest speaks first; Ben, who had not bid, never does."""
    table = Packet(4, top="H")
    table.leave_only("H")
    table.bids(Ann_CO1=60, Cleo_CO1=65, Dan_CO1=50)
    table.do("take-minor H")
    asked = []
    for action in ("pass", "bid 70", "bid 75", "bid 80", "pass"):
        asked.append(table.turn)
        if action == "bid 75":
            table.refuses("bid 74", "18OE-AUC-10")
        table.do(action)
    assert asked == ["Dan", "Ann", "Cleo", "Ann", "Cleo"]
    assert table.owner_of("CO1") == "Ann"
    assert table.cash("Ann") == 1350 - 120 - 80
    assert (table.cash("Cleo"), table.cash("Dan")) == (1350, 1350)


@rule("18OE-AUC-10")
def test_a_bidder_goes_up_to_what_is_not_set_aside() -> None:
    table = Packet(top="BBBT")
    table.leave_only("BBBT")
    table.give_cash("Ben", 100)
    table.bids(Ann_WCF=70, Ben_WCF=60, Ben_CO1=20)
    table.do("take BBBT")
    assert table.turn == "Ben"
    table.refuses("bid 81", "18OE-AUC-05")
    table.do("bid 80", "pass")
    assert (table.owner_of("WCF"), table.cash("Ben")) == ("Ben", 20)


@rule("18OE-AUC-23")
def test_losers_have_their_money_back() -> None:
    table = Packet(top="BBBT")
    table.leave_only("BBBT")
    table.give_cash("Ben", 60)
    table.bids(Ann_WCF=70, Ben_WCF=60)
    table.do("take BBBT")
    assert table.owner_of("WCF") == "Ann"
    assert table.turn == "Ben"
    table.do("take SHTC")
    assert table.cash("Ben") == 0


@rule("18OE-AUC-12")
def test_a_row_that_bids_empty_opens_the_next_one() -> None:
    table = Packet()
    table.leave_only("RSC")
    table.bids(Ben_WS=40, Ben_BBBT=40, Cleo_CCTC=60)
    table.do("take RSC")
    assert (table.owner_of("WS"), table.owner_of("BBBT"), table.owner_of("CCTC")) == ("Ben", "Ben", "Cleo")
    assert table.top == ["SHTC", "WCF"]


# -- when all pass --------------------------------------------------------------------------------


@rule("18OE-AUC-14", "18OE-AUC-15")
def test_after_a_circle_of_passes_privates_pay_and_the_row_becomes_cheaper() -> None:
    table = Packet(top="SHTC")
    table.give_private("RSC", "Ben")
    table.give_private("BBBT", "Ben")
    table.bids(Cleo_CO1=20)
    table.do("pass", "pass")
    assert table.cash("Ben") == 1800
    table.do("pass")
    assert table.cash("Ben") == 1815
    assert table.turn == "Ann"
    table.do("take WCF")
    assert table.cash("Ann") == 1800 - 55
    table.do("pass", "pass")
    assert table.record.cheaper == 5, "a purchase begins a new circle"
    table.do("pass")
    assert (table.record.cheaper, table.cash("Ben")) == (10, 1830)
    assert "bid-private CO1 24" not in table.offered("bid-private CO1")
    assert table.allows("bid-private CO2 20"), "lower rows keep their value"


@rule("18OE-AUC-16", "18OE-AUC-17")
def test_what_costs_nothing_goes_to_whoever_acts_next() -> None:
    table = Packet()
    for _ in range(3):
        table.do("pass", "pass", "pass")
    table.do("pass", "bid-private CO1 20", "pass", "pass")
    assert table.record.cheaper == 15
    assert table.turn == "Ben"
    table.do("pass")
    assert (table.owner_of("RSC"), table.owner_of("PEC")) == ("Cleo", "Cleo")
    assert (table.cash("Cleo"), table.turn, table.top) == (1800, "Ann", ["WS", "BBBT"])
    assert table.record.cheaper == 0


@rule("18OE-AUC-16")
def test_only_items_at_nothing_are_given_away() -> None:
    """A row with items of 80, 100 and 120: the first one goes, the others stay for sale."""
    table = Packet(top="HMLC")
    table.remember(cheaper=75)
    table.do("pass", "pass", "pass")
    assert table.owner_of("HMLC") == "Ann"
    assert table.turn == "Ben"
    table.do("take BBE")
    assert table.cash("Ben") == 1800 - 20


@rule("18OE-AUC-17", "18OE-AUC-18")
def test_the_phase_ends_with_the_last_item() -> None:
    table = Packet(top="CO6")
    for number in range(1, 6):
        table.give_private(f"CO{number}", "Ann")
    table.leave_only("CO9", "CO10")
    for number in (6, 7, 8):
        table.give_private(f"CO{number}", "Ben")
    table.do("take CO9")
    assert table.state.round.kind == "auction"
    table.do("take CO10")
    assert table.state.round.kind == "concession"


@rule("18OE-AUC-17")
def test_players_without_money_do_not_stop_the_sale() -> None:
    """Nobody can pay: everything becomes cheaper until it is given away, row after row."""
    table = Packet(options=("no_concessions",), top="H")
    for name in ("Ben", "Cleo"):
        table.give_cash(name, 0)
    table.give_cash("Ann", 120)
    table.do("take-minor H")
    assert table.state.round.kind == "stock"
    assert [table.director(minor) for minor in "HJKLM"] == ["Ann", "Ben", "Ben", "Ben", "Ben"]
    assert [table.cash(minor) for minor in "HJKLM"] == [120, 0, 0, 0, 0]


# -- minors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("price", "treasury", "to_bank"), [(120, 120, 0), (180, 180, 0), (205, 180, 25)])
@rule("18OE-AUC-19")
def test_a_minor_keeps_up_to_180_of_its_price(price: int, treasury: int, to_bank: int) -> None:
    table = Packet(top="HMLC")
    table.leave_only("SML")
    bank = table.cash("ipo")
    table.bids(Ben_B=price)
    table.do("take SML")
    assert (table.director("B"), table.shares("Ben", "B")) == ("Ben", 1)
    assert (table.cash("B"), table.cash("ipo") - bank - 120) == (treasury, to_bank)
    assert table.cash("Ben") == 1800 - price


@rule("18OE-AUC-22")
def test_a_cheaper_minor_starts_with_what_was_paid() -> None:
    table = Packet(top="A")
    table.do("pass", "pass", "pass", "pass", "pass", "pass", "take-minor C")
    assert (table.cash("C"), table.cash("Ann")) == (110, 1690)


@rule("18OE-AUC-20")
def test_more_for_a_minor_of_the_top_row_opens_an_auction_for_all() -> None:
    table = Packet(4, top="A")
    table.refuses("bid-minor A 124", "18OE-AUC-04")
    table.do("bid-minor A 140")
    assert table.step.acting_company == table.company("A")
    asked = []
    for action in ("bid 145", "pass", "pass", "bid 150", "pass"):
        asked.append(table.turn)
        if action == "bid 145":
            table.refuses("bid 144", "18OE-AUC-10")
        table.do(action)
    assert asked == ["Ben", "Cleo", "Dan", "Ann", "Ben"]
    assert (table.director("A"), table.cash("A"), table.cash("Ann")) == ("Ann", 150, 1200)
    assert table.turn == "Ben", "Ann has had her turn"


@rule("18OE-AUC-20")
def test_the_auction_of_a_cheaper_minor_begins_5_above_its_present_cost() -> None:
    table = Packet(top="A")
    table.do("pass", "pass", "pass")
    table.refuses("bid-minor B 119", "18OE-AUC-04")
    table.do("bid-minor B 120", "pass", "pass")
    assert (table.director("B"), table.cash("B")) == ("Ann", 120)


@rule("18OE-CERT-08", "18OE-CERT-01")
def test_the_certificate_limit_holds_in_the_auction_but_not_for_concessions() -> None:
    table = Packet(7, top="A")
    for symbol in PRIVATE:
        table.give_private(symbol, "Ann")
    for minor in "DEFGHJKLM":
        table.charter(minor, "Ann")
    assert table.allows("take-minor A")
    table.regional("GWR", 60, {"Ann": 2})
    table.refuses("take-minor A", "18OE-CERT-08")
    table.refuses("bid-minor B 125", "18OE-CERT-08")
    assert table.allows("bid-private CO1 20")
    table.close_private("SML")
    table.remember(rows=((table.item("SML"),), *table.record.rows))
    table.charter("A", "Ann")
    table.refuses("take SML", "18OE-CERT-08")
