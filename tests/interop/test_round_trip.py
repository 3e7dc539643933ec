"""Whole games of 1862 by careless players, written as 18xx.games would write them, are the same games when read."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from railhead.bots.careless import Careless
from railhead.core import engine
from railhead.core.actions import Action, Decline
from railhead.core.choices import Choices
from railhead.core.game import Game
from railhead.core.ids import FIRST_SEAT
from railhead.core.state import State
from railhead.core.view import view
from railhead.interop.as18xx import overlay
from railhead.interop.as18xx.importer import Replayed, replay
from railhead.interop.as18xx.trace import Tracer
from railhead.routes.runs import Runs
from railhead.rules.running import Run, RunTrains, open_runs
from railhead.titles import catalogue
from tests.interop.writer import FIRST_ID, Writer

LONGEST = 500
"""Decisions after which a game is broken off."""
EAGER = ("merge", "hudson", "refinance", "sell-treasury", "station", "link", "redeem-share", "remove", "offer")
"""What careless players seldom come to, and files seldom have."""


class Played:
    """A game: the file, and our states after every action of it."""

    def __init__(self, seed: int, players: int, options: tuple[str, ...] = ()) -> None:
        self.chance = Random(seed)
        book = catalogue.rulebook("1862", tuple("ABCDEFGH"[:players]), frozenset(options), seed)
        self.book = overlay.overlaid(book, overlay.departures("1862"))
        self.state, _ = engine.start(self.book)
        self.after: dict[int, State] = {}
        self.kinds: Counter[str] = Counter()
        self.writer = Writer(self.chance)
        bots = [Careless() for _ in range(players)]
        for _ in range(LONGEST):
            choices = engine.choices(self.book, self.state)
            if choices is None:
                break
            self.step(self.decide(bots[choices.seat - FIRST_SEAT], choices))
        self.data: dict[str, Any] = {
            "id": 1,
            "title": "1862",
            "players": [{"id": FIRST_ID + seat, "name": self.book.owner_names[seat]} for seat in self.book.seat_ids],
            "settings": {"seed": seed, "optional_rules": list(options)},
            "status": "active" if self.state.agenda else "finished",
            "actions": self.writer.actions,
        }

    def decide(self, bot: Careless, choices: Choices) -> Action:
        """Consent is not recorded there, so everybody agrees; and trains that can run do."""
        rare = [choice for choice in choices if choice.action.form.split()[0] in EAGER]
        if rare and self.chance.random() < 0.5:
            return self.chance.choice(rare).sample(self.chance)
        seen = view(self.book, self.state, choices.seat)
        while True:
            action = bot.choose(seen, choices, self.chance)
            if not isinstance(action, Decline) and not self.is_idle(action):
                return action

    def is_idle(self, action: Action) -> bool:
        """Does a company leave its trains where they are, although they could run?"""
        game = Game(self.book, self.state)
        if not isinstance(game.step, RunTrains):
            return False
        if isinstance(action, Run):
            return not action.routes
        runs: Runs | None = open_runs(game, game.step.company)
        return runs is not None and runs.possible

    def step(self, action: Action) -> None:
        self.kinds[type(action).__name__] += 1
        self.writer.write(Game(self.book, self.state), action)
        self.state, events = engine.apply(self.book, self.state, action)
        self.writer.happened(Game(self.book, self.state), events)
        self.after[len(self.writer.actions)] = self.state


def read(played: Played) -> Replayed:
    """Every line is as it was played; the last of a game that was broken off may wait for more."""
    tracer = Tracer()
    replayed = list(replay(played.data))
    ends = replayed if not played.state.agenda else replayed[:-1]
    for item in ends:
        if isinstance(item.id, int) and item.id:
            assert item.state == played.after[item.id], f"action {item.id}: {played.data['actions'][item.id - 1]}"
        assert tracer.line(item)
    return replayed[-1]


@pytest.mark.parametrize("seed", range(8))
def test_a_game_is_read_as_it_was_played(seed: int) -> None:
    players = 2 + seed % 7
    last = read(Played(seed, players, ("long_length",) if seed % 2 else ("short_length", "eight_tokens")))
    assert [last.book.owner_names[seat] for seat in last.book.seat_ids] == list("ABCDEFGH"[:players])
