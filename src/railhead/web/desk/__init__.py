"""What a table's page shows, worked out from the rulebook, the position and the published choices; no requests here."""

from railhead.web.desk.desk import Desk, desk
from railhead.web.desk.hexes import HexOffers, hex_offers
from railhead.web.desk.outlook import preview
from railhead.web.desk.parts import PARTS, part
from railhead.web.desk.runs import RunShown, draft_run, judge_run

__all__ = [
    "PARTS",
    "Desk",
    "HexOffers",
    "RunShown",
    "desk",
    "draft_run",
    "hex_offers",
    "judge_run",
    "part",
    "preview",
]
