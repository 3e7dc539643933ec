"""What a rulebook keeps: bounded by kind, the longest unused dropped first, whatever the order of laying."""

from __future__ import annotations

import pickle

import pytest

from railhead.core.frozen import FrozenDict
from railhead.rules.cache import AT_REST, Kind, asked_last, cached, put_down
from railhead.rules.stations import NETWORKS, network
from railhead.testing import Table

NUMBERS: Kind[int | None] = Kind("numbers", 3)


def test_a_frozen_dict_is_the_same_key_in_whatever_order_it_was_filled() -> None:
    one, other = FrozenDict({1: "a"}).put(2, "b"), FrozenDict({2: "b"}).put(1, "a")
    assert list(one) != list(other)
    assert one == other
    assert hash(one) == hash(other)
    assert hash(one.without(1)) == hash(FrozenDict({2: "b"}))
    assert pickle.loads(pickle.dumps(one)) == one


def test_a_frozen_dict_is_never_changed() -> None:
    frozen = FrozenDict({1: "a"})
    with pytest.raises(TypeError):
        frozen[2] = "b"
    with pytest.raises(TypeError):
        frozen.update({2: "b"})
    with pytest.raises(TypeError):
        frozen.pop(1)
    assert frozen == {1: "a"}


def test_what_was_used_longest_ago_is_dropped() -> None:
    game, made = Table().game, list[int]()

    def ask(number: int) -> None:
        cached(game, NUMBERS, number, lambda: made.append(number))

    for number in (1, 2, 3, 1, 4, 1, 3, 2):
        ask(number)
    assert made == [1, 2, 3, 4, 2]
    assert len(game.book.cache[NUMBERS]) == NUMBERS.most


def test_a_game_that_waits_keeps_a_few_of_those_used_last() -> None:
    many, few = Kind[int]("many", 4 * AT_REST), Kind[int]("few", 2)
    asked = Kind[int]("asked last", 1)
    game = Table().game
    for number in range(3 * AT_REST):
        cached(game, many, number, lambda number=number: number)  # type: ignore[misc]
        cached(game, few, number, lambda number=number: number)  # type: ignore[misc]
    cached(game, many, 0, lambda: 0)
    asked_last(game, asked, "subject", lambda: 7)
    put_down(game.book)
    assert list(game.book.cache[many]) == [3 * AT_REST - 3, 3 * AT_REST - 2, 3 * AT_REST - 1, 0]
    assert list(game.book.cache[few]) == [3 * AT_REST - 1]
    assert asked_last(game, asked, "subject", lambda: 8) == 7


def test_the_same_track_laid_in_another_order_is_one_network() -> None:
    table, other = Table(), Table()
    other.book = table.book
    table.lay("787@0 F2", "9@1 F4")
    other.lay("9@1 F4", "787@0 F2")
    assert network(table.game) is network(other.game)
    assert len(table.book.cache[NETWORKS]) == 1
    other.lay("9@0 F6")
    assert network(table.game) is not network(other.game)
