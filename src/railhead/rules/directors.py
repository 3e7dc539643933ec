"""Certificates and directorship: who holds how many, and to whom the director's certificate goes."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Owner


def director_size(game: Game, company: int) -> int:
    """How many shares the director's certificate stands for."""
    return game.book.companies[company].director_shares


def ordinary(game: Game, owner: int, company: int) -> int:
    """How many ordinary certificates of a company an owner holds: all shares but those of the director's."""
    held = game.held(owner, company)
    return held - director_size(game, company) if game.state.director[company] == owner else held


def certificates(game: Game, seat: int) -> int:
    """How many certificates count against a player's limit; the director's certificate counts one."""
    count = game.book.slots.other_certificates(game, seat)
    for company in range(game.book.company_count):
        held = game.held(seat, company)
        if held:
            count += held
            if game.state.director[company] == seat:
                count -= director_size(game, company) - 1
    return count


def certificates_of(game: Game, seat: int, company: int, keeps: int) -> int:
    """How many certificates of a company a player has if he keeps so many of his shares."""
    size = director_size(game, company)
    stays = game.state.director[company] == seat and keeps >= size and successor(game, company, seat, keeps) is None
    return keeps - (size - 1) if stays else keeps


def over_limit(game: Game, seat: int) -> bool:
    """Does a player hold more certificates than he may keep?"""
    return certificates(game, seat) > game.book.slots.most_kept(game)


def successor(game: Game, company: int, director: int, keeps: int) -> Owner | None:
    """Who becomes director when the present one keeps so many shares, if anybody does.

    The player with most shares, more than the old director's, and enough to swap for the certificate; of equals
    the first clockwise from the old director.
    """
    most, heir = max(keeps, director_size(game, company) - 1), None
    for seat in game.clockwise(director)[1:]:
        if game.held(seat, company) > most:
            most, heir = game.held(seat, company), seat
    return heir


def ordinary_needed(game: Game, company: int, director: int, keeps: int) -> int:
    """How many ordinary shares a director without successor must get from the pool to keep so many shares.

    Below the size of the director's certificate that certificate itself is sold; what is kept must be ordinary.
    """
    if keeps >= director_size(game, company):
        return 0
    return max(0, keeps - ordinary(game, director, company))


def settle_after_sale(game: Game, company: int, seller: int) -> None:
    """After a director's sale the certificate goes to the successor, or to the pool if he kept too little."""
    if game.state.director[company] != seller:
        return
    keeps = game.held(seller, company)
    heir = successor(game, company, seller, keeps)
    if heir is not None:
        effects.set_director(game, company, heir)
    elif keeps < director_size(game, company):
        effects.set_director(game, company, POOL)


def settle_after_purchase(game: Game, company: int, buyer: int) -> None:
    """A buyer with more shares than the director takes over; one with enough takes a certificate from the pool."""
    director = game.state.director[company]
    if director == BANK:
        return
    needed = director_size(game, company) if director == POOL else game.held(director, company) + 1
    if game.held(buyer, company) >= needed:
        effects.set_director(game, company, buyer)
