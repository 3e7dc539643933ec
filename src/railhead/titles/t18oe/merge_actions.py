"""Merging a minor as a stock action: within one's own railroads, or with another player's consent (18OE-MERGE-20)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Deed, Topic
from railhead.core.choices import Choice, only
from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, filtered
from railhead.core.text import Text
from railhead.rules.consent import Consent, Proposal
from railhead.rules.stock import StockTurn
from railhead.titles.t18oe import balance, deals, merging, stock_actions
from railhead.titles.t18oe.balance import Balance
from railhead.titles.t18oe.record import Deal


@dataclass(frozen=True, slots=True)
class Merge(Action):
    """Merge an own minor into an own major or national."""

    minor: Company
    company: Company
    form: ClassVar[str] = "merge {minor} into {company}"
    label: ClassVar[str] = "Merge {minor} into {company}"
    told: ClassVar[tuple[str, ...]] = ("{player} merges {minor} into {company}",)
    topic: ClassVar[Topic] = Topic.MERGERS
    deed: ClassVar[Deed] = Deed.MERGE


@dataclass(frozen=True, slots=True)
class ProposeMerger(Action):
    """Propose a merger to the player who owns the other railroad, with cash for them or from them."""

    minor: Company
    company: Company
    balance: Balance
    form: ClassVar[str] = "propose {minor} into {company} paying {balance}"
    label: ClassVar[str] = "Propose to merge {minor} into {company}, paying {balance}"
    told: ClassVar[tuple[str, ...]] = (
        "{player} proposes to merge {minor} into {company}, paying {balance}",
        "{player} proposes to merge {minor} into {company}",
    )
    topic: ClassVar[Topic] = Topic.MERGERS
    deed: ClassVar[Deed] = Deed.MERGE


# -- one's own railroads --------------------------------------------------------------------------


def merge_refusal(game: Game, step: StockTurn, action: Merge) -> Refusal | None:
    """Both railroads are the player's own, and the merger is the whole stock action (18OE-SR-03)."""
    for company in (action.minor, action.company):
        if game.controller(company) != step.player:
            return game.forbid("merge.own", "{company} is not yours", company=game.symbol(company))
    return deals.turn_refusal(game, step) or merging.refusal(game, action.minor, action.company)


def own_mergers(game: Game, step: StockTurn) -> Iterable[Merge]:
    """Every minor of a player with every other railroad of theirs."""
    own = [company for company in game.all_companies() if game.controller(company) == step.player]
    minors = [company for company in own if merging.is_minor(game, company)]
    return [Merge(minor, company) for minor in minors for company in own if company not in minors]


def _merge(game: Game, step: StockTurn, action: Merge) -> None:
    stock_actions.spend(game, step)
    merging.merge(game, action.minor, action.company)


# -- with another player --------------------------------------------------------------------------


def partner_of(game: Game, seat: Seat, minor: Company, company: Company) -> Seat | None:
    """The other owner, if a player owns one of two railroads and another player the other."""
    owners = game.controller(minor), game.controller(company)
    others = [owner for owner in owners if owner != seat]
    return others[0] if len(others) == 1 and seat in owners else None


def _deal(partner: Seat, minor: Company, company: Company) -> Deal:
    return Deal(partner, "merger", (minor,), (company,))


def propose_refusal(game: Game, step: StockTurn, action: ProposeMerger) -> Refusal | None:
    """Both owners must agree; they may exchange cash of their own (18OE-MERGE-20).

    That is open to them in the Consolidation as well (18OE-CONSOL-06).
    """
    partner = partner_of(game, step.player, action.minor, action.company)
    if partner is None:
        return game.forbid("merge.partner", "One of the railroads must be yours, the other one another player's")
    return (
        deals.turn_refusal(game, step)
        or merging.refusal(game, action.minor, action.company)
        or balance.refusal(game, step.player, partner, action.balance)
        or deals.declined_refusal(game, _deal(partner, action.minor, action.company), action.balance)
    )


def _propose_options(game: Game, step: StockTurn) -> Iterable[Choice]:
    if deals.turn_refusal(game, step) is not None:
        return
    minors = [company for company in game.all_companies() if merging.is_minor(game, company)]
    for minor in minors:
        for company in game.all_companies():
            partner = partner_of(game, step.player, minor, company)
            if partner is not None and company not in minors and merging.refusal(game, minor, company) is None:
                deal = _deal(partner, minor, company)
                amounts = deals.better(game, deal, balance.amounts(game, step.player, partner))
                if amounts.count() > 0:
                    yield Choice(ProposeMerger, (only(minor), only(company), amounts))


def _propose(game: Game, step: StockTurn, action: ProposeMerger) -> None:
    partner = partner_of(game, step.player, action.minor, action.company)
    assert partner is not None
    game.push(Consent(partner, MergerOffer(step.player, partner, action.minor, action.company, action.balance)))


@dataclass(frozen=True, slots=True)
class MergerOffer(Proposal):
    """A minor is to merge into the railroad of another player."""

    proposer: Seat
    partner: Seat
    minor: Company
    company: Company
    balance: int

    def terms(self, game: Game) -> Text:
        """The two railroads, and who pays."""
        names = {"minor": game.symbol(self.minor), "company": game.symbol(self.company)}
        player, amount = game.name(self.proposer), abs(self.balance)
        if self.balance > 0:
            return Text(
                "{player}, who pays {amount} to merge {minor} into {company}", player=player, amount=amount, **names
            )
        if self.balance < 0:
            return Text(
                "{player}, who asks {amount} to merge {minor} into {company}", player=player, amount=amount, **names
            )
        return Text("{player}, who wants to merge {minor} into {company}", player=player, **names)

    def agreed(self, game: Game) -> None:
        """The proposer's turn is over; cash changes hands, then the minor merges."""
        step = game.step
        assert isinstance(step, StockTurn)
        stock_actions.spend(game, step)
        purpose = Text(
            "the merger of {minor} into {company}", minor=game.symbol(self.minor), company=game.symbol(self.company)
        )
        balance.settle(game, self.proposer, self.partner, self.balance, purpose)
        merging.merge(game, self.minor, self.company)

    def declined(self, game: Game) -> None:
        """Only a better offer can be made in this turn."""
        deals.remember_declined(game, _deal(self.partner, self.minor, self.company), self.balance)


MERGE: AnyMove = Move(Merge, filtered(own_mergers, merge_refusal), merge_refusal, _merge)
PROPOSE: AnyMove = Move(ProposeMerger, _propose_options, propose_refusal, _propose)
ACTIONS = (Merge, ProposeMerger)
