"""What a site tells whoever watches over it: how many requests and moves, how fast, how much is waiting.

In the form that Prometheus collects. Where several processes serve a site, their figures are added up.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

TOGETHER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder in which several processes write down their figures."""
SUM: Final = "livesum"
"""Of the processes that are alive."""
LATEST: Final = "mostrecent"
"""Of the process that was asked last: figures of the database, which are the same for all."""

REQUESTS = Counter("railhead_requests", "Requests answered, by kind of work and status.", ["kind", "status"])
SECONDS = Histogram(
    "railhead_request_seconds",
    "How long requests took from start to finish, by kind of work.",
    ["kind"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
MOVES = Counter("railhead_moves", "Entries added to the logs of games: moves, and moves taken back.", ["title"])
WAITING = Gauge(
    "railhead_waiting",
    "Requests at work or waiting, by kind of work.",
    ["kind"],
    multiprocess_mode=SUM,
)
LISTENERS = Gauge("railhead_listeners", "Browsers and programs that wait for news.", multiprocess_mode=SUM)
TABLES = Gauge("railhead_tables", "Tables in memory.", multiprocess_mode=SUM)
TASKS = Counter("railhead_tasks", "Tasks in the background, by kind and how they ended.", ["kind", "outcome"])
TASKS_WAITING = Gauge("railhead_tasks_waiting", "Tasks that wait until they are due.", multiprocess_mode=LATEST)
TASKS_OVERDUE = Gauge("railhead_tasks_overdue", "Tasks that should have been done.", multiprocess_mode=LATEST)
TASKS_FAILED = Gauge("railhead_tasks_failed", "Tasks that were given up lately.", multiprocess_mode=LATEST)
