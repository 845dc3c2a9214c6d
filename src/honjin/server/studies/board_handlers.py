"""The handlers that play by the rules: positions of a study, moves, lessons made of a chapter."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, cast, get_args

import msgspec

from honjin.core.errors import BadLesson
from honjin.core.game import Game
from honjin.core.parts.lesson import Lesson, Stand, walk
from honjin.core.play import pick
from honjin.core.scene import Reason
from honjin.core.seats import CHANCE, MAX_SEATS
from honjin.core.study.teaching import What, lesson_of, write_lesson
from honjin.core.study.tree import MAX_NODES, ROOT, Chapter
from honjin.server.analysis import lessons
from honjin.server.messages import refusals as no
from honjin.server.people.requests import RequestContext, read_number
from honjin.server.studies import messages as m
from honjin.server.studies import orders
from honjin.server.studies.boards import BoardPosition, place_of
from honjin.server.studies.changes import told
from honjin.server.studies.reading import LARGEST, found, path_number
from honjin.server.studies.service import StudySite

_encode = msgspec.json.Encoder().encode
_MAX_PATH: Final = 20


async def get_node(site: StudySite, context: RequestContext) -> bytes:
    """A position of a chapter as a seat sees it, with what may follow."""
    place, seat = await _place(site, context), context.number("seat", MAX_SEATS - 1)
    key = ("study", place.study, place.n, place.node, seat)
    return await site.texts.once(key, lambda: _encode(site.boards.show(place, seat)), context.asker)


async def get_node_why(site: StudySite, context: RequestContext) -> Reason:
    """Why a seat cannot click a path of ids: `?seat=0&path=a&path=b`."""
    place, seat = await _place(site, context), context.number("seat", MAX_SEATS - 1) or 0
    path = context.all("path")[:_MAX_PATH]
    return await site.texts.do(lambda: site.boards.why(place, seat, path), context.asker)


async def post_move(site: StudySite, context: RequestContext, order: m.PlayMove) -> m.StudyChanged:
    """Continue a position by a legal action, or by an outcome of chance, which can be drawn."""
    place, who = await _place(site, context), context.caller.id
    orders.require_writer(await found(site, context), who)
    if not order.do and order.seat is not None:
        raise no.Unreadable("expected an action in `do`: only chance is drawn")

    def entry() -> str:
        do = order.do or _drawn(site, place)
        return site.boards.entry(place, order.seat, do)

    text = await site.texts.do(entry, context.asker)
    study = await site.studies.change(
        place.study,
        lambda one: orders.grow(one, who, site.now(), place.n, place.node, text),
    )
    tree = orders.chapter_of(study, place.n).tree
    node = tree.child(place.node, text) if place.node in tree.nodes else None
    return told(context, study, place.n, node or place.node)


def _drawn(site: StudySite, place: BoardPosition) -> str:
    """An outcome drawn by weight, in notation."""
    play = site.boards.play(place)
    if not play.is_chance():
        raise no.NotYourTurn("chance is not next here")
    outcome = pick(play.game.outcomes(play.state), secrets.randbelow)
    return play.game.notation.write_action(play.state, CHANCE, outcome)


async def _place(site: StudySite, context: RequestContext) -> BoardPosition:
    study, n = await found(site, context), path_number(context, "chapter")
    node = path_number(context, "node")
    chapter = orders.chapter_of(study, n)
    orders.node_of(chapter, node)
    return place_of(study.id, n, chapter, node)


# ---------------------------------------------------------------- lessons


Walked = tuple[Game[Any], Lesson, Sequence[Stand]]


async def get_study_lesson(site: StudySite, context: RequestContext) -> bytes:
    """The main line after a position as a lesson, or as a puzzle: `?node=7&kind=puzzle`.

    The learner has the seat that moves first, or the one in `?seat=`.
    """
    make = await _lesson(site, context)

    def made() -> bytes:
        walked = make()
        return _encode(m.StudyLesson(lessons.shown(*walked), write_lesson(walked[1])))

    return await site.texts.do(made, context.asker)


async def get_study_lesson_why(site: StudySite, context: RequestContext) -> Reason:
    """Why the learner cannot click a path of ids in a step: `?step=0&path=a&path=b`."""
    make, n = await _lesson(site, context), context.number("step", MAX_NODES) or 0
    path = context.all("path")[:_MAX_PATH]
    return await site.texts.do(lambda: lessons.why(*make(), n, path), context.asker)


async def _lesson(site: StudySite, context: RequestContext) -> partial[Walked]:
    study, n = await found(site, context), path_number(context, "chapter")
    chapter = orders.chapter_of(study, n)
    node = read_number("?node=", (context.all("node") or ["0"])[-1], LARGEST)
    orders.node_of(chapter, node)
    kind = (context.all("kind") or ["lesson"])[-1]
    if kind not in get_args(What):
        raise no.Unreadable(f"?kind= expects lesson or puzzle, got {kind[:40]!r}")
    seat = context.number("seat", MAX_SEATS - 1)
    return partial(_made, site, chapter, node, cast("What", kind), seat)


def _made(site: StudySite, chapter: Chapter, node: int, kind: What, seat: int | None) -> Walked:
    game = site.boards.game(chapter.head.game)
    try:
        lesson = lesson_of(game, chapter, node or ROOT, kind, seat)
        return game, lesson, tuple(walk(game, lesson))
    except BadLesson as problem:
        raise no.BadStudy(str(problem)) from None
