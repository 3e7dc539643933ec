"""Orders for the next stock round, as they are given on the page: sealed, and carried out when that round comes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.play import orders
from railhead.play.session import Session
from railhead.web.keys import seat_role
from railhead.web.models import StoredSeat
from tests.play.games import some_game
from tests.play.test_orders import stock_rounds
from tests.web.conftest import Begun, Browser
from tests.web.test_calling import act

pytestmark = pytest.mark.django_db


def test_an_order_ahead_is_sealed_and_carried_out_in_the_next_stock_round(begun: Begun, browser: Browser) -> None:
    file = some_game(seed=5, most=400)
    whole = Session(file)
    (_, ends), (begins, _), *_ = stock_rounds(whole)
    choices = whole.choices_at(begins)
    assert choices is not None
    game = begun(replace(file, actions=file.actions[: ends + 1]))
    mine, theirs = choices.seat, next(seat for seat in game.places if seat != choices.seat)
    player, other = browser(game, seat_role(mine)), browser(game, seat_role(theirs))
    page = f"/game/{game.id}/orders"
    assert 'name="ahead" value="yes"' in player.get(page).content.decode()
    sent = {"kind": "pass", "ahead": "yes"}
    assert "It ends with the next stock round" in player.post(page, sent).content.decode()
    assert "next stock round</strong>" not in other.get(page).content.decode()
    assert StoredSeat.objects.get(game=game, place=theirs).order is None
    for number in range(ends + 1, begins):
        acting = whole.choices_at(number)
        assert acting is not None
        act(game, acting.seat, file.actions[number])
    game.refresh_from_db()
    last = game.log.order_by("-number").first()
    assert last is not None
    assert (last.seat, last.text, last.automatic) == (mine, "pass", True)
    (order,) = orders.read(StoredSeat.objects.get(game=game, place=mine).order)
    assert order.ahead


def test_what_cannot_be_ordered_ahead_is_refused(begun: Begun, browser: Browser) -> None:
    game = begun()
    player = browser(game, seat_role(next(iter(game.places))))
    for sent in ({"kind": "bid", "most": "5", "ahead": "yes"}, {"kind": "buy", "purchase": "pass", "ahead": "yes"}):
        assert player.post(f"/game/{game.id}/orders", sent).status_code == 422
