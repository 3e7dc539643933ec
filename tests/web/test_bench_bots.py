"""What bots cost other tables is measured: on a small site, for a moment, it gives every figure."""

from __future__ import annotations

import json
import subprocess
import sys

SMALL = """
import json, tempfile
from pathlib import Path
from railhead.web import bench_bots
bench_bots.STRETCHES, bench_bots.SECONDS, bench_bots.WARMING, bench_bots.OTHERS = 1, 0.5, 0.5, 2
with tempfile.TemporaryDirectory() as folder:
    print(json.dumps(bench_bots.measure(Path(folder))))
"""


def test_moves_beside_a_table_of_bots_are_measured() -> None:
    done = subprocess.run([sys.executable, "-c", SMALL], capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["acknowledged"] > 0
    assert found["meanwhile"] > 0
    assert found["per cent slower"] > -100
    assert found["bots decided"] >= 0
