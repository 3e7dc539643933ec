"""The page of a game that is over: everybody with their rank and what they are worth."""

from __future__ import annotations

import re

from railhead.web import keys
from tests.play.games import finished_game
from tests.web.conftest import Begun, Browser


def test_every_player_has_a_rank(begun: Begun, browser: Browser) -> None:
    game = begun(finished_game())
    page = browser(game, keys.HOST).get(f"/game/{game.id}/").content.decode()
    assert re.findall(r'<span class="place">(.*?)</span>', page) == ["1", "2"]
