"""Which amounts, places and runs a passable player of 1863 considers (see `habits`)."""

from __future__ import annotations

from random import Random

from railhead.core.choices import Choice, Domain, Span, only
from railhead.core.game import Game
from railhead.core.ids import kind_of
from railhead.core.steps import Step
from railhead.routes.runs import Runs
from railhead.rules.borrowing import borrower
from railhead.rules.dividends import Dividend
from railhead.rules.track import LayTrack
from railhead.rules.trains import BuyTrains
from railhead.titles.t1863 import prospects
from railhead.titles.t1863.facts import NUMBERS
from railhead.titles.t1863.likings import is_empty, is_in_danger, loans_for_train, spare, wanted_train
from railhead.titles.t1863.more_shares import BuyShares
from railhead.titles.t1863.prices import WHITE_PLACES
from railhead.titles.t1863.starting_price import SetPrice

LOW = WHITE_PLACES[3]
"""At this place or lower, a price must not fall much more."""


def with_last(choice: Choice, domain: Domain) -> Choice:
    """A choice with another domain for its last field."""
    return Choice(choice.action, (*choice.domains[:-1], domain))


def _low(amounts: Domain, chance: Random) -> Domain:
    assert isinstance(amounts, Span)
    return only(min(amounts.high, amounts.low + NUMBERS.least_raise * chance.choice((0, 0, 0, 1, 2, 4))))


def low_amount(game: Game, step: Step, choice: Choice, chance: Random) -> Choice:
    """The lowest bid, or a little more."""
    return with_last(choice, _low(choice.domains[-1], chance))


def promising_place(game: Game, step: Step, choice: Choice, chance: Random) -> Choice:
    """Where other major stations are near, for a low bid."""
    company, stops, amounts = choice.domains
    places = list(stops)
    place = chance.choices(places, [prospects.of_place(game, stop) ** 3 for stop in places])[0]
    return Choice(choice.action, (company, only(place), _low(amounts, chance)))


def price(game: Game, step: Step, choice: Choice, chance: Random) -> Choice:
    """The highest for most of the cash there is; a company puts in less than a player."""
    assert isinstance(step, SetPrice)
    is_player = game.book.seat_of(step.founder) is not None
    cash = game.state.cash[step.founder] * (chance.uniform(0.8, 1.0) if is_player else chance.uniform(0.4, 0.7))
    able, prices = list(choice.domains[0]), game.book.market.prices
    within = [place for place in able if NUMBERS.float_shares * prices[place] <= cash]
    return with_last(choice, only((within or able[:1])[-1]))


def shares_in_cash(game: Game, step: Step, choice: Choice, chance: Random) -> Choice:
    """No more than there is cash for, if that is anything."""
    assert isinstance(step, BuyShares)
    (counts,) = choice.domains
    assert isinstance(counts, Span)
    payable = game.state.cash[game.state.director[step.company]] // game.price_of(step.company)
    return with_last(choice, Span(1, min(counts.high, payable))) if payable else choice


def gift(game: Game, step: Step, choice: Choice, chance: Random) -> Choice:
    """Everything, if no company is in play."""
    amounts, *others = choice.domains
    assert isinstance(amounts, Span)
    return Choice(choice.action, (only(amounts.high), *others)) if is_empty(game) else choice


def promising_lay(game: Game, step: Step, choice: Choice, chance: Random) -> Choice:
    """Turned to where it leads somewhere."""
    assert isinstance(step, LayTrack)
    lays = prospects.lays(choice)
    lay = chance.choices(lays, [prospects.of_lay(game, step.company, each) for each in lays])[0]
    return with_last(choice, only(lay.rotation))


def best_run(game: Game, step: Step, choice: Choice, chance: Random) -> Choice:
    """The best, mostly."""
    (runs,) = choice.domains
    assert isinstance(runs, Runs)
    best = runs.best[1]
    return with_last(choice, only(best)) if best and chance.random() < 0.9 else choice


def dividend(game: Game, step: Step, choice: Choice, chance: Random) -> Choice:
    """What was earned, if the costs can be paid; nothing to save for a train; just enough where the price is low."""
    assert isinstance(step, Dividend)
    company, revenue = step.company, game.state.revenue[step.company]
    wanted, left = wanted_train(game, company), spare(game, company)
    most = max(0, min(revenue, revenue + left))
    if game.state.price[company] <= LOW:
        most = max(0, min(max(game.price_of(company), revenue), revenue + left))
    elif wanted is not None and left < wanted and chance.random() < (0.9 if is_in_danger(game, company) else 0.5):
        most = 0
    return with_last(choice, only(max(total for total in choice.domains[0] if total <= most)))


def loans_needed(game: Game, step: Step, choice: Choice, chance: Random) -> Choice:
    """As many as a train takes."""
    company = borrower(game, step)
    needed = loans_for_train(game, company) if company is not None and isinstance(step, BuyTrains) else 0
    return with_last(choice, only(needed)) if needed else choice


def fair_offer(game: Game, step: Step, choice: Choice, chance: Random) -> Choice:
    """About half the price of a new train."""
    amounts, kinds, sellers = choice.domains
    assert isinstance(amounts, Span)
    train = kinds.sample(chance)
    offered = game.book.trains[kind_of(train)].price * chance.randint(3, 8) // 10
    amount = max(amounts.low, min(amounts.high, offered))
    return Choice(choice.action, (only(amount), only(train), sellers))
