"""The ways to call a player, each against a real receiver: a mail server, a webhook, a device that decrypts."""

from __future__ import annotations

import base64
import hmac
import socket
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from py_vapid import Vapid02

from railhead.core.refusal import Malformed
from railhead.web import mail, tasks
from railhead.web.calling import outgoing, push, turns, webhooks
from railhead.web.calling.calls import Call, Unreachable
from railhead.web.calling.persons import Person
from railhead.web.models import StoredGame, StoredTask, StoredWay
from railhead.web.tasks import GivenUp
from tests.web.conftest import Begun, Clock
from tests.web.receivers import Device, Receiver, mail_server, receiver
from tests.web.sites import PATIENCE, RunningSite, new_client
from tests.web.test_calling import ANN, BEN, act, give_address, seat_row
from tests.web.test_forgotten import send


@pytest.fixture
def there() -> Iterator[Receiver]:
    """A server for what is posted."""
    with receiver() as made:
        yield made


@pytest.fixture(autouse=True)
def trusting(settings: Any, db: Any) -> None:
    """A site whose owner lets players have it call their own network."""
    settings.CONFIGURATION = replace(settings.CONFIGURATION, private_webhooks=True)


@pytest.fixture
def game(begun: Begun, clock: Clock) -> StoredGame:
    return begun()


def add(game: StoredGame, way: StoredWay, clock: Clock) -> StoredWay:
    """Give Ben a way to be called."""
    way.confirmed, way.site = clock.now, "https://rails.example"
    return Person(seat=seat_row(game, BEN)).add(way)


def call_ben(game: StoredGame, clock: Clock) -> None:
    act(game, ANN, "bid 5")
    clock.now += turns.A_MOMENT
    tasks.run_due()


# -- mail -----------------------------------------------------------------------------------------


def test_a_mail_server_gets_a_call_with_its_headers(game: StoredGame, clock: Clock, settings: Any) -> None:
    give_address(Person(seat=seat_row(game, BEN)), "ben", clock)
    with mail_server() as (box, url):
        settings.CONFIGURATION = replace(settings.CONFIGURATION, mail_url=url)
        for name, value in mail.settings_of(url, "Rails <site@trains.example>").items():
            setattr(settings, name, value)
        call_ben(game, clock)
        letter = box.letter()
        assert box.letters.empty()
    assert (letter["To"], letter["From"]) == ("ben@x.example", "Rails <site@trains.example>")
    assert letter["Subject"] == "Your turn: 1860"
    assert letter["Message-ID"].endswith("@trains.example>")
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["List-Unsubscribe"].strip().startswith("<https://rails.example/calls/stop/")


def test_a_running_site_mails_by_itself(tmp_path: Path) -> None:
    with mail_server() as (box, server), RunningSite(tmp_path, "--mail-url", server) as site:
        ben = new_client(site.url)
        made = ben.post("/api/games", json={"title": "1860", "players": ["Ann", "Ben", "Cleo"]}).json()
        ben.get(f"/game/{made['id']}/join/{made['seats']['Ben']}")
        assert send(ben, f"/game/{made['id']}/calls", do="add-mail", address="ben@x.example").status_code == 302
        letter = box.letter()
        link = str(letter.get_payload()).partition(site.url)[2].split()[0]
        assert "From now on" in send(ben, link).text
        assert send(ben, f"/game/{made['id']}/calls", do="try", way="1").status_code == 302
        assert box.letter()["Subject"] == "A test from Railhead"


# -- webhooks -------------------------------------------------------------------------------------


def test_a_webhook_gets_signed_json(game: StoredGame, clock: Clock, there: Receiver) -> None:
    way = add(game, webhooks.new(f"{there.url}/hook?x=1"), clock)
    call_ben(game, clock)
    [got] = there.received
    assert (got.path, got.headers["content-type"]) == ("/hook?x=1", "application/json")
    assert got.data["type"] == "turn"
    assert got.data["player"] == "Ben"
    assert got.data["game"]["url"] == f"https://rails.example/game/{game.id}/"
    secret = base64.b64decode(way.details["secret"].removeprefix("whsec_"))
    signed = f"{got.headers['webhook-id']}.{got.headers['webhook-timestamp']}.".encode() + got.body
    expected = base64.b64encode(hmac.digest(secret, signed, "sha256")).decode()
    assert got.headers["webhook-signature"] == f"v1,{expected}"


def test_a_call_that_fails_is_tried_again_under_the_same_id(game: StoredGame, clock: Clock, there: Receiver) -> None:
    there.answers = [503, 429]
    add(game, webhooks.new(there.url), clock)
    call_ben(game, clock)
    for pause in tasks.PAUSES[:3]:
        clock.now += pause
        tasks.run_due()
    assert len(there.received) == 3
    assert len({request.headers["webhook-id"] for request in there.received}) == 1
    assert StoredWay.objects.get().failures == 0


@pytest.mark.parametrize("status", [301, 302, 307, 400, 403])
def test_nothing_is_followed_and_a_refusal_is_final(
    game: StoredGame, clock: Clock, there: Receiver, status: int
) -> None:
    there.answers = [status]
    add(game, webhooks.new(there.url), clock)
    call_ben(game, clock)
    clock.passes(days=2)
    tasks.run_due()
    assert [request.path for request in there.received] == ["/"]
    assert StoredWay.objects.get().problem == f"The answer was {status}"
    assert StoredTask.objects.get(kind="webhook").failed is not None


def test_a_webhook_that_is_gone_is_forgotten(game: StoredGame, clock: Clock, there: Receiver) -> None:
    there.answers = [410]
    add(game, webhooks.new(there.url), clock)
    call_ben(game, clock)
    assert not StoredWay.objects.exists()


CALL = Call(
    key="1", reason="turn", subject="Your turn: @everyone <b>", words="buy & sell", url="https://rails.example/game/x/"
)


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (
            "discord",
            {
                "content": "Your turn: @everyone <b>. buy & sell\nhttps://rails.example/game/x/",
                "allowed_mentions": {"parse": []},
            },
        ),
        ("slack", {"text": "Your turn: @everyone &lt;b&gt;. buy &amp; sell\nhttps://rails.example/game/x/"}),
        ("matrix", {"text": "Your turn: @everyone <b>. buy & sell\nhttps://rails.example/game/x/"}),
    ],
)
def test_services_get_what_they_understand(there: Receiver, form: str, expected: dict[str, Any]) -> None:
    webhooks.send(webhooks.new(there.url, form), CALL)
    [got] = there.received
    assert got.data == expected
    assert "webhook-signature" not in got.headers


@pytest.mark.parametrize(
    ("url", "form"),
    [
        ("https://discord.com/api/webhooks/1/x", "discord"),
        ("https://hooks.slack.com/services/x", "slack"),
        ("https://x.example", "json"),
    ],
)
def test_well_known_services_are_known_by_their_address(url: str, form: str) -> None:
    assert webhooks.new(url).details["form"] == form


# -- only what is on the internet -----------------------------------------------------------------


@pytest.fixture
def wary(settings: Any) -> None:
    """A site that lets nobody reach into its own network."""
    settings.CONFIGURATION = replace(settings.CONFIGURATION, private_webhooks=False)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.0.1",
        "172.16.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "fec0::1",
        "::ffff:10.0.0.1",
        "64:ff9b::10.0.0.1",
        "2002:7f00:1::",
        "2001:0:1::1",
        "ff02::1",
        "nonsense",
    ],
)
def test_addresses_that_are_not_on_the_internet_are_known(address: str) -> None:
    assert not outgoing.is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "::ffff:1.1.1.1"])
def test_addresses_on_the_internet_are_known(address: str) -> None:
    assert outgoing.is_public(address)


@pytest.mark.usefixtures("wary")
@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "http://x.example/",
        "https://user:password@x.example/",
        "https:///",
        "https://x.example:0/",
        "https://x.example:99999/",
        "https://x.example/a b",
        "https://x.example/\r\nHost: y.example",
        "https://" + "x" * 2000,
        "file:///etc/passwd",
    ],
)
def test_an_address_that_will_never_be_called_is_refused_at_once(url: str) -> None:
    with pytest.raises(Malformed):
        outgoing.check(url)


@pytest.mark.usefixtures("wary")
@pytest.mark.parametrize("found", [["127.0.0.1"], ["1.1.1.1", "10.0.0.1"], ["::1"]])
def test_a_name_that_leads_into_a_private_network_is_not_called(
    monkeypatch: pytest.MonkeyPatch, found: list[str], there: Receiver
) -> None:
    names = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in found]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: names)
    with pytest.raises(GivenUp, match="not on the internet"):
        outgoing.post("https://innocent.example/", b"{}", {}, ())


def test_a_name_is_looked_up_once(monkeypatch: pytest.MonkeyPatch, there: Receiver) -> None:
    """The connection is made to the address that was examined, whatever the name leads to the next time."""
    port, asked = int(there.url.rpartition(":")[2]), []
    real = socket.getaddrinfo

    def look_up(host: str, *rest: Any, **more: Any) -> Any:
        asked.append(host)
        return real("127.0.0.1" if host == "once.example" else host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    outgoing.post(f"http://once.example:{port}/", b"{}", {}, ())
    assert asked.count("once.example") == 1
    assert there.received[0].headers["host"] == f"once.example:{port}"


def test_a_server_that_never_finishes_its_answer_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "AT_MOST", 0.3)
    with closing(socket.create_server(("127.0.0.1", 0))) as server:

        def drip() -> None:
            client, _ = server.accept()
            with closing(client):
                try:
                    client.sendall(b"H")
                    while client.recv(1000):
                        client.sendall(b"T")
                except OSError:
                    return

        thread = Thread(target=drip)
        thread.start()
        with pytest.raises(Unreachable):
            outgoing.post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {}, ())
        thread.join(PATIENCE)


def test_a_server_that_is_not_there_may_be_there_later() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    with pytest.raises(Unreachable):
        outgoing.post(f"http://127.0.0.1:{port}/", b"{}", {}, ())


def test_what_is_too_long_is_not_sent(there: Receiver) -> None:
    with pytest.raises(GivenUp):
        outgoing.post(there.url, b"x" * 20_000, {}, ())
    assert there.received == []


# -- devices --------------------------------------------------------------------------------------


def test_a_device_can_read_a_call_and_knows_who_sent_it(game: StoredGame, clock: Clock, there: Receiver) -> None:
    device = Device(there)
    add(game, push.new(device.subscription(), "Firefox, Linux"), clock)
    call_ben(game, clock)
    [got] = device.messages
    assert device.read(got)["title"] == "Your turn: 1860"
    assert device.read(got)["url"] == f"https://rails.example/game/{game.id}/"
    assert (got.headers["content-encoding"], got.headers["ttl"]) == ("aes128gcm", "86400")
    assert b"1860" not in got.body
    assert Vapid02.verify(got.headers["authorization"])
    assert f"k={push.public_key()}" in got.headers["authorization"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_does_not_want_to_hear_any_more_is_forgotten(
    game: StoredGame, clock: Clock, there: Receiver, status: int
) -> None:
    there.answers = [status]
    add(game, push.new(Device(there).subscription()), clock)
    call_ben(game, clock)
    assert not StoredWay.objects.exists()


def test_the_key_of_the_site_comes_from_its_secret(settings: Any) -> None:
    one = push.public_key()
    assert len(base64.urlsafe_b64decode(one + "=")) == 65
    settings.SECRET_KEY = "another"
    assert push.public_key() != one


def test_the_site_can_be_installed_and_its_script_is_at_the_top(client: Any) -> None:
    manifest = client.get("/manifest.webmanifest")
    assert manifest["Content-Type"] == "application/manifest+json"
    assert {icon["sizes"] for icon in manifest.json()["icons"]} == {"192x192", "512x512", "any"}
    for icon in manifest.json()["icons"]:
        assert client.get(icon["src"]).status_code == 200
    script = client.get("/service-worker.js")
    assert script["Content-Type"].startswith("text/javascript")
    assert b"showNotification" in script.content
