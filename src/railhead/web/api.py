"""The same for programs: every address under `/api/`, described by an OpenAPI document that comes with it.

A program sends the secret of its seat with every request (`Authorization: Bearer SECRET`). The page and this interface
use the same keeper of tables; there is nothing a program can do that a page could not, and the other way round.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Annotated, Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from ninja import Field, NinjaAPI, Status
from ninja.errors import HttpError, ValidationError

from railhead import __version__
from railhead.core.actions import parse
from railhead.core.events import sentence
from railhead.core.ids import FIRST_SEAT, Seat
from railhead.core.refusal import Malformed, RailheadError
from railhead.play.offers import offers
from railhead.play.table import NotYours, Table
from railhead.titles import catalogue
from railhead.web import access, bot_seats, clocks, keys, limits, starting, tables, undo_requests
from railhead.web.api_bodies import Answer, Back, BotSeated, Keys, Length, NewGame, Posted, Problem, Said
from railhead.web.best_run_worker import BEST_RUNS
from railhead.web.models import StoredGame, seat_of
from railhead.web.openings import Opening
from railhead.web.pace import Pace
from railhead.web.pages import live, problems
from railhead.web.problem_details import MEDIA_TYPE
from railhead.web.saving import file_of
from railhead.web.tables import TABLES
from railhead.web.viewer import Viewer


class DescribedApi(NinjaAPI):
    """The API with a description in which refusals have their own media type."""

    def get_openapi_schema(self, **given: Any) -> Any:
        """The description of every address."""
        described = super().get_openapi_schema(**given)
        for methods in described["paths"].values():
            for operation in methods.values():
                for status, response in operation["responses"].items():
                    if int(status) >= HTTPStatus.BAD_REQUEST:
                        response["content"] = {MEDIA_TYPE: response["content"].popitem()[1]}
        return described


api = DescribedApi(
    title="Railhead",
    version=__version__,
    description="Play 18xx games from a program: read a view and its choices, post an action, listen for news.",
    docs_url=None,
    urls_namespace="api",
)

MOST_MESSAGES = 200
"""How many messages are sent at once."""
COMMON = dict.fromkeys((400, 405, 413, 422, 429, 500, 503), Problem)
"""What any request may be refused with."""
REFUSALS = {**COMMON, **dict.fromkeys((403, 404, 409), Problem)}


@api.exception_handler(RailheadError)
@api.exception_handler(Http404)
def refused(request: HttpRequest, problem: Any) -> HttpResponse:
    """A refusal as data."""
    return problems.answer(request, problems.status_of(problem) or 500, problem)


@api.exception_handler(HttpError)
def unread(request: HttpRequest, problem: Any) -> HttpResponse:
    """A body that cannot be read."""
    return problems.answer(request, problem.status_code, Malformed("The body of the request is not valid JSON"))


@api.exception_handler(ValidationError)
def misshapen(request: HttpRequest, problem: Any) -> HttpResponse:
    """A malformed request: what is wrong, and where."""
    found = [f"{'.'.join(str(part) for part in error['loc'][1:])}: {error['msg']}" for error in problem.errors]
    return problems.answer(request, problems.REFUSED, Malformed("; ".join(found)))


@api.get("titles", response={200: list[dict[str, Any]], **COMMON}, summary="What can be played")
def titles(request: HttpRequest) -> list[dict[str, Any]]:
    """Every title with its numbers of players and its options."""
    return [
        {"title": title.title, "name": title.name, "players": list(title.players), "options": title.options}
        for title in catalogue.TITLES.values()
    ]


@api.post("games", response={201: Keys, **REFUSALS}, summary="Start a game")
def begin(request: HttpRequest, asked: NewGame) -> Status[Any]:
    """Start a game; the response has the secret of every seat."""
    _demand_account(request)
    limits.spend(request, limits.BEGIN)
    opening = starting.new(request, asked.title, tuple(asked.players), tuple(asked.options), asked.seed)
    return Status(201, _began(request, opening, asked))


@api.post("games/import", response={201: Keys, **REFUSALS}, summary="Import a game from a file")
def bring_in(request: HttpRequest) -> Status[Any]:
    """The body is a game file from Railhead or 18xx.games; every action is checked."""
    _demand_account(request)
    limits.spend(request, limits.IMPORT)
    return Status(201, _began(request, starting.imported(request, request.body)))


@api.get("games/{game_id}", response={200: dict[str, Any], **REFUSALS}, summary="How far a game has got")
def about(request: HttpRequest, game_id: str) -> dict[str, Any]:
    """Title, options, players, length of the log, who is to decide, and which seats the asker has."""
    game, who = access.admitted(request, game_id)
    names, deadline = game.places, clocks.deadline(game)
    return {
        "id": game.id,
        "name": game.name,
        "title": game.title,
        "revision": game.revision,
        "older_rules": game.file().older_rules,
        "options": game.options,
        "players": game.players,
        "length": game.length,
        "actions": game.actions,
        "stage": game.stage,
        "to_act": None if game.deciding is None else names[game.deciding],
        "over": game.to_act is None,
        "gathering": game.gathering,
        "bots": {names[place]: bot for place, bot in game.played_by.items()},
        "pace": game.agreed,
        "deadline": None if deadline is None else deadline.isoformat(timespec="seconds"),
        "seats": [names[place] for place in sorted(who.seats)],
    }


@api.get("games/{game_id}/view", response={200: dict[str, Any], **REFUSALS}, summary="The table as a seat sees it")
def look(
    request: HttpRequest,
    game_id: str,
    at: Annotated[int | None, Field(ge=0, description="after so many actions; all")] = None,
    seat: Annotated[str | None, Field(description="one of the asker's seats")] = None,
) -> dict[str, Any]:
    """What the asker may know and, if it is their turn, what they may decide."""
    game, who = access.admitted(request, game_id)
    with TABLES.table(game) as table:
        chosen = None if seat is None else _own_seat(table, who, seat)
        viewer = Viewer(game=game, who=who, table=table, chosen=chosen, at=table.actions if at is None else at)
        choices = table.session.choices if viewer.may_act else None
        return {
            "length": table.length,
            "actions": table.actions,
            "at": viewer.at,
            "seat": None if viewer.seat is None else table.book.owner_names[viewer.seat],
            "turn": turn(table),
            "view": viewer.prospect.view.to_data(),
            "choices": None if choices is None else offers(table.book, choices, best=False)["choices"],
        }


@api.post("games/{game_id}/actions", response={200: dict[str, Any], **REFUSALS}, summary="Play an action")
def act(request: HttpRequest, game_id: str, posted: Posted) -> dict[str, Any]:
    """Post an action with the length of the log it responds to. It is stored before the response is sent."""
    game, who = access.admitted(request, game_id)
    table = TABLES.act(game, lambda table: table.act(who.seats, posted.action, posted.length))
    with TABLES.table(game):
        added = table.log[posted.length :]
        said = [sentence(table.book, event) for row in added if row.played for event in row.played.events]
        return {"length": table.length, "actions": table.actions, "events": said, "turn": turn(table)}


@api.post("games/{game_id}/why", response={200: dict[str, Any], **REFUSALS}, summary="Is an action allowed?")
def why(request: HttpRequest, game_id: str, posted: Posted) -> dict[str, Any]:
    """Whether an action would be allowed and, if not, which rule forbids it. Only for the player to decide."""
    game, who = access.admitted(request, game_id)
    with TABLES.table(game) as table:
        table.check_length(posted.length)
        if table.seat_to_act() not in who.seats:
            raise NotYours("Somebody else is to decide")
        choices = table.session.choices
        assert choices is not None
        refusal = choices.why_not(parse(table.book, posted.action))
    if refusal is None:
        return {"allowed": True}
    return {"allowed": False, "rule": refusal.rule, "reason": refusal.reason}


@api.get("games/{game_id}/best", response={200: dict[str, Any], **REFUSALS}, summary="The run that earns most")
def best_run(request: HttpRequest, game_id: str) -> StreamingHttpResponse:
    """The best run of the company whose trains are to run; null if it could not be found in time."""
    game, who = access.admitted(request, game_id)
    with TABLES.table(game) as table:
        if table.seat_to_act() not in who.seats:
            raise NotYours("Somebody else is to decide")
        search = BEST_RUNS.ask(game.id, table.session.game(), table.session.state, None)
        length = table.length

    async def answer() -> AsyncIterator[str]:
        found = await search.result()
        action, proven = (found.action, found.proven) if found else (None, False)
        yield json.dumps({"length": length, "action": action, "proven": proven})

    return StreamingHttpResponse(answer(), content_type="application/json")


@api.post("games/{game_id}/bots", response={200: dict[str, Any], **REFUSALS}, summary="Let a bot play a seat")
def seat_bot(request: HttpRequest, game_id: str, seated: BotSeated) -> dict[str, Any]:
    """Let a bot play a seat, or a person again: players for their own seat, the host for those that no user has."""
    game, who = access.admitted(request, game_id)
    place = next((place for place, name in game.places.items() if name == seated.player), None)
    if place is None:
        raise Malformed(
            "'{name}' is not at the table; these are: {names}", name=seated.player, names=", ".join(game.players)
        )
    bot_seats.demand_say(game, place, who)
    bot_seats.change(game, place, seated.bot)
    return {"bots": {game.places[seat]: bot for seat, bot in game.played_by.items()}}


@api.post("games/{game_id}/undo", response={200: dict[str, Any], **REFUSALS}, summary="Take moves back")
def undo(request: HttpRequest, game_id: str, back: Back) -> dict[str, Any]:
    """One's own last moves at once; for those of others, the others are asked (`done` is false then)."""
    game, who = access.admitted(request, game_id)
    limits.spend(request, limits.UNDO)
    table = undo_requests.take_back(game, who.seats, back.left, back.length)
    return _after(game, table)


@api.post("games/{game_id}/consent", response={200: dict[str, Any], **REFUSALS}, summary="Agree to an undo, or not")
def consent(request: HttpRequest, game_id: str, answer: Answer) -> dict[str, Any]:
    """Answer a request to take moves back; whoever made it may withdraw it by not agreeing."""
    game, who = access.admitted(request, game_id)
    return _after(game, undo_requests.answer(game, who.seats, answer.agree, answer.length))


@api.post("games/{game_id}/redo", response={200: dict[str, Any], **REFUSALS}, summary="Redo what was taken back")
def redo(request: HttpRequest, game_id: str, at: Length) -> dict[str, Any]:
    """Redo the action taken back last; only for the player to decide."""
    game, who = access.admitted(request, game_id)
    limits.spend(request, limits.UNDO)
    return _after(game, TABLES.change(game, lambda table: table.redo(who.seats, at.length)))


@api.get("games/{game_id}/log", response={200: dict[str, Any], **REFUSALS}, summary="What was done")
def log(
    request: HttpRequest,
    game_id: str,
    after: Annotated[int, Field(ge=0, description="entries after this length")] = 0,
) -> dict[str, Any]:
    """The entries of the log, including those taken back."""
    game, _ = access.admitted(request, game_id)
    with TABLES.table(game) as table:
        names, tells = table.book.owner_names, table.over or game.explains
        entries = [
            {
                "number": number,
                "kind": row.entry.kind,
                "player": names[row.entry.seat],
                "text": row.entry.text,
                "automatic": row.entry.automatic,
                "in_force": row.in_force,
                "time": row.entry.time,
                "events": [sentence(table.book, event) for event in row.played.events] if row.played else [],
                "reason": row.entry.reason.to_data() if tells and row.entry.reason else None,
            }
            for number, row in enumerate(table.log[after:], after + 1)
        ]
        request_ = undo_requests.pending(game, table.length)
        asked = None if request_ is None else {"player": names[request_.seat], "left": request_.left}
        return {"length": table.length, "entries": entries, "undo_request": asked}


@api.get("games/{game_id}/messages", response={200: list[dict[str, Any]], **REFUSALS}, summary="What is said")
def messages(
    request: HttpRequest,
    game_id: str,
    after: Annotated[int, Field(ge=0, le=2**62, description="messages after this id")] = 0,
    limit: Annotated[int, Field(ge=1, le=MOST_MESSAGES, description="at most so many")] = MOST_MESSAGES,
) -> list[dict[str, Any]]:
    """What was said at the table, the oldest first, a page at a time: ask again after the last id for the next."""
    game, _ = access.admitted(request, game_id)
    said = game.messages.filter(id__gt=after)[:limit]
    return [{"id": m.id, "name": m.name, "text": m.text, "time": m.time.isoformat(timespec="seconds")} for m in said]


@api.post("games/{game_id}/messages", response={201: dict[str, Any], **REFUSALS}, summary="Say something")
def say(request: HttpRequest, game_id: str, said: Said) -> Status[dict[str, Any]]:
    """Say something as the asker's seat."""
    game, who = access.admitted(request, game_id)
    seat = who.looks_from(game.deciding)
    if seat is None:
        raise NotYours("Only players talk at the table")
    limits.spend_for_chat(request, game_id, seat)
    message = tables.say(game, game.places[seat], seat, said.text)
    return Status(201, {"id": message.id})


@api.get("games/{game_id}/file", response={200: dict[str, Any], **REFUSALS}, summary="The game as a file")
def export(request: HttpRequest, game_id: str) -> Any:
    """The game in the format of docs/game-format.md; also if this version cannot play it."""
    game, _ = access.admitted(request, game_id)
    return file_of(game).to_data()


@api.get("games/{game_id}/events", response={200: str, **REFUSALS}, summary="News as server-sent events")
def events(request: HttpRequest, game_id: str) -> StreamingHttpResponse:
    """`moved` and `chat` events carrying the version of the game; read the view again when one arrives."""
    return live.events(request, game_id)


def turn(table: Table) -> dict[str, Any] | None:
    """Who is to decide, and what; None when the game is over."""
    choices = table.session.choices
    return None if choices is None else {"player": table.book.owner_names[choices.seat], "purpose": choices.task}


def _own_seat(table: Table, who: access.Asker, name: str) -> Seat:
    seat = table.seat_named(name)
    if seat not in who.seats:
        raise NotYours("{name}'s seat is not yours", name=name)
    return seat


def _demand_account(request: HttpRequest) -> None:
    if settings.CONFIGURATION.accounts and not request.user.is_authenticated:
        raise NotYours("Sign in first")


def _began(request: HttpRequest, opening: Opening, asked: NewGame | None = None) -> dict[str, Any]:
    game = tables.begin(
        opening,
        name="" if asked is None else tables.checked_name(asked.name),
        hot_seat=False,
        host=access.signed_in(request),
        bots={} if asked is None else _bots(opening, asked.bots),
        explains=asked is not None and asked.explains,
        advises=asked is not None and asked.advises,
        agreed=None if asked is None or asked.pace is None else Pace(**asked.pace.dict()),
    )
    return {
        "id": game.id,
        "host": keys.key(game, keys.HOST),
        "watch": keys.key(game, keys.WATCH),
        "seats": {name: keys.key(game, keys.seat_role(place)) for place, name in game.places.items()},
    }


def _bots(opening: Opening, named: dict[str, str]) -> dict[Seat, str]:
    """The seats that bots play, of those that were named with one."""
    places = {name: seat_of(place) for place, name in enumerate(opening.file.seats, FIRST_SEAT)}
    for name in named:
        if name not in places:
            raise Malformed("'{name}' is not at the table; these are: {names}", name=name, names=", ".join(places))
    return {places[name]: bot_seats.checked(bot) for name, bot in named.items()}


def _after(game: StoredGame, table: Table | None) -> dict[str, Any]:
    done = table is not None
    if table is None:
        with TABLES.table(game) as table:
            pass
    return {"done": done, "length": table.length, "actions": table.actions, "turn": turn(table)}
