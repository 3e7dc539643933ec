"""The track step: tiles, right of way, and tokens of privates and minors that are placed then (rules 18OE-TRACK)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from railhead.core.choices import Choice, OneOf
from railhead.core.game import Game
from railhead.core.hindsight import what_followed
from railhead.core.ids import Company, Hex
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, passing
from railhead.rules.track import LayTile, TrackRules
from railhead.titles.t18oe import brandt, building, consent_home, hochberg, home_stations, junction, right_of_way
from railhead.titles.t18oe.building import BuildTrack


def build_track(game: Game, company: Company) -> None:
    """The railroad may lay track (18OE-OR-06)."""
    game.push(BuildTrack(company))


def refusal(game: Game, step: BuildTrack, action: LayTile) -> Refusal | None:
    """Which rule forbids laying this tile."""
    return building.lay_refusal(game, step, action) or right_of_way.own_refusal(game, step.company, action)


def options(game: Game, step: BuildTrack) -> Iterator[Choice]:
    """Every tile that the railroad may lay."""
    return _kept(game, step, building.lay_options(game, step))


def is_possible(game: Game, step: BuildTrack) -> bool:
    """Is there any tile that the railroad may lay? Surely if the record that is replayed goes on with one."""
    following = what_followed(game.book)
    if isinstance(following, LayTile) and refusal(game, step, following) is None:
        return True
    if right_of_way.ways_to_keep(game, step.company):
        return next(options(game, step), None) is not None
    return building.can_lay(game, step)


def options_on(game: Game, step: BuildTrack, hex_: Hex) -> Iterator[Choice]:
    """Every tile that the railroad may lay on one hex."""
    return _kept(game, step, building.lay_options_on(game, step, hex_))


def _kept(game: Game, step: BuildTrack, choices: Iterable[Choice]) -> Iterator[Choice]:
    """Choices without the tiles that would block other railroads of the same president."""
    ways = right_of_way.ways_to_keep(game, step.company)
    if not ways:
        yield from choices
        return
    for choice in choices:
        free = tuple(
            action.rotation
            for action in choice
            if isinstance(action, LayTile) and right_of_way.blocks(game, ways, action) is None
        )
        if free:
            yield Choice(LayTile, (*choice.domains[:2], OneOf(free)))


LAY: AnyMove = Move(LayTile, options, refusal, consent_home.lay, options_on, is_possible)
LAY_WITH_BRANDT: AnyMove = Move(
    brandt.LayWithBrandt, brandt.lay_options, brandt.lay_refusal, consent_home.lay, brandt.lay_options_on
)
RIGHT_OF_WAY: AnyMove = Move(
    right_of_way.LayRightOfWay,
    right_of_way.options,
    right_of_way.refusal,
    right_of_way.lay,
    right_of_way.options_on,
)
RULES = TrackRules(
    moves=(
        LAY,
        RIGHT_OF_WAY,
        LAY_WITH_BRANDT,
        brandt.REMOVE,
        hochberg.MOVE,
        junction.MOVE,
        passing(lambda game, _: game.pop()),
    ),
    cost=building.lay_cost,
    tile_rule=building.tile_rule,
)
ACTIONS = (
    LayTile,
    right_of_way.LayRightOfWay,
    brandt.LayWithBrandt,
    brandt.RemoveBrandt,
    hochberg.PlaceHochberg,
    junction.PlaceJunction,
    home_stations.ChooseStation,
)
