"""Tokens: a company places them on free circles that its track leads to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Protocol

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.game import Game
from railhead.core.ids import Company, Stop, hex_of
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.steps import AnyMove, CompanyStep, Matter, Move, filtered, passing
from railhead.core.text import Text
from railhead.rules.stations import bases, company_reach, free_circles, is_large
from railhead.track.reach import Reach


@dataclass(frozen=True, slots=True)
class PlaceToken(Action):
    """Place a token at a station."""

    stop: Stop
    form: ClassVar[str] = "token at {stop}"
    formerly: ClassVar[tuple[str, ...]] = ("base at {stop}",)
    label: ClassVar[str] = "Place a [token] at {stop}"
    topic: ClassVar[Topic] = Topic.STATIONS
    deed: ClassVar[Deed] = Deed.TOKEN


class TokenPrice(Protocol):
    """What a token of a company at a stop costs."""

    def __call__(self, game: Game, company: Company, stop: Stop) -> int: ...


class TokenLaw(Protocol):
    """A title's special rules for a token of a company at a stop."""

    def __call__(self, game: Game, company: Company, stop: Stop) -> Refusal | None: ...


def free_of_charge(game: Game, company: Company, stop: Stop) -> int:
    """Tokens cost nothing when they are placed."""
    return 0


def anywhere(game: Game, company: Company, stop: Stop) -> Refusal | None:
    """Only the general rules apply to the token."""
    return None


class TokenReach(Protocol):
    """What a company reaches to place tokens."""

    def __call__(self, game: Game, company: Company) -> Reach: ...


@dataclass(frozen=True)
class TokenRules(RuleGroup):
    """What tokens cost, and where they may go."""

    price: TokenPrice = free_of_charge
    """What a token of this company costs at this stop."""
    rule: TokenLaw = anywhere
    """The title's special rules for a token of a company at a stop."""
    reach: TokenReach = company_reach
    """How far a company gets to place tokens."""


@dataclass(frozen=True, slots=True)
class PlaceTokens(CompanyStep):
    """The part of a company's turn in which it may place a token."""

    matter: ClassVar[Matter] = Matter.TOKEN
    purpose: ClassVar[str] = "place a [token]"
    on_pass: ClassVar[str] = "{actor} places no [token]"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def site_refusal(game: Game, company: Company, stop: Stop) -> Refusal | None:
    """Which general rule forbids a token of a company at this stop, whatever it costs."""
    if not is_large(game, stop):
        return game.forbid("token.circle", "A [token] must go on a circle of a [station]")
    if game.state.spare_tokens[company] < 1:
        return game.forbid("token.none_left", "{company} has no [token] left", company=game.symbol(company))
    if hex_of(stop) in {hex_of(base) for base in bases(game, company)}:
        return game.forbid(
            "token.one_a_hex", "{company} already has a [token] on this hex", company=game.symbol(company)
        )
    if free_circles(game, stop) < 1:
        return game.forbid("token.circle", "All circles of this station are taken")
    if stop not in game.rules[TokenRules].reach(game, company).stops:
        return game.forbid("token.reach", "No track leads there from a [token] of the company")
    return None


def refusal(game: Game, step: PlaceTokens, action: PlaceToken) -> Refusal | None:
    """Which rule forbids a token at this stop."""
    company, stop = step.company, action.stop
    forbidden = site_refusal(game, company, stop)
    if forbidden is not None:
        return forbidden
    price, cash = game.rules[TokenRules].price(game, company, stop), game.treasury(company)
    if price > cash:
        return game.forbid(
            "token.cost",
            "The [token] costs {price}, but {company} has {cash}",
            price=price,
            company=game.symbol(company),
            cash=cash,
        )
    return game.rules[TokenRules].rule(game, company, stop)


def candidates(game: Game, step: PlaceTokens) -> Iterable[PlaceToken]:
    """Every station with a free circle that the company's track leads to."""
    if game.state.spare_tokens[step.company] < 1:
        return ()
    stops = sorted(game.rules[TokenRules].reach(game, step.company).stops)
    return (PlaceToken(stop) for stop in stops if free_circles(game, stop) > 0)


def place(game: Game, step: PlaceTokens, action: PlaceToken) -> None:
    """The company pays and places the token; that ends this part of its turn."""
    company = step.company
    price = game.rules[TokenRules].price(game, company, action.stop)
    effects.pay(game, game.purse(company), game.book.company_bank, price, Text("a [token]"))
    effects.place_token(game, company, action.stop)
    game.pop()


MOVES: tuple[AnyMove, ...] = (
    Move(PlaceToken, filtered(candidates, refusal), refusal, place),
    passing(lambda game, _: game.pop()),
)
