"""Links sent by mail, to choose a new password or to sign in: a mail server that is down delays them, no more."""

from __future__ import annotations

import re
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DEFAULT_DB_ALIAS
from django.test import Client

from railhead.web import backup, mail, tasks
from railhead.web.models import StoredTask
from tests.web.conftest import Clock
from tests.web.receivers import Letterbox, free_port, mail_server

ANN = "ann@trains.example"
PAGES = {"forgotten password": "/account/forgotten", "sign-in link": "/account/login/link"}
LINK = re.compile(r"http://testserver(/account/(?:forgotten|login)/[^/\s]+/(\S+))")

both = pytest.mark.parametrize("kind", PAGES)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("accounts")]


@pytest.fixture
def accounts(settings: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, accounts=True, mail_url="smtp://mail.example")
    settings.ROOT_URLCONF = "tests.web.with_accounts"
    User.objects.create_user("ann", ANN, "the railway of ann")


@pytest.fixture
def port(settings: Any) -> int:
    """Where the mail server will be; nobody is there yet."""
    found = free_port()
    for name, value in mail.settings_of(f"smtp://127.0.0.1:{found}", "site@trains.example").items():
        setattr(settings, name, value)
    return found


def ask(kind: str, address: str = ANN) -> None:
    assert Client().post(PAGES[kind], {"email": address}).status_code in {200, 302}


def link_in(box: Letterbox) -> re.Match[str]:
    found = LINK.search(str(box.letter().get_payload()))
    assert found is not None
    return found


@both
def test_a_link_comes_when_the_mail_server_is_back(kind: str, port: int, clock: Clock) -> None:
    ask(kind)
    for pause in tasks.PAUSES[:3]:
        assert tasks.run_due() == 1
        task = StoredTask.objects.get(kind=kind)
        assert "refused" in task.problem
        assert (task.done, task.failed) == (None, None)
        clock.now += pause
    with mail_server(port) as (box, _):
        assert tasks.run_due() == 1
        link = link_in(box)[1]
        assert box.letters.empty()
        assert tasks.run_due() == 0, "it is sent once"
    assert Client().get(link, follow=True).status_code == 200, "it was made when it was sent, and works"


@both
def test_no_link_is_in_a_backup(kind: str, port: int, clock: Clock, tmp_path: Path) -> None:
    ask(kind)
    tasks.run_due()
    clock.now += tasks.PAUSES[0]
    waiting = backup.make(DEFAULT_DB_ALIAS, "secret", tmp_path / "waiting")
    with mail_server(port) as (box, _):
        tasks.run_due()
        token = link_in(box)[2]
    sent = backup.make(DEFAULT_DB_ALIAS, "secret", tmp_path / "sent")
    for path in (waiting, sent):
        with zipfile.ZipFile(path) as opened:
            parts = [opened.read(name) for name in opened.namelist()]
        assert any(kind.encode() in part for part in parts), "the task is there"
        assert not any(token.encode() in part for part in parts)


@both
def test_an_address_that_the_server_never_wants_is_not_tried_again(
    kind: str, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object) -> str:
        return "550 No such mailbox"

    monkeypatch.setattr(Letterbox, "handle_RCPT", refuse, raising=False)
    ask(kind)
    with mail_server(port):
        assert tasks.run_due() == 1
    task = StoredTask.objects.get(kind=kind)
    assert task.failed is not None
    assert "No such mailbox" in task.problem


@both
def test_somebody_shut_out_meanwhile_gets_no_link(kind: str, port: int, clock: Clock) -> None:
    ask(kind)
    tasks.run_due()
    User.objects.update(is_active=False)
    clock.now += tasks.PAUSES[0]
    with mail_server(port) as (box, _):
        assert tasks.run_due() == 1
        assert box.letters.empty()


@both
def test_an_unknown_address_is_queued_alike_and_sends_nothing(kind: str, mailoutbox: list[Any]) -> None:
    ask(kind, "nobody@trains.example")
    assert set(StoredTask.objects.get(kind=kind).payload) == {"users", "host", "https", "language"}
    assert tasks.run_due() == 1
    assert mailoutbox == []


@both
def test_a_link_leads_to_the_name_of_the_site_whatever_was_asked_for(kind: str, mailoutbox: list[Any]) -> None:
    Client(headers={"Host": "localhost:4444"}).post(PAGES[kind], {"email": ANN})
    tasks.run_due()
    [letter] = mailoutbox
    assert "http://testserver/account/" in letter.body
    assert "4444" not in letter.body
    assert "localhost" not in letter.subject + letter.body
