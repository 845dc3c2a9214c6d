"""Notifications: the page for them, mails in a game of days, the installed app."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, Worker

from browser.conftest import Invite
from browser.looks import DESK, STORIES, in_both
from browser.page.test_reading import flaws, widest
from browser.site import Site
from browser.table.test_clocks import DAY, PROGRAM, Moved, first_choice, two
from browser.visitor import WORDS, Visitor, until
from postbox import Mailbox, mail_server

MINUTE = 60_000
BOB = "bob@example.org"
ZONE = "Europe/Berlin"


class Posted(Moved):
    """A house whose clock is moved, and whose mails arrive."""

    box: Mailbox


@pytest.fixture(scope="module")
def posted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Posted]:
    with mail_server() as (box, settings):
        site = Posted(tmp_path_factory.mktemp("posted"), PROGRAM)
        site.box = box
        with pytest.MonkeyPatch.context() as patch:  # other houses are started without it
            for name, value in settings.items():
                patch.setenv(f"HONJIN_{name.upper()}", str(value))
            patch.setenv("HONJIN_ORIGIN", "http://127.0.0.1")
            site.start()
        yield site
        site.stop()


def keeps_games(visitor: Visitor, site: Posted, address: str) -> None:
    """Make an account of the guest by a link in a mail."""
    page = visitor.page
    visitor.go("/account")
    keep = page.get_by_test_id("keep")
    keep.get_by_test_id("mail-address").fill(address)
    keep.get_by_test_id("mail-send").click()
    token = site.box.token(address)
    visitor.go(f"/login#{token}")
    page.get_by_test_id("link-name").fill(f"Bob {address.rpartition('-')[0]}")
    page.get_by_test_id("link-use").click()
    page.get_by_test_id("sessions").wait_for()


def chooses(visitor: Visitor, testid: str, *, on: bool = True) -> None:
    """Tick a box, and wait until that is kept."""
    page = visitor.page
    page.get_by_test_id(testid).set_checked(on)
    page.get_by_text(visitor.word("calls.saved"), exact=True).wait_for()


def mails(site: Posted, n: int) -> list[str]:
    """The subjects of the mails about tables, when there are so many; or are no more."""
    found = lambda: [m["subject"] for _, m in site.box.mails if "List-Unsubscribe" in m]  # noqa: E731
    return until(found, lambda subjects: len(subjects) >= n, 12.0)


@pytest.mark.slow
@in_both
def test_a_game_of_days_with_mails_and_a_vacation(
    lang: str, size: ViewportSize, posted: Posted, invite: Invite
) -> None:
    """One mail for a turn, none on vacation, a warning before the end, and an end to mails."""
    posted.box.mails.clear()
    ann, bob = two(invite, posted, "three", "bot", lang=lang, timezone_id=ZONE, viewport=size)
    table = bob.path
    address = f"{lang}-{size['width']}-{BOB}"
    keeps_games(bob, posted, address)
    bob.go("/calls")
    bob.page.get_by_test_id("calls-mail").wait_for()
    assert [] == flaws(bob)
    chooses(bob, "mails")
    posted.box.mails.clear()
    ann.do(first_choice(ann, 0))
    time.sleep(2.5)  # it is noted, and looked at
    posted.moves_on(11 * MINUTE)
    what = {"en": "Your turn: Rokumon", "ja": "あなたの手番です：六文"}[lang]
    assert [True] == [subject.startswith(what) for subject in mails(posted, 1)]
    mail = posted.box.of(address)
    body = mail.get_body(("plain",))
    assert body is not None
    assert table in body.get_content()

    bob.go("/")
    bob.page.get_by_test_id("vacation-turn").click()
    bob.page.get_by_role("button", name=bob.word("vacation.end")).wait_for()
    posted.moves_on(5 * DAY)
    assert 1 == len(mails(posted, 2)[:2])
    bob.page.get_by_test_id("vacation-turn").click()
    bob.page.get_by_role("button", name=bob.word("vacation.begin")).wait_for()
    posted.moves_on(3 * DAY - 11 * 60 * MINUTE)
    time.sleep(2.5)
    posted.moves_on(11 * MINUTE)
    warned = mails(posted, 2)
    late = {"en": "Your time is running out", "ja": "手番の期限が近づいています"}[lang]
    assert warned[1].startswith(late), warned

    link = re.search(r"/api/calls/stop/[\w.-]+", posted.box.of(address)["List-Unsubscribe"])
    assert link is not None
    stranger = invite(posted, lang=lang, viewport=size)
    stranger.go(link[0])
    stranger.page.get_by_test_id("stop-mails").click()
    stranger.page.get_by_text(stranger.word("calls.stop.done")).wait_for()
    bob.go("/calls")
    assert not bob.page.get_by_test_id("mails").is_checked()
    assert widest(bob) <= size["width"]


@pytest.mark.slow
def test_a_player_chooses_notifications(own_site: Site, invite: Invite) -> None:
    """What is ticked is kept at once; hours are those of this device; addresses are secret."""
    guest = invite(own_site, timezone_id=ZONE)
    guest.go("/calls")
    page = guest.page
    page.get_by_test_id("calls-kinds").wait_for()
    chooses(guest, "kind-over-push", on=False)
    chooses(guest, "quiet")
    page.get_by_test_id("quiet-0").select_option("21")
    page.get_by_test_id("feed-make").click()
    address = page.get_by_test_id("feed-calendar").input_value()
    found = page.request.get(address)
    assert (200, True) == (found.status, "BEGIN:VCALENDAR" in found.text())
    assert [] == flaws(guest)
    guest.reload()
    page.get_by_test_id("calls-kinds").wait_for()
    assert not page.get_by_test_id("kind-over-push").is_checked()
    assert "21" == page.get_by_test_id("quiet-0").input_value()
    assert ZONE in page.get_by_test_id("calls-times").inner_text()
    page.get_by_test_id("feed-remove").click()
    page.get_by_test_id("feed-remove").wait_for(state="detached")
    assert 404 == page.request.get(address).status


# ---------------------------------------------------------------- the installed app


def worker_of(visitor: Visitor) -> Worker:
    """The service worker that runs now."""
    return visitor.context.service_workers[-1]


def works_alone(visitor: Visitor) -> None:
    """Wait until the service worker has all that is needed without a connection."""
    page = visitor.page
    looked = """async () => !!navigator.serviceWorker.controller && !!await caches.match(
        "/honjin-study-looked")"""
    assert until(lambda: page.evaluate(looked), bool, 60.0)


@pytest.fixture
def installed(own_site: Site, invite: Invite, request: Any) -> Visitor:
    lang, size = getattr(request, "param", ("en", DESK))
    visitor = invite(own_site, lang=lang, service_workers="allow", viewport=size)
    visitor.may_lose_the_server = True
    visitor.go()
    works_alone(visitor)
    return visitor


@pytest.mark.slow
@pytest.mark.parametrize("installed", list(STORIES.values()), ids=list(STORIES), indirect=True)
def test_an_installed_app_works_without_a_connection(installed: Visitor) -> None:
    """The lobby says what works, in both languages; a lesson, rules; then all is as ever."""
    page, context = installed.page, installed.context
    context.set_offline(True)
    installed.go()
    shelf = page.get_by_test_id("offline-shelf")
    for lang in ("ja", "en") if installed.lang == "en" else ("en", "ja"):
        page.get_by_test_id("lang").click()
        shelf.get_by_role("heading", name=WORDS[lang]["offline.title"]).wait_for()
    assert [] == flaws(installed)
    shelf.locator("li").first.get_by_role("link").first.click()
    page.wait_for_url("**/learn/**")
    page.get_by_test_id("table").or_(page.get_by_test_id("lesson")).first.wait_for()
    before = page.inner_text("body")
    page.get_by_test_id("lesson-next").click()
    until(lambda: page.inner_text("body"), lambda text: text != before)
    installed.go("/rules/akebono")
    page.get_by_test_id("rules-page").wait_for()
    until(lambda: len(page.get_by_test_id("rules-page").inner_text()), lambda n: n > 2_000)
    installed.go("/games")
    page.get_by_test_id("offline").wait_for()
    context.set_offline(False)
    page.get_by_test_id("offline").wait_for(state="detached")
    installed.go()
    page.get_by_test_id("tables").wait_for()


@pytest.mark.slow
def test_nothing_of_ones_own_is_kept_without_a_connection(installed: Visitor) -> None:
    """Not a table, not who one is: only the client, lessons and rules."""
    page = installed.page
    installed.opens_table({"act": "1"}, ["me", "me"])
    installed.go("/calls")
    page.get_by_test_id("calls-kinds").wait_for()
    kept = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(
        async (name) => (await (await caches.open(name)).keys()).map((one) => one.url)))).flat()"""
    )
    paths = {re.sub(r"^https?://[^/]+", "", url) for url in kept}
    own = re.compile(
        r"/(index\.html|early\.js|notices\.json|honjin-study-looked|manifest\.webmanifest)"
    )
    public = re.compile(r"/(assets|icons)/.*|/favicon.*|/api/games.*|/api/lessons/.*")
    assert [] == [path for path in paths if not (own.fullmatch(path) or public.fullmatch(path))]
    lessons = [path for path in paths if path.startswith("/api/lessons/")]
    rules = [path for path in paths if path.endswith("/rules")]
    assert (10, 5) == (len(lessons), len(rules))


# Headless Chromium has no notifications and no push service, and its process ends when a push is
# delivered by hand. So the worker's own answers to pushes and clicks are called, and what it would
# show is written down. A badge ends it as well: none is asked for.
_PUSHED = """async (texts) => {
  const shown = [];
  registration.showNotification = async (title, options) => void shown.push([title, options]);
  for (const text of texts) await call(read({ json: () => JSON.parse(text) }));
  return shown;
}"""


@pytest.mark.slow
def test_a_push_is_shown_and_leads_to_its_table(installed: Visitor) -> None:
    """It says what came; whoever looks at the table is not told; a click goes there."""
    page = installed.page
    installed.opens_table({"act": "1"}, ["me", "me"])
    path = installed.path
    call = json.dumps({"title": "Your turn", "body": "Rokumon", "path": path, "tag": "honjin-x"})
    page.bring_to_front()
    looks = "clients.matchAll({type: 'window'}).then((all) => all.some((one) => one.focused))"
    looked = worker_of(installed).evaluate(looks)
    assert len(worker_of(installed).evaluate(_PUSHED, [call])) == (0 if looked else 1)
    installed.go("/ranks")
    shown = worker_of(installed).evaluate(_PUSHED, [call, "", "{", "[]"])
    (title, options), *rest = shown
    assert ("Your turn", "Rokumon", "honjin-x") == (title, options["body"], options["tag"])
    assert {"path": path} == options["data"]
    assert ["本陣 Honjin"] * len(rest) == [one[0] for one in rest]
    worker_of(installed).evaluate("(path) => open(path).then(() => 0)", path)
    page.wait_for_url(f"**{path}")
    installed.is_at("running")


@pytest.mark.slow
def test_another_version_asks_before_it_takes_over(installed: Visitor) -> None:
    """A quiet line with a button; nothing is reloaded before it is pressed."""
    page = installed.page
    other = "(n) => navigator.serviceWorker.register(`/sw.js?version=${n}`).then(() => 0)"
    page.evaluate("window.stays = true")
    page.evaluate(other, 2)
    bar = page.get_by_test_id("update")
    bar.wait_for()
    assert [] == flaws(installed)
    bar.get_by_role("button", name=installed.word("app.update.later")).click()
    bar.wait_for(state="detached")
    assert page.evaluate("window.stays")
    installed.reload()
    bar.wait_for()
    with page.expect_event("load"):
        bar.get_by_role("button", name=installed.word("app.update.do")).click()
