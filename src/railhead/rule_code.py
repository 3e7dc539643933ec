"""Where the code of a rule is: the functions, data and refusals that carry its id.

A rule is found in three ways. Its id is in the docstring or a comment of the function that implements it, or in the
data it is about. The title's `citations.py` says which rule a refusal cites. Shared code names no title: the table
`[code]` of its `rules.toml` names the shared function that implements a rule, or says why there is no code at all.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TypeGuard

import railhead

SOURCE = Path(railhead.__file__).resolve().parent
SHARED = ("core", "rules", "track", "routes")
ABSENT = "nothing: "
"""The prefix for a rule that needs no code: what it forbids does not exist as an action."""

Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A line of a file of the package, and what it defines."""

    file: str
    line: int
    name: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + (f" {self.name}" if self.name else "")


def code_of(title: str) -> dict[str, list[Place | str]]:
    """By rule id: where its code is, or why there is none."""
    found: dict[str, list[Place | str]] = {}
    for rule, place in (*_named(title), *_cited(title), *_listed(title)):
        places = found.setdefault(rule, [])
        if place not in places:
            places.append(place)
    return found


# -- ids in the source of the title ---------------------------------------------------------------


def _named(title: str) -> Iterator[tuple[str, Place]]:
    """Every id that stands in the title's own code and data; the head of a file only says what the file is about."""
    pattern = re.compile(rf"\b{re.escape(title)}-[A-Z]+-\d+\b")
    for path in sorted((SOURCE / "titles" / f"t{title.lower()}").iterdir()):
        if path.name in ("citations.py", "rules.toml") or path.suffix not in (".py", ".toml"):
            continue
        is_code = path.suffix == ".py"
        scopes, head = (_scopes(path), _head(path)) if is_code else ([], 0)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for rule in pattern.findall(line) if number > head else ():
                yield rule, _place(path, number, scopes)


def _head(path: Path) -> int:
    """The last line of the docstring at the head of a file."""
    first = next(iter(ast.parse(path.read_text(encoding="utf-8")).body), None)
    return (first.end_lineno or 0) if isinstance(first, ast.Expr) else 0


def _scopes(path: Path) -> list[Scope]:
    """The functions and classes of a file, inner ones after those around them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return sorted((node for node in ast.walk(tree) if isinstance(node, Scope)), key=lambda node: node.lineno)


def _place(path: Path, number: int, scopes: list[Scope]) -> Place:
    """The innermost function or class around a line; the line itself if there is none."""
    around = [node for node in scopes if node.lineno <= number <= (node.end_lineno or 0)]
    file = path.relative_to(SOURCE).as_posix()
    return Place(file, around[-1].lineno, around[-1].name) if around else Place(file, number)


# -- ids quoted by refusals -----------------------------------------------------------------------


def _cited(title: str) -> Iterator[tuple[str, Place]]:
    """The functions, of the title and shared, whose refusals quote a rule of the title."""
    folder = f"titles/t{title.lower()}"
    citations: dict[str, str] = import_module(f"railhead.titles.t{title.lower()}.citations").CITATIONS
    for key, place in (found for each in (folder, *SHARED) for found in _keys(each)):
        if key in citations:
            yield citations[key], place


@cache
def _keys(folder: str) -> tuple[tuple[str, Place], ...]:
    """Every key by which the code of a folder quotes rules, and where."""
    found = []
    for path in sorted((SOURCE / folder).rglob("*.py")):
        if path.name != "citations.py":
            scopes = _scopes(path)
            texts = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if _is_key(node)]
            found += [(str(node.value), _place(path, node.lineno, scopes)) for node in texts]
    return tuple(found)


def _is_key(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value


# -- rules listed with the shared code that plays them --------------------------------------------


def _listed(title: str) -> Iterator[tuple[str, Place | str]]:
    """The entries of the table `[code]` of the title's rules."""
    source = SOURCE / "titles" / f"t{title.lower()}" / "rules.toml"
    entries: dict[str, str | list[str]] = tomllib.loads(source.read_text(encoding="utf-8")).get("code", {})
    for rule, entry in entries.items():
        for text in [entry] if isinstance(entry, str) else entry:
            yield rule, text if text.startswith(ABSENT) else find(text)


def find(text: str) -> Place:
    """The place of an entry such as `rules/stock.py StockRound.proceed`; KeyError if there is no such thing."""
    file, _, name = text.partition(" ")
    path = SOURCE / file
    if not path.is_file():
        raise KeyError(text)
    body: list[ast.stmt] = ast.parse(path.read_text(encoding="utf-8")).body if path.suffix == ".py" else []
    line = 1
    for part in filter(None, name.split(".")):
        node = next((node for node in body if part in _defines(node)), None)
        if node is None:
            raise KeyError(text)
        line, body = node.lineno, node.body if isinstance(node, Scope) else []
    return Place(file, line, name)


def _defines(node: ast.stmt) -> list[str]:
    """The names that a statement defines."""
    if isinstance(node, Scope):
        return [node.name]
    if isinstance(node, ast.AnnAssign):
        return [node.target.id] if isinstance(node.target, ast.Name) else []
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return []
