"""Charts of how figures change during a game: one line per player or company, labelled at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from railhead.core.text import Text
from railhead.drawing import palette
from railhead.drawing.letters import width
from railhead.drawing.marks import number, picture, tag, text

WIDTH, HEIGHT = 640.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 112.0, 14.0, 34.0
NAME = 15.0
"""The minimum distance between two labels."""
MARK, APART = 11.0, 8.0
"""The size of labels below the chart, and what is left free between them."""


@dataclass(frozen=True, slots=True)
class Series:
    """One line: its name, colour and figures, None where there is none yet."""

    name: str
    colour: str
    figures: tuple[int | None, ...]
    dashes: str | None = None


def chart(series: Sequence[Series], marks: Sequence[str], title: str) -> str:
    """A line chart over labelled positions, such as the rounds of a game."""
    figures = [figure for line in series for figure in line.figures if figure is not None]
    high, step = scale(max(figures, default=0))
    low = min(0, min(figures, default=0))
    steps = max(len(marks) - 1, 1)

    def x(index: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * index / steps

    def y(figure: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (figure - low) / max(high - low, 1)

    parts = [tag("title", title)]
    for figure in range(0, high + 1, step):
        parts.append(_rule(y(figure)))
        parts.append(text((LEFT - 8, y(figure)), str(figure), 12, fill="currentColor", text_anchor="end"))
    parts += [
        text((x(index), HEIGHT - BOTTOM + 15), marks[index], MARK, fill="currentColor")
        for index in range(0, len(marks), _every(marks))
    ]
    names = _names([(y(_last(line)), line) for line in series if _known(line)])
    for where, line in names:
        spots = [(x(i), y(figure)) for i, figure in enumerate(line.figures) if figure is not None]
        parts.append(_line(spots, line))
        end = (spots[-1][0] + 8, where)
        parts.append(text(end, line.name, 13, fill="currentColor", text_anchor="start", font_weight="bold"))
    return picture((0, 0, WIDTH, HEIGHT), parts, class_="chart", role="img", aria_label=_told(title, series))


def _every(marks: Sequence[str]) -> int:
    """Of how many positions one is labelled, so that the labels stay apart."""
    widest = max((width(mark) for mark in marks), default=0) * MARK + APART
    room = max(1, int((WIDTH - LEFT - RIGHT) / widest))
    return max(1, -(-(len(marks) - 1) // room))


def scale(highest: int) -> tuple[int, int]:
    """The maximum of the axis and the distance between its grid lines: about five round steps."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if step * factor * 6 >= highest:
                size = step * factor
                return max(size, -(-highest // size) * size), size
        step *= 10


def _rule(height: float) -> str:
    return tag(
        "path",
        d=f"M{number(LEFT)} {number(height)}H{number(WIDTH - RIGHT)}",
        stroke="currentColor",
        stroke_opacity=0.15,
        fill="none",
    )


def _line(spots: list[tuple[float, float]], line: Series) -> str:
    path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in spots)
    style = {"d": path, "fill": "none", "stroke_linejoin": "round"}
    # A thin bed in the colour of text keeps pale colours visible on any ground.
    bed = tag("path", stroke="currentColor", stroke_opacity=0.55, stroke_width=5, **style)
    return bed + tag("path", stroke=line.colour, stroke_width=3, stroke_dasharray=line.dashes, **style)


def _known(line: Series) -> bool:
    return any(figure is not None for figure in line.figures)


def _last(line: Series) -> int:
    return next(figure for figure in reversed(line.figures) if figure is not None)


def _names(wanted: list[tuple[float, Series]]) -> list[tuple[float, Series]]:
    """Vertical positions for the labels at the ends of lines, kept apart."""
    ordered = sorted(wanted, key=lambda pair: -pair[0])
    found: list[tuple[float, Series]] = []
    lowest = HEIGHT - BOTTOM
    for height, line in ordered:
        lowest = min(height, lowest)
        found.append((lowest, line))
        lowest -= NAME
    return found


def _told(title: str, series: Sequence[Series]) -> str:
    ends = [f"{line.name} {_last(line)}" for line in series if _known(line)]
    if not ends:
        return str(Text("{title}. Now: nothing", title=title))
    return str(Text("{title}. Now: {values}", title=title, values=", ".join(ends)))


def line_of(order: int) -> tuple[str, str | None]:
    """The colour and dash pattern of the nth line."""
    line = palette.line(order)
    return line.colour, line.dashes
