"""The options of 1860, agreed before the start (1860-VAR-03), and which of them cannot be combined."""

from __future__ import annotations

from railhead.core.refusal import Malformed
from railhead.core.text import Text

OPTIONS = {
    "two_player_map": "The original board: without Totland, Norton Green and the hex south-west of Shorwell",
    "original_game": "The original game: original board, no small station may be bypassed",
    "original_insolvency": "A leased train runs like any other, for half its revenue (rounded up to 10) and subsidy",
    "simplified_insolvency": "An insolvent company takes 40 plus 20 for each station its leased train could visit",
    "no_skip_towns": "Small stations may not be bypassed; halts may",
    "re_enter_hexes": "A run may come back to a hex if it uses no track twice",
    "non_operated_full_value": "Shares of companies that never operated are sold at full price",
    "destinations": "Credits for the first run between home and each destination",
    "no_layers": "Companies start in any order, two at a time",
    "no_train_limit": "Companies may have any number of trains",
    "two_7_trains": "Two 7+4 trains instead of one",
    "open_treasuries": "Every player may ask for every treasury",
}

EXCLUDED = (("simplified_insolvency", "original_insolvency"),)


def check(options: frozenset[str]) -> frozenset[str]:
    """The options as they will be played, or Malformed if they make no sense."""
    for option in sorted(options):
        if option not in OPTIONS:
            raise Malformed(
                "'{option}' is not an option of 1860; these are: {options}",
                option=option,
                options=", ".join(sorted(OPTIONS)),
            )
    for one, other in EXCLUDED:
        if one in options and other in options:
            raise Malformed(
                "These options cannot be combined: {one}; {other}", one=Text(OPTIONS[one]), other=Text(OPTIONS[other])
            )
    if "original_game" in options:
        options = options | {"two_player_map", "no_skip_towns"}
    return options
