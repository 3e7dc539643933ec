"""What a major does with the tokens of a minor that merges into it (rules 18OE-MERGE)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, OneOf, only
from railhead.core.events import TokenPlaced, TokenRemoved
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, hex_of
from railhead.core.refusal import Refusal
from railhead.core.spelling import Money
from railhead.core.steps import AnyMove, Move, filtered
from railhead.core.text import Text
from railhead.rules.stations import tokens_of
from railhead.titles.t18oe import charter_assets, slots, white_cliffs
from railhead.titles.t18oe.taking_over import TakeOver


@dataclass(frozen=True, slots=True)
class KeepToken(Action):
    """Leave a minor's token where it is, as one more token of the major."""

    stop: Stop
    form: ClassVar[str] = "keep token {stop}"
    label: ClassVar[str] = "Keep the station token at {stop}"
    told: ClassVar[tuple[str, ...]] = ("{actor} keeps the station token at {stop}",)
    covers: ClassVar[tuple[type[object], ...]] = (TokenPlaced,)
    topic: ClassVar[Topic] = Topic.STATIONS


@dataclass(frozen=True, slots=True)
class SwapToken(Action):
    """Put one of the major's own tokens in its place, without paying for it."""

    stop: Stop
    price: Money
    form: ClassVar[str] = "swap token {stop} for {price}"
    label: ClassVar[str] = "Replace the station token at {stop} by one worth {price}"
    told: ClassVar[tuple[str, ...]] = ("{actor} replaces the station token at {stop} by one worth {price}",)
    covers: ClassVar[tuple[type[object], ...]] = (TokenPlaced,)
    topic: ClassVar[Topic] = Topic.STATIONS


@dataclass(frozen=True, slots=True)
class DeclineToken(Action):
    """Do without a minor's token, which leaves the game."""

    stop: Stop
    form: ClassVar[str] = "decline token {stop}"
    label: ClassVar[str] = "Decline the station token at {stop}"
    told: ClassVar[tuple[str, ...]] = ("{actor} declines the station token at {stop}",)
    covers: ClassVar[tuple[type[object], ...]] = (TokenRemoved,)
    topic: ClassVar[Topic] = Topic.STATIONS


@dataclass(frozen=True, slots=True)
class TakeTokens(TakeOver):
    """A major decides about the tokens of its new minor, one by one (18OE-MERGE-11)."""

    purpose: ClassVar[str] = "take over station tokens"
    order: ClassVar[str] = "merge.tokens"

    def task(self, game: Game) -> Text:
        return Text(
            "take over the station tokens of {minor} for {company}",
            minor=game.symbol(self.minor),
            company=game.symbol(self.company),
        )

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES

    def proceed(self, game: Game) -> bool:
        """A token in a hex with one of the major's must be declined (18OE-MERGE-12); after the last one it is over."""
        taken = {_city(stop) for stop in tokens_of(game, self.company)}
        for stop in tokens_of(game, self.minor):
            if _city(stop) in taken:
                charter_assets.lose_token(game, self.minor, stop)
        if tokens_of(game, self.minor):
            return False
        game.pop()
        return True


def _city(stop: Stop) -> Hex:
    """The hex whose city a token is in; the ferry position is one of Lille."""
    return hex_of(white_cliffs.lille() if stop == white_cliffs.position() else stop)


def begin(game: Game, company: Company, minor: Company) -> None:
    """Tokens that the minor has not placed are lost; the major decides about the others."""
    effects.give_tokens(game, minor, -game.state.spare_tokens[minor])
    slots.set_slots(game, minor, ())
    game.push(TakeTokens(company, minor))


def _no_token(game: Game, step: TakeTokens, stop: Stop) -> Refusal | None:
    if stop not in tokens_of(game, step.minor):
        return game.forbid("merge.tokens", "{minor} has no station token there", minor=game.symbol(step.minor))
    return None


def _stands(game: Game, step: TakeTokens, action: KeepToken | DeclineToken) -> Refusal | None:
    return _no_token(game, step, action.stop)


def _swap_refusal(game: Game, step: TakeTokens, action: SwapToken) -> Refusal | None:
    """Any token of the charter will do, the dearest included (18OE-MERGE-13)."""
    if action.price not in slots.open_slots(game, step.company):
        return game.forbid(
            "merge.swap",
            "{company} has no station token worth {price}",
            company=game.symbol(step.company),
            price=action.price,
        )
    return _no_token(game, step, action.stop)


def _swap_options(game: Game, step: TakeTokens) -> Iterable[Choice]:
    prices = tuple(sorted(set(slots.open_slots(game, step.company))))
    if prices:
        yield from (Choice(SwapToken, (only(stop), OneOf(prices))) for stop in tokens_of(game, step.minor))


def _keep(game: Game, step: TakeTokens, action: KeepToken) -> None:
    effects.replace_token(game, step.company, action.stop, step.minor)


def _swap(game: Game, step: TakeTokens, action: SwapToken) -> None:
    effects.replace_token(game, step.company, action.stop, step.minor)
    effects.give_tokens(game, step.company, -1)
    slots.use(game, step.company, action.price)


def _decline(game: Game, step: TakeTokens, action: DeclineToken) -> None:
    charter_assets.lose_token(game, step.minor, action.stop)


MOVES: tuple[AnyMove, ...] = (
    Move(KeepToken, filtered(lambda g, s: map(KeepToken, tokens_of(g, s.minor)), _stands), _stands, _keep),
    Move(SwapToken, _swap_options, _swap_refusal, _swap),
    Move(DeclineToken, filtered(lambda g, s: map(DeclineToken, tokens_of(g, s.minor)), _stands), _stands, _decline),
)
ACTIONS = (KeepToken, SwapToken, DeclineToken)
