"""Random stock rounds of 1863 from random positions full of chains, shorts and holdings above limits.

No turn is without a way on, no purchase breaks a limit that held before, and every company belongs to a player.
"""

from __future__ import annotations

from random import Random

import pytest

from railhead.core import engine
from railhead.core.actions import Action, text_of
from railhead.core.audit import audit
from railhead.core.game import Game
from railhead.core.ids import Company, Owner
from railhead.core.state import FLOATED
from railhead.rules.directors import certificates
from railhead.rules.stock import Buy, StockTurn
from railhead.testing import rule
from railhead.titles.t1863 import ownership
from railhead.titles.t1863.facts import MAJOR
from railhead.titles.t1863.more_shares import BuyMore, BuyShares
from railhead.titles.t1863.subsidiaries import Take
from tests.titles.t1863.table import London

COMPANIES = ("MET", "BAK", "CLR", "CIR", "CSL", "DIS", "HAM", "LCR", "PIC", "WCR", "WWR")
ACTIONS = 80


def position(chance: Random) -> London:
    """Three to seven companies, which may belong to each other, in a stock round of Phase III."""
    table = London(chance.randint(3, 6), phase="III")
    owners = list(table.book.seat_names)
    for symbol in chance.sample(COMPANIES, chance.randint(3, 7)):
        add_company(table, symbol, owners, chance)
        owners.append(symbol)
    table.privates(**{symbol: chance.choice(owners) for symbol in ("GRE", "FOW", "LOD", "NEL")})
    for name in table.book.seat_names:
        table.give_cash(name, chance.randint(0, 900))
    table.remember(opened=True)
    if chance.random() < 0.3:
        table.book.__dict__["certificate_limit"] = chance.randint(3, 10)
    table.stock_turn(chance.choice(table.book.seat_names), settle=True)
    return table


def add_company(table: London, symbol: str, owners: list[str], chance: Random) -> None:
    """A minor, or a major whose shares are about, some of them sold short."""
    price, cash, operated = chance.choice((30, 40, 60, 100)), chance.randint(0, 600), chance.random() < 0.8
    president = chance.choice(owners)
    if chance.random() < 0.25:
        table.minor(symbol, price, president, cash=cash, loans=chance.randint(0, 2), operated=operated)
        return
    shares, left = {president: chance.randint(2, 5)}, 8
    for owner in chance.sample(owners, min(3, len(owners))):
        count = min(left - sum(shares.values()), chance.randint(0, shares[president]))
        if owner != president and count > 0:
            shares[owner] = count
    table.major(symbol, price, shares, cash=cash, operated=operated, trains=("3T",) if chance.random() < 0.4 else ())
    table.give("pool", symbol, chance.randint(0, 2))
    for name in table.book.seat_names:
        if chance.random() < 0.15 and not table.shares(name, symbol):
            table.short(name, symbol, chance.randint(1, 2))


def purchase(game: Game, action: Action) -> tuple[Owner, Company] | None:
    """Who buys shares of what by an action, if anybody does."""
    step = game.step
    if isinstance(action, BuyMore) and isinstance(step, BuyShares):
        return game.state.director[step.company], step.company
    if isinstance(action, Buy | Take) and isinstance(step, StockTurn):
        return step.holder, action.company
    return None


def breaches(game: Game, buyer: Owner, company: Company, controlled: list[Owner]) -> list[int]:
    """How far a buyer is above the certificate limit, above half as a company, and above 60% with all they control."""
    seat, charter = game.book.seat_of(buyer), game.purse(company)
    cards = 0 if seat is None else certificates(game, seat) - game.book.certificate_limit
    if game.state.kind[company] != MAJOR:
        return [max(0, cards)]
    own = 0 if seat is not None else game.held(buyer, company) - 5
    together = sum(max(0, game.held(owner, company)) for owner in controlled if owner != charter)
    return [max(0, cards), max(0, own), max(0, together - 6)]


@rule("1863-OWN-02", "1863-OWN-03", "1863-OWN-04", "1863-OWN-05", "1863-OWN-06", "1863-BUY-07")
@pytest.mark.parametrize("seed", range(12))
def test_no_purchase_breaks_a_limit_and_every_turn_has_a_way_on(seed: int) -> None:
    chance = Random(f"1863 {seed}")
    table = position(chance)
    book, state = table.book, table.state
    for _ in range(ACTIONS):
        if state.round.kind != "stock":
            break
        game = Game(book, state)
        action = chance.choice(list(engine.choices(book, state) or ())).sample(chance)
        bought = purchase(game, action)
        if bought is not None:
            seat = game.decider(bought[0])
            assert seat is not None
            controlled = ownership.entities(game, seat)
            after, _ = engine.consequences(book, state, action)
            worse = zip(
                breaches(Game(book, after), *bought, controlled), breaches(game, *bought, controlled), strict=True
            )
            assert all(new <= old for new, old in worse), text_of(book, action)
        state, _ = engine.apply(book, state, action)
        assert not audit(book, state)
        game = Game(book, state)
        floated = [company for company in game.all_companies() if state.has(company, FLOATED)]
        assert all(game.controller(company) is not None for company in floated)
