"""Why bots do what they do, in words: every decision of every bot has a reason that can be read."""

from __future__ import annotations

from itertools import islice

import pytest

from railhead.bots.reason import Considered, Reason
from railhead.play import asking, reasons
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from railhead.titles import catalogue

SEATS = ("Ann", "Ben", "Cleo")
SO_FAR = 100


@pytest.mark.parametrize("title", catalogue.TITLES)
@pytest.mark.parametrize("bot", ["medium", "hard"])
def test_every_decision_is_explained_and_its_reason_can_be_kept(title: str, bot: str) -> None:
    session = Session(GameFile.new(title, SEATS, (), 1))
    for _ in range(SO_FAR):
        decision = asking.question(session, bot).answered(session.book)
        reason = Reason.of(session.book, bot, decision)
        assert Reason.from_data(reason.to_data()) == reason
        said = reasons.in_words(session.book, reason)
        assert said.endswith("."), (decision.rule, decision.action)
        assert "{" not in said
        session.act(decision.action)


def estimated(*considered: Considered) -> str:
    return reasons.in_words(catalogue.rulebook("1860", SEATS), Reason("hard", "estimate", considered))


def test_the_largest_difference_is_the_reason() -> None:
    better = Considered("bid 10", 310.0, (("cash", 100.0), ("dividends", 210.0)))
    worse = Considered("pass", 240.0, (("cash", 150.0), ("dividends", 90.0)))
    assert estimated(better, worse) == "Worth about 70 more in the end than “Pass”, mostly because of dividends."
    assert estimated(worse, better) == "As good as “Bid 10”, as far as it can tell."
    assert estimated(better) == ""


@pytest.mark.parametrize(
    ("rule", "action", "said"),
    [
        ("bid", "bid 10", "What is for sale is worth more than that."),
        ("bid", "pass", "What is for sale is not worth a higher bid."),
        ("dividend", "pay", "Shareholders get money for more shares, and the price rises."),
        ("dividend", "keep", "The company has to save for a train."),
        ("nothing", "pass", "There was nothing better to do."),
        ("unheard of", "pass", ""),
    ],
)
def test_rules_of_thumb_are_told(rule: str, action: str, said: str) -> None:
    book = catalogue.rulebook("1860", SEATS)
    assert reasons.in_words(book, Reason("medium", rule, (Considered(action, 1.0),))) == said


def test_it_is_told_if_another_bot_decided_or_there_was_no_time() -> None:
    book = catalogue.rulebook("1860", SEATS)
    reason = Reason("easy", "bid", (Considered("pass", 0.0),), cut_short=True).standing_in("hard")
    said = reasons.in_words(book, reason)
    assert "could not look at everything" in said
    assert said.endswith("The bot of this seat did not answer in time, so an easy one decided.")
    assert list(islice(said.split(". "), 1)) == ["What is for sale is not worth a higher bid"]
