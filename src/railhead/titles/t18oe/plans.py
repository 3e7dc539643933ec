"""What players of 18OE do in a stock turn who look ahead.

A 25% share of a regional pays two and a half times as much as one of the major that it becomes, and a minor pays its
owner half of all it earns. So both stay what they are as long as their trains run, unless there is nothing else to put
money into; or as long as money is short (`beginnings`), when a regional expands for the sake of its capital.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from railhead.core.actions import Action, Pass
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Owner, Seat, Stop, hex_of, kind_of
from railhead.core.market import Direction
from railhead.core.state import FLOATED, OPERATED
from railhead.core.steps import Step
from railhead.rules import directors
from railhead.rules.course import trains_before
from railhead.rules.directors import CertificateRules
from railhead.rules.dividends import Dividend
from railhead.rules.earning import earnings_with
from railhead.rules.stock import Buy, Sell, Start, StockRules, StockTurn, share_price, sold_this_round
from railhead.rules.trains import BuyTrains, why_idle
from railhead.titles.t18oe import beginnings, investing
from railhead.titles.t18oe.concessions import Concession
from railhead.titles.t18oe.facts import MAJOR, NATIONAL, PHASE, REGIONAL, land
from railhead.titles.t18oe.floating import BuyPresidency, FloatMinor, token_price
from railhead.titles.t18oe.horizon import to_the_end
from railhead.titles.t18oe.majors import BuyAndExpand, Expand
from railhead.titles.t18oe.merge_actions import Merge
from railhead.titles.t18oe.packet import PacketTurn
from railhead.titles.t18oe.private_cards import ClosePrivate
from railhead.titles.t18oe.treasury_shares import TradeShares
from railhead.track.board import PRINTED
from railhead.track.tiles import CITY

STARTING, FLOATING, EXPANDING, BUYING = 5_000.0, 4_000.0, 2_000.0, 1_000.0
SWAPPING, GROWING, JOINING = 600.0, 500.0, 400.0
"""What comes first: presidencies, before others take them, and minors that have to be floated; majors in need of trains
that last, shares; then better shares, other majors, mergers."""
SHARES_OF_A_MAJOR = 10
WORTHWHILE = 30.0
"""A swap that gains less than this is not worth while."""
FEW, PLENTY = 6, 8
"""With room for fewer certificates, or money for more shares, it matters what a share brings, whatever its price."""
SOLD_A_ROUND = 6.0
"""How many trains are sold in a round."""
LASTING = 2.0
"""A train with fewer rounds to go is as good as gone."""
FIRST_REVENUE = 60.0
"""What a railroad earns at first."""
AT_RISK = 0.6
"""Which part of its revenue a railroad keeps whose trains are as good as gone."""
PUT_TO_USE, MOST_OF_USE = 0.25, 800
"""What each unit in a treasury brings in a round once trains are bought with it; and how much of it may be of use."""
OWN = 1.15
"""What a share of one's own railroad is worth more, which can use the money."""
WORK = 500
"""How many steps a search for what new trains can earn may take."""
NEAR, NEXT_TO = 1.0, 2.0
"""What a stop two hexes from a home is worth, and one next to it."""
TIMES_CITY, TIMES_METROPOLIS = 3.0, 5.0
"""How many times as much cities and metropolises are worth as towns."""
DEAR = 0.05
"""What each unit that a home token costs counts against a home."""


def plan(game: Game, seat: Seat, step: Step, offered: Iterable[Choice]) -> Sequence[tuple[Action, float]]:
    """What may be done with shares, with the revenue of a major, or for its trains, and what each of that gains."""
    if isinstance(step, Dividend):
        return beginnings.dividend(game, step, offered) or investing.dividend(game, seat, step, offered)
    if isinstance(step, BuyTrains):
        return investing.purchase(game, step, offered)
    if isinstance(step, TradeShares):
        return beginnings.raising(game, step, offered)
    if isinstance(step, Concession):
        return [(start, _presidency(game, start)) for choice in offered if choice.action is Start for start in choice]
    if not isinstance(step, StockTurn):
        return ()
    choices = list(offered)
    forced = not any(choice.action is Pass for choice in choices)
    if beginnings.deals_early(game):
        return list(beginnings.deals(game, seat, choices, forced, has_run_its_course))
    found = [judged for choice in choices for judged in _judged(game, seat, choice, forced)]
    bought = {action.company for action, _ in found if isinstance(action, Buy)}
    return [*found, *_swaps(game, seat, step, choices, bought), *_closings(game, seat, step, choices, bought)]


def by_thumb(game: Game, step: Step) -> bool:
    """What is sold in the opening packet."""
    return isinstance(step, PacketTurn)


def _judged(game: Game, seat: Seat, choice: Choice, forced: bool) -> Iterator[tuple[Action, float]]:
    """The actions of a choice that are worth considering."""
    for action in choice if choice.action in _KINDS else ():
        value = _value(game, seat, action, forced)
        if value is not None:
            yield action, value


def _value(game: Game, seat: Seat, action: Action, forced: bool) -> float | None:
    """What an action gains; None if it is not wanted, or not yet. In the Consolidation nobody may wait any longer."""
    match action:
        case FloatMinor(_, stop):
            return FLOATING + surroundings(game, stop) - DEAR * token_price(game, stop)
        case Start():
            return STARTING + _presidency(game, action)
        case BuyPresidency(company):
            return STARTING + beginnings.PER_STOP * home(game, company)
        case Buy(company, source):
            if share_price(game, seat, company, source) > game.state.cash[seat] - _reserved(game, seat, company):
                return None
            gain = _appeal(game, seat, company, source)
            return BUYING + gain if gain > 0 else None
        case Expand(company) | BuyAndExpand(company):
            if not forced and not has_run_its_course(game, company):
                return None
            # Once trains last, its treasury shares bring it the money for one.
            first = EXPANDING if game.state.phase >= PHASE["5"] and has_run_its_course(game, company) else GROWING
            return first + game.state.revenue[company] / 10
        case Merge(minor, _):
            return JOINING if forced or has_run_its_course(game, minor) else None
        case Pass():
            return 0.0
    return None


def _presidency(game: Game, start: Action) -> float:
    assert isinstance(start, Start)
    return beginnings.presidency(game, start, surroundings)


def _reserved(game: Game, seat: Seat, besides: Company) -> int:
    """What a player keeps for the trains that other railroads of theirs will have to buy."""
    own = (each for each in game.all_companies() if game.state.director[each] == seat and each != besides)
    return sum(investing.needs(game, each) for each in own)


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


def _appeal(game: Game, seat: Seat, company: Company, source: Owner) -> float:
    """How much a share is wanted: for what it brings or, as long as money is short, what each unit of that brings.

    A railroad can put to use what is paid for a share of its treasury.
    """
    price = share_price(game, seat, company, source)
    brings = income(game, seat, company) * (OWN if game.state.director[company] == seat else 1.0)
    funded = investing.funding(game, seat, company) if source == game.purse(company) else 0.0
    if funded:
        brings += funded
    elif brings and source == game.purse(company):
        brings += PUT_TO_USE * price * (game.held(seat, company) + 1) / SHARES_OF_A_MAJOR
    plenty = _room(game, seat) < FEW or game.state.cash[seat] > PLENTY * price
    return brings if plenty else 100 * brings / max(1, price)


def _room(game: Game, seat: Seat) -> int:
    """How many more certificates a player may have."""
    return game.rules[CertificateRules].limit(game) - directors.certificates(game, seat)


def income(game: Game, seat: Seat, company: Company) -> float:
    """What a share brings in an operating round: its dividend, and what its value rises by."""
    if not game.state.has(company, FLOATED):
        return 0.0
    revenue = _revenue(game, company)
    stays = game.state.kind[company] == REGIONAL and game.state.director[company] == seat
    shares = game.share_count(company) if stays else max(SHARES_OF_A_MAJOR, game.share_count(company))
    return revenue / shares + _rise(game, company, revenue)


def _swaps(
    game: Game, seat: Seat, step: StockTurn, offered: Iterable[Choice], bought: Collection[Company]
) -> Iterator[tuple[Action, float]]:
    """Sales of a share for one that brings more, which cannot be bought yet for lack of money or room."""
    sales = [action for choice in offered if choice.action is Sell for action in choice]
    if step.sold or not sales:
        return
    wanted = max(_wanted(game, seat, step, bought), default=None)
    if wanted is None:
        return
    brings, price = wanted
    rounds = to_the_end(game)
    for sale in sales:
        assert isinstance(sale, Sell)
        gets = game.price_of(sale.company)
        if sale.count > 1 or game.state.cash[seat] + gets < price or not _stays_in_charge(game, seat, sale.company):
            continue
        loses = game.held(seat, sale.company) * (gets - _after_sale(game, sale.company))
        gain = rounds * (brings - income(game, seat, sale.company)) - loses
        if gain > WORTHWHILE:
            yield sale, SWAPPING + gain / 10


def _closings(
    game: Game, seat: Seat, step: StockTurn, offered: Iterable[Choice], bought: Collection[Company]
) -> Iterator[tuple[Action, float]]:
    """Privates that are turned face down for a share that brings more, since there is room for no more certificates."""
    closings = [action for choice in offered if choice.action is ClosePrivate for action in choice]
    wanted = max(_wanted(game, seat, step, bought), default=None) if closings and _room(game, seat) <= 0 else None
    if wanted is None or game.state.cash[seat] < wanted[1]:
        return
    stage, rounds = game.book.phases[game.state.phase].stage, to_the_end(game)
    for action in closings:
        assert isinstance(action, ClosePrivate)
        private = game.book.privates[action.private]
        gain = rounds * (wanted[0] - private.income(stage)) - private.value
        if gain > WORTHWHILE:
            yield action, SWAPPING + gain / 10


def _wanted(game: Game, seat: Seat, step: StockTurn, bought: Collection[Company]) -> Iterator[tuple[float, int]]:
    """The shares that could be bought if there was money or room: what they bring and cost; none of those offered."""
    rules = game.rules[StockRules]
    for company in game.all_companies():
        for source in rules.sources(game, company):
            if company in bought or sold_this_round(game, step, company):
                continue
            if rules.for_sale(game, seat, company, source) is None:
                yield income(game, seat, company), share_price(game, seat, company, source)


def _stays_in_charge(game: Game, seat: Seat, company: Company) -> bool:
    """Does a player who presides over a railroad keep it if they sell a share?"""
    if game.state.director[company] != seat:
        return True
    others = max(game.held(other, company) for other in game.book.seat_ids if other != seat)
    return game.held(seat, company) - 1 > max(others, directors.director_size(game, company) - 1)


def _after_sale(game: Game, company: Company) -> int:
    """The value of a share after one has been sold."""
    market, place = game.book.market, game.state.price[company]
    return 0 if place < 0 else market.prices[market.moved(place, Direction.DOWN)]


def _revenue(game: Game, company: Company) -> float:
    """What a railroad will earn: as much as last, what its new trains can, or less if they are as good as gone.

    What lies in its treasury will buy trains.
    """
    if not game.state.has(company, OPERATED):
        return FIRST_REVENUE
    revenue = game.state.revenue[company]
    if not runs_on(game, company):
        revenue = int(AT_RISK * revenue)
    elif not revenue:
        best = earnings_with(game, company, game.trains_of(company), WORK)
        revenue = 0 if best is None else best.earnings.revenue
    treasury = game.treasury(company) if game.state.kind[company] != NATIONAL else 0
    return revenue + PUT_TO_USE * min(MOST_OF_USE, treasury)


def _rise(game: Game, company: Company, revenue: float) -> float:
    """What the value of a share rises by if the revenue is paid out."""
    market, place = game.book.market, game.state.price[company]
    if game.state.kind[company] not in (MAJOR, NATIONAL) or place < 0 or revenue < market.prices[place]:
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
