"""Minors that merge into a major (rules 1863-MERGE)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Owner
from railhead.titles.t1863 import joining, mini_round, paying
from railhead.titles.t1863.facts import MAJOR
from railhead.titles.t1863.shares import buy_from_charter


def shares_of_owners(game: Game, members: Sequence[Company]) -> dict[Owner, int]:
    """Each minor gives its owner one share of the new company (1863-MERGE-02); one that merges itself gets none."""
    merging = {game.purse(company) for company in members}
    owners = Counter(game.state.director[company] for company in members)
    return {owner: count for owner, count in owners.items() if owner not in merging}


def president(game: Game, members: Sequence[Company], survivor: Company) -> Owner:
    """Whoever has most; on ties the owner of the survivor, or whoever owns the minor that owns it."""
    held = shares_of_owners(game, members)
    owner = game.state.director[survivor]
    while owner not in held:
        above = game.book.company_of(owner)
        assert above is not None
        owner = game.state.director[above]
    chosen = joining.president(game, members, held, owner)
    assert chosen is not None, "the owner at the top of the chain belongs to none of the minors"
    return chosen


def lacking(game: Game, members: Sequence[Company], chosen: Owner) -> int:
    """How many shares the president has to buy to have the certificate."""
    return max(0, game.book.kinds[MAJOR].director_shares - shares_of_owners(game, members)[chosen])


def has_president(game: Game, members: Sequence[Company], survivor: Company) -> bool:
    """Does somebody have the two shares of the president's certificate, or the money to buy what is missing?"""
    chosen = president(game, members, survivor)
    return paying.means(game, chosen) >= lacking(game, members, chosen) * joining.joint_price(game, members)


def carry_out(game: Game, survivor: Company, others: Sequence[Company]) -> None:
    """Two old shares become one, at the sum of the prices; no tokens are added (1863-MERGE-03, 1863-MERGE-07).

    Shares, shorts and the small stock round as in a conversion (1863-MERGE-08).
    """
    members = (survivor, *others)
    held, chosen = shares_of_owners(game, members), president(game, members, survivor)
    missing, place = lacking(game, members, chosen), joining.joint_place(game, members)
    purse = game.purse(survivor)
    paying.cover(game, chosen, missing * joining.joint_price(game, members))
    effects.move_shares(game, game.state.director[survivor], purse, survivor, game.share_count(survivor))
    effects.set_kind(game, survivor, MAJOR, purse)
    for owner, count in held.items():
        effects.move_shares(game, purse, owner, survivor, count)
    effects.set_director(game, survivor, chosen)
    joining.take_over(game, survivor, others, place)
    if missing:
        buy_from_charter(game, chosen, survivor, missing)
    mini_round.begin(game, survivor)
