"""Calls in words: pushes, mails and lines of feeds, in either language."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from babel.dates import format_datetime

from honjin.core.game import Game
from honjin.core.options import Value
from honjin.core.words import Say, Words, load_words, speak
from honjin.pictures.card import Writer
from honjin.server.notifications.fold import Matter, local
from honjin.server.notifications.messages import CallWishes
from honjin.server.people.accounts.messages import Language
from honjin.server.people.auth import guest_number
from honjin.server.tables.session.room import Room
from honjin.server.tables.store.rows import Row

_FORMS: Final[Mapping[Language, str]] = {"en": "EEE d MMM, HH:mm", "ja": "M月d日(EEE) HH:mm"}


class Sitting(NamedTuple):
    """The facts about a table in a call: id, game, and holders (kind, who, name)."""

    table: str
    game: str
    options: Mapping[str, Value]
    holders: Sequence[tuple[str, str, str] | None]

    @classmethod
    def of(cls, at: Room | Row) -> Sitting:
        """The facts of a table in memory, or of its row."""
        if isinstance(at, Row):
            return cls(at.id, at.game, at.options, at.holders)
        held = [(one.kind, one.who, one.name) if one else None for one in at.holders]
        return cls(at.id, at.game.key, dict(at.play.options), held)


class Told(NamedTuple):
    """A matter in words: what it is, the game, the opponents, the time limit, and the path."""

    kind: str
    what: str
    game: str
    against: str
    until: str
    path: str

    @property
    def line(self) -> str:
        """Everything but what it is, in one line."""
        return " · ".join(filter(None, (self.game, self.against, self.until)))


class Letter(NamedTuple):
    """A mail: its subject, and its body as plain text and as HTML."""

    subject: str
    text: str
    html: str


@cache
def own_words() -> Words:
    """The words of calls."""
    with resources.as_file(resources.files("honjin.server.notifications")) as folder:
        return load_words(Path(folder) / "words")


def say(key: str, language: Language, **holes: Any) -> str:
    """One of the sentences."""
    return speak(own_words(), Say(key, holes), language)


def tell(
    one: Matter, at: Sitting, games: Mapping[str, Game[Any]], wishes: CallWishes,
    language: Language | None = None,
) -> Told:  # fmt: skip
    """A matter in words."""
    language = language or wishes.lang
    writer = Writer(games[at.game], language)
    title = " · ".join(filter(None, (writer.title(), writer.preset(at.options))))
    until = ""
    if one.end:
        until = say("call.until", language, when=when(local(wishes, one.end), language))
    what = say(f"call.{one.kind}", language)
    return Told(one.kind, what, title, "", until, f"/t/{at.table}")


def named(told: Told, at: Sitting, person: str, language: Language) -> Told:
    """Add the names of the person's opponents, if the person has a seat there.

    A challenger is not named: nobody can have a mail sent with words of their own.
    """
    names = [one[2] for one in at.holders if one and one[0] == "person" and one[1] != person]
    sits = any(one and one[1] == person for one in at.holders)
    if not (sits and any(names)):
        return told
    shown = tuple(_shown(name, language) for name in names if name)
    return told._replace(against=say("call.against", language, who=shown))


def _shown(name: str, language: Language) -> str:
    """A person's name; of a guest who has chosen none, in the reader's language."""
    number = guest_number(name)
    return say("call.guest", language, n=number) if number else name


def when(time: datetime, language: Language) -> str:
    """A day and a time of day."""
    return format_datetime(time, _FORMS[language], locale=language)


# ---------------------------------------------------------------- pushes


def pushed(told: Told, n: int) -> bytes:
    """The push for a matter: no names, since others may see the same screen."""
    title = told.what
    body = " · ".join(filter(None, (told.game, told.until)))
    tag = f"honjin-{told.path.removeprefix('/t/')}"
    return _push(title, body, told.path, tag, n)


def pushed_several(count: int, n: int, language: Language) -> bytes:
    """The push for several matters at once."""
    return _push(say("call.several", language, n=count), "", "/games", "honjin-several", n)


def pushed_test(n: int, language: Language) -> bytes:
    """The test push."""
    title, about = say("call.test", language), say("call.test.about", language)
    return _push(title, about, "/calls", "honjin-test", n)


def _push(title: str, body: str, path: str, tag: str, n: int) -> bytes:
    return msgspec.json.encode(
        {"title": title[:100], "body": body[:150], "path": path, "tag": tag, "n": n}
    )


# ---------------------------------------------------------------- mails


def letter(told: Sequence[Told], origin: str, stop: str, language: Language) -> Letter:
    """One mail about all matters."""
    first = told[0]
    subject = say("call.subject", language, what=first.what, game=first.game)
    if len(told) > 1:
        subject = say("call.several", language, n=len({one.path for one in told}))
    greeting = say("call.greeting", language)
    feet = ((say("call.settings", language), f"{origin}/calls"), (say("call.stop", language), stop))
    text = [greeting, ""]
    for one in told:
        text += [one.what, one.line, origin + one.path, ""]
    text += ["--", *(f"{what} {where}" for what, where in feet)]
    return Letter(subject, "\n".join(text) + "\n", _page(told, greeting, feet, origin, language))


def letter_of_test(origin: str, stop: str, language: Language) -> Letter:
    """The test mail."""
    what, about = say("call.test", language), say("call.test.about", language)
    told = Told("test", what, about, "", "", "/calls")
    found = letter((told,), origin, stop, language)
    return found._replace(subject=told.what)


def _colour(told: Told) -> str:
    """Vermilion if the person can do something, otherwise ink."""
    return "#23201c" if told.kind in ("begun", "over", "test") else "#bd3517"


def _page(
    told: Sequence[Told], greeting: str, feet: Sequence[tuple[str, str]], origin: str,
    language: Language,
) -> str:  # fmt: skip
    """The mail as HTML: no picture, nothing that is loaded, no tracking."""
    e = html.escape
    to_table = e(say("call.open", language))
    rows = "".join(
        f'<tr><td style="padding:12px 0;border-top:1px solid #cdc0a6">'
        f'<strong style="color:{_colour(one)}">{e(one.what)}</strong><br>{e(one.line)}<br>'
        f'<a href="{e(origin + one.path)}" style="color:#26436b">{to_table}</a>'
        "</td></tr>"
        for one in told
    )
    foot = "<br>".join(
        f'{e(what)} <a href="{e(where)}" style="color:#5a5248">{e(where)}</a>'
        for what, where in feet
    )
    return (
        f'<!doctype html><html lang="{language}"><body style="margin:0;background:#f3ecdd">'
        '<table role="presentation" width="100%" style="background:#f3ecdd"><tr><td align="center">'
        '<table role="presentation" style="width:100%;max-width:560px;padding:24px;color:#23201c;'
        "background:#fbf7ed;font:16px/1.6 'Hiragino Kaku Gothic ProN','Yu Gothic',sans-serif\">"
        '<tr><td style="font:700 24px/1.3 serif;padding-bottom:8px">本陣 Honjin</td></tr>'
        f'<tr><td style="padding-bottom:12px">{e(greeting)}</td></tr>{rows}'
        f'<tr><td style="padding-top:16px;border-top:1px solid #cdc0a6;font-size:13px;'
        f'color:#5a5248;overflow-wrap:anywhere">{foot}</td></tr></table></td></tr></table>'
        "</body></html>\n"
    )
