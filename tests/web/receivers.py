"""Those who are called, on this machine: a mail server, a webhook and a device at its push service. All are real."""

from __future__ import annotations

import base64
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message as MessageHandler
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PATIENCE = 60.0


class Letterbox(MessageHandler):
    """A mail server that keeps what it is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.letters: Queue[Message] = Queue()

    def handle_message(self, message: Message) -> None:
        """Keep a message."""
        self.letters.put(message)

    def letter(self) -> Message:
        """The next message that arrives."""
        return self.letters.get(timeout=PATIENCE)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


@contextmanager
def mail_server(port: int | None = None) -> Iterator[tuple[Letterbox, str]]:
    """A mail server, and its URL."""
    box = Letterbox()
    port = port or free_port()
    server = Controller(box, hostname="127.0.0.1", port=port)
    server.start()
    try:
        yield box, f"smtp://127.0.0.1:{port}"
    finally:
        server.stop()


@dataclass(frozen=True)
class Received:
    """A request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        """Its JSON."""
        return json.loads(self.body)


@dataclass
class Receiver:
    """A server that keeps what is posted to it, and answers as it is told."""

    url: str = ""
    received: list[Received] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    """The status of each answer; 200 when there are no more."""

    def take(self, request: Received) -> int:
        """Keep a request."""
        self.received.append(request)
        return self.answers.pop(0) if self.answers else 200


@contextmanager
def receiver() -> Iterator[Receiver]:
    """A server for what is posted."""
    made = Receiver()

    class Handler(BaseHTTPRequestHandler):
        """Answers requests."""

        def do_POST(self) -> None:
            """Keep it."""
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = made.take(Received(self.path, {name.lower(): text for name, text in self.headers.items()}, body))
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", f"{made.url}/elsewhere")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Device:
    """A browser that can be reached by push: only it can read what is sent to it."""

    def __init__(self, receiver: Receiver, name: str = "device") -> None:
        self.receiver = receiver
        self.path = f"/push/{name}"
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    def subscription(self) -> str:
        """What the browser tells the site."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": encoded(point), "auth": encoded(self.auth)}
        return json.dumps({"endpoint": f"{self.receiver.url}{self.path}", "expirationTime": None, "keys": keys})

    @property
    def messages(self) -> list[Received]:
        """What has come for this device."""
        return [request for request in self.receiver.received if request.path == self.path]

    def read(self, request: Received) -> Any:
        """What a message says."""
        content = http_ece.decrypt(request.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return json.loads(content)


def encoded(content: bytes) -> str:
    """In the letters that browsers use."""
    return base64.urlsafe_b64encode(content).decode().rstrip("=")
