"""What a System formed by one to four Publics would be: its charter, its shares, its markers (rules 18BF-SYSTEM)."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core.game import Game
from railhead.core.ids import POOL, Company
from railhead.core.spelling import Stops
from railhead.core.text import Text, verbatim
from railhead.rules.stations import tokens_of
from railhead.titles.t18bf import formation, system_exchange
from railhead.titles.t18bf.facts import NUMBERS, SYSTEM
from railhead.titles.t18bf.formation import Formation
from railhead.titles.t18bf.system_exchange import Exchanged, Trade


@dataclass(frozen=True, slots=True)
class SystemFormation(Formation):
    """Publics form a System."""

    def charters(self, game: Game) -> list[Company]:
        """One or two take a System with 8 markers while there is one; three or four need one with 12.

        Rules 18BF-SYSTEM-03, 18BF-SYSTEM-07, 18BF-SYSTEM-17 and 18BF-SYSTEM-21.
        """
        free = formation.free_charters(game, SYSTEM)
        small = [company for company in free if game.book.companies[company].tokens == NUMBERS.few_markers]
        large = [company for company in free if company not in small]
        return large if len(self.members) > 2 else small or large

    def prospects(self, game: Game) -> tuple[Text, ...]:
        """Who would hold what and pay or be paid, what the Publics own, and how many markers would be lost."""
        charter = self.charters(game)[0]
        outcome = self.foreseen(game, charter)
        held = {seat: outcome.held[seat] for seat in game.book.seat_ids}
        return (
            *formation.holdings(game, held, outcome.director),
            *(_trade_words(game, trade) for trade in outcome.trades),
            formation.assets(game, self.members),
            *self._losses(game, charter),
        )

    def _losses(self, game: Game, charter: Company) -> tuple[Text, ...]:
        excess = self.excess(game, charter)
        return (Text("markers lost: {excess}", excess=excess),) if excess > 0 else ()

    def foreseen(self, game: Game, charter: Company) -> Exchanged:
        """What would become of the shares of these Publics."""
        return system_exchange.exchanged(system_exchange.stakes(game, self.members, charter))

    def marker_total(self, game: Game, charter: Company) -> int:
        """How many markers the System uses: 8 if formed by one or two, otherwise all of its 12 (18BF-SYSTEM-03)."""
        return NUMBERS.few_markers if len(self.members) <= 2 else game.book.companies[charter].tokens

    def excess(self, game: Game, charter: Company) -> int:
        """How many markers of the Publics cannot be replaced."""
        return len(self.markers(game)) - self.marker_total(game, charter)

    def markers(self, game: Game) -> Stops:
        """The markers of the Publics on the board."""
        return tuple(sorted(stop for public in self.members for stop in tokens_of(game, public)))


def _trade_words(game: Game, trade: Trade) -> Text:
    who = Text("the pool") if trade.holder == POOL else verbatim(game.name(trade.holder))
    how = Text("{who} pays {amount}" if trade.pays > 0 else "{who} is paid {amount}", who=who, amount=abs(trade.pays))
    return Text("{trade}, with new loans: {loans}", trade=how, loans=trade.loans) if trade.loans else how
