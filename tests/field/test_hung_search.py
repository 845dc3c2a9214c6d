"""A search process that has hung: exact values are shown without what it would have added."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from honjin.core.play import Play
from honjin.games.rokumon.game import GAME
from honjin.server.work import exact
from honjin.server.work.exact import ExactValues, SolvedTables
from honjin.server.work.search.searches import SearchService
from honjin.solver import Answer, Value


def test_values_are_shown_without_a_process_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The choice that sets the hardest problem is left out, and no thread of others is held."""
    monkeypatch.setattr(exact, "SLOW", -0.5)
    play = Play(GAME, GAME.read_options({"act": "4"}))
    play.run_chance(lambda total: total - 1)
    seat = play.must_act()[0]
    lost = Value(-1, 2)
    known = ExactValues(Answer(lost, "", dict.fromkeys(play.legal(seat), lost), {}), ())
    searches = SearchService(tmp_path)

    async def ask() -> ExactValues:
        searches.prepare([GAME])
        assert searches.pid is not None
        os.kill(searches.pid, signal.SIGSTOP)
        asking = SolvedTables(tmp_path, 0, searches).with_problem(
            GAME, play.seen(seat), seat, 2, known
        )
        return await asyncio.wait_for(asking, 10)

    try:
        assert known == asyncio.run(ask())
    finally:
        assert searches.pid is not None
        os.kill(searches.pid, signal.SIGKILL)
        searches.close()
