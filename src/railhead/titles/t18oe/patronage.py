"""Patronage: the first railroad to build in some cities is paid for it, once (rules 18OE-PATRON)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Hex
from railhead.core.text import Text
from railhead.titles.t18oe.facts import NATIONAL, REGIONS
from railhead.titles.t18oe.record import amend, record


def patron(game: Game, hex_: Hex) -> str:
    """The colour of the patronage tile on a hex; empty if there is none."""
    return next((colour for where, colour in record(game).patronage if where == hex_), "")


def bounty(game: Game, hex_: Hex) -> int:
    """What the tile on a hex pays now: by the best colour of track in this Train Phase (18OE-PATRON-02).

    In Train Phase 1 that is what it will pay in the first operating round.
    """
    colour = patron(game, hex_)
    if not colour:
        return 0
    best = max(0, len(game.book.phases[game.state.phase].colours) - 1)
    return int(REGIONS["patronage"][colour]["payout"][best])


def fulfil(game: Game, company: Company, hex_: Hex) -> int:
    """The bank pays the treasury at once, and the tile is gone; a national has no treasury.

    Rules 18OE-PATRON-01 and 18OE-PATRON-03. Returns what was paid.
    """
    paid = 0 if game.state.kind[company] == NATIONAL else bounty(game, hex_)
    _settle(game, company, hex_, paid)
    return paid


def fulfil_by_floating(game: Game, minor: Company, hex_: Hex) -> None:
    """A minor that has its home there gets the lowest amount on the tile (18OE-FLOAT-14)."""
    colour = patron(game, hex_)
    if colour:
        _settle(game, minor, hex_, min(REGIONS["patronage"][colour]["payout"]))


def _settle(game: Game, company: Company, hex_: Hex, paid: int) -> None:
    effects.pay(game, BANK, game.purse(company), paid, Text("its patronage"))
    if patron(game, hex_):
        amend(game, patronage=tuple(entry for entry in record(game).patronage if entry[0] != hex_))
