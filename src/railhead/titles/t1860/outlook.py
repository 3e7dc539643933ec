"""What players of 1860 expect who estimate: how long a game takes, who runs until its end, and what privates bring."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Place, Private
from railhead.core.rulebook import UNLIMITED
from railhead.core.state import FLOATED
from railhead.rules import prices
from railhead.rules.course import trains_before
from railhead.rules.outlook import OutlookRules, all_of_its_shares
from railhead.titles.t1860.facts import FISHBOURNE, LINKED, NUMBERS, PHASE
from railhead.titles.t1860.nationalisation import directed
from railhead.titles.t1860.record import record

WAITING = 1.0
"""For so many rounds the last companies without a train keep British Rail waiting."""
ROUNDS_A_TRAIN = 0.85
"""How many rounds it takes until one more train is sold."""
UNSURE = 0.5
"""How much of what a company earns more or less than others now will still be true then."""
SELLING_ROUNDS, AMONG_TWO = 14.0, 21.0
"""In how many operating rounds all trains are sold; and among two players."""
HIGHEST_PAR = 82
"""At more, what companies do not need at first lies idle for many rounds."""
MOST_USUAL = 300
"""What companies earn once the island is built."""


def place_after(game: Game, company: Company, place: Place, amount: int) -> Place:
    """Where a dividend would take the price from a place (1860-DIV-04, 1860-DIV-05); bankrupt companies stay."""
    market = game.book.market
    if place == market.bottom:
        return place
    spaces = prices.spaces_for(amount, market.prices[place], NUMBERS.most_price_spaces)
    return prices.along(market, place, NUMBERS.places_per_space * spaces)


def to_the_end(game: Game) -> float:
    """Until all trains before the last are sold, and British Rail has closed all companies (1860-NAT-13)."""
    if game.state.ending:
        return game.rules[OutlookRules].rounds_left(game)
    if record(game).last_round:
        return 1.0
    companies = list(directed(game))
    if record(game).nationalised:
        return float(_final_rounds(len(companies)))
    before = trains_before(game, len(game.book.phases) - 1)
    if before is None:
        waiting = any(not game.trains_of(company) for company in companies)
        return _final_rounds(len(companies)) + (WAITING if waiting else 0.0)
    return _final_rounds(len(game.book.companies)) + WAITING + ROUNDS_A_TRAIN * before


def selling_rounds(game: Game) -> float:
    """Among two it takes longer: whoever buys what nobody needs yet gains less by it than the only opponent."""
    return AMONG_TWO if len(game.book.seat_ids) == 2 else SELLING_ROUNDS


def highest_par(game: Game) -> int:
    """Among three or more, whose money makes three companies float instead of two, and brings trains on sooner."""
    return UNLIMITED if len(game.book.seat_ids) == 2 else HIGHEST_PAR


def _final_rounds(companies: int) -> int:
    """How long British Rail takes: two companies close in each round, and the last two run once more."""
    return max(1, -(-companies // NUMBERS.closed_a_round))


def stops_early(game: Game, company: Company) -> float:
    """British Rail closes those first that earn least; who that will be is not sure before (1860-NAT-11)."""
    earning = [each for each in directed(game) if game.state.has(each, FLOATED)]
    last = _final_rounds(len(earning)) - 1
    if company not in earning:
        return last / 2
    better = sum(game.state.revenue[each] > game.state.revenue[company] for each in earning if each != company)
    sure = 1.0 if record(game).nationalised else UNSURE
    return sure * (better // NUMBERS.closed_a_round) + (1 - sure) * last / 2


def private_value(game: Game, private: Private) -> float:
    """Its income until the Fishbourne Ferry closes the others, which is for sale in phase 6 (1860-PRIV-17)."""
    income = game.book.privates[private].income(game.book.phases[game.state.phase].stage)
    if private == FISHBOURNE:
        return income * to_the_end(game)
    left = trains_before(game, PHASE["6"])
    return income * ROUNDS_A_TRAIN * left if left else 0.0


def turns_into(game: Game, private: Private) -> Company | None:
    """A share of the company that it is linked with (1860-PRIV-07)."""
    return LINKED[private]


OUTLOOK = OutlookRules(
    typical_rounds=20,
    selling_rounds=selling_rounds,
    to_the_end=to_the_end,
    final_rounds=4,
    stops_early=stops_early,
    most_usual=MOST_USUAL,
    highest_par=highest_par,
    begins_with=all_of_its_shares,  # 1860-FLOAT-02
    without_trains=0.8,  # 1860-INSOLV-09
    place_after=place_after,
    private_value=private_value,
    turns_into=turns_into,
)
