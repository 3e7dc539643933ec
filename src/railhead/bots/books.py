"""What each share of a company will bring, where companies run through their trains: its books until the game ends.

Every company is played on in thought, round by round. When its trains are gone it buys the next one or, if it cannot,
halves its shares for new capital; if even that does not suffice, its price is halved and it ends.
"""

from __future__ import annotations

from dataclasses import dataclass

from railhead.bots import building
from railhead.bots.bot import Budget
from railhead.core.game import Game
from railhead.core.ids import NOWHERE, Company, Place, Train, kind_of
from railhead.core.rulebook import TrainFacts
from railhead.core.state import FLOATED, OPERATED
from railhead.rules.outlook import Dealing, OutlookRules

GROWTH = 0.03
"""By how much companies earn more from round to round."""
GROWN = 4.0
"""In so many rounds before the end they earn no more than before."""
FIRST_REVENUE = 60.0
"""What companies earn with their first trains."""
MEMORY = 6.0
"""After so many rounds half of what distinguishes the earnings of a company from those of others is gone."""
WITHOUT = 0.85
"""What a company earns with its next train, as a part of what others earn."""
EARNED = 0.45
"""What it earns with it at least, as a part of its price."""
KEPT = 0.9
"""Which part of what it earned with earlier trains it earns with that one at least."""
SAVING = 3.0
"""A company with so few rounds to run saves for its next train."""
UNPROVEN = 0.7
"""What a company is worth that has operated, and earns nothing: it may never find a route."""
LEADERLESS = 0.2
"""What a company is worth that has no director and earns nothing: it will never build."""
UNFLOATED = 0.8
"""What a company is worth that has not floated yet."""
HALVED = 0.5
"""What is left of a holding that is merged two for one, and of a price without a train."""
FOR_GOOD = 99.0


@dataclass(slots=True)
class _Account:
    """The state of a company in thought."""

    place: Place
    treasury: float
    income: float
    """What its trains earn now; nothing if it has none."""
    life: float
    """How many more rounds they run."""
    par: int
    last: float
    """What it earned last."""
    part: float = 1.0
    """Which part of a share of today is left."""
    paid: float = 0.0
    """In dividends, for a share of today."""


class Books:
    """What shares will bring, in a position."""

    def __init__(self, game: Game, dealing: Dealing, budget: Budget) -> None:
        self.game, self.dealing, self.budget = game, dealing, budget
        self.rules = game.rules[OutlookRules]
        self.rounds = self.rules.to_the_end(game)
        self._runs: dict[Company, int] = {}
        self._known: dict[tuple[Company, Place], float] = {}
        piles = [(number, pile) for number, pile in enumerate(game.book.piles) if game.state.depot[number]]
        self._piles = [(dealing.until(game, pile.begins or 0), number) for number, pile in piles]
        floated = [each for each in game.all_companies() if game.state.has(each, FLOATED)]
        runs = [self.run(each) for each in floated if building.running(game, each)]
        self.usual = max(FIRST_REVENUE, sum(runs) / len(runs) if runs else 0.0)

    def run(self, company: Company) -> int:
        """What a company earns with the trains that it may run."""
        if company not in self._runs:
            trains = building.running(self.game, company)
            self._runs[company] = building.earned_with(self.game, company, trains, self.budget) if trains else 0
        return self._runs[company]

    def life(self, train: Train) -> float:
        """How many more rounds a train runs."""
        rusted_by = self.game.book.trains[kind_of(train)].rusted_by
        return FOR_GOOD if rusted_by >= len(self.game.book.phases) else self.dealing.until(self.game, rusted_by)

    @property
    def prices(self) -> list[int]:
        """What the trains cost that are still for sale, in the order in which they are sold."""
        trains = self.game.book.trains
        return [min(train.price for train in trains if train.pile == number) for _, number in self._piles]

    def next_train(self, rounds: float) -> TrainFacts | None:
        """A train as the bank probably sells it in so many rounds; the cheapest, if it is sold in several forms."""
        first = min((number for _, number in self._piles), default=None)
        pile = max((number for begins, number in self._piles if begins <= rounds), default=first)
        offered = (train for train in self.game.book.trains if train.pile == pile)
        return min(offered, key=lambda train: train.price, default=None)

    def next_price(self, rounds: float) -> int:
        """What it costs; nothing if all are sold."""
        train = self.next_train(rounds)
        return 0 if train is None else train.price

    def place(self, company: Company) -> Place:
        """Where a company's price is, or will be once it has floated."""
        state = self.game.state
        return state.price[company] if state.price[company] != NOWHERE else state.par[company]

    def share(self, company: Company, place: Place | None = None) -> float:
        """What a share will bring until the end, dividends and what it counts then, if its price is that of a place."""
        if place is None:
            place = self.place(company)
        if place == NOWHERE:
            return 0.0
        found = self._known.get((company, place))
        if found is None:
            found = self._known[company, place] = self._share(company, place)
        return found

    def begun(self, price: int, rounds: float) -> float:
        """What a share of a new company will bring that begins at this price, with so many rounds to go."""
        place = self.game.book.market.place[price]
        account = _Account(place, self.dealing.capital(self.game, price), 0.0, 0.0, price, 0.0)
        return self._played(self.game.book.company_ids[0], account, rounds)

    def _share(self, company: Company, place: Place) -> float:
        game, state = self.game, self.game.state
        price = game.book.market.prices[place]
        trains, treasury = building.running(game, company), float(game.treasury(company))
        floated = state.has(company, FLOATED)
        if not floated:
            treasury = max(treasury, self.dealing.capital(game, price))
        income = float(self._income(company) or WITHOUT * self.usual) if trains else 0.0
        par = game.book.market.prices[state.par[company]] if state.par[company] != NOWHERE else price
        life = max((self.life(each) for each in trains), default=0.0)
        account = _Account(place, treasury, income, life, par, float(state.revenue[company]))
        return self._played(company, account, self.rounds) * self._chance(company)

    def _income(self, company: Company) -> int:
        """What a company runs for, or what it ran for last, if it has trains that last and no better run is found."""
        last = self.game.state.revenue[company]
        lasting = any(self.life(train) >= FOR_GOOD for train in building.running(self.game, company))
        return max(self.run(company), last) if lasting else self.run(company) or last

    def _chance(self, company: Company) -> float:
        """How likely a company comes to what it promises."""
        state = self.game.state
        if not state.has(company, FLOATED):
            return UNFLOATED
        if not state.has(company, OPERATED) or state.revenue[company] or self.run(company):
            return 1.0
        return LEADERLESS if self.game.director(company) is None else UNPROVEN

    def _played(self, company: Company, account: _Account, rounds: float) -> float:
        """What a share brings in so many rounds."""
        market, round_ = self.game.book.market, 0
        while round_ < rounds and market.prices[account.place]:
            round_ += 1
            if account.life <= 0:
                if not self._buys(company, account, round_):
                    return account.paid + account.part * HALVED * market.prices[account.place]
            else:
                self._runs_once(company, account, round_, rounds)
        without = 1.0 if account.life > 0 else HALVED
        return account.paid + account.part * without * self.rules.share_value(self.game, company, account.place)

    def _buys(self, company: Company, account: _Account, round_: int) -> bool:
        """A round without a train, at the end of which it buys one; False if it cannot, even with new capital."""
        train = self.next_train(round_ - 1)
        if train is None:
            return False
        if account.treasury < train.price:
            account.treasury += account.par * self.game.share_count(company)
            account.part *= HALVED
        if account.treasury < train.price:
            return False
        account.treasury -= train.price
        account.life = self._lasts(train, round_ - 1)
        account.place = self.rules.place_after(self.game, company, account.place, 0)
        income = KEPT * (account.income or account.last)
        account.income = max(income, WITHOUT * self.usual, EARNED * train.price)
        return True

    def _lasts(self, train: TrainFacts, rounds: float) -> float:
        """How long a train runs that is bought in so many rounds."""
        if train.rusted_by >= len(self.game.book.phases):
            return FOR_GOOD
        return max(1.0, self.dealing.until(self.game, train.rusted_by) - rounds)

    def _runs_once(self, company: Company, account: _Account, round_: int, rounds: float) -> None:
        """A round in which it pays, or saves for its next train."""
        kept = HALVED ** (round_ / MEMORY)
        earned = kept * account.income + (1 - kept) * max(WITHOUT * self.usual, EARNED * self.next_price(round_ - 1))
        income = int(earned * (1 + GROWTH) ** min(round_ - 1, max(0.0, rounds - GROWN)))
        saves = account.life < min(SAVING, rounds - round_) and account.treasury < self.next_price(round_)
        account.life -= 1
        if saves:
            account.treasury += income
        else:
            account.paid += account.part * income / self.game.share_count(company)
        account.place = self.rules.place_after(self.game, company, account.place, 0 if saves else income)
