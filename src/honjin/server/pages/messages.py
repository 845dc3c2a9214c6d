"""The answer by which other sites embed a table."""

from __future__ import annotations

from honjin.server.messages.parts import Answer


class Embedding(Answer):
    """GET /oembed: how to embed a table in another page, as in oEmbed 1.0 (type rich)."""

    type: str
    version: str
    title: str
    provider_name: str
    provider_url: str
    html: str
    width: int
    height: int
    cache_age: int
    thumbnail_url: str
    thumbnail_width: int
    thumbnail_height: int
