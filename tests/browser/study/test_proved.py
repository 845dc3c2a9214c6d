"""Where no table holds a game: what is proved stands beside the choices in the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as Late

from browser.conftest import Invite
from browser.looks import in_every_look
from browser.page.test_reading import LANGS, flaws, widest
from browser.script import Script, whole_game
from browser.site import Site
from browser.study.test_analysis import analyses, is_shown, played, reviewed
from browser.study.test_exact import SIDES, shown
from browser.visitor import Visitor, until
from honjin.core.jit.compiled import warm
from honjin.games import load
from honjin.solver import Inquiry, Prover, Provers

GAME = load("rokumon")
OPTIONS = {"act": "4", "deal": "jgjgjgj"}
BACK = 3
"""So many actions before the end a position is looked at."""


@pytest.fixture(scope="module")
def proving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server as anybody runs it, what proves compiled already."""
    for loops in Provers.loops:
        warm(GAME, loops)
    site = Site(tmp_path_factory.mktemp("proving"))
    site.start()
    yield site
    site.stop()


@pytest.fixture(scope="module")
def script() -> Script:
    """A random game of Act 4."""
    return whole_game("rokumon", OPTIONS, most=14)


def proofs(script: Script, step: int) -> dict[str, int]:
    """The result of every choice at a step, for who makes it."""
    state = GAME.setup(GAME.read_options(script.options))
    for turn in script.turns[:step]:
        action = GAME.notation.read_action(state, turn.seat, turn.choice.do)
        GAME.apply_action(state, turn.seat, action)
    inquiry = Inquiry(Prover.of(GAME, state), state)
    inquiry.run(lambda: False)
    write = GAME.notation.write_action
    return {write(state, inquiry.seat, one): v.result for one, v in inquiry.values.items()}


def result_said(visitor: Visitor, text: str) -> int:
    """The result that a text tells: wins within 7, loses within 8."""
    for key, result in (("exact.wins.most", 1), ("exact.loses.most", -1)):
        if re.fullmatch(re.escape(visitor.word(key, n="N")).replace("N", r"\d+"), text):
            return result
    raise AssertionError(f"{text!r} tells of no proof")


def results_shown(visitor: Visitor) -> dict[str, int]:
    """Every choice of the list with the result that it is said to have."""
    return {do: result_said(visitor, text) for do, text in shown(visitor).items() if text}


def results_asked_for(visitor: Visitor) -> dict[str, int]:
    """The same after asking for more time: a busy machine proves little in three seconds."""
    longer = visitor.page.get_by_test_id("analysis-longer")
    if longer.count():
        with suppress(Late):  # all was proved in this moment
            longer.click(timeout=1_000)
    return results_shown(visitor)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_what_is_proved_stands_beside_every_choice(
    lang: str, proving: Site, invite: Invite, script: Script
) -> None:
    """Near the end all of them, and it is said that they are proved, within how many actions."""
    alone = invite(proving, lang=lang)
    played(alone, script)
    analyses(alone)
    step = len(script.turns) - BACK
    alone.press(*["Shift+ArrowLeft"] * BACK)
    is_shown(alone, step)
    more = alone.page.get_by_test_id("all-choices")
    if more.count():
        more.click()
    expected = proofs(script, step)
    assert expected == until(partial(results_asked_for, alone), expected.__eq__, 120)
    assert alone.word("exact.proved") == alone.said("exact-mark")
    assert SIDES[lang][script.turns[step].seat] in alone.said("standing")


@pytest.mark.slow
def test_the_epilogue_is_known_from_its_start(proving: Site, invite: Invite) -> None:
    """Against the Automa: it is won, whatever the deal, and each choice says what it is worth."""
    alone = invite(proving)
    alone.opens_table({"act": "epilogue", "deal": "4172635"}, ["me"])
    analyses(alone)
    is_shown(alone, 0)
    results = until(partial(results_asked_for, alone), lambda found: 1 in found.values(), 120)
    assert 1 in results.values()
    assert alone.word("exact.proved") == alone.said("exact-mark")


@pytest.mark.slow
def test_the_review_names_a_win_that_was_given_away(
    proving: Site, invite: Invite, script: Script
) -> None:
    """A proved win that became a proved loss is told as such."""
    alone = invite(proving)
    played(alone, script)
    alone.tab("analysis")
    reviewed(alone)
    lost = [n for n in range(len(script.turns)) if is_given_away(script, n)]
    assert lost
    costs = [one.inner_text() for one in alone.page.get_by_test_id("cost").all()]
    wins, loses = (alone.word(f"exact.{key}.most", n="") for key in ("wins", "loses"))
    assert any(wins.strip() in cost and loses.strip() in cost for cost in costs)


def is_given_away(script: Script, step: int) -> bool:
    """Whether a proved win was lost, near the end, where all can be proved."""
    if step < len(script.turns) - BACK:
        return False
    values = proofs(script, step)
    return max(values.values()) > values[script.turns[step].choice.do]


@pytest.mark.slow
@in_every_look
def test_axe_finds_nothing_serious_in_proofs(
    lang: str, scheme: str, size: Any, proving: Site, invite: Invite, script: Script
) -> None:
    """On both sizes, in both languages and themes."""
    visitor = invite(proving, lang=lang, color_scheme=scheme, viewport=size)
    played(visitor, script)
    analyses(visitor)
    visitor.press(*["Shift+ArrowLeft"] * BACK)
    is_shown(visitor, len(script.turns) - BACK)
    visitor.page.get_by_test_id("exact").first.wait_for()
    assert [] == flaws(visitor)
    assert size["width"] >= widest(visitor)
