"""The whole table for one viewer: board, what to do now, market, companies, players, bank and log."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from railhead.core.ids import Company, Hex, hex_of
from railhead.core.view import BoardView, View
from railhead.drawing.board import Sheet, board_picture, proportion
from railhead.drawing.frame import is_large
from railhead.drawing.market import Key, legend, market_picture
from railhead.drawing.routes import overlay
from railhead.play.chronicle import Line, Turn
from railhead.play.prospect import Prospect
from railhead.play.vantage import Vantage
from railhead.rules.auction import Lot
from railhead.rules.standings import Standing, standings
from railhead.titles import catalogue
from railhead.web.presenters.badges import tokens
from railhead.web.presenters.charters import Charter, CharterGroup, PlayerCard, by_kind, charters, players
from railhead.web.presenters.dealing import RUNS, Dealing, dealing
from railhead.web.presenters.decision import Decision, decision
from railhead.web.presenters.depot import Depot, PrivateShown, depot, privates
from railhead.web.presenters.ghosts import narrow_market
from railhead.web.presenters.hex_contents import contents
from railhead.web.presenters.landmarks import Landmark, Tinted, last_move
from railhead.web.presenters.landmarks import legend as regions
from railhead.web.presenters.log import topics
from railhead.web.presenters.outlook import dealing_company, to_do
from railhead.web.presenters.owners import Owners, owners, path_to, who_decides
from railhead.web.presenters.refused import Refused
from railhead.web.presenters.scene import DEAL, scene
from railhead.web.presenters.timeline import Timeline, timeline

RECENT_LINES = 30
"""How much of the log the page shows until all of it is requested."""
TALL = 1.02
FEW_COMPANIES = 12
"""So many charters can be looked through."""
NEWS = 8
"""At most this many lines of news are shown beside a decision."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """Where to jump to step through rounds: the start of this or the previous one, and of the next."""

    back: int | None
    on: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    """What a table's page shows."""

    title: str
    round: str
    round_kind: str
    phase: str
    task: str
    """Who is to do what, as a sentence."""
    step: str
    """The kind of the step at hand, by which its text is found."""
    situation: tuple[str, ...]
    scene: str
    """What needs most room now: the board, or companies to be compared."""
    over: bool
    ending: str
    at: int
    count: int
    """How many actions there are in all."""
    live: bool
    board: SafeString
    tokens: SafeString
    """What the signs of companies refer to."""
    proportion: float
    """The width of the board for its height."""
    large: bool
    """Is the board so large that one goes to places by their names?"""
    regions: tuple[Tinted, ...]
    """The legend of its regions."""
    last_move: Landmark | None
    """Where something was last done, on a large board."""
    market: SafeString
    market_narrow: SafeString
    """The market as a narrow display shows it; empty if that is the same."""
    legend: tuple[Key, ...]
    decision: Decision | None
    dealing: Dealing | None
    """The companies as a table to deal by, if that is what the step is about."""
    companies: tuple[Charter, ...]
    charters: tuple[CharterGroup, ...]
    """The companies by kind."""
    players: tuple[PlayerCard, ...]
    owners: Owners | None
    """Who decides for whom, in a title in which companies own companies."""
    decides: str
    """Who decides for the company that acts, and why, if it belongs to another company."""
    path: tuple[str, ...]
    """The player, the companies between, and that company."""
    options: tuple[tuple[str, str], ...]
    """The options in force, with what they are called."""
    depot: Depot
    timeline: Timeline
    turns: tuple[Turn, ...]
    more_turns: bool
    topics: list[tuple[str, str]]
    """What lines of the log may be about: the names of topics, and what a reader calls them."""
    standings: tuple[tuple[Standing, str], ...]
    lots: tuple[PrivateShown, ...]
    """The private that is auctioned, or those that the winner of an auction may choose from."""
    acting: Charter | None
    """The company whose turn it is, if it is a company's."""
    rounds: Rounds

    @property
    def many_companies(self) -> bool:
        """Are there so many companies that one wants to see some of them only?"""
        return len(self.companies) > FEW_COMPANIES

    @property
    def tall(self) -> bool:
        """Does a board of this shape leave room beside it rather than above it?"""
        return self.proportion < TALL

    @property
    def order(self) -> tuple[Charter, ...]:
        """The companies that operate, in their order."""
        return tuple(company for company in self.companies if company.order is not None)

    @property
    def why(self) -> tuple[Refused, ...]:
        """What cannot be done now, leaving out what a row of a company explains."""
        if self.decision is None:
            return ()
        rows = {row.company.number for row in self.dealing.rows} if self.dealing else set()
        return tuple(entry for entry in self.decision.why if entry.company not in rows)

    @property
    def news(self) -> tuple[Line, ...]:
        """What others have done since the reader's last move."""
        return tuple(line for turn in self.turns for line in turn.lines if line.fresh)[-NEWS:]


def table_page(table: Vantage, at: int, may_act: bool, since: int | None = None) -> TablePage:
    """The table after so many actions, as a seat sees it; with what it may decide, if it is to decide."""
    now = table.prospect(at)
    book, view = now.book, now.view
    choices = now.choices if may_act else None
    decided = None if choices is None else decision(now, choices)
    companies, people = charters(view, table.last_earnings(at)), players(view)
    shown = scene(now)
    turns, more_turns = table.recent_turns(at, since, RECENT_LINES)
    acting = acting_company(now)
    decider = "" if view.deciding is None else book.owner_names[view.deciding]
    sheet = Sheet(
        book,
        view.board,
        decided.hexes if decided else frozenset(),
        decided.stops if decided else frozenset(),
        _run_before(table, at, view.board),
        last=_changed(table.view(at - 1).board, view.board) if at else frozenset(),
        contents=contents(book, view.board, decided.hexes if decided else frozenset()),
        acting=acting,
        lean=True,
    )
    return TablePage(
        title=book.title,
        round=view.round_name,
        round_kind=view.round.kind,
        phase=view.phase_facts.name,
        task=gettext("The game is over") if view.over else to_do(decider, view.task),
        step=now.step,
        situation=view.situation,
        scene=shown,
        over=view.over,
        ending=view.ending,
        at=at,
        count=table.actions,
        live=at == table.actions,
        board=mark_safe(board_picture(sheet)),
        tokens=tokens(book),
        proportion=round(proportion(book), 3),
        large=is_large(book.board),
        regions=regions(book),
        last_move=last_move(table, at),
        market=mark_safe(market_picture(book, view.market)),
        market_narrow=narrow_market(book, view.market),
        legend=tuple(legend(book)),
        decision=decided,
        dealing=(
            dealing(view, companies, people, table.earnings(at, RUNS), decided, dealing_company(now))
            if shown == DEAL
            else None
        ),
        companies=companies,
        charters=by_kind(view, companies),
        players=people,
        owners=owners(view, companies, people),
        decides=who_decides(view, acting, view.seat),
        path=path_to(view, acting),
        options=tuple((name, gettext(catalogue.find(book.title).options[name])) for name in sorted(book.options)),
        depot=depot(view),
        timeline=timeline(table, at, get_language()),
        turns=turns,
        more_turns=more_turns,
        topics=topics(),
        standings=_standings(view) if view.over else (),
        lots=_lots(now),
        acting=next((charter for charter in companies if charter.number == acting), None),
        rounds=_rounds(table, at),
    )


def acting_company(now: Prospect) -> Company | None:
    """The company whose turn it is: in an operating round, or because a player deals for it in a stock turn."""
    dealer = dealing_company(now)
    return now.view.acting_company if dealer is None else dealer


def _run_before(table: Vantage, at: int, laid: BoardView) -> str:
    """The routes of the run just declared, for whoever decides about it or steps through the game; else nothing."""
    number = table.run_before(at)
    run = table.plan_at(number)
    return "" if run is None else overlay(table.book, laid, [route.path for route in run[1]], table.counted_at(number))


def _lots(now: Prospect) -> tuple[PrivateShown, ...]:
    """The privates that are auctioned: one, or those from which the winner may choose."""
    lot: object = getattr(now.choices and now.choices.step, "lot", None)
    if not isinstance(lot, Lot):
        return ()
    shown = privates(now.view)
    return tuple(shown[private] for private in now.view.ask(lot.privates))


def _standings(view: View) -> tuple[tuple[Standing, str], ...]:
    return tuple((entry, view.book.owner_names[entry.seat]) for entry in view.ask(standings))


def _rounds(table: Vantage, at: int) -> Rounds:
    """The nearest starts of rounds before and after a point; the end of the game counts as one."""
    begins = (*table.round_starts, table.actions)
    return Rounds(
        max((number for number in begins if number < at), default=None),
        min((number for number in begins if number > at), default=None),
    )


def _changed(before: BoardView, after: BoardView) -> frozenset[Hex]:
    """The hexes that differ: tiles laid, tokens placed."""
    tiles = {hex_ for hex_, placed in after.tiles.items() if before.tiles.get(hex_) != placed}
    tokens = {hex_of(stop) for stop, held in after.tokens.items() if before.tokens.get(stop) != held}
    return frozenset(tiles | tokens)
