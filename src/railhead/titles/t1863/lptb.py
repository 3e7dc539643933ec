"""The London Passenger Transport Board: when it acts, and its trains and tokens (rules 1863-LPTB)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.text import to_translate
from railhead.rules import trains as shared_trains
from railhead.rules.stations import tokens_of
from railhead.titles.t1863 import ending, pirate, trains
from railhead.titles.t1863.facts import NUMBERS, PHASE, READINGS


def acts(game: Game) -> bool:
    """Does the LPTB act yet (1863-LPTB-01)?"""
    return game.state.phase >= PHASE[READINGS.lptb_from]


def token(game: Game) -> Company:
    """The token of the LPTB, by its number on the board."""
    return game.book.marker_ids[0]


# -- trains ---------------------------------------------------------------------------------------


def after_stock_round(game: Game) -> None:
    """It takes a train from the supply; the last one brings the end like one that is bought (1863-LPTB-02).

    Rules 1863-SR-12 and 1863-END-01.
    """
    if acts(game):
        for _ in range(NUMBERS.exported):
            shared_trains.export_next(game)
        trains.look_for_the_last(game)


# -- tokens ---------------------------------------------------------------------------------------


def take_tokens(game: Game, company: Company) -> None:
    """A company's tokens on the board become the LPTB's; what finds none, or another one there, is removed.

    Rules 1863-LPTB-12 and 1863-LPTB-14; the last one brings the end.
    """
    marker = token(game)
    most = game.book.markers[0].count
    for stop in tokens_of(game, company):
        placed = sum(marker in held for held in game.state.tokens.values())
        if placed < most and marker not in game.state.tokens[stop]:
            effects.replace_by_marker(game, company, stop, marker)
        else:
            effects.remove_token(game, company, stop)
    if sum(marker in held for held in game.state.tokens.values()) >= most:
        ending.foresee(game, to_translate("all tokens of the LPTB are on the board"))


def take_assets(game: Game, company: Company) -> None:
    """Tokens become the LPTB's; trains and privates leave the game (1863-LPTB-07)."""
    take_tokens(game, company)
    for train in game.trains_of(company):
        effects.scrap_train(game, game.purse(company), train)
    for private in game.privates_of(game.purse(company)):
        effects.close_private(game, private)
    pirate.look_after(game)
