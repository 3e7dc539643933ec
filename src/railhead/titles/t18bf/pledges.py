"""The first pass in which shares of a new Public are bought: shareholders pledge to pay for them (rules 18BF-MERGE)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from railhead.core.events import Noted
from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.spelling import Stops
from railhead.core.text import Text, joined
from railhead.rules import directors, subscription
from railhead.rules.directors import director_size
from railhead.rules.merger_round import remember_declined
from railhead.titles.t18bf import formation
from railhead.titles.t18bf.forming_publics import form
from railhead.titles.t18bf.publics import PublicFormation, place
from railhead.titles.t18bf.share_issue import SecondPass, ShareIssue


def offer(game: Game, plan: PublicFormation, charter: Company, markers: Stops) -> None:
    """The shareholders may buy shares, the Director first (18BF-MERGE-21, 18BF-MERGE-26)."""
    held, director = plan.exchanged(game), plan.director(game)
    price = game.book.market.prices[place(game, plan.members)]
    holders = [seat for seat in game.clockwise(director) if seat in held]
    subscription.offer(game, holders, FirstPass(charter, price, plan, markers))


@dataclass(frozen=True, slots=True)
class FirstPass(ShareIssue):
    """The first pass: shareholders pledge to buy any number; nothing is paid before the merger stands.

    Rules 18BF-MERGE-21 and 18BF-MERGE-26.
    """

    forming: PublicFormation
    markers: Stops
    pledged: tuple[tuple[Seat, int], ...] = ()

    def most(self, game: Game) -> int:
        """What nobody has yet."""
        held, _ = self.standing(game)
        return game.share_count(self.company) - sum(held.values())

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What has been pledged so far, and on what condition."""
        held, director = self.standing(game)
        who = joined(formation.holdings(game, held, director), "; ")
        return (
            Text("Planned for {company}: {who}", company=game.symbol(self.company), who=who),
            Text("Shares are paid for as soon as all shareholders have been asked, if somebody will own two"),
        )

    def standing(self, game: Game) -> tuple[dict[Seat, int], Seat]:
        """Who would have how many shares, and who would be Director: whoever gets more takes over (18BF-MERGE-22)."""
        held, director = self.forming.exchanged(game), self.forming.director(game)
        for seat, count in self.pledged:
            held[seat] += count
            director = seat if held[seat] > held[director] else director
        return held, director

    def holding(self, game: Game, seat: Seat) -> int:
        return self.standing(game)[0][seat]

    def leader(self, game: Game) -> Seat:
        return self.standing(game)[1]

    def other_certificates(self, game: Game, seat: Seat) -> int:
        """Those they have now, without the merging Minors."""
        given_up = sum(game.player_for(minor) == seat for minor in self.forming.members)
        return directors.certificates(game, seat) - given_up

    def bought(self, game: Game, seat: Seat, count: int) -> FirstPass:
        return replace(self, pledged=(*self.pledged, (seat, count)))

    def closed(self, game: Game) -> None:
        """Unless somebody will have two shares, nothing happens (18BF-MERGE-23)."""
        held, director = self.standing(game)
        if held[director] < director_size(game, self.company):
            game.tell(Noted(Text("Nobody would own two shares: the merger is not carried out")))
            remember_declined(game, self.forming.members)
            return
        form(game, self.forming, self.company, self.markers, director)
        for seat, count in self.pledged:
            self.sell(game, seat, count)
        subscription.offer(game, game.clockwise(director), SecondPass(self.company, self.price))
