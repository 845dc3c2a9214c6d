"""What a screen reader jumps by: one main part, parts of different names, headings in order."""

from __future__ import annotations

import pytest

from browser.conftest import Invite
from browser.page.test_reading import AXE
from browser.page.test_rest import finished_table
from browser.visitor import PHONE

RULES = ["landmark-one-main", "landmark-unique", "heading-order"]
ASKED = """async (rules) => {
  const asked = { runOnly: { type: "rule", values: rules }, resultTypes: ["violations"] };
  const { violations } = await axe.run(document, asked);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}"""


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_page_has_one_main_part_and_headings_in_order(lang: str, invite: Invite) -> None:
    """Desks had no main part, in Japanese two of one name; rules and games began with an h3."""
    one = invite(lang=lang)
    one.opens_table({"act": "4"}, ["me", "me"])
    shown = {
        "/games": "games-turn",
        "/rules/akiwado": "rules-summary",
        "/workshop/swords/cards": "figures",
        "/workshop/akiwado/cards": "figures",
        "/workshop/summits/map": "figures",
        "/workshop/akebono/board": "figures",
    }
    for path, part in shown.items():
        one.go(path)
        one.page.get_by_test_id(part).wait_for()
        one.page.evaluate(AXE)
        assert (path, []) == (path, one.page.evaluate(ASKED, RULES))


@pytest.mark.slow
def test_the_review_of_a_game_has_headings_in_order(invite: Invite) -> None:
    """It began with an h3."""
    one = invite()
    finished_table(one)
    one.tab("analysis")
    one.page.locator("#review-title").wait_for()
    one.page.evaluate(AXE)
    assert [] == one.page.evaluate(ASKED, RULES)


@pytest.mark.slow
def test_the_seats_of_an_open_table_are_there_once(invite: Invite) -> None:
    """On a phone the sheet about the table had them, too, under the same name."""
    one = invite(viewport=PHONE)
    one.opens_table({"act": "4"}, ["me", "open"])
    one.tab("info")
    one.page.get_by_test_id("info").wait_for()
    assert 1 == one.page.get_by_test_id("seats").count()
    one.page.evaluate(AXE)
    assert [] == one.page.evaluate(ASKED, RULES)
