"""What players of 18OE have their majors invest in who look ahead: trains that last, and Pullmans.

What lies in a treasury counts nothing in the end, and trains of level 7 earn far more than those before. So a major
keeps its revenue for one if that brings its shareholders more than the dividends, and buys no lesser train that would
take its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from railhead.core.actions import Action, Pass
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company, Seat, Train, kind_of
from railhead.core.market import Direction
from railhead.rules.cache import Kind, cached
from railhead.rules.course import trains_before
from railhead.rules.dividends import Dividend, Keep, PayHalf, PayOut
from railhead.rules.earning import earnings_with
from railhead.rules.outlook import OutlookRules
from railhead.rules.trains import BuyTrain, BuyTrains, TrainRules, counted
from railhead.titles.t18oe import pullmans
from railhead.titles.t18oe.facts import MAJOR, NUMBERS, PHASE
from railhead.titles.t18oe.horizon import to_the_end
from railhead.titles.t18oe.locomotive_works import LEVEL_2, LEVEL_7, LEVEL_8, is_open, offers
from railhead.titles.t18oe.pullmans import BuyPullman
from railhead.titles.t18oe.record import record
from railhead.titles.t18oe.rolling_stock import faces, level, price

WORK = 4_000
"""How many steps a search for what trains would earn may take: with few, what the long ones earn is not seen. With
more, all ways from port to port are listed first, which takes seconds."""
PATIENCE = 3
"""For so many rounds a major saves for one thing, at most."""
RUSTING, OPENING = 4.0, 2.0
"""How many trains are sold in a round, for whoever wonders when others rust, or when the next level is sold."""
LASTING = 2.0
"""A train with fewer rounds to go is as good as gone."""
FOR_GOOD = 99.0
SURE = 0.9
"""Which part of what an investment promises is counted on."""
OTHERS = 0.5
"""What it is worth that others have less, as a part of what they have on average."""
LEAST_PART = 0.05
"""Whoever presides over a major uses its money even if others gain as much by it."""
MOST_BY_PURCHASE = 6
"""Whoever has so many shares of a major may buy none of its treasury (18OE-SR-15)."""


@dataclass(frozen=True, slots=True)
class Investment:
    """Something a major could buy: what it costs, and what it would earn more in a round."""

    train: Train | None
    """The train; None if it is a Pullman."""
    price: int
    gain: float
    wait: float
    """How many rounds it takes until it is for sale."""


Gains = tuple[tuple[Train, int], ...]
"""By train: what a major would earn more with it."""
GAINS: Kind[Gains] = Kind("gains of trains that last", 64)


def invests(game: Game, company: Company) -> bool:
    """Majors invest once all trains for sale run for long."""
    return game.state.kind[company] == MAJOR and game.state.phase >= PHASE["4"]


# -- trains that last ------------------------------------------------------------------------------


def lasting(game: Game, company: Company) -> tuple[Train, ...]:
    """The trains of a railroad that run for some rounds yet."""
    return tuple(train for train in game.trains_of(company) if _life(game, train) >= LASTING)


def _life(game: Game, train: Train) -> float:
    """How many rounds it takes until a train rusts. Those of level 4 rust with the last trains of all, if ever."""
    rusted_by = game.book.trains[kind_of(train)].rusted_by
    if _is_permanent(game, train) or (rusted_by == PHASE["8"] and game.state.phase < PHASE["7"]):
        return FOR_GOOD
    return (trains_before(game, rusted_by) or 0) / RUSTING


def _is_permanent(game: Game, train: Train) -> bool:
    return game.book.trains[kind_of(train)].rusted_by >= len(game.book.phases)


def needs(game: Game, company: Company) -> int:
    """How much money a major lacks for a train that lasts, if it has none.

    Without it the president has to pay, or loses all cash, and the major becomes a national (18OE-FORCED-04).
    """
    if not invests(game, company) or lasting(game, company):
        return 0
    soon = [pile for pile, left in enumerate(game.state.depot) if left and _wait(game, pile) <= 1]
    found = [train for pile in soon for train in faces(game, pile) if _life(game, train) >= LASTING]
    return max(0, min((price(game, company, train) for train in found), default=0) - game.treasury(company))


def _wait(game: Game, pile: int) -> float:
    """How many rounds it takes until a level is sold."""
    if is_open(game, pile):
        return 0.0
    depot = game.state.depot
    before = sum(depot[LEVEL_2 + 1 : min(pile, LEVEL_7)])
    if pile == LEVEL_8:
        before += NUMBERS.level_8_after - (game.book.piles[LEVEL_7].count - depot[LEVEL_7])
    return max(1.0, before / OPENING)


# -- what there is to invest in --------------------------------------------------------------------


def investments(game: Game, company: Company) -> list[Investment]:
    """What a major could buy, now or later, with which it would earn more."""
    found = [
        Investment(train, price(game, company, train), gain, _wait(game, game.book.trains[kind_of(train)].pile))
        for train, gain in _gains(game, company)
    ]
    known = record(game)
    if not pullmans.owns(game, company) and (known.pullman_stock or known.pullmans_in_market):
        best_train = max((level(train) for train in counted(game, company)), default=0)
        found.append(Investment(None, pullmans.price(game, company), NUMBERS.pullman_per_level * best_train, wait=0.0))
    return [each for each in found if each.gain > 0]


def _gains(game: Game, company: Company) -> Gains:
    """What a major would earn more with one more train; nothing if it has no room for one."""
    if len(counted(game, company)) >= game.rules[TrainRules].limit(game, company):
        return ()
    state, owned = game.state, lasting(game, company)
    left = tuple(pile for pile, count in enumerate(state.depot) if count)

    def find() -> Gains:
        now = _earned(game, company, owned)
        added = _permanent(game, left) if owned else _for_sale(game, company)
        return tuple((train, _earned(game, company, (*owned, train)) - now) for train in added)

    key = (company, game.trains_of(company), owned, state.tiles, state.tokens, state.phase, left)
    return cached(game, GAINS, key, find)


def _permanent(game: Game, piles: Iterable[int]) -> list[Train]:
    return [train for pile in piles for train in faces(game, pile) if _is_permanent(game, train)]


def _for_sale(game: Game, company: Company) -> list[Train]:
    """What a railroad without a train that lasts may buy at once: it cannot wait for a better one."""
    return sorted({train for train, _ in offers(game, company) if _life(game, train) >= LASTING})


def _earned(game: Game, company: Company, trains: tuple[Train, ...]) -> int:
    best_runs = earnings_with(game, company, trains, WORK) if trains else None
    return 0 if best_runs is None else best_runs.earnings.revenue


# -- what is best ----------------------------------------------------------------------------------


def best(game: Game, company: Company, found: Iterable[Investment], cash: float) -> tuple[float, Investment | None]:
    """What a major with so much money had best buy, and what all its shareholders together gain by that.

    If it has to save for it first, it pays no dividend, and its value falls instead of rising.
    """
    revenue = game.state.revenue[company]
    lost = revenue + 2 * _rise(game, company) * game.share_count(company)
    best_gain, wanted = 0.0, None
    for each in found:
        saving = ceil(max(0.0, each.price - cash) / max(1, revenue))
        rounds = max(0.0, _used_for(game, each) - max(saving, each.wait))
        gain = SURE * each.gain * rounds - saving * lost
        if saving <= PATIENCE and gain > best_gain:
            best_gain, wanted = gain, each
    return best_gain, wanted


def _used_for(game: Game, investment: Investment) -> float:
    """For how many rounds it earns something, if it is bought at once.

    The first train of level 8 ends the game, and nobody who invests wants that.
    """
    after_this = to_the_end(game) - 1
    train = investment.train
    starts_the_end = train is not None and game.book.trains[kind_of(train)].pile == LEVEL_8
    return min(after_this, 1.0) if starts_the_end and game.state.phase < PHASE["8"] else after_this


def _rise(game: Game, company: Company) -> int:
    """How much the value of a share rises after a good dividend."""
    market, place = game.book.market, game.state.price[company]
    return 0 if place < 0 else market.prices[market.moved(place, Direction.RIGHT)] - market.prices[place]


def part(game: Game, seat: Seat, company: Company) -> float:
    """Which part of what a railroad pays a player gains over the others."""
    others = [game.held(other, company) for other in game.book.seat_ids if other != seat]
    own = game.held(seat, company) - OTHERS * sum(others) / max(1, len(others))
    return max(LEAST_PART, own / game.share_count(company))


# -- decisions -------------------------------------------------------------------------------------


def dividend(game: Game, seat: Seat, step: Dividend, offered: Iterable[Choice]) -> Sequence[tuple[Action, float]]:
    """What each way of using the revenue gains."""
    company = step.company
    if not invests(game, company):
        return ()
    revenue = game.state.revenue[company]
    paid = {PayOut: revenue, PayHalf: revenue // 2, Keep: 0}
    ways = [(action, paid[choice.action]) for choice in offered if choice.action in paid for action in choice]
    found = investments(game, company)
    return [(action, _worth_paying(game, seat, company, amount, found)) for action, amount in ways]


def _worth_paying(game: Game, seat: Seat, company: Company, paid: int, found: list[Investment]) -> float:
    shares = game.share_count(company)
    kept = game.state.revenue[company] - paid + paid * game.held(game.purse(company), company) / shares
    invested, _ = best(game, company, found, game.treasury(company) + kept)
    place, market = game.state.price[company], game.book.market
    after = game.rules[OutlookRules].place_after(game, company, place, paid)
    risen = 0 if place < 0 else market.prices[after] - market.prices[place]
    return part(game, seat, company) * (paid + shares * risen + invested)


def purchase(game: Game, step: BuyTrains, offered: Iterable[Choice]) -> Sequence[tuple[Action, float]]:
    """The best train or Pullman, unless the major still has to save for it.

    Meanwhile it buys a Pullman if it need not save any longer because of that.
    """
    company = step.company
    if not invests(game, company):
        return ()
    choices = list(offered)
    passes = [(action, 0.0) for choice in choices if choice.action is Pass for action in choice]
    sold = _sold(choices)
    found = [each for each in investments(game, company) if passes or (each.train and each.train in sold)]
    cash = game.treasury(company)
    gain, wanted = best(game, company, found, cash)
    if wanted is None or not sold:
        return ()
    if wanted.train in sold and wanted.price <= cash:
        return [(sold[wanted.train], gain), *passes]
    pullman = next((each for each in found if each.train is None and None in sold), None)
    if pullman is not None and pullman.price <= cash and best(game, company, [wanted], cash - pullman.price)[0] >= gain:
        return [(sold[None], pullman.gain), *passes]
    return passes


def _sold(choices: list[Choice]) -> dict[Train | None, Action]:
    """By what the bank offers, None for a Pullman: how it is bought."""
    sold: dict[Train | None, Action] = {}
    for choice in choices:
        if choice.action in (BuyTrain, BuyPullman):
            for action in choice:
                sold.setdefault(action.train if isinstance(action, BuyTrain) else None, action)
    return sold


def funding(game: Game, seat: Seat, company: Company) -> float:
    """What each share that a president buys from a treasury brings in a round, by what is bought with the money.

    Nothing if that takes more shares than they can pay for.
    """
    if game.state.director[company] != seat or not invests(game, company):
        return 0.0
    share, held, rounds = max(1, game.price_of(company)), game.held(seat, company), to_the_end(game)
    most = min(game.held(game.purse(company), company), MOST_BY_PURCHASE - held, game.state.cash[seat] // share)
    brought = 0.0
    for each in investments(game, company):
        count = ceil((each.price - game.treasury(company)) / share)
        if 0 < count <= most and rounds > each.wait:
            gain = SURE * each.gain * (1 - each.wait / rounds)
            brought = max(brought, gain * (held + count) / game.share_count(company) / count)
    return brought
