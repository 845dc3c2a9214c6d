"""Finding the endpoint of a path by its parts, instead of trying one pattern after another.

    /api/tables/k3v…/actions    the fourth of five parts may be a parameter: looked up as
    /api/tables//actions

For each number of parts there are few sets of places that parameters have, and one look-up for
each. Where several paths fit, the one with the fewest parameters is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from starlette.types import ASGIApp, Scope


class _Found(NamedTuple):
    app: ASGIApp
    names: tuple[str, ...]


_Shape = tuple[tuple[int, ...], dict[str, _Found]]
"""The places of parameters among the parts, and what is found at paths without these parts."""


class Paths:
    """All paths of the table of routes, such as `/api/tables/{id}`, with their applications."""

    def __init__(self, paths: Mapping[str, ASGIApp]) -> None:
        shapes: dict[int, dict[tuple[int, ...], dict[str, _Found]]] = {}
        for path, app in paths.items():
            parts = path.split("/")
            places = tuple(n for n, part in enumerate(parts) if part.startswith("{"))
            found = _Found(app, tuple(parts[n][1:-1] for n in places))
            for n in places:
                parts[n] = ""
            shapes.setdefault(len(parts), {}).setdefault(places, {})["/".join(parts)] = found
        self._shapes: dict[int, list[_Shape]] = {
            length: sorted(found.items(), key=lambda one: len(one[0]))
            for length, found in shapes.items()
        }

    def find(self, scope: Scope) -> ASGIApp | None:
        """What answers a request, which is given its `path_params`; None if no path fits."""
        parts = scope["path"].split("/")
        for places, known in self._shapes.get(len(parts), ()):
            kept, values = parts.copy(), []
            for n in places:
                values.append(kept[n])
                kept[n] = ""
            found = known.get("/".join(kept))
            if found is not None and all(values):
                scope["path_params"] = dict(zip(found.names, values, strict=True))
                return found.app
        return None
