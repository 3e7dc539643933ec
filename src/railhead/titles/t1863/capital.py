"""Capitalising a new company: its price, what its founder puts in, its size, tokens and shares (rules 1863-START)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, OneOf, Span
from railhead.core.game import Game
from railhead.core.ids import (
    BANK,
    Company,
    Owner,
    Place,
    Private,
    Seat,
    Stop,
    Train,
    a_train,
    hex_of,
    kind_of,
    marks_of,
)
from railhead.core.refusal import Refusal
from railhead.core.spelling import Count, Tally
from railhead.core.state import FLOATED, STARTED
from railhead.core.steps import AnyMove, CompanyStep, Move, Step, filtered, passing
from railhead.core.text import Text
from railhead.rules import directors
from railhead.rules.directors import CertificateRules
from railhead.rules.trains import return_excess
from railhead.titles.t1863 import ownership, tokens_due
from railhead.titles.t1863.facts import (
    MAJOR,
    MINOR,
    NINE_ELMS,
    NUMBERS,
    PRIVATE,
    PRIVATES,
    TRAIN,
    floats,
)
from railhead.titles.t1863.places import home_now
from railhead.titles.t1863.prices import WHITE_PLACES
from railhead.titles.t1863.record import record, set_tokens, set_unpaid
from railhead.titles.t1863.shares import buy_from_charter, has_sold, in_liquidation

CLINK, LODGINGS, NINE_ELMS_CARD = PRIVATE["CLK"], PRIVATE["LOD"], PRIVATE["NEL"]


@dataclass(frozen=True, slots=True)
class Capitalise(Action):
    """Set the price of a new company, and with it its capital."""

    price: Place
    form: ClassVar[str] = "float at {price}"
    label: ClassVar[str] = "Float it at {price}"
    topic: ClassVar[Topic] = Topic.SHARES


@dataclass(frozen=True, slots=True)
class PutInPrivate(Action):
    """Give a private company as part of the capital."""

    private: Private
    form: ClassVar[str] = "put-in private {private}"
    label: ClassVar[str] = "Put in {private} at face value"
    topic: ClassVar[Topic] = Topic.PRIVATES


@dataclass(frozen=True, slots=True)
class PutInTrain(Action):
    """Give a train as part of the capital."""

    train: Train
    form: ClassVar[str] = "put-in train {train}"
    label: ClassVar[str] = "Put in a {train} train at face value"
    topic: ClassVar[Topic] = Topic.TRAINS


@dataclass(frozen=True, slots=True)
class PutInShares(Action):
    """Give shares as part of the capital."""

    count: Count
    shares: Company
    form: ClassVar[str] = "put-in {count} shares of {shares}"
    label: ClassVar[str] = "Put in {count} of {shares} at the current price"
    topic: ClassVar[Topic] = Topic.SHARES


@dataclass(frozen=True, slots=True)
class FormMinor(Action):
    """The new company is a minor."""

    form: ClassVar[str] = "minor"
    label: ClassVar[str] = "A minor, wholly owned"
    topic: ClassVar[Topic] = Topic.SHARES


@dataclass(frozen=True, slots=True)
class FormMajor(Action):
    """The new company is a major with this many station tokens."""

    tokens: Tally
    form: ClassVar[str] = "major with {tokens}"
    label: ClassVar[str] = "A major that buys this many [token]s: {tokens}"
    topic: ClassVar[Topic] = Topic.SHARES


@dataclass(frozen=True, slots=True)
class BuyMore(Action):
    """The founder buys more shares of the new major."""

    count: Count
    form: ClassVar[str] = "buy-more {count}"
    label: ClassVar[str] = "Buy more shares: {count}"
    topic: ClassVar[Topic] = Topic.SHARES


# -- what can be put in ---------------------------------------------------------------------------


Asset = tuple[tuple[Action, int], ...]
"""One thing that could be put in: the ways to do so, and what each counts."""


def assets(game: Game, founder: Owner, company: Company) -> list[Asset]:
    """What a founder could put into a company besides cash.

    Privates and trains at face value, shares at their price (1863-START-10, 1863-PRIV-19), but never the Clink Club
    (1863-PRIV-16) or a train that has rusted (1863-PRIV-04).
    """
    privates = [private for private in game.privates_of(founder) if private != CLINK]
    found: list[Asset] = [((PutInPrivate(private), int(PRIVATES[private]["value"])),) for private in privates]
    trains = [train for train in game.state.trains[founder] if not marks_of(train)]
    found += [((PutInTrain(train), game.book.trains[kind_of(train)].price),) for train in trains]
    for other in game.all_companies():
        counts = _shares_in_kind(game, founder, company, other)
        if counts:
            price = game.price_of(other)
            found.append(tuple((PutInShares(Count(count), other), count * price) for count in counts))
    return found


def _shares_in_kind(game: Game, founder: Owner, company: Company, other: Company) -> list[int]:
    """How many shares of another company may be put in at once (1863-START-11): a minor as a whole.

    What would make a founder president of a company above it would do the same for the new company. Shares of a
    company in liquidation are no capital (1863-LIQ-09).
    """
    held = game.held(founder, other)
    if held <= 0 or founder == game.purse(other) or other == company or in_liquidation(game, other) is not None:
        return []
    if game.state.kind[other] == MINOR:
        return [held]
    most = min(held, ownership.room_of_company(game, game.purse(company), other))
    return [
        count
        for count in range(1, most + 1)
        if _leaves_a_president(game, founder, company, other, count)
        and not ownership.would_close_a_circle(game, founder, other, count)
    ]


def _leaves_a_president(game: Game, founder: Owner, company: Company, other: Company, count: int) -> bool:
    """Does the president's certificate still find a holder: the founder, the new company, or a rival?"""
    size, keeps = directors.director_size(game, other), game.held(founder, other) - count
    if game.state.director[other] != founder or keeps >= size:
        return True
    has = game.held(game.purse(company), other) + count
    return has >= size or directors.successor(game, other, founder, keeps) is not None


def totals(found: list[Asset], most: int) -> set[int]:
    """What assets can add up to, if that is not above this total (1863-START-26)."""
    sums = {0}
    for asset in found:
        sums |= {total + value for total in sums for _, value in asset if total + value <= most}
    return sums


def best_sum(found: list[Asset], most: int) -> int:
    """The largest total of assets that is not above this one."""
    return max(totals(found, most))


def most_in_kind(game: Game, founder: Owner, company: Company, most: int) -> int:
    """The largest total up to this one that could be put in besides cash."""
    return best_sum(assets(game, founder, company), most)


def least_cash(game: Game, founder: Owner, company: Company) -> int:
    """The least cash with which a founder could capitalise a company, at the price that suits the assets best."""
    dues = [capital_at(game, place) for place in WHITE_PLACES]
    sums = totals(assets(game, founder, company), dues[-1])
    return min(dues[bisect_left(dues, total)] - total for total in sums)


def capital_at(game: Game, place: Place) -> int:
    """Twice the price, which is what the founder has to put in (1863-START-08)."""
    return NUMBERS.float_shares * game.book.market.prices[place]


def without(found: list[Asset], action: Action) -> list[Asset]:
    """The assets that are left once one has been put in; of shares, those that were not."""
    left = list(found)
    asset = next(asset for asset in left if any(way == action for way, _ in asset))
    left.remove(asset)
    used = dict(asset)[action]
    rest = tuple((way, value) for way, value in asset if used + value <= max(dict(asset).values()))
    return [*left, rest] if rest else left


# -- the price ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FounderStep(Step):
    """Something the founder of a new company decides; a company that founds may borrow for it."""

    founder: Owner
    company: Company
    stop: Stop

    @property
    def subjects(self) -> tuple[Company, ...]:
        """The new company."""
        return (self.company,)

    def seat(self, game: Game) -> Seat:
        """The player who decides for the founder."""
        seat = game.decider(self.founder)
        assert seat is not None
        return seat


@dataclass(frozen=True, slots=True)
class SetPrice(FounderStep):
    """The founder sets the price at which the company is floated."""

    order: ClassVar[str] = "start.price"

    def task(self, game: Game) -> Text:
        """Which company."""
        return Text("set the price of {company}", company=game.symbol(self.company))

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What it costs, and what there is for it."""
        values = (max(value for _, value in asset) for asset in assets(game, self.founder, self.company))
        return (
            Text(
                "Twice the price is put into {company}: {founder} has {cash} in cash, and assets worth {worth}",
                company=game.symbol(self.company),
                founder=game.name(self.founder),
                cash=game.state.cash[self.founder],
                worth=sum(values),
            ),
        )

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return PRICE_MOVES

    def proceed(self, game: Game) -> bool:
        """There is always a price to be chosen."""
        return False


def price_refusal(game: Game, step: SetPrice, action: Capitalise) -> Refusal | None:
    """Any white space whose capital the founder can put in (1863-START-08)."""
    if action.price not in WHITE_PLACES:
        return game.forbid("start.price", "A company is floated at a price in the white zone")
    due = capital_at(game, action.price)
    if due - most_in_kind(game, step.founder, step.company, due) > game.state.cash[step.founder]:
        return game.forbid("start.capital", "{founder} cannot put in {due}", founder=game.name(step.founder), due=due)
    return None


def _price_options(game: Game, step: SetPrice) -> Iterable[Choice]:
    able = tuple(place for place in WHITE_PLACES if price_refusal(game, step, Capitalise(place)) is None)
    return (Choice(Capitalise, (OneOf(able),)),) if able else ()


def _set_price(game: Game, step: SetPrice, action: Capitalise) -> None:
    """The company is floated; its founder is president, with both shares (1863-START-20, 1863-START-23)."""
    company, founder = step.company, step.founder
    effects.set_price(game, company, action.price)
    effects.mark(game, company, STARTED | FLOATED)
    effects.move_shares(game, BANK, founder, company, game.share_count(company))
    effects.set_director(game, company, founder)
    game.put(Contribute(step.founder, step.company, step.stop, capital_at(game, action.price)))


PRICE_MOVES: tuple[AnyMove, ...] = (Move(Capitalise, _price_options, price_refusal, _set_price),)

# -- what is put in -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Contribute(FounderStep):
    """The founder puts in assets, one at a time, and pays the rest in cash; all of it comes from one entity."""

    due: int
    given: tuple[Private, ...] = ()
    """The privates that were put in."""
    order: ClassVar[str] = "start.capital"
    on_pass: ClassVar[str] = "{player} pays the rest of the capital in cash"

    def task(self, game: Game) -> Text:
        """Which company."""
        return Text("put assets into {company}, or pass and pay in cash", company=game.symbol(self.company))

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What is still to be put in."""
        return (
            Text(
                "{founder} still has to put {due} into {company}, and has {cash} in cash",
                founder=game.name(self.founder),
                due=self.due,
                company=game.symbol(self.company),
                cash=game.state.cash[self.founder],
            ),
        )

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return CAPITAL_MOVES

    def proceed(self, game: Game) -> bool:
        """If there is nothing else to put in, the rest is paid in cash."""
        ways = (way for asset in assets(game, self.founder, self.company) for way, _ in asset)
        if any(put_in_refusal(game, self, way) is None for way in ways):
            return False
        _complete(game, self)
        return True


def put_in_refusal(game: Game, step: Contribute, action: Action) -> Refusal | None:
    """Assets never exceed what is due (1863-START-26), and it must be possible to put in the rest."""
    found = assets(game, step.founder, step.company)
    worth = _worth(found, action)
    if worth is None:
        return game.forbid("start.asset", "{founder} cannot put that in", founder=game.name(step.founder))
    due = step.due - worth
    if due < 0:
        return game.forbid("start.excess", "Only {due} is still to be put in", due=step.due)
    if due - best_sum(without(found, action), due) > game.state.cash[step.founder]:
        return game.forbid("start.capital", "The rest could not be put in")
    return None


def _worth(found: list[Asset], action: Action) -> int | None:
    """What a contribution counts; None if it cannot be made."""
    return next((value for asset in found for way, value in asset if way == action), None)


def cash_refusal(game: Game, step: Contribute, _: Action) -> Refusal | None:
    """The rest is paid in cash by the founder alone (1863-START-09)."""
    if game.state.cash[step.founder] < step.due:
        return game.forbid("start.capital", "{due} is still due, more than there is in cash", due=step.due)
    return None


def _put_in(game: Game, step: Contribute, action: Action) -> None:
    """One asset changes hands, at no change of any price."""
    company, purse = step.company, game.purse(step.company)
    worth = _worth(assets(game, step.founder, company), action)
    assert worth is not None
    given = step.given
    if isinstance(action, PutInPrivate):
        effects.give_private(game, action.private, purse)
        given = (*given, action.private)
    elif isinstance(action, PutInTrain):
        effects.move_train(game, step.founder, purse, action.train)
    elif isinstance(action, PutInShares):
        _give_shares(game, step.founder, company, action)
        directors.settle_all(game)
    game.put(replace(step, due=step.due - worth, given=given))


def _give_shares(game: Game, founder: Owner, company: Company, action: PutInShares) -> None:
    """Shares are given with the certificate, if the founder cannot keep it."""
    other, purse = action.shares, game.purse(company)
    effects.move_shares(game, founder, purse, other, action.count)
    size = directors.director_size(game, other)
    if game.state.director[other] == founder and game.held(founder, other) < size:
        heir = directors.successor(game, other, founder, game.held(founder, other))
        rival = heir is not None and game.held(heir, other) > game.held(purse, other)
        effects.set_director(game, other, heir if rival and heir is not None else purse)


def _options(kind: type[Action]) -> AnyMove:
    def candidates(game: Game, step: Contribute) -> Iterable[Action]:
        ways = (way for asset in assets(game, step.founder, step.company) for way, _ in asset)
        return dict.fromkeys(way for way in ways if type(way) is kind)

    return Move(kind, filtered(candidates, put_in_refusal), put_in_refusal, _put_in)


def _complete(game: Game, step: Contribute) -> None:
    """The rest is paid; then the size of the company is chosen."""
    company = step.company
    game.pop()
    purpose = Text("the capital of {company}", company=game.symbol(company))
    effects.pay(game, step.founder, game.purse(company), step.due, purpose)
    _grant_a_train(game, step)
    game.push(ChooseSize(company, step.stop, LODGINGS in step.given))


def _grant_a_train(game: Game, step: Contribute) -> None:
    """A company floated in Nine Elms with the card as capital gets a free 2T, if there is one (1863-PRIV-07)."""
    train = a_train(TRAIN["2T"])
    here = game.book.board.names[hex_of(step.stop)] == NINE_ELMS
    if here and NINE_ELMS_CARD in step.given and game.state.depot[game.book.trains[kind_of(train)].pile] > 0:
        effects.move_train(game, BANK, game.purse(step.company), train)


CAPITAL_MOVES: tuple[AnyMove, ...] = (
    _options(PutInPrivate),
    _options(PutInTrain),
    _options(PutInShares),
    passing(_complete, cash_refusal),
)

# -- size and tokens ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseSize(CompanyStep):
    """Is the new company a minor or a major, and how many station tokens does it take?"""

    stop: Stop
    lodgings: bool
    """Were the Railway Lodgings part of the capital?"""
    purpose: ClassVar[str] = "choose minor or major"
    order: ClassVar[str] = "start.size"

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What tokens cost."""
        name, price, cash = game.symbol(self.company), NUMBERS.token_price, game.treasury(self.company)
        costs = "Each [token] costs {company} {price}; it has {cash}, and may borrow"
        return (Text(costs, company=name, price=price, cash=cash),)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return SIZE_MOVES

    def proceed(self, game: Game) -> bool:
        """Where only minors are floated there is nothing to choose (1863-PHASE-01)."""
        only_minors = floats(game.state.phase) == (MINOR,)
        if only_minors:
            _form_minor(game, self, FormMinor())
        return only_minors


def minor_refusal(game: Game, step: ChooseSize, _: FormMinor) -> Refusal | None:
    """Minors are floated in Phases II and III (1863-START-12)."""
    if MINOR not in floats(game.state.phase):
        return game.forbid("start.size", "Only majors are floated now")
    return None


def major_refusal(game: Game, step: ChooseSize, action: FormMajor) -> Refusal | None:
    """Majors are floated from Phase III on, with one to four tokens (1863-START-12, 1863-START-13)."""
    if MAJOR not in floats(game.state.phase):
        return game.forbid("start.size", "Only minors are floated now")
    if not 1 <= action.tokens <= NUMBERS.most_float_tokens:
        return game.forbid("start.tokens", "A major takes 1 to {most} [token]s", most=NUMBERS.most_float_tokens)
    return None


def _form_minor(game: Game, step: ChooseSize, _: FormMinor) -> None:
    """One token, or two with the Railway Lodgings (1863-START-13, 1863-PRIV-09).

    Trains above its limit are given up at once (1863-TRAIN-11).
    """
    game.pop()
    take_tokens(game, step, NUMBERS.minor_tokens)
    tokens_due.pay_if_possible(game)
    if record(game).unpaid[step.company]:
        game.push(BuyShares(step.company))
    return_excess(game)


def _form_major(game: Game, step: ChooseSize, action: FormMajor) -> None:
    """Eight shares go to its treasury; the founder may buy some of them at once (1863-START-20, 1863-START-22)."""
    game.pop()
    effects.set_kind(game, step.company, MAJOR, game.purse(step.company))
    take_tokens(game, step, action.tokens)
    game.push(BuyShares(step.company))


def take_tokens(game: Game, step: ChooseSize, bought: int) -> None:
    """Each costs 50, the first is free in the company's own home (1863-START-14, 1863-START-15); those that are not on
    the board lie on the charter (1863-START-19).
    """
    company, total = step.company, bought + step.lodgings
    set_tokens(game, company, total)
    effects.give_tokens(game, company, total - 1)
    at_home = step.stop == home_now(game, company)
    set_unpaid(game, company, NUMBERS.token_price * (bought - at_home))


SIZE_MOVES: tuple[AnyMove, ...] = (
    Move(FormMinor, filtered(lambda game, step: (FormMinor(),), minor_refusal), minor_refusal, _form_minor),
    Move(
        FormMajor,
        filtered(
            lambda game, step: [FormMajor(Tally(n)) for n in range(1, NUMBERS.most_float_tokens + 1)], major_refusal
        ),
        major_refusal,
        _form_major,
    ),
)

# -- more shares ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BuyShares(CompanyStep):
    """The founder may buy more shares of a new major; the company may borrow for its tokens (1863-START-17)."""

    order: ClassVar[str] = "start.shares"

    def task(self, game: Game) -> Text:
        """Which company, and what for."""
        name = game.symbol(self.company)
        if most_more(game, self.company):
            return Text("buy more shares of {company} or pass", company=name)
        if record(game).unpaid[self.company]:
            return Text("borrow for the [token]s of {company} or pass", company=name)
        return Text("pass, since no more shares of {company} can be bought", company=name)

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Who buys, and what is still to be paid for tokens."""
        name, unpaid, most = game.symbol(self.company), record(game).unpaid[self.company], most_more(game, self.company)
        told = []
        if most:
            buyer, price = game.name(game.state.director[self.company]), game.price_of(self.company)
            buys = "{buyer} may buy more shares of {company} at {price} each: {most} at most"
            told.append(Text(buys, buyer=buyer, most=most, company=name, price=price))
        if unpaid:
            owes = "{company} still has to pay {unpaid} for its [token]s"
            told.append(Text(owes, company=name, unpaid=unpaid))
        return tuple(told)

    on_pass: ClassVar[str] = "{player} buys no more shares"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return SHARE_MOVES


def most_more(game: Game, company: Company) -> int:
    """How many more shares the president may buy: by the limits, the treasury's shares, cash and certificates.

    Rules 1863-START-21 and 1863-CONV-05.
    """
    president = game.state.director[company]
    most = min(
        ownership.room(game, president, company),
        game.held(game.purse(company), company),
        game.state.cash[president] // game.price_of(company),
    )
    seat = game.book.seat_of(president)
    if seat is not None:
        most = min(most, game.rules[CertificateRules].limit(game) - directors.certificates(game, seat))
    return max(0, most)


def more_refusal(game: Game, step: BuyShares, action: BuyMore) -> Refusal | None:
    """Any number within the limits (1863-START-21), unless the president has sold some since the last stock round."""
    most = most_more(game, step.company)
    if action.count > most:
        return game.forbid("start.more", "No more than {most} shares can be bought now", most=most)
    return has_sold(game, game.state.director[step.company], step.company)


def _more_options(game: Game, step: BuyShares) -> Iterable[Choice]:
    most = most_more(game, step.company)
    able = most > 0 and more_refusal(game, step, BuyMore(Count(most))) is None
    return (Choice(BuyMore, (Span(1, most),)),) if able else ()


def _buy_more(game: Game, step: BuyShares, action: BuyMore) -> None:
    buy_from_charter(game, game.state.director[step.company], step.company, action.count)


def _finish(game: Game, step: BuyShares) -> None:
    """The tokens are paid if the treasury has the money; otherwise before the stock round ends (1863-START-18)."""
    game.pop()
    tokens_due.pay_if_possible(game)


SHARE_MOVES: tuple[AnyMove, ...] = (
    Move(BuyMore, _more_options, more_refusal, _buy_more),
    passing(_finish),
)
ACTIONS = (Capitalise, PutInPrivate, PutInTrain, PutInShares, FormMinor, FormMajor, BuyMore)
