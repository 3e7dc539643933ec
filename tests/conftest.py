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
    if not config.getoption("--long"):
        _leave_out_long_tests(config, items)


def _leave_out_long_tests(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Thousands of tests that would only be reported as skipped cost the workers as many messages."""
    long = [item for item in items if item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if not item.get_closest_marker("long")]


def _rank(item: pytest.Item) -> int:
    return next((rank for rank, part in enumerate(HEAVY) if item.nodeid.startswith(part)), len(HEAVY))
