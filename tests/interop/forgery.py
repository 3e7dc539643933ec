"""A small imported game of 1862 in which a company is about to run, and files of it that were tampered with."""

from __future__ import annotations

from typing import Any

from railhead.interop.as18xx.importer import import_game
from railhead.play.gamefile import GameFile
from tests.interop.test_reader_1862 import ANN, BEN, CAT, act, file_of, opening

DAN = 44
ROUTE = {"train": "A-0", "connections": [["H5", "H7"]], "hexes": ["H7", "H5"]}
RUN = "run 2L H5.0-H7.0"
FORGED = "posted 99990 and 0 for 2L H5.0-H7.0"
MODEST = "posted 77 and 10 for 2L H5.0-H7.0"
"""More than the run earns, but no more than it could by some ruling."""
SEAT = "A"
"""Who directs the company."""


def before_the_run() -> list[dict[str, Any]]:
    """Actions of an 18xx.games file: Y&N builds and buys a train, and in its second turn is about to run it."""
    return [
        *opening(),
        act("pass", "Y&N"),
        act("lay_tile", "Y&N", hex="H5", tile="202-0", rotation=4),
        act("lay_tile", "Y&N", hex="H7", tile="57-0", rotation=0),
        act("pass", "Y&N"),
        act("buy_train", "Y&N", train="A-0", price=100, variant="2L*", warranties=1),
        *(act("pass", "Y&N"), act("pass", "Y&N")),
        *(act("pass", player) for player in (ANN, BEN, CAT, DAN)),
        *(act("pass", player) for player in (ANN, BEN, CAT, DAN)),
        *(act("pass", "Y&N"), act("pass", "Y&N"), act("pass", "Y&N")),
    ]


def theirs(revenue: int | None = None, subsidy: int = 0) -> dict[str, Any]:
    """A file of 18xx.games that ends before the run, or with a run for which these figures were posted."""
    posted = {**ROUTE, "revenue": revenue, "subsidy": subsidy}
    run = [] if revenue is None else [act("run_routes", "Y&N", routes=[posted])]
    return file_of([*before_the_run(), *run])


def ours() -> GameFile:
    """The game before the run as a file of ours."""
    return import_game(theirs())


def hand_written(action: str, old: bool = False) -> dict[str, Any]:
    """A file of ours, in the form of today or of version 0.1, to which somebody has added an action."""
    data = ours().to_data()
    data["actions"].append(action)
    if old:
        data["options"] = [f"peer-{name}" for name in data["imported"]["departures"]]
        data["imported"] = True
    else:
        data["imported"]["actions"] += 1
    return data
