"""What a passable player of 18OE bids for in the opening packet, and how much (see `habits`)."""

from __future__ import annotations

from railhead.core.choices import Choice, Span
from railhead.core.game import Game
from railhead.core.steps import Step
from railhead.titles.t18oe import packet
from railhead.titles.t18oe.facts import CARD, CHARTER, FACTS, NUMBERS, Item, value
from railhead.titles.t18oe.packet import BidForMinor, PacketTurn
from railhead.titles.t18oe.record import record

RESERVE = 2 * max(FACTS["market"]["boxes"])
"""What the presidency of a regional costs at most."""
MOST_BIDS = 2
"""How many bids of a player stand at once: what is set aside for more is missing in the stock round."""


def bid(game: Game, step: Step, choice: Choice) -> float:
    """Nobody tops their own bid, and whatever a minor costs beyond what it keeps is lost."""
    assert isinstance(step, PacketTurn)
    item = _item(choice)
    own = [standing.item for standing in record(game).bids if standing.seat == step.player]
    dear = packet.least_bid(game, step.player, item) > worth(item)
    return 0.0 if dear or item in own or len(own) >= MOST_BIDS else 1.0


def minor(game: Game, step: Step, choice: Choice) -> float:
    """A minor of the top row, as long as the presidency of a regional can be paid for as well."""
    assert isinstance(step, PacketTurn)
    item = (CHARTER, next(iter(choice.domains[0])))
    left = packet.free_cash(game, step.player, item) - packet.cost(game, item)
    return 2.0 if left >= RESERVE else 0.5


def worth(item: Item) -> int:
    """What an item is worth: a minor all that it keeps, anything else a little more than its face value."""
    sort, _ = item
    return NUMBERS.most_in_a_minor if sort == CHARTER else value(item) * 5 // 4


def narrowed(game: Game, choice: Choice) -> Choice:
    """Not more than it is worth."""
    amounts = choice.domains[-1]
    assert isinstance(amounts, Span)
    item = _item(choice)
    most = max(amounts.low, min(amounts.high, worth(item)))
    return Choice(choice.action, (*choice.domains[:-1], Span(amounts.low, most)))


def _item(choice: Choice) -> Item:
    """What a bid is for."""
    return CHARTER if choice.action is BidForMinor else CARD, next(iter(choice.domains[0]))
