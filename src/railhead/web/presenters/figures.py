"""Numbers as they are printed, with a proper minus sign."""

from __future__ import annotations


def figure(number: int) -> str:
    """A number that may be negative."""
    return f"−{-number}" if number < 0 else str(number)


def signed(amount: int) -> str:
    """A difference with its sign."""
    return f"+{amount}" if amount > 0 else figure(amount) if amount < 0 else "±0"
