"""Games for the tests of files and tables: the beginnings of games by careless bots."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

from railhead.bots import selfplay
from railhead.bots.bot import Instinct
from railhead.bots.careless import Careless
from railhead.core.actions import Action, Pass, text_of
from railhead.core.choices import Choices
from railhead.core.view import View
from railhead.play.gamefile import GameFile

SEATS = ("Ada", "Brunel", "Clara", "Dionysius")


@cache
def some_game(
    seed: int = 1, most: int = 150, players: int = 3, options: tuple[str, ...] = (), title: str = "1860"
) -> GameFile:
    """The first so many actions of a game by careless bots."""
    game = GameFile.new(title, SEATS[:players], options, seed)
    book = game.rulebook()
    made = selfplay.play(book, [Careless() for _ in range(players)], Random(seed))
    return replace(game, actions=tuple(text_of(book, made.action) for made in islice(made, most)))


class Quiet(Instinct):
    """Passes whenever it may: the privates' income breaks the bank in the end, in a short and quick game."""

    def choose(self, view: View, choices: Choices, chance: Random) -> Action:
        return Pass() if Pass() in choices else next(iter(next(iter(choices))))


@cache
def finished_game() -> GameFile:
    """A whole game, in which little happens."""
    game = GameFile.new("1860", SEATS[:2])
    book = game.rulebook()
    made = selfplay.play(book, [Quiet(), Quiet()], Random(0))
    return replace(game, actions=tuple(text_of(book, made.action) for made in made))
