"""The lots of a liquidation: tokens, trains and privates, each sold whole (rules 1863-LIQ)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import Company, Owner, Private, Seat
from railhead.core.place_names import stop_name
from railhead.core.refusal import Refusal
from railhead.core.spelling import TRAIN
from railhead.core.steps import AnyMove, Move, PlayerStep, filtered
from railhead.core.text import Text, joined, to_translate
from railhead.rules import takeover
from railhead.rules.auction import Auction, Lot
from railhead.rules.stations import tokens_of
from railhead.rules.trains import TrainRules
from railhead.titles.t1863 import lptb, pirate, prices, tokens_over
from railhead.titles.t1863.facts import NUMBERS, PRIVATE
from railhead.titles.t1863.ownership import companies_of
from railhead.titles.t1863.prices import Zone

CLINK = PRIVATE["CLK"]


class Part(Enum):
    """What is sold together."""

    TOKENS = to_translate("the [token]s of {company}")
    TRAINS = to_translate("the trains of {company}")
    PRIVATES = to_translate("the privates of {company}")


@dataclass(frozen=True, slots=True)
class BuyAs(Action):
    """Say who buys what was won."""

    buyer: Owner
    form: ClassVar[str] = "buy as {buyer}"
    label: ClassVar[str] = "{buyer} buys it"
    told: ClassVar[tuple[str, ...]] = ("{buyer} buys it",)
    topic: ClassVar[Topic] = Topic.AUCTION


def is_there(game: Game, company: Company, part: Part) -> bool:
    """Does a company have anything of this part?"""
    if part is Part.TOKENS:
        return bool(tokens_of(game, company)) or game.state.spare_tokens[company] > 0
    return bool(game.trains_of(company) if part is Part.TRAINS else game.privates_of(game.purse(company)))


def buyers(game: Game, seat: Seat, company: Company, part: Part) -> list[Owner]:
    """The companies for which a player could buy a lot; privates also for themselves (1863-LIQ-04).

    Trains need room. The owner of the Clink Club gets no privates in person (1863-PRIV-16).
    """
    able = [other for other in companies_of(game, seat) if _may_buy(game, other, company, part)]
    own = [seat] if part is Part.PRIVATES and CLINK not in game.privates_of(seat) else []
    return [*own, *(game.purse(other) for other in able)]


def _may_buy(game: Game, buyer: Company, company: Company, part: Part) -> bool:
    if prices.zone(game, buyer) is Zone.RED:
        return False
    together = len(game.trains_of(buyer)) + len(game.trains_of(company))
    return part is not Part.TRAINS or together <= game.rules[TrainRules].limit(game, buyer)


@dataclass(frozen=True, slots=True)
class PartLot(Lot):
    """All tokens, all trains or all privates of a company in liquidation; without a bid the LPTB gets them."""

    company: Company
    part: Part
    opening_rule: ClassVar[str] = "lot.bid"
    raising_rule: ClassVar[str] = "lot.bid"

    def name(self, game: Game) -> Text:
        """What is sold."""
        return Text(self.part.value, company=game.symbol(self.company))

    def privates(self, game: Game) -> tuple[Private, ...]:
        """Those of the company, if they are what is sold."""
        return tuple(game.privates_of(game.purse(self.company))) if self.part is Part.PRIVATES else ()

    def details(self, game: Game) -> tuple[Text, ...]:
        """What is in the lot, who would pay for it, and what becomes of it without a bid."""
        return *self._contents(game), *self._buyers(game), Text("Without a bid the LPTB gets them")

    def _contents(self, game: Game) -> tuple[Text, ...]:
        if self.part is Part.TOKENS:
            return _tokens(game, self.company)
        owner = game.purse(self.company)
        if self.part is Part.TRAINS:
            names = [TRAIN.write(game.book, train) for train in game.trains_of(self.company)]
            return (Text("Trains: {trains}", trains=joined(names)),)
        privates = [game.book.privates[private].name for private in game.privates_of(owner)]
        return (Text("Privates: {privates}", privates=joined(privates)),)

    def _buyers(self, game: Game) -> Iterable[Text]:
        """For which companies each player could buy, and with how much cash."""
        if self.part is not Part.PRIVATES:
            yield Text("A company of the winner pays for them and gets them")
        for seat in game.players:
            able = buyers(game, seat, self.company, self.part)
            if able:
                paying = [up_to("" if owner == seat else game.name(owner), game.state.cash[owner]) for owner in able]
                yield Text("{player} could buy for {buyers}", player=game.name(seat), buyers=joined(paying))

    def most(self, game: Game, seat: Seat) -> int:
        """What one of the buyers has in cash."""
        return max((game.state.cash[owner] for owner in buyers(game, seat, self.company, self.part)), default=-1)

    def beyond(self, game: Game, seat: Seat) -> Refusal:
        """Nobody who could buy it has more."""
        return game.forbid("auction.cash", "You can pay at most {most}", most=max(0, self.most(game, seat)))

    def won(self, game: Game, winner: Seat, price: int) -> None:
        """The winner says who buys."""
        game.push(ChooseBuyer(winner, self.company, self.part, price))

    def unsold(self, game: Game, passed: tuple[Seat, ...]) -> None:
        """The LPTB gets what nobody wants (1863-LIQ-05)."""
        to_the_lptb(game, self.company, self.part)


def up_to(owner: str, most: int) -> Text:
    """For whom a player could buy, themselves if no name is given, and for how much."""
    if not owner:
        return Text("themselves (up to {most})", most=most)
    return Text("{owner} (up to {most})", owner=owner, most=most)


def _tokens(game: Game, company: Company) -> tuple[Text, ...]:
    """Where a company's tokens are."""
    places = [stop_name(game.book, stop) for stop in tokens_of(game, company)]
    return (Text("On the board: {places}", places=joined(places)),) if places else ()


def to_the_lptb(game: Game, company: Company, part: Part) -> None:
    """Tokens on the board become the LPTB's; trains and privates leave the game (1863-LIQ-05, 1863-LIQ-06)."""
    if part is Part.TOKENS:
        lptb.take_tokens(game, company)
        takeover.have_spare_tokens(game, company, 0)
    elif part is Part.TRAINS:
        for train in game.trains_of(company):
            effects.scrap_train(game, game.purse(company), train)
    else:
        for private in game.privates_of(game.purse(company)):
            effects.close_private(game, private)
        pirate.look_after(game)


def auction(game: Game, company: Company, part: Part) -> None:
    """The lot is auctioned, beginning with the holder of the priority deal, from 0 (1863-LIQ-04)."""
    if is_there(game, company, part):
        game.push(Auction(game.state.priority, PartLot(company, part, least=0, raise_by=NUMBERS.least_raise)))


# -- who buys -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseBuyer(PlayerStep):
    """The winner says which company buys the lot."""

    company: Company
    part: Part
    price: int
    order: ClassVar[str] = "lot.buyer"

    def task(self, game: Game) -> Text:
        """What is bought, and for how much."""
        lot = PartLot(self.company, self.part).name(game)
        return Text("say who buys {lot} for {price}", lot=lot, price=self.price)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES

    def proceed(self, game: Game) -> bool:
        """If only one could, they do."""
        able = [action for action in _candidates(game, self) if refusal(game, self, action) is None]
        if len(able) > 1:
            return False
        _buy(game, self, able[0])
        return True


def refusal(game: Game, step: ChooseBuyer, action: BuyAs) -> Refusal | None:
    """One that could buy it, and has the money."""
    if action.buyer not in buyers(game, step.player, step.company, step.part):
        return game.forbid("lot.buyer", "{buyer} cannot buy it", buyer=game.name(action.buyer))
    if game.state.cash[action.buyer] < step.price:
        return game.forbid("auction.cash", "{buyer} cannot pay for it", buyer=game.name(action.buyer))
    return None


def _candidates(game: Game, step: ChooseBuyer) -> Iterable[BuyAs]:
    return [BuyAs(owner) for owner in buyers(game, step.player, step.company, step.part)]


def _buy(game: Game, step: ChooseBuyer, action: BuyAs) -> None:
    """The price goes to the failing company's cash, and the lot to the buyer; no cash and no loan go with it.

    Rules 1863-LIQ-03 and 1863-LIQ-04.
    """
    game.pop()
    lot = PartLot(step.company, step.part)
    effects.pay(game, action.buyer, game.purse(step.company), step.price, lot.name(game))
    if step.part is Part.PRIVATES:
        for private in game.privates_of(game.purse(step.company)):
            effects.give_private(game, private, action.buyer)
        pirate.look_after(game)
        return
    buyer = game.book.company_of(action.buyer)
    assert buyer is not None
    if step.part is Part.TRAINS:
        takeover.take_trains(game, buyer, step.company)
    else:
        takeover.lose_doubled_tokens(game, buyer, step.company)
        takeover.take_tokens(game, buyer, step.company)
        takeover.have_spare_tokens(game, step.company, 0)
        tokens_over.discard(game, buyer, step.company)


MOVES: tuple[AnyMove, ...] = (Move(BuyAs, filtered(_candidates, refusal), refusal, _buy),)
ACTIONS = (BuyAs,)
