"""What a process does besides answering: it works on tasks of all kinds."""

from __future__ import annotations

from threading import Event

from railhead.web import reviews, run_tallies, tasks
from railhead.web.calling import calls, letters, push, time_up, webhooks
from railhead.web.pages import forgotten, signing_in

KNOWN = (calls, forgotten, letters, push, reviews, run_tallies, signing_in, time_up, webhooks)
"""The modules that know how to do tasks; they have said so when they were loaded."""


def start() -> Event:
    """Work on tasks from now on; setting the event ends that."""
    return tasks.start()
