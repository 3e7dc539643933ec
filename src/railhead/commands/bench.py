"""`railhead bench`: how fast the engine, the search for routes and the site are, beside a fixed piece of work."""

from __future__ import annotations

import argparse
from typing import Any

from railhead import bench, bench_board, bench_europe, bench_game, bench_routes
from railhead.terminal.output import say_json


def add_commands(commands: Any) -> None:
    """Register this command."""
    command = commands.add_parser(
        "bench", help="measure the speed of the engine, of the search for routes, or of the site"
    )
    command.add_argument(
        "what",
        nargs="?",
        choices=("engine", "board", "game", "routes", "web", "day"),
        help="only this (all but the site); a day of a whole site",
    )
    command.add_argument("--json", action="store_true", help="print JSON")
    command.add_argument("--games", type=int, default=3, metavar="K", help="how many generated games (3)")
    command.add_argument("--tables", type=int, default=1000, metavar="T", help="tables of the site's day (1000)")
    command.add_argument("--people", type=int, default=200, metavar="P", help="people who come that day (200)")
    command.add_argument("--workers", type=int, default=1, metavar="N", help="processes of the site that day (1)")
    command.add_argument("--database-url", default="", metavar="U", help="an empty database for that day (SQLite)")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure, and print medians."""
    if args.what == "web":
        return run_web(args)
    if args.what == "day":
        return run_day(args)
    measured: dict[str, Any] = {}
    if args.what in (None, "engine"):
        measured |= bench.measure(max(1, args.games))
    if args.what in (None, "board"):
        measured["board"] = bench_board.measure()
        measured["europe"] = bench_europe.measure()
    if args.what in (None, "game"):
        measured["game"] = bench_game.measure(bench.own_game(bench_game.TITLE, bench_game.PLAYERS, bench_game.SEED))
    if args.what in (None, "routes"):
        measured["routes"] = bench_routes.measure(bench.real_games())
    if args.json:
        say_json(measured)
        return 0
    if "games" in measured:
        _print_games(measured)
    if "board" in measured:
        _print_board(measured["board"])
        _print_board(measured["europe"])
    if "game" in measured:
        _print_game(measured["game"])
    if "routes" in measured:
        _print_routes(measured["routes"])
    return 0


def _print_board(measured: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    title = f"A board of {measured['hexes']} hexes and {measured['tiles']} tiles"
    table = Table("what", "times the reference", "microseconds", title=title)
    for what, ratio in measured["ratios"].items():
        table.add_row(what, f"{ratio:.3f}", f"{measured['medians'][what]:.0f}")
    Console().print(table)


def _print_game(measured: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    title = f"{measured['game']}: {measured['actions']} actions, {measured['tiles']} tiles"
    table = Table("what", "median", "99%", "worst", title=f"{title}; times the reference (microseconds)")
    for what, row in measured["times"].items():
        table.add_row(what, *(_both(measured["ratios"][what][name], time) for name, time in row.items()))
    Console().print(table)
    load = measured["load"]
    Console().print(
        f"Loaded in {load['seconds']} seconds, {load['an action']:.2f} times the reference for an action; "
        f"the table takes {measured['megabytes']} MB. The reference took {measured['reference']:.0f} microseconds."
    )


def _print_routes(measured: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(
        "best runs, proven", "count", "median", "p95", "max", "unproven", title="Routes; times the reference (ms)"
    )
    for name, row in measured.items():
        if name != "continents":
            cells = [f"{row['ratios'][figure]:.2f} ({row[figure]:.1f})" for figure in ("median", "p95", "max")]
            table.add_row(name, str(row["count"]), *cells, str(row["unproven"]))
    Console().print(table)
    table = Table(
        "hexes", "stops", "trains", "seconds", "revenue", "proven", "bound", title="Routes on made-up continents"
    )
    for row in measured["continents"]:
        trains, proof = " ".join(row["trains"]), "yes" if row["proven"] else "no"
        seconds, revenue = f"{row['seconds']:.1f}", str(row["revenue"])
        table.add_row(str(row["hexes"]), str(row["stops"]), trains, seconds, revenue, proof, str(row["bound"]))
    Console().print(table)


def _print_games(measured: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "actions", *bench.WHAT, title="Medians; times the reference (microseconds)")
    for row in measured["games"]:
        table.add_row(row["game"], str(row["actions"]), *(_both(row["ratios"][w], row[w]) for w in bench.WHAT))
    table.add_section()
    table.add_row("all", "", *(_both(measured["ratios"][w], measured["medians"][w]) for w in bench.WHAT))
    Console().print(table)
    known = measured["reference"]
    Console().print(f"The reference (version {known['version']}) took {known['us']:.0f} microseconds.")


def _both(ratio: float, microseconds: float) -> str:
    return f"{ratio:.3f} ({microseconds:.0f})"


def run_web(args: argparse.Namespace) -> int:
    """Measure a site, and print medians."""
    from railhead.web import bench as web_bench  # imported only here: measuring the engine needs no site

    measured = web_bench.measure()
    if args.json:
        say_json(measured)
        return 0
    from rich.console import Console
    from rich.table import Table

    table = Table("what", "", "milliseconds", "times the reference", title="The site")
    for what, ratios in measured["ratios"].items():
        table.add_section()
        figures = measured[what]
        for name, figure in figures.items():
            first = what if name == next(iter(figures)) else ""
            table.add_row(first, name, str(figure), f"{ratios[name]:.1f}" if name in ratios else "")
    Console().print(table)
    return 0


def run_day(args: argparse.Namespace) -> int:
    """Measure a day of a whole site."""
    from railhead.web import bench_day  # imported only here: measuring the engine needs no site

    measured = bench_day.measure(bench_day.Size(args.tables, args.people, args.workers), args.database_url)
    if args.json:
        say_json(measured)
        return 0
    from rich.console import Console
    from rich.table import Table

    table = Table("what", "", "", title="A day of a site")
    for what, figures in measured.items():
        table.add_section()
        for name, figure in figures.items():
            table.add_row(what if name == next(iter(figures)) else "", name, str(figure))
    Console().print(table)
    return 0
