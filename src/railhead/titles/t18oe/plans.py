"""What players of 18OE do in a stock turn who look ahead.

A 25% share of a regional pays two and a half times as much as one of the major that it becomes, and a minor pays its
owner half of all it earns. So both stay what they are as long as their trains run, unless there is nothing else to put
money into.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from railhead.core.actions import Action, Pass
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Seat, Stop, hex_of, kind_of
from railhead.core.market import Direction
from railhead.core.state import FLOATED, OPERATED
from railhead.core.steps import Step
from railhead.rules.course import trains_before
from railhead.rules.stock import Buy, Start, StockTurn, share_price
from railhead.rules.trains import why_idle
from railhead.titles.t18oe.facts import MAJOR, REGIONAL, land
from railhead.titles.t18oe.floating import BuyPresidency, FloatMinor, token_price
from railhead.titles.t18oe.majors import BuyAndExpand, Expand
from railhead.titles.t18oe.merge_actions import Merge
from railhead.track.board import PRINTED
from railhead.track.tiles import CITY

FLOATING, STARTING, BUYING, GROWING, JOINING = 5_000.0, 4_000.0, 1_000.0, 500.0, 400.0
"""What comes first: minors that have to be floated, presidencies, shares, majors, mergers."""
SHARES_TO_PAY = 5
"""The par is as high as it may be if the player could pay for so many shares at it."""
SOLD_A_ROUND = 6.0
"""How many trains are sold in a round."""
LASTING = 2.0
"""A train with fewer rounds to go is as good as gone."""
FIRST_REVENUE = 60.0
"""What a railroad earns at first."""
AT_RISK = 0.6
"""Which part of its revenue a railroad keeps whose trains are as good as gone."""
OWN = 1.15
"""What a share of one's own railroad is worth more, which can use the money."""
NEAR, NEXT_TO = 1.0, 2.0
"""What a stop two hexes from a home is worth, and one next to it."""
TIMES_CITY, TIMES_METROPOLIS = 3.0, 5.0
"""How many times as much cities and metropolises are worth as towns."""
DEAR = 0.05
"""What each unit that a home token costs counts against a home."""


def plan(game: Game, seat: Seat, step: Step, offered: Iterable[Choice]) -> Sequence[tuple[Action, float]]:
    """What may be done in a stock turn, with what it gains."""
    if not isinstance(step, StockTurn):
        return ()
    return [judged for choice in offered for judged in _judged(game, seat, choice)]


def _judged(game: Game, seat: Seat, choice: Choice) -> Iterator[tuple[Action, float]]:
    """The actions of a choice that are worth considering."""
    for action in choice if choice.action in _KINDS else ():
        value = _value(game, seat, action)
        if value is not None:
            yield action, value


def _value(game: Game, seat: Seat, action: Action) -> float | None:
    match action:
        case FloatMinor(_, stop):
            return FLOATING + surroundings(game, stop) - DEAR * token_price(game, stop)
        case Start(company, par):
            price = game.book.market.prices[par]
            affordable = SHARES_TO_PAY * price <= game.state.cash[seat]
            return STARTING + 10 * home(game, company) + (price if affordable else -price) / 10
        case BuyPresidency(company):
            return STARTING + 10 * home(game, company)
        case Buy(company, source):
            gain = rate(game, seat, company, share_price(game, seat, company, source))
            return BUYING + 100 * gain if gain > 0 else None
        case Expand(company) | BuyAndExpand(company):
            return GROWING + game.state.revenue[company] / 10 if has_run_its_course(game, company) else None
        case Merge(minor, _):
            return JOINING if has_run_its_course(game, minor) else None
        case Pass():
            return 0.0
    return None


_KINDS = frozenset({FloatMinor, Start, BuyPresidency, Buy, Expand, BuyAndExpand, Merge, Pass})


# -- homes ----------------------------------------------------------------------------------------


def home(game: Game, company: Company) -> float:
    """How good the home of a railroad is."""
    return surroundings(game, game.book.board.current(game.state.tiles, game.book.companies[company].home))


def surroundings(game: Game, stop: Stop) -> float:
    """How many stops there are around a place: those next to it count twice, and cities more than towns."""
    across, here = game.book.board.across, hex_of(stop)
    near = {hex_ for hex_, _ in across[here].values()}
    far = {other for hex_ in near for other, _ in across[hex_].values()} - near - {here}
    own = NEXT_TO * _stops(game, here)
    return own + sum(NEXT_TO * _stops(game, hex_) for hex_ in near) + sum(NEAR * _stops(game, hex_) for hex_ in far)


def _stops(game: Game, hex_: Hex) -> float:
    stops = game.book.board.facts(hex_, game.state.tiles.get(hex_, PRINTED)).stops
    if not stops:
        return 0.0
    if land().is_metropolis(hex_):
        return TIMES_METROPOLIS
    return TIMES_CITY if any(stop.kind == CITY for stop in stops) else 1.0


# -- shares ---------------------------------------------------------------------------------------


def rate(game: Game, seat: Seat, company: Company, price: int) -> float:
    """What a share brings in an operating round, as a part of what it costs: its dividend, and how its value rises."""
    state = game.state
    if not state.has(company, FLOATED) or price <= 0:
        return 0.0
    revenue = float(state.revenue[company] if state.has(company, OPERATED) else FIRST_REVENUE)
    if state.has(company, OPERATED) and not runs_on(game, company):
        revenue *= AT_RISK
    own = state.director[company] == seat
    stays = state.kind[company] == REGIONAL and own
    shares = game.share_count(company) if stays else max(10, game.share_count(company))
    return (revenue / shares + _rise(game, company, revenue)) / price * (OWN if own else 1.0)


def _rise(game: Game, company: Company, revenue: float) -> float:
    """What the value of a share rises by if the revenue is paid out."""
    market, place = game.book.market, game.state.price[company]
    if game.state.kind[company] < MAJOR or place < 0 or revenue < market.prices[place]:
        return 0.0
    return float(market.prices[market.moved(place, Direction.RIGHT)] - market.prices[place])


def has_run_its_course(game: Game, company: Company) -> bool:
    """Is it time for a minor or regional to become part of something larger?"""
    return game.state.has(company, OPERATED) and not runs_on(game, company)


def runs_on(game: Game, company: Company) -> bool:
    """Has a railroad a train that runs for some rounds yet?"""
    last = len(game.book.phases)
    for train in game.trains_of(company):
        rusted_by = game.book.trains[kind_of(train)].rusted_by
        left = None if rusted_by >= last else trains_before(game, rusted_by)
        if why_idle(game, company, train) is None and (left is None or left / SOLD_A_ROUND >= LASTING):
            return True
    return False
