"""Which code implements each rule and which tests prove it: docs/coverage/TITLE.md, generated from source and tests.

    python -m railhead.coverage            rewrites the pages of all titles

Rule ids are listed in the title's rules.toml; a test that proves a rule is marked `@rule("1860-SR-14")`.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from railhead.rule_code import Place, code_of
from railhead.titles import catalogue
from railhead.titles.rule_texts import rules_of

EXAMPLES = ("EX", "DX")
"""The sections of ids that denote worked examples (printed or derived) rather than rules."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def marked(tests: Path) -> dict[str, list[str]]:
    """By rule id: the names of the tests that carry it, in the order of the files."""
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        for name, ids in _tests_in(tree.body, []):
            for rule in ids:
                names = found.setdefault(rule, [])
                if name not in names:
                    names.append(name)
    return found


def tests_of(rule: str, tests: Path) -> list[str]:
    """The tests that carry a rule's id, each with its file and line."""
    found = []
    for path in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        lines = {node.name: node.lineno for node in ast.walk(tree) if isinstance(node, Function)}
        names = [name for name, ids in _tests_in(tree.body, []) if rule in ids]
        found += [f"{path.relative_to(tests.parent).as_posix()}:{lines[name]} {name}" for name in names]
    return found


def _tests_in(body: list[ast.stmt], above: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The tests of a file or class with the ids of their marks; a class's marks apply to its tests."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _tests_in(node.body, [*above, *_ids(node)])
        elif isinstance(node, Function) and node.name.startswith("test_"):
            yield node.name, [*above, *_ids(node)]


def _ids(node: Function | ast.ClassDef) -> list[str]:
    """The ids in the `@rule(...)` marks of a test or class."""
    return [
        argument.value
        for mark in node.decorator_list
        if isinstance(mark, ast.Call) and _called(mark.func) == "rule"
        for argument in mark.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def _called(name: ast.expr) -> str:
    """The last part of a called name."""
    if isinstance(name, ast.Attribute):
        return name.attr
    return name.id if isinstance(name, ast.Name) else ""


def page(title: str, tests: Path) -> str:
    """The page of a title: its rules, section by section, and the tests that prove them."""
    rules, proofs, code = rules_of(title), marked(tests), code_of(title)
    untested = [rule for rule in rules if rule not in proofs]
    examples = sorted(mark for mark in proofs if mark.startswith(f"{title}-") and section_of(mark) in EXAMPLES)
    unknown = unknown_marks(title, proofs)
    lines = [
        f"# {title}: rules and the tests that prove them",
        "",
        "Made by `python -m railhead.coverage`; do not edit.",
        "",
        f"{len(rules)} rules, {len(rules) - len(untested)} with a test, {len(untested)} without.",
    ]
    if untested:
        lines += ["", f"Without a test: {', '.join(untested)}."]
    if unknown:
        lines += ["", f"Marks of tests that are not in the list of rules: {', '.join(unknown)}."]
    for section, ids in _sections(rules).items():
        lines += ["", f"## {section}", "", "| rule | rulebook section | code | tests |", "| --- | --- | --- | --- |"]
        for rule in ids:
            where, proof = _where(code.get(rule, [])), _proof(proofs.get(rule, []))
            lines.append(f"| {rule} | {rules[rule]} | {where} | {proof} |")
    if examples:
        lines += ["", "## Worked examples", "", "| example | tests |", "| --- | --- |"]
        lines += [f"| {example} | {_proof(proofs[example])} |" for example in examples]
    return "\n".join(lines) + "\n"


def unknown_marks(title: str, marks: Iterable[str]) -> list[str]:
    """Marks that look like rules of a title but are neither in its list nor worked examples."""
    rules = rules_of(title)
    ours = (mark for mark in marks if mark.startswith(f"{title}-") and section_of(mark) not in EXAMPLES)
    return sorted(mark for mark in ours if mark not in rules)


def section_of(rule: str) -> str:
    """The middle part of an id."""
    return rule.rpartition("-")[0].partition("-")[2]


def _sections(rules: Iterable[str]) -> dict[str, list[str]]:
    """The rules by the middle part of their ids."""
    found: dict[str, list[str]] = {}
    for rule in rules:
        found.setdefault(section_of(rule), []).append(rule)
    return found


def _where(places: list[Place | str]) -> str:
    """The files and functions of a rule's code, without line numbers, which change with every edit."""
    shown = [f"`{place.file}` {place.name}".strip() if isinstance(place, Place) else place for place in places]
    return "; ".join(dict.fromkeys(shown)) or "**no code**"


def _proof(names: list[str]) -> str:
    return "; ".join(as_sentence(name) for name in names) or "**no test**"


def as_sentence(name: str) -> str:
    """The name of a test as words."""
    return name.removeprefix("test_").replace("__", ", ").replace("_", " ").strip()


def page_path(title: str, root: Path) -> Path:
    """The path of a title's page in a checkout."""
    return root / "docs" / "coverage" / f"{title}.md"


def main(root: Path) -> None:
    """Rewrite the pages of all titles."""
    for title in catalogue.TITLES:
        path = page_path(title, root)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(title, root / "tests"), encoding="utf-8")
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main(Path(__file__).resolve().parents[2])
