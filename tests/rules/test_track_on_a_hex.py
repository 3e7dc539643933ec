"""What may be laid on one hex is asked for that hex only, and is what the whole list says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from railhead.core.choices import Choice, Choices
from railhead.core.game import Game
from railhead.core.ids import Hex
from railhead.core.rulebook import Rulebook
from railhead.play.session import Session
from railhead.rules import track
from railhead.rules.track import LayTile, LayTrack
from tests.play.games import some_game


def laying(title: str) -> Iterator[tuple[Rulebook, Choices]]:
    """The points of a game at which track is laid."""
    session = Session(some_game(4, 260, 3, title=title))
    for number in range(len(session)):
        choices = session.choices_at(number)
        if choices is not None and isinstance(choices.step, LayTrack):
            yield session.book, choices


def tiles(choices: Iterator[Choice], hex_: Hex) -> list[LayTile]:
    made = (action for choice in choices if choice.action is LayTile for action in choice)
    return [action for action in made if isinstance(action, LayTile) and action.hex == hex_]


@pytest.mark.parametrize("title", ["1860", "1862"])
def test_a_hex_offers_what_the_whole_list_has_for_it(title: str) -> None:
    offered = 0
    for book, choices in list(laying(title))[::4]:
        for hex_ in book.board.all_hexes:
            assert tiles(choices.near(hex_), hex_) == tiles(iter(choices), hex_)
        offered += sum(choice.action is LayTile for choice in choices)
    assert offered > 20


def test_no_other_hex_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Hex] = []
    options_on = track.options_on

    def noted(game: Game, hex_: Hex, allowed: Callable[[LayTile], bool]) -> Iterator[Choice]:
        asked.append(hex_)
        return options_on(game, hex_, allowed)

    _, choices = next(laying("1860"))
    monkeypatch.setattr(track, "options_on", noted)
    hexes = {action.hex for choice in choices for action in choice if isinstance(action, LayTile)}
    assert len(set(asked)) >= len(hexes)
    asked.clear()
    list(choices.near(min(hexes)))
    assert asked == [min(hexes)]
