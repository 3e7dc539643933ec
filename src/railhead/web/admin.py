"""The administration pages of a site with accounts. Logs cannot be edited: a game is its decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest

from railhead.web.models import LobbyMessage, StoredGame, StoredSeat

if TYPE_CHECKING:
    SeatRows = admin.TabularInline[StoredSeat, StoredGame]
    GamePages = admin.ModelAdmin[StoredGame]
    LobbyPages = admin.ModelAdmin[LobbyMessage]
else:
    SeatRows, GamePages, LobbyPages = admin.TabularInline, admin.ModelAdmin, admin.ModelAdmin


class SeatInline(SeatRows):
    """The seats of a game: whose they are."""

    model = StoredSeat
    fields: ClassVar = ["place", "name", "user"]
    readonly_fields: ClassVar = ["place", "name"]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: StoredGame | None = None) -> bool:
        """A table has the seats it was set up with."""
        return False


@admin.register(StoredGame)
class GameAdmin(GamePages):
    """The games of the site."""

    list_display = ("id", "__str__", "stage", "actions", "changed")
    list_filter = ("title",)
    fields: ClassVar = ["name", "open_seats"]
    inlines = (SeatInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Games begin in the lobby."""
        return False

    def save_model(self, request: HttpRequest, obj: StoredGame, form: Any, change: bool) -> None:
        """Write what was changed here and nothing else: the game goes on meanwhile."""
        obj.save(update_fields=form.changed_data)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """The same for the seats."""
        formset.save(commit=False)
        for seat, changed in formset.changed_objects:
            seat.save(update_fields=changed)


@admin.register(LobbyMessage)
class LobbyMessageAdmin(LobbyPages):
    """What was said in the lobby: it can be deleted, not changed."""

    list_display = ("time", "user", "text")
    list_filter = ("user",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Messages are written in the lobby."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: LobbyMessage | None = None) -> bool:
        """Nobody's words are changed."""
        return False
