"""The bots by name and settings: `medium`, `hard:trader`, `easy?noise=0.5`, `medium@1`.

A yardstick has a number: `medium@1` decides the same for ever, while `medium` is the newest one.

Packages can bring their own: an entry point of the group `railhead.bots` names a function that is called with the
character (empty if none was given) and the settings, and returns a bot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points

from railhead.bots import yardsticks
from railhead.bots.bot import Bot
from railhead.bots.careless import Careless
from railhead.bots.character import CHARACTERS, PLAIN, Character
from railhead.bots.hard import Hard
from railhead.bots.thumb import Thumb
from railhead.core.refusal import Malformed

GROUP = "railhead.bots"
"""The entry points by which other packages bring bots."""
NOISE = 1.0
"""How far off the estimates of the easy bot are."""

Maker = Callable[[str, Mapping[str, float]], Bot]
"""Makes a bot of a character, with settings."""


def _careless(character: str, settings: Mapping[str, float]) -> Bot:
    if character or settings:
        raise Malformed("The random bot has no characters and no settings")
    return Careless()


def _easy(character: str, settings: Mapping[str, float]) -> Bot:
    return Thumb(_only(settings, noise=NOISE)["noise"], _character(character))


def _medium(character: str, settings: Mapping[str, float]) -> Bot:
    return Thumb(_only(settings, noise=0.0)["noise"], _character(character))


def _hard(character: str, settings: Mapping[str, float]) -> Bot:
    _only(settings)
    return Hard(_character(character))


BOTS: dict[str, Maker] = {"random": _careless, "easy": _easy, "medium": _medium, "hard": _hard}
"""The bots that come with the package."""


def _first_medium(character: str, settings: Mapping[str, float]) -> Bot:
    return Thumb(_only(settings, noise=0.0)["noise"], _character(character), yardsticks.FIRST)


YARDSTICKS: dict[str, Maker] = {"medium@1": _first_medium}
"""Bots that are kept as they are, so that strengths can be compared over time.

Once the rules of thumb change, the old ones stay here under their number; a test holds them to their decisions.
"""


def find(name: str) -> Bot:
    """A bot by its name, perhaps with a character (`medium:trader`) and settings (`medium?noise=0.1`)."""
    kind, _, query = name.partition("?")
    kind, _, character = kind.partition(":")
    makers = {**_others(), **BOTS, **YARDSTICKS}
    if kind not in makers:
        raise Malformed("'{name}' is not a bot; these are: {known}", name=name, known=", ".join(sorted(makers)))
    return makers[kind](character, _settings(query))


@cache
def _others() -> dict[str, Maker]:
    """The bots of other packages."""
    return {each.name: each.load() for each in entry_points(group=GROUP)}


def _settings(query: str) -> dict[str, float]:
    found = {}
    for part in query.split("&") if query else ():
        name, _, text = part.partition("=")
        try:
            found[name] = float(text)
        except ValueError:
            raise Malformed("'{part}' is not a setting such as noise=0.5", part=part) from None
    return found


def _only(settings: Mapping[str, float], **defaults: float) -> dict[str, float]:
    """The settings, completed; raises Malformed if there are others."""
    for name in settings:
        if name not in defaults:
            raise Malformed("'{name}' is not a setting; these are: {known}", name=name, known=", ".join(defaults))
    return {**defaults, **settings}


def _character(name: str) -> Character:
    if name and name not in CHARACTERS:
        raise Malformed("'{name}' is not a character; these are: {known}", name=name, known=", ".join(CHARACTERS))
    return CHARACTERS[name] if name else PLAIN
