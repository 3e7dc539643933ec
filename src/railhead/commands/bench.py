"""`railhead bench`: how fast the engine is, and `railhead bench web`: how fast the site is; as medians."""

from __future__ import annotations

import argparse
from typing import Any

from railhead import bench, bench_routes
from railhead.terminal.output import say_json


def add_commands(commands: Any) -> None:
    """Register this command."""
    command = commands.add_parser(
        "bench", help="measure the speed of the engine, of the search for routes, or of the site"
    )
    command.add_argument("what", nargs="?", choices=("engine", "routes", "web"), help="only this (engine and routes)")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.add_argument("--games", type=int, default=3, metavar="K", help="how many games of its own (3)")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure, and print medians."""
    if args.what == "web":
        return run_web(args)
    measured: dict[str, Any] = {}
    if args.what != "routes":
        measured |= bench.measure(max(1, args.games))
    if args.what != "engine":
        measured["routes"] = bench_routes.measure(bench.real_games())
    if args.json:
        say_json(measured)
        return 0
    if "games" in measured:
        _print_games(measured)
    if "routes" in measured:
        _print_routes(measured["routes"])
    return 0


def _print_routes(measured: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("best runs, proven", "count", "median", "p95", "max", "unproven", title="Routes; milliseconds")
    for name, row in measured.items():
        if name != "continents":
            cells = [f"{row[figure]:.1f}" for figure in ("median", "p95", "max")]
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

    table = Table("game", "actions", *bench.WHAT, title="Medians; microseconds, but replays in seconds")
    for row in measured["games"]:
        cells = [f"{row[what]:.2f}" if what == "replay" else f"{row[what]:.0f}" for what in bench.WHAT]
        table.add_row(row["game"], str(row["actions"]), *cells)
    overall = [measured["medians"][what] for what in bench.WHAT]
    table.add_section()
    table.add_row("all", "", *(f"{value:.2f}" if value < 10 else f"{value:.0f}" for value in overall))
    Console().print(table)


def run_web(args: argparse.Namespace) -> int:
    """Measure a site, and print medians."""
    from railhead.web import bench as web_bench  # only here: the engine's measures need no site

    measured = web_bench.measure()
    if args.json:
        say_json(measured)
        return 0
    from rich.console import Console
    from rich.table import Table

    table = Table("what", "", "", title="The site; milliseconds")
    for what, figures in measured.items():
        if isinstance(figures, dict):
            table.add_section()
            for name, figure in figures.items():
                table.add_row(what if name == next(iter(figures)) else "", name, str(figure))
    Console().print(table)
    return 0
