"""18xx.games files: real ones replay in lockstep with that system's own trace; odd and forged ones are refused.

The real games are not part of the project: where `../shared/peer-games` is not beside the checkout, their tests skip.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from railhead.core.audit import audit
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Owner
from railhead.core.refusal import RailheadError
from railhead.interop.as18xx.importer import Mismatch, Replayed, import_game, is_18xx_file, replay
from railhead.interop.as18xx.reader_1862 import Reader1862
from railhead.interop.as18xx.stations_1862 import lines, plain_name
from railhead.interop.as18xx.trace import Tracer, line
from railhead.play.gamefile import GameFile, parse_json
from railhead.play.session import Session
from railhead.track.tiles import station_sides

GAMES = Path(__file__).parents[2].parent / "shared" / "peer-games"
REAL = sorted(GAMES.glob("*/*.json"))

LONGEST = 60
"""Seconds after which a replay is taken to have no end."""


@pytest.fixture(autouse=True)
def in_time() -> Iterator[None]:
    """No file may keep the reader busy for ever."""

    def stop(_: int, __: FrameType | None) -> None:
        raise TimeoutError("the replay does not end")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(LONGEST)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


# -- real games, in lockstep ----------------------------------------------------------------------


def unordered(value: Any) -> Any:
    """The same value with its lists sorted: the order of trains, privates and tokens means nothing."""
    if isinstance(value, dict):
        return {key: unordered(held) for key, held in value.items()}
    return sorted(value) if isinstance(value, list) else value


def differences(ours: Any, theirs: Any, where: str = "") -> list[str]:
    """Every field in which two trace lines differ, by its path."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        keys = dict.fromkeys((*ours, *theirs))
        return [found for key in keys for found in differences(ours.get(key), theirs.get(key), f"{where}/{key}")]
    return [] if ours == theirs else [f"{where}: ours {ours!r}, theirs {theirs!r}"]


Look = tuple[str, frozenset[frozenset[int]], frozenset[frozenset[int]]]
"""A tile as it lies: its number, its track, the lines with small stations."""


def look(item: Replayed, name: str, rotation: int, stations: frozenset[frozenset[int]]) -> Look:
    track = item.book.tiles.facts[item.book.tiles.index[name]].turned[rotation]
    return name, frozenset(frozenset(piece) for piece in track.pieces), stations


def ours(item: Replayed) -> dict[str, Look]:
    """The tiles on the board."""
    board, found = item.book.board, {}
    for at, lying in item.state.tiles.items():
        stations = frozenset(station_sides(board.facts(at, lying), board.track(at, lying)))
        name = board.tiles.names[board.tiles.box(lying)]
        found[board.names[at]] = look(item, name, lying % 6, stations if board.tiles.dressings else frozenset())
    return found


def placed(item: Replayed, hex_: str, text: str) -> tuple[Hex, int]:
    """A hex and a placement such as `787@0` as numbers."""
    name, _, rotation = text.partition("@")
    return item.book.board.index[hex_], item.book.tiles.index[name] * 6 + int(rotation)


def theirs(item: Replayed, tiles: dict[str, str]) -> dict[str, Look]:
    """The tiles of the last line of a trace; those with small stations have names of their own."""
    board, found = item.book.board, {}
    for hex_, text in tiles.items():
        full, _, turned = text.partition("@")
        name, rotation = plain_name(full), int(turned)
        tile = board.tiles.facts[board.tiles.index[name]]
        stations = lines(Game(item.book, item.state), full, rotation) if "_" in full else []
        if board.tiles.dressings and tile.stops:
            stations = station_sides(tile, tile.turned[rotation])
        found[hex_] = look(item, name, rotation, frozenset(stations))
    return found


@pytest.mark.skipif(not REAL, reason=f"the real games are not here: {GAMES}")
@pytest.mark.parametrize("path", REAL, ids=lambda path: f"{path.parent.stem}-{path.stem}")
def test_a_real_game_replays_as_that_system_played_it(path: Path) -> None:
    data = json.loads(path.read_text())
    trace = [json.loads(text) for text in path.with_suffix(".trace.jsonl").read_text().splitlines()]
    first, final = trace[0], trace[-1]
    expected = [{"id": 0, "type": "start", **first["setup"]}, *trace[1:-1]]
    replayed = list(replay(data))
    tracer = Tracer()
    for item, wanted in zip(replayed, expected, strict=True):
        wrong = differences(unordered(tracer.line(item)), unordered(wanted))
        assert not wrong, f"action {item.id}: {wrong}"
        assert audit(item.book, item.state) == [], f"action {item.id}"
    end = replayed[-1]
    assert not end.state.agenda, "the game is not over here"
    names = {player["name"]: str(player["id"]) for player in data["players"]}
    seats = end.book.seat_ids
    worth = {names[end.book.owner_names[seat]]: end.book.worth(Game(end.book, end.state), seat) for seat in seats}
    assert worth == data["result"] == final["result"]
    assert differences(ours(end), theirs(end, final["tiles"])) == []


@pytest.mark.skipif(not REAL, reason=f"the real games are not here: {GAMES}")
@pytest.mark.parametrize("path", REAL, ids=lambda path: f"{path.parent.stem}-{path.stem}")
def test_a_real_game_becomes_a_game_file_of_ours(path: Path) -> None:
    """Written in our own terms and read again it ends in the same state."""
    data = json.loads(path.read_text())
    *_, end = replay(data)
    *_, again = Session.replay(GameFile.from_data(import_game(data).to_data()))
    assert again.state == end.state


@pytest.mark.skipif(not REAL, reason=f"the real games are not here: {GAMES}")
@pytest.mark.parametrize("path", [path for path in REAL if path.parent.stem == "1862"], ids=lambda path: str(path.stem))
def test_every_certificate_of_a_real_game_is_where_it_is_thought_to_be(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mergers and refinancing do not name the certificates they move; what is bought later shows which they were."""
    found: list[bool] = []
    whoever_has_it = Reader1862._source

    def source(reader: Reader1862, game: Game, company: Company, holder: Owner | None) -> Owner:
        seller = whoever_has_it(reader, game, company, holder)
        found.append(seller == holder)
        return seller

    monkeypatch.setattr(Reader1862, "_source", source)
    list(replay(json.loads(path.read_text())))
    assert len(found) > 50
    assert all(found)


# -- a small game made by hand --------------------------------------------------------------------

ANN, BEN = 11, 22


def bid(player: int, price: int, company: str = "") -> dict[str, Any]:
    chosen = {"company": company} if company else {}
    return {"type": "bid", "entity": player, "entity_type": "player", "price": price, **chosen}


def done(who: int | str) -> dict[str, Any]:
    kind = "corporation" if isinstance(who, str) else "player"
    return {"type": "pass", "entity": who, "entity_type": kind}


def par(player: int, company: str, price: str) -> dict[str, Any]:
    return {"type": "par", "entity": player, "entity_type": "player", "corporation": company, "share_price": price}


def share(player: int, name: str) -> dict[str, Any]:
    return {"type": "buy_shares", "entity": player, "entity_type": "player", "shares": [name], "percent": 10}


def company(symbol: str, name: str, /, **more: Any) -> dict[str, Any]:
    return {"type": name, "entity": symbol, "entity_type": "corporation", **more}


def other(name: str, /, **more: Any) -> dict[str, Any]:
    return {"type": name, "entity": ANN, "entity_type": "player", **more}


def numbered(*actions: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**action, "id": number} for number, action in enumerate(actions, 1)]


def auction() -> list[dict[str, Any]]:
    """All six certificates of the opening, C&N to Ann and IOW to Ben, hardly a bid."""
    return [
        *(bid(ANN, 5), done(BEN), par(ANN, "C&N", "74,0,20")),
        *(bid(BEN, 5), done(ANN), par(BEN, "IOW", "74,0,20")),
        *(bid(ANN, 5), done(BEN), bid(ANN, 130, "RPSC")),
        *(bid(BEN, 5), done(ANN), bid(BEN, 90, "CMH")),
        *(bid(ANN, 5), done(BEN), bid(ANN, 50, "YHC")),
        *(done(BEN), bid(ANN, 5), bid(ANN, 30, "BHC")),
    ]


def turns() -> list[dict[str, Any]]:
    """Both companies float, buy a train each, and run it; the posted revenue of IOW's run is a forgery."""
    return [
        *(share(who, f"{symbol}_{n}") for n in (1, 2, 3) for who, symbol in ((BEN, "IOW"), (ANN, "C&N"))),
        company("C&N", "lay_tile", hex="F2", tile="787-0", rotation=0),
        *(done(BEN), done(ANN)),
        company("IOW", "lay_tile", hex="J4", tile="5-0", rotation=1),
        company("IOW", "buy_train", train="2+1-0", price=250, variant="2+1"),
        done("IOW"),
        company("C&N", "lay_tile", hex="F4", tile="742-0", rotation=3),
        *(done("C&N"), done("C&N")),
        company("C&N", "buy_train", train="2+1-1", price=250, variant="2+1"),
        done("C&N"),
        *(done(BEN), done(ANN)),
        done("IOW"),
        company("IOW", "run_routes", routes=[{"train": "2+1-0", "connections": [["J4", "I3"]], "revenue": 9999}]),
        company("IOW", "dividend", kind="payout"),
        *(done("IOW"), done("C&N")),
        company("C&N", "run_routes", routes=[{"train": "2+1-1", "connections": [["F2 0.1"]]}]),
        company("C&N", "dividend", kind="withhold"),
        done("C&N"),
    ]


def file_of(actions: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": 1,
        "title": "1860",
        "players": [{"id": ANN, "name": "Ann"}, {"id": BEN, "name": "Ben"}],
        "settings": {"seed": 7, "optional_rules": []},
        "actions": actions,
    }


def clean() -> list[dict[str, Any]]:
    return numbered(*auction(), *turns())


def last(actions: list[dict[str, Any]]) -> Replayed:
    return list(replay(file_of(actions)))[-1]


def test_a_small_game_replays_with_our_own_revenue() -> None:
    end = last(clean())
    shown = line(end)
    assert is_18xx_file(file_of(clean()))
    assert shown["round"] == "SR 3.1"
    assert shown["corporations"]["IOW"]["cash"] == 740 - 250, "its run of 50 was paid out, whatever the file claims"
    assert shown["corporations"]["C&N"]["cash"] == 740 - 250 + 30
    assert shown["players"]["Ben"]["cash"] == 1000 - 5 - 148 - 5 - 90 - 3 * 74 + 2 * 20 + 25
    assert shown["corporations"]["IOW"]["trains"] == ["2+1"]
    assert end.state.tiles == dict(
        placed(end, hex_, tile) for hex_, tile in (("F2", "787@0"), ("J4", "5@1"), ("F4", "742@3"))
    )


def test_chat_undo_redo_and_standing_orders_change_nothing() -> None:
    noisy: list[dict[str, Any]] = []

    def add(action: dict[str, Any]) -> int:
        noisy.append({**action, "id": 2 * len(noisy) + 1})
        return 2 * len(noisy) - 1

    program = other("program_buy_shares", corporation="C&N", until_condition="float", from_market=False)
    for place, action in enumerate([*auction(), *turns()]):
        if place == 0:
            add(bid(ANN, 90))
            add(bid(BEN, 95))
            add(other("undo", action_id=0))
        if place == 3:
            add(bid(BEN, 60))
            add(other("message", message="a slip of the pen"))
            add(other("undo"))
        if place == 8:
            back = add(other("log", message="consent received"))
            add(done(BEN))
            add(bid(ANN, 130, "RPSC"))
            add(other("message", message="no, wait"))
            add(other("undo", action_id=back))
        if place == 12:
            add(action)
            add(other("undo"))
            add(other("message", message="or yes"))
            add(other("redo"))
        elif place == 19:
            add({**program, "auto_actions": [{**action, "created_at": 5}]})
        elif place == 20:
            noisy[-1]["auto_actions"].append(action)
        elif place == 25:
            add(action)
            add(other("program_share_pass", unconditional=False))
            add(other("program_disable", reason="why not", original_type="program_share_pass"))
        else:
            add(action)
    assert last(noisy).state == last(clean()).state


def test_a_group_that_was_undone_comes_back_as_a_whole() -> None:
    actions = clean()
    more = numbered(*actions, other("undo", action_id=20), other("undo"), other("redo"), other("redo"))
    assert last(more).state == last(actions).state


# -- files that are wrong -------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], object]


def without(key: str) -> Change:
    return lambda action: action.pop(key)


def setting(**values: Any) -> Change:
    return lambda action: action.update(values)


def route(**values: Any) -> Change:
    return lambda action: action["routes"][0].update(values)


BID, TAKE, PAR, SHARE, HOME, TRAIN, RUN, DIVIDEND = 1, 9, 3, 19, 25, 29, 39, 40

WRONG: list[tuple[str, int, Change]] = [
    ("a bid below the last", 4, setting(price=4)),
    ("a bid beyond all means", BID, setting(price=5000)),
    ("a bid in words", BID, setting(price="five")),
    ("a bid of a half", BID, setting(price=5.5)),
    ("a bid of nothing", BID, setting(price=None)),
    ("a bid below nothing", BID, setting(price=-5)),
    ("a bid without a price", BID, without("price")),
    ("a stranger", BID, setting(entity=99)),
    ("a list for a player", BID, setting(entity=[ANN])),
    ("nobody acts", BID, without("entity")),
    ("nobody passes", 2, without("entity")),
    ("an unknown action", BID, setting(type="fly")),
    ("an action of another title", BID, setting(type="merge")),
    ("an unknown private", TAKE, setting(company="XYZ")),
    ("a list for a private", TAKE, setting(company=["RPSC"])),
    ("a private that is gone", 12, setting(company="RPSC")),
    ("an unknown company", PAR, setting(corporation="XYZ")),
    ("a price that is not on the market", PAR, setting(share_price="75,0,20")),
    ("a price that is no number", PAR, setting(share_price="²,0,20")),
    ("no price", PAR, setting(share_price=None)),
    ("no shares", SHARE, setting(shares=[])),
    ("shares by number", SHARE, setting(shares=[1])),
    ("shares as a text", SHARE, setting(shares="IOW")),
    ("no list of shares", SHARE, without("shares")),
    ("no kind of entity", SHARE, without("entity_type")),
    ("a hex that is not on the board", HOME, setting(hex="Z99")),
    ("a list for a hex", HOME, setting(hex=["F2"])),
    ("another hex", HOME, setting(hex="F4")),
    ("an unknown tile", HOME, setting(tile="9999-0")),
    ("a tile by number", HOME, setting(tile=787)),
    ("a rotation of seven", HOME, setting(rotation=7)),
    ("a rotation in words", HOME, setting(rotation="north")),
    ("a rotation into the sea", HOME, setting(rotation=3)),
    ("an unknown train", TRAIN, setting(train="7-0")),
    ("a train not yet for sale", TRAIN, setting(train="9+5-0")),
    ("a train without a name", TRAIN, without("train")),
    ("no routes", RUN, without("routes")),
    ("routes of nothing", RUN, setting(routes=[])),
    ("routes in words", RUN, setting(routes="all")),
    ("routes by number", RUN, setting(routes=[1])),
    ("a route off the track", RUN, route(connections=[["J4", "F12"]])),
    ("a route along missing track", RUN, route(connections=[["I3", "H4"]])),
    ("a route without connections", RUN, lambda action: action["routes"][0].pop("connections")),
    ("a route of nothing", RUN, route(connections=[])),
    ("a route of an empty chain", RUN, route(connections=[[]])),
    ("a route of numbers", RUN, route(connections=[[1, 2]])),
    ("a route over an unknown hex", RUN, route(connections=[["J4", "Z99"]])),
    ("a route with impossible ends", RUN, route(connections=[["F2 0.x"]])),
    ("a route with impossible nodes", RUN, route(nodes=["x"])),
    ("a route with nodes by number", RUN, route(nodes=7)),
    ("a train the company lacks", RUN, route(train="3+2-0")),
    ("more trains than the company has", RUN, lambda action: action["routes"].append(action["routes"][0])),
    ("halts in words", RUN, route(halts="many")),
    ("a dividend of another kind", DIVIDEND, setting(kind="half")),
    ("a dividend of no kind", DIVIDEND, without("kind")),
    ("standing orders in words", SHARE, setting(auto_actions="pass")),
    ("a standing order without a type", SHARE, setting(auto_actions=[{"entity": ANN}])),
    ("a standing order of a number", SHARE, setting(auto_actions=[{"type": 5, "entity": ANN}])),
    ("a standing order of a stranger", SHARE, setting(auto_actions=[bid(99, 5)])),
]


@pytest.mark.parametrize(("number", "change"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_a_wrong_action_is_refused_by_its_id(number: int, change: Change) -> None:
    actions = clean()
    assert actions[number - 1]["id"] == number
    change(actions[number - 1])
    with pytest.raises(RailheadError, match=rf"\b[Aa]ction {number}\b"):
        last(actions)


def test_a_refusal_of_our_rules_carries_the_rule() -> None:
    actions = clean()
    actions[3]["price"] = 4
    with pytest.raises(Mismatch) as caught:
        last(actions)
    assert caught.value.number == 4
    assert caught.value.refusal is not None
    assert caught.value.refusal.rule == "1860-AUC-03"


def test_an_undo_back_to_an_unknown_action_is_refused() -> None:
    with pytest.raises(RailheadError, match=r"\baction 4\b"):
        last(numbered(*clean()[:3], other("undo", action_id=77), *auction()))


def test_an_action_after_the_end_of_the_file_is_not_needed() -> None:
    for length in range(0, len(clean()), 7):
        assert last(clean()[:length]).id == length


ENVELOPES: list[tuple[str, Change]] = [
    ("no players", without("players")),
    ("players by number", setting(players=2)),
    ("a player without a name", setting(players=[{"id": 1}, {"id": 2, "name": "Ben"}])),
    ("players of the same name", setting(players=[{"id": 1, "name": "Ben"}, {"id": 2, "name": "Ben"}])),
    ("a player called as a company", setting(players=[{"id": 1, "name": "IOW"}, {"id": 2, "name": "Ben"}])),
    ("a player without letters", setting(players=[{"id": 1, "name": ""}, {"id": 2, "name": "Ben"}])),
    ("one player", setting(players=[{"id": 1, "name": "Ann"}])),
    ("nine players", setting(players=[{"id": n, "name": f"P{n}"} for n in range(9)])),
    ("no settings", setting(settings=None)),
    ("an unknown option", setting(settings={"optional_rules": ["fly"]})),
    ("options in words", setting(settings={"optional_rules": "re_enter_hexes"})),
    ("options by number", setting(settings={"optional_rules": [1]})),
    (
        "options that cannot be combined",
        setting(settings={"optional_rules": ["simplified_insolvency", "original_game"]}),
    ),
    ("no title", without("title")),
    ("an unknown title", setting(title="1829")),
    ("a title in a list", setting(title=["1860"])),
    ("no actions", setting(actions=None)),
    ("actions by number", setting(actions=[1])),
    ("an action without a type", setting(actions=[{"id": 1}])),
    ("an action of no type", setting(actions=[{"id": 1, "type": None}])),
]


@pytest.mark.parametrize("change", [case[1] for case in ENVELOPES], ids=[case[0] for case in ENVELOPES])
def test_a_wrong_envelope_is_refused(change: Change) -> None:
    game = file_of(clean())
    change(game)
    with pytest.raises(RailheadError):
        list(replay(game))


@pytest.mark.parametrize("data", [None, [], {}, "1860", 7, [{"settings": {}}]], ids=repr)
def test_what_is_no_game_at_all_is_refused(data: object) -> None:
    assert not is_18xx_file(data)
    with pytest.raises(RailheadError):
        list(replay(data))


def test_a_truncated_file_is_refused() -> None:
    text = json.dumps(file_of(clean()))
    for length in range(0, len(text), 501):
        with pytest.raises(RailheadError):
            list(replay(parse_json(text[:length])))


ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    3,
    10**12,
    2.5,
    "",
    "x",
    "C&N",
    "F2",
    "²",
    [],
    {},
    [[]],
    ["F2"],
    {"type": "pass"},
)


def spoiled(value: Any, chance: Random) -> Any:
    """A JSON value with something in it left out or replaced."""
    if not isinstance(value, dict | list) or not value or chance.random() < 0.2:
        return chance.choice(ODD)
    if isinstance(value, list):
        place = chance.randrange(len(value))
        return [*value[:place], spoiled(value[place], chance), *value[place + 1 :]]
    key = chance.choice(list(value))
    rest = {name: held for name, held in value.items() if name != key}
    return rest if chance.random() < 0.2 else {**rest, key: spoiled(value[key], chance)}


@pytest.mark.parametrize("seed", range(8))
def test_a_spoiled_file_is_replayed_or_refused_and_never_fails(seed: int) -> None:
    chance = Random(seed)
    actions = clean()
    for _ in range(40):
        place = chance.randrange(len(actions))
        worse = [*actions[:place], spoiled(actions[place], chance), *actions[place + 1 :]]
        try:
            last(worse)
        except RailheadError:
            continue
