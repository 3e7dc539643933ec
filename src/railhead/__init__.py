"""Railhead plays 18xx railway board games exactly by their rulebooks.

    import railhead

    game = railhead.new("1860", ["Ann", "Ben", "Cleo"])
    print(game.choices)
    game.play("bid 30")

Everything is loaded lazily, on first use, so that importing the package is fast.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railhead.library import (
        BestRun,
        Choices,
        Game,
        Illegal,
        Malformed,
        Misplayed,
        RailheadError,
        Title,
        View,
        load,
        new,
        titles,
    )

__version__ = "0.2.0"

__all__ = [
    "BestRun",
    "Choices",
    "Game",
    "Illegal",
    "Malformed",
    "Misplayed",
    "RailheadError",
    "Title",
    "View",
    "__version__",
    "load",
    "new",
    "titles",
]


if not TYPE_CHECKING:  # to the type checker it would make every name right

    def __getattr__(name: str) -> object:
        """Load the library's names on first use."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from railhead import library

        # `titles` has already been set by importing the package of that name, which is callable.
        return globals().setdefault(name, getattr(library, name))


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
