"""The two passes in which players buy shares of a new Public (rules 18BF-MERGE)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.refusal import Refusal
from railhead.core.text import Text
from railhead.rules import directors
from railhead.rules.directors import CertificateRules, director_size
from railhead.rules.subscription import Issue
from railhead.rules.trains import ReturnTrains
from railhead.titles.t18bf.facts import NUMBERS


@dataclass(frozen=True, slots=True)
class ShareIssue(Issue):
    """Shares in the treasury of a new Public."""

    company: Company
    price: int
    order: ClassVar[str] = "issue.turn"

    def most(self, game: Game) -> int:
        """What is left in the treasury."""
        raise AssertionError(f"{type(self).__name__} does not say how many shares are left")

    def holding(self, game: Game, seat: Seat) -> int:
        """How many shares a player has already."""
        raise AssertionError(f"{type(self).__name__} does not say who holds what")

    def other_certificates(self, game: Game, seat: Seat) -> int:
        """How many certificates a player will have apart from this company's."""
        raise AssertionError(f"{type(self).__name__} does not say what else players hold")

    def leader(self, game: Game) -> Seat:
        """Who is Director now."""
        raise AssertionError(f"{type(self).__name__} does not say who is Director")

    def terms(self, game: Game) -> Text:
        """How many shares, of which company, at which price."""
        most = self.most(game)
        company = game.symbol(self.company)
        if most == 1:
            return Text("a share of {company} at {price}", company=company, price=self.price)
        return Text("up to {most} shares of {company} at {price}", most=most, company=company, price=self.price)

    def refusal(self, game: Game, seat: Seat, count: int) -> Refusal | None:
        """What is left, 60 per cent, the certificate limit and cash in hand set limits (18BF-MERGE-25)."""
        if count > self.most(game):
            return game.forbid("issue.left", "Only {most} can be bought now", most=self.most(game))
        held = self.holding(game, seat) + count
        if 100 * held > NUMBERS.most_held * game.share_count(self.company):
            return game.forbid("issue.most", "Nobody may buy more than {most}% of a company", most=NUMBERS.most_held)
        limit = game.rules[CertificateRules].limit(game)
        if self.certificates(game, seat, held) > limit:
            return game.forbid("issue.limit", "You may not have more than {limit} certificates", limit=limit)
        cost, cash = count * self.price, game.state.cash[seat]
        if cost > cash:
            return game.forbid("issue.cash", "It would cost {cost}, and you have {cash}", cost=cost, cash=cash)
        return None

    def certificates(self, game: Game, seat: Seat, held: int) -> int:
        """How many certificates a player has with this many shares; the Director's counts as one."""
        size, leader = director_size(game, self.company), self.leader(game)
        directs = held >= size and (seat == leader or held > self.holding(game, leader))
        return self.other_certificates(game, seat) + held - (size - 1 if directs else 0)

    def sell(self, game: Game, seat: Seat, count: int) -> None:
        """A player pays the company for shares from its treasury (18BF-MERGE-25)."""
        purse = game.purse(self.company)
        effects.pay(
            game,
            seat,
            purse,
            count * self.price,
            Text("{count} {company}", count=count, company=game.symbol(self.company)),
        )
        effects.move_shares(game, purse, seat, self.company, count)


@dataclass(frozen=True, slots=True)
class SecondPass(ShareIssue):
    """The second pass: everybody may buy one, from the Director on (18BF-MERGE-24)."""

    def most(self, game: Game) -> int:
        """One, if there is one."""
        return min(1, game.held(game.purse(self.company), self.company))

    def holding(self, game: Game, seat: Seat) -> int:
        return game.held(seat, self.company)

    def leader(self, game: Game) -> Seat:
        return game.player_for(self.company)

    def other_certificates(self, game: Game, seat: Seat) -> int:
        """Those they have now, without this company's."""
        now = directors.certificates_of(game, seat, self.company, self.holding(game, seat))
        return directors.certificates(game, seat) - now

    def bought(self, game: Game, seat: Seat, count: int) -> SecondPass:
        """Whoever has more than the Director takes over."""
        self.sell(game, seat, count)
        directors.settle_after_purchase(game, self.company, seat)
        return self

    def closed(self, game: Game) -> None:
        """Trains above the limit are returned, by the Director now in office (18BF-MERGE-28)."""
        game.push(ReturnTrains(self.company))
