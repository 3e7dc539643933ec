"""The initial auction: the right to choose a certificate is auctioned six times (rules 1860-AUC)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.deals import PrivateBought
from railhead.core.game import Game
from railhead.core.ids import BANK, FIRST_SEAT, Company, Private, Seat
from railhead.core.refusal import Refusal
from railhead.core.state import STARTED, Round
from railhead.core.steps import AnyMove, Matter, Move, PlayerStep, Step, filtered
from railhead.core.text import Text, joined, verbatim
from railhead.rules import auction, stock
from railhead.rules.auction import Auction, Lot
from railhead.rules.stock import Start, StockRules
from railhead.titles.t1860.facts import FISHBOURNE, LAYERS, NUMBERS


@dataclass(frozen=True, slots=True)
class TakePrivate(Action):
    """Choose a private company."""

    private: Private
    form: ClassVar[str] = "take {private}"
    label: ClassVar[str] = "Take {private}"
    told: ClassVar[tuple[str, ...]] = (
        "{player} takes {private} for {price}",
        "{player} takes {private}",
    )
    covers: ClassVar[tuple[type[object], ...]] = (PrivateBought,)
    topic: ClassVar[Topic] = Topic.PRIVATES
    deed: ClassVar[Deed] = Deed.TAKE_PRIVATE


@dataclass(frozen=True, slots=True)
class Opening(Step):
    """The six auctions, and who opens the next one."""

    opener: Seat = FIRST_SEAT

    def proceed(self, game: Game) -> bool:
        """The next auction, until all six certificates are sold."""
        if game.state.round.kind != "auction":
            effects.begin_round(game, Round("auction", 1))
        if offered_privates(game) or offered_companies(game):
            game.push(Auction(self.opener, RIGHT_TO_CHOOSE))
        else:
            game.pop()
            effects.set_priority(game, first_dealer(game))
        return True


@dataclass(frozen=True, slots=True)
class RightToChoose(Lot):
    """What each of the six auctions is about: the right to choose one of the certificates left (1860-AUC-01)."""

    def name(self, game: Game) -> Text:
        """The right to choose."""
        return Text("the right to choose")

    def details(self, game: Game) -> tuple[Text, ...]:
        """What is left to choose from."""
        return (on_offer(game),)

    def privates(self, game: Game) -> tuple[Private, ...]:
        """Those that may be chosen."""
        return tuple(offered_privates(game))

    def most(self, game: Game, seat: Seat) -> int:
        """A bid leaves enough for the cheapest certificate (1860-AUC-05)."""
        return game.state.cash[seat] - cheapest(game)

    def beyond(self, game: Game, seat: Seat) -> Refusal:
        """The certificate has to be paid for as well."""
        most = max(self.most(game, seat), 0)
        return game.forbid("auction.cash", "You could not pay for a certificate if you bid more than {most}", most=most)

    def won(self, game: Game, winner: Seat, price: int) -> None:
        """The winner pays, and the player to their left opens the next auction (1860-AUC-06, 1860-AUC-10)."""
        game.put(Opening(game.left_of(winner)))
        effects.pay(game, winner, BANK, price, Text("the right to choose"))
        game.push(Choosing(winner))

    def unsold(self, game: Game, passed: tuple[Seat, ...]) -> None:
        """If nobody bids, the player who passed first chooses for nothing (1860-AUC-08)."""
        auction.award(game, self, passed[0], 0)


RIGHT_TO_CHOOSE = RightToChoose(least=NUMBERS.bid_raise, raise_by=NUMBERS.bid_raise)


@dataclass(frozen=True, slots=True)
class Choosing(PlayerStep):
    """The winner of an auction chooses a certificate and pays for it."""

    matter: ClassVar[Matter] = Matter.CHOICE
    purpose: ClassVar[str] = "choose a certificate"
    order: ClassVar[str] = "turn.choice"

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What is left to choose from."""
        return (on_offer(game),)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return CHOOSING_MOVES


# -- what is on offer -----------------------------------------------------------------------------


def offered_privates(game: Game) -> list[Private]:
    """The privates still to be auctioned; Fishbourne takes no part (1860-SETUP-08)."""
    return [p for p in game.book.private_ids if game.state.privates[p] == BANK and p != FISHBOURNE]


def offered_companies(game: Game) -> list[Company]:
    """The companies whose director's certificates are still to be auctioned."""
    return [c for c in game.all_companies() if LAYERS[c] == 1 and not game.state.has(c, STARTED)]


def on_offer(game: Game) -> Text:
    """The certificates still to be chosen, with the least each can cost."""
    privates = [game.book.privates[private] for private in offered_privates(game)]
    certificates = [
        Text("{private} ({value}, pays {revenue})", private=facts.symbol, value=facts.value, revenue=facts.revenue)
        for facts in privates
    ]
    certificates += [
        Text("director of {company} (from {price})", company=game.symbol(company), price=director_price(game, company))
        for company in offered_companies(game)
    ]
    return Text("To choose from: {certificates}", certificates=joined(certificates))


def cheapest(game: Game) -> int:
    """The price of the cheapest certificate; a director's counts twice its lowest par (1860-AUC-05)."""
    prices = [game.book.privates[private].value for private in offered_privates(game)]
    prices += [director_price(game, company) for company in offered_companies(game)]
    return min(prices)


def director_price(game: Game, company: Company) -> int:
    """The least a director's certificate can cost."""
    return stock.director_price(game, Start(company, game.rules[StockRules].par_places(game, company)[0]))


# -- choosing -------------------------------------------------------------------------------------


def _short_of_cash(game: Game, seat: Seat) -> bool:
    """Is the winner unable to pay for any certificate? They take the cheapest for all they have (1860-AUC-07)."""
    return game.state.cash[seat] < cheapest(game)


def take_refusal(game: Game, step: Choosing, action: TakePrivate) -> Refusal | None:
    """The private is on offer and can be paid for."""
    if action.private not in offered_privates(game):
        return game.forbid("auction.offer", "This private company is not on offer")
    return _price_refusal(game, step.player, game.book.privates[action.private].value)


def _price_refusal(game: Game, seat: Seat, price: int) -> Refusal | None:
    cash = game.state.cash[seat]
    if price <= cash or (_short_of_cash(game, seat) and price == cheapest(game)):
        return None
    return game.forbid("auction.afford", "It costs {price}, and you have {cash}", price=price, cash=cash)


def start_refusal(game: Game, step: Choosing, action: Start) -> Refusal | None:
    """The director's certificate is on offer, at a par the company may have, and can be paid for."""
    if action.company not in offered_companies(game):
        return game.forbid("auction.offer", "This company's certificate is not on offer")
    return stock.par_refusal(game, action) or _price_refusal(game, step.player, stock.director_price(game, action))


def _take(game: Game, step: Choosing, action: TakePrivate) -> None:
    cost = min(game.book.privates[action.private].value, game.state.cash[step.player])
    effects.pay(game, step.player, BANK, cost, verbatim(game.book.privates[action.private].symbol))
    effects.give_private(game, action.private, step.player)
    game.pop()


def _start(game: Game, step: Choosing, action: Start) -> None:
    """The par is set at once, and two shares are paid for at that price (1860-AUC-09)."""
    cost = min(stock.director_price(game, action), game.state.cash[step.player])
    stock.begin_company(game, step.player, action, cost)
    game.pop()


def _take_candidates(game: Game, step: Choosing) -> Iterable[TakePrivate]:
    return [TakePrivate(private) for private in offered_privates(game)]


def _start_candidates(game: Game, step: Choosing) -> Iterable[Start]:
    for company in offered_companies(game):
        for place in game.rules[StockRules].par_places(game, company):
            yield Start(company, place)


def first_dealer(game: Game) -> Seat:
    """The richest player deals first; in a tie the owner of the least private value (1860-AUC-11, 1860-AUC-12)."""
    cash = game.state.cash
    most = max(cash[seat] for seat in game.book.seat_ids)
    richest = [seat for seat in game.book.seat_ids if cash[seat] == most]
    if len(richest) == 1:
        return richest[0]
    value = {
        seat: sum(p.value for p, owner in zip(game.book.privates, game.state.privates, strict=True) if owner == seat)
        for seat in game.book.seat_ids
    }
    return min((seat for seat in game.book.seat_ids if value[seat]), key=lambda seat: value[seat])


CHOOSING_MOVES: tuple[AnyMove, ...] = (
    Move(TakePrivate, filtered(_take_candidates, take_refusal), take_refusal, _take),
    Move(Start, filtered(_start_candidates, start_refusal), start_refusal, _start),
)
