"""Finding the endpoint of a path by its parts, instead of trying one pattern after another.

    /api/tables/k3v…/actions    the fourth of five parts may be a parameter: looked up as
    /api/tables//actions

For each number of parts there are few sets of places that parameters have, and one look-up for
each. Where several paths fit, the one with the fewest parameters is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send


class _Found(NamedTuple):
    app: ASGIApp
    names: tuple[str, ...]


_Shape = tuple[tuple[int, ...], dict[str, _Found]]
"""The places of parameters among the parts, and what is found at paths without these parts."""


class Paths(BaseRoute):
    """All paths of the table of routes, such as `/api/tables/{id}`, with their endpoints."""

    def __init__(self, paths: Mapping[str, ASGIApp]) -> None:
        shapes: dict[int, dict[tuple[int, ...], dict[str, _Found]]] = {}
        for path, app in paths.items():
            parts = path.split("/")
            places = tuple(n for n, part in enumerate(parts) if part.startswith("{"))
            found = _Found(app, tuple(parts[n][1:-1] for n in places))
            of_length = shapes.setdefault(len(parts), {})
            of_length.setdefault(places, {})[_without(parts, places)] = found
        self._shapes: dict[int, list[_Shape]] = {
            length: sorted(found.items(), key=lambda one: len(one[0]))
            for length, found in shapes.items()
        }

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request is for one of the paths, and what its endpoint needs."""
        if scope["type"] != "http":
            return Match.NONE, {}
        parts = scope["path"].split("/")
        for places, known in self._shapes.get(len(parts), ()):
            found = known.get(_without(parts, places))
            values = [parts[n] for n in places]
            if found is not None and all(values):
                given = dict(zip(found.names, values, strict=True))
                return Match.FULL, {"endpoint": found.app, "path_params": given}
        return Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that `matches`."""
        await scope["endpoint"](scope, receive, send)


def _without(parts: list[str], places: tuple[int, ...]) -> str:
    kept = parts.copy()
    for n in places:
        kept[n] = ""
    return "/".join(kept)
