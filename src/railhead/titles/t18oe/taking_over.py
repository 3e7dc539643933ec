"""What the steps in which a railroad takes over tokens and trains of a minor have in common."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core.ids import Company
from railhead.core.steps import CompanyStep


@dataclass(frozen=True, slots=True)
class TakeOver(CompanyStep):
    """A railroad decides about something of a minor that merges into it."""

    minor: Company

    @property
    def subjects(self) -> tuple[Company, ...]:
        """Both of them."""
        return (self.company, self.minor)
