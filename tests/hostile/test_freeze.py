"""Texts that are hard to parse: nobody else has to wait for them."""

from __future__ import annotations

import json

import pytest
from attacked import Player, RealServer


@pytest.mark.slow
def test_a_long_dotted_key_is_refused_at_once(real_server: RealServer) -> None:
    """Sixty kilobytes of `a.a.a…=1` as a map, which once took minutes and two gigabytes."""
    ann, before = real_server.visitor(), real_server.memory()
    seats = [{"kind": "me"}]
    for text in ("a" + ".a" * 30_000 + "=1", "a = " + "9" * 4_400):
        found = ann.post("/api/tables", game="summits", options={"map": text}, seats=seats)
        assert "bad-option" == found.problem
        assert found.json["say"]["k"].startswith("file."), found
        assert len(found.body) < 2_000
    record = {"honjin": 1, "game": "summits", "rules": 1, "options": {"map": "a" + ".a" * 30_000}}
    assert ann.post("/api/records", record=json.dumps(record)).status == 422
    assert real_server.memory() - before < 50


@pytest.mark.slow
def test_others_play_on_while_hard_texts_are_posted(real_server: RealServer) -> None:
    """Maps, boards and records from four addresses at once."""
    before = real_server.memory()
    with Player(real_server) as player:
        player.play_undisturbed()
        hammer = real_server.hammer("freeze", 8)
        hammer.wait_until_begun()
        seen = hammer.end()
        player.was_served()
    assert "500" not in seen, seen
    assert sum(seen.values()) > 50, seen
    assert real_server.memory() - before < 50
