"""Whether the server does well: for those who watch it, and for proxies that share out requests."""

from __future__ import annotations

from honjin import __version__
from honjin.server.http.web import Call
from honjin.server.messages import protocol as p
from honjin.server.messages import refusals as no
from honjin.server.site import Site


async def get_health(site: Site, _call: Call) -> p.Health:
    """Whether the server runs and its database answers."""
    await site.store.must_store()
    windows = site.live.count()
    # On a quiet server each commit more would tell of a choice that was made in secret.
    commits = 0 if site.settings.limits else site.store.commits
    return p.Health(__version__, len(site.tables), windows, commits)


async def get_ready(site: Site, _call: Call) -> p.Ready:
    """Whether this process can be sent requests: its database stores, and it hears the others.

    503 also while it stops. A process that is not ready yet, or no longer, is healthy all the same.
    """
    await site.store.must_store()
    if not site.members.is_well:
        raise no.NotStored("this process does not hear the others; what it shows may be old")
    return p.Ready(1 + len(site.members.others))
