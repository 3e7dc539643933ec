"""Replaying an 18xx.games file under our own rules, action by action, with every check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from railhead.core import engine
from railhead.core.actions import Action, text_of
from railhead.core.events import Event
from railhead.core.game import Game
from railhead.core.refusal import Illegal, Malformed, Refusal
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.core.text import Text, verbatim
from railhead.interop.as18xx import overlay
from railhead.interop.as18xx.file import File18xx, is_18xx_file, is_note, read, with_auto_actions
from railhead.interop.as18xx.reader import Reader
from railhead.interop.as18xx.reader_1860 import Reader1860
from railhead.interop.as18xx.reader_1862 import Reader1862
from railhead.play.gamefile import MOST_ACTIONS, GameFile
from railhead.play.imported import Import
from railhead.play.session import Misplayed
from railhead.rules.operating import OperatingRound
from railhead.rules.stock import StockTurn
from railhead.titles import catalogue

__all__ = ["Mismatch", "Replayed", "import_game", "is_18xx_file", "replay"]

READERS: dict[str, type[Reader]] = {reader.title: reader for reader in (Reader1860, Reader1862)}
"""By title: the reader for its files."""
FAR = 100
"""How many passes ahead are looked at: more than any table has in a row, and replaying takes linear time."""


class Mismatch(Misplayed):
    """An action of the file is not possible here: its id, the rule and why."""

    def __init__(self, action: dict[str, Any], refusal: Refusal | None, reason: Text) -> None:
        rule, why = ("unexpected", reason) if refusal is None else (refusal.rule, refusal.text)
        super().__init__(action.get("id"), f"{action.get('type')} by {action.get('entity')}", rule, why)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Replayed:
    """The table after one effective action of a file."""

    id: object
    type: str
    book: Rulebook
    state: State
    before: State
    """The table before the last of our actions for it."""
    actions: tuple[Action, ...]
    """Our actions for it, including those that the other system performs automatically."""
    events: tuple[Event, ...]


def rulebook_of(game: File18xx) -> Rulebook:
    """Our rulebook for a file, with all departures of that system applied."""
    if game.title not in READERS:
        raise Malformed("18xx.games file: games of {title} cannot be imported yet", title=repr(game.title))
    played = READERS[game.title].played_options(game.options)
    book = catalogue.rulebook(game.title, game.seats, played, game.seed)
    return overlay.overlaid(book, overlay.departures(game.title))


def replay(data: object) -> Iterator[Replayed]:
    """The table at the start (id 0) and after every effective action of an 18xx.games file."""
    game = read(data)
    return _Replay(game, rulebook_of(game)).run()


def import_game(data: object) -> GameFile:
    """Convert an 18xx.games file to a game file, checking every action."""
    game = read(data)
    book = rulebook_of(game)
    actions = tuple(text_of(book, ours) for item in _Replay(game, book).run() for ours in item.actions)
    imported, options = Import(len(actions), overlay.departures(game.title)), tuple(sorted(book.options))
    revision = catalogue.find(book.title).revision
    return GameFile(book.title, revision, options, book.seat_names, book.seed, actions, imported=imported)


class _Replay:
    def __init__(self, game: File18xx, book: Rulebook) -> None:
        self.game = game
        self.book = book
        self.reader = READERS[game.title](game.by_id)
        self.state, events = engine.start(book)
        self.before = self.state
        self.now = Game(book, self.state)
        self.events: list[Event] = list(events)
        self.actions: list[Action] = []
        self.actor: object = None
        """Who acted last in the file."""
        self.todo = [with_auto_actions(action) for action in game.actions]
        self.deciding = [part for group in self.todo for part in group if not is_note(part)]
        if len(self.deciding) > MOST_ACTIONS:
            raise Malformed(
                "18xx.games file: {actions} actions, more than {most}",
                actions=len(self.deciding),
                most=MOST_ACTIONS,
            )
        self.next = 0
        """The place of the next action of the file among those that decide something."""
        self.looked: tuple[State, range, bool] | None = None
        """The last look ahead: at which state, at which actions, and whether one of them uses the open step."""
        self.fitting: tuple[Game, dict[str, Any], bool] | None = None
        """The position and the action last compared, and whether the action is for the open step."""

    def run(self) -> Iterator[Replayed]:
        yield self.snapshot(0, "start")
        for group in self.todo:
            for part in group:
                if not is_note(part):
                    self.next += 1
                    self.take_safely(part)
            yield self.snapshot(group[0].get("id"), str(group[0]["type"]))

    def snapshot(self, id_: object, kind: str) -> Replayed:
        found = Replayed(id_, kind, self.book, self.state, self.before, tuple(self.actions), tuple(self.events))
        self.actions, self.events = [], []
        return found

    def take_safely(self, action: dict[str, Any]) -> None:
        """Apply an action; anything wrong with it is reported with its id."""
        try:
            self.take(action)
        except Malformed as problem:
            raise Mismatch(action, None, problem.message) from problem
        self.actor = action.get("entity")
        with suppress(Malformed):  # a problem with the next action is reported when its turn comes
            self.catch_up()

    def take(self, action: dict[str, Any]) -> None:
        """Apply one action of the file, unless it only ends a step that is not open here."""
        if not self.state.agenda:
            if action["type"] not in (
                "end_game",
                "pass",
            ):  # there, the last turn may continue although nothing is left to do here
                raise Mismatch(action, Refusal(self.book.cites["game.over"], Text("The game is over")), Text(""))
            return
        if action["type"] == "pass" and self.stale_pass(action):
            return
        if not self.fits(action):
            if action["type"] in self.reader.optional:
                return
            self.go_on(action)
            if not self.fits(action):
                step = self.now.step
                player, task = self.now.name(step.seat(self.now)), self.book.worded(step.task(self.now))
                raise Mismatch(action, None, Text("now {player} is to {task}", player=player, task=task))
        for ours in self.reader.read(self.now, action):
            self.apply(ours, action)

    def fits(self, action: dict[str, Any]) -> bool:
        """Is this action for the open step? The last answer is kept, being asked for again when the action is taken."""
        if self.fitting is None or self.fitting[0] is not self.now or self.fitting[1] is not action:
            self.fitting = self.now, action, self.reader.fits(self.now, action)
        return self.fitting[2]

    def stale_pass(self, action: dict[str, Any]) -> bool:
        """Does a pass end a step that is already closed here, or is the open step about to be used?"""
        if not self.fits(action):
            return True
        if not _by_company(action) or self.next == len(self.deciding):
            return False
        after = self.deciding[self.next]
        same = after["type"] != "pass" and after.get("entity") == action.get("entity")
        return same and self.fits(after) and not self.reader.means_more(self.now, after)

    def apply(self, ours: Action, action: dict[str, Any]) -> None:
        try:
            self.before, (self.state, events) = self.state, engine.apply(self.book, self.state, ours)
        except Illegal as no:
            raise Mismatch(action, no.refusal, verbatim(text_of(self.book, ours))) from no
        self.now = Game(self.book, self.state)
        self.actions.append(ours)
        self.events += events
        for event in events:
            self.reader.happened(self.now, event)

    def catch_up(self) -> None:
        """Pass where the other system has moved on automatically: the next action is for a later step or turn."""
        for place in self.ahead(self.next):
            action = self.deciding[place]
            if action["type"] == "pass" and self.is_over_for(place):
                continue
            if action["type"] != "end_game":  # the players stopped here
                self.go_on(action)
            return
        if self.game.finished and self.next + FAR >= len(self.deciding) and self.operating_round() is not None:
            self.go_on(None)

    def ahead(self, place: int) -> range:
        """The places of the next actions, as far as anyone looks ahead."""
        return range(place, min(self.next + FAR, len(self.deciding)))

    def go_on(self, action: dict[str, Any] | None) -> None:
        """Pass until the action fits, or to the end of the game if there is none.

        A new round is entered only past steps in which nothing could be done: whole rounds may have no actions.
        """
        round_ = self.state.round
        while (self.state.round == round_ or self.reader.idle(self.now)) and self.has_gone_on(action):
            self.apply(self.reader.forced(self.now), action or {})

    def has_gone_on(self, action: dict[str, Any] | None) -> bool:
        """Is a step open here that may be passed, while the next action of the file is not for it?"""
        if not self.state.agenda or not isinstance(self.now.step, self.reader.skippable):
            return False
        if action is not None and self.fits(action):
            return False
        return engine.why_not(self.book, self.state, self.reader.forced(self.now)) is None

    def is_over_for(self, place: int) -> bool:
        """Is a pass of the file for a turn that has already ended here?

        A company's pass comes too late if it has had its turn in this round; a player's, if they have just bought or
        sold, or if the file continues with the open step. Any other pass shows that earlier players were not asked.
        """
        action = self.deciding[place]
        if self.fits(action) or not self.state.agenda:
            return False
        step = self.now.step
        if not _by_company(action):
            if isinstance(step, StockTurn) and (step.dealt or action.get("entity") == self.actor):
                return not step.dealt
            return self.is_awaited(place + 1)
        round_ = self.operating_round()
        company = self.reader.company(self.now, action["entity"])
        return round_ is None or (company in round_.done and company != step.acting_company)

    def is_awaited(self, place: int) -> bool:
        """Is the open step used by the file, once some players have passed?"""
        if self.looked is None or self.looked[0] is not self.state or place not in self.looked[1]:
            end, used = self.look_ahead(place)
            self.looked = (self.state, range(place, end + 1), used)
        return self.looked[2]

    def look_ahead(self, place: int) -> tuple[int, bool]:
        """As far as which action players only pass, and whether that one uses the open step."""
        for other in self.ahead(place):
            action = self.deciding[other]
            if self.fits(action):
                return other, True
            if action["type"] != "pass" or _by_company(action):
                return other, False
        return self.next + FAR, False

    def operating_round(self) -> OperatingRound | None:
        """The current operating round."""
        return next((step for step in self.state.agenda if isinstance(step, OperatingRound)), None)


def _by_company(action: dict[str, Any]) -> bool:
    return action.get("entity_type") == "corporation"
