"""What is shipped for public sites starts the site with options that it has."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from railhead.cli import parser

ROOT = Path(__file__).parents[2]
VARIABLE = re.compile(r"\$\{(\w+)[^}]*\}")


def composed() -> list[str]:
    """The command of the site's processes in compose.yaml."""
    text = (ROOT / "compose.yaml").read_text()
    words = re.findall(r"^    - (.+)$", text.partition("  command:\n")[2].partition("\nservices:")[0], re.MULTILINE)
    return [VARIABLE.sub("x", word) for word in words]


def served() -> list[str]:
    """The command of the service."""
    text = (ROOT / "deploy" / "railhead.service").read_text()
    return shlex.split(text.partition("ExecStart=")[2].partition("\n")[0])[1:]


@pytest.mark.parametrize("words", [composed(), served()], ids=["compose", "systemd"])
def test_a_public_site_is_started_as_one(words: list[str]) -> None:
    args = parser("serve").parse_args(words)
    assert args.accounts
    assert args.https
    assert args.name
    assert args.backups is not None
    assert args.database_url.startswith("postgres://")


def test_every_variable_is_explained() -> None:
    used = set(VARIABLE.findall((ROOT / "compose.yaml").read_text()))
    explained = set(re.findall(r"^(\w+)=", (ROOT / "deploy" / "example.env").read_text(), re.MULTILINE))
    assert used == explained


def test_all_files_that_are_named_are_there() -> None:
    text = (ROOT / "compose.yaml").read_text()
    named = re.findall(r"deploy/[\w.]+", text)
    assert {"deploy/Dockerfile", "deploy/Caddyfile", "deploy/example.env"} <= set(named)
    assert all((ROOT / name).is_file() for name in named)
