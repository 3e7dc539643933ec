"""Sets as a domain: what is in it, in which order, how random sets are found, and how sets are written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from random import Random
from typing import Any, ClassVar

import pytest

from railhead.conformance import Guesses
from railhead.core import spelling
from railhead.core.actions import Action, check, parse, text_of
from railhead.core.choices import COUNTED, Choice, Subsets
from railhead.core.ids import Company
from railhead.core.refusal import Malformed
from railhead.core.spelling import Companies, Stops
from railhead.play.listing import lines
from railhead.play.wording import said
from tests.made_up import ACTIONS, rulebook


@dataclass(frozen=True, slots=True)
class Gather(Action):
    """Bring companies together."""

    companies: Companies
    form: ClassVar[str] = "gather {companies}"
    label: ClassVar[str] = "Gather {companies}"


@dataclass(frozen=True, slots=True)
class Clear(Action):
    """Clear some places."""

    stops: Stops
    form: ClassVar[str] = "clear {stops}"
    label: ClassVar[str] = "Clear {stops}"


BOOK = replace(rulebook(), actions=(*ACTIONS, Gather, Clear))


def even(numbers: tuple[Any, ...]) -> bool:
    return bool(sum(numbers) % 2 == 0)


def in_a_row(numbers: tuple[Any, ...]) -> bool:
    """Sets that can be grown number by number, but not from anywhere."""
    return all(later - former == 1 for former, later in pairwise(numbers))


def test_every_set_of_the_right_size_is_found_once_and_the_smaller_ones_first() -> None:
    sets = Subsets((1, 2, 3, 4, 5), 2, 4, even)
    expected = [each for size in (2, 3, 4) for each in combinations((1, 2, 3, 4, 5), size) if even(each)]
    assert sorted(sets, key=lambda each: (len(each), each)) == expected
    assert [len(each) for each in sets] == sorted(len(each) for each in sets)
    assert sets.count() == len(expected)


@pytest.mark.parametrize(
    ("value", "belongs"),
    [
        ((1, 3), True),
        ((3, 1), False),
        ((1, 2), False),
        ((1, 1), False),
        ((2,), False),
        ((1, 9), False),
        ([1, 3], False),
    ],
)
def test_a_set_belongs_to_the_domain_if_it_is_in_order_and_the_law_allows_it(value: object, belongs: bool) -> None:
    assert (value in Subsets((1, 2, 3, 4, 5), 2, 4, even)) is belongs


def test_a_member_listed_twice_may_be_chosen_twice() -> None:
    sets = Subsets((1, 1, 2), 2, 2)
    assert list(sets) == [(1, 1), (1, 2)]
    assert (1, 1) in sets
    assert (2, 2) not in sets


def test_some_members_are_always_there() -> None:
    sets = Subsets((1, 2, 3), 1, 3, always=(2,))
    assert list(sets) == [(2,), (1, 2), (2, 3), (1, 2, 3)]
    assert (1, 3) not in sets


def test_random_sets_are_allowed_and_every_set_has_a_chance() -> None:
    sets = Subsets(tuple(range(24)), 2, 6, in_a_row, in_a_row, always=(12,))
    chance = Random(1)
    found = {sets.sample(chance) for _ in range(2000)}
    assert all(each in sets for each in found)
    assert found == set(sets)


def test_a_rare_set_is_found_too() -> None:
    rare = (3, 7)
    sets = Subsets(tuple(range(20)), 2, 4, lambda each: each == rare)
    assert sets.sample(Random(0)) == rare


def test_sets_without_number_are_counted_only_so_far() -> None:
    assert Subsets(tuple(range(24)), 2, 10).count() == COUNTED


def test_sets_are_written_in_order_and_read_in_any() -> None:
    action = Gather((Company(0), Company(2)))
    assert text_of(BOOK, action) == "gather AAA+CCC"
    assert parse(BOOK, "gather CCC+AAA") == action
    assert said(BOOK, action) == "Gather AAA and CCC"
    assert said(BOOK, parse(BOOK, "gather CCC+AAA+BBB")) == "Gather AAA, BBB and CCC"


def test_a_place_may_be_listed_twice_and_a_company_may_not() -> None:
    twice = parse(BOOK, "clear A1.0+A1.0")
    check(BOOK, twice)
    assert text_of(BOOK, twice) == "clear A1.0+A1.0"
    with pytest.raises(Malformed):
        parse(BOOK, "gather AAA+AAA")


@pytest.mark.parametrize("wrong", [(), (Company(2), Company(0)), (Company(9),), (1, None), "AAA", None, 3])
def test_what_is_not_a_set_is_malformed(wrong: Any) -> None:
    with pytest.raises(Malformed):
        check(BOOK, Gather(wrong))


@pytest.mark.parametrize("text", ["gather", "gather +", "gather AAA+", "gather AAA CCC", "gather DDD"])
def test_a_text_that_is_not_a_set_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        parse(BOOK, text)


def test_few_sets_are_listed_and_many_described() -> None:
    few = Choice(Gather, (Subsets(BOOK.company_ids, 2, 2),))
    assert list(lines(BOOK, few)) == ["gather AAA+BBB", "gather AAA+CCC", "gather BBB+CCC"]
    stops = spelling.STOP.read(BOOK, "A1.0")
    many = Choice(Clear, (Subsets((stops,) * 3 + tuple(range(stops + 16, stops + 30)), 2, 9),))
    (line,) = lines(BOOK, many)
    assert line.startswith("clear {stops}   [stops 2 to 9 of A1.0 A1.0 A1.0")


def test_guesses_know_sets() -> None:
    guesses = Guesses(BOOK, Random(3))
    action = Gather((Company(0), Company(1)))
    assert isinstance(guesses.any_of(Gather), Gather)
    beside = set(guesses.beside(action))
    assert {Gather((Company(0),)), Gather((Company(0), Company(1), Company(2)))} <= beside
    assert guesses.near(action) in beside
