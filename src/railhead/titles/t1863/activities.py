"""Which companies have taken part in something in a round of mergers: each does so once (1863-MA-06)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.titles.t1863.record import amend, record


def take_part(game: Game, *companies: Company) -> None:
    """These companies take part in nothing else in this round (1863-MA-06)."""
    amend(game, active=tuple(sorted({*record(game).active, *companies})))


def has_taken_part(game: Game, company: Company) -> bool:
    """Has a company taken part in something in this round?"""
    return company in record(game).active


def forget(game: Game) -> None:
    """A new round of mergers begins."""
    amend(game, active=())
