"""The few SVG elements the drawings need, as text, with all external input escaped.

Only presentation attributes are used, never `style`, so the drawings also work where inline styles are forbidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from railhead.drawing.letters import CAPITAL, FONT, width

Spot = tuple[float, float]
Disc = tuple[float, float, float]
"""A point and a radius."""
Value = str | float | None


def tag(name: str, children: str | Iterable[str] = "", /, **attributes: Value) -> str:
    """An element; `_` in an attribute's name stands for `-`, and attributes that are None are omitted."""
    inner = children if isinstance(children, str) else "".join(children)
    head = "".join(_attribute(key, value) for key, value in attributes.items() if value is not None)
    return f"<{name}{head}>{inner}</{name}>" if inner else f"<{name}{head}/>"


def _attribute(key: str, value: str | float) -> str:
    text = escape(value) if isinstance(value, str) else number(value)
    return f' {key.rstrip("_").replace("_", "-")}="{text}"'


def number(value: float) -> str:
    """A number with no more digits than the eye can see."""
    text = f"{value:.1f}"
    text = text[:-2] if text.endswith(".0") else text
    return "0" if text == "-0" else text


def at(spot: Spot) -> str:
    """A point in SVG path syntax."""
    return f"{number(spot[0])} {number(spot[1])}"


def onward(spot: Spot) -> str:
    """A relative point in SVG path syntax, which needs no space before a minus."""
    x, y = number(spot[0]), number(spot[1])
    return f"{x}{y}" if y.startswith("-") else f"{x} {y}"


def group(children: str | Iterable[str], /, **attributes: Value) -> str:
    """A group, or an empty string if it has no content."""
    inner = children if isinstance(children, str) else "".join(children)
    return tag("g", inner, **attributes) if inner else ""


def moved(spot: Spot, children: str | Iterable[str], /, **attributes: Value) -> str:
    """A group translated to a point."""
    return group(children, transform=f"translate({at(spot)})", **attributes)


def text(spot: Spot, words: str, size: float, /, **attributes: Value) -> str:
    """Text centred on a point."""
    return tag("text", escape(words), x=spot[0], y=spot[1] + size * CAPITAL / 2, font_size=size, **attributes)


def fitting(spot: Spot, words: str, size: float, room: float, /, **attributes: Value) -> str:
    """Bold text centred on a point, made narrow where it would be wider than the room there is."""
    narrow = width(words, bold=True) * size > room
    fit: dict[str, Value] = {"textLength": room, "lengthAdjust": "spacingAndGlyphs"} if narrow else {}
    return text(spot, words, size, **fit, **attributes)


def circle(spot: Spot, radius: float, /, **attributes: Value) -> str:
    """A circle."""
    return tag("circle", cx=spot[0], cy=spot[1], r=radius, **attributes)


def box(spot: Spot, width: float, height: float, /, **attributes: Value) -> str:
    """A rectangle centred on a point."""
    return tag("rect", x=spot[0] - width / 2, y=spot[1] - height / 2, width=width, height=height, **attributes)


def picture(view: tuple[float, float, float, float], children: str | Iterable[str], /, **attributes: Value) -> str:
    """A complete picture with the given view box: left, top, width, height."""
    box_ = " ".join(number(side) for side in view)
    return tag(
        "svg",
        children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=box_,
        font_family=FONT,
        text_anchor="middle",
        **attributes,
    )
