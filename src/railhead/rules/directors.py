"""Certificates and directorship: who holds how many, and to whom the director's certificate goes."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner, Seat
from railhead.core.laws import GameCount, SeatCount
from railhead.core.rulebook import RuleGroup


def kept_up_to_the_limit(game: Game) -> int:
    """A player may keep as many certificates as they may hold when buying."""
    return game.rules[CertificateRules].limit(game)


def limit_by_players(game: Game) -> int:
    """The limit printed for this number of players."""
    return game.book.certificate_limit


def only_shares_count(game: Game, seat: Seat) -> int:
    """Nothing but shares counts against the limit."""
    return 0


@dataclass(frozen=True)
class CertificateRules(RuleGroup):
    """How many certificates a player may hold."""

    limit: GameCount = limit_by_players
    """From how many certificates on a player may not buy more."""
    most_kept: GameCount = kept_up_to_the_limit
    """How many certificates a player may keep without having to sell."""
    others: SeatCount = only_shares_count
    """Certificates besides shares that count against a player's limit."""


def director_size(game: Game, company: Company) -> int:
    """How many shares the director's certificate stands for."""
    return game.book.companies[company].director_shares


def ordinary(game: Game, owner: Owner, company: Company) -> int:
    """How many ordinary certificates of a company an owner holds: all shares but those of the director's."""
    held = game.held(owner, company)
    return held - director_size(game, company) if game.state.director[company] == owner else held


def certificates(game: Game, seat: Seat) -> int:
    """How many certificates count against a player's limit; the director's certificate counts one."""
    companies = game.book.company_count
    held = game.state.shares[seat * companies : (seat + 1) * companies]
    spared = [c for c, director in enumerate(game.state.director) if director == seat and held[c]]
    count = game.rules[CertificateRules].others(game, seat) + sum(held)
    return count - sum(director_size(game, company) - 1 for company in spared)


def certificates_of(game: Game, seat: Seat, company: Company, keeps: int) -> int:
    """How many certificates of a company a player has if he keeps so many of his shares."""
    size = director_size(game, company)
    stays = game.state.director[company] == seat and keeps >= size and successor(game, company, seat, keeps) is None
    return keeps - (size - 1) if stays else keeps


def over_limit(game: Game, seat: Seat) -> bool:
    """Does a player hold more certificates than he may keep?"""
    return certificates(game, seat) > game.rules[CertificateRules].most_kept(game)


def successor(game: Game, company: Company, director: Owner, keeps: int) -> Owner | None:
    """Who becomes director when the present one keeps so many shares, if anybody does.

    The player with most shares, more than the old director's, and enough to swap for the certificate; of equals
    the first clockwise from the old director.
    """
    most, heir = max(keeps, director_size(game, company) - 1), None
    for seat in game.clockwise(director)[1:]:
        if game.held(seat, company) > most:
            most, heir = game.held(seat, company), seat
    return heir


def ordinary_needed(game: Game, company: Company, director: Owner, keeps: int) -> int:
    """How many ordinary shares a director without successor must get from the pool to keep so many shares.

    Below the size of the director's certificate that certificate itself is sold; what is kept must be ordinary.
    """
    if keeps >= director_size(game, company):
        return 0
    return max(0, keeps - ordinary(game, director, company))


def settle_after_sale(game: Game, company: Company, seller: int) -> None:
    """After a director's sale the certificate goes to the successor, or to the pool if he kept too little."""
    if game.state.director[company] != seller:
        return
    keeps = game.held(seller, company)
    heir = successor(game, company, seller, keeps)
    if heir is not None:
        effects.set_director(game, company, heir)
    elif keeps < director_size(game, company):
        effects.set_director(game, company, POOL)


def settle_after_purchase(game: Game, company: Company, buyer: int) -> None:
    """A buyer with more shares than the director takes over; one with enough takes a certificate from the pool."""
    director = game.state.director[company]
    if director == BANK:
        return
    needed = director_size(game, company) if director == POOL else game.held(director, company) + 1
    if game.held(buyer, company) >= needed:
        effects.set_director(game, company, buyer)
