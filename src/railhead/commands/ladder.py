"""`railhead ladder`: how strong bots are, by many games among them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

from railhead import playing
from railhead.bots import ladder, registry
from railhead.bots.contest import Result
from railhead.bots.ladder import Report, Score, Sequential, Task, wilson
from railhead.commands.play import add_options
from railhead.core.refusal import Malformed
from railhead.playing import Way
from railhead.terminal.output import say, say_json
from railhead.terminal.progress import watched


def add_commands(commands: Any) -> None:
    """Register this command."""
    command = commands.add_parser("ladder", help="measure how strong bots are")
    command.add_argument("title", metavar="TITLE", nargs="?")
    command.add_argument("--players", type=int, default=3, metavar="N", help="how many seats (3)")
    command.add_argument("--bots", default="", metavar="A,B,C", help="the last one takes all seats that are left")
    command.add_argument("--games", type=int, default=30, metavar="K", help="how many games (30)")
    command.add_argument("--seed", type=int, default=0, metavar="S", help="of the first game; each game adds 1 (0)")
    add_options(command)
    command.add_argument("--jobs", type=int, default=1, metavar="J", help="how many processes (1)")
    command.add_argument("--ray", metavar="ADDRESS", help="on all machines of this Ray cluster, or `local`")
    command.add_argument("--out", type=Path, metavar="FILE", help="a line for each game; a broken run goes on there")
    command.add_argument("--against", metavar="BOT", help="one of the bots alone among so many of this one")
    command.add_argument("--sprt", metavar="P0,P1", help="with --against: stop when one share of wins is ruled out")
    command.add_argument("--report", type=Path, metavar="FILE", help="only report what was played before")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the games, or read them, and say what they mean; 1 if a game broke."""
    if args.report is not None:
        results, test = list(stored(args.report)), None
    else:
        results, test = _played(args)
    found = ladder.report(results)
    if args.json:
        say_json(_data(found, test))
    else:
        _say(found, test)
    return 1 if found.broken else 0


def _played(args: argparse.Namespace) -> tuple[list[Result], Sequential | None]:
    bots = [name for name in args.bots.split(",") if name]
    if args.title is None or not bots:
        raise Malformed("A ladder needs a title and --bots, or --report with a file")
    if args.games < 1 or args.jobs < 1:
        raise Malformed("At least one game and one process are needed")
    if args.ray is not None and args.jobs != 1:
        raise Malformed("With --ray the cluster says how many processes there are, not --jobs")
    test = _test(args.sprt, args.against, bots)
    if args.against is not None:
        bots = [bots[0], args.against]
    for name in bots:
        registry.find(name)
    todo = ladder.tasks(args.title, tuple(args.option), bots, args.players, args.games, args.seed)
    found = played(todo, _way(args.jobs, args.ray), args.out)
    return list(found if test is None else ladder.until_known(found, bots[0], test)), test


def _way(jobs: int, address: str | None) -> AbstractContextManager[Way]:
    if address is not None:
        return playing.by_ray(address)
    return playing.on_this_machine(jobs, playing.play)


def _test(shares: str | None, against: str | None, bots: list[str]) -> Sequential | None:
    if against is not None and len(bots) != 1:
        raise Malformed("--against compares a single bot")
    if shares is None:
        return None
    try:
        low, high = (float(share) for share in shares.split(","))
    except ValueError:
        raise Malformed("--sprt takes two shares of wins, such as 0.33,0.45") from None
    if against is None or not 0 < low < high < 1:
        raise Malformed("--sprt needs --against, and two shares of wins between 0 and 1, the lower one first")
    return Sequential(low, high)


# -- playing ----------------------------------------------------------------------------------------


def played(todo: list[Task], way: AbstractContextManager[Way], out: Path | None) -> Iterator[Result]:
    """The results in the order of the games, as they come in; those in the file are not played again."""
    known = {result.number: result for result in _kept(out)} if out is not None and out.exists() else {}
    for task in todo:
        before = known.get(task.number)
        if before is not None and (before.seats, before.seed) != (task.seats, task.seed):
            raise Malformed("The file contains games of another ladder")
    with ExitStack() as stack:
        lines = None if out is None else stack.enter_context(out.open("a", encoding="utf-8"))
        fresh = stack.enter_context(way)([task for task in todo if task.number not in known])
        for task in watched(todo, "games"):
            if task.number in known:
                yield known[task.number]
                continue
            result = next(fresh)
            if lines is not None:
                lines.write(json.dumps(line(task, result)) + "\n")
                lines.flush()
            yield result


def line(task: Task, result: Result) -> dict[str, Any]:
    """A line of the file: the same whichever machine played the game, so there are no times in it."""
    return {"title": task.title, "options": list(task.options), **result.to_data(timed=False)}


def _kept(file: Path) -> list[Result]:
    """What was played before; a last line that was not finished is removed from the file."""
    found = list(stored(file))
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)[: len(found)]
    file.write_text("".join(lines), encoding="utf-8")
    return found


def stored(file: Path) -> Iterator[Result]:
    """What was played before. A last line that was not finished is left out."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as problem:
        raise Malformed("{file} cannot be read", file=str(file)) from problem
    for each in text.splitlines():
        try:
            yield Result.from_data(json.loads(each))
        except json.JSONDecodeError:
            return


# -- reporting --------------------------------------------------------------------------------------


def _data(found: Report, test: Sequential | None) -> dict[str, Any]:
    return {
        "games": found.games,
        "equal": found.equal,
        "broken": list(found.broken),
        "operating_rounds": round(found.operating_rounds, 2),
        "actions": round(found.actions, 1),
        "bots": {name: _score(score) for name, score in _ranked(found)},
        **({} if test is None else {"sprt": test.verdict}),
    }


def _score(score: Score) -> dict[str, Any]:
    low, high = wilson(score.won, score.seats)
    most, worst = score.slow
    return {
        "seats": score.seats,
        "won": round(score.won / score.seats, 4),
        "interval": [round(low, 4), round(high, 4)],
        "rank": round(score.ranks / score.seats, 3),
        "relative_worth": round(score.relative / score.seats, 3),
        "mu": round(score.rating.mu, 2),
        "sigma": round(score.rating.sigma, 2),
        "decisions": score.decisions,
        "work": round(score.work / max(1, score.decisions)),
        "milliseconds": round(1000 * score.seconds / max(1, score.decisions), 2),
        "milliseconds_99": round(1000 * most, 1),
        "milliseconds_worst": round(1000 * worst, 1),
    }


def _ranked(found: Report) -> list[tuple[str, Score]]:
    return sorted(found.scores.items(), key=lambda each: -each[1].won / each[1].seats)


def _say(found: Report, test: Sequential | None) -> None:
    say(
        f"{found.games} different games, {found.equal} equal ones not counted, {len(found.broken)} broken; "
        f"{found.operating_rounds:.1f} operating rounds and {found.actions:.0f} decisions on average"
    )
    say(
        f"{'bot':20} {'seats':>5} {'won':>6} {'95%':>11} {'rank':>5} {'worth':>6} {'rating':>11} "
        f"{'work':>7} {'ms':>6} {'99%':>6} {'worst':>6}"
    )
    for name, score in _ranked(found):
        data = _score(score)
        low, high = data["interval"]
        rating = f"{data['mu']:.1f}±{data['sigma']:.1f}"
        # Lines in a file have no times, so games that were read have none.
        times = (data["milliseconds"], data["milliseconds_99"], data["milliseconds_worst"])
        timed = " ".join(f"{time:6.1f}" if score.seconds else f"{'-':>6}" for time in times)
        say(
            f"{name:20} {data['seats']:5} {data['won']:6.1%} {100 * low:5.1f}-{100 * high:<5.1f} {data['rank']:5.2f} "
            f"{data['relative_worth']:6.2f} {rating:>11} {data['work']:7} {timed}"
        )
    for problem in found.broken:
        say(problem)
    if test is not None:
        known = {True: "the higher share", False: "the lower share", None: "not known yet"}
        say(f"sequential test: {known[test.verdict]}")
