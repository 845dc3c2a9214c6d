"""Which problems are set where nothing can be won, and what is said of them."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from typing import Any

import pytest

from bots.certain.test_proving import Proof
from bots.tiny import CROSSES, Crosses
from honjin.bots import Budget, SearchHandle, SearchRequest, words_of_bots
from honjin.bots.certain.problems import ASKED, LOOPS_OF_PROBLEMS, hardest, play_certain
from honjin.bots.precompile import compile_ahead

WON, DRAWN, LOST = Proof(1, 5), Proof(0, 0), Proof(-1, 6)
FIRST, REPLIES = 4, (0, 1, 2, 3, 5, 6, 7, 8)


def request() -> SearchRequest:
    """The empty board, which a test declares lost or drawn."""
    return SearchRequest(CROSSES, Crosses(), 0, 2, random.Random(1), Budget(60.0), SearchHandle())


def said(value: Proof, replies: Mapping[int, Proof]) -> tuple[str, Mapping[str, Any]]:
    """What is said of a choice of this value, after which these replies are known."""
    says = play_certain(request(), {FIRST: value}, lambda _: replies).says
    assert says is not None
    assert says.k in words_of_bots()
    return says.k, says.p


def test_replies_are_counted_if_all_are_known() -> None:
    """Those that keep the rival's result: a win, or at least a draw."""
    some = dict.fromkeys(REPLIES, LOST) | {0: WON, 1: DRAWN}
    assert ("certain.lost.problem", {"saving": 1, "replies": 8}) == said(LOST, some)
    assert ("certain.drawn.problem", {"saving": 2, "replies": 8}) == said(DRAWN, some)


def test_no_number_is_named_if_a_reply_is_open() -> None:
    """It may keep the result too: of 34 numbers told in Act 4 of Rokumon, 20 were too low."""
    some = dict.fromkeys(REPLIES[:-1], LOST) | {0: WON}
    assert ("certain.lost.open", {}) == said(LOST, some)
    assert ("certain.drawn.open", {}) == said(DRAWN, some)


@pytest.mark.parametrize("known", [REPLIES, REPLIES[:3], ()])
def test_no_problem_is_told_if_no_reply_is_known_to_fail(known: tuple[int, ...]) -> None:
    """Whether the others are open or all replies are right."""
    assert ("certain.lost", {}) == said(LOST, dict.fromkeys(known, WON))
    assert ("certain.drawn", {}) == said(DRAWN, dict.fromkeys(known, DRAWN))


@pytest.mark.slow
def test_only_a_reply_that_is_known_to_fail_is_a_mistake() -> None:
    """Weaker players that choose an open one have not missed anything."""
    while not all(compile_ahead(CROSSES, loops) for loops in LOOPS_OF_PROBLEMS):
        time.sleep(0.1)
    for replies, missed in (
        (dict.fromkeys(REPLIES, LOST), ASKED), (dict.fromkeys(REPLIES, WON), 0), ({}, 0)
    ):  # fmt: skip
        assert missed == hardest(request(), {FIRST: LOST}, lambda _, r=replies: r).missed
