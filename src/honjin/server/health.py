"""Health checks, for monitoring and for load balancers."""

from __future__ import annotations

from honjin import __version__
from honjin.core.version import commit
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Answer
from honjin.server.people import messages as me
from honjin.server.people.requests import RequestContext
from honjin.server.site import Site


class Health(Answer):
    """GET /api/health: the server is running and its database answers.

    `commit` is what the server was built from, if that is known. `commits` is given only where
    rate limits are off, for measurements: it could reveal secret choices.
    """

    version: str
    tables: int
    windows: int
    commits: int = 0
    commit: str = ""


class Ready(Answer):
    """GET /api/ready: this process can serve requests; `processes` of them serve the site."""

    processes: int


async def get_health(site: Site, _call: RequestContext) -> Health:
    """Whether the server is running and its database answers."""
    await site.store.require_writable()
    windows = site.live.count()
    # On a quiet server each additional commit would reveal that a secret choice was made.
    commits = 0 if site.settings.limits else site.store.commits
    return Health(__version__, len(site.tables), windows, commits, commit())


async def get_host(site: Site, _call: RequestContext) -> me.Host:
    """Who runs this site."""
    return site.host


async def get_ready(site: Site, _call: RequestContext) -> Ready:
    """Whether this process can serve requests: its database works, and it hears the others.

    Also 503 while the process is stopping. A process that is not ready yet, or no longer, is still
    healthy.
    """
    await site.store.require_writable()
    if not site.members.is_well:
        raise no.NotStored("this process cannot hear the others, so its answers may be outdated")
    return Ready(1 + len(site.members.others))
