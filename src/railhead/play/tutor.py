"""A patient partner: simple, sensible decisions, for the other seats of a first game and for hints to a newcomer.

It knows no title. It looks at the kinds of actions that are offered and at what its seat may see, weighs track and
tokens by the run they would make possible, and never sells, deals or merges of its own accord.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, product
from random import Random
from typing import TypeVar

from railhead.core.actions import Action, Decline, Deed, Pass, Topic
from railhead.core.choices import Choice, Choices, Span
from railhead.core.habits import Habits
from railhead.core.ids import BANK, Company, Private, Train, kind_of
from railhead.core.ids import Place as MarketPlace
from railhead.core.spelling import Money
from railhead.core.state import FLOATED, STARTED
from railhead.core.view import CompanyView, View
from railhead.play import wording
from railhead.play.prospect import Prospect
from railhead.play.survey import Place, best_place, earnings, surroundings
from railhead.routes.runs import Runs
from railhead.rules.auction import Bid
from railhead.rules.dividends import Keep, PayHalf, PayOut
from railhead.rules.stock import Buy, Start
from railhead.rules.tokens import PlaceToken
from railhead.rules.track import LayTile

FLOAT = 5
"""Whoever starts a company alone should be able to pay for this many shares at par."""
KEENEST = 5
"""How much of their money, in percent, the first player bids for the right to a company; the others bid less."""
ENOUGH = 2
"""Whoever has more private companies than this bids for no more of them."""

A = TypeVar("A", bound=Action)
V = TypeVar("V")


def advice(now: Prospect) -> Action:
    """A sensible decision for the player who is to decide."""
    choices = now.choices
    assert choices is not None, "the game is over"
    table = _Decision(now, choices)
    ways: tuple[Callable[[], Action | None], ...] = (
        table.decline,
        table.run,
        table.build,
        table.token,
        table.dividend,
        table.train,
        table.auction,
        table.start,
        table.price,
        table.buy,
        table.income,
        table.habit,
        table.nothing,
    )
    return next(action for way in ways if (action := way()) is not None)


class _Decision:
    """One decision: what is offered, and what the seat sees."""

    def __init__(self, now: Prospect, choices: Choices) -> None:
        self.now, self.choices, self.view = now, choices, now.view
        self.seat, self.step = choices.seat, choices.step
        self.offered = list(choices)
        self.cash = self.view.players[self.seat].cash

    # -- what is offered --------------------------------------------------------------------------

    def of(self, kind: type[A]) -> Iterator[A]:
        """The actions of a kind that are offered."""
        for choice in self.offered:
            if choice.action is kind:
                yield from (action for action in choice if isinstance(action, kind))

    def doing(self, deed: Deed) -> Iterator[Choice]:
        """The choices that do something, whatever it is called in this title."""
        return (choice for choice in self.offered if choice.action.deed is deed)

    @property
    def passing(self) -> Action | None:
        return next(self.of(Pass), None)

    # -- companies --------------------------------------------------------------------------------

    @property
    def company(self) -> CompanyView | None:
        """The company that acts."""
        acting = self.step.acting_company
        return None if acting is None else self.view.companies[acting]

    @property
    def mine(self) -> list[CompanyView]:
        """The companies that this player directs."""
        return [each for each in self.view.companies.values() if each.director == self.seat and each.status]

    # -- proposals, runs ----------------------------------------------------------------------------

    def decline(self) -> Action | None:
        """Others may have their reasons to propose something; a newcomer does well to decline."""
        return next(self.of(Decline), None)

    def run(self) -> Action | None:
        """The best run."""
        for choice in self.offered:
            for domain in choice.domains:
                if isinstance(domain, Runs):
                    return _made(choice, domain.best[1])
        return None

    # -- building -----------------------------------------------------------------------------------

    def build(self) -> Action | None:
        """The tile after which the company earns most or, failing that, reaches most."""
        company, place = self.company, self._place(LayTile)
        if company is None or place is None:
            return None
        return place.action if place.gain > 0 or place.promises(company.treasury or 0) else self.passing

    def token(self) -> Action | None:
        """A token, if the company earns more with it."""
        place = self._place(PlaceToken)
        if place is None:
            return None
        return place.action if place.gain > 0 else self.passing

    def _place(self, kind: type[Action]) -> Place | None:
        """The best place for what the company may build."""
        offered = list(self.of(kind))
        return None if self.company is None or not offered else best_place(self.now, self.company, offered)

    # -- money --------------------------------------------------------------------------------------

    def dividend(self) -> Action | None:
        """Pay out: shareholders have money for more shares, and the price rises. Without a train that lasts: save."""
        ways = (PayHalf, Keep, PayOut) if self._must_save() else (PayOut, PayHalf, Keep)
        return next((action for kind in ways for action in self.of(kind)), None)

    def _must_save(self) -> bool:
        """Has the company neither a train that lasts nor the money for one?"""
        company = self.company
        if company is None or any(self._lasts(train) for train in company.trains):
            return False
        return (company.treasury or 0) < self._next_price()

    def train(self) -> Action | None:
        """A train for a company that has none, or that could pay for all it has and one more."""
        company, bought = self.company, [action for choice in self.doing(Deed.BUY_TRAIN) for action in _first(choice)]
        if company is None or not bought:
            return None
        earns = {action: self.view.ask(earnings, company.company, (_value_of(action, Train),)) for action in bought}
        best = max(bought, key=lambda action: (earns[action], -self._price(action)))
        lasting = [train for train in company.trains if self._lasts(train)]
        spare = (company.treasury or 0) - (len(lasting) + 1) * self._price(best)
        return None if self.passing is not None and lasting and spare < 0 else best

    def _next_price(self) -> int:
        """What the bank's next train costs; nothing once all are sold."""
        piles = [pile for pile, left in enumerate(self.view.depot.left) if left][:1]
        return min((train.price for train in self.view.book.trains if train.pile in piles), default=0)

    def _price(self, action: Action) -> int:
        return self.view.book.trains[kind_of(_value_of(action, Train))].price

    def _lasts(self, train: Train) -> bool:
        """Will the train outlive the next phase?"""
        return self.view.book.trains[kind_of(train)].rusted_by > self.view.phase + 1

    # -- auctions -----------------------------------------------------------------------------------

    def auction(self) -> Action | None:
        """The lowest bid for a private that costs no more than its value, or for anything that is cheap."""
        if Bid not in self.choices.kinds:
            return None
        bids = next((choice.domains[0] for choice in self.offered if choice.action is Bid), None)
        if isinstance(bids, Span) and bids.low <= self._limit():
            return Bid(Money(bids.low))
        return self.passing

    def _limit(self) -> int:
        """What this player would bid now; not everybody would bid the same."""
        private = getattr(getattr(self.step, "lot", None), "private", None)
        if private is not None:
            owned = len(self.view.players[self.seat].privates)
            return self.view.book.privates[private].value if owned <= ENOUGH else 0
        keenness = 2 if self.mine else max(2, KEENEST - self.view.book.seat_ids.index(self.seat))
        return self.cash * keenness // 100

    def start(self) -> Action | None:
        """A company of one's own: at a price at which enough shares can be paid for."""
        if not self._may_begin():
            return None
        best = max(self._opened(Company), key=self._outlook, default=None)
        return best or _affordable(self.of(Start), self.view, self.cash)

    def _outlook(self, action: Action) -> int:
        """How many stops are near the home of the company that an action is about."""
        return surroundings(self.view, _value_of(action, Company))

    def _may_begin(self) -> bool:
        """Is it time for a company, the first or, with ever more money, another one?"""
        if self.passing is None or not self.mine:
            return True
        rich = 2 * self.cash >= len(self.mine) * self.view.book.starting_cash
        return rich and all(each.has(FLOATED) for each in self.mine)

    def _opened(self, sort: type[object]) -> Iterator[Action]:
        """Auctions of a sort of thing that could be begun, each with one bid."""
        for choice in self.offered:
            if choice.action.topic is Topic.AUCTION and sort in wording.kinds(choice.action).values():
                *others, bids = choice.domains
                if isinstance(bids, Span):
                    yield from (_made(choice, *values, self._first_bid(bids)) for values in product(*others))

    def _first_bid(self, bids: Span) -> int:
        """The lowest bid, if that is little; otherwise enough for a company to begin with."""
        wanted = bids.low if bids.low < self.cash // 20 else min(bids.high, self.cash * 2 // 5)
        return bids.low + max(0, wanted - bids.low) // bids.step * bids.step

    def price(self) -> Action | None:
        """The price of a company that has been won: the lowest with which it can soon pay for a train."""
        for choice in self.offered:
            if list(wording.kinds(choice.action).values()) == [MarketPlace]:
                price = {action: self.view.book.market.prices[_value_of(action, MarketPlace)] for action in choice}
                enough = [action for action in price if price[action] >= self._next_price()]
                return min(enough, key=price.__getitem__) if enough else max(price, key=price.__getitem__)
        return None

    # -- shares -------------------------------------------------------------------------------------

    def buy(self) -> Action | None:
        """A share: of one's own company until it floats, then of others that have begun, then of whichever earns."""
        found = [action for action in self.of(Buy) if self.view.companies[action.company].has(STARTED)]
        if not found:
            return None
        return max(found, key=self._merit)

    def _merit(self, action: Buy) -> tuple[bool, bool, float, int]:
        company = self.view.companies[action.company]
        waiting, own = not company.has(FLOATED), company.director == self.seat
        price = (company.par if action.source == BANK else company.price) or 1
        return waiting and own, waiting, company.revenue / price, -price

    def income(self) -> Action | None:
        """A private that is to be chosen: the one that pays best for its value."""
        found = [action for choice in self.doing(Deed.TAKE_PRIVATE) for action in choice]
        privates = self.view.book.privates

        def rate(action: Action) -> float:
            facts = privates[_value_of(action, Private)]
            return facts.income(self.view.phase_facts.stage) / max(1, facts.value)

        return max(found, key=rate, default=None)

    def habit(self) -> Action | None:
        """Whatever players of the title like better than to pass, if the title knows their habits."""
        habits = self.view.book.rules[Habits]
        if habits == Habits():
            return None
        likings = [(self._liking(habits, choice), choice) for choice in self.offered]
        liking, best = max(likings, key=lambda each: each[0])
        ordinary = max((each for each, choice in likings if choice.action is Pass), default=0.0)
        return next(_first(self.view.ask(habits.narrowed, self.step, best, Random(0)))) if liking > ordinary else None

    def _liking(self, habits: Habits, choice: Choice) -> float:
        if choice.action.topic is Topic.MERGERS and self.company is not None and not self.company.revenue:
            return 0.0  # first a company should show what it can earn
        kind: float = habits.weights.get(choice.action, 1.0)
        return kind * self.view.ask(habits.liking, self.step, choice)

    def nothing(self) -> Action | None:
        """Pass or, if that is not allowed, the first thing that is."""
        return self.passing or next(action for choice in self.offered for action in _first(choice))


def _first(choice: Choice) -> Iterator[Action]:
    """The first action of a choice: the lowest amounts, the smallest sets."""
    return islice(choice, 1)


def _affordable(starts: Iterable[Start], view: View, cash: int) -> Action | None:
    """The start at the highest par at which enough shares can be paid for; at the lowest par if there is none."""
    prices = view.book.market.prices
    ordered = sorted(starts, key=lambda start: (prices[start.par], -start.company))
    within = [start for start in ordered if FLOAT * prices[start.par] <= cash]
    return within[-1] if within else next(iter(ordered), None)


def _made(choice: Choice, *values: object) -> Action:
    """An action of a choice with these values."""
    make: Callable[..., Action] = choice.action
    return make(*values)


def _value_of(action: Action, sort: type[V]) -> V:
    """The value of the field of a sort that an action has."""
    found: V = next(getattr(action, name) for name, each in wording.kinds(type(action)).items() if each is sort)
    return found
