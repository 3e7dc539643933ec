"""What would keep somebody from using a page: what axe-core finds wrong with it, and what it does not look for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

HERE = Path(__file__).parent
AXE = (HERE / "vendor" / "axe.min.js").read_text(encoding="utf-8")
BEYOND_AXE = (HERE / "checks.js").read_text(encoding="utf-8")
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice")
"""WCAG 2.1, levels A and AA, and what axe-core recommends beyond them."""
DISABLED: dict[str, str] = {}
"""Rules that are not checked, each with the reason."""
RUN = """async ([tags, disabled]) => {
  const rules = Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }]));
  const asked = { runOnly: { type: "tag", values: tags }, rules, resultTypes: ["violations"] };
  return (await axe.run(document, asked)).violations;
}"""
ENOUGH = 160
"""Characters of an element by which it is recognised."""


def violations(page: Page) -> list[str]:
    """What is wrong with the page as it is shown now, a line for each element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: list[dict[str, Any]] = page.evaluate(RUN, [list(TAGS), sorted(DISABLED)])
    beyond: list[str] = page.evaluate(BEYOND_AXE)
    return [described(rule, node) for rule in found for node in rule["nodes"]] + beyond


def described(rule: dict[str, Any], node: dict[str, Any]) -> str:
    """An element that breaks a rule, and how."""
    element, reason = (" ".join(node[part].split()) for part in ("html", "failureSummary"))
    return f"{rule['id']}: {element[:ENOUGH]} ({reason})"
