"""Two changes at once, at two processes: neither is lost. The second is made from what was read before the first."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.admin.sites import site
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest
from django.test import RequestFactory

from railhead.core.ids import Owner, Seat
from railhead.core.refusal import Malformed
from railhead.play.table import Stale
from railhead.web import access, keys, seats, tables, undo_requests
from railhead.web.admin import GameAdmin, SeatInline
from railhead.web.keys import HOST, WATCH, seat_role
from railhead.web.models import StoredGame, StoredSeat
from tests.web.conftest import Begun, Browser, bids

PLACES = [Seat(Owner(place)) for place in (2, 3, 4)]
ANN, BEN, CLEO = PLACES


def as_user(name: str) -> HttpRequest:
    """A request of a user."""
    request = RequestFactory().post("/")
    request.user = User.objects.create_user(name)
    return request


def stale(game: StoredGame, count: int) -> list[StoredGame]:
    """The same row, read by so many processes before any of them changes it."""
    return [access.find(game.id) for _ in range(count)]


def fresh(game: StoredGame) -> StoredGame:
    """The row as it is now."""
    return access.find(game.id)


def test_invitations_opened_at_once_are_all_used_up(begun: Begun) -> None:
    game = begun()
    old = {place: keys.key(game, seat_role(place)) for place in PLACES}
    for place, row in zip(PLACES, stale(game, 3), strict=True):
        seats.take(row, place, User.objects.create_user(f"user-{place}"), old[place])
    assert [keys.role_of(fresh(game), key) for key in old.values()] == [None, None, None]
    assert StoredSeat.objects.filter(game=game, user=None).count() == 0


def test_an_invitation_that_is_replaced_while_it_is_opened_gives_no_seat(begun: Begun) -> None:
    game = begun()
    old = keys.key(game, seat_role(BEN))
    [row] = stale(game, 1)
    tables.replace_link(game, seat_role(BEN))
    with pytest.raises(Http404):
        seats.take(row, BEN, User.objects.create_user("ben"), old)
    assert StoredSeat.objects.get(game=game, place=BEN).user is None


def test_links_replaced_at_once_are_all_replaced(begun: Begun) -> None:
    game = begun()
    roles = (HOST, WATCH, seat_role(ANN))
    old = [keys.key(game, role) for role in roles]
    for role, row in zip(roles, stale(game, 3), strict=True):
        tables.replace_link(row, role)
    assert [keys.role_of(fresh(game), key) for key in old] == [None, None, None]


def test_a_link_replaced_by_the_page_keeps_what_was_replaced_meanwhile(
    begun: Begun, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun()
    host = browser(game, HOST)
    [row] = stale(game, 1)
    tables.replace_link(game, WATCH)
    monkeypatch.setattr(access, "find", lambda game_id: row)
    host.post(f"/game/{game.id}/links/replace", {"role": seat_role(BEN)})
    monkeypatch.undo()
    assert keys.number(fresh(game), WATCH) == keys.number(fresh(game), seat_role(BEN)) == 1


# -- consents -------------------------------------------------------------------------------------


@pytest.fixture
def asked(begun: Begun) -> StoredGame:
    """A game in which Ann asks Ben and Cleo to take everything back."""
    game = begun()
    bids(game)
    assert undo_requests.take_back(fresh(game), frozenset({ANN}), 0, 3) is None
    return game


def meanwhile(monkeypatch: pytest.MonkeyPatch, do: Any) -> None:
    """Do something at another process, once, between reading a request and answering it."""
    pending = undo_requests.pending
    waiting = [do]

    def interrupted(game: StoredGame, length: int) -> undo_requests.Request | None:
        found = pending(game, length)
        if waiting:
            waiting.pop()()
        return found

    monkeypatch.setattr(undo_requests, "pending", interrupted)


def test_consents_given_at_once_both_count(asked: StoredGame, monkeypatch: pytest.MonkeyPatch) -> None:
    meanwhile(monkeypatch, lambda: undo_requests.answer(fresh(asked), frozenset({CLEO}), True, 3))
    table = undo_requests.answer(fresh(asked), frozenset({BEN}), True, 3)
    assert table is not None
    assert (fresh(asked).actions, fresh(asked).length, fresh(asked).asked) == (0, 4, None)


def test_a_request_that_is_declined_before_the_last_consent_is_not_carried_out(
    asked: StoredGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    undo_requests.answer(fresh(asked), frozenset({BEN}), True, 3)
    meanwhile(monkeypatch, lambda: undo_requests.answer(fresh(asked), frozenset({BEN}), False, 3))
    with pytest.raises(Stale):
        undo_requests.answer(fresh(asked), frozenset({CLEO}), True, 3)
    assert (fresh(asked).actions, fresh(asked).length, fresh(asked).asked) == (3, 3, None)


def test_of_two_requests_at_once_the_first_stands(asked: StoredGame) -> None:
    undo_requests.answer(fresh(asked), frozenset({ANN}), False, 3)
    row = fresh(asked)
    undo_requests.take_back(fresh(asked), frozenset({ANN}), 0, 3)
    with pytest.raises(Malformed, match="waiting"):
        undo_requests.take_back(row, frozenset({BEN}), 1, 3)
    assert undo_requests.take_back(row, frozenset({ANN}), 0, 3) is None
    request = undo_requests.pending(fresh(asked), 3)
    assert request is not None
    assert (request.seat, request.left) == (ANN, 0)


# -- the administrator ----------------------------------------------------------------------------


def test_the_administrator_changes_only_what_the_form_changed(begun: Begun) -> None:
    game = begun()
    [row] = stale(game, 1)
    tables.TABLES.act(fresh(game), lambda table: table.act(frozenset({ANN}), "bid 5", 0))
    tables.note(game, ANN, "buy the Ryde")
    seat = StoredSeat.objects.get(game=game, place=ANN)
    pages = GameAdmin(StoredGame, site)
    request = as_user("admin")
    User.objects.filter(username="admin").update(is_superuser=True)
    request.user = User.objects.get(username="admin")
    form = pages.get_form(request)({"name": "Friday"}, instance=row)
    assert form.is_valid(), form.errors
    form.save(commit=False)
    pages.save_model(request, row, form, change=True)
    assert (fresh(game).name, fresh(game).length) == ("Friday", 1)
    old = StoredSeat.objects.get(id=seat.id)
    tables.note(game, ANN, "sell the Ryde")
    inline = SeatInline(StoredGame, site)
    rows = inline.get_formset(request, game)
    data = {"seats-TOTAL_FORMS": "1", "seats-INITIAL_FORMS": "1", "seats-0-id": str(old.id), "seats-0-game": game.id}
    formset = rows(
        {**data, "seats-0-user": str(request.user.pk)}, instance=game, queryset=StoredSeat.objects.filter(id=old.id)
    )
    assert formset.is_valid(), formset.errors
    for made in formset.forms:
        made.instance.note = old.note
    pages.save_formset(request, form, formset, change=True)
    seat.refresh_from_db()
    assert (seat.note, seat.user) == ("sell the Ryde", request.user)


@pytest.mark.parametrize("name", ["game", "seat"])
def test_no_stored_row_is_written_back_whole(begun: Begun, name: str) -> None:
    game = begun()
    row = game if name == "game" else StoredSeat.objects.filter(game=game).first()
    assert row is not None
    with pytest.raises(ValueError, match="update_fields"):
        row.save()
