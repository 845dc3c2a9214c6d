"""The options of a desk: figures of a map count with a list of cards and with corners."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser.conftest import Invite
from browser.looks import in_every_look
from browser.page.test_reading import flaws, widest
from browser.visitor import WIDE, Visitor, until
from browser.workshop.test_workshop import comes, settles
from honjin.core.parts.desks import check_draft
from honjin.games import load

SWORDS = load("swords")
MAP = SWORDS.desk("map")
LIST = "[terrain]\nclear = { points = 2 }\n"


def figures(visitor: Visitor) -> list[str]:
    return visitor.page.locator('[data-testid="figures"] dd').all_inner_texts()


def expected(**given: str) -> list[str]:
    """The figures of the first map under these options; a mark follows those that are poor."""
    checked, _ = check_draft(SWORDS, MAP, MAP.starts[0].draft, given)
    return [one.value for one in checked.figures]


def shown(visitor: Visitor) -> list[str]:
    return [text.split("!")[0] for text in figures(visitor)]


def now(visitor: Visitor) -> str:
    return visitor.page.get_by_test_id("given-cards-now").inner_text()


def takes(visitor: Visitor, file: Path) -> None:
    visitor.page.get_by_test_id("own-cards").set_input_files(file)


@pytest.mark.slow
def test_figures_count_with_what_is_chosen(invite: Invite, tmp_path: Path) -> None:
    """A file and a choice: they outlive a reload and a table, and a bad file changes nothing."""
    alone = invite(viewport=WIDE)
    alone.may_lose_the_server = True  # the refusal is an error to the browser
    page = alone.page
    for name, text in (("mine.toml", LIST), ("bad.toml", LIST.replace("2", "3"))):
        (tmp_path / name).write_text(text, "utf-8")
    comes(alone, "swords", "map")
    assert expected() == shown(alone)
    takes(alone, tmp_path / "mine.toml")
    until(lambda: now(alone), lambda name: name == "mine.toml")
    settles(alone)
    assert expected(cards=LIST) == shown(alone) != expected()
    page.get_by_test_id("given-adjacency-value").select_option("eight")
    settles(alone)
    both = expected(cards=LIST, adjacency="eight")
    until(lambda: shown(alone), lambda seen: seen == both)
    takes(alone, tmp_path / "bad.toml")
    page.get_by_test_id("given").get_by_text("bad.toml:").wait_for()
    alone.reload()
    settles(alone)
    assert ("mine.toml", both) == (now(alone), shown(alone))
    page.get_by_test_id("play-local").click()
    page.get_by_test_id("board").wait_for()
    page.go_back()
    settles(alone)
    page.get_by_test_id("given-cards-usual").click()
    until(lambda: shown(alone), lambda seen: seen == expected(adjacency="eight"))
    assert "As printed" == now(alone)


@pytest.mark.slow
@in_every_look
def test_axe_finds_nothing_serious_in_it(
    size: Any, lang: str, scheme: str, invite: Invite, tmp_path: Path
) -> None:
    """The options with a list of one's own, and with a file that cannot be used."""
    alone = invite(lang=lang, color_scheme=scheme, viewport=size)
    alone.may_lose_the_server = True  # the refusal is an error to the browser
    for name, text in (("mine.toml", LIST), ("bad.toml", LIST.replace("2", "3"))):
        (tmp_path / name).write_text(text, "utf-8")
    comes(alone, "swords", "map")
    takes(alone, tmp_path / "mine.toml")
    until(lambda: now(alone), lambda name: name == "mine.toml")
    takes(alone, tmp_path / "bad.toml")
    alone.page.get_by_test_id("given").get_by_text("bad.toml").wait_for()
    settles(alone)
    assert [] == flaws(alone)
    assert widest(alone) <= size["width"]
