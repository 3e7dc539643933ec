"""What a new phase brings: it begins with the first train of its pile and takes effect at once (rules 1863-PHASE).

Which tiles may be laid, which companies floated and how many trains kept is data (1863-PHASE-01, 1863-PHASE-02).
"""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import NOBODY
from railhead.rules import trains
from railhead.rules.phases import PhaseRules
from railhead.titles.t1863 import pirate, thompson
from railhead.titles.t1863.facts import PHASE, PRIVATES


def began(game: Game) -> None:
    """After obsolete trains have gone, companies above their new limit return trains (1863-TRAIN-04).

    That is all of them, also those that wait for their liquidation, unless nobody is left who could choose. With Phase
    IV privates close (1863-PHASE-03). The round goes on (1863-PHASE-05).
    """
    if game.state.phase == PHASE["IV"]:
        close_privates(game)
    trains.return_excess(game, [company for company in game.all_companies() if game.controller(company) is not None])


def close_privates(game: Game) -> None:
    """All privates close but those that never do (1863-PRIV-17); the pirate's token leaves with its card."""
    for private in game.book.private_ids:
        if game.state.privates[private] != NOBODY and not PRIVATES[private].get("stays"):
            effects.close_private(game, private)
    pirate.look_after(game)


RULES = PhaseRules(ask_first=thompson.ask_first, began=began)
"""Trains rust wherever they are: in the yard, in the Pool and on charters (1863-TRAIN-09, 1863-PHASE-04)."""
