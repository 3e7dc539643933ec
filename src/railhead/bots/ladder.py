"""A ladder: which games are to be played, and how strong their results say the bots are."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

from railhead.bots.contest import Effort, Result
from railhead.core.refusal import Malformed

CONFIDENT = 1.959964
"""How many standard deviations an interval of 95% has to each side."""
ERROR = 0.05
"""How often a sequential test may be wrong, either way."""


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played."""

    number: int
    title: str
    options: tuple[str, ...]
    seats: tuple[str, ...]
    seed: int


def tables(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Who sits where, in every order: all bots if they fit, the last one several times, or some of many bots."""
    if not bots:
        raise Malformed("A ladder needs at least one bot")
    filled = [*bots, *[bots[-1]] * (players - len(bots))]
    return [seats for table in combinations(filled, players) for seats in dict.fromkeys(permutations(table))]


def tasks(title: str, options: tuple[str, ...], bots: Sequence[str], players: int, games: int, seed: int) -> list[Task]:
    """The games of a ladder: every game has a seed of its own, and seats rotate."""
    seatings = tables(bots, players)
    return [Task(number, title, options, seatings[number % len(seatings)], seed + number) for number in range(games)]


# -- figures ----------------------------------------------------------------------------------------


def wilson(won: float, games: int) -> tuple[float, float]:
    """The interval that contains the true share of wins with 95% confidence."""
    if not games:
        return 0.0, 1.0
    share, square = won / games, CONFIDENT**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = CONFIDENT / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games**2))
    return max(0.0, middle - spread), min(1.0, middle + spread)


@dataclass(frozen=True, slots=True)
class Rating:
    """Strength by finishing orders, as in openskill: the model of Plackett and Luce, updated as by Weng and Lin."""

    mu: float = 25.0
    sigma: float = 25.0 / 3


BETA = 25.0 / 6
"""How much luck there is in a game."""
TAU = 25.0 / 300
"""How much strengths are thought to change between games."""


def rated(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a game in which these ranks were reached; the lowest is the best."""
    sigmas = [math.hypot(each.sigma, TAU) for each in before]
    scale = math.sqrt(sum(sigma**2 + BETA**2 for sigma in sigmas))
    strength = [math.exp(each.mu / scale) for each in before]
    below = [sum(s for s, other in zip(strength, ranks, strict=True) if other >= rank) for rank in ranks]
    return [
        _updated(number, before[number].mu, sigmas[number], scale, strength, below, ranks)
        for number in range(len(before))
    ]


def _updated(
    number: int,
    mu: float,
    sigma: float,
    scale: float,
    strength: Sequence[float],
    below: Sequence[float],
    ranks: Sequence[int],
) -> Rating:
    omega = delta = 0.0
    for other, rank in enumerate(ranks):
        if rank > ranks[number]:
            continue
        tied = sum(each == rank for each in ranks)
        chance = strength[number] / below[other]
        omega += ((other == number) - chance) / tied
        delta += chance * (1 - chance) / tied
    omega *= sigma**2 / scale
    delta *= sigma**2 / scale**2 * (sigma / scale)
    return Rating(mu + omega, sigma * math.sqrt(max(1 - delta, 1e-4)))


@dataclass(slots=True)
class Score:
    """What a bot achieved in all its seats."""

    seats: int = 0
    won: float = 0.0
    """Ties count in part."""
    ranks: int = 0
    relative: float = 0.0
    rating: Rating = Rating()
    decisions: int = 0
    work: int = 0
    seconds: float = 0.0
    slowest: list[float] = field(default_factory=list)

    def add(self, result: Result, seat: int) -> None:
        """A game in one of the seats."""
        self.seats += 1
        winners = result.ranks.count(1)
        self.won += 1 / winners if result.ranks[seat] == 1 else 0
        self.ranks += result.ranks[seat]
        total = sum(result.worth)
        self.relative += result.worth[seat] * len(result.worth) / total if total else 1.0
        self._add(result.effort[seat])

    def _add(self, effort: Effort) -> None:
        self.decisions += effort.decisions
        self.work += effort.work
        self.seconds += effort.seconds
        self.slowest += effort.slowest

    @property
    def slow(self) -> tuple[float, float]:
        """The time that 99 of 100 decisions stay below, and the longest."""
        longest = sorted(self.slowest, reverse=True)
        if not longest:
            return 0.0, 0.0
        return longest[min(self.decisions // 100, len(longest) - 1)], longest[0]


@dataclass(frozen=True, slots=True)
class Report:
    """What the games of a ladder say."""

    games: int
    equal: int
    """Games that were the same as earlier ones, and are not counted."""
    broken: tuple[str, ...]
    operating_rounds: float
    actions: float
    scores: dict[str, Score]


def report(results: Iterable[Result]) -> Report:
    """The figures of all games, equal ones counted once."""
    scores: dict[str, Score] = {}
    seen: set[tuple[tuple[str, ...], str]] = set()
    equal, broken, rounds, actions = 0, [], 0, 0
    for result in results:
        if result.broken:
            broken.append(f"game {result.number}: {result.broken}")
            continue
        key = (result.seats, result.digest)
        if key in seen:
            equal += 1
            continue
        seen.add(key)
        rounds += result.operating_rounds
        actions += result.actions
        _rate(scores, result)
        for seat, name in enumerate(result.seats):
            scores[name].add(result, seat)
    games = len(seen)
    return Report(games, equal, tuple(broken), rounds / max(1, games), actions / max(1, games), scores)


def _rate(scores: dict[str, Score], result: Result) -> None:
    """A bot that sits in several seats is rated by its best: it plays nobody else's game there."""
    for name in result.seats:
        scores.setdefault(name, Score())
    best = {name: min(r for r, who in zip(result.ranks, result.seats, strict=True) if who == name) for name in scores}
    names = [name for name in scores if name in result.seats]
    if len(names) > 1:
        after = rated([scores[name].rating for name in names], [best[name] for name in names])
        for name, rating in zip(names, after, strict=True):
            scores[name].rating = rating


# -- sequential tests -------------------------------------------------------------------------------


@dataclass(slots=True)
class Sequential:
    """A test that stops as soon as it knows: does a bot win a share of `low` at most, or of `high` at least?"""

    low: float
    high: float
    found: float = 0.0
    """The logarithm of how much more likely the results are with the higher share."""

    def add(self, won: bool) -> None:
        """A game was won, or not."""
        if won:
            self.found += math.log(self.high / self.low)
        else:
            self.found += math.log((1 - self.high) / (1 - self.low))

    @property
    def verdict(self) -> bool | None:
        """Is the bot as strong as hoped? None as long as that is not known."""
        limit = math.log((1 - ERROR) / ERROR)
        return None if abs(self.found) < limit else self.found > 0


def until_known(results: Iterable[Result], bot: str, test: Sequential) -> Iterator[Result]:
    """The results, up to the one with which the test knows."""
    for result in results:
        yield result
        test.add(any(rank == 1 for rank, name in zip(result.ranks, result.seats, strict=True) if name == bot))
        if test.verdict is not None:
            return
