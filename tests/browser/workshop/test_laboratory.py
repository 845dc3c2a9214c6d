"""Experiments in the browser: begun, watched, looked into, taken away, and opened elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from browser.conftest import Invite
from browser.lobby.test_invitation import forbids
from browser.looks import in_every_look
from browser.page.test_reading import flaws, widest
from browser.visitor import WIDE, Visitor

ALL = "/workshop/experiments"


def begins(
    visitor: Visitor, games: int, *acts: str, sure: bool = False, bot: str = "greedy"
) -> str:
    """An experiment of acts of Rokumon, begun by its form; answers its address."""
    page = visitor.page
    page.get_by_test_id("plan-form").wait_for()
    page.get_by_test_id("plan-form").locator("select").first.select_option("rokumon")
    for act in acts:
        page.get_by_test_id(f"scenario-{act}").check()
    page.get_by_test_id("bot-samurai").uncheck()
    page.get_by_test_id(f"bot-{bot}").check()
    page.get_by_test_id("count").fill(str(games))
    if sure:
        page.get_by_test_id("sure").check()
    page.get_by_test_id("begin").click()
    page.get_by_test_id("running").wait_for()
    return str(page.evaluate("location.pathname"))


def ends(visitor: Visitor) -> None:
    """Until it has been played."""
    visitor.page.get_by_test_id("remove").wait_for(timeout=60_000)
    visitor.page.get_by_test_id("played").wait_for()


@pytest.mark.slow
def test_two_variants_until_the_difference_is_sure(invite: Invite, tmp_path: Path) -> None:
    """From the workshop to a sure difference; its games open, and its file opens elsewhere."""
    ann = invite(viewport=WIDE)
    page = ann.page
    ann.go("/workshop")
    page.get_by_test_id("to-experiments").click()
    begins(ann, 400, "act2", "act3", sure=True)
    ends(ann)
    assert "the differences are certain" in page.get_by_test_id("how-far").inner_text()
    row = page.get_by_test_id("figure-differences").locator("g.row")
    assert 1 == row.count()
    # By keyboard: the games behind a figure, and one of them.
    bar = page.get_by_test_id("figure-lengths").locator('g.bin[tabindex="0"]').first
    told = bar.get_attribute("aria-label") or ""
    bar.focus()
    ann.press("Enter")
    page.get_by_test_id("open-game").first.wait_for()
    assert f"{page.get_by_test_id('open-game').count()} game" in told
    ann.press("Escape")
    for kind in ("svg", "csv"):
        with page.expect_download() as caught:
            page.get_by_test_id(f"{kind}-wins").click()
        caught.value.save_as(tmp_path / f"wins.{kind}")
    drawn = ElementTree.parse(tmp_path / "wins.svg").getroot()
    assert "var(" not in ElementTree.tostring(drawn, "unicode")
    assert 9 == len((tmp_path / "wins.csv").read_text("utf-8").splitlines())
    with page.expect_download() as caught:
        page.get_by_test_id("file").click()
    caught.value.save_as(tmp_path / "x.jsonl.gz")
    bob = invite(viewport=WIDE)
    bob.go(ALL)
    bob.page.get_by_test_id("bring").set_input_files(tmp_path / "x.jsonl.gz")
    bob.page.get_by_test_id("played").wait_for()
    for figure in ("differences", "wins", "ends"):
        texts = [
            one.page.get_by_test_id(f"figure-{figure}").locator("g.row").all_inner_texts()
            for one in (ann, bob)
        ]
        assert texts[0] == texts[1]
    bob.page.get_by_test_id("figure-ends").locator("g.row").first.click()
    bob.page.get_by_test_id("open-game").first.click()
    bob.page.get_by_test_id("board").wait_for()


@pytest.mark.slow
def test_a_stop_keeps_and_goes_on(invite: Invite) -> None:
    """The report grows while games come in; stopped, it offers to go on, and others only look."""
    ann = invite(viewport=WIDE)
    page = ann.page
    ann.go(ALL)
    where = begins(ann, 900, "act2", "act3", bot="samurai")
    page.get_by_test_id("figure-wins").wait_for(timeout=60_000)
    forbids(ann, "**/stop")
    page.get_by_test_id("stop").click()
    assert ann.word("problem.wrong-origin") in ann.said("notice")  # no notice was shown here
    page.unroute("**/stop")
    page.get_by_test_id("stop").click()
    ends(ann)
    page.get_by_test_id("more").wait_for()
    bob = invite(viewport=WIDE)
    bob.go(where)
    bob.page.get_by_test_id("played").wait_for()
    assert not bob.page.get_by_test_id("more").is_visible()
    assert not bob.page.get_by_test_id("remove").is_visible()
    ann.page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_test_id("remove").click()
    page.get_by_test_id("plan-form").wait_for()


@pytest.mark.slow
def test_a_file_that_is_none_is_told_of(invite: Invite, tmp_path: Path) -> None:
    """What is wrong stands beside the button."""
    ann = invite(viewport=WIDE)
    ann.may_lose_the_server = True  # the refusal is an error to the browser
    ann.go(ALL)
    (tmp_path / "x.jsonl").write_text("nothing", "utf-8")
    ann.page.get_by_test_id("bring").set_input_files(tmp_path / "x.jsonl")
    assert "x.jsonl: " in ann.page.get_by_test_id("wrong").inner_text()


@pytest.mark.slow
@in_every_look
def test_axe_finds_nothing_serious_in_them(
    size: Any, lang: str, scheme: str, invite: Invite
) -> None:
    """Form, report, games behind a figure; nothing sticks out."""
    ann = invite(lang=lang, color_scheme=scheme, viewport=size)
    ann.go(ALL)
    page = ann.page
    page.get_by_test_id("plan-form").wait_for()
    page.get_by_test_id("vary").locator("summary").click()
    assert [] == flaws(ann)
    assert widest(ann) <= size["width"]
    begins(ann, 8, "act2", "act3")
    ends(ann)
    page.get_by_test_id("figure-uses").locator("summary").first.click()
    assert [] == flaws(ann)
    assert widest(ann) <= size["width"]
    page.get_by_test_id("figure-wins").locator("g.row").first.click()
    page.get_by_test_id("games-behind").wait_for()
    assert [] == flaws(ann)
