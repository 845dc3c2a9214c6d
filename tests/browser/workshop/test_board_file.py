"""A table on a board of one's own: a file is chosen in the form, which tells its mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser.conftest import Invite
from browser.visitor import Visitor
from honjin.core.play import Play
from honjin.core.scene import Scene
from honjin.games import load

GAME = "akebono"
SHIPPED = Path(load(GAME).home / "content" / "board.toml").read_text("utf-8")
KEPT = SHIPPED[SHIPPED.index("[[midline]]") : SHIPPED.index("[valor_track]")]
HEXES = SHIPPED[SHIPPED.index("[board]") :]
MINE = KEPT + HEXES.replace("r = -5, value = 6", "r = -5, value = 5")
"""The hexes and midlines of the shipped board, with two mountains less."""


def chooses(visitor: Visitor, text: str, name: str = "mine.toml") -> None:
    """Choose a file with this text as the board."""
    file = {"name": name, "mimeType": "application/toml", "buffer": text.encode()}
    visitor.page.get_by_test_id("option-board").set_input_files(file)  # type: ignore[arg-type]


def seen_first() -> Scene:
    """What the first seat sees of a game on this board."""
    play = Play(load(GAME), {"board": MINE})
    return play.game.table.scene(play.game.seen_by(play.state, 0))


@pytest.mark.slow
def test_a_table_is_opened_on_a_board_from_a_file(invite: Invite) -> None:
    """Its hexes are on the table; neither lobby nor table shows the text of the file."""
    visitor = invite()
    visitor.opens_form(GAME)
    page = visitor.page
    chooses(visitor, MINE)
    page.get_by_test_id("option-board-now").get_by_text("mine.toml").wait_for()
    page.get_by_test_id("wish-1").select_option("me")
    page.get_by_test_id("open-table").click()
    page.get_by_test_id("board").wait_for()
    visitor.reveals(0)
    expected = seen_first()
    visitor.sees(expected)
    assert ["terrain-5", "terrain-5"] == [
        page.locator(f'[data-space][data-id="{id}"]').get_attribute("data-space")
        for id in ("A1", "A8")
    ]
    visitor.tab("info")
    assert "Your own board" in visitor.said("info")
    assert ":5543" not in visitor.said("info")
    visitor.go()
    page.get_by_test_id("yours").wait_for()
    assert ":5543" not in page.locator("body").inner_text()


@pytest.mark.slow
def test_a_mistake_in_the_file_is_told_beside_it(invite: Invite) -> None:
    """The form stays as it was; the mended file of the same name is taken."""
    visitor = invite()
    visitor.may_lose_the_server = True  # the refusal is an error to the browser
    visitor.opens_form(GAME)
    page = visitor.page
    page.get_by_test_id("wish-1").select_option("me")
    chooses(visitor, MINE.replace("value = 4", "value = 9", 1))
    page.get_by_test_id("open-table").click()
    wrong = page.get_by_test_id("option-board-wrong")
    wrong.get_by_text("value: expected 1 to 6, got 9").wait_for()
    assert "mine.toml" in visitor.said("option-board-now")
    assert "me" == page.get_by_test_id("wish-1").input_value()
    chooses(visitor, MINE)
    wrong.get_by_text("expected").wait_for(state="detached")
    page.get_by_test_id("open-table").click()
    page.get_by_test_id("board").wait_for()
    visitor.reveals(0)
    visitor.sees(seen_first())


@pytest.mark.slow
def test_a_mistake_is_told_in_the_readers_language(invite: Invite) -> None:
    """On the Japanese page nothing of it is English: neither the board's fault nor the file's."""
    visitor = invite(lang="ja")
    visitor.may_lose_the_server = True  # the refusal is an error to the browser
    visitor.opens_form(GAME)
    page = visitor.page
    chooses(visitor, MINE.replace("value = 4", "value = 9", 1))
    page.get_by_test_id("open-table").click()
    wrong = page.get_by_test_id("option-board-wrong")
    wrong.get_by_text("ヘックスA3のvalue：1〜6のはずが、9です").wait_for()
    assert 0 == wrong.locator("[lang=en]").count()
    chooses(visitor, "[board")
    page.get_by_test_id("open-table").click()
    wrong.get_by_text("1行目の7文字目：TOMLとして読めません（[board）").wait_for()


@pytest.mark.slow
def test_files_that_are_not_sent(invite: Invite) -> None:
    """Another kind of file, an empty one, one that is too large: said at once."""
    visitor = invite()
    visitor.opens_form(GAME)
    page = visitor.page
    usual = visitor.said("option-board-now")
    for name, text, key in (
        ("mine.json", MINE, "kind"),
        ("mine.toml", " ", "empty"),
        ("mine.toml", "#" * 70_000, "large"),
    ):
        chooses(visitor, text, name)
        holes = {"name": name, "suffix": ".toml", "n": "70.0 kB", "most": "60.0 kB"}
        page.get_by_text(visitor.word(f"file.{key}", **holes)).wait_for()
        assert usual == visitor.said("option-board-now")
    chooses(visitor, MINE)
    page.get_by_test_id("option-board-usual").click()
    assert usual == visitor.said("option-board-now")
    assert "" == visitor.said("option-board-wrong")


@pytest.mark.slow
def test_a_file_is_dropped_on_the_form(invite: Invite) -> None:
    """Dragged from outside and let go over the field, it is chosen."""
    visitor = invite()
    visitor.opens_form(GAME)
    visitor.page.get_by_test_id("option-board-now").evaluate(
        """(element, text) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], "dropped.toml"));
            element.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
        }""",
        MINE,
    )
    visitor.page.get_by_test_id("option-board-now").get_by_text("dropped.toml").wait_for()
