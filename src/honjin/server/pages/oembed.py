"""Embedding a table in pages of other sites (oEmbed)."""

from __future__ import annotations

from html import escape
from typing import Final

from honjin.pictures.card import HEIGHT, WIDTH
from honjin.server.messages import refusals as no
from honjin.server.pages import messages as pg
from honjin.server.pages.drawings import PagesSite
from honjin.server.pages.social import EMBEDDED, social_of
from honjin.server.people.requests import RequestContext

LONGEST_URL: Final = 300
FRAME: Final = (720, 640)
"""Width and height of an embedded table, by default."""
SMALLEST: Final = (280, 240)
LARGEST: Final = 4_000
HOUR: Final = 3600


async def get_oembed(site: PagesSite, context: RequestContext) -> pg.Embedding:
    """How to embed a table in another page, as oEmbed: `?url=` is the address of the table.

    `maxwidth` and `maxheight` bound the frame. Only addresses of this site are accepted.
    """
    if (form := (context.all("format") or ["json"])[-1]) != "json":
        raise no.OtherForm(f"?format= expects json, got {form[:40]!r}")
    origin, table = site.origin_of(context.scope), _named_table(site, context)
    social = await social_of(site, f"/t/{table}", "en")
    width, height = (
        min(usual, max(least, context.number(f"max{name}", LARGEST) or usual))
        for name, usual, least in zip(("width", "height"), FRAME, SMALLEST, strict=True)
    )
    title = escape(social.title, quote=True)
    frame = (
        f'<iframe src="{origin}/embed/t/{table}" width="{width}" height="{height}" '
        f'title="{title}" loading="lazy" style="border:0;max-width:100%" allowfullscreen></iframe>'
    )
    picture = f"{origin}{social.picture}&format=png"
    return pg.Embedding(
        "rich", "1.0", social.title, "Honjin", origin, frame, width, height, HOUR, picture, WIDTH,
        HEIGHT,
    )  # fmt: skip


def _named_table(site: PagesSite, context: RequestContext) -> str:
    """Return the table whose address is in the query."""
    url, origin = (context.all("url") or [""])[-1], site.origin_of(context.scope)
    if not url or len(url) > LONGEST_URL:
        raise no.Unreadable(f"?url= expects an address of at most {LONGEST_URL} characters")
    path = url.removeprefix(origin) if origin and url.startswith(f"{origin}/") else ""
    found = EMBEDDED.fullmatch(path.partition("?")[0].partition("#")[0])
    if found is None:
        raise no.UnknownPath(f"expected {origin}/t/…, got {url[:80]!r}")
    return found.group(1)
