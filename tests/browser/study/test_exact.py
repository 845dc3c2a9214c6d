"""Exact values in the page, and the bot that plays by them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from browser.conftest import Invite
from browser.looks import in_every_look
from browser.page.test_reading import LANGS, flaws, widest
from browser.script import Script, whole_game
from browser.site import Site
from browser.study.test_analysis import PROGRAM, analyses, is_shown, played, reviewed
from browser.visitor import Visitor, places, until
from honjin.core.seats import SPECTATOR
from honjin.games import load
from honjin.solver import Tables, Value, solve

DEAL = {"act": "1", "deal": "gggjjj"}
GAME = load("rokumon")
SMALL = 100_000
SIDES = {"en": ("Sanada", "Tokugawa"), "ja": ("真田", "徳川")}


@pytest.fixture(scope="module")
def knowing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with one solved table, which makes others of Act 1 when they are needed."""
    data = tmp_path_factory.mktemp("knowing")
    solve(GAME, GAME.read_options(DEAL), data / "tables")
    site = Site(data, PROGRAM, solve=SMALL)
    site.start()
    yield site
    site.stop()


def worth(site: Site, script: Script, step: int) -> dict[str, Value]:
    """What every choice of a script is worth at a step."""
    state = GAME.setup(GAME.read_options(script.options))
    for turn in script.turns[:step]:
        action = GAME.notation.read_action(state, turn.seat, turn.choice.do)
        GAME.apply_action(state, turn.seat, action)
    return Tables.open(GAME, site.data / "tables").value(state).choices


def said(visitor: Visitor, value: Value) -> str:
    """A value in the words of the visitor's language."""
    key = {1: "wins", 0: "draw", -1: "loses"}[value.result]
    return visitor.word(f"exact.{key}", n=value.plies)


def standing(visitor: Visitor, seat: int, value: Value) -> str:
    """The same of a side by its name."""
    key = {1: "wins", 0: "draw", -1: "loses"}[value.result]
    return visitor.word(f"exact.{key}.name", name=SIDES[visitor.lang][seat], n=value.plies)


def shown(visitor: Visitor) -> dict[str, str]:
    """Every choice of the list with the value that stands beside it; empty if none does yet."""
    found: dict[str, str] = visitor.page.evaluate(
        """() => Object.fromEntries(
            [...document.querySelectorAll('[data-testid="choice"]')].map((one) => [
                one.dataset.do,
                one.querySelector('[data-testid="exact"]')?.innerText ?? "",
            ]))"""
    )
    return found


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_exact_values_stand_beside_every_choice(lang: str, knowing: Site, invite: Invite) -> None:
    """Wins in so many, loses in so many, or a draw; and that they are exact."""
    script = whole_game("rokumon", DEAL, most=16)
    alone = invite(knowing, lang=lang)
    played(alone, script)
    analyses(alone)
    for step in (len(script.turns) - 1, len(script.turns) - 2):
        alone.press("Shift+ArrowLeft")
        is_shown(alone, step)
        more = alone.page.get_by_test_id("all-choices")
        if more.count() and alone.word("analysis.few") not in more.inner_text():
            more.click()
        values = worth(knowing, script, step)
        expected = {do: said(alone, value) for do, value in values.items()}
        assert expected == until(partial(shown, alone), expected.__eq__)
        best = max(values.values(), key=lambda value: value.rank)
        assert standing(alone, script.turns[step].seat, best) == alone.said("standing")
        assert alone.word("exact.mark") == alone.said("exact-mark")


@pytest.mark.slow
def test_the_review_says_what_was_given_away(knowing: Site, invite: Invite) -> None:
    """At each turn of the list: what it could have been, and what it was then."""
    script = whole_game("rokumon", DEAL, most=16)
    alone = invite(knowing)
    played(alone, script)
    alone.tab("analysis")
    reviewed(alone)
    expected = []
    for step, turn in enumerate(script.turns):
        values = worth(knowing, script, step)
        could, got = max(values.values(), key=lambda value: value.rank), values[turn.choice.do]
        if could != got:
            words = {"could": said(alone, could), "got": said(alone, got)}
            expected.append(alone.word("review.gave", **words))
    assert expected
    assert expected == [one.inner_text() for one in alone.page.get_by_test_id("cost").all()]


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_the_perfect_bot_is_chosen_where_it_plays(lang: str, knowing: Site, invite: Invite) -> None:
    """Among the levels of Act 1 with what to expect; not where nothing is solved."""
    alone = invite(knowing, lang=lang)
    alone.go()
    shelf = alone.page.get_by_test_id("game-rokumon")
    shelf.get_by_test_id("level-shogun").wait_for()
    assert 0 == shelf.get_by_test_id("level-perfect").count()
    shelf.get_by_test_id("pick-act1").click()
    shelf.get_by_test_id("level-perfect").check()
    assert shelf.get_by_text(alone.word("bot.perfect.about")).is_visible()
    alone.page.get_by_test_id("bot-act1").click()
    alone.page.get_by_test_id("board").wait_for()
    assert alone.word("bot.perfect") in alone.said("side-1")


@pytest.mark.slow
def test_the_perfect_bot_moves_when_its_table_is_made(knowing: Site, invite: Invite) -> None:
    """The page says what it waits for; then it does one of the best actions."""
    alone = invite(knowing)
    options = {"act": "1", "deal": "gjjgjj"}
    alone.opens_table(options, ["perfect", "me"])
    alone.page.get_by_test_id("solves").wait_for()
    assert until(alone.lit, bool, 60.0)
    alone.page.get_by_test_id("solves").wait_for(state="detached")
    assert 1 == alone.steps()
    start = GAME.setup(GAME.read_options(options))
    after = []
    for action in Tables.open(GAME, knowing.data / "tables").value(start).best():
        state = start.copy()
        GAME.apply_action(state, 0, action)
        after.append(places(GAME.table.scene(GAME.seen_by(state, SPECTATOR))))
    assert until(alone.shown, lambda now: now in after) in after


@pytest.mark.slow
@in_every_look
def test_axe_finds_nothing_serious_in_it(
    lang: str, scheme: str, size: Any, knowing: Site, invite: Invite
) -> None:
    """Exact values and the review by them, on both sizes, in both languages and themes."""
    visitor = invite(knowing, lang=lang, color_scheme=scheme, viewport=size)
    played(visitor, whole_game("rokumon", DEAL, most=16))
    analyses(visitor)
    reviewed(visitor)
    visitor.page.get_by_test_id("turn").first.click()
    visitor.page.get_by_test_id("exact").first.wait_for()
    assert [] == flaws(visitor)
    assert size["width"] >= widest(visitor)
