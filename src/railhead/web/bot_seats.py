"""Seats that bots play: which bots there are, how they are called, and giving them seats or taking seats back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from railhead.bots import registry
from railhead.core.ids import Seat
from railhead.core.refusal import Malformed
from railhead.play.table import NotYours
from railhead.web import seats, tables
from railhead.web.access import Asker
from railhead.web.bot_queue import DUE
from railhead.web.hub import HUB, MOVED
from railhead.web.models import StoredGame

LEVELS: Mapping[str, Promise | str] = MappingProxyType(
    {"easy": gettext_lazy("easy"), "medium": gettext_lazy("medium"), "hard": gettext_lazy("hard")}
)
"""The bots that are offered, the weakest first."""
CHARACTERS: Mapping[str, Promise | str] = MappingProxyType(
    {
        "builder": gettext_lazy("builder"),
        "trader": gettext_lazy("trader"),
        "raider": gettext_lazy("raider"),
        "miser": gettext_lazy("miser"),
    }
)
USUAL = "medium"
"""The bot that plays if nothing else was said."""
PARTNERS = ("George", "Isambard", "Rocket", "Sirius", "Vulcan", "Puffing Billy", "Locomotion")
"""What bots are called if nobody names them."""
LONGEST = 40


def checked(bot: str) -> str:
    """The name of a bot that may be given a seat; Malformed if it is not one."""
    if len(bot) > LONGEST or "?" in bot:
        raise Malformed("'{name}' is not a bot that plays here", name=bot[:LONGEST])
    registry.find(bot)
    return bot


def offered() -> dict[str, str]:
    """The bots that can be chosen, with what they are called: levels first, then the characters of the hard one."""
    names = (*LEVELS, *(f"hard:{character}" for character in CHARACTERS))
    return {name: label(name) for name in names}


def label(bot: str) -> str:
    """What a bot is called at the table."""
    level, _, character = bot.partition(":")
    said = str(LEVELS.get(level, level))
    if character:
        said = f"{said}, {CHARACTERS.get(character, character)}"
    return gettext("bot: %(level)s") % {"level": said}


def demand_say(game: StoredGame, place: Seat, who: Asker) -> None:
    """Refuse whoever has no say in who plays a seat."""
    if not has_say(game, place, who):
        raise NotYours("{name}'s seat is not yours", name=game.places[place])


def has_say(game: StoredGame, place: Seat, who: Asker) -> bool:
    """Who plays a seat is decided by whoever has it; by the host, as long as nobody has."""
    return place in who.seats or (who.host and _is_free(game, place))


def _is_free(game: StoredGame, place: Seat) -> bool:
    """May somebody else be given a seat? Not that of a user who plays."""
    return not game.seats.filter(place=place, user__isnull=False, substitute_since=None).exists()


def change(game: StoredGame, place: Seat, bot: str) -> None:
    """Let a bot play a seat, or a person if none is named."""
    if bot:
        give(game, place, bot)
    else:
        take_back(game, place)


def give(game: StoredGame, place: Seat, bot: str) -> None:
    """Let a bot play a seat from now on."""
    checked(bot)
    _change(game, lambda bots: {**bots, str(place): bot})


def take_back(game: StoredGame, place: Seat) -> None:
    """Let a person decide for a seat again."""
    _change(game, lambda bots: {other: bot for other, bot in bots.items() if other != str(place)})


def _change(game: StoredGame, change: Callable[[dict[str, str]], dict[str, str]]) -> None:
    with tables.locked(game) as row:
        row.bots = change(row.bots)
        row.save(update_fields=["bots"])
        seats.begin_if_full(row)
        version = tables.next_version(row)
    game.refresh_from_db()
    HUB.publish(game.id, MOVED, version)
    DUE.add(game)
