"""Laying track (rules 1863-TRACK), and what privates change about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, OneOf, only
from railhead.core.deals import TilePaidFor
from railhead.core.events import TileLaid, TileUpgraded
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Private, Tile, hex_of
from railhead.core.refusal import Refusal
from railhead.core.spelling import Rotation
from railhead.core.steps import AnyMove, Move, passing
from railhead.rules import track
from railhead.rules.stations import bases, company_reach
from railhead.rules.track import Laid, LayTile, LayTrack, TrackRules, pay_for_track
from railhead.titles.t1863 import areas, crossings, pirate, stations
from railhead.titles.t1863.facts import COLOURS, NUMBERS, PRIVATE, land
from railhead.titles.t1863.powers import company_with
from railhead.titles.t1863.record import amend, record
from railhead.track.tiles import CITY

FOWLER, GREATHEAD = PRIVATE["FOW"], PRIVATE["GRE"]
NECROPOLIS, TUNNEL = PRIVATE["LNR"], PRIVATE["TTU"]
TILES_A_TURN = 2
"""One upgrade or yellow tile, and one yellow tile (1863-TRACK-01, 1863-TRACK-02)."""


@dataclass(frozen=True, slots=True)
class BuildTrack(LayTrack):
    """A company lays track and may place one token, in any order (1863-TOKEN-01); its pirate may move as well."""

    token: bool = False
    """Has the company placed its token?"""
    bus: bool = False
    """Has its pirate been placed or moved?"""
    purpose: ClassVar[str] = "lay track and place a [token]"
    on_pass: ClassVar[str] = "{actor} builds nothing"
    on_pass_again: ClassVar[str] = "{actor} builds nothing more"


def track_stage(game: Game, company: Company) -> None:
    """The company lays track and one token, except in the last two operating rounds (1863-OR-03, 1863-END-02)."""
    if record(game).final != game.state.round.number:
        game.push(BuildTrack(company))


# -- what a turn allows ---------------------------------------------------------------------------


def is_upgrade(game: Game, hex_: Hex) -> bool:
    """Is there track on a hex, so that a tile there is an upgrade?"""
    return hex_ in game.state.tiles


def may_lay_more(game: Game, company: Company, laid: Laid) -> bool:
    """Two tiles in a turn (1863-TRACK-02), Fowler's too (1863-PRIV-02)."""
    return len(laid) < TILES_A_TURN


def allowance(game: Game, company: Company, laid: Laid, hex_: Hex, tile: Tile) -> Refusal | None:
    """An upgrade comes first, and the second tile is yellow; with Fowler in any order, or two upgrades.

    Rules 1863-TRACK-01, 1863-TRACK-02, 1863-TRACK-03 and 1863-PRIV-02. A tile laid in this turn is not upgraded in it
    (1863-TRACK-11).
    """
    if not may_lay_more(game, company, laid):
        return game.forbid("track.turn", "{company} has laid two tiles in this turn", company=game.symbol(company))
    if any(hex_ == earlier for earlier, _ in laid):
        return game.forbid("track.same_hex", "A tile laid in this turn cannot be upgraded in it")
    if laid and is_upgrade(game, hex_) and company_with(game, FOWLER) != company:
        key = "track.order" if game.book.tiles.facts[laid[0][1]].colour == COLOURS[0] else "track.second"
        return game.forbid(key, "An upgrade comes first, and the second tile of a turn is a new yellow one")
    return None


# -- what it costs --------------------------------------------------------------------------------


def lay_cost(game: Game, company: Company, action: LayTile, laid: Laid) -> int:
    """10 for plain track and upgrades, 20 for a minor and 30 for a major station, and what the hex costs.

    By the tile that is laid (1863-TRACK-06); the hex costs only with its first tile (1863-TRACK-07), and half of it
    with Greathead (1863-PRIV-01).
    """
    if is_upgrade(game, action.hex):
        return NUMBERS.upgrade
    printed = game.book.board.hexes[action.hex].cost
    if company_with(game, GREATHEAD) == company:
        printed //= 2
    return _price_of(game, action.tile) + printed


def _price_of(game: Game, tile: Tile) -> int:
    stops = game.book.tiles.facts[tile].stops
    if not stops:
        return NUMBERS.plain_track
    return NUMBERS.major_station if stops[0].kind == CITY else NUMBERS.minor_station


# -- upgrades -------------------------------------------------------------------------------------


def joins(game: Game, company: Company, action: LayTile) -> bool:
    """Does a tile connect to track that the company can reach, or lie under one of its tokens (1863-TRACK-04)?"""
    exits = game.book.tiles.facts[action.tile].turned[action.rotation].exits
    if exits & company_reach(game, company).arrivals.get(action.hex, 0):
        return True
    return _has_token(game, company, action.hex)


def _has_token(game: Game, company: Company, hex_: Hex) -> bool:
    return any(hex_of(stop) == hex_ for stop in bases(game, company))


def _may_join(game: Game, company: Company, hex_: Hex) -> bool:
    """Could any tile on a hex connect to the company's track?"""
    return hex_ in company_reach(game, company).arrivals or _has_token(game, company, hex_)


def upgrade_rule(game: Game, company: Company, hex_: Hex, tile: Tile, rotation: int) -> Refusal | None:
    """Track that is upgraded must be connected to the company's (1863-TRACK-04)."""
    if joins(game, company, LayTile(tile, hex_, Rotation(rotation))):
        return None
    return game.forbid("track.joined", "The tile does not join track that the company can reach from a [token]")


# -- lays by the right of a private ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LayWith(Action):
    """Lay a tile by the right of a private that the company owns."""

    private: Private
    tile: Tile
    hex: Hex
    rotation: Rotation
    form: ClassVar[str] = "use {private} to lay {tile} on {hex} turned {rotation}"
    label: ClassVar[str] = "Use {private} to lay {tile} on {hex}"
    told: ClassVar[tuple[str, ...]] = (
        "{actor} uses {private} to lay tile {tile} at {hex} for {cost}",
        "{actor} uses {private} to lay tile {tile} at {hex}",
    )
    covers: ClassVar[tuple[type[object], ...]] = (TilePaidFor, TileLaid, TileUpgraded)
    topic: ClassVar[Topic] = Topic.TRACK

    @property
    def laying(self) -> LayTile:
        """What it does to the board."""
        return LayTile(self.tile, self.hex, self.rotation)


def with_refusal(game: Game, step: BuildTrack, action: LayWith) -> Refusal | None:
    """The private must be the company's (1863-PRIV-22) and have its power left; the lay is one of the turn's."""
    if company_with(game, action.private) != step.company:
        name = game.book.private_names[action.private]
        return game.forbid(
            "private.owner", "{company} does not own {name}", company=game.symbol(step.company), name=name
        )
    if action.private in (NECROPOLIS, TUNNEL):
        return _free_refusal(game, action) or _free_lay_refusal(game, step, action.laying)
    return areas.refusal(game, action.private, action.laying) or _area_lay_refusal(game, step, action.laying)


def _free_refusal(game: Game, action: LayWith) -> Refusal | None:
    """Necropolis: two yellow and two green tiles between Nine Elms and Waterloo (1863-PRIV-05).

    Thames Tunnel: three yellow tiles that cross the Thames (1863-PRIV-06).
    """
    if action.private == TUNNEL:
        crosses = crossings.would_cross(game.book.board, action.hex, action.tile * 6 + action.rotation)
        if is_upgrade(game, action.hex) or not crosses:
            return game.forbid("private.tunnel", "The Thames Tunnel lays yellow tiles across the Thames")
        if record(game).tunnel >= NUMBERS.tunnel_tiles:
            return game.forbid("private.tunnel", "The Thames Tunnel has laid its tiles")
        return None
    if action.hex not in land().necropolis:
        return game.forbid("private.necropolis", "The Necropolis Railway lies between Nine Elms and Waterloo")
    colours = game.book.board.colours
    colour = colours.index(game.book.tiles.facts[action.tile].colour)
    most = (NUMBERS.necropolis_yellow, NUMBERS.necropolis_green)
    if colour >= len(most) or record(game).necropolis[colour] >= most[colour]:
        return game.forbid("private.necropolis", "The Necropolis Railway has laid its tiles of this colour")
    return None


def _free_lay_refusal(game: Game, step: BuildTrack, action: LayTile) -> Refusal | None:
    """An ordinary lay, except that it costs nothing."""
    allowed = allowance(game, step.company, step.laid, action.hex, action.tile)
    return allowed or track.placement_refusal(game, action) or _join_refusal(game, step.company, action)


def _area_lay_refusal(game: Game, step: BuildTrack, action: LayTile) -> Refusal | None:
    """A yellow tile of another kind than the hex asks for, paid like any other of its kind."""
    allowed = allowance(game, step.company, step.laid, action.hex, action.tile)
    return allowed or _join_refusal(game, step.company, action) or _cost_refusal(game, step, action)


def _join_refusal(game: Game, company: Company, action: LayTile) -> Refusal | None:
    return upgrade_rule(game, company, action.hex, action.tile, action.rotation)


def _cost_refusal(game: Game, step: BuildTrack, action: LayTile) -> Refusal | None:
    cost, cash = track.lay_cost(game, step, action), game.treasury(step.company)
    if cost > cash:
        has = "Building there costs {cost}, but {company} has {cash}"
        return game.forbid("track.cost", has, cost=cost, company=game.symbol(step.company), cash=cash)
    return None


def with_options(game: Game, step: BuildTrack) -> Iterator[Choice]:
    """Every lay by the right of a private."""
    for private in (NECROPOLIS, TUNNEL, *areas.AREAS):
        if company_with(game, private) == step.company:
            for hex_ in _hexes_of(game, private):
                if _may_join(game, step.company, hex_):
                    yield from _options_of(game, step, private, hex_)


def with_options_on(game: Game, step: BuildTrack, hex_: Hex) -> Iterator[Choice]:
    """Every such lay on one hex."""
    for private in (NECROPOLIS, TUNNEL, *areas.AREAS):
        if company_with(game, private) == step.company:
            yield from _options_of(game, step, private, hex_)


def _hexes_of(game: Game, private: Private) -> Iterable[Hex]:
    if private == NECROPOLIS:
        return sorted(land().necropolis)
    return sorted(land().thames) if private == TUNNEL else areas.hexes(game, private)


def _options_of(game: Game, step: BuildTrack, private: Private, hex_: Hex) -> Iterator[Choice]:
    def allowed(action: LayTile) -> bool:
        return with_refusal(game, step, LayWith(private, action.tile, action.hex, action.rotation)) is None

    if private in areas.AREAS:
        for tile, rotations in areas.placements(game, private, hex_).items():
            turned = tuple(r for r in rotations if allowed(LayTile(tile, hex_, Rotation(r))))
            if turned:
                yield Choice(LayWith, (only(private), only(tile), only(hex_), OneOf(turned)))
        return
    for choice in track.options_on(game, hex_, allowed):
        yield Choice(LayWith, (only(private), *choice.domains))


def _lay_with(game: Game, step: BuildTrack, action: LayWith) -> None:
    """The tile is laid free of charge, or paid like its kind, and the private's power is used."""
    company, laying = step.company, action.laying
    colour = game.book.board.colours.index(game.book.tiles.facts[action.tile].colour)
    if action.private == TUNNEL:
        amend(game, tunnel=record(game).tunnel + 1)
    elif action.private == NECROPOLIS:
        yellow, green = record(game).necropolis
        amend(game, necropolis=(yellow + (colour == 0), green + (colour == 1)))
    else:
        amend(game, used=(*record(game).used, action.private))
        pay_for_track(game, company, track.lay_cost(game, step, laying), action.hex)
    effects.lay_tile(game, company, action.hex, action.tile, action.rotation)
    game.put(replace(step, laid=(*step.laid, (action.hex, action.tile))))
    crossings.look_after_tunnel(game)


def _lay(game: Game, step: BuildTrack, action: LayTile) -> None:
    track.lay(game, step, action)
    crossings.look_after_tunnel(game)


LAY: AnyMove = Move(LayTile, track.lay_options, track.lay_refusal, _lay, track.lay_options_on)
LAY_WITH: AnyMove = Move(LayWith, with_options, with_refusal, _lay_with, with_options_on)
RULES = TrackRules(
    moves=(LAY, LAY_WITH, stations.PLACE, pirate.MOVE, passing(lambda game, _: game.pop())),
    may_lay_more=may_lay_more,
    allowance=allowance,
    cost=lay_cost,
    upgrade_rule=upgrade_rule,
)
ACTIONS = (LayTile, LayWith, *stations.ACTIONS, *pirate.ACTIONS)
