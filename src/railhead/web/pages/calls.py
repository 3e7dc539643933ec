"""How a player is called to the table: at all tables, or at one; and the links in their mail."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, time
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature
from django.core.validators import validate_email
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from railhead.core.ids import Seat
from railhead.core.refusal import Malformed
from railhead.play.table import NotYours
from railhead.web import access, limits, pace, site_address, tasks
from railhead.web.calling import calls, letters, persons, push, webhooks
from railhead.web.calling.persons import MOST_FAILURES, Person
from railhead.web.calling.wishes import MAIL, PUSH, WEBHOOK, Wishes
from railhead.web.models import StoredGame, StoredSeat, StoredWay
from railhead.web.pace import Hours
from railhead.web.pages.problems import REFUSED
from railhead.web.seats import NOT_VALID
from railhead.web.viewer import address, whole


@dataclass(frozen=True, slots=True)
class Subject:
    """Whose calls a page is about, and at which table if not at all."""

    person: Person
    game: StoredGame | None = None
    seat: StoredSeat | None = None
    here: str = ""
    """The address of the page."""

    @property
    def wishes(self) -> Wishes:
        """What is wished there."""
        return self.person.wishes if self.seat is None else persons.wishes_at(self.seat, self.person)

    @property
    def keeps_ways(self) -> bool:
        """Are ways and hours kept here? With accounts they are the same for all tables."""
        return self.person.user is None or self.seat is None


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def everywhere(request: HttpRequest) -> HttpResponse:
    """How a user is called to all tables."""
    user = access.signed_in(request)
    assert user is not None
    return _page(request, Subject(Person(user=user), here=reverse("calls")))


@require_http_methods(["GET", "HEAD", "POST"])
def at_table(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """How a player is called to one table."""
    game, who = access.admitted(request, game_id)
    own = who.looks_from(game.deciding, place)
    if own is None or game.hot_seat:
        raise NotYours("Only players are notified")
    seat = StoredSeat.objects.select_related("user").get(game=game, place=own)
    person = persons.of_seat(seat)
    if person is None:
        raise NotYours("Only players are notified")
    chosen = place if place in who.seats else None
    return _page(request, Subject(person, game, seat, f"{address(game.id, chosen)}calls"))


def _page(request: HttpRequest, subject: Subject) -> HttpResponse:
    problem, status = "", 200
    if request.method == "POST":
        try:
            limits.spend(request, limits.CALLS)
            _change(request, subject)
            return HttpResponseRedirect(f"{subject.here}?saved={request.POST.get('do', '')}")
        except Malformed as refused:
            problem, status = str(refused), REFUSED
    return render(request, "railhead/calls.html", {**_shown(request, subject), "problem": problem}, status=status)


def _shown(request: HttpRequest, subject: Subject) -> dict[str, Any]:
    person, hours = subject.person, subject.person.hours
    return {
        "subject": subject,
        "game": subject.game,
        "ways": [_way(way) for way in person.ways] if subject.keeps_ways else [],
        "has": {way.kind for way in person.ways},
        "wishes": subject.wishes,
        "own": subject.seat is not None and subject.seat.wishes is not None,
        "hours": hours,
        "known_hours": hours != Hours(),
        "quiet": None if hours.quiet is None else [f"{at // 60:02}:{at % 60:02}" for at in hours.quiet],
        "zones": pace.zones(),
        "day": range(24),
        "forms": webhooks.FORMS,
        "push_key": push.public_key(),
        "mail_address": "" if person.user is None else person.user.email,
        "saved": request.GET.get("saved", ""),
    }


def _way(way: StoredWay) -> dict[str, Any]:
    shown = {"id": way.id, "kind": way.kind, "problem": way.problem if way.failures else "", "name": way.address}
    if way.kind == WEBHOOK:
        shown |= {"name": way.address.split("/")[2], "secret": way.details.get("secret", "")}
    elif way.kind == PUSH:
        shown["name"] = way.details.get("device") or gettext("a device")
    return {**shown, "confirmed": way.confirmed is not None, "stopped": way.failures >= MOST_FAILURES}


# -- changing it ----------------------------------------------------------------------------------


def _change(request: HttpRequest, subject: Subject) -> None:
    does = request.POST.get("do", "")
    if does == "wishes":
        _wish(request, subject)
    elif not subject.keeps_ways or does not in CHANGES:
        raise Malformed("This page cannot do that")
    else:
        CHANGES[does](request, subject.person)


def _wish(request: HttpRequest, subject: Subject) -> None:
    sent, seat = request.POST, subject.seat
    wishes = Wishes(
        mail=sent.get("mail", "now"),
        hour=whole(sent.get("hour") or "18", "hour"),
        webhook="webhook" in sent,
        push="push" in sent,
    ).checked()
    if seat is None:
        subject.person.wish(wishes)
    else:
        as_everywhere = subject.person.user is not None and sent.get("own") != "yes"
        StoredSeat.objects.filter(pk=seat.pk).update(wishes=None if as_everywhere else wishes.to_data())


def _add_mail(request: HttpRequest, person: Person) -> None:
    """Add a mail address, and ask whoever reads it."""
    given = request.POST.get("address", "").strip()
    try:
        validate_email(given)
    except ValidationError:
        raise Malformed("'{given}' is not a mail address", given=given[:60]) from None
    if not settings.CONFIGURATION.mails:
        raise Malformed("This site cannot send mail")
    limits.spend(request, limits.CONFIRM)
    limits.spend(request, limits.CONFIRM_OF_ADDRESS, given.lower())
    way = _added(request, person, StoredWay(kind=MAIL, address=given, language=get_language()))
    tasks.add(letters.CONFIRM, f"{letters.CONFIRM} {way.id}", way=way.id)


def _add_webhook(request: HttpRequest, person: Person) -> None:
    way = webhooks.new(request.POST.get("url", "").strip(), request.POST.get("form", ""))
    way.confirmed = timezone.now()
    _added(request, person, way)


def _add_push(request: HttpRequest, person: Person) -> None:
    way = push.new(request.POST.get("subscription", ""), request.POST.get("device", ""))
    way.confirmed = timezone.now()
    _added(request, person, way)


def _added(request: HttpRequest, person: Person, way: StoredWay) -> StoredWay:
    way.site = site_address.site(request)
    return person.add(way)


def _remove(request: HttpRequest, person: Person) -> None:
    person.ways.filter(id=whole(request.POST.get("way"), "way")).delete()


def _try(request: HttpRequest, person: Person) -> None:
    """Send a test by one of the ways."""
    limits.spend(request, limits.TRY_CALL)
    way = person.ways.filter(id=whole(request.POST.get("way"), "way"), confirmed__isnull=False).first()
    if way is None:
        raise Malformed("This way is not there any more")
    key = f"{calls.TEST} {way.id} {secrets.token_hex(8)}"
    tasks.add(way.kind, key, way=way.id, reason=calls.TEST, key=key)


def _rest(request: HttpRequest, person: Person) -> None:
    """Say when not to play."""
    sent = request.POST
    first, last = _minutes(sent.get("quiet-from", "")), _minutes(sent.get("quiet-to", ""))
    stretches = zip(sent.getlist("first"), sent.getlist("last"), strict=False)
    holidays = tuple((_day(begins), _day(ends or begins)) for begins, ends in stretches if begins)
    quiet = None if first is None or last is None else (first, last)
    hours = Hours(sent.get("zone", "").strip() or "UTC", quiet, holidays).checked()
    today = timezone.now().astimezone(ZoneInfo(hours.zone)).date()
    if any(begins < today for begins, _ in set(holidays) - set(person.hours.holidays)):
        raise Malformed("A holiday cannot begin in the past")  # time that has run is not given back
    person.rest(hours)


def _minutes(text: str) -> int | None:
    """A time of day; None if none is given."""
    if not text:
        return None
    try:
        found = time.fromisoformat(text)
    except ValueError:
        raise Malformed("'{text}' is not a time of day", text=text[:20]) from None
    return found.hour * 60 + found.minute


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Malformed("'{text}' is not a date", text=text[:20]) from None


CHANGES = {
    "add-mail": _add_mail,
    "add-webhook": _add_webhook,
    "add-push": _add_push,
    "remove": _remove,
    "try": _try,
    "hours": _rest,
}
"""What can be done about ways and hours."""


@require_POST
def present(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """Note that whoever plays here has the table before their eyes."""
    game, who = access.admitted(request, game_id)
    if not who.seats:
        raise NotYours("You only watch this game")
    StoredSeat.objects.filter(game=game, place__in=who.seats).update(seen=timezone.now())
    return HttpResponse(status=204)


# -- the links in mail ----------------------------------------------------------------------------


def _of_link(found: Callable[[str], StoredWay | None], token: str) -> StoredWay | None:
    try:
        return found(token)
    except BadSignature:
        raise Http404(str(NOT_VALID)) from None


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm an address. A page asks first: programs that look for bad links in mail open them, too."""
    way = _of_link(letters.to_confirm, token)
    if way is None:
        raise Http404(str(NOT_VALID))
    done = request.method == "POST"
    if done:
        persons.confirm(way)
    return render(request, "railhead/calls_link.html", {"way": way, "done": done, "confirms": True})


@csrf_exempt  # a mail program has no cookie; the link proves enough, and only stops something
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop all mail to an address: with one click in the mail program (RFC 8058), or on the page."""
    way = _of_link(letters.to_stop, token)
    done = way is None or request.method == "POST"
    if way is not None and done:
        way.delete()
    return render(request, "railhead/calls_link.html", {"way": way, "done": done, "confirms": False})
