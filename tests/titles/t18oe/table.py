"""Tables of 18OE in positions for rule tests: minors, regionals, majors and nationals, stock and operating turns."""

from __future__ import annotations

from typing import TypedDict, Unpack

from railhead.core import effects, revisions
from railhead.core.events import Event
from railhead.core.ids import BANK, POOL, Company, Owner, Place, a_train
from railhead.core.state import FLOATED, OPERATED, STARTED, Round
from railhead.core.steps import CompanyStep
from railhead.rules.operating import OperatingRound, OperatingTurn
from railhead.testing import Table
from railhead.titles.t18oe import corrections, rules
from railhead.titles.t18oe.facts import FIRST_TOKENS, MAJOR, MAJOR_TOKENS, NATIONAL, ZONE, par_of_a_major
from railhead.titles.t18oe.nationals import FormNationals
from railhead.titles.t18oe.record import AUCTION, CONCESSION, MAJOR_PHASE, REGIONAL_PHASE, Record18OE
from tests.titles.waiting import Waiting

PHASES = {"auction": AUCTION, "concession": CONCESSION, "regional": REGIONAL_PHASE, "major": MAJOR_PHASE}
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus")


class Details(TypedDict, total=False):
    """What else may be said about a railroad."""

    cash: int
    trains: tuple[str, ...]
    tokens: tuple[str, ...]
    """Where it has tokens besides its home; the cheapest slots are used."""
    operated: bool
    """Has it had a turn? It has, unless a test says otherwise."""


class Europe(Table):
    """A table of 18OE before the auction. Ann holds the priority deal; others are Ben, Cleo, Dan, Eve, Finn, Gus."""

    def __init__(
        self,
        players: int = 3,
        options: tuple[str, ...] = (),
        seed: int = 0,
        railroad_phase: str = "auction",
        phase: str = "1",
        revision: int | None = None,
    ) -> None:
        newest = revisions.newest(revisions.declared_in(corrections))
        self.book = rules.rulebook(NAMES[:players], frozenset(options), seed, newest if revision is None else revision)
        self.state = self.book.set_up(self.book)
        self.events: list[Event] = []
        self.remember(railroad_phase=PHASES[railroad_phase])
        if railroad_phase != "auction":
            self.remember(rows=())
        if phase != "1":
            self.set_phase(phase)

    @property
    def record(self) -> Record18OE:
        """What only 18OE remembers."""
        found = self.state.record
        assert isinstance(found, Record18OE)
        return found

    def begin(self) -> None:
        """The game begins with the auction of the packet."""
        self.settle()

    def set_phase(self, name: str) -> None:
        """Go to a Train Phase: trains of lower levels are gone from the Locomotive Works, rusty ones from charters."""
        phase = [facts.name for facts in self.book.phases].index(name)
        for pile in range(max(0, phase - 1)):
            self.state.scrapped[pile] += self.state.depot[pile]
            self.state.depot[pile] = 0
        for kind, facts in enumerate(self.book.trains):
            if facts.rusted_by <= phase:
                effects.scrap_trains(self.game, self.train(self.book.train_names[kind]))
        self.state.phase = phase

    def fill_works(self) -> None:
        """All trains are in the Locomotive Works, also those of lower levels, so that charters can be given any."""
        self.state.depot = [pile.count for pile in self.book.piles]
        self.state.scrapped = [0] * len(self.book.piles)

    def place(self, text: str | int) -> Place:
        """A square of the market: by its name such as `100.d4`, or the par square of a major with this price."""
        market = self.book.market
        if isinstance(text, int):
            return next(place for place in market.par_places if market.prices[place] == text)
        found = market.find(text)
        assert found is not None, text
        return found

    # -- railroads --------------------------------------------------------------------------------

    def charter(self, company: str, owner: str, cash: int = 120) -> None:
        """A player owns a minor that has not floated."""
        what = self.company(company)
        effects.mark(self.game, what, STARTED)
        self.give_shares(owner, company, 1)
        self.state.director[what] = self.owner(owner)
        self.give_cash(company, cash)

    def minor(self, company: str, owner: str, zone: str, home: str, **rest: Unpack[Details]) -> None:
        """A floated minor with the chit of a zone and its home token on a stop such as `U32.0`."""
        what = self.company(company)
        self.charter(company, owner, rest.get("cash", 120))
        zones, chits = list(self.record.zones), list(self.record.chits)
        zones[what] = ZONE[zone]
        chits[ZONE[zone]] -= 1
        self.remember(zones=tuple(zones), chits=tuple(chits))
        effects.place_token(self.game, what, self.stop(home))
        self._in_play(company, rest)

    def regional(self, company: str, par: int, shares: dict[str, int], **rest: Unpack[Details]) -> None:
        """A floated regional: its par, who has how many of its four shares (the first is its president)."""
        what = self.company(company)
        self._distribute(company, shares)
        self.state.par[what] = self.book.market.box_places[self.book.market.boxes.index(par)]
        effects.place_token(self.game, what, self.book.companies[what].home)
        self.give_cash(company, rest.get("cash", 2 * par))
        self._in_play(company, rest)

    def major(
        self, company: str, price: int | str, shares: dict[str, int], par: bool = False, **rest: Unpack[Details]
    ) -> None:
        """A major on a square (a par square if only the price is given); what nobody holds is in its treasury.

        With `par` it has a par marker: on its own square, which is a par square.
        """
        what = self.company(company)
        self._grow(company, MAJOR)
        self._distribute(company, shares)
        place = self.place(price)
        effects.set_price(self.game, what, place)
        if par:
            self.state.par[what] = place
        effects.place_token(self.game, what, self.book.companies[what].home)
        self.give_cash(company, rest.get("cash", 0))
        self._in_play(company, rest)

    def national(self, company: str, price: int | str, shares: dict[str, int], **rest: Unpack[Details]) -> None:
        """A national on a square: no tokens, no cash, what nobody holds is in the Open Market."""
        what = self.company(company)
        self._grow(company, NATIONAL)
        players = {owner: count for owner, count in shares.items() if owner != "pool"}
        self._distribute(company, {**players, "pool": 10 - sum(players.values())})
        effects.set_price(self.game, what, self.place(price))
        self._set_slots(what, ())
        self._in_play(company, rest)

    def _grow(self, company: str, kind: int) -> None:
        """The railroad has ten shares and the tokens of a major."""
        what = self.company(company)
        effects.set_kind(self.game, what, kind, BANK)
        effects.give_tokens(self.game, what, len(MAJOR_TOKENS))
        self._set_slots(what, (*FIRST_TOKENS, *MAJOR_TOKENS))

    def _distribute(self, company: str, shares: dict[str, int]) -> None:
        """Shares of the holders; the rest is in the treasury."""
        what = self.company(company)
        for owner, count in shares.items():
            self.give_shares(owner, company, count)
        self.give_shares(company, company, self.game.held(BANK, what))
        self.state.director[what] = self.owner(next(iter(shares)))
        self.state.status[what] |= STARTED

    def _in_play(self, company: str, rest: Details) -> None:
        what = self.company(company)
        effects.mark(self.game, what, FLOATED | (OPERATED if rest.get("operated", True) else 0))
        if not self.game.kind_of(what).rank:
            self.remember(order=(*self.record.order, what))
        for stop in rest.get("tokens", ()):
            effects.place_token(self.game, what, self.stop(stop))
            self._set_slots(what, self.record.slots[what][1:])
        self.give_trains(company, *rest.get("trains", ()))

    # -- trains -----------------------------------------------------------------------------------

    def give_trains(self, company: str, *names: str) -> None:
        """Trains for a railroad, even of a level that is sold out; the phase stays as it is."""
        for name in names:
            self._take_train(name, self.owner(company))

    def in_market(self, *names: str) -> None:
        """Trains lie in the Open Market."""
        for name in names:
            self._take_train(name, POOL)

    def _take_train(self, name: str, taker: Owner) -> None:
        train = self.train(name.rstrip("*"))
        self._from_works(self.book.trains[train].pile)
        effects.move_train(self.game, BANK, taker, train)
        if name.endswith("*"):
            others = list(self.state.trains[taker])
            others.remove(train)
            effects.mark_trains(self.game, taker, (*others, a_train(train, marks=1)))

    def _from_works(self, pile: int) -> None:
        """There is a train of this pile to be had."""
        if not self.state.depot[pile]:
            self.state.scrapped[pile], self.state.depot[pile] = self.state.scrapped[pile] - 1, 1

    def left(self, level: int, count: int) -> None:
        """So many trains of a level are left in the Locomotive Works."""
        pile = level - 2
        self.state.scrapped[pile] += self.state.depot[pile] - count
        self.state.depot[pile] = count

    def boxes(self, **levels: int) -> None:
        """So many rusted trains lie in the boxes of the Locomotive Works: `boxes(level_2=1)`; none of other levels."""
        state = self.state
        wanted = {int(name.removeprefix("level_")) - 2: count for name, count in levels.items()}
        for pile in range(len(state.scrapped)):
            state.depot[pile] += state.scrapped[pile] - wanted.get(pile, 0)
            state.scrapped[pile] = wanted.get(pile, 0)

    @property
    def market_trains(self) -> list[str]:
        """The trains in the Open Market."""
        return [self.book.train_names[train] for train in self.state.trains[POOL]]

    # -- turns ------------------------------------------------------------------------------------

    def operate(self, company: str, stage: str = "begin", number: int = 3, index: int = 1) -> None:
        """A railroad's turn from one of its stages to the first decision; once it is over, everything waits."""
        what = self.company(company)
        self.state.round = Round("operating", number, index, 2)
        self.state.agenda = (
            self.state.agenda[0],
            Waiting(self.seat("Ann")),
            OperatingRound(self.book.company_ids),
            OperatingTurn(what, self.stage(stage)),
        )
        self.settle()

    def facing(self, step: CompanyStep) -> None:
        """A railroad has to decide something in its turn, even if it could only pass; then everything waits."""
        self.operate(self.book.company_names[step.company], "end")
        turn = OperatingTurn(step.company, len(self.stages))
        self.state.agenda = (*self.state.agenda, OperatingRound(self.book.company_ids), turn, step)

    def no_nationals(self) -> None:
        """Nobody makes a major a national now."""
        while isinstance(self.step, FormNationals):
            self.do("pass")

    @property
    def asked(self) -> str:
        """What kind of decision somebody has to make: the name of the step."""
        return type(self.step).__name__

    @property
    def waits(self) -> bool:
        """Is what the test has set up over?"""
        return isinstance(self.step, Waiting)

    def _set_slots(self, what: Company, prices: tuple[int, ...]) -> None:
        """The tokens that a railroad has not placed; without its home token, if that is still to be placed."""
        slots = list(self.record.slots)
        slots[what] = prices
        self.remember(slots=tuple(slots))
        placed = any(what in held for held in self.state.tokens.values())
        waits = self.state.kind[what] != NATIONAL and not placed
        effects.give_tokens(self.game, what, len(prices) + waits - self.state.spare_tokens[what])

    def par_square(self, regional_par: int) -> Place:
        """Where the marker of a major goes that had this par as a regional."""
        market = self.book.market
        return par_of_a_major(market, market.box_places[market.boxes.index(regional_par)])
