"""A referee who knows sections 4 and 10 of the rulebook, and nothing of the code, watches stock rounds at random.

Before every decision in a stock turn the referee says which sales and purchases are legal; afterwards, who has paid
what, who presides, and where the markers are. Positions and decisions are random, but the same every time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from railhead.core.actions import Action, text_of
from railhead.core.ids import NOWHERE, Seat
from railhead.core.state import CLOSED, STARTED
from railhead.rules.stock import StockTurn
from railhead.testing import rule
from railhead.titles.t18oe.consolidation import COMING
from railhead.titles.t18oe.facts import MAJOR, MINOR, NATIONAL, PHASE, REGIONAL
from railhead.titles.t18oe.rounds import begin_stock_round
from railhead.titles.t18oe.taking_over import TakeOver
from tests.titles.t18oe.table import NAMES, Europe
from tests.titles.t18oe.test_market import ROWS, SQUARES
from tests.titles.waiting import Waiting

LIMIT = {3: 48, 4: 36, 5: 29, 6: 24, 7: 20}
PARS = (75, 80, 90, 100, 110, 120)
LARGE = ("GWR", "PLM", "KBS", "SB", "SFR", "MZA", "DSJ", "MSP")
SMALL = ("LNWR", "OU", "BHB", "MAV", "SFAI", "CHN", "BJV", "WW")
MINORS = {"A": ("IT", "V39.0"), "B": ("FB", "U32.0"), "E": ("UK", "F25.0"), "G": ("SP", "X13.0")}
GROWN = dict(zip((60, 65, 70, 75, 80, 90), PARS, strict=True))
PAR_ROW = {120: 0, 110: 1, 100: 2, 90: 3, 80: 4, 75: 5}
ACTIONS = 40


@dataclass
class Book:
    """What the referee writes down: holdings, presidents, cash, squares and pars, by name."""

    players: tuple[str, ...]
    shares: dict[str, dict[str, int]]
    """By railroad and holder: a player, `pool`, or the railroad itself."""
    president: dict[str, str]
    square: dict[str, tuple[int, int]]
    """By major or national: row and column of its marker."""
    par: dict[str, int]
    cash: dict[str, int]
    other_cards: dict[str, int] = field(default_factory=dict)
    """By player: minors and open privates."""
    stack: list[str] = field(default_factory=list)
    """Majors and nationals in the order in which they came to their squares."""

    def certificates(self, player: str) -> int:
        held = sum(holders.get(player, 0) for holders in self.shares.values())
        return held - sum(who == player for who in self.president.values()) + self.other_cards[player]

    def limit(self) -> int:
        return LIMIT[len(self.players)]

    def value(self, railroad: str) -> int:
        row, column = self.square[railroad]
        return ROWS[row][column]

    def may_sell(self, player: str, railroad: str, count: int) -> bool:
        """10.1 and 10.3, for somebody within the limit who has not sold this railroad in this turn."""
        holders = self.shares[railroad]
        keeps = holders.get(player, 0) - count
        if railroad not in self.square or keeps < 0 or holders.get("pool", 0) + count > 5:
            return False
        if self.president[railroad] != player or keeps >= 2:
            return True
        return any(holders.get(other, 0) >= 2 for other in self.players if other != player)

    def price(self, player: str, railroad: str, source: str) -> int:
        """10.2."""
        if source == railroad:
            return self.par.get(railroad) or self.value(railroad)
        return self.value(railroad) * (2 if self.shares[railroad].get(player, 0) >= 6 else 1)

    def may_buy(self, player: str, railroad: str, source: str) -> bool:
        """10.2 and 4.1, for somebody who has neither bought in this turn nor sold this railroad in this round."""
        if self.shares[railroad].get(source, 0) < 1 or self.certificates(player) >= self.limit():
            return False
        if railroad in self.square and source == railroad and self.shares[railroad].get(player, 0) >= 6:
            return False
        return self.cash[player] >= self.price(player, railroad, source)

    def sell(self, player: str, railroad: str, count: int) -> None:
        """All at the value of the beginning; down once for each; the presidency goes to whoever has most."""
        self.cash[player] += count * self.value(railroad)
        self._move(railroad, player, "pool", count)
        row, column = self.square[railroad]
        for _ in range(count):
            if (row + 1, column) in SQUARES:
                row += 1
        if self.square[railroad] != (row, column):
            self.stack.remove(railroad)
            self.stack.append(railroad)
        self.square[railroad] = row, column
        self._preside(railroad)

    def buy(self, player: str, railroad: str, source: str) -> None:
        """The bank or the treasury is paid."""
        price = self.price(player, railroad, source)
        self.cash[player] -= price
        if source == railroad:
            self.cash[railroad] += price
        self._move(railroad, source, player, 1)
        if railroad in self.square:
            self._preside(railroad)

    def expand(self, player: str, railroad: str, buys: bool) -> None:
        """9.3, up to the sales: perhaps a 25% share for the president; six shares more, and a place on the market."""
        if buys:
            self.cash[player] -= self.par[railroad]
            self.cash[railroad] += self.par[railroad]
            self._move(railroad, railroad, player, 1)
        self.shares[railroad][railroad] += 6
        self.par[railroad] = GROWN[self.par[railroad]]
        self.square[railroad] = PAR_ROW[self.par[railroad]], 2
        self.stack.append(railroad)

    def merge(self, player: str, minor: str, railroad: str, into_major: bool) -> None:
        """10.5, without tokens and trains."""
        treasury, value = self.cash.pop(minor), self.value(railroad)
        source = railroad if self.shares[railroad].get(railroad, 0) else "pool"
        if source == railroad:
            self.cash[railroad] += treasury
        if minor == "A" and into_major:
            self.cash[railroad] += value
        self.other_cards[player] -= 1
        if self.shares[railroad].get(source, 0):
            self._move(railroad, source, player, 1)
            self._preside(railroad)

    def order(self) -> list[str]:
        """Majors and nationals in operating order: by value, further right, earlier on the square."""
        return sorted(self.stack, key=lambda name: (-self.value(name), -self.square[name][1]))

    def end_round(self) -> None:
        """10.7: sold-out railroads move up from the highest to the lowest value; the pars of majors are removed."""
        for railroad in self.order():
            holders = self.shares[railroad]
            if not holders.get(railroad, 0) and not holders.get("pool", 0):
                row, column = self.square[railroad]
                up, right = (row - 1, column), (row, column + 1)
                self.square[railroad] = next((place for place in (up, right) if place in SQUARES), (row, column))
                if self.square[railroad] != (row, column):
                    self.stack.remove(railroad)
                    self.stack.append(railroad)
        self.par = {name: par for name, par in self.par.items() if name not in self.square}

    def _move(self, railroad: str, giver: str, taker: str, count: int) -> None:
        holders = self.shares[railroad]
        holders[giver] -= count
        holders[taker] = holders.get(taker, 0) + count

    def _preside(self, railroad: str) -> None:
        """More than the president; of several with as many, the nearest to the president's left (10.3)."""
        holders, old = self.shares[railroad], self.president[railroad]
        seat = self.players.index(old)
        left = self.players[seat + 1 :] + self.players[:seat]
        most = max(holders.get(player, 0) for player in left)
        if most > holders.get(old, 0):
            self.president[railroad] = next(player for player in left if holders.get(player, 0) == most)


def dealt(chance: Random) -> Europe:
    """A position: majors, nationals and regionals with shares everywhere, minors, privates and cash."""
    players = chance.randrange(3, 8)
    at = Europe(players, railroad_phase="major", phase=str(chance.randrange(3, 7)))
    names = NAMES[:players]
    for symbol in chance.sample(LARGE, chance.randrange(2, len(LARGE))):
        owners = chance.sample(names, chance.randrange(1, min(4, players) + 1))
        first = chance.randrange(2, 7)
        shares, left = {owners[0]: first}, 10 - first
        for other in owners[1:]:
            shares[other] = min(left, chance.randrange(0, first + 1))
            left -= shares[other]
        shares["pool"] = min(left, chance.randrange(0, 6))
        if len(owners) > 1 and chance.random() < 0.3:
            shares = {owners[0]: 6, owners[1]: 4}
        if chance.random() < 0.3:
            at.national(symbol, _square(chance), shares)
        elif chance.random() < 0.3:
            at.major(symbol, chance.choice(PARS), shares, par=True, cash=chance.randrange(300))
        else:
            at.major(symbol, _square(chance), shares, cash=chance.randrange(300))
    for symbol in chance.sample(SMALL, chance.randrange(0, len(SMALL))):
        owner, other = chance.sample(names, 2)
        at.regional(symbol, chance.choice((60, 65, 70, 75, 80, 90)), {owner: 2, other: chance.randrange(0, 3)})
    for symbol in ("RSC", "PEC", "WS", "CCTC", "HMLC"):
        if chance.random() < 0.5:
            at.give_private(symbol, chance.choice(names))
    for symbol, (zone, home) in MINORS.items():
        at.minor(symbol, chance.choice(names), zone, home, cash=chance.randrange(200))
    for name in names:
        at.give_cash(name, chance.randrange(0, 700))
    at.priority(chance.choice(names))
    at.state.agenda = (at.state.agenda[0], Waiting(at.seat("Ann")))
    begin_stock_round(at.game, 4)
    at.settle()
    return at


def _square(chance: Random) -> str:
    row, column = chance.choice(SQUARES)
    often = sum(line.count(ROWS[row][column]) for line in ROWS)
    return str(ROWS[row][column]) if often == 1 else f"{ROWS[row][column]}.{chr(ord('a') + column)}{row + 1}"


def written_down(at: Europe) -> Book:
    """The position as the referee sees it at the table."""
    players = at.book.seat_names
    railroads = [name for name in (*LARGE, *SMALL) if at.director(name) != "ipo"]
    market = at.book.market
    squares = {
        name: SQUARES[at.state.price[at.company(name)]]
        for name in railroads
        if at.state.price[at.company(name)] != NOWHERE
    }
    return Book(
        players,
        {name: {owner: at.shares(owner, name) for owner in (*players, "pool", name)} for name in railroads},
        {name: at.director(name) for name in railroads},
        squares,
        {
            name: market.prices[at.state.par[at.company(name)]]
            for name in railroads
            if at.state.par[at.company(name)] != NOWHERE
        },
        {owner: at.cash(owner) for owner in (*players, *railroads, *(m for m in MINORS if _in_play(at, m)))},
        {name: _cards(at, at.seat(name)) for name in players},
        [at.book.company_names[company] for company in at.state.stack],
    )


def _in_play(at: Europe, minor: str) -> bool:
    return at.director(minor) in at.book.seat_names


def _cards(at: Europe, seat: Seat) -> int:
    """Minors, and privates that are not face down."""
    minors = sum(at.shares(at.book.owner_names[seat], name) for name in "ABCDEFGHJKLM")
    return minors + sum(card not in at.record.face_down for card in at.game.privates_of(seat))


def check_offers(at: Europe, book: Book, player: str, step: StockTurn) -> None:
    """Sales and purchases are legal exactly if the referee says so."""
    over = book.certificates(player) > book.limit()
    sold_now = {at.book.company_names[company] for company in step.sold}
    round_ = at.state.agenda[-2]
    sold = {at.book.company_names[c] for who, c in round_.sold if who == step.player}  # type: ignore[attr-defined]
    for railroad in book.shares:
        if not over:
            for count in range(1, 7):
                legal = not step.bought and railroad not in sold_now and book.may_sell(player, railroad, count)
                assert at.allows(f"sell {count} {railroad}") == legal, (player, count, railroad)
        for source in (railroad, "pool"):
            legal = not over and not step.bought and railroad not in sold and book.may_buy(player, railroad, source)
            assert at.allows(f"buy {railroad} from {source}") == legal, (player, railroad, source)


def check_position(at: Europe, book: Book) -> None:
    """The table is as the referee has it."""
    now = written_down(at)
    assert now.shares == book.shares
    assert now.president == book.president
    assert now.square == book.square
    assert now.par == book.par
    assert now.cash == book.cash
    assert now.other_cards == book.other_cards
    assert now.order() == book.order()


@rule(
    *("18OE-SR-04", "18OE-SR-07", "18OE-SR-08", "18OE-SR-11", "18OE-SR-12", "18OE-SR-13", "18OE-SR-15", "18OE-SR-16"),
    *("18OE-SR-18", "18OE-SR-19", "18OE-SR-20", "18OE-SR-21", "18OE-SR-22", "18OE-MKT-05", "18OE-MKT-09"),
    *("18OE-MKT-17", "18OE-CERT-01", "18OE-CERT-02", "18OE-CERT-07", "18OE-CERT-08"),
)
@pytest.mark.parametrize("seed", range(24))
def test_a_stock_round_under_the_eyes_of_a_referee(seed: int) -> None:
    chance = Random(seed)
    at, eager = dealt(chance), chance.choice((0.9, 0.2))
    for _ in range(ACTIONS):
        if at.waits:
            return
        step = at.step
        if type(step) is not StockTurn:
            at.do(_text(at, at.choices.sample(chance)))
            continue
        book, player = written_down(at), at.turn
        check_offers(at, book, player, step)
        text = _drawn(at, chance, eager)
        at.do(text)
        known = follow(at, book, player, text)
        if at.asked == "Waiting":
            book.end_round()
        if known:
            check_position(at, book)


def follow(at: Europe, book: Book, player: str, text: str) -> bool:
    """The referee does the same; can they?"""
    verb, *words = text.split()
    if verb == "sell":
        book.sell(player, words[1], int(words[0]))
    elif verb == "buy":
        book.buy(player, words[0], words[2])
    elif verb in ("expand", "buy-and-expand"):
        book.expand(player, words[0], buys=verb != "expand")
    elif verb == "merge":
        into_major = at.state.kind[at.company(words[2])] == MAJOR
        while isinstance(at.step, TakeOver):
            at.do(at.offered()[-1])
        book.merge(player, words[0], words[2], into_major)
    return verb in ("sell", "buy", "expand", "buy-and-expand", "merge", "pass")


def _drawn(at: Europe, chance: Random, eager: float) -> str:
    """Something that the referee can follow, or a pass; now and then anything."""
    if chance.random() < 0.1:
        return _text(at, at.choices.sample(chance))
    known = [text for verb in ("sell", "buy", "expand", "merge") for text in at.offered(verb)]
    if at.allows("pass") and (not known or chance.random() > eager):
        return "pass"
    return chance.choice(known) if known else _text(at, at.choices.sample(chance))


def _text(at: Europe, action: Action) -> str:
    return text_of(at.book, action)


@rule("18OE-CONSOL-01", "18OE-CONSOL-02", "18OE-CONSOL-04", "18OE-CONSOL-10", "18OE-CONSOL-11", "18OE-CERT-03")
@pytest.mark.parametrize("seed", range(12))
def test_however_it_goes_the_consolidation_leaves_neither_minors_nor_regionals(seed: int) -> None:
    """And nobody ends a turn above the certificate limit, each railroad takes one minor, no share is lost."""
    chance = Random(seed)
    at = dealt(chance)
    at.state.phase = PHASE["5"]
    at.remember(consolidated=COMING)
    for symbol in ("BBBT", "SML"):
        at.give_private(symbol, chance.choice(at.book.seat_names))
    while at.asked != "Waiting":
        text = _text(at, at.choices.sample(chance))
        if at.asked == "StockTurn" and at.allows("pass") and chance.random() < 0.6:
            text = "pass"
        if at.asked == "StockTurn" and text == "pass":
            assert written_down(at).certificates(at.turn) <= LIMIT[len(at.book.seat_names)]
        at.do(text)
        assert len(at.record.merged) == len(set(at.record.merged))
    for symbol in at.book.company_names:
        if at.state.kind[at.company(symbol)] in (MINOR, REGIONAL):
            assert not at.has(symbol, STARTED) or at.has(symbol, CLOSED), symbol
        elif at.state.kind[at.company(symbol)] in (MAJOR, NATIONAL):
            assert sum(at.shares(owner, symbol) for owner in (*at.book.seat_names, "pool", symbol)) == 10
