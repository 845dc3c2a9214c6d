"""Studies in the browser: several people write one, mark the board, and lose nothing."""

from __future__ import annotations

from typing import Any

import pytest

from browser.conftest import Invite
from browser.looks import in_every_look
from browser.page.test_reading import flaws, widest
from browser.site import Site
from browser.visitor import PHONE, WIDE, Visitor, until

LARGE: Any = {"width": 1440, "height": 900}
SIZES = pytest.mark.parametrize("size", [LARGE, PHONE], ids=["large", "phone"])
LANGS = pytest.mark.parametrize("lang", ["en", "ja"])
SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])


def names(visitor: Visitor, name: str) -> None:
    """Give the visitor a name."""
    visitor.page.evaluate(
        "name => fetch('/api/me', {method: 'POST', body: JSON.stringify({name}),"
        " headers: {'content-type': 'application/json'}})",
        name,
    )


def creates(visitor: Visitor, title: str) -> str:
    """Create a study from the list of studies; return its address."""
    visitor.go("/studies")
    visitor.page.get_by_test_id("study-title").fill(title)
    visitor.page.get_by_test_id("study-create").click()
    visitor.page.get_by_test_id("chapter-add").wait_for()
    return str(visitor.page.evaluate("location.pathname"))


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


def opens_people(visitor: Visitor) -> None:
    """Unfold members and settings."""
    visitor.page.get_by_test_id("study-people").locator("summary").click()


def invites(host: Visitor, guest: Visitor, name: str, address: str) -> None:
    """Make somebody a member who may write, and open the study there."""
    guest.go("/studies")
    names(guest, name)
    creates(guest, "Notes of one's own")  # who has done something here can be found by name
    opens_people(host)
    host.page.get_by_test_id("study-admit").fill(name)
    host.page.get_by_test_id("study-admit-do").click()
    host.page.get_by_test_id("study-people").get_by_text(name).wait_for()
    guest.go(address)
    guest.page.get_by_test_id("study-start").wait_for()


def writes(visitor: Visitor, text: str) -> None:
    """Replace the comment on the position shown, and save it."""
    visitor.page.get_by_test_id("study-text").fill(text)
    visitor.page.get_by_test_id("study-save").click()


def reads(visitor: Visitor, text: str) -> None:
    """Wait for a comment in the form."""
    box = visitor.page.get_by_test_id("study-text")
    assert text == until(box.input_value, lambda got: got == text)


def spaces(visitor: Visitor) -> list[str]:
    """The places of the board."""
    found: list[str] = visitor.page.evaluate(
        """() => [...document.querySelectorAll(".board [data-space]:not(.ghost)")]
            .map((one) => one.dataset.id)"""
    )
    return found


def middle(visitor: Visitor, space: str) -> tuple[float, float]:
    """Where a place of the board is on the screen."""
    box = visitor.page.locator(f'.board [data-space][data-id="{space}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drags(visitor: Visitor, start: str, end: str, button: Any = "left") -> None:
    """Press on one place and release on another."""
    mouse = visitor.page.mouse
    mouse.move(*middle(visitor, start))
    mouse.down(button=button)
    mouse.move(*middle(visitor, end), steps=4)
    mouse.up(button=button)


def toggles_drawing(visitor: Visitor) -> None:
    """Press the button, and scroll back to the board."""
    visitor.page.get_by_test_id("study-draw-marks").click()
    visitor.page.evaluate("() => scrollTo(0, 0)")


def marks(visitor: Visitor) -> list[str]:
    """The marks that are drawn on the board."""
    found: list[str] = visitor.page.evaluate(
        "() => [...document.querySelectorAll('[data-mark]')].map((one) => one.dataset.mark)"
    )
    return found


@pytest.mark.slow
def test_the_address_says_which_position_is_shown(invite: Invite) -> None:
    """A reload, and the way back from another page, led to the start of the first chapter."""
    ann = invite(viewport=WIDE)
    page = ann.page
    address = creates(ann, "Our openings")
    adds_a_chapter(ann, "Second act")
    adds_a_chapter(ann, "The same again")
    page.get_by_test_id("study-chapter").nth(1).click()
    for _ in range(2):
        plays(ann)
    page.wait_for_url(f"**{address}?chapter=*&node=2")
    shown = page.locator("[data-testid=study-move][aria-current]")
    before = shown.inner_text()
    length = page.evaluate("() => history.length")
    ann.reload()
    shown.wait_for()
    assert before == shown.inner_text()
    assert length == page.evaluate("() => history.length")
    page.locator("a.home").click()
    page.get_by_test_id("lobby").wait_for()
    page.go_back()
    shown.wait_for()
    assert before == shown.inner_text()
    ann.go(f"{address}?chapter=99&node=7")
    page.get_by_test_id("study-start").wait_for()
    page.wait_for_url(f"**{address}")


def test_two_people_write_a_study(invite: Invite) -> None:
    """One adds a chapter, a move and a comment; the other sees each of them appear."""
    ann, bob = invite(viewport=WIDE), invite(viewport=PHONE)
    bob.go("/studies")
    names(bob, "Yodo")
    creates(ann, "Our openings")
    adds_a_chapter(ann, "Second act")
    opens_people(ann)
    ann.page.get_by_test_id("study-visible").select_option("link")
    address = str(ann.page.evaluate("location.pathname"))
    bob.go(address)
    bob.page.get_by_test_id("study-start").wait_for()
    assert 0 == bob.page.get_by_test_id("study-note").count()
    assert 0 == bob.page.get_by_test_id("study-draw-marks").count()
    plays(ann)
    bob.page.get_by_test_id("study-move").first.wait_for()
    bob.page.get_by_test_id("study-here").wait_for()
    assert widest(bob) <= PHONE["width"]
    assert [] == flaws(ann)
    # By keyboard: back to the start, a comment there, which the other one reads.
    ann.page.get_by_test_id("study-move").first.focus()
    ann.press("ArrowLeft")
    writes(ann, "Everything begins here.")
    bob.page.get_by_test_id("study-start").click()
    bob.page.get_by_test_id("study-comment").get_by_text("Everything begins here.").wait_for()


@pytest.mark.slow
@LANGS
@SIZES
def test_two_authors_comment_at_once(lang: str, size: Any, invite: Invite) -> None:
    """What each of them changes is merged, or both texts are there until one chooses."""
    ann, bob = invite(lang=lang, viewport=size), invite(lang=lang, viewport=size)
    address = creates(ann, "Twice")
    adds_a_chapter(ann, "One")
    invites(ann, bob, f"Chacha {lang} {size['width']}", address)
    writes(ann, "A good start. It is known.")
    reads(bob, "A good start. It is known.")
    # Different sentences: the one who saves later gets both.
    bob.page.get_by_test_id("study-text").fill("A good start. It is well known.")
    writes(ann, "A bold start. It is known.")
    bob.page.get_by_test_id("study-newer").wait_for()
    bob.page.get_by_test_id("study-save").click()
    for one in (ann, bob):
        reads(one, "A bold start. It is well known.")
    # The same sentence: both are kept, for both to see.
    bob.page.get_by_test_id("study-text").fill("A rash start. It is well known.")
    writes(ann, "A brave start. It is well known.")
    bob.page.get_by_test_id("study-newer").wait_for()
    bob.page.get_by_test_id("study-save").click()
    for one in (ann, bob):
        shown = one.page.get_by_test_id("study-wordings")
        shown.get_by_text("A rash start. It is well known.").wait_for()
        reads(one, "A brave start. It is well known.")
        assert widest(one) <= size["width"]
        assert [] == flaws(one)
    ann.page.get_by_test_id("wording-both").click()
    for one in (ann, bob):
        one.page.get_by_test_id("study-wordings").wait_for(state="detached")
        reads(one, "A brave start. It is well known.\nA rash start. It is well known.")


@pytest.mark.slow
@LANGS
def test_words_for_a_position_that_is_deleted_are_kept(lang: str, invite: Invite) -> None:
    """The page says so, and offers them for the position where it goes."""
    ann, bob = invite(lang=lang, viewport=LARGE), invite(lang=lang, viewport=LARGE)
    address = creates(ann, "Gone")
    adds_a_chapter(ann, "One")
    plays(ann)
    invites(ann, bob, f"Gracia {lang}", address)
    bob.page.get_by_test_id("study-move").first.click()
    bob.page.get_by_test_id("study-text").fill("Not to be lost.")
    ann.page.get_by_test_id("study-remove").click()
    ann.page.get_by_test_id("study-remove-sure").click()
    bob.page.get_by_test_id("study-left").get_by_text("Not to be lost.").wait_for()
    assert [] == flaws(bob)
    bob.page.get_by_test_id("study-left-take").click()
    bob.page.get_by_test_id("study-save").click()
    reads(ann, "Not to be lost.")


@pytest.mark.slow
def test_words_are_saved_when_another_position_is_shown(invite: Invite) -> None:
    """Without a press of the button."""
    ann = invite(viewport=LARGE)
    creates(ann, "Saved")
    adds_a_chapter(ann, "One")
    plays(ann)
    ann.page.get_by_test_id("study-text").fill("Remember this.")
    ann.page.get_by_test_id("study-start").click()
    reads(ann, "")
    ann.page.get_by_test_id("study-moves").get_by_text("Remember this.").wait_for()


@pytest.mark.slow
def test_words_outlive_a_server_that_is_gone(own_site: Site, invite: Invite) -> None:
    """Left while the server was away, or loaded again: the words were lost with the page."""
    ann = invite(own_site, viewport=LARGE)
    address = creates(ann, "Kept")
    adds_a_chapter(ann, "One")
    plays(ann)
    ann.page.get_by_test_id("study-text").fill("Not to be lost.")
    ann.may_lose_the_server = True
    own_site.kill()
    ann.page.evaluate("history.pushState(null, '', '/'); dispatchEvent(new Event('popstate'))")
    ann.page.get_by_test_id("study-note").wait_for(state="detached")
    own_site.start()
    ann.go(address)
    ann.page.get_by_test_id("study-unsaved").get_by_text("Not to be lost.").wait_for()
    assert [] == flaws(ann)
    ann.page.get_by_test_id("study-unsaved-go").click()
    reads(ann, "Not to be lost.")
    ann.reload()
    ann.page.get_by_test_id("study-unsaved-go").click()
    reads(ann, "Not to be lost.")
    ann.page.get_by_test_id("study-save").click()
    ann.page.get_by_test_id("study-moves").get_by_text("Not to be lost.").wait_for()
    ann.reload()
    ann.page.get_by_test_id("study-note").wait_for()
    assert 0 == ann.page.get_by_test_id("study-unsaved").count()


@pytest.mark.slow
def test_words_are_not_said_to_be_for_a_deleted_position(own_site: Site, invite: Invite) -> None:
    """Where the server was away, the page said that another author had deleted it."""
    ann = invite(own_site, viewport=LARGE)
    creates(ann, "Kept")
    adds_a_chapter(ann, "One")
    plays(ann)
    ann.page.get_by_test_id("study-text").fill("Not to be lost.")
    ann.may_lose_the_server = True
    own_site.kill()
    ann.page.get_by_test_id("study-start").click()
    ann.page.get_by_test_id("study-unsaved").wait_for()
    assert 0 == ann.page.get_by_test_id("study-left").count()


@pytest.mark.slow
@in_every_look
def test_marks_are_drawn_and_seen(lang: str, size: Any, scheme: str, invite: Invite) -> None:
    """By click, by drag and by keyboard; everybody who looks sees them."""
    ann = invite(lang=lang, viewport=size, color_scheme=scheme)
    bob = invite(lang=lang, viewport=size, color_scheme=scheme)
    address = creates(ann, "Marks")
    adds_a_chapter(ann, "One")
    opens_people(ann)
    ann.page.get_by_test_id("study-visible").select_option("link")
    for _ in range(3):
        plays(ann)
    bob.go("/studies")
    bob.go(address)
    bob.page.get_by_test_id("study-move").last.click()
    first, second, third = spaces(ann)[:3]
    moves = ann.page.get_by_test_id("study-move").count()
    toggles_drawing(ann)
    ann.page.mouse.click(*middle(ann, first))
    until(lambda: marks(ann), lambda got: got == [first])
    drags(ann, first, second)
    both = [first, f"{first}>{second}"]
    assert both == until(lambda: marks(bob), lambda got: got == both)
    toggles_drawing(ann)
    drags(ann, second, third, "right")
    ann.page.locator(f'.board [data-node="{third}"]').focus()
    ann.press("m")
    everything = [*both, f"{second}>{third}", third]
    assert everything == until(lambda: marks(bob), lambda got: got == everything)
    assert 4 == bob.page.get_by_test_id("study-marks").locator("li").count()
    assert moves == ann.page.get_by_test_id("study-move").count()
    for one in (ann, bob):
        assert widest(one) <= size["width"]
        assert [] == flaws(one)
    ann.page.get_by_test_id("study-marks").locator("li button").first.click()
    until(lambda: len(marks(bob)), lambda got: got == 3)
    assert 3 == len(marks(bob))


@pytest.mark.slow
@LANGS
@SIZES
def test_a_study_is_put_in_order(lang: str, size: Any, invite: Invite) -> None:
    """Renamed, its chapters renamed, moved and deleted, shown to others, deleted."""
    ann = invite(lang=lang, viewport=size)
    creates(ann, "First title")
    adds_a_chapter(ann, "One")
    adds_a_chapter(ann, "Two")
    page = ann.page
    opens_people(ann)
    page.get_by_test_id("study-retitle").fill("Second title")
    page.get_by_test_id("study-retitle-do").click()
    page.get_by_role("heading", name="Second title").wait_for()
    chapters = page.get_by_test_id("study-chapter")
    page.get_by_role("button", name=ann.word("chapter.up", title="Two")).click()
    shown = lambda: [text.strip() for text in chapters.all_inner_texts()]  # noqa: E731
    assert ["1. Two", "2. One"] == until(shown, lambda got: got == ["1. Two", "2. One"])
    page.get_by_role("button", name=ann.word("chapter.rename", title="Two")).click()
    page.get_by_test_id("chapter-title").fill("Zwei")
    page.get_by_test_id("chapter-title").press("Enter")
    assert ["1. Zwei", "2. One"] == until(shown, lambda got: got == ["1. Zwei", "2. One"])
    page.get_by_role("button", name=ann.word("chapter.remove", title="Zwei")).click()
    page.get_by_test_id("chapter-sure").click()
    assert ["1. One"] == until(shown, lambda got: got == ["1. One"])
    page.get_by_test_id("study-visible").select_option("public")
    assert [] == flaws(ann)
    assert widest(ann) <= size["width"]
    other = invite(lang=lang, viewport=size)
    other.go("/studies")
    other.page.get_by_test_id("studies-public").get_by_text("Second title").first.wait_for()
    assert [] == flaws(other)
    assert widest(other) <= size["width"]
    page.get_by_test_id("study-delete").click()
    page.get_by_test_id("study-delete-sure").click()
    page.get_by_test_id("studies").wait_for()


@pytest.mark.slow
@LANGS
@SIZES
def test_a_study_is_reported(lang: str, size: Any, invite: Invite) -> None:
    """By somebody who reads it, with the comment that is meant."""
    ann, bob = invite(lang=lang, viewport=size), invite(lang=lang, viewport=size)
    address = creates(ann, "Rude")
    adds_a_chapter(ann, "One")
    writes(ann, "You fools.")
    opens_people(ann)
    ann.page.get_by_test_id("study-visible").select_option("link")
    bob.go("/studies")
    bob.go(address)
    bob.page.get_by_test_id("study-start").wait_for()
    opens_people(bob)
    bob.page.get_by_test_id("study-report").click()
    dialog = bob.page.get_by_test_id("report-study-dialog")
    dialog.get_by_text("You fools.").wait_for()
    bob.page.get_by_test_id("report-reason").select_option("insult")
    assert [] == flaws(bob, "dialog")
    assert widest(bob) <= size["width"]
    bob.page.get_by_test_id("report-send").click()
    dialog.wait_for(state="detached")
