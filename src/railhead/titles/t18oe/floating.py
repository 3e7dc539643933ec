"""Floating minors and regionals (rules 18OE-FLOAT)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner, Place, Seat, Stop, hex_of
from railhead.core.refusal import Refusal
from railhead.core.state import CLOSED, FLOATED, STARTED
from railhead.core.text import Text
from railhead.rules import directors
from railhead.rules.stations import free_circles, stop_facts
from railhead.rules.stock import Start
from railhead.titles.t18oe import facts, home_stations, order_track, patronage, railroad_phases
from railhead.titles.t18oe.facts import MINOR, NUMBERS, REGIONAL, ZONES, Zone, land
from railhead.titles.t18oe.record import amend, record
from railhead.track.tiles import CITY


@dataclass(frozen=True, slots=True)
class FloatMinor(Action):
    """Float a minor with its home in a city."""

    company: Company
    stop: Stop
    form: ClassVar[str] = "float {company} at {stop}"
    label: ClassVar[str] = "Float {company} at {stop}"
    topic: ClassVar[Topic] = Topic.SHARES
    deed: ClassVar[Deed] = Deed.START


@dataclass(frozen=True, slots=True)
class BuyPresidency(Action):
    """Buy the presidency of a regional that was parred, and float it."""

    company: Company
    form: ClassVar[str] = "float {company}"
    label: ClassVar[str] = "Buy the presidency of {company}"
    topic: ClassVar[Topic] = Topic.SHARES
    deed: ClassVar[Deed] = Deed.START


# -- homes of minors ------------------------------------------------------------------------------


def waiting_minors(game: Game, seat: Seat) -> list[Company]:
    """The minors of a player that have not floated (18OE-FLOAT-01, 18OE-RMP-06)."""
    return [
        minor
        for minor in railroad_phases.minors(game)
        if game.state.director[minor] == seat and not game.state.has(minor, FLOATED)
    ]


def home_zone(game: Game, stop: Stop) -> Zone | None:
    """The zone whose chit a minor needs for its home here: the one with the city's circle (18OE-FLOAT-05)."""
    return land().zone_of_stop.get(hex_of(stop))


def home_refusal(game: Game, stop: Stop) -> Refusal | None:
    """Why no minor may have its home here (18OE-FLOAT-02 to 18OE-FLOAT-13)."""
    return _no_city(game, stop) or _no_chit(game, stop) or _taken(game, stop)


def _no_city(game: Game, stop: Stop) -> Refusal | None:
    """A city, but no metropolis; red zones that are not marked M will do (18OE-FLOAT-12, 18OE-FLOAT-13)."""
    station = stop_facts(game, stop)
    if station is None or station.kind != CITY:
        return game.forbid("home.city", "A minor has its home in a city")
    if land().is_metropolis(hex_of(stop)):
        return game.forbid("home.metropolis", "No minor has its home in a metropolis")
    return None


def _no_chit(game: Game, stop: Stop) -> Refusal | None:
    """A chit of the zone must be left; there are none for the Balkans (18OE-FLOAT-03, 18OE-FLOAT-06)."""
    zone = home_zone(game, stop)
    if zone is None or not ZONES[zone].chits:
        return game.forbid("home.zone", "There are no track rights for minors here")
    if not record(game).chits[zone]:
        return game.forbid("home.chit", "No chit of {zone} is left", zone=ZONES[zone].name)
    return None


def _taken(game: Game, stop: Stop) -> Refusal | None:
    """No home of a regional in play, no token of another minor, and a position that is free.

    Rules 18OE-FLOAT-09, 18OE-FLOAT-10 and 18OE-FLOAT-11.
    """
    regional = _regional_at().get(stop)
    if regional is not None and not game.state.has(regional, CLOSED):
        return game.forbid("home.regional", "This is the home of {company}", company=game.symbol(regional))
    if any(game.state.kind[token] == MINOR for token in game.state.tokens.get(stop, ())):
        return game.forbid("home.minor", "Another minor has a station token here")
    if not free_circles(game, stop):
        return game.forbid("home.full", "No position for a station token is free here")
    return None


@cache
def _regional_at() -> dict[Stop, Company]:
    """The regional with its home at a stop, if there is one."""
    made = facts.companies(land().board)
    return {company.home: Company(number) for number, company in enumerate(made) if company.kind == REGIONAL}


def homes(game: Game) -> Iterable[Stop]:
    """Every city that might be the home of a minor."""
    board = game.book.board
    for hex_ in land().zone_of_stop:
        yield from board.stops_of(board.placed(game.state.tiles, hex_), hex_)


def token_price(game: Game, stop: Stop) -> int:
    """What the home token costs in the zone of this city (18OE-FLOAT-07)."""
    zone = home_zone(game, stop)
    assert zone is not None
    return ZONES[zone].home_token


def _too_dear(game: Game, minor: Company, stop: Stop) -> bool:
    """Can a minor not pay for its home token here, although there may be a cheaper one?"""
    price = token_price(game, stop)
    if price <= game.treasury(minor):
        return False
    return any(token_price(game, other) < price for other in homes(game) if home_refusal(game, other) is None)


# -- floating a minor -----------------------------------------------------------------------------


def minor_refusal(game: Game, seat: Seat, action: FloatMinor) -> Refusal | None:
    """Only its owner floats a minor, in a city whose token it can pay for (18OE-FLOAT-01, 18OE-FLOAT-07)."""
    minor = action.company
    if game.state.kind[minor] != MINOR:
        return game.forbid("float.minor", "{company} is not a minor", company=game.symbol(minor))
    if game.state.director[minor] != seat:
        return game.forbid("float.owner", "{company} is not yours", company=game.symbol(minor))
    if game.state.has(minor, FLOATED):
        return game.forbid("float.again", "{company} has already floated", company=game.symbol(minor))
    refusal = home_refusal(game, action.stop)
    if refusal is None and _too_dear(game, minor, action.stop):
        return game.forbid("float.token", "A home there costs {price}", price=token_price(game, action.stop))
    return refusal


def minor_candidates(game: Game, seat: Seat) -> Iterable[FloatMinor]:
    """Every home for every minor of a player."""
    for minor in waiting_minors(game, seat):
        for stop in homes(game):
            yield FloatMinor(minor, stop)


def float_minor(game: Game, minor: Company, stop: Stop) -> None:
    """The minor takes a chit, pays for its home token and takes the next slot of the order track.

    Rules 18OE-FLOAT-02, 18OE-FLOAT-07, 18OE-FLOAT-08 and 18OE-FLOAT-14.
    """
    zone = home_zone(game, stop)
    assert zone is not None
    zones = record(game).zones
    amend(game, zones=(*zones[:minor], zone, *zones[minor + 1 :]), chits=_chits_after(game, zone))
    _pay_home(game, minor, token_price(game, stop))
    effects.place_token(game, minor, stop)
    amend(game, minor_homes=(*record(game).minor_homes, (minor, hex_of(stop))))
    _join_order(game, minor)
    patronage.fulfil_by_floating(game, minor, hex_of(stop))
    railroad_phases.floated(game)


def _chits_after(game: Game, zone: Zone) -> tuple[int, ...]:
    """One chit less; with the fourth of the three zones that close together the others go (18OE-FLOAT-04)."""
    chits = list(record(game).chits)
    chits[zone] -= 1
    together = [number for number, facts in enumerate(ZONES) if facts.closes_with_others]
    taken = sum(ZONES[number].chits - chits[number] for number in together)
    if taken >= NUMBERS.chits_before_the_rest_go:
        for number in together:
            chits[number] = 0
    return tuple(chits)


def _pay_home(game: Game, minor: Company, price: int) -> None:
    """A minor that was bought for too little is helped by its owner, as far as they can."""
    owner, purse = game.state.director[minor], game.purse(minor)
    missing = max(0, price - game.treasury(minor))
    help_ = min(missing, game.state.cash[owner])
    effects.pay(game, owner, purse, help_, Text("the home station token"))
    effects.pay(game, purse, BANK, price - missing + help_, Text("the home station token"))


def _join_order(game: Game, company: Company) -> None:
    """The railroad has floated: its marker takes the leftmost open slot, unless it has one (18OE-FLOAT-08)."""
    effects.mark(game, company, STARTED | FLOATED)
    order_track.take_slot(game, company)


# -- floating a regional --------------------------------------------------------------------------


def regional_refusal(game: Game, seat: Seat, action: Start) -> Refusal | None:
    """A regional that is still to be had, at one of the six pars, paid for in cash.

    Rules 18OE-FLOAT-15, 18OE-FLOAT-16 and 18OE-SETUP-17.
    """
    return unparred_refusal(game, action) or _payment_refusal(
        game, seat, president_price(game, action.company, action.par)
    )


def unparred_refusal(game: Game, action: Start) -> Refusal | None:
    """Has the regional left the game, floated or been parred, or is this no par of a regional?"""
    company = action.company
    if game.book.companies[company].kind != REGIONAL:
        return game.forbid("float.regional", "{company} is not a regional", company=game.symbol(company))
    if game.state.has(company, CLOSED):
        return game.forbid("float.gone", "{company} has left the game", company=game.symbol(company))
    if game.state.has(company, STARTED):
        return game.forbid("stock.started", "{company} already has a par", company=game.symbol(company))
    if action.par not in game.book.market.box_places:
        return game.forbid("float.par", "This is not a par of a regional")
    return None


def _payment_refusal(game: Game, seat: Seat, cost: int) -> Refusal | None:
    if directors.at_limit(game, seat):
        return game.forbid("stock.limit", "You already hold as many certificates as the limit allows")
    cash = game.state.cash[seat]
    if cost > cash:
        return game.forbid("float.cash", "It costs {cost}, but you have {cash}", cost=cost, cash=cash)
    return None


def president_price(game: Game, company: Company, par: Place) -> int:
    """What the president's certificate of a regional costs: twice the par (18OE-FLOAT-16)."""
    return game.book.market.prices[par] * directors.director_size(game, company)


def regional_candidates(game: Game) -> Iterable[Start]:
    """Every regional that is left, at every par."""
    for company in railroad_phases.regionals(game):
        if not game.state.has(company, STARTED) and not game.state.has(company, CLOSED):
            for place in game.book.market.box_places:
                yield Start(company, place)


def start_regional(game: Game, seat: Seat, action: Start) -> None:
    """A player sets the par of a regional and floats it (18OE-FLOAT-15)."""
    effects.set_par(game, action.company, action.par)
    float_regional(game, action.company, seat, BANK)


def float_regional(game: Game, company: Company, seat: Seat, source: Owner) -> None:
    """A player buys the president's certificate; the regional has the money, less its home token, and both 25% shares.

    Its certificate comes from the bank, or from the Open Market if it was parred (18OE-FLOAT-16, 18OE-FLOAT-17,
    18OE-FLOAT-18, 18OE-RMP-02), and its home token is there from now on (18OE-TOKEN-05): before, it
    stops nobody (18OE-ROUTE-06). A home in a metropolis with several stations is chosen at once (18OE-TRACK-26).
    """
    purse, size = game.purse(company), directors.director_size(game, company)
    price = president_price(game, company, game.state.par[company])
    effects.pay(game, seat, purse, price, Text("the presidency of {company}", company=game.symbol(company)))
    effects.move_shares(game, source, seat, company, size)
    effects.set_director(game, company, seat)
    effects.move_shares(game, BANK, purse, company, game.held(BANK, company))
    home = game.book.board.current(game.state.tiles, game.book.companies[company].home)
    effects.pay(game, purse, BANK, token_price(game, home), Text("the home station token"))
    effects.place_token(game, company, home)
    _join_order(game, company)
    railroad_phases.floated(game)
    home_stations.ask(game, company)


# -- a regional that was parred -------------------------------------------------------------------


def parred(game: Game, company: Company) -> bool:
    """Was this regional only parred: is its presidency in the Open Market, and has it never floated (18OE-CONC-06)?"""
    return game.state.director[company] == POOL and not game.state.has(company, FLOATED)


def presidency_refusal(game: Game, seat: Seat, action: BuyPresidency) -> Refusal | None:
    """The presidency of a parred regional costs twice its par (18OE-RMP-02)."""
    company = action.company
    if not parred(game, company):
        return game.forbid("float.parred", "{company} is not a parred regional", company=game.symbol(company))
    return _payment_refusal(game, seat, president_price(game, company, game.state.par[company]))
