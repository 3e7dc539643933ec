"""What players of 1863 expect who estimate: how a dividend moves a price, and how long a game takes."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Place, Private, Stop, hex_of
from railhead.core.market import Direction
from railhead.rules import trains
from railhead.rules.outlook import OutlookRules
from railhead.titles.t1863 import costs, dividends
from railhead.titles.t1863.facts import NUMBERS, rate
from railhead.titles.t1863.places import home_now
from railhead.titles.t1863.prices import LOWEST
from railhead.titles.t1863.privates import CLINK

FIRST_CAPITAL = 250
"""With less than this a company may have neither a second train nor more track."""
AT_HOME = 8
"""How many places further up this list a company's own home is, where its token costs nothing."""
PLACES = ("F9", "L17", "B15", "K22", "J13", "J5", "K2", "C10", "N11", "Q10", "L11", "H11", "Q8")
"""Where companies of bots earned most after three sets of rounds, the best first."""


def place_after(game: Game, company: Company, place: Place, amount: int) -> Place:
    """Where a dividend would take the price from a place (1863-DIV-06, 1863-DIV-07, 1863-DIV-08, 1863-DIV-09)."""
    market, places = game.book.market, dividends.movement_from(game.book.market, place, amount)
    if places < 0:
        return max(min(place, LOWEST), market.moved(place, Direction.LEFT, -places))
    return market.moved(place, Direction.RIGHT, places)


def interest(game: Game, more: int) -> int:
    """The rate that the next stock round will set, if so many more loans are taken (1863-SR-10)."""
    return rate(sum(game.state.loans) + more, game.book.seats)


def resale(game: Game, private: Private) -> float:
    """Twice its face value (1863-PRIV-18), which is far more than anybody bids; the Clink Club is never bought in."""
    return 0.0 if private == CLINK else float(NUMBERS.buy_in * game.book.privates[private].value)


def capital(game: Game) -> float:
    """A train, track and a first token, with two loans in reserve (1863-LOAN-07)."""
    return float(max(FIRST_CAPITAL, (trains.cheapest(game) if any(game.state.depot) else 0) + NUMBERS.token_price))


def site(game: Game, company: Company, stop: Stop) -> float:
    """By what companies that began there have earned; the first token is free at home (1863-START-15)."""
    name = game.book.board.names[hex_of(stop)]
    earned = len(PLACES) - PLACES.index(name) if name in PLACES else 0
    return float(earned + (AT_HOME if stop == home_now(game, company) else 0))


OUTLOOK = OutlookRules(
    capital=capital,
    site=site,
    resale=resale,
    typical_rounds=24,
    place_after=place_after,
    dues=costs.due,
    interest=interest,
    answers_for_debts=True,  # 1863-CRISIS-05, 1863-LIQ-07
)
