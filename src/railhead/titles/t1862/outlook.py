"""What players of 1862 expect who estimate: how a dividend moves a price, how long trains run and a game takes."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Place, Seat
from railhead.rules import directors, prices
from railhead.rules.course import trains_before
from railhead.rules.directors import CertificateRules
from railhead.rules.outlook import Dealing, OutlookRules, until_bank_breaks
from railhead.rules.rounds import OPERATING
from railhead.titles.t1862 import lner
from railhead.titles.t1862.facts import NUMBERS, PHASE
from railhead.titles.t1862.record import record

ROUNDS_A_TRAIN = 0.5
"""How many rounds it takes until one more train is sold, once companies buy what is to last."""
ROUNDS_A_FIRST_TRAIN = 0.8
"""The same for the trains of the first band, with which companies content themselves for long."""
REST_OF_SET = 2.0
"""How many rounds of a set are left when the train is sold that brings about the LNER."""


def place_after(game: Game, company: Company, place: Place, amount: int) -> Place:
    """Where a dividend would take the price from a place (1862-DIV-04, 1862-DIV-05); bankrupt companies stay."""
    market = game.book.market
    if place == market.bottom:
        return place
    spaces = prices.spaces_for(amount, market.prices[place], NUMBERS.most_price_spaces)
    return prices.along(market, place, NUMBERS.places_per_space * spaces)


def until(game: Game, phase: int) -> float:
    """By the number of trains that are still to be sold before."""
    left = trains_before(game, phase)
    if left is None:
        return 0.0
    first = min(left, game.state.depot[PHASE["A"]])
    return ROUNDS_A_FIRST_TRAIN * first + ROUNDS_A_TRAIN * (left - first)


def to_the_end(game: Game) -> float:
    """Until the LNER has formed, at the end of a set of rounds, and for its own set (1862-LNER-01, 1862-LNER-07).

    It does not form if the bank has run out of money before (1862-END-03).
    """
    now = game.state.round
    in_set = now.of - now.index if now.kind == OPERATING else game.book.phases[game.state.phase].operating_rounds
    if record(game).lner:
        return float(in_set if now.kind == OPERATING else NUMBERS.last_rounds)
    if game.state.ending:
        return float(in_set)
    with_lner = max(in_set, until(game, lner.trigger(game)) + REST_OF_SET) + NUMBERS.last_rounds
    return max(in_set, min(with_lner, until_bank_breaks(game)))


def capital(game: Game, price: int) -> int:
    """What a company has with a charter: all its shares at par, less its station markers (1862-FLOAT-04)."""
    shares = game.share_count(game.book.company_ids[0])
    return shares * price - NUMBERS.chartered_markers * NUMBERS.chartered_marker_price


def spare_money(game: Game, seat: Seat) -> int:
    """What is left when half of its shares are paid for alone, at the lowest par, if there is room for them.

    Whoever holds the charter of a company that does not float is fined (1862-PARL-21).
    """
    company = game.book.company_ids[0]
    half = game.share_count(company) // 2
    room = game.rules[CertificateRules].limit(game) - directors.certificates(game, seat)
    if room < 1 + half - directors.director_size(game, company):
        return -1
    return game.state.cash[seat] - half * min(game.book.market.par_prices)


def may_begin(game: Game) -> bool:
    """Parliament meets until the LNER is due (1862-LNER-02, 1862-LNER-04)."""
    return not record(game).lner and not lner.due(game) and not game.state.ending


OUTLOOK = OutlookRules(
    typical_rounds=20,
    to_the_end=to_the_end,
    place_after=place_after,
    spare_money=spare_money,
    dealing=Dealing(until, capital, may_begin),
)
