"""Port authorities: majors buy one from the board or from another major (18OE-PORT-15 to 18OE-PORT-17)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from inspect import unwrap
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, only
from railhead.core.game import Game
from railhead.core.ids import BANK, Company
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, Step
from railhead.core.text import Text
from railhead.rules.operating import OperatingRules, OperatingTurn, acting_in_its_turn
from railhead.titles.t18oe import ending
from railhead.titles.t18oe.across_water import authority
from railhead.titles.t18oe.facts import AREAS, MAJOR, NUMBERS
from railhead.titles.t18oe.record import amend, record
from railhead.titles.t18oe.trains import buy_trains


@dataclass(frozen=True, slots=True)
class BuyAuthority(Action):
    """Buy a port authority from the board."""

    area: str
    form: ClassVar[str] = "port authority {area}"
    label: ClassVar[str] = "Buy a port authority: {area}"
    told: ClassVar[tuple[str, ...]] = ("{actor} buys a port authority: {area}",)
    topic: ClassVar[Topic] = Topic.OTHER


def buyer_refusal(game: Game, company: Company) -> Refusal | None:
    """Only majors own authorities, one each, for their full price (18OE-PORT-15, 18OE-PORT-16)."""
    if game.state.kind[company] != MAJOR:
        return game.forbid("authority.major", "Only majors own port authorities")
    if authority(game, company) is not None:
        return game.forbid("authority.one", "{company} already has a port authority", company=game.symbol(company))
    if game.treasury(company) < NUMBERS.authority_price:
        dear = "A port authority costs {price}, but {company} has {cash}"
        company_name, cash = game.symbol(company), game.treasury(company)
        return game.forbid("authority.cash", dear, price=NUMBERS.authority_price, company=company_name, cash=cash)
    return None


def buyer(game: Game, step: Step) -> Company | None:
    """The railroad that may buy one now: in its own turn, before it buys trains (18OE-PORT-16)."""
    company = acting_in_its_turn(game, step)
    turn = next((turn for turn in reversed(game.state.agenda) if isinstance(turn, OperatingTurn)), None)
    if turn is None or ending.is_last(game):
        return None
    begun = game.rules[OperatingRules].stages[: turn.stage]
    return None if any(unwrap(stage) is buy_trains for stage in begun) else company


def refusal(game: Game, step: Step, action: BuyAuthority) -> Refusal | None:
    """Which rule forbids buying an authority from the board."""
    company = buyer(game, step)
    if company is None:
        return game.forbid("authority.time", "Port authorities are bought in a turn, before trains are bought")
    if action.area not in AREAS or not record(game).authorities_left[AREAS.index(action.area)]:
        return game.forbid("authority.none", "No such port authority is left on the board")
    return buyer_refusal(game, company)


def options(game: Game, step: Step) -> Iterable[Choice]:
    """The authorities that the railroad can buy."""
    if buyer(game, step) is not None:
        for area in AREAS:
            if refusal(game, step, BuyAuthority(area)) is None:
                yield Choice(BuyAuthority, (only(area),))


def buy(game: Game, step: Step, action: BuyAuthority) -> None:
    """The major pays the bank and has the marker."""
    company, area = buyer(game, step), AREAS.index(action.area)
    assert company is not None
    effects.pay(game, game.purse(company), BANK, NUMBERS.authority_price, Text("a port authority"))
    left = list(record(game).authorities_left)
    left[area] -= 1
    amend(
        game,
        authorities=(*record(game).authorities, (company, area)),
        authorities_left=(left[0], left[1]),
    )


def sell(game: Game, seller: Company, company: Company) -> None:
    """A major buys the authority of another for exactly its price (18OE-PORT-17)."""
    purpose = Text("the port authority of {company}", company=game.symbol(seller))
    effects.pay(game, game.purse(company), game.purse(seller), NUMBERS.authority_price, purpose)
    sold = tuple((company if holder == seller else holder, area) for holder, area in record(game).authorities)
    amend(game, authorities=sold)


BUY: AnyMove = Move(BuyAuthority, options, refusal, buy)
ACTIONS = (BuyAuthority,)
