"""Who may hold how much of what: limits, chains of companies, and what has to be sold (rules 1863-OWN)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import POOL, Company, Owner, Seat
from railhead.core.refusal import Refusal
from railhead.core.state import FLOATED
from railhead.rules import directors
from railhead.titles.t1863.facts import MAJOR, NUMBERS


def companies_of(game: Game, seat: Seat) -> list[Company]:
    """The companies a player decides for, directly or through other companies."""
    floated = (company for company in game.all_companies() if game.state.has(company, FLOATED))
    return [company for company in floated if game.controller(company) == seat]


def entities(game: Game, seat: Seat) -> list[Owner]:
    """A player and their companies: whom they may act for (1863-SR-01)."""
    return [seat, *(game.purse(company) for company in companies_of(game, seat))]


def held_together(game: Game, seat: Seat, company: Company) -> int:
    """What a player and their companies hold of a company; what is on its charter is nobody's (1863-OWN-02)."""
    charter, owners = game.purse(company), game.book.owner_ids
    holders = ((owner, held) for owner in owners if (held := game.held(owner, company)) > 0 and owner != charter)
    return sum(held for owner, held in holders if game.decider(owner) == seat)


def is_shareholder(game: Game, company: Company) -> bool:
    """Does a company hold shares of any other?"""
    held = directors.shares_by_company(game, game.purse(company))
    return any(count and other != company for other, count in enumerate(held))


def most_of(game: Game, company: Company, percentage: int) -> int:
    """How many shares of a company this percentage is."""
    return game.share_count(company) * percentage // 100


def room(game: Game, owner: Owner, company: Company) -> int:
    """How many more shares of a major an owner may get: 60% with all a player controls, 50% for a company.

    Rules 1863-OWN-02, 1863-OWN-03 and 1863-OWN-07; a share that covers a short needs no room.
    """
    seat = game.decider(owner)
    assert seat is not None
    left = most_of(game, company, NUMBERS.most_of_a_player) - held_together(game, seat, company)
    if game.book.company_of(owner) is not None:
        left = min(left, room_of_company(game, owner, company))
    return max(0, left)


def room_of_company(game: Game, owner: Owner, company: Company) -> int:
    """How many more shares of a major a company may get, whoever has them now (1863-OWN-03)."""
    return max(0, most_of(game, company, NUMBERS.most_of_a_company) - game.held(owner, company))


def may_hold(game: Game, owner: Owner, company: Company, count: int) -> Refusal | None:
    """May an owner get this many more shares of a major from somebody they do not control?"""
    if game.short(owner, company) >= count:
        return None
    if count > room(game, owner, company):
        return _too_much(game, owner, company)
    return circle_refusal(game, owner, company, game.held(owner, company) + count)


def _too_much(game: Game, owner: Owner, company: Company) -> Refusal:
    name = game.symbol(company)
    if game.book.company_of(owner) is not None and not room_of_company(game, owner, company):
        most = NUMBERS.most_of_a_company
        return game.forbid("own.half", "A company holds no more than {most}% of {name}", most=most, name=name)
    most = NUMBERS.most_of_a_player
    return game.forbid(
        "own.most", "A player and their companies hold no more than {most}% of {name}", most=most, name=name
    )


def circle_refusal(game: Game, owner: Owner, company: Company, held: int, given: int = 0) -> Refusal | None:
    """No company may come to have so much of one above it that it would be its president (1863-OWN-05).

    The president may give up some shares in the same deal.
    """
    if would_close_a_circle(game, owner, company, held, given):
        return game.forbid(
            "own.circle",
            "{owner} would become president of {company}, to which it belongs itself",
            owner=game.name(owner),
            company=game.symbol(company),
        )
    return None


def would_close_a_circle(game: Game, owner: Owner, company: Company, held: int, given: int = 0) -> bool:
    """Would an owner with this many shares be president of a company above it, if that were possible?"""
    return _above_in_chain(game, owner, company, held, given) > 0


def _above_in_chain(game: Game, owner: Owner, company: Company, held: int, given: int = 0) -> int:
    """How many of this many shares would make an owner president of a company above it; none if it is not above."""
    holder = game.book.company_of(owner)
    if holder is None or not game.is_directed_by(holder, company):
        return 0
    most = game.held(game.state.director[company], company) - given
    return held - max(most, game.kind_of(company).director_shares - 1)


# -- what has to be sold --------------------------------------------------------------------------


def too_many(game: Game, holder: Owner) -> tuple[Company, ...]:
    """The majors of which an owner must sell at the next opportunity.

    Above 50% for a company, above 60% together with all that belongs to a player (1863-OWN-04), or so much of a company
    above it that it would be president (1863-OWN-06, 1863-OWN-13).
    """
    held = zip(game.all_companies(), directors.shares_by_company(game, holder), strict=True)
    return tuple(company for company, count in held if count > 0 and excess(game, holder, company) > 0)


def excess(game: Game, holder: Owner, company: Company) -> int:
    """How many shares of a company an owner has too many; all of them are sold at once (1863-OWN-04, 1863-OWN-06)."""
    held = game.held(holder, company)
    if holder == game.purse(company) or game.state.kind[company] != MAJOR:
        return 0
    above_half = 0
    if game.book.company_of(holder) is not None:
        above_half = held - most_of(game, company, NUMBERS.most_of_a_company)
    above = max(above_half, _above_together(game, holder, company), _above_in_chain(game, holder, company, held))
    return max(0, min(held, above))


def _above_together(game: Game, holder: Owner, company: Company) -> int:
    """How much more of a company than a player may have is controlled by whoever decides for an owner."""
    most = most_of(game, company, NUMBERS.most_of_a_player)
    in_hands = game.share_count(company) - game.held(POOL, company) - game.held(game.purse(company), company)
    if in_hands + game.shorts_out(company) <= most:
        return 0
    seat = game.decider(holder)
    assert seat is not None
    return held_together(game, seat, company) - most
