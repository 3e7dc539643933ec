"""Draws labels: names as words, values in pills, letters in boxes, costs beside a picture of the terrain.

A board has hundreds of them, so what they have in common is written once: `STYLE` belongs to a group around them.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from railhead.drawing.labels import COORDINATE, COST, FIGURE, LEADING, LETTER, NUMBER, TOLL, VALUE, Label
from railhead.drawing.letters import CAPITAL, width
from railhead.drawing.marks import Spot, Value, at, box, group, moved, tag
from railhead.drawing.palette import paint
from railhead.drawing.terrain import terrain_mark

LEADER = 0.11
"""The width of a line to a label, relative to the size of its type."""
QUIET = (COORDINATE, NUMBER)
STYLE: dict[str, Value] = {"fill": paint("ink"), "stroke": paint("ink"), "stroke_width": 0.0}
"""What labels inherit: words are filled, and frames have a line as soon as they give its width."""


def words(spot: Spot, line: str, size: float, *, bold: bool = False, narrow: bool = False, **attributes: Value) -> str:
    """A line of words centred on a point, exactly as wide as it was measured, whatever font is there."""
    return tag(
        "text",
        escape(line),
        x=spot[0],
        y=spot[1] + size * CAPITAL / 2,
        font_size=size,
        font_weight="bold" if bold else None,
        textLength=width(line, bold=bold, narrow=narrow) * size,
        lengthAdjust="spacingAndGlyphs" if narrow else None,
        **attributes,
    )


def caption(label: Label, terrain: str = "") -> str:
    """A label."""
    form = label.form
    if form.kind == VALUE:
        return _boxed(label, form.height / 2, 1.6)
    if form.kind == LETTER:
        return _boxed(label, 4.0, 2.0)
    if form.kind == TOLL:
        return _boxed(label, 6.0, 2.2)
    if form.kind == COST:
        return _cost(label, terrain)
    return _small(label) if form.kind in QUIET else _words(label)


def captions(labels: Iterable[Label], terrain: str = "") -> str:
    """All labels of a hex."""
    return "".join(caption(label, terrain) for label in labels)


def _boxed(label: Label, corner: float, line: float) -> str:
    form = label.form
    frame = box(
        label.middle,
        form.width - line,
        form.height - line,
        fill=paint("casing"),
        stroke_width=line,
        rx=corner,
    )
    return group(
        (frame, words(label.middle, form.lines[0], form.size, bold=True, narrow=form.narrow)), class_=form.kind
    )


def _words(label: Label) -> str:
    (x, y), form = label.middle, label.form
    first = y - form.height / 2 + form.size * CAPITAL / 2
    style = {"bold": form.bold, "narrow": form.narrow}
    lines = [
        words((x, first + order * form.size * LEADING), line, form.size, **style)
        for order, line in enumerate(form.lines)
    ]
    kind = "value" if form.kind == FIGURE else form.kind
    return group((_leader(label), *lines), class_=kind)


def _leader(label: Label) -> str:
    """The line to a label that is far from what it belongs to, on a bed that makes it visible on any ground."""
    if label.leader is None:
        return ""
    (ax, ay), (bx, by) = label.leader
    line = f"M{at((ax, ay))}L{at((bx, by))}"
    wide = LEADER * label.form.size
    bed = tag("path", d=line, stroke=paint("casing"), stroke_width=2.6 * wide)
    return bed + tag("path", d=line, stroke_width=wide, class_="leader")


def _small(label: Label) -> str:
    """A coordinate or the number of a tile: there are many of them, and all have the size of their group."""
    (x, y), form = label.middle, label.form
    return tag("text", escape(form.lines[0]), x=x, y=y + form.size * CAPITAL / 2, class_=form.kind)


def _cost(label: Label, terrain: str) -> str:
    (x, y), form = label.middle, label.form
    wide = width(form.lines[0], bold=True) * form.size
    left, right = x - form.width / 2, x + form.width / 2
    icon = moved((left + form.size * 0.65, y), terrain_mark(terrain, form.size * 1.3))
    return group((icon, words((right - wide / 2, y), form.lines[0], form.size, bold=True)), class_="cost")
