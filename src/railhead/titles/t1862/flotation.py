"""Flotation in 1862: a company operates once half its shares are bought, and buys its station markers.

Rules 1862-FLOAT and 1862-TOKEN.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, Span
from railhead.core.events import Paid
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Seat
from railhead.core.laws import CompanyCount, CompanyEffect, nothing_follows_for
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.spelling import Count
from railhead.core.state import FLOATED, STARTED
from railhead.core.steps import AnyMove, CompanyStep, Move
from railhead.core.text import Text
from railhead.rules.operating import OperatingRules
from railhead.rules.stations import tokens_of
from railhead.titles.t1862.facts import NUMBERS
from railhead.titles.t1862.record import amend, entry, is_chartered, record


@dataclass(frozen=True, slots=True)
class TakeMarkers(Action):
    """Say how many station markers a company buys."""

    count: Count
    form: ClassVar[str] = "take {count} markers"
    label: ClassVar[str] = "Take {count} markers"
    told: ClassVar[tuple[str, ...]] = (
        "{actor} buys {count} [token]s for {amount}",
        "{actor} takes {count} [token]s",
    )
    covers: ClassVar[tuple[type[object], ...]] = (Paid,)
    topic: ClassVar[Topic] = Topic.STATIONS


@dataclass(frozen=True, slots=True)
class ChooseMarkers(CompanyStep):
    """A company without a charter has floated: its director chooses the number of its station markers."""

    purpose: ClassVar[str] = "choose the number of station markers"
    order: ClassVar[str] = "turn.markers"

    def seat(self, game: Game) -> Seat:
        return game.rules[OperatingRules].acts_for(game, self.company)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def most_markers(game: Game, company: Company) -> int:
    """How many station markers a company may have (1862-TOKEN-05, 1862-VAR-06)."""
    if "eight_tokens" in game.book.options:
        return NUMBERS.most_markers_with_option
    return NUMBERS.most_markers


def marker_to_market(game: Game, company: Company) -> None:
    """The marker of a chartered company reaches the market at its par when it floats (1862-PARL-18)."""
    effects.set_price(game, company, game.state.par[company])


def off_offer(game: Game, company: Company) -> None:
    """A company whose charter has failed is not available until the next stock round (1862-PARL-24)."""
    amend(game, failed=(*record(game).failed, company))


@dataclass(frozen=True)
class FlotationRules(RuleGroup):
    """How a company comes to operate, or fails to."""

    most_markers: CompanyCount = most_markers
    """How many station markers a company may buy when it floats."""
    par_set: CompanyEffect = nothing_follows_for
    """What follows when the par of a chartered company is set."""
    reaches_market: CompanyEffect = marker_to_market
    """What becomes of the marker of a chartered company when it floats."""
    charter_failed: CompanyEffect = off_offer
    """What becomes of a company whose charter has failed."""


def token_count(game: Game, company: Company) -> int:
    """The station markers of a company, on the board or not."""
    return record(game).markers[company]


def give_markers(game: Game, company: Company, count: int) -> None:
    """A company gets this many more unused markers; fewer, if the number is negative."""
    effects.give_tokens(game, company, count)
    amend(game, markers=entry(record(game).markers, company, record(game).markers[company] + count))


def check_flotation(game: Game, company: Company) -> None:
    """Half of the shares bought from the offer or the company, wherever they are now (1862-FLOAT-01)."""
    unsold = game.held(BANK, company) + game.held(game.purse(company), company)
    if game.state.has(company, STARTED) and game.share_count(company) - unsold >= NUMBERS.float_shares:
        _float(game, company)


def _float(game: Game, company: Company) -> None:
    """It operates from the next operating round on; capital and markers come at once.

    Rules 1862-FLOAT-02, 1862-FLOAT-03, 1862-FLOAT-04, 1862-FLOAT-05, 1862-FLOAT-06 and 1862-FLOAT-07.
    """
    effects.mark(game, company, FLOATED)
    effects.declare(game, company, Text("floated"))
    amend(game, obligations=tuple(pair for pair in record(game).obligations if pair[1] != company))
    if not is_chartered(game, company):
        game.push(ChooseMarkers(company))
        return
    par = game.state.par[company]
    capital = game.share_count(company) * game.book.market.prices[par]
    effects.pay(game, BANK, game.purse(company), capital, Text("its capital"))
    game.rules[FlotationRules].reaches_market(game, company)
    _buy_markers(game, company, NUMBERS.chartered_markers, NUMBERS.chartered_marker_price)


def _buy_markers(game: Game, company: Company, count: int, price: int) -> None:
    effects.pay(game, game.purse(company), BANK, count * price, Text("{count} station markers", count=count))
    give_markers(game, company, count)


def _affordable(game: Game, company: Company) -> int:
    most = game.rules[FlotationRules].most_markers(game, company)
    return min(most, game.treasury(company) // NUMBERS.marker_price)


def _refusal(game: Game, step: ChooseMarkers, action: TakeMarkers) -> Refusal | None:
    most = _affordable(game, step.company)
    if NUMBERS.least_markers <= action.count <= most:
        return None
    return game.forbid(
        "markers.number",
        "{company} takes {least} to {most} station markers",
        company=game.symbol(step.company),
        least=NUMBERS.least_markers,
        most=most,
    )


def _options(game: Game, step: ChooseMarkers) -> Iterable[Choice]:
    yield Choice(TakeMarkers, (Span(NUMBERS.least_markers, _affordable(game, step.company)),))


def _take(game: Game, step: ChooseMarkers, action: TakeMarkers) -> None:
    game.pop()
    _buy_markers(game, step.company, action.count, NUMBERS.marker_price)


def recount(game: Game, company: Company) -> None:
    """A company has the markers on the board and its unused ones (1862-MERGE-35)."""
    count = len(tokens_of(game, company)) + game.state.spare_tokens[company]
    amend(game, markers=entry(record(game).markers, company, count))


MOVES: tuple[AnyMove, ...] = (Move(TakeMarkers, _options, _refusal, _take),)
