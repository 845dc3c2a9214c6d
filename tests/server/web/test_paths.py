"""Paths are found by their parts, and mean what patterns tried one after another would."""

from typing import Any

import pytest
from starlette.routing import Match, Route, compile_path

from honjin.server.routes import ROUTES
from honjin.server.web.paths import Paths


async def _nothing(_scope: Any, _receive: Any, _send: Any) -> None:
    """An endpoint."""


PATHS = Paths({path: path for path in {route.path for route in ROUTES}})  # type: ignore[misc]


def find(path: str) -> tuple[Any, Any]:
    scope = {"path": path}
    return PATHS.find(scope), scope.get("path_params")


@pytest.mark.parametrize("template", sorted({route.path for route in ROUTES}))
def test_every_path_is_found_with_its_parameters(template: str) -> None:
    """A path with values in place of its parameters leads to its endpoint, with these values."""
    names = compile_path(template)[2]
    given = {name: f"value{n}.x" for n, name in enumerate(names)}
    assert (template, given) == find(template.format(**given))


@pytest.mark.parametrize(
    "path",
    ["", "/", "/api", "/api/", "/api/tables/", "/api/tables//actions", "/api/tables/x/actions/",
     "//api/tables", "/api/tables/x/nothing", "/API/tables"],
)  # fmt: skip
def test_nothing_else_is_found(path: str) -> None:
    """An empty parameter, another case or a further slash makes another path."""
    assert (None, None) == find(path)


def test_a_path_without_parameters_comes_first() -> None:
    """`/api/studies/file` is no study; but a study called `file` would have its members."""
    assert ("/api/studies/file", {}) == find("/api/studies/file")
    assert ("/api/studies/{study}/members", {"study": "file"}) == find("/api/studies/file/members")


def test_the_table_of_routes_means_the_same_tried_in_order() -> None:
    """The first pattern that fits, in the order of the table, is the path that is found."""
    routes = [Route(route.path, _nothing) for route in ROUTES]
    for path in {route.path.replace("{", "").replace("}", "") for route in ROUTES}:
        scope = {"type": "http", "path": path, "method": "GET"}
        first = next(one for one in routes if one.matches(scope)[0] is not Match.NONE)
        assert first.path == find(path)[0]
