"""What lies ahead in figures, for players who estimate: pure functions that titles fill in where the defaults fail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from railhead.core.game import Game
from railhead.core.ids import BANK, FIRST_SEAT, Company, Place, Private, Seat, Stop
from railhead.core.laws import CompanyCount
from railhead.core.rulebook import UNLIMITED, RuleGroup
from railhead.core.state import FLOATED
from railhead.rules import prices

if TYPE_CHECKING:
    from railhead.core.actions import Action
    from railhead.core.choices import Choice
    from railhead.core.steps import Step

GROWTH = 1.4
"""Companies will earn more than they do now, on average by so much."""


class PlaceAfter(Protocol):
    """Where a dividend of a company would take its price from a place."""

    def __call__(self, game: Game, company: Company, place: Place, amount: int) -> Place: ...


class Rounds(Protocol):
    """How many operating rounds are probably still to come."""

    def __call__(self, game: Game) -> float: ...


class SellingRounds(Protocol):
    """In how many operating rounds all trains of which there is a limited number are usually sold; None if unknown."""

    def __call__(self, game: Game) -> float | None: ...


class PrivateValue(Protocol):
    """What a private company will probably bring its owner until the end of the game."""

    def __call__(self, game: Game, private: Private) -> float: ...


class TurnsInto(Protocol):
    """The company of which this private company sooner or later becomes a share; None if it does not."""

    def __call__(self, game: Game, private: Private) -> Company | None: ...


class StopsEarly(Protocol):
    """How many rounds before the end of the game this company probably runs for the last time."""

    def __call__(self, game: Game, company: Company) -> float: ...


class SeedMoney(Protocol):
    """How much money makes another company pay, if it stays with the company; None if that cannot be said."""

    def __call__(self, game: Game) -> float | None: ...


class PartPaid(Protocol):
    """Which part of what it earns a company usually pays out; the rest stays in its treasury."""

    def __call__(self, game: Game, company: Company) -> float: ...


class Plan(Protocol):
    """Actions that pay off only later, and what each gains over doing nothing, as somebody judges who knows the title.

    Nothing if the title has no opinion.
    """

    def __call__(
        self, game: Game, seat: Seat, step: Step, offered: Iterable[Choice]
    ) -> Sequence[tuple[Action, float]]: ...


class ByThumb(Protocol):
    """Do rules of thumb serve better for what this step decides than a plan or an estimate?"""

    def __call__(self, game: Game, step: Step) -> bool: ...


class SiteValue(Protocol):
    """How good a place for the first token of a new company is, compared with others; 0 if it is not to be taken."""

    def __call__(self, game: Game, company: Company, stop: Stop) -> float: ...


class Interest(Protocol):
    """What each loan will cost in a round if so many more are taken."""

    def __call__(self, game: Game, more: int) -> int: ...


class RoundsUntil(Protocol):
    """How many operating rounds it probably takes until a phase begins; none once it has."""

    def __call__(self, game: Game, phase: int) -> float: ...


class Possible(Protocol):
    """Is something possible in this game now?"""

    def __call__(self, game: Game) -> bool: ...


class Capital(Protocol):
    """What a company has in its treasury when it begins at this price a share."""

    def __call__(self, game: Game, price: int) -> int: ...


class BeginsWith(Protocol):
    """What this company will have in its treasury when it floats at this price a share."""

    def __call__(self, game: Game, company: Company, price: int) -> int: ...


class HighestPar(Protocol):
    """The highest price at which it pays to begin a company now: dearer shares leave no money for another one."""

    def __call__(self, game: Game) -> int: ...


class SpareMoney(Protocol):
    """How much this player can spend on the right to begin a company, and still make it float.

    Negative if they cannot make it float at all.
    """

    def __call__(self, game: Game, seat: Seat) -> int: ...


class ShareValue(Protocol):
    """What a share of a company counts at the end of the game, if its price is that of a place then."""

    def __call__(self, game: Game, company: Company, place: Place) -> float: ...


def a_place_either_way(game: Game, company: Company, place: Place, amount: int) -> Place:
    """Up a place with a dividend, down one without. A par in a box beside the chart stays where it is."""
    if place in game.book.market.box_places:
        return place
    return prices.along(game.book.market, place, 1 if amount else -1)


def by_bank_price_and_trains(game: Game) -> float:
    """Until the bank is empty, the highest price reached, or the last train sold, whatever comes first."""
    if game.state.ending:
        now = game.state.round
        return float(max(0, now.of - now.index))
    typical = game.rules[OutlookRules].typical_rounds
    return max(1.0, min(until_bank_breaks(game), _until_top(game), typical * _trains_left(game) + 2))


def until_bank_breaks(game: Game) -> float:
    """How many rounds it takes to pay out what the bank has."""
    paid = sum(
        game.state.revenue[company] * _held_by_people(game, company) / game.share_count(company)
        for company in game.all_companies()
        if game.state.has(company, FLOATED)
    )
    return max(0, game.state.cash[BANK]) / max(1.0, GROWTH * paid)


def _held_by_people(game: Game, company: Company) -> int:
    return sum(max(0, game.held(owner, company)) for owner in game.book.owner_ids[FIRST_SEAT:])


def _until_top(game: Game) -> float:
    """The leading price rises two places a round, at most."""
    market = game.book.market
    if not market.is_ladder:
        return float(UNLIMITED)
    highest = max((game.state.price[company] for company in game.state.stack), default=Place(0))
    return (market.top - highest) / 2


def _trains_left(game: Game) -> float:
    """Which part of the trains is still to be sold."""
    limited = [number for number, pile in enumerate(game.book.piles) if pile.count < UNLIMITED]
    return sum(game.state.depot[number] for number in limited) / max(
        1, sum(game.book.piles[number].count for number in limited)
    )


def income_while_open(game: Game, private: Private) -> float:
    """Its income in half of the rounds to come, since most close sooner or later."""
    income = game.book.privates[private].income(game.book.phases[game.state.phase].stage)
    return income * game.rules[OutlookRules].rounds_left(game) / 2


def as_roughly(game: Game) -> float:
    """What everybody expects."""
    return game.rules[OutlookRules].rounds_left(game)


def runs_to_the_end(game: Game, company: Company) -> float:
    """Companies run as long as the game lasts."""
    return 0.0


def nothing_paid(game: Game, private: Private) -> float:
    """No company buys it."""
    return 0.0


def stays_what_it_is(game: Game, private: Private) -> Company | None:
    """It becomes no share."""
    return None


def unknown(game: Game) -> float | None:
    """Nobody can tell."""
    return None


class Sight(Protocol):
    """How promising tiles look to a company at first sight: a function that says so for each; None if nobody knows."""

    def __call__(self, game: Game, company: Company) -> Callable[[Action], float] | None: ...


def no_sight(game: Game, company: Company) -> Callable[[Action], float] | None:
    """Tiles have to be tried out."""
    return None


def all_of_it(game: Game, company: Company) -> float:
    """Companies pay out what they earn."""
    return 1.0


def no_plan(game: Game, seat: Seat, step: Step, offered: Iterable[Choice]) -> Sequence[tuple[Action, float]]:
    """Whatever a step ahead shows."""
    return ()


def never(game: Game, step: Step) -> bool:
    """They serve where nothing else is known."""
    return False


def anywhere(game: Game, company: Company, stop: Stop) -> float:
    """One place is as good as another."""
    return 1.0


def nothing_due(game: Game, company: Company) -> int:
    """Companies pay only for what they want."""
    return 0


def free_of_interest(game: Game, more: int) -> int:
    """Loans cost nothing."""
    return 0


def half_of_its_shares(game: Game, company: Company, price: int) -> int:
    """The price of half of its shares, with which companies often float."""
    return price * game.share_count(company) // 2


def all_of_its_shares(game: Game, company: Company, price: int) -> int:
    """The price of all of its shares, whoever buys them."""
    return price * game.share_count(company)


def any_par(game: Game) -> int:
    """Whatever the title allows."""
    return UNLIMITED


def all_money(game: Game, seat: Seat) -> int:
    """All of it: others buy shares as well, and nobody minds when the company floats."""
    return game.state.cash[seat]


def its_price(game: Game, company: Company, place: Place) -> float:
    """A share counts its price."""
    return float(game.book.market.prices[place])


@dataclass(frozen=True)
class Dealing:
    """What players need to know who deal in shares of companies that run through their trains, and start anew."""

    until: RoundsUntil
    """How many operating rounds it probably takes until a phase begins."""
    capital: Capital
    """What a new company begins with."""
    may_begin: Possible
    """May companies still be begun, after the next set of operating rounds as well?"""


@dataclass(frozen=True)
class OutlookRules(RuleGroup):
    """What players who know the title a little expect."""

    typical_rounds: int = 20
    """How many operating rounds a game usually has."""
    selling_rounds: SellingRounds = unknown
    """In how many operating rounds people usually buy all trains of which there is a limited number."""
    rounds_left: Rounds = by_bank_price_and_trains
    """How many operating rounds are probably still to come."""
    to_the_end: Rounds = as_roughly
    """The same, as somebody counts who plans how long a share will bring something."""
    final_rounds: int = 1
    """How many of them follow the last stock round."""
    stops_early: StopsEarly = runs_to_the_end
    """How many rounds before the end a company runs for the last time."""
    begins_with: BeginsWith = half_of_its_shares
    """What a company has in its treasury when it floats."""
    highest_par: HighestPar = any_par
    """The highest price at which it pays to begin a company."""
    most_usual: int | None = None
    """What companies earn once the board is built, unless they earn more already."""
    spare_money: SpareMoney = all_money
    """How much a player can spend on the right to begin a company, and still make it float."""
    part_paid: PartPaid = all_of_it
    """Which part of what it earns a company pays out."""
    without_trains: float = 0.3
    """Which part of its income a company still has when all its trains have rusted."""
    place_after: PlaceAfter = a_place_either_way
    """Where a dividend would take a price from a place."""
    share_value: ShareValue = its_price
    """What a share counts at the end if its price is that of a place."""
    private_value: PrivateValue = income_while_open
    """What a private company will probably bring."""
    resale: PrivateValue = nothing_paid
    """What a company may pay its player for a private company; nothing if that brings no more than it usually costs."""
    turns_into: TurnsInto = stays_what_it_is
    """Of which company a private company becomes a share."""
    seed_money: SeedMoney = unknown
    """How much a player should put into another company."""
    plan: Plan = no_plan
    """What pays off only later, so that a step ahead does not show it."""
    by_thumb: ByThumb = never
    """Which decisions are best left to rules of thumb."""
    sight: Sight = no_sight
    """How promising tiles look where there are too many to try them out."""
    capital: SeedMoney = unknown
    """How much should be put into a company that borrows what else it needs; None where that is no way to grow."""
    site: SiteValue = anywhere
    """How good a place a new company begins at."""
    dues: CompanyCount = nothing_due
    """What this company has to pay at the end of each turn, whatever it earns."""
    interest: Interest = free_of_interest
    """What each loan costs in a round."""
    dealing: Dealing | None = None
    """How players deal who look at what each share brings; without it they look a step ahead."""
    answers_for_debts: bool = False
    """Does whoever directs a company pay what it cannot?"""
