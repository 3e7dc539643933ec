"""The Regional/Minor Operating Order track: the slots of minors and regionals, from left to right (18OE-OR-03)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.titles.t18oe.record import amend, record


def companies(game: Game) -> tuple[Company, ...]:
    """The minors and regionals in the order in which they operate."""
    return tuple(company for company in record(game).order if company is not None)


def take_slot(game: Game, company: Company) -> None:
    """The order marker goes to the leftmost open slot, unless it has one (18OE-FLOAT-08, 18OE-CONC-05).

    A slot is open between others if a parred regional has left it.
    """
    order = list(record(game).order)
    if company in order:
        return
    if None in order:
        order[order.index(None)] = company
    else:
        order.append(company)
    amend(game, order=tuple(order))


def leave(game: Game, company: Company) -> None:
    """The railroad has no slot any more; the others keep theirs."""
    order = [None if other == company else other for other in record(game).order]
    while order and order[-1] is None:
        order.pop()
    amend(game, order=tuple(order))
