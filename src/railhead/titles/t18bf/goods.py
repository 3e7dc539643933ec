"""Goods trains: they run no route but count cities with station markers of their company (rules 18BF-GOODS)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from railhead.core.ids import Hex, Stop, hex_of
from railhead.core.text import to_translate
from railhead.routes.model import Haul
from railhead.titles.t18bf.facts import CITIES


def hauls(kinds: Iterable[int], bases: Iterable[Stop], values: Mapping[Stop, int], mine: int) -> tuple[Haul, ...]:
    """What a company's goods trains earn at best.

    Each counts the mine bonus and as many cities as its number allows (18BF-GOODS-01, 18BF-GOODS-02). They share the
    most valuable cities, at least one for each; if there are fewer cities than trains, some do not run (18BF-GOODS-03).
    """
    trains = sorted((kind for kind in kinds if CITIES[kind]), key=lambda kind: (-CITIES[kind], kind))
    cities = cities_of(bases, values)
    counted: list[list[Stop]] = [[city] for city in cities[: len(trains)]]
    for city in cities[len(trains) :]:
        room = [own for own, kind in zip(counted, trains, strict=False) if len(own) < CITIES[kind]]
        if room:
            room[0].append(city)
    return tuple(
        Haul(kind, tuple((city, values[city]) for city in own), mine, to_translate("for the mine"))
        for kind, own in zip(trains, counted, strict=False)
    )


def cities_of(bases: Iterable[Stop], values: Mapping[Stop, int]) -> list[Stop]:
    """One stop for each city with a marker, the most valuable first.

    Several markers in one city, London too, count once (18BF-GOODS-04); the value includes what private companies add
    (18BF-GOODS-07), and is 0 as long as there is no tile (18BF-GOODS-08).
    """
    best: dict[Hex, Stop] = {}
    for stop in sorted(bases, key=lambda stop: (-values[stop], stop)):
        best.setdefault(hex_of(stop), stop)
    return list(best.values())
