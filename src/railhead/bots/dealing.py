"""Dealing in shares by what each of them will bring: what costs too much is sold, and what promises more is bought.

Where companies run through their trains fast, a step ahead says little: a share is cheap or dear for a while, and money
is short. So the rules of thumb decide, except for shares, new companies, and what becomes of revenue.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from railhead.bots import building, thumb
from railhead.bots.books import Books
from railhead.bots.bot import Weighed
from railhead.bots.securing import lasts
from railhead.bots.table import Table, value_of
from railhead.core import engine
from railhead.core.actions import Action, Deed, Pass
from railhead.core.game import Game
from railhead.core.ids import Company, Owner, Place, Train
from railhead.core.state import FLOATED, STARTED
from railhead.core.steps import Matter
from railhead.rules import directors, trains
from railhead.rules.directors import CertificateRules
from railhead.rules.dividends import Keep, PayHalf
from railhead.rules.outlook import Dealing, OutlookRules
from railhead.rules.prices import fallen
from railhead.rules.stock import Buy, Sell, StockRules
from railhead.rules.trains import OfferForTrain

DOUBT = 0.6
"""Which part of what the money from a sale could gain is counted on: others want the same shares."""
DEAREST_CASH = 6.0
"""What a unit of money is worth at most."""
SAMPLE = 100
"""What money is worth is found out with so much more of it."""
GAIN = 40.0
"""A sale must gain more than this: prices are easily misjudged."""
DIRECTING = 60.0
"""What it is worth to direct a company."""
OWN = 1_000.0
"""What the next share of a company of one's own is worth that has yet to float."""
HARM = 0.5
"""What it is worth that another player has less."""
LEANING = 0.25
"""How far a character leans towards what it likes, as a part of the price."""
BEGIN = 50.0
"""A new company must bring more than this beyond what it costs."""
RISE = 0.8
"""What a unit of a price is worth, as compared with money in hand."""
IDLE = 0.15
"""What a unit of money in a treasury is worth to its holders, if the company needs no train soon."""
STRIPPED = 500.0
"""What it costs to leave another company of one's own without a train."""
SLIGHT = 1.0
"""What any share that gains something is worth more than money that may find no better use."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Certificates for sale: how many, what each costs, and what it will bring."""

    count: int
    price: int
    brings: float

    @property
    def gain(self) -> float:
        """What one of them brings beyond its price."""
        return self.brings - self.price


def worth(cash: int, room: int, lots: list[Lot]) -> float:
    """What money and room for certificates can become, whichever of the two is short."""
    promising = [lot for lot in lots if lot.gain > 0]
    for_money = sorted(promising, key=lambda lot: -lot.gain / lot.price)
    for_room = sorted(promising, key=lambda lot: -lot.gain)
    return max(_filled(cash, room, for_money), _filled(cash, room, for_room))


def _filled(cash: int, room: int, lots: list[Lot]) -> float:
    """The same, if lots are bought in this order."""
    total = float(cash)
    for lot in lots:
        count = max(0, min(lot.count, cash // lot.price, room))
        total, cash, room = total + count * lot.gain, cash - count * lot.price, room - count
    return total


class Dealer:
    """A stock turn: what is for sale, what each share will bring, and what money is worth."""

    def __init__(self, table: Table, dealing: Dealing) -> None:
        self.table, self.game, self.seat = table, table.game, table.seat
        self.dealing = dealing
        self.books = Books(self.game, dealing, table.budget)
        self.rules = self.game.rules[StockRules]
        self.room = self.game.rules[CertificateRules].limit(self.game) - directors.certificates(self.game, self.seat)

    @cached_property
    def lots(self) -> dict[tuple[Company, Owner], Lot]:
        """By company and where they are: all shares for sale."""
        game, found = self.game, {}
        for company in game.all_companies():
            if game.state.has(company, STARTED):
                for source in self.rules.sources(game, company):
                    count, price = game.held(source, company), self.rules.price(game, self.seat, company, source)
                    if count > 0 and price > 0:
                        found[company, source] = Lot(count, price, self.books.share(company))
        return found

    @cached_property
    def later(self) -> list[Lot]:
        """What can be bought after the next set of operating rounds: a new company."""
        if not self.dealing.may_begin(self.game):
            return []
        par = max(self.game.book.market.par_prices)
        rounds = self.books.rounds - self.game.book.phases[self.game.state.phase].operating_rounds
        brings, size = self.books.begun(par, rounds), directors.director_size(self.game, self.game.book.company_ids[0])
        return [Lot(1, size * par, size * brings), Lot(thumb.FLOAT - size, par, brings)]

    def worth(self, cash: int, room: int, without: Company | None = None) -> float:
        """What money and room for certificates can become, if the shares of one company are not bought."""
        lots = [lot for (company, _), lot in self.lots.items() if company != without]
        return worth(cash, room, lots + self.later)

    @cached_property
    def cash_worth(self) -> float:
        """What the next unit of money is worth."""
        cash = self.table.cash
        more = (self.worth(cash + SAMPLE, self.room) - self.worth(cash, self.room)) / SAMPLE
        return max(1.0, min(DEAREST_CASH, more))

    def purchase(self, action: Buy) -> Weighed:
        """What a share is worth to the player; one that helps a company of theirs to float, more than anything else."""
        company = action.company
        if self.game.state.director[company] == self.seat and not self.game.state.has(company, FLOATED):
            return Weighed(action, OWN, (("shares", OWN),))
        return self.bargain(action)

    def bargain(self, action: Buy) -> Weighed:
        """What a share brings beyond what its price could bring otherwise."""
        game, company, character = self.game, action.company, self.table.character
        lot, own = self.lots[company, action.source], game.state.director[company] == self.seat
        leaning = LEANING * lot.price * ((character.own - 1 if own else 0.0) - (character.cheap - 1))
        spent = -self.cash_worth * lot.price
        return Weighed(action, lot.brings + leaning + spent, (("shares", lot.brings + leaning), ("cash", spent)))

    def promises(self, action: Buy) -> bool:
        """Will a share bring more than its price, and is that more than a hope?"""
        company = action.company
        waiting = self.game.state.director[company] == self.seat and not self.game.state.has(company, FLOATED)
        sound = thumb.is_sound(self.table, company) or bool(self.books.run(company))
        return waiting or (sound and self.lots[company, action.source].gain > 0)

    def sale(self, action: Sell) -> Weighed:
        """What can be done with the money, less what is given up."""
        game, company, count = self.game, action.company, action.count
        held, place = game.held(self.seat, company), self.books.place(company)
        cash = self.rules.sale_price(game, company) * count
        after = fallen(game.book.market, place, self.rules.sale_drop(game, company, self.seat, count))
        room = self.room + directors.certificates_sold(game, self.seat, company, count)
        could = self.worth(self.table.cash + cash, room, company) - self.worth(self.table.cash, self.room, company)
        gained = cash + DOUBT * max(0.0, could - cash)
        lost = self._kept(company, held, place) - self._kept(company, held - count, after)
        if game.state.director[company] == self.seat and held - count < directors.director_size(game, company):
            lost += DIRECTING
        harm = self._harm(company, place, after)
        return Weighed(action, gained - lost + harm, (("cash", gained), ("shares", -lost), ("others", harm)))

    def _kept(self, company: Company, held: int, place: Place) -> float:
        """What so many shares bring to whoever keeps them, as this character sees it."""
        own = self.table.character.own if self.game.state.director[company] == self.seat else 1.0
        return held * self.books.share(company, place) * (1 + LEANING * (own - 1))

    def _harm(self, company: Company, place: Place, after: Place) -> float:
        """What it is worth that the shares of the others lose something: only to whoever likes that more than most."""
        game, liking = self.game, self.table.character.harm - 1
        others = [seat for seat in game.book.seat_ids if seat != self.seat]
        lost = self.books.share(company, place) - self.books.share(company, after)
        return liking * HARM * lost * sum(game.held(other, company) for other in others) / max(1, len(others))


# -- rules ------------------------------------------------------------------------------------------


def deal(table: Table) -> list[Weighed]:
    """Sales that gain something come before purchases, which they leave open."""
    dealing = table.game.rules[OutlookRules].dealing
    if dealing is None or table.step.matter is not Matter.STOCK or not table.may_pass:
        return []
    dealer = Dealer(table, dealing)
    buys = [dealer.purchase(action) for action in table.of(Buy) if dealer.promises(action)]
    sales = [
        found for action in table.of(Sell) if (found := dealer.sale(action)).value > GAIN / table.character.selling
    ]
    if not buys and not sales:
        return []
    best = max((each.value for each in buys), default=0.0)
    left_open = [Weighed(each.action, each.value + max(0.0, best), each.parts) for each in sales]
    return [*left_open, *buys, *table.passing(min(0.0, best - SLIGHT))]


def share(table: Table) -> list[Weighed]:
    """Nothing, if no deal gains anything; a new company needs its shares."""
    return table.passing() if table.step.matter is Matter.STOCK and table.may_pass else thumb.buy(table)


def judged(table: Table, dealing: Dealing, action: Action) -> Weighed | None:
    """What a deal gains, even one that would not be considered; None for anything else."""
    dealer = Dealer(table, dealing)
    if isinstance(action, Buy):
        return dealer.bargain(action)
    if isinstance(action, Sell):
        return dealer.sale(action)
    return Weighed(action, 0.0) if isinstance(action, Pass) else None


def begin(table: Table) -> list[Weighed]:
    """A company that brings more than it costs, if enough of its shares can be paid for and held for it to float.

    With no more than its first train costs, it would be left behind with the next.
    """
    dealing = table.game.rules[OutlookRules].dealing
    offered = list(thumb.opened(table, Company))
    if dealing is None or not table.may_pass or not offered:
        return [] if table.step.matter is Matter.STOCK else thumb.begin(table)
    game = table.game
    pars = [par for par in game.book.market.par_prices if thumb.FLOAT * par <= table.cash]
    if not pars or game.rules[OutlookRules].spare_money(game, table.seat) < 0 or not dealing.may_begin(game):
        return []
    books = Books(game, dealing, table.budget)
    gain = max(thumb.FLOAT * (books.begun(par, books.rounds) - par) for par in pars)
    enough = min(sum(books.prices[:2]), dealing.capital(game, max(game.book.market.par_prices)))
    if dealing.capital(game, max(pars)) < enough or gain < BEGIN:
        return []
    return [Weighed(action, thumb.surroundings(table, value_of(action, Company))) for action in offered]


def pay(table: Table) -> list[Weighed]:
    """What gains most in money, in what the player's shares count, and in what their company needs.

    A company that has to save for a train does so.
    """
    company = table.company
    saves = thumb.dividend(table)
    if company is None or not saves or isinstance(saves[0].action, (Keep, PayHalf)):
        return saves
    offered = [action for choice in table.offered for action in choice.spread(1)]
    return [Weighed(action, _gained(table, company, action)) for action in offered]


def train(table: Table) -> list[Weighed]:
    """Whatever earns a little more, once a train of the company lasts for good: its treasury counts nothing."""
    company = table.company
    is_safe = company is not None and any(lasts(table.game, each) for each in building.running(table.game, company))
    return thumb.trains_worth_buying(table, saving=False) if is_safe else thumb.train(table)


def offer(table: Table) -> list[Weighed]:
    """Where a train has to be bought from another company: whose loss is least, and first from somebody else."""
    company, offers = table.company, list(table.of(OfferForTrain))
    if company is None or table.may_pass or not offers or any(table.doing(Deed.BUY_TRAIN)):
        return []
    return [Weighed(each, _taken_over(table, company, each)) for each in offers]


def _taken_over(table: Table, company: Company, offer: OfferForTrain) -> float:
    """What the player's shares earn more in a round; much less if their other company is left without a train."""
    game, seller = table.game, offer.seller
    others = game.controller(seller) != table.seat
    if trains.why_idle(game, company, offer.train) is not None:
        gained = 0.0
    else:
        gained = _income(table, company, (*building.running(game, company), offer.train))
    if others:
        return gained
    left = list(game.trains_of(seller))
    left.remove(offer.train)
    still = tuple(each for each in left if trains.why_idle(game, seller, each) is None)
    lost = _income(table, seller, building.running(game, seller)) - _income(table, seller, still)
    return gained - lost - (0.0 if left else STRIPPED)


def _income(table: Table, company: Company, owned: tuple[Train, ...]) -> float:
    """What the player's shares of a company earn with these trains."""
    part = table.game.held(table.seat, company) / table.game.share_count(company)
    return part * building.earned_with(table.game, company, owned, table.budget) if owned else 0.0


def _gained(table: Table, company: Company, action: Action) -> float:
    table.budget.spend()
    game, seat = table.game, table.seat
    after = Game(table.book, engine.advance(table.book, game.state, action)[0])
    held = game.held(seat, company)
    risen = after.price_of(company) - game.price_of(company)
    treasury = _treasured(table, company, after.treasury(company)) - _treasured(table, company, game.treasury(company))
    return after.state.cash[seat] - game.state.cash[seat] + RISE * held * risen + treasury


def _treasured(table: Table, company: Company, money: int) -> float:
    """What money in a treasury is worth to the player by their part of the company."""
    part = table.game.held(table.seat, company) / table.game.share_count(company)
    return part * IDLE * money


RULES: thumb.Rules = tuple(
    each
    for name, rule in thumb.RULES
    for each in {
        "dividend": [("dividend", pay)],
        "train": [("train", train), ("crisis", offer)],
        "start": [("start", begin)],
        "share": [("estimate", deal), ("share", share)],
    }.get(name, [(name, rule)])
)
"""The rules of thumb, with these instead of those for the same decisions."""
