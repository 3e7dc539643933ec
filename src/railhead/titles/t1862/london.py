"""London in 1862: a company that builds a link there may run its trains into it (rules 1862-LONDON)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.deals import TokenPaidFor
from railhead.core.events import TokenPlaced
from railhead.core.game import Game
from railhead.core.ids import Company, Stop
from railhead.core.refusal import Refusal
from railhead.core.steps import Move, filtered
from railhead.rules.stations import company_reach, free_circles, stop_facts
from railhead.rules.tokens import PlaceTokens
from railhead.rules.track import LayTrack
from railhead.titles.t1862 import homes

AREA = "London"


@dataclass(frozen=True, slots=True)
class BuildLink(Action):
    """Build a link to London: a marker goes to one of its spaces."""

    stop: Stop
    form: ClassVar[str] = "link at {stop}"
    label: ClassVar[str] = "Build a link to London at {stop}"
    told: ClassVar[tuple[str, ...]] = (
        "{actor} builds a link to London at {stop} for {cost}",
        "{actor} builds a link to London at {stop}",
    )
    covers: ClassVar[tuple[type[object], ...]] = (
        TokenPaidFor,
        TokenPlaced,
    )
    topic: ClassVar[Topic] = Topic.STATIONS


def linked(game: Game, company: Company) -> bool:
    """Does the company have a marker in London (1862-LONDON-05)?"""
    return any(company in game.state.tokens.get(space, ()) for space in game.book.board.links)


def reaches(game: Game, company: Company) -> bool:
    """Does track lead from a marker of the company to one of London's entries (1862-LONDON-01)?"""
    facts = (stop_facts(game, stop) for stop in company_reach(game, company).stops)
    return any(stop is not None and stop.area == AREA for stop in facts)


def refusal(game: Game, step: LayTrack, action: BuildLink) -> Refusal | None:
    """Instead of track, from a company whose track leads there, to a free space.

    Rules 1862-LONDON-01, 1862-LONDON-02 and 1862-LONDON-03.
    """
    company = step.company
    if step.laid:
        return game.forbid("london.alone", "A link to London is built instead of track, not in addition to it")
    waiting = homes.must_build(game, company)
    if waiting is not None:
        return waiting
    if action.stop not in game.book.board.links:
        return game.forbid("london.spaces", "Links are built on the spaces for London")
    if game.state.spare_tokens[company] < 1:
        return game.forbid("token.none_left", "{company} has no marker left", company=game.symbol(company))
    if linked(game, company):
        return game.forbid("london.spaces", "{company} already has a marker in London", company=game.symbol(company))
    if free_circles(game, action.stop) < 1:
        return game.forbid("london.spaces", "These spaces are taken")
    if not reaches(game, company):
        return game.forbid("london.reach", "No track leads to London from a marker of the company")
    return None


def candidates(game: Game, step: LayTrack) -> Iterator[BuildLink]:
    """The spaces of London."""
    if not step.laid and game.state.spare_tokens[step.company] and not linked(game, step.company):
        yield from (BuildLink(space) for space in sorted(game.book.board.links))


def build(game: Game, step: LayTrack, action: BuildLink) -> None:
    """The marker is placed; there is no track and no other marker in this turn (1862-LONDON-02)."""
    effects.place_token(game, step.company, action.stop)
    game.pop()
    assert isinstance(game.step, PlaceTokens)
    game.pop()


BUILD = Move(BuildLink, filtered(candidates, refusal), refusal, build)
