"""How fast the engine is: clone, checked apply, choices and digest at every state of whole games, and replays.

The games are made by the careless bot and, where the folder of real games lies beside the checkout, read from there.
Every figure is also given as a ratio to a fixed piece of work that is timed in between (`railhead.reference`): ratios
compare between machines, and between a quiet hour and a busy one.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import Any

import railhead
from railhead import reference
from railhead.bots import selfplay
from railhead.bots.careless import Careless
from railhead.core import engine
from railhead.core.actions import Action, text_of
from railhead.core.rulebook import Rulebook
from railhead.interop.as18xx import overlay
from railhead.play.gamefile import GameFile
from railhead.play.imported import Import
from railhead.reference import Gauge
from railhead.titles import catalogue

WHAT = ("clone", "apply", "choices", "digest", "replay")
"""What is measured: the microseconds of one; for a replay, those of an action, everything included."""

SHARED = Path(railhead.__file__).resolve().parents[3] / "shared"
"""Where real games and boards lie, if they do."""

EVERY = 3
"""Choices and digests are measured at every third state: medians do not need more."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A game to measure: its rulebook and its actions."""

    name: str
    book: Rulebook
    actions: tuple[Action, ...]
    imported: bool = False

    def file(self) -> GameFile:
        """The game as a file."""
        book, texts = self.book, tuple(text_of(self.book, action) for action in self.actions)
        source = Import(len(texts), overlay.departures(book.title)) if self.imported else None
        options = tuple(sorted(book.options))
        return GameFile(book.title, book.revision, options, book.seat_names, book.seed, texts, imported=source)


def measure(games: int) -> dict[str, Any]:
    """Medians for every game, and over all of them."""
    rows, spent = [], dict[str, list[float]]()
    relative: dict[str, list[float]] = {}
    references: list[float] = []
    for sample in (*own_games(games), *real_games()):
        gauge = Gauge()
        times = _times(sample, gauge)
        references.append(gauge.reference)
        ratios = {what: [gauge.ratio(time) for time in times[what]] for what in WHAT}
        rows.append(
            {"game": sample.name, "actions": len(sample.actions), "reference": round(gauge.reference, 1)}
            | {what: round(median(times[what]), 1) for what in WHAT}
            | {"ratios": {what: round(median(ratios[what]), 4) for what in WHAT}}
        )
        for what in WHAT:
            spent.setdefault(what, []).extend(times[what])
            relative.setdefault(what, []).extend(ratios[what])
    return {
        "unit": "us",
        "reference": {"version": reference.VERSION, "us": round(median(references), 1)},
        "medians": {what: round(median(spent[what]), 1) for what in WHAT},
        "ratios": {what: round(median(relative[what]), 4) for what in WHAT},
        "games": rows,
    }


def own_games(count: int) -> Iterator[Sample]:
    """Games by careless bots."""
    for title, facts in catalogue.TITLES.items():
        for seed in range(count):
            players = facts.players[seed % len(facts.players)]
            book = catalogue.rulebook(title, tuple(f"P{n}" for n in range(1, players + 1)), seed=seed)
            bots = [Careless() for _ in range(players)]
            made = selfplay.play(book, bots, Random(seed), audited=False)
            yield Sample(f"{title} by bots, seed {seed}", book, tuple(decision.action for decision in made))


def real_games() -> Iterator[Sample]:
    """Real games, where their folder is."""
    folder = SHARED / "peer-games"
    if not folder.is_dir():
        return
    from railhead.core.refusal import RailheadError
    from railhead.interop.as18xx import importer

    for path in sorted(folder.glob("*/*.json")):
        try:
            items = list(importer.replay(json.loads(path.read_text(encoding="utf-8"))))
        except RailheadError:
            continue  # a title or a game that cannot be replayed yet says nothing about speed
        actions = tuple(action for item in items for action in item.actions)
        yield Sample(f"{path.parent.name} {path.stem}", items[0].book, actions, imported=True)


def _times(sample: Sample, gauge: Gauge) -> dict[str, list[float]]:
    """The time of everything measured, at the states of a game."""
    times: dict[str, list[float]] = {what: [] for what in WHAT}
    book = replace(sample.book, cache={})  # what was remembered while the game was made must not help
    gc.collect()
    gc.freeze()  # nor must the games measured before get in the way of the collector
    states = [engine.start(book)[0]]
    for action in sample.actions:
        (state, _), spent = gauge.time(engine.apply, book, states[-1], action)
        states.append(state)
        times["apply"].append(spent)
    times["replay"].append(fmean(times["apply"]))
    for state in states[::EVERY]:
        times["clone"].append(gauge.time(state.clone)[1])
        times["digest"].append(gauge.time(state.digest)[1])
        offered = engine.choices(book, state)
        if offered is not None:
            times["choices"].append(gauge.time(list, offered)[1])
    return times
