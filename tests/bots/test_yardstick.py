"""Yardsticks decide the same for ever: strengths measured against them can be compared over time."""

from __future__ import annotations

import hashlib
from itertools import islice

import pytest

from railhead.bots import registry
from tests.bots.test_interface import decisions

DECIDED = {
    ("medium@1", "1860"): "4b2cfff22508fb4c6afb8330",
    ("medium@1", "1862"): "c364e8a62f11d5c7b2d38dde",
}
"""By yardstick and title: a fingerprint of its first 150 decisions. It is never to be changed.

If a change of the rules of thumb changes it, keep the old rules for the yardstick, and give the new ones a new number.
A change of a title's rules is the only other reason; then strengths have to be measured again.
"""


@pytest.mark.parametrize(("name", "title"), DECIDED)
def test_a_yardstick_decides_as_it_always_did(name: str, title: str) -> None:
    fingerprint = hashlib.blake2b(digest_size=12)
    for made in islice(decisions(title, name, seed=7), 150):
        fingerprint.update(repr(made.action).encode())
    assert fingerprint.hexdigest() == DECIDED[name, title]


def test_every_yardstick_is_held_to_its_decisions() -> None:
    assert {name for name, _ in DECIDED} == set(registry.YARDSTICKS)
