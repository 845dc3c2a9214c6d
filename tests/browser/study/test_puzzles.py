"""The puzzle of the day in the page: tried, solved, asked for help, and found again."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from browser.conftest import Invite
from browser.looks import in_every_look
from browser.page.test_reading import LANGS, flaws, widest
from browser.visitor import Visitor, until
from honjin.core.play import Play
from honjin.games import load
from honjin.solver import Book, Puzzle
from honjin.solver.puzzles.puzzle import Try, right

GAME = load("rokumon")
MONDAY = dt.date(2026, 3, 2)
DAYS = {"mouse": MONDAY, "keyboard": MONDAY + dt.timedelta(2)}


def of(day: dt.date) -> Puzzle:
    """The puzzle of a day, from the book."""
    book = Book.shipped(GAME)
    assert book is not None
    return book.of(day).puzzle


def path(play: Play, text: str) -> tuple[str, ...]:
    """What to click for an action."""
    seat = play.may_act()[0]
    action = GAME.notation.read_action(play.state, seat, text)
    return GAME.table.choice(play.state, seat, action).path


def opens(visitor: Visitor, day: dt.date) -> None:
    visitor.go(f"/puzzles/{day}")
    visitor.page.locator(f'[data-testid="puzzle"][data-table="puzzle-{day}"]').wait_for()
    visitor.page.get_by_test_id("board").wait_for()


def verdict(visitor: Visitor) -> str:
    return visitor.page.get_by_test_id("puzzle-verdict").get_attribute("data-verdict") or ""


def await_verdict(visitor: Visitor, what: str) -> None:
    """Wait until the page says that a try was right, wrong, or the last one."""
    assert what == until(lambda: verdict(visitor), lambda now: now == what)


def wrong_try(puzzle: Puzzle) -> tuple[str, Try]:
    """A try that gives the win away, and is answered."""
    turn = puzzle.turns[0]
    return next((do, one) for do, one in turn.items() if do not in right(turn) and one.reply)


def after(play: Play, *texts: str) -> Any:
    """What lies on the table after some actions more."""
    later = play.at(len(play.steps))
    for text in texts:
        later.act_text(later.may_act()[0], text)
    return GAME.table.scene(later.state)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_a_puzzle_is_solved(way: str, invite: Invite) -> None:
    """Each right action is answered; at the end it is solved, and the calendar remembers it."""
    alone, puzzle = invite(), of(DAYS[way])
    play = puzzle.play(GAME)
    opens(alone, DAYS[way])
    alone.sees(GAME.table.scene(play.state))
    done = 0
    for turn in puzzle.turns:
        key = right(turn)[0]
        (alone.do if way == "mouse" else alone.do_by_keyboard)(path(play, key))
        for text in filter(None, (key, turn[key].reply)):
            play.act_text(play.may_act()[0], text)
            done += 1
        alone.sees(GAME.table.scene(play.state))
        lines = alone.page.get_by_test_id("puzzle-line").locator("li")
        assert done == until(lines.count, done.__eq__)
    await_verdict(alone, "solved")
    assert alone.word("puzzle.over") in alone.said("puzzle-verdict")
    name = alone.page.get_by_test_id(f"day-{DAYS[way]}").get_attribute("aria-label") or ""
    assert name.endswith(alone.word("puzzle.was.solved"))


@pytest.mark.slow
def test_a_wrong_try_is_told_and_taken_back(invite: Invite) -> None:
    """What it gave away and how it is answered; the position comes back by a click or by Z."""
    alone, puzzle = invite(), of(MONDAY)
    play = puzzle.play(GAME)
    do, one = wrong_try(puzzle)
    opens(alone, MONDAY)
    button = alone.page.get_by_test_id("puzzle-again")
    for back in (button.click, lambda: alone.press("z")):
        alone.do(path(play, do))
        await_verdict(alone, "wrong")
        alone.sees(after(play, do, one.reply))
        could = alone.word("exact.wins", n=puzzle.plies)
        key, kind = ("loss", "loses") if one.result < 0 else ("draw", "draw")
        got = alone.word(f"exact.{kind}", n=one.plies)
        assert alone.word(f"puzzle.wrong.{key}", could=could, got=got) in alone.said(
            "puzzle-verdict"
        )
        assert alone.said("puzzle-reply")
        back()
        alone.sees(GAME.table.scene(play.state))
        await_verdict(alone, "open")


@pytest.mark.slow
def test_a_hint_lights_where_to_begin_and_is_remembered(invite: Invite) -> None:
    """The first click of the right action; then the solution is played to its end."""
    alone, puzzle = invite(), of(MONDAY)
    play = puzzle.play(GAME)
    opens(alone, MONDAY)
    alone.page.get_by_test_id("puzzle-hint").click()
    first = path(play, right(puzzle.turns[0])[0])[0]
    spot = alone.page.locator(f'[data-id="{first}"]:is(.spot, :has(> g > g > .spot))')
    spot.first.wait_for()
    alone.page.get_by_test_id("puzzle-solution").click()
    await_verdict(alone, "solved")
    alone.sees(after(play, *puzzle.line()))
    assert alone.word("puzzle.over.shown") in alone.said("puzzle-verdict")
    alone.reload()
    day = alone.page.get_by_test_id(f"day-{MONDAY}")
    day.wait_for()
    assert (day.get_attribute("aria-label") or "").endswith(alone.word("puzzle.was.shown"))


@pytest.mark.slow
def test_the_rules_are_at_hand(invite: Invite) -> None:
    """The prompt's rule opens in front of the board, and Esc closes it."""
    alone = invite()
    opens(alone, MONDAY)
    rule = alone.page.locator('[data-testid="rule"]:visible').first
    number = rule.inner_text().removeprefix("§")
    rule.click()
    shown = alone.page.get_by_test_id("rules-dialog").locator(f'[data-rule="{number}"]')
    shown.wait_for()
    assert "wanted" in (shown.get_attribute("class") or "")
    alone.press("Escape")
    alone.page.get_by_test_id("rules-dialog").wait_for(state="detached")


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_the_lobby_leads_to_todays(lang: str, invite: Invite) -> None:
    """A card with what is asked; from its page earlier days are reached, and weeks before them."""
    alone = invite(lang=lang)
    alone.go()
    card = alone.page.get_by_test_id("puzzle-card")
    card.wait_for()
    asked = card.inner_text()
    card.click()
    ask = alone.page.get_by_test_id("puzzle-ask")
    ask.wait_for()
    assert ask.inner_text() in asked
    today = dt.date.fromisoformat(alone.path.removeprefix("/puzzles/"))
    before = today - dt.timedelta(3)
    alone.page.get_by_test_id(f"day-{before}").click()
    alone.page.locator(f'[data-testid="puzzle"][data-table="puzzle-{before}"]').wait_for()
    alone.page.get_by_test_id("puzzle-earlier").click()
    alone.page.get_by_test_id(f"day-{before - dt.timedelta(28)}").wait_for()


@pytest.mark.slow
def test_a_day_without_a_puzzle_says_so(invite: Invite) -> None:
    """One before the first, and one that is no day."""
    alone = invite()
    alone.may_lose_the_server = True  # the refusal is in the console as well
    for day in ("2025-12-31", "2026-02-30"):
        alone.go(f"/puzzles/{day}")
        alone.has_text(alone.word("table.unpuzzled")).first.wait_for()


@pytest.mark.slow
@in_every_look
def test_axe_finds_nothing_serious_in_it(lang: str, scheme: str, size: Any, invite: Invite) -> None:
    """Before a try and after a wrong one, on both sizes, in both languages and themes."""
    visitor, puzzle = invite(lang=lang, color_scheme=scheme, viewport=size), of(MONDAY)
    opens(visitor, MONDAY)
    visitor.page.get_by_test_id(f"day-{MONDAY}").wait_for()
    assert [] == flaws(visitor)
    visitor.do(path(puzzle.play(GAME), wrong_try(puzzle)[0]))
    await_verdict(visitor, "wrong")
    assert [] == flaws(visitor)
    assert size["width"] >= widest(visitor)
