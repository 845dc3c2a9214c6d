"""The workshop's lists of cards: edited line by line, mended, saved, opened again, played."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from browser.conftest import Invite
from browser.looks import in_every_look
from browser.page.test_reading import flaws, widest
from browser.visitor import WIDE, Visitor, until
from browser.workshop.test_workshop import comes, findings, settles

DESK = "cards"


def write(visitor: Visitor, field: str, value: str) -> None:
    """Type a number, and wait until the game has looked at it."""
    box = visitor.page.get_by_test_id(f"value-{field}")
    box.fill(value)
    box.press("Tab")
    settles(visitor)


@pytest.mark.slow
def test_a_list_is_edited_mended_saved_and_played(invite: Invite, tmp_path: Path) -> None:
    """Two colours with one number stop; the table shows the list's numbers beside its rules."""
    alone = invite(viewport=WIDE)
    page = alone.page
    comes(alone, "akiwado", DESK)
    write(alone, "red-pip", "2")
    assert ["Red, Number on the die: expected another number than that of white, got 2"] == [
        one.splitlines()[-1] for one in findings(alone)
    ]
    assert not page.get_by_test_id("play-bot").is_visible()
    alone.press("Control+z")
    settles(alone)
    write(alone, "white-copies", "7")
    write(alone, "number-set5", "30")
    with page.expect_download() as caught:
        page.get_by_test_id("export").click()
    caught.value.save_as(tmp_path / "mine.toml")
    file = tomllib.loads((tmp_path / "mine.toml").read_text("utf-8"))
    assert (7, 30) == (file["copies"]["white"], file["sets"]["5"])
    page.get_by_test_id("begin").select_option("printed")
    until(lambda: page.get_by_test_id("value-white-copies").input_value(), lambda got: got == "6")
    page.get_by_test_id("import").set_input_files(tmp_path / "mine.toml")
    until(lambda: page.get_by_test_id("value-white-copies").input_value(), lambda got: got == "7")
    settles(alone)
    page.get_by_test_id("play-bot").click()
    page.get_by_test_id("board").wait_for()
    page.get_by_test_id("tab-rules").click()
    sheets = page.get_by_test_id("sheet")
    sheets.first.wait_for()
    texts = until(lambda: " ".join(sheets.all_text_contents()), lambda got: "30" in got)
    assert "30" in texts


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_number_stays_as_it_was_typed(lang: str, invite: Invite) -> None:
    """99 became 20, -1 and an empty field 0, with the words "None. You can play on it."."""
    alone = invite(viewport=WIDE, lang=lang)
    page = alone.page
    comes(alone, "swords", DESK)
    typed = {"ninja-force": "99", "ninja-copies": "-1", "diplomacy-copies": ""}
    for field, value in typed.items():
        write(alone, field, value)
    until(lambda: len(findings(alone)), lambda got: got == 3)
    expected = {"en": "Expected a whole number from 0 to 20.", "ja": "0〜20の整数のはずです。"}
    for field, value in typed.items():
        box = page.get_by_test_id(f"value-{field}")
        assert (value, "true") == (box.input_value(), box.get_attribute("aria-invalid"))
        assert f"wrong-{field}" == box.get_attribute("aria-describedby")
        assert page.get_by_test_id(f"wrong-{field}").inner_text()
    assert expected[lang] == page.get_by_test_id("wrong-ninja-force").inner_text()
    assert "false" == page.get_by_test_id("value-ninja-bonus").get_attribute("aria-invalid")
    assert not page.get_by_test_id("play-bot").is_visible()
    alone.reload()
    settles(alone)
    assert "99" == page.get_by_test_id("value-ninja-force").input_value()
    assert 3 == len(findings(alone))


@pytest.mark.slow
@in_every_look
@pytest.mark.parametrize("game", ["akiwado", "swords"])
def test_axe_finds_nothing_serious(
    game: str, size: Any, lang: str, scheme: str, invite: Invite
) -> None:
    """A printed list, and one with a fault chosen from the problems."""
    alone = invite(lang=lang, color_scheme=scheme, viewport=size)
    comes(alone, game, DESK)
    assert [] == flaws(alone)
    if game == "akiwado":
        write(alone, "red-pip", "2")
    else:
        alone.page.evaluate("localStorage.clear()")
        for line in alone.page.locator('input[data-testid$="-copies"]').all():
            line.fill("0")
        alone.page.get_by_test_id("value-number-battle_draw").press("Tab")
    alone.page.get_by_test_id("finding").first.click()
    assert [] == flaws(alone)
    assert widest(alone) <= size["width"]
