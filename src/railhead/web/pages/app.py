"""The site as an app that can be installed: what it is called, and the script that shows calls with the page closed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from railhead.web.settings import BASE

SIZES = (192, 512)
SCRIPT = (BASE / "static" / "railhead" / "service-worker.js").read_bytes()


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a browser has to know to install the site as an app."""
    icons = [
        {"src": static(f"railhead/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"} for size in SIZES
    ]
    return JsonResponse(
        {
            "id": "/",
            "name": "Railhead",
            "short_name": "Railhead",
            "description": gettext("Railway games by their rulebooks"),
            "lang": get_language(),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#eef1ee",
            "theme_color": "#1d1d1b",
            "icons": [*icons, {"src": static("railhead/icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
        },
        content_type="application/manifest+json",
    )


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script; at the top of the site, as it may only look after what is below it."""
    return HttpResponse(SCRIPT, content_type="text/javascript; charset=utf-8")
