"""The perfect bot where its table fails it."""

from __future__ import annotations

import random

import pytest

from bots.certain.test_proving import GAME, LEGAL, OPTIONS, Guessing, Proof
from bots.certain.test_sure_bot import Knowing
from honjin.bots import Budget, SearchHandle, SearchRequest, TablebaseBot
from honjin.core.errors import HonjinError
from honjin.core.parts.index import Unsolvable


def asked_of(knowing: Knowing) -> tuple[int, list[SearchRequest]]:
    """What it does at the start, and what it asked its search."""
    other = Guessing()
    task = SearchRequest(
        GAME, GAME.setup(OPTIONS), 0, 2, random.Random(1), Budget(), SearchHandle()
    )
    return TablebaseBot(knowing, search=other).think(task).action, other.asked


def test_with_its_table_it_searches_nothing() -> None:
    """The only win is played."""
    exact = dict.fromkeys(LEGAL, Proof(-1, 6)) | {LEGAL[4]: Proof(1, 9)}
    assert (LEGAL[4], []) == asked_of(Knowing(exact=exact))


@pytest.mark.parametrize(
    "problem", [HonjinError("damaged"), PermissionError("locked"), Unsolvable("no table")]
)
def test_without_its_table_it_searches(
    problem: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """The log says why. It raised, and a server then made it act at random."""
    action, asked = asked_of(Knowing(exact=problem))
    assert LEGAL[0] == action
    assert 1 == len(asked)
    assert str(problem) in caplog.text
