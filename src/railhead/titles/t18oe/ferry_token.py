"""White Cliffs Ferry: a token on the ferry position of Lille (18OE-LILLE-04, 18OE-PRIV-29 to 18OE-PRIV-31)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.events import TokenPlaced
from railhead.core.game import Game
from railhead.core.ids import Company, hex_of
from railhead.core.refusal import Refusal
from railhead.core.spelling import Money
from railhead.core.state import CLOSED, FLOATED
from railhead.core.steps import AnyMove, Move, PlayerStep, filtered, passing
from railhead.rules.stations import bases
from railhead.titles.t18oe import powers, slots, white_cliffs
from railhead.titles.t18oe.facts import NATIONAL, PHASE, PRIVATE
from railhead.titles.t18oe.private_tokens import owner_refusal, use_up
from railhead.titles.t18oe.stations import WIEN, PlaceStation, cash_refusal, once_refusal, put_down, slot_refusal

CLIFFS = "WCF"


@dataclass(frozen=True, slots=True)
class PlaceOnFerry(Action):
    """Place a token of a railroad on the ferry position."""

    company: Company
    slot: Money
    form: ClassVar[str] = "use WCF with {company} for {slot}"
    label: ClassVar[str] = "White Cliffs Ferry: a token of {company} for {slot}"
    told: ClassVar[tuple[str, ...]] = ("{company} has a token on the White Cliffs Ferry",)
    covers: ClassVar[tuple[type[object], ...]] = (TokenPlaced,)
    topic: ClassVar[Topic] = Topic.STATIONS


@dataclass(frozen=True, slots=True)
class PlaceOnFerryFree(Action):
    """The same, and Wien Südbahnhof pays for it."""

    company: Company
    slot: Money
    form: ClassVar[str] = "use WCF+WS with {company} for {slot}"
    label: ClassVar[str] = "White Cliffs Ferry and Wien Südbahnhof: the token of {company} for {slot}"
    told: ClassVar[tuple[str, ...]] = ("{company} has a token on the White Cliffs Ferry, by Wien Südbahnhof",)
    covers: ClassVar[tuple[type[object], ...]] = (TokenPlaced,)
    topic: ClassVar[Topic] = Topic.STATIONS


@dataclass(frozen=True, slots=True)
class OfferFerry(PlayerStep):
    """As Train Phase 5 begins, the private's owner may place a token at once, in whoever's turn it is."""

    purpose: ClassVar[str] = "place a token on the White Cliffs Ferry"
    order: ClassVar[str] = "turn.ferry"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def offer(game: Game) -> None:
    """The owner is asked if any of their railroads could have the token (18OE-LILLE-04)."""
    seat = powers.owner(game, CLIFFS)
    if seat is not None and any(True for _ in (*_candidates(game), *_free_candidates(game))):
        game.push(OfferFerry(seat))


# -- the law --------------------------------------------------------------------------------------


def place_refusal(game: Game, company: Company, slot: int) -> Refusal | None:
    """From Train Phase 5 on, for any railroad of its owner; it need not be in reach, nor in the right zone.

    Nobody has two positions in Lille. Rules 18OE-LILLE-01, 18OE-LILLE-04 and 18OE-PRIV-31.
    """
    if game.state.phase < PHASE["5"]:
        return game.forbid("ferry.phase", "Nobody has a token on the ferry position before Train Phase 5")
    if not _has_tokens(game, company):
        return game.forbid("ferry.railroad", "{company} has no tokens", company=game.symbol(company))
    if any(hex_of(stop) == hex_of(white_cliffs.lille()) for stop in bases(game, company)):
        return game.forbid("token.one_a_hex", "{company} already has a token in Lille", company=game.symbol(company))
    return owner_refusal(game, company, CLIFFS) or slot_refusal(game, company, slot)


def _has_tokens(game: Game, company: Company) -> bool:
    """Is it a railroad that runs, and no national?"""
    runs = game.state.status[company] & (FLOATED | CLOSED) == FLOATED
    return runs and game.state.kind[company] != NATIONAL


def paid_refusal(game: Game, company: Company, slot: int) -> Refusal | None:
    """The treasury pays for the slot."""
    return place_refusal(game, company, slot) or cash_refusal(game, company, slot)


def free_refusal(game: Game, company: Company, slot: int) -> Refusal | None:
    """Wien Südbahnhof of the same owner pays for it (18OE-PRIV-13)."""
    return place_refusal(game, company, slot) or owner_refusal(game, company, WIEN)


def _offer_refusal(game: Game, step: OfferFerry, action: PlaceOnFerry) -> Refusal | None:
    return paid_refusal(game, action.company, action.slot)


def _offer_free_refusal(game: Game, step: OfferFerry, action: PlaceOnFerryFree) -> Refusal | None:
    return free_refusal(game, action.company, action.slot)


def _step_refusal(game: Game, step: PlaceStation, company: Company) -> Refusal | None:
    """Later only in the railroad's own token step, which it uses up (18OE-PRIV-30)."""
    if company != step.company:
        return game.forbid("ferry.step", "It is the token step of {company}", company=game.symbol(step.company))
    return once_refusal(game, step)


def _turn_refusal(game: Game, step: PlaceStation, action: PlaceOnFerry) -> Refusal | None:
    return _step_refusal(game, step, action.company) or paid_refusal(game, action.company, action.slot)


def _turn_free_refusal(game: Game, step: PlaceStation, action: PlaceOnFerryFree) -> Refusal | None:
    return _step_refusal(game, step, action.company) or free_refusal(game, action.company, action.slot)


# -- what is offered ------------------------------------------------------------------------------


def _sites(game: Game, companies: Iterable[Company]) -> Iterable[tuple[Company, Money]]:
    if powers.owner(game, CLIFFS) is None or game.state.phase < PHASE["5"]:
        return
    for company in companies:
        for price in sorted(set(slots.open_slots(game, company))):
            yield company, Money(price)


def _candidates(game: Game) -> list[PlaceOnFerry]:
    found = (PlaceOnFerry(*site) for site in _sites(game, game.all_companies()))
    return [action for action in found if paid_refusal(game, action.company, action.slot) is None]


def _free_candidates(game: Game) -> list[PlaceOnFerryFree]:
    found = (PlaceOnFerryFree(*site) for site in _sites(game, game.all_companies()))
    return [action for action in found if free_refusal(game, action.company, action.slot) is None]


def _in_turn(game: Game, step: PlaceStation) -> Iterable[PlaceOnFerry]:
    return (PlaceOnFerry(*site) for site in _sites(game, (step.company,)))


def _in_turn_free(game: Game, step: PlaceStation) -> Iterable[PlaceOnFerryFree]:
    return (PlaceOnFerryFree(*site) for site in _sites(game, (step.company,)))


# -- placing --------------------------------------------------------------------------------------


def _put_down(game: Game, company: Company, slot: int, cost: int) -> None:
    """The token is on the ferry position, not on one of Lille's own; the private is used (18OE-PRIV-31)."""
    put_down(game, company, white_cliffs.position(), slot, cost)
    use_up(game, PRIVATE[CLIFFS])


def _accept(game: Game, step: OfferFerry, action: PlaceOnFerry) -> None:
    game.pop()
    _put_down(game, action.company, action.slot, action.slot)


def _accept_free(game: Game, step: OfferFerry, action: PlaceOnFerryFree) -> None:
    game.pop()
    _put_down(game, action.company, action.slot, 0)
    use_up(game, PRIVATE[WIEN])


def _place(game: Game, step: PlaceStation, action: PlaceOnFerry) -> None:
    _put_down(game, action.company, action.slot, action.slot)
    game.put(replace(step, placed=True))


def _place_free(game: Game, step: PlaceStation, action: PlaceOnFerryFree) -> None:
    _put_down(game, action.company, action.slot, 0)
    use_up(game, PRIVATE[WIEN])
    game.put(replace(step, placed=True))


MOVES: tuple[AnyMove, ...] = (
    Move(PlaceOnFerry, filtered(lambda game, _: _candidates(game), _offer_refusal), _offer_refusal, _accept),
    Move(
        PlaceOnFerryFree,
        filtered(lambda game, _: _free_candidates(game), _offer_free_refusal),
        _offer_free_refusal,
        _accept_free,
    ),
    passing(lambda game, _: game.pop()),
)
PLACE: AnyMove = Move(PlaceOnFerry, filtered(_in_turn, _turn_refusal), _turn_refusal, _place)
PLACE_FREE: AnyMove = Move(
    PlaceOnFerryFree, filtered(_in_turn_free, _turn_free_refusal), _turn_free_refusal, _place_free
)
ACTIONS = (PlaceOnFerry, PlaceOnFerryFree)
