"""What all tests share."""

from __future__ import annotations

import pytest

HEAVY = (
    "tests/browser/",
    "tests/web/test_server.py",
    "tests/titles/test_properties.py",
    "tests/titles/test_conformance.py",
    "tests/corpus/",
)
"""These come first: when the last tests are short, no worker waits long for another."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long tests too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=_rank)
    if config.getoption("--long"):
        return
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.skip(reason="a long test: run with --long"))


def _rank(item: pytest.Item) -> int:
    return next((rank for rank, part in enumerate(HEAVY) if item.nodeid.startswith(part)), len(HEAVY))
