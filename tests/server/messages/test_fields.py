"""Every field of a message is sent by the server, and read by the page or by programs."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from math import inf
from typing import Any

import msgspec
import pytest

from honjin.server.messages.parts import Problem
from honjin.server.openapi import STREAMS
from honjin.server.routes import ROUTES
from honjin.server.tables.messages.answers import Thinker
from places import ROOT
from server.declared import check

COPIES = {"replace", "convert"}
FOR_PROGRAMS = {
    # An embedded picture of a table, as oEmbed prescribes it.
    "Embedding": {
        "provider_name", "provider_url", "html", "cache_age", "thumbnail_url", "thumbnail_width",
        "thumbnail_height",
    },
    # A measurement of the server, and its supervision.
    "Health": {"windows", "commits"},
    "Ready": {"processes"},
    # A JSON Patch, which a library applies.
    "Operation": {"op"},
    # The odds of what chance may bring in a study.
    "StudyOutcome": {"weight"},
    # A program is told whether the game waits for it.
    "YourTurn": {"awaited"},
    # Figures of an experiment, which are in its file too.
    "Drama": {"never"},
    "Findings": {"left_out"},
    "Group": {"mean_return"},
    "Length": {"mean", "deviation"},
}  # fmt: skip
"""The fields that the page does not read."""
BESIDE = {"Clocks.now"}
"""Fields that are written beside a view that was encoded before."""


@cache
def answers() -> dict[str, type[msgspec.Struct]]:
    """Every type that is sent, by name."""
    roots = [row.answer for row in ROUTES] + [Problem]
    roots += [message for events in STREAMS.values() for message in events.values()]
    kinds: dict[str, type[msgspec.Struct]] = {}
    todo = [msgspec.inspect.type_info(root) for root in roots if root is not None]
    while todo:
        info = todo.pop()
        if isinstance(info, msgspec.inspect.StructType) and info.cls.__name__ not in kinds:
            kinds[info.cls.__name__] = info.cls
            todo += [field.type for field in info.fields]
        todo += parts(info)
    return kinds


def parts(info: Any) -> Iterator[Any]:
    """The types that a type is made of, but for the fields of a struct."""
    for name in ("item_type", "key_type", "value_type"):
        if hasattr(info, name):
            yield getattr(info, name)
    yield from getattr(info, "types", ())
    yield from getattr(info, "item_types", ())


class Filled(ast.NodeVisitor):
    """The fields that code fills in."""

    def __init__(self) -> None:
        self.count: dict[str, float] = defaultdict(int)
        """How many positional arguments a message has been given."""
        self.named: dict[str, set[str]] = defaultdict(set)
        """The fields that are named in calls of a message; of "", those of any."""

    def visit_Call(self, call: ast.Call) -> None:
        name = last(call.func)
        starred = any(isinstance(arg, ast.Starred) for arg in call.args)
        self.count[name] = max(self.count[name], inf if starred else len(call.args))
        self.named["" if name in COPIES else name] |= {word.arg or "**" for word in call.keywords}
        for arg in (*call.args, *(word.value for word in call.keywords if word.arg == "type")):
            self.count[last(arg)] = inf  # a type that is given to `map`, `partial` or a decoder
        self.generic_visit(call)

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            several = target.elts if isinstance(target, ast.Tuple) else [target]
            fields = [one for one in several if isinstance(one, ast.Attribute)]
            self.named[""] |= {one.attr for one in fields if last(one.value) != "self"}
        self.generic_visit(node)

    def has(self, message: str, n: int, field: str) -> bool:
        """Whether any code fills in a message's field number n."""
        named = self.named[message]
        return n < self.count[message] or "**" in named or field in named | self.named[""]


def last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def filled_in(package: str, importing: str) -> Filled:
    """The fields that those files of a package fill in whose text names a module."""
    filled = Filled()
    for file in (ROOT / "src" / package).rglob("*.py"):
        if importing in (text := file.read_text("utf-8")):
            filled.visit(ast.parse(text))
    return filled


def test_every_field_is_sent() -> None:
    """A field that no code fills in has its default in all answers."""
    by_server = filled_in("honjin/server", "messages")
    by_games = filled_in("honjin", "honjin")
    assert [] == [
        f"{name}.{field}"
        for name, kind in answers().items()
        for n, field in enumerate(kind.__struct_fields__)
        if not (by_server if "server" in kind.__module__ else by_games).has(name, n, field)
        and f"{name}.{field}" not in BESIDE
    ]


def test_every_field_is_read() -> None:
    """A field is a property somewhere in the client, or is listed as one for programs."""
    files = [file for kind in ("ts", "svelte") for file in (ROOT / "web/src").rglob(f"*.{kind}")]
    text = "\n".join(file.read_text("utf-8") for file in files)
    read = {*re.findall(r"\.(\w+)", text)}
    for names in re.findall(r"\{([^{}()=;]*)\}", text):  # taken apart
        read.update(re.findall(r"\w+", names))
    unread = {
        name: fields
        for name, kind in answers().items()
        if (fields := set(kind.__struct_encode_fields__) - read)
    }
    assert FOR_PROGRAMS == unread


def test_what_is_not_as_declared_is_noticed() -> None:
    """A field too many, one of another type, and a default that is sent fail the comparison."""
    check(b'{"seat":1}', Thinker)
    for text in (b'{"seat":1,"more":2}', b'{"seat":1,"share":null}'):
        with pytest.raises(AssertionError):
            check(text, Thinker)
    with pytest.raises(msgspec.ValidationError):
        check(b'{"seat":"1"}', Thinker)
