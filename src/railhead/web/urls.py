"""The addresses of the site."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from railhead.web.api import api
from railhead.web.pages import (
    account,
    accounts,
    app,
    calls,
    chat,
    figures,
    forgotten,
    health,
    learning,
    live,
    lobby,
    moderating,
    orders,
    people,
    problems,
    profiles,
    review,
    routes,
    rules,
    settings_page,
    signing_in,
    sketches,
    table,
    thumbnails,
    titles,
)

TABLE: dict[str, Any] = {
    "act": table.act,
    "advice": table.advice,
    "best": table.suggest,
    "bot": table.bot,
    "best-after": table.best_after,
    "best-was": table.best_was,
    "calls": calls.at_table,
    "chat": chat.chat,
    "consent": table.consent,
    "copy": lobby.try_out,
    "export": table.export,
    "gains": table.gains,
    "guide": learning.guide,
    "hex": table.hex_,
    "judge": table.judge,
    "last-run": table.last_run,
    "notes": chat.notes,
    "orders": orders.orders,
    "part": table.part,
    "present": calls.present,
    "preview": table.preview,
    "redo": table.redo,
    "refresh": table.refresh,
    "review": review.page,
    "sketch": sketches.sketch,
    "sketch/alone": sketches.alone,
    "sketch/best": sketches.best,
    "sketch/file": sketches.file,
    "sketch/hex": sketches.hex_,
    "turn": table.turn,
    "thumbnail": thumbnails.thumbnail,
    "undo": table.undo,
}

urlpatterns: list[URLPattern | URLResolver] = [
    path("", lobby.lobby, name="lobby"),
    path("new", lobby.begin, name="new"),
    path("import", lobby.bring_in, name="import"),
    path("language", require_POST(set_language), name="set_language"),
    path("here/<str:key>", people.here, name="here"),
    path("events", live.shared, name="events"),
    path("routes", routes.page, name="routes"),
    path("routes/best", routes.best),
    path("routes/file", routes.file),
    path("routes/hex", routes.hex_),
    path("title/<slug:name>/", titles.title, name="title"),
    path("title/<slug:name>/learn", learning.learn, name="learn"),
    path("title/<slug:name>/rules", rules.rules, name="rules"),
    path("title/<slug:name>/rules/<slug:rule_id>", rules.rule, name="rule"),
    path("title/<slug:name>/about/<slug:table>/<path:keys>", rules.about, name="about"),
    path("game/<slug:game_id>/", table.page, name="table"),
    path("game/<slug:game_id>/seat/<int:place>/", table.page, name="seat-table"),
    path("game/<slug:game_id>/join/<str:key>", people.join, name="join"),
    path("game/<slug:game_id>/sit/<int:place>", people.sit, name="sit"),
    path("game/<slug:game_id>/links", people.links, name="links"),
    path("game/<slug:game_id>/links/replace", people.replace_link, name="replace-link"),
    path("game/<slug:game_id>/bot/<int:place>", people.seat_bot, name="seat-bot"),
    path("game/<slug:game_id>/rename", people.rename, name="rename"),
    path("game/<slug:game_id>/start", people.start, name="start"),
    path("game/<slug:game_id>/remove", people.remove, name="remove"),
    path("game/<slug:game_id>/restore", people.restore, name="restore"),
    path("game/<slug:game_id>/archive", people.archive_game, name="archive"),
    path("talk", lobby.talk, name="lobby-talk"),
    path("tidy", lobby.tidy, name="tidy"),
    path("settings", settings_page.settings_page, name="settings"),
    *(path(f"game/<slug:game_id>/{name}", view) for name, view in TABLE.items()),
    *(path(f"game/<slug:game_id>/seat/<int:place>/{name}", view) for name, view in TABLE.items()),
    path("calls/confirm/<str:token>", calls.confirm, name="confirm-mail"),
    path("calls/stop/<str:token>", calls.stop, name="stop-mail"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("service-worker.js", app.service_worker, name="service-worker"),
    path("api/", api.urls),
    path("health", health.health),
    path("metrics", figures.figures),
]

ACCOUNTS: list[URLPattern | URLResolver] = [
    path("account/", account.account, name="account"),
    path("account/sign-out", account.sign_out, name="sign-out"),
    path("account/codes", account.set_up_codes, name="set-up-codes"),
    path("account/codes/stop", account.stop_codes, name="stop-codes"),
    path("account/export", account.export, name="export-account"),
    path("account/delete", account.delete, name="delete-account"),
    path("account/login", signing_in.SignIn.as_view(), name="login"),
    path("account/login/code", signing_in.code, name="code"),
    path("account/login/link", signing_in.ask_for_link, name="ask-for-link"),
    path("account/login/<uid>/<token>", signing_in.by_link, name="sign-in-link"),
    path("account/logout", auth.LogoutView.as_view(), name="logout"),
    path("account/password", accounts.ChangePassword.as_view(), name="password_change"),
    path("account/password/done", auth.PasswordChangeDoneView.as_view(), name="password_change_done"),
    path("account/calls", calls.everywhere, name="calls"),
    path("account/mail", accounts.mail_address, name="mail-address"),
    path("account/forgotten", forgotten.Forgotten.as_view(), name="password_reset"),
    path("account/forgotten/sent", auth.PasswordResetDoneView.as_view(), name="password_reset_done"),
    path("account/forgotten/<uidb64>/<token>", forgotten.NewPassword.as_view(), name="password_reset_confirm"),
    path("account/forgotten/done", auth.PasswordResetCompleteView.as_view(), name="password_reset_complete"),
    path("account/new", accounts.sign_up, name="sign-up"),
    path("player/<str:name>/", profiles.player, name="player"),
    path("player/<str:name>/bond", profiles.choose_bond, name="bond"),
    path("player/<str:name>/report", moderating.report, name="report"),
    path("friends", profiles.friends, name="friends"),
    path("title/<slug:name>/ranking", profiles.ranking, name="ranking"),
    path("moderation", moderating.desk, name="moderation"),
    path("moderation/<int:number>", moderating.decide, name="decide"),
    path("admin/login/", signing_in.sign_in_for_administration),
    path("admin/", admin.site.urls),
]
"""The pages of a site with accounts."""

if settings.CONFIGURATION.accounts:
    urlpatterns += ACCOUNTS

handler400 = problems.bad_request
handler403 = problems.forbidden
handler404 = problems.not_found
handler500 = problems.broken
