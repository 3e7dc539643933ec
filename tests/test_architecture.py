"""The laws of the source: which way imports point, what the kernel does not know, and that every rule is quoted.

Which way imports point is said in pyproject.toml and checked by Import Linter. For the rest every module is parsed
once; each test goes through all of them and names those that offend.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from railhead.rule_code import ABSENT, Place, code_of, find
from railhead.titles import catalogue

ROOT = Path(__file__).parent.parent / "src" / "railhead"
MODULES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py"))
FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in ROOT.rglob("*")
    if path.suffix in (".py", ".toml", ".html", ".css", ".js")
)
KERNEL = ("core", "rules", "track", "routes")
WITHOUT_IO = (*KERNEL, "play", "drawing")
FOR_EVERY_TITLE = ("play", "drawing", "web")
"""Made once for all titles: nothing there may be for one of them."""
TITLES = sorted(path.parent.name for path in ROOT.glob("titles/t*/citations.py"))
PLAYED = [title for title in TITLES if title.removeprefix("t").upper() in catalogue.TITLES]
"""Titles that are complete; those that are still being written are kept to every other law."""

KEEP_POSITIONS = {"core.engine", "core.game", "play.session", "play.table"}
"""What hands out whole positions. `play.prospect` and `play.vantage` let a seat see what it may of them."""
PLAYS_WHOLE_GAMES = "bots/match.py"
MAKE_POSITIONS = ("bots/position.py", "bots/question.py", "bots/turns.py", PLAYS_WHOLE_GAMES)
"""What makes positions for bots, of what their seats may know."""

TITLE_NAMES = re.compile(r"\bt?(18\d\d|18BF|18OE)\b", re.IGNORECASE)
OUTSIDE_WORLD = {
    "asyncio", "datetime", "fcntl", "fileinput", "glob", "io", "logging", "os", "pathlib", "random", "secrets",
    "shutil", "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
"""Files, the clock, chance without a seed, the network, the machine."""
FILE_CALLS = {"open", "print", "input"}
FILE_METHODS = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "unlink", "mkdir"}
LONGEST = 600
WHERE_FORBID_IS_MADE = "core/game.py"
RULE_ID = re.compile(r"\b18\w\w-[A-Z]+-\d+\b")
SHORTENED = re.compile(r"\b18\w\w-[A-Z]+-\d+(?:\s*(?:,|/|to|and|\bor\b|\.\.|–)[\s#]*)+-?\d\d\b(?!\d)")


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(text_of(module), module)


@cache
def text_of(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


def modules_of(packages: tuple[str, ...]) -> list[str]:
    """The modules of some packages."""
    return [module for module in MODULES if package(module) in packages]


def package(module: str) -> str:
    """The package a module belongs to: `core/ids.py` to core, `cli.py` and `commands/play.py` to cli."""
    first = module.split("/")[0].removesuffix(".py")
    return "cli" if first == "commands" else first


def dotted(module: str) -> str:
    """`core/ids.py` as `core.ids`, `core/__init__.py` as `core`."""
    return module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


KNOWN = {dotted(module) for module in MODULES}


def named(node: ast.AST) -> list[str]:
    """The modules an import statement names, in full."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        assert node.module is not None
        inner = [f"{node.module}.{alias.name}" for alias in node.names]
        return [name if name.removeprefix("railhead.") in KNOWN else node.module for name in inner]
    return []


def own_imports(module: str) -> set[str]:
    """The modules of Railhead that a module imports, also for types only, without the first word: `core.ids`."""
    everything = {name for node in ast.walk(tree(module)) for name in named(node)}
    return {name.removeprefix("railhead.") for name in everything if name.startswith("railhead.")}


def within(target: str, allowed: set[str]) -> bool:
    """Is a module one of these, or a part of one?"""
    return any(target == name or target.startswith(f"{name}.") for name in allowed)


def offenders(files: Iterable[str], fault: Callable[[str], object]) -> dict[str, object]:
    """The files in which there is a fault, each with what it is."""
    return {file: found for file in files if (found := fault(file))}


# -- imports point one way ------------------------------------------------------------------------


def test_there_is_something_to_look_at() -> None:
    assert {package(module) for module in MODULES} >= set(KERNEL) | {"titles"}
    assert "t1860" in TITLES


def test_imports_point_one_way() -> None:
    linter = pytest.importorskip("importlinter.cli", reason="Import Linter is not installed: run bin/test")
    configuration = str(ROOT.parents[1] / "pyproject.toml")
    assert linter.lint_imports(configuration, no_cache=True, no_logo=True) == 0, "what was printed says which"


def test_every_title_is_kept_apart_from_the_others() -> None:
    project = tomllib.loads((ROOT.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    (apart,) = (rule for rule in project["tool"]["importlinter"]["contracts"] if rule["type"] == "independence")
    assert apart["modules"] == [f"railhead.titles.{title}" for title in TITLES]
    titles = [module for module in MODULES if module.startswith(tuple(f"titles/{title}/" for title in TITLES))]
    assert offenders(titles, lambda module: "titles.catalogue" in own_imports(module)) == {}


def test_imports_are_seen_in_all_their_forms() -> None:
    assert "core.effects" in own_imports("rules/directors.py")
    assert "track.tiles" in own_imports("core/place_names.py")
    assert "track.board" in own_imports("core/rulebook.py"), "what only the type checker sees counts as well"


# -- pages and bots are given what a seat may know, and nothing else --------------------------------


def leaks(module: str) -> list[str]:
    """Where a module gets hold of a whole position, or reaches into something that is made from one."""
    found = [name for name in own_imports(module) if within(name, KEEP_POSITIONS)]
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module == "railhead.core.state":
            found += [alias.name for alias in node.names if alias.name == "State"]
        elif isinstance(node, ast.Attribute):
            own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            if node.attr in ("state", "session") or (node.attr.startswith("_") and not own):
                found.append(f"{ast.unparse(node)}, line {node.lineno}")
    return found


def test_pages_get_hold_of_no_whole_position() -> None:
    lookers = [module for module in MODULES if module.startswith("web/presenters/")]
    assert len(lookers) > 10
    assert offenders(lookers, leaks) == {}


def reaches_beyond(module: str) -> list[str]:
    """Where a bot makes positions by itself, or reaches into something that is made from one."""
    found = []
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module in ("railhead.bots.position", "railhead.core.information"):
            found += [alias.name for alias in node.names if alias.name != "Position"]
        elif isinstance(node, ast.Attribute):
            own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            if node.attr.startswith("_") and not node.attr.startswith("__") and not own:
                found.append(f"{ast.unparse(node)}, line {node.lineno}")
    return found


def test_bots_are_given_positions_that_their_seat_may_know() -> None:
    bots = [module for module in MODULES if module.startswith("bots/") and module not in MAKE_POSITIONS]
    assert len(bots) > 5
    assert offenders(bots, reaches_beyond) == {}
    assert all(reaches_beyond(module) for module in MAKE_POSITIONS)


def test_a_whole_position_would_be_noticed() -> None:
    assert leaks("play/prospect.py")
    assert leaks("play/vantage.py")
    assert leaks(PLAYS_WHOLE_GAMES)


# -- the kernel knows no title and no world -------------------------------------------------------


def titles_named(file: str) -> list[str]:
    return [found.group() for found in TITLE_NAMES.finditer(text_of(file))]


def test_the_kernel_names_no_title() -> None:
    assert offenders(modules_of(KERNEL), titles_named) == {}


def test_tables_and_pages_name_no_title() -> None:
    assert offenders([file for file in FILES if file.split("/")[0] in FOR_EVERY_TITLE], titles_named) == {}


def outside_world(module: str) -> list[str]:
    """What a module imports of files, the clock, the network and chance; a chance with a seed may be handed in."""
    found = []
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            found += [alias.name for alias in node.names if alias.name != "Random"]
        else:
            found += [name for name in named(node) if name.split(".")[0] in OUTSIDE_WORLD]
    return found


def test_the_inner_parts_import_no_files_no_clock_and_no_chance_of_their_own() -> None:
    assert offenders(modules_of(WITHOUT_IO), outside_world) == {}


def touches(module: str) -> list[str]:
    """Where a module makes chance or touches files."""
    found = []
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", "") in FILE_CALLS | {"Random"}
            if name or getattr(node.func, "attr", "") in FILE_METHODS:
                found.append(f"line {node.lineno}")
    return found


def test_the_kernel_makes_no_chance_and_touches_no_files() -> None:
    assert offenders(modules_of(KERNEL), touches) == {}


# -- every refusal quotes a rule ------------------------------------------------------------------


def literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


NAMED = (
    "order",
    "opening_rule",
    "raising_rule",
    "ends_key",
    "circuit_key",
    "large_key",
    "required_key",
    "demand_key",
    "crossing_key",
)
"""The fields and arguments that name the key of a rule."""


def texts(node: ast.expr) -> list[str | None]:
    """The texts an expression can be, other than keys that are found where they are named; None if it is no text."""
    if isinstance(node, ast.Attribute) and node.attr in ("key", "order_key", *NAMED):
        return []
    if isinstance(node, ast.IfExp):
        return [*texts(node.body), *texts(node.orelse)]
    return [literal(node)]


def quoted(module: str) -> Iterator[ast.expr]:
    """Where a module quotes rules: the keys in `forbid(key, ...)`, `Fault(key, ...)` and `cites[key]`."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Call) and node.args:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("forbid", "Fault"):
                yield node.args[0]
        elif isinstance(node, ast.Subscript) and module != WHERE_FORBID_IS_MADE:
            yield from [node.slice] if getattr(node.value, "attr", "") == "cites" else []


def orders(module: str) -> list[str]:
    """The keys that classes name, as a step does with its `order`, or that they are given by these names."""
    nodes = list(ast.walk(tree(module)))
    lines = (node for node in nodes if isinstance(node, ast.AnnAssign))
    named = [node.value for node in lines if isinstance(node.target, ast.Name) and node.target.id in NAMED]
    given = [node.value for node in nodes if isinstance(node, ast.keyword) and node.arg in NAMED]
    return [key for value in (*named, *given) if value is not None for key in texts(value) if key is not None]


def cited_keys(module: str) -> set[str | None]:
    """The keys by which a module quotes rules; None if it quotes one that cannot be read from the source."""
    chosen: dict[str, list[str | None]] = {}
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            chosen.setdefault(node.targets[0].id, []).extend(texts(node.value))
    found: set[str | None] = set(orders(module))
    for key in quoted(module):
        found.update(chosen.get(key.id, [None]) if isinstance(key, ast.Name) else texts(key))
    return found


def used_by(title: str) -> set[str]:
    """The modules of the kernel that a title is built on, directly or through others."""
    found: set[str] = set()
    pending = [module for module in MODULES if module.startswith((f"titles/{title}/", "core/"))]
    while pending:
        module = pending.pop()
        if module not in found:
            found.add(module)
            names = {name for name in own_imports(module) if package(name.replace(".", "/")) in KERNEL}
            pending += [other for other in MODULES if dotted(other) in names]
    return found


def keys_for(title: str) -> set[str | None]:
    """All keys that can be quoted in a game of a title."""
    return {key for module in used_by(title) for key in cited_keys(module)}


def citations(title: str) -> dict[str, str]:
    """A title's table of keys and rule ids, as written."""
    for node in tree(f"titles/{title}/citations.py").body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            pairs = zip(node.value.keys, node.value.values, strict=True)
            table = [(literal(key), literal(value)) for key, value in pairs if key is not None]
            found = {key: value for key, value in table if key is not None and value is not None}
            assert len(found) == len(table), "a key is written twice, or is no text"
            return found
    raise AssertionError(f"no citations in {title}")


def rule_ids(title: str) -> set[str]:
    """The ids in a title's table of rules."""
    path = ROOT / "titles" / title / "rules.toml"
    if not path.exists():
        pytest.skip(f"{title} has no table of rules")
    return set(tomllib.loads(path.read_text(encoding="utf-8"))["rules"])


@pytest.mark.parametrize("title", TITLES)
def test_every_refusal_has_a_rule(title: str) -> None:
    assert keys_for(title) - set(citations(title)) == set()


@pytest.mark.parametrize("title", TITLES)
def test_every_citation_is_used(title: str) -> None:
    assert set(citations(title)) - keys_for(title) == set()


@pytest.mark.parametrize("title", TITLES)
def test_every_rule_cited_by_a_refusal_exists(title: str) -> None:
    assert set(citations(title).values()) - rule_ids(title) == set()


@pytest.mark.parametrize("title", TITLES)
def test_every_rule_named_in_the_source_of_a_title_exists(title: str) -> None:
    known = rule_ids(title)
    for file in (file for file in FILES if file.startswith(f"titles/{title}/")):
        text = (ROOT / file).read_text(encoding="utf-8")
        assert set(RULE_ID.findall(text)) - known == set(), file


# -- where the code of a rule is ------------------------------------------------------------------


@pytest.mark.parametrize("title", PLAYED)
def test_every_rule_has_its_code_or_a_reason_why_there_is_none(title: str) -> None:
    found = code_of(title.removeprefix("t").upper())
    assert [rule for rule in sorted(rule_ids(title)) if not found.get(rule)] == []


@pytest.mark.parametrize("title", TITLES)
def test_rules_are_listed_with_shared_code_that_exists(title: str) -> None:
    table = tomllib.loads((ROOT / "titles" / title / "rules.toml").read_text(encoding="utf-8"))["code"]
    assert set(table) - rule_ids(title) == set()
    entries = [text for entry in table.values() for text in ([entry] if isinstance(entry, str) else entry)]
    reasons = [text for text in entries if text.startswith(ABSENT)]
    assert all(len(text.removeprefix(ABSENT).split()) > 2 for text in reasons)
    for text in (text for text in entries if text not in reasons):
        assert find(text).file.startswith(KERNEL), "the title's own code and data carry the id themselves"


@pytest.mark.parametrize(
    "text", ["rules/nowhere.py sell", "rules/stock.py nowhere", "rules/stock.py StockRound.nowhere"]
)
def test_an_entry_for_code_that_does_not_exist_is_found_out(text: str) -> None:
    with pytest.raises(KeyError, match=text):
        find(text)


def test_rules_that_only_refusals_quote_are_found_in_shared_code_and_in_the_title() -> None:
    found = code_of("1860")
    assert "sell_refusal" in {place.name for place in found["1860-PRICE-03"] if isinstance(place, Place)}
    assert "may_keep" in {place.name for place in found["1860-NAT-08"] if isinstance(place, Place)}


def test_rule_ids_are_written_out_in_full() -> None:
    """Whoever looks for a rule finds it: never `1860-SR-01 to -03`, nor `1860-SR-01, -02`."""
    for file in (file for file in FILES if file.startswith("titles/")):
        assert SHORTENED.findall((ROOT / file).read_text(encoding="utf-8")) == [], file


@pytest.mark.parametrize(
    "text", ["1860-SR-01 to -03", "(1862-PRICE-01,\n    -09)", "1860-SR-01 and 02", "1860-SR-01/02"]
)
def test_shortened_ids_are_found_out(text: str) -> None:
    assert SHORTENED.search(text)
    assert not SHORTENED.search("1860-SR-01, 1860-SR-02 and 1860-SR-03 (2 of 10)")


# -- small files, all of them explained -----------------------------------------------------------


def test_no_file_is_too_long() -> None:
    # The texts of a title, and the list of its rules, have a line for each rule, however many there are.
    shaped = [file for file in FILES if "/texts/" not in file and not file.endswith("/rules.toml")]
    assert offenders(shaped, lambda file: len(text_of(file).splitlines()) > LONGEST) == {}


Function = ast.FunctionDef | ast.AsyncFunctionDef


def public(name: str) -> bool:
    return not name.startswith("_")


def methods(of: ast.ClassDef) -> list[Function]:
    return [node for node in of.body if isinstance(node, Function)]


@cache
def documented_methods() -> frozenset[str]:
    """The names of methods that some class explains."""
    return frozenset(
        method.name
        for module in MODULES
        for node in ast.walk(tree(module))
        if isinstance(node, ast.ClassDef)
        for method in methods(node)
        if ast.get_docstring(method)
    )


def needs_no_words(method: Function) -> bool:
    """One line that does what the protocol says; arguments it does not need may be deleted first."""
    lines = [node for node in method.body if not isinstance(node, ast.Delete)]
    return len(lines) == 1 and method.name in documented_methods()


def unexplained(module: str) -> list[str]:
    """The public things of a module without a docstring."""
    found = []
    if not ast.get_docstring(tree(module)):
        found.append(module)
    for node in tree(module).body:
        if not isinstance(node, Function | ast.ClassDef) or not public(node.name):
            continue
        if not ast.get_docstring(node):
            found.append(f"{node.name}, line {node.lineno}")
        if isinstance(node, ast.ClassDef):
            found += [
                f"{node.name}.{method.name}, line {method.lineno}"
                for method in methods(node)
                if public(method.name) and not ast.get_docstring(method) and not needs_no_words(method)
            ]
    return found


def test_everything_public_is_explained() -> None:
    assert offenders(MODULES, unexplained) == {}
