"""What a Public formed by Minors would be: its price, its shares, its Director (rules 18BF-MERGE)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from railhead.core.game import Game
from railhead.core.ids import Company, Place, Seat
from railhead.core.spelling import Companies
from railhead.core.text import Text, joined
from railhead.titles.t18bf import formation
from railhead.titles.t18bf.facts import NUMBERS, PUBLIC
from railhead.titles.t18bf.formation import Formation


def place(game: Game, minors: Companies) -> Place:
    """The price of the new Public: highest and lowest together, rounded down, at most 200; alone, it stays.

    Rules 18BF-MERGE-05, 18BF-MERGE-12 and 18BF-MERGE-13.
    """
    prices = [game.price_of(minor) for minor in minors]
    if len(prices) == 1:
        return game.state.price[minors[0]]
    return game.book.market.down_to(min(max(prices) + min(prices), NUMBERS.highest_public_start))


@dataclass(frozen=True, slots=True)
class PublicFormation(Formation):
    """Minors become a Public."""

    def charters(self, game: Game) -> list[Company]:
        """Any Public that is neither in play nor gone (18BF-MERGE-30)."""
        return formation.free_charters(game, PUBLIC)

    def prospects(self, game: Game) -> tuple[Text, ...]:
        """Shares before anybody buys, and what the Minors own."""
        return (
            *formation.holdings(game, self.exchanged(game), self.director(game)),
            *self._prices(game),
            formation.assets(game, self.members),
            *formation.excess_trains(game, self.members, self.charters(game)[0]),
        )

    def _prices(self, game: Game) -> tuple[Text, ...]:
        """What a share costs that a Minor becomes, and what the Minors cost now."""
        if len(self.members) == 1:
            return ()
        price = game.book.market.prices[place(game, self.members)]
        now = joined(f"{game.symbol(minor)} {game.price_of(minor)}" for minor in self.members)
        return (Text("each Minor becomes a share at {price}; now {now}", price=price, now=now),)

    def exchanged(self, game: Game) -> dict[Seat, int]:
        """Each Minor becomes a share; one that converts, the Director's certificate (18BF-MERGE-06, 18BF-MERGE-14)."""
        if len(self.members) == 1:
            return {game.player_for(self.members[0]): game.book.kinds[PUBLIC].director_shares}
        owners = (game.player_for(minor) for minor in formation.in_order(game, self.members))
        return dict(Counter(owners))

    def director(self, game: Game) -> Seat:
        """Who has most shares; of several, the owner of the Minor that is first in order (18BF-MERGE-15)."""
        held = self.exchanged(game)
        return max(held, key=lambda seat: held[seat])
