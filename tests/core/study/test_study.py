"""Studies as files: trees, the rules that every move passes, lessons and records made of them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from honjin.core.errors import BadLesson, HonjinError, Unreadable
from honjin.core.parts.lesson import read_lesson, walk
from honjin.core.play import Play, replay
from honjin.core.seats import CHANCE
from honjin.core.study import file as f
from honjin.core.study.marks import marked, places, read_mark
from honjin.core.study.merge import merge
from honjin.core.study.teaching import lesson_of, write_lesson
from honjin.core.study.tree import MAX_CHAPTERS, MAX_NODES, ROOT, Chapter, Head, Note, Tree
from honjin.games import load

OPTIONS = {"act": "2", "deal": "gggjjjj"}


def chapter(*entries: str) -> Chapter:
    """A chapter of Rokumon, Act 2, with a main line."""
    game = load("rokumon")
    tree = Tree()
    tree.grow(ROOT, entries)
    return Chapter(f.current(game, Head("Act 2", "rokumon", game.version, OPTIONS)), tree)


def line(moves: int) -> tuple[str, ...]:
    """The entries of a game in which the first choice is always played."""
    play = Play(load("rokumon"), OPTIONS)
    for _ in range(moves):
        if play.is_chance():
            play.push(CHANCE, play.game.outcomes(play.state)[0][0])
        else:
            seat = play.may_act()[0]
            play.act(seat, play.legal(seat)[0])
    return play.record().actions


def test_variants_grow_and_go() -> None:
    """The same move twice is one; promoting changes the main line; pruning takes what follows."""
    tree = Tree()
    end = tree.grow(ROOT, ("0:a", "1:b"))
    other = tree.grow(1, ("1:c", "0:d"))
    assert end == tree.grow(ROOT, ("0:a", "1:b"))
    assert ("0:a", "1:c", "0:d") == tree.entries(other)
    assert [1, 2] == [node.n for node in tree.main_line()]
    assert [0, 1, 2, 3, 4] == list(tree.below(ROOT))
    tree.promote(other)
    assert [1, 3, 4] == [node.n for node in tree.main_line()]
    tree.prune(3)
    assert [0, 1, 2] == list(tree.below(ROOT))
    assert 5 == tree.grow(1, ("1:c",))  # numbers are not used twice


@pytest.mark.parametrize(
    ("was", "now", "wish", "merged"),
    [
        ("", "One.", "One.", "One."),
        ("", "One.", "Two.", "One.\nTwo."),
        ("One. Two.", "One! Two.", "One. Too.", "One! Too."),
        ("One. Two.", "One. Too.", "One! Two.", "One! Too."),
        ("One. Two.", "Two.", "One. Two. Three.", "Two. Three."),
        ("One.", "One. Two.", "One. Three.", "One. Two. Three."),
        ("One.\nTwo.", "One.\nThree.\nTwo.", "One.\nTwo!", "One.\nThree.\nTwo!"),
        ("One. Two.", "Zero. Two.", "Null. Two.", None),
        ("One. Two. Three.", "Zero. Two. Four.", "One. Too. Three.", None),
        ("One.", "", "One!", None),
        ("One.", "One!", "One.", "One!"),
        ("一手目。二手目。", "一手め。二手目。", "一手目。二手目！", "一手め。二手目！"),
    ],
)
def test_two_changes_of_a_comment_are_merged_by_sentences(
    was: str, now: str, wish: str, merged: str | None
) -> None:
    """Unless both change the same one; nothing that either wrote is ever left out."""
    assert merged == merge(was, now, wish)


def test_merging_loses_nothing_and_is_quick() -> None:
    """What an author wrote is there, and what neither removed, whatever the sentences."""
    rng = random.Random(3)
    for _ in range(2_000):
        was = [f"s{n}." for n in range(rng.randrange(6))]
        changed = []
        for who in ("a", "b"):
            text = list(was)
            for n in range(rng.randrange(3)):
                at = rng.randrange(len(text) + 1)
                text[at : at + rng.randrange(2)] = [f"{who}{n}."] * rng.randrange(2)
            changed.append(text)
        merged = merge(*(" ".join(text) for text in (was, *changed)))
        if merged is None:
            continue
        first, second = map(set, changed)
        kept = {one for one in was if one in first and one in second}
        assert kept | (first - set(was)) | (second - set(was)) == set(merged.split())
    for text in ("." * 4_000, "a." * 2_000, " " * 4_000, "\n" * 4_000):
        assert merge(text, f"x{text}", f"{text}y") is not None


def test_marks_are_read() -> None:
    """Circles and arrows with their colours; anything else is none."""
    for text, mark in {
        "a1": ("a1", "", ""),
        "a1>b2": ("a1", "b2", ""),
        "gold!tile:4>tile:9": ("tile:4", "tile:9", "gold"),
        "green!r1.c1>r1.c1": ("r1.c1", "r1.c1", "green"),
    }.items():
        assert mark == read_mark(text)
    for wrong in ("", "!", ">", "a>", ">a", "blue!a", "a>b>c", "a b", "red!", "x" * 81):
        assert read_mark(wrong) is None
    assert ("red!a", "c") == marked(("a", "b"), ("red!a", "c"), ("b",))
    assert ("a", "a>b") == marked(("a",), ("a>b",), ("b>a",))
    assert ("a", "b", "c") == places(("a", "red!b>c", "c>a"))


def test_a_study_comes_back_from_its_file() -> None:
    """Byte for byte, with variants, comments and glyphs."""
    one = chapter(*line(6))
    one.tree.annotate(ROOT, Note("The start “so” to say"))
    one.tree.annotate(2, Note("Careful", "?!", ("r1c1",)))
    data = f.write_study("My study", [one]).to_json()
    again = f.check_study(f.read_study(data), load)
    assert data == f.write_study("My study", again).to_json()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace('"study": 1', '"study": 2'),
        lambda text: text.replace('"0:', '"1:', 1),
        lambda text: text.replace('"0:', '"', 1),
        lambda text: text.replace('"rokumon"', '"chess"'),
        lambda text: text.replace('"act": "2"', '"act": "9"'),
        lambda text: text.replace('"after": 1', '"after": 77'),
        lambda text: text.replace('"after": 1', '"after": -1'),
        lambda text: text.replace('"My study"', '""'),
        lambda text: text.replace('"glyph": "?!"', '"glyph": "#"'),
        lambda text: text[: len(text) // 2],
        lambda _: "[" * 100_000,
        lambda _: "",
    ],
)
def test_a_spoiled_file_is_refused(spoil: Any) -> None:
    """What is wrong is said, and nothing else is raised."""
    one = chapter(*line(4))
    one.tree.annotate(2, Note("Careful", "?!"))
    text = f.write_study("My study", [one]).to_json().decode()
    spoiled = spoil(text)
    assert spoiled != text
    with pytest.raises(HonjinError, match=r"expected|cannot|chapter"):
        f.check_study(f.read_study(spoiled), load)


def test_a_file_is_bounded() -> None:
    """Positions, comments and chapters."""
    nodes = (f.FileNode(), *(f.FileNode(0, "0:x") for _ in range(MAX_NODES)))
    head = Head("x", "rokumon", 1)
    many = f.StudyFile(1, "x", (f.FileChapter(head, nodes),))
    long = f.StudyFile(1, "x", (f.FileChapter(head, (f.FileNode(note=Note("剣" * 1_400)),)),))
    for one in (many, long, f.StudyFile(1, "x", (f.FileChapter(head),) * 33)):
        with pytest.raises(Unreadable, match="at most"):
            f.read_study(one.to_json())


def test_a_line_is_a_record() -> None:
    """It replays, whichever node of the line it is asked for."""
    entries = line(6)
    one = chapter(*entries)
    for node in (ROOT, 3):
        assert entries == replay(load("rokumon"), one.line_through(node)).record().actions


def test_a_lesson_says_the_comments() -> None:
    """Its file is read back, and a mistake's comment answers wrong choices."""
    game = load("rokumon")
    one = chapter(*line(6))
    acts = next(n for n in one.tree.nodes if n and one.tree.nodes[n].entry.startswith("0:"))
    parent = one.tree.nodes[acts].parent
    one.tree.annotate(parent, Note('Look: "here"\nand there'))
    play = replay(game, one.record(one.tree.entries(parent)))
    wrong = [game.notation.write_action(play.state, 0, action) for action in play.legal(0)][-1]
    slip = one.tree.grow(parent, (f"0:{wrong}",))
    one.tree.annotate(slip, Note("This loses.", "??"))
    lesson = lesson_of(game, one, seat=0)
    assert lesson == read_lesson(write_lesson(lesson), "study")
    step = next(step for step in lesson.steps if "Look" in step.say["en"])
    assert "This loses." == step.wrong["ja"]
    assert len(lesson.steps) == len(list(walk(game, lesson)))
    puzzle = lesson_of(game, one, parent, "puzzle")
    assert "Look" in puzzle.steps[0].say["en"]


def test_a_lesson_keeps_the_rules_that_its_chapter_was_made_under() -> None:
    """What an option that came later means there is played, not its default of today."""
    game = load("summits")
    old = Chapter(Head("Old", "summits", 1), Tree())
    play = f.started(game, old.head)
    old.tree.grow(ROOT, (f"0:{game.notation.write_action(play.state, 0, play.legal(0)[0])}",))
    assert dict(play.options) == lesson_of(game, old, seat=0).options
    assert play.options != game.read_options({})


def test_there_is_nothing_to_learn_without_a_move() -> None:
    """The end of a line makes no lesson."""
    one = chapter(*line(3))
    with pytest.raises(BadLesson, match="expected"):
        lesson_of(load("rokumon"), one, 3)


def test_the_largest_study_comes_back_from_its_file() -> None:
    """Written with indents, it was larger than a file may be; and all of it was in memory at once.

    Seen with a study of many moves: it was full, and its export could not be opened anywhere.
    """
    note = Note("", "!?")
    nodes = (f.FileNode(), *(f.FileNode(n, "0:r1c1", note) for n in range(MAX_NODES - 1)))
    one = f.StudyFile(1, "x", (f.FileChapter(Head("x", "rokumon", 1), nodes),) * MAX_CHAPTERS)
    portions = list(f.written(one.title, one.chapters))
    assert max(map(len, portions)) < 20_000
    assert one == f.read_study(b"".join(portions))
