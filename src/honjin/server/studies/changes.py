"""The handlers that change the tree of a chapter, and what a page is sent of such changes.

A page has a tree and is sent what changed since. Each change is small, however large the chapter;
only a page that was away for long is told to ask for the whole tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, Literal

import msgspec

from honjin.core.errors import Unreadable
from honjin.core.study.file import current, must_be_note
from honjin.core.study.tree import ROOT, Node, Note, Tree
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people.requests import RequestContext
from honjin.server.studies import events as ev
from honjin.server.studies import messages as m
from honjin.server.studies import orders
from honjin.server.studies.fold import Study, TreeChange
from honjin.server.studies.handlers import looked_through
from honjin.server.studies.reading import LARGEST, found, path_number
from honjin.server.studies.service import StudySite

MAX_NEWS: Final = 64_000
"""The most characters of changes that are sent instead of a tree."""


# ---------------------------------------------------------------- trees


async def get_chapter(site: StudySite, context: RequestContext) -> m.StudyTree:
    """The tree of a chapter: positions in the order of their lines, with comments."""
    study, n = await found(site, context), path_number(context, "chapter")
    orders.chapter_of(study, n)
    return tree_of(site, study, n)


def tree_of(site: StudySite, study: Study, n: int) -> m.StudyTree:
    """Return the tree of a chapter as it is sent, with all options, also those added since."""
    head, tree = study.chapters[n].head, study.chapters[n].tree
    nodes = tuple(_node(tree.nodes[one]) for one in tree.below(ROOT))
    options = current(site.tables.game(head.game), head).options
    return m.StudyTree(n, study.count, head.game, options, nodes, head.start or "")


def _node(node: Node) -> m.StudyNode:
    note = node.note
    wordings = tuple(m.StudyWording(one.n, one.by, one.text) for one in node.wordings)
    return m.StudyNode(
        node.n, node.parent, node.entry, note.text, note.glyph, note.marks, node.by, wordings
    )


# ---------------------------------------------------------------- what has changed


async def get_changes(site: StudySite, context: RequestContext) -> m.StudyChanges:
    """The changes in a chapter since a version of its tree: `?since=17`."""
    study, n = await found(site, context), path_number(context, "chapter")
    orders.chapter_of(study, n)
    return news(study, n, context.number("since", LARGEST) or 0)


def news(study: Study, n: int, since: int) -> m.StudyChanges:
    """Return what has changed in a chapter since a version of its tree."""
    recent = [one for one in study.recent if one.chapter == n and one.at >= since]
    changes = tuple(_told(study.chapters[n].tree, recent))
    if (
        study.forgotten >= since
        or sum(_size(change.now) for change in changes if change.now) > MAX_NEWS
    ):
        return m.StudyChanges(n, study.count, whole=True)
    return m.StudyChanges(n, study.count, changes)


def _told(tree: Tree, recent: list[TreeChange]) -> Iterator[m.StudyChange]:
    """The changes in their order; each position comes once, as it is now."""
    sent = set[int]()
    for change in recent:
        node = change.node
        if change.what == "prune":
            yield m.StudyChange("remove", node)
        elif change.what == "promote":
            yield m.StudyChange("promote", node)
        elif node in tree.nodes and node not in sent:
            sent.add(node)
            yield m.StudyChange(change.what, node, _node(tree.nodes[node]))


def _size(node: m.StudyNode) -> int:
    marks, wordings = sum(map(len, node.marks)), sum(len(one.text) for one in node.wordings)
    return len(node.entry) + len(node.text) + marks + wordings


# ---------------------------------------------------------------- changing


async def post_comment(
    site: StudySite, context: RequestContext, order: m.CommentNode
) -> m.StudyChanged:
    """Comment on a position. What others have changed since is merged, or both are kept."""
    _require_short(order.text.strip())
    text = looked_through(site, context, order.text.strip())
    kept: Literal["", "merged", "beside"] = ""

    def decide(study: Study, by: str, now: int, n: int, node: int) -> orders.Events:
        nonlocal kept
        events = orders.comment(study, by, now, n, node, order.was.strip(), text)
        kept = _how(events, text)
        return events

    answer = await _changed(site, context, decide)
    return msgspec.structs.replace(answer, kept=kept)


def _require_short(text: str) -> None:
    try:
        must_be_note(Note(text))
    except Unreadable as problem:
        raise no.BadStudy(str(problem)) from None


def _how(events: orders.Events, text: str) -> Literal["", "merged", "beside"]:
    """How a comment was kept: as it was sent, merged with others, or beside one."""
    for event in events:
        if isinstance(event, ev.Worded):
            return "beside"
        if isinstance(event, ev.Commented) and event.text != text:
            return "merged"
    return ""


async def post_settle(
    site: StudySite, context: RequestContext, order: m.SettleWording
) -> m.StudyChanged:
    """Remove a wording that was kept beside a comment: it was taken over, or is not needed."""
    return await _changed(site, context, partial(orders.settle, wording=order.wording))


async def post_glyph(
    site: StudySite, context: RequestContext, order: m.JudgeNode
) -> m.StudyChanged:
    """Judge the move to a position; refused if another author has judged it otherwise since."""
    judge = partial(orders.judge, was=order.was, glyph=order.glyph)
    return await _changed(site, context, judge)


async def post_marks(site: StudySite, context: RequestContext, order: m.MarkNode) -> m.StudyChanged:
    """Add and remove marks on a position: circles and arrows."""
    mark = partial(orders.mark, add=tuple(order.add), remove=tuple(order.remove))
    return await _changed(site, context, mark)


async def post_prune(
    site: StudySite, context: RequestContext, order: m.PruneNode
) -> m.StudyChanged:
    """Remove a position and what follows from it; of the start, all that follows."""
    n, node = path_number(context, "chapter"), path_number(context, "node")
    parent = orders.node_of(orders.chapter_of(await found(site, context), n), node).parent
    return await _changed(site, context, partial(orders.prune, at=order.at), parent)


async def post_promote(site: StudySite, context: RequestContext, _order: Body) -> m.StudyChanged:
    """Make the line to a position the main line."""
    return await _changed(site, context, orders.promote)


async def _changed(
    site: StudySite, context: RequestContext,
    order: Callable[[Study, str, int, int, int], orders.Events], shown: int | None = None,
) -> m.StudyChanged:  # fmt: skip
    """Carry out an order about a position, and then show that one, or the position `shown`."""
    who, n, node = context.caller.id, path_number(context, "chapter"), path_number(context, "node")
    study = await site.studies.change(
        (await found(site, context)).id, lambda one: order(one, who, site.now(), n, node)
    )
    return told(context, study, n, node if shown is None else shown)


def told(context: RequestContext, study: Study, n: int, node: int) -> m.StudyChanged:
    """Return what came of a change in a chapter, and has changed since the tree of the page."""
    since = context.number("since", LARGEST) or 0
    orders.chapter_of(study, n)
    return m.StudyChanged(node, news(study, n, since))
