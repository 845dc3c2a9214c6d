"""Health checks, for monitoring and for load balancers."""

from __future__ import annotations

from honjin import __version__
from honjin.core.version import commit
from honjin.server.messages import refusals as no
from honjin.server.people import messages as me
from honjin.server.people.requests import RequestContext
from honjin.server.site import Site
from honjin.server.tables.messages import protocol as p


async def get_health(site: Site, _call: RequestContext) -> p.Health:
    """Whether the server is running and its database answers."""
    await site.store.require_writable()
    windows = site.live.count()
    # On a quiet server each additional commit would reveal that a secret choice was made.
    commits = 0 if site.settings.limits else site.store.commits
    return p.Health(__version__, len(site.tables), windows, commits, commit())


async def get_host(site: Site, _call: RequestContext) -> me.Host:
    """Who runs this site."""
    return site.host


async def get_ready(site: Site, _call: RequestContext) -> p.Ready:
    """Whether this process can serve requests: its database works, and it hears the others.

    Also 503 while the process is stopping. A process that is not ready yet, or no longer, is still
    healthy.
    """
    await site.store.require_writable()
    if not site.members.is_well:
        raise no.NotStored("this process cannot hear the others, so its answers may be outdated")
    return p.Ready(1 + len(site.members.others))
