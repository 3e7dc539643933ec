"""Companies that own companies, shares sold short and loans, decided by clicking on a wide display and a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import httpx
import pytest
from django.template.loader import render_to_string
from playwright.sync_api import expect

from railhead.bots.selfplay import play
from railhead.core import engine
from railhead.core.actions import parse, text_of
from railhead.core.game import Game
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.play.gamefile import GameFile
from railhead.play.prospect import Prospect
from railhead.play.session import Session
from railhead.rules.stock import StockTurn
from railhead.titles.t1863.record import amend
from railhead.web.presenters.charters import charters, players
from railhead.web.presenters.dealing import Dealing, dealing
from railhead.web.presenters.decision import decision
from railhead.web.presenters.outlook import dealing_company
from tests.browser.people import Person, by_name
from tests.browser.scripts import Mostly
from tests.titles.t1863.table import London
from tests.web.sites import PATIENCE, RunningSite

Arrive = Callable[..., Person]
Find = Callable[[Rulebook, State], tuple[str, ...]]
PLAYERS = ("Ann", "Ben", "Cleo")
SIZES = [(1440, 900), (390, 844)]
LONGEST = 700


def texts(book: Rulebook, state: State, word: str) -> list[str]:
    """The first actions offered whose text begins with a word, one of each choice."""
    choices = engine.choices(book, state)
    offered = (choice for choice in choices or () if choice.action.form.split()[0] == word)
    return [text_of(book, next(iter(choice))) for choice in offered]


def after(book: Rulebook, state: State, action: str) -> State:
    return engine.advance(book, state, parse(book, action))[0]


@cache
def position(wants: tuple[str, ...], find: Find) -> tuple[GameFile, tuple[str, ...]]:
    """A game by bots in which something can be decided, and the actions to be clicked."""
    for seed in range(40):
        file = GameFile.new("1863", PLAYERS, (), seed)
        book, actions = file.rulebook(), []
        game = play(book, [Mostly((*wants, "accept")) for _ in PLAYERS], Random(seed), audited=False)
        for made in islice(game, LONGEST):
            actions.append(text_of(book, made.action))
            found = find(book, made.state)
            if found:
                return replace(file, actions=tuple(actions)), found
    raise AssertionError("no such position was found")


def seated(site: RunningSite, somebody: Person, file: GameFile) -> Session:
    """Whoever decides in a game has opened their link."""
    session = Session(file)
    assert session.choices is not None
    answer = httpx.post(f"{site.url}/api/games/import", json=file.to_data(), timeout=PATIENCE)
    assert answer.status_code == httpx.codes.CREATED, answer.text
    by_name(answer.json(), site.url, **{session.book.owner_names[session.choices.seat]: somebody})
    somebody.sees_length(len(session))
    return session


def decided(somebody: Person, session: Session, actions: tuple[str, ...]) -> None:
    """Somebody decides one thing after another by clicking."""
    for action in actions:
        somebody.decide(action)
        session.act(action)
        somebody.sees_at_least(len(session))


# -- a company bought by a company ------------------------------------------------------------------


def founds_another(book: Rulebook, state: State) -> tuple[str, ...]:
    """A player may use a turn for a company that has operated, and open another company with it."""
    if not isinstance(state.agenda[-1] if state.agenda else None, StockTurn):
        return ()
    for act in texts(book, state, "act"):
        acting = after(book, state, act)
        opened = texts(book, acting, "open")
        if opened:
            return act, opened[0]
    return ()


def alone(session: Session) -> Iterator[str]:
    """The others drop out of the bidding; then the company is floated at the lowest price, and paid in cash."""
    for _ in range(12):
        offered = {choice.action.form.split()[0]: choice for choice in session.choices or ()}
        word = next((word for word in ("pass", "found", "float", "minor") if word in offered), "")
        if not word or isinstance(session.state.agenda[-1], StockTurn):
            return
        action = text_of(session.book, next(iter(offered[word])))
        session.act(action)
        yield action


@pytest.mark.parametrize("size", SIZES)
def test_a_company_founds_another_one(site: RunningSite, person: Arrive, size: tuple[int, int]) -> None:
    file, (act, opened) = position(("act",), founds_another)
    ann = person(*size)
    session = seated(site, ann, file)
    owner = act.split()[-1]
    decided(ann, session, (act,))
    expect(ann.page.locator("#decision h2")).to_contain_text(f"deal in shares for {owner}")
    expect(ann.page.locator(".todo .acting-company").first).to_contain_text(owner)
    decided(ann, session, (opened,))
    company = opened.split()[1]
    list(alone(session))
    answer = httpx.post(f"{site.url}/api/games/import", json=session.game().to_data(), timeout=PATIENCE)
    by_name(answer.json(), site.url, **{PLAYERS[0]: ann})
    ann.sees_length(len(session))
    ann.open_panel("players")
    below = ann.page.locator(".tree li:has(> .branch b:text-is('" + owner + "')) li .branch")
    expect(below.filter(has_text=company)).to_be_visible()


# -- shorts -----------------------------------------------------------------------------------------


def sells_short(book: Rulebook, state: State) -> tuple[str, ...]:
    """A player may sell a share short in a stock turn."""
    if not isinstance(state.agenda[-1] if state.agenda else None, StockTurn):
        return ()
    return tuple(texts(book, state, "short")[:1])


@pytest.mark.parametrize("size", SIZES)
def test_a_share_is_sold_short(site: RunningSite, person: Arrive, size: tuple[int, int]) -> None:
    file, (short,) = position(("convert",), sells_short)
    ben = person(*size)
    session = seated(site, ben, file)
    assert session.choices is not None
    company, seat = short.split()[-1], session.choices.seat
    decided(ben, session, (short,))
    owed = Game(session.book, session.state).short(seat, session.book.find_company(company))
    assert owed
    row = ben.page.locator(f"tr.share[data-company={company}]")
    expect(row.locator(".held.you .owed")).to_have_text(f"short {owed}")
    ben.open_panel("players")
    expect(ben.page.locator(".player.deciding .owed")).to_contain_text(f"{company} short {owed}")


CUT = """() => [...document.querySelectorAll(".share")].flatMap((row) => {
  const end = row.getBoundingClientRect().bottom + 1;
  const cut = (cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.getBoundingClientRect().bottom > end;
  const cells = [...row.querySelectorAll("td.left, td.held, td.runs, td.price")];
  return cells.filter((cell) => cell.checkVisibility() && cut(cell));
}).map((cell) => cell.textContent)"""
"""What a row says that does not fit it."""


def crowded() -> London:
    """Eleven companies and six players, who hold shares, owe some, and hold others through their companies."""
    table = London(6, phase="III")
    symbols = ["DIS", "CIR", "MET", "BAK", "CLR", "HAM", "PIC", "LCR", "WBR", "WCR", "ELR"]
    for number, symbol in enumerate(symbols):
        table.major(symbol, 100, {"ABCDEF"[number % 6]: 2}, cash=100)
    for symbol in symbols[1:]:
        if symbol not in ("PIC", "DIS"):
            table.give("DIS", symbol, 1)
            table.give("PIC", symbol, 1)
        if table.shares("A", symbol) == 0:
            table.short("A", symbol)
    amend(table.game, opened=True)
    table.stock_turn("A")
    return table


def dealt(somebody: Person, table: London) -> Dealing:
    """The table of shares on somebody's page is that of another position, which is returned."""
    now = Prospect(table.book, table.state, table.seat("A"))
    assert now.choices is not None
    dealer = dealing_company(now)
    shown = dealing(now.view, charters(now.view), players(now.view), {}, decision(now, now.choices), dealer)
    told = {"dealing": shown, "book": table.book, "here": "/", "length": 0}
    html = render_to_string("railhead/table/deal.html", told)
    somebody.page.evaluate("html => { document.getElementById('deal').outerHTML = html; }", html)
    return shown


@pytest.mark.parametrize("size", [*SIZES, (1024, 768)])
def test_rows_are_as_high_as_what_they_say(site: RunningSite, person: Arrive, size: tuple[int, int]) -> None:
    file, _ = position(("convert",), sells_short)
    ben = person(*size)
    seated(site, ben, file)
    shown = dealt(ben, crowded())
    assert shown.dense
    assert shown.tight
    assert any(stake.short and len(stake.through) == 2 for row in shown.rows for stake in row.stakes)
    expect(ben.page.locator(".share")).to_have_count(11)
    assert ben.page.evaluate(CUT) == []


OUTSIDE = """() => {
  const end = document.querySelector("#deal").getBoundingClientRect().right + 1;
  return [...document.querySelectorAll("#deal :is(button, summary)")].filter((one) => one.checkVisibility())
    .filter((one) => one.getBoundingClientRect().right > end || one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent.trim());
}"""
"""The buttons of the table of shares that end outside of it, or that do not hold what they say."""


def few(owed: bool, chained: bool, size: int = 4) -> London:
    """Five companies of which the first player has shares to sell; others are owed, or held by a company."""
    table = London(size, phase="III")
    symbols = ["DIS", "PIC", "MET", "WBR", "HAM"]
    for number, symbol in enumerate(symbols):
        table.major(symbol, 275, {"ABCDE"[number % size]: 3}, cash=300)
    table.give("A", "PIC", 2)
    table.give("pool", "PIC", 2)
    for symbol in symbols[1:]:
        if chained and symbol != "PIC":
            table.give("DIS", symbol, 2)
        if owed and table.shares("C", symbol) == 0:
            table.short("C", symbol)
    amend(table.game, opened=True)
    table.stock_turn("A")
    return table


KINDS = [(False, False, 5), (True, False, 4), (False, True, 4), (True, True, 5)]


@pytest.mark.parametrize("size", [*SIZES, (1024, 768)])
def test_no_button_of_the_table_of_shares_is_cut(site: RunningSite, person: Arrive, size: tuple[int, int]) -> None:
    file, _ = position(("convert",), sells_short)
    ben = person(*size)
    seated(site, ben, file)
    for table in (*(few(*kind) for kind in KINDS), crowded()):
        shown = dealt(ben, table)
        assert shown.buys
        expect(ben.page.locator(".share")).to_have_count(len(shown.rows))
        assert ben.page.locator(".shares .gather").count() > 2
        assert ben.page.evaluate(OUTSIDE) == []
        for opened in ben.page.locator(".to-open button:visible").all()[:2]:
            opened.click()
        assert ben.page.evaluate(OUTSIDE) == []


def test_every_company_is_in_sight_in_the_order_of_play(site: RunningSite, person: Arrive) -> None:
    file, _ = position(("convert",), borrows_between_lays)
    ben = person(1440, 900)
    seated(site, ben, file)
    ribbon = ben.page.locator(".ribbon")
    expect(ribbon.locator(".acting")).to_be_in_viewport(ratio=1)
    ribbon.evaluate("one => { while (one.children.length < 14) one.append(one.children[0].cloneNode(true)); }")
    expect(ribbon.locator("li").last).to_be_in_viewport(ratio=1)
    assert ribbon.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight")


# -- loans ------------------------------------------------------------------------------------------


def borrows_between_lays(book: Rulebook, state: State) -> tuple[str, ...]:
    """A company may lay a tile, take a loan, and go on laying."""
    for lay in texts(book, state, "lay")[:1]:
        between = after(book, state, lay)
        for loan in texts(book, between, "borrow"):
            if texts(book, between, "lay") and texts(book, after(book, between, loan), "lay"):
                return lay, loan
    return ()


@pytest.mark.parametrize("size", SIZES)
def test_a_loan_is_taken_in_the_middle_of_a_lay(site: RunningSite, person: Arrive, size: tuple[int, int]) -> None:
    file, (lay, loan) = position((), borrows_between_lays)
    cleo = person(*size)
    session = seated(site, cleo, file)
    asides = cleo.page.locator("details.asides")
    expect(asides.locator("summary")).to_have_text("At any time")
    decided(cleo, session, (lay,))
    offer = cleo.page.locator(f"button.offer[data-action='{loan}']")
    expect(offer.locator(".chip").first).to_contain_text("+100: 1 loan")
    expect(cleo.page.locator(".hint")).to_be_visible()
    decided(cleo, session, (loan,))
    expect(cleo.page.locator(".todo .acting-company").first).to_contain_text("1 loan")
    decided(cleo, session, tuple(texts(session.book, session.state, "lay")[:1]))


# -- mergers and acquisitions -----------------------------------------------------------------------


def converts(book: Rulebook, state: State) -> tuple[str, ...]:
    """A minor may become a major."""
    return tuple(texts(book, state, "convert")[:1])


@pytest.mark.parametrize("size", SIZES)
def test_a_minor_becomes_a_major(site: RunningSite, person: Arrive, size: tuple[int, int]) -> None:
    file, (convert,) = position((), converts)
    ann = person(*size)
    session = seated(site, ann, file)
    expect(ann.page.locator("#decision h2")).to_contain_text("convert, propose a merger or pass")
    decided(ann, session, (convert,))
    ann.open_panel("companies")
    expect(ann.page.locator(".panel-companies .holders", has_text="treasury")).not_to_have_count(0)


# -- dividends --------------------------------------------------------------------------------------


def pays_from_a_scale(book: Rulebook, state: State) -> tuple[str, ...]:
    """A company may pay one of many amounts."""
    choices = engine.choices(book, state)
    for choice in choices or ():
        if choice.action.form.startswith("dividend") and choice.count() > 20:
            return tuple(text_of(book, action) for action in islice(choice, 12, 14))
    return ()


@pytest.mark.parametrize("size", SIZES)
def test_a_dividend_is_chosen_on_a_scale(site: RunningSite, person: Arrive, size: tuple[int, int]) -> None:
    file, (less, more) = position((), pays_from_a_scale)
    ben = person(*size)
    session = seated(site, ben, file)
    scale = ben.page.locator("form[data-scale]")
    scale.locator("select").select_option(less)
    expect(scale.locator(".level:not([hidden])")).to_have_attribute("data-level-of", less)
    scale.locator("[data-level-step='1']").click()
    expect(scale.locator(".level:not([hidden])")).to_have_attribute("data-level-of", more)
    amount = more.split()[-1]
    expect(scale.locator("button[type=submit]")).to_have_text(f"Pay a dividend of {amount}")
    decided(ben, session, (more,))
