"""The laws of the source: which way imports point, what the kernel does not know, and that every rule is quoted."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

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

INNER = {"core", "track", "routes", "rules", "titles"}
MAY_IMPORT: dict[str, set[str]] = {
    "core": {"core", "track"},
    "track": {"core.ids", "track"},
    "routes": {"core.ids", "track", "routes"},
    "rules": {"core", "track", "routes", "rules"},
    "titles": INNER,
    "bots": {"core", "bots"},
    "drawing": {"core", "track", "routes", "drawing"},
    "play": INNER | {"play", "interop"},
    "interop": INNER | {"play", "interop"},
    "web.presenters": INNER | {"play", "drawing", "web.presenters"},
}
"""By package: what it may import. Packages not named here are faces of the program, at the outer end."""
FACES_MAY_BE_IMPORTED_BY = {"web": {"web", "cli"}, "cli": {"cli", "__main__"}}

KEEP_POSITIONS = {"core.engine", "core.game", "play.session", "play.table"}
"""What hands out whole positions. `play.prospect` and `play.vantage` let a seat see what it may of them."""
PLAYS_WHOLE_GAMES = "bots/selfplay.py"

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


@cache
def tree(module: str) -> ast.Module:
    return ast.parse((ROOT / module).read_text(encoding="utf-8"), module)


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
    return any(target == name or target.startswith(f"{name}.") for name in allowed)


# -- imports point one way ------------------------------------------------------------------------


def test_there_is_something_to_look_at() -> None:
    assert {package(module) for module in MODULES} >= set(KERNEL) | {"titles"}
    assert "t1860" in TITLES


def test_every_import_is_seen_in_all_its_forms() -> None:
    assert "core.effects" in own_imports("rules/directors.py")
    assert "track.tiles" in own_imports("core/audit.py")
    assert "track.board" in own_imports("core/rulebook.py"), "what only the type checker sees counts as well"


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module: str) -> None:
    allowed = MAY_IMPORT.get("web.presenters" if module.startswith("web/presenters/") else package(module))
    if allowed is not None:
        assert {name for name in own_imports(module) if not within(name, allowed)} == set()


@pytest.mark.parametrize("module", MODULES)
def test_nothing_imports_the_web_site_or_the_command_line(module: str) -> None:
    for face, importers in FACES_MAY_BE_IMPORTED_BY.items():
        if package(module) not in importers:
            assert {name for name in own_imports(module) if within(name, {face})} == set()


@pytest.mark.parametrize("module", [module for module in MODULES if module.startswith("titles/t")])
def test_titles_do_not_import_each_other(module: str) -> None:
    mine = ".".join(module.split("/")[:2])
    others = {name for name in own_imports(module) if name.startswith("titles.t") and not within(name, {mine})}
    assert others == set()
    assert "titles.catalogue" not in own_imports(module)


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


def test_pages_and_bots_get_hold_of_no_whole_position() -> None:
    lookers = [module for module in MODULES if module.startswith(("web/presenters/", "bots/"))]
    assert len(lookers) > 10
    assert {module: leaks(module) for module in lookers if module != PLAYS_WHOLE_GAMES and leaks(module)} == {}


def test_a_whole_position_would_be_noticed() -> None:
    assert leaks("play/prospect.py")
    assert leaks("play/vantage.py")
    assert leaks(PLAYS_WHOLE_GAMES)


# -- the kernel knows no title and no world -------------------------------------------------------


@pytest.mark.parametrize("module", [module for module in MODULES if package(module) in KERNEL])
def test_the_kernel_names_no_title(module: str) -> None:
    text = (ROOT / module).read_text(encoding="utf-8")
    assert [found.group() for found in TITLE_NAMES.finditer(text)] == []


@pytest.mark.parametrize("file", [file for file in FILES if file.split("/")[0] in FOR_EVERY_TITLE])
def test_tables_and_pages_name_no_title(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert [found.group() for found in TITLE_NAMES.finditer(text)] == []


@pytest.mark.parametrize("module", [module for module in MODULES if package(module) in WITHOUT_IO])
def test_the_inner_parts_import_no_files_no_clock_and_no_chance_of_their_own(module: str) -> None:
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert [alias.name for alias in node.names] == ["Random"]
            continue
        assert {name for name in named(node) if name.split(".")[0] in OUTSIDE_WORLD} == set()


@pytest.mark.parametrize("module", [module for module in MODULES if package(module) in KERNEL])
def test_the_kernel_makes_no_chance_and_touches_no_files(module: str) -> None:
    for node in ast.walk(tree(module)):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name):
            assert node.func.id not in FILE_CALLS | {"Random"}, f"line {node.lineno}"
        elif isinstance(node.func, ast.Attribute):
            assert node.func.attr not in FILE_METHODS, f"line {node.lineno}"


# -- every refusal quotes a rule ------------------------------------------------------------------


def literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def texts(node: ast.expr) -> list[str | None]:
    """The texts an expression can be; None for one that is no plain text."""
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
    """The keys that steps name as their `order`: the rule that says what is decided now."""
    lines = (node for node in ast.walk(tree(module)) if isinstance(node, ast.AnnAssign))
    named = (node.value for node in lines if isinstance(node.target, ast.Name) and node.target.id == "order")
    return [key for value in named if value is not None for key in texts(value) if key is not None]


def cited_keys(module: str) -> set[str | None]:
    """The keys by which a module quotes rules; None if it quotes one that cannot be read from the source."""
    chosen: dict[str, list[str | None]] = {}
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            chosen.setdefault(node.targets[0].id, []).extend(texts(node.value))
    found: set[str | None] = set(orders(module))
    for key in quoted(module):
        if isinstance(key, ast.Attribute) and key.attr in ("key", "order", "order_key"):
            continue
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
    tomllib.loads(path.read_text(encoding="utf-8"))
    return set(RULE_ID.findall(path.read_text(encoding="utf-8")))


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
    for module in (module for module in MODULES if module.startswith(f"titles/{title}/")):
        text = (ROOT / module).read_text(encoding="utf-8")
        assert set(RULE_ID.findall(text)) - known == set(), module


# -- small files, all of them explained -----------------------------------------------------------


@pytest.mark.parametrize("file", FILES)
def test_no_file_is_too_long(file: str) -> None:
    assert len((ROOT / file).read_text(encoding="utf-8").splitlines()) <= LONGEST


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


@pytest.mark.parametrize("module", MODULES)
def test_everything_public_is_explained(module: str) -> None:
    assert unexplained(module) == []
