"""Refinancing, an option: twice the price, half the shares (1863-VAR-05).

The rulebook does not say when: here a major in the white zone does it in a round of mergers, instead of merging.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import POOL, Company, Owner, Place
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, filtered, never
from railhead.core.text import Text
from railhead.rules.merger_round import MergerTurn
from railhead.titles.t1863 import major_merger, paying
from railhead.titles.t1863.activities import take_part
from railhead.titles.t1863.conversion import white_refusal
from railhead.titles.t1863.facts import MAJOR
from railhead.titles.t1863.major_merger import HalfShare, HalfShort, MakeWhole, SettleHalf, half
from railhead.titles.t1863.shares import buy_from_charter, has_sold

OPTION = "refinancing"


@dataclass(frozen=True, slots=True)
class Refinance(Action):
    """Double the price and halve all holdings."""

    form: ClassVar[str] = "refinance"
    label: ClassVar[str] = "Refinance: twice the price, half the shares"
    told: ClassVar[tuple[str, ...]] = ("{actor} refinances: twice the price, half the shares",)
    topic: ClassVar[Topic] = Topic.MERGERS


# -- may it? --------------------------------------------------------------------------------------


def new_place(game: Game, company: Company) -> Place:
    """Twice the price, rounded down to the chart."""
    return game.book.market.down_to(2 * game.price_of(company))


def new_price(game: Game, company: Company) -> int:
    """The price after refinancing."""
    return game.book.market.prices[new_place(game, company)]


def halves_to_pay(game: Game, company: Company) -> int:
    """What the treasury needs if all half shares are sold to it."""
    odd = sum(count % 2 for count in major_merger.holders(game, (company,)).values() if count > 0)
    return odd * (new_price(game, company) // 2)


def president_pays(game: Game, company: Company) -> int:
    """What the president has to pay to have the two shares of the certificate again."""
    held = game.held(game.state.director[company], company)
    return {2: new_price(game, company), 3: new_price(game, company) // 2}.get(held, 0)


def refusal(game: Game, step: MergerTurn, _: Refinance) -> Refusal | None:
    """A major that can pay for half shares, whose president can have the certificate afterwards."""
    company, symbol = step.company, game.symbol(step.company)
    if OPTION not in game.book.options:
        return game.forbid("refinance.option", "Refinancing is an option, which was not chosen")
    if game.state.kind[company] != MAJOR:
        return game.forbid("refinance.major", "{company} is a minor", company=symbol)
    president, pays = game.state.director[company], president_pays(game, company)
    if paying.means(game, president) < pays or (pays and has_sold(game, president, company) is not None):
        short = "The [director] of {company} would have too few shares"
        return game.forbid("refinance.president", short, company=symbol)
    due, cash = halves_to_pay(game, company), game.treasury(company)
    if due > cash:
        needs = "{company} needs {due} for half shares, but has {cash}"
        return game.forbid("refinance.cash", needs, company=symbol, due=due, cash=cash)
    return white_refusal(game, company)


# -- what it does ---------------------------------------------------------------------------------


def _refinance(game: Game, step: MergerTurn, _: Refinance) -> None:
    """Everybody has half as many shares, what is over goes to the charter; then halves are settled.

    The charter never lacks a share for the president, since it has about half of them afterwards.
    """
    company = step.company
    game.pop()
    take_part(game, company)
    old, place = major_merger.holders(game, (company,)), new_place(game, company)
    paying.cover(game, game.state.director[company], president_pays(game, company))
    major_merger.exchange(game, company, old, game.held(POOL, company) // 2, bought=0)
    effects.set_price(game, company, place)
    settled = _keep_certificate(game, company, old)
    _ask_about_halves(game, company, {owner: count for owner, count in old.items() if owner != settled})


def _keep_certificate(game: Game, company: Company, old: dict[Owner, int]) -> Owner | None:
    """A president with too few shares makes a half whole, or buys one; who that was, if their half is settled."""
    president = game.state.director[company]
    if game.held(president, company) >= game.kind_of(company).director_shares:
        return None
    if old[president] % 2:
        major_merger.make_whole(game, company, president)
        return president
    buy_from_charter(game, president, company, 1)
    return None


def _ask_about_halves(game: Game, company: Company, old: dict[Owner, int]) -> None:
    """Whoever has half a share, most shares first, and then whoever has half a short, is asked."""
    asked = [owner for owner in major_merger.in_order(game, game.state.director[company], old) if old[owner] % 2]
    for owner in reversed(asked):
        shares = old[owner] > 0
        game.push(TreasuryHalf(company, owner, is_survivor=False) if shares else HalfShort(company, owner))


@dataclass(frozen=True, slots=True)
class TreasuryHalf(HalfShare):
    """A holder makes half a share whole or sells it, both at half the price, to the company's own treasury."""

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Pay or be paid."""
        return HALF_MOVES

    def proceed(self, game: Game) -> bool:
        """Who cannot pay is paid."""
        able = game.decider(self.owner) is not None and major_merger.whole_refusal(game, self, MakeWhole()) is None
        if not able:
            _sell_half(game, self, SettleHalf())
        return not able


def _sell_half(game: Game, step: TreasuryHalf, _: SettleHalf) -> None:
    game.pop()
    purpose = Text("half a share of {company}", company=game.symbol(step.company))
    effects.pay(game, game.purse(step.company), step.owner, half(game, step.company), purpose)


HALF_MOVES: tuple[AnyMove, ...] = (
    major_merger.SHARE_MOVES[0],
    Move(SettleHalf, lambda game, step: (Choice(SettleHalf),), never, _sell_half),
)
REFINANCE: AnyMove = Move(Refinance, filtered(lambda game, step: (Refinance(),), refusal), refusal, _refinance)
ACTIONS = (Refinance,)
