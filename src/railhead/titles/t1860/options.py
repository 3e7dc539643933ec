"""The options of 1860: agreed before the start, and which of them exclude each other.

Those that begin with `peer-` are not offered to players. They make imported games of 18xx.games replay as they were
played where that system departs from the rulebook; each names the rule it departs from.
"""

from __future__ import annotations

from railhead.core.refusal import Malformed

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

PEER_SWITCHES = {
    "peer-stack": ("1860-DIV-05", "a dividend below the price leaves the marker where it is in its stack"),
    "peer-exact-price": (
        "1860-TRAIN-11",
        "a trainless company with exactly the price of a train may decline it",
    ),
    "peer-idle": ("1860-ROUTE-19", "a train that could run may stay idle if another runs"),
    "peer-runs": (
        "1860-RECV-03",
        "a player acts for a company in receivership; no run is checked for the maximum",
    ),
    "peer-exchange": ("1860-PRIV-16", "a private is exchanged as soon as a bankrupt company has a new par"),
    "peer-any-turn": ("1860-PRIV-09", "a private is exchanged on another player's turn"),
    "peer-unfloated": (
        "1860-NAT-02",
        "a started company that has not floated keeps British Rail from forming",
    ),
    "peer-british-rail": (
        "1860-SOUTH-01",
        "building goes on under British Rail until the stock round that would stop it",
    ),
    "peer-pool": ("1860-RECV-06", "a holder of one share buys half the director's certificate from the pool"),
    "peer-score": ("1860-END-05", "half values are rounded by certificate, not by share"),
    "peer-lease": ("1860-VAR-05", "the original insolvency pays the exact half"),
    "peer-simplified": ("1860-VAR-06", "the simplified insolvency pays for the stations visited"),
    "peer-full-score": ("1860-VAR-08", "shares of companies that never operated score at full price too"),
    "peer-waits": (
        "1860-OR-05",
        "the turn waits for a pass in the track step even where no tile could be laid",
    ),
    "peer-income": ("1860-END-02", "income of privates does not break the bank"),
}

EXCLUDED = (("simplified_insolvency", "original_insolvency"),)


def check(options: frozenset[str], importing: bool) -> frozenset[str]:
    """The options as they will be played, or Malformed if they make no sense."""
    known = {*OPTIONS, *PEER_SWITCHES} if importing else set(OPTIONS)
    for option in sorted(options):
        if option not in known:
            raise Malformed(f"'{option}' is not an option of 1860; these are: {', '.join(sorted(OPTIONS))}")
    for one, other in EXCLUDED:
        if one in options and other in options:
            raise Malformed(f"The options '{one}' and '{other}' exclude each other")
    if "original_game" in options:
        options = options | {"two_player_map", "no_skip_towns"}
    return options
