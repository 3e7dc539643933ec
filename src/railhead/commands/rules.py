"""`railhead rules`: which rules of a title have a test that proves them, from the marks of the tests."""

from __future__ import annotations

import argparse
import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import railhead
from railhead.core.refusal import Malformed
from railhead.terminal.output import say, say_json
from railhead.titles import catalogue

EXAMPLE = re.compile(r"-(EX|DX)-\d+$")
"""Worked examples and checks derived from rules have ids of their own."""


def add_commands(commands: Any) -> None:
    """Teach the command line this command."""
    command = commands.add_parser("rules", help="which rules of a title are proven by tests")
    command.add_argument("title", metavar="TITLE")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=rules)


def rules(args: argparse.Namespace) -> int:
    """Count the rules of a title and those that a test carries the id of."""
    known = rule_titles(args.title)
    marked = set(marks(tests_folder()))
    untested = [rule for rule in known if rule not in marked]
    tested = len(known) - len(untested)
    if args.json:
        say_json({"rules": len(known), "tested": tested, "untested": untested})
        return 0
    say(f"{args.title}: {len(known)} rules, {tested} of them tested")
    for rule in untested:
        say(f"  {rule}  {known[rule]}")
    prefix = next(iter(known), "").partition("-")[0] + "-"
    strange = (mark for mark in marked if mark.startswith(prefix) and mark not in known)
    for rule in sorted(mark for mark in strange if not EXAMPLE.search(mark)):
        say(f"  {rule}  is the mark of a test, but not a rule of the list")
    return 0


def rule_titles(title: str) -> dict[str, str]:
    """The rules of a title: id and what it is about."""
    catalogue.find(title)
    source = files("railhead.titles").joinpath(f"t{title.lower()}", "rules.toml")
    if not source.is_file():
        raise Malformed(f"There is no list of the rules of {title}")
    found: dict[str, str] = tomllib.loads(source.read_text(encoding="utf-8"))["rules"]
    return found


def tests_folder() -> Path:
    """The tests of the checkout this runs from."""
    root = Path(railhead.__file__).resolve().parents[2]
    folder = root / "tests"
    if not (root / "pyproject.toml").is_file() or not folder.is_dir():
        raise Malformed("The tests are not here: this works only in a checkout of Railhead")
    return folder


def marks(folder: Path) -> Iterator[str]:
    """The ids in every `@rule("...")` of the tests."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                for decorator in node.decorator_list:
                    yield from _ids(decorator)


def _ids(decorator: ast.expr) -> Iterator[str]:
    if not isinstance(decorator, ast.Call):
        return
    name = decorator.func
    called = name.id if isinstance(name, ast.Name) else name.attr if isinstance(name, ast.Attribute) else ""
    if called == "rule":
        for argument in decorator.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value
