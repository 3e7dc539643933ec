"""Minors become a Public: it takes over what they own, and their owners get its shares (rules 18BF-MERGE)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Seat, Stop
from railhead.core.spelling import Companies, Stops
from railhead.core.text import Text
from railhead.titles.t18bf import formation
from railhead.titles.t18bf.publics import PublicFormation, place
from railhead.titles.t18bf.record import set_home


def form(game: Game, plan: PublicFormation, charter: Company, markers: Stops, director: Seat) -> None:
    """The Minors become the Public (18BF-MERGE-19, 18BF-MERGE-20, 18BF-MERGE-27)."""
    members, exchanged = plan.members, plan.exchanged(game)
    where, home = place(game, members), formation.inherited_home(game, members)
    effects.declare(game, charter, Text("formed"))
    for minor in members:
        formation.take_assets(game, charter, minor)
    for stop in markers:
        replace_marker(game, charter, stop, members)
    for minor in members:
        formation.retire(game, minor, charter)
    formation.establish(game, charter, where, exchanged, director)
    set_home(game, charter, home)


def replace_marker(game: Game, charter: Company, stop: Stop, members: Companies) -> None:
    """A marker of the new company replaces one of the companies it was formed from, free of charge (18BF-TOKEN-11)."""
    instead = next(company for company in game.state.tokens[stop] if company in members)
    effects.replace_token(game, charter, stop, instead)
    effects.give_tokens(game, charter, -1)
