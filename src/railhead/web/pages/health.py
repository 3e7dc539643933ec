"""Is the site there, with its database? For whoever watches over it: a proxy, or a monitor."""

from __future__ import annotations

from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from railhead import __version__


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Ask the database something. If it does not answer, neither can the site: that is said with 503, as everywhere."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    return JsonResponse({"status": "ok", "version": __version__})
