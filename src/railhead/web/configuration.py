"""How a site is set up: where it keeps its data, whom it answers, and the secret its links are signed with.

The command line puts the choices into environment variables, so that every process of a site reads the same.
"""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path

from railhead.storing import sync_folder

DATA, DATABASE, ACCOUNTS, MAIL, SENDER, HOST, NAMES, HTTPS, SECRET, BACKUPS, KEPT, LOG, METRICS, WEBHOOKS, PAUSE = (
    "RAILHEAD_DATA",
    "RAILHEAD_DATABASE_URL",
    "RAILHEAD_ACCOUNTS",
    "RAILHEAD_MAIL_URL",
    "RAILHEAD_MAIL_FROM",
    "RAILHEAD_HOST",
    "RAILHEAD_NAMES",
    "RAILHEAD_HTTPS",
    "RAILHEAD_SECRET",
    "RAILHEAD_BACKUPS",
    "RAILHEAD_BACKUPS_KEPT",
    "RAILHEAD_LOG",
    "RAILHEAD_METRICS_TOKEN",
    "RAILHEAD_PRIVATE_WEBHOOKS",
    "RAILHEAD_BOT_PAUSE",
)

SECRET_BYTES = 48
LOOPBACK = "127.0.0.1"
BACKUPS_KEPT = 14
"""How many daily backups are kept by default."""
BOT_PAUSE = 0.6
"""Seconds that a bot waits by default before it decides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """The choices made when a site is started."""

    data: Path
    database_url: str = ""
    """Empty for the file `railhead.sqlite3` in the data folder."""
    accounts: bool = False
    """Seats belong to users who have signed up."""
    mail_url: str = ""
    """The server that sends the site's mail, as `mail` reads it; empty if the site sends none."""
    mail_from: str = ""
    """The address its mail comes from."""
    host: str = LOOPBACK
    names: tuple[str, ...] = ()
    """Host names by which the site may be reached, besides its own addresses; with a port where it is not the usual."""
    https: bool = False
    """The site is reached through an HTTPS proxy."""
    backups: Path | None = None
    """The folder for a backup every day; None for none."""
    backups_kept: int = BACKUPS_KEPT
    log_requests: bool = False
    """Is every request logged, on standard error, as JSON?"""
    metrics_token: str = ""
    """Who knows it may read the site's figures at `/metrics`; empty if nobody may."""
    private_webhooks: bool = False
    """May players have the site call addresses that are not on the internet?"""
    bot_pause: float = BOT_PAUSE
    """Seconds that a bot waits before it decides, so that people can follow."""
    accept_secret: bool = False
    """Start although the links of the stored games were made with another secret."""
    accept_broken: bool = False
    """Start although this version cannot play all of the stored games any more."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Configuration:
        """The choices as given by the environment."""
        return cls(
            data=Path(environment.get(DATA) or default_data()),
            database_url=environment.get(DATABASE, ""),
            accounts=environment.get(ACCOUNTS) == "1",
            mail_url=environment.get(MAIL, ""),
            mail_from=environment.get(SENDER, ""),
            host=environment.get(HOST) or LOOPBACK,
            names=tuple(name for name in environment.get(NAMES, "").split(",") if name),
            https=environment.get(HTTPS) == "1",
            backups=Path(environment[BACKUPS]) if environment.get(BACKUPS) else None,
            backups_kept=int(environment.get(KEPT) or BACKUPS_KEPT),
            log_requests=environment.get(LOG) == "1",
            metrics_token=environment.get(METRICS, ""),
            private_webhooks=environment.get(WEBHOOKS) == "1",
            bot_pause=float(environment.get(PAUSE) or BOT_PAUSE),
        )

    def to_environment(self) -> dict[str, str]:
        """The choices as environment variables."""
        return {
            DATA: str(self.data),
            DATABASE: self.database_url,
            ACCOUNTS: "1" if self.accounts else "",
            MAIL: self.mail_url,
            SENDER: self.mail_from,
            HOST: self.host,
            NAMES: ",".join(self.names),
            HTTPS: "1" if self.https else "",
            BACKUPS: "" if self.backups is None else str(self.backups),
            KEPT: str(self.backups_kept),
            LOG: "1" if self.log_requests else "",
            METRICS: self.metrics_token,
            WEBHOOKS: "1" if self.private_webhooks else "",
            PAUSE: str(self.bot_pause),
        }

    @property
    def mails(self) -> bool:
        """Can the site send mail?"""
        return bool(self.mail_url)

    @property
    def database(self) -> str:
        """Where the games are kept, as a URL."""
        return self.database_url or f"sqlite:///{self.database_file}"

    @property
    def database_file(self) -> Path:
        """The file the games are kept in, unless there is another database."""
        return self.data / "railhead.sqlite3"

    @property
    def private(self) -> bool:
        """Does the site answer this machine only, so that every visitor sits at it?"""
        return self.direct and is_loopback(self.host)

    @property
    def direct(self) -> bool:
        """Do browsers connect to the site directly, so that their addresses show whether they are on this machine?

        Not through a proxy, as a site with HTTPS or its own name may have; and not where users sign in.
        """
        return not (self.accounts or self.https or self.names)

    @property
    def anywhere(self) -> bool:
        """Does the site listen on all addresses of this machine?"""
        return self.host in ("0.0.0.0", "::", "")

    def answers_to(self, host: str, arrived_at: str) -> bool:
        """May the site be reached by this name? Not by one that someone else made up: it would be written into links.

        Of the addresses of this machine the right one is where the request arrived.
        """
        name = host.lower().strip("[]")
        own = socket.gethostname().lower()
        named = (split_port(each)[0] for each in self.names)
        if name in {"localhost", own, f"{own}.local", self.host.lower(), *named} or is_loopback(name):
            return True
        address = address_of(name)
        return address is not None and address == address_of(arrived_at)

    def secret(self) -> str:
        """The key links and cookies are signed with; a throwaway one where no site has been prepared."""
        given = os.environ.get(SECRET)
        if given:
            return given
        try:
            return _read_secret(self.secret_file)
        except FileNotFoundError:
            return secrets.token_urlsafe(SECRET_BYTES)

    @property
    def has_secret(self) -> bool:
        """Has the site got a secret that stays?"""
        return bool(os.environ.get(SECRET)) or self.secret_file.exists()

    def prepare(self) -> None:
        """Create the data folder and the secret in it."""
        self.prepare_folder()
        if not self.has_secret:
            self.write_secret(secrets.token_urlsafe(SECRET_BYTES))

    def write_secret(self, secret: str) -> None:
        """Give the site this secret."""
        _write_secret(self.secret_file, secret)

    def prepare_folder(self) -> None:
        """Create the data folder."""
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)

    @property
    def secret_file(self) -> Path:
        """Where the secret is kept."""
        return self.data / "secret.key"


def default_data() -> Path:
    """The folder for a user's data."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "railhead"


def split_port(host: str) -> tuple[str, str]:
    """A name or an address, and what follows it: a port with its colon, or nothing."""
    name, colon, port = host.rpartition(":")
    return (name, colon + port) if colon and not host.endswith("]") else (host, "")


def is_loopback(host: str) -> bool:
    """Is this an address that only this machine can reach?"""
    address = address_of(host)
    return host == "localhost" or (address is not None and address.is_loopback)


def address_of(text: str) -> IPv4Address | IPv6Address | None:
    """An address, as a host name may be one; the form in which IPv6 writes those of IPv4 makes no difference."""
    try:
        found = ip_address(text.strip("[]"))
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def network_of(text: str) -> str:
    """The address that counts as one visitor's. Whoever has one of IPv6 has 2^64 of them."""
    address = address_of(text)
    return str(ip_network((address, 64), strict=False) if isinstance(address, IPv6Address) else address)


def _read_secret(path: Path) -> str:
    try:
        found = path.read_text(encoding="ascii").strip()
    except UnicodeDecodeError:
        found = ""
    if len(found) < SECRET_BYTES:
        raise OSError(f"{path}: the site's secret is damaged; put back the file from a backup")
    return found


def _write_secret(path: Path, secret: str) -> None:
    """Write it under a temporary name first: of two processes that start at once, one wins."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secret + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(temporary, path)
    except FileExistsError:
        pass
    finally:
        temporary.unlink()
    sync_folder(path.parent)


def own_address() -> str:
    """The address other machines on the network would use; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
