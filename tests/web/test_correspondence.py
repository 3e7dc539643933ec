"""A table of three played over days by mail and push alone: everybody is called exactly when it is their turn."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.core import mail as outbox

from railhead.core.ids import Seat
from railhead.play.gamefile import GameFile
from railhead.web import access, tables, tasks
from railhead.web.calling import push, turns
from railhead.web.calling.persons import Person
from railhead.web.models import StoredGame, StoredTask, StoredWay
from railhead.web.openings import opening
from railhead.web.pace import Hours, wakes
from tests.play.games import some_game
from tests.web.conftest import Clock
from tests.web.receivers import Device, receiver
from tests.web.test_calling import ANN, BEN, CLEO, act, give_address, seat_row

pytestmark = pytest.mark.usefixtures("mailing")

HABITS = {
    ANN: Hours("Europe/Berlin", (22 * 60, 7 * 60)),
    BEN: Hours("America/New_York", (23 * 60, 8 * 60)),
    CLEO: Hours(),
}
MOVES = 90
"""Into the first operating rounds, in which turns have several decisions."""


class Correspondence:
    """Three players: Ann reads mail, Ben has a phone, Cleo has both. Nobody ever looks at the site but to move."""

    def __init__(self, game: StoredGame, clock: Clock, phones: dict[Seat, Device]) -> None:
        self.game = game
        self.clock = clock
        self.phones = phones
        self.read = dict.fromkeys(phones, 0)

    def calls(self) -> dict[Seat, int]:
        """How many calls have come for each since we last looked."""
        tasks.run_due()
        found = dict.fromkeys(HABITS, 0)
        for message in outbox.outbox:
            found[{"ann": ANN, "cleo": CLEO}[message.to[0].partition("@")[0]]] += 1
        outbox.outbox.clear()
        for seat, phone in self.phones.items():
            new = phone.messages[self.read[seat] :]
            assert all(phone.read(message)["title"].startswith("Your turn") for message in new)
            self.read[seat] += len(new)
            found[seat] += len(new)
        return found

    def to_act(self) -> Seat:
        seat = access.find(self.game.id).deciding
        assert seat is not None
        return seat

    def wait_for_the_call(self) -> Seat:
        """Let time pass until somebody is called: whoever is to decide, once in each of their ways, and nobody else."""
        seat = self.to_act()
        due = wakes(HABITS[seat], self.clock.now + turns.A_MOMENT)
        self.clock.now = due - timedelta(seconds=1)
        assert sum(self.calls().values()) == 0
        self.clock.now = due
        assert self.calls() == {other: WAYS[seat] if other == seat else 0 for other in HABITS}
        return seat


WAYS = {ANN: 1, BEN: 1, CLEO: 2}


def play_turn(table: Correspondence, seat: Seat, actions: list[str], pause: Callable[[], timedelta]) -> None:
    """Make all decisions of a turn, with pauses for thought; nobody is called meanwhile."""
    while actions and table.to_act() == seat:
        act(table.game, seat, actions.pop(0))
        if table.to_act() == seat:
            table.clock.now += pause()
            assert sum(table.calls().values()) == 0


def test_everybody_is_called_exactly_when_it_is_their_turn(clock: Clock) -> None:
    played = some_game(seed=5, most=MOVES)
    chance = Random(4)
    game = tables.begin(opening(GameFile.new("1860", played.seats, played.options, played.seed)), hot_seat=False)
    with receiver() as service:
        phones = {BEN: Device(service, "ben"), CLEO: Device(service, "cleo")}
        for seat, hours in HABITS.items():
            Person(seat=seat_row(game, seat)).rest(hours)
        for seat, name in ((ANN, "ann"), (CLEO, "cleo")):
            give_address(Person(seat=seat_row(game, seat)), name, clock)
        for seat, phone in phones.items():
            way: StoredWay = push.new(phone.subscription())
            way.site, way.confirmed = "https://rails.example", clock.now
            Person(seat=seat_row(game, seat)).add(way)
        table, actions, called = Correspondence(game, clock, phones), list(played.actions), 0
        began = clock.now
        while actions:
            seat = table.wait_for_the_call()
            called += 1
            clock.now += timedelta(minutes=chance.randint(1, 600))
            assert sum(table.calls().values()) == 0  # once a turn
            play_turn(table, seat, actions, lambda: timedelta(minutes=chance.randint(0, 30)))
    assert called > 20
    assert clock.now - began > timedelta(days=5)
    assert not StoredTask.objects.filter(failed__isnull=False).exists()
