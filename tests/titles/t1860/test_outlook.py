"""What players of 1860 expect: how long the game takes, which companies run until its end, what privates bring."""

from __future__ import annotations

import pytest

from railhead.core.rulebook import UNLIMITED
from railhead.rules.outlook import OutlookRules
from railhead.testing import Table
from railhead.titles.t1860.facts import FISHBOURNE

COMPANIES = {"C&N": 300, "IOW": 250, "IWNJ": 200, "FYN": 150, "NGStL": 100, "BHI&R": 50}
"""By company: what it earned last."""


def late(**record: bool) -> Table:
    """Six companies with trains, after the first train of the last phase."""
    table = Table()
    for number, (company, revenue) in enumerate(COMPANIES.items()):
        table.float(company, 74 if number < 2 else 62, {"ABC"[number % 3]: 5}, operated=True)
        table.give_trains(company, "9+5")
        table.state.revenue[table.company(company)] = revenue
    table.set_phase("9")
    table.remember(building_over=True, **record)
    return table


def outlook(table: Table) -> OutlookRules:
    return table.game.rules[OutlookRules]


def test_british_rail_takes_a_round_for_every_two_companies() -> None:
    table = late(nationalised=True)
    assert outlook(table).to_the_end(table.game) == 3
    table.remember(last_round=True)
    assert outlook(table).to_the_end(table.game) == 1


def test_whoever_has_no_train_keeps_british_rail_waiting() -> None:
    table = late()
    before = outlook(table).to_the_end(table.game)
    table.state.trains[table.book.purse(table.company("FYN"))] = ()
    assert outlook(table).to_the_end(table.game) > before


@pytest.mark.parametrize(("players", "rounds", "highest"), [(2, 21, None), (3, 14, 82), (4, 14, 82)])
def test_two_players_take_longer_and_begin_companies_at_any_price(
    players: int, rounds: int, highest: int | None
) -> None:
    game = Table(players=players).game
    rules = game.rules[OutlookRules]
    assert rules.selling_rounds(game) == rounds
    assert rules.highest_par(game) == (highest or UNLIMITED)


def test_a_game_takes_longer_the_more_trains_are_left() -> None:
    table = Table()
    rounds = outlook(table).to_the_end
    all_left = rounds(table.game)
    assert 18 <= all_left <= 23
    table.state.depot[0] = 0
    assert rounds(table.game) == pytest.approx(all_left - 5 * 0.85)


def test_companies_that_earn_least_close_first() -> None:
    table = late(nationalised=True)
    stops = [outlook(table).stops_early(table.game, table.company(company)) for company in COMPANIES]
    assert stops == [0, 0, 1, 1, 2, 2]
    unsure = late()
    stops = [outlook(unsure).stops_early(unsure.game, unsure.company(company)) for company in COMPANIES]
    assert stops == [0.5, 0.5, 1, 1, 1.5, 1.5]
    assert outlook(unsure).stops_early(unsure.game, unsure.company("S&C")) == 1


def test_privates_bring_income_until_the_fishbourne_ferry_is_for_sale() -> None:
    table = Table()
    ryde = next(private for private in table.book.private_ids if table.book.privates[private].value == 130)
    value = outlook(table).private_value
    assert value(table.game, ryde) > 10 * 30
    table.set_phase("6")
    assert value(table.game, ryde) == 0
    assert value(table.game, FISHBOURNE) > 4 * 25


def test_a_private_becomes_a_share_of_the_company_it_is_linked_with() -> None:
    table = Table()
    turns_into = outlook(table).turns_into
    linked = {turns_into(table.game, private) for private in table.book.private_ids}
    assert linked == {None, *(table.company(company) for company in ("C&N", "IOW", "FYN", "BHI&R"))}
    assert turns_into(table.game, FISHBOURNE) is None
