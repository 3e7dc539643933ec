"""The options of 18BF: there are none (18BF-VAR-01)."""

from __future__ import annotations

from railhead.core.refusal import Malformed

OPTIONS: dict[str, str] = {}


def check(options: frozenset[str]) -> frozenset[str]:
    """No option is known (18BF-VAR-01)."""
    if options:
        raise Malformed("'{option}' is not an option of 18BF, which has none", option=min(options))
    return options
