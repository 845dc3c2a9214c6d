"""A search for balance in the browser: a board is drawn, made even, opened, saved and played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import Invite
from browser.looks import in_every_look
from browser.page.test_reading import flaws, widest
from browser.visitor import WIDE, Visitor, until
from browser.workshop.test_workshop import cell, comes, findings, looks, settles
from honjin.games import load

(DESK,) = load("akebono").desks
ALL = "/workshop/balance"
RADIUS = 4
LONG = 240_000
"""Milliseconds for a search of a few games; the first may have to compile its bots."""


def row(r: int) -> list[str]:
    """The cells of a row of a board of 61 hexes."""
    every = range(-RADIUS, RADIUS + 1)
    return [f"{q},{r}" for q in every if abs(q + r) <= RADIUS]


def strokes(visitor: Visitor, *rows: list[str]) -> None:
    """Paint along rows by mouse."""
    mouse = visitor.page.mouse
    for cells in rows:
        mouse.move(*visitor.middle(cells[0]))
        mouse.down()
        mouse.move(*visitor.middle(cells[-1]), steps=2 * len(cells))
        mouse.up()


def halves(midline: str) -> Iterator[tuple[str, list[list[str]]]]:
    """The rows, or parts of rows, of each half of a midline, by its brush."""
    if midline == "north_south":
        yield "first", [row(r) for r in range(-RADIUS, 0)]
        yield "second", [row(r) for r in range(1, RADIUS + 1)]
        return
    for brush, sign in (("first", -1), ("second", 1)):
        parts = [
            [one for one in row(r) if sign * (2 * int(one.split(",")[0]) + r) > 1]
            for r in range(-RADIUS, RADIUS + 1)
        ]
        yield brush, parts


def draws(visitor: Visitor) -> None:
    """A whole board from an empty sheet; each fault is mended in the layer that it opens."""
    page = visitor.page
    page.get_by_test_id("begin").select_option("blank")
    page.get_by_test_id("finding").wait_for()
    page.get_by_test_id("brush-2").check(force=True)
    strokes(visitor, *(row(r) for r in range(-RADIUS, 1)))
    page.get_by_test_id("brush-6").check(force=True)
    strokes(visitor, *(row(r) for r in range(1, RADIUS + 1)))
    settles(visitor)
    for midline in ("north_south", "west_east"):
        until(lambda: findings(visitor), lambda told: len(told) > 0)
        page.get_by_test_id("finding").first.click()  # it opens the layer of the midline
        assert midline == page.get_by_test_id("layer").input_value()
        for brush, parts in halves(midline):
            page.get_by_test_id(f"brush-{brush}").check(force=True)
            strokes(visitor, *parts)
        settles(visitor)
    page.get_by_test_id("play-bot").wait_for()
    assert [] == findings(visitor)


def picks(visitor: Visitor, cells: list[str], *values: str) -> None:
    """Choose cells on the sheet, and let them be these."""
    page = visitor.page
    page.get_by_test_id("choose-cells").click()
    for one in cells:
        cell(visitor, one).click()
    assert str(len(cells)) in page.get_by_test_id("cells-chosen").inner_text()
    for value in values:
        page.get_by_test_id(f"cells-may-{value}").check()
    page.get_by_test_id("choose-cells").click()


def opens_panel(visitor: Visitor, bot: str, games: int, proof: int) -> None:
    """The panel of a desk, with its numbers filled in."""
    page = visitor.page
    page.get_by_test_id("even").locator("summary").first.click()
    page.get_by_test_id("search-form").wait_for()
    page.get_by_test_id("even-bot").select_option(bot)
    page.get_by_test_id("even-games").fill(str(games))
    page.get_by_test_id("even-proof").fill(str(proof))


def ends(visitor: Visitor) -> None:
    """Until it has been searched and proved."""
    visitor.page.get_by_test_id("remove").wait_for(timeout=LONG)


@pytest.mark.slow
def test_a_drawn_board_is_made_even(invite: Invite, tmp_path: Path) -> None:
    """Drawn from nothing, searched, opened in the editor with one click, saved, and played."""
    ann = invite(viewport=WIDE)
    page = ann.page
    comes(ann)
    draws(ann)
    before = {r: looks(ann, row(r)[0]) for r in (-1, 1)}
    page.get_by_test_id("layer").select_option("terrain")
    opens_panel(ann, "random", 40, 10)
    page.get_by_test_id("even-cells").locator("summary").click()
    picks(ann, row(1), "2", "4", "6")
    page.get_by_test_id("vary-together").click()
    assert 1 == page.get_by_test_id("varies").count()
    # Cells that are chosen are not painted.
    assert before == {r: looks(ann, row(r)[0]) for r in (-1, 1)}
    expect(page.get_by_test_id("time")).to_be_visible()
    page.get_by_test_id("begin-search").click()
    page.get_by_test_id("search-page").wait_for()
    ends(ann)
    page.get_by_test_id("verdict").wait_for()
    assert 20 >= page.get_by_test_id("figure-course").locator("circle").count() > 0
    # The games behind a bar of the proof.
    page.get_by_test_id("figure-proof").locator("g.row").first.click()
    page.get_by_test_id("games-behind").wait_for()
    ann.press("Escape")
    # One click opens the mended board: every cell as before, but for those that varied.
    terrain = page.get_by_test_id("found-value").inner_text()
    page.get_by_test_id("found-edit").click()
    settles(ann)
    assert before[-1] == looks(ann, row(-1)[0])
    look = looks(ann, row(1)[0]) or ""
    assert {look} == {looks(ann, one) for one in row(1)}
    assert terrain.endswith(look.removeprefix("terrain-"))
    with page.expect_download() as caught:
        page.get_by_test_id("export").click()
    caught.value.save_as(tmp_path / "even.toml")
    text = (tmp_path / "even.toml").read_text("utf-8")
    assert text == DESK.check(DESK.read(text)).file
    page.get_by_test_id("play-local").click()
    page.get_by_test_id("board").wait_for()


@pytest.mark.slow
def test_a_stop_keeps_the_best_and_others_look(invite: Invite) -> None:
    """Stopped, it offers to check what was found; somebody else sees it and changes nothing."""
    ann = invite(viewport=WIDE)
    page = ann.page
    ann.go(ALL)
    page.get_by_test_id("even-game").select_option("rokumon")
    page.get_by_test_id("even-options").locator("summary").click()
    for act in ("2", "3", "4"):
        page.get_by_test_id(f"even-act-{act}").check()
    page.get_by_test_id("even-games").fill("1800")
    page.get_by_test_id("even-proof").fill("20")
    page.get_by_test_id("even-within").select_option("0.02")
    page.get_by_test_id("begin-search").click()
    page.get_by_test_id("figure-course").wait_for(timeout=LONG)
    page.get_by_test_id("stop").click()
    page.get_by_test_id("check").click(timeout=LONG)
    page.get_by_test_id("verdict").wait_for(timeout=LONG)
    where = str(page.evaluate("location.pathname"))
    bob = invite(viewport=WIDE)
    bob.go(where)
    bob.page.get_by_test_id("verdict").wait_for()
    assert not bob.page.get_by_test_id("more").is_visible()
    bob.page.get_by_test_id("to-proof").click()
    bob.page.get_by_test_id("played").wait_for()
    page.get_by_test_id("remove").wait_for(timeout=LONG)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_test_id("remove").click()
    page.get_by_test_id("search-form").wait_for()


@pytest.mark.slow
def test_an_experiment_on_a_drawing_with_a_bot_for_each_seat(invite: Invite) -> None:
    """The drawing that the browser keeps is compared with the usual board, by unlike bots."""
    ann = invite(viewport=WIDE)
    page = ann.page
    comes(ann)
    page.get_by_test_id("brush-6").check(force=True)
    cell(ann, "0,-1").click()
    settles(ann)
    ann.go("/workshop/experiments")
    page.get_by_test_id("plan-form").locator("select").first.select_option("akebono")
    page.get_by_test_id("files").locator("summary").click()
    page.get_by_test_id("drawing-board").select_option(index=1)
    page.get_by_test_id("file-board-0").check()  # the usual one
    assert page.get_by_test_id("file-board-1").is_checked()
    # What was ticked beside it is what it is compared with, though it was added first.
    usual = page.locator("label", has=page.get_by_test_id("file-board-0")).inner_text()
    expect(page.get_by_test_id("reference")).to_contain_text(usual)
    expect(page.get_by_test_id("time")).to_be_visible()
    page.get_by_test_id("bot-samurai").uncheck()
    page.get_by_test_id("seat-bots").locator("summary").click()
    for seat in (0, 1):
        page.get_by_test_id(f"bot-of-{seat}").select_option("random")
    page.get_by_test_id("seat-add").click()
    assert page.get_by_test_id("bot-random,random").is_checked()
    page.get_by_test_id("count").fill("2")
    page.get_by_test_id("begin").click()
    page.get_by_test_id("played").wait_for(timeout=LONG)
    page.get_by_test_id("remove").wait_for(timeout=LONG)
    expect(page.get_by_test_id("conclusions")).to_contain_text("is shown to favour Red")
    assert 2 == page.get_by_test_id("played").locator("li").count()


@pytest.mark.slow
@in_every_look
def test_axe_finds_nothing_serious_in_it(size: Any, lang: str, scheme: str, invite: Invite) -> None:
    """The panel of a desk with cells chosen, the form, a finished search; nothing sticks out."""
    ann = invite(lang=lang, color_scheme=scheme, viewport=size)
    page = ann.page
    comes(ann)
    opens_panel(ann, "random", 20, 0)
    page.get_by_test_id("even-cells").locator("summary").click()
    picks(ann, ["0,-1", "1,-1"], "1", "6")
    page.get_by_test_id("choose-cells").click()
    assert [] == flaws(ann)
    assert widest(ann) <= size["width"]
    ann.go(ALL)
    page.get_by_test_id("even-game").select_option("rokumon")
    page.get_by_test_id("even-options").locator("summary").click()
    for act in ("2", "3"):
        page.get_by_test_id(f"even-act-{act}").check()
    page.get_by_test_id("even-bot").select_option("greedy")
    page.get_by_test_id("even-games").fill("40")
    page.get_by_test_id("even-proof").fill("4")
    assert [] == flaws(ann)
    assert widest(ann) <= size["width"]
    page.get_by_test_id("begin-search").click()
    page.get_by_test_id("search-page").wait_for()
    ends(ann)
    assert [] == flaws(ann)
    assert widest(ann) <= size["width"]
