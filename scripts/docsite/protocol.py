"""The parts of docs/protocol.md that are made from the code: routes, messages, refusals, events.

A placeholder names one of `PARTS`, or a module whose docstring takes its place.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import msgspec

from honjin.server.messages import refusals as no
from honjin.server.openapi import STREAMS, images_of
from honjin.server.people.programs.scopes import scope_of
from honjin.server.people.route import Route
from honjin.server.routes import ROUTES

_KEEPING = {
    "own": "has an `etag` and may be cached by the caller's browser",
    "public": "is the same for everybody: compressed, with an `etag`, and may be cached",
}
_PLACEHOLDER = re.compile(r"<!-- ([\w.]+) -->")


def filled(page: str) -> str:
    """The page with its placeholders replaced."""
    return _PLACEHOLDER.sub(lambda at: _part(at[1]), page)


def _part(name: str) -> str:
    if name in PARTS:
        return "\n".join(PARTS[name]())
    return inspect.cleandoc(import_module(name).__doc__ or "")


# ---- routes


def _routes() -> Iterator[str]:
    for row in sorted(ROUTES, key=lambda row: (row.path, row.method)):
        query = "?" + "&".join(f"{name}=" for name in row.query) if row.query else ""
        about = inspect.cleandoc(row.about)
        yield f"### {row.method} `{row.path}{query}`\n\n{about}\n"
        yield from (f"- {fact}" for fact in _facts(row))
        yield ""


def _facts(row: Route) -> Iterator[str]:
    if row.body is not None:
        yield f"takes {_type_name(row.body)}, at most {row.most:,} bytes"
    if row.answer is not None:
        yield f"returns {_type_name(row.answer)}"
    if images := images_of(row):
        yield f"returns {' or '.join(f'`{kind}`' for kind in images.values())}"
    if scope := scope_of(row):
        yield f"needs a token with scope `{scope}`, if called by a program"
    if row.keeping:
        yield _KEEPING[row.keeping]
    if kinds := ", ".join(f"`{refused.kind}`" for refused in row.all_refusals()):
        yield f"refuses with {kinds}"


def _type_name(kind: Any) -> str:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    plain = re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Za-z])", "", str(kind))
    return f"`{plain}`"


# ---- messages


def messages() -> list[type[msgspec.Struct]]:
    """The messages of all routes and streams with their parts, by name."""
    roots = [kind for row in ROUTES for kind in (row.body, row.answer) if kind is not None]
    roots += [message for events in STREAMS.values() for message in events.values()]
    found: dict[str, type[msgspec.Struct]] = {}
    todo = [*msgspec.inspect.multi_type_info(roots)]
    while todo:
        info = todo.pop()
        if isinstance(info, msgspec.inspect.StructType) and info.cls.__name__ not in found:
            found[info.cls.__name__] = info.cls
            todo += [field.type for field in info.fields]
        inner = (getattr(info, name, None) for name in ("item_type", "key_type", "value_type"))
        todo += [one for one in inner if one is not None]
        todo += [*getattr(info, "types", ()), *getattr(info, "item_types", ())]
    return [found[name] for name in sorted(found)]


def _messages() -> Iterator[str]:
    for message in messages():
        yield f"### {message.__name__}\n\n{inspect.cleandoc(message.__doc__ or '')}\n"
        if fields := msgspec.structs.fields(message):
            yield "| field | type | default |\n|---|---|---|"
            yield from (_row(message, field) for field in fields)
            yield ""


def _row(message: type[msgspec.Struct], field: Any) -> str:
    kind = _source_type(message, field.name).replace("|", "\\|")
    return f"| `{field.encode_name}` | `{kind}` | {_default(field)} |"


def _source_type(message: type, name: str) -> str:
    """The type as it is written in the code."""
    for cls in message.__mro__:
        written = inspect.get_annotations(cls)
        if name in written:
            return str(written[name])
    raise LookupError(f"{message.__name__} has no field {name}")


def _default(field: Any) -> str:
    if field.required:
        return "required"
    default = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    return f"`{msgspec.json.encode(default).decode()}`"


# ---- refusals


def _refusals() -> Iterator[str]:
    yield "| kind | status | meaning |\n|---|---|---|"
    for refused in no.KINDS.values():
        yield f"| `{refused.kind}` | {refused.status} | {refused.title}. |"


PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "routes": _routes,
    "messages": _messages,
    "refusals": _refusals,
}
