"""Removing a regional from the game, as a stock action of the Regional/Minor phase (rules 18OE-RMP)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.core.state import CLOSED, STARTED
from railhead.titles.t18oe import railroad_phases
from railhead.titles.t18oe.facts import NUMBERS, REGIONAL, ZONES, home_zone
from railhead.titles.t18oe.options import may_remove
from railhead.titles.t18oe.record import amend, record


@dataclass(frozen=True, slots=True)
class RemoveRegional(Action):
    """Remove a regional from the game."""

    company: Company
    form: ClassVar[str] = "remove regional {company}"
    label: ClassVar[str] = "Remove {company} from the game"
    topic: ClassVar[Topic] = Topic.SHARES


def refusal(game: Game, action: RemoveRegional) -> Refusal | None:
    """A regional neither floated nor parred, of a zone of which none was removed, while more than 18 are left.

    Rules 18OE-RMP-03, 18OE-RMP-04 and 18OE-RMP-05.
    """
    company, removed = action.company, record(game).removed
    if not railroad_phases.regional_phase(game) or not may_remove(game.book.options):
        return game.forbid("remove.phase", "Regionals are not removed now")
    if game.book.companies[company].kind != REGIONAL or game.state.has(company, CLOSED):
        return game.forbid("remove.regional", "{company} is no regional in play", company=game.symbol(company))
    if game.state.has(company, STARTED):
        return game.forbid("remove.started", "{company} has floated or been parred", company=game.symbol(company))
    if len(railroad_phases.regionals(game)) - len(removed) <= NUMBERS.regionals_kept:
        return game.forbid("remove.most", "{count} regionals stay in the game", count=NUMBERS.regionals_kept)
    zone = home_zone(company)
    if any(home_zone(other) == zone for other in removed):
        assert zone is not None
        return game.forbid("remove.zone", "A regional of {zone} has been removed", zone=ZONES[zone].name)
    return None


def candidates(game: Game) -> Iterable[RemoveRegional]:
    """Every regional."""
    return (RemoveRegional(company) for company in railroad_phases.regionals(game))


def remove(game: Game, company: Company) -> None:
    """The regional leaves the game, and its home is free (18OE-RMP-03)."""
    amend(game, removed=(*record(game).removed, company))
    railroad_phases.leave(game, company)
