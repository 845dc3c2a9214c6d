"""What somebody new meets: the first lesson, the way to log in, an end, a lens."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from browser.conftest import Invite
from browser.looks import DESK
from browser.measures import Form, opened
from browser.site import Site
from browser.visitor import PHONE, Visitor, until

BARS: Final = (
    "/help", "/about", "/privacy", "/account", "/studies", "/tournaments", "/puzzles", "/workshop",
    "/explore/rokumon", "/learn/rokumon/act-1", "/rules/rokumon", "/nowhere",
)  # fmt: skip
SHORT: Final = {"act": "2", "deal": "gggjjjj"}


def learns(one: Visitor) -> str:
    """Where "Learn in five minutes" leads from the first game of the lobby."""
    one.go()
    return one.page.get_by_test_id("learn").first.get_attribute("href") or ""


@pytest.mark.slow
def test_learning_begins_with_the_first_lesson_that_is_not_done(invite: Invite) -> None:
    """It opened that of the last act."""
    one = invite()
    seen = []
    for _ in range(4):
        seen.append(learns(one))
        done = json.dumps([path.removeprefix("/learn/") for path in seen])
        one.page.evaluate("done => localStorage.setItem('honjin.learned', done)", done)
    acts = [f"/learn/rokumon/act-{n}" for n in (1, 3, 4)]
    assert [*acts, acts[-1]] == seen, "when all are done it is the last"


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_way_to_log_in_is_in_the_header_of_every_page(
    lang: str, invite: Invite, house: Site
) -> None:
    """On a phone too, at a table too, with a name that is read out."""
    one = invite(lang=lang, viewport=PHONE)
    one.may_lose_the_server = True  # nothing is at one of the addresses
    table = opened(one.page, house.url, Form("", "rokumon", SHORT))
    for path in (*BARS, table):
        one.go(path)
        link = one.page.locator("header").get_by_test_id("person-link")
        assert (box := until(link.bounding_box, bool)), path
        assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE["width"], path
        assert one.word("account.login") == link.inner_text()


@pytest.mark.slow
def test_the_end_does_not_cover_what_decided_the_game(invite: Invite, house: Site) -> None:
    """The card stood over the line that had won."""
    one = invite(viewport=DESK)
    one.go()
    seats = [{"kind": "me"}, {"kind": "me"}]
    wish = {"game": "rokumon", "options": SHORT, "seats": seats, "private": True}
    made = one.page.request.post(f"{house.url}/api/tables", data=wish).json()["id"]
    one.go(f"/t/{made}")
    one.page.get_by_test_id("board").wait_for()
    lines = plays_on(one, f"{house.url}/api/tables/{made}")["log"]["lines"]
    one.page.get_by_test_id("ending").wait_for()
    last = [line for line in lines if line["step"] == lines[-1]["step"]]
    decided = [id for line in last for id in line.get("ids", ())]
    assert decided
    assert [] == until(lambda: one.page.evaluate(_COVERED, decided), lambda now: now == [])


def plays_on(one: Visitor, table: str) -> Any:
    """Take the first choice of whoever must act, until the game is over; answer its last view."""
    while True:
        for seat in (0, 1):
            view = one.page.request.get(f"{table}?seat={seat}").json()
            if view["status"] == "over":
                return view
            turn = view.get("turn")
            if turn and turn["seat"] == seat:
                do = next(it["do"] for it in turn["choices"] if it["do"] != "resign")
                body = {"seat": seat, "do": do, "at": view["version"]}
                one.page.request.post(f"{table}/actions?seat={seat}", data=body)


# Which of these things on the board the card lies over.
_COVERED: Final = """(ids) => {
  const card = document.querySelector("[data-testid=ending] > *").getBoundingClientRect();
  const isUnder = (thing) => {
    const {left, right, top, bottom} = thing.getBoundingClientRect();
    return left < card.right && card.left < right && top < card.bottom && card.top < bottom;
  };
  const drawn = (id) => [...document.querySelectorAll(`.board [data-id="${id}"]`)];
  return ids.filter((id) => drawn(id).some(isUnder));
}"""


@pytest.mark.slow
def test_lens_and_tooltip_are_never_both_open(invite: Invite, house: Site) -> None:
    """Over a map, its tracks and the cards beside it, however long the pointer rests."""
    one = invite(viewport=DESK)
    battle = Form("", "summits", {"battle": "shizugatake"})
    one.go(opened(one.page, house.url, battle))
    one.is_at("running")
    seen = set()
    for id in ("shizugatake", "yanagase", "nakagawa_kiyohide", "turn:1", "yamanashi"):
        one.page.mouse.move(*one.middle(id))
        one.page.wait_for_timeout(700)  # as long as either waits
        open_now = [part for part in ("lens", "tip") if one.page.get_by_test_id(part).is_visible()]
        assert len(open_now) < 2, id
        seen |= set(open_now)
    assert "lens" in seen
