"""Shares that pass between a player and their companies, or between these (rules 1863-SUB)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, OneOf, only
from railhead.core.deals import SharesBought
from railhead.core.game import Game
from railhead.core.ids import Company, Owner
from railhead.core.refusal import Refusal
from railhead.core.spelling import Count
from railhead.core.steps import Move
from railhead.core.text import Text
from railhead.rules import directors, stock
from railhead.rules.directors import CertificateRules
from railhead.rules.stock import StockTurn
from railhead.titles.t1863 import ownership, prices
from railhead.titles.t1863.facts import MINOR
from railhead.titles.t1863.shares import after_trade, has_sold, in_liquidation, remember_sale


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Buy shares of a company straight from another company of the same player."""

    count: Count
    company: Company
    seller: Company
    form: ClassVar[str] = "take {count} {company} from {seller}"
    label: ClassVar[str] = "Buy {count} of {company} from {seller}"
    told: ClassVar[tuple[str, ...]] = ("{buyer} buys {count} of {company} from {seller} for {price}",)
    covers: ClassVar[tuple[type[object], ...]] = (SharesBought,)
    topic: ClassVar[Topic] = Topic.SHARES


def refusal(game: Game, step: StockTurn, action: Take) -> Refusal | None:
    """Any number of shares at the current price, as the purchase of the turn (1863-SUB-01, 1863-SUB-05)."""
    company, owner, count = action.company, game.purse(action.seller), action.count
    return (
        _seller_refusal(game, step, action)
        or in_liquidation(game, company)
        or has_sold(game, step.holder, company)
        or limit_refusal(game, step.holder, owner, company, count)
        or president_refusal(game, step.holder, owner, company, count)
        or _purchase_refusal(game, step, owner, company, count)
    )


def _seller_refusal(game: Game, step: StockTurn, action: Take) -> Refusal | None:
    """From a company of the player to the player or another company of theirs, never from a player.

    Rules 1863-SUB-04 and 1863-SUB-06; a minor passes as a whole (1863-SUB-03).
    """
    company, owner, count, symbol = action.company, game.purse(action.seller), action.count, game.symbol(action.company)
    if game.controller(action.seller) != step.player or owner in (step.holder, game.purse(company)):
        return game.forbid("take.seller", "Shares pass directly only from another company of yours")
    if step.holder == game.purse(company):
        return game.forbid("buy.own", "A company does not buy its own shares, it redeems them")
    held, holds = game.held(owner, company), "{seller} holds {held} of {company}"
    if count > held:
        return game.forbid("take.held", holds, seller=game.name(owner), held=held, company=symbol)
    if game.state.kind[company] == MINOR and count < game.share_count(company):
        return game.forbid("own.minor", "{company} is wholly owned", company=symbol)
    return None


def _purchase_refusal(game: Game, step: StockTurn, seller: Owner, company: Company, count: int) -> Refusal | None:
    """The one purchase of the turn, within the cash and the certificate limit (1863-BUY-07)."""
    buyer, cost = step.holder, count * game.price_of(company)
    found = stock.purchase_refusal(game, step, cost, covers=game.short(buyer, company) >= count)
    if found is None and _certificates_after(game, buyer, seller, company, count) > _limit(game):
        return game.forbid("stock.limit", "You would hold more certificates than the limit allows")
    return found


def _limit(game: Game) -> int:
    return game.rules[CertificateRules].limit(game)


def _certificates_after(game: Game, buyer: Owner, seller: Owner, company: Company, count: int) -> int:
    """How many certificates a player would have: that of the president counts as one (1863-OWN-12)."""
    seat, size = game.book.seat_of(buyer), directors.director_size(game, company)
    if seat is None:
        return 0

    def counted(held: int, president: Owner | None) -> int:
        return max(0, held) - (size - 1) * (president == buyer)

    held = game.held(buyer, company)
    now = counted(held, game.state.director[company])
    after = counted(held + count, president_after(game, buyer, seller, company, count))
    return directors.certificates(game, seat) - now + after


def limit_refusal(game: Game, buyer: Owner, seller: Owner, company: Company, count: int) -> Refusal | None:
    """A company stays within 50%; what belongs together stays the same. No circle comes about (1863-OWN-05)."""
    holder = game.book.company_of(buyer)
    if holder is None:
        return None
    if game.state.kind[company] == MINOR:
        circle = holder == company or game.is_directed_by(holder, company)
        return game.forbid("own.circle", "That would close a circle of companies") if circle else None
    if count > ownership.room_of_company(game, buyer, company):
        return game.forbid("take.most", "A company holds no more than half of another")
    given = count if game.state.director[company] == seller else 0
    return ownership.circle_refusal(game, buyer, company, game.held(buyer, company) + count, given)


def president_refusal(game: Game, buyer: Owner, seller: Owner, company: Company, count: int) -> Refusal | None:
    """A seller who keeps less than the president's certificate needs somebody to swap it with (1863-OWN-10)."""
    if president_after(game, buyer, seller, company, count) is not None:
        return None
    return game.forbid("sell.president", "Nobody could take over the president's certificate")


def president_after(game: Game, buyer: Owner, seller: Owner, company: Company, count: int) -> Owner | None:
    """Who is president once these shares have passed: the buyer, if nobody has more (1863-OWN-08).

    None if nobody has enough for the certificate.
    """

    def holds(owner: Owner) -> int:
        return game.held(owner, company) + count * ((owner == buyer) - (owner == seller))

    president, size = game.state.director[company], directors.director_size(game, company)
    rivals = sorted(directors.rivals(game, company), key=lambda rival: rival != buyer)
    strongest = max(rivals, key=holds, default=president)
    if holds(strongest) > max(holds(president), size - 1):
        return strongest
    return president if holds(president) >= size else None


def options(game: Game, step: StockTurn) -> Iterable[Choice]:
    """What the player's companies hold of others, and how much of it whoever acts may buy."""
    if step.bought:
        return
    for seller in ownership.companies_of(game, step.player):
        for company in game.all_companies():
            held = range(1, game.held(game.purse(seller), company) + 1)
            counts = tuple(n for n in held if refusal(game, step, Take(Count(n), company, seller)) is None)
            if counts:
                yield Choice(Take, (OneOf(counts), only(company), only(seller)))


def _take(game: Game, step: StockTurn, action: Take) -> None:
    """The seller's treasury is paid; afterwards the price falls one place a share (1863-SUB-02, 1863-SUB-03)."""
    company, seller, count = action.company, game.purse(action.seller), action.count
    purpose = Text("{count} {company}", count=count, company=game.symbol(company))
    president = president_after(game, step.holder, seller, company, count)
    assert president is not None
    effects.pay(game, step.holder, seller, count * game.price_of(company), purpose)
    effects.move_shares(game, seller, step.holder, company, count)
    if president != game.state.director[company]:
        effects.set_director(game, company, president)
    stock.note_purchase(game, step)
    remember_sale(game, seller, company)
    prices.fall(game, company, count)
    after_trade(game, company)


TAKE = stock.unless_over_limit(Move(Take, options, refusal, _take))
ACTIONS = (Take,)
