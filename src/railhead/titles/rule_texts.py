"""The list of a title's rules: every id with the section of the rulebook it stands in, from the title's rules.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from railhead.core.refusal import Malformed
from railhead.titles import catalogue


@cache
def rules_of(title: str) -> Mapping[str, str]:
    """The rules of a title by id, each with its section of the rulebook, in the order of the list."""
    catalogue.find(title)
    source = files("railhead.titles").joinpath(f"t{title.lower()}", "rules.toml")
    if not source.is_file():
        raise Malformed("There is no list of rules for {title}", title=title)
    found: dict[str, str] = tomllib.loads(source.read_text(encoding="utf-8"))["rules"]
    return MappingProxyType(found)
