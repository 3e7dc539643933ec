"""Corrections of 18OE's rules: the id of the rule, and the first revision of the rules that plays it right."""

from __future__ import annotations

from railhead.core.revisions import Correction

BARCLAY_WHILE_FLOATING = Correction("18OE-PRIV-17", 2, "Barclay can be used while its owner floats a major.")
TOKEN_ON_A_MARKED_HEX = Correction(
    "18OE-PRIV-42", 2, "A railroad with a token on a hex marked by Brandt & Brandau can remove their token."
)
EXTRA_POINTS_GO_TOO = Correction("18OE-ROW-01", 2, "Right of way also uses up the extra points of minors E and F.")
USED_ABOVE_THE_LIMIT = Correction(
    "18OE-CERT-04", 2, "Above the certificate limit Barclay sets a par after other privates."
)
NO_RIGHT_OF_WAY_ONCE_JOINED = Correction(
    "18OE-ROW-04",
    2,
    "There is no right of way either once the home has been joined to a town or city in the same turn.",
)
RESERVED_ONCE = Correction(
    "18OE-RESV-06", 3, "Nobody reserves other shares after those they had reserved have become shares of a major."
)
FERRY_OF_THE_EXPRESS_ONCE = Correction(
    "18OE-OE-02", 3, "A ferry with a town on it counts once, however little is left of the limit of an Orient Express."
)
JOINED_IF_NONE_RUNS_ALONE = Correction(
    "18OE-OE-07", 3, "Trains can be joined for the Orient Express although none of them could run by itself."
)
