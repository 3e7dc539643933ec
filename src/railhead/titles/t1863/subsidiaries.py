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
from railhead.titles.t1863.shares import after_trade, has_sold, remember_sale


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
    """Any number of shares at the current price, as the purchase of the turn (1863-SUB-01, 1863-SUB-05).

    From a company of the player to the player or another company of theirs, never from a player (1863-SUB-04,
    1863-SUB-06); a minor as a whole (1863-SUB-03).
    """
    company, owner, count = action.company, game.purse(action.seller), action.count
    if game.controller(action.seller) != step.player or owner in (step.holder, game.purse(company)):
        return game.forbid("take.seller", "Shares pass directly only from another company of yours")
    if count > game.held(owner, company):
        held = game.held(owner, company)
        return game.forbid(
            "take.held",
            "{seller} holds {held} of {company}",
            seller=game.name(owner),
            held=held,
            company=game.symbol(company),
        )
    if game.state.kind[company] == MINOR and count < game.share_count(company):
        return game.forbid("own.minor", "{company} is wholly owned", company=game.symbol(company))
    return (
        has_sold(game, step.holder, company)
        or _purchase_refusal(game, step, company, count)
        or _limit_refusal(game, step.holder, owner, company, count)
        or _certificate_refusal(game, step.holder, owner, company, count)
    )


def _purchase_refusal(game: Game, step: StockTurn, company: Company, count: int) -> Refusal | None:
    """The one purchase of the turn, within the cash and the certificate limit."""
    cost = count * game.price_of(company)
    found = stock.purchase_refusal(game, step, cost, covers=True)
    seat = game.book.seat_of(step.holder)
    if found is not None or seat is None:
        return found
    gained = 1 if game.state.kind[company] == MINOR else max(0, count - game.short(seat, company))
    if directors.certificates(game, seat) + gained > game.rules[CertificateRules].limit(game):
        return game.forbid("stock.limit", "You would hold more certificates than the limit allows")
    return None


def _limit_refusal(game: Game, buyer: Owner, seller: Owner, company: Company, count: int) -> Refusal | None:
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


def _certificate_refusal(game: Game, buyer: Owner, seller: Owner, company: Company, count: int) -> Refusal | None:
    """A seller who keeps less than the president's certificate needs somebody to swap it with (1863-OWN-10)."""
    keeps, size = game.held(seller, company) - count, directors.director_size(game, company)
    if game.state.director[company] != seller or keeps >= size:
        return None
    could_direct = buyer in directors.rivals(game, company) and game.held(buyer, company) + count >= size
    if could_direct or directors.successor(game, company, seller, keeps) is not None:
        return None
    return game.forbid("sell.president", "Nobody could take over the president's certificate")


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
    effects.pay(game, step.holder, seller, count * game.price_of(company), purpose)
    effects.move_shares(game, seller, step.holder, company, count)
    if game.state.director[company] == seller and game.held(seller, company) < directors.director_size(game, company):
        _hand_over(game, company, seller, step.holder)
    stock.note_purchase(game, step)
    remember_sale(game, seller, company)
    prices.fall(game, company, count)
    after_trade(game, company)


def _hand_over(game: Game, company: Company, seller: Owner, buyer: Owner) -> None:
    """The certificate goes to whoever holds most; the buyer, if nobody has more."""
    heir = directors.successor(game, company, seller, game.held(seller, company))
    effects.set_director(game, company, buyer if heir is None else heir)


TAKE = stock.unless_over_limit(Move(Take, options, refusal, _take))
ACTIONS = (Take,)
