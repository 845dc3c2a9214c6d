"""The page about Honjin: whose games it plays, and whose parts it holds on which terms."""

from __future__ import annotations

import json
from typing import Any

import pytest

from browser.conftest import Invite
from browser.looks import in_every_look
from browser.page.test_landmarks import ASKED, RULES
from browser.page.test_reading import flaws, widest
from browser.visitor import WORDS
from honjin import __version__
from places import ROOT

STATIC = ROOT / "src" / "honjin" / "server" / "static"


def test_terms_of_others_are_listed_and_opened(invite: Invite) -> None:
    """Two clicks from the lobby, the licence of each part is there in full."""
    one = invite()
    one.go()
    one.page.get_by_test_id("to-about").click()
    rows = one.page.get_by_test_id("notice")
    rows.first.wait_for()
    others = json.loads((STATIC / "notices.json").read_text("utf-8"))["others"]
    told = "\n".join(rows.all_inner_texts())
    for other in others:
        assert f"{other['name']} {other['version']} · {other['license']}" in told
    zen = rows.filter(has_text="Zen Kaku Gothic New")
    assert not zen.locator("pre").is_visible()
    zen.locator("summary").click()
    assert zen.locator("pre").inner_text().startswith("Copyright 2022 The Zen Project Authors")
    assert __version__ in one.said("version")
    assert "Charles Ward" in one.said("about")


@pytest.mark.slow
@in_every_look
def test_the_page_can_be_read_in_every_look(
    lang: str, scheme: str, size: Any, invite: Invite
) -> None:
    """No serious flaw, headings in order, nothing wider than the window, with a licence open."""
    one = invite(lang=lang, color_scheme=scheme, viewport=size)
    one.go("/about")
    row = one.page.get_by_test_id("notice").first
    row.locator("summary").click()
    row.locator("pre").wait_for()
    assert WORDS[lang]["about.fonts"] in one.said("fonts")
    assert size["width"] >= widest(one)
    assert [] == flaws(one)
    assert [] == one.page.evaluate(ASKED, RULES)
