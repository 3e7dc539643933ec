"""Tables of 1863 in a round of mergers."""

from __future__ import annotations

from railhead.core.state import Round
from railhead.titles.t1863 import merger_round
from tests.titles.t1863.operating import Operating
from tests.titles.t1863.table import Waiting


class Mergers(Operating):
    """A table on which companies merge, convert and fail; no privates unless a test deals them."""

    def __init__(self, players: int = 4, options: tuple[str, ...] = (), phase: str = "III") -> None:
        super().__init__(players, options, phase=phase)
        self.privates()

    def mergers(self) -> None:
        """A round of mergers begins; nothing follows."""
        self.state.round = Round("merger", 2, 1, 2)
        self.state.agenda = (self.state.agenda[0], Waiting(self.seat("A")))
        merger_round.begin(self.game)
        self.settle()
        self.audited()

    def until_merger(self) -> None:
        """Everybody passes until somebody may propose a merger."""
        while not self.offered("merge"):
            self.do("pass")

    def finish(self, *answers: str) -> None:
        """The first of these answers that is offered, or a pass, until the round is over."""
        while not self.waits:
            self.do(next((answer for answer in answers if self.offered(answer)), "pass"))
            self.audited()

    def cash_of(self, *owners: str) -> list[int]:
        """The cash of several owners."""
        return [self.cash(owner) for owner in owners]
