"""The London & North Eastern Railway: what its formation changes (rules 1862-LNER)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.events import Noted
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL
from railhead.core.state import STARTED
from railhead.core.text import Text, to_translate
from railhead.titles.t1862.facts import PHASE
from railhead.titles.t1862.record import amend, record


def trigger(game: Game) -> int:
    """The phase whose first train triggers it: H, or in the shorter game E (1862-LNER-01, 1862-VAR-03)."""
    return PHASE["E" if "shorter_game" in game.book.options else "H"]


def due(game: Game) -> bool:
    """Has the train that triggers it been sold?"""
    return game.state.phase >= trigger(game) and not record(game).lner


def phase_began(game: Game) -> None:
    """Say what a new phase brings apart from tiles and trains: companies (1862-SETUP-13), and the LNER.

    The LNER is announced once, though in the shorter game further phases may follow before it forms; and not at all if
    the game ends without it (1862-END-01, 1862-END-03).
    """
    opened = [c for c in game.all_companies() if record(game).group[c] == game.state.phase]
    if opened:
        game.tell(
            Noted(
                Text(
                    "Available from now on: {companies}",
                    companies=", ".join(game.symbol(company) for company in opened),
                )
            )
        )
    if game.state.phase == trigger(game) and not game.state.ending:
        game.tell(Noted(Text("The LNER will form after this set of operating rounds")))


def form(game: Game) -> None:
    """Shares in the offer go to the pool, and there is a new certificate limit (1862-LNER-05, 1862-CERT-05)."""
    game.tell(Noted(Text("The London & North Eastern Railway is formed")))
    for company in game.all_companies():
        if game.state.has(company, STARTED):
            effects.move_shares(game, BANK, POOL, company, game.held(BANK, company))
    most = max(sum(game.held(seat, company) for company in game.all_companies()) for seat in game.book.seat_ids)
    amend(game, lner=True, limit=most)
    effects.foresee_end(game, to_translate("the LNER has formed"))
