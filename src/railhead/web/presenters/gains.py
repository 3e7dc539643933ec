"""What is to be built, compared for the page: the best run after each action and what it gains, the best first."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.play.gains import Gain, Gains, Run
from railhead.web.presenters.figures import signed


@dataclass(frozen=True, slots=True, kw_only=True)
class GainShown:
    """What an action does to the best run of the company."""

    action: str
    revenue: int | None = None
    """None if it is not known."""
    more: int = 0
    """How much more the run earns than now; less if it is negative."""
    subsidy: int = 0
    """How much more subsidy there is than now."""
    proven: bool = False
    reaches: tuple[str, ...] = ()

    @property
    def change(self) -> str:
        """How the revenue differs from now, in short; empty if only the subsidy does."""
        return signed(self.more) if self.more or not self.subsidy else ""

    @property
    def change_of_subsidy(self) -> str:
        """How the subsidy differs from now, in short; empty if it does not."""
        return signed(self.subsidy) if self.subsidy else ""

    @property
    def kind(self) -> str:
        """Is it a gain or a loss?"""
        change = self.more or self.subsidy
        return "gain" if change > 0 else "cost" if change < 0 else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GainsShown:
    """All that may be built on a hex, the best first."""

    each: tuple[GainShown, ...]
    has_trains: bool = True
    late: bool = False
    """Was there no time for some of it?"""


def gains_shown(found: Gains | None, actions: tuple[str, ...]) -> GainsShown:
    """What was found about these actions; nothing if it was not found in time."""
    if found is None:
        return GainsShown(each=tuple(GainShown(action=action) for action in actions), late=True)
    each = tuple(_shown(gain, found.now) for gain in found.best_first)
    return GainsShown(each=each, has_trains=found.has_trains, late=not found.complete)


def _shown(gain: Gain, now: Run | None) -> GainShown:
    if gain.run is None or now is None:
        return GainShown(action=gain.action, reaches=gain.reaches)
    then, before = gain.run.earnings, now.earnings
    return GainShown(
        action=gain.action,
        revenue=then.revenue,
        more=then.revenue - before.revenue,
        subsidy=then.subsidy - before.subsidy,
        proven=gain.run.proven and now.proven,
        reaches=gain.reaches,
    )
