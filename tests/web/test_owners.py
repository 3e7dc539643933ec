"""Companies that own companies at the table: who decides for whom, shorts apart from shares, debts, scales."""

from __future__ import annotations

from railhead.core import engine
from railhead.core.ids import POOL
from railhead.core.text import Text
from railhead.play.prospect import Prospect
from railhead.play.table import Table
from railhead.play.vantage import Earning, Vantage
from railhead.rules import directors
from railhead.rules.debts import owe
from railhead.titles.t1863.record import amend
from railhead.web.presenters.charters import Charter, charters, players
from railhead.web.presenters.dealing import Dealing, dealing
from railhead.web.presenters.decision import SHORT, Decision, decision
from railhead.web.presenters.outlook import changes, dealing_company, outlook
from railhead.web.presenters.owners import Branch, Owners, owners, path_to, who_decides
from railhead.web.presenters.scene import DEAL, scene
from railhead.web.presenters.turn import planned_turn
from tests.play.games import some_game
from tests.titles.t1863.operating import Operating
from tests.titles.t1863.table import London


def prospect(table: London, player: str) -> Prospect:
    """The table as a player sees it."""
    return Prospect(table.book, table.state, table.seat(player))


def chain() -> Operating:
    """A presides over the District, which owns the Circle, which owns the Metropolitan."""
    table = Operating(phase="III")
    table.major("DIS", 100, {"A": 2, "B": 1}, cash=300)
    table.major("CIR", 80, {"DIS": 2}, cash=50, loans=2)
    table.minor("MET", 60, "CIR", cash=20)
    amend(table.game, opened=True)
    table.stock_turn("A")
    return table


def seen(table: London, player: str = "A") -> Owners:
    now = prospect(table, player)
    found = owners(now.view, charters(now.view), players(now.view))
    assert found is not None
    return found


def shape(branch: Branch) -> tuple[str, list[object]]:
    """A company and those below it."""
    return branch.company.symbol, [shape(below) for below in branch.below]


def charter(table: London, symbol: str) -> Charter:
    return next(each for each in charters(prospect(table, "A").view) if each.symbol == symbol)


def decided(table: London, player: str) -> Decision:
    now = prospect(table, player)
    assert now.choices is not None
    assert now.choices.seat == table.seat(player)
    return decision(now, now.choices)


def dealt(table: London, player: str) -> Dealing:
    now = prospect(table, player)
    view, dealer = now.view, dealing_company(now)
    return dealing(view, charters(view), players(view), {}, decided(table, player), dealer)


def test_who_deals_for_a_company_sees_what_the_company_holds() -> None:
    table = chain()
    table.give("DIS", "CIR", 1)
    assert dealt(table, "A").dealer is None
    own = {row.company.symbol: row.dealer for row in dealt(table, "A").rows}
    assert {symbol: (stake.name, stake.shares) for symbol, stake in own.items() if stake} == {
        "DIS": ("A", 2),
        "CIR": ("A", 0),
        "MET": ("A", 0),
    }
    table.do("act for DIS")
    shown = dealt(table, "A")
    assert shown.dealer is not None
    assert shown.dealer.symbol == "DIS"
    rows = {row.company.symbol: row for row in shown.rows}
    for symbol, shares in (("DIS", 0), ("CIR", 3), ("MET", 0)):
        dealer = rows[symbol].dealer
        assert dealer is not None
        assert (dealer.name, dealer.shares, dealer.you) == ("DIS", shares, False)
        assert [stake.name for stake in rows[symbol].stakes if stake.deals] == ["DIS"]
    assert rows["CIR"].stakes[0].through == ()  # what the District holds has a column of its own
    assert [held.symbol for held in rows["MET"].stakes[0].through] == ["CIR"]
    assert (rows["MET"].no_sale, rows["CIR"].no_sale) == ("DIS holds none", "not now")


# -- who decides for whom ---------------------------------------------------------------------------


def test_companies_are_below_their_presidents() -> None:
    tree, *others = seen(chain()).trees
    assert [shape(branch) for branch in tree.branches] == [("DIS", [("CIR", [("MET", [])])])]
    assert all(not other.branches for other in others)
    district = tree.branches[0]
    assert district.held is not None
    assert (district.held.percent, district.below[0].company.loans) == (20, 2)


def test_minorities_limits_and_ownerless_companies_are_told() -> None:
    table = chain()
    table.give("B", "CIR", 1)
    table.give("CIR", "DIS", 3)
    table.major("HAM", 100, {"C": 2})
    table.state.director[table.company("HAM")] = POOL
    found = seen(table)
    assert [held.symbol for held in found.trees[1].minorities] == ["CIR", "DIS"]
    assert [branch.company.symbol for branch in found.ownerless] == ["HAM"]
    district = found.trees[0].branches[0]
    assert district.below[0].must_sell == ("DIS",)  # it would preside over a company above it


def test_the_chain_is_put_in_words() -> None:
    view = prospect(chain(), "A").view
    circle, metropolitan, district = (view.book.find_company(symbol) for symbol in ("CIR", "MET", "DIS"))
    assert path_to(view, metropolitan) == ("A", "DIS", "CIR", "MET")
    assert path_to(view, district) == ()
    a, b = view.book.seat_ids[:2]
    assert who_decides(view, circle, a) == "You decide for CIR (owned by DIS, whose president you are)"
    assert who_decides(view, circle, b) == "A decides for CIR (owned by DIS, whose president is A)"
    assert who_decides(view, metropolitan, a) == "You decide for MET (owned by CIR) through DIS → CIR"
    assert who_decides(view, district, a) == ""


def test_a_charter_says_who_owns_it_and_what_it_owns() -> None:
    table = chain()
    table.give("DIS", "CIR", 1)
    circle, district = charter(table, "CIR"), charter(table, "DIS")
    assert circle.above == ("DIS", "A")
    assert district.above == ()
    assert [(held.symbol, held.percent, held.director) for held in district.holdings] == [("CIR", 30, True)]
    assert [(held.owner, held.percent) for held in circle.holders] == [("treasury", 70), ("DIS", 30)]


def test_titles_without_chains_show_no_tree() -> None:
    view = Vantage(Table.of(some_game(seed=5, most=30, title="1860")), None).view(30)
    assert owners(view, charters(view), players(view)) is None


# -- shorts -----------------------------------------------------------------------------------------


def test_shorts_stand_apart_from_shares() -> None:
    table = chain()
    table.short("C", "DIS", 2)
    card = players(prospect(table, "C").view)[2]
    assert card.holdings == ()
    assert [(owed.symbol, owed.shares, owed.cost) for owed in card.shorts] == [("DIS", 2, 200)]
    district = charter(table, "DIS")
    assert (district.shorts_out, district.shorts_left, charter(table, "MET").shorts_left) == (2, 8, None)


def test_a_row_has_shares_shorts_and_what_ones_companies_hold() -> None:
    table = chain()
    table.short("C", "CIR")
    table.stock_turn("C", settle=True)
    rows = {row.company.symbol: row for row in dealt(table, "C").rows}
    a, _, c, _ = rows["CIR"].stakes
    assert [(each.symbol, each.shares, each.director) for each in a.through] == [("DIS", 2, True)]
    assert (c.shares, c.short, c.width, c.total) == (0, 1, 0, -1)
    assert [(offer.deal.kind, offer.action) for offer in rows["DIS"].shorts if offer.deal] == [(SHORT, "short DIS")]


# -- stock turns for companies ----------------------------------------------------------------------


def test_a_stock_turn_deals_by_the_table_and_opens_a_company_anywhere() -> None:
    table = chain()
    table.give_cash("A", 400)
    table.stock_turn("A", settle=True)
    assert scene(prospect(table, "A")) == DEAL
    opening = next(each for each in dealt(table, "A").openings if each.company.symbol == "BAK")
    (amount,) = opening.amounts
    (places,) = amount.picks
    assert amount.template == "open BAK at {stop} for {amount}"
    assert amount.says == "Open BAK at {stop} with a bid of {amount}"
    assert places.options[0] == ("F9.0", "Marylebone (F9)")
    assert places.home == "F9.0"
    assert len(places.options) > 10


def test_a_turn_for_a_company_counts_its_treasury() -> None:
    table = chain()
    table.major("HAM", 50, {"C": 2})
    table.stock_turn("A", settle=True)
    table.do("act for DIS")
    now = prospect(table, "A")
    assert now.choices is not None
    assert str(now.choices.task) == "deal in shares for DIS"
    buy = next(offer for row in dealt(table, "A").rows if row.company.symbol == "HAM" for offer in row.buys)
    assert buy.deal is not None
    assert buy.deal.figure == 50
    turn = planned_turn(now, [buy.action])
    assert (turn.dealer, turn.cash, turn.refused) == ("DIS", (300, 250), "")


# -- debts and dividends ----------------------------------------------------------------------------


def test_a_dividend_is_a_scale_that_begins_at_the_revenue() -> None:
    table = chain()
    table.short("C", "DIS", 2)
    table.earned("DIS", 90)
    table.operate("DIS", "dividend")
    (scale,) = (scale for group in decided(table, "A").groups for scale in group.scales)
    assert scale.says == "Pay a dividend of {amount}"
    assert scale.start.figure == "90"
    told = [(each.first.figure, each.last.figure, [chip.text for chip in each.effects]) for each in scale.stretches]
    assert told == [("0", "50", ["DIS 100 → 80"]), ("55", "90", ["DIS 100 → 90"]), ("100", "100", [])]
    assert ("C", -18) in scale.start.outlook.gets  # two shares owed, of ten


def test_what_somebody_will_owe_is_part_of_the_outlook() -> None:
    table = chain()
    table.short("C", "DIS")
    table.earned("DIS", 100)
    table.operate("DIS", "dividend")
    now = prospect(table, "A")
    assert now.choices is not None
    assert ("C", -10) in outlook(now, table.action("dividend 100"), "dividend 100").gets


def test_a_debt_says_what_could_be_sold() -> None:
    table = chain()
    owe(table.game, table.seat("B"), table.owner("ipo"), table.cash("B") + 70, Text("a fine"))
    table.settle()
    choices = engine.choices(table.book, table.state)
    assert choices is not None
    told = [str(text) for text in choices.step.situation(table.game)]
    assert told[1:] == [
        f"There is {table.cash('B')}, so 70 more must be raised",
        "Shares that may be sold now would bring up to 100",
    ]


def test_a_dividend_of_a_part_of_the_revenue_is_told() -> None:
    assert (Earning(50, 5).in_part, Earning(50, 50).in_part, Earning(50, 60).in_part) == (True, False, True)
    assert not Earning(50).in_part
    table = chain()
    table.earned("DIS", 50)
    table.operate("DIS", "dividend")
    table.do("dividend 5")
    assert (charter(table, "DIS").revenue, charter(table, "DIS").paid_in_part) == (50, 5)


def test_a_new_president_and_the_loss_of_one_have_one_word_for_the_office() -> None:
    table = chain()
    before = Prospect(table.book, table.state.clone(), table.seat("A")).view
    table.give("B", "DIS", 2)
    directors.settle_all(table.game)
    after = prospect(table, "A").view
    assert [chip.text for chip in changes(before, after)] == ["B becomes president of DIS"]
    table.state.director[table.company("DIS")] = POOL
    assert [chip.text for chip in changes(before, prospect(table, "A").view)] == ["DIS loses its president"]


def test_gifts_are_not_explained_where_nobody_could_mean_one() -> None:
    table = chain()
    told = [entry.label for entry in decided(table, "A").why]
    assert not any("initial offer" in label for label in told if label.startswith("Give"))
