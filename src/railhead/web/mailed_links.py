"""Links sent by mail to the users with an address: to choose a new password, or to sign in.

They go through the queue: a mail server may be down for a while. Each is made when it is sent, so that no copy of the
database has one in it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from smtplib import SMTPRecipientsRefused
from typing import Any

from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import get_language, override

from railhead.web import mail, site_address, tasks
from railhead.web.tasks import GivenUp


def queue(kind: str, request: HttpRequest, users: Iterable[User]) -> None:
    """Have each of these users sent a link, also if there are none: how long that takes tells nobody which it was."""
    where = {"host": site_address.host(request), "https": request.is_secure(), "language": get_language()}
    tasks.add(kind, f"{kind} {secrets.token_hex(8)}", users=[user.pk for user in users], **where)


def write(
    payload: Mapping[str, Any], subject: Callable[[str], str], template: str, link: Callable[[User], str]
) -> None:
    """Send the links. A server that does not answer is tried again."""
    host, scheme = payload["host"], "https" if payload["https"] else "http"
    with override(payload["language"]):
        for user in User.objects.filter(pk__in=payload["users"], is_active=True).exclude(email=""):
            context = {"user": user, "site_name": host, "link": f"{scheme}://{host}{link(user)}"}
            _send(EmailMessage(subject(host), render_to_string(template, context), None, [user.email]))


def _send(message: EmailMessage) -> None:
    try:
        message.send()
    except SMTPRecipientsRefused as problem:
        if mail.never_wants(problem):
            raise GivenUp(f"The mail server refuses the address: {problem}") from None
        raise


def encoded(user: User) -> str:
    """A user's number as links have it."""
    return urlsafe_base64_encode(force_bytes(user.pk))


def decoded(text: str) -> User | None:
    """The user whose number a link has, unless they were shut out."""
    try:
        return User.objects.filter(pk=int(urlsafe_base64_decode(text)), is_active=True).first()
    except (ValueError, OverflowError):
        return None
