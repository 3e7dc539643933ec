"""A site in a process of its own, for tests that need a real server: several at once, killed, started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

PATIENCE = 60.0
STARTING = 240.0
"""Seconds that a site has to start, on a machine so busy that it gets a small part of a core."""
STEP = 0.05


class RunningSite:
    """A site of its own, with its data in a folder."""

    def __init__(self, data: Path, *words: str, port: int = 0, starter: str = "") -> None:
        self.data = data
        self.starter = starter
        """Python to be run before the site starts."""
        self.words = words
        self.port = port
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        start = f"{self.starter}\nimport sys\nfrom railhead.cli import main\nsys.exit(main())"
        command = [sys.executable, "-c", start, "serve", "--port", str(self.port), "--data", str(self.data)]
        quiet = {name: value for name, value in os.environ.items() if not name.startswith(("DISPLAY", "RAILHEAD"))}
        self.data.mkdir(parents=True, exist_ok=True)
        with self.said.open("w") as said, self.complained.open("w") as complained:
            self.process = subprocess.Popen([*command, *self.words], stdout=said, stderr=complained, env=quiet)
        self._wait_until(lambda: "\n" in self.said.read_text())
        told = self.said.read_text().splitlines()[0]
        assert told.startswith("Railhead is at http://"), told
        self.port = int(told.rstrip("/").rpartition(":")[2])
        self._wait_until(self._answers)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/api/titles", verify=False).status_code == httpx.codes.OK
        except httpx.TransportError:
            return False

    def _wait_until(self, there: Callable[[], bool]) -> None:
        end = time.monotonic() + STARTING
        while not there():
            assert self.process is not None
            assert self.process.poll() is None, self.complaints()
            assert time.monotonic() < end, self.complaints()
            time.sleep(STEP)

    @property
    def said(self) -> Path:
        """What it says on standard output."""
        return self.data / "said.txt"

    @property
    def complained(self) -> Path:
        """What it says on standard error."""
        return self.data / "complained.txt"

    def complaints(self) -> str:
        """What it said on standard error."""
        return self.complained.read_text()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://localhost:{self.port}"

    def kill(self) -> None:
        """End it without warning."""
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals = signal.SIGINT) -> int:
        """End it; its exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, what: BaseException | None, at: TracebackType | None) -> None:
        self.end()
        if kind is None:
            assert not self.complaints(), self.complaints()


CLIENTS: list[httpx.Client] = []
"""Those in use, to be closed at the end of a test."""


def new_client(url: str) -> httpx.Client:
    """Something that asks a site, with cookies of its own."""
    made = httpx.Client(
        base_url=url, timeout=PATIENCE, verify=False
    )  # reading certificates takes longer than a request
    CLIENTS.append(made)
    return made


class Program:
    """A program that plays by the interface."""

    def __init__(self, url: str, secret: str, game_id: str) -> None:
        self.client = new_client(f"{url}/api/games/{game_id}")
        self.client.headers["Authorization"] = f"Bearer {secret}"

    def get(self, path: str = "", **query: Any) -> Any:
        """What is at an address; it has to be there."""
        answer = self.client.get(path, params=query)
        assert answer.status_code == httpx.codes.OK, answer.text
        return answer.json()

    def act(self, action: str, length: int) -> httpx.Response:
        """Decide something."""
        return self.client.post("/actions", json={"action": action, "length": length})


def begin(url: str, players: tuple[str, ...] = ("Ann", "Ben", "Cleo"), title: str = "1860") -> dict[str, Any]:
    """A new game with its secrets."""
    answer = httpx.post(f"{url}/api/games", json={"title": title, "players": list(players)}, timeout=PATIENCE)
    assert answer.status_code == httpx.codes.CREATED, answer.text
    made: dict[str, Any] = answer.json()
    return made


def first_action(choices: list[dict[str, Any]]) -> str:
    """Some action among the choices of a view."""
    for choice in choices:
        if choice["form"] == "pass":
            return "pass"
    for choice in choices:
        if choice.get("actions"):
            return str(choice["actions"][0])
    choice = choices[0]
    values = {
        name: field["one_of"][0] if "one_of" in field else field["from"] for name, field in choice["fields"].items()
    }
    return str(choice["form"].format(**values))
