"""Actions that lead straight to a run: what the trains could earn then is shown with each of them."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from railhead.web.keys import WATCH, seat_role
from railhead.web.models import StoredGame
from tests.play.games import some_game
from tests.positions import irish_ferry
from tests.web.conftest import Begun, Browser

pytestmark = pytest.mark.django_db(transaction=True)


def streamed(answer: Any) -> str:
    """What a response says in the end."""

    async def read() -> bytes:
        return b"".join([part async for part in answer.streaming_content])

    return asyncio.run(read()).decode()


def deciding(game: StoredGame) -> str:
    return seat_role(next(place for place in game.places if place == game.to_act))


def test_every_area_a_ferry_may_serve_is_shown_with_the_best_run(begun: Begun, browser: Browser) -> None:
    game = begun(irish_ferry())
    ann = browser(game, deciding(game))
    page = ann.get(f"/game/{game.id}/").content.decode()
    offers = re.findall(r'data-action="(ferry to [^"]+)"[^>]*>(.*?)</button>', page, re.DOTALL)
    assert [action for action, _ in offers] == ["ferry to H2.0", "ferry to N4.0", "ferry to S3.0"]
    assert all("best-after" in shown for _, shown in offers)
    found = [streamed(ann.get(f"/game/{game.id}/best-after", {"action": action})) for action, _ in offers]
    assert [re.findall(r'data-best="(\d*)"', said) for said in found] == [["40"], ["50"], ["50"]]
    assert "best run 50" in found[1]
    german = ann.get(f"/game/{game.id}/best-after", {"action": offers[1][0]}, headers={"Accept-Language": "de"})
    assert "beste Fahrt 50" in streamed(german)


def test_only_the_player_who_decides_learns_it(begun: Begun, browser: Browser) -> None:
    game = begun(irish_ferry())
    other = next(place for place in game.places if place != game.to_act)
    answer = browser(game, seat_role(other)).get(f"/game/{game.id}/best-after", {"action": "ferry to N4.0"})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("ferry to V30.0", "An Irish ferry serves one of the areas of Ireland"),
        ("ferry to nowhere", "nowhere"),
        ("", "action: a text of up to"),
        ("buy-in P1 for 1", "No trains are to run then"),
    ],
)
def test_what_is_not_allowed_or_leads_to_no_run_is_refused(
    begun: Begun, browser: Browser, action: str, said: str
) -> None:
    game = begun(irish_ferry())
    answer = browser(game, deciding(game)).get(f"/game/{game.id}/best-after", {"action": action})
    assert (answer.status_code, said in answer.content.decode()) == (422, True)


def test_a_last_run_that_is_asked_for_too_late_is_nothing(begun: Begun, browser: Browser) -> None:
    game = begun()
    answer = browser(game, deciding(game)).get(f"/game/{game.id}/last-run")
    assert (answer.status_code, answer.content) == (200, b"")


def test_runs_in_review_are_held_against_the_best_that_was_possible(begun: Begun, browser: Browser) -> None:
    game = begun(some_game(1, 150))
    watcher = browser(game, WATCH)
    shown = watcher.get(f"/game/{game.id}/part?name=review").content.decode()
    numbers = re.findall(r"best-was\?number=(\d+)", shown)
    assert len(numbers) > 2
    assert [int(number) for number in numbers] == sorted(map(int, numbers), reverse=True)
    for number in numbers[:2]:
        said = streamed(watcher.get(f"/game/{game.id}/best-was", {"number": number}))
        assert re.search(r"<b>\d+</b>", said)
    assert watcher.get(f"/game/{game.id}/best-was", {"number": "1"}).status_code == 422
