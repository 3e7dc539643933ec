"""Terrain that costs money to build on: a small picture of it, and the cost."""

from __future__ import annotations

from railhead.drawing import palette
from railhead.drawing.marks import Spot, group, moved, tag, text

COST_ROOM = (60.0, 44.0)

_ICONS = {
    "hill": "M-26 12 Q-13 -16 0 12 Q11 -8 22 12 Z",
    "mountain": "M-26 12 L-10 -16 L2 4 L10 -8 L24 12 Z",
    "marsh": "M-22 12 H22 M-14 12 V-4 M-18 12 L-20 0 M-10 12 L-8 0 M10 12 V-4 M6 12 L4 0 M14 12 L16 0",
    "water": "M-24 -2 q6 -8 12 0 t12 0 t12 0 t12 0 M-24 8 q6 -8 12 0 t12 0 t12 0 t12 0",
}
_LINES = ("marsh", "water", "river")


def cost_mark(cost: int, terrain: str, spot: Spot) -> str:
    """The cost of building, with a symbol for the terrain."""
    icon = _ICONS.get("water" if terrain == "river" else terrain, _ICONS["hill"])
    colour = palette.TERRAIN.get(terrain, palette.TERRAIN["hill"])
    drawn = (
        tag("path", d=icon, fill="none", stroke=colour, stroke_width=4, stroke_linecap="round")
        if terrain in _LINES
        else tag("path", d=icon, fill=colour)
    )
    words = text(
        (0, 12),
        str(cost),
        23,
        fill=palette.INK,
        font_weight="bold",
        stroke=palette.ground("", terrain),
        stroke_width=4,
        paint_order="stroke",
    )
    return group((moved((spot[0], spot[1] - 10), drawn), moved(spot, words)), class_="cost")
