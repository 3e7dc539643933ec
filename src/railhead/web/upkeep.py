"""What a site does for itself once a day: it throws away what has had its time, and makes a backup if it was told to.

Of several processes that serve a site, one does it: whoever gets to write down first that it has been done.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, close_old_connections
from django.db.models import Q
from django.utils import timezone

from railhead.core.refusal import RailheadError
from railhead.web import backup, deleting, run_tallies, tasks
from railhead.web.models import StoredGame, StoredSite
from railhead.web.sessions import SessionStore
from railhead.web.snapshots import SNAPSHOTS
from railhead.web.soundness import FIRST

EVERY = timedelta(days=1)
LOOK_EVERY = 600.0
"""Seconds between looks at whether it is time."""
AGAIN = timedelta(hours=1)
"""When it is tried again if it failed, or if there is no backup yet although there should be."""
UNTOUCHED_COPIES = timedelta(days=60)
"""How long a copy is kept in which nobody has moved."""

_log = logging.getLogger("railhead.upkeep")


def start() -> Event:
    """Look after the site from now on, in a thread; setting the event ends it."""
    ended = Event()
    Thread(target=_tend_for_ever, args=(ended,), name="upkeep", daemon=True).start()
    return ended


def _tend_for_ever(ended: Event) -> None:
    while not ended.wait(LOOK_EVERY):
        tend_if_due()


def tend_if_due() -> bool:
    """Do the day's work, unless it has been done, here or elsewhere."""
    close_old_connections()
    try:
        if not _claimed():
            return False
        tend()
    except (DatabaseError, RailheadError, OSError) as problem:
        _log.error("The daily upkeep failed: %s", problem)
        _put_off()
        return False
    finally:
        close_old_connections()
    return True


def tend() -> None:
    """Throw away what has had its time, and queue what is left over from before; then make a backup."""
    SessionStore.clear_expired()
    deleting.purge()
    prune_copies()
    tasks.prune()
    run_tallies.catch_up()
    SNAPSHOTS.prune()
    site = settings.CONFIGURATION
    if site.backups is not None:
        path = backup.make(DEFAULT_DB_ALIAS, site.secret(), Path(site.backups))
        backup.prune(Path(site.backups), site.backups_kept)
        _log.info("Backup: %s", path)


def prune_copies() -> int:
    """Delete the copies of games in which nobody has moved for long; like all deleted games they can be restored."""
    abandoned = StoredGame.objects.filter(
        copied_at__isnull=False, deleted__isnull=True, changed__lt=timezone.now() - UNTOUCHED_COPIES
    )
    return abandoned.update(deleted=timezone.now())


def _claimed() -> bool:
    """Is the day's work ours? One update decides between processes."""
    now = timezone.now()
    due = Q(tended__isnull=True) | Q(tended__lt=now - (AGAIN if _lacks_backup() else EVERY))
    return bool(StoredSite.objects.filter(due, id=FIRST).update(tended=now))


def _put_off() -> None:
    """Let it be tried again before the next day."""
    if not _lacks_backup():
        with suppress(DatabaseError):
            StoredSite.objects.filter(id=FIRST).update(tended=timezone.now() - EVERY + AGAIN)


def _lacks_backup() -> bool:
    """Is there no backup yet? The site may have been moved here today, or backups begun to be made."""
    folder = settings.CONFIGURATION.backups
    return folder is not None and backup.newest(Path(folder)) is None
