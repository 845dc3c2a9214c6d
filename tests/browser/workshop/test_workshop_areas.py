"""The workshop's areas: drawn over a picture, linked, mended, saved, opened again."""

from __future__ import annotations

import tomllib
from math import dist
from pathlib import Path
from random import randbytes
from struct import pack
from typing import Any

import pytest

from browser.conftest import Invite
from browser.looks import in_every_look
from browser.page.test_reading import flaws, widest
from browser.visitor import PHONE, WIDE, WORDS, Visitor, until
from browser.workshop.test_workshop import comes, findings, settles
from honjin.games import load

GAME = "summits"
(DESK,) = load(GAME).desks
LAKE = '<svg xmlns="http://www.w3.org/2000/svg" width="70" height="50"><circle r="40"/></svg>'


def point(visitor: Visitor, x: float, y: float) -> tuple[float, float]:
    """Where a point of the file, from 0 to 1000, is on the screen."""
    paper = visitor.page.locator('[data-testid="sheet"] .paper').bounding_box()
    assert paper is not None
    return paper["x"] + paper["width"] * x / 1000, paper["y"] + paper["height"] * y / 1000


def click(visitor: Visitor, x: float, y: float) -> None:
    visitor.page.mouse.click(*point(visitor, x, y))


def corners(visitor: Visitor, area: str) -> str | None:
    shape = visitor.page.locator(f'[data-part="area"][data-key="{area}"]')
    return shape.get_attribute("data-corners")


@pytest.mark.slow
def test_an_area_is_drawn_over_a_picture_linked_saved_and_opened(
    invite: Invite, tmp_path: Path
) -> None:
    """The picture is never sent; what is wrong goes away with the link; the file comes back."""
    alone = invite(viewport=WIDE)
    page = alone.page
    comes(alone, GAME, "map")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    (tmp_path / "lake.svg").write_text(LAKE)
    page.get_by_test_id("picture-file").set_input_files(tmp_path / "lake.svg")
    page.get_by_test_id("picture").wait_for()
    page.get_by_test_id("tool-draw").check(force=True)
    for x, y in ((760, 700), (900, 700), (900, 850), (760, 850), (761, 701)):
        click(alone, x, y)
    until(lambda: corners(alone, "area_1"), lambda got: got == "4")
    settles(alone)
    assert any("expected a way to takahama" in one for one in findings(alone))
    assert not page.get_by_test_id("play-bot").is_visible()
    page.get_by_test_id("add-adjacent").select_option("yodogawara")
    settles(alone)
    assert any("Linked to: expected" in one for one in findings(alone))
    alone.press("Control+z")
    page.get_by_test_id("tool-link").check(force=True)
    click(alone, 830, 775)
    click(alone, 579, 691)
    page.get_by_test_id("play-bot").wait_for()
    settles(alone)
    assert [] == findings(alone)
    with page.expect_download() as caught:
        page.get_by_test_id("export").click()
    caught.value.save_as(tmp_path / "mine.toml")
    text = (tmp_path / "mine.toml").read_text("utf-8")
    area = tomllib.loads(text)["area"][-1]
    drawn = [(760, 700), (900, 700), (900, 850), (760, 850)]
    # A pixel of the screen is about two units of the file.
    assert all(dist(*pair) < 3 for pair in zip(drawn, area["outline"], strict=True))
    assert ["yodogawara"] == area["adjacent"]
    assert text == DESK.check(DESK.read(text)).file
    page.get_by_test_id("begin").select_option("blank")
    until(lambda: page.locator('[data-part="area"]').count(), lambda got: got == 0)
    page.get_by_test_id("import").set_input_files(tmp_path / "mine.toml")
    until(lambda: corners(alone, "area_1"), lambda got: got == "4")
    settles(alone)
    assert [] == findings(alone)
    assert not any("circle" in body or "image/svg" in body for body in sent)


@pytest.mark.slow
def test_corners_are_moved_split_and_removed_by_keys(invite: Invite) -> None:
    """An area is drawn with the cross, its corners changed, its units set up; each step undone."""
    alone = invite(viewport=WIDE)
    page = alone.page
    comes(alone, GAME, "map")
    page.get_by_test_id("begin").select_option("blank")
    until(lambda: page.locator('[data-part="area"]').count(), lambda got: got == 0)
    page.get_by_test_id("tool-draw").check(force=True)
    page.get_by_test_id("sheet").focus()
    right, down = ["Shift+ArrowRight"] * 4, ["Shift+ArrowDown"] * 4
    alone.press("Space", *right, "Space", *down, "Space", "Enter")
    assert "3" == corners(alone, "area_1")
    page.locator('[data-part="corner"][data-n="0"]').focus()
    alone.press("+")
    assert "4" == corners(alone, "area_1")
    alone.press("ArrowRight", "Delete")
    assert "3" == corners(alone, "area_1")
    page.get_by_test_id("here-add").click()
    page.get_by_test_id("here-add").wait_for(state="detached")
    alone.press("Control+z")
    page.get_by_test_id("here-add").wait_for()
    page.locator('[data-part="area"][data-key="area_1"]').focus()
    alone.press("Delete")
    assert 0 == page.locator('[data-part="area"]').count()
    alone.press("Control+z")
    assert "3" == corners(alone, "area_1")


@pytest.mark.slow
def test_a_key_that_an_area_cannot_have_is_told(invite: Invite) -> None:
    """The old key came back without a word; now what a key is, or that another entry has it."""
    alone = invite(viewport=WIDE)
    page = alone.page
    comes(alone, GAME, "map")
    page.get_by_test_id("row").select_option("minase")
    key, told = page.get_by_test_id("row-key"), page.get_by_test_id("row-key-wrong")
    for text, why in (("My area", "wrong"), ("takahama", "taken")):
        key.fill(text)
        key.press("Enter")
        said = WORDS["en"][f"workshop.row.key.{why}"].replace("{key}", text)
        told.get_by_text(said).wait_for()
        assert "minase" == key.input_value()
    assert [] == flaws(alone)
    key.fill("my_area")
    key.press("Enter")
    until(key.input_value, lambda now: now == "my_area")
    assert not told.is_visible()


@pytest.mark.slow
@pytest.mark.parametrize("width", [1440, 1024, 768])
def test_the_form_of_an_area_is_no_wider_than_its_column(width: int, invite: Invite) -> None:
    """With Hirose chosen it could be scrolled sideways."""
    alone = invite(viewport={"width": width, "height": 900})
    comes(alone, GAME, "map")
    alone.page.get_by_test_id("row").select_option("hirose")
    alone.page.get_by_test_id("row-form").wait_for()
    script = "all => all.map((one) => one.scrollWidth - one.clientWidth)"
    assert [0, 0] == alone.page.eval_on_selector_all("main > .tools, main > .told", script)


@pytest.mark.slow
@in_every_look
def test_axe_finds_nothing_serious(size: Any, lang: str, scheme: str, invite: Invite) -> None:
    """A shipped battle with an area chosen, and an empty sheet with what is wrong."""
    alone = invite(lang=lang, color_scheme=scheme, viewport=size)
    comes(alone, GAME, "map")
    alone.page.get_by_test_id("row").select_option("minase")
    alone.page.get_by_test_id("row-form").wait_for()
    assert [] == flaws(alone)
    alone.page.get_by_test_id("begin").select_option("blank")
    alone.page.get_by_test_id("finding").first.wait_for()
    assert [] == flaws(alone)
    assert widest(alone) <= size["width"]


@pytest.mark.slow
def test_a_finger_draws_an_area(invite: Invite) -> None:
    """On a phone, in Japanese: taps set corners, and the first one closes the area."""
    alone = invite(viewport=PHONE, has_touch=True, lang="ja")
    page = alone.page
    comes(alone, GAME, "map")
    page.get_by_test_id("tool-draw").check(force=True)
    for x, y in ((700, 650), (950, 650), (950, 900), (700, 650)):
        page.touchscreen.tap(*point(alone, x, y))
    until(lambda: corners(alone, "area_1"), lambda got: got == "3")


@pytest.mark.slow
def test_a_large_scan_is_loaded_beside_the_work(invite: Invite, tmp_path: Path) -> None:
    """42 MB came without a word. A bar shows how far it is, it can be cancelled, and is reduced."""
    alone = invite(viewport=WIDE)
    page = alone.page
    comes(alone, GAME, "map")
    wide, high = 4600, 3050
    size = 3 * wide * high
    head = b"BM" + pack("<IHHI", 54 + size, 0, 0, 54)
    head += pack("<IiiHHIIiiII", 40, wide, high, 1, 24, 0, size, 0, 0, 0, 0)
    (tmp_path / "scan.bmp").write_bytes(head + randbytes(size))
    choose, bar = page.get_by_test_id("picture-file"), page.get_by_test_id("picture-loads")
    choose.set_input_files(tmp_path / "scan.bmp")
    bar.wait_for()
    page.get_by_test_id("picture-stop").click()
    bar.wait_for(state="detached")
    page.evaluate("() => { window.turns = 0; setInterval(() => window.turns++, 50); }")
    choose.set_input_files(tmp_path / "scan.bmp")
    page.get_by_test_id("picture").wait_for()
    assert page.evaluate("() => window.turns") > 3
    address = page.get_by_test_id("picture").get_attribute("href")
    look = "async (address) => { const i = new Image(); i.src = address; await i.decode();"
    assert 4096 == page.evaluate(look + " return i.naturalWidth; }", address)
    assert bar.count() == 0
