"""Label placement: where on a hex a label hides least of what is drawn there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import cos, hypot, pi, sin

from railhead.drawing.hexes import INNER, Curve, toward
from railhead.drawing.marks import Spot

RAILS = 9.0
"""The clearance between labels and track."""
EDGE = 83.0
"""How far from the centre, towards any side, labels may extend."""


MISREAD = 45.0
"""The penalty for a label that is nearer to another stop than to its own."""


@dataclass(slots=True)
class Room:
    """The occupied space on a hex: circles, and boxes of labels."""

    layout: str
    rounds: list[tuple[float, float, float, float]] = field(default_factory=list)
    """Centre, radius, and the penalty for hiding it."""
    boxes: list[tuple[float, float, float, float]] = field(default_factory=list)

    def take_curve(self, curve: Curve) -> None:
        """Keep labels away from a piece of track."""
        self.rounds += [(x, y, RAILS, 2.0) for x, y in curve.samples]

    def take_round(self, spot: Spot, radius: float) -> None:
        """Keep labels away from a circle."""
        self.rounds.append((*spot, radius, 8.0))

    def find(
        self,
        width: float,
        height: float,
        near: Spot | None = None,
        wish: Spot | None = None,
        rivals: Sequence[Spot] = (),
    ) -> Spot:
        """The best position for a label, near a stop or a preferred point; it counts as occupied from then on.

        Words about a stop do not go nearer to its rivals, where they would be read as theirs.
        """
        spots = list(_around(near, width, height) if near is not None else _everywhere())
        if wish is not None:
            spots.insert(0, wish)
        target = near or wish or (0.0, 0.0)
        weight = 0.35 if near is not None else 0.22
        best, least = spots[0], float("inf")
        for far, spot in sorted((weight * hypot(x - target[0], y - target[1]), (x, y)) for x, y in spots):
            if far >= least:
                break
            misread = MISREAD if near and any(_apart(spot, rival) < _apart(spot, near) + 4 for rival in rivals) else 0.0
            bad = self._hidden(spot, width, height, least - far) + far + misread
            if bad < least:
                best, least = spot, bad
        self.boxes.append((*best, width, height))
        return best

    def _hidden(self, spot: Spot, width: float, height: float, limit: float) -> float:
        """The penalty for what a box there would hide or overlap; 0 is perfect. Stops counting above the limit."""
        x, y = spot
        bad = self._outside(x, y, width, height)
        for ox, oy, wide, high in self.boxes:
            over = min((width + wide) / 2 - abs(ox - x), (height + high) / 2 - abs(oy - y))
            if over > 0:
                bad += 25 + over * 6
        for ox, oy, radius, matters in self.rounds:
            if bad >= limit:
                break
            dx = max(abs(ox - x) - width / 2, 0.0)
            dy = max(abs(oy - y) - height / 2, 0.0)
            if dx < radius and dy < radius:
                bad += max(0.0, radius - hypot(dx, dy)) * matters
        return bad

    def _outside(self, x: float, y: float, width: float, height: float) -> float:
        bad = 0.0
        for edge in range(6):
            dx, dy = toward(edge, self.layout)
            over = x * dx + y * dy + abs(dx) * width / 2 + abs(dy) * height / 2 - EDGE
            if over > 0:
                bad += over * 4
        return bad


def _apart(one: Spot, other: Spot) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _around(stop: Spot, width: float, height: float) -> list[Spot]:
    """Candidate positions around a stop."""
    found = []
    for distance in (18.0, 26.0, 36.0, 44.0, 52.0, 62.0, 74.0):
        for number in range(16):
            angle = number * pi / 8
            found.append(
                (
                    stop[0] + cos(angle) * (distance + width * 0.2),
                    stop[1] + sin(angle) * (distance + height * 0.2),
                )
            )
    return found


def _everywhere() -> list[Spot]:
    """Candidate positions all over a hex."""
    found: list[Spot] = [(0.0, 0.0)]
    for radius in (0.3, 0.45, 0.58, 0.68, 0.78, 0.88):
        for number in range(24):
            angle = number * pi / 12
            found.append((cos(angle) * INNER * radius, sin(angle) * INNER * radius))
    return found
