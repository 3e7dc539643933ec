"""The corrections of 1862: each names the rule, and the first revision of the rules that plays it right.

A rule asks `game.follows(...)` whether the game it is asked about is played by a correction.
"""

from __future__ import annotations

from railhead.core.revisions import Correction

JOINED_AT_FULL_STATIONS = Correction("1862-ROUTE-09", 2, "Freight runs may be joined where others fill the station.")
HOME_MARKER_GIVEN_UP = Correction("1862-ROUTE-07", 2, "A company without its home marker need not run to its home.")
TRAIN_WITHIN_REACH = Correction("1862-FORCED-02", 2, "No money is raised while a sister company can sell a train.")
