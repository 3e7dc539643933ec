"""Rules of thumb: simple, sensible decisions that need no search but for runs. `medium` follows them, `easy` roughly.

They know no title: they look at what actions do, at what the seat knows, and at what players of the title usually like
(`railhead.core.habits`). Each considers one kind of decision and compares a few actions; the first that applies is
followed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, product
from random import Random

from railhead.bots import building, debts
from railhead.bots.bot import Budget, Decision, Weighed, by_value
from railhead.bots.character import PLAIN, Character
from railhead.bots.position import Position
from railhead.bots.table import LASTING, Table, made, sorts, value_of
from railhead.core.actions import Action, Decline, Deed, Pass, Topic
from railhead.core.choices import Choice, Span, one
from railhead.core.habits import Habits
from railhead.core.ids import Company, Place, Private, Train, hex_of, kind_of
from railhead.core.spelling import Money
from railhead.core.state import FLOATED, OPERATED, STARTED
from railhead.routes.demands import best_with
from railhead.routes.runs import Runs
from railhead.rules import stock, trains
from railhead.rules.auction import Bid
from railhead.rules.borrowing import Borrow, Repay
from railhead.rules.dividends import Keep, PayHalf, PayOut
from railhead.rules.outlook import OutlookRules
from railhead.rules.stock import Buy, Sell, Start
from railhead.rules.tokens import PlaceToken
from railhead.rules.track import LayTile

FLOAT = 5
"""Whoever starts a company alone should be able to pay for this many shares at par."""
KEENEST = 5
"""How much of their money, in percent, the first player bids for the right to a company; the others bid less."""
ENOUGH = 2
"""Whoever has more private companies than this bids for no more of them."""
SECURE = 4.0
"""A company with a train that has so many rounds to go need not think of the next one yet."""
NEEDED = 1_000
"""What any train is worth to a company that has none."""
THRIFT = 0.6
"""What a unit of money is worth to a company: it cannot be paid out, only spent."""
IDLE = 0.1
"""What it is worth as long as enough is left for another train."""
LAST_RESORT = -100.0
"""To pass is worse than any sound share."""
LIKED = 5.0
"""What the liking of the title for a place is worth to a company that has not run yet."""
SLIGHT = 0.5
"""A place must be worth more than this to be built on."""
RUN_WORK, LEAST_RUN_WORK = 20_000, 500
"""How many steps the search for a run may take, and what it may take even if the budget is used up."""

Rule = Callable[[Table], list[Weighed]]
"""What is worth considering for a decision, with its value; nothing if the rule does not apply."""
Rules = tuple[tuple[str, Rule], ...]
"""By name, in the order in which they are asked."""


@dataclass(frozen=True, slots=True)
class Thumb:
    """A player who follows rules of thumb, exactly or with some noise."""

    noise: float = 0.0
    """How far off its estimates are, as a part of the differences between the actions it compares."""
    character: Character = PLAIN
    rules: Rules | None = None
    """The rules it follows; the newest ones if none are given."""

    def decide(self, seen: Position, chance: Random, budget: Budget) -> Decision:
        """What the first rule says that applies."""
        table = Table(seen, budget, self.character)
        for name, rule in self.rules or RULES:
            found = rule(table)
            if found:
                return replace(self._best(found, chance), rule=name, work=budget.done, cut_short=budget.used_up)
        raise AssertionError("there is always something to decide")

    def _best(self, found: list[Weighed], chance: Random) -> Decision:
        ranked = by_value(found, chance)
        if self.noise and len(ranked) > 1:
            # The error is as large as what is at stake among the better half, so nothing silly comes of it.
            spread = self.noise * (ranked[0].value - ranked[len(ranked) // 2].value)
            ranked.sort(key=lambda each: -(each.value + chance.uniform(-spread, spread)))
        return Decision(ranked[0].action, weighed=tuple(ranked[:2]))


# -- proposals, runs --------------------------------------------------------------------------------


def decline(table: Table) -> list[Weighed]:
    """Others have their own reasons to propose something."""
    return [Weighed(action, 0) for action in islice(table.of(Decline), 1)]


def run(table: Table) -> list[Weighed]:
    """The best run."""
    for choice in table.offered:
        for domain in choice.domains:
            if isinstance(domain, Runs):
                if domain.problem.must_maximise or domain.problem.least:
                    # Not only what a search found: a better run to announce may be known although it did not find it.
                    (earnings, plan), work = domain.best, domain.proven.work
                else:
                    found = best_with(domain.problem, _run_work(table.budget))
                    earnings, plan, work = found.earnings, found.plan or domain.best[1], found.work
                    if found.proven:
                        domain.remember(found)  # so that nobody searches again for a better run to announce
                table.budget.spend(work)
                return [Weighed(made(choice, plan), earnings.revenue)]
    return []


def _run_work(budget: Budget) -> int:
    """How many steps the search for a run may take; with few, it still finds some run."""
    return max(LEAST_RUN_WORK, min(RUN_WORK, budget.left))


# -- building ---------------------------------------------------------------------------------------


def lay(table: Table) -> list[Weighed]:
    """The tile after which the company earns most or, failing that, reaches most."""
    return build(table, LayTile)


def token(table: Table) -> list[Weighed]:
    """A token, if the company earns more with it."""
    return build(table, PlaceToken)


def build(table: Table, kind: type[Action], with_all_trains: bool = False, fleet: bool = False) -> list[Weighed]:
    """Places for a tile or a token, judged by the trains that the company may run, or by all it has.

    Tokens are judged by the whole fleet and one more, tiles only if that is asked for.
    """
    company = table.company
    offered = [] if company is None else _liked(table, [each for each in table.offered if each.action is kind])
    if company is None or not offered:
        return []
    judged_by = table.game.trains_of(company) if with_all_trains else None
    found = building.places(table.game, company, offered, table.budget, fleet or kind is PlaceToken, judged_by)
    weight = table.character.building
    liking = table.book.rules[Habits].liking

    def value(each: Weighed) -> float:
        """With what players of the title like in it, where the company cannot run anything yet."""
        at_first = LIKED * liking(table.game, table.step, one(each.action)) if not state.revenue[company] else 0.0
        cost = abs(dict(each.parts)["cost"])
        relief = 0.0 if with_all_trains else debts.relief(table, company, cost / building.DEAR)
        return each.value + (weight - 1) * cost + relief + at_first

    state = table.game.state
    return [
        *(replace(each, value=value(each)) for each in found),
        *table.passing(SLIGHT),
    ]


def _liked(table: Table, choices: list[Choice]) -> list[Action]:
    """The actions of some choices; if the title knows what is liked, only as many of the best as are looked at."""
    habits = table.book.rules[Habits]
    if habits == Habits() or sum(choice.count() for choice in choices) <= building.LOOKED_AT:
        return [action for choice in choices for action in choice]
    ranked = sorted(choices, key=lambda choice: -habits.liking(table.game, table.step, choice))
    return list(islice((action for choice in ranked for action in choice), building.LOOKED_AT))


# -- money ------------------------------------------------------------------------------------------


def dividend(table: Table) -> list[Weighed]:
    """Pay out: shareholders have money for more shares, and the price rises. Without a train that lasts: save."""
    return dividends(table, _must_save(table))


def dividends(table: Table, saving: bool) -> list[Weighed]:
    """What may be done with the revenue, in the order that suits a company that has to save, or one that has not."""
    ways = (PayHalf, Keep, PayOut) if saving else (PayOut, PayHalf, Keep)
    return [Weighed(action, -rank) for rank, kind in enumerate(ways) for action in table.of(kind)]


def _must_save(table: Table) -> bool:
    """Has the company neither a train that lasts, or lasts until the end, nor the money for one?"""
    company = table.company
    enough = min(2 * LASTING, table.rounds_left)
    if company is None or any(table.life(train) >= enough for train in building.running(table.game, company)):
        return False
    return table.game.treasury(company) < table.next_price()


def train(table: Table) -> list[Weighed]:
    """A train that earns what it costs while it lasts, beside those that last; any, for a company without one.

    Any as well if the game takes too long: with new trains it comes to an end.
    """
    return trains_worth_buying(table, saving=True)


def trains_worth_buying(table: Table, saving: bool) -> list[Weighed]:
    """The same; a company that need not save spends whatever it has."""
    game, company = table.game, table.company
    bought = [action for choice in table.doing(Deed.BUY_TRAIN) for action in islice(choice, 1)]
    if company is None or not bought:
        return []
    running = building.running(game, company)
    lasting = tuple(each for each in running if table.life(each) >= LASTING)
    soon = max((table.life(each) for each in running if each not in lasting), default=0.0)
    now, later = _earned(table, company, running), _earned(table, company, lasting)
    kept = _reserve(table, company) if saving else 0
    found = []
    for action in bought:
        each, worth = value_of(action, Train), 0.0
        if trains.why_idle(game, company, each) is None:
            life, gain = table.life(each), _earned(table, company, (*lasting, each)) - later
            worth = gain * max(0.0, life - soon)
            worth += min(life, soon) * (_earned(table, company, (*running, each)) - now) if soon else 0.0
            if not lasting and (not running or life >= LASTING):
                worth = max(worth, NEEDED + gain)
        if table.is_late:
            worth += NEEDED
        found.append(Weighed(action, worth - cost(table, company, table.price(company, each), kept)))
    return [*found, *table.passing()]


def _earned(table: Table, company: Company, trains: tuple[Train, ...]) -> int:
    return building.earned_with(table.game, company, trains, table.budget) if trains else 0


def _reserve(table: Table, company: Company) -> int:
    """What a company should keep: the price of the next train or, if none of its own will last, of one that will."""
    if any(table.life(each) >= SECURE for each in building.running(table.game, company)):
        return table.next_price()
    for ahead in range(len(table.book.piles)):
        for each in building.on_sale(table.game, ahead):
            if table.life(each) >= SECURE:
                return table.book.trains[kind_of(each)].price
    return table.next_price()


def cost(table: Table, company: Company, price: int, kept: int) -> float:
    """What it means to a company to pay a price: less if it keeps enough for the train after that."""
    idle = max(0, table.game.treasury(company) - kept)
    return THRIFT * max(0, price - idle) + IDLE * min(price, idle)


def give_up(table: Table) -> list[Weighed]:
    """The train that will last least, if one has to be returned."""
    kinds = {choice.action for choice in table.offered}
    if kinds != {trains.ReturnTrain}:
        return []
    facts = table.book.trains
    return [Weighed(action, -facts[kind_of(action.train)].price) for action in table.of(trains.ReturnTrain)]


# -- auctions ---------------------------------------------------------------------------------------


def bid(table: Table) -> list[Weighed]:
    """The lowest bid for what is cheap; none for what brings nothing, or for a company that is beyond one's means."""
    lot = getattr(table.step, "lot", None)
    private = getattr(lot, "private", None)
    if private is not None and not table.game.rules[OutlookRules].private_value(table.game, private):
        return bids(table, 0.0)
    if hasattr(lot, "company"):
        return bids(table, min(limit(table), _spare_money(table)) if debts.can_begin(table) else -1.0)
    return bids(table, limit(table))


def bids(table: Table, most: float) -> list[Weighed]:
    """The lowest bid, if it is no higher than this."""
    if Bid not in table.seen.choices.kinds:
        return []
    offered = next((choice.domains[0] for choice in table.offered if choice.action is Bid), None)
    if not isinstance(offered, Span):
        return table.passing()
    return [Weighed(Bid(Money(offered.low)), most - offered.low + 0.5), *table.passing()]


def limit(table: Table) -> float:
    """What this player would bid now, for a private no more than its value; not everybody would bid the same."""
    private = getattr(getattr(table.step, "lot", None), "private", None)
    if private is not None:
        owned = len(table.game.privates_of(table.seat))
        return table.book.privates[private].value * table.character.privates if owned <= ENOUGH else 0.0
    keenness = 2 if table.mine else max(2, KEENEST - table.book.seat_ids.index(table.seat))
    return table.cash * keenness // 100 * table.character.starting


def begin(table: Table) -> list[Weighed]:
    """A company of one's own, unless the player could not answer for it, or make it float."""
    return beginnings(table) if _can_begin(table) else []


def _can_begin(table: Table) -> bool:
    """Is a company within this player's means? Whoever has gained one has to begin it."""
    return debts.can_begin(table) and (_spare_money(table) >= 0 or not table.may_pass)


def _spare_money(table: Table) -> int:
    return table.game.rules[OutlookRules].spare_money(table.game, table.seat)


def beginnings(table: Table) -> list[Weighed]:
    """Where stops are near, at a price at which enough shares can be paid for."""
    if not _may_begin(table):
        return []
    found = [Weighed(action, surroundings(table, value_of(action, Company))) for action in opened(table, Company)]
    return found or _affordable(table)


def _may_begin(table: Table) -> bool:
    """Is it time for a company, the first or, with ever more money, another one?"""
    if not table.may_pass or not table.mine:
        return True
    rich = 2 * table.cash >= len(table.mine) * table.book.starting_cash / table.character.starting
    return rich and all(table.game.state.has(each, FLOATED) for each in table.mine)


def _affordable(table: Table) -> list[Weighed]:
    """Starts: best at the highest par at which enough shares can be paid for, otherwise at the lowest."""
    prices = table.book.market.prices
    found = []
    for start in table.of(Start):
        par = prices[start.par]
        found.append(Weighed(start, par if FLOAT * par <= table.cash else -par))
    return found


def surroundings(table: Table, company: Company) -> int:
    """How many places with a stop there are around a company's home; those next to it count twice."""
    board, home = table.book.board, hex_of(table.book.companies[company].home)
    if home < 0:
        return 0
    near = {hex_ for hex_, _ in board.across[home].values()}
    far = {hex_ for each in near for hex_, _ in board.across[each].values()} - near - {home}
    near_stops, far_stops = (sum(bool(board.hexes[hex_].printed.stops) for hex_ in hexes) for hexes in (near, far))
    return 2 * near_stops + far_stops


def opened(table: Table, sort: type[object], enough: float | None = None) -> Iterator[Action]:
    """Auctions of a sort of thing that could be begun, each with one bid: so much if that is known to be enough."""
    habits = table.book.rules[Habits]
    for choice in _auctions(table, sort):
        if not habits.liking(table.game, table.step, choice):
            continue
        # Where a company begins may be part of the choice: then players of the title know where, and for how much.
        *others, fewer = habits.narrowed(table.game, table.step, choice, Random(0)).domains
        bids = fewer if isinstance(fewer, Span) else choice.domains[-1]
        if isinstance(bids, Span):
            yield from (made(choice, *values, _first_bid(table, bids, enough)) for values in product(*others))


def _auctions(table: Table, sort: type[object]) -> Iterator[Choice]:
    """The choices that begin an auction of a sort of thing."""
    auctions = any(kind.topic is Topic.AUCTION for kind in table.kinds)
    for choice in table.offered if auctions else ():
        if choice.action.topic is Topic.AUCTION and sort in sorts(choice.action).values():
            yield choice


def _first_bid(table: Table, bids: Span, enough: float | None) -> int:
    """The lowest bid, if that is little; otherwise enough for a company to begin with."""
    wanted = bids.low if bids.low < table.cash // 20 else min(bids.high, int(enough or table.cash * 2 // 5))
    return bids.low + max(0, wanted - bids.low) // bids.step * bids.step


def starting_price(table: Table) -> list[Weighed]:
    """The price of a company that has been won: the lowest with which it can soon pay for a train."""
    return starting_prices(table, table.next_price() * debts.cushion(table.game))


def starting_prices(table: Table, needed: float) -> list[Weighed]:
    """The lowest price that is as high as this, otherwise the highest."""
    for choice in table.offered:
        if list(sorts(choice.action).values()) == [Place]:
            prices = table.book.market.prices
            asked = {action: prices[value_of(action, Place)] for action in choice}
            return [Weighed(action, -price if price >= needed else price - 10_000) for action, price in asked.items()]
    return []


# -- shares -----------------------------------------------------------------------------------------


def buy(table: Table) -> list[Weighed]:
    """A share, with money that is not needed to answer for companies, of a company that one need not answer for."""
    return purchases(table, debts.ready_money(table), cautious=True)


def purchases(table: Table, money: int, cautious: bool = False) -> list[Weighed]:
    """A share: of one's own company until it floats, then of others that have begun, then of whichever earns.

    Whoever is cautious buys none with which they might inherit debts.
    """
    found = [
        Weighed(each, _merit(table, each))
        for each in table.of(Buy)
        if is_sound(table, each.company)
        and _price(table, each) <= money
        and not (cautious and debts.with_one_more(table, each.company))
    ]
    return [*found, *table.passing(LAST_RESORT)] if found else []


def _price(table: Table, action: Buy) -> int:
    return max(1, stock.share_price(table.game, table.seat, action.company, action.source))


def is_sound(table: Table, company: Company) -> bool:
    """Has the company begun, and does it earn anything if it has had the chance?"""
    state = table.game.state
    return state.has(company, STARTED) and (state.revenue[company] > 0 or not state.has(company, OPERATED))


def _merit(table: Table, action: Buy) -> float:
    game, company = table.game, action.company
    price = _price(table, action)
    waiting, own = not game.state.has(company, FLOATED), game.state.director[company] == table.seat
    if waiting:
        return 300.0 - price / 10 if own else 100.0 - price / 10
    yields = 100 * game.state.revenue[company] / game.share_count(company) / price * 10
    return yields * (table.character.own if own else 1.0) - price / 100 * table.character.cheap


def sell_if_forced(table: Table) -> list[Weighed]:
    """Whoever has to sell parts with what earns least."""
    if table.may_pass:
        return []
    found = []
    for action in table.of(Sell):
        earned = table.game.state.revenue[action.company] / max(1, table.game.price_of(action.company))
        own = table.game.state.director[action.company] == table.seat
        found.append(Weighed(action, -earned - (100 if own else 0) - action.count))
    return found


def income(table: Table) -> list[Weighed]:
    """A private that is to be chosen: the one that pays best for its value."""
    found = [action for choice in table.doing(Deed.TAKE_PRIVATE) for action in choice]
    stage = table.book.phases[table.game.state.phase].stage

    def rate(action: Action) -> float:
        facts = table.book.privates[value_of(action, Private)]
        return facts.income(stage) / max(1, facts.value)

    return [Weighed(action, rate(action)) for action in found]


def habit(table: Table) -> list[Weighed]:
    """Whatever players of the title like better than to pass, but for loans and companies beyond their means."""
    beyond = () if _can_begin(table) else tuple(_auctions(table, Company))
    return liked(table, [each for each in table.offered if each.action not in (Borrow, Repay) and each not in beyond])


def liked(table: Table, offered: list[Choice]) -> list[Weighed]:
    """What players like best among these, if the title knows their habits."""
    habits = table.book.rules[Habits]
    if habits == Habits():
        return []
    likings = [(_liking(table, habits, choice), choice) for choice in offered]
    ordinary = max((each for each, choice in likings if choice.action is Pass), default=0.0)
    better = [(liking, choice) for liking, choice in likings if liking > ordinary]
    if not better:
        return []
    liking, best = max(better, key=lambda each: each[0])
    narrowed = habits.narrowed(table.game, table.step, best, Random(0))
    return [Weighed(next(iter(narrowed)), liking), *table.passing(ordinary)]


def _liking(table: Table, habits: Habits, choice: Choice) -> float:
    if (
        choice.action.topic is Topic.MERGERS
        and table.company is not None
        and not table.game.state.revenue[table.company]
    ):
        return 0.0  # first a company should show what it can earn
    kind: float = habits.weights.get(choice.action, 1.0)
    return kind * habits.liking(table.game, table.step, choice)


def nothing(table: Table) -> list[Weighed]:
    """Pass or, if that is not allowed, the first thing that is."""
    return table.passing() or [Weighed(next(iter(choice)), 0) for choice in table.offered[:1]]


RULES: Rules = (
    ("decline", decline),
    ("run", run),
    ("repay", debts.repay),
    ("track", lay),
    ("token", token),
    ("dividend", dividend),
    ("amount", debts.amount),
    ("train", train),
    ("return", give_up),
    ("bid", bid),
    ("start", begin),
    ("price", starting_price),
    ("escape", debts.escape),
    ("sell", sell_if_forced),
    ("share", buy),
    ("private", income),
    ("borrow", debts.borrow),
    ("crisis", debts.least_evil),
    ("habit", habit),
    ("nothing", nothing),
)
"""By name, in the order in which they are asked."""
