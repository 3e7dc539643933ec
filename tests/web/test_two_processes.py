"""Two processes on one database, SQLite or PostgreSQL: of changes made at once none is lost, and none made twice."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from railhead.web.configuration import Configuration
from tests.web.databases import postgres
from tests.web.sites import Program, RunningSite, begin, new_client

ROUNDS = 3
Sites = tuple[RunningSite, RunningSite]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a new database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('shared') / 'shared.sqlite3'}"
        return
    with postgres() as url:
        yield url


@pytest.fixture(scope="module")
def sites(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    """Two processes that serve the same games."""
    here, there = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("other") / "data"
    Configuration(data=here).prepare()
    shutil.copytree(here, there)
    words = ("--database-url", database)
    with RunningSite(here, *words) as one, RunningSite(there, *words) as other:
        yield one, other


@pytest.fixture
def crowd() -> Iterator[ThreadPoolExecutor]:
    """Several who act at once."""
    with ThreadPoolExecutor(8) as made:
        yield made


def programs(sites: Sites, game: dict[str, Any]) -> list[Program]:
    """Everybody at a table, one at one process, the next at the other."""
    found = enumerate(game["seats"].values())
    return [Program(sites[number % 2].url, secret, game["id"]) for number, secret in found]


def test_of_moves_at_once_one_is_made(sites: Sites, crowd: ThreadPoolExecutor) -> None:
    game = begin(sites[0].url)
    anns = [Program(site.url, game["seats"]["Ann"], game["id"]) for site in sites] * 3
    answers = list(crowd.map(lambda ann: ann.act("bid 5", 0), anns))
    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 5}


def test_consents_at_once_are_both_counted(sites: Sites, crowd: ThreadPoolExecutor) -> None:
    def agree(player: Program) -> bool:
        return bool(player.client.post("/consent", json={"agree": True, "length": 3}).json()["done"])

    for _ in range(ROUNDS):
        ann, ben, cleo = everybody = programs(sites, begin(sites[0].url))
        for length, (player, bid) in enumerate(zip(everybody, (5, 10, 15), strict=True)):
            assert player.act(f"bid {bid}", length).status_code == httpx.codes.OK
        assert ann.client.post("/undo", json={"left": 0, "length": 3}).json()["done"] is False
        assert sorted(crowd.map(agree, (ben, cleo))) == [False, True]
        assert ann.get("/view")["actions"] == 0


def test_links_replaced_at_once_are_all_replaced(sites: Sites, crowd: ThreadPoolExecutor) -> None:
    roles = ("seat-2", "seat-3", "seat-4", "watch")
    for _ in range(ROUNDS):
        game = begin(sites[0].url)
        old = [Program(sites[1].url, secret, game["id"]).client for secret in (*game["seats"].values(), game["watch"])]
        assert [client.get("/view").status_code for client in old] == [200] * 4
        hosts = [opened(sites[number % 2].url, game["id"], game["host"]) for number in range(4)]
        assert list(crowd.map(replace_link, hosts, [game["id"]] * 4, roles)) == [302] * 4
        assert [client.get("/view").status_code for client in old] == [404] * 4


def opened(url: str, game_id: str, secret: str) -> httpx.Client:
    """A browser that has opened a link."""
    client = new_client(url)
    assert client.get(f"/game/{game_id}/join/{secret}").status_code == 302
    return client


def replace_link(client: httpx.Client, game_id: str, role: str) -> int:
    """Replace a link as the page does."""
    shown = client.get(f"/game/{game_id}/links").text
    token = shown.partition('X-CSRFToken": "')[2].partition('"')[0]
    answer = client.post(f"/game/{game_id}/links/replace", data={"role": role, "csrfmiddlewaretoken": token})
    return answer.status_code
