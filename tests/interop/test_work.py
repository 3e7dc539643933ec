"""Reading an 18xx.games file takes work in proportion to its length, whatever is in it. Steps are counted."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from railhead.core.refusal import Malformed, RailheadError
from railhead.interop.as18xx import file
from railhead.interop.as18xx.importer import FAR, import_game
from railhead.interop.as18xx.reader import Reader
from railhead.play.gamefile import MOST_ACTIONS
from tests.interop.test_files import ANN, BEN, auction, done, numbered, other

PLAYERS = [{"id": ANN, "name": "Ann"}, {"id": BEN, "name": "Ben"}]


def game(actions: list[dict[str, Any]]) -> dict[str, Any]:
    """A file with these actions."""
    return {"id": 1, "title": "1860", "players": PLAYERS, "settings": {"seed": 1}, "actions": actions}


# -- undo -----------------------------------------------------------------------------------------


def plainly(actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is in force, by the definition: every undo walks back from the end."""
    kept: list[dict[str, Any] | None] = []
    undone: list[list[tuple[int, dict[str, Any]]]] = []
    for action in actions:
        if action["type"] == "undo":
            undone.append(taken_back(kept, action.get("action_id")))
        elif action["type"] == "redo":
            for place, back in undone.pop() if undone else ():
                kept[place] = back
        else:
            if action["type"] != file.CHAT:
                undone.clear()
            kept.append(action)
    return [action for action in kept if action is not None and action["type"] != file.CHAT]


def taken_back(kept: list[dict[str, Any] | None], after: object) -> list[tuple[int, dict[str, Any]]]:
    if after not in (None, 0) and not any(action is not None and action["id"] == after for action in kept):
        raise Malformed("not there")
    group: list[tuple[int, dict[str, Any]]] = []
    for place in range(len(kept) - 1, -1, -1):
        action = kept[place]
        if action is not None and after is not None and action["id"] == after:
            break
        if action is None or action["type"] == file.CHAT:
            continue
        group.append((place, action))
        kept[place] = None
        if after is None:
            break
    return group[::-1]


def answer(resolve: Any, actions: list[dict[str, Any]]) -> list[int] | None:
    """The ids of what is in force; None if the file is refused."""
    try:
        return [action["id"] for action in resolve(actions)]
    except Malformed:
        return None


@pytest.mark.parametrize("seed", range(300))
def test_undo_and_redo_are_resolved_as_defined(seed: int) -> None:
    random = Random(seed)
    actions: list[dict[str, Any]] = []
    for _ in range(random.randrange(1, 40)):
        kind = random.choices(("bid", file.CHAT, "undo", "redo"), (6, 1, 3, 3))[0]
        named = {"action_id": random.randrange(0, len(actions) + 2)} if kind == "undo" and random.random() < 0.6 else {}
        actions = numbered(*actions, other(kind, **named))
        assert answer(file.effective, actions) == answer(plainly, actions)


class Counted(list[int]):
    """A list that counts how many of its elements are looked at."""

    looked = 0

    def __getitem__(self, at: Any) -> Any:
        Counted.looked += len(range(*at.indices(len(self)))) if isinstance(at, slice) else 1
        return super().__getitem__(at)


@pytest.mark.parametrize("named", [{}, {"action_id": 1}, {"action_id": 0}], ids=("last", "named", "all"))
def test_undoing_over_and_over_takes_linear_work(named: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    history = file._History()
    monkeypatch.setattr(history, "_line", Counted())
    monkeypatch.setattr(Counted, "looked", 0)
    count = 2_000
    for place in range(count):
        history.add(place, {"type": "bid", "id": place + 1})
    for _ in range(count):
        history.undo({"type": "undo", **named})
        history.redo()
    assert len(history.in_force) == count
    assert Counted.looked < 30 * count


def test_a_file_with_more_actions_than_a_game_has_is_refused() -> None:
    with pytest.raises(Malformed, match="more than"):
        file.read(game([other(file.CHAT, id=1)] * (MOST_ACTIONS + 1)))


# -- looking ahead --------------------------------------------------------------------------------


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often it was asked whether an action fits."""
    asked = [0]
    fits = Reader.fits

    def counted(reader: Reader, *arguments: Any) -> bool:
        asked[0] += 1
        return fits(reader, *arguments)

    monkeypatch.setattr(Reader, "fits", counted)
    return asked


@pytest.mark.parametrize("who", [(ANN,), (BEN,), (ANN, BEN), ("C&N",), (ANN, "C&N", BEN)], ids=str)
@pytest.mark.parametrize("before", [0, 6, 18])
def test_a_file_of_passes_takes_linear_work(who: tuple[int | str, ...], before: int, looks: list[int]) -> None:
    """However the file goes on, no pass is looked at more often than the distance anyone looks ahead."""
    count = 1_000
    passes = [done(who[number % len(who)]) for number in range(count)]
    with suppress(RailheadError):
        import_game(game(numbered(*auction()[:before], *passes)))
    assert looks[0] < 3 * FAR * count


def test_an_infinite_number_is_refused() -> None:
    """A file read by other means than ours may hold one."""
    wrong = {**auction()[0], "price": float("inf")}
    with pytest.raises(RailheadError):
        import_game(game(numbered(wrong)))
