"""The routes that each scope of a token allows, as one closed list; no token allows any others.

    read        what the caller sees: tables, records, the stream
    play        acting, if the caller is marked as a program
    challenge   opening tables, taking and leaving seats before a game, entering tournaments

Any token allows public routes. Tokens themselves, the caller's name, the server's bots, analysis
and the coach are only for people in a browser.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from honjin.server.messages.parts import Scope

if TYPE_CHECKING:
    from honjin.server.people.route import Route

OPENS: Final[dict[Scope, tuple[str, ...]]] = {
    "read": (
        "GET /api/me", "GET /api/tables", "GET /api/stream", "GET /api/challenges",
        "GET /api/tables/{id}", "GET /api/tables/{id}/events", "GET /api/tables/{id}/steps/{n}",
        "GET /api/tables/{id}/why", "GET /api/tables/{id}/gestures", "GET /api/tables/{id}/ahead",
        "GET /api/tables/{id}/facts", "GET /api/tables/{id}/record", "GET /api/tables/{id}/review",
        "GET /api/tournaments", "GET /api/tournaments/{tournament}",
        "GET /api/tournaments/{tournament}/events", "GET /api/tournaments/{tournament}/results",
    ),
    "play": (
        "POST /api/tables/{id}/actions", "POST /api/tables/{id}/back",
        "POST /api/tables/{id}/resign", "POST /api/tables/{id}/leave",
        "POST /api/tables/{id}/return", "POST /api/tables/{id}/takeback",
        "POST /api/tables/{id}/takeback/answer", "POST /api/tables/{id}/nonce",
        "POST /api/tables/{id}/chat", "POST /api/tables/{id}/promise",
    ),
    "challenge": (
        "POST /api/tables", "POST /api/tables/{id}/sit", "POST /api/tables/{id}/stand",
        "POST /api/tables/{id}/decline", "POST /api/tables/{id}/rematch",
        "POST /api/tournaments/{tournament}/enter", "POST /api/tournaments/{tournament}/withdraw",
    ),
}  # fmt: skip
_SCOPES: Final = {path: scope for scope, paths in OPENS.items() for path in paths}


def scope_of(route: Route) -> Scope | None:
    """Return the scope that a token needs for a route; None if any token, or no token, will do."""
    return _SCOPES.get(f"{route.method} {route.path}")


def schemes(route: Route) -> Iterator[str]:
    """The ways in which a caller of a route can be identified."""
    yield "cookie"
    if route.is_public or scope_of(route):
        yield "token"
