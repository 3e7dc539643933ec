"""Merger Rounds of 18BF: who is asked, in which order, and what they may do (rules 18BF-MERGE)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.steps import AnyMove, passing
from railhead.rules.merger_round import MergerRules
from railhead.rules.operating import operating_order
from railhead.rules.subscription import Subscribe
from railhead.titles.t18bf import (
    conversion,
    discarding,
    formation,
    lost_markers,
    merging,
    public_markers,
    system_proposal,
    takeovers,
)
from railhead.titles.t18bf.facts import MINOR, PHASE, PUBLIC


def order(game: Game) -> list[Company]:
    """Minors by price, then Publics from phase 6 on, with those formed in this round (18BF-MERGE-02, 18BF-SYSTEM-27).

    Systems are not asked (18BF-SYSTEM-26).
    """
    asked = (MINOR, PUBLIC) if game.state.phase >= PHASE["6"] else (MINOR,)
    return [company for company in operating_order(game) if game.state.kind[company] in asked]


PASS: AnyMove = passing(lambda game, _: game.pop())
RULES = MergerRules(
    order=order,
    moves=(conversion.CONVERT, merging.MERGE, takeovers.JOIN, system_proposal.FORM_SYSTEM, PASS),
)
ACTIONS = (
    conversion.Convert,
    merging.Merge,
    takeovers.Join,
    takeovers.ReplaceMarker,
    system_proposal.FormSystem,
    discarding.DiscardPublic,
    lost_markers.LoseMarkers,
    formation.Charter,
    public_markers.KeepMarkers,
    Subscribe,
)
"""What players decide in Merger Rounds."""
