"""The texts in templates and scripts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from django.utils.translation.template import templatize

from railhead.messages.catalogue import Message

STRING = r"""[ru]*'(?:\\.|[^'\\])*'|[ru]*"(?:\\.|[^"\\])*\""""
CALL = re.compile(rf"(?<![\w.])(n?p?gettext)\(\s*((?:{STRING})(?:\s*,\s*(?:{STRING}))*)")
STRINGS = re.compile(STRING)


WORDED = re.compile(rf"{{%\s*worded\s+({STRING})")
"""Our own tag, for sentences in the words of a title."""


def in_template(source: str) -> Iterator[Message]:
    """The texts of a template."""
    yield from in_script(templatize(source))
    yield from (Message(str(ast.literal_eval(text))) for text in WORDED.findall(source))


def in_script(source: str) -> Iterator[Message]:
    """The texts that a script gives to Django's functions."""
    for function, arguments in CALL.findall(source):
        texts = [str(ast.literal_eval(text)) for text in STRINGS.findall(arguments)]
        context = texts.pop(0) if "p" in function else ""
        plural = texts[1] if function.startswith("n") else ""
        yield Message(texts[0], plural, context)
