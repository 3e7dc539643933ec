"""First-round insolvency: a minor or regional that cannot pay for its reserved train (rules 18OE-INSOLV).

Nobody decides anything here. First what the railroad has spent in this turn is taken back, as far as it takes; if that
is not enough, its certificate goes to the Open Market, and it waits for a player who buys it.
"""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company
from railhead.core.state import INSOLVENT
from railhead.core.text import Text
from railhead.titles.t18oe import slots
from railhead.titles.t18oe.facts import MINOR, NUMBERS, REGIONAL
from railhead.titles.t18oe.record import Lay, amend, record
from railhead.titles.t18oe.reserved_trains import owes, provide, shortfall
from railhead.titles.t18oe.rolling_stock import RESERVED
from railhead.titles.t18oe.setting_up import drawn_patronage


def averted(game: Game, company: Company) -> bool:
    """Can a railroad pay for its reserved train, if need be after its expenses have been taken back?

    Only minors and regionals become insolvent (18OE-INSOLV-01): first the token of this turn is returned
    (18OE-INSOLV-07), then all track that cost money (18OE-INSOLV-08).
    """
    if game.state.kind[company] not in (MINOR, REGIONAL) or not owes(game, company):
        return True
    for take_back in (_take_back_token, _take_back_track):
        if _can_pay(game, company):
            return True
        take_back(game, company)
    return _can_pay(game, company)


def _can_pay(game: Game, company: Company) -> bool:
    """Are treasury and owner's cash enough?"""
    return shortfall(game, company) <= game.state.cash[game.player_for(company)]


# -- taking back what was spent -------------------------------------------------------------------


def _take_back_token(game: Game, company: Company) -> None:
    """A token that cost money returns to its slot of the charter."""
    placed = record(game).token_paid
    if placed is None or not placed[2]:
        return
    stop, slot, paid = placed
    effects.return_token(game, company, stop)
    slots.put_back(game, company, slot)
    amend(game, token_paid=None)
    effects.pay(game, BANK, game.purse(company), paid, Text("the token that is taken back"))


def _take_back_track(game: Game, company: Company) -> None:
    """All track that cost money is taken off the map, the last first; other tiles stay.

    What patrons paid for it is returned out of the refunds and the rest of the treasury, as far as that goes: money may
    have been spent on something that is not refunded.
    """
    lays, bounties = record(game).lays, 0
    costly = {lay.hex for lay in lays if lay.paid}
    for number, lay in reversed(tuple(enumerate(lays))):
        if lay.hex in costly and any(earlier.hex == lay.hex and earlier.paid for earlier in lays[: number + 1]):
            _take_back(game, company, lay)
            bounties += lay.bounty
            amend(game, lays=tuple(other for other in record(game).lays if other is not lay))
    returned = min(bounties, game.treasury(company))
    effects.pay(game, game.purse(company), BANK, returned, Text("patronage that is paid back"))


def _take_back(game: Game, company: Company, lay: Lay) -> None:
    """What was paid for a tile is refunded; the patronage tile that it fulfilled comes back."""
    effects.take_back_tile(game, lay.hex, lay.before)
    effects.pay(game, BANK, game.purse(company), lay.paid, Text("track that is taken back"))
    if lay.bounty:
        tile = next(entry for entry in drawn_patronage(game.book.seed) if entry[0] == lay.hex)
        amend(game, patronage=(*record(game).patronage, tile))


# -- insolvency -----------------------------------------------------------------------------------


def face_value(game: Game, company: Company) -> int:
    """What a charter or president's certificate is worth: 120, or twice par (18OE-INSOLV-03)."""
    if game.state.kind[company] == MINOR:
        return NUMBERS.minor_value
    return game.kind_of(company).director_shares * game.book.market.prices[game.state.par[company]]


def declare(game: Game, company: Company) -> None:
    """The owner pays in all their cash and is paid the face value; the railroad has its train, but no owner.

    Rules 18OE-INSOLV-02 and 18OE-INSOLV-03; it does not operate until a player owns it again (18OE-INSOLV-04).
    """
    owner, purse = game.player_for(company), game.purse(company)
    effects.mark(game, company, INSOLVENT)
    effects.declare(game, company, Text("insolvent"))
    effects.pay(game, owner, purse, game.state.cash[owner], Text("the reserved train"))
    effects.move_train(game, BANK, purse, RESERVED)
    provide(game, company)
    effects.move_shares(game, owner, POOL, company, game.kind_of(company).director_shares)
    effects.set_director(game, company, POOL)
    effects.pay(game, BANK, owner, face_value(game, company), Text("the certificate"))
