"""A position being played: the rulebook, the state and what has happened since the action began.

Rules take a `Game` and read like the rulebook: `game.state.cash[...]`, `game.book.market`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.ids import BANK, FIRST_SEAT, POOL, Company, Owner, Private, Seat, Train
from railhead.core.refusal import Refusal
from railhead.core.state import State
from railhead.core.text import Text

if TYPE_CHECKING:
    from railhead.core.events import Event
    from railhead.core.revisions import Correction
    from railhead.core.rulebook import KindFacts, Rulebook, Rules
    from railhead.core.steps import Step


class Game:
    """A rulebook and a state, with the events of the current action."""

    __slots__ = ("book", "events", "rules", "state")

    def __init__(self, book: Rulebook, state: State) -> None:
        self.book = book
        self.rules: Rules = book.rules
        """What this title does differently."""
        self.state = state
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Record an event."""
        self.events.append(event)

    def forbid(self, key: str, reason: str, /, **values: object) -> Refusal:
        """A refusal citing the title's rule for this key; the reason is a template, with the values of its fields."""
        return Refusal(self.book.cites[key], Text(self.book.in_words(reason), **values))

    def follows(self, correction: Correction) -> bool:
        """Does this correction of the rules apply to this game, or is the game older?"""
        return self.book.follows(correction)

    # -- the agenda -------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """The step to be settled now."""
        return self.state.agenda[-1]

    @property
    def over(self) -> bool:
        """Is there nothing left to decide?"""
        return not self.state.agenda

    def push(self, step: Step) -> None:
        """Push a step, to be settled before the current one."""
        self.state.agenda = (*self.state.agenda, step)

    def pop(self) -> None:
        """The current step is settled."""
        self.state.agenda = self.state.agenda[:-1]

    def put(self, step: Step) -> None:
        """Replace the current step."""
        self.state.agenda = (*self.state.agenda[:-1], step)

    def unwind(self, kind: type[Step]) -> None:
        """Drop everything above the nearest step of this kind."""
        agenda = self.state.agenda
        while type(agenda[-1]) is not kind:
            agenda = agenda[:-1]
        self.state.agenda = agenda

    def within(self, kind: type[Step]) -> bool:
        """Is a step of this kind on the agenda?"""
        return any(type(step) is kind for step in self.state.agenda)

    # -- who is who -------------------------------------------------------------------------------

    def name(self, owner: Owner) -> str:
        """The name of an owner."""
        return self.book.owner_names[owner]

    def symbol(self, company: Company) -> str:
        """The symbol of a company."""
        return self.book.company_names[company]

    @property
    def players(self) -> tuple[Seat, ...]:
        """Every player who is still in the game."""
        return self._in_play(self.book.seat_ids)

    def left_of(self, seat: Seat) -> Seat:
        """The next player clockwise of a seat who is still in the game."""
        return (*self.others(seat), seat)[0]

    def clockwise(self, seat: Seat) -> tuple[Seat, ...]:
        """Every player who is still in the game, clockwise from this seat."""
        first = seat - FIRST_SEAT
        return self._in_play(self.book.seat_ids[first:] + self.book.seat_ids[:first])

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """The other players who are still in the game, clockwise from this seat."""
        first = seat - FIRST_SEAT
        return self._in_play(self.book.seat_ids[first + 1 :] + self.book.seat_ids[:first])

    def _in_play(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        out = self.state.out
        return tuple(seat for seat in seats if seat not in out) if out else seats

    def purse(self, company: Company) -> Owner:
        """The company as an owner: its treasury, its trains, the shares it holds."""
        return self.book.purse(company)

    def treasury(self, company: Company) -> int:
        """The cash of a company."""
        return self.state.cash[self.book.purse(company)]

    def trains_of(self, company: Company) -> tuple[Train, ...]:
        """The trains of a company."""
        return self.state.trains[self.book.purse(company)]

    def privates_of(self, owner: Owner) -> list[Private]:
        """The private companies that somebody has: a player, or a company by its purse."""
        return [private for private in self.book.private_ids if self.state.privates[private] == owner]

    def director(self, company: Company) -> Owner | None:
        """The director of a company, if it has one: a player, or another company."""
        owner = self.state.director[company]
        return owner if owner not in (BANK, POOL) else None

    def decider(self, owner: Owner) -> Seat | None:
        """The player who decides for an owner: players decide for themselves, directors for their companies.

        A chain of directors is followed to its end; None if that is the bank or the pool.
        """
        company = self.book.company_of(owner)
        while company is not None:
            owner = self.state.director[company]
            company = self.book.company_of(owner)
        return self.book.seat_of(owner)

    def controller(self, company: Company) -> Seat | None:
        """The player who decides for a company, if anybody does."""
        return self.decider(self.state.director[company])

    def is_directed_by(self, company: Company, other: Company) -> bool:
        """Is a company the same as another, or directed by it, directly or through other companies?"""
        above: Company | None = company
        while above is not None:
            if above == other:
                return True
            above = self.book.company_of(self.state.director[above])
        return False

    def player_for(self, company: Company) -> Seat:
        """The player who decides for a company that is known to have one."""
        seat = self.controller(company)
        assert seat is not None, f"nobody decides for {self.symbol(company)}"
        return seat

    def held(self, owner: Owner, company: Company) -> int:
        """How many shares of a company an owner holds; negative if they owe some."""
        return self.state.shares[owner * self.book.company_count + company]

    def short(self, owner: Owner, company: Company) -> int:
        """How many shares of a company an owner owes, having sold them short."""
        return max(0, -self.held(owner, company))

    def shorts_out(self, company: Company) -> int:
        """How many shares of a company are owed in total."""
        shares, companies = self.state.shares, self.book.company_count
        return -sum(min(0, shares[seat * companies + company]) for seat in self.book.seat_ids)

    def kind_of(self, company: Company) -> KindFacts:
        """What kind of company it is now."""
        return self.book.kinds[self.state.kind[company]]

    def share_count(self, company: Company) -> int:
        """How many shares the company has."""
        return self.book.kinds[self.state.kind[company]].shares

    def price_of(self, company: Company) -> int:
        """The market price of a company; its par as long as it has no marker on the market; 0 if it has neither."""
        place = self.state.price[company]
        if place < 0:
            place = self.state.par[company]
        return self.book.market.prices[place] if place >= 0 else 0

    def all_companies(self) -> tuple[Company, ...]:
        """Every company of the title."""
        return self.book.company_ids
