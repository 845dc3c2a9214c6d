"""Studies in the browser: two people write one, and each sees what the other does."""

from __future__ import annotations

from browser.conftest import Invite
from browser.page.test_reading import flaws, widest
from browser.visitor import PHONE, WIDE, Visitor


def names(visitor: Visitor, name: str) -> None:
    """Give the visitor a name."""
    visitor.page.evaluate(
        "name => fetch('/api/me', {method: 'POST', body: JSON.stringify({name}),"
        " headers: {'content-type': 'application/json'}})",
        name,
    )


def adds_a_chapter(visitor: Visitor, title: str) -> None:
    """Add a chapter of Rokumon's second act, by the form."""
    page = visitor.page
    page.get_by_test_id("chapter-add").click()
    page.get_by_test_id("chapter-name").fill(title)
    page.get_by_test_id("chapter-game").select_option("rokumon")
    page.get_by_test_id("chapter-create").click()
    page.get_by_test_id("study-start").wait_for()


def plays(visitor: Visitor) -> None:
    """Draw what chance decides, or choose lit things until a move has been added."""
    page = visitor.page
    before = page.get_by_test_id("study-move").count()
    if page.get_by_test_id("study-draw").count():
        page.get_by_test_id("study-draw").click()
    else:
        for _ in range(4):
            if page.get_by_test_id("study-move").count() > before:
                return
            visitor.thing(visitor.lit()[0]).click()
    page.get_by_test_id("study-move").nth(before).wait_for()


def test_two_people_write_a_study(invite: Invite) -> None:
    """One adds a chapter, a move and a comment; the other sees each of them appear."""
    ann, bob = invite(viewport=WIDE), invite(viewport=PHONE)
    bob.go("/studies")
    names(bob, "Yodo")
    ann.go("/studies")
    ann.page.get_by_test_id("study-title").fill("Our openings")
    ann.page.get_by_test_id("study-create").click()
    ann.page.get_by_test_id("chapter-add").wait_for()
    adds_a_chapter(ann, "Second act")
    ann.page.get_by_test_id("study-people").locator("summary").click()
    ann.page.get_by_test_id("study-visible").select_option("link")
    address = str(ann.page.evaluate("location.pathname"))
    bob.go(address)
    bob.page.get_by_test_id("study-start").wait_for()
    assert 0 == bob.page.get_by_test_id("study-note").count()
    plays(ann)
    bob.page.get_by_test_id("study-move").first.wait_for()
    bob.page.get_by_test_id("study-here").wait_for()
    assert widest(bob) <= PHONE["width"]
    assert [] == flaws(ann)
    # By keyboard: back to the start, a comment there, which the other one reads.
    ann.page.get_by_test_id("study-move").first.focus()
    ann.press("ArrowLeft")
    ann.page.get_by_test_id("study-text").fill("Everything begins here.")
    ann.page.get_by_test_id("study-save").click()
    bob.page.get_by_test_id("study-start").click()
    bob.page.get_by_test_id("study-comment").get_by_text("Everything begins here.").wait_for()
