"""Conversion of a minor into a major (rules 1863-CONV)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.events import KindChanged
from railhead.core.game import Game
from railhead.core.ids import BANK, Company
from railhead.core.refusal import Refusal
from railhead.core.spelling import Tally
from railhead.core.steps import AnyMove, Move, filtered
from railhead.core.text import Text
from railhead.rules import loans
from railhead.rules.merger_round import MergerTurn
from railhead.titles.t1863 import mini_round, prices, tokens_over
from railhead.titles.t1863.activities import take_part
from railhead.titles.t1863.facts import MAJOR, MINOR, NUMBERS
from railhead.titles.t1863.prices import Zone
from railhead.titles.t1863.valuation import valuation


@dataclass(frozen=True, slots=True)
class Convert(Action):
    """Convert the minor into a major that buys this many more station tokens."""

    tokens: Tally
    form: ClassVar[str] = "convert with {tokens}"
    label: ClassVar[str] = "Convert into a major, with more [token]s: {tokens}"
    told: ClassVar[tuple[str, ...]] = ("{actor} becomes a major and buys more [token]s: {tokens}",)
    covers: ClassVar[tuple[type[object], ...]] = (KindChanged,)
    topic: ClassVar[Topic] = Topic.MERGERS


def white_refusal(game: Game, company: Company) -> Refusal | None:
    """Converting and merging need a price in the white zone (1863-MA-05)."""
    if prices.zone(game, company) is Zone.WHITE:
        return None
    return game.forbid("merge.white", "The price of {company} is not in the white zone", company=game.symbol(company))


def refusal(game: Game, step: MergerTurn, action: Convert) -> Refusal | None:
    """A minor in the white zone that can pay for one to three tokens (1863-CONV-01, 1863-CONV-03)."""
    company = step.company
    if game.state.kind[company] != MINOR:
        return game.forbid("convert.minor", "{company} is a major", company=game.symbol(company))
    if not 1 <= action.tokens <= NUMBERS.conversion_tokens:
        most = NUMBERS.conversion_tokens
        return game.forbid("convert.tokens", "A company that converts buys 1 to {most} [token]s", most=most)
    if NUMBERS.token_price * action.tokens > means(game, company):
        return game.forbid("convert.cash", "{company} cannot pay for its [token]s", company=game.symbol(company))
    return white_refusal(game, company)


def means(game: Game, company: Company) -> int:
    """What a company can pay with the loans it may take as a major (1863-CONV-03)."""
    limit, covered = game.book.kinds[MAJOR].loans, (valuation(game, company) - 1) // NUMBERS.loan
    most = limit if "loose_valuations" in game.book.options else min(limit, max(NUMBERS.loans_for_any, covered))
    left = game.book.loans - sum(game.state.loans)
    return game.treasury(company) + NUMBERS.loan * max(0, min(left, most - game.state.loans[company]))


def _candidates(game: Game, step: MergerTurn) -> Iterable[Convert]:
    return [Convert(Tally(count)) for count in range(1, NUMBERS.conversion_tokens + 1)]


def _convert(game: Game, step: MergerTurn, action: Convert) -> None:
    """Eight shares go to its treasury, the owner's two are the president's certificate, the price stays.

    Rules 1863-CONV-02 and 1863-CONV-04; then shares are sold as in a small stock round.
    """
    company, cost = step.company, NUMBERS.token_price * action.tokens
    game.pop()
    take_part(game, company)
    effects.set_kind(game, company, MAJOR, game.purse(company))
    short = cost - game.treasury(company)
    if short > 0:
        loans.borrow(game, company, -(-short // NUMBERS.loan))
    effects.pay(game, game.purse(company), BANK, cost, Text("its [token]s"))
    tokens_over.buy(game, company, action.tokens)
    mini_round.begin(game, company)


CONVERT: AnyMove = Move(Convert, filtered(_candidates, refusal), refusal, _convert)
ACTIONS = (Convert,)
