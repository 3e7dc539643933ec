"""Rule groups: found by type, with defaults, replaced one by one; and every one of them documented.

The table of all rules in the guide to adding a title is made from the docstrings. After a change write it anew:

    RAILHEAD_WRITE_GUIDE=1 python -m pytest tests/core/test_rule_groups.py
"""

from __future__ import annotations

import ast
import inspect
import os
import pkgutil
from dataclasses import fields, replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

import railhead.core
import railhead.rules
from railhead.core.rulebook import RuleGroup, Rules
from railhead.rules.stock import StockRules, market_price
from railhead.rules.trains import TrainRules
from tests.made_up import Toy

GUIDE = Path(__file__).parents[2] / "docs" / "add-a-title.md"


BEGIN, END = "<!-- rules: begin -->\n", "<!-- rules: end -->\n"
WRITE = os.environ.get("RAILHEAD_WRITE_GUIDE", "")


def groups() -> list[type[RuleGroup]]:
    """Every rule group of the kernel."""
    for package in (railhead.core, railhead.rules):
        for module in pkgutil.iter_modules(package.__path__):
            import_module(f"{package.__name__}.{module.name}")
    kernel = ("railhead.core.", "railhead.rules.")
    found = [group for group in RuleGroup.__subclasses__() if group.__module__.startswith(kernel)]
    return sorted(found, key=lambda group: (group.__module__, group.__name__))


def explained(group: type[RuleGroup]) -> dict[str, str]:
    """By field: the docstring under it; empty where there is none."""
    body = ast.parse(inspect.getsource(group)).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for node, after in pairwise((*body.body, ast.Pass())):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = _text(after)
    return found


def _text(node: ast.AST) -> str:
    return str(node.value.value) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) else ""


def table() -> str:
    """All rules of all groups, for the guide."""
    lines = []
    for group in groups():
        where = group.__module__.removeprefix("railhead.").replace(".", "/")
        lines += ["", f"**{group.__name__}** (`{where}.py`). {(group.__doc__ or '').splitlines()[0]}", ""]
        lines += ["| rule | what it says | if a title says nothing |", "| --- | --- | --- |"]
        for field in fields(group):
            default = getattr(group(), field.name)
            said = (inspect.getdoc(default) or "").splitlines()[0] if callable(default) else "nothing is offered"
            if isinstance(default, int | float):
                said = str(default) if default else "no"
            if default is None or default == {}:
                said = "none"
            if field.name == "moves" and default:
                said = "see the source"
            lines.append(f"| `{group.__name__}.{field.name}` | {explained(group)[field.name]} | {said} |")
    return "\n".join(lines[1:]) + "\n"


def test_a_group_is_found_by_its_type() -> None:
    stock = StockRules(sale_price=lambda game, company: 7)
    assert Rules(TrainRules(), stock)[StockRules] is stock


def test_a_title_that_says_nothing_plays_by_the_defaults() -> None:
    assert Rules()[StockRules].sale_price is market_price


def test_the_same_group_twice_is_a_mistake() -> None:
    with pytest.raises(AssertionError, match="once"):
        Rules(TrainRules(), TrainRules())


def test_replacing_a_group_leaves_the_others_and_the_original() -> None:
    rules = Rules(StockRules(), TrainRules())
    other = replace(rules[StockRules], sale_price=lambda game, company: 1)
    assert rules.replaced(other)[StockRules] is other
    assert rules.replaced(other)[TrainRules] is rules[TrainRules]
    assert rules[StockRules].sale_price is market_price


def test_a_replaced_rule_is_the_one_that_is_asked() -> None:
    toy = Toy(StockRules(sale_price=lambda game, company: 7))
    assert toy.game.rules[StockRules].sale_price(toy.game, toy.company("AAA")) == 7


def test_every_rule_has_a_default_and_is_explained_where_it_stands() -> None:
    for group in groups():
        group()
        assert [name for name, text in explained(group).items() if not text] == [], group


def test_the_guide_to_adding_a_title_covers_every_rule() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    written, after = rest.split(END)
    if WRITE:
        GUIDE.write_text(before + BEGIN + table() + END + after, encoding="utf-8")
    else:
        assert written == table()
