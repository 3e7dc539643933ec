"""Homes: yellow track on the home of a floated railroad needs the consent of its president (18OE-TRACK-24)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.place_names import hex_name
from railhead.core.text import Text
from railhead.rules.consent import Consent, Proposal
from railhead.rules.track import LayTile
from railhead.titles.t18oe import brandt, building, home_stations, homes
from railhead.titles.t18oe.brandt import LayWithBrandt
from railhead.titles.t18oe.building import BuildTrack


@dataclass(frozen=True, slots=True)
class LayAtHome(Proposal):
    """A railroad wants to lay yellow track on the home of another player's."""

    company: Company
    home_of: Company
    action: LayTile | LayWithBrandt
    order: ClassVar[str] = "track.consent"

    def terms(self, game: Game) -> Text:
        """Who wants to build where."""
        return Text(
            "whether {company} may lay tile {tile} on {hex}, the home of {other}",
            company=game.symbol(self.company),
            tile=game.book.tiles.names[self.action.tile],
            hex=hex_name(game.book, self.action.hex),
            other=game.symbol(self.home_of),
        )

    def agreed(self, game: Game) -> None:
        """The tile is laid."""
        step = game.step
        assert isinstance(step, BuildTrack)
        _lay(game, step, self.action)

    def declined(self, game: Game) -> None:
        """Nothing is laid there in this turn."""
        step = game.step
        assert isinstance(step, BuildTrack)
        game.put(replace(step, declined=(*step.declined, self.action.hex)))


def lay(game: Game, step: BuildTrack, action: LayTile | LayWithBrandt) -> None:
    """The tile is laid, or its president is asked first whose home it is laid on."""
    is_first = action.hex not in game.state.tiles and not game.book.board.hexes[action.hex].printed.colour
    other = homes.whose_home(game, step.company, action.hex) if is_first else None
    if other is None:
        _lay(game, step, action)
    else:
        game.push(Consent(game.player_for(other), LayAtHome(step.company, other, action)))


def _lay(game: Game, step: BuildTrack, action: LayTile | LayWithBrandt) -> None:
    """The tile is laid; a home in a metropolis then gets its station."""
    is_first = action.hex not in game.state.tiles
    if isinstance(action, LayWithBrandt):
        brandt.lay(game, step, action)
    else:
        building.lay(game, step, action)
    if is_first:
        home_stations.tile_laid(game, action.hex)
