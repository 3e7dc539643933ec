"""What is said at a table: who is addressed, and what each reader is shown."""

from __future__ import annotations

import pytest

from railhead.core.ids import Owner, Seat
from railhead.web import tables
from railhead.web.keys import HOST, WATCH, seat_role
from railhead.web.talk import parts_of
from tests.web.conftest import HTMX, Begun, Browser

ANN, BEN, CLEO = (Seat(Owner(place)) for place in (2, 3, 4))


@pytest.mark.parametrize(
    ("text", "addressed"),
    [
        ("@Ann your turn", ["@Ann"]),
        ("well @ann, and @Ann-Marie!", ["@ann", "@Ann-Marie"]),
        ("mail ann@Anning.example", []),
        ("@Annette is not here, nor @Bob", []),
        ("(@C.) or @C.", ["@C.", "@C."]),
        ("nobody", []),
    ],
)
def test_players_are_addressed_by_their_names(text: str, addressed: list[str]) -> None:
    parts = list(parts_of(text, ("Ann", "Ann-Marie", "C.")))
    assert [part.text for part in parts if part.mention] == addressed
    assert "".join(part.text for part in parts) == text


def test_who_is_addressed_sees_it_marked_and_nobody_else(begun: Begun, browser: Browser) -> None:
    game = begun()
    tables.say(game, "Ann", ANN, "@Ben <b>wake up</b>")
    for roles, mine, marked in (((seat_role(ANN),), 1, 0), ((seat_role(BEN),), 0, 1), ((WATCH,), 0, 0)):
        shown = browser(game, *roles).get(f"/game/{game.id}/chat", headers=HTMX).content.decode()
        assert shown.count("data-mine") == mine
        assert shown.count("data-mention") == marked
        assert '<b class="mention">@Ben</b>' in shown
        assert "&lt;b&gt;wake up&lt;/b&gt;" in shown
        assert f'data-last="{game.messages.get().id}"' in shown


def test_whose_link_is_not_opened_is_said_at_the_table(begun: Begun, browser: Browser) -> None:
    game = begun()
    shown = browser(game, seat_role(ANN)).get(f"/game/{game.id}/").content.decode()
    assert shown.count("has not opened the link yet") == 2
    together = begun(hot_seat=True)
    assert "has not opened" not in browser(together, HOST).get(f"/game/{together.id}/").content.decode()
