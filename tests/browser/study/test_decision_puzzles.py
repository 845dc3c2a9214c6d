"""Decision puzzles in the page: tried, solved, and found from the puzzle of another game."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from browser.conftest import Invite
from browser.page.test_reading import LANGS, flaws, widest
from browser.visitor import PHONE, WIDE, Visitor, until
from honjin.core.words import speak
from honjin.games import load
from honjin.solver import Book, Decision

GAME = load("akebono")
MONDAY = dt.date(2026, 3, 2)


def of(day: dt.date) -> Decision:
    """The puzzle of a day, from the book."""
    book = Book.shipped(GAME)
    assert book is not None
    found = book.of(day).puzzle
    assert isinstance(found, Decision)
    return found


def path(puzzle: Decision, done: list[str], text: str) -> tuple[str, ...]:
    """What to click for a choice after others."""
    play = puzzle.play(GAME)
    for one in done:
        play.act_text(puzzle.seat, one)
    action = GAME.notation.read_action(play.state, puzzle.seat, text)
    return GAME.table.choice(play.seen(puzzle.seat), puzzle.seat, action).path


def await_verdict(visitor: Visitor, what: str) -> None:
    """Wait until the page says that a try was right, wrong, or the last one."""
    verdict = visitor.page.get_by_test_id("puzzle-verdict")
    assert what == until(lambda: verdict.get_attribute("data-verdict"), lambda now: now == what)


def wrong(puzzle: Decision) -> str:
    return next(do for do in puzzle.first.choices if do not in puzzle.first.right)


@pytest.mark.slow
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("lang", LANGS)
def test_a_decision_is_tried_and_found(lang: str, size: Any, invite: Invite) -> None:
    """From another game's puzzle: the question, a wrong choice with its worth, then the answer."""
    visitor, puzzle = invite(lang=lang, viewport=size), of(MONDAY)
    theme = GAME.theme(puzzle.theme)
    assert theme is not None
    visitor.go(f"/puzzles/{MONDAY}")
    visitor.page.get_by_test_id("puzzle-game-akebono").click()
    visitor.page.locator(f'[data-table="puzzle-akebono-{MONDAY}"]').wait_for()
    assert f"/puzzles/akebono/{MONDAY}" == visitor.path
    question = puzzle.question(GAME, puzzle.play(GAME).seen(puzzle.seat))
    assert speak(GAME.words, question, lang) == visitor.said("puzzle-ask")
    assert speak(GAME.words, theme.name, lang) == visitor.said("puzzle-theme")
    assert [] == flaws(visitor)

    do = wrong(puzzle)
    visitor.do(path(puzzle, [], do))
    await_verdict(visitor, "wrong")
    worth = speak(GAME.words, theme.says(puzzle.first.choices[do]), lang)
    best = speak(GAME.words, theme.says(puzzle.first.best), lang)
    told = visitor.word("puzzle.wrong.choice", worth=worth, best=best)
    assert told in visitor.said("puzzle-verdict")
    assert [] == flaws(visitor)
    assert size["width"] >= widest(visitor)
    visitor.page.get_by_test_id("puzzle-again").click()
    await_verdict(visitor, "open")

    done: list[str] = []
    for text in puzzle.line():
        visitor.do(path(puzzle, done, text))
        done.append(text)
    await_verdict(visitor, "solved")
    day = visitor.page.get_by_test_id(f"day-{MONDAY}")
    name = day.get_attribute("aria-label") or ""
    assert name.endswith(visitor.word("puzzle.was.solved"))
