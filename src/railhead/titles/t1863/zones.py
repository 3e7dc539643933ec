"""What the zones of the stock chart mean for a company whose marker stays there."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.information import Fate
from railhead.core.state import FLOATED
from railhead.core.text import Text
from railhead.titles.t1863 import lptb, prices
from railhead.titles.t1863.prices import Zone


def fate(game: Game, company: Company) -> Fate | None:
    """Liquidation in the red zone, acquisition in the grey one, from Phase V on seizure (1863-MA-03, 1863-ACQ-06)."""
    zone = prices.zone(game, company)
    if zone is Zone.WHITE or not game.state.has(company, FLOATED):
        return None
    return _in_red(game, company) if zone is Zone.RED else _in_grey(game, company)


def _in_red(game: Game, company: Company) -> Fate:
    liquidated = "Red zone: {company} is liquidated in the next round of mergers"
    return Fate(Text("red zone"), Text(liquidated, company=game.symbol(company)))


def _in_grey(game: Game, company: Company) -> Fate:
    acquired = "Grey zone: {company} may be acquired in the next round of mergers"
    seized = "Grey zone: the LPTB seizes {company} if it is there after an operating round"
    symbol = game.symbol(company)
    told = Text(seized, company=symbol) if lptb.acts(game) else Text(acquired, company=symbol)
    return Fate(Text("grey zone"), told)
