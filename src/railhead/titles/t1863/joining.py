"""What mergers of minors and of majors have in common (rules 1863-MERGE)."""

from __future__ import annotations

from collections.abc import Iterable

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Owner, Place
from railhead.rules import directors
from railhead.titles.t1863 import lives


def joint_place(game: Game, members: Iterable[Company]) -> Place:
    """The sum of the prices, rounded down to the chart, at most the highest (1863-MERGE-03, 1863-MERGE-11)."""
    return game.book.market.down_to(sum(game.price_of(company) for company in members))


def joint_price(game: Game, members: Iterable[Company]) -> int:
    """The price of the merged company."""
    return game.book.market.prices[joint_place(game, members)]


def president(game: Game, members: Iterable[Company], worth: dict[Owner, int], tie: Owner) -> Owner | None:
    """Whoever has most of the merged company; ties go to the survivor's president.

    But no company that belongs to it (1863-OWN-13), or for which nobody decides (1863-OWN-05): it may be that only such
    companies have any of it.
    """
    below = {game.purse(c) for c in game.all_companies() if any(game.is_directed_by(c, member) for member in members)}
    able = {owner: share for owner, share in worth.items() if owner not in below and game.decider(owner) is not None}
    most = max(able.values(), default=0)
    return tie if able.get(tie) == most else next((owner for owner, share in able.items() if share == most), None)


def take_over(game: Game, survivor: Company, others: Iterable[Company], place: Place) -> None:
    """The survivor has everything, and the others return to the pile (1863-MERGE-04, 1863-MERGE-05, 1863-MERGE-12)."""
    effects.set_price(game, survivor, place)
    for other in others:
        lives.absorb(game, survivor, other)
        lives.retire(game, other)
    directors.settle_all(game)
