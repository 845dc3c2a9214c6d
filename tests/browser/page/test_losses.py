"""What a slip, a refusal or a shut door must not take away: the page, a text, the reason."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from browser.conftest import Invite
from browser.lobby.test_invitation import forbids
from browser.visitor import Visitor

DENIES = """Object.defineProperty(window, "localStorage", {
  get: () => { throw new DOMException("denied", "SecurityError"); } });"""


def is_dark(one: Visitor) -> bool:
    """Whether the dark colours are shown."""
    return bool(one.page.evaluate("document.documentElement.dataset.theme === 'dark'"))


@pytest.mark.slow
def test_the_page_is_there_where_storage_is_blocked(invite: Invite) -> None:
    """Lobby, settings and table; the page was blank where the browser denies its storage."""
    one = invite()
    one.page.add_init_script(DENIES)
    one.go()
    one.page.get_by_test_id("settings").click()
    one.page.get_by_test_id("theme-dark").check(force=True)
    assert is_dark(one)
    one.page.get_by_test_id("close").click()
    one.page.get_by_test_id("local-act4").first.click()
    one.page.get_by_test_id("board").wait_for()
    assert is_dark(one)


def test_a_page_whose_sentences_are_lost_says_so(invite: Invite) -> None:
    """Without its words, as when the server changes at that moment, the first page stayed blank."""
    one = invite()
    one.may_lose_the_server = True
    one.page.route("**/assets/en-*.js", lambda route: route.abort())
    one.go()
    assert "again" in one.page.get_by_role("alert").inner_text()
    one.page.wait_for_load_state("networkidle")
    one.page.unroute("**/assets/en-*.js")
    one.reload()
    one.page.get_by_test_id("lobby").wait_for()


@pytest.mark.slow
def test_settings_that_are_none_leave_the_page_as_it_is(invite: Invite) -> None:
    """Stored as null they left it blank; an address with a broken escape did, too."""
    one = invite()
    one.go()
    one.page.evaluate("localStorage.setItem('honjin.settings', 'null')")
    one.reload()
    one.page.get_by_test_id("lobby").wait_for()
    one.page.evaluate("history.pushState(null, '', '/t/%'); dispatchEvent(new Event('popstate'))")
    one.page.get_by_test_id("nowhere").wait_for()


def test_a_refusal_is_told_in_its_dialog(invite: Invite) -> None:
    """The dialog of a name closed, and the reason why a record cannot be read lay under its own."""
    one = invite()
    told = one.word("problem.wrong-origin")
    one.go()
    one.page.get_by_test_id("me").click()
    forbids(one, "**/api/me")
    one.page.get_by_test_id("name").fill("Hanako")
    one.page.get_by_test_id("name-save").click()
    dialog = one.page.get_by_test_id("name-dialog")
    assert told == dialog.get_by_test_id("refusal").inner_text()
    one.page.unroute("**/api/me")
    one.page.get_by_test_id("name-save").click()
    dialog.wait_for(state="detached")
    forbids(one, "**/api/records")
    one.page.get_by_test_id("import").click()
    one.page.get_by_test_id("record-text").fill("{}")
    one.page.get_by_test_id("import-go").click()
    dialog = one.page.get_by_test_id("import-dialog")
    assert told == dialog.get_by_test_id("refusal").inner_text()


def test_text_selected_beyond_a_dialog_stays(invite: Invite) -> None:
    """Only a press beside the dialog closes it; a selection that ended there did, too."""
    one = invite()
    one.go()
    one.page.get_by_test_id("import").click()
    field = one.page.get_by_test_id("record-text")
    field.fill("a record")
    box = field.bounding_box()
    assert box is not None
    mouse = one.page.mouse
    mouse.move(box["x"] + 40, box["y"] + 15)
    mouse.down()
    mouse.move(5, box["y"] + 15, steps=4)
    mouse.up()
    assert "a record" == field.input_value()
    mouse.click(5, 5)
    field.wait_for(state="detached")


def test_a_tournament_has_the_format_that_its_form_shows(invite: Invite) -> None:
    """A game for three knows no knockout; the field was empty, and its text about knockouts."""
    one = invite()
    one.go("/tournaments")
    one.page.get_by_test_id("announce").click()
    form = one.page.get_by_test_id("tour-format")
    form.select_option("knockout")
    one.page.get_by_test_id("tour-game").select_option("akiwado")
    assert ["swiss", "5"] == [
        form.input_value(),
        one.page.get_by_test_id("tour-rounds").input_value(),
    ]
    one.has_text(one.word("tour.format.swiss.about")).wait_for()


@pytest.mark.slow
def test_what_is_pressed_twice_is_made_once(invite: Invite) -> None:
    """Two studies were made, and two tokens, of which the first one's secret was never seen."""
    one = invite()
    asked: list[str] = []
    one.page.on("request", lambda it: asked.append(it.url) if it.method == "POST" else None)
    one.go("/studies")
    one.page.get_by_test_id("study-create").evaluate("it => { it.click(); it.click(); }")
    one.page.wait_for_url("**/study/*")
    assert 1 == len([url for url in asked if url.endswith("/api/studies")])
    one.go("/tokens")
    one.page.get_by_test_id("token-name").fill("bot")
    one.page.get_by_test_id("token-make").evaluate("it => { it.click(); it.click(); }")
    one.page.get_by_test_id("secret").wait_for()
    assert 1 == len([url for url in asked if url.endswith("/api/tokens")])


@pytest.mark.slow
def test_a_line_whose_answer_is_lost_is_said_once(invite: Invite) -> None:
    """It was in the chat and in the field again, with a notice that the server was not there."""
    one = invite()
    one.opens_table({"act": "4"}, ["me", "me"])
    one.may_lose_the_server = True

    def loses_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    one.page.route("**/chat*", loses_the_answer)
    one.tab("chat")
    field = one.page.get_by_test_id("chat-text")
    field.fill("I will not attack.")
    field.press("Enter")
    one.page.get_by_test_id("notice").wait_for()
    expect(one.page.get_by_test_id("chat-line")).to_have_count(1)
    expect(field).to_have_value("")


def loses_the_first_answer(one: Visitor, path: str) -> list[str]:
    """Carry out the first order to a path without an answer; return the id of what it made."""
    lost: list[str] = []

    def carries_out(route: Route) -> None:
        answer = route.fetch()
        if route.request.method == "POST" and not lost:
            lost.append(answer.json()["id"])
            route.abort()
        else:
            route.fulfill(response=answer)

    one.may_lose_the_server = True
    one.page.route(path, carries_out)
    return lost


@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "button", "orders", "made"),
    [
        ("/studies", "study-create", "/api/studies", "/study/"),
        ("/", "bot-act4", "/api/tables", "/t/"),
    ],
)
def test_what_is_made_is_made_once_if_the_answer_is_lost(
    invite: Invite, start: str, button: str, orders: str, made: str
) -> None:
    """Pressing again made a second study, or opened a second table while the first one waited."""
    one = invite()
    one.go(start)
    lost = loses_the_first_answer(one, f"**{orders}")
    one.page.get_by_test_id(button).click()
    one.page.get_by_test_id("notice").wait_for()
    one.page.get_by_test_id(button).click()
    one.page.wait_for_url(f"**{made}*")
    assert lost == [one.page.url.rpartition("/")[2]]
