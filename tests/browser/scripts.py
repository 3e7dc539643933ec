"""Games to be played through the page: what bots decide, written down as actions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import cast

from railhead.bots.bot import Instinct
from railhead.bots.careless import Careless
from railhead.bots.selfplay import play
from railhead.core.actions import Action, Pass, text_of
from railhead.core.choices import Choices
from railhead.core.view import View
from railhead.play.gamefile import GameFile
from railhead.play.offers import Rated, is_rated

PLAYERS = ("Ann", "Ben")


class Mostly(Instinct):
    """Plays at random but runs as well as it can, merges when it may, agrees to what others ask, and passes early."""

    def __init__(self, wants: tuple[str, ...], passes: float = 0.0) -> None:
        self._careless = Careless()
        self._wants = wants
        self._passes = passes

    def choose(self, view: View, choices: Choices, chance: Random) -> Action:
        for choice in choices:
            word = choice.action.form.split()[0]
            if len(choice.domains) == 1 and is_rated(choice.domains[0]):
                return choice.action(cast(Rated, choice.domains[0]).best[1])  # type: ignore[call-arg]
            if word in self._wants:
                return choice.sample(chance)
        if chance.random() < self._passes and Pass() in choices:
            return Pass()
        return self._careless.choose(view, choices, chance)


def decisions(title: str, seed: int, wants: tuple[str, ...] = (), passes: float = 0.0) -> Iterator[str]:
    """The actions of a game of two bots."""
    book = GameFile.new(title, PLAYERS, (), seed).rulebook()
    bots = [Mostly(wants, passes) for _ in PLAYERS]
    for decision in play(book, bots, Random(seed), audited=False):
        yield text_of(book, decision.action)


@cache
def opening_with_merger(title: str) -> tuple[int, tuple[str, ...]]:
    """A seed and the actions of an opening in which a merger is proposed and the other player agrees."""
    for seed in range(200):
        actions: list[str] = []
        for action in decisions(title, seed, ("merge", "accept")):
            actions.append(action)
            agreed = action == "accept" and actions[-2].startswith("merge")
            if agreed or len(actions) > 90:
                break
        if agreed:
            return seed, tuple(actions)
    raise AssertionError("no merger was found")


@cache
def first_operating_round(title: str, count: int = 90) -> tuple[int, tuple[str, ...]]:
    """A seed and the first actions of a game with track, runs, dividends and trains in it."""
    for seed in range(200):
        actions = []
        for action in decisions(title, seed, ("accept",)):
            actions.append(action)
            if len(actions) == count:
                break
        kinds = {action.split()[0] for action in actions}
        if {"lay", "run", "train"} <= kinds and kinds & {"pay", "keep"}:
            return seed, tuple(actions)
    raise AssertionError("no such game was found")
