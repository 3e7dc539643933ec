"""What a new Train Phase does to trains: some rust, and limits fall, when the step ends (rules 18OE-TRAIN)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, a_train
from railhead.rules.trains import return_excess
from railhead.titles.t18oe import swift
from railhead.titles.t18oe.facts import NATIONAL
from railhead.titles.t18oe.record import amend, record
from railhead.titles.t18oe.rolling_stock import is_rusted


def rust(game: Game) -> None:
    """Trains that no railroad has rust at once (18OE-TRAIN-27); the others when the step ends.

    Rules 18OE-PHASE-11, 18OE-PHASE-12 and 18OE-PHASE-13; no other level ever rusts (18OE-PHASE-14).
    """
    for pile in sorted({facts.pile for facts in game.book.trains if facts.rusted_by == game.state.phase}):
        effects.scrap_unowned(game, pile)
    amend(game, rusting=True)


def settle_trains(game: Game, company: Company) -> None:
    """After the purchases of the railroad that began a phase, all discard rusted trains, then excess ones."""
    settle(game)


def settle(game: Game) -> None:
    """Rusted trains are discarded first, then those above the limit, of their owners' choice.

    Rules 18OE-TRAIN-23, 18OE-TRAIN-24, 18OE-TRAIN-25 and 18OE-TRAIN-26; nationals keep rusted ones (18OE-PHASE-15) but
    observe their limit as well (18OE-NATL-16). The owner of Swift is asked if nobody's rusted 2+2 was there before;
    otherwise they have been asked.
    """
    if not record(game).rusting:
        return
    amend(game, rusting=False)
    had_train = swift.has_train(game)
    nationals = tuple(game.purse(each) for each in game.all_companies() if game.state.kind[each] == NATIONAL)
    for kind in range(len(game.book.trains)):
        train = a_train(kind)
        held = any(train in trains for owner, trains in enumerate(game.state.trains) if owner not in nationals)
        if held and is_rusted(game, train):
            effects.scrap_trains(game, train, spared=nationals)
    return_excess(game)
    if not had_train:
        swift.ask(game)
