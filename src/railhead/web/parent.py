"""A process that another one has started ends with it, even if that was killed without warning.

A pipe tells: the process that started this one holds its other end and never writes to it, so that the system closes it
when that process ends, however it does. Otherwise a site whose first process was killed would go on being served by the
others, with nobody to stop them, and its port would stay taken.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from multiprocessing import parent_process
from threading import Thread


def stop_with_parent() -> None:
    """Stop as if told to by the process that started this one, once that has ended: what is being done is finished."""
    _watch(lambda: os.kill(os.getpid(), signal.SIGTERM))


def die_with_parent() -> None:
    """End at once when the process that started this one has ended: nobody waits for what is being worked out."""
    _watch(lambda: os._exit(1))


def _watch(end: Callable[[], None]) -> None:
    parent = parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        end()

    Thread(target=wait, name="parent", daemon=True).start()
