"""The new Director of a Public formed by Minors chooses its charter (18BF-MERGE-30)."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.core.spelling import Companies
from railhead.titles.t18bf import formation
from railhead.titles.t18bf.facts import PUBLIC
from railhead.titles.t18bf.formation import NameCharter
from railhead.titles.t18bf.public_markers import ChooseMarkers
from railhead.titles.t18bf.publics import PublicFormation


@dataclass(frozen=True, slots=True)
class NamePublic(NameCharter):
    """The new Director chooses the charter of the Public (18BF-MERGE-30)."""

    formation: PublicFormation

    def named(self, game: Game, charter: Company) -> None:
        """Markers are chosen next."""
        game.push(ChooseMarkers(self.player, self.formation, charter))


def begin(game: Game, minors: Companies) -> None:
    """All agree: the new Director, by exchanged shares, makes the first decisions (18BF-MERGE-16)."""
    plan = PublicFormation(minors)
    game.push(NamePublic(plan.director(game), plan))


def none_free(game: Game) -> Refusal | None:
    """A Public that is neither in play nor gone must be left (18BF-MERGE-30)."""
    if not formation.free_charters(game, PUBLIC):
        return game.forbid("formation.none", "Every Public is in play or gone")
    return None
