"""How a run gets from a stop to the next where it does not go by land: over which seas, or by a ferry."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from railhead.core.ids import Point, Stop
from railhead.core.rulebook import Rulebook
from railhead.routes.check import links_along
from railhead.track.network import Link, Network


def crossings(book: Rulebook, network: Network, path: Sequence[Point]) -> dict[Stop, str]:
    """By stop from which a run goes on across water: the words for it."""
    links = links_along(network, tuple(path)) or ()
    return {link.start: words for link in links if (words := _words(book, link))}


def _words(book: Rulebook, link: Link) -> str:
    if link.ferry:
        return gettext("by ferry")
    if link.sea is None:
        return ""
    if link.courses:  # which of them it takes depends on what else the trains cross
        return gettext("by sea")
    seas = (book.scenery.seas[number].name for number in dict.fromkeys(link.water))
    return gettext("by sea: %(seas)s") % {"seas": ", ".join(seas)}
