"""All runs of one train that are told as stretches: on land, and over water."""

from __future__ import annotations

from railhead.routes.run_query import RunQuery
from railhead.routes.search_afloat import AfloatSearch
from railhead.routes.search_walks import Start, WalkSearch
from railhead.routes.stretches import Stretches


class EveryWalk:
    """The searches for all runs of one train: those that stay on land, and those that cross the sea."""

    def __init__(self, query: RunQuery, families: tuple[Stretches, ...]) -> None:
        self.searches = [
            WalkSearch(query, stretches) if stretches.waived is None else AfloatSearch(query, stretches)
            for stretches in families
        ]

    @property
    def ceiling(self) -> int:
        """No run is worth more than this, or than the cutoff."""
        return max([search.ceiling for search in self.searches])

    def again(self) -> EveryWalk:
        """The same searches from the beginning, in case they have been stopped."""
        for search in self.searches:
            search.way.clear()
        return self

    def search(self) -> None:
        """Report every run that is worth the cutoff."""
        for search, starts in zip(self.searches, self._estimates(0), strict=True):
            search.try_all(starts)

    def approach(self, near: int) -> None:
        """Lower the ceiling until it is this near to the cutoff: only if need be, by trying all runs."""
        for search, starts in zip(self.searches, self._estimates(near), strict=True):
            if search.ceiling >= search.cutoff.least + near:
                search.try_all(starts)
                search.ceiling = min(search.ceiling, search.cutoff.least - 1)

    def estimate(self, near: int) -> None:
        """Lower the ceiling."""
        self._estimates(near)

    def _estimates(self, near: int) -> list[list[Start]]:
        return [search.estimate(near) for search in self.searches]

    def sample(self) -> None:
        """Report runs that are worth the cutoff, good ones first; most are found if it is stopped early."""
        for search in self.searches:
            search.sample()
