"""Trains: bought from the bank at face value, or from another company at a price both directors agree on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.choices import Choice, Span, only
from railhead.core.deals import TrainBought
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner, Seat, Train, a_train, kind_of
from railhead.core.laws import CompanyCount, CompanyEffect, CompanyLaw, allowed, nothing_follows_for
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.spelling import TRAIN, Money
from railhead.core.state import BANKRUPT
from railhead.core.steps import AnyMove, CompanyStep, Matter, Move, filtered, passing
from railhead.core.text import Text
from railhead.rules import consent, loans
from railhead.rules.consent import Proposal
from railhead.rules.loans import LoanRules, Purpose
from railhead.rules.operating import OperatingRules, operating_order
from railhead.rules.phases import reach_phase


@dataclass(frozen=True, slots=True)
class BuyTrain(Action):
    """Buy a train from the bank: a new one, or one that was returned."""

    train: Train
    source: Owner
    form: ClassVar[str] = "train {train} from {source}"
    label: ClassVar[str] = "Buy a {train} train from {source}"
    topic: ClassVar[Topic] = Topic.TRAINS
    deed: ClassVar[Deed] = Deed.BUY_TRAIN


@dataclass(frozen=True, slots=True)
class OfferForTrain(Action):
    """Offer another company a price for one of its trains."""

    amount: Money
    train: Train
    seller: Company
    form: ClassVar[str] = "offer {amount} for {train} of {seller}"
    label: ClassVar[str] = "Offer {amount} for a {train} train of {seller}"
    told: ClassVar[tuple[str, ...]] = (
        "{actor} buys a {train} train from {seller} for {price}",
        "{actor} offers {amount} for a {train} train of {seller}",
    )
    covers: ClassVar[tuple[type[object], ...]] = (TrainBought,)
    topic: ClassVar[Topic] = Topic.TRAINS
    deed: ClassVar[Deed] = Deed.OFFER_FOR_TRAIN


@dataclass(frozen=True, slots=True)
class ReturnTrain(Action):
    """Give a train above the limit back to the bank."""

    train: Train
    form: ClassVar[str] = "return {train}"
    label: ClassVar[str] = "Return a {train} train"
    topic: ClassVar[Topic] = Topic.TRAINS


class TrainRemark(Protocol):
    """What is to be said about a train of a kind before a company acquires it; None if nothing is."""

    def __call__(self, game: Game, company: Company, train: Train) -> Text | None: ...


class TrainLaw(Protocol):
    """Whether a company may acquire a train of a kind."""

    def __call__(self, game: Game, company: Company, train: Train) -> Refusal | None: ...


class TradeLaw(Protocol):
    """Whether a company may buy trains from another company now."""

    def __call__(self, game: Game, company: Company, seller: Company) -> Refusal | None: ...


class SecondHandPrice(Protocol):
    """What a company may pay another for a train: minimum, maximum and step."""

    def __call__(self, game: Game, company: Company, train: Train) -> Span: ...


class TrainOffers(Protocol):
    """The trains that a company may buy from the bank now, each with where it comes from."""

    def __call__(self, game: Game, company: Company) -> list[tuple[Train, Owner]]: ...


class TrainPrice(Protocol):
    """What a company pays the bank for a train."""

    def __call__(self, game: Game, company: Company, train: Train) -> int: ...


class TrainTest(Protocol):
    """A question about a train of a company."""

    def __call__(self, game: Game, company: Company, train: Train) -> bool: ...


class TrainEffect(Protocol):
    """What happens to a train of a company."""

    def __call__(self, game: Game, company: Company, train: Train) -> None: ...


def into_the_pool(game: Game, company: Company, train: Train) -> None:
    """The train is in the pool, where it can be bought."""
    effects.move_train(game, game.purse(company), POOL, train)


def limit_of_the_phase(game: Game, company: Company) -> int:
    """The limit printed for the phase."""
    return game.book.phases[game.state.phase].train_limits[game.state.kind[company]]


def room_for_any(game: Game, company: Company, train: Train) -> Refusal | None:
    """Does the company have fewer trains, of any kind, than it may keep?"""
    limit = game.rules[TrainRules].limit(game, company)
    if len(counted(game, company)) >= limit:
        return game.forbid(
            "train.limit", "The train limit of {company} is {limit} now", company=game.symbol(company), limit=limit
        )
    return None


def every_train(game: Game, company: Company, train: Train) -> bool:
    """Every train counts against the limit."""
    return True


def counted(game: Game, company: Company) -> list[Train]:
    """The trains of a company that count against its limit."""
    counts = game.rules[TrainRules].counts
    return [train for train in game.trains_of(company) if counts(game, company, train)]


def face_value(game: Game, company: Company, train: Train) -> int:
    """The price printed on the card."""
    return game.book.trains[kind_of(train)].price


def nobody_helps(game: Game, company: Company, train: Train) -> int:
    """A company pays the whole price itself."""
    return 0


def same_for_all(game: Game, company: Company) -> list[tuple[Train, Owner]]:
    """The next kind in the depot and all that were returned, whoever buys."""
    return on_offer(game)


def any_trade(game: Game, company: Company, seller: Company) -> Refusal | None:
    """Companies may always trade trains."""
    return None


def nothing_to_say(game: Game, company: Company, train: Train) -> Text | None:
    """Any company may run any train."""
    return None


def as_agreed(game: Game, company: Company, train: Train) -> Span:
    """Whatever the directors agree on, from 1 up to all of the buyer's cash."""
    return Span(1, game.treasury(company))


@dataclass(frozen=True)
class TrainRules(RuleGroup):
    """How many trains a company may have, and how it acquires them."""

    moves: tuple[AnyMove, ...] = ()
    """What a company may do when it buys trains."""
    offers: TrainOffers = same_for_all
    """The trains this company may buy from the bank now. A returned train may be offered with another face."""
    price: TrainPrice = face_value
    """What this company pays the bank for this train."""
    aid: TrainPrice = nobody_helps
    """How much of that price its director adds from their own cash."""
    limit: CompanyCount = limit_of_the_phase
    """How many trains this company may keep."""
    counts: TrainTest = every_train
    """Does this train of this company count against the limit?"""
    room: TrainLaw = room_for_any
    """May this company acquire a train of this kind?"""
    trade: TradeLaw = any_trade
    """May this company buy trains from that other company now?"""
    second_hand: SecondHandPrice = as_agreed
    """What this company may pay another for this train: minimum, maximum and step."""
    idle: TrainRemark = nothing_to_say
    """Why this company could not run this train, although it may acquire it; None if it could."""
    bought: CompanyEffect = nothing_follows_for
    """What happens to a company after it has bought a train."""
    must_buy: CompanyLaw = allowed
    """Must this trainless company buy a train now?"""
    given_up: TrainEffect = into_the_pool
    """What happens to a train that a company above its limit returns."""


def why_idle(game: Game, company: Company, train: Train) -> Text | None:
    """Why a company could not run a train that it may acquire; None if it could."""
    return game.rules[TrainRules].idle(game, company, train)


@dataclass(frozen=True, slots=True)
class BuyTrains(CompanyStep):
    """The end of a company's turn: it may buy trains, and must if it has none and can pay."""

    matter: ClassVar[Matter] = Matter.TRAINS
    declined: tuple[tuple[Company, Train, int], ...] = ()
    """Offers the other director has declined: the company, the train and the highest price offered."""
    purpose: ClassVar[str] = "buy trains"
    on_pass: ClassVar[str] = "{actor} buys no train"
    on_pass_again: ClassVar[str] = "{actor} buys no more trains"

    def seat(self, game: Game) -> Seat:
        return game.rules[OperatingRules].acts_for(game, self.company)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return game.rules[TrainRules].moves


@dataclass(frozen=True, slots=True)
class ReturnTrains(CompanyStep):
    """A company above the train limit returns trains of its director's choice."""

    matter: ClassVar[Matter] = Matter.TRAINS
    purpose: ClassVar[str] = "return trains above the limit"

    def seat(self, game: Game) -> Seat:
        return game.rules[OperatingRules].acts_for(game, self.company)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return RETURN_MOVES

    def proceed(self, game: Game) -> bool:
        """The step is over once the company is within the limit; one that may keep no train has nothing to choose."""
        limit = game.rules[TrainRules].limit(game, self.company)
        if limit == 0:
            for train in counted(game, self.company):
                game.rules[TrainRules].given_up(game, self.company, train)
        within = len(counted(game, self.company)) <= limit
        if within:
            game.pop()
        return within


def return_excess(game: Game, others: Iterable[Company] = ()) -> None:
    """Every company above its limit returns trains, in operating order; then others, if they do not operate."""
    limit = game.rules[TrainRules].limit
    companies = dict.fromkeys((*operating_order(game), *others))
    above = [c for c in companies if len(counted(game, c)) > limit(game, c)]
    for company in reversed(above):
        game.push(ReturnTrains(company))


# -- from the bank --------------------------------------------------------------------------------


def on_offer(game: Game) -> list[tuple[Train, Owner]]:
    """The trains for sale at the bank now: the next kind in the depot, and all that were returned."""
    offered = [(train, POOL) for train in sorted(set(game.state.trains[POOL]))]
    piles = open_piles(game)
    offered += [(a_train(kind), BANK) for kind, facts in enumerate(game.book.trains) if facts.pile in piles]
    return offered


def open_piles(game: Game) -> list[int]:
    """The piles the bank sells new trains from: the first that is not empty, and those sold alongside it."""
    filled = [number for number, left in enumerate(game.state.depot) if left > 0]
    in_turn = [number for number in filled if game.book.piles[number].opens is None][:1]
    return [number for number in filled if number in in_turn or _is_beside(game, number)]


def next_pile(game: Game) -> int | None:
    """The pile of those sold in order that the next new train comes from, if any is left."""
    return next((pile for pile in open_piles(game) if game.book.piles[pile].opens is None), None)


def export_next(game: Game) -> None:
    """The next new train leaves the game unsold; the first of its pile begins a phase, as if it had been bought."""
    pile = next_pile(game)
    if pile is not None:
        effects.export_train(game, pile)
        reach_phase(game, pile)


def _is_beside(game: Game, pile: int) -> bool:
    opens = game.book.piles[pile].opens
    return opens is not None and opens <= game.state.phase


def cheapest_offer(game: Game) -> tuple[Train, Owner]:
    """The cheapest train the bank sells; ties go to a returned one."""
    return min(on_offer(game), key=lambda offer: (game.book.trains[offer[0]].price, -offer[1]))


def cheapest(game: Game) -> int:
    """The price of the cheapest train the bank sells."""
    return game.book.trains[cheapest_offer(game)[0]].price


def can_afford_bank_train(game: Game, company: Company) -> bool:
    """Could the company pay for a train from the bank?"""
    return loans.means(game, company, Purpose.TRAIN) >= cheapest(game)


def means_refusal(game: Game, company: Company, price: int) -> Refusal | None:
    """Can the company pay the bank this price for a train, with loans if the title lets it?"""
    shortage = loans.shortage(game, company, price, Purpose.TRAIN)
    if shortage is None:
        return None
    borrows = game.rules[LoanRules].covers(game, company, Purpose.TRAIN)
    return game.forbid(
        "train.loans" if borrows else "train.cash",
        "The price is {price}, but {shortage}",
        price=price,
        shortage=shortage,
    )


def buy_refusal(game: Game, step: BuyTrains, action: BuyTrain) -> Refusal | None:
    """Which rule forbids buying this train from the bank."""
    if (action.train, action.source) not in game.rules[TrainRules].offers(game, step.company):
        name = TRAIN.write(game.book, action.train)
        return game.forbid("train.order", "There is no {name} train for sale there now", name=name)
    return _terms_refusal(game, step, action)


def _terms_refusal(game: Game, step: BuyTrains, action: BuyTrain) -> Refusal | None:
    """Which rule forbids buying a train that is for sale."""
    rules = game.rules[TrainRules]
    room = rules.room(game, step.company, action.train)
    own = rules.price(game, step.company, action.train) - rules.aid(game, step.company, action.train)
    return room or means_refusal(game, step.company, own)


def buy_candidates(game: Game, step: BuyTrains) -> Iterable[BuyTrain]:
    """Every train the bank sells to the company."""
    return [BuyTrain(train, source) for train, source in game.rules[TrainRules].offers(game, step.company)]


def buy(game: Game, step: BuyTrains, action: BuyTrain) -> None:
    """The company pays the bank; the first train of a kind begins a phase."""
    buy_from_bank(game, step.company, action.train, action.source)


def buy_from_bank(game: Game, company: Company, train: Train, source: Owner, discount: int = 0) -> None:
    """A train goes from the bank to a company at its price, less a discount; loans are taken if the title lets it."""
    facts = game.book.trains[kind_of(train)]
    price = game.rules[TrainRules].price(game, company, train) - discount
    _add_aid(game, company, train)
    loans.cover(game, company, price, Purpose.TRAIN)
    effects.pay(game, game.purse(company), game.book.company_bank, price, Text("a {train} train", train=facts.name))
    _turn_in_pool(game, train, source)
    effects.move_train(game, source, game.purse(company), train)
    game.rules[TrainRules].bought(game, company)
    if source == BANK:
        reach_phase(game, facts.pile)


def _add_aid(game: Game, company: Company, train: Train) -> None:
    """The director adds their part of the price, if they have to."""
    aid = game.rules[TrainRules].aid(game, company, train)
    if aid:
        purpose = Text("a part of the price of a {train} train", train=game.book.trains[kind_of(train)].name)
        effects.pay(game, game.player_for(company), game.purse(company), aid, purpose)


def _turn_in_pool(game: Game, train: Train, source: Owner) -> None:
    """A returned train that is bought with another face is turned first."""
    returned = game.state.trains[POOL]
    if source == POOL and train not in returned:
        pile = game.book.trains[kind_of(train)].pile
        card = next(other for other in returned if game.book.trains[kind_of(other)].pile == pile)
        effects.turn_train(game, POOL, card, train)


# -- from another company -------------------------------------------------------------------------


def offer_refusal(game: Game, step: BuyTrains, action: OfferForTrain) -> Refusal | None:
    """Which rule forbids an offer for another company's train."""
    buyer, seller = step.company, action.seller
    if seller == buyer or action.train not in game.trains_of(seller):
        return game.forbid("train.theirs", "{seller} has no such train to sell", seller=game.symbol(seller))
    return (
        _trade_refusal(game, buyer, seller)
        or _price_refusal(game, step, action)
        or game.rules[TrainRules].room(game, buyer, action.train)
        or _offer_cash_refusal(game, buyer, action.amount)
    )


def _trade_refusal(game: Game, buyer: Company, seller: Company) -> Refusal | None:
    """Which rule forbids any sale of trains between two companies."""
    if game.controller(buyer) is None or game.controller(seller) is None or game.state.has(seller, BANKRUPT):
        return game.forbid(
            "train.no_director", "{seller} has no director who could agree to it", seller=game.symbol(seller)
        )
    return game.rules[TrainRules].trade(game, buyer, seller)


def _price_refusal(game: Game, step: BuyTrains, action: OfferForTrain) -> Refusal | None:
    prices = game.rules[TrainRules].second_hand(game, step.company, action.train)
    if prices.low == prices.high and action.amount != prices.low:
        return game.forbid("train.price", "The price of this train is {low}", low=prices.low)
    if action.amount < prices.low or (action.amount - prices.low) % prices.step:
        if prices.step == 1:
            return game.forbid("train.price", "The price is at least {low}", low=prices.low)
        least = "The price is a multiple of {step}, at least {low}"
        return game.forbid("train.price", least, step=prices.step, low=prices.low)
    if action.amount <= _declined(step, action.seller, action.train):
        return game.forbid("train.price", "After an offer has been declined, only a higher one may be made")
    return None


def _offer_cash_refusal(game: Game, buyer: Company, amount: int) -> Refusal | None:
    """Can the company pay what it offers? No loan is taken for another company's train."""
    cash = game.treasury(buyer)
    if amount > cash:
        return game.forbid(
            "train.offer_cash",
            "The offer is {amount}, but {buyer} has {cash}",
            amount=amount,
            buyer=game.symbol(buyer),
            cash=cash,
        )
    return None


def _declined(step: BuyTrains, seller: Company, train: Train) -> int:
    """The highest offer for a train that has been declined in this turn; 0 if none has."""
    return max((price for who, what, price in step.declined if (who, what) == (seller, train)), default=0)


def offer_options(game: Game, step: BuyTrains) -> Iterable[Choice]:
    """Every train of other companies that could be bought, with the prices that could be paid."""
    buyer = step.company
    cash = game.treasury(buyer)
    for seller in game.all_companies():
        theirs = game.trains_of(seller)
        if not theirs or seller == buyer or _trade_refusal(game, buyer, seller) is not None:
            continue
        for train in sorted(set(theirs)):
            prices = _prices_left(game, step, seller, train)
            if prices.low <= min(prices.high, cash) and game.rules[TrainRules].room(game, buyer, train) is None:
                yield Choice(OfferForTrain, (prices, only(train), only(seller)))


def _prices_left(game: Game, step: BuyTrains, seller: Company, train: Train) -> Span:
    """The prices that could be offered for a train now: those above what was declined."""
    prices = game.rules[TrainRules].second_hand(game, step.company, train)
    declined = _declined(step, seller, train)
    if declined < prices.low:
        return prices
    steps = (declined - prices.low) // prices.step + 1
    return Span(prices.low + steps * prices.step, prices.high, prices.step)


def offer(game: Game, step: BuyTrains, action: OfferForTrain) -> None:
    """The other director is asked."""
    consent.ask(game, step.company, action.seller, TrainSale(step.company, action.seller, action.train, action.amount))


@dataclass(frozen=True, slots=True)
class TrainSale(Proposal):
    """One company sells a train to another."""

    order: ClassVar[str] = "turn.train_sale"
    buyer: Company
    seller: Company
    train: Train
    amount: int

    def terms(self, game: Game) -> Text:
        """Who offers how much for whose train."""
        train = TRAIN.write(game.book, self.train)
        return Text(
            "{buyer}, which offers {amount} for a {train} train of {seller}",
            buyer=game.symbol(self.buyer),
            amount=self.amount,
            train=train,
            seller=game.symbol(self.seller),
        )

    def agreed(self, game: Game) -> None:
        """The price is paid and the train changes hands; no phase begins."""
        purpose = Text("a {train} train", train=TRAIN.write(game.book, self.train))
        effects.pay(game, game.purse(self.buyer), game.purse(self.seller), self.amount, purpose)
        effects.move_train(game, game.purse(self.seller), game.purse(self.buyer), self.train)
        game.rules[TrainRules].bought(game, self.buyer)

    def declined(self, game: Game) -> None:
        """This price is not acceptable in this turn."""
        step = game.step
        assert isinstance(step, BuyTrains)
        game.put(replace(step, declined=(*step.declined, (self.seller, self.train, self.amount))))


# -- buying no more, returning --------------------------------------------------------------------


def pass_refusal(game: Game, step: BuyTrains, action: Action) -> Refusal | None:
    """A company without a train must buy one if it can pay."""
    if not game.trains_of(step.company):
        return game.rules[TrainRules].must_buy(game, step.company)
    return None


def _pass(game: Game, _: BuyTrains) -> None:
    game.pop()


def _return_candidates(game: Game, step: ReturnTrains) -> Iterable[ReturnTrain]:
    return [ReturnTrain(train) for train in sorted(set(counted(game, step.company)))]


def _return_refusal(game: Game, step: ReturnTrains, action: ReturnTrain) -> Refusal | None:
    if action.train not in counted(game, step.company):
        return game.forbid("train.return", "{company} has no such train", company=game.symbol(step.company))
    return None


def _return(game: Game, step: ReturnTrains, action: ReturnTrain) -> None:
    game.rules[TrainRules].given_up(game, step.company, action.train)


BUY = Move(BuyTrain, filtered(buy_candidates, _terms_refusal), buy_refusal, buy)
OFFER = Move(OfferForTrain, offer_options, offer_refusal, offer)
PASS = passing(_pass, pass_refusal)
RETURN_MOVES = (Move(ReturnTrain, filtered(_return_candidates, _return_refusal), _return_refusal, _return),)
MOVES = (BUY, OFFER, PASS)
