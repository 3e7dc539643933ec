"""Merging shares two for one: once round the table, every holder gives up half of what they have.

Two companies merge into the survivor, or one company refinances; the procedure is the same: an exchange of shares in
which shares on offer go to the pool (1862-MERGE-13), holders have their turns from the initiator on, the company last
and with the money of both (1862-MERGE-18, 1862-MERGE-19), give up what does not survive first (1862-MERGE-20,
1862-MERGE-21), pay for options or give them up (1862-MERGE-25, 1862-MERGE-26), and the director is found at the end
(1862-MERGE-12, 1862-MERGE-30, 1862-MERGE-31). Here are 1862's own rules for one holder's turn.
"""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner
from railhead.core.text import Text
from railhead.rules import exchange
from railhead.rules.directors import director_size, ordinary
from railhead.rules.exchange import Exchange
from railhead.titles.t1862.prices import MergerRules


def merge_holding(game: Game, step: Exchange, holder: Owner) -> None:
    """One holder's turn: give up half, swap what did not survive, sell what cannot be swapped, settle the option."""
    size = exchange.holding(game, step, holder)
    directed = [company for company in step.companies if game.state.director[company] == holder]
    small = directed and size < 2 * director_size(game, step.survivor)
    if small and not _changed_certificate(game, step, holder, directed[0]):
        _make_option_certificate(game, step, holder, directed[0], size)
        return
    exchange.return_shares(game, step, holder, size // 2)
    sold = _swap_or_sell(game, step, holder, has_option=size % 2 == 1)
    if size % 2 == 1 and not sold:
        exchange.push_share_option(game, step, holder, size)


def _changed_certificate(game: Game, step: Exchange, holder: Owner, company: Company) -> bool:
    """A director with fewer than six shares takes three ordinary ones from the pool, if there are three.

    Surviving ones first (1862-MERGE-27).
    """
    needed = director_size(game, company)
    if sum(ordinary(game, POOL, other) for other in step.companies) < needed:
        return False
    exchange.give_certificate(game, holder, POOL, company)
    for other in step.companies:
        taken = min(needed, ordinary(game, POOL, other))
        effects.move_shares(game, POOL, holder, other, taken)
        needed -= taken
    return True


def _make_option_certificate(game: Game, step: Exchange, holder: Owner, company: Company, size: int) -> None:
    """The ordinary shares go to the pool, and the director's certificate becomes an option.

    Rules 1862-MERGE-28 and 1862-MERGE-29. One of the vanishing company is first swapped for the survivor's, in the pool
    or with a later holder; if it cannot be, it is sold.
    """
    for other in step.companies:
        effects.move_shares(game, holder, POOL, other, ordinary(game, holder, other))
    price, shares, survivor = game.price_of(step.survivor), director_size(game, company), step.survivor
    value = step.rate.value(size, 0, price)
    if company != survivor:
        owner = game.state.director[survivor]
        if owner != POOL and owner not in step.waiting:
            effects.pay(game, BANK, holder, value, Text("an option certificate that cannot be swapped"))
            exchange.give_certificate(game, holder, POOL, company)
            return
        exchange.give_certificate(game, holder, owner, company)
        exchange.give_certificate(game, owner, holder, survivor)
    exchange.push_option(game, step, holder, shares, step.rate.cost(size, shares, price), value)


def _swap_or_sell(game: Game, step: Exchange, holder: Owner, has_option: bool) -> bool:
    """Shares kept of the vanishing company are swapped, the option last; was an option sold for want of a share?

    What cannot be swapped (1862-MERGE-22, 1862-MERGE-23) is sold: a full share at the price, an option at half of it
    rounded up (1862-MERGE-24).
    """
    for company, left in exchange.swap(game, step, holder):
        price = game.price_of(step.survivor)
        option = game.rules[MergerRules].option_price(price)
        proceeds = left * price - (price - option if has_option else 0)
        exchange.sell(game, step, holder, company, left, proceeds)
        return has_option
    return False
