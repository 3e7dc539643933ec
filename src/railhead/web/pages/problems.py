"""How the site refuses: a clear sentence and the right status, for pages, fragments and programs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from http import HTTPStatus

from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DatabaseError, DataError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext, gettext_lazy

from railhead.core.refusal import Illegal, RailheadError
from railhead.play.table import NotYours, Stale
from railhead.web import problem_details
from railhead.web.busy import Busy
from railhead.web.limits import TooOften
from railhead.web.problem_details import API, MEDIA_TYPE
from railhead.web.tables import Unplayable

FORBIDDEN, STALE, REFUSED, UNAVAILABLE, FAULT = 403, 409, 422, 503, 500
SAFE = ("GET", "HEAD", "OPTIONS")
MISTAKES = (SuspiciousOperation, BadRequest, DataError)
"""What is wrong with the request itself; a DataError is something that the database cannot store or compare, as
PostgreSQL says of the character NUL."""
MALFORMED = gettext_lazy("This request is malformed")
OUTAGE = gettext_lazy("The site cannot use its database at the moment; please try again shortly")
UNSURE_OUTAGE = gettext_lazy(
    "The site cannot use its database at the moment; what you sent may or may not have been stored, "
    "so look before you send it again"
)
"""After a failed commit nobody knows; and something may have been stored before a later step failed."""
BROKEN = gettext_lazy("The site has a fault; please try again shortly")
UNSURE_BROKEN = gettext_lazy(
    "The site has a fault; what you sent may or may not have been stored, so look before you send it again"
)
RETRY_AFTER = 10
"""Seconds after which a program may try a site again that could not use its database."""
USUAL = {
    400: MALFORMED,
    405: gettext_lazy("This method is not allowed here"),
    413: gettext_lazy("The request is too large"),
}
"""What is said where a refusal comes without words."""
CANNOT = gettext_lazy("This cannot be done")
"""What is said if nothing else fits."""


class Explained(MiddlewareMixin):
    """Explains what the play layer and the views refuse."""

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        """The response to a refusal; anything else is a fault of ours and treated as one."""
        status = status_of(problem)
        return None if status is None else answer(request, status, problem)


def uniform(handle: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Give every refusal to a program the same shape, whoever made it."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = handle(request)
        refused = response.status_code >= HTTPStatus.BAD_REQUEST and request.path.startswith(API)
        if refused and isinstance(response, HttpResponse) and response.get("Content-Type") != MEDIA_TYPE:
            response.content = problem_details.document(response.status_code, _said(response))
            response["Content-Type"] = MEDIA_TYPE
            response["Content-Length"] = str(len(response.content))  # that of the other shape may have been stated
            del response["Content-Encoding"]
        return response

    return middleware


def _said(response: HttpResponse) -> str:
    """What a response of another shape says, if it says it in plain text."""
    if response.get("Content-Type", "").startswith("text/plain"):
        return response.text.strip()
    return str(USUAL.get(response.status_code, CANNOT))


def status_of(problem: Exception) -> int | None:
    """The status for this kind of refusal; None if it is not a refusal."""
    if isinstance(problem, Stale):
        return STALE
    if isinstance(problem, NotYours | PermissionDenied):
        return FORBIDDEN
    if isinstance(problem, Http404):
        return 404
    if isinstance(problem, RequestDataTooBig):
        return 413
    if isinstance(problem, TooOften):
        return 429
    if isinstance(problem, MISTAKES):
        return 400
    if isinstance(problem, Busy):
        return UNAVAILABLE
    return REFUSED if isinstance(problem, RailheadError) else None


def is_outage(problem: BaseException | None) -> bool:
    """Is the database lost, full or damaged? Other errors it reports are faults of ours."""
    return isinstance(problem, OperationalError | InterfaceError) or type(problem) is DatabaseError


def details(request: HttpRequest, problem: BaseException) -> dict[str, object]:
    """A refusal as data."""
    if isinstance(problem, Illegal):
        return {"detail": problem.refusal.reason, "rule": problem.refusal.rule}
    if isinstance(problem, Stale):
        return {"detail": str(problem), "length": problem.length}
    if is_outage(problem):
        return {"detail": str(OUTAGE if request.method in SAFE else UNSURE_OUTAGE)}
    if isinstance(problem, MISTAKES):
        return {"detail": str(MALFORMED)}
    if isinstance(problem, Unplayable):
        return {"detail": str(problem), "game": problem.game_id}
    return {"detail": str(problem) or str(CANNOT)}


def answer(request: HttpRequest, status: int, problem: BaseException) -> HttpResponse:
    """A refusal in the form the client understands."""
    response = _formed(request, status, details(request, problem))
    if status == UNAVAILABLE:
        response["Retry-After"] = str(RETRY_AFTER)
    if isinstance(problem, TooOften):
        response["Retry-After"] = str(problem.wait)
    return response


def _formed(request: HttpRequest, status: int, said: dict[str, object]) -> HttpResponse:
    if request.path.startswith(API):
        content = problem_details.document(status, str(said.pop("detail")), **said)
        return HttpResponse(content, status=status, content_type=MEDIA_TYPE)
    if asked_by_htmx(request):
        fragment = render_to_string("railhead/table/refused.html", {**said, "fault": status >= FAULT})
        response = HttpResponse(fragment, status=status)
        response["HX-Retarget"] = "#refused"
        response["HX-Reswap"] = "innerHTML"
        return response
    if status >= FAULT:  # whatever pages usually show, such as who is signed in, may be out of reach
        return HttpResponse(render_to_string("railhead/problem.html", said), status=status)
    return render(request, "railhead/problem.html", said, status=status)


def asked_by_htmx(request: HttpRequest) -> bool:
    """Does the page want a part of itself rather than a whole page?"""
    return bool(getattr(request, "htmx", False))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A malformed request, or one that is too large."""
    return answer(request, status_of(exception) or 400, exception)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Something the client may not do."""
    return answer(request, FORBIDDEN, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """An address that leads nowhere."""
    said = str(exception.args[0]) if exception.args and isinstance(exception.args[0], str) else ""
    return answer(request, 404, Exception(said or gettext("There is nothing here")))


def broken(request: HttpRequest) -> HttpResponse:
    """A fault of ours, of which nothing is shown; or the database is out of reach."""
    problem = sys.exc_info()[1]
    if problem is not None and is_outage(problem):
        return answer(request, UNAVAILABLE, problem)
    return answer(request, FAULT, Exception(BROKEN if request.method in SAFE else UNSURE_BROKEN))


def not_from_here(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that did not come from one of our pages, or from one that is too old."""
    return answer(request, FORBIDDEN, Exception(gettext("This page is out of date; please reload it")))
