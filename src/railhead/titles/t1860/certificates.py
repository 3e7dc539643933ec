"""Certificates in 1860: which shares are for sale, and how many a player may hold (1860-CERT, 1860-RECV-06)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Owner, Seat
from railhead.core.refusal import Refusal
from railhead.core.rulebook import UNLIMITED
from railhead.rules.stock import share_left
from railhead.titles.t1860.facts import PHASE
from railhead.titles.t1860.privates import reserved


def share_for_sale(game: Game, buyer: Owner, company: Company, source: Owner) -> Refusal | None:
    """An ordinary share not kept for a private; the director's certificate is not for sale (1860-RECV-06)."""
    return share_left(game, company, source) or reserved(game, company, source)


def certificate_limit(game: Game) -> int:
    """By the number of players, until phase 8 (1860-CERT-01, 1860-CERT-06)."""
    return UNLIMITED if game.state.phase >= PHASE["8"] else game.book.certificate_limit


def private_certificates(game: Game, seat: Seat) -> int:
    """Each private counts one certificate (1860-CERT-02)."""
    return sum(owner == seat for owner in game.state.privates)
