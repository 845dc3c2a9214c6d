"""The table of routes, from which routing, the OpenAPI document and docs/protocol.md are made.

Paths are tried in the order of the rows; the busiest come first. `python -m honjin.server.routes`
prints the OpenAPI document.
"""

from __future__ import annotations

import sys
from typing import Any, Final

import msgspec

from honjin.server import health, openapi, privacy
from honjin.server.accounts.routes import ACCOUNT_ROUTES
from honjin.server.analysis.routes import ANALYSIS_ROUTES
from honjin.server.experiments.routes import EXPERIMENT_ROUTES
from honjin.server.explorer.routes import EXPLORER_ROUTES
from honjin.server.finding.routes import FINDING_ROUTES
from honjin.server.health import Health, Ready
from honjin.server.history.routes import HISTORY_ROUTES
from honjin.server.messages import refusals as no
from honjin.server.moderation.routes import MODERATION_ROUTES
from honjin.server.notifications.routes import NOTIFICATION_ROUTES
from honjin.server.pages.routes import PAGE_ROUTES
from honjin.server.people import messages as me
from honjin.server.people.requests import RequestContext
from honjin.server.people.route import Route
from honjin.server.puzzles.routes import PUZZLE_ROUTES
from honjin.server.site import Site
from honjin.server.studies.routes import STUDY_ROUTES
from honjin.server.tables.routes import TABLE_ROUTES
from honjin.server.tournaments.routes import TOURNAMENT_ROUTES
from honjin.server.workshop.routes import WORKSHOP_ROUTES


async def get_openapi(site: Site, context: RequestContext) -> bytes:
    """This table as an OpenAPI document."""
    return await site.reads.once("openapi", _openapi, context.asker)


def _openapi() -> bytes:
    return msgspec.json.encode(openapi.openapi(ROUTES))


ROUTES: Final[tuple[Route, ...]] = (
    *TABLE_ROUTES,
    *HISTORY_ROUTES,
    *ANALYSIS_ROUTES,
    *ACCOUNT_ROUTES,
    *FINDING_ROUTES,
    *TOURNAMENT_ROUTES,
    *STUDY_ROUTES,
    *EXPLORER_ROUTES,
    *PUZZLE_ROUTES,
    *WORKSHOP_ROUTES,
    *EXPERIMENT_ROUTES,
    *NOTIFICATION_ROUTES,
    *MODERATION_ROUTES,
    *PAGE_ROUTES,
    Route("GET", "/api/account/data", privacy.get_own_data, dict[str, Any], None, (no.NotStored,),
          limit="export", account=True),
    Route("GET", "/api/health", health.get_health, Health, None, (no.NotStored,)),
    Route("GET", "/api/host", health.get_host, me.Host, None),
    Route("GET", "/api/ready", health.get_ready, Ready, None, (no.NotStored,)),
    Route("GET", "/api/openapi.json", get_openapi, dict[str, Any], None, (no.Busy,), limit="read",
          keeping="public"),
)  # fmt: skip


def main() -> None:
    """Print the OpenAPI document."""
    sys.stdout.buffer.write(msgspec.json.format(_openapi()))


if __name__ == "__main__":
    main()
