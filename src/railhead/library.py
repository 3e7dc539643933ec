"""The library: start, load, play, inspect and save games, from a program or at the Python prompt.

Everything here is also offered by the package itself: `railhead.new`, `railhead.load`, `railhead.Game`. It adds
no behaviour to the parts it is made of; it gives them the names you would expect.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from os import PathLike
from pathlib import Path
from random import Random

from railhead import storing
from railhead.core.actions import Action, parse
from railhead.core.choices import Choice
from railhead.core.choices import Choices as KernelChoices
from railhead.core.events import Event, sentence
from railhead.core.ids import Seat
from railhead.core.refusal import Illegal, Malformed, RailheadError, Refusal
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.core.text import Text
from railhead.core.view import View, view
from railhead.interop.as18xx import importer
from railhead.play import best_run
from railhead.play.best_run import BestRun
from railhead.play.gamefile import GameFile, parse_json
from railhead.play.listing import listing
from railhead.play.session import Misplayed, Session
from railhead.titles.catalogue import TITLES, Title

__all__ = [
    "BestRun",
    "Choices",
    "Game",
    "Illegal",
    "Malformed",
    "Misplayed",
    "RailheadError",
    "Title",
    "View",
    "load",
    "new",
    "titles",
]


def titles() -> dict[str, Title]:
    """The titles that can be played, by the name that `new` takes."""
    return dict(TITLES)


def new(title: str, players: int | Sequence[str], options: Collection[str] = (), seed: int = 0) -> Game:
    """Start a game for these players, named clockwise, or for a number of players (P1, P2, ...)."""
    if isinstance(players, int):
        players = [f"P{number}" for number in range(1, players + 1)]
    for what, given in (("Players", players), ("Options", options)):
        if isinstance(given, str):  # the letters of a string would pass for names
            raise Malformed(f"{what} must be a list of names, not a string: [{given!r}]")
    return Game(Session(GameFile.new(title, tuple(players), tuple(options), seed)))


def load(source: str | bytes | PathLike[str]) -> Game:
    """Load a game from a file or its text, a game file or one from 18xx.games. Every action is checked."""
    data = _read(source)
    game = (
        importer.import_game(data)
        if isinstance(data, dict) and importer.is_18xx_file(data)
        else GameFile.from_data(data)
    )
    return Game(Session(game))


def _read(source: str | bytes | PathLike[str]) -> object:
    """The JSON of a text, which begins with a brace (unlike any sensible path), or of the file at a path."""
    if isinstance(source, bytes) or (isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("{")):
        return parse_json(source)
    return storing.read_data(Path(source))


class Choices:
    """What may be decided now: choices, each of them a kind of action with the values its fields may take.

    There are none when the game is over. Large domains (bids, runs) stay symbolic: iterate over a choice for its
    actions, if there are few; take a `sample`; or write an action as text and ask whether it is `in` the choices.
    """

    def __init__(self, book: Rulebook, found: KernelChoices | None) -> None:
        self._book = book
        self._found = found

    @property
    def task(self) -> str:
        """What the player has to do, in words that follow "is to"; empty when the game is over."""
        return "" if self._found is None else self._found.task

    def __iter__(self) -> Iterator[Choice]:
        return iter(() if self._found is None else self._found)

    def __bool__(self) -> bool:
        return self._found is not None

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            try:
                action = parse(self._book, action)
            except Malformed:
                return False
        return self._found is not None and action in self._found

    def why_not(self, action: Action | str) -> Refusal | None:
        """The rule that forbids an action, and why, or None if it is allowed; Malformed if it is not an action."""
        if isinstance(action, str):
            action = parse(self._book, action)
        if self._found is None:
            return Refusal(self._book.cites["game.over"], Text("The game is over"))
        return self._found.why_not(action)

    def count(self) -> int:
        """How many actions there are; for runs, a lower bound."""
        return 0 if self._found is None else self._found.count()

    def sample(self, chance: Random) -> Action:
        """One action at random: first a choice, then a value for each of its fields."""
        if self._found is None:
            raise Malformed("The game is over: there is nothing to choose from")
        return self._found.sample(chance)

    def __str__(self) -> str:
        return "" if self._found is None else "\n".join(listing(self._book, self._found))

    def __repr__(self) -> str:
        return "<Choices: the game is over>" if self._found is None else repr(self._found)


class Game:
    """A game in progress. A refused action raises `Illegal` or `Malformed` and changes nothing."""

    def __init__(self, session: Session) -> None:
        self._session = session

    # -- which game -------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The title, as given to `new`."""
        return self.rulebook.title

    @property
    def players(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return self.rulebook.seat_names

    @property
    def options(self) -> frozenset[str]:
        """The options it is played with."""
        return self.rulebook.options

    @property
    def seed(self) -> int:
        """The random seed."""
        return self.rulebook.seed

    @property
    def revision(self) -> int:
        """The revision of the title's rules it is played by; new games are played by the newest."""
        return self.rulebook.revision

    @property
    def older_rules(self) -> str:
        """What to tell about a game that goes on under older rules than a new one would; empty if it does not."""
        return self.rulebook.older_rules

    @property
    def rulebook(self) -> Rulebook:
        """The facts and rules of this game; with `state`, what the functions of `railhead.core.engine` work on."""
        return self._session.book

    # -- the position -----------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The whole state now. It is a value: nothing that happens later changes it."""
        return self._session.state

    @property
    def round(self) -> str:
        """The round, as the title calls it."""
        return str(self.rulebook.round_name(self.state.round))

    @property
    def phase(self) -> str:
        """The phase, as the title calls it."""
        return self.rulebook.phases[self.state.phase].name

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self._session.over

    @property
    def seat(self) -> str | None:
        """The player whose decision it is; None when the game is over."""
        found = self._session.choices
        return None if found is None else self.rulebook.owner_names[found.seat]

    @property
    def choices(self) -> Choices:
        """What that player may decide; empty when the game is over."""
        return Choices(self.rulebook, self._session.choices)

    @property
    def scores(self) -> dict[str, int]:
        """What every player is worth now, by the rules for the end of the game."""
        return self._session.scores()

    @property
    def actions(self) -> tuple[str, ...]:
        """What has been decided so far, as texts that `play` takes."""
        return self._session.actions

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in the last action; before the first, what happened in the set-up."""
        return self._session.events(len(self._session))

    @property
    def log(self) -> tuple[str, ...]:
        """Everything that has happened, one sentence per event."""
        numbers = range(len(self._session) + 1)
        return tuple(sentence(self.rulebook, event) for number in numbers for event in self._session.events(number))

    def view(self, seat: str | Seat | None = None) -> View:
        """The table as a player may see it; None is a spectator, who sees what everybody may see."""
        if isinstance(seat, str):
            if seat not in self.players:
                raise Malformed(f"'{seat}' is not at the table; these are: {', '.join(self.players)}")
            seat = self.rulebook.find_seat(seat)
        return view(self.rulebook, self.state, seat)

    def best_run(self, company: str | None = None) -> BestRun:
        """The best runs of a company on the current board, with proof; by default the company whose turn it is."""
        if company is None:
            found = best_run.operating_company(self.state)
            if found is None:
                raise Malformed("No company is operating: name one")
        elif company in self.rulebook.company_names:
            found = self.rulebook.find_company(company)
        else:
            raise Malformed(f"'{company}' is not a company; these are: {', '.join(self.rulebook.company_names)}")
        return best_run.best_run(self.rulebook, self.state, found)

    # -- playing ----------------------------------------------------------------------------------

    def play(self, action: Action | str) -> None:
        """Play an action, or its text. Anything undone can no longer be redone."""
        self._session.act(action)

    def undo(self) -> None:
        """Take back the last action."""
        self._session.undo()

    def redo(self) -> None:
        """Redo the action undone last."""
        self._session.redo()

    def copy(self) -> Game:
        """An independent game at the same point."""
        return Game(self._session.fork())

    # -- keeping ----------------------------------------------------------------------------------

    def save(self, path: str | PathLike[str]) -> None:
        """Write the game to a file, atomically replacing any existing one."""
        storing.create(Path(path), self._session.game(), replace=True)

    def to_json(self) -> str:
        """The game as the text of a file, for `load`."""
        return self._session.game().to_json()

    # -- reading ----------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Games are equal if they have the same set-up and the same actions."""
        return isinstance(other, Game) and self._session.game() == other._session.game()

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        """The state of the game, in a few lines."""
        lines = [f"{self.title}, {self.round}, phase {self.phase}, after {len(self.actions)} actions"]
        lines += [f"  {name}: {worth}" for name, worth in self.scores.items()]
        lines += [note for note in (self.rulebook.older_rules,) if note]
        lines.append(self._turn())
        return "\n".join(lines)

    def __repr__(self) -> str:
        worth = ", ".join(f"{name} {score}" for name, score in self.scores.items())
        return f"<Game {self.title}, {self.round}: {self._turn()}; {worth}>"

    def _turn(self) -> str:
        if self.over:
            reason = f" ({self.state.ending})" if self.state.ending else ""
            return f"the game is over{reason}"
        return f"{self.seat} is to {self.choices.task}"
