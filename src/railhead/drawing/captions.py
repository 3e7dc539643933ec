"""Draws labels: names as words, values in pills, letters in boxes, costs beside a picture of the terrain.

A board has hundreds of them, so what they have in common is written once: `STYLE` belongs to a group around them, and
labels that look alike are defined once and referred to.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from railhead.drawing.labels import COORDINATE, COST, FIGURE, LEADING, LETTER, MARK, NUMBER, SYMBOLS, TOLL, VALUE, Label
from railhead.drawing.letters import CAPITAL, width
from railhead.drawing.marks import Spot, Value, at, box, group, moved, number, tag
from railhead.drawing.memory import remembered
from railhead.drawing.palette import paint
from railhead.drawing.terrain import terrain_mark

FAINT = 0.75
"""How opaque a faint sign is."""
LEADER = 0.11
"""The width of a line to a label, relative to the size of its type."""
QUIET = (COORDINATE, NUMBER)
SHARED = (VALUE, LETTER, COST, TOLL, MARK)
"""Kinds of labels of which many look alike: a board defines each once and refers to it."""
STYLE: dict[str, Value] = {"fill": paint("ink"), "stroke": paint("ink"), "stroke_width": 0.0}
"""What labels inherit: words are filled, and frames have a line as soon as they give its width."""


def words(
    spot: Spot,
    line: str,
    size: float,
    *,
    bold: bool = False,
    narrow: bool = False,
    usual: float = 0.0,
    **attributes: Value,
) -> str:
    """A line of words centred on a point, exactly as wide as it was measured, whatever font is there.

    Words of the usual size inherit it.
    """
    return tag(
        "text",
        escape(line),
        x=spot[0],
        y=spot[1] + size * CAPITAL / 2,
        font_size=None if size == usual else size,
        font_weight="bold" if bold else None,
        textLength=width(line, bold=bold, narrow=narrow) * size,
        lengthAdjust="spacingAndGlyphs" if narrow else None,
        **attributes,
    )


def caption(label: Label, terrain: str = "", usual: float = 0.0) -> str:
    """A label."""
    form = label.form
    if form.kind in SHARED:
        return _whole(label, terrain, class_=form.kind)
    return _small(label) if form.kind in QUIET else _words(label, usual)


def captions(labels: Iterable[Label], terrain: str = "") -> str:
    """All labels of a hex."""
    return "".join(caption(label, terrain) for label in labels)


def references(labels: Iterable[Label], terrain: str, usual: float) -> str:
    """The same where labels that occur many times are only referred to, and type has the usual size if not said."""
    return "".join(
        tag("use", class_=label.form.kind, href=f"#{_id(label, terrain)}", x=label.middle[0], y=label.middle[1])
        if label.form.kind in SHARED
        else caption(label, terrain, usual)
        for label in labels
    )


def definitions(labels: Iterable[Label], terrain: str) -> dict[str, str]:
    """By id: the labels that are referred to."""
    return {
        _id(label, terrain): _defined(Label(label.form, (0.0, 0.0)), terrain)
        for label in labels
        if label.form.kind in SHARED
    }


@remembered(1_200, 3)
def _defined(label: Label, terrain: str) -> str:
    return _whole(label, terrain, id=_id(label, terrain))


def _id(label: Label, terrain: str) -> str:
    """What two labels have in common exactly if they look alike."""
    form = label.form
    sign = "".join(each if each.isalnum() else f"_{ord(each)}" for each in form.lines[0])
    kind = f"{form.kind}-{terrain}" if form.kind == COST and terrain else form.kind
    cut = "n" if form.narrow else "f" if kind == MARK and not form.bold else ""
    return f"{kind}-{sign}-{number(form.size)}{cut}"


def _whole(label: Label, terrain: str, **attributes: Value) -> str:
    """A label with its frame or picture."""
    kind = label.form.kind
    if kind == COST:
        return _cost(label, terrain, **attributes)
    if kind == MARK:
        return _mark(label, **attributes)
    corner, line = {VALUE: (label.form.height / 2, 1.6), LETTER: (4.0, 2.0), TOLL: (6.0, 2.2)}[kind]
    return _boxed(label, corner, line, **attributes)


def _boxed(label: Label, corner: float, line: float, **attributes: Value) -> str:
    form = label.form
    frame = box(
        label.middle,
        form.width - line,
        form.height - line,
        fill=paint("casing"),
        stroke_width=line,
        rx=corner,
    )
    said = words(label.middle, form.lines[0], form.size, bold=True, narrow=form.narrow)
    return group((frame, said), **attributes)


def _mark(label: Label, **attributes: Value) -> str:
    """A sign: light on dark, or a faint one dark on light within dots."""
    form, faint = label.form, not label.form.bold
    ground, ink = paint("casing" if faint else "ink"), paint("ink" if faint else "casing")
    line = form.size * 0.06
    size = (form.width - line, form.height - line)
    frame = box(label.middle, *size, fill=ground, stroke_width=line, rx=form.size * 0.12)
    if form.lines[0] in SYMBOLS:
        (x, y), (wide, high) = label.middle, size
        fold = f"M{at((x - wide / 2, y - high / 2))}L{at((x, y + high * 0.12))}L{at((x + wide / 2, y - high / 2))}"
        said = tag("path", d=fold, fill="none", stroke=ink, stroke_width=form.size * 0.1)
    else:
        said = words(label.middle, form.lines[0], form.size, bold=form.bold, fill=ink)
    return group((frame, said), **attributes, opacity=FAINT if faint else None)


def _words(label: Label, usual: float) -> str:
    (x, y), form = label.middle, label.form
    first = y - form.height / 2 + form.size * CAPITAL / 2
    kind = "value" if form.kind == FIGURE else form.kind
    alone = len(form.lines) == 1 and label.leader is None
    lines = [
        words(
            (x, first + order * form.size * LEADING),
            line,
            form.size,
            bold=form.bold,
            narrow=form.narrow,
            usual=usual,
            class_=kind if alone else None,
        )
        for order, line in enumerate(form.lines)
    ]
    return lines[0] if alone else group((_leader(label), *lines), class_=kind)


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
    """A coordinate or the number of a tile: there are many of them, and all have the size and kind of their group."""
    (x, y), form = label.middle, label.form
    return tag("text", escape(form.lines[0]), x=round(x), y=round(y + form.size * CAPITAL / 2))


def _cost(label: Label, terrain: str, **attributes: Value) -> str:
    (x, y), form = label.middle, label.form
    wide = width(form.lines[0], bold=True) * form.size
    left, right = x - form.width / 2, x + form.width / 2
    icon = moved((left + form.size * 0.65, y), terrain_mark(terrain, form.size * 1.3))
    said = words((right - wide / 2, y), form.lines[0], form.size, bold=True)
    return group((icon, said), **attributes)
