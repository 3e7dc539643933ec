"""One to four Publics form a System (rules 18BF-SYSTEM)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, Subsets
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Seat
from railhead.core.refusal import Refusal
from railhead.core.spelling import Companies, Stops
from railhead.core.state import CLOSED, FLOATED
from railhead.core.steps import AnyMove, Move, PlayerStep, filtered
from railhead.core.text import Text, verbatim
from railhead.rules import consent, loans
from railhead.rules.consent import Proposal
from railhead.rules.merger_round import MergerTurn, remember_declined
from railhead.rules.stations import tokens_of
from railhead.rules.trains import ReturnTrains
from railhead.titles.t18bf import formation, system_exchange
from railhead.titles.t18bf.connection import connected, within_reach
from railhead.titles.t18bf.facts import NUMBERS, PHASE, PUBLIC, SYSTEM
from railhead.titles.t18bf.formation import Formation, NameCharter
from railhead.titles.t18bf.record import set_home, set_markers
from railhead.titles.t18bf.system_exchange import Exchanged


@dataclass(frozen=True, slots=True)
class FormSystem(Action):
    """Propose that Publics form a System."""

    companies: Companies
    form: ClassVar[str] = "system {companies}"
    label: ClassVar[str] = "Propose a System formed by {companies}"
    told: ClassVar[tuple[str, ...]] = ("{player} proposes a System formed by {companies}",)
    topic: ClassVar[Topic] = Topic.MERGERS


@dataclass(frozen=True, slots=True)
class DiscardPublic(Action):
    """Discard an unstarted Public."""

    company: Company
    form: ClassVar[str] = "discard {company}"
    label: ClassVar[str] = "Discard {company}"
    told: ClassVar[tuple[str, ...]] = ("{player} discards {company}",)
    topic: ClassVar[Topic] = Topic.MERGERS


@dataclass(frozen=True, slots=True)
class LoseMarkers(Action):
    """Choose the markers that are lost because the System has not enough of its own."""

    stops: Stops
    form: ClassVar[str] = "lose {stops}"
    label: ClassVar[str] = "Lose the markers at {stops}"
    told: ClassVar[tuple[str, ...]] = ("{player} gives up the [token]s at {stops}",)
    topic: ClassVar[Topic] = Topic.MERGERS


# -- the proposal ---------------------------------------------------------------------------------


def refusal(game: Game, step: MergerTurn, action: FormSystem) -> Refusal | None:
    """Which rule forbids proposing a System formed by these Publics."""
    company, companies = step.company, action.companies
    if game.state.phase < PHASE["6"]:
        return game.forbid("system.phase", "Systems are formed from phase 6 on")
    for other in (company, *companies):
        if game.state.kind[other] != PUBLIC or not game.state.has(other, FLOATED):
            return game.forbid("system.public", "{other} is not a Public in play", other=game.symbol(other))
    if company not in companies:
        return game.forbid(
            "system.turn", "It is the turn of {company}, which has to be one of them", company=game.symbol(company)
        )
    if len(companies) > NUMBERS.most_merging_publics:
        return game.forbid(
            "system.number",
            "No more than {most} Publics form a System",
            most=NUMBERS.most_merging_publics,
        )
    if companies in step.declined:
        return game.forbid("system.consent", "This System has been proposed and declined in this turn")
    if not connected(game, companies):
        return game.forbid("system.connection", "None of them has a legal route to each of the others")
    return _alone_refusal(game, companies) or _charter_refusal(game, companies)


def _alone_refusal(game: Game, companies: Companies) -> Refusal | None:
    """One Public alone: its Director must direct no other, and an unstarted Public must be left (18BF-SYSTEM-20)."""
    if len(companies) > 1:
        return None
    director = game.player_for(companies[0])
    if len(directed(game, director)) > 1:
        return game.forbid("system.alone", "{director} directs another Public", director=game.name(director))
    if not formation.free_charters(game, PUBLIC):
        return game.forbid("system.alone", "No unstarted Public is left to be discarded")
    return None


def directed(game: Game, seat: Seat) -> list[Company]:
    """The Publics that a player directs; Systems do not count."""
    return [c for c in game.all_companies() if game.state.kind[c] == PUBLIC and game.state.director[c] == seat]


def _charter_refusal(game: Game, companies: Companies) -> Refusal | None:
    """A fitting charter, and a player who would own four shares (18BF-SYSTEM-02, 18BF-SYSTEM-07, 18BF-SYSTEM-34)."""
    charters = SystemFormation(companies).charters(game)
    if not charters:
        return game.forbid("system.charter", "No System is left that these Publics could form")
    outcome = foreseen(game, companies, charters[0])
    needed = game.book.kinds[SYSTEM].director_shares
    if outcome.held[outcome.director] < needed:
        return game.forbid("system.director", "Nobody would own {needed} shares of the System", needed=needed)
    return None


def foreseen(game: Game, companies: Companies, charter: Company) -> Exchanged:
    """What would become of the shares of these Publics."""
    return system_exchange.exchanged(system_exchange.stakes(game, companies, charter))


def _options(game: Game, step: MergerTurn) -> Iterable[Choice]:
    state = game.state
    if state.kind[step.company] != PUBLIC or state.phase < PHASE["6"] or not formation.free_charters(game, SYSTEM):
        return

    def allowed(companies: Companies) -> bool:
        return refusal(game, step, FormSystem(companies)) is None

    def may_grow(companies: Companies) -> bool:
        return connected(game, companies)

    members = within_reach(game, step.company, formation.in_play(game, PUBLIC))
    sets = Subsets(members, 1, NUMBERS.most_merging_publics, allowed, may_grow, always=(step.company,))
    if next(iter(sets), None) is not None:
        yield Choice(FormSystem, (sets,))


def _propose(game: Game, step: MergerTurn, action: FormSystem) -> None:
    """All other Directors have to agree (18BF-SYSTEM-01)."""
    members = {game.player_for(company) for company in action.companies}
    asked = [seat for seat in game.clockwise(step.seat(game))[1:] if seat in members]
    consent.ask_all(game, asked, SystemOfPublics(action.companies))


@dataclass(frozen=True, slots=True)
class SystemOfPublics(Proposal):
    """Publics are to form a System."""

    companies: Companies
    order: ClassVar[str] = "system.consent"

    def terms(self, game: Game) -> Text:
        """Which Publics form a System, and at which price."""
        price = game.book.market.prices[system_exchange.place(game, self.companies)]
        names = formation.names(game, self.companies)
        return Text("the proposed System formed by {names} at {price}", names=names, price=price)

    def details(self, game: Game) -> tuple[Text, ...]:
        """What would come of it: trades are forced, so that is known."""
        return SystemFormation(self.companies).prospects(game)

    def agreed(self, game: Game) -> None:
        begin(game, self.companies)

    def declined(self, game: Game) -> None:
        remember_declined(game, self.companies)


def _trade_words(game: Game, trade: system_exchange.Trade) -> Text:
    who = Text("the pool") if trade.holder == POOL else verbatim(game.name(trade.holder))
    how = Text("{who} pays {amount}" if trade.pays > 0 else "{who} is paid {amount}", who=who, amount=abs(trade.pays))
    return Text("{trade}, with new loans: {loans}", trade=how, loans=trade.loans) if trade.loans else how


# -- the plan -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SystemFormation(Formation):
    """Publics form a System."""

    def charters(self, game: Game) -> list[Company]:
        """One or two take a System with 8 markers while there is one; three or four need one with 12.

        Rules 18BF-SYSTEM-03, 18BF-SYSTEM-07, 18BF-SYSTEM-17 and 18BF-SYSTEM-21.
        """
        free = formation.free_charters(game, SYSTEM)
        small = [company for company in free if game.book.companies[company].tokens == NUMBERS.few_markers]
        large = [company for company in free if company not in small]
        return large if len(self.members) > 2 else small or large

    def prospects(self, game: Game) -> tuple[Text, ...]:
        """Who would hold what and pay or be paid, what the Publics own, and how many markers would be lost."""
        charter = self.charters(game)[0]
        outcome = foreseen(game, self.members, charter)
        held = {seat: outcome.held[seat] for seat in game.book.seat_ids}
        return (
            *formation.holdings(game, held, outcome.director),
            *(_trade_words(game, trade) for trade in outcome.trades),
            formation.assets(game, self.members),
            *self._losses(game, charter),
        )

    def _losses(self, game: Game, charter: Company) -> tuple[Text, ...]:
        excess = self.excess(game, charter)
        return (Text("markers lost: {excess}", excess=excess),) if excess > 0 else ()

    def named(self, game: Game, charter: Company) -> None:
        """A Public that converts alone costs another one; then markers are counted."""
        if len(self.members) == 1:
            game.push(DiscardStep(game.player_for(self.members[0]), self, charter))
        else:
            self.count_markers(game, charter)

    def count_markers(self, game: Game, charter: Company) -> None:
        """If there are more markers on the board than the System has, the Director chooses (18BF-SYSTEM-19)."""
        if self.excess(game, charter) > 0:
            game.push(LoseStep(foreseen(game, self.members, charter).director, self, charter))
        else:
            form(game, self.members, charter, ())

    def excess(self, game: Game, charter: Company) -> int:
        """How many markers of the Publics cannot be replaced."""
        return len(self.markers(game)) - marker_total(game, self.members, charter)

    def markers(self, game: Game) -> Stops:
        """The markers of the Publics on the board."""
        return tuple(sorted(stop for public in self.members for stop in tokens_of(game, public)))


def marker_total(game: Game, publics: Companies, charter: Company) -> int:
    """How many markers the System uses: 8 if formed by one or two, otherwise all of its 12 (18BF-SYSTEM-03)."""
    return NUMBERS.few_markers if len(publics) <= 2 else game.book.companies[charter].tokens


def begin(game: Game, publics: Companies) -> None:
    """All agree: the new Director chooses the charter (18BF-SYSTEM-03)."""
    plan = SystemFormation(publics)
    game.push(NameCharter(foreseen(game, publics, plan.charters(game)[0]).director, plan))


@dataclass(frozen=True, slots=True)
class DiscardStep(PlayerStep):
    """The Director of a Public that converts alone discards an unstarted Public (18BF-SYSTEM-23)."""

    plan: SystemFormation
    charter: Company
    purpose: ClassVar[str] = "discard an unstarted Public"
    order: ClassVar[str] = "system.discard"

    @property
    def subjects(self) -> Companies:
        """The Public that converts."""
        return self.plan.members

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Why one is discarded, and what that means."""
        return (
            Text(
                "{public} becomes {charter} alone, and that costs an unstarted Public",
                public=formation.names(game, self.plan.members),
                charter=game.symbol(self.charter),
            ),
            Text("the Public that is discarded can never be started"),
        )

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Any that could still be started."""
        return DISCARD_MOVES


def discard_refusal(game: Game, step: DiscardStep, action: DiscardPublic) -> Refusal | None:
    """Only a Public that is neither in play nor gone."""
    if action.company not in formation.free_charters(game, PUBLIC):
        return game.forbid(
            "system.discard", "{company} is not an unstarted Public", company=game.symbol(action.company)
        )
    return None


def _discard_candidates(game: Game, step: DiscardStep) -> Iterable[DiscardPublic]:
    return [DiscardPublic(company) for company in formation.free_charters(game, PUBLIC)]


def _discard(game: Game, step: DiscardStep, action: DiscardPublic) -> None:
    """It can never be started (18BF-SYSTEM-23)."""
    game.pop()
    effects.mark(game, action.company, CLOSED)
    effects.declare(game, action.company, Text("discarded"))
    step.plan.count_markers(game, step.charter)


@dataclass(frozen=True, slots=True)
class LoseStep(PlayerStep):
    """The new Director chooses which markers are lost (18BF-SYSTEM-19)."""

    plan: SystemFormation
    charter: Company
    purpose: ClassVar[str] = "choose the markers that are lost"
    order: ClassVar[str] = "system.markers"

    def task(self, game: Game) -> Text:
        """How many markers, and why they are lost."""
        return Text(
            "choose the markers that are lost, {excess} of {count}, as {charter} has only {total}",
            excess=self.plan.excess(game, self.charter),
            count=len(self.plan.markers(game)),
            charter=game.symbol(self.charter),
            total=marker_total(game, self.plan.members, self.charter),
        )

    @property
    def subjects(self) -> Companies:
        """The Publics that form the System."""
        return self.plan.members

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Whose marker is where."""
        return formation.markers(game, self.plan.members)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Any of those on the board."""
        return LOSE_MOVES


def _losses(game: Game, step: LoseStep) -> Subsets:
    excess = step.plan.excess(game, step.charter)
    return Subsets(step.plan.markers(game), excess, excess)


def lose_refusal(game: Game, step: LoseStep, action: LoseMarkers) -> Refusal | None:
    """Exactly as many as are too many."""
    losses = _losses(game, step)
    if action.stops not in losses:
        members = formation.names(game, step.plan.members)
        return game.forbid(
            "system.markers", "Choose {least} of the markers of {members}", least=losses.least, members=members
        )
    return None


def _lose_options(game: Game, step: LoseStep) -> Iterable[Choice]:
    yield Choice(LoseMarkers, (_losses(game, step),))


def _lose(game: Game, step: LoseStep, action: LoseMarkers) -> None:
    game.pop()
    form(game, step.plan.members, step.charter, action.stops)


# -- the System is formed -------------------------------------------------------------------------


def form(game: Game, publics: Companies, charter: Company, lost: Stops) -> None:
    """The Publics become the System (18BF-SYSTEM-32, 18BF-SYSTEM-33); shares are exchanged, and trains discarded."""
    outcome, where = foreseen(game, publics, charter), system_exchange.place(game, publics)
    home = formation.inherited_home(game, publics)
    effects.declare(game, charter, Text("formed"))
    for public in publics:
        formation.take_assets(game, charter, public)
    replace_markers(game, publics, charter, lost)
    for public in publics:
        formation.retire(game, public, charter)
    exchange(game, charter, outcome)
    formation.establish(game, charter, where, {}, outcome.director)
    set_home(game, charter, home)
    game.push(ReturnTrains(charter))


def replace_markers(game: Game, publics: Companies, charter: Company, lost: Stops) -> None:
    """All markers on the board are replaced, except those lost; the others that the System uses are spare.

    Rules 18BF-SYSTEM-06, 18BF-SYSTEM-16, 18BF-SYSTEM-22 and 18BF-SYSTEM-31.
    """
    total = marker_total(game, publics, charter)
    for stop in lost:
        effects.remove_token(game, next(c for c in game.state.tokens[stop] if c in publics), stop)
    for public in publics:
        for stop in tokens_of(game, public):
            effects.replace_token(game, charter, stop, public)
    spare = total - len(tokens_of(game, charter))
    effects.give_tokens(game, charter, spare - game.state.spare_tokens[charter])
    set_markers(game, charter, total)


def exchange(game: Game, charter: Company, outcome: Exchanged) -> None:
    """Holders get their shares, and pay or are paid for what was left over (18BF-SYSTEM-09, 18BF-SYSTEM-15)."""
    for owner, count in outcome.held.items():
        effects.move_shares(game, BANK, owner, charter, count)
    for trade in outcome.trades:
        settle(game, charter, trade)


def settle(game: Game, charter: Company, trade: system_exchange.Trade) -> None:
    """Money moves between a holder, or the bank for the pool, and the System (18BF-SYSTEM-14, 18BF-SYSTEM-15)."""
    payer, purse = BANK if trade.holder == POOL else trade.holder, game.purse(charter)
    if trade.loans:
        loans.borrow(game, charter, trade.loans)
    if trade.pays > 0:
        effects.pay(game, payer, purse, trade.pays, Text("a share of the System"))
    else:
        effects.pay(game, purse, payer, -trade.pays, Text("shares left over"))


DISCARD_MOVES: tuple[AnyMove, ...] = (
    Move(DiscardPublic, filtered(_discard_candidates, discard_refusal), discard_refusal, _discard),
)
LOSE_MOVES: tuple[AnyMove, ...] = (Move(LoseMarkers, _lose_options, lose_refusal, _lose),)
FORM_SYSTEM: AnyMove = Move(FormSystem, _options, refusal, _propose)
