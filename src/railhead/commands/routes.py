"""`railhead routes`: find and prove the best runs of a company in a game, or solve boards stored in a file."""

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
        description="Find the best runs of a company in a game or, with 'solve BOARDS', of every board in a file.",
    )
    command.add_argument("what", nargs="+", metavar="FILE", help="a game file, or: solve BOARDS.json.gz")
    command.add_argument("--company", metavar="C", help="the company (default: the one that is operating)")
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
        return _of_game(args, args.file)
    if len(args.what) == 2 and args.what[0] == SOLVE:
        return _of_boards(args, args.file)
    raise Malformed("Give one game file, or 'solve' and a file of boards")


# -- a game ---------------------------------------------------------------------------------------


def _of_game(args: argparse.Namespace, path: Path) -> int:
    book, state, number = position(read_data(path), args.at)
    company = _company(book, state, args.company)
    try:
        best = best_run(book, state, company, args.work)
    except Malformed as problem:
        raise Malformed(f"{problem} after action {number}") from None
    if args.json:
        say_json(_as_data(book.title, number, best))
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
        if name not in book.company_names:
            raise Malformed(f"'{name}' is not a company; these are: {', '.join(book.company_names)}")
        return book.find_company(name)
    company = operating_company(state)
    if company is None:
        raise Malformed("No company is operating there; name one with --company")
    return company


def _as_data(title: str, number: int, best: BestRun) -> dict[str, Any]:
    return {
        "title": title,
        "action": number,
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
