"""The site's own address in links: never a name that whoever asks has chosen, or that works only on its own machine."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import RequestFactory

from railhead.web import site_address


def address(settings: Any, asked: str, **chosen: Any) -> str:
    settings.CONFIGURATION = replace(
        settings.CONFIGURATION, **{"names": (), "host": "127.0.0.1", "https": False, **chosen}
    )
    asking = RequestFactory()
    request = asking.get("/", headers={"Host": asked}, secure=bool(chosen.get("https")), SERVER_PORT="8018")
    return site_address.site(request)


@pytest.mark.parametrize("asked", ["localhost", "LOCALHOST:8018", "127.0.0.1:8018", "[::1]", "[::1]:80", "10.0.0.7"])
def test_a_site_with_a_name_is_known_by_it(settings: Any, asked: str) -> None:
    assert address(settings, asked, names=("rails.example", "other.example"), https=True) == "https://rails.example"


def test_a_name_it_was_given_stays_as_it_was_asked_for(settings: Any) -> None:
    names = ("rails.example", "other.example:8443")
    assert address(settings, "Other.example:8443", names=names, https=True) == "https://other.example:8443"
    assert address(settings, "localhost:8018", names=names) == "http://rails.example:8018"
    assert address(settings, "rails.example", names=names) == "http://rails.example"
    assert settings.CONFIGURATION.answers_to("other.example", "127.0.0.1")


@pytest.mark.parametrize("https", [True, False])
@pytest.mark.parametrize("asked", ["rails.example:6666", "localhost:6666", "other.example:6666"])
def test_no_link_leads_to_a_port_that_somebody_made_up(settings: Any, asked: str, https: bool) -> None:
    assert "6666" not in address(settings, asked, names=("rails.example", "other.example:8443"), https=https)


@pytest.mark.parametrize(
    ("asked", "port"), [("localhost", ""), ("127.0.0.1:8018", ":8018"), ("[::1]", ""), ("[::1]:80", ":80")]
)
def test_a_site_on_all_networks_gives_others_an_address_that_they_can_reach(
    settings: Any, monkeypatch: pytest.MonkeyPatch, asked: str, port: str
) -> None:
    monkeypatch.setattr(site_address, "own_address", lambda: "192.0.2.9")
    assert address(settings, asked, host="0.0.0.0") == f"http://192.0.2.9{port}"
    assert address(settings, "192.0.2.9:8018", host="0.0.0.0") == "http://192.0.2.9:8018"


def test_a_site_of_this_machine_only_is_where_it_was_asked_for(settings: Any) -> None:
    assert address(settings, "localhost:8018") == "http://localhost:8018"
