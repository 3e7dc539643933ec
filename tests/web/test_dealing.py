"""The table to deal by, and turns put together before they are done: all that may be dealt in, once, and its sums."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import escape

import pytest

from railhead.core import engine
from railhead.core.actions import parse, text_of
from railhead.core.choices import Choice, Choices
from railhead.core.refusal import Malformed
from railhead.core.state import STARTED
from railhead.play.gamefile import GameFile
from railhead.play.prospect import Prospect
from railhead.play.table import Table
from railhead.play.vantage import Vantage
from railhead.rules.dividends import Dividend
from railhead.rules.stock import Buy, Sell, Start
from railhead.titles.texts import texts
from railhead.web.keys import HOST, seat_role
from railhead.web.presenters import table_page, turn_page
from railhead.web.presenters.alternatives import compared
from railhead.web.presenters.charters import GONE
from railhead.web.presenters.dealing import Dealing
from railhead.web.presenters.decision import decision
from railhead.web.presenters.scene import BOARD, DEAL, scene
from railhead.web.presenters.turn import planned_turn
from tests.play.games import some_game
from tests.web.conftest import Begun, Browser

DEALS = (Buy, Sell, Start)


@pytest.fixture(scope="module", params=[("1860", 5), ("1862", 1)], ids=["1860", "1862"])
def table(request: pytest.FixtureRequest) -> Table:
    """A game of each title, some way on, in which shares can be sold."""
    title, seed = request.param
    return Table.of(some_game(seed=seed, most=260, title=title))


def deciding(table: Table, number: int) -> Vantage:
    """The table as whoever decides after so many actions sees it."""
    choices = engine.choices(table.book, table.session.at(number))
    assert choices is not None
    return Vantage(table, choices.seat)


def stock_turns(table: Table) -> Iterator[int]:
    """The points at which shares may be dealt in."""
    for number in range(table.actions):
        choices = engine.choices(table.book, table.session.at(number))
        if choices is not None and any(choice.action in DEALS for choice in choices):
            yield number


def dealt(dealing: Dealing) -> list[str]:
    """The texts of all deals that the table offers."""
    rows = [offer.action for row in dealing.rows for offer in (*row.sales, *row.buys)]
    return rows + [offer.action for each in dealing.new for offer in each.pars]


def test_every_deal_is_in_the_table_once_and_everything_else_beside_it(table: Table) -> None:
    seen = 0
    for number in list(stock_turns(table))[::3]:
        vantage = deciding(table, number)
        page = table_page(vantage, number, may_act=True)
        choices = vantage.prospect(number).choices
        assert page.dealing is not None
        assert choices is not None
        assert page.decision is not None
        in_table = dealt(page.dealing)
        beside = [offer for group in page.dealing.others for _, offers in group.rows for offer in offers]
        assert sorted(in_table) == sorted(set(in_table))
        assert all(isinstance(parse(table.book, text), DEALS) for text in in_table)
        assert all(parse(table.book, text) in choices for text in in_table)
        assert not any(offer.deal for offer in beside)
        offered = {offer.action for group in page.decision.groups for _, offers in group.rows for offer in offers}
        assert offered == {*in_table, *(offer.action for offer in beside)}
        seen += len(in_table)
    assert seen > 20


def test_whoever_watches_or_looks_back_sees_the_companies_without_offers(table: Table) -> None:
    seen = 0
    for number in list(stock_turns(table))[::5]:
        for vantage in (deciding(table, number), Vantage(table, None)):
            page = table_page(vantage, number, may_act=False)
            assert page.dealing is not None
            started = [each for each in page.companies if each.standing not in ("", GONE)]
            assert [row.company for row in page.dealing.rows] == started
            assert dealt(page.dealing) == []
            assert not page.dealing.others
            seen += len(started)
    assert seen > 20


def test_what_is_auctioned_in_a_stock_round_stays_beside_the_table() -> None:
    table = Table.of(some_game(seed=5, most=120, title="18BF"))
    found = 0
    for number in range(table.actions):
        page = table_page(deciding(table, number), number, may_act=True)
        if page.dealing is not None and page.decision is not None:
            asked = [amount for group in page.decision.groups for amount in group.amounts]
            assert [amount for group in page.dealing.others for amount in group.amounts] == asked
            found += len(asked)
    assert found > 20


def test_what_cannot_be_done_with_a_company_is_told_once_in_its_row(table: Table) -> None:
    both = 0
    for number in list(stock_turns(table))[::3]:
        page = table_page(deciding(table, number), number, may_act=True)
        assert page.dealing is not None
        for row in page.dealing.rows:
            shown = [*(() if row.sales or row.shorts else row.unsold), *(() if row.buys else row.unbought)]
            assert len(shown) == len(set(shown))
            if not row.buys or not (row.sales or row.shorts):
                assert set(shown) == set(row.refused)
            if not row.buys and not (row.sales or row.shorts):
                assert all(entry.sells for entry in row.unsold)
                both += bool(row.unsold and row.unbought)
    assert both > 5


def test_choices_are_listed_once_for_a_page_however_many_there_are(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To list them may take long, where places on a large board are tried one by one."""
    listed: list[Choices] = []
    every = Choices.__iter__

    def noted(choices: Choices) -> Iterator[Choice]:
        listed.append(choices)
        return every(choices)

    monkeypatch.setattr(Choices, "__iter__", noted)
    for number in range(0, table.actions, 20):
        now = deciding(table, number).prospect(number)
        choices = now.choices
        assert choices is not None
        decision(now, choices)
        assert sum(each is choices for each in listed) == 1


def test_rows_are_the_companies_in_play_with_all_their_shares(table: Table) -> None:
    number = list(stock_turns(table))[-1]
    vantage = deciding(table, number)
    page = table_page(vantage, number, may_act=True)
    assert page.dealing is not None
    started = {company for company, seen in vantage.view(number).companies.items() if seen.has(STARTED)}
    assert {row.company.number for row in page.dealing.rows} <= started
    for row in page.dealing.rows:
        shares = vantage.view(number).companies[row.company.number].share_count
        held = sum(stake.shares for stake in row.stakes)
        assert held + row.unheld <= shares
        assert sum(stake.director for stake in row.stakes) <= 1


def test_who_only_looks_on_sees_the_table_without_deals() -> None:
    table = Table.of(some_game(seed=5, most=260))
    number = next(stock_turns(table))
    page = table_page(Vantage(table, None), number, may_act=False)
    assert page.dealing is not None
    assert dealt(page.dealing) == []


def test_a_planned_turn_says_what_its_actions_will_do(table: Table) -> None:
    checked = 0
    for number in list(stock_turns(table))[::4]:
        now = deciding(table, number).prospect(number)
        plan = sale_and_purchase(now)
        if len(plan) < 2:
            continue
        told = planned_turn(now, plan)
        assert told.refused == ""
        position = now
        for text in plan:
            position, _ = position.after(parse(table.book, text))
        assert now.seat is not None
        assert told.cash == (now.view.players[now.seat].cash, position.view.players[now.seat].cash)
        assert told.actions == tuple(plan)
        checked += 1
    assert checked


def test_what_is_chosen_finds_its_place_in_the_turn(table: Table) -> None:
    """Shares cannot be sold after one has been bought, in whichever order a player clicks."""
    checked = 0
    for number in list(stock_turns(table))[::4]:
        now = deciding(table, number).prospect(number)
        plan = sale_and_purchase(now)
        if len(plan) < 2 or first(now, Buy) is None:
            continue
        sale, bought = plan
        assert planned_turn(now, [], [sale, bought]).planned == (sale, bought)
        backwards = planned_turn(now, [bought], [sale])
        assert backwards.planned == (sale, bought)
        assert backwards.refused == ""
        checked += 1
    assert checked


def test_another_purchase_replaces_the_one_that_was_chosen_if_only_one_is_allowed() -> None:
    table = Table.of(some_game(seed=5, most=260))
    for number in stock_turns(table):
        now = deciding(table, number).prospect(number)
        assert now.choices is not None
        offered = [text_of(table.book, action) for choice in now.choices if choice.action is Buy for action in choice]
        if len(offered) > 1 and planned_turn(now, offered[:2]).refused:
            assert planned_turn(now, offered[:1], offered[1:2]).planned == (offered[1],)
            return
    raise AssertionError("nowhere could one of two shares be bought")


def test_what_can_be_done_nowhere_in_the_turn_comes_last_and_is_refused(table: Table) -> None:
    number = next(number for number in stock_turns(table) if first(deciding(table, number).prospect(number), Buy))
    now = deciding(table, number).prospect(number)
    bought = first(now, Buy)
    assert bought is not None
    symbol = parse(table.book, bought)
    assert isinstance(symbol, Buy)
    sale = f"sell 9 {table.book.company_names[symbol.company]}"
    told = planned_turn(now, [bought], [sale])
    assert told.planned == (bought, sale)
    assert told.refused


def sale_and_purchase(now: Prospect) -> list[str]:
    """The first sale, and the first purchase that is possible after it."""
    sale = first(now, Sell)
    if sale is None:
        return []
    ahead, _ = now.after(parse(now.book, sale))
    bought = first(ahead, Buy) if ahead.choices is not None and ahead.choices.seat == now.seat else None
    return [sale] if bought is None else [sale, bought]


def first(now: Prospect, kind: type[Buy] | type[Sell]) -> str | None:
    """The text of the first action of a kind."""
    assert now.choices is not None
    found = (action for choice in now.choices if choice.action is kind for action in choice)
    action = next(found, None)
    return None if action is None else text_of(now.book, action)


def test_what_cannot_follow_is_refused_and_what_comes_before_it_stands() -> None:
    table = Table.of(some_game(seed=5, most=260))
    for number in stock_turns(table):
        now = deciding(table, number).prospect(number)
        bought = first(now, Buy)
        if bought is not None:
            told = planned_turn(now, [bought, bought])
            if told.refused:
                assert told.actions == (bought,)
                assert told.refused.endswith(("by then", ".")) or told.rule
                return
    raise AssertionError("nothing that can be bought only once was found")


def test_a_turn_that_nobody_can_put_together_is_refused() -> None:
    table = Table.of(some_game(seed=5, most=260))
    number = next(stock_turns(table))
    now = deciding(table, number).prospect(number)
    with pytest.raises(Malformed):
        planned_turn(now, ["pass"] * 21)
    with pytest.raises(Malformed):
        planned_turn(now, ["nonsense"])


def test_planned_sales_are_shown_in_their_rows() -> None:
    table = Table.of(some_game(seed=5, most=260))
    for number in stock_turns(table):
        vantage = deciding(table, number)
        sale = first(vantage.prospect(number), Sell)
        if sale is not None:
            page = turn_page(vantage, number, [sale])
            (row,) = [row for row in page.dealing.rows if row.sold]
            assert sale == f"sell {row.sold} {row.company.symbol}"
            assert "market" in page.market
            return
    raise AssertionError("nothing to sell was found")


def test_dividends_are_compared_for_the_company_and_everybody() -> None:
    table = Table.of(some_game(seed=5, most=260))
    for number in range(table.actions):
        page = table_page(deciding(table, number), number, may_act=True)
        if page.decision is not None and page.decision.alternatives:
            break
    else:
        raise AssertionError("no dividend was found")
    now = deciding(table, number).prospect(number)
    assert page.scene == BOARD
    actions = [parse(table.book, offer.action) for offer in page.decision.alternatives]
    assert page.decision.compared == compared(now, actions)
    for row in page.decision.compared:
        assert all(then.figure == row.now + then.change for then in row.then)
    names = [row.name for row in page.decision.compared]
    assert any("price" in name or "treasury" in name for name in names)


def test_the_room_goes_to_what_is_chosen_among() -> None:
    table = Table.of(some_game(seed=5, most=260))
    for number in range(table.actions):
        now = deciding(table, number).prospect(number)
        kinds = {kind.form.split()[0] for kind in now.view.kinds}
        if kinds & {"lay", "token", "run", "train"}:
            assert scene(now) == BOARD
        elif kinds & {"buy", "sell", "bid"}:
            assert scene(now) == DEAL


def test_the_market_shows_where_a_marker_would_go(table: Table) -> None:
    seen = 0
    for number in stock_turns(table):
        vantage = deciding(table, number)
        choices = vantage.prospect(number).choices
        assert choices is not None
        sales = [action for choice in choices if choice.action is Sell for action in choice]
        for sale in sales[-1:]:
            page = turn_page(vantage, number, [text_of(table.book, sale)])
            before, after = vantage.view(number), page.turn.after.view
            moved = {
                seen.symbol for seen in before.companies.values() if seen.place != after.companies[seen.company].place
            }
            for picture in (page.market, page.market_narrow):
                ghosts = re.findall('class="ghost" data-company="([^"]*)"', picture)
                assert sorted(ghosts) == sorted(escape(symbol) for symbol in moved)
                assert picture.count('class="token"') == len(before.market.places), "the markers stay where they are"
            seen += len(moved)
        if seen > 3:
            return
    raise AssertionError("no sale moved a price")


def test_a_dividend_shows_where_the_marker_would_go(table: Table) -> None:
    for number in range(table.actions):
        choices = engine.choices(table.book, table.session.at(number))
        if choices is not None and isinstance(choices.step, Dividend) and choices.count() > 1:
            page = table_page(deciding(table, number), number, may_act=True)
            assert page.decision is not None
            symbol = table.book.company_names[choices.step.company]
            shown = [offer.ghosts for offer in page.decision.alternatives]
            assert any(shown)
            assert all(f'data-company="{escape(symbol)}"' in ghosts.wide for ghosts in shown if ghosts)
            return
    raise AssertionError("no dividend was decided about")


def dealing_at(table: Table, number: int) -> Dealing:
    """The table to deal by at a point, for whoever decides there."""
    found = table_page(deciding(table, number), number, may_act=True).dealing
    assert found is not None
    return found


def test_a_company_that_has_to_be_started_is_started_by_one_press_on_its_par(begun: Begun, browser: Browser) -> None:
    """With its charter won there is nothing else to decide, so nothing is folded away and nothing is gathered."""
    file = some_game(seed=5, most=40, title="1862")
    table = Table.of(file)
    number = next(stock_turns(table))
    found = dealing_at(table, number)
    assert found.sole is not None
    assert not found.gathers
    assert all(offer.outlook and offer.outlook.spent for offer in found.sole.pars)
    game = begun(replace(file, actions=file.actions[:number]))
    shown = browser(game, HOST, *map(seat_role, game.places)).get(f"/game/{game.id}/").content.decode()
    for absent in ("data-start=", "data-gather", "or start a company", 'id="turn"'):
        assert absent not in shown
    for offer in found.sole.pars:
        assert shown.count(f'data-action="{escape(offer.action)}"') == 1
    assert escape(found.sole.company.home) in shown


def test_companies_to_start_beside_other_deals_are_gathered_like_them() -> None:
    table = Table.of(some_game(seed=5, most=40, title="1862"))
    found = next(each for number in stock_turns(table) if (each := dealing_at(table, number)).buys and each.new)
    assert found.sole is None
    assert found.gathers


@pytest.mark.parametrize("title", ["1860", "1862", "18BF"])
def test_whoever_bids_before_there_is_a_company_sees_what_everybody_has(
    begun: Begun, browser: Browser, title: str
) -> None:
    """In the decision itself: with companies in play, their table shows it."""
    file = some_game(seed=5, most=40, title=title)
    table = Table.of(file)
    number = next(number for number in range(table.actions) if file.actions[number].startswith(("bid", "propose")))
    found = dealing_at(table, number)
    assert not found.rows
    game = begun(replace(file, actions=file.actions[:number]))
    shown = browser(game, HOST, *map(seat_role, game.places)).get(f"/game/{game.id}/").content.decode()
    stage = shown.partition('id="deal"')[2].partition("market-below")[0]
    purses = re.findall(r"<td>(\d+)</td>\s*<td[^>]*>(\d+)</td>\s*<td>(\d+)</td>", stage)
    assert purses == [(str(each.cash), str(each.certificates), str(each.worth)) for each in found.players]
    assert all(each.cash for each in found.players)


def test_what_a_private_does_stands_beside_the_bids_for_it(begun: Begun, browser: Browser) -> None:
    """Whoever picks one to be auctioned sees all of them; whoever bids sees the one that is auctioned."""
    opening = GameFile.new("1863", ("A", "B", "C"))
    told = {symbol: escape(text) for symbol, text in texts("1863").privates.items()}
    for actions, shown_for in (
        ((), ("GRE", "FOW", "RED", "THO", "LNR", "TTU")),
        (("auction private GRE for 5",), ("GRE",)),
    ):
        game = begun(replace(opening, actions=actions))
        stage = browser(game, HOST, *map(seat_role, game.places)).get(f"/game/{game.id}/").content.decode()
        assert tuple(symbol for symbol, text in told.items() if text in stage) == shown_for


def test_the_table_of_companies_shows_what_everybody_has_without_a_second_table(begun: Begun, browser: Browser) -> None:
    file = some_game(seed=5, most=40, title="1862")
    table = Table.of(file)
    number = next(number for number in stock_turns(table) if dealing_at(table, number).rows)
    game = begun(replace(file, actions=file.actions[:number]))
    shown = browser(game, HOST, *map(seat_role, game.places)).get(f"/game/{game.id}/").content.decode()
    assert 'class="shares' in shown
    assert 'class="purses"' not in shown


def test_what_is_proposed_is_shown_with_its_name_its_home_and_its_permits(begun: Begun, browser: Browser) -> None:
    """As its charter has them; a company in play has its row for that."""
    file = replace(some_game(seed=5, most=40, title="1862"), actions=())
    table = Table.of(file)
    page = table_page(deciding(table, 0), 0, may_act=True)
    assert page.dealing is not None
    charters = {each.number: each for each in page.companies}
    game = begun(file)
    shown = browser(game, HOST, *map(seat_role, game.places)).get(f"/game/{game.id}/").content.decode()
    stage = shown.partition('id="deal"')[2].partition("market-below")[0]
    proposed = [group for group in page.dealing.others if group.company is not None]
    assert len(proposed) == 8
    for group in proposed:
        assert group.company is not None
        charter = charters[group.company]
        assert group.origin == (charter.home, *charter.remarks)
        assert any("permits" in part for part in group.origin)
        for part in (charter.name, *group.origin):
            assert escape(part) in stage
