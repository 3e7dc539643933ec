"""Small pictures of terrain that costs money to build on."""

from __future__ import annotations

from railhead.drawing.marks import tag
from railhead.drawing.palette import SAME, paint, terrain_paint

_ICONS = {
    "hill": "M-26 12 Q-13 -18 0 12 Q11 -10 24 12 Z",
    "mountain": "M-26 13 L-8 -17 L2 2 L10 -9 L26 13 Z",
    "marsh": "M-22 12 H22 M-14 12 V-6 M-18 12 L-21 0 M-10 12 L-7 0 M10 12 V-6 M6 12 L3 0 M14 12 L17 0",
    "water": "M-26 -5 q6.5 -10 13 0 t13 0 t13 0 t13 0 M-26 9 q6.5 -10 13 0 t13 0 t13 0 t13 0",
    "park": "M0 14 V2 M0 4 L-16 4 L0 -16 L16 4 Z",
}
_LINES = ("marsh", "water")
_HALF = 26.0


def terrain_mark(terrain: str, size: float) -> str:
    """A picture of a kind of terrain, about as wide as the font size, centred on the origin."""
    kind = SAME.get(terrain, terrain)
    icon = _ICONS.get(kind, _ICONS["hill"])
    scale = {"transform": f"scale({size / 2 / _HALF:.2f})"}
    colour = paint(terrain_paint(terrain))
    if kind in _LINES:
        return tag("path", d=icon, fill="none", stroke=colour, stroke_width=5.5, stroke_linecap="round", **scale)
    return tag("path", d=icon, fill=colour, **scale)
