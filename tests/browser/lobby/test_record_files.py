"""A record that is brought from a file: one of several games, or a file that cannot be used."""

from __future__ import annotations

import json

from browser.conftest import Invite
from browser.visitor import Visitor
from honjin.core.play import Play
from honjin.games import load


def chooses(visitor: Visitor, name: str, content: bytes) -> None:
    """Choose a file with these bytes in the dialog for records."""
    file = {"name": name, "mimeType": "application/json", "buffer": content}
    visitor.page.get_by_test_id("record-file").set_input_files(file)  # type: ignore[arg-type]


def test_one_of_several_games_is_opened(invite: Invite) -> None:
    """What tells them apart is listed; the arrow keys choose one. A file in UTF-16 is called so."""
    play = Play(load("rokumon"), {"act": "1", "deal": "gggjjj"})
    for seat, text in ((0, "r1c1"), (1, "r2c1"), (0, "r1c2")):
        play.run_chance(lambda total: 0)
        play.act_text(seat, text)
    records = [json.loads(play.at(len(play.steps) - n).record().to_json()) for n in (2, 1, 0)]
    arena = {"bots": ["random", "greedy"], "reason": "end.row", "returns": [-1, 1]}
    text = "\r\n".join(json.dumps(record | {"arena": arena}) for record in records)
    one = invite(lang="ja")
    one.go()
    one.page.get_by_test_id("import").click()
    chooses(one, "対局.jsonl", text.encode("utf-16"))
    dialog = one.page.get_by_test_id("import-dialog")
    said = dialog.get_by_test_id("refusal")
    said.get_by_text(one.word("file.utf16", name="対局.jsonl")).wait_for()
    chooses(one, "対局.jsonl", text.encode("utf-8-sig"))
    radios = dialog.get_by_role("group", name="対局.jsonl").get_by_role("radio")
    radios.nth(2).wait_for()
    assert (3, 0) == (radios.count(), said.count())
    told = dialog.get_by_role("listitem").nth(1).inner_text()
    for words in ("2行目", "六文", "真田：", "徳川の勝ち", f"{len(records[1]['actions'])}手"):
        assert words in told
    radios.first.focus()
    one.page.keyboard.press("ArrowDown")
    one.page.keyboard.press("Enter")
    one.page.get_by_test_id("board").wait_for()
    play = play.at(len(play.steps) - 1)
    one.sees(play.game.table.scene(play.game.seen_by(play.state, 0)))
