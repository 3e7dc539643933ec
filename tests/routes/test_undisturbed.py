"""The garbage collector rests while a search with a work limit is under way, and works as before afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from unittest.mock import patch

import pytest

from railhead.routes import best
from railhead.routes.best import best_runs
from railhead.routes.undisturbed import undisturbed
from tests.routes.boards_18oe import problem_18oe


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    was = gc.isenabled()
    gc.enable()
    yield
    if not was:
        gc.disable()


def test_the_collector_rests_until_the_last_search_is_over() -> None:
    first, second = undisturbed(), undisturbed()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert not gc.isenabled()
    second.__exit__(None, None, None)
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off() -> None:
    gc.disable()
    with undisturbed(), undisturbed():
        pass
    assert not gc.isenabled()


def test_it_works_again_after_a_fault() -> None:
    with pytest.raises(ZeroDivisionError), undisturbed():
        assert 1 // 0
    assert gc.isenabled()


@pytest.mark.parametrize(("work", "at_work"), [(1000, False), (None, True)])
def test_only_a_search_that_is_over_soon_goes_undisturbed(work: int | None, at_work: bool) -> None:
    seen = []
    whole = best._best_runs

    def watched(*args: object) -> object:
        seen.append(gc.isenabled())
        return whole(*args)  # type: ignore[arg-type]

    with patch.object(best, "_best_runs", watched):
        best_runs(problem_18oe(1), work)
    assert seen == [at_work]
    assert gc.isenabled()
