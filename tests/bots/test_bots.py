"""Bots: they choose only what is offered, games come to an end, and a seed tells the whole game."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from railhead.bots import registry, selfplay
from railhead.bots.bot import Instinct
from railhead.bots.careless import Careless
from railhead.core.actions import Action, Pass
from railhead.core.choices import Choices
from railhead.core.ids import Seat
from railhead.core.refusal import Malformed
from railhead.core.view import View
from railhead.titles import catalogue

BOOK = catalogue.rulebook("1860", ("A", "B", "C"))


def beginning(seed: int, most: int = 200) -> list[selfplay.Made]:
    return list(islice(selfplay.play(BOOK, [Careless() for _ in range(3)], Random(seed)), most))


def test_one_seed_is_one_game() -> None:
    one, other = beginning(5), beginning(5)
    assert [made.action for made in one] == [made.action for made in other]
    assert one[-1].state.digest() == other[-1].state.digest()
    assert [made.action for made in one] != [made.action for made in beginning(6)]


@pytest.mark.long
@pytest.mark.parametrize("players", catalogue.TITLES["1860"].players)
@pytest.mark.parametrize("seed", range(5))
def test_games_come_to_an_end(players: int, seed: int) -> None:
    book = catalogue.rulebook("1860", tuple("ABCD"[:players]))
    last = None
    for made in selfplay.play(book, [Careless() for _ in range(players)], Random(seed)):
        last = made
    assert last is not None
    assert not last.state.agenda
    assert last.state.ending


def test_a_bot_sees_its_own_view_only() -> None:
    seen: list[tuple[Seat, View]] = []

    class Curious(Instinct):
        def choose(self, view: View, choices: Choices, chance: Random) -> Action:
            seen.append((choices.seat, view))
            return choices.sample(chance)

    list(islice(selfplay.play(BOOK, [Curious()] * 3, Random(1)), 5))
    assert len(seen) == 5
    assert [view.seat for _, view in seen] == [seat for seat, _ in seen]
    assert [player.name for player in seen[0][1].players.values()] == ["A", "B", "C"]


def test_what_breaks_is_named_with_its_action() -> None:
    class Stubborn(Instinct):
        def choose(self, view: View, choices: Choices, chance: Random) -> Action:
            return Pass()

    with pytest.raises(selfplay.Broken) as broken:
        list(selfplay.play(BOOK, [Stubborn()] * 3, Random(1)))
    assert broken.value.number == 4
    assert broken.value.text == "pass"
    assert "Illegal" in broken.value.problem


def test_a_game_without_end_is_given_up() -> None:
    with pytest.raises(selfplay.Broken, match="not over after 10 actions"):
        list(selfplay.play(BOOK, [Careless() for _ in range(3)], Random(1), most=10))


def test_bots_are_found_by_name() -> None:
    assert isinstance(registry.find("random"), Careless)
    with pytest.raises(Malformed, match="random"):
        registry.find("clever")
