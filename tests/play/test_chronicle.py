"""The log in words: grouped by turn, with what is new for a reader, and with what was taken back."""

from __future__ import annotations

from railhead.core.actions import Topic
from railhead.play.chronicle import MOST_NEW
from railhead.play.table import Table
from tests.play.games import some_game
from tests.play.test_table import ANN, BEN, CLEO, opened


def test_turns_are_headed_by_round_and_player_or_company() -> None:
    played = Table.of(some_game(1, 150))
    headings = [turn.heading for turn in played.chronicle()]
    assert headings[0].player == "Ada"
    assert str(headings[0]).endswith(": Ada")
    operating = [heading for heading in headings if str(heading.round).startswith("Operating round")]
    assert any(heading.company for heading in operating)
    assert all(heading.company in ("", *played.book.company_names) for heading in operating)
    assert not any(heading.player for heading in operating)


def test_every_action_has_its_line_and_its_number() -> None:
    played = Table.of(some_game(1, 150))
    lines = [line for turn in played.chronicle() for line in turn.lines if line.player]
    assert [line.number for line in lines] == list(range(1, 151))
    assert [line.action for line in lines] == list(played.session.actions)


def test_decisions_and_what_came_of_them_are_said_in_words() -> None:
    lines = [line for turn in Table.of(some_game(1, 150)).chronicle() for line in turn.lines]
    bought = next(line for line in lines if line.action.startswith("buy ") and line.action.endswith("from ipo"))
    symbol = bought.action.split()[1]
    assert str(bought.text).startswith(f"{bought.player} buys a share of {symbol} from the initial offer for ")
    assert bought.topic is Topic.SHARES
    assert bought.company == symbol
    laid = next(line for line in lines if line.action.startswith("lay ") and line.topic is Topic.TRACK)
    assert str(laid.text).startswith((f"{laid.company} lays tile ", f"{laid.company} upgrades "))


def test_rounds_that_begin_have_lines_of_their_own() -> None:
    played = Table.of(some_game(1, 150))
    began = [turn for turn in played.chronicle() if not turn.heading.company and not turn.heading.player]
    assert began
    assert all(str(turn.lines[0].text) == "The round begins" for turn in began)


def test_what_a_company_did_by_itself_is_told_step_by_step_in_a_turn_of_its_own() -> None:
    played = Table.of(some_game(3, 5000, 4))
    turns = [
        turn for turn in played.chronicle() if turn.heading.company and not any(line.player for line in turn.lines)
    ]
    assert turns
    for turn in turns:
        assert all(line.company == turn.heading.company for line in turn.lines)
        assert all(not line.consequences for line in turn.lines)
    assert any(len(turn.lines) > 1 for turn in turns)


def test_what_came_after_one_s_last_move_is_marked() -> None:
    begun = opened()
    begun.act([CLEO], "pass", 2)
    lines = [line for turn in begun.chronicle(since=begun.last_move_of(ANN)) for line in turn.lines]
    assert [line.fresh for line in lines] == [False, True, True]
    assert not any(line.fresh for turn in begun.chronicle() for line in turn.lines)


def test_what_was_taken_back_is_there_and_marked() -> None:
    begun = opened()
    begun.undo(BEN, 1, (), 2)
    begun.act([BEN], "pass", 3)
    lines = [line for turn in begun.chronicle() for line in turn.lines]
    assert [(str(line.text), line.number, line.undone) for line in lines] == [
        ("Ann bids 5 for the right to choose", 1, False),
        ("Ben bids 10 for the right to choose", None, True),
        ("Ben takes back everything after move 1", None, False),
        ("Ben drops out of the bidding for the right to choose", 2, False),
    ]


def test_at_an_earlier_point_nothing_later_is_told() -> None:
    begun = opened()
    assert [str(line.text) for turn in begun.chronicle(at=1) for line in turn.lines] == [
        "Ann bids 5 for the right to choose"
    ]
    assert begun.chronicle(at=0) == ()


def test_done_again_it_says_so() -> None:
    begun = opened()
    begun.undo(BEN, 1, (), 2)
    begun.redo([BEN], 3)
    assert str(begun.chronicle()[-1].lines[-1].text) == "Ben bids 10 for the right to choose (again)"


def test_a_pass_says_what_was_not_done_and_whether_anything_was_done_before() -> None:
    played = Table.of(some_game(3, 5000, 4))
    texts = [str(line.text) for turn in played.chronicle() for line in turn.lines if line.action == "pass"]
    assert any(text.endswith(" passes") for text in texts)
    assert any(text.endswith(" lays no track") for text in texts)
    assert any(text.endswith(" buys no train") for text in texts)
    for number in range(2, played.actions + 1):
        now, before = played.session.played(number), played.session.played(number - 1)
        if now.again:
            assert (now.seat, type(now.agenda[-1])) == (before.seat, type(before.agenda[-1]))
            assert before.text != "pass"


def test_the_end_of_a_log_is_what_the_whole_log_ends_with() -> None:
    played = Table.of(some_game(1, 150))
    for at, since, least in ((150, None, 30), (150, 100, 5), (97, 60, 1), (150, 0, 10), (3, None, 1000)):
        whole = played.chronicle(at, since)
        turns, more = played.recent(at, since, least)
        assert turns == whole[len(whole) - len(turns) :]
        left = whole[: len(whole) - len(turns)]
        assert more == bool(left)
        lines = sum(len(turn.lines) for turn in turns)
        assert lines >= MOST_NEW or not any(line.fresh for turn in left for line in turn.lines)
        assert not left or sum(len(turn.lines) for turn in turns) >= least
        assert (
            not left or sum(len(turn.lines) for turn in turns[1:]) < least or any(line.fresh for line in turns[0].lines)
        )


def test_whoever_was_away_for_long_is_shown_what_happened_last() -> None:
    played = Table.of(some_game(3, 5000, 4))
    turns, more = played.recent(played.actions, 0, 10)
    lines = sum(len(turn.lines) for turn in turns)
    assert more
    assert MOST_NEW <= lines < MOST_NEW + 40
    assert turns == played.chronicle(played.actions, 0)[-len(turns) :]
    assert sum(len(turn.lines) for turn in played.recent(played.actions, 0, 200)[0]) >= 200
