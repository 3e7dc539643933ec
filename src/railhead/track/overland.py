"""What ways over land come to, found part by part: a quick answer to most questions about how far track reaches.

From some stops all track is followed, but over every side and past every stop only once. So each way that is found uses
nothing twice, and is one of those of `reach`; it keeps to the track of the hexes, and to sides where nothing is due.
Not all that track reaches is found like this: whether something is out of reach is for `reach` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from railhead.core.ids import Hex, Point, Stop
from railhead.track.reach import End, Ground, Reach, end_of
from railhead.track.tiles import FIRST_STOP

FIRST = 48
"""How many ends of track are followed for the first part."""
TIMES = 4
"""Every further part is as many times as large."""


class Overland:
    """What ways over land from some stops come to; track is followed only as far as somebody asks."""

    def __init__(
        self,
        starts: Iterable[Stop],
        closed: Callable[[Stop], bool],
        ground: Callable[[], Ground],
        avoided: Container[End] = frozenset(),
    ) -> None:
        """The ground that ways lead over is asked for when it is needed; from ends to be avoided no way goes on."""
        self._closed, self._make_ground, self._avoided = closed, ground, avoided
        stops = dict.fromkeys(starts)
        self._known = _Part(Reach(set(stops)), frozenset(), tuple(map(end_of, stops)))

    @cached_property
    def _ground(self) -> Ground:
        return self._make_ground()

    def parts(self) -> Iterator[Reach]:
        """What is known so far, then more and more of it; the last is all."""
        known, most = self._known, FIRST
        yield known.reach
        while known.ahead:
            known = self._known = self._beyond(known, most)
            most *= TIMES
            yield known.reach

    def _beyond(self, known: _Part, most: int) -> _Part:
        """More of what ways come to, once they have gone on from so many ends."""
        # Other threads may go on from the same part, so it is left as it is.
        stops, arrivals = known.reach.stops.copy(), known.reach.arrivals.copy()
        crossed, ahead = set(known.crossed), list(known.ahead)
        tracks, facing, beside = self._ground.tracks, self._ground.board.facing, self._ground.facing
        closed, avoided = self._closed, self._avoided
        followed = 0
        while followed < len(ahead) and followed < most:
            here = ahead[followed]
            followed += 1
            if here in avoided:
                continue
            base = here & ~15
            for _, end in tracks[here >> 4].at[here & 15]:
                there = base + end
                if end >= FIRST_STOP:
                    stop = Stop(Point(there - FIRST_STOP))
                    if stop not in stops:
                        stops.add(stop)
                        if not closed(stop):
                            ahead.append(there)
                elif there not in crossed and there not in beside:
                    beyond = facing.get(there)
                    if beyond is not None:
                        crossed.add(there)
                        crossed.add(beyond)
                        hex_ = Hex(beyond >> 4)
                        arrivals[hex_] = arrivals.get(hex_, 0) | 1 << (beyond & 15)
                        ahead.append(beyond)
        return _Part(Reach(stops, arrivals), frozenset(crossed), tuple(ahead[followed:]))


@dataclass(frozen=True, slots=True)
class _Part:
    """What is known to be reached."""

    reach: Reach
    crossed: frozenset[End]
    """Both ends of every side that a way has crossed."""
    ahead: tuple[End, ...]
    """The ends from which ways are still to be followed, the nearest first."""
