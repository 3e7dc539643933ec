"""`railhead rules`: what a rule of a title says, and which rules are proven by tests, according to the tests' marks."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import railhead
from railhead import coverage
from railhead.core.refusal import Malformed
from railhead.rule_code import code_of
from railhead.terminal.output import say, say_json
from railhead.titles.rule_texts import rules_of
from railhead.titles.texts import ENGLISH, texts


def add_commands(commands: Any) -> None:
    """Register this command."""
    command = commands.add_parser("rules", help="what a rule says; which rules of a title are proven by tests")
    command.add_argument("title", metavar="TITLE")
    command.add_argument("rule", metavar="ID", nargs="?", help="print this rule in plain words: SR-14, or 1860-SR-14")
    command.add_argument("--language", default=ENGLISH, help="the language of the rule's text, such as de")
    command.add_argument("--where", metavar="ID", help="the code and the tests of one rule: SR-14, or 1860-SR-14")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=rules)


def rules(args: argparse.Namespace) -> int:
    """Count the rules of a title and those marked on a test, or show what one of them says or where it is."""
    if args.rule:
        return explain(args.title, args.rule, args.language, args.json)
    if args.where:
        return where(args.title, args.where, args.json)
    known = rules_of(args.title)
    marked = coverage.marked(tests_folder())
    untested = [rule for rule in known if rule not in marked]
    tested = len(known) - len(untested)
    if args.json:
        say_json({"rules": len(known), "tested": tested, "untested": untested})
        return 0
    say(f"{args.title}: {len(known)} rules, {tested} of them tested")
    for rule in untested:
        say(f"  {rule}  {known[rule]}")
    for rule in coverage.unknown_marks(args.title, marked):
        say(f"  {rule}  is the mark of a test, but not a rule of the list")
    return 0


def find(title: str, wanted: str) -> tuple[str, str]:
    """A rule by its id, which may be given without the title, and its section of the rulebook."""
    known = rules_of(title)
    rule = wanted.upper() if wanted.upper() in known else f"{title}-{wanted.upper()}"
    if rule not in known:
        raise Malformed(f"{title} has no rule '{wanted}'; ids look like {next(iter(known))}")
    return rule, known[rule]


def explain(title: str, wanted: str, language: str, as_json: bool) -> int:
    """Print what a rule says, in plain words."""
    rule, section = find(title, wanted)
    text = texts(title, language).rules.get(rule, "")
    if as_json:
        say_json({"rule": rule, "section": section, "text": text})
        return 0
    say(f"{rule}, section {section} of the rulebook")
    say(text)
    return 0


def where(title: str, wanted: str, as_json: bool) -> int:
    """Print where the code and the tests of a rule are."""
    rule, section = find(title, wanted)
    code = [str(place) for place in code_of(title).get(rule, [])]
    tests = coverage.tests_of(rule, tests_folder())
    if as_json:
        say_json({"rule": rule, "section": section, "code": code, "tests": tests})
        return 0
    say(f"{rule}, section {section} of the rulebook")
    for kind, places in (("code", code), ("test", tests)):
        for place in places:
            say(f"  {kind}  {place}")
    return 0


def tests_folder() -> Path:
    """The tests of the checkout this runs from."""
    root = Path(railhead.__file__).resolve().parents[2]
    folder = root / "tests"
    if not (root / "pyproject.toml").is_file() or not folder.is_dir():
        raise Malformed("The tests were not found: this works only in a checkout of Railhead")
    return folder
