"""What is counted in games of 1863: shorts, chains of companies, mergers, failures, and what the LPTB takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from railhead.core.actions import Action
from railhead.core.events import Declared, Event
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.state import FLOATED
from railhead.core.tallies import Tallies
from railhead.rules.auction import Auction
from railhead.titles.t1863.acquisition import ChooseAbsorber, WholeCompany
from railhead.titles.t1863.conversion import Convert
from railhead.titles.t1863.crisis import DeclareCrisis
from railhead.titles.t1863.facts import MINOR
from railhead.titles.t1863.merging import Survive
from railhead.titles.t1863.refinancing import Refinance
from railhead.titles.t1863.shorts import Short
from railhead.titles.t1863.starting_price import Capitalise, SetPrice

ACTIONS: Mapping[type[Action], str] = {
    Short: "shares sold short",
    Convert: "conversions",
    Refinance: "refinancings",
    DeclareCrisis: "cash crises",
}
"""What some actions amount to."""


def notable(before: Game, after: Game, action: Action, events: Sequence[Event]) -> Iterable[str]:
    """What an action brought about."""
    if type(action) in ACTIONS:
        yield ACTIONS[type(action)]
    if isinstance(action, Survive):
        yield "mergers of minors" if before.state.kind[action.company] == MINOR else "mergers of majors"
    if isinstance(action, Capitalise):
        yield "companies founded by a company" if _is_subsidiary(before) else "companies founded by a player"
    if _is_acquired(before, after):
        yield "acquisitions"
    yield from (f"companies {event.standing}" for event in events if isinstance(event, Declared))
    yield from ("bankruptcies" for _ in range(len(after.state.out) - len(before.state.out)))
    yield from ("loans taken" for _ in range(_new_loans(before, after)))


def _is_subsidiary(game: Game) -> bool:
    step = game.step
    return isinstance(step, SetPrice) and game.book.company_of(step.founder) is not None


def _is_acquired(before: Game, after: Game) -> bool:
    """Has a company that was up for acquisition been absorbed?"""
    company = _to_be_acquired(before)
    return company is not None and not after.state.has(company, FLOATED)


def _to_be_acquired(game: Game) -> Company | None:
    match game.step:
        case Auction(lot=WholeCompany(company=company)) | ChooseAbsorber(company=company):
            return company
    return None


def _new_loans(before: Game, after: Game) -> int:
    """Loans on the market less than before, those taken over counted once."""
    return max(0, sum(after.state.loans) - sum(before.state.loans))


def records(game: Game) -> Mapping[str, int]:
    """How long a chain of companies is, and how many shares are owed."""
    return {
        "longest chain of companies": max(chains(game), default=0),
        "most shares owed at a time": sum(game.shorts_out(company) for company in game.all_companies()),
    }


def chains(game: Game) -> Iterator[int]:
    """For every company in play: how many companies its chain has, itself included."""
    for company in game.all_companies():
        if game.state.has(company, FLOATED):
            yield _chain(game, company)


def _chain(game: Game, company: Company) -> int:
    above = game.book.company_of(game.state.director[company])
    return 1 if above is None else 1 + _chain(game, above)


TALLIES = Tallies(notable=notable, records=records)
