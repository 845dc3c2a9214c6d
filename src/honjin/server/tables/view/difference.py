"""The difference between two views of one viewer, as a JSON Patch (RFC 6902).

It depends on nothing but what the two views show, so it can tell no more than they do. Parts that
are the same objects are not compared: games keep what they have built.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress, islice
from operator import is_not
from typing import Any, Final

from msgspec import NODEFAULT, Raw, Struct
from msgspec.structs import astuple

from honjin.server.tables.messages.answers import Operation

_PLACES: Final = range(sys.maxsize)
MAX_SHARE: Final = 0.5
"""A list of which more than this share has changed is sent anew."""


def difference(
    old: Struct, new: Struct, path: str = "", without: frozenset[str] = frozenset()
) -> Iterator[Operation]:
    """The operations that make the JSON of `old` that of `new`, which is of the same class.

    The fields `without` are left out.
    """
    befores, afters, fields = astuple(old), astuple(new), _fields(type(new))
    for n in _others(befores, afters):
        before, after, (name, default) = befores[n], afters[n], fields[n]
        if name in without or before == after:
            continue
        at = f"{path}/{name}"
        if _is_left_out(after, default):
            yield Operation("remove", at, None)
        elif _is_left_out(before, default):
            yield Operation("add", at, after)
        elif isinstance(after, tuple) and isinstance(before, tuple):
            yield from _of_lists(before, after, at)
        elif isinstance(after, Struct) and type(before) is type(after):
            yield from difference(before, after, at)
        else:
            yield Operation("replace", at, after)


@lru_cache(100)
def _fields(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields of a class in JSON, each with its default."""
    names, defaults = kind.__struct_encode_fields__, kind.__struct_defaults__
    every = (*[NODEFAULT] * (len(names) - len(defaults)), *defaults)
    return tuple(zip(names, every, strict=True))


def _is_left_out(value: Any, default: Any) -> bool:
    """Whether msgspec leaves a field out of the JSON."""
    return value is default or (value == {} and default is not NODEFAULT)


def _of_lists(old: Sequence[Any], new: Sequence[Any], path: str) -> list[Operation]:
    """The operations for a list of things, or the one that replaces it; plain values are few."""
    most = int(MAX_SHARE * len(new)) if isinstance((new or old)[0], Struct | Raw) else 0
    if not most:
        return [Operation("replace", path, new)]
    found = _in_place(old, new, path) if len(old) == len(new) else None
    if found is None:
        found = list(islice(_moved(old, new, path), most + 1))
    return found if len(found) <= most else [Operation("replace", path, new)]


def _in_place(old: Sequence[Any], new: Sequence[Any], path: str) -> list[Operation] | None:
    """The operations for a list whose things have stayed in their places; None if they have not."""
    changed = [n for n in _others(old, new) if old[n] != new[n]]
    if any(_key(old[n]) != _key(new[n]) for n in changed):
        return None
    return [Operation("replace", f"{path}/{n}", new[n]) for n in changed]


def _moved(old: Sequence[Any], new: Sequence[Any], path: str) -> Iterator[Operation]:
    first, tail = _ends(old, new)
    here, wanted = list(old[first : len(old) - tail]), new[first : len(new) - tail]
    keys, kept = [_key(one) for one in here], [_key(one) for one in wanted]
    if len({*keys}) < len(keys) or len({*kept}) < len(kept):  # only their places tell them apart
        keys, kept = list(range(len(here))), list(range(len(wanted)))
    still_there = {*kept}
    for n in range(len(here) - 1, -1, -1):
        if keys[n] not in still_there:
            yield Operation("remove", f"{path}/{first + n}", None)
            del here[n], keys[n]
    for n, (one, key) in enumerate(zip(wanted, kept, strict=True)):
        at = f"{path}/{first + n}"
        if keys[n + 1 : n + 2] == [key]:  # the one before it has gone elsewhere
            yield Operation("remove", at, None)
            del here[n], keys[n]
        if n < len(keys) and keys[n] == key:
            if here[n] != one:
                yield Operation("replace", at, one)
            continue
        if key in keys:
            other = keys.index(key)
            yield Operation("remove", f"{path}/{first + other}", None)
            del here[other], keys[other]
        yield Operation("add", at, one)
        here.insert(n, one)
        keys.insert(n, key)


def _ends(old: Sequence[Any], new: Sequence[Any]) -> tuple[int, int]:
    """How many things are the same at the beginning and at the end."""
    first, most = _same(old, new), min(len(old), len(new))
    return first, min(_same(old[::-1], new[::-1]), most - first)


def _same(old: Sequence[Any], new: Sequence[Any]) -> int:
    """How many things are the same at the beginning."""
    different = (n for n in _others(old, new) if old[n] != new[n])
    return next(different, min(len(old), len(new)))


def _others(old: Sequence[Any], new: Sequence[Any]) -> Iterator[int]:
    """The places of those that are not the same objects."""
    return compress(_PLACES, map(is_not, old, new))


def _key(one: Struct | Raw) -> str | int | bytes | None:
    """By what a thing of a list is found again: its first field, or what it is encoded as."""
    if isinstance(one, Raw):
        return bytes(one)
    first = getattr(one, type(one).__struct_fields__[0])
    return first if isinstance(first, str | int) else None
