"""A progress bar for long commands, shown if standard error is a terminal and Rich is installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import TypeVar

T = TypeVar("T")


def watched(items: Sequence[T], what: str) -> Iterator[T]:
    """The items one by one, with a bar on standard error, if that is a terminal and Rich is installed."""
    if not sys.stderr.isatty() or find_spec("rich") is None:
        yield from items
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

    columns = (*Progress.get_default_columns(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(items, description=what)
