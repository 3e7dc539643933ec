"""A referee who knows section 7 of the rulebook, and nothing of the code, watches auctions of the packet at random."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from railhead.core.actions import text_of
from railhead.rules.auction import Auction
from railhead.testing import rule
from railhead.titles.t18oe.packet import PacketTurn
from tests.titles.t18oe.table import NAMES, Europe

FACE = {
    "RSC": 20,
    "PEC": 20,
    "WS": 40,
    "BBBT": 40,
    "SHTC": 60,
    "CCTC": 60,
    "WCF": 60,
    "HMLC": 80,
    "BBE": 100,
    "SML": 120,
}
REVENUE = {"RSC": 5, "PEC": 5, "WS": 10, "BBBT": 10, "SHTC": 15, "CCTC": 15, "WCF": 15, "HMLC": 20, "BBE": 25, "SML": 0}
MINORS = "ABCDEFGHJKLM"


def face(item: str) -> int:
    """Minors cost 120; a concession costs 20 by the set-up of this game."""
    return 120 if item in MINORS else FACE.get(item, 20)


@dataclass
class Sale:
    """What the referee writes down."""

    players: tuple[str, ...]
    rows: list[list[str]]
    cash: dict[str, int]
    turn: str
    passes: int = 0
    cheaper: int = 0
    bids: dict[str, dict[str, int]] = field(default_factory=dict)
    owner: dict[str, str] = field(default_factory=dict)
    treasury: dict[str, int] = field(default_factory=dict)
    item: str = ""
    """What is being auctioned; nothing in an ordinary turn."""
    bidders: list[str] = field(default_factory=list)
    """Those still in that auction; the first acts now."""
    highest: tuple[int, str] = (0, "")

    def left_of(self, player: str) -> str:
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def free(self, player: str, item: str) -> int:
        """Cash that is not set aside for other items."""
        return self.cash[player] - sum(bids.get(player, 0) for other, bids in self.bids.items() if other != item)

    def cost(self, item: str) -> int:
        return face(item) - self.cheaper

    def may_take(self, item: str) -> bool:
        return item in self.rows[0] and self.free(self.turn, item) >= self.cost(item)

    def least(self, item: str) -> int | None:
        """The lowest bid for an item; None if there is none for it."""
        if item in self.rows[0]:
            return self.cost(item) + 5 if item in MINORS else None
        bids = self.bids.get(item, {})
        others = (bid + 5 for player, bid in bids.items() if player != self.turn)
        return max(face(item), bids.get(self.turn, -1) + 1, *others)

    def may_bid(self, item: str, amount: int) -> bool:
        least = self.least(item)
        return least is not None and least <= amount <= self.free(self.turn, item)

    # -- what happens -----------------------------------------------------------------------------

    def sell(self, item: str, player: str, price: int) -> None:
        """A minor keeps up to 180 of its price."""
        self.rows = [[other for other in row if other != item] for row in self.rows]
        self.bids.pop(item, None)
        self.cash[player] -= price
        self.owner[item] = player
        if item in MINORS:
            self.treasury[item] = min(180, price)

    def take(self, item: str) -> None:
        player = self.turn
        self._next(passes=0)
        self.sell(item, player, self.cost(item))
        self.go_on()

    def bid(self, item: str, amount: int) -> None:
        player = self.turn
        self._next(passes=0)
        if item in self.rows[0]:
            self._auction(item, list(self.players), amount, player)
        else:
            self.bids.setdefault(item, {})[player] = amount
        self.go_on()

    def passed(self) -> None:
        self._next(passes=self.passes + 1)
        self.go_on()

    def raised(self, amount: int) -> None:
        """In the auction of an item."""
        self.highest = amount, self.bidders[0]
        self.bidders = [*self.bidders[1:], self.bidders[0]]
        self.go_on()

    def gave_up(self) -> None:
        self.bidders = self.bidders[1:]
        self.go_on()

    def _next(self, passes: int) -> None:
        self.turn, self.passes = self.left_of(self.turn), passes

    def _auction(self, item: str, among: list[str], amount: int, player: str) -> None:
        """Clockwise from the left of the highest bidder."""
        seat = self.players.index(player)
        clockwise = self.players[seat + 1 :] + self.players[: seat + 1]
        self.item, self.highest = item, (amount, player)
        self.bidders = [other for other in clockwise if other in among]

    def go_on(self) -> None:
        """Everything that happens without a decision."""
        while self.rows:
            if self.item:
                if self._auction_waits():
                    return
            elif not self.rows[0]:
                self.rows, self.cheaper = self.rows[1:], 0
            elif not self._resolves() and not self._free_or_cheaper():
                if self._can_act():
                    return
                self._next(passes=self.passes + 1)

    def _auction_waits(self) -> bool:
        """Has somebody to decide? Whoever cannot raise by five gives up; the last one wins."""
        amount, winner = self.highest
        while self.bidders[0] != winner:
            if self.free(self.bidders[0], self.item) >= amount + 5:
                return True
            self.bidders = self.bidders[1:]
        item, self.item = self.item, ""
        self.sell(item, winner, amount)
        return False

    def _resolves(self) -> bool:
        """Single bids buy at once, then contested items are auctioned from left to right."""
        wanted = [item for item in self.rows[0] if self.bids.get(item)]
        for item in wanted:
            if len(self.bids[item]) == 1:
                player, amount = next(iter(self.bids[item].items()))
                self.sell(item, player, amount)
                return True
        if wanted:
            bids = self.bids[wanted[0]]
            amount, player = max((bid, who) for who, bid in bids.items())
            self._auction(wanted[0], list(bids), amount, player)
        return bool(wanted)

    def _free_or_cheaper(self) -> bool:
        """After a circle of passes privates pay and the row costs five less; what costs nothing is taken."""
        if self.passes == len(self.players):
            for item, player in self.owner.items():
                self.cash[player] += REVENUE.get(item, 0)
            self.cheaper, self.passes = self.cheaper + 5, 0
            return True
        nothing = [item for item in self.rows[0] if self.cost(item) <= 0]
        for item in nothing:
            self.sell(item, self.turn, 0)
        if nothing:
            self._next(passes=0)
        return bool(nothing)

    def _can_act(self) -> bool:
        items = [item for row in self.rows for item in row]
        return any(self.may_take(item) or self.may_bid(item, self.least(item) or 0) for item in items)


def opened(chance: Random) -> tuple[Europe, Sale]:
    """An auction from some row on, with more or less cash."""
    players = chance.randrange(3, 8)
    at = Europe(players, options=chance.choice(((), ("no_concessions",))), seed=1)
    rows = at.record.rows
    at.remember(rows=rows[chance.randrange(len(rows) - 1) :])
    for name in NAMES[:players]:
        at.give_cash(name, chance.choice((chance.randrange(30, 200), chance.randrange(200, 800))))
    at.begin()
    names = at.book.seat_names
    packet = [[_symbol(at, item) for item in row] for row in at.record.rows]
    sale = Sale(names, packet, {name: at.cash(name) for name in names}, "Ann")
    sale.go_on()
    return at, sale


def _symbol(at: Europe, item: tuple[str, int]) -> str:
    names = at.book.private_names if item[0] == "card" else at.book.company_names
    return names[item[1]]


def check(at: Europe, sale: Sale) -> None:
    """The table is as the referee has it."""
    assert [[_symbol(at, item) for item in row] for row in at.record.rows] == sale.rows
    assert {name: at.cash(name) for name in sale.players} == sale.cash
    assert {minor: at.cash(minor) for minor in sale.treasury} == sale.treasury
    for item, player in sale.owner.items():
        if item in MINORS:
            assert at.director(item) == player
        else:
            assert at.book.owner_names[at.state.privates[at.private(item)]] == player


def check_turn(at: Europe, sale: Sale) -> None:
    """Whatever can be taken or bid for, and how much."""
    assert at.turn == sale.turn
    for item in (item for row in sale.rows for item in row):
        verb = ("take-minor", "bid-minor") if item in MINORS else ("take", "bid-private")
        assert at.allows(f"{verb[0]} {item}") == sale.may_take(item), item
        most = sale.free(sale.turn, item)
        for amount in {sale.least(item) or face(item), (sale.least(item) or face(item)) - 1, most, most + 1}:
            if amount > 0:
                assert at.allows(f"{verb[1]} {item} {amount}") == sale.may_bid(item, amount), (item, amount)


@rule(
    *("18OE-AUC-01", "18OE-AUC-02", "18OE-AUC-03", "18OE-AUC-04", "18OE-AUC-05", "18OE-AUC-06", "18OE-AUC-07"),
    *("18OE-AUC-08", "18OE-AUC-09", "18OE-AUC-10", "18OE-AUC-11", "18OE-AUC-12", "18OE-AUC-13", "18OE-AUC-14"),
    *("18OE-AUC-15", "18OE-AUC-16", "18OE-AUC-17", "18OE-AUC-19", "18OE-AUC-20", "18OE-AUC-22", "18OE-AUC-23"),
)
@pytest.mark.parametrize("seed", range(20))
def test_an_auction_of_the_packet_under_the_eyes_of_a_referee(seed: int) -> None:
    chance = Random(seed)
    at, sale = opened(chance)
    eager = chance.choice((0.2, 0.7))
    for _ in range(150):
        check(at, sale)
        if not sale.rows:
            assert at.state.round.kind != "auction"
            return
        if sale.item:
            assert isinstance(at.step, Auction)
            least, most = sale.highest[0] + 5, sale.free(sale.bidders[0], sale.item)
            assert (at.turn, at.allows(f"bid {least - 1}"), at.allows(f"bid {most + 1}")) == (
                sale.bidders[0],
                False,
                False,
            )
            if chance.random() < eager:
                amount = chance.randrange(least, min(most, least + 60) + 1)
                at.do(f"bid {amount}")
                sale.raised(amount)
            else:
                at.do("pass")
                sale.gave_up()
            continue
        assert isinstance(at.step, PacketTurn)
        check_turn(at, sale)
        action = at.choices.sample(chance) if chance.random() < eager else at.action("pass")
        words = text_of(at.book, action).split()
        if words[0].startswith("bid"):
            words[2] = str(min(int(words[2]), (sale.least(words[1]) or 0) + chance.randrange(30)))
        at.do(" ".join(words))
        if words[0] == "pass":
            sale.passed()
        elif words[0].startswith("take"):
            sale.take(words[1])
        else:
            sale.bid(words[1], int(words[2]))
