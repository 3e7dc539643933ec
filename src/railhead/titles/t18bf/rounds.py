"""The rounds of 18BF: which comes next, trains that are exported, the end of the game and what counts then."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core import effects
from railhead.core.events import Noted
from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.state import Round
from railhead.core.steps import Step
from railhead.core.text import Text, to_translate
from railhead.rules import rounds
from railhead.rules.merger_round import MergerRound
from railhead.rules.operating import OperatingRound
from railhead.rules.privates import pay_income
from railhead.rules.trains import export_next
from railhead.titles.t18bf import opening, prices
from railhead.titles.t18bf.facts import MINOR, NUMBERS, PHASE
from railhead.titles.t18bf.record import amend, record
from railhead.titles.t18bf.stalemate import stalled

MERGER = "merger"


@dataclass(frozen=True, slots=True)
class Timetable(Step):
    """What round comes next; always at the bottom of the agenda."""

    def proceed(self, game: Game) -> bool:
        """Begin the round that follows the one that is over (18BF-SETUP-05, 18BF-OR-01)."""
        now = game.state.round
        if now.kind == "set-up":
            begin_stock_round(game, 1)
        elif now.kind == rounds.STOCK:
            of = record(game).last_rounds if now.number == record(game).last_set else NUMBERS.operating_rounds
            begin_operating_round(game, Round(rounds.OPERATING, now.number, 1, of))
        elif now.kind == rounds.OPERATING:
            _after_operating_round(game, now)
        else:
            _next_in_set(game, now)
        return True


@dataclass(frozen=True, slots=True)
class EndOfRound(Step):
    """What happens when every company has operated; it waits beneath the operating round."""

    def proceed(self, game: Game) -> bool:
        """A train is exported after the second round (18BF-EXP-01)."""
        game.pop()
        if exports(game):
            export_next(game)
        return True


def begin_stock_round(game: Game, number: int) -> None:
    """The holder of the priority deal begins; the first round opens with the railway privates (18BF-AUC-01)."""
    if number == 1:
        effects.begin_round(game, Round(rounds.STOCK, number))
        opening.begin(game)
    else:
        rounds.begin_stock_round(game, number, stalled)


def begin_operating_round(game: Game, round_: Round) -> None:
    """Privates pay first; then every company operates (18BF-OR-02, 18BF-OR-03)."""
    effects.begin_round(game, round_)
    pay_income(game)
    game.push(EndOfRound())
    game.push(OperatingRound())


def _after_operating_round(game: Game, now: Round) -> None:
    """The game ends with the last round of the last set; a Merger Round follows any other from phase 3 on.

    Rules 18BF-OR-08, 18BF-MERGE-01, 18BF-END-02 and 18BF-END-03; there is no Merger Round after the very last one.
    """
    if now.number == record(game).last_set and now.index == now.of:
        rounds.finish(game)
    elif game.state.phase >= PHASE["3"]:
        effects.begin_round(game, Round(MERGER, now.number, now.index, now.of))
        game.push(MergerRound())
    else:
        _next_in_set(game, now)


def _next_in_set(game: Game, now: Round) -> None:
    """The next operating round of the set, or the next stock round."""
    following = rounds.next_operating_round(now)
    if following is not None:
        begin_operating_round(game, following)
    else:
        begin_stock_round(game, now.number + 1)


def round_name(round_: Round) -> Text:
    """What players call a round."""
    if round_.kind == MERGER:
        return Text("Merger round {number}.{index}", number=round_.number, index=round_.index)
    return rounds.round_name(round_)


# -- exports --------------------------------------------------------------------------------------


def exports(game: Game) -> bool:
    """Is a train exported after this operating round, with the effect of a purchase?

    Rules 18BF-EXP-01, 18BF-EXP-02, 18BF-EXP-03 and 18BF-EXP-04.
    """
    return game.state.round.index == NUMBERS.operating_rounds and PHASE["4"] <= game.state.phase < PHASE["8"]


# -- the end --------------------------------------------------------------------------------------


def trigger_end(game: Game) -> None:
    """Phase 8 has begun: three more operating rounds follow the current one, with one stock round among them.

    Begun in the first round of a pair, the pair is finished and another follows; begun in the second, or by an export
    after it, a set of three follows (18BF-END-01, 18BF-END-02, 18BF-END-03, 18BF-END-04).
    """
    now = game.state.round
    is_first = now.index < now.of
    of = NUMBERS.operating_rounds if is_first else NUMBERS.long_last_set
    amend(game, last_set=now.number + 1, last_rounds=of)
    effects.foresee_end(game, _how_it_ends(game, is_first))
    game.tell(Noted(Text("The last operating round will be {number}.{index}", number=now.number + 1, index=of)))


def _how_it_ends(game: Game, is_first: bool) -> str:
    if not game.within(OperatingRound):
        return to_translate("the first 4+4/6G train was exported")
    if is_first:
        return to_translate("the first 4+4/6G train was bought in the first operating round of a pair")
    return to_translate("the first 4+4/6G train was bought in the second operating round of a pair")


def worth(game: Game, seat: Seat) -> int:
    """Cash, shares at the final price, and privates at face value (18BF-END-07, 18BF-PRIV-39)."""
    shares = sum(
        game.held(seat, company) * value(game, company) for company in game.all_companies() if game.held(seat, company)
    )
    privates = sum(game.book.privates[private].value for private in game.privates_of(seat))
    return game.state.cash[seat] + shares + privates


def value(game: Game, company: Company) -> int:
    """What a share counts at the end; a Minor counts twice its price (18BF-SETUP-15, 18BF-END-06)."""
    price = prices.after_loans(game, company)
    return 2 * price if game.state.kind[company] == MINOR else price
