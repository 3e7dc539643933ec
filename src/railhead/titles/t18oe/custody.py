"""The share that Barclay keeps for a player: nobody else gets it (18OE-PRIV-16, 18OE-PRIV-51)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Owner
from railhead.titles.t18oe.record import amend, record


def free_shares(game: Game, taker: Owner, company: Company) -> int:
    """How many shares in the treasury of a railroad somebody could get, by buying or merging.

    Other shares stay free (18OE-PRIV-19); the player for whom one is kept takes it last.
    """
    kept = record(game).custody
    held = game.held(game.purse(company), company)
    return held - 1 if kept is not None and kept[1] == company and kept[0] != taker else held


def released(game: Game, company: Company) -> None:
    """A share has left the treasury: with the last one the share in custody is gone (18OE-PRIV-19)."""
    kept = record(game).custody
    if kept is not None and kept[1] == company and not game.held(game.purse(company), company):
        amend(game, custody=None)
