"""A patient partner: simple, sensible decisions, for the other seats of a first game and for hints to a newcomer.

It knows no title. It looks at the kinds of actions that are offered and at what its seat may see, weighs track and
tokens by the run they would make possible, and never sells, deals or merges of its own accord.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

from railhead.core import effects
from railhead.core.actions import Action, Decline, Pass
from railhead.core.choices import Choice, Choices, Span
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Private, Train, a_train, hex_of, kind_of
from railhead.core.spelling import Money
from railhead.core.state import FLOATED, STARTED
from railhead.core.view import CompanyView, View
from railhead.play import wording
from railhead.play.prospect import Prospect
from railhead.routes.best import best_runs
from railhead.routes.runs import Runs
from railhead.rules.auction import Auction, Bid
from railhead.rules.dividends import Keep, PayHalf, PayOut
from railhead.rules.running import open_runs
from railhead.rules.stations import company_reach
from railhead.rules.stock import Buy, Start
from railhead.rules.tokens import PlaceToken
from railhead.rules.track import LayTile

LOOKED_AT = 60
"""At most this many places for a tile or a token are tried out."""
WORK = 2_000
"""How many steps a search for the best run may take when places are compared."""
FLOAT = 5
"""So many shares, at par, a player should be able to pay for who starts a company alone."""
DEAR = 4
"""Track and tokens that earn nothing yet should cost no more than this part of a treasury."""
KEENEST = 5
"""How much of their money, in percent, the first player bids for the right to a company; the others bid less."""
AHEAD = 2
"""Building is also weighed with the train that lies so many piles further on."""
ENOUGH = 2
"""A company with so many trains buys no more."""

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
        table.buy,
        table.income,
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

    def beginning(self, word: str) -> Iterator[Choice]:
        """The choices whose form begins with a word, which is the same in all titles that have such an action."""
        return (choice for choice in self.offered if choice.action.form.split()[0] == word)

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
        return self._best_place(LayTile, worth_trying=True)

    def token(self) -> Action | None:
        """A token, if the company earns more with it."""
        return self._best_place(PlaceToken, worth_trying=False)

    def _best_place(self, kind: type[Action], worth_trying: bool) -> Action | None:
        company = self.company
        candidates = list(self.of(kind))
        if company is None or not candidates:
            return None
        before = self.view.ask(_prospects, company.company)
        scored = [(self._score(company, action, before), -number) for number, action in _spread(candidates)]
        (gain, growth, reached, paid), number = max(scored)
        dear = -paid > (company.treasury or 0) // DEAR
        if gain <= 0 and (dear or not worth_trying or (growth, reached) <= (0, before[2])):
            return self.passing
        return candidates[-number]

    def _score(self, company: CompanyView, action: Action, before: tuple[int, int, int]) -> tuple[int, int, int, int]:
        """By how much the run grows, now and with a later train, how much is reached then, and minus the cost."""
        after, _ = self.now.at_once(action)
        earned, later, reached = after.ask(_prospects, company.company)
        paid = (after.companies[company.company].treasury or 0) - (company.treasury or 0)
        return earned - before[0], later - before[1], reached, paid

    # -- money --------------------------------------------------------------------------------------

    def dividend(self) -> Action | None:
        """Pay out: shareholders have money for more shares, and the price rises."""
        return next((action for kind in (PayOut, PayHalf, Keep) for action in self.of(kind)), None)

    def train(self) -> Action | None:
        """A train for a company that has none, or that could pay for two of them; the cheapest from the bank."""
        company, bought = self.company, [action for choice in self.beginning("train") for action in _first(choice)]
        if company is None or not bought:
            return None
        earns = {action: self.view.ask(_earnings, company.company, (_value_of(action, Train),)) for action in bought}
        best = max(bought, key=lambda action: (earns[action], -self._price(action)))
        lasting = [train for train in company.trains if self._lasts(train)]
        spare = (company.treasury or 0) - 2 * self._price(best)
        if self.passing is not None and lasting and (len(lasting) >= ENOUGH or spare < 0):
            return self.passing
        return best

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
        lot = self.step.lot if isinstance(self.step, Auction) else self.step
        private = getattr(lot, "private", None)
        if private is not None:
            owned = len(self.view.players[self.seat].privates)
            return self.view.book.privates[private].value if owned <= ENOUGH else 0
        keenness = 2 if self.mine else max(2, KEENEST - self.view.book.seat_ids.index(self.seat))
        return self.cash * keenness // 100

    def start(self) -> Action | None:
        """A company of one's own: at a price at which enough shares can be paid for."""
        if not self._may_begin():
            return None
        offered = [choice for word in ("propose", "auction") for choice in self.beginning(word)]
        opened = [action for choice in offered if (action := self._opened(choice)) is not None]
        best = max(opened, key=self._outlook, default=None)
        return best or _affordable(self.of(Start), self.view, self.cash)

    def _outlook(self, action: Action) -> float:
        """How many stops are near the home of the company that an action is about."""
        return _surroundings(self.view, _value_of(action, Company))

    def _may_begin(self) -> bool:
        """Is it time for a company, the first or, with enough money, a second one?"""
        if self.passing is None or not self.mine:
            return True
        rich = 2 * self.cash >= self.view.book.starting_cash
        return rich and len(self.mine) < ENOUGH and all(each.has(FLOATED) for each in self.mine)

    def _opened(self, choice: Choice) -> Action | None:
        """The auction of a company: begun with the lowest bid, or with what a company needs to begin with."""
        *_, bids = choice.domains
        if Company not in wording.kinds(choice.action).values() or not isinstance(bids, Span):
            return None
        wanted = bids.low if bids.low < self.cash // 20 else min(bids.high, self.cash * 2 // 5)
        amount = bids.low + max(0, wanted - bids.low) // bids.step * bids.step
        return _made(choice, next(iter(choice.domains[0])), amount)

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
        found = [action for choice in self.beginning("take") for action in choice if _has(action, Private)]
        privates = self.view.book.privates

        def rate(action: Action) -> float:
            facts = privates[_value_of(action, Private)]
            return facts.income(self.view.phase_facts.stage) / max(1, facts.value)

        return max(found, key=rate, default=None)

    def nothing(self) -> Action | None:
        """Pass or, if that is not allowed, the first thing that is."""
        return self.passing or next(action for choice in self.offered for action in _first(choice))


def _first(choice: Choice) -> Iterator[Action]:
    """The first action of a choice: the lowest amounts, the smallest sets."""
    return islice(choice, 1)


def _spread(candidates: list[Action]) -> Iterator[tuple[int, Action]]:
    """Some of many candidates, from all over the list, each with its number."""
    step = -(-len(candidates) // LOOKED_AT)
    return islice(enumerate(candidates), 0, None, step)


def _affordable(starts: Iterable[Start], view: View, cash: int) -> Action | None:
    """The start at the highest par at which enough shares can be paid for; at the lowest par if there is none."""
    prices = view.book.market.prices
    ordered = sorted(starts, key=lambda start: (prices[start.par], -start.company))
    within = [start for start in ordered if FLOAT * prices[start.par] <= cash]
    return within[-1] if within else next(iter(ordered), None)


def _prospects(game: Game, company: Company) -> tuple[int, int, int]:
    """What a company could earn, with the bank's next train if it has none, and with a later one; what it reaches."""
    trains = game.trains_of(company)
    earned = max((_earnings(game, company, each) for each in ([trains] if trains else _next_trains(game))), default=0)
    later = max((_earnings(game, company, each) for each in _next_trains(game, AHEAD)), default=0)
    reached, hexes = company_reach(game, company), game.book.board.hexes
    leads = sum(2 if hexes[hex_].printed.stops else 1 for hex_ in reached.arrivals)
    return earned, later, 6 * len(reached.stops) + leads


def _earnings(game: Game, company: Company, trains: tuple[Train, ...]) -> int:
    """What a company could earn with these trains; less than nothing if it may not even run them."""
    supposed = Game(game.book, game.state.clone())
    if trains != game.trains_of(company):
        effects.suppose_trains(supposed, company, trains)
    runs = open_runs(supposed, company)
    return -1 if runs is None else best_runs(runs.problem, WORK).earnings.revenue


def _next_trains(game: Game, ahead: int = 0) -> list[tuple[Train, ...]]:
    """What the bank's next card, or one further on, may be used as."""
    left = [pile for pile, count in enumerate(game.state.depot) if count > 0][ahead : ahead + 1]
    return [(a_train(kind),) for kind, train in enumerate(game.book.trains) if train.pile in left]


def _surroundings(view: View, company: Company) -> float:
    """How many places with a stop there are around a company's home; those next to it count twice."""
    board, home = view.book.board, view.book.companies[company].home
    near = {hex_ for hex_, _ in board.across[hex_of(home)].values()}
    far = {hex_ for each in near for hex_, _ in board.across[each].values()} - near - {hex_of(home)}
    return sum(2.0 for hex_ in near if board.hexes[hex_].printed.stops) + sum(
        1.0 for hex_ in far if board.hexes[hex_].printed.stops
    )


def _made(choice: Choice, *values: object) -> Action:
    """An action of a choice with these values."""
    make: Callable[..., Action] = choice.action
    return make(*values)


def _has(action: Action, sort: type[object]) -> bool:
    return sort in wording.kinds(type(action)).values()


def _value_of(action: Action, sort: type[V]) -> V:
    """The value of the field of a sort that an action has."""
    found: V = next(getattr(action, name) for name, each in wording.kinds(type(action)).items() if each is sort)
    return found
