"""The rounds of 1863: which comes next, what the end of a stock round brings, and how the game ends."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import POOL, Company
from railhead.core.state import Round
from railhead.core.steps import Step
from railhead.core.text import Text, to_translate
from railhead.rules import rounds
from railhead.rules.operating import OperatingRound, operating_order
from railhead.rules.stock import StockRound
from railhead.titles.t1863 import (
    costs,
    count,
    crisis,
    facts,
    lptb,
    mail,
    merger_round,
    opening,
    prices,
    stalemate,
    tokens_due,
)
from railhead.titles.t1863.facts import MAJOR
from railhead.titles.t1863.record import amend, record, set_unpaid

AUCTION, MERGER = "auction", "merger"
OPERATING_ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Timetable(Step):
    """What round comes next; always at the bottom of the agenda."""

    def proceed(self, game: Game) -> bool:
        """The private auction, then sets of a stock round and two operating rounds, each with a round of mergers.

        Rules 1863-SETUP-13, 1863-AUC-08, 1863-OR-01 and 1863-MA-01.
        """
        now = game.state.round
        if now.kind == "set-up":
            begin_auction(game)
        elif now.kind == AUCTION:
            begin_stock_round(game, 1)
        elif now.kind == rounds.STOCK:
            begin_operating_round(game, Round(rounds.OPERATING, now.number, 1, OPERATING_ROUNDS))
        elif now.kind == rounds.OPERATING and now.number != record(game).final:
            begin_merger_round(game, now)
        else:
            _next_in_set(game, now)
        return True


def begin_auction(game: Game) -> None:
    """The privates are auctioned first (1863-SETUP-13)."""
    effects.begin_round(game, Round(AUCTION, 0))
    opening.begin(game)


def begin_stock_round(game: Game, number: int) -> None:
    """The holder of the priority deal begins; what was sold before may be bought again (1863-SR-05)."""
    effects.begin_round(game, Round(rounds.STOCK, number))
    amend(game, sold=())
    if stalemate.stalled(game):
        effects.foresee_end(game, to_translate("nothing can happen any more"))
        count.begin(game)
        return
    game.push(EndOfStockRound())
    game.push(StockRound(game.state.priority))


def begin_operating_round(game: Game, round_: Round) -> None:
    """Every company operates; as the second round begins, the 2T are cut to their number (1863-TRAIN-05)."""
    effects.begin_round(game, round_)
    if (round_.number, round_.index) == (1, 2):
        effects.cut_pile(game, 0, facts.train_counts(game.book.seats, game.book.options)[0])
    costs.expect_common_costs(game)
    game.push(OperatingRound())
    mail.place_stage(game)


def begin_merger_round(game: Game, now: Round) -> None:
    """Mergers and acquisitions follow each operating round, but not in the final set (1863-MA-01, 1863-END-09)."""
    effects.begin_round(game, Round(MERGER, now.number, now.index, now.of))
    merger_round.begin(game)


def _next_in_set(game: Game, now: Round) -> None:
    """The next operating round of the set, or the next set; after the final set, the count."""
    following = rounds.next_operating_round(now)
    if following is not None:
        begin_operating_round(game, following)
    elif now.number == record(game).final:
        count.begin(game)
    else:
        begin_stock_round(game, now.number + 1)


def round_name(round_: Round) -> Text:
    """What players call a round."""
    if round_.kind == AUCTION:
        return Text("Initial auction")
    if round_.kind == MERGER:
        return Text("Merger round {number}.{index}", number=round_.number, index=round_.index)
    return rounds.round_name(round_)


# -- the end of a stock round ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndOfStockRound(Step):
    """What happens when all have passed; it waits beneath the stock round."""

    def proceed(self, game: Game) -> bool:
        """Tokens are paid for (1863-START-18), then prices, the rate, and the LPTB's train (1863-SR-12)."""
        if tokens_due.owing(game):
            _demand_tokens(game)
            return True
        game.pop()
        raise_sold_out(game)
        amend(game, rate=facts.rate(sum(game.state.loans), game.book.seats))
        if game.state.round.number != record(game).final:
            lptb.after_stock_round(game)
        return True


def _demand_tokens(game: Game) -> None:
    """Companies that have not paid for their tokens must pay now, or fail (1863-START-18)."""
    for company in tokens_due.owing(game):
        due = record(game).unpaid[company]
        set_unpaid(game, company, 0)
        crisis.owe(game, company, due, to_translate("its station tokens"))


def raise_sold_out(game: Game) -> None:
    """Every major none of whose shares is in its treasury or the Pool rises by one (1863-SR-08, 1863-SR-09)."""
    for company in operating_order(game):
        if is_sold_out(game, company):
            prices.rise(game, company)


def is_sold_out(game: Game, company: Company) -> bool:
    """Are all shares of a major in the hands of players and other companies?"""
    if game.state.kind[company] != MAJOR:
        return False
    return game.held(POOL, company) == 0 and game.held(game.purse(company), company) == 0
