"""Signs on areas beyond the board: in the area beside its name and figures, or just outside."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from railhead.core.ids import Hex
from railhead.core.rulebook import PhaseFacts
from railhead.drawing.area_blocks import CLEAR, blocks, free_plane
from railhead.drawing.frame import middles
from railhead.drawing.labels import Label, mark_form
from railhead.drawing.levels import Level
from railhead.drawing.tile import Face
from railhead.track.board import Board

Signs = tuple[tuple[Hex, str, bool], ...]
"""By hex: a sign there, and whether it is faint."""
AT = (-45.0, -60.0)
"""Where a sign should be, from the centre of its hex."""
LINE = 1.5
"""The height of a line with the room above and below its letters, as a part of theirs."""


def signs_of(faces: Sequence[Face]) -> Signs:
    """The signs on areas."""
    return tuple(
        (Hex(number), sign, faint) for number, face in enumerate(faces) if face.is_area for sign, faint in face.marks
    )


@lru_cache(maxsize=256)
def area_marks(board: Board, phases: tuple[PhaseFacts, ...], level: Level, signs: Signs) -> tuple[Label, ...]:
    """The signs in their places on the board, clear of what is written in areas and of each other."""
    if not level.complete or not signs:
        return ()
    taken = free_plane(board).copy()
    for block in blocks(board, phases, level):
        taken.box(block.middle, *block.size)
    found = []
    for hex_, sign, faint in signs:
        form = mark_form(sign, faint, level)
        x, y = middles(board)[hex_]
        room = form.width + CLEAR, form.height * LINE + CLEAR
        place = taken.free(*room).nearest((x + AT[0], y + AT[1]))
        if place is not None:
            found.append(Label(form, place[1]))
            taken.box(place[1], *room)
    return tuple(found)
