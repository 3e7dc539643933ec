"""What pays off only later in 18BF: privates, shares of one's own Publics, and what becomes of Minors.

Privates and ferries bring a third of their price and more in every round, and Minors lose their trains before the end:
those of phase 3 in phase 6, and all others in phase 8. As Publics, or as part of one, they run on, and what lies idle
in their treasuries buys trains.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from railhead.core.actions import Action, Pass
from railhead.core.choices import Choice, Span
from railhead.core.game import Game
from railhead.core.ids import Company, Private, Seat, kind_of
from railhead.core.rulebook import UNLIMITED
from railhead.core.spelling import Count, Money
from railhead.core.state import OPERATED
from railhead.core.steps import Step
from railhead.rules.auction import Auction, Bid
from railhead.rules.course import trains_before
from railhead.rules.merger_round import MergerTurn
from railhead.rules.rounds import STOCK
from railhead.rules.stock import Buy, Start, StockTurn
from railhead.rules.subscription import Subscribe, Subscription
from railhead.titles.t18bf import prices
from railhead.titles.t18bf.auctions import AuctionPrivate, PrivateLot
from railhead.titles.t18bf.conversion import Convert
from railhead.titles.t18bf.dealing import minors_on_offer
from railhead.titles.t18bf.facts import MINOR, NUMBERS, PHASE, PRIVATES, PUBLIC
from railhead.titles.t18bf.opening import Opening
from railhead.titles.t18bf.record import record
from railhead.titles.t18bf.share_issue import ShareIssue
from railhead.titles.t18bf.takeovers import Join, MarkerOfMinor, ReplaceMarker

SOLD_A_ROUND = 2.2
"""How many trains are sold in a round, or exported."""
FINAL = 3.5
"""How many rounds follow the train that begins phase 8."""
PATIENCE = 5.0
"""For so many rounds of income a private is bought: by then the money would have brought as much elsewhere."""
LOST = 2
"""How many spaces left a company without a train moves in a round."""
TRAIN_YIELD = 0.38
"""What a train earns in a round, as a part of its price."""
BETTER_USE = 1.15
"""What a unit of money is worth that buys shares at once."""
UNTIL_IT_RUNS = 2.0
"""In so many rounds a Public that is started builds, and buys its first train; its price falls a space before."""
FIRST = 10_000.0
"""What is to be done before anything else."""
IDLE = 0.25
"""What a unit of money in the treasury is worth to whoever owns all of a company."""


def plan(game: Game, seat: Seat, step: Step, offered: Iterable[Choice]) -> Sequence[tuple[Action, float]]:
    """What pays off only later, with what it gains."""
    if isinstance(step, Opening | Auction):
        return list(_bids(game, step, offered))
    if isinstance(step, StockTurn):
        return [each for each in _investments(game, seat, offered) if each[1] > 0]
    if isinstance(step, MergerTurn):
        return list(_futures(game, seat, step.company, offered))
    if isinstance(step, Subscription):
        return list(_subscriptions(game, seat, step, offered))
    if isinstance(step, MarkerOfMinor):
        return [(ReplaceMarker(), 1.0)]
    return ()


# -- how long everything lasts --------------------------------------------------------------------


def rounds_until(game: Game, phase: int) -> float:
    """How many more operating rounds there are before a phase begins."""
    left = trains_before(game, phase)
    return 0.0 if left is None else left / SOLD_A_ROUND


def rounds_left(game: Game) -> float:
    """How many operating rounds are still to come."""
    if not game.state.ending:
        return rounds_until(game, PHASE["8"]) + FINAL
    now, known = game.state.round, record(game)
    following = known.last_rounds if now.number < known.last_set or now.kind == STOCK else 0
    return float(following + (0 if now.kind == STOCK else now.of - now.index))


def _running(game: Game, company: Company) -> float:
    """For how many more rounds a company has a train, without buying another one."""
    last = PHASE["8"] if game.state.kind[company] == MINOR else UNLIMITED
    ends = [min(last, game.book.trains[kind_of(train)].rusted_by) for train in game.trains_of(company)]
    if not ends:
        return 0.0
    return rounds_left(game) if max(ends) > PHASE["8"] else rounds_until(game, max(ends))


# -- privates -------------------------------------------------------------------------------------


def private_worth(game: Game, private: Private) -> float:
    """What a private is worth to a player: some rounds of income, and its face value if it stays until the end."""
    income = game.book.privates[private].income(game.book.phases[game.state.phase].stage)
    if PRIVATES[private].is_railway:
        return income * min(PATIENCE, rounds_until(game, PHASE["8"]))
    return income * min(PATIENCE, rounds_left(game)) + PRIVATES[private].least_bid / 2


def _bids(game: Game, step: Opening | Auction, offered: Iterable[Choice]) -> Iterator[tuple[Action, float]]:
    """The lowest bid for a private, up to what it is worth."""
    lot = step.lot
    if isinstance(lot, PrivateLot):
        for choice in offered:
            if choice.action is Bid and isinstance(choice.domains[0], Span):
                low = choice.domains[0].low
                yield Bid(Money(low)), private_worth(game, lot.private) - low
        yield Pass(), 0.0


# -- stock rounds ---------------------------------------------------------------------------------


def _investments(game: Game, seat: Seat, offered: Iterable[Choice]) -> Iterator[tuple[Action, float]]:
    """Ferries, once Minors no longer need all the money, and Publics with all the shares that one may hold."""
    starts = None
    for choice in offered:
        if choice.action is AuctionPrivate and not _saves_for_minors(game):
            (private,), bids = choice.domains
            assert isinstance(bids, Span)
            yield AuctionPrivate(private, Money(bids.low)), private_worth(game, private) - bids.low
        elif choice.action is Start and starts is None:
            starts = choice  # where a Public begins is chosen later, so they are all alike
            yield from ((action, _as_new_public(game, seat, action)) for action in choice if isinstance(action, Start))
        elif choice.action is Buy:
            for action in choice:
                assert isinstance(action, Buy)
                if _needs_money(game, seat, action.company) and action.source == game.purse(action.company):
                    yield action, FIRST


def _saves_for_minors(game: Game) -> bool:
    """In phase 2 a Minor brings more than a ferry, if there will still be one."""
    return game.state.phase < PHASE["3"] and any(not game.state.status[minor] for minor in minors_on_offer(game))


def _needs_money(game: Game, seat: Seat, company: Company) -> bool:
    """Does this player direct the Public, and is it still to pay for its first train?"""
    state = game.state
    return state.kind[company] == PUBLIC and game.controller(company) == seat and not state.has(company, OPERATED)


# -- new shares -----------------------------------------------------------------------------------


def _subscriptions(
    game: Game, seat: Seat, step: Subscription, offered: Iterable[Choice]
) -> Iterator[tuple[Action, float]]:
    """As many shares of one's own new Public as may be held."""
    issue = step.issue
    if not isinstance(issue, ShareIssue) or issue.leader(game) != seat:
        return
    for choice in offered:
        if choice.action is Subscribe:
            most = choice.domains[0]
            assert isinstance(most, Span)
            yield Subscribe(Count(most.high)), float(most.high)


# -- what becomes of a Minor ----------------------------------------------------------------------


def _futures(game: Game, seat: Seat, minor: Company, offered: Iterable[Choice]) -> Iterator[tuple[Action, float]]:
    """What a Minor gains if it becomes a Public, or part of one that the same player directs."""
    if game.state.kind[minor] != MINOR:
        return
    yield Pass(), 0.0
    alone = _as_minor(game, minor)
    for choice in offered:
        if choice.action is Convert:
            yield Convert(), _as_public(game, seat, minor) - alone
        elif choice.action is Join:
            for action in choice:
                assert isinstance(action, Join)
                if game.controller(action.company) == seat:
                    yield action, _as_share(game, seat, minor, action.company) - alone


def _as_minor(game: Game, minor: Company) -> float:
    """What a Minor brings until the end: half of its earnings, and twice its price, which falls without a train."""
    rounds = rounds_left(game)
    runs = min(rounds, _running(game, minor))
    market = game.book.market
    highest = min(game.state.price[minor] + int(runs), prices.highest(game, minor))
    place = max(0, highest - int(LOST * (rounds - runs)))
    return game.state.revenue[minor] / 2 * runs + 2 * market.prices[place]


def _share(game: Game, place: int, revenue: float, rounds: float) -> float:
    """What a share of a Public brings that earns so much until the end; its price follows (18BF-DIV-08)."""
    market = game.book.market
    for _ in range(int(rounds)):
        if not revenue:
            place = max(0, place - LOST)
        elif revenue >= market.prices[place]:
            place = min(place + 1, market.top)
    return revenue / game.book.kinds[PUBLIC].shares * rounds + market.prices[place]


def _new_trains(game: Game, room: int, money: int) -> float:
    """What trains would earn in a round that so much money buys, if there is room for so many."""
    pile = next((pile for pile, left in enumerate(game.state.depot) if left), None)
    price = min((train.price for train in game.book.trains if train.pile == pile), default=0)
    return TRAIN_YIELD * price * max(0, min(room, money // price)) if price else 0.0


def _lasting(game: Game, company: Company, rounds: float) -> float:
    """What a company earns on average in the rounds to come with the trains that it has now."""
    return game.state.revenue[company] * min(1.0, _running(game, company) / max(1.0, rounds))


def _as_public(game: Game, seat: Seat, minor: Company) -> float:
    """What its owner would have of a Minor as a Public, beyond what further shares cost."""
    rounds, price = rounds_left(game), game.price_of(minor)
    kind = game.book.kinds[PUBLIC]
    most = NUMBERS.most_held * kind.shares // 100 - kind.director_shares
    bought = min(most, game.state.cash[seat] // price)
    room = game.book.phases[game.state.phase].train_limits[PUBLIC] - len(game.trains_of(minor))
    revenue = _lasting(game, minor, rounds) + _new_trains(game, room, game.treasury(minor) + bought * price)
    held = kind.director_shares + bought
    each = _share(game, game.state.price[minor], revenue, max(0.0, rounds - 1))
    return held * each - BETTER_USE * bought * price


def _as_new_public(game: Game, seat: Seat, start: Start) -> float:
    """What a Public gains that is started at a price, if its Director buys all the shares that they may."""
    kind, price = game.book.kinds[PUBLIC], game.book.market.prices[start.par]
    held, rounds = NUMBERS.most_held * kind.shares // 100, rounds_left(game)
    if held * price > game.state.cash[seat]:
        return 0.0
    room = game.book.phases[game.state.phase].train_limits[PUBLIC]
    revenue = _new_trains(game, room, held * price)
    return held * (_share(game, start.par - 1, revenue, max(0.0, rounds - UNTIL_IT_RUNS)) - BETTER_USE * price)


def _as_share(game: Game, seat: Seat, minor: Company, public: Company) -> float:
    """What its owner would have of a Minor as a share of a Public, and of what it brings into it."""
    rounds = rounds_left(game)
    room = game.book.phases[game.state.phase].train_limits[PUBLIC] - len(game.trains_of(public))
    now = _lasting(game, public, rounds) + _new_trains(game, room, game.treasury(public))
    part = game.held(seat, public) / game.share_count(public)
    brought = IDLE * part * game.treasury(minor)
    return _share(game, game.state.price[public], now, rounds) + brought
