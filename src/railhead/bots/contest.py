"""One game of a ladder: a pure function of the title, the options, the bots in their seats, and a seed."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from random import Random
from typing import Any

from railhead.bots import registry, selfplay
from railhead.bots.bot import Bot, Budget, Decision
from railhead.bots.position import Position
from railhead.core.game import Game
from railhead.core.rulebook import Rulebook
from railhead.rules.rounds import OPERATING
from railhead.rules.standings import standings


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a bot thought in a game."""

    decisions: int
    work: int
    seconds: float
    slowest: tuple[float, ...]
    """The longest decisions in seconds, at most one in a hundred of all and one more."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game went."""

    number: int
    seats: tuple[str, ...]
    """The bots in their seats."""
    seed: int
    worth: tuple[int, ...]
    """By seat: what counted at the end."""
    ranks: tuple[int, ...]
    ending: str
    digest: str
    """A fingerprint of all decisions: equal games have equal ones."""
    actions: int
    operating_rounds: int
    effort: tuple[Effort, ...]
    broken: str = ""
    """What went wrong; empty if nothing did."""

    def to_data(self, timed: bool = True) -> dict[str, Any]:
        """The result as a line of a file; without times it is the same on every machine."""
        return {
            "number": self.number,
            "seats": list(self.seats),
            "seed": self.seed,
            "worth": list(self.worth),
            "ranks": list(self.ranks),
            "ending": self.ending,
            "digest": self.digest,
            "actions": self.actions,
            "operating_rounds": self.operating_rounds,
            "decisions": [each.decisions for each in self.effort],
            "work": [each.work for each in self.effort],
            **({"seconds": [round(each.seconds, 4) for each in self.effort]} if timed else {}),
            **({"slowest": [[round(s, 4) for s in each.slowest] for each in self.effort]} if timed else {}),
            "broken": self.broken,
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Result:
        """Read a line of a file."""
        seconds = data.get("seconds", [0.0] * len(data["seats"]))
        slowest = data.get("slowest", [[] for _ in data["seats"]])
        effort = zip(data["decisions"], data["work"], seconds, slowest, strict=True)
        return cls(
            data["number"],
            tuple(data["seats"]),
            data["seed"],
            tuple(data["worth"]),
            tuple(data["ranks"]),
            data["ending"],
            data["digest"],
            data["actions"],
            data["operating_rounds"],
            tuple(Effort(made, work, spent, tuple(slow)) for made, work, spent, slow in effort),
            data["broken"],
        )


class _Timed:
    """A bot, and how long it thinks."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.work = 0
        self.seconds: list[float] = []

    def decide(self, seen: Position, chance: Random, budget: Budget) -> Decision:
        """What the bot decides."""
        began = time.process_time()
        decision = self._bot.decide(seen, chance, budget)
        self.seconds.append(time.process_time() - began)
        self.work += decision.work
        return decision

    @property
    def effort(self) -> Effort:
        """How much it thought."""
        count = len(self.seconds)
        slowest = sorted(self.seconds, reverse=True)[: 1 + count // 100]
        return Effort(count, self.work, sum(self.seconds), tuple(slowest))


def contest(book: Rulebook, number: int, seats: tuple[str, ...], seed: int) -> Result:
    """Play a game to its end. What breaks it is part of the result."""
    bots = [_Timed(registry.find(name)) for name in seats]
    last, fingerprint, rounds, broken = None, hashlib.blake2b(digest_size=12), set(), ""
    try:
        for last in selfplay.play(book, bots, Random(seed), audited=False):
            fingerprint.update(repr(last.action).encode())
            now = last.state.round
            if now.kind == OPERATING:
                rounds.add((now.number, now.index))
    except selfplay.Broken as problem:
        broken = str(problem)
    assert last is not None, broken
    table = {each.seat: each for each in standings(Game(book, last.state))}
    order = [table[seat] for seat in book.seat_ids]
    return Result(
        number,
        seats,
        seed,
        tuple(each.worth for each in order),
        tuple(each.rank for each in order),
        last.state.ending,
        fingerprint.hexdigest(),
        last.number,
        len(rounds),
        tuple(bot.effort for bot in bots),
        broken,
    )
