"""Certificates and directorship: who holds how many, and who gets the director's certificate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner, Seat
from railhead.core.laws import GameCount, SeatCount
from railhead.core.rulebook import RuleGroup


def kept_up_to_the_limit(game: Game) -> int:
    """A player may keep as many certificates as the limit on buying allows."""
    return game.rules[CertificateRules].limit(game)


def limit_by_players(game: Game) -> int:
    """The limit printed for this number of players."""
    return game.book.certificate_limit


def only_shares_count(game: Game, seat: Seat) -> int:
    """Only shares count against the limit."""
    return 0


class Heirs(Protocol):
    """Who may succeed the director of a company, in the order that breaks ties."""

    def __call__(self, game: Game, company: Company, director: Owner) -> tuple[Owner, ...]: ...


def players_clockwise(game: Game, company: Company, director: Owner) -> tuple[Owner, ...]:
    """The other players, clockwise from the director; all players if the director is not a player."""
    seat = game.book.seat_of(director)
    return game.players if seat is None else game.others(seat)


def players_then_companies(game: Game, company: Company, director: Owner) -> tuple[Owner, ...]:
    """The other players, then every company except this one and those it directs, directly or through others.

    So no company can ever come to direct itself; nor does one direct anything for which nobody decides.
    """
    unable = {company}
    if game.purse(company) in game.state.director:
        unable = {other for other in game.all_companies() if game.is_directed_by(other, company)}
    if POOL in game.state.director:
        unable |= {other for other in game.all_companies() if game.controller(other) is None}
    companies = (game.purse(other) for other in game.all_companies() if other not in unable)
    return tuple(owner for owner in (*players_clockwise(game, company, director), *companies) if owner != director)


@dataclass(frozen=True)
class CertificateRules(RuleGroup):
    """How many certificates a player may hold, and who may direct a company."""

    limit: GameCount = limit_by_players
    """A player with this many certificates may not buy any more."""
    most_kept: GameCount = kept_up_to_the_limit
    """How many certificates a player may keep without having to sell."""
    others: SeatCount = only_shares_count
    """Certificates other than shares that count against a player's limit."""
    heirs: Heirs = players_clockwise
    """Who may succeed this owner as director of this company, in the order that breaks ties."""

    @property
    def chains(self) -> bool:
        """May companies direct other companies?"""
        return self.heirs is players_then_companies


def director_size(game: Game, company: Company) -> int:
    """How many shares the director's certificate represents."""
    return game.kind_of(company).director_shares


def ordinary(game: Game, owner: Owner, company: Company) -> int:
    """How many ordinary certificates of a company an owner holds: all shares but the director's."""
    held = game.held(owner, company)
    return held - director_size(game, company) if game.state.director[company] == owner else held


# -- the certificate limit ------------------------------------------------------------------------


def shares_by_company(game: Game, owner: Owner) -> list[int]:
    """By company: how many shares an owner holds."""
    companies = game.book.company_count
    return game.state.shares[owner * companies : (owner + 1) * companies]


def certificates(game: Game, seat: Seat) -> int:
    """How many certificates count against a player's limit.

    The director's certificate counts as one; shares that are owed do not count.
    """
    state, kinds = game.state, game.book.kinds
    held = shares_by_company(game, seat)
    owned = sum(shares for shares in held if shares > 0) if game.book.shorts else sum(held)
    count = owned + game.rules[CertificateRules].others(game, seat)
    if seat in state.director:
        for shares, director, kind in zip(held, state.director, state.kind, strict=True):
            if shares and director == seat:
                count -= kinds[kind].director_shares - 1
    return count


def certificates_of(game: Game, seat: Seat, company: Company, keeps: int) -> int:
    """How many certificates of a company a player has after keeping this many shares."""
    size = director_size(game, company)
    stays = game.state.director[company] == seat and keeps >= size and successor(game, company, seat, keeps) is None
    return keeps - (size - 1) if stays else keeps


def certificates_sold(game: Game, seller: Seat, company: Company, count: int) -> int:
    """How many certificates fewer a player has after selling this many shares; negative if there are more."""
    held = game.held(seller, company)
    before, after = (certificates_of(game, seller, company, number) for number in (held, held - count))
    return before - after


def at_limit(game: Game, owner: Owner) -> bool:
    """Is an owner barred from buying more certificates? Only players have a limit."""
    seat = game.book.seat_of(owner)
    return seat is not None and certificates(game, seat) >= game.rules[CertificateRules].limit(game)


def over_limit(game: Game, owner: Owner) -> bool:
    """Does an owner hold more certificates than they may keep? Only players have a limit."""
    seat = game.book.seat_of(owner)
    return seat is not None and certificates(game, seat) > game.rules[CertificateRules].most_kept(game)


# -- who becomes director -------------------------------------------------------------------------


def successor(game: Game, company: Company, director: Owner, keeps: int) -> Owner | None:
    """Who, if anybody, becomes director when the current one keeps this many shares.

    The owner with the most shares, if they are more than the old director's and enough to swap for the certificate;
    ties go to the first in the order of succession.
    """
    most, found = max(keeps, director_size(game, company) - 1), None
    for heir in game.rules[CertificateRules].heirs(game, company, director):
        if game.held(heir, company) > most:
            most, found = game.held(heir, company), heir
    return found


def ordinary_needed(game: Game, company: Company, director: Owner, keeps: int) -> int:
    """How many ordinary shares a director without a successor needs from the pool to keep this many shares.

    If they keep fewer than the director's certificate represents, the certificate is sold and ordinary shares are kept.
    """
    if keeps >= director_size(game, company):
        return 0
    return max(0, keeps - ordinary(game, director, company))


def settle_after_sale(game: Game, company: Company, seller: Owner) -> None:
    """After a director's sale, the certificate goes to the successor, or to the pool if too few shares were kept."""
    if game.state.director[company] != seller:
        return
    keeps = game.held(seller, company)
    heir = successor(game, company, seller, keeps)
    if heir is not None:
        effects.set_director(game, company, heir)
    elif keeps < director_size(game, company):
        effects.set_director(game, company, POOL)


def settle_all(game: Game) -> None:
    """Every company is directed by whoever has most of it and may direct it.

    Where companies direct companies, one change may bring about another: whoever was passed over because the company
    directed them may be free to direct it now.
    """
    while any(_settle(game, company) for company in game.all_companies()):
        pass


def _settle(game: Game, company: Company) -> bool:
    """A company gets a new director, if somebody who may direct it has more; does it?"""
    director = game.director(company)
    heir = None if director is None else successor(game, company, director, game.held(director, company))
    if heir is not None:
        effects.set_director(game, company, heir)
    return heir is not None


def rivals(game: Game, company: Company) -> tuple[Owner, ...]:
    """Who would direct a company if they had more of it than its director: all who may succeed them."""
    director = game.director(company)
    return () if director is None else game.rules[CertificateRules].heirs(game, company, director)


def settle_after_purchase(game: Game, company: Company, buyer: Owner) -> None:
    """A buyer with more shares than the director takes over; one with enough takes the certificate from the pool."""
    director = game.state.director[company]
    if director == BANK:
        return
    needed = director_size(game, company) if director == POOL else game.held(director, company) + 1
    may_direct = buyer in game.rules[CertificateRules].heirs(game, company, director)
    if may_direct and game.held(buyer, company) >= needed:
        effects.set_director(game, company, buyer)
