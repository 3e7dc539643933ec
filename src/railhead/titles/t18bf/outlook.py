"""What players of 18BF expect who estimate: how a dividend moves a price, and how long a game takes."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Place, Private
from railhead.core.state import FLOATED
from railhead.rules.outlook import OutlookRules
from railhead.titles.t18bf import dividends, plans, prices
from railhead.titles.t18bf.facts import MINOR, NUMBERS, PHASE, PRIVATES

TRACK = 20
"""What a Minor spends on track at first."""
BORROWED = 2
"""How many loans a new Minor takes for a train that it could not pay for otherwise, if it is a dear one."""


def place_after(game: Game, company: Company, place: Place, amount: int) -> Place:
    """Where a dividend would take the price from a place (18BF-DIV-02, 18BF-DIV-07, 18BF-DIV-08, 18BF-DIV-13)."""
    if amount == 0:
        return max(game.book.market.bottom, Place(place - 1))
    spaces = dividends.spaces_at(game, company, game.book.market.prices[place], amount)
    return Place(max(place, min(place + spaces, prices.highest(game, company))))


def share_value(game: Game, company: Company, place: Place) -> float:
    """The price a space further left for every loan; twice that for a Minor, which has no train in the last rounds."""
    minor = game.state.kind[company] == MINOR
    without_train = int(plans.LOST * plans.FINAL) if minor and not game.state.ending else 0
    after_loans = place - game.state.loans[company] - without_train
    price = game.book.market.prices[after_loans] if after_loans >= 0 else 0
    return float(2 * price if minor else price)


def seed_money(game: Game) -> float | None:
    """A Minor keeps the bid (18BF-AUC-16): with its loans it should pay for some track and for its first train.

    That is the next one that is left once those companies have theirs that have none yet.
    """
    waiting = sum(game.state.has(each, FLOATED) and not game.trains_of(each) for each in game.all_companies())
    for pile, left in enumerate(game.state.depot):
        if left > waiting:
            price = min(train.price for train in game.book.trains if train.pile == pile)
            seed = max(NUMBERS.least_minor_bid, price + TRACK - BORROWED * (NUMBERS.loan - NUMBERS.loan_interest))
            return seed if seed <= 2 * NUMBERS.highest_minor_start + TRACK else None
        waiting -= left
    return None


def private_value(game: Game, private: Private) -> float:
    """Income until the end; railways close before, and then count nothing (18BF-PRIV-26)."""
    income = game.book.privates[private].income(game.book.phases[game.state.phase].stage)
    if PRIVATES[private].is_railway:
        return income * plans.rounds_until(game, PHASE["8"]) - game.book.privates[private].value
    return income * plans.rounds_left(game)


def part_paid(game: Game, company: Company) -> float:
    """A Minor keeps half of its earnings (18BF-DIV-01)."""
    return 0.5 if game.state.kind[company] == MINOR else 1.0


def stops_early(game: Game, company: Company) -> float:
    """A Minor has no train in phase 8 (18BF-PHASE-06)."""
    return plans.FINAL if game.state.kind[company] == MINOR else 0.0


OUTLOOK = OutlookRules(
    typical_rounds=24,
    to_the_end=plans.rounds_left,
    place_after=place_after,
    part_paid=part_paid,
    without_trains=0.0,
    share_value=share_value,
    stops_early=stops_early,
    private_value=private_value,
    seed_money=seed_money,
    plan=plans.plan,
)
