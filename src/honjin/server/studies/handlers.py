"""The handlers of studies: lists, people, chapters, files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Final
from unicodedata import normalize

import msgspec
from starlette.responses import StreamingResponse

from honjin.core.game import Game
from honjin.core.reading.limit import must_be_in_time
from honjin.core.record import Record, read_record
from honjin.core.study.file import (
    FileChapter,
    FileNode,
    check_study,
    read_study,
    write_chapter,
    written,
)
from honjin.core.study.tree import MAX_TEXT, Head
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people import requests
from honjin.server.people.names import unseen
from honjin.server.people.people import Person
from honjin.server.people.requests import RequestContext, read_number
from honjin.server.people.standing.chatter import has_link
from honjin.server.people.standing.words import WordList
from honjin.server.studies import messages as m
from honjin.server.studies import orders
from honjin.server.studies import store as kept
from honjin.server.studies.events import Visibility
from honjin.server.studies.fold import Study
from honjin.server.studies.reading import LARGEST, found, path_number, require_reader, who_of
from honjin.server.studies.service import Decide, StudySite
from honjin.server.tables.seats.guests import person_called
from honjin.server.tables.store.table import id_of
from honjin.server.web.watches import Watch

_LISTS: Final[dict[str, Callable[..., list[kept.StudyLine]]]] = {
    "yours": kept.owned, "joined": kept.joined, "public": kept.public,
}  # fmt: skip
Look = Callable[[str], str]
"""Returns a text with asterisks for unwanted words, or refuses it."""
_encode = msgspec.json.Encoder().encode


# ---------------------------------------------------------------- lists


async def get_studies(site: StudySite, context: RequestContext) -> m.StudyPage:
    """A page of studies: the caller's, or with `?of=joined` or `public` those of others."""
    of = (context.all("of") or ["yours"])[-1]
    if of not in _LISTS:
        raise no.Unreadable(f"?of= expects one of {', '.join(_LISTS)}, got {of[:40]!r}")
    return await _page(site, context, of, (context.all("before") or [""])[-1])


async def _page(site: StudySite, context: RequestContext, of: str, before: str = "") -> m.StudyPage:
    cursor = requests.read_cursor(before) if before else None
    if of == "public":
        ask = partial(kept.public, before=cursor)
    elif context.is_new:
        return m.StudyPage(())
    else:
        ask = partial(_LISTS[of], who=context.caller.id, before=cursor)
    lines = await site.store.ask(ask)
    people = await site.people.find({one.owner for one in lines})
    last = lines[-1] if len(lines) == kept.PAGE else None
    after = f"{last.changed}-{last.id}" if last else ""
    return m.StudyPage(tuple(_row(site, people, line) for line in lines), after)


def _row(site: StudySite, people: dict[str, Person], line: kept.StudyLine) -> m.StudyRow:
    head = line.header
    return m.StudyRow(
        line.id, head.title, _name(site, people, line.owner, head.host), line.visibility,
        head.chapters, head.games, line.changed, line.hidden,
    )  # fmt: skip


def _name(site: StudySite, people: dict[str, Person], who: str, name: str) -> str:
    """Return a person's name of today; empty if the account was deleted."""
    if site.people.kind(who) == "gone":
        return ""
    return people[who].name if who in people else name


# ---------------------------------------------------------------- a study


async def get_study(site: StudySite, context: RequestContext) -> m.StudyInfo:
    """A study: its people, its chapters without their trees, and the caller's role."""
    return await _info(site, await found(site, context), who_of(context))


async def get_study_events(site: StudySite, context: RequestContext) -> None:
    """Server-sent events `study`: the study, whenever something in it or about it changes."""
    id, caller = (await found(site, context)).id, context.caller
    who = who_of(context)

    async def painted() -> bytes:
        study = await site.studies.find(id)
        await require_reader(site, study, who)
        return _encode(await _info(site, study, who))

    watch = Watch(caller.id)
    site.watches.join(id, watch)
    _tell_readers(site, id)
    try:
        with site.sessions.stream(context.login, watch.end):
            await site.watches.listen(id, watch, b"study", painted, context.receive, context.send)
    finally:
        _tell_readers(site, id)


def _tell_readers(site: StudySite, id: str) -> None:
    site.studies.tell_readers(id, set(site.watches.who(id)))
    site.watches.wake(id)


async def _info(site: StudySite, study: Study, who: str) -> m.StudyInfo:
    """Return a study as a person sees it."""
    here = set(site.watches.who(study.id)) | site.studies.readers_elsewhere(study.id)
    ids = {study.owner, *study.members}
    people = await site.people.find(ids | here)
    name = partial(_name, site, people)
    members = tuple(
        m.StudyMember(one.who, shown, one.role)
        for one in study.members.values()
        if (shown := name(one.who, one.name))
    )
    chapters = tuple(
        m.StudyChapter(
            n, one.head.title, one.head.game, study.changes[n], len(one.tree.nodes),
            _is_usable(site, one.head),
        )
        for n, one in study.chapters.items()
    )  # fmt: skip
    # Strangers with the link are counted by nobody: only members are named as present.
    there = (name(one, study.host if one == study.owner else "") for one in sorted(here & ids))
    return m.StudyInfo(
        study.id, study.count, study.title, name(study.owner, study.host), study.visibility,
        study.role(who),  # type: ignore[arg-type]
        members, chapters, tuple(filter(None, there)), study.owner, study.hidden,
    )  # fmt: skip


def _is_usable(site: StudySite, head: Head) -> bool:
    game = site.games.get(head.game)
    return game is not None and head.rules in (game.version, *game.replays)


async def post_studies(
    site: StudySite, context: RequestContext, order: m.CreateStudy
) -> m.StudyInfo:
    """Create a study; the caller owns it."""
    title, id = read_title(site, context, order.title), id_of(context.caller.id, order)
    study = await site.studies.made(id) if order.key else None
    study = study or await _created(site, context, title, order.visibility, id=id)
    return await _info(site, study, context.caller.id)


async def _created(
    site: StudySite, context: RequestContext, title: str, visibility: Visibility,
    begun: Sequence[Decide] = (), id: str = "",
) -> Study:  # fmt: skip
    is_account = site.people.kind(context.caller.id) == "account"
    return await site.studies.create(
        context.caller, title, visibility, is_account=is_account, begun=begun, id=id
    )


async def post_study(site: StudySite, context: RequestContext, order: m.ChangeStudy) -> m.StudyInfo:
    """Change the title of a study, or who may see it; only for its owner."""
    title = None if order.title is None else read_title(site, context, order.title)
    change = partial(orders.change, title=title, visibility=order.visibility)
    return await _changed(site, context, change)


async def post_remove_study(site: StudySite, context: RequestContext, _order: Body) -> m.StudyPage:
    """Remove a study with everything in it; only for its owner."""
    study = await found(site, context)
    orders.require_owner(study, context.caller.id)
    await site.studies.remove(study.id)
    return await _page(site, context, "yours")


async def post_member(
    site: StudySite, context: RequestContext, order: m.AdmitMember
) -> m.StudyInfo:
    """Admit a person by name, who may then see the study, and write in it unless told otherwise."""
    orders.require_owner(await found(site, context), context.caller.id)
    await site.write_people()
    who = await person_called(site, context, order.name)
    await site.hides.require_welcome(context.caller.id, [who])
    if any(
        one.who == who and one.kind == "block" for one in await site.hides.of(context.caller.id)
    ):
        raise no.NotWelcome("you have blocked this person; show the person again first")
    admit = partial(orders.admit, who=who, name=order.name, role=order.role)
    return await _changed(site, context, admit)


async def post_dismiss(
    site: StudySite, context: RequestContext, order: m.DismissMember
) -> m.StudyInfo:
    """End the membership of a person, for the owner; or the caller's own."""
    dismiss = partial(orders.dismiss, who=order.who or context.caller.id)
    return await _changed(site, context, dismiss)


async def _changed(
    site: StudySite, context: RequestContext, order: Callable[[Study, str, int], orders.Events]
) -> m.StudyInfo:
    """Carry out an order of the caller's; it gets the study, who gives it, and the time."""
    id, who = (await found(site, context)).id, context.caller.id
    study = await site.studies.change(id, lambda one: order(one, who, site.now()))
    return await _info(site, study, who)


# ---------------------------------------------------------------- chapters


async def post_chapters(
    site: StudySite, context: RequestContext, order: m.AddChapter
) -> m.StudyInfo:
    """Add a chapter that shows a game from its start, a position, a record, or a table's game."""
    orders.require_writer(await found(site, context), context.caller.id)
    site.require_room()
    title = read_title(site, context, order.title)
    head, entries = await _begun(site, context, order, title)
    return await _changed(site, context, partial(orders.add, head=head, entries=entries))


async def _begun(
    site: StudySite, context: RequestContext, order: m.AddChapter, title: str
) -> tuple[Head, tuple[str, ...]]:
    boards = site.boards
    if order.table is not None:
        record = await _record_of(site, order.table)
        return await site.texts.do(lambda: boards.from_record(title, record), context.asker)
    if order.record is not None:
        text = order.record
        return await site.texts.do(
            lambda: boards.from_record(title, read_record(text)), context.asker
        )
    make = partial(boards.begin, title, order.game, None, order.options, order.start)
    return await site.texts.do(make, context.asker), ()


async def _record_of(site: StudySite, table: str) -> Record:
    """Return the record of a table's game, if everybody may know it."""
    room = (await site.tables.ready(table)).room
    if room.status == "open":
        raise no.NotOver("the game has not begun")
    if room.game.has_secrets and room.status != "over":
        raise no.NotOver("a game with secrets can be studied when it is over")
    return room.play.record()


async def post_chapter(
    site: StudySite, context: RequestContext, order: m.ChangeChapter
) -> m.StudyInfo:
    """Rename a chapter, or move it to another place."""
    n, place = path_number(context, "chapter"), order.place
    title = None if order.title is None else read_title(site, context, order.title)

    def decide(study: Study, by: str, now: int) -> orders.Events:
        renamed = () if title is None else orders.entitle(study, by, now, n, title)
        moved = () if place is None else orders.move(study, by, now, n, place)
        return (*renamed, *moved)

    return await _changed(site, context, decide)


async def post_remove_chapter(
    site: StudySite, context: RequestContext, order: m.RemoveChapter
) -> m.StudyInfo:
    """Remove a chapter, unless somebody has changed it in the meantime."""
    remove = partial(orders.remove, n=path_number(context, "chapter"), at=order.at)
    return await _changed(site, context, remove)


# ---------------------------------------------------------------- files


async def get_study_file(site: StudySite, context: RequestContext) -> StreamingResponse:
    """The whole study as one file, which `honjin study` reads; without the people in it."""
    study = await found(site, context)
    portions = written(study.title, map(write_chapter, study.chapters.values()))
    headers = {
        "cache-control": "no-store",
        "content-disposition": 'attachment; filename="study.json"',
        "x-content-type-options": "nosniff",
    }
    return StreamingResponse(portions, headers=headers, media_type="application/json")


async def post_study_file(
    site: StudySite, context: RequestContext, order: m.OpenStudyFile
) -> m.StudyInfo:
    """Create a private study from a file; every move in it is played by the rules first."""
    id = id_of(context.caller.id, order)
    study = await site.studies.made(id) if order.key else None
    if study is None:
        site.require_room()
    study = study or await _from_file(site, context, order.file, id)
    return await _info(site, study, context.caller.id)


async def _from_file(site: StudySite, context: RequestContext, file: str, id: str) -> Study:
    look = cache(looking_through(site, context))  # a file may have the same text many times
    title, chapters = await site.texts.do(
        partial(_read_file, file, site.boards.game, look), context.asker
    )
    by, now = context.caller.id, site.now()
    begun = [partial(orders.open_chapter, by=by, now=now, file=one) for one in chapters]
    return await _created(site, context, title, "private", begun, id)


def _read_file(
    text: str, game: Callable[[str], Game[Any]], look: Look
) -> tuple[str, list[FileChapter]]:
    """The title and the chapters of a file, every move played and every text looked through."""
    file = read_study(text)
    title = _visible(file.title, look)
    played = map(write_chapter, check_study(file, game))
    return title, [_filtered(chapter, look) for chapter in played]


def _filtered(chapter: FileChapter, look: Look) -> FileChapter:
    """Return a chapter of a file with all its texts looked through."""
    head = msgspec.structs.replace(chapter.head, title=_visible(chapter.head.title, look))
    return FileChapter(head, tuple(_filtered_node(node, look) for node in chapter.nodes))


def _filtered_node(node: FileNode, look: Look) -> FileNode:
    if not node.note.text:
        return node
    must_be_in_time()
    note = msgspec.structs.replace(node.note, text=look(node.note.text))
    return msgspec.structs.replace(node, note=note)


async def get_line(site: StudySite, context: RequestContext) -> bytes:
    """The line through a position as a record, which `honjin replay` reads: `?node=7`."""
    study, n = await found(site, context), path_number(context, "chapter")
    chapter = orders.chapter_of(study, n)
    node = read_number("?node=", (context.all("node") or ["0"])[-1], LARGEST)
    orders.node_of(chapter, node)
    return chapter.line_through(node).to_json().encode()


# ---------------------------------------------------------------- texts


def read_title(site: StudySite, context: RequestContext, text: str) -> str:
    """Return a title with single spaces and without unwanted words; BadStudy if it is empty."""
    return _visible(text, looking_through(site, context))


def _visible(title: str, look: Look) -> str:
    title = " ".join(title.split())
    if not title or unseen(title):
        raise no.BadStudy("expected a title of visible characters")
    return look(title)


def looked_through(site: StudySite, context: RequestContext, text: str) -> str:
    """Return a text with asterisks for unwanted words; guests cannot write links."""
    return looking_through(site, context)(text)


def looking_through(site: StudySite, context: RequestContext) -> Look:
    """Return a function of texts that looks through them, for any thread."""
    foreign = None if context.login else partial(has_link, origin=site.origin_of(context.scope))
    return partial(_looked_through, site.words, foreign)


def _looked_through(words: WordList, foreign: Callable[[str], bool] | None, text: str) -> str:
    spelled = len(normalize("NFKC", text))
    if spelled > MAX_TEXT:
        raise no.BadStudy(
            f"expected a text of at most {MAX_TEXT} characters once ligatures and the like are "
            f"spelled out, got {spelled}"
        )
    if foreign is not None and foreign(text):
        raise no.NoLinks("guests cannot write links; make an account first")
    filtered = words.filter(text)
    if filtered.held:
        raise no.BadStudy("the text has words that are not allowed here")
    return filtered.text
