"""How near the ends of the game are (rules 1863-END)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.text import Text
from railhead.rules.course import CourseRules, Nearness, last_train
from railhead.titles.t1863 import lptb


def tokens_of_the_board(game: Game) -> Nearness:
    """The last token of the LPTB brings the end (1863-END-01)."""
    marker, most = lptb.token(game), game.book.markers[0].count
    placed = sum(marker in held for held in game.state.tokens.values())
    return Nearness(Text("{placed} of {most} tokens placed", placed=placed, most=most), placed, most)


def bankrupt_players(game: Game) -> Nearness:
    """The game is over when only one player is solvent (1863-END-03)."""
    seats, left = len(game.book.seat_ids), len(game.players)
    return Nearness(Text("{left} of {seats} players are solvent", left=left, seats=seats), seats - left, seats - 1)


RULES = CourseRules(ends={"train": last_train, "LPTB": tokens_of_the_board, "solvent": bankrupt_players})
