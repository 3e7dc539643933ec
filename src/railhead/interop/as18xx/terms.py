"""How 18xx.games describes a table in each title: rounds, whose turn it is, par, what is on offer."""

from __future__ import annotations

from collections.abc import Sequence

from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Private, Seat, Stop
from railhead.core.rulebook import Rulebook
from railhead.core.state import Round, State
from railhead.interop.as18xx.reader_1860 import PRIVATES, Reader1860
from railhead.interop.as18xx.reader_1862 import COMPANY_STEPS
from railhead.rules.dividends import Dividend
from railhead.rules.exchange import Option
from railhead.rules.operating import OperatingTurn
from railhead.rules.stations import tokens_of
from railhead.titles.t1862 import homes
from railhead.titles.t1862.merging import Merger
from railhead.titles.t1862.parliament import Charter
from railhead.titles.t1862.record import record

CREDITS_AND_MONEY = 20000
"""There, 1860's money and credits are kept in a single bank of this size."""


ROUNDS = {"set-up": "ISR", "auction": "ISR", "stock": "SR", "operating": "OR"}
THEIR_SYMBOLS = {ours: theirs for theirs, ours in Reader1860.symbols.items()}
THEIR_PRIVATES = {ours: theirs for theirs, ours in PRIVATES.items()}


class Terms:
    """The terms of 1860, and what all titles have in common."""

    def money(self, book: Rulebook) -> int:
        """All the money there is."""
        return CREDITS_AND_MONEY

    def shown(self, now: Game, before: State) -> State:
        """The table as that system has it, when ours is at this point."""
        return now.state

    def round(self, now: Round) -> str:
        """The round, its set and its place in it."""
        return f"{ROUNDS[now.kind]} {now.number}.{now.index}"

    def symbol(self, game: Game, company: Company) -> str:
        """The symbol of a company."""
        name = game.symbol(company)
        return THEIR_SYMBOLS.get(name, name)

    def entity(self, game: Game) -> str:
        """Whose turn it is: a company in its operating turn or laying its home tile, otherwise a player."""
        for step in reversed(game.state.agenda):
            if step.acting_company is not None:
                return self.symbol(game, step.acting_company)
        return game.name(game.step.seat(game))

    def par(self, game: Game, company: Company) -> int:
        """The par of a company."""
        par = game.state.par[company]
        return game.book.market.prices[par] if par >= 0 else 0

    def offered(self, game: Game, company: Company) -> int:
        """Shares never sold."""
        return game.held(BANK, company)

    def tokens(self, game: Game, company: Company) -> list[Stop]:
        """The stops with a token of a company."""
        return tokens_of(game, company)

    def privates(self, game: Game, seat: Seat, acquired: Sequence[Private]) -> list[str]:
        """The private companies of a player, in the order in which players got them."""
        order = [*acquired, *(private for private in game.book.private_ids if private not in acquired)]
        names = game.book.private_names
        return [THEIR_PRIVATES[names[private]] for private in order if game.state.privates[private] == seat]


class Terms1862(Terms):
    """The terms of 1862: Parliament is part of the stock round, charters not yet floated are private companies."""

    def money(self, book: Rulebook) -> int:
        """The bank's money is all there is."""
        return book.bank

    def shown(self, now: Game, before: State) -> State:
        """There, the subsidy of a run is paid, and warranties are removed, with the dividend.

        The treasuries of merging companies are joined when all shares are merged, those of the companies included.
        """
        if now.over:
            return now.state
        if isinstance(now.step, Dividend):
            return before
        merger = _merger(now)
        return now.state if merger is None or merger.taken else _apart(now, merger, before)

    def round(self, now: Round) -> str:
        """Parliament sits in the stock round."""
        return super().round(now) if now.kind == "operating" else f"SR {now.number or 1}.1"

    def entity(self, game: Game) -> str:
        """A company in its turn; for the companies' own shares in a merger, the acting one; otherwise a player."""
        step = game.step
        if isinstance(step, COMPANY_STEPS):
            return self.symbol(game, step.company)
        if isinstance(step, Option) and step.holder not in game.book.seat_ids:
            return self.symbol(game, _operating(game))
        return game.name(step.seat(game))

    def par(self, game: Game, company: Company) -> int:
        """Without a charter, the price."""
        return super().par(game, company) if _is_chartered(game, company) else game.price_of(company)

    def offered(self, game: Game, company: Company) -> int:
        """Shares never sold; without a charter, all those the company has.

        In a merger all shares of the two companies are there with the one whose turn it is, here with the survivor.
        """
        if _is_chartered(game, company):
            return game.held(BANK, company)
        holder = company
        merger = _merger(game)
        if merger is not None and company in (merger.survivor, merger.other):
            if company != _operating(game):
                return 0
            holder = merger.survivor
        return game.held(game.purse(holder), company)

    def tokens(self, game: Game, company: Company) -> list[Stop]:
        """There, a home marker is not placed before it has a circle."""
        waiting = homes.waiting_at(game, company)
        return [stop for stop in super().tokens(game, company) if stop != waiting]

    def privates(self, game: Game, seat: Seat, acquired: Sequence[Private]) -> list[str]:
        """Charters of companies that have not floated."""
        pending = [(step.player, step.company) for step in game.state.agenda if isinstance(step, Charter)]
        return [
            self.symbol(game, company) for player, company in (*record(game).obligations, *pending) if player == seat
        ]


def _merger(game: Game) -> Merger | None:
    """The current merger."""
    return next((step for step in game.state.agenda if isinstance(step, Merger)), None)


def _apart(now: Game, merger: Merger, before: State) -> State:
    """The table with the treasuries of two merging companies as they were."""
    state = now.state.clone()
    for company in (merger.survivor, merger.other):
        state.cash[now.purse(company)] = before.cash[now.purse(company)]
    return state


def _operating(game: Game) -> Company:
    """The company whose turn it is."""
    return next(step.company for step in game.state.agenda if isinstance(step, OperatingTurn))


def _is_chartered(game: Game, company: Company) -> bool:
    """There, a merged company is still chartered if both were (1862-MERGE-37)."""
    return company in record(game).chartered or company in record(game).chartered_par


TERMS: dict[str, Terms] = {"1860": Terms(), "1862": Terms1862()}
