"""Calls by mail: at once, or one mail a day about all tables. Every mail says how to stop them, with one click."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from smtplib import SMTPRecipientsRefused
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, ngettext

from railhead.web import mail, tasks
from railhead.web.calling import calls
from railhead.web.calling.calls import Call, Unreachable
from railhead.web.calling.persons import Person
from railhead.web.calling.wishes import MAIL
from railhead.web.models import StoredWay
from railhead.web.tasks import GivenUp

CONFIRM = "confirm"
STOPPING, CONFIRMING = "railhead.calling.stop", "railhead.calling.confirm"
CONFIRMED_WITHIN = 7 * 24 * 3600
"""Seconds for which the link to confirm an address works."""


@calls.delivers(MAIL)
def send_call(way: StoredWay, call: Call) -> None:
    """Send a call by mail."""
    parts = [call.words, call.url]
    if call.news:
        parts.insert(0, "\n".join(f"- {line}" for line in call.news))
    send(way, call.key, call.subject, parts, call.game)


@tasks.handles(calls.DIGEST)
def send_digest(payload: Mapping[str, Any]) -> None:
    """Send the daily mail about all tables that wait for a player, if any does."""
    way = StoredWay.objects.select_related("user", "seat").filter(id=payload["way"]).first()
    if way is None or way.confirmed is None:
        return
    with translation.override(way.language):
        waiting = list(calls.waiting_for(Person(way.user, way.seat)))
        if not waiting:
            return
        subject = ngettext("%(count)s table waits for you", "%(count)s tables wait for you", len(waiting))
        lines = [
            "\n".join((str(game), calls.to_decide(game), calls.link_to(game, seat, way))) for game, seat in waiting
        ]
        calls.attempt(way, lambda: send(way, payload["key"], subject % {"count": len(waiting)}, lines))


@tasks.handles(CONFIRM)
def ask_to_confirm(payload: Mapping[str, Any]) -> None:
    """Ask whoever reads a mailbox whether they want to be called there. Nothing else is sent before they say so."""
    way = StoredWay.objects.filter(id=payload["way"], confirmed=None).first()
    if way is None:
        return
    with translation.override(way.language):
        link = f"{way.site}{reverse('confirm-mail', args=[signing.dumps(way.id, salt=CONFIRMING)])}"
        parts = [
            gettext("Somebody wants Railhead to write to this address when it is their turn in a game."),
            gettext("If that was you, open this page and confirm it:") + "\n" + link,
            gettext("Otherwise you need do nothing, and nothing more will be sent."),
        ]
        calls.attempt(way, lambda: send(way, f"{CONFIRM} {way.id}", gettext("Is this your address?"), parts))


def send(way: StoredWay, key: str, subject: str, parts: list[str], thread: str = "") -> None:
    """Send a message now, or say why that is impossible. A mail program that gets it twice can tell by its id."""
    if not settings.CONFIGURATION.mails:
        raise GivenUp("The site has no mail server")
    stop = f"{way.site}{reverse('stop-mail', args=[signing.dumps(way.id, salt=STOPPING)])}"
    farewell = gettext("To get no more of these mails: %(link)s") % {"link": stop}
    headers = {
        "Message-ID": _id(key),
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    if thread:
        headers["References"] = _id(thread)
    body = "\n\n".join((*parts, f"-- \n{farewell}")) + "\n"
    try:
        EmailMessage(" ".join(subject.split()), body, None, [way.address], headers=headers).send()
    except SMTPRecipientsRefused as problem:
        if mail.never_wants(problem):
            raise GivenUp(f"The mail server refuses the address: {problem}") from None
        raise Unreachable(str(problem)) from None
    except OSError as problem:  # what smtplib raises, too
        raise Unreachable(str(problem)) from None


def _id(what: str) -> str:
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">")
    return f"<{hashlib.sha256(f'{settings.SECRET_KEY} {what}'.encode()).hexdigest()[:32]}@{domain}>"


def to_confirm(token: str) -> StoredWay | None:
    """The way that a link confirms; None if it is too old, or the way is not there any more."""
    return _way(signing.loads(token, salt=CONFIRMING, max_age=CONFIRMED_WITHIN))


def to_stop(token: str) -> StoredWay | None:
    """The way that a link stops; None if that has been done."""
    return _way(signing.loads(token, salt=STOPPING))


def _way(number: int) -> StoredWay | None:
    return StoredWay.objects.filter(id=number, kind=MAIL).first()
