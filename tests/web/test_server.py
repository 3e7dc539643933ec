"""A real server: news within a moment, two moves at once, a clean end."""

from __future__ import annotations

import math
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from railhead.web import limits
from railhead.web.configuration import Configuration
from tests.web.sites import PATIENCE, Program, RunningSite, begin, first_action, new_client

QUICK = 10.0
"""Seconds within which news must have come, on a machine busy with other tests."""


PASSWORD = "the railway of {} 1860"


class Ear:
    """Listens to the news of a game, and notes when they come."""

    def __init__(self, url: str, game: dict[str, Any]) -> None:
        self.heard: list[tuple[str, int, float]] = []
        self.came = threading.Condition()
        self.stream = httpx.stream(
            "GET",
            f"{url}/api/games/{game['id']}/events",
            headers={"Authorization": f"Bearer {game['watch']}"},
            timeout=PATIENCE,
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        kind = ""
        try:
            with self.stream as answer:
                for line in answer.iter_lines():
                    if line.startswith("event:"):
                        kind = line.removeprefix("event: ")
                    elif line.startswith("data: "):  # there is none in a sign of life
                        with self.came:
                            self.heard.append((kind, int(line.removeprefix("data: ")), time.monotonic()))
                            self.came.notify_all()
        except httpx.TransportError:
            pass

    def wait_for(self, count: int, kind: str = "moved") -> list[tuple[str, int, float]]:
        """News of a kind, when there are so many of them."""

        def news() -> list[tuple[str, int, float]]:
            return [item for item in self.heard if item[0] == kind]

        with self.came:
            assert self.came.wait_for(lambda: len(news()) >= count, PATIENCE), self.heard
        return news()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site for the tests that do not end it."""
    with RunningSite(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture(scope="module")
def site_with_accounts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site with accounts."""
    with RunningSite(tmp_path_factory.mktemp("site"), "--accounts") as made:
        yield made


def test_a_move_is_heard_of_at_once(site: RunningSite) -> None:
    game = begin(site.url)
    ear = Ear(site.url, game)
    ear.wait_for(1)
    posted = time.monotonic()
    Program(site.url, game["seats"]["Ann"], game["id"]).act("bid 5", 0)
    news = ear.wait_for(2)
    assert news[1][1] > news[0][1]
    assert news[1][2] - posted < QUICK
    answer = httpx.post(
        f"{site.url}/api/games/{game['id']}/messages",
        headers={"Authorization": f"Bearer {game['seats']['Ben']}"},
        json={"text": "hello"},
    )
    assert answer.status_code == httpx.codes.CREATED
    ear.wait_for(2, "chat")


def test_two_sites_on_one_database_hear_of_each_other(tmp_path: Path) -> None:
    here, there = tmp_path / "one", tmp_path / "other"
    Configuration(data=here).prepare()
    shutil.copytree(here, there)  # sites that share their games share their secret
    shared = ("--database-url", f"sqlite:///{tmp_path / 'shared.sqlite3'}")
    with RunningSite(here, *shared) as one, RunningSite(there, *shared) as other:
        game = begin(one.url)
        ear = Ear(other.url, game)
        ear.wait_for(1)
        time.sleep(1.5)
        assert Program(one.url, game["seats"]["Ann"], game["id"]).act("bid 5", 0).status_code == httpx.codes.OK
        ear.wait_for(2)
        ben = Program(other.url, game["seats"]["Ben"], game["id"])
        assert ben.get("/view")["length"] == 1
        assert ben.act("bid 10", 1).status_code == httpx.codes.OK
        assert Program(one.url, game["seats"]["Cleo"], game["id"]).get("/view")["length"] == 2


def test_of_many_moves_at_once_exactly_one_is_made(site: RunningSite) -> None:
    with ThreadPoolExecutor(8) as crowd:
        game = begin(site.url)
        programs = {name: Program(site.url, secret, game["id"]) for name, secret in game["seats"].items()}
        player = "Ann"
        for length in range(12):
            choices = programs[player].get("/view")["choices"]
            action = first_action(choices)
            answers = list(crowd.map(lambda _, a=action, n=length, p=player: programs[p].act(a, n), range(8)))
            counted = Counter(answer.status_code for answer in answers)
            assert counted == {200: 1, 409: 7}, counted
            done = next(answer.json() for answer in answers if answer.status_code == httpx.codes.OK)
            assert done["length"] == length + 1
            player = done["turn"]["player"]


def test_listeners_hear_again_after_a_restart(tmp_path: Path) -> None:
    with RunningSite(tmp_path) as site:
        game = begin(site.url)
        Ear(site.url, game).wait_for(1)
        site.end()
        site.start()
        ear = Ear(site.url, game)
        ear.wait_for(1)
        Program(site.url, game["seats"]["Ann"], game["id"]).act("bid 5", 0)
        ear.wait_for(2)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_even_while_somebody_listens(tmp_path: Path, how: signal.Signals) -> None:
    with RunningSite(tmp_path) as site:
        Ear(site.url, begin(site.url)).wait_for(1)
        began = time.monotonic()
        site.end(how)
        assert time.monotonic() - began < 10
        assert site.complaints() == ""


def test_the_best_run_is_looked_for_elsewhere(site: RunningSite) -> None:
    game = begin(site.url)
    found = Program(site.url, game["seats"]["Ann"], game["id"]).get("/best")
    assert found == {"length": 0, "action": None, "proven": False}


def test_a_port_that_is_taken_is_said_in_a_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "railhead", "serve", "--port", port, "--data", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "--port" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    "url", ["nonsense", "foo://x/y", "postgres://[", "mysql://a/b", "postgres://a@localhost:1/b", "sqlite:////proc/x/y"]
)
def test_a_database_that_cannot_be_used_is_said_in_a_line(tmp_path: Path, url: str) -> None:
    command = [sys.executable, "-m", "railhead", "serve", "--port", "0", "--data", str(tmp_path), "--database-url", url]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("railhead: The database")
    assert done.stderr.count("\n") == 1


def test_with_accounts_seats_belong_to_users(site_with_accounts: RunningSite) -> None:
    url = site_with_accounts.url
    ann, ben = signed_up(url, "ann"), signed_up(url, "ben")
    stranger = new_client(url)
    assert httpx.post(f"{url}/api/games", json={"title": "1860", "players": ["A", "B"]}).status_code == 403
    given = {"title": "1860", "name": ["Ann", "Ben"], "mode": "open", "me": "0"}
    answer = post(ann, "/new", given)
    address = answer.headers["Location"].removesuffix("links")
    assert address in ben.get("/").text
    assert post(stranger, f"{address}sit/3", {}).status_code in (302, 403)
    assert post(ben, f"{address}sit/2", {}).status_code == 403
    assert post(ben, f"{address}sit/3", {}).status_code == 302
    assert post(ben, f"{address}act", {"action": "bid 5", "length": "0"}).status_code == 403
    assert post(ann, f"{address}act", {"action": "bid 5", "length": "0"}).status_code == 302
    assert post(ben, f"{address}act", {"action": "bid 10", "length": "1"}).status_code == 302
    assert post(stranger, f"{address}act", {"action": "bid 15", "length": "2"}).status_code == 403


def test_with_accounts_who_set_up_a_table_is_known_wherever_they_sign_in(site_with_accounts: RunningSite) -> None:
    url = site_with_accounts.url
    cleo, dan = signed_up(url, "cleo"), signed_up(url, "dan")
    for mode in ("links", "hot-seat"):
        answer = post(cleo, "/new", {"title": "1860", "name": ["Ann", "Ben"], "mode": mode, "me": "0"})
        address = answer.headers["Location"].removesuffix("links")
        assert post(cleo, "/account/logout", {}).status_code == 302
        assert cleo.get(f"{address}links").status_code == 404
        cleo = new_client(url)
        given = {"username": "cleo", "password": PASSWORD.format("cleo")}
        assert post(cleo, "/account/login", given).status_code == 302
        assert address in cleo.get("/").text
        assert cleo.get(f"{address}links").status_code == 200
        post(cleo, f"{address}start", {})  # without waiting for the others
        assert post(cleo, f"{address}act", {"action": "bid 5", "length": "0"}).status_code == 302
        assert dan.get(address).status_code == 404


def test_of_many_requests_at_two_processes_no_more_pass_than_may(tmp_path: Path) -> None:
    here, there = tmp_path / "one", tmp_path / "other"
    Configuration(data=here).prepare()
    shutil.copytree(here, there)
    words = ("--database-url", f"sqlite:///{tmp_path / 'shared.sqlite3'}", "--name", "trains.example")
    body = {"title": "1860", "players": ["Ann", "Ben"]}
    with RunningSite(here, *words) as one, RunningSite(there, *words) as other, ThreadPoolExecutor(8) as crowd:
        began = time.monotonic()
        urls = [f"{site.url}/api/games" for site in (one, other)] * (limits.BEGIN.burst * 2 // 3)
        answers = list(crowd.map(lambda url: httpx.post(url, json=body, timeout=PATIENCE), urls))
        later = math.ceil((time.monotonic() - began) / limits.BEGIN.seconds)
    counted = Counter(answer.status_code for answer in answers)
    assert set(counted) == {httpx.codes.CREATED, httpx.codes.TOO_MANY_REQUESTS}
    assert limits.BEGIN.burst <= counted[httpx.codes.CREATED] <= limits.BEGIN.burst + later


def test_the_link_that_is_printed_opens_the_games_of_this_machine(tmp_path: Path) -> None:
    with RunningSite(tmp_path) as site:
        game = post(new_client(site.url), "/new", {"title": "1860", "name": ["Ann", "Ben"]}).headers["Location"]
        other = new_client(site.url)
        assert other.get(game).status_code == 404
        link = site.said.read_text().splitlines()[1].rpartition(" ")[2]
        assert other.get(link).status_code == 302
        assert game in other.get("/").text
        assert other.get(game).status_code == 200
    with RunningSite(tmp_path, "--name", "trains.example") as site:
        assert "/here/" not in site.said.read_text()
        assert other.get(f"{site.url}{game}").status_code == 404


def signed_up(url: str, name: str) -> httpx.Client:
    """A browser with an account."""
    client = new_client(url)
    password = PASSWORD.format(name)
    answer = post(client, "/account/new", {"username": name, "password1": password, "password2": password})
    assert answer.status_code == 302, answer.text
    return client


def post(client: httpx.Client, path: str, given: dict[str, Any]) -> httpx.Response:
    """Post a form as a page does, with its token."""
    shown = client.get("/").text
    token = shown.partition('X-CSRFToken": "')[2].partition('"')[0]
    return client.post(path, data={**given, "csrfmiddlewaretoken": token})
