"""The options of 1863, chosen before play (1863-SETUP-11)."""

from __future__ import annotations

from railhead.core.refusal import Malformed

OPTIONS = {
    "equal": "Equal play: no homes, no bonuses of charters, companies start in any order",
    "fewer_2T": "Shorter: two fewer trains of Phase II",
    "fewer_3T": "Shorter: two fewer trains of Phase III",
    "more_4T": "Longer: two more trains of Phase IV",
    "quick_privates": "Private companies are dealt, and kept for half their value or auctioned",
    "clink_club": "The Clink Club is added to the private companies",
    "refinancing": "Companies may refinance: twice the price, half the shares",
    "loose_valuations": "Companies may borrow up to their limit, whatever they are worth",
    "common_costs": "All companies pay interest and costs together after the last one has operated",
    "first_bankruptcy": "The first bankruptcy brings the end: a last stock round and two operating rounds",
    "gifts": "A player who is to decide may give cash to another player",
    "automatic_toll": "The toll of the Chocolate Express is paid without being claimed",
}


def check(options: frozenset[str]) -> frozenset[str]:
    """The options as they will be played, known from the start (1863-SETUP-11); all of them can be combined."""
    for option in sorted(options):
        if option not in OPTIONS:
            raise Malformed(
                "'{option}' is not an option of 1863; these are: {options}",
                option=option,
                options=", ".join(sorted(OPTIONS)),
            )
    return options
