"""What happens to the holdings, debts and holders of a company that ends (rules 1863-LIQ and 1863-LPTB)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import BANK, FIRST_SEAT, POOL, Company, Owner, Seat
from railhead.core.refusal import Refusal
from railhead.core.state import FLOATED
from railhead.core.steps import AnyMove, Move, Step, filtered, passing
from railhead.core.text import Text, to_translate
from railhead.rules import directors, loans
from railhead.titles.t1863 import debts, dividends, prices, shares
from railhead.titles.t1863.facts import MINOR, NUMBERS

# -- shares of others -------------------------------------------------------------------------------


def sell_holdings(game: Game, company: Company) -> None:
    """Shares in others are sold to the Pool; certificates that may not enter it find another way (1863-LIQ-02).

    Rules 1863-LPTB-05, 1863-LPTB-09 and 1863-LIQ-11.
    """
    shares.sell_all(game, game.purse(company))
    held = [other for other in game.all_companies() if other != company and game.held(game.purse(company), other)]
    for other in reversed(held):
        game.push(Subsidiary(company, other))


@dataclass(frozen=True, slots=True)
class TakeSubsidiary(Action):
    """Buy what a failing company has of another one."""

    form: ClassVar[str] = "take-subsidiary"
    label: ClassVar[str] = "Buy it at its price"
    told: ClassVar[tuple[str, ...]] = ("{player} buys the subsidiary",)
    topic: ClassVar[Topic] = Topic.SHARES


@dataclass(frozen=True, slots=True)
class Subsidiary(Step):
    """The president of a failing company may buy the certificates of a company below it; otherwise it fails, too."""

    failing: Company
    company: Company
    purpose: ClassVar[str] = "buy a subsidiary or let it fail"
    order: ClassVar[str] = "turn.subsidiary"
    on_pass: ClassVar[str] = "{player} lets the subsidiary fail"

    @property
    def subjects(self) -> tuple[Company, ...]:
        """The subsidiary."""
        return (self.company,)

    def seat(self, game: Game) -> Seat:
        """The player who decides for the president."""
        return game.player_for(self.failing)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return SUBSIDIARY_MOVES

    def proceed(self, game: Game) -> bool:
        """If it cannot be bought, it fails."""
        able = game.controller(self.failing) is not None and take_refusal(game, self, TakeSubsidiary()) is None
        if not able:
            let_fail(game, self)
        return not able


def take_refusal(game: Game, step: Subsidiary, _: TakeSubsidiary) -> Refusal | None:
    """The president pays the price of each share into the failing company's cash (1863-LIQ-11).

    Whoever is short of it must have enough left for the president's certificate (1863-SHORT-15).
    """
    president = game.state.director[step.failing]
    has = game.held(game.purse(step.failing), step.company) + game.held(president, step.company)
    if has < directors.director_size(game, step.company):
        return game.forbid("sell.president", "Nobody could take over the president's certificate")
    if cost(game, step) > game.state.cash[president]:
        return game.forbid("fail.cash", "{president} cannot pay for it", president=game.name(president))
    return None


def cost(game: Game, step: Subsidiary) -> int:
    """What the failing company's shares are worth."""
    return game.held(game.purse(step.failing), step.company) * game.price_of(step.company)


def _take(game: Game, step: Subsidiary, _: TakeSubsidiary) -> None:
    """As in any transfer, the price falls one place for each share (1863-SUB-02)."""
    game.pop()
    seller, buyer, company = game.purse(step.failing), game.state.director[step.failing], step.company
    count = game.held(seller, company)
    effects.pay(
        game, buyer, seller, cost(game, step), Text("{count} {company}", count=count, company=game.symbol(company))
    )
    effects.move_shares(game, seller, buyer, company, count)
    effects.set_director(game, company, buyer)
    prices.fall(game, company, count)
    shares.after_trade(game, company)


def let_fail(game: Game, step: Subsidiary) -> None:
    """Nobody has the certificates: the subsidiary, with all below it, waits for its liquidation (1863-LIQ-11)."""
    game.pop()
    owner, company = game.purse(step.failing), step.company
    effects.move_shares(game, owner, POOL, company, game.held(owner, company))
    if game.state.director[company] == owner:
        effects.set_director(game, company, POOL)
    directors.settle_all(game)
    for left in game.all_companies():
        if game.state.has(left, FLOATED) and game.controller(left) is None:
            prices.to_red(game, left)


SUBSIDIARY_MOVES: tuple[AnyMove, ...] = (
    Move(TakeSubsidiary, filtered(lambda game, step: (TakeSubsidiary(),), take_refusal), take_refusal, _take),
    passing(let_fail),
)
ACTIONS = (TakeSubsidiary,)

# -- debts ----------------------------------------------------------------------------------------


def repay(game: Game, company: Company) -> None:
    """All loans are repaid from its cash; its president settles the rest at once (1863-LIQ-07, 1863-LPTB-10).

    If nobody is above it, what is left of them is void (1863-CRISIS-09).
    """
    affordable = min(game.state.loans[company], game.treasury(company) // NUMBERS.loan)
    if affordable:
        loans.repay(game, company, affordable)
    left = game.state.loans[company]
    effects.cancel_loans(game, company)
    if left and game.director(company) is not None:
        rest = min(game.treasury(company), left * NUMBERS.loan)
        effects.pay(game, game.purse(company), BANK, rest, Text("its loans"))
        president = game.state.director[company]
        owed = left * NUMBERS.loan - rest
        debts.owe_through_chain(game, president, BANK, owed, to_translate("loans of a company that ended"))


# -- holders --------------------------------------------------------------------------------------


def holders(game: Game, company: Company) -> Iterable[tuple[Owner, int]]:
    """The players and other companies that hold shares, with how many."""
    for owner in game.book.owner_ids[FIRST_SEAT:]:
        held = game.held(owner, company)
        if held > 0 and owner != game.purse(company):
            yield owner, held


def pay_holders(game: Game, company: Company, worth: int, charged: bool) -> None:
    """Each share gets its part of this worth, as far as the treasury allows (1863-LPTB-06, 1863-LPTB-11).

    A minor's owner gets all of it. What is left, charter and Pool included, is the bank's.
    """
    held = dict(holders(game, company))
    in_hands = sum(held.values())
    if not in_hands:
        return
    each = min(worth // game.share_count(company), game.treasury(company) // in_hands)
    if game.state.kind[company] == MINOR:
        each = min(worth, game.treasury(company)) // in_hands
    purpose = Text("the end of {company}", company=game.symbol(company))
    for owner, count in held.items():
        effects.pay(game, game.purse(company), owner, each * count, purpose)
    if charged:
        charge_shorts(game, company, each)


def charge_shorts(game: Game, company: Company, each: int) -> None:
    """Whoever has sold it short pays the bank as much for each share (1863-ACQ-05, 1863-LPTB-15)."""
    for seat in game.book.seat_ids:
        owed = each * game.short(seat, company)
        if owed:
            dividends.charge(game, seat, owed)
