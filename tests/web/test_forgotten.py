"""A forgotten password: a link by mail, or from whoever runs the site, with which a new one is chosen."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from railhead.core.refusal import Malformed
from railhead.web import limits, mail
from tests.web.receivers import Letterbox, mail_server
from tests.web.sites import PATIENCE, RunningSite, new_client

ANN = "ann@trains.example"
OLD, NEW = "the railway of ann", "the tramway of ann"
LINK = re.compile(r"http://\S+/account/forgotten/\S+/\S+")


@pytest.fixture
def letterbox() -> Iterator[tuple[Letterbox, str]]:
    """A mail server, and its URL."""
    with mail_server() as made:
        yield made


def send(client: httpx.Client, path: str, **given: str) -> httpx.Response:
    """Fill in a form of a page, with its token."""
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', client.get(path, follow_redirects=True).text)
    assert token is not None
    return client.post(path, data={**given, "csrfmiddlewaretoken": token[1]})


def sign_in(url: str, password: str) -> int:
    """Sign in as Ann; the status of the answer."""
    return send(new_client(url), "/account/login", username="ann", password=password).status_code


def choose(url: str, link: str, password: str) -> httpx.Response:
    """Open a link and choose a password there."""
    client = new_client(url)
    page = client.get(link, follow_redirects=True)
    return send(client, page.url.path, new_password1=password, new_password2=password)


def test_a_new_password_is_chosen_with_a_link_sent_by_mail(tmp_path: Path, letterbox: tuple[Letterbox, str]) -> None:
    box, server = letterbox
    with RunningSite(tmp_path, "--accounts", "--mail-url", server, "--mail-from", "site@trains.example") as site:
        ann = new_client(site.url)
        made = send(ann, "/account/new", username="ann", email=ANN, password1=OLD, password2=OLD)
        assert made.status_code == httpx.codes.FOUND
        stranger = new_client(site.url)
        answers = [send(stranger, "/account/forgotten", email=email) for email in ("nobody@trains.example", ANN)]
        assert len({(answer.status_code, answer.headers["Location"]) for answer in answers}) == 1
        letter = box.letter()
        assert (letter["To"], letter["From"]) == (ANN, "site@trains.example")
        link = LINK.search(str(letter.get_payload()))
        assert link is not None
        assert link[0].startswith(site.url)
        assert box.letters.empty()  # those of the unknown address would have come first

        assert choose(site.url, link[0], NEW).headers["Location"] == "/account/forgotten/done"
        assert (sign_in(site.url, OLD), sign_in(site.url, NEW)) == (httpx.codes.OK, httpx.codes.FOUND)
        assert ann.get("/account/password").status_code == httpx.codes.FOUND  # whoever was signed in is not any more
        used = new_client(site.url).get(link[0], follow_redirects=True).text
        assert "has been used already" in used


def test_the_mail_address_is_changed_with_the_password_only(tmp_path: Path, letterbox: tuple[Letterbox, str]) -> None:
    box, server = letterbox
    with RunningSite(tmp_path, "--accounts", "--mail-url", server) as site:
        ann = new_client(site.url)
        send(ann, "/account/new", username="ann", email="old@trains.example", password1=OLD, password2=OLD)
        assert "not your password" in send(ann, "/account/mail", email="eve@trains.example", password=NEW).text
        assert "Saved" in send(ann, "/account/mail", email=ANN, password=OLD).text
        for email in ("old@trains.example", "eve@trains.example", ANN):
            send(new_client(site.url), "/account/forgotten", email=email)
        assert box.letter()["To"] == ANN
        assert box.letters.empty()


def test_a_site_without_mail_says_who_can_help_and_they_can(tmp_path: Path) -> None:
    with RunningSite(tmp_path, "--accounts") as site:
        ann = new_client(site.url)
        assert "email" not in ann.get("/account/new").text
        send(ann, "/account/new", username="ann", password1=OLD, password2=OLD)
        assert "/account/forgotten" in new_client(site.url).get("/account/login").text
        assert "railhead reset-password" in new_client(site.url).get("/account/forgotten").text
        link = made(tmp_path, "ann", "--address", site.url).stdout.strip()
        assert choose(site.url, link, NEW).headers["Location"] == "/account/forgotten/done"
        assert sign_in(site.url, NEW) == httpx.codes.FOUND
        unknown = made(tmp_path, "eve")
        assert (unknown.returncode, "no user called 'eve'" in unknown.stderr) == (2, True)
    nowhere = made(tmp_path / "elsewhere", "ann")
    assert (nowhere.returncode, "There is no site" in nowhere.stderr) == (2, True)
    assert not (tmp_path / "elsewhere").exists()


def made(data: Path, name: str, *words: str) -> subprocess.CompletedProcess[str]:
    """What the command says."""
    command = (sys.executable, "-m", "railhead", "reset-password", name, "--data", str(data), *words)
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)


def test_nobody_can_fill_a_mailbox(tmp_path: Path, letterbox: tuple[Letterbox, str]) -> None:
    _, server = letterbox
    with RunningSite(tmp_path, "--accounts", "--mail-url", server) as site:
        client = new_client(site.url)
        asked = [send(client, "/account/forgotten", email=ANN).status_code for _ in range(4)]
    allowed = limits.FORGOTTEN_OF_ADDRESS.burst
    assert asked == [httpx.codes.FOUND] * allowed + [httpx.codes.TOO_MANY_REQUESTS] * (4 - allowed)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://mail.example", {"HOST": "mail.example", "PORT": 587, "USE_TLS": False, "USE_SSL": False}),
        ("smtp://ann:a%40b@mail.example", {"HOST_USER": "ann", "HOST_PASSWORD": "a@b", "USE_TLS": True}),
        ("smtps://ann:b@mail.example", {"PORT": 465, "USE_TLS": False, "USE_SSL": True}),
        ("smtp://mail.example:2525", {"PORT": 2525}),
    ],
)
def test_a_mail_server_is_given_by_its_url(url: str, expected: dict[str, Any]) -> None:
    found = mail.settings_of(url, "")
    assert {name: found[f"EMAIL_{name}"] for name in expected} == expected
    assert found["DEFAULT_FROM_EMAIL"] == "railhead@mail.example"


@pytest.mark.parametrize("url", ["mail.example", "http://mail.example", "smtp://", "smtp://mail.example:port"])
def test_a_url_that_names_no_mail_server_is_refused(url: str) -> None:
    with pytest.raises(Malformed, match="mail server"):
        mail.settings_of(url, "")
