"""Bidding in turn: a bid beats the last, who passes is out, and the last one left has won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action
from railhead.core.game import Game
from railhead.core.ids import Owner, Seat
from railhead.core.spelling import Money


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Bid in the auction under way."""

    amount: Money
    form: ClassVar[str] = "bid {amount}"


def next_bidder(game: Game, player: Seat, leader: Owner, passed: tuple[Seat, ...]) -> Seat | None:
    """Who bids after a player, among those who have not passed; None if only the leader is left."""
    following = [seat for seat in game.clockwise(player)[1:] if seat not in passed]
    return following[0] if any(seat != leader for seat in following) else None
