"""The OpenAPI document of the table of routes.

The client's types are made from it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from honjin import __version__
from honjin.server.analysis import messages as an
from honjin.server.finding import messages as meeting
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Problem
from honjin.server.pages import pictures
from honjin.server.people.auth import COOKIE
from honjin.server.people.programs.scopes import schemes, scope_of
from honjin.server.people.route import Route
from honjin.server.studies import messages as studies
from honjin.server.tables.messages import answers
from honjin.server.tournaments import messages as tm

_REF = "#/components/schemas/{name}"
_NUMBERS = ("seat", "since", "n", "step", "from", "to", "maxwidth", "maxheight")
_TEXTS = ("url",)
_IMAGES = {"/picture": pictures.KINDS, "/replay": pictures.FILMS}
"""The formats answered by addresses with these endings."""
_NUMBER = {"type": "integer", "minimum": 0, "maximum": 100_000}


def openapi(routes: Sequence[Route]) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of the table of routes."""
    types = [t for row in routes for t in (row.body, row.answer) if t is not None]
    events = [message for stream in STREAMS.values() for message in stream.values()]
    references, components = msgspec.json.schema_components(
        [*types, Problem, *events], ref_template=_REF
    )
    schema = dict(zip(map(str, types), references, strict=False))
    components |= {name: _stream(messages) for name, messages in STREAMS.items()}
    shown = {name: _open(_message_schema(components[name])) for name in sorted(components)}
    paths: dict[str, dict[str, Any]] = {}
    for row in routes:
        paths.setdefault(row.path, {})[row.method.lower()] = _operation(row, schema)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Honjin", "version": __version__, "description": "Tables to play at."},
        "paths": dict(sorted(paths.items())),
        "components": {"schemas": shown, "securitySchemes": _SCHEMES},
    }


_SCHEMES: dict[str, dict[str, str]] = {
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "A person in a browser; without it the caller becomes a guest.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A program that acts for a person. A token's scopes allow the operations "
        "that name them; see docs/programs.md.",
    },
}

STREAMS: dict[str, dict[str, type[msgspec.Struct]]] = {
    "TableEvents": {
        "view": answers.View,
        "change": answers.Change,
        "chat": answers.ChatLine,
        "presence": answers.Presence,
        "thinking": answers.Thinking,
        "beat": answers.Beat,
    },
    "PersonEvents": {
        "challenge": answers.Challenge,
        "declined": answers.Challenge,
        "begun": answers.Begun,
        "turn": answers.YourTurn,
        "over": answers.Ended,
    },
    "AnalysisEvents": {"analysis": an.Analysis, "problem": Problem},
    "SeekEvents": {"seeking": meeting.Seeking, "beat": answers.Beat},
    "TournamentEvents": {"tournament": tm.TournamentInfo, "beat": answers.Beat},
    "StudyEvents": {"study": studies.StudyInfo, "beat": answers.Beat},
}
"""The events of each stream, by name. OpenAPI 3.1 has no notation for them."""

STREAM_AT: dict[str, str] = {
    "/api/tables/{id}/events": "TableEvents",
    "/api/tables/{id}/analysis": "AnalysisEvents",
    "/api/stream": "PersonEvents",
    "/api/seek/events": "SeekEvents",
    "/api/tournaments/{tournament}/events": "TournamentEvents",
    "/api/studies/{study}/events": "StudyEvents",
}


def _stream(messages: dict[str, type[msgspec.Struct]]) -> dict[str, Any]:
    return {
        "description": "The data of each event of a stream, by the event's name.",
        "type": "object",
        "properties": {
            name: {"$ref": _REF.format(name=message.__name__)} for name, message in messages.items()
        },
        "required": list(messages),
    }


def _event(name: str, message: type[msgspec.Struct]) -> dict[str, Any]:
    """The schema of one event as the fields of its lines."""
    content = {"$ref": _REF.format(name=message.__name__)}
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": content}
    return {
        "type": "object",
        "properties": {"event": {"const": name}, "data": data, "id": {"type": "string"}},
        "required": ["event", "data"],
    }


def _message_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a message as it is sent."""
    found = {key: value for key, value in schema.items() if key != "title"}
    found["description"] = inspect.cleandoc(schema.get("description", ""))
    # Answers leave out fields with their default; tuples have no field names.
    if schema.get("additionalProperties") is not False and "properties" in schema:
        found["properties"] = {name: _sent(one) for name, one in schema["properties"].items()}
    return found


def _open(schema: Any) -> Any:
    """The schema without `items: false`: `maxItems` says it, and makers of clients read that."""
    if isinstance(schema, dict):
        return {key: _open(one) for key, one in schema.items() if (key, one) != ("items", False)}
    return [_open(one) for one in schema] if isinstance(schema, list) else schema


def _sent(field: dict[str, Any]) -> dict[str, Any]:
    """The schema of a field whose default (null, "") is never sent, without that default."""
    match field:
        case {"default": None, "anyOf": [dict(kind), {"type": "null"}]}:
            return kind
        case {"default": "", "enum": values}:
            return {"enum": [value for value in values if value]}
    return field


def _operation(row: Route, schema: dict[str, Any]) -> dict[str, Any]:
    first, _, rest = row.about.partition("\n")
    found: dict[str, Any] = {
        "operationId": row.handler.__name__,
        "summary": first,
        "parameters": [
            *_path_parameters(row.path),
            *(_query_parameter(name, row) for name in row.query),
        ],
        "responses": {
            "200": _success(row, schema),
            **({"304": {"description": "not modified"}} if row.keeping else {}),
            **_failures(row),
            "431": {"description": "the address or a header is too long; the body was not read"},
        },
    }
    # No credentials are required: a caller without any is, or becomes, a guest.
    found["security"] = [{}, *({one: _roles(one, row)} for one in schemes(row))]
    if rest.strip():
        found["description"] = inspect.cleandoc(rest)
    if row.body is not None:
        found["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema[str(row.body)]}},
        }
    return found


def _roles(scheme: str, row: Route) -> list[str]:
    scope = scope_of(row)
    return [scope] if scheme == "token" and scope else []


def _path_parameters(path: str) -> Iterator[dict[str, Any]]:
    for name in re.findall(r"{(\w+)}", path):
        kind = dict(_NUMBER) if name in _NUMBERS else {"type": "string"}
        yield {"name": name, "in": "path", "required": True, "schema": kind}


def _query_parameter(name: str, row: Route) -> dict[str, Any]:
    kind: dict[str, Any] = dict(_NUMBER)
    formats = list(images_of(row))
    if name == "seat":
        words = ["curtain", "watch"] if row.method == "GET" else ["curtain"]
        kind = {"anyOf": [{**_NUMBER, "maximum": 7}, {"type": "string", "enum": words}]}
    elif name in pictures.CHOICES:
        kind = {"type": "string", "enum": list(pictures.CHOICES[name])}
    elif name == "format":
        kind = {"type": "string", "enum": formats or ["json"]}
    elif name in _TEXTS:
        kind = {"type": "string", "format": "uri"}
    elif name not in _NUMBERS:
        kind = {"type": "array", "items": {"type": "string"}}
    return {"name": name, "in": "query", "required": False, "schema": kind}


def images_of(row: Route) -> dict[str, str]:
    """The image formats that a route answers with."""
    return next((kinds for end, kinds in _IMAGES.items() if row.path.endswith(end)), {})


def _success(row: Route, schema: dict[str, Any]) -> dict[str, Any]:
    if row.answer is not None:
        content = {"application/json": {"schema": schema[str(row.answer)]}}
    elif images := images_of(row):
        content = {kind: {"schema": {"type": "string"}} for kind in images.values()}
    elif stream := STREAM_AT.get(row.path):
        # For want of a notation, the schema is that of each event, as tools for 3.1 read it.
        events = [_event(name, message) for name, message in STREAMS[stream].items()]
        content = {"text/event-stream": {"schema": {"oneOf": events}}}
    elif row.path == "/api/events":
        content = {"text/event-stream": {"schema": {"type": "string"}}}
    else:
        content = {"text/plain": {"schema": {"type": "string"}}}
    return {"description": "done", "content": content}


def _failures(row: Route) -> dict[str, Any]:
    by_status: dict[int, list[str]] = {}
    # Any route is refused if too many requests of one address wait.
    found: tuple[type[no.Refused], ...] = (*row.all_refusals(), no.TooMany)
    for refused in found:
        by_status.setdefault(refused.status, []).append(refused.kind)
    content = {"application/problem+json": {"schema": {"$ref": _REF.format(name="Problem")}}}
    return {
        str(status): {"description": ", ".join(dict.fromkeys(kinds)), "content": content}
        | _again(status)
        for status, kinds in sorted(by_status.items())
    }


def _again(status: int) -> dict[str, Any]:
    """The header that says when to try again."""
    if status not in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        return {}
    return {"headers": {"Retry-After": {"schema": {"type": "integer"}}}}
