"""Exchange of shares: holders in turn exchange old shares for new ones at a fixed rate.

Two companies become one, or one company refinances. Shares of companies that vanish are swapped for those of the
company that survives, from the pool or from holders whose turn is still to come. Holders with an odd lot may pay to
make it up to a whole share, or are paid for giving it up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.agenda import AgendaRules
from railhead.core.events import Paid, SharesMoved
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner, Seat
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.steps import AnyMove, CompanyStep, Move, Step, filtered, never
from railhead.core.text import Text
from railhead.rules.directors import director_size, ordinary
from railhead.rules.rates import TWO_FOR_ONE, Rate
from railhead.rules.takeover import take_cash


@dataclass(frozen=True, slots=True)
class RedeemOption(Action):
    """Pay for the option and keep it as a full share."""

    form: ClassVar[str] = "redeem option"
    label: ClassVar[str] = "Pay for the option and keep the share"
    told: ClassVar[tuple[str, ...]] = ("{player} pays {amount} for the option and keeps the share",)
    covers: ClassVar[tuple[type[object], ...]] = (Paid,)
    topic: ClassVar[Topic] = Topic.MERGERS


@dataclass(frozen=True, slots=True)
class RelinquishOption(Action):
    """Give up the option for money."""

    form: ClassVar[str] = "relinquish option"
    label: ClassVar[str] = "Give up the option for money"
    told: ClassVar[tuple[str, ...]] = ("{player} gives up the option for {amount}",)
    covers: ClassVar[tuple[type[object], ...]] = (Paid, SharesMoved)
    topic: ClassVar[Topic] = Topic.MERGERS


@dataclass(frozen=True, slots=True)
class Exchange(Step):
    """The holders who have not yet had their turn, in order; the companies, the surviving one first."""

    companies: tuple[Company, ...]
    rate: Rate
    initiator: Seat
    waiting: tuple[Owner, ...]
    reserve: int = 0
    """The cash the company must have left at the end, whatever it redeems."""

    @property
    def survivor(self) -> Company:
        """The company whose shares the holders end up with."""
        return self.companies[0]

    def proceed(self, game: Game) -> bool:
        """The next holder has their turn; after the last, the director is determined."""
        if not self.waiting:
            game.pop()
            settle_director(game, self.survivor, self.initiator)
            return True
        holder, waiting = self.waiting[0], self.waiting[1:]
        turn = replace(self, waiting=waiting)
        game.put(turn)
        if not waiting:
            for other in self.companies[1:]:
                take_cash(game, self.survivor, other)
        game.rules[ExchangeRules].turn(game, turn, holder)
        return True


@dataclass(frozen=True, slots=True)
class Option(CompanyStep):
    """A holder has an option: one share, or the director's certificate with all its shares."""

    holder: Owner
    decider: Seat
    shares: int
    cost: int
    """What it costs to keep it."""
    value: int
    """What the holder is paid for giving it up."""
    reserve: int
    """The cash the holder must have left after redeeming it."""
    purpose: ClassVar[str] = "redeem or relinquish an option"
    order: ClassVar[str] = "exchange.option"

    def seat(self, game: Game) -> Seat:
        """The holder; for the company's own shares, the player who began the exchange."""
        return self.decider

    def task(self, game: Game) -> Text:
        """What it costs to keep, and what giving it up brings."""
        share = "pay {cost} for the option share of {company} held by {holder}, or give it up for {value}"
        certificate = (
            "pay {cost} for the option director's certificate of {company} held by {holder}, or give it up for {value}"
        )
        return Text(
            share if self.shares == 1 else certificate,
            cost=self.cost,
            company=game.symbol(self.company),
            holder=game.name(self.holder),
            value=self.value,
        )

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES

    def proceed(self, game: Game) -> bool:
        """A holder who cannot pay must relinquish."""
        if game.rules[AgendaRules].asks_idle(game, self) or redeem_refusal(game, self, RedeemOption()) is None:
            return False
        relinquish(game, self, RelinquishOption())
        return True


# -- the procedure --------------------------------------------------------------------------------


class HolderTurn(Protocol):
    """What one holder does in an exchange."""

    def __call__(self, game: Game, step: Exchange, holder: Owner) -> None: ...


def begin(
    game: Game, companies: tuple[Company, ...], initiator: Seat, rate: Rate = TWO_FOR_ONE, reserve: int = 0
) -> None:
    """Shares still in the initial offer go to the pool; then every holder has a turn, the company itself last.

    Shares held by the companies themselves count as the survivor's; for its turn the survivor has all of their cash.
    """
    treasury = game.purse(companies[0])
    for company in companies:
        effects.move_shares(game, BANK, POOL, company, game.held(BANK, company))
        effects.move_shares(game, game.purse(company), treasury, company, game.held(game.purse(company), company))
    game.push(Exchange(companies, rate, initiator, (*game.clockwise(initiator), treasury), reserve))


def holding(game: Game, step: Exchange, owner: Owner) -> int:
    """How many old shares an owner has."""
    return sum(game.held(owner, company) for company in step.companies)


def trade_in(game: Game, step: Exchange, holder: Owner) -> None:
    """One holder's turn: give up shares at the exchange rate, swap those that do not survive, settle the option.

    Shares that cannot be swapped are sold at the share price, an option for its value when given up.
    """
    held, price = holding(game, step, holder), game.price_of(step.survivor)
    return_shares(game, step, holder, held - step.rate.up(held))
    has_option = has_odd_lot(step, held)
    for company, left in swap(game, step, holder):
        loss = step.rate.cost(held, step.rate.up(held), price) if has_option else 0
        sell(game, step, holder, company, left, left * price - loss)
        has_option = False
    if has_option:
        push_share_option(game, step, holder, held)


def has_odd_lot(step: Exchange, held: int) -> bool:
    """Does a holding leave an odd lot that is less than a whole share?"""
    return step.rate.up(held) > step.rate.down(held)


def return_shares(game: Game, step: Exchange, holder: Owner, count: int) -> None:
    """Old shares go to the pool, vanishing companies' first, along with their director's certificates."""
    for company in reversed(step.companies):
        given = min(count, game.held(holder, company))
        effects.move_shares(game, holder, POOL, company, given)
        if company != step.survivor and game.state.director[company] == holder:
            effects.set_director(game, company, POOL)
        count -= given


def swap(game: Game, step: Exchange, holder: Owner) -> list[tuple[Company, int]]:
    """Swap a holder's shares of vanishing companies; returns how many of each cannot be swapped.

    They are swapped for ordinary shares from the pool first, then from the next holders who have not had their turn.
    """
    left_over = []
    for company in step.companies[1:]:
        left = game.held(holder, company)
        for source in (POOL, *step.waiting):
            swapped = min(left, ordinary(game, source, step.survivor))
            effects.move_shares(game, source, holder, step.survivor, swapped)
            effects.move_shares(game, holder, source, company, swapped)
            left -= swapped
        if left:
            left_over.append((company, left))
    return left_over


def sell(game: Game, step: Exchange, holder: Owner, company: Company, count: int, proceeds: int) -> None:
    """Shares that cannot be swapped are sold to the bank."""
    effects.pay(
        game,
        BANK,
        holder,
        proceeds,
        Text("{count} {company} that cannot be swapped", count=count, company=game.symbol(company)),
    )
    effects.move_shares(game, holder, POOL, company, count)


def push_share_option(game: Game, step: Exchange, holder: Owner, held: int) -> None:
    """An odd lot may be made up to a whole share, or given up."""
    rate, price = step.rate, game.price_of(step.survivor)
    up, down = rate.up(held), rate.down(held)
    push_option(game, step, holder, up - down, rate.cost(held, up, price), rate.value(held, down, price))


def push_option(game: Game, step: Exchange, holder: Owner, shares: int, cost: int, value: int) -> None:
    """Ask a holder whether to pay for an option; for a company, ask the player who began the exchange."""
    seat = game.book.seat_of(holder)
    decider, reserve = (step.initiator, step.reserve) if seat is None else (seat, 0)
    game.push(Option(step.survivor, holder, decider, shares, cost, value, reserve))


def give_certificate(game: Game, giver: Owner, taker: Owner, company: Company) -> None:
    """The director's certificate changes hands with all its shares."""
    effects.move_shares(game, giver, taker, company, director_size(game, company))
    effects.set_director(game, company, taker)


def settle_director(game: Game, company: Company, initiator: Seat) -> None:
    """The player with the most shares, if they have enough; ties go to the first clockwise from the initiator."""
    heir = max(game.clockwise(initiator), key=lambda seat: game.held(seat, company))
    enough = game.held(heir, company) >= director_size(game, company)
    effects.set_director(game, company, heir if enough else POOL)


@dataclass(frozen=True)
class ExchangeRules(RuleGroup):
    """How holders exchange their shares."""

    turn: HolderTurn = trade_in
    """What one holder does in an exchange."""


# -- options --------------------------------------------------------------------------------------


def redeem_refusal(game: Game, step: Option, action: RedeemOption) -> Refusal | None:
    """Can the holder pay, and still have the minimum left?"""
    cash = game.state.cash[step.holder] - step.reserve
    if cash < step.cost:
        return game.forbid(
            "exchange.cash",
            "It costs {cost}, and {holder} has {cash} for it",
            cost=step.cost,
            holder=game.name(step.holder),
            cash=max(0, cash),
        )
    return None


def redeem(game: Game, step: Option, action: RedeemOption) -> None:
    """The option is paid for and kept."""
    game.pop()
    effects.pay(game, step.holder, BANK, step.cost, Text("an option on {company}", company=game.symbol(step.company)))


def relinquish(game: Game, step: Option, action: RelinquishOption) -> None:
    """The option goes to the pool in exchange for its value."""
    game.pop()
    effects.move_shares(game, step.holder, POOL, step.company, step.shares)
    effects.pay(game, BANK, step.holder, step.value, Text("an option on {company}", company=game.symbol(step.company)))
    if step.shares > 1:
        effects.set_director(game, step.company, POOL)


MOVES: tuple[AnyMove, ...] = (
    Move(RedeemOption, filtered(lambda _, __: (RedeemOption(),), redeem_refusal), redeem_refusal, redeem),
    Move(RelinquishOption, filtered(lambda _, __: (RelinquishOption(),), never), never, relinquish),
)
