"""Certificates in 18OE: what counts, and what a player above the limit has to do (rules 18OE-CERT)."""

from __future__ import annotations

from railhead.core.actions import Pass
from railhead.core.game import Game
from railhead.core.ids import Company, Owner, Private, Seat
from railhead.core.refusal import Refusal
from railhead.core.spelling import Count
from railhead.rules import directors, stock
from railhead.rules.directors import CertificateRules
from railhead.rules.stock import Sell, StockTurn
from railhead.titles.t18oe.facts import CONCESSIONS, REGIONAL
from railhead.titles.t18oe.record import record


def face_up(game: Game, seat: Seat) -> list[Private]:
    """The privates of a player that are open; concessions are none (18OE-CERT-01, 18OE-CERT-02)."""
    closed = record(game).face_down
    return [private for private in game.privates_of(seat) if private not in closed and private not in CONCESSIONS]


def private_certificates(game: Game, seat: Seat) -> int:
    """Every private that is face up counts as a certificate (18OE-CERT-01, 18OE-CERT-02)."""
    return len(face_up(game, seat))


def pass_refusal(game: Game, step: StockTurn, action: Pass) -> Refusal | None:
    """A player above the limit must come back to it now, by sales or with privates that are face up.

    Rules 18OE-CERT-03, 18OE-CERT-04 and 18OE-CERT-05. Nobody has to sell what leaves them with as many certificates.
    """
    if not directors.over_limit(game, step.player):
        return None
    if face_up(game, step.player):
        return game.forbid(
            "stock.over_limit", "You are above the certificate limit: sell shares, or close or remove privates"
        )
    if _sales_help(game, step):
        return game.forbid("stock.over_limit", "You are above the certificate limit and must sell")
    return None


def _sales_help(game: Game, step: StockTurn) -> bool:
    """Is there a sale that leaves the player with fewer certificates? One that costs the presidency may not."""
    return any(
        directors.certificates_sold(game, step.player, company, count) > 0
        and stock.sell_refusal(game, step, Sell(Count(count), company)) is None
        for company in game.all_companies()
        for count in range(1, game.held(step.player, company) + 1)
    )


def heirs(game: Game, company: Company, director: Owner) -> tuple[Owner, ...]:
    """Shares never decide who presides over a regional; one that nobody owns is bought (18OE-SR-27, 18OE-INSOLV-05)."""
    return () if game.state.kind[company] == REGIONAL else directors.players_clockwise(game, company, director)


RULES = CertificateRules(others=private_certificates, heirs=heirs)
