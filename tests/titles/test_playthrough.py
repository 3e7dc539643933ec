"""A whole game, told action by action: what a change of the rules changes shows in the difference of two texts.

The transcript holds its own actions, so it does not depend on any bot. The test plays them again and compares every
line. After a wanted change of the rules or of the wording, rewrite it and read what has changed:

    RAILHEAD_WRITE_PLAYTHROUGH=1 python -m pytest tests/titles/test_playthrough.py
    git diff tests/titles/playthroughs

Where an action is no longer allowed, the writing stops and says which. A new game is then played by the careless bot:

    RAILHEAD_WRITE_PLAYTHROUGH=new python -m pytest tests/titles/test_playthrough.py
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from railhead.bots import registry, selfplay
from railhead.core import engine
from railhead.core.actions import text_of
from railhead.core.events import sentence
from railhead.core.rulebook import UNLIMITED
from railhead.core.view import view
from railhead.play.gamefile import GameFile
from railhead.play.session import Session

FOLDER = Path(__file__).parent / "playthroughs"
PATHS = sorted(FOLDER.glob("*.txt"))
WRITE = os.environ.get("RAILHEAD_WRITE_PLAYTHROUGH", "")
EVERY = 25
"""After so many actions the whole table is shown."""
MOST = {"18OE": 600}
"""By title: how many actions of a new game are told, where a whole one would fill a book."""
CHANCE = {"1863": 23}
"""By title: the seed of a new game, where most games end before the last phase."""

HEAD = re.compile(r"^(?P<title>\S+), revision (?P<revision>\d+), played by (?P<seats>.*); options: (?P<options>.*)$")
ACTION = re.compile(r"^\d+ [^:]+: (?P<text>.*)$")


def read(text: str) -> GameFile:
    """The game a transcript tells."""
    lines = text.splitlines()
    head = HEAD.match(lines[0])
    assert head is not None, f"the transcript begins with {lines[0]!r}"
    options = () if head["options"] == "none" else tuple(head["options"].split(", "))
    actions = tuple(found["text"] for found in map(ACTION.match, lines) if found)
    return GameFile(head["title"], int(head["revision"]), options, tuple(head["seats"].split(", ")), actions=actions)


def told(session: Session) -> str:
    """The transcript of a game."""
    game, book = session.game(), session.book
    seats, options = ", ".join(game.seats), ", ".join(game.options) or "none"
    lines = [
        f"{game.title}, revision {game.revision}, played by {seats}; options: {options}",
        "",
        "Set-up",
        *happened(session, 0),
        *table(session, 0),
    ]
    for number, text in enumerate(session.actions, 1):
        choices = engine.choices(book, session.at(number - 1))
        assert choices is not None
        seat = choices.seat
        said = f"{book.owner_names[seat]}: {text}"
        lines.append(f"{number} {said}")
        lines += [told for told in happened(session, number) if told.strip() != said]
        if number % EVERY == 0 or number == len(session):
            lines += table(session, number)
    lines += [f"The end: {session.state.ending or 'not yet'}"]
    lines += [f"    {name} {worth}" for name, worth in session.scores().items()]
    return "\n".join(lines) + "\n"


def happened(session: Session, number: int) -> list[str]:
    """What an action brought about, in sentences."""
    return [f"    {sentence(session.book, event)}" for event in session.events(number)]


def table(session: Session, number: int) -> list[str]:
    """The whole table after an action."""
    book, state = session.book, session.at(number)
    seen = view(book, state, None).to_data()
    lines = ["", f"    After {number} actions: {seen['round']}, phase {seen['phase']}, bank {seen['bank']}"]
    for name, player in seen["players"].items():
        shares = ", ".join(f"{count} {company}" for company, count in player["shares"].items())
        privates = ", ".join(player["privates"])
        owned = "; ".join(part for part in (shares, privates) if part) or "nothing"
        lines.append(f"    {name}: {player['cash']} in cash, worth {player['worth']}; owns {owned}")
    for name, facts in seen["companies"].items():
        if facts["par"] is not None or facts["price"] is not None:
            treasury = state.cash[book.purse(book.find_company(name))]
            trains = " ".join(facts["trains"]) or "none"
            price = facts["par"] if facts["price"] is None else facts["price"]
            lines.append(
                f"    {name}: price {price}, directed by {facts['director'] or 'nobody'}, treasury {treasury}, "
                f"trains {trains}, tokens left {facts['tokens_left']}, "
                f"{facts['ipo']} in the offer, {facts['pool']} in the pool"
            )
    left = {name: "many" if count > UNLIMITED // 2 else count for name, count in seen["trains"].items() if count}
    lines.append("    Trains: " + ", ".join(f"{count} of {name}" for name, count in left.items()))
    lines.append("    Tiles: " + (" ".join(f"{at}={tile}" for at, tile in seen["tiles"].items()) or "none"))
    return [*lines, f"    Digest {state.digest()}", ""]


def new_game(title: str, seats: tuple[str, ...]) -> GameFile:
    """A game played by the careless bot."""
    game = GameFile.new(title, seats)
    book, bots = game.rulebook(), [registry.find("random") for _ in seats]
    played = selfplay.play(book, bots, Random(CHANCE.get(title, 1860)))
    actions = [text_of(book, done.action) for done in islice(played, MOST.get(title))]
    return replace(game, actions=tuple(actions))


def test_there_is_a_transcript() -> None:
    assert PATHS, f"no transcript in {FOLDER}"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_game_goes_as_the_transcript_tells(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    game = read(text)
    if WRITE:
        session = Session(new_game(game.title, game.seats) if WRITE == "new" else game)
        path.write_text(told(session), encoding="utf-8")
        pytest.skip(f"{path.name} has been rewritten; look at the difference")
    session = Session(game)
    assert session.over or len(session) == MOST[game.title]
    expected, found = text.splitlines(), told(session).splitlines()
    for number, (old, new) in enumerate(zip(expected, found, strict=False), 1):
        assert new == old, f"{path.name}, line {number}"
    assert len(found) == len(expected)
