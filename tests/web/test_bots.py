"""Bots at tables: who may give them seats, one answer for each turn, and nothing lost if they do not answer."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from datetime import timedelta
from threading import Timer
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.utils import timezone

from railhead.bots.bot import Decision
from railhead.bots.question import Question
from railhead.core.ids import FIRST_SEAT, Owner, Seat
from railhead.core.spelling import Money
from railhead.play import asking
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from railhead.rules.auction import Bid
from railhead.titles import catalogue
from railhead.web import bot_seats, bot_turns, keys, tables, undo_requests
from railhead.web.access import Asker
from railhead.web.bot_queue import Due
from railhead.web.bot_turns import neglected, take_turn
from railhead.web.bot_worker import BotWorker, NoAnswer
from railhead.web.fragments import FRAGMENTS
from railhead.web.models import StoredGame
from railhead.web.openings import opening
from railhead.web.right_of_way import RightOfWay
from railhead.web.tables import TABLES
from railhead.web.viewer import looking
from tests.web.bots import let_bots_play, think_here
from tests.web.conftest import HTMX, Begun, Browser

pytestmark = pytest.mark.django_db

ANN, BEN, CLEO = (Seat(Owner(FIRST_SEAT + number)) for number in range(3))
PATIENCE = 60.0


def with_bots(bots: dict[Seat, str], **given: Any) -> StoredGame:
    """A game of Ann, Ben and Cleo, some of whom are bots."""
    file = GameFile.new("1860", ("Ann", "Ben", "Cleo"))
    return tables.begin(opening(file), hot_seat=False, bots=bots, **given)


# -- seats ----------------------------------------------------------------------------------------


def test_bots_are_named_when_a_game_is_made() -> None:
    body = {"title": "1860", "players": ["Ann", "Ben"], "bots": {"Ben": "hard:trader"}, "explains": True}
    made = Client().post("/api/games", body, content_type="application/json").json()
    game = StoredGame.objects.get()
    assert (game.played_by, game.explains, game.advises) == ({BEN: "hard:trader"}, True, False)
    secret = {"Authorization": f"Bearer {made['seats']['Ann']}"}
    assert Client().get(f"/api/games/{game.id}", headers=secret).json()["bots"] == {"Ben": "hard:trader"}


@pytest.mark.parametrize(
    "bots", [{"Ben": "grandmaster"}, {"Ben": "hard:poet"}, {"Ben": "easy?noise=nan"}, {"Dan": "easy"}, {"Ben": ""}]
)
def test_what_is_no_bot_is_refused_and_nothing_is_begun(bots: dict[str, str]) -> None:
    body = {"title": "1860", "players": ["Ann", "Ben"], "bots": bots}
    assert Client().post("/api/games", body, content_type="application/json").status_code == 422
    assert not StoredGame.objects.exists()


def test_the_form_seats_bots_beside_people_and_refuses_what_is_none() -> None:
    form = {"title": "1860", "mode": "links", "me": "0", "name": ["Ann", "Ben", "", "Dan"], "seed": "1"}
    client = Client()
    assert client.post("/new", {**form, "bot": ["easy", "hard:miser", "easy", ""]}).status_code == 302
    game = StoredGame.objects.get()
    assert game.played_by == {BEN: "hard:miser"}, "one's own seat is one's own"
    assert client.post("/new", {**form, "bot": ["", "nobody", "", ""]}).status_code == 422
    assert StoredGame.objects.count() == 1


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_one_click_in_the_lobby_is_a_game_against_three_bots(title: str) -> None:
    client = Client()
    answer = client.post("/new", {"title": title, "opponents": "yes", "level": "hard", "name": ["", ""]})
    game = StoredGame.objects.get()
    assert answer["Location"] == f"/game/{game.id}/"
    assert list(game.played_by.values()) == ["hard"] * 3
    assert ANN not in game.played_by
    assert not game.gathering
    assert client.get(answer["Location"]).content.decode().count("bot: hard") >= 3
    assert game.advises


def test_the_host_gives_a_seat_to_a_bot_and_whoever_opens_its_link_takes_it(browser: Browser) -> None:
    client = Client()
    client.post("/new", {"title": "1860", "mode": "links", "me": "0", "name": ["Ann", "Ben", "Cleo"]})
    game = StoredGame.objects.get()
    assert client.post(f"/game/{game.id}/bot/{BEN}", {"bot": "easy"}).status_code == 302
    game.refresh_from_db()
    assert (game.played_by, game.gathering) == ({BEN: "easy"}, True)
    assert "bot: easy" in client.get(f"/game/{game.id}/links").content.decode()
    client.post(f"/game/{game.id}/bot/{CLEO}", {"bot": "hard"})
    game.refresh_from_db()
    assert not game.gathering, "all seats are taken now"
    ben = browser(game, keys.seat_role(BEN))
    game.refresh_from_db()
    assert game.played_by == {CLEO: "hard"}
    assert ben.post(f"/game/{game.id}/bot/{CLEO}", {"bot": ""}).status_code == 403
    assert client.post(f"/game/{game.id}/bot/99", {"bot": "easy"}).status_code == 404
    assert client.post(f"/game/{game.id}/bot/{CLEO}", {"bot": "nobody"}).status_code == 422


def test_a_player_hands_their_seat_to_a_bot_and_takes_it_back(begun: Begun, browser: Browser) -> None:
    game = begun()
    ann, ben = (browser(game, keys.seat_role(place)) for place in (ANN, BEN))
    given = ann.post(f"/game/{game.id}/bot", {"bot": "medium"}, headers=HTMX)
    assert "A bot plays your seat." in given.content.decode()
    assert "is thinking" in ben.get(f"/game/{game.id}/refresh").content.decode()
    refused = ann.post(f"/game/{game.id}/act", {"action": "bid 5", "length": 0}, headers=HTMX)
    assert refused.status_code == 403, "one of the two decides"
    let_bots_play(game)
    (entry,) = game.log.all()
    assert (entry.seat, entry.automatic) == (ANN, True)
    assert entry.reason is not None
    assert entry.reason["bot"] == "medium"
    ann.post(f"/game/{game.id}/bot", {"bot": ""}, headers=HTMX)
    for place, client in ((BEN, ben), (CLEO, browser(game, keys.seat_role(CLEO)))):
        client.post(f"/game/{game.id}/act", {"action": "pass", "length": game.length}, headers=HTMX)
        game.refresh_from_db()
        assert game.deciding != place
    assert not take_turn(game.id, think_here)
    watcher = browser(game, keys.WATCH)
    assert watcher.post(f"/game/{game.id}/bot", {"bot": "easy"}, headers=HTMX).status_code == 403


def test_whoever_looks_while_a_bot_decides_sees_whose_turn_it_is_at_the_table_they_see() -> None:
    game = with_bots({BEN: "easy", CLEO: "easy"})
    TABLES.act(game, lambda table: table.act({ANN}, "pass", 0))
    read = StoredGame.objects.get()  # a request has read the row, and then its thread has to wait
    assert read.bot_to_act == "easy"
    assert let_bots_play(game).deciding == ANN
    with looking(RequestFactory().get("/"), read, Asker(frozenset({ANN})), None) as viewer:
        assert viewer.table.length > read.length
        assert (viewer.may_act, viewer.thinks) == (True, "")
        drawn = FRAGMENTS.table(viewer)
    assert 'data-turn="1"' in drawn.html, "what is drawn is kept for everybody who looks from this seat"


def test_at_one_screen_bots_decide_for_themselves(browser: Browser) -> None:
    client = Client()
    client.post("/new", {"title": "1860", "mode": "hot-seat", "name": ["Ann", "Ben"], "bot": ["easy", ""]})
    game = StoredGame.objects.get()
    assert 'data-turn="0"' in client.get(f"/game/{game.id}/").content.decode()
    assert let_bots_play(game).deciding == BEN
    assert 'data-turn="1"' in client.get(f"/game/{game.id}/").content.decode()


def test_programs_seat_bots_at_seats_of_their_own_or_as_the_host() -> None:
    game = with_bots({})
    ben, host = ({"Authorization": f"Bearer {keys.key(game, role)}"} for role in (keys.seat_role(BEN), keys.HOST))

    def post(headers: dict[str, str], **body: str) -> Any:
        return Client().post(f"/api/games/{game.id}/bots", body, content_type="application/json", headers=headers)

    assert post(ben, player="Ben", bot="hard").json() == {"bots": {"Ben": "hard"}}
    assert post(ben, player="Cleo", bot="hard").status_code == 403
    assert post(host, player="Dan", bot="hard").status_code == 422
    assert post(host, player="Ben", bot="").json() == {"bots": {}}


def test_the_host_gives_a_bot_no_seat_that_a_user_has() -> None:
    """A bot agrees to whatever others want to take back: it would decide for the host."""
    game = with_bots({})
    host = {"Authorization": f"Bearer {keys.key(game, keys.HOST)}"}
    ben = User.objects.create_user("ben")
    game.seats.filter(place=BEN).update(user=ben)

    def posted() -> list[int]:
        api = Client().post(
            f"/api/games/{game.id}/bots",
            {"player": "Ben", "bot": "easy"},
            content_type="application/json",
            headers=host,
        )
        return [Client().post(f"/game/{game.id}/bot/{BEN}", {"bot": "easy"}, headers=host).status_code, api.status_code]

    def is_offered() -> bool:
        return f"/game/{game.id}/bot/{BEN}" in Client().get(f"/game/{game.id}/links", headers=host).content.decode()

    assert posted() == [403, 403]
    assert not is_offered()
    assert StoredGame.objects.get().played_by == {}
    game.seats.filter(place=BEN).update(substitute_since=timezone.now())
    assert is_offered()
    assert posted() == [302, 200]


# -- turns ----------------------------------------------------------------------------------------


def test_a_bot_decides_as_it_would_anywhere_else_and_says_why() -> None:
    game = with_bots({ANN: "hard"}, explains=True)
    assert take_turn(game.id, think_here)
    expected = asking.question(Session(game.file()), "hard").answered(game.file().rulebook())
    (entry,) = game.log.all()
    with TABLES.table(StoredGame.objects.get()) as table:
        assert table.session.played(1).action == expected.action
        assert table.log[0].entry.reason is not None
        assert table.log[0].entry.reason.to_data() == entry.reason
    assert not take_turn(game.id, think_here), "a person is to decide"


def test_a_turn_is_taken_by_one_process_only() -> None:
    game = with_bots({ANN: "easy"})

    def meanwhile(start: GameFile, question: Question) -> Decision:
        assert not take_turn(game.id, think_here), "another process leaves it to this one"
        assert neglected() == []
        return think_here(start, question)

    assert take_turn(game.id, meanwhile)
    assert game.log.count() == 1


def test_a_turn_that_cannot_be_stored_is_free_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_bots({ANN: "easy"})

    def locked(*_: object) -> None:
        raise OperationalError("database is locked")

    with monkeypatch.context() as trouble:
        trouble.setattr(TABLES, "act_and_follow", locked)
        with pytest.raises(OperationalError):
            take_turn(game.id, think_here)
    assert take_turn(game.id, think_here)
    assert game.log.count() == 1


def test_a_turn_that_nobody_finishes_is_taken_by_somebody_else() -> None:
    game = with_bots({ANN: "easy"})
    long_ago = timezone.now() - timedelta(minutes=5)
    StoredGame.objects.update(thinking=timezone.now() + timedelta(seconds=9), changed=long_ago)
    assert neglected() == []
    assert not take_turn(game.id, think_here)
    StoredGame.objects.update(thinking=long_ago)
    assert neglected() == [game]
    assert take_turn(game.id, think_here)
    assert neglected() == []


@pytest.mark.parametrize("meanwhile", ["undo", "seat", "deleted"])
def test_an_answer_that_comes_too_late_is_dropped(meanwhile: str) -> None:
    game = with_bots({BEN: "easy"})
    TABLES.act(game, lambda table: table.act([ANN], "bid 5", 0))
    game.refresh_from_db()

    def interrupted(start: GameFile, question: Question) -> Decision:
        if meanwhile == "undo":
            undo_requests.take_back(game, frozenset({ANN}), 0, 1)
        elif meanwhile == "seat":
            bot_seats.take_back(game, BEN)
        else:
            StoredGame.objects.update(deleted=timezone.now())
        return think_here(start, question)

    take_turn(game.id, interrupted)
    assert [entry.kind for entry in game.log.all()] == (["act", "undo"] if meanwhile == "undo" else ["act"])


def test_chat_does_not_keep_a_bot_from_deciding() -> None:
    game = with_bots({ANN: "easy"})

    def interrupted(start: GameFile, question: Question) -> Decision:
        tables.say(game, "Ben", BEN, "Come on")
        return think_here(start, question)

    take_turn(game.id, interrupted)
    assert game.log.count() == 1


def test_bots_agree_to_what_people_want_to_take_back() -> None:
    game = with_bots({})
    TABLES.act(game, lambda table: table.act([ANN], "bid 5", 0))
    TABLES.act(StoredGame.objects.get(), lambda table: table.act([BEN], "bid 10", 1))
    row = StoredGame.objects.get()
    assert undo_requests.take_back(row, frozenset({ANN}), 0, 2) is None, "Ben is asked"
    bot_seats.give(row, BEN, "easy")
    assert undo_requests.take_back(row, frozenset({ANN}), 0, 2) is not None


@pytest.mark.parametrize("fails", ["silent", "wrong"])
def test_if_a_bot_does_not_answer_an_easy_one_decides_at_once(fails: str) -> None:
    game = with_bots({ANN: "hard", BEN: "hard"})

    def broken(start: GameFile, question: Question) -> Decision:
        if fails == "silent":
            raise NoAnswer("dead")
        return Decision(Bid(Money(1)))

    assert take_turn(game.id, broken)
    (entry,) = game.log.all()
    assert entry.reason is not None
    assert (entry.reason["bot"], entry.reason["instead_of"]) == ("easy", "hard")
    assert take_turn(game.id, think_here), "and the next one is asked again"


# -- processes ------------------------------------------------------------------------------------


def test_a_worker_answers_like_this_process_and_can_be_killed() -> None:
    start = GameFile.new("1860", ("Ann", "Ben", "Cleo"))
    asked = asking.question(Session(start), "hard")
    worker = BotWorker()
    try:
        decision = worker.ask(start, asked, PATIENCE)
        assert decision == asked.answered(start.rulebook())
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGKILL)
        while worker.alive:
            time.sleep(0.01)
        assert worker.ask(start, asked, PATIENCE) == decision, "another has been started"
        os.kill(worker.pid, signal.SIGSTOP)
        Timer(0.2, os.kill, (worker.pid, signal.SIGKILL)).start()
        with pytest.raises(NoAnswer):
            worker.ask(start, asked, PATIENCE)
        assert worker.ask(start, asked, PATIENCE) == decision, "and another"
        os.kill(worker.pid, signal.SIGSTOP)  # or it might be quicker than we are
        with pytest.raises(NoAnswer):
            worker.ask(start, asked, 0.0)
        assert worker.pid is None, "whoever does not answer in time is ended"
    finally:
        worker.end()


def test_what_goes_wrong_in_a_worker_is_said_and_it_lives_on() -> None:
    start = GameFile.new("1860", ("Ann", "Ben", "Cleo"))
    asked = asking.question(Session(start), "hard")
    worker = BotWorker()
    try:
        with pytest.raises(NoAnswer, match="grandmaster"):
            worker.ask(start, asking.question(Session(start), "grandmaster"), PATIENCE)
        pid = worker.pid
        assert isinstance(worker.ask(start, asked, PATIENCE), Decision)
        assert worker.pid == pid
    finally:
        worker.end()


def waiting(name: str, *, bots: int = 1, host: int | None = None) -> StoredGame:
    """A table for three, some of whom are bots."""
    playing = {str(place): "easy" for place in range(2, 2 + bots)}
    return StoredGame(id=name, players=["Ann", "Ben", "Cleo"], bots=playing, host_id=host)


def test_tables_are_due_in_order_and_once() -> None:
    due = Due()
    due.add_in(waiting("nobody listens"), 0)
    due.open()
    due.add_in(waiting("late"), 0.05)
    due.add_in(waiting("early"), 0)
    due.add_in(waiting("late"), 30)
    began = time.monotonic()
    assert [due.take(), due.take()] == ["early", "late"]
    assert time.monotonic() - began < 20
    due.close()
    assert due.take() is None


def taken(due: Due, count: int) -> list[str]:
    """So many tables, one after the other."""
    found = []
    for _ in range(count):
        game_id = due.take()
        assert game_id is not None
        due.done(game_id)
        found.append(game_id)
    return found


def test_tables_with_people_come_first_however_many_there_are_of_bots_only() -> None:
    due = Due()
    due.open()
    for number in range(20):
        due.add_in(waiting(f"bots {number}", bots=3, host=1), 0)
    for number in range(8):
        due.add_in(waiting(f"people {number}", bots=2), 0)
    found = taken(due, 10)
    assert [game_id for game_id in found if "people" in game_id] == [f"people {number}" for number in range(8)]
    assert [game_id for game_id in found if "bots" in game_id] == ["bots 0", "bots 1"], "now and then these as well"
    due.close()


def test_owners_of_tables_of_bots_take_turns() -> None:
    due = Due()
    due.open()
    for number in range(4):
        due.add_in(waiting(f"many {number}", bots=3, host=1), 0)
    due.add_in(waiting("few", bots=3, host=2), 0)
    due.add_in(waiting("nobody's", bots=3), 0)
    assert taken(due, 6) == ["many 0", "few", "nobody's", "many 1", "many 2", "many 3"]
    due.close()


def test_tables_of_bots_never_take_all_processes() -> None:
    due = Due()
    due.open()
    for number in range(3):
        due.add_in(waiting(f"bots {number}", bots=3), 0)
    assert due.take() == "bots 0"  # which takes its time
    due.add_in(waiting("people"), 0.05)
    assert due.take() == "people"
    due.done("bots 0")
    assert due.take() == "bots 1"
    due.close()


def test_bots_write_nothing_while_a_move_is_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database lets in one writer at a time, so that a move would wait for what bots store."""
    game, written = with_bots({ANN: "easy"}), list[tuple[bool, int]]()

    class Way(RightOfWay):
        def give(self) -> None:
            game.refresh_from_db()
            written.append((game.thinking is not None, game.length))

    monkeypatch.setattr(bot_turns, "RIGHT_OF_WAY", Way())
    assert take_turn(game.id, think_here)
    assert written == [(False, 0), (True, 0)], "it waits before it takes the turn upon itself, and before it decides"


def test_the_site_gives_bots_longer_than_they_need() -> None:
    assert bot_turns.OURS.total_seconds() > bot_turns.PATIENCE


# -- reasons and advice ---------------------------------------------------------------------------


@pytest.mark.parametrize("explains", [True, False])
def test_why_a_bot_did_something_is_told_at_once_only_at_a_table_for_learning(explains: bool, browser: Browser) -> None:
    game = let_bots_play(with_bots({ANN: "medium"}, explains=explains))
    ben = browser(game, keys.seat_role(BEN))
    shown = ben.get(f"/game/{game.id}/").content.decode()
    assert ('class="reason"' in shown) == explains
    german = ben.get(f"/game/{game.id}/", headers={"Accept-Language": "de"}).content.decode()
    assert ("mehr wert als das" in german) == explains
    secret = {"Authorization": f"Bearer {keys.key(game, keys.WATCH)}"}
    (entry,) = Client().get(f"/api/games/{game.id}/log", headers=secret).json()["entries"]
    assert (entry["reason"] is not None) == explains


def test_whoever_is_to_decide_may_ask_what_a_bot_would_do_where_the_table_allows_it(browser: Browser) -> None:
    game = with_bots({}, advises=True)
    ann, ben = (browser(game, keys.seat_role(place)) for place in (ANN, BEN))
    assert "What would a bot do?" in ann.get(f"/game/{game.id}/").content.decode()
    answer = ann.get(f"/game/{game.id}/advice")
    told = asyncio.run(whole_of(answer)) if answer.streaming else answer.content.decode()
    assert "The hard bot’s choice:" in told
    assert 'class="reason"' in told
    assert ben.get(f"/game/{game.id}/advice").status_code == 403
    other = with_bots({})
    ann = browser(other, keys.seat_role(ANN))
    assert "What would a bot do?" not in ann.get(f"/game/{other.id}/").content.decode()
    assert ann.get(f"/game/{other.id}/advice").status_code == 403


async def whole_of(answer: Any) -> str:
    """What an answer that comes later says."""
    return b"".join([part async for part in answer]).decode()
