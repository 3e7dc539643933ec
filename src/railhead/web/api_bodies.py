"""What programs send and are answered: the bodies of requests and responses, as the API describes them."""

from __future__ import annotations

from typing import Annotated

from ninja import Field, Schema

from railhead.play.gamefile import HIGHEST_SEED, LONGEST_ACTION, MOST_SEATS
from railhead.web.pace import HOLIDAYS, REMIND
from railhead.web.pages.chat import LONGEST_MESSAGE

Names = Annotated[list[Annotated[str, Field(max_length=60)]], Field(min_length=1, max_length=MOST_SEATS)]
Number = Annotated[int, Field(ge=0, le=10**9)]


class Problem(Schema):
    """Why something was not done: problem details as in RFC 9457."""

    type: str
    title: str
    status: int
    detail: str
    rule: str | None = None
    """The id of the rule that forbids it."""
    length: int | None = None
    """How long the log is, if the table has moved on."""


class AgreedPace(Schema):
    """The time that players have for each turn, in hours, and what happens when it is up."""

    hours: int
    bank: int = 0
    then: str = REMIND
    holidays: int = HOLIDAYS


class NewGame(Schema):
    """A game to start."""

    title: str
    players: Names
    options: Annotated[list[str], Field(default_factory=list)]
    seed: Annotated[int, Field(ge=0, le=HIGHEST_SEED)] = 0
    name: Annotated[str, Field(max_length=80)] = ""
    pace: AgreedPace | None = None
    bots: Annotated[dict[str, str], Field(default_factory=dict)]
    """By player: the bot that plays for them, such as `easy`, `medium`, `hard` or `hard:trader`."""
    explains: bool = False
    """Why a bot did something is told at once, not only after the game."""
    advises: bool = False
    """Players may ask what a bot would do in their place."""


class BotSeated(Schema):
    """Who plays a seat from now on."""

    player: Annotated[str, Field(max_length=60)]
    bot: Annotated[str, Field(max_length=60)] = ""
    """Empty for a person."""


class Keys(Schema):
    """A new game with the secrets that open it; only whoever started it is told them."""

    id: str
    host: str
    watch: str
    seats: dict[str, str]


class Posted(Schema):
    """An action, and the length of the log it responds to."""

    action: Annotated[str, Field(min_length=1, max_length=LONGEST_ACTION)]
    length: Number


class Back(Schema):
    """Take back all but so many actions."""

    left: Number
    length: Number


class Answer(Schema):
    """The answer to a request to take back."""

    agree: bool
    length: Number


class Length(Schema):
    """The length of the log that is responded to."""

    length: Number


class Said(Schema):
    """Something said at the table."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_MESSAGE)]
