"""Companies of 1862 in positions for tests: floated, with holders, trains, permits and markers."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.events import PriceMoved
from railhead.core.ids import BANK
from railhead.core.state import Round
from railhead.rules.operating import OperatingRound, OperatingTurn
from railhead.rules.takeover import have_spare_tokens
from railhead.testing import Table
from railhead.titles.t1862.merging import ChooseSurvivor
from railhead.titles.t1862.record import entry, record

SEED = 95
"""In play: E&H ENR ESR EUR FDR I&B L&D L&H N&B N&E Y&N NGC SVR WNR WVR WStI."""
HOLDERS = {"IPO": "ipo", "pool": "pool"}


def table(players: int = 4, options: tuple[str, ...] = (), revision: int | None = None) -> Table:
    """A new game with the companies of the rulebook's merge examples; by the newest rules, if not said."""
    return Table("1862", players, options, SEED, revision)


def railway(
    at: Table,
    company: str,
    shares: dict[str, int],
    price: int = 90,
    par: int = 82,
    director: str = "",
    treasury: int = 0,
    trains: tuple[str, ...] = (),
    markers: tuple[str, ...] = (),
    unused: int = 0,
    permits: int | None = None,
) -> None:
    """A company that operates: who holds what (the rest is on offer), its trains, where its markers stand."""
    at.float(company, par, shares, director, price, operated=True, home=False, treasury=treasury)
    what = at.company(company)
    for name in trains:
        effects.move_train(at.game, BANK, at.game.purse(what), at.train(name))
    effects.give_tokens(at.game, what, len(markers))
    for stop in markers:
        at.token(company, stop)
    if markers:
        at.remember(settled=(*record(at.game).settled, what))
    have_spare_tokens(at.game, what, unused)
    if permits is not None:
        at.remember(permits=entry(record(at.game).permits, what, permits))


def last_price(at: Table, company: str) -> int:
    """The price a company's marker has come to, even if the company has gone with it."""
    what = at.company(company)
    told = [event.place for event in at.events if isinstance(event, PriceMoved) and event.company == what]
    return at.book.market.prices[told[-1]] if told else at.price(company)


def operating(at: Table, company: str, stage: str, done: tuple[str, ...] = ()) -> None:
    """A company's turn, before one of its stages begins; some companies have had theirs."""
    what = at.company(company)
    at.state.round = Round("operating", 2)
    had = tuple(at.company(other) for other in done)
    at.state.agenda = (at.state.agenda[0], OperatingRound((*had, what)), OperatingTurn(what, at.stage(stage)))


def merging(at: Table, company: str, partner: str, survivor: str) -> None:
    """A merger has been agreed on, and the survivor is chosen."""
    at.state.agenda = (*at.state.agenda, ChooseSurvivor(at.company(company), at.company(partner)))
    at.do(f"survivor {survivor}")
