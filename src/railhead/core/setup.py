"""The empty table: a state with everything in the box, before the title's own set-up."""

from __future__ import annotations

from railhead.core.frozen import FrozenDict
from railhead.core.ids import BANK, FIRST_SEAT, NOWHERE
from railhead.core.rulebook import Rulebook
from railhead.core.state import Round, State
from railhead.core.steps import Step


def empty_table(book: Rulebook, agenda: tuple[Step, ...], record: object) -> State:
    """Money handed out, all shares in the initial offer, all trains and tiles in the box, and this agenda."""
    state = State()
    companies = book.company_count
    state.cash = [0] * book.owner_count
    state.cash[BANK] = book.bank - book.seats * book.starting_cash
    for seat in book.seat_ids:
        state.cash[seat] = book.starting_cash
    state.shares = [0] * (book.owner_count * companies)
    for company, facts in enumerate(book.companies):
        state.shares[BANK * companies + company] = book.kinds[facts.kind].shares
    state.director = [BANK] * companies
    state.trains = [()] * book.owner_count
    state.depot = [pile.count for pile in book.piles]
    state.scrapped = [0] * len(book.piles)
    state.price = [NOWHERE] * companies
    state.par = [NOWHERE] * companies
    state.stack = ()
    state.kind = [facts.kind for facts in book.companies]
    state.loans = [0] * companies
    state.status = [0] * companies
    state.privates = [BANK] * len(book.privates)
    state.tiles = FrozenDict()
    state.tokens = FrozenDict()
    state.spare_tokens = [facts.tokens for facts in book.companies]
    state.supply = [tile.count for tile in book.tiles.facts]
    state.revenue = [0] * companies
    state.subsidy = [0] * companies
    state.dividend = [0] * companies
    state.phase = 0
    state.round = Round("set-up", 0)
    state.priority = FIRST_SEAT
    state.out = ()
    state.agenda = agenda
    state.record = record
    state.ending = ""
    return state
