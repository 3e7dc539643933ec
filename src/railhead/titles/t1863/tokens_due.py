"""What companies still have to pay for the station tokens they were floated with (rules 1863-START)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, Company
from railhead.core.text import Text
from railhead.titles.t1863.record import record, set_unpaid


def pay_if_possible(game: Game) -> None:
    """Every company that owes for its tokens pays as soon as it has the money (1863-START-14, 1863-START-17)."""
    for company in owing(game):
        if game.treasury(company) >= record(game).unpaid[company]:
            pay(game, company)


def pay(game: Game, company: Company) -> None:
    """A company pays the bank for its tokens."""
    due = record(game).unpaid[company]
    set_unpaid(game, company, 0)
    effects.pay(game, game.purse(company), BANK, due, Text("its [token]s"))


def owing(game: Game) -> list[Company]:
    """The companies that have not paid for their tokens yet."""
    return [company for company in game.all_companies() if record(game).unpaid[company]]
