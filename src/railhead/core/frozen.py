"""An immutable dict: states share it until something is laid or placed, and it can be used as a key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import xor
from typing import NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """An immutable dict. The order in which it was filled affects neither equality nor the hash."""

    __slots__ = ("_hash",)

    _hash: int

    def __hash__(self) -> int:  # type: ignore[override]
        try:
            return self._hash
        except AttributeError:
            self._hash = reduce(xor, map(hash, self.items()), 0)
            return self._hash

    def put(self, key: K, value: V) -> FrozenDict[K, V]:
        """A copy with this value for a key; its hash follows from this one, without a look at the other items."""
        new = FrozenDict(self)
        dict.__setitem__(new, key, value)
        new._hash = hash(self) ^ hash((key, value))
        if key in self:
            new._hash ^= hash((key, self[key]))
        return new

    def without(self, key: K) -> FrozenDict[K, V]:
        """A copy without a key."""
        return FrozenDict({kept: value for kept, value in self.items() if kept != key})

    def __reduce__(self) -> tuple[type[FrozenDict[K, V]], tuple[Mapping[K, V]]]:
        return FrozenDict, (dict(self),)


def _refuse(*_: object, **__: object) -> NoReturn:
    raise TypeError("A frozen dict cannot be changed")


for _name in ("__setitem__", "__delitem__", "__ior__", "pop", "popitem", "clear", "update", "setdefault"):
    setattr(FrozenDict, _name, _refuse)
