"""Merging minors into majors and nationals (rules 18OE-MERGE): when it is allowed, and what changes hands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner, Seat, Stop, marks_of
from railhead.core.refusal import Refusal
from railhead.core.state import CLOSED, FLOATED
from railhead.core.steps import Step
from railhead.core.text import Text
from railhead.rules import directors
from railhead.rules.cache import Kind, cached
from railhead.titles.t18oe import (
    abandoning,
    charter_assets,
    custody,
    getting_about,
    order_track,
    tokens_over,
    trains_over,
)
from railhead.titles.t18oe.facts import COMPANY, MAJOR, MINOR, NATIONAL, PHASE
from railhead.titles.t18oe.record import amend, entry, record
from railhead.track.reach import reach

BANNER = COMPANY["A"]
WAGONS = COMPANY["M"]
JOINED: Kind[frozenset[Stop]] = Kind("what minors are joined to", 64)
FIRST_PHASE = {MAJOR: PHASE["3"], NATIONAL: PHASE["4"]}
"""By kind: from which Train Phase on minors merge into it (18OE-PHASE-09, 18OE-PHASE-10)."""


# -- what is allowed ------------------------------------------------------------------------------


def refusal(game: Game, minor: Company, company: Company) -> Refusal | None:
    """Which rule forbids that this minor merges into this railroad, whoever owns them (18OE-MERGE-01).

    Track need not join them if there is a share (18OE-MERGE-03); each takes one minor in a stock round, in the
    Consolidation, too (18OE-CONSOL-11).
    """
    if not is_minor(game, minor):
        return game.forbid("merge.minor", "{minor} is not a minor in play", minor=game.symbol(minor))
    kind = game.state.kind[company]
    if kind not in FIRST_PHASE or game.controller(company) is None:
        return game.forbid(
            "merge.into",
            "Minors merge into majors and nationals, and {company} is neither",
            company=game.symbol(company),
        )
    if game.state.phase < FIRST_PHASE[kind]:
        return game.forbid("merge.phase" if kind == MAJOR else "merge.national", "It is too early in the game for that")
    if company in record(game).merged:
        return game.forbid(
            "merge.once", "{company} has already taken a minor in this stock round", company=game.symbol(company)
        )
    if share_source(game, game.player_for(minor), company) is None and not connected(game, minor, company):
        return game.forbid(
            "merge.connection" if kind == MAJOR else "merge.zone",
            "There is no share of {company} for {minor}, and no track joins them",
            company=game.symbol(company),
            minor=game.symbol(minor),
        )
    return None


def is_minor(game: Game, company: Company) -> bool:
    """Is this a minor that a player operates?"""
    in_play = game.state.kind[company] == MINOR and game.state.status[company] & (FLOATED | CLOSED) == FLOATED
    return in_play and game.controller(company) is not None


def share_source(game: Game, owner: Seat, company: Company) -> Owner | None:
    """Where a minor's owner gets a share from: the treasury, else the Open Market; None if there is none.

    Rules 18OE-MERGE-04, 18OE-MERGE-05 and 18OE-MERGE-06. A share kept for another player is not there (18OE-PRIV-51).
    """
    if custody.free_shares(game, owner, company):
        return game.purse(company)
    return POOL if directors.ordinary(game, POOL, company) else None


def connected(game: Game, minor: Company, company: Company) -> bool:
    """Could a train of any length run from a token of the minor to one of the major, or to the national's zone?

    Rules 18OE-MERGE-07, 18OE-MERGE-08 and 18OE-MERGE-09: nobody's tokens are in its way, and it takes ferries but not
    sea crossings. A national has virtual tokens in all cities of its zone.
    """
    return not _joined_to(game, minor).isdisjoint(getting_about.for_track(game, company).starts)


def _joined_to(game: Game, minor: Company) -> frozenset[Stop]:
    """The stops that such a train could run to."""
    board, tiles = game.book.board, game.state.tiles
    starts, shut = getting_about.for_track(game, minor).starts, getting_about.marked_for_others(game, minor)

    def find() -> frozenset[Stop]:
        return frozenset(reach(board, tiles, starts, board.outside.__contains__, shut).stops)

    return cached(game, JOINED, (tiles, starts, shut), find)


# -- what happens ---------------------------------------------------------------------------------


def merge(game: Game, minor: Company, company: Company) -> None:
    """The owner gets a share if there is one, the presidency follows; then the railroad takes what it wants.

    Rule 18OE-MERGE-22. The minor's cash goes to whoever gave the share: the treasury, which cannot decline it
    (18OE-MERGE-18), otherwise the bank, also if there was none (18OE-MERGE-10).
    """
    owner, purse = game.player_for(minor), game.purse(company)
    source = share_source(game, owner, company)
    effects.declare(game, minor, Text("merged into {company}", company=game.symbol(company)))
    if source is not None:
        effects.move_shares(game, source, owner, company, 1)
        custody.released(game, company)
        directors.settle_after_purchase(game, company, owner)
    payee = purse if source == purse else BANK
    effects.pay(game, game.purse(minor), payee, game.treasury(minor), Text("its treasury"))
    amend(game, merged=(*record(game).merged, company))
    if game.state.kind[company] == MAJOR:
        _take_markers(game, minor, company)
    else:
        charter_assets.lose_markers(game, minor)
    game.push(Merging(minor, company))


@dataclass(frozen=True, slots=True)
class Merging(Step):
    """A minor is being merged: first its tokens, then its trains; then it is part of the major, or abandoned."""

    minor: Company
    company: Company
    stage: int = 0

    def proceed(self, game: Game) -> bool:
        """Take the next part over (18OE-MERGE-11, 18OE-MERGE-14, 18OE-MERGE-16, 18OE-MERGE-19)."""
        into_major = game.state.kind[self.company] == MAJOR
        game.put(replace(self, stage=self.stage + 1))
        if self.stage == 0 and into_major:
            tokens_over.begin(game, self.company, self.minor)
        elif self.stage == 1:
            trains_over.begin(game, self.company, self.minor)
        elif self.stage == 2:
            game.pop()
            if into_major:
                join(game, self.minor, self.company)
            else:
                abandoning.abandon(game, self.minor)
        return True


def join(game: Game, minor: Company, company: Company) -> None:
    """A minor's charter lies under that of a major, which has its ability and its chit for good.

    Rules 18OE-MERGE-16, 18OE-MERGE-17 and 18OE-MERGE-21; also for an abandoned minor that it buys (18OE-SHARES-07).
    Minor A brings the price of a share, once (18OE-MERGE-24).
    """
    if minor == BANNER and not record(game).silver_banner:
        payment = Text("its merger with {minor}", minor=game.symbol(minor))
        effects.pay(game, BANK, game.purse(company), game.price_of(company), payment)
        amend(game, silver_banner=True)
    effects.move_shares(game, game.state.director[minor], game.purse(company), minor, game.share_count(minor))
    effects.set_director(game, minor, game.purse(company))
    effects.mark(game, minor, CLOSED)
    order_track.leave(game, minor)
    _take_pullman(game, minor, company)
    known = record(game)
    amend(
        game,
        into=entry(known.into, minor, company),
        abandoned=tuple(other for other in known.abandoned if other != minor),
    )


def _take_pullman(game: Game, minor: Company, company: Company) -> None:
    """A major gets the Pullman of its minor; of two, one goes to the Open Market (18OE-PULLMAN-11)."""
    known = record(game)
    brings = minor in known.pullmans or (minor in known.abandoned and minor == WAGONS and known.own_pullman)
    if not brings:
        return
    both = company in known.pullmans
    holders = {*known.pullmans, company} - {minor}
    amend(game, pullmans=tuple(sorted(holders)), pullmans_in_market=known.pullmans_in_market + (1 if both else 0))


def _take_markers(game: Game, minor: Company, company: Company) -> None:
    """What privates have given to a minor stays with its major, the train of Swift included.

    Rules 18OE-PRIV-07 and 18OE-PRIV-49.
    """
    known = record(game)

    def over(held: tuple[Company, Stop] | None) -> tuple[Company, Stop] | None:
        return (company, held[1]) if held is not None and held[0] == minor else held

    amend(
        game,
        harbor=over(known.harbor),
        circle=over(known.circle),
    )
    for train in [train for train in game.trains_of(minor) if marks_of(train)]:
        effects.move_train(game, game.purse(minor), game.purse(company), train)
