"""The opening explorer in the page: found, gone through, linked to."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs

import pytest

from browser.conftest import Invite
from browser.page.test_reading import LANGS, flaws, widest
from browser.script import whole_game
from browser.site import Site
from browser.study.test_analysis import PROGRAM, played, reviewed
from browser.study.test_exact import DEAL, SIDES, SMALL
from browser.study.test_exact import knowing as knowing  # noqa: PLC0414 - a fixture
from browser.visitor import PHONE, WIDE, Visitor, until
from honjin.games import load
from honjin.solver import Tables
from solver.last_stage import MOVES, OPTIONS, first_position, solve_last_stage

GAME = load("rokumon")


def asked(visitor: Visitor, key: str) -> str:
    """What the page's address says of something; `page.url` may be late."""
    query = visitor.page.evaluate("location.search")
    return " ".join(parse_qs(query.removeprefix("?")).get(key, []))


def is_after(visitor: Visitor, *done: str) -> None:
    """The address and the list have these moves, and the board shows the position."""
    expected = " ".join(done)
    assert expected == until(lambda: asked(visitor, "moves"), lambda now: now == expected)
    ply = visitor.page.get_by_test_id("explore-ply")
    said = visitor.word("explore.ply", n=len(done))
    assert said == until(ply.inner_text, lambda now: now == said)


def values(visitor: Visitor) -> dict[str, str]:
    """What stands beside each choice."""
    rows = visitor.page.get_by_test_id("explore-choices").locator("tbody tr").all()
    return {
        row.get_by_test_id("explore-choice").get_attribute("data-do") or "": (
            row.get_by_test_id("explore-value").inner_text()
        )
        for row in rows
    }


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_an_opening_is_explored(invite: Invite, knowing: Site, lang: str) -> None:
    """A deal is chosen; clicks and keys go on and back; the address shows the same again."""
    visitor = invite(knowing, lang=lang)
    visitor.go("/rules/rokumon/act1")
    visitor.page.get_by_test_id("openings").click()
    visitor.page.get_by_test_id("explore-deal").fill(DEAL["deal"])
    visitor.page.get_by_test_id("explore-show").click()
    deal = DEAL["deal"]
    assert deal == until(lambda: asked(visitor, "deal"), lambda now: now == deal)
    is_after(visitor)
    state = GAME.setup(GAME.read_options(DEAL))
    answer = Tables.open(GAME, knowing.data / "tables").value(state)
    key = {1: "wins", 0: "draw", -1: "loses"}
    expected = {
        do: visitor.word(f"exact.{key[one.result]}", n=one.plies)
        for do, one in answer.choices.items()
    }
    assert expected == until(lambda: values(visitor), lambda now: now == expected)
    visitor.do(("r1c1",))
    is_after(visitor, "r1c1")
    visitor.page.locator('[data-testid="explore-choice"][data-do="r2c1"]').click()
    is_after(visitor, "r1c1", "r2c1")
    visitor.page.locator('[data-testid="explore-choice"][data-do="r1c2"]').focus()
    visitor.press("Enter")
    is_after(visitor, "r1c1", "r2c1", "r1c2")
    visitor.page.go_back()
    is_after(visitor, "r1c1", "r2c1")
    visitor.press("ArrowLeft")
    is_after(visitor, "r1c1")
    visitor.press("ArrowRight", "ArrowRight")
    is_after(visitor, "r1c1", "r2c1", "r1c2")
    shown = visitor.shown(), values(visitor)
    visitor.reload()
    is_after(visitor, "r1c1", "r2c1", "r1c2")
    assert shown == until(lambda: (visitor.shown(), values(visitor)), lambda now: now == shown)
    assert SIDES[lang][1] in visitor.page.get_by_test_id("explore-state").inner_text()
    visitor.page.get_by_test_id("explore-move").first.click()
    is_after(visitor, "r1c1")
    visitor.page.get_by_test_id("explore-start").click()
    is_after(visitor)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_one_plays_from_a_position(invite: Invite, knowing: Site, lang: str) -> None:
    """Both sides, or against a bot on the chosen side; Back leads to the position again."""
    visitor = invite(knowing, lang=lang)
    page = visitor.page
    visitor.go(f"/explore/rokumon?act=1&deal={DEAL['deal']}&moves=r1c1+r2c1+r1c2")
    is_after(visitor, "r1c1", "r2c1", "r1c2")
    before = visitor.shown()
    page.get_by_test_id("play-open").click()
    assert [] == flaws(visitor)
    page.get_by_test_id("play-alone").click()
    page.locator('[data-testid="table"][data-version]').wait_for()
    assert before == until(visitor.shown, lambda now: now == before)
    page.go_back()
    is_after(visitor, "r1c1", "r2c1", "r1c2")
    page.get_by_test_id("play-open").click()
    page.get_by_test_id("play-side-0").check()
    page.get_by_test_id("play-bot").click()
    page.locator('[data-testid="table"][data-version]').wait_for()
    until(lambda: page.get_by_test_id("log-line").count(), lambda now: now >= 4)


@pytest.mark.slow
def test_a_click_that_chooses_nothing_says_why(invite: Invite, knowing: Site) -> None:
    """In the tip, as at a table."""
    visitor = invite(knowing)
    visitor.go(f"/explore/rokumon?act=1&deal={DEAL['deal']}&moves=r1c1")
    is_after(visitor, "r1c1")
    assert "r1c2" in until(visitor.lit, lambda lit: "r1c2" in lit)
    visitor.page.mouse.click(*visitor.rested("r1c1"))
    assert visitor.said("reason")
    is_after(visitor, "r1c1")


@pytest.mark.slow
def test_a_click_beside_the_board_chooses_nothing(invite: Invite, knowing: Site) -> None:
    """No thing is meant, so nothing is asked for: a page's own name was taken for one."""
    visitor = invite(knowing)
    visitor.go(f"/explore/rokumon?act=1&deal={DEAL['deal']}&moves=r1c1")
    is_after(visitor, "r1c1")
    asked = list[str]()
    visitor.page.on("request", lambda request: asked.append(request.url))
    box = visitor.page.locator("svg.board").bounding_box()
    assert box
    visitor.page.mouse.click(box["x"] + 2, box["y"] + 2)
    visitor.page.mouse.click(*visitor.rested("r1c1"))
    assert visitor.said("reason")
    assert ["path=r1c1.0"] == [url.rpartition("&")[2] for url in asked if "/why?" in url]


@pytest.mark.slow
def test_a_finished_game_leads_to_its_position(invite: Invite, knowing: Site) -> None:
    """From the analysis of a step, and from a turning point of the review."""
    script = whole_game("rokumon", DEAL, most=16)
    visitor = invite(knowing)
    played(visitor, script)
    table = visitor.path
    visitor.tab("analysis")
    visitor.page.get_by_test_id("first").click()
    link = visitor.page.get_by_test_id("to-explorer")
    until(lambda: link.get_attribute("href") or "", lambda now: now.endswith("step=0"))
    visitor.page.get_by_test_id("nextstep").click()
    until(lambda: link.get_attribute("href") or "", lambda now: now.endswith("step=1"))
    link.click()
    is_after(visitor, script.turns[0].choice.do)
    assert DEAL["deal"] == asked(visitor, "deal")
    visitor.go(table)
    visitor.tab("analysis")
    reviewed(visitor)
    turn = visitor.page.get_by_test_id("turns").locator("li").first
    step = int(turn.locator(".n").inner_text()) - 1
    turn.get_by_test_id("turn-explorer").click()
    is_after(visitor, *(one.choice.do for one in script.turns[:step]))


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_rated_game_closes_the_openings(
    invite: Invite, knowing: Site, lang: str, size: object
) -> None:
    """The page says why, and leads to that game."""
    ann, bob = invite(knowing, lang=lang, viewport=size), invite(knowing)
    ann.opens_table({"act": "1"}, ["me", "open"])
    table = ann.path
    bob.go(table)
    bob.page.get_by_test_id("sit-1").click()
    assert until(ann.lit, bool)
    ann.go(f"/explore/rokumon?act=1&deal={DEAL['deal']}")
    problem = ann.page.get_by_test_id("explore-problem")
    said = ann.word("problem.playing-rated")
    assert said in until(problem.inner_text, lambda now: said in now)
    assert [] == flaws(ann)
    ann.page.get_by_test_id("own-game").click()
    assert table == until(lambda: ann.page.evaluate("location.pathname"), lambda now: now == table)
    told, *more = ann.troubles  # the browser's own word for a refusal
    assert "409" in told
    assert [] == [one for one in more if "409" not in one]
    ann.troubles.clear()


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_the_page_can_be_read_by_everybody(
    invite: Invite, knowing: Site, size: object, theme: str
) -> None:
    """No serious flaw, nothing wider than the window, in both themes and sizes."""
    visitor = invite(knowing, viewport=size, color_scheme=theme)
    visitor.go(f"/explore/rokumon?act=1&deal={DEAL['deal']}&moves=r1c1")
    is_after(visitor, "r1c1")
    assert [] == flaws(visitor)
    assert visitor.page.viewport_size is not None
    assert widest(visitor) <= visitor.page.viewport_size["width"]


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_stages_say_who_wins_but_not_how_soon(invite: Invite, lang: str, tmp_path: Path) -> None:
    """A choice wins or loses, without a number; below the list it says why."""
    stages = solve_last_stage(tmp_path / "tables")
    site = Site(tmp_path, PROGRAM, solve=SMALL)
    site.start()
    try:
        visitor = invite(site, lang=lang)
        visitor.go(f"/explore/rokumon?act=4&deal={OPTIONS['deal']}&moves={'+'.join(MOVES)}")
        is_after(visitor, *MOVES)
        results = set(stages.results(first_position()).values())
        about = visitor.page.get_by_test_id("explore-about")
        note = visitor.word("exact.ever.about")
        assert note in until(about.inner_text, lambda now: note in now)
        visitor.page.get_by_test_id("explore-all").click()
        words = {visitor.word(f"exact.{way}") for way in ("wins.ever", "draw", "loses.ever")}
        assert 3 == len(results)
        assert words <= set(values(visitor).values())
        visitor.leave()  # it may still load parts of the page
    finally:
        site.stop()
