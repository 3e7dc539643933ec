"""The titles: each a folder of facts and the few functions that make it different. Titles never import each other.

The library's function `railhead.titles()` has the name of this package, and whichever is loaded last would hide the
other. So the package can be called, and does what the function does.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railhead.titles.catalogue import Title


class _Titles(ModuleType):
    """This package, which can be called."""

    def __call__(self) -> dict[str, Title]:
        """The titles that can be played, by name."""
        from railhead.titles.catalogue import TITLES

        return dict(TITLES)


sys.modules[__name__].__class__ = _Titles
