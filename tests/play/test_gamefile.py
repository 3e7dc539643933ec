"""Game files: what is written is read again, and nothing else is believed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railhead.core.refusal import Malformed
from railhead.play.gamefile import DEEPEST, MOST_ACTIONS, MOST_BYTES, MOST_VALUES, GameFile, _unique, parse_json
from tests.play.games import some_game

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


def data(**changes: Any) -> dict[str, Any]:
    """A good game as plain data, with changes."""
    return {
        "format": 1,
        "title": "1860",
        "revision": 1,
        "options": ["no_layers"],
        "seats": ["Ada", "Brunel"],
        "seed": 7,
        "actions": ["bid 5"],
        **changes,
    }


def test_what_is_written_is_read() -> None:
    game = some_game()
    assert GameFile.from_json(game.to_json()) == game
    assert GameFile.from_json(game.to_json().encode()) == game


def test_undone_actions_and_the_import_mark_are_kept() -> None:
    game = GameFile.from_data(data(undone=["pass", "bid 10"], imported=True, options=["peer-stack"]))
    assert game.undone == ("pass", "bid 10")
    assert GameFile.from_json(game.to_json()) == game


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"format": 2}, "format"),
        ({"format": "1"}, "format"),
        ({"format": True}, "format"),
        ({"format": None}, "format"),
        ({"title": 1860}, "title"),
        ({"title": "1830"}, "1830"),
        ({"title": ""}, "title"),
        ({"revision": 2}, "revision"),
        ({"revision": 1.0}, "revision"),
        ({"revision": "1"}, "revision"),
        ({"options": "no_layers"}, "options"),
        ({"options": ["no_such_thing"]}, "no_such_thing"),
        ({"options": ["no_layers", "no_layers"]}, "options"),
        ({"options": [None]}, "options, entry 1"),
        ({"options": ["original_insolvency", "simplified_insolvency"]}, "cannot be combined"),
        ({"options": ["peer-stack"]}, "peer-stack"),
        ({"seats": ["Ada"]}, "players"),
        ({"seats": ["A", "B", "C", "D", "E"]}, "players"),
        ({"seats": ["Ada", "Ada"]}, "same name"),
        ({"seats": ["Ada", 2]}, "seats, entry 2"),
        ({"seats": ["Ada", "IOW"]}, "IOW"),
        ({"seats": ["Ada", "pool"]}, "pool"),
        ({"seats": ["Ada", " "]}, "name"),
        ({"seats": ["Ada", "x" * 100]}, "name"),
        ({"seats": ["Ada", "B\nrunel"]}, "seats, entry 2"),
        ({"seats": ["Ada", "\ud800"]}, "seats, entry 2"),
        ({"seats": [f"P{n}" for n in range(1000)]}, "seats"),
        ({"seats": {"Ada": 1}}, "seats"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"seed": True}, "seed"),
        ({"seed": None}, "seed"),
        ({"actions": None}, "actions"),
        ({"actions": "pass"}, "actions"),
        ({"actions": ["pass", 5]}, "actions, entry 2"),
        ({"actions": ["pass", ["pass"]]}, "actions, entry 2"),
        ({"actions": ["x" * 5000]}, "actions, entry 1"),
        ({"actions": ["pass"] * (MOST_ACTIONS + 1)}, "actions"),
        ({"undone": [3]}, "undone, entry 1"),
        ({"undone": {}}, "undone"),
        ({"imported": "yes"}, "imported"),
        ({"imported": 1}, "imported"),
        ({"winner": "Ada"}, "winner"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_place(changes: dict[str, Any], where: str) -> None:
    with pytest.raises(Malformed) as problem:
        GameFile.from_data(data(**changes))
    assert where in str(problem.value)
    assert len(str(problem.value)) < 500


@pytest.mark.parametrize("key", ["format", "title", "revision", "options", "seats", "seed", "actions"])
def test_nothing_may_be_missing(key: str) -> None:
    partial = data()
    del partial[key]
    with pytest.raises(Malformed, match=key):
        GameFile.from_data(partial)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{",
        "[" * 100_000,
        '{"format": ' + "9" * 10_000 + "}",
        '{"format": NaN}',
        b"\xff\xfe",
        b"\x00",
        " " * (MOST_BYTES + 1),
    ],
    ids=range(10),
)
def test_what_is_no_game_file_at_all_is_refused(text: str | bytes) -> None:
    with pytest.raises(Malformed):
        GameFile.from_json(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[" + "[]," * MOST_VALUES + "0]", "too many values"),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "nested"),
        ('{"revenue": 1e999}', "number"),
        ('{"revenue": -1e999}', "number"),
        ('{"revenue": Infinity}', "number"),
    ],
    ids=range(5),
)
def test_a_file_that_needs_more_than_a_game_does_is_refused(text: str, why: str) -> None:
    with pytest.raises(Malformed, match=why):
        parse_json(text)


def test_a_duplicate_key_is_found_in_one_pass() -> None:
    """Every key is hashed once, however many come before the duplicate."""

    class Key(str):
        hashed = 0

        def __hash__(self) -> int:
            Key.hashed += 1
            return super().__hash__()

    count = 2_000
    with pytest.raises(Malformed, match="given twice"):
        _unique([*((Key(number), None) for number in range(count)), (Key(count - 1), None)])
    assert Key.hashed <= 2 * count + 2


def test_a_truncated_file_is_never_taken_for_a_shorter_game() -> None:
    text = some_game(most=20).to_json().rstrip()
    for length in range(len(text)):
        with pytest.raises(Malformed):
            GameFile.from_json(text[:length])


@settings(max_examples=60, deadline=None)
@given(ANY_JSON)
def test_whatever_the_json_is_the_answer_is_a_refusal(value: Any) -> None:
    with pytest.raises(Malformed):
        GameFile.from_data(value)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(data())), ANY_JSON)
def test_whatever_one_part_is_there_is_an_answer(key: str, value: Any) -> None:
    try:
        game = GameFile.from_data(data(**{key: value}))
    except Malformed:
        return
    assert GameFile.from_json(game.to_json()) == game


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=60), st.integers(0, 400))
def test_bytes_written_over_a_file_are_read_or_refused(noise: bytes, at: int) -> None:
    text = bytearray(some_game(most=20).to_json().encode())
    text[at : at + len(noise)] = noise
    try:
        game = GameFile.from_json(bytes(text))
    except Malformed:
        return
    assert json.loads(game.to_json())


@pytest.mark.parametrize(
    ("title", "seats", "options", "seed"),
    [
        ("1830", ("Ada", "Brunel"), (), 0),
        ("1860", ("Ada",), (), 0),
        ("1860", ("Ada", "Brunel"), ("peer-stack",), 0),
        ("1860", ("Ada", "Brunel"), (), -1),
    ],
)
def test_a_new_game_is_checked_too(title: str, seats: tuple[str, ...], options: tuple[str, ...], seed: int) -> None:
    with pytest.raises(Malformed):
        GameFile.new(title, seats, options, seed)
