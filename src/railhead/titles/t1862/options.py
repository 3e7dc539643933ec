"""The options of 1862: game length and the variants of section 11, and which of them cannot be combined."""

from __future__ import annotations

from railhead.core.refusal import Malformed
from railhead.core.text import Text

OPTIONS = {
    "short_length": "The short game: fewer trains",
    "long_length": "The long game: more trains",
    "simple_express": "Express trains only, without permits",
    "simple_freight": "Freight trains only, without permits",
    "advanced_freight": "Freight and Local trains only",
    "advanced_express": "Express and Local trains only",
    "shorter_game": "The LNER follows the first E train, D trains never rust; fewer trains with up to four players",
    "new_players": "For new players of a simple game (Express unless chosen otherwise): companies start in Parliament "
    "only, no redeeming of shares, no bought warranties, no Hudson manoeuvre",
    "eight_tokens": "Companies may have up to eight station markers",
    "no_extra_companies": "With seven or eight players no companies are added to the first group",
    "no_forced_build": "A company that merges in its first turn need not build if its home marker has no place",
}

TYPES_OF_GAME = ("simple_express", "simple_freight", "advanced_freight", "advanced_express")
SIMPLE = TYPES_OF_GAME[:2]
EXCLUSIVE = (TYPES_OF_GAME, ("short_length", "long_length", "shorter_game"))
"""Of each of these at most one is played; the shorter game goes with the game for new players (1862-VAR-05)."""


def check(options: frozenset[str]) -> frozenset[str]:
    """The options as they will be played, or Malformed if they make no sense (1862-VAR)."""
    for option in sorted(options):
        if option not in OPTIONS:
            raise Malformed(
                "'{option}' is not an option of 1862; these are: {options}",
                option=option,
                options=", ".join(sorted(OPTIONS)),
            )
    for group in EXCLUSIVE:
        chosen = [option for option in group if option in options]
        if len(chosen) > 1:
            one, other, *_ = (Text(OPTIONS[option]) for option in chosen)
            raise Malformed("These options cannot be combined: {one}; {other}", one=one, other=other)
    if "new_players" in options and not options & set(SIMPLE):
        if options & set(TYPES_OF_GAME):
            one, other = (Text(OPTIONS[option]) for option in SIMPLE)
            raise Malformed("The game for new players goes only with: {one}; {other}", one=one, other=other)
        return options | {SIMPLE[0]}
    return options
