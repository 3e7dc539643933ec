"""How the site refuses: a clear sentence and the right status, for pages, fragments and programs."""

from __future__ import annotations

from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from railhead.core.refusal import Illegal, RailheadError
from railhead.play.table import NotYours, Stale

API = "/api/"
FORBIDDEN, STALE, REFUSED = 403, 409, 422


class Explained(MiddlewareMixin):
    """Explains what the play layer and the views refuse."""

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        """The response to a refusal; anything else is a fault of ours and treated as one."""
        status = status_of(problem)
        return None if status is None else answer(request, status, problem)


def status_of(problem: Exception) -> int | None:
    """The status for this kind of refusal; None if it is not a refusal."""
    if isinstance(problem, Stale):
        return STALE
    if isinstance(problem, NotYours | PermissionDenied):
        return FORBIDDEN
    if isinstance(problem, Http404):
        return 404
    if isinstance(problem, SuspiciousOperation | BadRequest):
        return 400
    return REFUSED if isinstance(problem, RailheadError) else None


def details(problem: Exception) -> dict[str, object]:
    """A refusal as data."""
    found: dict[str, object] = {"reason": str(problem) or "This cannot be done"}
    if isinstance(problem, Illegal):
        found = {"reason": problem.refusal.reason, "rule": problem.refusal.rule}
    if isinstance(problem, Stale):
        found["length"] = problem.length
    return found


def answer(request: HttpRequest, status: int, problem: Exception) -> HttpResponse:
    """A refusal in the form the client understands."""
    said = details(problem)
    if request.path.startswith(API):
        return JsonResponse(said, status=status)
    if asked_by_htmx(request):
        response = render(request, "railhead/table/refused.html", said, status=status)
        response["HX-Retarget"] = "#refused"
        response["HX-Reswap"] = "innerHTML"
        return response
    return render(request, "railhead/problem.html", {**said, "status": status}, status=status)


def asked_by_htmx(request: HttpRequest) -> bool:
    """Does the page want a part of itself rather than a whole page?"""
    return bool(getattr(request, "htmx", False))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A malformed request."""
    return answer(request, 400, Exception("This request is malformed"))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Something the client may not do."""
    return answer(request, FORBIDDEN, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """An address that leads nowhere."""
    said = str(exception.args[0]) if exception.args and isinstance(exception.args[0], str) else ""
    return answer(request, 404, Exception(said or "There is nothing here"))


def broken(request: HttpRequest) -> HttpResponse:
    """A fault of ours; nothing of it is shown."""
    if request.path.startswith(API):
        return JsonResponse({"reason": "The site has a fault; nothing has changed"}, status=500)
    return HttpResponse("The site has a fault; nothing has changed.\n", status=500, content_type="text/plain")


def not_from_here(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that did not come from one of our pages, or from one that is too old."""
    return answer(request, FORBIDDEN, Exception("This page is out of date; please reload it"))
