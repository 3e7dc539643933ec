"""What is said in the lobby of a site with accounts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from railhead.web.lobby_talk import LONGEST
from railhead.web.models import LobbyMessage
from tests.web.conftest import HTMX

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def accounts(settings: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True)
    settings.ROOT_URLCONF = "tests.web.with_accounts"


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name), BACKEND)
    return client


@pytest.mark.usefixtures("accounts")
def test_what_one_says_all_who_have_signed_in_read() -> None:
    eve, finn = signed_in("eve"), signed_in("finn")
    answer = eve.post("/talk", {"text": " @finn <b>1862</b> tonight? "}, headers=HTMX)
    assert answer.status_code == 200
    assert "&lt;b&gt;1862&lt;/b&gt; tonight?" in answer.content.decode()
    page = finn.get("/").content.decode()
    assert "tonight?" in page
    assert page.count("mention-me") == 1
    assert eve.get("/").content.decode().count("mention-me") == 0


@pytest.mark.usefixtures("accounts")
def test_who_has_not_signed_in_neither_reads_nor_talks() -> None:
    signed_in("eve").post("/talk", {"text": "hello there"}, headers=HTMX)
    stranger = Client()
    assert "hello there" not in stranger.get("/").content.decode()
    assert stranger.get("/talk").status_code == 403
    assert stranger.post("/talk", {"text": "me too"}).status_code == 403
    assert LobbyMessage.objects.count() == 1


@pytest.mark.usefixtures("accounts")
@pytest.mark.parametrize("text", ["", "  ", "x" * (LONGEST + 1), "nul\x00"])
def test_what_cannot_be_said_is_refused(text: str) -> None:
    assert signed_in("eve").post("/talk", {"text": text}, headers=HTMX).status_code == 422
    assert LobbyMessage.objects.count() == 0


def test_without_accounts_there_is_no_talk_in_the_lobby() -> None:
    assert "lobby-talk" not in Client().get("/").content.decode()
    assert Client().get("/talk").status_code == 403


@pytest.mark.usefixtures("accounts")
def test_names_that_are_suggested_are_not_one_s_own_spelt_otherwise() -> None:
    page = signed_in("ann").get("/").content.decode()
    assert [page.count(f'value="{name}"') for name in ("ann", "Ann", "Ben", "Cleo")] == [1, 0, 1, 1]
