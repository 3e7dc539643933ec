"""Growth on borrowed money: small companies in good places, each with its train, one as soon as the last one earns.

Where new companies may borrow beside what their founder puts in, much less of the founder's own money makes each of
them pay. They stay wholly owned until they need the money of others for a train that lasts.
"""

from __future__ import annotations

from railhead.bots import building, debts, flipping, securing, thumb
from railhead.bots.bot import Weighed
from railhead.bots.table import Table, made
from railhead.core.actions import Deed, Topic
from railhead.core.choices import Choice, Span
from railhead.core.ids import Company, Stop
from railhead.core.spelling import Count
from railhead.core.state import FLOATED
from railhead.core.steps import Matter
from railhead.rules import directors
from railhead.rules.borrowing import Borrow, Repay, borrower
from railhead.rules.directors import CertificateRules
from railhead.rules.loans import LoanRules
from railhead.rules.outlook import OutlookRules
from railhead.rules.track import LayTile

RIGHT = 0.08
"""Which part of the capital of a company is bid for the right to begin it."""
DIRECTED = 5
"""Whoever directs so many companies begins no more."""
CERTIFICATES = 5
"""There should be room for so many certificates of a new company."""


def capital(table: Table) -> float:
    """How much should be put into a new company; nothing where it keeps nothing of that."""
    return table.game.rules[OutlookRules].capital(table.game) or 0.0


def lay(table: Table) -> list[Weighed]:
    """The tile after which all trains of the company, and one more, earn most."""
    return thumb.build(table, LayTile, fleet=True)


# -- further companies ------------------------------------------------------------------------------


def begin(table: Table) -> list[Weighed]:
    """A company where it is expected to earn most."""
    if not is_ready(table):
        return []
    found = []
    for choice in table.offered:
        if choice.action.topic is Topic.AUCTION and len(choice.domains) == 3:
            companies, stops, amounts = choice.domains
            if isinstance(amounts, Span):
                places = ((company, stop) for company in companies for stop in stops)
                found += [Weighed(made(choice, *each, amounts.low), _site(table, *each)) for each in places]
    return found


def bid(table: Table) -> list[Weighed]:
    """A little for the right to begin a company, if its place is a good one."""
    lot = getattr(table.step, "lot", None)
    company, stop = getattr(lot, "company", None), getattr(lot, "stop", None)
    if company is None or stop is None:
        return thumb.bid(table)
    wanted = is_ready(table) and _site(table, company, stop) > 0
    return thumb.bids(table, RIGHT * capital(table) if wanted else -1.0)


def is_ready(table: Table) -> bool:
    """Is there money for another company, and do all earn that the player has? The first round is for one of them."""
    game, seat = table.game, table.seat
    privates = sum(flipping.resale(table, each) / 2 for each in game.privates_of(seat))
    if table.cash + min(privates, capital(table) / 2) < (1 + RIGHT) * capital(table) or len(table.mine) >= DIRECTED:
        return False
    if directors.certificates(game, seat) + CERTIFICATES > game.rules[CertificateRules].limit(game):
        return False
    floated = [each for each in table.mine if game.state.has(each, FLOATED)]
    return all(game.state.revenue[each] > debts.dues(game, each) for each in floated)


def _site(table: Table, company: Company, stop: Stop) -> float:
    return table.game.rules[OutlookRules].site(table.game, company, stop)


def starting_price(table: Table) -> list[Weighed]:
    """The lowest price that brings the capital."""
    return thumb.starting_prices(table, capital(table) / 2)


# -- money ------------------------------------------------------------------------------------------


def borrow(table: Table) -> list[Weighed]:
    """Loans for a first train, or for one that lasts; otherwise as everybody does."""
    return securing.borrow(table) or _for_a_first_train(table) or debts.borrow(table)


def _for_a_first_train(table: Table) -> list[Weighed]:
    game, company = table.game, borrower(table.game, table.step)
    if company is None or table.step.matter is not Matter.TRAINS or building.running(game, company):
        return []
    lacking = table.next_price() + debts.dues(game, company) - game.treasury(company)
    count = -(-lacking // max(1, game.rules[LoanRules].proceeds(game, company)))
    return [Weighed(Borrow(Count(count)), 1.0)] if 0 < count <= debts.most(table, Borrow) else []


def habit(table: Table) -> list[Weighed]:
    """What players usually do, but no mergers, which leave less of a share than they add to its price.

    Nothing is made of a company either, as long as no train that lasts is to be paid for.
    """
    beyond = [Borrow, Repay]
    offered = [each for each in table.offered if each.action not in beyond and each.action.deed is not Deed.MERGE]
    if not securing.on_sale(table):
        offered = [each for each in offered if each.action.topic is not Topic.MERGERS]
    return thumb.liked(table, [each for each in offered if not _begins(each) or debts.can_begin(table)])


def _begins(choice: Choice) -> bool:
    return choice.action.topic is Topic.AUCTION and len(choice.domains) == 3


_CHANGED: dict[str, thumb.Rule] = {
    "track": lay,
    "start": begin,
    "bid": bid,
    "price": starting_price,
    "amount": securing.amount,
    "borrow": borrow,
    "habit": habit,
}
_FIRST: thumb.Rules = (
    ("flip", flipping.bid),
    ("flip", flipping.auction),
    ("sell private", flipping.sell),
    ("put in", flipping.put_in),
)

RULES: thumb.Rules = (*_FIRST, *((name, _CHANGED.get(name, rule)) for name, rule in thumb.RULES))
"""The rules of thumb of a player who grows in this way."""
