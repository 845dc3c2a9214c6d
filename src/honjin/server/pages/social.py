"""Metadata of a page for sites that preview links: a title, a line, and a picture."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from html import escape
from typing import Final, NamedTuple
from urllib.parse import quote, unquote

from starlette.datastructures import Headers
from starlette.types import Scope

from honjin.core.errors import HonjinError
from honjin.core.options import Value
from honjin.core.seats import SPECTATOR
from honjin.core.words import Say, speak
from honjin.pictures.card import HEIGHT, WIDTH, Language, Writer, own_words
from honjin.server.messages import refusals as no
from honjin.server.pages.drawings import PagesSite
from honjin.server.puzzles.service import TODAY
from honjin.server.tables.session.held import Seated

PATIENCE: Final = 1.5
"""Seconds that a page waits for its own metadata before it uses the general one."""
_TABLE: Final = re.compile(r"/t/([^/]{1,40})/?")
EMBEDDED: Final = re.compile(r"/(?:embed/)?t/([a-z0-9]{12})/?")
"""The addresses that other sites can embed."""
_PUZZLE: Final = re.compile(r"/puzzles(?:/([a-z]\w{0,39}))??(?:/(today|\d[\d-]{0,19}))?/?")
_LESSON: Final = re.compile(r"/learn/([^/]{1,40})/([^/]{1,40})/?")
PAGES: Final = re.compile(
    r"/|/index\.html|/(?:about|account|calls|games|help|login|privacy|puzzles|ranks)/?"
    r"|/(?:studies|tokens|tournaments|workshop)/?"
    r"|/admin(?:/(?:reports|tables|people|limits|log))?(?:/[^/]+)?/?"
    r"|/(?:embed/t|explore|people|rules|study|t|tournament)/[^/]+/?"
    r"|/(?:learn|rules|workshop)/[^/]+/[^/]+/?|/workshop/(?:balance|experiments)/?"
    r"|/study/[^/]+/\d{1,6}/\d{1,6}/(?:lesson|puzzle)/?"
    r"|/ranks/[^/]+/?|/ranks/[^/]+/(?:none|days|live)/?"
    r"|/puzzles(?:/(?!today\b)[a-z]\w*)?(?:/[\w-]+)?/?",
    re.ASCII,
)
"""The addresses of the client's pages, as in `route.svelte.ts`; any other is answered with 404."""


class Social(NamedTuple):
    """A page's metadata; `picture` is the address of its picture, without the format."""

    title: str
    about: str
    picture: str = ""


async def head_of(site: PagesSite, scope: Scope) -> tuple[str, bool]:
    """The tags for the head of a page, and whether there is such a page."""
    headers = Headers(scope=scope)
    language: Language = "ja" if headers.get("accept-language", "").startswith("ja") else "en"
    origin, path = site.origin_of(scope), scope["path"]
    exists = PAGES.fullmatch(path) is not None
    try:
        async with asyncio.timeout(PATIENCE):
            social = await _social(site, path.removeprefix("/embed"), language)
    except no.Refused as refusal:
        social, exists = None, refusal.status != 404
    except (HonjinError, TimeoutError):
        social = None
    social = social or _house(language)
    return "".join(_tags(social, origin, path, language)) + _discovery(origin, path), exists


async def social_of(site: PagesSite, path: str, language: Language) -> Social:
    """Return the metadata of a page that must exist; UnknownPath otherwise."""
    found = await _social(site, path, language)
    if found is None:
        raise no.UnknownPath(f"nothing is at {path[:80]}")
    return found


def _discovery(origin: str, path: str) -> str:
    """Return the tag by which other sites find out how to embed a table; empty on other pages."""
    if not origin or not EMBEDDED.fullmatch(path):
        return ""
    url = escape(f"{origin}/oembed?url={quote(origin + path, safe='')}&format=json")
    return f'<link rel="alternate" type="application/json+oembed" href="{url}" />\n'


def _tags(social: Social, origin: str, path: str, language: Language) -> Iterator[str]:
    properties = {
        "og:type": "website",
        "og:site_name": _own("picture.house", language),
        "og:title": social.title,
        "og:description": social.about,
    }
    if origin:
        properties["og:url"] = origin + quote(path)
    if origin and social.picture:
        mark = "&" if "?" in social.picture else "?"
        properties |= {
            "og:image": f"{origin}{social.picture}{mark}format=png&lang={language}",
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": f"{social.title}. {social.about}",
        }
    for name, text in properties.items():
        yield f'<meta property="{name}" content="{escape(text)}" />\n'
    card = "summary_large_image" if "og:image" in properties else "summary"
    yield f'<meta name="twitter:card" content="{card}" />\n'


async def _social(site: PagesSite, path: str, language: Language) -> Social | None:
    for pattern, describe in _PAGES:
        if found := pattern.fullmatch(path):
            return await describe(
                site, tuple(unquote(part or "") for part in found.groups()), language
            )
    return None


def _house(language: Language) -> Social:
    """The metadata of the lobby, of lessons, and of pages that have none of their own."""
    return Social(_own("picture.house", language), _own("picture.about", language), "/picture")


async def _table(site: PagesSite, parts: tuple[str, ...], language: Language) -> Social:
    table = await site.tables.ready(parts[0])
    room = table.room
    writer = Writer(room.game, language)
    sides = room.game.table.scene(room.play.seen(SPECTATOR)).sides
    who = [
        _named(writer.speak(side.name), room.holders[side.seat])
        for side in sides
        if side.seat is not None
    ]
    step = room.step_of(SPECTATOR)
    note = writer.say("picture.open") if room.status == "open" else writer.step(step)
    about = f"{' – '.join(who)}. {note}"
    return Social(_game(writer, room.play.options), about, f"/t/{room.id}/picture?step={step}")


def _game(writer: Writer, options: Mapping[str, Value]) -> str:
    return " · ".join(filter(None, (writer.title(), writer.preset(options))))


def _named(side: str, holder: Seated | None) -> str:
    return f"{side} ({holder.name})" if holder and holder.kind == "person" else side


async def _puzzle(site: PagesSite, parts: tuple[str, ...], language: Language) -> Social:
    game, day = parts[0], site.puzzles.read_day(parts[1] or TODAY)
    title = f"{_own('picture.puzzle', language)} · {day}"
    if not game:
        return Social(title, _own("picture.about", language), f"/puzzles/{day}/picture")
    found = await site.reads.do(lambda: site.puzzles.show(day, game))
    writer = Writer(site.games[game], language)
    about = writer.speak(found.ask) if found.ask else _own("picture.about", language)
    return Social(f"{writer.title()} · {title}", about, f"/puzzles/{day}/picture?game={game}")


async def _lesson(site: PagesSite, parts: tuple[str, ...], language: Language) -> Social:
    game, key = parts
    found = site.games.get(game)
    if found is None:
        raise no.UnknownGame("no such game")
    lesson = await site.reads.do(lambda: site.lessons.show(game, key))
    writer = Writer(found, language)
    title = writer.say("picture.lesson", title=lesson.title[language])
    path = f"/learn/{quote(game, safe='')}/{quote(key, safe='')}/picture"
    return Social(f"{_game(writer, lesson.options)} · {title}", lesson.goal[language], path)


_PAGES: Final[
    tuple[
        tuple[re.Pattern[str], Callable[[PagesSite, tuple[str, ...], Language], Awaitable[Social]]],
        ...,
    ]
] = ((_TABLE, _table), (_PUZZLE, _puzzle), (_LESSON, _lesson))


def _own(key: str, language: Language) -> str:
    return speak(own_words(), Say(key), language)
