"""The day of a site is measured: on a small site, with games that have only begun, it gives every figure."""

from __future__ import annotations

import json
import subprocess
import sys

from railhead.titles import catalogue

SMALL = """
import json
from railhead.web import bench_day
bench_day.POINTS, bench_day.LONGEST, bench_day.EACH, bench_day.PATIENCE = (0.5,), 30, 2, 0.0
print(json.dumps(bench_day.measure(bench_day.Size(tables=10, people=6))))
"""


def test_a_small_site_is_measured() -> None:
    done = subprocess.run([sys.executable, "-c", SMALL], capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["size"] == {"tables": 10, "people": 6}
    for title in catalogue.TITLES:
        assert found["processor ms"][f"{title}, cold, replayed"] > 0
        assert found["processor ms"][f"{title}, cold, from a snapshot"] > 0
    assert found["day"]["visits"] == 6
    assert found["day"]["moves"] > 0
    assert found["day"]["move 95% ms"] > 0
    assert found["megabytes"]["started"] > 0
    assert found["database"]["kilobytes a table"] > 0
    assert found["database"]["bytes a move"] >= 0
