"""What runs as one train: kinds of train, joined and larger ones, as numbers and as text."""

from __future__ import annotations

import pytest

from railhead.core.ids import KINDS_OF_TRAIN, a_consist, is_larger, kinds_in
from railhead.core.refusal import Malformed
from railhead.core.spelling import check_consist, read_consist, write_consist
from railhead.titles import catalogue

BOOK = catalogue.rulebook("1860", ("Ada", "Ben"))
NAMES = BOOK.train_names


def test_a_train_by_itself_has_the_number_of_its_kind() -> None:
    for kind in range(KINDS_OF_TRAIN):
        assert a_consist([kind]) == kind
        assert kinds_in(kind) == (kind,)
        assert not is_larger(kind)


@pytest.mark.parametrize("kinds", [(0,), (0, 0), (0, 1, 0), (63, 63, 63, 63), (5,)])
@pytest.mark.parametrize("larger", [False, True])
def test_every_other_number_says_what_it_is_made_of(kinds: tuple[int, ...], larger: bool) -> None:
    number = a_consist(kinds, larger)
    assert kinds_in(number) == kinds
    assert is_larger(number) == larger
    assert (number < KINDS_OF_TRAIN) == (len(kinds) == 1 and not larger)


def test_numbers_differ() -> None:
    made = [a_consist(kinds, larger) for kinds in ((0,), (1,), (0, 0), (0, 1), (1, 0)) for larger in (False, True)]
    assert len(set(made)) == len(made)


def test_joined_and_larger_trains_as_text() -> None:
    joined = a_consist((0, 1, 0))
    assert write_consist(BOOK, joined) == f"{NAMES[0]}&{NAMES[1]}&{NAMES[0]}"
    larger = a_consist((1,), larger=True)
    assert write_consist(BOOK, larger) == f"{NAMES[1]}^"
    for consist in (0, joined, larger, a_consist((1, 1), larger=True)):
        assert read_consist(BOOK, write_consist(BOOK, consist)) == consist
        check_consist(BOOK, consist)


@pytest.mark.parametrize("text", ["", "no train", f"{NAMES[0]}&", f"{NAMES[0]}^^", "&".join([NAMES[0]] * 17)])
def test_what_is_no_train(text: str) -> None:
    with pytest.raises(Malformed):
        read_consist(BOOK, text)


@pytest.mark.parametrize("number", [-1, KINDS_OF_TRAIN - 1, KINDS_OF_TRAIN, a_consist((0, 63)), True, "0", 10**60])
def test_numbers_of_no_train(number: object) -> None:
    with pytest.raises(Malformed):
        check_consist(BOOK, number)
