"""The mark that says which rules a test proves: `@rule("1860-SR-14")`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

F = TypeVar("F", bound=Callable[..., object])


def rule(*ids: str) -> Callable[[F], F]:
    """Mark a test with the ids of the rules it would catch if they were broken."""
    mark = pytest.mark.rule(*ids)

    def decorate(test: F) -> F:
        return mark(test)  # type: ignore[no-any-return]

    return decorate
