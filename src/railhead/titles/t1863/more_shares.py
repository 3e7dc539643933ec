"""More shares for the president of a new major, who buys them before anybody else (1863-START-21, 1863-CONV-05)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, Span
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.core.spelling import Count
from railhead.core.steps import AnyMove, CompanyStep, Move, passing
from railhead.core.text import Text
from railhead.rules import directors
from railhead.rules.directors import CertificateRules
from railhead.titles.t1863 import ownership, paying, tokens_due
from railhead.titles.t1863.record import record
from railhead.titles.t1863.shares import buy_from_charter, has_sold


@dataclass(frozen=True, slots=True)
class BuyMore(Action):
    """The founder buys more shares of the new major."""

    count: Count
    form: ClassVar[str] = "buy-more {count}"
    label: ClassVar[str] = "Buy more shares: {count}"
    topic: ClassVar[Topic] = Topic.SHARES


@dataclass(frozen=True, slots=True)
class BuyShares(CompanyStep):
    """The president may buy more shares of a new major; the company may borrow for its tokens (1863-START-17)."""

    order: ClassVar[str] = "start.shares"
    on_pass: ClassVar[str] = "{player} buys no more shares"

    def task(self, game: Game) -> Text:
        """Which company, and what for."""
        name = game.symbol(self.company)
        if may_buy(game, self.company):
            return Text("buy more shares of {company} or pass", company=name)
        return Text("borrow for the [token]s of {company} or pass", company=name)

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Who buys, and what is still to be paid for tokens."""
        shares = _what_is_for_sale(game, self.company) if may_buy(game, self.company) else ()
        name, unpaid = game.symbol(self.company), record(game).unpaid[self.company]
        owes = Text("{company} still has to pay {unpaid} for its [token]s", company=name, unpaid=unpaid)
        return (*shares, owes) if unpaid else shares

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return SHARE_MOVES

    def proceed(self, game: Game) -> bool:
        """If no share can be bought, and the tokens can be paid, nobody is asked."""
        if may_buy(game, self.company) or record(game).unpaid[self.company] > game.treasury(self.company):
            return CompanyStep.proceed(self, game)
        _finish(game, self)
        return True


def _what_is_for_sale(game: Game, company: Company) -> tuple[Text, ...]:
    buyer, price, most = game.state.director[company], game.price_of(company), most_more(game, company)
    buys = "{buyer} may buy more shares of {company} at {price} each: {most} at most"
    offer = Text(buys, buyer=game.name(buyer), most=most, company=game.symbol(company), price=price)
    borrows = "Beyond the {cash} it has, {buyer} takes loans for them"
    loans = Text(borrows, buyer=game.name(buyer), cash=game.state.cash[buyer])
    return (offer, loans) if most * price > game.state.cash[buyer] else (offer,)


def most_more(game: Game, company: Company) -> int:
    """How many more shares the president may buy: by the limits, the treasury's shares, money and certificates.

    A president that is a company may borrow for them. Rules 1863-START-21, 1863-CONV-05 and 1863-LOAN-02.
    """
    president = game.state.director[company]
    most = min(
        ownership.room(game, president, company),
        game.held(game.purse(company), company),
        paying.means(game, president) // game.price_of(company),
    )
    seat = game.book.seat_of(president)
    if seat is not None:
        most = min(most, game.rules[CertificateRules].limit(game) - directors.certificates(game, seat))
    return max(0, most)


def may_buy(game: Game, company: Company) -> bool:
    """May the president buy any shares now?"""
    return most_more(game, company) > 0 and has_sold(game, game.state.director[company], company) is None


def more_refusal(game: Game, step: BuyShares, action: BuyMore) -> Refusal | None:
    """Any number within the limits (1863-START-21), unless the president has sold some since the last stock round."""
    most = most_more(game, step.company)
    if action.count > most:
        return game.forbid("start.more", "No more than {most} shares can be bought now", most=most)
    return has_sold(game, game.state.director[step.company], step.company)


def _more_options(game: Game, step: BuyShares) -> Iterable[Choice]:
    return (Choice(BuyMore, (Span(1, most_more(game, step.company)),)),) if may_buy(game, step.company) else ()


def _buy_more(game: Game, step: BuyShares, action: BuyMore) -> None:
    """The president pays the company, with the fewest loans if it is a company that lacks the cash (1863-LOAN-02)."""
    president = game.state.director[step.company]
    paying.cover(game, president, action.count * game.price_of(step.company))
    buy_from_charter(game, president, step.company, action.count)


def _finish(game: Game, step: BuyShares) -> None:
    """The tokens are paid if the treasury has the money; otherwise before the stock round ends (1863-START-18)."""
    game.pop()
    tokens_due.pay_if_possible(game)


SHARE_MOVES: tuple[AnyMove, ...] = (
    Move(BuyMore, _more_options, more_refusal, _buy_more),
    passing(_finish),
)
ACTIONS = (BuyMore,)
