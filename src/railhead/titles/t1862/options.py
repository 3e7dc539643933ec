"""The options of 1862: game length and the variants of section 11, and which of them exclude each other.

Those that begin with `peer-` are not offered to players. They make imported games of 18xx.games replay as they were
played where that system departs from the rulebook; each names the rule it departs from.
"""

from __future__ import annotations

from railhead.core.refusal import Malformed

OPTIONS = {
    "short_length": "The short game: fewer trains",
    "long_length": "The long game: more trains",
    "simple_express": "Express trains only, without permits",
    "simple_freight": "Freight trains only, without permits",
    "advanced_freight": "Freight and Local trains only",
    "advanced_express": "Express and Local trains only",
    "shorter_game": "The LNER follows the first E train, D trains never rust; fewer trains with up to four players",
    "new_players": "For new players of a simple game (Express, if not said): companies start in Parliament only, no "
    "redeeming of shares, no bought warranties, no Hudson manoeuvre",
    "eight_tokens": "Companies may have up to eight station markers",
    "no_extra_companies": "With seven or eight players no companies are added to the first group",
    "no_forced_build": "A company that merges in its first turn need not build if its home marker has no place",
}

PEER_SWITCHES = {
    "peer-charter": ("1862-PARL-24", "a company whose charter failed is on offer in the next Parliament round"),
    "peer-marker": ("1862-PARL-18", "a chartered company's marker reaches the market when its par is set"),
    "peer-stack": ("1862-OR-02", "a dividend that leaves the price leaves the marker where it is in its stack"),
    "peer-hudson": ("1862-DIV-07", "the Hudson manoeuvre needs a revenue above 10"),
    "peer-treasury-sale": ("1862-LNER-05", "treasury shares sold for a train lower the price after the LNER too"),
    "peer-receiver": ("1862-RECV-06", "a company in receivership buys beyond the limit of trains in all"),
    "peer-split": ("1862-SR-11", "a director who keeps shares needs them all in the pool"),
    "peer-home": ("1862-HOME-03", "an upgrade that gives the home marker a circle comes before the merge step"),
    "peer-top": ("1862-END-01", "a merger that reaches the top of the market does not end the game"),
    "peer-option": ("1862-MERGE-24", "an option that cannot be swapped is sold for half the price rounded down"),
    "peer-waits": (
        "1862-OR-04",
        "the turn waits for an answer where one is left: nothing to lay, no partner, an unaffordable option, no train",
    ),
    "peer-posted": (
        "1862-FREIGHT-02",
        "a run that the rules refuse or pay otherwise is taken and paid as it was posted, by whatever ruling",
    ),
    "peer-score": ("1862-END-04", "half values are rounded by certificate, not by share"),
    "peer-eight": ("1862-VAR-06", "with eight markers a company still buys seven at most when it floats"),
}

TYPES_OF_GAME = ("simple_express", "simple_freight", "advanced_freight", "advanced_express")
SIMPLE = TYPES_OF_GAME[:2]
EXCLUSIVE = (TYPES_OF_GAME, ("short_length", "long_length", "shorter_game"))
"""Of each of these at most one is played."""


def check(options: frozenset[str], importing: bool) -> frozenset[str]:
    """The options as they will be played, or Malformed if they make no sense (1862-VAR)."""
    known = {*OPTIONS, *PEER_SWITCHES} if importing else set(OPTIONS)
    for option in sorted(options):
        if option not in known:
            raise Malformed(f"'{option}' is not an option of 1862; these are: {', '.join(sorted(OPTIONS))}")
    for group in EXCLUSIVE:
        chosen = [option for option in group if option in options]
        if len(chosen) > 1:
            raise Malformed(f"The options '{chosen[0]}' and '{chosen[1]}' exclude each other")
    if "new_players" in options and not options & set(SIMPLE):
        if options & set(TYPES_OF_GAME):
            raise Malformed(f"The option 'new_players' goes only with {' or '.join(SIMPLE)}")
        return options | {SIMPLE[0]}
    return options
