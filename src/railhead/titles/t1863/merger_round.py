"""Rounds of mergers and acquisitions: what happens in which order (rules 1863-MA)."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.state import FLOATED
from railhead.core.steps import Step, passing
from railhead.core.text import to_translate
from railhead.rules.merger_round import MergerRound, MergerRules
from railhead.titles.t1863 import (
    acquisition,
    activities,
    conversion,
    liquidation,
    lptb,
    merging,
    nationalisation,
    prices,
    private_auctions,
    refinancing,
)
from railhead.titles.t1863.activities import has_taken_part
from railhead.titles.t1863.prices import Zone


def begin(game: Game) -> None:
    """First failing companies, then the others; in Phase V the LPTB acts before them (1863-MA-04, 1863-MA-09).

    The LPTB seizes, red companies are liquidated and grey ones acquired, companies are offered to the LPTB
    (1863-LPTB-03), privates are put up for auction, and what is left may convert or merge.
    """
    activities.forget(game)
    game.push(MergerRound())
    game.push(PrivateAuctions())
    if lptb.acts(game):
        game.push(Offers())
    game.push(Failures())
    if lptb.acts(game):
        failed = (company for company in from_the_lowest(game) if nationalisation.has_failed(game, company))
        game.push(Seizures(tuple(failed)))


def from_the_lowest(game: Game) -> list[Company]:
    """All companies in play, lowest price first; on ties whoever got there last (1863-MA-02)."""
    state = game.state
    floated = [company for company in reversed(state.stack) if state.has(company, FLOATED)]
    return sorted(floated, key=game.price_of)


def order(game: Game) -> list[Company]:
    """The companies in the white zone that have a president and have taken part in nothing (1863-MA-05)."""
    return [company for company in from_the_lowest(game) if _may_act(game, company)]


def _may_act(game: Game, company: Company) -> bool:
    if has_taken_part(game, company) or game.controller(company) is None:
        return False
    return prices.zone(game, company) is Zone.WHITE


# -- what comes before ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seizures(Step):
    """The companies that the LPTB seizes (1863-LPTB-03)."""

    companies: tuple[Company, ...]

    def proceed(self, game: Game) -> bool:
        """The next one, if it is still there."""
        if not self.companies:
            game.pop()
            return True
        game.put(Seizures(self.companies[1:]))
        if game.state.has(self.companies[0], FLOATED):
            nationalisation.seize(game, self.companies[0])
        return True


@dataclass(frozen=True, slots=True)
class Failures(Step):
    """Red companies are liquidated; before Phase V grey ones are acquired, lowest price first (1863-MA-03).

    A company whose loans have taken it to the grey zone as it absorbed another has had its activity (1863-MA-06).
    """

    def proceed(self, game: Game) -> bool:
        """The next one; others may fail while it goes on."""
        for company in from_the_lowest(game):
            zone = prices.zone(game, company)
            if zone is Zone.RED:
                liquidation.begin(game, company)
                return True
            if zone is Zone.GREY and not lptb.acts(game) and not has_taken_part(game, company):
                acquisition.begin(game, company)
                return True
        game.pop()
        return True


@dataclass(frozen=True, slots=True)
class Offers(Step):
    """Every company is asked once, lowest price first, whether it is offered to the LPTB (1863-MA-04)."""

    done: tuple[Company, ...] = ()

    def proceed(self, game: Game) -> bool:
        """The next one."""
        company = next((c for c in from_the_lowest(game) if c not in self.done and _may_act(game, c)), None)
        if company is None:
            game.pop()
        else:
            game.put(Offers((*self.done, company)))
            game.push(nationalisation.Offer(company))
        return True


@dataclass(frozen=True, slots=True)
class PrivateAuctions(Step):
    """Then owners may put up their privates (1863-MA-10)."""

    def proceed(self, game: Game) -> bool:
        """The players are asked."""
        game.pop()
        private_auctions.begin(game)
        return True


RULES = MergerRules(
    order=order,
    moves=(conversion.CONVERT, merging.MERGE, refinancing.REFINANCE, passing(lambda game, _: game.pop())),
    purpose=to_translate("convert, propose a merger or pass"),
)
