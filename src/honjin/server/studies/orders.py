"""Orders that change a study: each function returns the events of one, or refuses it.

An order says what it does to one position, and is decided again on the newest version until it is
stored. An order that finds its change already made returns none, so it can be repeated. Variants
and marks never conflict. A change of a comment names the text that its author saw: it is merged
with what others have changed since, or kept beside it. A removal names the version that its author
saw.
"""

from __future__ import annotations

from typing import Final

from honjin.core.study.file import FileChapter
from honjin.core.study.marks import marked
from honjin.core.study.merge import merge
from honjin.core.study.tree import (
    MAX_CHAPTERS,
    MAX_MARKS,
    MAX_NODES,
    MAX_TEXT,
    MAX_WORDINGS,
    ROOT,
    Chapter,
    Glyph,
    Head,
    Node,
    Note,
    Tree,
)
from honjin.server.messages import refusals as no
from honjin.server.studies import events as ev
from honjin.server.studies.fold import Study

Events = tuple[ev.StudyEvent, ...]

MAX_EVENTS: Final = 20_000
MAX_MEMBERS: Final = 16
_OPENNESS: Final[tuple[ev.Visibility, ...]] = ("private", "link", "public")


# ---- who may


def require_reader(study: Study, who: str) -> None:
    """Raise UnknownStudy if a person may not see a study, as if it did not exist."""
    if not study.may_read(who):
        raise unknown(study.id)


def unknown(id: str) -> no.Refused:
    """Return the refusal for a study that does not exist, or not for the caller."""
    return no.UnknownStudy(f"there is no study {id[:40]!r}")


def require_owner(study: Study, who: str) -> None:
    """Raise NotYourStudy unless the person owns the study."""
    require_reader(study, who)
    if study.owner != who:
        raise no.NotYourStudy("only the owner of the study can do this")


def require_writer(study: Study, who: str) -> None:
    """Raise NotYourStudy unless the person may change what is in the study."""
    require_reader(study, who)
    if not study.may_write(who):
        raise no.NotYourStudy("only its owner and the members who may write can change the study")


def require_room(study: Study) -> None:
    """Raise StudyFull if the journal of a study has no room left."""
    if study.count >= MAX_EVENTS:
        raise no.StudyFull(f"a study has at most {MAX_EVENTS} changes; export it to go on")


# ---- the study


def change(
    study: Study, by: str, now: int, title: str | None, visibility: ev.Visibility | None
) -> Events:
    """Change the title or the visibility."""
    require_owner(study, by)
    event = ev.Set(now, by, title, visibility)
    is_same = title in (None, study.title) and visibility in (None, study.visibility)
    if not is_same and not is_narrower(event, study.visibility):
        require_room(study)
    return () if is_same else (event,)


def is_narrower(event: ev.Set, before: ev.Visibility) -> bool:
    """Whether all that changes is that fewer people see the study, which a full one allows."""
    chosen = event.visibility or before
    return event.title is None and _OPENNESS.index(chosen) < _OPENNESS.index(before)


def admit(study: Study, by: str, now: int, who: str, name: str, role: ev.Role) -> Events:
    """Make a person a member, or change the role of a member."""
    require_owner(study, by)
    if who == study.owner:
        raise no.BadStudy("the owner of the study is no member of it")
    there = study.members.get(who)
    if there is None and len(study.members) >= MAX_MEMBERS:
        raise no.StudyFull(f"a study has at most {MAX_MEMBERS} members")
    if there is not None and there.role == role:
        return ()
    require_room(study)
    return (ev.Admitted(now, by, who, name, role),)


def dismiss(study: Study, by: str, now: int, who: str) -> Events:
    """End the membership of a person; anyone may leave."""
    if who != by:
        require_owner(study, by)
    return (ev.Dismissed(now, by, who),) if who in study.members else ()


def hide(study: Study, by: str, now: int, *, hidden: bool) -> Events:
    """Hide the study from everyone but its members, or show it again: for moderators."""
    return () if study.hidden == hidden else (ev.Hidden(now, by, hidden),)


# ---- chapters


def chapter_of(study: Study, n: int) -> Chapter:
    """A chapter; UnknownChapter if it is not there, or no longer."""
    found = study.chapters.get(n)
    if found is None:
        raise no.UnknownChapter(f"the study has no chapter {n}")
    return found


def node_of(chapter: Chapter, n: int) -> Node:
    """A position; UnknownChapter if it is not there, or no longer."""
    found = chapter.tree.nodes.get(n)
    if found is None:
        raise no.UnknownChapter(f"the chapter has no position {n}")
    return found


def _to_extend(study: Study, by: str, n: int) -> Chapter:
    """A chapter to which the person may add something."""
    require_writer(study, by)
    require_room(study)
    return chapter_of(study, n)


def add(study: Study, by: str, now: int, head: Head, entries: tuple[str, ...]) -> Events:
    """Add a chapter that shows a game, up to the last of its entries."""
    _require_room_for_chapter(study, by)
    if len(entries) >= MAX_NODES:
        raise no.StudyFull(f"a chapter has fewer than {MAX_NODES} moves, got {len(entries)}")
    return (ev.Added(now, by, head, entries),)


def open_chapter(study: Study, by: str, now: int, file: FileChapter) -> Events:
    """Add a chapter from a file whose moves have been played."""
    _require_room_for_chapter(study, by)
    tree, numbers, nodes, notes = Tree(), [ROOT], [], {}
    for place, node in enumerate(file.nodes):
        if place:
            parent = numbers[node.after]
            numbers.append(tree.grow(parent, (node.do,)))
            nodes.append((parent, node.do))
        if node.note != Note():
            notes[numbers[place]] = node.note
    return (ev.Opened(now, by, file.head, tuple(nodes), notes),)


def _require_room_for_chapter(study: Study, by: str) -> None:
    require_writer(study, by)
    require_room(study)
    if len(study.chapters) >= MAX_CHAPTERS:
        raise no.StudyFull(f"a study has at most {MAX_CHAPTERS} chapters")


def entitle(study: Study, by: str, now: int, n: int, title: str) -> Events:
    """Rename a chapter."""
    is_same = _to_extend(study, by, n).head.title == title
    return () if is_same else (ev.Titled(now, by, n, title),)


def move(study: Study, by: str, now: int, n: int, place: int) -> Events:
    """Move a chapter to a place among the others."""
    _to_extend(study, by, n)
    place = min(place, len(study.chapters) - 1)
    is_same = list(study.chapters).index(n) == place
    return () if is_same else (ev.Moved(now, by, n, place),)


def remove(study: Study, by: str, now: int, n: int, at: int) -> Events:
    """Remove a chapter that nobody has changed since version `at`."""
    require_writer(study, by)
    chapter_of(study, n)
    if study.changes[n] >= at:
        raise _stale("chapter")
    return (ev.Removed(now, by, n),)


# ---- positions


def grow(study: Study, by: str, now: int, n: int, parent: int, entry: str) -> Events:
    """Continue a position by an entry that was found to be legal there."""
    chapter = _to_extend(study, by, n)
    node_of(chapter, parent)
    if chapter.tree.child(parent, entry) is not None:
        return ()
    if len(chapter.tree.nodes) >= MAX_NODES:
        raise no.StudyFull(f"a chapter has at most {MAX_NODES} positions")
    return (ev.Grown(now, by, n, parent, entry),)


def comment(
    study: Study, by: str, now: int, n: int, node: int, was: str, text: str
) -> Events:  # fmt: skip
    """Change the comment on a position from the text that its author saw.

    What others changed since is merged. If that is impossible, the text is kept beside the comment.
    """
    found = node_of(_to_extend(study, by, n), node)
    if text in (found.note.text, was):
        return ()
    merged = merge(was, found.note.text, text)
    if merged is not None and len(merged.encode()) <= MAX_TEXT:
        is_same = merged == found.note.text
        return () if is_same else (ev.Commented(now, by, n, node, merged),)
    if not text:
        raise _stale("comment")
    if any(one.text == text for one in found.wordings):
        return ()
    if len(found.wordings) >= MAX_WORDINGS:
        raise _stale("comment")
    return (ev.Worded(now, by, n, node, text),)


def settle(study: Study, by: str, now: int, n: int, node: int, wording: int) -> Events:
    """Remove a wording that was kept beside a comment."""
    found = node_of(_to_extend(study, by, n), node)
    is_there = any(one.n == wording for one in found.wordings)
    return (ev.Settled(now, by, n, node, wording),) if is_there else ()


def judge(
    study: Study, by: str, now: int, n: int, node: int, was: Glyph, glyph: Glyph
) -> Events:  # fmt: skip
    """Judge the move to a position; StaleStudy if another author has judged it otherwise since."""
    found = node_of(_to_extend(study, by, n), node)
    if found.note.glyph == glyph:
        return ()
    if found.note.glyph != was:
        raise _stale("judgement")
    return (ev.Judged(now, by, n, node, glyph),)


def mark(
    study: Study, by: str, now: int, n: int, node: int, add: tuple[str, ...],
    remove: tuple[str, ...],
) -> Events:  # fmt: skip
    """Add and remove marks on a position."""
    found = node_of(_to_extend(study, by, n), node)
    after = marked(found.note.marks, add, remove)
    if len(after) > MAX_MARKS:
        raise no.StudyFull(f"a position has at most {MAX_MARKS} marks")
    return () if after == found.note.marks else (ev.Marked(now, by, n, node, add, remove),)


def prune(study: Study, by: str, now: int, n: int, node: int, at: int) -> Events:
    """Remove a position and what follows from it, unless it was changed since version `at`."""
    require_writer(study, by)
    chapter = chapter_of(study, n)
    node_of(chapter, node)
    if max(chapter.tree.nodes[one].rev for one in chapter.tree.below(node)) >= at:
        raise _stale("line")
    has_something = node != ROOT or chapter.tree.children[ROOT]
    return (ev.Pruned(now, by, n, node),) if has_something else ()


def promote(study: Study, by: str, now: int, n: int, node: int) -> Events:
    """Make the line to a position the main line."""
    chapter = _to_extend(study, by, n)
    node_of(chapter, node)
    path = chapter.tree.path(node)
    is_main = all(chapter.tree.children[one.parent][0] == one.n for one in path)
    return () if is_main else (ev.Promoted(now, by, n, node),)


def _stale(what: str) -> no.Refused:
    return no.StaleStudy(f"another author has changed this {what} since; look at it again")
