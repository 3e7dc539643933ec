"""Merging shares two for one: once round the table, every holder gives up half of what he has.

Rules 1862-MERGE-12, -13 and -18 to -31. Two companies merge into the survivor, or one company refinances; the procedure
is the same. Whoever has an odd number of shares keeps one as an option: he pays half a share's price to keep it, or is
paid as much for giving it up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action
from railhead.core.agenda import AgendaRules
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner, Seat
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, CompanyStep, Move, Step, filtered, never
from railhead.rules.directors import director_size, ordinary


@dataclass(frozen=True, slots=True)
class RedeemOption(Action):
    """Pay for the option and keep it as a full share."""

    form: ClassVar[str] = "redeem option"
    label: ClassVar[str] = "Pay for the option and keep the share"


@dataclass(frozen=True, slots=True)
class RelinquishOption(Action):
    """Give the option up for money."""

    form: ClassVar[str] = "relinquish option"
    label: ClassVar[str] = "Give the option up for money"


@dataclass(frozen=True, slots=True)
class ShareMerge(Step):
    """The holders who have not yet had their turn, in order; the merging companies, the surviving one first."""

    companies: tuple[Company, ...]
    initiator: Seat
    waiting: tuple[Owner, ...]
    reserve: int = 0
    """What the company must have left in the end, whatever it redeems."""

    @property
    def survivor(self) -> Company:
        """The company in which the holders end."""
        return self.companies[0]

    def proceed(self, game: Game) -> bool:
        """The next holder has his turn; after the last the director is found (1862-MERGE-12, -19)."""
        if not self.waiting:
            game.pop()
            settle_director(game, self.survivor, self.initiator)
            return True
        holder, waiting = self.waiting[0], self.waiting[1:]
        turn = replace(self, waiting=waiting)
        game.put(turn)
        if not waiting:
            _join_treasuries(game, self.companies)
        merge_holding(game, turn, holder)
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
    """What it is worth given up."""
    reserve: int
    """What the holder must have left after redeeming."""
    purpose: ClassVar[str] = "redeem or relinquish an option"
    order: ClassVar[str] = "merge.option"

    def seat(self, game: Game) -> Seat:
        """The holder; for shares of the company the player who began the merge (1862-MERGE-18)."""
        return self.decider

    def task(self, game: Game) -> str:
        """What it costs, and what it brings."""
        what = "share" if self.shares == 1 else "director's certificate"
        return (
            f"pay {self.cost} for the option {what} of {game.symbol(self.company)} held by {game.name(self.holder)}, "
            f"or give it up for {self.value}"
        )

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES

    def proceed(self, game: Game) -> bool:
        """Who cannot pay must relinquish (1862-MERGE-26)."""
        if game.rules[AgendaRules].asks_idle(game, self) or redeem_refusal(game, self, RedeemOption()) is None:
            return False
        relinquish(game, self, RelinquishOption())
        return True


# -- the procedure --------------------------------------------------------------------------------


def begin(game: Game, companies: tuple[Company, ...], initiator: Seat, reserve: int = 0) -> None:
    """Shares still on offer go to the pool; then every holder in order, the company's own holding last.

    Rules 1862-MERGE-13, -18, -19 and 1862-FORCED-08. Holdings of both companies count as the survivor's.
    """
    treasury = game.purse(companies[0])
    for company in companies:
        effects.move_shares(game, BANK, POOL, company, game.held(BANK, company))
        effects.move_shares(game, game.purse(company), treasury, company, game.held(game.purse(company), company))
    game.push(ShareMerge(companies, initiator, (*game.clockwise(initiator), treasury), reserve))


def _join_treasuries(game: Game, companies: tuple[Company, ...]) -> None:
    """For the last turn, its own, the merged company has the money of both (1862-MERGE-18, -32)."""
    survivor, *others = companies
    for other in others:
        effects.pay(game, game.purse(other), game.purse(survivor), game.treasury(other), "its treasury")


def holding(game: Game, step: ShareMerge, owner: Owner) -> int:
    """How many merging shares an owner has."""
    return sum(game.held(owner, company) for company in step.companies)


def merge_holding(game: Game, step: ShareMerge, holder: Owner) -> None:
    """One holder's turn: give up half, swap what did not survive, sell what cannot be swapped, settle the option."""
    size = holding(game, step, holder)
    directed = [company for company in step.companies if game.state.director[company] == holder]
    small = directed and size < 2 * director_size(game, step.survivor)
    if small and not _changed_certificate(game, step, holder, directed[0]):
        _make_option_certificate(game, step, holder, directed[0], size)
        return
    _return_half(game, step, holder, size // 2)
    sold = _swap_or_sell(game, step, holder, has_option=size % 2 == 1)
    if size % 2 == 1 and not sold:
        half = game.price_of(step.survivor) // 2
        _push_option(game, step, holder, 1, half, half)


def _changed_certificate(game: Game, step: ShareMerge, holder: Owner, company: Company) -> bool:
    """A director with fewer than six shares takes three ordinary ones of the pool, if there are three.

    Surviving ones first (1862-MERGE-27).
    """
    needed = director_size(game, company)
    if sum(ordinary(game, POOL, other) for other in step.companies) < needed:
        return False
    _give_certificate(game, holder, POOL, company)
    for other in step.companies:
        taken = min(needed, ordinary(game, POOL, other))
        effects.move_shares(game, POOL, holder, other, taken)
        needed -= taken
    return True


def _give_certificate(game: Game, giver: Owner, taker: Owner, company: Company) -> None:
    """The director's certificate changes hands with all its shares."""
    effects.move_shares(game, giver, taker, company, director_size(game, company))
    effects.set_director(game, company, taker)


def _make_option_certificate(game: Game, step: ShareMerge, holder: Owner, company: Company, size: int) -> None:
    """The ordinary shares go to the pool, and the director's certificate becomes an option (1862-MERGE-28, -29).

    One of the vanishing company is first swapped for the survivor's, in the pool or with a later holder; if it cannot
    be, it is sold.
    """
    for other in step.companies:
        effects.move_shares(game, holder, POOL, other, ordinary(game, holder, other))
    price, shares, survivor = game.price_of(step.survivor), director_size(game, company), step.survivor
    value = size * price // 2
    if company != survivor:
        owner = game.state.director[survivor]
        if owner != POOL and owner not in step.waiting:
            effects.pay(game, BANK, holder, value, "an option certificate that cannot be swapped")
            _give_certificate(game, holder, POOL, company)
            return
        _give_certificate(game, holder, owner, company)
        _give_certificate(game, owner, holder, survivor)
    _push_option(game, step, holder, shares, (2 * shares - size) * price // 2, value)


def _return_half(game: Game, step: ShareMerge, holder: Owner, count: int) -> None:
    """Half the holding goes to the pool, what does not survive first (1862-MERGE-20).

    A director with six shares or more gives up at least three: the vanishing company's certificate is among them, and
    the survivor's certificate can always be kept.
    """
    for company in reversed(step.companies):
        given = min(count, game.held(holder, company))
        effects.move_shares(game, holder, POOL, company, given)
        if company != step.survivor and game.state.director[company] == holder:
            effects.set_director(game, company, POOL)
        count -= given


def _swap_or_sell(game: Game, step: ShareMerge, holder: Owner, has_option: bool) -> bool:
    """Shares kept of the vanishing company are swapped, the option last; was an option sold for want of a share?

    For ordinary shares of the pool first, then of the next holder who has not had his turn (1862-MERGE-22, -23). What
    is left is sold: a full share at the price, an option at half of it rounded up (1862-MERGE-24).
    """
    for company in step.companies[1:]:
        left = game.held(holder, company)
        for source in (POOL, *step.waiting):
            swapped = min(left, ordinary(game, source, step.survivor))
            effects.move_shares(game, source, holder, step.survivor, swapped)
            effects.move_shares(game, holder, source, company, swapped)
            left -= swapped
        if left:
            price = game.price_of(step.survivor)
            proceeds = left * price - (_option_loss(game, price) if has_option else 0)
            effects.pay(game, BANK, holder, proceeds, f"{left} {game.symbol(company)} that cannot be swapped")
            effects.move_shares(game, holder, POOL, company, left)
            return has_option
    return False


def _option_loss(game: Game, price: int) -> int:
    """How much less than a full share an option brings that cannot be swapped: it is worth half, rounded up."""
    return price - price // 2 if "peer-option" in game.book.options else price // 2


def _push_option(game: Game, step: ShareMerge, holder: Owner, shares: int, cost: int, value: int) -> None:
    seat = game.book.seat_of(holder)
    decider, reserve = (step.initiator, step.reserve) if seat is None else (seat, 0)
    game.push(Option(step.survivor, holder, decider, shares, cost, value, reserve))


def settle_director(game: Game, company: Company, initiator: Seat) -> None:
    """The player with most shares, at least three; of equals the first from the initiator on (1862-MERGE-30, -31)."""
    heir = max(game.clockwise(initiator), key=lambda seat: game.held(seat, company))
    enough = game.held(heir, company) >= director_size(game, company)
    effects.set_director(game, company, heir if enough else POOL)


# -- options --------------------------------------------------------------------------------------


def redeem_refusal(game: Game, step: Option, action: RedeemOption) -> Refusal | None:
    """Can the holder pay, and a company that refinances still buy a train (1862-MERGE-26, 1862-FORCED-03)?"""
    cash = game.state.cash[step.holder] - step.reserve
    if cash < step.cost:
        return game.forbid(
            "merge.cash", f"It costs {step.cost}, and {game.name(step.holder)} has {max(0, cash)} for it"
        )
    return None


def redeem(game: Game, step: Option, action: RedeemOption) -> None:
    """The option is paid for and kept (1862-MERGE-25, -29)."""
    game.pop()
    effects.pay(game, step.holder, BANK, step.cost, f"an option on {game.symbol(step.company)}")


def relinquish(game: Game, step: Option, action: RelinquishOption) -> None:
    """The option goes to the pool against its value (1862-MERGE-25, -29)."""
    game.pop()
    effects.pay(game, BANK, step.holder, step.value, f"an option on {game.symbol(step.company)}")
    effects.move_shares(game, step.holder, POOL, step.company, step.shares)
    if step.shares > 1:
        effects.set_director(game, step.company, POOL)


MOVES: tuple[AnyMove, ...] = (
    Move(RedeemOption, filtered(lambda _, __: (RedeemOption(),), redeem_refusal), redeem_refusal, redeem),
    Move(RelinquishOption, filtered(lambda _, __: (RelinquishOption(),), never), never, relinquish),
)
