"""Starting a Public in a stock round by buying its Director's certificate (rules 18BF-START)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.choices import Choice, OneOf, only
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Place
from railhead.core.refusal import Refusal
from railhead.core.state import CLOSED, FLOATED, STARTED
from railhead.core.steps import AnyMove, CompanyStep, Move, filtered
from railhead.core.text import Text
from railhead.rules import directors, stock
from railhead.rules.stock import Start, StockTurn, unless_over_limit
from railhead.rules.tokens import PlaceToken
from railhead.titles.t18bf import stations
from railhead.titles.t18bf.facts import NUMBERS, PHASE, PUBLIC, market
from railhead.titles.t18bf.record import set_home

START_PLACES = tuple(
    place
    for price, place in market().place.items()
    if NUMBERS.lowest_public_start <= price <= NUMBERS.highest_public_start
)
"""The spaces with a red or purple outline (18BF-START-02)."""


def start_places(game: Game, company: Company) -> tuple[Place, ...]:
    """Any space with a red or purple outline (18BF-START-02)."""
    return START_PLACES


def may_start(game: Game, company: Company) -> Refusal | None:
    """From phase 4 on any Public that is neither in play nor gone, if there is a place for its first marker.

    Rules 18BF-START-01, 18BF-START-08 and 18BF-CLOSE-04.
    """
    name = game.symbol(company)
    if game.state.kind[company] != PUBLIC:
        return game.forbid("start.kind", "{name} is not a Public", name=name)
    if game.state.has(company, CLOSED):
        return game.forbid("start.gone", "{name} can no longer be started", name=name)
    if game.state.phase < PHASE["4"]:
        return game.forbid("start.phase", "Publics can be started from phase 4 on")
    if not stations.free_spaces(game):
        return game.forbid("start.place", "There is no city left where {name} could begin", name=name)
    return None


def _options(game: Game, step: StockTurn) -> Iterable[Choice]:
    """Every Public that may be started, at every price the player can pay."""
    if step.bought or game.state.phase < PHASE["4"]:
        return
    for company in game.all_companies():
        if stock.start_refusal(game, step, Start(company, START_PLACES[0])) is None:
            size, cash = directors.director_size(game, company), game.state.cash[step.player]
            affordable = tuple(place for place in START_PLACES if size * game.book.market.prices[place] <= cash)
            yield Choice(Start, (only(company), OneOf(affordable)))


def _start(game: Game, step: StockTurn, action: Start) -> None:
    """Twice the price goes to the treasury, and so do the other shares; then the first marker is placed.

    Rules 18BF-START-03 and 18BF-START-04.
    """
    company, cost = action.company, stock.director_price(game, action)
    effects.mark(game, company, STARTED | FLOATED)
    effects.set_price(game, company, action.par)
    effects.pay(
        game,
        step.player,
        game.purse(company),
        cost,
        Text("the Director's certificate of {company}", company=game.symbol(company)),
    )
    effects.move_shares(game, BANK, step.player, company, directors.director_size(game, company))
    effects.set_director(game, company, step.player)
    effects.move_shares(game, BANK, game.purse(company), company, game.held(BANK, company))
    stock.note_purchase(game, step)
    game.push(FirstMarker(company))


START = unless_over_limit(Move(Start, _options, stock.start_refusal, _start))


# -- the first marker -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FirstMarker(CompanyStep):
    """The Director of a new Public chooses where it begins."""

    purpose: ClassVar[str] = "place the first [token]"
    order: ClassVar[str] = "start.marker"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MARKER_MOVES


def marker_refusal(game: Game, step: FirstMarker, action: PlaceToken) -> Refusal | None:
    """Only where a new Public may begin (18BF-START-05, 18BF-START-06, 18BF-START-07)."""
    if action.stop not in stations.starting_places(game):
        return game.forbid("start.marker", "A new Public begins in an unconnected city that has no [token]")
    return None


def _marker_candidates(game: Game, step: FirstMarker) -> Iterable[PlaceToken]:
    return [PlaceToken(stop) for stop in stations.starting_places(game)]


def _place_marker(game: Game, step: FirstMarker, action: PlaceToken) -> None:
    """The marker is free, and its city is the company's home (18BF-START-05, 18BF-TRACK-08)."""
    game.pop()
    effects.place_token(game, step.company, action.stop)
    set_home(game, step.company, action.stop)


MARKER_MOVES: tuple[AnyMove, ...] = (
    Move(PlaceToken, filtered(_marker_candidates, marker_refusal), marker_refusal, _place_marker),
)
