"""What is counted in games of 18OE: water, nationals, mergers, trades, interruptions, the Orient Express, failures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from railhead.core.actions import Accept, Action
from railhead.core.events import Declared, Earned, Event
from railhead.core.game import Game
from railhead.core.tallies import Tallies
from railhead.routes.check import links_along
from railhead.rules.consent import Consent
from railhead.rules.reactions import React
from railhead.rules.running import Run, RunTrains, open_runs
from railhead.titles.t18oe.facts import MAJOR, NATIONAL
from railhead.titles.t18oe.merge_actions import Merge, MergerOffer
from railhead.titles.t18oe.record import record
from railhead.titles.t18oe.rescuing import Rescue
from railhead.titles.t18oe.surrendering import Surrender
from railhead.titles.t18oe.trading import TradeOffer

ACTIONS: Mapping[type[Action], str] = {Merge: "mergers", Rescue: "rescues", Surrender: "charters given up"}
"""What some actions amount to."""


def notable(before: Game, after: Game, action: Action, events: Sequence[Event]) -> Iterable[str]:
    """What an action brought about."""
    if type(action) in ACTIONS:
        yield ACTIONS[type(action)]
    if isinstance(action, Run):
        yield from _over_water(before, action)
    if isinstance(action, Accept) and isinstance(before.step, Consent):
        yield from _agreed(before.step)
    if not after.over and isinstance(after.step, React) and after.step != before.step:
        yield "rights to interrupt"
    yield from (f"railroads {event.standing}" for event in events if isinstance(event, Declared))
    if any(isinstance(event, Earned) for event in events) and record(after).express_revenue:
        yield "runs of the Orient Express"
    yield from _changes(before, after)


def _over_water(game: Game, action: Run) -> Iterator[str]:
    """How trains get over water."""
    step = game.step
    runs = open_runs(game, step.company) if isinstance(step, RunTrains) else None
    if runs is None:
        return
    for route in action.routes:
        links = links_along(runs.problem.network, route.path) or ()
        yield from ["crossings of the sea"] * sum(link.sea is not None for link in links)
        yield from ["rides on ferries"] * len({link.ferry for link in links} - {0})


def _agreed(step: Consent) -> Iterator[str]:
    match step.proposal:
        case TradeOffer():
            yield "trades"
        case MergerOffer():
            yield "mergers between players"


def _changes(before: Game, after: Game) -> Iterator[str]:
    """What is seen of the table."""
    old, new = record(before), record(after)
    grown = {
        "majors": _count(after, MAJOR) - _count(before, MAJOR),
        "nationals": _count(after, NATIONAL) - _count(before, NATIONAL),
        "first Orient Expresses": len(new.express) - len(old.express),
        "minors abandoned": len(new.abandoned) - len(old.abandoned),
        "port authorities": len(new.authorities) - len(old.authorities),
        "regionals removed": len(new.removed) - len(old.removed),
        "shares reserved": len(new.reserved) - len(old.reserved),
        "Pullmans": len(new.pullmans) - len(old.pullmans),
        "privates closed": len(new.face_down) - len(old.face_down),
        "shares in custody": (new.custody is not None) - (old.custody is not None),
        "markers propped up": (new.propped is not None) - (old.propped is not None),
        "Consolidations": (new.consolidated == DONE) - (old.consolidated == DONE),
        "railroads that run anew in the last round": len(new.rerun) - len(old.rerun),
    }
    for name, count in grown.items():
        yield from [name] * count


DONE = 2
"""What the record says after the Consolidation."""


def _count(game: Game, kind: int) -> int:
    return sum(game.state.kind[company] == kind for company in game.all_companies())


def records(game: Game) -> Mapping[str, int]:
    """How much there is on the board."""
    return {"most tiles": len(game.state.tiles), "most tokens": sum(map(len, game.state.tokens.values()))}


TALLIES = Tallies(notable=notable, records=records)
