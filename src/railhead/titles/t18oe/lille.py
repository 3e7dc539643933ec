"""Lille and the White Cliffs Ferry: whose trains pass through (18OE-LILLE-02 to 18OE-LILLE-07)."""

from __future__ import annotations

from dataclasses import replace

from railhead.core.game import Game
from railhead.core.ids import Company, hex_of
from railhead.rules.stations import barred_to
from railhead.titles.t18oe import white_cliffs
from railhead.titles.t18oe.white_cliffs import lille, position
from railhead.track.network import Link

AS_ANYWHERE, BY_FERRY, TO_ITS_END = range(3)
"""How trains get past Lille: as past any city; although it is full, if they use the ferry; or, if they use the ferry,
not at all."""


def terms(game: Game, company: Company, passes: bool) -> int:
    """How trains of a railroad get past Lille; `passes` if it has Central Circle's token there.

    While the ferry position is empty, the ferry leads past a full city (18OE-LILLE-02), other track does not
    (18OE-LILLE-03). Once there is a token, it leads those without one in Lille no further (18OE-LILLE-05,
    18OE-LILLE-06), and when that is gone, nobody is stopped (18OE-LILLE-07).
    """
    if white_cliffs.is_open(game) or white_cliffs.counts_there(game, company) or passes:
        return AS_ANYWHERE
    if white_cliffs.holder(game) is not None:
        return TO_ITS_END
    return BY_FERRY if lille() in barred_to(game, company) else AS_ANYWHERE


def adapted(link: Link, terms_: int, gate: int) -> Link:
    """A link as it is on these terms: other track to Lille uses the gate, or a run that comes by ferry ends there."""
    if terms_ == AS_ANYWHERE or lille() not in (link.start, link.end):
        return link
    by_ferry = hex_of(position()) in link.hexes
    if terms_ == BY_FERRY:
        return link if by_ferry else _copy(link, track=link.track | gate)
    return _copy(link, stub=link.end == lille()) if by_ferry else link


def _copy(link: Link, **changes: object) -> Link:
    return replace(link, **changes)  # type: ignore[arg-type]
