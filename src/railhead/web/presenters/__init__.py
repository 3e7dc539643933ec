"""What a table's page shows, derived from the rulebook, a seat's view and its choices; no requests here."""

from railhead.web.presenters.foresight import can_run, run_after
from railhead.web.presenters.gains import gains_shown
from railhead.web.presenters.guide import Guide, guide
from railhead.web.presenters.hexes import HexOffers, hex_actions, hex_offers
from railhead.web.presenters.outlook import preview
from railhead.web.presenters.parts import PARTS, part
from railhead.web.presenters.review import run_made
from railhead.web.presenters.runs import Change, RunShown, draft_run, judge_run, last_run, revenue_of
from railhead.web.presenters.table_page import TablePage, table_page
from railhead.web.presenters.turn import TurnPage, turn_page

__all__ = [
    "PARTS",
    "Change",
    "Guide",
    "HexOffers",
    "RunShown",
    "TablePage",
    "TurnPage",
    "can_run",
    "draft_run",
    "gains_shown",
    "guide",
    "hex_actions",
    "hex_offers",
    "judge_run",
    "last_run",
    "part",
    "preview",
    "revenue_of",
    "run_after",
    "run_made",
    "table_page",
    "turn_page",
]
