"""What a table of a long game costs: loading it, its checked actions, its choices, and the memory it takes."""

from __future__ import annotations

import gc
import tracemalloc
from statistics import median
from typing import Any

from railhead.bench import Sample
from railhead.core import engine
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from railhead.play.table import Table
from railhead.reference import Gauge

TITLE, PLAYERS, SEED = "18OE", 5, 1
"""The game that is measured: of the title with the most hexes and actions."""
WHAT = ("a checked action", "choices")
COLLECTED = (10_000, 20, 50)
"""How many new objects the garbage collector waits for while actions are timed: as on a site, so that it seldom looks
through everything there is, which takes a tenth of a second."""


def measure(sample: Sample) -> dict[str, Any]:
    """Times in microseconds, and as ratios to the reference; seconds to load the game; megabytes of its table."""
    file, gauge = sample.file(), Gauge()
    times: dict[str, list[float]] = {what: [] for what in WHAT}
    gc.collect()
    gc.freeze()  # whoever made the game must not burden the garbage collector
    usual = gc.get_threshold()
    gc.set_threshold(*COLLECTED)
    moments = Session.replay(file)
    tiles = len(next(moments).state.tiles)
    for _ in file.actions:
        moment, spent = gauge.time(next, moments)
        times["a checked action"].append(spent)
        tiles = len(moment.state.tiles)
        offered = engine.choices(moment.book, moment.state)
        if offered is not None:
            times["choices"].append(gauge.time(list, offered)[1])
    gc.set_threshold(*usual)
    load = sum(times["a checked action"])
    rows = {what: _row(times[what]) for what in WHAT}
    return {
        "game": sample.name,
        "actions": len(file.actions),
        "tiles": tiles,
        "reference": round(gauge.reference, 1),
        "load": {"seconds": round(load / 1e6, 2), "an action": gauge.ratio(load / len(file.actions))},
        "times": rows,
        "ratios": {what: {name: gauge.ratio(time) for name, time in row.items()} for what, row in rows.items()},
        "megabytes": round(megabytes(file), 1),
    }


def _row(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    figures = {"median": median(ordered), "99%": ordered[len(ordered) * 99 // 100], "worst": ordered[-1]}
    return {name: round(time, 1) for name, time in figures.items()}


def megabytes(file: GameFile) -> float:
    """What is freed when an open table is closed: its game, its log, and all that its rulebook has worked out."""
    tracemalloc.start()
    table = Table.of(file)
    gc.collect()
    opened = tracemalloc.get_traced_memory()[0]
    del table
    gc.collect()
    closed = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (opened - closed) / 1e6
