"""Sketches that are kept with a game: each belongs to somebody, and nobody else ever sees it."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from threading import Lock

from django.http import Http404, HttpRequest
from django.utils.translation import gettext

from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.play.sketch import Sketch
from railhead.play.sketch_file import to_data
from railhead.web import access, limits
from railhead.web.models import StoredGame, StoredSketch
from railhead.web.viewer import Viewer

BROWSER = "browser"
"""What a browser remembers that sketches at a table without a seat there."""
MOST = 20
"""How many sketches one person may keep at a table."""
LONGEST_NAME = 60


class DrawnBoards:
    """Whole boards that were drawn lately, as they are sent: drawing one of them again takes hardly any time."""

    MOST = 2000

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[int, None] = OrderedDict()

    def note(self, *sent: str) -> None:
        """These are drawn now."""
        with self._lock:
            for text in sent:
                self._known[hash(text)] = None
                self._known.move_to_end(hash(text))
            while len(self._known) > self.MOST:
                self._known.popitem(last=False)

    def __contains__(self, sent: str) -> bool:
        with self._lock:
            return hash(sent) in self._known


DRAWN = DrawnBoards()


def count_board(request: HttpRequest, sent: str) -> None:
    """Count a whole board that is about to be drawn, unless it was drawn lately: by undo, or with another company."""
    if sent not in DRAWN:
        limits.spend(request, limits.BOARD)


def owner_of(request: HttpRequest, viewer: Viewer, may_remember: bool = False) -> str:
    """Whose sketches these are: a seat's or, without a seat, a user's or a browser's.

    Whoever plays several seats keeps the same sketches whichever of them is to move. A browser is only marked if it may
    remember something; before that, it has no sketches.
    """
    if viewer.who.seats:
        seat = viewer.chosen if viewer.chosen in viewer.who.seats else min(viewer.who.seats)
        return f"seat {seat}"
    user = access.signed_in(request)
    if user is not None:
        return f"user {user.pk}"
    if BROWSER not in request.session and may_remember:
        request.session[BROWSER] = secrets.token_urlsafe(18)
    return f"browser {request.session[BROWSER]}" if BROWSER in request.session else ""


def kept(game: StoredGame, owner: str) -> list[StoredSketch]:
    """Somebody's sketches at a table, the one changed last first."""
    return list(StoredSketch.objects.filter(game=game, owner=owner)) if owner else []


def find(game: StoredGame, owner: str, number: int) -> StoredSketch:
    """One of somebody's sketches."""
    found = StoredSketch.objects.filter(game=game, owner=owner, pk=number).first() if owner else None
    if found is None:
        raise Http404(gettext("There is no such sketch, or it is not yours"))
    return found


def add(game: StoredGame, owner: str, at: int) -> StoredSketch:
    """A new, blank sketch of the board after so many actions."""
    names = {sketch.name for sketch in kept(game, owner)}
    if len(names) >= MOST:
        raise Malformed("You have {most} sketches here already: delete one first", most=MOST)
    names_to_try = (gettext("Sketch %(number)s") % {"number": number} for number in range(1, MOST + 2))
    name = next(name for name in names_to_try if name not in names)
    return StoredSketch.objects.create(game=game, owner=owner, name=name, at=at)


def change(stored: StoredSketch, book: Rulebook, sketch: Sketch, at: int | None = None) -> None:
    """Keep what has been drawn, perhaps on the board of another point of the game."""
    stored.data = to_data(book, sketch)
    stored.at = stored.at if at is None else at
    stored.save(update_fields=["data", "at", "changed"])


def rename(stored: StoredSketch, name: str) -> None:
    """Give a sketch another name."""
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise Malformed("A name has 1 to {most} visible characters", most=LONGEST_NAME)
    if any(other.name == name and other.pk != stored.pk for other in kept(stored.game, stored.owner)):
        raise Malformed("You have another sketch of that name here")
    stored.name = name
    stored.save(update_fields=["name", "changed"])
