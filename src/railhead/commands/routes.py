"""`railhead routes`: the best runs of a company, proven; and the solution of boards written down as data."""

from __future__ import annotations

import argparse
import gzip
import time
from pathlib import Path
from typing import Any

from railhead.commands.replay import items
from railhead.core.game import Game
from railhead.core.ids import Company, Point
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import POINT
from railhead.core.state import State
from railhead.play.gamefile import parse_json
from railhead.play.wording import place_name
from railhead.routes.account import RunAccount, account
from railhead.routes.best import Best, best_runs
from railhead.routes.boards import problem_of
from railhead.routes.model import RouteProblem
from railhead.rules.running import RunRules
from railhead.storing import read_data
from railhead.terminal.output import say, say_json

SOLVE = "solve"


def add_commands(commands: Any) -> None:
    """Teach the command line this command."""
    command = commands.add_parser(
        "routes",
        help="the best runs of a company, proven",
        description="The best runs of a company in a game; or, with 'solve BOARDS', of every board in a file.",
    )
    command.add_argument("what", nargs="+", metavar="FILE", help="a game file, or: solve BOARDS.json.gz")
    command.add_argument("--company", metavar="C", help="the company (the one that is to run)")
    command.add_argument("--at", type=int, metavar="N", help="after the Nth action (the last)")
    command.add_argument("--work", type=int, metavar="STEPS", help="give up the proof after so many steps")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Find the best runs, or solve boards."""
    args.file = Path(args.what[-1])  # what goes wrong from here on is about this file
    if args.work is not None and args.work < 1:
        raise Malformed("The work of a search is at least one step")
    if len(args.what) == 1:
        return _of_game(args, args.file)
    if len(args.what) == 2 and args.what[0] == SOLVE:
        return _of_boards(args, args.file)
    raise Malformed("Give one game file, or 'solve' and a file of boards")


# -- a game ---------------------------------------------------------------------------------------


def _of_game(args: argparse.Namespace, path: Path) -> int:
    book, state, number = position(read_data(path), args.at)
    company = _company(book, state, args.company)
    game = Game(book, state)
    open_to_it = book.rules[RunRules].runs(game, company)
    name = book.companies[company].symbol
    if open_to_it is None:
        raise Malformed(f"{name} has nothing to run after action {number}")
    problem = open_to_it.problem
    best = best_runs(problem, args.work)
    lines = account(problem, best.plan)
    if args.json:
        say_json(_as_data(book, number, name, best, problem, lines))
        return 0
    subsidy = f" and a subsidy of {best.earnings.subsidy}" if best.earnings.subsidy else ""
    say(f"{book.title}, after action {number}: {name} runs for {best.earnings.revenue}{subsidy}, {_proof(best)}")
    for line in lines:
        say("  " + _in_words(book, line))
    if not lines:
        say("  No train has a run")
    return 0


def position(data: object, at: int | None) -> tuple[Rulebook, State, int]:
    """A game after so many actions, or after its last."""
    last: Any = None
    count = -1
    for item in items(data):
        last = item
        count += 1
        if count == at:
            break
    if at is not None and (at < 0 or count != at):
        raise Malformed(f"The game has {count} actions: there is no action {at}")
    return last.book, last.state, count


def _company(book: Rulebook, state: State, name: str | None) -> Company:
    if name is not None:
        if name not in book.company_names:
            raise Malformed(f"'{name}' is not a company; these are: {', '.join(book.company_names)}")
        return book.find_company(name)
    for step in reversed(state.agenda):
        company = getattr(step, "company", None)
        if isinstance(company, int):
            return Company(company)
    raise Malformed("No company is operating there; name one with --company")


def _proof(best: Best) -> str:
    if best.proven:
        return "proven the best"
    return f"not proven: no runs bring more than {best.bound}"


def _in_words(book: Rulebook, line: RunAccount) -> str:
    trains = " + ".join(book.train_names[kind] for kind in line.trains)
    calls = []
    for call in line.calls:
        name = _place(book, call.stop)
        calls.append(f"({name})" if call.value is None else f"{name} {call.value}")
    bonus = f", and {line.bonus} besides" if line.bonus else ""
    subsidy = f", subsidy {line.earnings.subsidy}" if line.earnings.subsidy else ""
    return f"{trains}: {line.earnings.revenue} = {', '.join(calls)}{bonus}{subsidy}"


def _place(book: Rulebook, at: Point) -> str:
    """A stop by its coordinate and the name of its place, or of the area it belongs to."""
    written = POINT.write(book, at)
    name = place_name(book, at)
    return written if written.startswith(f"{name}.") else f"{name} {written}"


def _as_data(
    book: Rulebook, number: int, name: str, best: Best, problem: RouteProblem, lines: list[RunAccount]
) -> dict[str, Any]:
    return {
        "title": book.title,
        "action": number,
        "company": name,
        "revenue": best.earnings.revenue,
        "subsidy": best.earnings.subsidy,
        "proven": best.proven,
        "bound": best.bound,
        "work": best.work,
        "runs": [
            {
                "trains": [book.train_names[kind] for kind in line.trains],
                "path": [POINT.write(book, at) for at in line.path],
                "stops": [{"stop": POINT.write(book, call.stop), "value": call.value} for call in line.calls],
                "bonus": line.bonus,
                "revenue": line.earnings.revenue,
                "subsidy": line.earnings.subsidy,
            }
            for line in lines
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
    """The best runs of one board, and how long they took to find."""
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
    """The boards of a file, packed or not."""
    packed = path.read_bytes()
    try:
        text = gzip.decompress(packed) if packed[:2] == b"\x1f\x8b" else packed
    except (OSError, EOFError) as problem:
        raise Malformed(f"{path}: {problem}") from None
    boards = parse_json(text)
    if not isinstance(boards, list):
        raise Malformed(f"{path}: a file of boards is a list")
    return boards
