"""A turn as it is being put together: several actions in order, and what they would do. Nothing is played here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from railhead.core.actions import Action, parse, text_of
from railhead.core.ids import Seat
from railhead.core.refusal import Malformed
from railhead.core.rulebook import UNLIMITED
from railhead.drawing.market import market_picture
from railhead.play import wording
from railhead.play.plan import Plan, gathered, is_sale
from railhead.play.prospect import Prospect
from railhead.play.vantage import Vantage
from railhead.rules.directors import CertificateRules, certificates
from railhead.web.presenters.charters import Charter, charters, players
from railhead.web.presenters.dealing import RUNS, Dealing, Row, dealing
from railhead.web.presenters.decision import Decision, decision
from railhead.web.presenters.ghosts import moves, narrow_market
from railhead.web.presenters.outlook import Chip, Outlook, cash_of, changes, dealing_company, outlook

MOST = 20
"""At most this many actions are put together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTurn:
    """Actions in order, and where they lead."""

    planned: tuple[str, ...]
    """The texts of all actions, in the order in which they are to be done."""
    steps: tuple[Outlook, ...]
    """Those that can be done."""
    refused: str
    """What cannot be done as it is planned, and why; empty if all of it can."""
    rule: str
    dealer: str
    """The company for which the player deals; empty if they deal for themselves."""
    cash: tuple[int, int]
    """The money of whoever deals, before and after."""
    certificates: tuple[int, int]
    limit: int | None
    changes: tuple[Chip, ...]
    """What changes besides the player's own money."""
    next: str
    """What the player would have to decide then, if it were still their turn."""
    after: Prospect
    after_sales: Prospect
    """The position in which something would be bought."""

    @property
    def grave(self) -> bool:
        """Is anything in it irreversible, so that the player is asked to confirm it?"""
        return any(step.grave for step in self.steps)

    @property
    def actions(self) -> tuple[str, ...]:
        """The texts of the actions that can be done."""
        return tuple(step.action for step in self.steps)

    @property
    def question(self) -> str:
        """What the player is asked to confirm."""
        return "; ".join(". ".join((step.label, *step.lines)) for step in self.steps if step.grave)


def in_order(now: Prospect, texts: Sequence[str], chosen: Sequence[str]) -> tuple[str, ...]:
    """The texts of a plan with what was chosen since, in an order in which it can be done."""
    if len(texts) + len(chosen) > MOST:
        raise Malformed("A turn of at most {most} actions can be put together", most=MOST)
    if now.choices is None:
        raise Malformed("The game is over")
    plan: Plan = tuple(parse(now.book, text) for text in texts)
    for text in chosen:
        plan = gathered(now, plan, parse(now.book, text))
    return tuple(text_of(now.book, action) for action in plan)


def planned_turn(now: Prospect, planned: Sequence[str], chosen: Sequence[str] = ()) -> PlannedTurn:
    """What actions, and those chosen since, would do one after the other; the first that is not allowed ends it."""
    texts = in_order(now, planned, chosen)
    assert now.choices is not None  # or no turn could be planned
    seat = now.choices.seat
    steps: list[Outlook] = []
    refused = rule = ""
    ahead = sold = now
    for text in texts:
        action = parse(now.book, text)
        refused, rule = _refused(ahead, seat, action)
        if refused:
            break
        steps.append(outlook(ahead, action, text))
        ahead, _ = ahead.after(action)
        if is_sale(action):
            sold = ahead
    dealer = dealing_company(now)
    limit = now.view.ask(now.book.rules[CertificateRules].limit)
    return PlannedTurn(
        planned=texts,
        steps=tuple(steps),
        refused=refused,
        rule=rule,
        dealer="" if dealer is None else now.book.company_names[dealer],
        cash=(cash_of(now.view, seat, dealer), cash_of(ahead.view, seat, dealer)),
        certificates=(now.view.ask(certificates, seat), ahead.view.ask(certificates, seat)),
        limit=limit if limit < UNLIMITED else None,
        changes=tuple(changes(now.view, ahead.view)),
        next=_next(ahead, seat),
        after=ahead,
        after_sales=sold,
    )


def _refused(ahead: Prospect, seat: Seat, action: Action) -> tuple[str, str]:
    """Why an action could not follow, and by which rule."""
    choices, label = ahead.choices, wording.said(ahead.book, action)
    if choices is None or choices.seat != seat:
        return gettext("%(action)s: your turn would be over by then") % {"action": label}, ""
    refusal = choices.why_not(action)
    return ("", "") if refusal is None else (f"{label}: {refusal.reason}", refusal.rule)


def _next(ahead: Prospect, seat: Seat) -> str:
    choices = ahead.choices
    return str(choices.task) if choices is not None and choices.seat == seat else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPage:
    """What the page shows while a turn is being put together."""

    turn: PlannedTurn
    decision: Decision
    dealing: Dealing
    companies: tuple[Charter, ...]
    market: SafeString
    market_narrow: SafeString


def turn_page(table: Vantage, at: int, texts: Sequence[str], chosen: Sequence[str] = ()) -> TurnPage:
    """The table to deal by: what may be sold now, and what could be bought after the sales that are planned."""
    now = table.prospect(at)
    turn = planned_turn(now, texts, chosen)
    assert now.choices is not None  # or no turn could be planned
    decided, later = decision(now, now.choices), _later(now, turn)
    market, book, moved = now.view.market, now.book, moves(now.view, turn.after.view)
    return TurnPage(
        turn=turn,
        decision=decided,
        dealing=_planned(_dealing(table, now, at, decided), _dealing(table, now, at, later), turn),
        companies=charters(now.view),
        market=mark_safe(market_picture(book, market, moves=moved)),
        market_narrow=narrow_market(book, market, moved),
    )


def _later(now: Prospect, turn: PlannedTurn) -> Decision | None:
    """What could be decided after the sales, if it were still the same player's turn."""
    ahead = turn.after_sales
    same = ahead.choices is not None and now.choices is not None and ahead.choices.seat == now.choices.seat
    return decision(ahead, ahead.choices) if same and ahead.choices is not None else None


def _dealing(table: Vantage, now: Prospect, at: int, decided: Decision | None) -> Dealing:
    view = table.view(at)
    return dealing(view, charters(view), players(view), table.earnings(at, RUNS), decided, dealing_company(now))


def _planned(now: Dealing, later: Dealing, turn: PlannedTurn) -> Dealing:
    """Sales as they are possible now, with those planned; purchases as they are possible after them."""
    rows = tuple(
        replace(row, buys=then.buys, sold=_sold(row, turn)) for row, then in zip(now.rows, later.rows, strict=True)
    )
    new = tuple(replace(each, chosen=any(offer.action in turn.actions for offer in each.pars)) for each in later.new)
    return replace(now, rows=rows, new=new)


def _sold(row: Row, turn: PlannedTurn) -> int:
    planned = (offer.deal.figure for offer in row.sales if offer.deal and offer.action in turn.actions)
    return next(planned, 0)
