"""Barclay, Bevan, Barclay and Tritton: a new par, a share kept, or a marker that does not fall (18OE-PRIV-14).

The second and third may be used at any time in a stock round. In other players' turns the owner is asked only if the
action at hand would take away what the right protects.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.events import Noted, ParMoved
from railhead.core.game import Game
from railhead.core.ids import NOWHERE, Company, Place, Private, Seat
from railhead.core.market import Direction
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, Step, filtered
from railhead.core.text import Text
from railhead.rules import directors
from railhead.rules.operating import acting_in_its_turn
from railhead.rules.stock import StockTurn
from railhead.titles.t18oe import custody, private_tokens
from railhead.titles.t18oe.corrections import USED_ABOVE_THE_LIMIT
from railhead.titles.t18oe.facts import MAJOR, PRIVATE, REGIONAL
from railhead.titles.t18oe.record import amend, record

BARCLAY = PRIVATE["BBBT"]


@dataclass(frozen=True, slots=True)
class Repar(Action):
    """Set another par for a regional or major."""

    company: Company
    par: Place
    form: ClassVar[str] = "repar {company} at {par}"
    label: ClassVar[str] = "Use BBBT: set the par of {company} to {par}"
    told: ClassVar[tuple[str, ...]] = ("{player} uses BBBT: the par of {company} is now {par}",)
    covers: ClassVar[tuple[type[object], ...]] = (ParMoved,)
    topic: ClassVar[Topic] = Topic.PRIVATES


@dataclass(frozen=True, slots=True)
class KeepShare(Action):
    """Have a treasury share kept for oneself."""

    company: Company
    form: ClassVar[str] = "custody {company}"
    label: ClassVar[str] = "Use BBBT: keep a share of {company} for yourself"
    told: ClassVar[tuple[str, ...]] = ("{player} uses BBBT: a share of {company} is kept for {player}",)
    covers: ClassVar[tuple[type[object], ...]] = (Noted,)
    topic: ClassVar[Topic] = Topic.PRIVATES


@dataclass(frozen=True, slots=True)
class PropUp(Action):
    """Keep a marker from moving down in this stock round."""

    company: Company
    form: ClassVar[str] = "prop {company}"
    label: ClassVar[str] = "Use BBBT: {company} does not move down in this stock round"
    told: ClassVar[tuple[str, ...]] = ("{player} uses BBBT: {company} does not move down in this stock round",)
    covers: ClassVar[tuple[type[object], ...]] = (Noted,)
    topic: ClassVar[Topic] = Topic.PRIVATES


def owner(game: Game) -> Seat | None:
    """The player who can use the private, face up or face down; it is used only once (18OE-PRIV-14)."""
    return None if record(game).propped is not None else game.book.seat_of(game.state.privates[BARCLAY])


def is_committed(game: Game, private: Private) -> bool:
    """Has this private been used, although it leaves only at the end of the round?"""
    return private == BARCLAY and record(game).propped is not None


def _not_the_owner(game: Game, seat: Seat) -> Refusal | None:
    if owner(game) != seat:
        return game.forbid("barclay.owner", "You do not have BBBT, or have used it")
    return None


# -- first option: another par --------------------------------------------------------------------


def pars(game: Game, company: Company) -> tuple[Place, ...]:
    """The pars of its kind (18OE-PRIV-15)."""
    market = game.book.market
    return market.box_places if game.state.kind[company] == REGIONAL else market.par_places


def repar_refusal(game: Game, step: Step, action: Repar) -> Refusal | None:
    """In one's own stock turn, or in the turn of the railroad, which must have a par marker (18OE-PRIV-15)."""
    company, seat = action.company, step.seat(game)
    wrong = _not_the_owner(game, seat) or _own_refusal(game, seat, company)
    if wrong is not None:
        return wrong
    if not isinstance(step, StockTurn) and acting_in_its_turn(game, step) != company:
        return game.forbid("barclay.time", "That is done in your stock turn, or in the railroad's own turn")
    if isinstance(step, StockTurn) and record(game).card_used and not _cures(game, seat):
        return game.forbid("card.once", "You have dealt with a private in this turn already")
    if game.state.par[company] == NOWHERE:
        return game.forbid("barclay.par", "{company} has no par any more", company=game.symbol(company))
    if action.par == game.state.par[company] or action.par not in pars(game, company):
        return game.forbid("barclay.new_par", "That is not another par for {company}", company=game.symbol(company))
    return None


def _cures(game: Game, seat: Seat) -> bool:
    """Would a player above the certificate limit use it to come nearer to it, after another private (18OE-CERT-04)?"""
    return game.follows(USED_ABOVE_THE_LIMIT) and directors.over_limit(game, seat)


def _own_refusal(game: Game, seat: Seat, company: Company) -> Refusal | None:
    """Privates serve railroads of their owner (18OE-PRIV-05)."""
    if game.state.kind[company] not in (REGIONAL, MAJOR) or game.controller(company) != seat:
        return game.forbid("barclay.own", "{company} is not a regional or major of yours", company=game.symbol(company))
    return None


def _own_railroads(game: Game, seat: Seat) -> list[Company]:
    """The regionals and majors of whoever can use the private."""
    if owner(game) != seat:
        return []
    kinds = (REGIONAL, MAJOR)
    return [c for c in game.all_companies() if game.state.kind[c] in kinds and game.controller(c) == seat]


def _new_pars(game: Game, step: Step) -> Iterable[Repar]:
    own = _own_railroads(game, step.seat(game))
    return [Repar(company, place) for company in own for place in pars(game, company)]


def _repar(game: Game, step: Step, action: Repar) -> None:
    """Only the par marker moves; the private leaves the game (18OE-PRIV-02)."""
    effects.move_par(game, action.company, action.par)
    _use_in_turn(game, step)
    private_tokens.use_up(game, BARCLAY)


def _use_in_turn(game: Game, step: Step) -> None:
    """In a stock turn it is the private that the player may use (18OE-SR-02)."""
    if isinstance(step, StockTurn):
        amend(game, card_used=True)


# -- second option: a share kept ------------------------------------------------------------------


def keep_refusal(game: Game, seat: Seat, company: Company) -> Refusal | None:
    """A treasury share of an own railroad; of a regional only while both are there (18OE-PRIV-16, 18OE-PRIV-18)."""
    wrong = _not_the_owner(game, seat) or _own_refusal(game, seat, company)
    if wrong is not None:
        return wrong
    held = game.held(game.purse(company), company)
    if (
        game.state.kind[company] == REGIONAL
        and held < game.share_count(company) - game.kind_of(company).director_shares
    ):
        return game.forbid("barclay.regional", "A share of {company} has been sold", company=game.symbol(company))
    if not held:
        return game.forbid("barclay.treasury", "{company} has no share to keep", company=game.symbol(company))
    return None


def keep_share(game: Game, seat: Seat, company: Company) -> None:
    """The share is kept for the player, and the private leaves the game (18OE-PRIV-16)."""
    amend(game, custody=(seat, company))
    player, symbol = game.name(seat), game.symbol(company)
    game.tell(Noted(Text("A share of {company} is kept for {player}", company=symbol, player=player)))
    private_tokens.use_up(game, BARCLAY)


def wants_to_keep(game: Game, buyer: Seat, company: Company) -> Seat | None:
    """Who is asked before somebody buys a treasury share: the owner, if it is the last chance to keep one.

    That is the first 25% share of a regional, or the last share of a major (18OE-PRIV-17, 18OE-PRIV-18).
    """
    seat = owner(game)
    if seat is None or seat == buyer or keep_refusal(game, seat, company) is not None:
        return None
    last = game.state.kind[company] == REGIONAL or custody.free_shares(game, buyer, company) == 1
    return seat if last else None


# -- third option: a marker that does not fall ----------------------------------------------------


def prop_refusal(game: Game, seat: Seat, company: Company) -> Refusal | None:
    """Any railroad with a marker, whoever owns it (18OE-PRIV-20)."""
    if game.state.price[company] == NOWHERE:
        return game.forbid("barclay.marker", "{company} has no marker on the market", company=game.symbol(company))
    return _not_the_owner(game, seat)


def prop_up(game: Game, seat: Seat, company: Company) -> None:
    """The marker does not move down in this round; the private stays until its end (18OE-PRIV-20, 18OE-PRIV-21)."""
    amend(game, propped=company)
    symbol = game.symbol(company)
    game.tell(Noted(Text("{company} does not move down in this stock round", company=symbol)))


def wants_to_prop(game: Game, seller: Seat, company: Company) -> Seat | None:
    """Who is asked before somebody sells shares: the owner, if the marker would move down (18OE-PRIV-20)."""
    seat, place = owner(game), game.state.price[company]
    moves = place != NOWHERE and game.book.market.moved(place, Direction.DOWN) != place
    return seat if seat != seller and moves else None


def end_of_round(game: Game) -> None:
    """With the end of the round marker and private leave play (18OE-PRIV-21)."""
    if record(game).propped is not None:
        amend(game, propped=None)
        private_tokens.use_up(game, BARCLAY)


# -- in one's own stock turn ----------------------------------------------------------------------


def _keep_refusal(game: Game, step: StockTurn, action: KeepShare) -> Refusal | None:
    return keep_refusal(game, step.player, action.company)


def _prop_refusal(game: Game, step: StockTurn, action: PropUp) -> Refusal | None:
    return prop_refusal(game, step.player, action.company)


def _to_keep(game: Game, step: StockTurn) -> Iterable[KeepShare]:
    return [KeepShare(company) for company in _own_railroads(game, step.player)]


def _to_prop(game: Game, step: StockTurn) -> Iterable[PropUp]:
    return [PropUp(company) for company in game.state.stack if owner(game) == step.player]


def _keep(game: Game, step: StockTurn, action: KeepShare) -> None:
    _use_in_turn(game, step)
    keep_share(game, step.player, action.company)


def _prop(game: Game, step: StockTurn, action: PropUp) -> None:
    _use_in_turn(game, step)
    prop_up(game, step.player, action.company)


REPAR: AnyMove = Move(Repar, filtered(_new_pars, repar_refusal), repar_refusal, _repar)
"""For `AgendaRules.extra_moves`: nobody is asked for its sake."""
KEEP: AnyMove = Move(KeepShare, filtered(_to_keep, _keep_refusal), _keep_refusal, _keep)
PROP: AnyMove = Move(PropUp, filtered(_to_prop, _prop_refusal), _prop_refusal, _prop)
ACTIONS = (Repar, KeepShare, PropUp)
