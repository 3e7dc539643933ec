"""`railhead routes`: find and prove the best runs of a company in a game or on a sketch, or solve boards in a file."""

from __future__ import annotations

import argparse
import gzip
import time
from pathlib import Path
from typing import Any

from railhead.commands.replay import items
from railhead.core.ids import Company
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.play.best_run import BestRun, best_run, operating_company
from railhead.play.gamefile import parse_json
from railhead.play.sketch import Sketched
from railhead.play.sketch_file import SketchFile, is_sketch, read_company
from railhead.routes.best import best_runs
from railhead.routes.problem_file import problem_of
from railhead.storing import read_data
from railhead.terminal.output import say, say_json

SOLVE = "solve"


def add_commands(commands: Any) -> None:
    """Register this command."""
    command = commands.add_parser(
        "routes",
        help="find and prove the best runs of a company",
        description="Find the best runs of a company in a game or on a sketch of a board or, with 'solve BOARDS', of "
        "every board in a file.",
    )
    command.add_argument("what", nargs="+", metavar="FILE", help="a game file, a sketch, or: solve BOARDS.json.gz")
    command.add_argument(
        "--company",
        metavar="C",
        help="the company (default: the one that is operating, or that has trains on the sketch)",
    )
    command.add_argument("--at", type=int, metavar="N", help="the position after the Nth action (default: the last)")
    command.add_argument("--work", type=int, metavar="STEPS", help="stop after this many steps, proven or not")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Find the best runs in a game, or solve boards."""
    args.file = Path(args.what[-1])  # errors from here on concern this file
    if args.work is not None and args.work < 1:
        raise Malformed("--work must be at least 1")
    if len(args.what) == 1:
        data = read_data(args.file)
        return _of_sketch(args, data) if is_sketch(data) else _of_game(args, data)
    if len(args.what) == 2 and args.what[0] == SOLVE:
        return _of_boards(args, args.file)
    raise Malformed("Give one game file or sketch, or 'solve' and a file of boards")


# -- a game ---------------------------------------------------------------------------------------


def _of_game(args: argparse.Namespace, data: object) -> int:
    book, state, number = position(data, args.at)
    company = _company(book, state, args.company)
    try:
        best = best_run(book, state, company, args.work)
    except Malformed as problem:
        raise Malformed(f"{problem} after action {number}") from None
    if args.json:
        say_json({"title": book.title, "action": number, **_as_data(best)})
    else:
        say(f"{book.title}, after action {number}: {best}")
    return 0


def position(data: object, at: int | None) -> tuple[Rulebook, State, int]:
    """The position after this many actions, or after the last."""
    last: Any = None
    count = -1
    for item in items(data):
        last = item
        count += 1
        if count == at:
            break
    if at is not None and (at < 0 or count != at):
        raise Malformed(f"The game has {count} actions; there is no action {at}")
    return last.book, last.state, count


def _company(book: Rulebook, state: State, name: str | None) -> Company:
    if name is not None:
        return read_company(book, name)
    company = operating_company(state)
    if company is None:
        raise Malformed("No company is operating there; name one with --company")
    return company


def _as_data(best: BestRun) -> dict[str, Any]:
    return {
        "company": best.company,
        "revenue": best.revenue,
        "subsidy": best.subsidy,
        "proven": best.proven,
        "bound": best.bound,
        "work": best.work,
        "runs": [
            {
                "trains": list(run.trains),
                "path": list(run.path),
                "stops": [{"stop": call.stop, "value": call.value} for call in run.calls],
                "bonus": run.bonus,
                "revenue": run.revenue,
                "subsidy": run.subsidy,
                "times": run.times,
            }
            for run in best.runs
        ],
    }


# -- a sketch -------------------------------------------------------------------------------------


def _of_sketch(args: argparse.Namespace, data: object) -> int:
    if args.at is not None:
        raise Malformed("A sketch has no actions: leave out --at")
    sketched = SketchFile.from_data(data).sketched
    best = sketched.best_run(_company_with_trains(sketched, args.company), args.work)
    if args.json:
        say_json({"title": sketched.book.title, **_as_data(best)})
    else:
        say(f"{sketched.book.title}, phase {sketched.view.phase_facts.name}: {best}")
    return 0


def _company_with_trains(sketched: Sketched, name: str | None) -> Company:
    if name is not None:
        return read_company(sketched.book, name)
    able = list(sketched.sketch.trains)
    if len(able) != 1:
        names = ", ".join(sketched.book.company_names[company] for company in able) or "none"
        raise Malformed(f"Name the company with --company; those with trains are: {names}")
    return able[0]


# -- boards ---------------------------------------------------------------------------------------


def _of_boards(args: argparse.Namespace, path: Path) -> int:
    results = []
    for number, board in enumerate(read_boards(path)):
        results.append(solve(board, number, args.work))
        if not args.json:
            found = results[-1]
            proof = "" if found["proven"] else f", not proven, at most {found['bound']}"
            say(f"{found['id']}: {found['value']} in {found['ms']:.1f} ms{proof}")
    if args.json:
        say_json(results)
    return 0


def solve(board: dict[str, Any], number: int, work: int | None = None) -> dict[str, Any]:
    """The best runs of one board, and how long it took to find them."""
    try:
        began = time.perf_counter()
        best = best_runs(problem_of(board), work)
        spent = time.perf_counter() - began
    except (ValueError, KeyError, TypeError, IndexError) as problem:
        raise Malformed(f"board {number}: {problem}") from None
    return {
        "id": board.get("id", number),
        "value": best.earnings.revenue,
        "proven": best.proven,
        "bound": best.bound,
        "ms": round(spent * 1000, 3),
    }


def read_boards(path: Path) -> list[dict[str, Any]]:
    """The boards in a file, compressed with gzip or not."""
    packed = path.read_bytes()
    try:
        text = gzip.decompress(packed) if packed[:2] == b"\x1f\x8b" else packed
    except (OSError, EOFError) as problem:
        raise Malformed(f"{path}: {problem}") from None
    boards = parse_json(text)
    if not isinstance(boards, list):
        raise Malformed(f"{path}: expected a list of boards")
    return boards
