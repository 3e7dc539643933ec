"""Companies that buy private companies from players, at any point of their own turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, Span, only
from railhead.core.deals import PrivateBought
from railhead.core.game import Game
from railhead.core.ids import Company, Private
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.spelling import Money
from railhead.core.steps import AnyMove, CompanyStep, Move, Step, passing
from railhead.core.text import Text, verbatim
from railhead.rules import consent
from railhead.rules.consent import Proposal
from railhead.rules.operating import OperatingTurn, acting_in_its_turn


@dataclass(frozen=True, slots=True)
class BuyIn(Action):
    """Buy a private company from a player for the company whose turn it is."""

    private: Private
    amount: Money
    form: ClassVar[str] = "buy-in {private} for {amount}"
    label: ClassVar[str] = "Buy {private} for {amount}"
    told: ClassVar[tuple[str, ...]] = (
        "{actor} buys {private} from {seller} for {price}",
        "{actor} offers {amount} for {private}",
    )
    covers: ClassVar[tuple[type[object], ...]] = (PrivateBought,)
    topic: ClassVar[Topic] = Topic.PRIVATES


class PurchaseLaw(Protocol):
    """Whether a company may buy a private from a player now."""

    def __call__(self, game: Game, company: Company, private: Private) -> Refusal | None: ...


class PriceRange(Protocol):
    """What a company may pay for a private: minimum, maximum and step."""

    def __call__(self, game: Game, company: Company, private: Private) -> Span: ...


class PurchaseEffect(Protocol):
    """What happens after a company has bought a private."""

    def __call__(self, game: Game, company: Company, private: Private) -> None: ...


def nothing_more(game: Game, company: Company, private: Private) -> None:
    """It has no further effect."""


def any_private(game: Game, company: Company, private: Private) -> Refusal | None:
    """Every company may buy every private."""
    return None


def up_to_face_value(game: Game, company: Company, private: Private) -> Span:
    """Whatever they agree on, from 1 up to the face value."""
    return Span(1, game.book.privates[private].value)


@dataclass(frozen=True)
class PrivateSaleRules(RuleGroup):
    """Which privates companies may buy from players, and for how much."""

    may_buy: PurchaseLaw = any_private
    """May this company buy this private now?"""
    prices: PriceRange = up_to_face_value
    """What it may pay: minimum, maximum and step; never more than its cash."""
    bought: PurchaseEffect = nothing_more
    """What happens after a company has bought a private."""


def refusal(game: Game, step: Step, action: BuyIn) -> Refusal | None:
    """Which rule forbids the purchase; a loan is never taken for it."""
    company, private = acting_in_its_turn(game, step), action.private
    if company is None:
        return game.forbid("buy_in.turn", "A company buys private companies only in its own turn")
    if game.book.seat_of(game.state.privates[private]) is None:
        return game.forbid("buy_in.owner", "No player owns {private}", private=game.book.private_names[private])
    return (
        game.rules[PrivateSaleRules].may_buy(game, company, private)
        or _price_refusal(game, company, action)
        or _cash_refusal(game, company, action)
    )


def _price_refusal(game: Game, company: Company, action: BuyIn) -> Refusal | None:
    prices = game.rules[PrivateSaleRules].prices(game, company, action.private)
    if action.amount not in prices:
        name = game.book.private_names[action.private]
        return game.forbid(
            "buy_in.price",
            "The price of {name} must be from {low} to {high}",
            name=name,
            low=prices.low,
            high=prices.high,
        )
    if action.amount <= _declined(game, action.private):
        return game.forbid("buy_in.declined", "After an offer has been declined, only a higher one may be made")
    return None


def _cash_refusal(game: Game, company: Company, action: BuyIn) -> Refusal | None:
    cash = game.treasury(company)
    if action.amount > cash:
        return game.forbid(
            "buy_in.cash",
            "The price is {amount}, but {company} has {cash}",
            amount=action.amount,
            company=game.symbol(company),
            cash=cash,
        )
    return None


def offers(game: Game, company: Company) -> Iterator[Choice]:
    """Every private the company could buy now, with the prices it could offer."""
    rules, cash = game.rules[PrivateSaleRules], game.treasury(company)
    for private in game.book.private_ids:
        if game.book.seat_of(game.state.privates[private]) is None:
            continue
        if rules.may_buy(game, company, private) is None:
            prices = _above(rules.prices(game, company, private), _declined(game, private))
            if prices.low <= min(prices.high, cash):
                yield Choice(BuyIn, (only(private), replace(prices, high=min(prices.high, cash))))


def _above(prices: Span, declined: int) -> Span:
    """The prices above one that was declined."""
    steps = max(0, (declined - prices.low) // prices.step + 1)
    return replace(prices, low=prices.low + steps * prices.step)


def options(game: Game, step: Step) -> Iterable[Choice]:
    """What the company that acts in its own turn could buy."""
    company = acting_in_its_turn(game, step)
    return () if company is None else offers(game, company)


def buy(game: Game, step: Step, action: BuyIn) -> None:
    """The owner is asked, unless they decide for the company themselves."""
    company, owner = step.acting_company, game.book.seat_of(game.state.privates[action.private])
    assert company is not None
    assert owner is not None
    asked = () if owner == game.controller(company) else (owner,)
    consent.ask_all(game, asked, PrivateSale(company, action.private, action.amount))


@dataclass(frozen=True, slots=True)
class PrivateSale(Proposal):
    """A player sells a private to a company."""

    order: ClassVar[str] = "buy_in.consent"
    company: Company
    private: Private
    amount: int

    def terms(self, game: Game) -> Text:
        """Who offers how much for what."""
        return Text(
            "{company}, which offers {amount} for {private}",
            company=game.symbol(self.company),
            amount=self.amount,
            private=game.book.private_names[self.private],
        )

    def agreed(self, game: Game) -> None:
        """The price is paid and the private changes hands."""
        seller, buyer = game.state.privates[self.private], game.purse(self.company)
        effects.pay(game, buyer, seller, self.amount, verbatim(game.book.private_names[self.private]))
        effects.give_private(game, self.private, buyer)
        game.rules[PrivateSaleRules].bought(game, self.company, self.private)

    def declined(self, game: Game) -> None:
        """This price is not acceptable in this turn."""
        agenda = game.state.agenda
        at = max(place for place, step in enumerate(agenda) if type(step) is OperatingTurn)
        game.state.agenda = (*agenda[:at], Declined(self.private, self.amount), *agenda[at:])


@dataclass(frozen=True, slots=True)
class Declined(Step):
    """What was declined in a company's turn; it lies beneath the turn and goes with it."""

    private: Private
    amount: int

    def proceed(self, game: Game) -> bool:
        """The turn is over, and with it the memory of what was declined."""
        game.pop()
        return True


def _declined(game: Game, private: Private) -> int:
    """The highest offer for a private that was declined in this turn; 0 if none was."""
    notes = (step for step in game.state.agenda if isinstance(step, Declined))
    return max((note.amount for note in notes if note.private == private), default=0)


BUY: AnyMove = Move(BuyIn, options, refusal, buy)
"""For `AgendaRules.extra_moves` (or `open_moves`): a company may buy privates in every step of its own turn."""


@dataclass(frozen=True, slots=True)
class BuyPrivates(CompanyStep):
    """A point of a company's turn at which it is asked for the sake of privates alone; `BUY` is open in every step."""

    purpose: ClassVar[str] = "buy private companies"
    on_pass: ClassVar[str] = "{actor} buys no private company"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Nothing of its own but to go on."""
        return (passing(lambda game, _: game.pop()),)

    def proceed(self, game: Game) -> bool:
        """Go on if there is nothing to buy."""
        if next(offers(game, self.company), None) is not None:
            return False
        game.pop()
        return True
