"""The workshop: a board is painted by mouse and keyboard, mended, saved, and played on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Invite
from browser.looks import in_every_look
from browser.page.test_reading import flaws, widest
from browser.visitor import PHONE, WIDE, Visitor, until
from honjin.games import load

GAME = "akebono"
(DESK,) = load(GAME).desks
MIDDLE, BESIDE, NEAR = "0,0", "1,0", "2,0"
MOUNTAIN = "terrain-6"


def comes(visitor: Visitor, game: str = GAME, desk: str = "board") -> None:
    """To a desk, and waits until its sheet is there."""
    visitor.go(f"/workshop/{game}/{desk}")
    settles(visitor)


def settles(visitor: Visitor) -> None:
    """Until the game has looked at what is drawn."""
    visitor.page.locator('[data-testid="desk"][data-fresh="true"]').wait_for()


def cell(visitor: Visitor, id: str) -> Locator:
    return visitor.page.locator(f'[data-testid="sheet"] [data-id="{id}"]')


def looks(visitor: Visitor, id: str) -> str | None:
    return cell(visitor, id).get_attribute("data-look")


def findings(visitor: Visitor) -> list[str]:
    return visitor.page.get_by_test_id("finding").all_inner_texts()


def test_a_board_is_painted_mended_saved_and_played(invite: Invite, tmp_path: Path) -> None:
    """From the lobby to a table on what was painted; what is wrong comes and goes on the way."""
    alone = invite(viewport=WIDE)
    page = alone.page
    alone.go()
    page.get_by_test_id("to-workshop").click()
    page.get_by_test_id(f"desk-{GAME}-board").click()
    settles(alone)
    # By mouse: a stroke over two hexes is one step back.
    page.get_by_test_id("brush-6").check(force=True)
    page.mouse.move(*alone.middle("1,-1"))
    page.mouse.down()
    page.mouse.move(*alone.middle("0,-1"), steps=3)
    page.mouse.up()
    assert [MOUNTAIN] * 2 == [looks(alone, id) for id in ("1,-1", "0,-1")]
    alone.press("Control+z")
    assert looks(alone, "1,-1") != MOUNTAIN != looks(alone, "0,-1")
    alone.press("Control+Shift+z")
    assert MOUNTAIN == looks(alone, "0,-1")
    # By keyboard: wipe the road in the middle, and it leaps.
    page.get_by_test_id("layer").select_option("road")
    cell(alone, BESIDE).focus()
    alone.press("ArrowLeft", "0", "Space")
    assert "" == cell(alone, MIDDLE).get_attribute("data-mark")
    settles(alone)
    (found,) = until(lambda: findings(alone), lambda told: len(told) == 1)
    assert "The road jumps between two hexes that do not touch." in found
    page.get_by_test_id("finding").click()
    assert 2 == page.locator(".flaw.shown").count()
    assert not page.get_by_test_id("play-bot").is_visible()
    alone.press("Control+z")
    page.get_by_test_id("play-bot").wait_for()
    assert [] == findings(alone)
    # The draft outlives a reload, is saved as a file, and played on.
    alone.reload()
    settles(alone)
    assert MOUNTAIN == looks(alone, "0,-1")
    with page.expect_download() as caught:
        page.get_by_test_id("export").click()
    caught.value.save_as(tmp_path / "mine.toml")
    text = (tmp_path / "mine.toml").read_text("utf-8")
    assert 'q = 0, r = -1, value = 6, ns = "N"' in text
    assert text == DESK.check(DESK.read(text)).file
    page.get_by_test_id("play-local").click()
    page.get_by_test_id("board").wait_for()
    alone.reveals(0)
    assert MOUNTAIN == page.locator('[data-space][data-id="E6"]').get_attribute("data-space")


@pytest.mark.slow
def test_two_windows_paint_one_draft(invite: Invite) -> None:
    """What one had painted was gone as soon as the other painted; the last window won."""
    one = invite(viewport=WIDE)
    comes(one)
    one.page.get_by_test_id("brush-6").check(force=True)
    cell(one, MIDDLE).click()
    settles(one)
    other = one.open_window()
    other.goto(one.page.url)
    there = other.locator(f'[data-testid="sheet"] [data-id="{MIDDLE}"]')
    expect(there).to_have_attribute("data-look", MOUNTAIN)
    other.get_by_test_id("brush-6").check(force=True)
    other.locator(f'[data-testid="sheet"] [data-id="{BESIDE}"]').click()
    expect(cell(one, BESIDE)).to_have_attribute("data-look", MOUNTAIN)
    expect(one.page.get_by_test_id("kept")).to_contain_text(one.word("workshop.followed"))
    cell(one, NEAR).click()
    expect(other.locator(f'[data-testid="sheet"] [data-id="{NEAR}"]')).to_have_attribute(
        "data-look", MOUNTAIN
    )
    one.reload()
    settles(one)
    assert [MOUNTAIN] * 3 == [looks(one, id) for id in (MIDDLE, BESIDE, NEAR)]


def test_a_file_is_opened_and_its_mistake_told(invite: Invite, tmp_path: Path) -> None:
    """A broken file changes nothing; a sound one is drawn on; a symmetrical brush paints both."""
    alone = invite(viewport=WIDE, lang="ja")
    alone.may_lose_the_server = True  # the refusal is an error to the browser
    comes(alone)
    page = alone.page
    text = DESK.check(DESK.starts[0].draft).file
    for name, body in (("bad.toml", text.replace("value = 6", "value = 9", 1)), ("a.toml", text)):
        (tmp_path / name).write_text(body, "utf-8")
    page.get_by_test_id("import").set_input_files(tmp_path / "bad.toml")
    page.get_by_test_id("file-wrong").get_by_text("1〜6のはずが、9です").wait_for()
    page.get_by_test_id("begin").select_option("blank")
    page.get_by_test_id("finding").wait_for()
    page.get_by_test_id("import").set_input_files(tmp_path / "a.toml")
    page.get_by_test_id("play-bot").wait_for()
    page.get_by_test_id("symmetry").select_option("half_turn")
    page.get_by_test_id("layer").select_option("west_east")
    page.get_by_test_id("brush-second").check(force=True)
    cell(alone, "-3,1").click()
    marks = [cell(alone, id).get_attribute("data-mark") for id in ("-3,1", "3,-1")]
    assert ["second", "first"] == marks


@pytest.mark.slow
def test_a_name_with_a_full_width_space_is_kept(invite: Invite) -> None:
    """The check refused it, and after a reload the draft was the one to begin with."""
    alone = invite(viewport=WIDE, lang="ja")
    comes(alone, "swords", "map")
    name = alone.page.get_by_test_id("field-name")
    name.fill(" 琵琶\u3000湖\t")
    name.press("Tab")
    assert "琵琶 湖" == name.input_value()
    settles(alone)
    alone.reload()
    settles(alone)
    assert "琵琶 湖" == alone.page.get_by_test_id("field-name").input_value()


@pytest.mark.slow
def test_a_finger_paints_and_two_do_not(invite: Invite) -> None:
    """On a phone: a drag paints, the second finger takes the stroke back."""
    alone = invite(viewport=PHONE, has_touch=True)
    comes(alone)
    alone.page.get_by_test_id("brush-6").check(force=True)
    finger = alone.context.new_cdp_session(alone.page)

    def touch(kind: str, *ids: str) -> None:
        places = [alone.middle(id) for id in ids]
        points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(places)]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", "1,-1")
    touch("touchMove", "0,-1")
    touch("touchEnd")
    assert [MOUNTAIN] * 2 == [looks(alone, id) for id in ("1,-1", "0,-1")]
    touch("touchStart", "-1,2")
    touch("touchStart", "-1,2", "2,2")
    touch("touchEnd")
    assert MOUNTAIN != looks(alone, "-1,2")


@pytest.mark.slow
@in_every_look
def test_axe_finds_nothing_serious_in_it(size: Any, lang: str, scheme: str, invite: Invite) -> None:
    """The list of desks, formations, an empty sheet with what is wrong; nothing sticks out."""
    alone = invite(lang=lang, color_scheme=scheme, viewport=size)
    alone.go("/workshop")
    alone.page.get_by_test_id(f"desk-{GAME}-board").wait_for()
    assert [] == flaws(alone)
    comes(alone)
    alone.page.get_by_test_id("layer").select_option("north_south.1")
    assert [] == flaws(alone)
    alone.page.get_by_test_id("begin").select_option("blank")
    alone.page.get_by_test_id("finding").wait_for()
    assert [] == flaws(alone)
    assert widest(alone) <= size["width"]


@pytest.mark.slow
def test_a_map_is_painted_with_symmetrical_castles(invite: Invite) -> None:
    """By keys alone: a fortress brings those of the next seats, figures follow, four sit down."""
    alone = invite(viewport=WIDE)
    comes(alone, "swords", "map")
    page = alone.page
    page.get_by_test_id("begin").select_option("blank")
    page.get_by_test_id("finding").wait_for()
    page.get_by_test_id("symmetry").select_option("quarter_turn")
    cell(alone, "e1").focus()
    alone.press("1", "Space", "ArrowDown", "ArrowDown", "k", "Space", "c", "Shift+ArrowRight")
    settles(alone)
    seats = [cell(alone, id).get_attribute("data-mark") for id in ("e1", "j5", "f10", "a6")]
    assert [f"fortress.{n}" for n in (1, 2, 3, 4)] == seats
    assert ["keep", "covered"] == [
        cell(alone, id).get_attribute("data-mark") for id in ("h5", "h6")
    ]
    figures = page.get_by_test_id("figures").inner_text()
    assert "Players\n4" in figures
    assert "(0 is even)\n0.000" in figures
    page.get_by_test_id("field-shape").select_option("hexes")
    settles(alone)
    assert ["", "half_turn"] == page.eval_on_selector_all(
        '[data-testid="symmetry"] option', "all => all.map((one) => one.value)"
    )
    alone.press("Control+z")
    settles(alone)
    page.get_by_test_id("play-local").click()
    page.get_by_test_id("board").wait_for()
    alone.tab("info")
    assert "Takeda" in page.locator("body").inner_text()
