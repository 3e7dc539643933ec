"""`railhead selfplay`: whole games by bots, audited after every action and reproducible by seed."""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from railhead import playing
from railhead.bots import registry, selfplay
from railhead.commands.play import add_options
from railhead.core.actions import Action
from railhead.core.events import Decided, Declared, Event, PhaseStarted
from railhead.core.game import Game
from railhead.core.refusal import Malformed
from railhead.core.tallies import Tallies
from railhead.play.session import scores
from railhead.terminal.output import complain, say, say_json
from railhead.terminal.progress import watched
from railhead.titles import catalogue


def add_commands(commands: Any) -> None:
    """Register this command."""
    command = commands.add_parser("selfplay", help="let bots play whole games")
    command.add_argument("title", metavar="TITLE")
    command.add_argument("--players", type=int, required=True, metavar="N")
    command.add_argument("--games", type=int, default=1, metavar="K", help="how many games (1)")
    command.add_argument(
        "--seed", type=int, default=0, metavar="S", help="the seed of the first game; each further game adds 1 (0)"
    )
    add_options(command)
    command.add_argument("--bot", default="random", help=f"who plays: {', '.join(registry.BOTS)} (random)")
    command.add_argument("--jobs", type=int, default=1, metavar="J", help="how many processes (1)")
    command.add_argument("--audit", action="store_true", help="audit after every action (always done)")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


@dataclass(frozen=True, slots=True)
class Played:
    """How one game went."""

    seed: int
    actions: int
    ending: str
    phase: str
    digest: str
    scores: dict[str, int]
    happened: Counter[str]
    """How often each kind of action was taken, and each kind of event happened."""
    tallies: Counter[str]
    """How often what the title counts happened."""
    records: dict[str, int]
    """The highest of what the title measures."""


def run(args: argparse.Namespace) -> int:
    """Play the games and print how they ended; stop at the first that breaks."""
    if args.games < 1 or args.jobs < 1:
        raise Malformed("At least one game and one process are needed")
    registry.find(args.bot)
    catalogue.rulebook(args.title, _seats(args.players), frozenset(args.option), args.seed)  # refused at once
    began = time.perf_counter()
    games = []
    seeds = range(args.seed, args.seed + args.games)
    one = partial(play_one, args.title, args.players, tuple(args.option), args.bot)
    with playing.on_this_machine(args.jobs, one) as way:
        results = way(seeds)
        for seed in watched(seeds, "games"):
            game = next(results)
            if isinstance(game, str):
                complain(f"seed {seed}, {game}")
                return 1
            games.append(game)
    _report(games, time.perf_counter() - began, args.json)
    return 0


def play_one(title: str, players: int, options: tuple[str, ...], bot: str, seed: int) -> Played | str:
    """One whole game, audited after every action; what broke it, if anything did."""
    try:
        return _played(title, _seats(players), options, bot, seed)
    except selfplay.Broken as broken:
        return str(broken)


def _seats(players: int) -> tuple[str, ...]:
    return tuple(f"P{number}" for number in range(1, players + 1))


def _played(title: str, seats: tuple[str, ...], options: tuple[str, ...], bot: str, seed: int) -> Played:
    book = catalogue.rulebook(title, seats, frozenset(options), seed)
    bots = [registry.find(bot) for _ in seats]
    happened, tallies, records = Counter[str](), Counter[str](), dict[str, int]()
    counted, last = book.rules[Tallies], None
    for decision in selfplay.play(book, bots, Random(seed)):
        last, after = decision, Game(book, decision.state)
        tallies.update(counted.notable(Game(book, decision.before), after, decision.action, decision.events))
        records = highest([records, counted.records(after)])
        happened[kind_of_action(decision.action)] += 1
        happened.update(kind_of_event(event) for event in decision.events if not isinstance(event, Decided))
    assert last is not None
    state = last.state
    phase = book.phases[state.phase].name
    digest, worth = state.digest(), scores(book, state)
    return Played(seed, last.number, state.ending, phase, digest, worth, happened, tallies, records)


def highest(measured: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """The highest of each measure."""
    found: dict[str, int] = {}
    for measures in measured:
        found |= {name: max(value, found.get(name, 0)) for name, value in measures.items()}
    return found


def kind_of_action(action: Action) -> str:
    """What an action is, whatever its particulars: the words of its form before the first of them."""
    return f"action: {action.form.partition('{')[0].strip()}"


def kind_of_event(event: Event) -> str:
    """What an event is, with the phase that began or the standing a company now has."""
    if isinstance(event, PhaseStarted):
        return f"event: phase {event.phase}"
    if isinstance(event, Declared):
        return f"event: {event.standing}"
    return "event: " + re.sub(r"(?<!^)(?=[A-Z])", " ", type(event).__name__).lower()


def _report(games: list[Played], seconds: float, as_json: bool) -> None:
    endings = dict(Counter(game.ending for game in games).most_common())
    actions = sum(game.actions for game in games)
    if as_json:
        say_json(
            {
                "games": len(games),
                "finished": len(games),
                "endings": endings,
                "phases": _phases(games),
                "actions": actions,
                "happened": dict(sorted(sum((game.happened for game in games), Counter[str]()).items())),
                "tallies": _tallies(games),
                "records": highest(game.records for game in games),
                "seconds": round(seconds, 3),
                "results": [
                    {
                        "seed": game.seed,
                        "actions": game.actions,
                        "ending": game.ending,
                        "phase": game.phase,
                        "digest": game.digest,
                        "scores": game.scores,
                        "happened": dict(sorted(game.happened.items())),
                        "tallies": dict(sorted(game.tallies.items())),
                        "records": game.records,
                    }
                    for game in games
                ],
            }
        )
        return
    say(f"{_counted(len(games))}, {actions} actions, {seconds:.1f} seconds; audited after every action")
    for ending, often in endings.items():
        say(f"  {often:5} ended because {ending or 'the rules say so'}")
    for phase, often in _phases(games).items():
        say(f"  {often:5} ended in phase {phase}")
    for name, often in _tallies(games).items():
        say(f"  {often:5} {name}, in {_counted(sum(name in game.tallies for game in games))}")
    for name, value in highest(game.records for game in games).items():
        say(f"  {value:5} {name}")


def _phases(games: list[Played]) -> dict[str, int]:
    return dict(sorted(Counter(game.phase for game in games).items()))


def _tallies(games: list[Played]) -> dict[str, int]:
    return dict(sorted(sum((game.tallies for game in games), Counter[str]()).items()))


def _counted(games: int) -> str:
    return f"{games} game{'' if games == 1 else 's'}"
