"""Texts: what players read, filled in and translated only when somebody reads it.

The engine writes English templates with named fields, as whole sentences or phrases; values may be texts themselves.
Whoever shows texts in other languages supplies a translator, which is asked for each template as it is written here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

Translator = Callable[[str], str]
"""The translation of a template into the language of whoever is reading, or the template itself."""


def _as_written(template: str) -> str:
    return template


def _english() -> str:
    return "en"


_translate: Translator = _as_written
_language: Callable[[], str] = _english


def translate_with(translator: Translator, language: Callable[[], str]) -> None:
    """From now on texts are translated in this way; both functions know which language is wanted at the moment."""
    global _translate, _language
    _translate, _language = translator, language


def language() -> str:
    """The language of whoever is reading: what is made of texts may be cached for others who read the same one."""
    return _language()


def translated(template: str) -> str:
    """A template in the language of whoever is reading, with its fields still to be filled in."""
    return _translate(template)


class Text:
    """A sentence, or a part of one, with the values of its fields."""

    __slots__ = ("template", "values")

    def __init__(self, template: str, /, **values: object) -> None:
        self.template = template
        self.values = values

    def __str__(self) -> str:
        """The text in the language of whoever is reading."""
        template = _translate(self.template)
        if not self.values:
            return template
        parts = {name: value if isinstance(value, Text) else _Name(value) for name, value in self.values.items()}
        return template.format(**parts)

    def __format__(self, preposition: str) -> str:
        """The text as part of a sentence.

        A language in which words change with their prepositions translates both together: a field `{source:from}` asks
        for the translation of "from the pool".
        """
        return str(Text(f"{preposition} {self.template}", **self.values)) if preposition else str(self)

    @property
    def english(self) -> str:
        """The text as it is written here, whoever is reading: for what is stored or compared."""
        values = {name: value.english if isinstance(value, Text) else value for name, value in self.values.items()}
        return self.template.format(**values) if values else self.template

    def __repr__(self) -> str:
        return f"Text({self.english!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and (self.template, self.values) == (other.template, other.values)

    def __hash__(self) -> int:
        return hash(self.english)


class _Name:
    """A value that is no text, as part of a sentence: it stays as it is, but its preposition is translated."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __format__(self, preposition: str) -> str:
        return _translate(f"{preposition} {{name}}").format(name=self.value) if preposition else str(self.value)


def to_translate(template: str) -> str:
    """A template that is kept as it is written here, and becomes a text only when it is shown."""
    return template


def verbatim(name: str) -> Text:
    """A name as a text: it is the same in every language."""
    return Text("{name}", name=name)


def joined(parts: Iterable[object], by: str = ", ") -> Text:
    """Texts and names one after another."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return Text(by.join(f"{{{name}}}" for name in values), **values)


def series(parts: Iterable[object]) -> Text:
    """Texts and names in a sentence: "GA, GC and EG"."""
    *others, last = parts
    return Text("{others} and {last}", others=joined(others), last=last) if others else joined([last])
