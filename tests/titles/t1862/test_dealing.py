"""Set-up: companies and permits dealt from the seed, trains, money, the first rounds (rules 1862-SETUP)."""

from __future__ import annotations

from collections import Counter

import pytest

from railhead.core.rulebook import UNLIMITED
from railhead.rules.directors import CertificateRules
from railhead.testing import Table, rule
from railhead.titles.t1862.dealing import deal
from railhead.titles.t1862.facts import EXPRESS, FREIGHT, LOCAL, PHASE, SYMBOLS
from railhead.titles.t1862.record import record

LETTERS = {"F": FREIGHT, "E": EXPRESS, "L": LOCAL}

VECTORS = [
    (
        46925,
        3,
        "WVR Y&N ECR ENR EUR N&E L&E WNR | WStI L&H NGC W&F | SVR N&B L&D FDR",
        (
            "ECR F, ENR F, EUR E, FDR L, L&D L, L&E F, L&H L, N&B E, "
            "N&E F, Y&N F, NGC E, SVR E, WNR L, W&F L, WVR E, WStI F"
        ),
    ),
    (
        1667116081,
        3,
        "E&H ENR SVR N&E NGC ESR WNR L&E | FDR ECR WStI N&S | L&D N&B L&H EUR",
        (
            "E&H E, ECR E, ENR E, ESR L, EUR E, FDR F, L&D L, L&E F, "
            "L&H E, N&B F, N&E L, N&S F, NGC L, SVR F, WNR L, WStI F"
        ),
    ),
    (
        195901436,
        4,
        "N&S ESR N&E Y&N SVR ECR L&D FDR | I&B L&E L&H WNR | W&F WStI WVR ENR",
        (
            "ECR E, ENR F, ESR E, FDR E, I&B E, L&D F, L&E L, L&H L, "
            "N&E F, N&S E, Y&N L, SVR F, WNR L, W&F L, WVR F, WStI F"
        ),
    ),
]


@rule("1862-SETUP-01", "1862-SETUP-03")
@pytest.mark.parametrize(("seed", "players", "offer", "permits"), VECTORS)
def test_a_seed_deals_companies_and_permits(seed: int, players: int, offer: str, permits: str) -> None:
    dealt = deal(seed, players, frozenset())
    names = [SYMBOLS[company] for company in dealt.in_play]
    groups = [part.split() for part in offer.split(" | ")]
    assert [SYMBOLS[company] for company in dealt.offer] == [name for group in groups for name in group]
    opens = dict(zip(names, dealt.group, strict=True))
    for phase, group in zip("ABC", groups, strict=True):
        assert {opens[name] for name in group} == {PHASE[phase]}
    expected = [part.split() for part in permits.split(", ")]
    assert list(zip(names, dealt.permits, strict=True)) == [(name, LETTERS[letter]) for name, letter in expected]
    table = Table("1862", players, seed=seed)
    assert list(table.book.company_names) == names
    assert record(table.game).permits == record(table.game).dealt == dealt.permits
    assert record(table.game).group == dealt.group


@rule("1862-SETUP-01", "1862-SETUP-02", "1862-SETUP-03", "1862-SETUP-04")
@pytest.mark.parametrize(
    ("players", "options", "first", "permits"),
    [
        (2, (), 8, (6, 5, 5)),
        (6, (), 8, (6, 5, 5)),
        (7, (), 9, None),
        (8, (), 10, (6, 6, 6)),
        (8, ("no_extra_companies",), 8, (6, 5, 5)),
    ],
)
def test_numbers_of_companies_and_permits(
    players: int, options: tuple[str, ...], first: int, permits: tuple[int, int, int] | None
) -> None:
    for seed in range(20):
        table = Table("1862", players, options, seed)
        assert Counter(record(table.game).group) == {0: first, 1: 4, 2: 4}
        assert len(set(table.book.company_names)) == first + 8
        dealt = Counter(record(table.game).dealt)
        found = tuple(dealt[sort] for sort in (FREIGHT, EXPRESS, LOCAL))
        assert found == permits if permits else sorted(found) == [5, 6, 6]


@rule("1862-VAR-01", "1862-VAR-02")
@pytest.mark.parametrize(
    ("option", "players", "expected"),
    [
        ("simple_express", 4, {EXPRESS: 16}),
        ("simple_freight", 4, {FREIGHT: 16}),
        ("advanced_freight", 4, {FREIGHT: 8, LOCAL: 8}),
        ("advanced_express", 8, {EXPRESS: 9, LOCAL: 9}),
    ],
)
def test_permits_of_games_with_fewer_types(option: str, players: int, expected: dict[int, int]) -> None:
    assert Counter(record(Table("1862", players, (option,)).game).dealt) == expected


@rule("1862-SETUP-05", "1862-SETUP-06", "1862-VAR-03")
@pytest.mark.parametrize(
    ("options", "players", "counts"),
    [
        ((), 4, [7, 6, 4, 3, 3, 2, 1]),
        (("short_length",), 4, [6, 5, 4, 3, 3, 2, 1]),
        (("long_length",), 4, [7, 6, 5, 4, 3, 2, 1]),
        (("shorter_game",), 4, [6, 5, 4, 3, 3, 2, 1]),
        (("shorter_game",), 5, [7, 6, 4, 3, 3, 2, 1]),
    ],
)
def test_numbers_of_trains(options: tuple[str, ...], players: int, counts: list[int]) -> None:
    table = Table("1862", players, options)
    assert table.state.depot == [*counts, UNLIMITED]


@rule("1862-SETUP-07", "1862-SETUP-08", "1862-CERT-01")
@pytest.mark.parametrize(
    ("players", "cash", "limit"),
    [(2, 1200, 25), (3, 800, 18), (4, 600, 13), (5, 480, 11), (6, 400, 10), (7, 345, 9), (8, 300, 8)],
)
def test_money_and_limits(players: int, cash: int, limit: int) -> None:
    table = Table("1862", players)
    assert [table.cash(name) for name in table.book.seat_names] == [cash] * players
    assert table.cash("ipo") == 15000 - players * cash
    assert table.book.rules[CertificateRules].limit(table.game) == limit


@rule("1862-SETUP-09", "1862-SETUP-10", "1862-SETUP-11", "1862-SETUP-12", "1862-PARL-01", "1862-PARL-12")
def test_two_parliament_rounds_open_the_game() -> None:
    table = Table("1862", 3)
    assert [(kind.shares, kind.director_shares) for kind in table.book.kinds] == [(10, 3)]
    assert all(facts.kind == 0 for facts in table.book.companies)
    seen = []
    for _ in range(4):
        seen.append((str(table.book.round_name(table.state.round)), table.turn))
        table.do("pass", "pass", "pass")
    assert seen == [
        ("Parliament round 1.1", "A"),
        ("Parliament round 1.2", "A"),
        ("Stock round 1", "A"),
        ("Parliament round 2", "A"),
    ], "an operating round without companies passes by itself"
