"""Rounds: what the timetables of titles have in common.

Which round follows which is the title's own step at the bottom of the agenda; this module is about how
stock rounds and operating rounds begin, and how a game ends.
"""

from __future__ import annotations

from collections.abc import Callable

from railhead.core import effects
from railhead.core.events import Noted
from railhead.core.game import Game
from railhead.core.state import Round
from railhead.core.text import Text, to_translate
from railhead.rules.operating import OperatingRound
from railhead.rules.standings import announcement
from railhead.rules.stock import StockRound

STOCK, OPERATING = "stock", "operating"
"""The kinds of round that every title has."""


def begin_stock_round(game: Game, number: int, stalled: Callable[[Game], bool]) -> None:
    """The holder of the priority deal begins; the game ends if nothing more can happen."""
    effects.begin_round(game, Round(STOCK, number))
    if stalled(game):
        effects.foresee_end(game, to_translate("nothing can happen any more"))
        finish(game)
    else:
        game.push(StockRound(game.state.priority))


def begin_operating_round(game: Game, round_: Round) -> None:
    """Every company that operates has its turn."""
    effects.begin_round(game, round_)
    game.push(OperatingRound())


def first_operating_round(game: Game, of: int | None = None) -> Round:
    """The first operating round after the current stock round; their number is given, or set by the phase."""
    count = game.book.phases[game.state.phase].operating_rounds if of is None else of
    return Round(OPERATING, game.state.round.number, 1, count)


def next_operating_round(now: Round) -> Round | None:
    """The next operating round of the same set; None after the last."""
    return Round(OPERATING, now.number, now.index + 1, now.of) if now.index < now.of else None


def finish(game: Game) -> None:
    """End the game and announce the result."""
    effects.end_game(game)
    game.tell(Noted(announcement(game)))


def round_name(round_: Round) -> Text:
    """What players call a stock or an operating round."""
    if round_.kind == STOCK:
        return Text("Stock round {number}", number=round_.number)
    return Text("Operating round {number}.{index}", number=round_.number, index=round_.index)
