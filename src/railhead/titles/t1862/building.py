"""Building in 1862 (rules 1862-TRACK): what one turn allows, and the step that offers it."""

from __future__ import annotations

from railhead.core.actions import Pass
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Tile
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, passing
from railhead.rules.tokens import BuildBase
from railhead.rules.track import LAY, Laid, LayTrack
from railhead.titles.t1862 import homes, london, small_stations
from railhead.titles.t1862.record import amend, record

YELLOW_LAYS = 2
LARGEST = "N"
"""The letter of the tiles that are laid alone."""


def build_stage(game: Game, company: Company) -> None:
    """The company builds, then places a marker; not in receivership nor after the LNER (1862-RECV-02, 1862-LNER-03).

    The step for the marker lies under the one for building, so that a link to London can take both.
    """
    if game.director(company) is None or record(game).lner:
        return
    homes.make_room(game, company)
    game.push(BuildBase(company))
    if not record(game).built:
        game.push(LayTrack(company))


def build_home_first(game: Game, company: Company) -> None:
    """In imported games an upgrade for the home marker comes before the merge step (1862-HOME-03)."""
    first = "peer-home" in game.book.options and homes.waiting_at(game, company) is not None
    if first != record(game).built:
        amend(game, built=first)
    if first:
        game.push(LayTrack(company))


def may_lay_more(game: Game, company: Company, laid: Laid) -> bool:
    """Nothing laid yet, or one yellow tile that is not an N tile (1862-TRACK-07)."""
    return not laid or (len(laid) < YELLOW_LAYS and not _is_alone(game, laid[0][1]))


def _is_alone(game: Game, tile: Tile) -> bool:
    """Is the tile an upgrade or an N tile?"""
    facts = game.book.tiles.facts[tile]
    return facts.colour != game.book.board.colours[0] or facts.label == LARGEST


def lay_allowance(game: Game, company: Company, laid: Laid, hex_: Hex, tile: Tile) -> Refusal | None:
    """One N tile, or two other yellow tiles, or one upgrade; home comes first (1862-TRACK-01, -07, -13, 1862-HOME)."""
    waiting = homes.must_build(game, company)
    if waiting is not None and (hex_ != homes.unbuilt(game, company) or not _makes_room(game, company, tile)):
        return waiting
    if not laid:
        return None
    if len(laid) >= YELLOW_LAYS or _is_alone(game, laid[0][1]):
        return game.forbid("track.turn", "Nothing more is laid after an N tile, an upgrade or a second yellow tile")
    if _is_alone(game, tile):
        return game.forbid("track.turn", "An N tile or an upgrade is the only tile laid in a turn")
    return None


def _makes_room(game: Game, company: Company, tile: Tile) -> bool:
    """Would a marker of the company that waits for a circle find one on this tile?"""
    stop = homes.waiting_at(game, company)
    if stop is None:
        return True
    return any(new // 6 == tile for new in homes.roomier(game, stop, len(game.state.tokens[stop])))


def _must_build(game: Game, step: LayTrack, _: Pass) -> Refusal | None:
    """Building may be passed, unless the home marker still needs its tile and there is one (1862-HOME-02, -06)."""
    waiting = homes.must_build(game, step.company)
    if waiting is None or next(iter(LAY.options(game, step)), None) is None:
        return None
    return waiting


MOVES: tuple[AnyMove, ...] = (
    LAY,
    small_stations.BUILD,
    london.BUILD,
    passing(lambda game, _: game.pop(), _must_build),
)
