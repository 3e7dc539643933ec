"""What players of 18OE who look ahead do while money is short: until trains that never rust are about to be sold.

What a player can spend grows by half and more from one stock round to the next, so what counts is what each unit of
money brings at once. Half of a regional's revenue is the same at any par, so the lowest will do that pays for the train
it has to buy. Revenue is paid out, for majors raise what trains cost by selling treasury shares. And a minor stays what
it is as long as its train runs: its owner gets half of what it earns, and only a tenth of a major's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil

from railhead.core.actions import Action, Pass
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company, Seat, Stop
from railhead.core.state import OPERATED
from railhead.rules.dividends import Dividend, PayOut
from railhead.rules.stock import Buy, Start, share_price
from railhead.titles.t18oe import habits, railroad_phases
from railhead.titles.t18oe.facts import MAJOR, PHASE, REGIONAL
from railhead.titles.t18oe.floating import token_price
from railhead.titles.t18oe.locomotive_works import cheapest
from railhead.titles.t18oe.majors import BuyAndExpand, Expand
from railhead.titles.t18oe.merge_actions import Merge
from railhead.titles.t18oe.rolling_stock import RESERVED, price
from railhead.titles.t18oe.treasury_shares import SellTreasury, TradeShares

SHARE, EXPANDING, BUYING_FIRST, JOINING = 1_000.0, 500.0, 499.0, 400.0
"""What comes first: shares; majors, without buying one more share for them first; mergers."""
PER_CENT = 10.0
"""What a share is worth for each per cent of its price that it brings in a round."""
PER_PRICE = 0.01
"""What each unit of its price counts against it."""
PER_STOP, PER_PAR, NOT_ENOUGH = 10.0, 0.1, 100.0
"""What each stop around a home is worth, and what each unit of par costs; and what it costs if it does not pay for the
home and the first train: the president pays for the rest."""


def deals_early(game: Game) -> bool:
    """Are there shares for sale, but no trains that never rust, nor soon will be?"""
    return railroad_phases.major_phase(game) and game.state.phase < PHASE["5"]


def presidency(game: Game, start: Start, surroundings: Callable[[Game, Stop], float]) -> float:
    """How good it is to begin a regional at a par."""
    home, par = game.book.companies[start.company].home, game.book.market.prices[start.par]
    short = token_price(game, home) + price(game, start.company, RESERVED) > 2 * par
    where = surroundings(game, game.book.board.current(game.state.tiles, home))
    return PER_STOP * where - PER_PAR * par - NOT_ENOUGH * short


def deals(
    game: Game, seat: Seat, choices: Iterable[Choice], forced: bool, has_run_its_course: Callable[[Game, Company], bool]
) -> Iterator[tuple[Action, float]]:
    """What may be done in a stock turn, and how good it is."""
    for choice in choices:
        for action in choice if choice.action in _DEALS else ():
            match action:
                case Buy():
                    brings = _brings(game, seat, action)
                    if brings is not None:
                        yield action, SHARE + brings
                case Expand():
                    yield action, EXPANDING
                case BuyAndExpand():
                    yield action, BUYING_FIRST
                case Merge(minor, _):
                    if forced or has_run_its_course(game, minor):
                        yield action, JOINING
                case _:
                    yield action, 0.0


_DEALS = frozenset({Buy, Expand, BuyAndExpand, Merge, Pass})


def _brings(game: Game, seat: Seat, action: Buy) -> float | None:
    """How good a share is for its price; None if it is too dear, or of a railroad that earns nothing."""
    company, state = action.company, game.state
    asked, revenue = share_price(game, seat, company, action.source), state.revenue[company]
    if asked > state.cash[seat] or (state.has(company, OPERATED) and not revenue):
        return None
    return PER_CENT * 100 * revenue / game.share_count(company) / max(1, asked) - PER_PRICE * asked


def dividend(game: Game, step: Dividend, offered: Iterable[Choice]) -> Sequence[tuple[Action, float]]:
    """Everything is paid out until the trains of the first levels rust."""
    if game.state.phase >= PHASE["4"] or game.state.kind[step.company] not in (REGIONAL, MAJOR):
        return ()
    return [(action, float(choice.action is PayOut)) for choice in offered for action in choice]


def raising(game: Game, step: TradeShares, offered: Iterable[Choice]) -> Sequence[tuple[Action, float]]:
    """As many shares as are needed for a train, all at once: only then each is paid at the same value.

    Nothing for a major that has a train that lasts, or the money.
    """
    company, least = step.company, cheapest(game, step.company)
    lacks = 0 if least is None else least - game.treasury(company)
    if lacks <= 0 or not habits.saves(game, company):
        return ()
    wanted = ceil(lacks / game.price_of(company))
    sales = [action for choice in offered if choice.action is SellTreasury for action in choice]
    return [(action, -abs(wanted - action.count)) for action in sales if isinstance(action, SellTreasury)]
