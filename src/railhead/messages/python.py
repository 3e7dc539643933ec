"""The texts in Python code.

Texts are recognised by what they are given to: `Text("...")`, `game.forbid(key, "...")`, an exception of ours, a
translation function of Django, or one of the class variables in which actions, events and steps keep their words.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from railhead.messages.catalogue import Message

TAKES_TEXT = {
    "Text": 0,
    "Fault": 1,
    "forbid": 1,
    "gettext": 0,
    "gettext_lazy": 0,
    "gettext_noop": 0,
    "in_words": 0,
    "to_translate": 0,
}
"""By the name of a function: which of its arguments is a text."""
PLURALS = ("ngettext", "ngettext_lazy")
CONTEXTS = ("pgettext", "pgettext_lazy")
BASE = "RailheadError"
"""The exception whose first argument, like that of those derived from it, is a text."""
NOT_TEXT = frozenset({"form", "formerly", "opening_rule", "order", "optional", "raising_rule", "title"})
"""Class variables that hold strings for other purposes."""
CLASS_TEXTS = ("ClassVar[str]", "ClassVar[tuple[str, ...]]")

Found = Iterator[Message]


def exceptions(modules: dict[Path, ast.Module]) -> frozenset[str]:
    """The names of our exceptions."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for module in modules.values()
        for node in ast.walk(module)
        if isinstance(node, ast.ClassDef)
    }
    found = {BASE}
    while grown := {name for name, above in bases.items() if above & found} - found:
        found |= grown
    return frozenset(found)


def messages(module: ast.Module, ours: frozenset[str]) -> Found:
    """All texts of a module, given the names of our exceptions."""
    names = _constants(module)
    for node in ast.walk(module):
        if isinstance(node, ast.Call):
            yield from _given(node, ours, names)
        elif isinstance(node, ast.ClassDef):
            yield from _kept(node)
            if node.name in ours:
                yield from _raised(node, names)


def _constants(module: ast.Module) -> dict[str, ast.expr]:
    """What is assigned to names, wherever that is: texts that are too long for a line have one."""
    found: dict[str, ast.expr] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = node.value
    return found


def _given(call: ast.Call, ours: frozenset[str], names: dict[str, ast.expr]) -> Found:
    """The texts that a function is given."""
    name = _name(call.func)
    if name in PLURALS:
        singular, plural = call.args[:2]
        for text, several in zip(_strings(singular, names), _strings(plural, names), strict=True):
            yield Message(text, several)
    elif name in CONTEXTS:
        ((context,), texts) = (tuple(_strings(argument, names)) for argument in call.args[:2])
        yield from (Message(text, context=context) for text in texts)
    else:
        place = TAKES_TEXT.get(name, 0 if name in ours else None)
        if place is not None and len(call.args) > place:
            yield from map(Message, _strings(call.args[place], names))


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _kept(kind: ast.ClassDef) -> Found:
    """The words that a class keeps, and those that its method `template` chooses among."""
    for node in kind.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            if ast.unparse(node.annotation) in CLASS_TEXTS and node.target.id not in NOT_TEXT:
                yield from map(Message, _strings(node.value, {}))
        elif isinstance(node, ast.FunctionDef) and node.name == "template":
            for part in ast.walk(node):
                if isinstance(part, ast.Return) and part.value is not None:
                    yield from map(Message, _strings(part.value, {}))


def _raised(kind: ast.ClassDef, names: dict[str, ast.expr]) -> Found:
    """The text that an exception of ours gives to the one above it."""
    for node in ast.walk(kind):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "super().__init__" and node.args:
            yield from map(Message, _strings(node.args[0], names))


def _strings(node: ast.expr, names: dict[str, ast.expr]) -> Iterator[str]:
    """The texts that an expression can be: a text, one of several, or a name for it."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and node.value:
            yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _strings(node.body, names)
        yield from _strings(node.orelse, names)
    elif isinstance(node, ast.Tuple):
        for part in node.elts:
            yield from _strings(part, names)
    elif isinstance(node, ast.Subscript):
        yield from _strings(node.value, names)
    elif isinstance(node, ast.Name) and node.id in names:
        others = {name: value for name, value in names.items() if name != node.id}
        yield from _strings(names[node.id], others)
