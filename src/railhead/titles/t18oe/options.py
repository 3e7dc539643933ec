"""The options of 18OE, chosen before play."""

from __future__ import annotations

from railhead.core.refusal import Malformed

OPTIONS = {
    "no_concessions": "Without concessions: the regional and minor railroads begin with a stock round at once",
    "no_removal": "Without the action that removes a regional from the game",
}


def check(options: frozenset[str]) -> frozenset[str]:
    """The options as they will be played; both can be combined (18OE-CONC-10)."""
    for option in sorted(options):
        if option not in OPTIONS:
            raise Malformed(
                "'{option}' is not an option of 18OE; these are: {options}",
                option=option,
                options=", ".join(sorted(OPTIONS)),
            )
    return options


def plays_concessions(options: frozenset[str]) -> bool:
    """Are the concessions part of the game (18OE-CONC-10)?"""
    return "no_concessions" not in options


def may_remove(options: frozenset[str]) -> bool:
    """May players remove regionals (18OE-RMP-03)?"""
    return "no_removal" not in options
