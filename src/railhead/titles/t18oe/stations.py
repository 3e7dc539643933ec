"""Station tokens (rules 18OE-TOKEN): one a turn, from any slot of the charter, in reach by land and water."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.events import TokenPlaced
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Stop, hex_of
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.spelling import Money
from railhead.core.state import CLOSED, FLOATED
from railhead.core.steps import AnyMove, Move, filtered
from railhead.core.text import Text
from railhead.rules.stations import free_circles, reach_as
from railhead.rules.tokens import PlaceTokens, TokenRules, site_refusal
from railhead.titles.t18oe import across_water, getting_about, home_stations, rights, slots, white_cliffs
from railhead.titles.t18oe.facts import MINORS, PRIVATE, READINGS
from railhead.titles.t18oe.private_tokens import owner_refusal, use_up
from railhead.titles.t18oe.record import amend
from railhead.track.reach import Reach

WIEN = "WS"


@dataclass(frozen=True)
class TokenStep(RuleGroup):
    """What a railroad may place in its token step."""

    moves: tuple[AnyMove, ...] = ()
    """Its own tokens, and those of privates."""


@dataclass(frozen=True, slots=True)
class PlaceStation(PlaceTokens):
    """The part of a railroad's turn in which it may place a token."""

    placed: bool = False
    """Has it placed its token? Those of Star Harbor and Central Circle do not count."""

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """What may be placed."""
        return game.rules[TokenStep].moves


@dataclass(frozen=True, slots=True)
class PlaceSlot(Action):
    """Place the token of a slot in a city."""

    stop: Stop
    slot: Money
    form: ClassVar[str] = "token at {stop} for {slot}"
    label: ClassVar[str] = "Place the token for {slot} in {stop}"
    topic: ClassVar[Topic] = Topic.STATIONS
    deed: ClassVar[Deed] = Deed.TOKEN


@dataclass(frozen=True, slots=True)
class PlaceFree(Action):
    """Place the token of a slot for nothing, by the right of Wien Südbahnhof."""

    stop: Stop
    slot: Money
    form: ClassVar[str] = "use WS at {stop} for {slot}"
    label: ClassVar[str] = "Use Wien Südbahnhof: the token for {slot} in {stop}"
    told: ClassVar[tuple[str, ...]] = ("{actor} places a token in {stop} by the right of Wien Südbahnhof",)
    covers: ClassVar[tuple[type[object], ...]] = (TokenPlaced,)
    topic: ClassVar[Topic] = Topic.STATIONS


# -- where tokens may go --------------------------------------------------------------------------


def token_reach(game: Game, company: Company) -> Reach:
    """What a railroad comes to with a train without city limit (18OE-TOKEN-03, 18OE-TOKEN-10)."""
    return reach_as(game, company, getting_about.for_tokens(game, company))


def kept_for(game: Game, stop: Stop) -> list[Company]:
    """The railroads in the game, but not floated, for which a position is kept here (18OE-TOKEN-09)."""
    board, state = game.book.board, game.state
    return [
        company
        for company in game.all_companies()[len(MINORS) :]
        if not state.status[company] & (FLOATED | CLOSED)
        and hex_of(game.book.companies[company].home) == hex_of(stop)
        and board.current(state.tiles, game.book.companies[company].home) == stop
    ]


def place_refusal(game: Game, company: Company, stop: Stop) -> Refusal | None:
    """Which rule forbids a token of the railroad in this city, whatever it costs."""
    if stop == white_cliffs.position():
        return game.forbid("token.ferry", "The ferry position of Lille is for the White Cliffs Ferry")
    if stop == white_cliffs.lille() and white_cliffs.holder(game) == company:
        return game.forbid(
            "token.one_a_hex", "{company} has a token on the ferry position", company=game.symbol(company)
        )
    if not rights.may_place(game, company, stop):
        return game.forbid("token.zone", "{company} may only have tokens in its zone", company=game.symbol(company))
    return kept_refusal(game, stop) or site_refusal(game, company, stop)


def kept_refusal(game: Game, stop: Stop) -> Refusal | None:
    """Is the last free position here, or the whole metropolis, kept for somebody (18OE-TOKEN-09, 18OE-TRACK-26)?"""
    waiting = home_stations.waiting_at(game, hex_of(stop))
    if waiting is not None:
        first = "{other} must first choose its home here"
        return game.forbid("token.home_station", first, other=game.symbol(waiting))
    kept = kept_for(game, stop)
    if kept and free_circles(game, stop) <= len(kept):
        return game.forbid("token.kept", "The position is kept for {other}", other=game.symbol(kept[0]))
    return None


def fee(game: Game, company: Company, stop: Stop) -> int:
    """What the cheapest way across water adds to the price of the slot (18OE-TOKEN-11, 18OE-TOKEN-12)."""
    ways = across_water.without_fees(game, company, getting_about.for_tokens(game, company))
    if any(stop in part.stops for part in ways.parts()):
        return 0
    return across_water.token_fares(game, company).to_stop(stop) or 0


# -- the law --------------------------------------------------------------------------------------


def once_refusal(game: Game, step: PlaceStation) -> Refusal | None:
    """One token a turn (18OE-TOKEN-01)."""
    if step.placed:
        return game.forbid("token.turn", "{company} has placed its token", company=game.symbol(step.company))
    return None


def slot_refusal(game: Game, company: Company, slot: int) -> Refusal | None:
    """The charter must have a token at this price (18OE-TOKEN-02)."""
    if slot in slots.open_slots(game, company):
        return None
    none = "{company} has no token for {slot}"
    return game.forbid("token.slot", none, company=game.symbol(company), slot=slot)


def cash_refusal(game: Game, company: Company, cost: int) -> Refusal | None:
    """Price and fees must be in the treasury (18OE-TOKEN-04)."""
    cash = game.treasury(company)
    if cost <= cash:
        return None
    short = "The token costs {cost}, but {company} has {cash}"
    return game.forbid("token.cost", short, cost=cost, company=game.symbol(company), cash=cash)


def refusal(game: Game, step: PlaceStation, action: PlaceSlot) -> Refusal | None:
    """Which rule forbids the token of this slot here."""
    company, stop = step.company, action.stop
    return (
        once_refusal(game, step)
        or slot_refusal(game, company, action.slot)
        or place_refusal(game, company, stop)
        or cash_refusal(game, company, action.slot + fee(game, company, stop))
    )


def free_refusal(game: Game, step: PlaceStation, action: PlaceFree) -> Refusal | None:
    """The same without the price of the slot, for a railroad of the private's owner (18OE-PRIV-11, 18OE-PRIV-12)."""
    company, stop = step.company, action.stop
    return (
        owner_refusal(game, company, WIEN)
        or (once_refusal(game, step) if READINGS.wien_is_the_turns_token else None)
        or slot_refusal(game, company, action.slot)
        or place_refusal(game, company, stop)
        or cash_refusal(game, company, fee(game, company, stop))
    )


def _sites(game: Game, step: PlaceStation, prices: list[Money]) -> list[tuple[Stop, Money]]:
    """Every city with a free position in reach, with every one of these prices of slots."""
    if not prices:
        return []
    stops = sorted(token_reach(game, step.company).stops)
    open_ = (stop for stop in stops if free_circles(game, stop) > 0)
    return [(stop, price) for stop in open_ for price in prices]


def _candidates(game: Game, step: PlaceStation) -> Iterable[PlaceSlot]:
    prices = [] if step.placed else slots.affordable(game, step.company)
    return (PlaceSlot(*site) for site in _sites(game, step, prices))


def _free_candidates(game: Game, step: PlaceStation) -> Iterable[PlaceFree]:
    if owner_refusal(game, step.company, WIEN) is not None:
        return ()
    return (PlaceFree(*site) for site in _sites(game, step, slots.prices(game, step.company)))


# -- placing --------------------------------------------------------------------------------------


def put_down(game: Game, company: Company, stop: Stop, slot: int, cost: int) -> None:
    """The railroad pays, and the token leaves its slot."""
    effects.pay(game, game.purse(company), BANK, cost, Text("a [token]"))
    effects.place_token(game, company, stop)
    slots.use(game, company, slot)


def _place(game: Game, step: PlaceStation, action: PlaceSlot) -> None:
    """What an insolvency would undo is noted (18OE-INSOLV-07)."""
    cost = action.slot + fee(game, step.company, action.stop)
    put_down(game, step.company, action.stop, action.slot, cost)
    amend(game, token_paid=(action.stop, action.slot, cost))
    game.put(replace(step, placed=True))


def _place_free(game: Game, step: PlaceStation, action: PlaceFree) -> None:
    """The private is used up (18OE-PRIV-02)."""
    cost = fee(game, step.company, action.stop)
    put_down(game, step.company, action.stop, action.slot, cost)
    amend(game, token_paid=(action.stop, action.slot, cost))
    use_up(game, PRIVATE[WIEN])
    game.put(replace(step, placed=step.placed or READINGS.wien_is_the_turns_token))


PLACE: AnyMove = Move(PlaceSlot, filtered(_candidates, refusal), refusal, _place)
PLACE_FREE: AnyMove = Move(PlaceFree, filtered(_free_candidates, free_refusal), free_refusal, _place_free)
RULES = TokenRules(reach=token_reach)
ACTIONS = (PlaceSlot, PlaceFree)
