"""Pictures: `…/picture` of a table, a puzzle, a lesson, the site; and `…/replay`."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from honjin.pictures.card import LANGUAGES, THEMES
from honjin.server.messages import refusals as no
from honjin.server.pages.drawings import PagesSite, PictureRequest
from honjin.server.people.packed import answer_kept
from honjin.server.people.requests import RequestContext
from honjin.server.puzzles.handlers import game_of
from honjin.server.tables.looks import MAX_STEPS

KINDS: Final = {"svg": "image/svg+xml", "png": "image/png"}
FILMS: Final = {"gif": "image/gif", "webp": "image/webp"}
CHOICES: Final = {"theme": THEMES, "lang": LANGUAGES}
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture opened by itself is a page of this site: it may load nothing and do nothing."""


async def get_house_picture(site: PagesSite, context: RequestContext) -> Response:
    """The site and its games as a picture, 1200 × 630."""
    wish = _wish(context, KINDS)
    picture = await site.pictures.of_house(wish, context.asker)
    return await _answer(site, context, picture, wish, "honjin")


async def get_picture(site: PagesSite, context: RequestContext) -> Response:
    """A step of a table as a picture, 1200 × 630: what a spectator sees, for any caller.

    `step` is counted as a spectator counts; by default the last one. `format` is svg or png,
    `theme` light or dark, `lang` en or ja.
    """
    wish = _wish(context, KINDS)
    step = context.number("step", MAX_STEPS)
    table = await site.tables.ready(context.path("id"))
    picture = await site.pictures.of_step(table.painter, step, wish, context.asker)
    name = table.room.game.key if step is None else f"{table.room.game.key}-{step}"
    return await _answer(site, context, picture, wish, name)


async def get_replay(site: PagesSite, context: RequestContext) -> Response:
    """Up to 24 successive steps of a table as a moving picture, 800 × 420.

    From step `from` to step `to`, as a spectator counts; by default the last twelve. `format` is
    gif or webp.
    """
    wish = _wish(context, FILMS)
    first, last = context.number("from", MAX_STEPS), context.number("to", MAX_STEPS)
    table = await site.tables.ready(context.path("id"))
    picture = await site.pictures.of_steps(table.painter, first, last, wish, context.asker)
    return await _answer(site, context, picture, wish, table.room.game.key)


async def get_puzzle_picture(site: PagesSite, context: RequestContext) -> Response:
    """The puzzle of a day, as a picture."""
    wish = _wish(context, KINDS)
    day = site.puzzles.read_day(context.path("day"))
    game = game_of(context)
    picture = await site.pictures.of_puzzle(day, game, wish, context.asker)
    name = "-".join(filter(None, ("puzzle", game, str(day))))
    return await _answer(site, context, picture, wish, name)


async def get_lesson_picture(site: PagesSite, context: RequestContext) -> Response:
    """The beginning of a lesson, as a picture."""
    wish = _wish(context, KINDS)
    game, key = context.path("game"), context.path("key")
    picture = await site.pictures.of_lesson(game, key, wish, context.asker)
    return await _answer(site, context, picture, wish, "lesson")


def _wish(context: RequestContext, kinds: dict[str, str]) -> PictureRequest:
    kind = _one_of(context, "format", tuple(kinds))
    theme, language = (_one_of(context, name, CHOICES[name]) for name in ("theme", "lang"))
    return PictureRequest(
        kind, "dark" if theme == "dark" else "light", "ja" if language == "ja" else "en"
    )


def _one_of(context: RequestContext, name: str, values: tuple[str, ...]) -> str:
    """Return a query parameter that is one of these; the first if it is missing."""
    found = (context.all(name) or [values[0]])[-1]
    if found not in values:
        raise no.Unreadable(f"?{name}= expects {' or '.join(values)}, got {found[:40]!r}")
    return found


async def _answer(
    site: PagesSite, context: RequestContext, picture: bytes, wish: PictureRequest, name: str
) -> Response:
    kind = (KINDS | FILMS)[wish.kind]
    return await answer_kept(
        site.packed, context, picture, "public", kind, content_security_policy=_POLICY,
        content_disposition=f'inline; filename="{name}.{wish.kind}"',
    )  # fmt: skip
