"""The token step: station tokens, and those of privates that are placed then (rules 18OE-TOKEN)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.steps import passing
from railhead.titles.t18oe import ferry_token, port_cards, stations
from railhead.titles.t18oe.facts import NATIONAL
from railhead.titles.t18oe.stations import PlaceStation, TokenStep


def place_token(game: Game, company: Company) -> None:
    """The railroad may place a token; nationals have none (18OE-OR-06, 18OE-NATL-13)."""
    if game.state.kind[company] != NATIONAL:
        game.push(PlaceStation(company))


RULES = TokenStep(
    moves=(
        stations.PLACE,
        stations.PLACE_FREE,
        ferry_token.PLACE,
        ferry_token.PLACE_FREE,
        port_cards.PLACE_HARBOR,
        port_cards.PLACE_CIRCLE,
        passing(lambda game, _: game.pop()),
    )
)
ACTIONS = (*stations.ACTIONS, *ferry_token.ACTIONS, *port_cards.ACTIONS)
