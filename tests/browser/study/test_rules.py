"""The rules in the page: those of the scenario, found by word and number, with drawn tables."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator

from browser.conftest import Invite
from browser.looks import in_every_look
from browser.page.test_reading import flaws, widest
from browser.visitor import PHONE, WIDE, Visitor, until
from honjin.core.parts.condition import holds
from honjin.core.parts.rulebook import load_rulebook
from honjin.games import keys, load

LANGS = ("en", "ja")
RULES = {"en": "rules.md", "ja": "rules.ja.md"}


def opens(visitor: Visitor, game: str, preset: str) -> None:
    visitor.go(f"/rules/{game}/{preset}")
    visitor.page.get_by_test_id("rules").wait_for()


def statement(visitor: Visitor, number: str) -> Locator:
    return visitor.page.locator(f'[data-rule="{number}"]')


def numbers(visitor: Visitor, inside: str = "") -> list[str]:
    """The statements that are on the page, or in a part of it."""
    found: list[str] = visitor.page.eval_on_selector_all(
        f"{inside} [data-rule]", "all => all.map((one) => one.dataset.rule)"
    )
    return found


def searches(visitor: Visitor, text: str) -> None:
    """Type into the search box, which `/` goes to."""
    visitor.press("/")
    visitor.page.keyboard.type(text)


def finds(visitor: Visitor, expected: str) -> None:
    assert expected == until(lambda: visitor.said("rules-found"), lambda said: said == expected)


@pytest.mark.slow
def test_a_table_shows_the_rules_of_its_scenario(invite: Invite) -> None:
    """The summary comes first; what other acts have is folded, and a search unfolds it."""
    alone = invite(viewport=WIDE)
    alone.opens_table({"act": "1"}, ["me", "me"])
    alone.tab("rules")
    alone.page.get_by_test_id("rules").wait_for()
    assert alone.said("rules-summary").startswith("In short\n\nGoal. You win by showing three")
    others = '[data-testid="rules-others"]'
    assert "16" in numbers(alone, others)
    assert not statement(alone, "16").is_visible()
    assert statement(alone, "8").is_visible()
    searches(alone, "26.3")
    statement(alone, "26.3").wait_for()
    assert "wanted" in (statement(alone, "26.3").get_attribute("class") or "")
    finds(alone, alone.word("rules.jump", n="26.3"))
    alone.press("Enter")
    focus = "() => document.activeElement.dataset.rule"
    assert "26.3" == until(lambda: alone.page.evaluate(focus), lambda rule: rule == "26.3")
    alone.press("/", "Escape")
    assert "" == alone.page.get_by_test_id("rules-search").input_value()
    finds(alone, "")


@pytest.mark.slow
def test_rules_are_found_in_both_scripts(invite: Invite) -> None:
    """Statements, rows and the summary are counted and marked; § leads from one to another."""
    alone = invite(viewport=WIDE)
    opens(alone, "rokumon", "act4")
    searches(alone, "SURPRISE")
    assert 4 < until(lambda: alone.page.locator("mark").count(), lambda n: n > 4)
    marked = {text.lower() for text in alone.page.locator("mark").all_inner_texts()}
    assert {"surprise"} == marked
    alone.press("Escape")
    alone.page.keyboard.insert_text("煉瓦")
    alone.page.locator('mark:text-is("煉瓦")').first.wait_for()
    assert statement(alone, "16").is_visible()
    alone.press("Escape")
    alone.page.get_by_test_id("rules-summary").get_by_role("link").first.click()
    assert 1 == until(lambda: alone.page.locator("p.wanted").count(), lambda n: n == 1)


@pytest.mark.slow
def test_another_scenario_is_chosen(invite: Invite) -> None:
    """The lobby leads to the rules of a preset; the page shows those of any other."""
    alone = invite(viewport=WIDE)
    alone.go()
    alone.page.get_by_test_id("rules").first.click()
    alone.page.get_by_test_id("rules-summary").wait_for()
    assert statement(alone, "16").is_visible()
    alone.page.get_by_test_id("rules-preset").select_option("act2")
    statement(alone, "16").wait_for(state="hidden")
    assert "/rules/rokumon/act2" == alone.path
    alone.page.go_back()
    statement(alone, "16").wait_for()


PRESETS = [(key, preset.key) for key in keys() for preset in load(key).presets]


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_the_game_is_named_in_full_on_a_phone(lang: str, invite: Invite) -> None:
    """Beside the list of scenarios there was room for "Ro…", and for a part of the scenario."""
    visitor = invite(lang=lang, viewport=PHONE)
    for key in keys():
        visitor.go(f"/rules/{key}")
        visitor.page.get_by_test_id("rules").wait_for()
        title = visitor.page.locator("h1")
        assert title.evaluate("it => it.scrollWidth <= it.clientWidth"), key
        assert 360 >= widest(visitor)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_every_rule_is_on_the_page_of_each_preset(key: str, preset: str, invite: Invite) -> None:
    """Once, folded or not as its condition says; everything in the tables is drawn by the skin."""
    alone, game = invite(viewport=WIDE), load(key)
    opens(alone, key, preset)
    (given,) = (dict(one.options) for one in game.presets if one.key == preset)
    options = game.read_options(given)
    conditions = load_rulebook(game.home / "rules.md", game.numbers).conditions()
    folded = {number for number, when in conditions.items() if not holds(when, options)}
    assert sorted(conditions) == sorted(numbers(alone))
    assert folded == set(numbers(alone, '[data-testid="rules-others"]'))
    assert [] == alone.page.locator('[data-testid="sheet"] svg:not([data-skin])').all()


@pytest.mark.slow
@in_every_look
@pytest.mark.parametrize("key", keys())
def test_axe_finds_nothing_serious_in_them(
    key: str, size: Any, lang: str, scheme: str, invite: Invite
) -> None:
    """With all tables open, in all sizes, themes and languages; nothing sticks out."""
    alone = invite(lang=lang, color_scheme=scheme, viewport=size)
    opens(alone, key, load(key).presets[0].key)
    for sheet in alone.page.get_by_test_id("sheet").locator("visible=true").all():
        sheet.locator("summary").click()
    assert [] == flaws(alone)
    assert widest(alone) <= size["width"]
