"""Complaints about people, and what moderators (the staff of the site) do about them."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy

from railhead.core.refusal import Malformed
from railhead.play.table import NotYours
from railhead.web import silence
from railhead.web.models import LobbyMessage, Message
from railhead.web.people_models import Report
from railhead.web.tables import check_text

LONGEST_REASON = 1000
MOST_OPEN = 20
"""How many reports of one user may wait at a time."""
DISMISSED, REMOVED, SILENCED, SUSPENDED = "dismissed", "removed", "silenced", "suspended"
DECISIONS = {
    DISMISSED: gettext_lazy("Nothing to be done"),
    REMOVED: gettext_lazy("Delete the message"),
    SILENCED: gettext_lazy("Delete it, no talking for a week"),
    SUSPENDED: gettext_lazy("Close the account"),
}


def report(by: User, about: User, reason: str, message: LobbyMessage | Message | None = None) -> Report:
    """Complain about somebody, or about something they said."""
    if by == about:
        raise Malformed("You cannot report yourself")
    if not reason or len(reason) > LONGEST_REASON:
        raise Malformed("A reason has 1 to {longest} characters", longest=LONGEST_REASON)
    check_text(reason)
    if Report.objects.filter(by=by, decision="").count() >= MOST_OPEN:
        raise Malformed("Your earlier reports have not been read yet; please wait")
    return Report.objects.create(
        by=by,
        about=about,
        reason=reason,
        quoted="" if message is None else message.text,
        message=None if message is None else message.pk,
        game=message.game_id if isinstance(message, Message) else "",
    )


def waiting() -> list[Report]:
    """The reports nobody has decided on, the oldest first."""
    return list(Report.objects.filter(decision="").select_related("by", "about"))


def decided(limit: int = 50) -> list[Report]:
    """The latest decisions."""
    found = Report.objects.exclude(decision="").select_related("by", "about", "decided_by")
    return list(found.order_by("-decided")[:limit])


@transaction.atomic
def decide(found: Report, moderator: User, decision: str) -> None:
    """Do something about a report. Of two moderators at once the first decides."""
    if decision not in DECISIONS:
        raise Malformed("There is no such decision")
    if found.about_id == moderator.pk:
        raise NotYours("A report about you is for another moderator")
    if found.about.is_staff and decision == SUSPENDED:
        raise NotYours("Accounts of the staff are closed in the administration")
    now = timezone.now()
    if not Report.objects.filter(pk=found.pk, decision="").update(decision=decision, decided_by=moderator, decided=now):
        raise Malformed("Another moderator has decided already")
    if decision in (REMOVED, SILENCED):
        _delete_message(found)
    if decision == SILENCED:
        silence.impose(found.about)
    if decision == SUSPENDED:
        User.objects.filter(pk=found.about_id).update(is_active=False)
        found.about.devices.all().delete()


def _delete_message(found: Report) -> None:
    if found.message is None:
        return
    kind = Message.objects.filter(game_id=found.game) if found.game else LobbyMessage.objects.all()
    kind.filter(pk=found.message).delete()
