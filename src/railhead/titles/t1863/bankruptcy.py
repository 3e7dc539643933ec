"""Players who cannot pay what they owe: they are out of the game, and companies may fall with them (1863-CRISIS-09)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Seat
from railhead.core.state import FLOATED
from railhead.core.steps import Step
from railhead.core.text import Text, to_translate
from railhead.rules.debts import Debt, DebtRules
from railhead.rules.operating import OperatingTurn
from railhead.titles.t1863 import count, debts, ending, prices, shares


def ruined(game: Game, debt: Debt) -> None:
    """A player with nothing left to sell pays what there is and is bankrupt (1863-CRISIS-07, 1863-SHORT-19).

    What somebody still owes who is out of the game already is never paid.
    """
    seat = game.book.seat_of(debt.debtor)
    assert seat is not None
    if seat not in game.state.out:
        effects.pay(game, seat, debt.creditor, game.state.cash[seat], debt.reason)
        bankrupt(game, seat)


def bankrupt(game: Game, seat: Seat) -> None:
    """A player is out of the game. Their cash goes to the bank, their saleable shares to the Pool, privates leave.

    What they have sold short stays sold: nobody has to cover it, or to pay dividends on it, any more.
    """
    shares.sell_all(game, seat)
    effects.pay(game, seat, BANK, game.state.cash[seat], Text("bankruptcy"))
    for private in game.privates_of(seat):
        effects.close_private(game, private)
    effects.put_out(game, seat)
    if game.state.priority == seat:
        effects.set_priority(game, game.left_of(seat))
    _abandon_companies(game, seat)
    _drop_turns(game)
    _look_for_the_end(game)


def _abandon_companies(game: Game, seat: Seat) -> None:
    """Certificates that could not be sold are nobody's; companies without a line to a player go to the red zone."""
    for company in game.all_companies():
        if game.held(seat, company) > 0:
            effects.move_shares(game, seat, POOL, company, game.held(seat, company))
            effects.set_director(game, company, POOL)
    for company in _ownerless(game):
        if prices.zone(game, company) is not prices.Zone.RED:
            prices.to_red(game, company)


def _ownerless(game: Game) -> list[Company]:
    return [c for c in game.all_companies() if game.state.has(c, FLOATED) and game.controller(c) is None]


def _drop_turns(game: Game) -> None:
    """The turns of companies without a president are over; debts of others stay to be paid."""
    game.state.agenda = tuple(step for step in game.state.agenda if not _is_over(game, step))


def _is_over(game: Game, step: Step) -> bool:
    return isinstance(step, OperatingTurn) and game.controller(step.company) is None


def _look_for_the_end(game: Game) -> None:
    """With one solvent player left the game is over (1863-END-03); as an option, any bankruptcy brings the end.

    Rules 1863-END-01 and 1863-END-04.
    """
    if len(game.players) <= 1:
        effects.foresee_end(game, to_translate("only one player is solvent"))
        count.count_at_once(game)
    elif "first_bankruptcy" in game.book.options:
        ending.foresee(game, to_translate("a player is bankrupt"))


RULES = DebtRules(
    moves=(debts.SELL,),
    ruined=ruined,
    ruin=to_translate("Whatever is sold, {debtor} will be bankrupt and out of the game"),
)
