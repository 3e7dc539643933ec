"""What everybody will probably have at the end of the game: one estimate for all titles.

Every company is played on in thought, round by round: it earns, pays or saves, buys the next train when its own are
gone, and its price moves. That gives what a share will bring in dividends and count in the end. Cash is worth more than
itself as long as there is something to buy that brings more than it costs.

Bots play with hopes that are rather high: with lower ones they invest less, and have not won more often. Whoever judges
what others did looks soberly at it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from railhead.bots import building
from railhead.bots.bot import Budget
from railhead.bots.character import PLAIN, Character
from railhead.core.game import Game
from railhead.core.ids import NOWHERE, Company, Place, Private, Seat, Train, kind_of
from railhead.core.state import BANKRUPT, CLOSED, FLOATED, STARTED
from railhead.rules.course import trains_before
from railhead.rules.outlook import OutlookRules
from railhead.rules.stock import StockRules

GROWTH = 0.11
"""By how much companies earn more from round to round: track and trains become better."""
GROWN = 6.0
"""In so many rounds before the end they earn no more than before: the board is built, and trains only replaced."""
MEMORY = 6.0
"""After so many rounds half of what distinguishes the earnings of a company from those of others is gone."""
FIRST_REVENUE = 0.3
"""What a company earns at first, as a part of the price of the cheapest train."""
SOLD = 0.5
"""How many trains each company buys in a round, on average."""
NEW_LIFE = 7.0
"""How many rounds a train lasts that is bought later."""
DEARER = 0.05
"""By how much trains cost more from round to round."""
LONGEST = 16
"""No further ahead than so many rounds is worth looking."""
EARLY = 0.03
"""A dividend can be put to use: what it is worth more for every round before the end."""
LATER = 0.6
"""Which part of the dividends is paid in the second half of the game."""
UNFLOATED = 0.8
"""What a company is worth that has not floated yet, since it may take a while."""
HELP = 0.3
"""Which part of their money others may put into a company until it floats."""
FAILED = 0.5
"""What is left of the price of a company that does not float."""
CONTROL = 0.08
"""What it is worth to direct a company, as a part of a share for every share that it has."""
WITHOUT = 0.8
"""What a company without a train will earn with its next one, as a part of what it earned last or others earn."""
NEWCOMER = 0.7
"""What a new company earns, as a part of what others do by then: its track is yet to be built."""
TRAINLESS = 0.75
"""What is left in the end of the price of a company without a train."""
TO_BEGIN = 0.7
"""How likely it is that a company will still begin of which a private company can become a share."""
CLOSED_BEFORE = 0.5
"""How likely it is that a private company is closed before it can become a share, if that may happen any time."""
DEAREST_CASH = 2.5
BUYING = 6.0
"""With so many rounds to go until the last stock round, money can be put to its best use."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """What a share of a company will bring: dividends, and what it counts in the end."""

    dividends: float
    final: float
    by_round: tuple[float, ...] = ()
    """The dividends, by the operating rounds to come."""

    @property
    def total(self) -> float:
        """All of it."""
        return self.dividends + self.final

    def after(self, rounds: int) -> float:
        """What it will bring to whoever has it only after so many rounds."""
        return sum(self.by_round[rounds:]) + self.final

    def times(self, part: float) -> Prospects:
        """A part of all of this."""
        return Prospects(part * self.dividends, part * self.final, tuple(part * each for each in self.by_round))


NOTHING = Prospects(0.0, 0.0)


class Estimate:
    """What everybody will have, for positions with the same board: those that one decision leads to."""

    def __init__(self, game: Game, budget: Budget, character: Character = PLAIN, sober: bool = False) -> None:
        self.book, self.budget, self.character, self.sober = game.book, budget, character, sober
        self._runs: dict[tuple[Company, tuple[Train, ...]], int] = {}
        self._known: dict[tuple[object, ...], Prospects] = {}
        self.rounds = min(float(LONGEST), game.rules[OutlookRules].to_the_end(game))
        floated = [each for each in game.all_companies() if _is_running(game, each)]
        self.companies = max(1, len(floated))
        self.first = FIRST_REVENUE * min((train.price for train in game.book.trains if train.price), default=100)
        runs = [self.run(game, each) for each in floated if game.trains_of(each)]
        self.usual = max(self.first, sum(runs) / len(runs) if runs else self.first)
        self.most_usual = (game.rules[OutlookRules].most_usual if sober else None) or inf
        self._had = [game.state.cash[seat] for seat in game.book.seat_ids]
        self._rates = self._bought_with_cash(game)
        self.cash_worth = self._worth_of_more(0)

    # -- seats ------------------------------------------------------------------------------------

    def aim(self, game: Game, seat: Seat) -> tuple[float, tuple[tuple[str, float], ...]]:
        """How well a seat does compared with the others, and what its own part is made of."""
        self.budget.spend()
        parts = self.parts(game, seat)
        own = sum(value for _, value in parts)
        others = [sum(value for _, value in self.parts(game, other)) for other in game.book.seat_ids if other != seat]
        against = -0.5 * self.character.harm * sum(others) / max(1, len(others))
        return own + against, (*parts, ("others", against))

    def parts(self, game: Game, seat: Seat) -> tuple[tuple[str, float], ...]:
        """What a seat will have in the end, by what it comes from."""
        if seat in game.state.out:
            return ()
        dividends = final = control = 0.0
        for company in game.all_companies():
            held = game.held(seat, company)
            if held:
                found = self.prospects(game, company)
                dividends += held * found.dividends
                final += held * found.final
            if game.controller(company) == seat and game.state.status[company] and held >= 0:
                found = self.prospects(game, company)
                control += self._control * found.total * game.share_count(company) / 2
        privates = sum(self.private(game, private) for private in game.privates_of(seat))
        return (
            ("cash", self._cash(game, seat)),
            ("dividends", dividends),
            ("shares", final),
            ("privates", self.character.privates * privates),
            ("control", control),
        )

    @property
    def _control(self) -> float:
        """What it is worth to direct a company; soberly, that ends with the game."""
        return CONTROL * self.character.own * (self.rounds / LONGEST if self.sober else 1.0)

    def _cash(self, game: Game, seat: Seat) -> float:
        """What a player's money is worth. Soberly, more of it buys only what is left when everybody has bought."""
        cash, more = game.state.cash[seat], game.state.cash[seat] - self._had[game.book.seat_ids.index(seat)]
        if not self.sober or more <= 0:
            return self.cash_worth * cash
        return self.cash_worth * (cash - more) + self._worth_of_more(more) * more

    def _bought_with_cash(self, game: Game) -> list[tuple[float, float]]:
        """What money buys, the best first: what each unit brings there, and how much can be spent on it."""
        offered = []
        for company in game.all_companies():
            if not game.state.has(company, STARTED) or game.state.has(company, CLOSED):
                continue
            total = self.prospects(game, company).total
            for source in game.rules[StockRules].sources(game, company):
                price = game.rules[StockRules].price(game, game.book.seat_ids[0], company, source)
                if price > 0 and game.held(source, company) > 0:
                    worth = max(1.0, min(DEAREST_CASH, total / price))
                    offered.append((worth, float(price * game.held(source, company))))
        waiting = any(not game.state.has(company, STARTED) for company in game.all_companies())
        beyond = 1.0 + (0.3 * min(1.0, self.rounds / 10) if waiting else 0.0)
        # After the last stock round money buys nothing any more.
        buying = min(1.0, max(0.0, self.rounds - game.rules[OutlookRules].final_rounds) / BUYING)
        rates = (*sorted(offered, reverse=True), (beyond, inf))
        return [(1.0 + buying * (worth - 1.0), cost) for worth, cost in rates]

    def _worth_of_more(self, more: int) -> float:
        """What each unit of so much more money is worth, when all players have spent theirs on what is best.

        Of none, what the last unit of theirs is.
        """
        cash, total, left = float(sum(self._had)), 0.0, float(more)
        for worth, cost in self._rates:
            spent = min(max(0.0, cost - cash), left)
            cash, total, left = max(0.0, cash - cost), total + worth * spent, left - spent
            if cash <= 0 >= left:
                return total / more if more else worth
        raise AssertionError("there is always something to do with money")

    def private(self, game: Game, private: Private) -> float:
        """What a private company brings: its income and what it counts, or the share that it becomes later."""
        rules, facts = game.rules[OutlookRules], game.book.privates[private]
        company, alone = rules.turns_into(game, private), rules.private_value(game, private)
        has_begun = company is not None and game.state.has(company, STARTED)
        if company is None or not (has_begun or self.sober):
            return alone + facts.value
        if not self.sober:
            share = self.prospects(game, company)
            return alone + LATER * share.dividends + share.final
        if has_begun:
            return self._until_exchanged(game, private, self.prospects(game, company))
        later = self._until_exchanged(game, private, self._begun_later(game, company))
        return TO_BEGIN * later + (1 - TO_BEGIN) * (alone + facts.value)

    def _until_exchanged(self, game: Game, private: Private, share: Prospects) -> float:
        """What it brings if it becomes a share when that is best: after the next operating rounds, or later.

        If it may be closed before there is another stock round, it may be too late.
        """
        phase = game.book.phases[game.state.phase]
        income = game.book.privates[private].income(phase.stage)
        lasts = int(game.rules[OutlookRules].private_value(game, private) / income) if income else 0
        paid = [income * (1 + EARLY * (self.rounds - number)) for number in range(1, lasts + 1)]
        chances = [sum(paid[:rounds]) + share.after(rounds) for rounds in range(phase.operating_rounds, lasts + 1)]
        return max(chances, default=sum(paid) + (1 - CLOSED_BEFORE) * share.after(lasts))

    # -- companies --------------------------------------------------------------------------------

    def prospects(self, game: Game, company: Company) -> Prospects:
        """What a share of a company will bring."""
        state = game.state
        place = state.price[company] if state.price[company] != NOWHERE else state.par[company]
        if place == NOWHERE or state.has(company, CLOSED):
            return NOTHING
        trains, treasury = game.trains_of(company), game.treasury(company)
        floats = 1.0 if state.has(company, FLOATED) else self._chance_to_float(game, company, place)
        key = (company, place, trains, treasury, state.status[company], state.phase, state.kind[company], floats)
        found = self._known.get(key)
        if found is None:
            found = self._played_on(game, company, place).times(floats) if floats else NOTHING
            if floats < 1:
                left = (1 - floats) * _failed(game, company, place)
                found = Prospects(found.dividends, found.final + left, found.by_round)
            self._known[key] = found
        return found

    def _begun_later(self, game: Game, company: Company) -> Prospects:
        """What a share of a company will bring that is yet to begin, if it begins as cheaply as it can."""
        places = game.rules[StockRules].par_places(game, company)
        return self._played_on(game, company, min(places)) if places else NOTHING

    def _played_on(self, game: Game, company: Company, place: Place) -> Prospects:
        """The books of a company until the end of the game."""
        rules, shares = game.rules[OutlookRules], game.share_count(company)
        floated = game.state.has(company, FLOATED)
        trains = building.running(game, company)
        treasury = float(game.treasury(company))
        if not floated:
            treasury = max(treasury, rules.begins_with(game, company, game.book.market.prices[place]))
        now = self.run(game, company) if trains else WITHOUT * (game.state.revenue[company] or self.usual)
        life = max((self.life(game, train) for train in trains), default=0.0)
        price = self._next_price(game)
        is_new = not game.state.revenue[company] and not trains
        pace = max(NEWCOMER, self.first / self.usual) if self.sober and is_new else 1.0
        paid: list[float] = []
        round_ = 0
        has_train = bool(trains)
        growing = max(0.0, self.rounds - GROWN)
        last = max(1.0, self.rounds - rules.stops_early(game, company))
        while round_ < last:
            round_ += 1
            kept = 0.5 ** (round_ / MEMORY)
            income = pace * (kept * now + (1 - kept) * self.usual)
            income = max(income, min(self.most_usual, income * (1 + GROWTH) ** min(round_, growing)))
            paid.append(0.0)
            due = price * (1 + DEARER) ** round_
            if life <= 0:
                has_train = treasury >= due
                if has_train:
                    treasury, life = treasury - due, NEW_LIFE
                    place = rules.place_after(game, company, place, 0) if not trains else place
                    life -= 1
                    continue
                income *= rules.without_trains
            life -= 1
            if life < 2 and treasury < due and round_ + 1 < self.rounds:
                treasury += income
                place = rules.place_after(game, company, place, 0)
            else:
                part = rules.part_paid(game, company)
                amount = int(income * part)
                treasury += income * (1 - part)
                paid[-1] = amount / shares * (1 + EARLY * (self.rounds - round_))
                place = rules.place_after(game, company, place, amount)
        final = rules.share_value(game, company, place) * (1.0 if has_train else TRAINLESS)
        part = 1.0 if floated or self.sober else UNFLOATED
        return Prospects(sum(paid), final, tuple(paid)).times(part)

    def _chance_to_float(self, game: Game, company: Company, place: Place) -> float:
        """Can its director, with some help of the others, pay for the shares that are still to be bought?

        The same money does not float the companies as well that this player directs already. Soberly, private
        companies that become shares help, and if there is not enough money now, there may be later.
        """
        cash, director = game.state.cash, game.controller(company)
        waiting = (each for each in game.all_companies() if each < company and game.controller(each) == director)
        lacking = _lacking(game, company, place) + sum(
            _lacking(game, each, game.state.par[each]) for each in waiting if _is_waiting(game, each)
        )
        if self.sober:
            lacking -= game.book.market.prices[place] * _exchangeable(game, company)
        money = sum((1.0 if seat == director else HELP) * cash[seat] for seat in game.book.seat_ids)
        if lacking <= money:
            return 1.0
        return money / lacking if self.sober else 0.0

    def run(self, game: Game, company: Company) -> int:
        """What a company earns with its trains; the board stays as it is."""
        trains = building.running(game, company)
        key = (company, trains)
        if key not in self._runs:
            self._runs[key] = building.earned_with(game, company, trains, self.budget) if trains else 0
        return self._runs[key]

    def life(self, game: Game, train: Train) -> float:
        """How many more rounds a train will probably run."""
        rusted_by = game.book.trains[kind_of(train)].rusted_by
        if rusted_by >= len(game.book.phases):
            return 99.0
        return (trains_before(game, rusted_by) or 0) / max(1.0, SOLD * self.companies)

    def _next_price(self, game: Game) -> int:
        piles = [pile for pile, left in enumerate(game.state.depot) if left][:1]
        return min((train.price for train in game.book.trains if train.pile in piles), default=0)


def _failed(game: Game, company: Company, place: Place) -> float:
    """What is left of a share of a company that never floats."""
    return FAILED * game.rules[OutlookRules].share_value(game, company, place)


def _lacking(game: Game, company: Company, place: Place) -> float:
    """What the shares cost that are still to be bought until a company floats."""
    held = sum(max(0, game.held(seat, company)) for seat in game.book.seat_ids)
    return game.book.market.prices[place] * max(0.0, game.share_count(company) / 2 - held)


def _exchangeable(game: Game, company: Company) -> int:
    """How many private companies its director can make shares of it."""
    director, into = game.controller(company), game.rules[OutlookRules].turns_into
    return 0 if director is None else sum(into(game, private) == company for private in game.privates_of(director))


def _is_waiting(game: Game, company: Company) -> bool:
    """Has a company begun that has yet to float?"""
    status = game.state.status[company]
    return game.state.par[company] != NOWHERE and status & (STARTED | FLOATED | CLOSED | BANKRUPT) == STARTED


def _is_running(game: Game, company: Company) -> bool:
    state = game.state
    return state.has(company, FLOATED) and not state.status[company] & (CLOSED | BANKRUPT)
