"""Before a new version serves a site: does it still play every stored game?

A site remembers which engine last replayed its games. Another one first replays all that are not over, and starts only
if they can all be played on. Nothing has been migrated by then, so that the former version can go on as if nothing had
happened. If that is interrupted, or a game has to be accepted that breaks, the next start goes on where it was.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path

from django.db import DatabaseError, connection

import railhead
from railhead.core.refusal import Malformed
from railhead.play.checking import Checked, Replay, Stored, check, replay_log
from railhead.web.models import StoredGame, StoredSite
from railhead.web.soundness import FIRST
from railhead.web.stored import STATED
from railhead.web.upgrade_progress import Progress

ENGINE = ("core", "interop", "play", "routes", "rules", "titles", "track")
"""The folders that decide how a game is replayed."""
NOTED = "replayed"
"""The file in which the games are noted that have been replayed."""
SHOWN = 10
"""How many broken games are named."""

Watch = Callable[[list[Stored]], Iterable[Stored]]


@cache
def engine() -> str:
    """What tells engines apart: their source and their data."""
    root, digest = Path(railhead.__file__).parent, hashlib.sha256()
    for path in sorted(path for folder in ENGINE for path in (root / folder).rglob("*")):
        if path.suffix in (".py", ".toml"):
            digest.update(f"{path.relative_to(root)} {path.stat().st_size}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def check_games(accept: bool, watch: Watch = list, folder: Path | None = None) -> tuple[str, ...]:
    """Replay all games that are not over, unless this engine has done so before; the ids of those that break.

    Malformed if one breaks that did not before, and that is not accepted.
    """
    known, given_up = _remembered()
    if known == engine() or StoredGame._meta.db_table not in connection.introspection.table_names():
        return given_up
    broken = [game for game in map(check, watch(_stored(_progress(folder)))) if game.problem is not None]
    new = [game for game in broken if game.where not in given_up]
    if new and not accept:
        raise Malformed(_refusal(new))
    for game in new:
        print(f"railhead: game {game.where} stays as it is, and cannot be opened: {game.problem}", file=sys.stderr)
    return tuple(game.where for game in broken)


def remember(broken: tuple[str, ...], folder: Path | None = None) -> None:
    """Note which engine has replayed the games, and which of them it cannot play."""
    StoredSite.objects.filter(id=FIRST).update(engine=engine(), broken=list(broken))
    _progress(folder).end()


def _progress(folder: Path | None) -> Progress:
    """How far this engine has got, as noted in the folder of the site."""
    return Progress(None if folder is None else folder / NOTED, engine())


def _remembered() -> tuple[str, tuple[str, ...]]:
    """What the site knows of the last check; nothing if its database is older than that."""
    try:
        site = StoredSite.objects.filter(id=FIRST).values("engine", "broken").first()
    except DatabaseError:
        site = None
    return ("", ()) if site is None else (site["engine"], tuple(site["broken"]))


def _stored(progress: Progress) -> list[Stored]:
    """The games that are to be checked: those that are over need their rules only, and are replayed when opened."""
    games = StoredGame.objects.order_by("id").values_list("id", "length", "to_act")
    return [
        Stored(game_id, partial(_replay, game_id, length, to_act is not None, progress))
        for game_id, length, to_act in games
        if not progress.has(game_id, length)
    ]


def _replay(game_id: str, length: int, unfinished: bool, progress: Progress) -> Replay:
    game = StoredGame.objects.only(*STATED).get(id=game_id)
    if unfinished:
        yield from replay_log(game.file(), (row.entry() for row in game.log.all()))
        progress.note(game_id, length)
    else:
        yield game.file().rulebook(), 0


def _refusal(broken: list[Checked]) -> str:
    named = "; ".join(f"{game.where}: {game.problem}" for game in broken[:SHOWN])
    more = f"; and {len(broken) - SHOWN} more" if len(broken) > SHOWN else ""
    return (
        f"This version cannot play {len(broken)} of the stored games any more, so the site was not started and nothing "
        f"was changed. {named}{more}. Go on with the version that ran before; or start once with --accept-broken: "
        "these games then stay stored as they are, and open again under a version that plays them."
    )
