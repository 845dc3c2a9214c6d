"""Host and guest: who invites whom to what, which tables strangers find, and what is refused."""

from __future__ import annotations

import pytest

from browser.conftest import Invite
from browser.site import Site
from browser.visitor import PHONE, Visitor, until

SHORT = {"act": "2", "deal": "gggjjjj"}


def named(one: Visitor, name: str) -> Visitor:
    """A visitor who has said what to be called."""
    one.go()
    one.page.get_by_test_id("me").click()
    one.page.get_by_test_id("name").fill(name)
    one.page.get_by_test_id("name-save").click()
    one.page.get_by_test_id("me").get_by_text(name).wait_for()
    return one


def rows(one: Visitor, part: str) -> list[str]:
    """The addresses of the tables that a part of the lobby lists."""
    found = one.page.get_by_test_id(part).get_by_role("link")
    return [str(row.get_attribute("href")) for row in found.all()]


@pytest.mark.slow
@pytest.mark.parametrize(("wide", "lot", "side"), [(True, 0, "Tokugawa"), (False, 0.9, "Sanada")])
def test_the_guest_sees_who_invites_to_what_and_has_one_button(
    wide: bool, lot: float, side: str, invite: Invite
) -> None:
    """The link shows the host's name, the game and the seat that the lot left; one button sits."""
    host = named(invite(), "Hanako 花子")
    host.page.add_init_script(f"Math.random = () => {lot};")
    host.go()
    host.page.get_by_test_id("friend-act4").click()
    host.is_at("open")
    guest = invite() if wide else invite(viewport=PHONE, has_touch=True, is_mobile=True)
    guest.go(host.path)
    told = guest.said("invitation")
    for part in ("Hanako 花子 invites you", "Rokumon", "Act 4", f"You play {side}."):
        assert part in told
    assert 1 == guest.page.get_by_test_id("seats").get_by_role("button").count()
    guest.page.get_by_test_id("invitation").get_by_role("button").click()
    for one in (host, guest):
        one.is_at("running")
    assert 0 == guest.page.get_by_test_id("invitation").count()


# The lines of text that lie under the button of the goal, at least in part.
COVERED = """() => {
  const goal = document.querySelector("[data-testid=goal-open]").getBoundingClientRect();
  const head = document.querySelector("[data-testid=seats]");
  const words = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node; (node = words.nextNode()); ) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const isUnder = ({left, right, top, bottom}) => right > goal.left && left < goal.right
      && bottom > goal.top && top < goal.bottom;
    if (node.data.trim() && [...range.getClientRects()].some(isUnder)) found.push(node.data.trim());
  }
  return found;
}"""


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_goal_lies_on_no_word_while_a_seat_is_free(lang: str, invite: Invite) -> None:
    """On a phone its button covered the end of "Send this link", and of the host's name."""
    host, guest = (invite(lang=lang, viewport=PHONE) for _ in range(2))
    named(host, "Hanako Hanako Hanako")
    host.opens_table({"seats": "4"}, ["me", "open", "open", "open"], game="swords")
    guest.go(host.path)
    guest.page.get_by_test_id("invitation").wait_for()
    for one in (host, guest):
        one.page.get_by_test_id("goal-open").wait_for()
        assert [] == one.page.evaluate(COVERED)


@pytest.mark.slow
def test_a_guest_of_many_seats_can_choose_another(invite: Invite) -> None:
    """Where several seats are free the one button takes the first, and each has its own."""
    host = invite()
    host.opens_table({"seats": "3"}, ["me", "open", "open"], game="akiwado")
    guest = invite()
    guest.go(host.path)
    buttons = guest.page.get_by_test_id("seats").get_by_role("button")
    assert 2 == until(buttons.count, lambda count: count == 2)
    guest.page.get_by_test_id("sit-2").click()
    guest.page.get_by_test_id("stand-2").wait_for()


@pytest.mark.slow
def test_the_host_is_asked_before_taking_both_seats(invite: Invite) -> None:
    """No single click of the host fills the seat that was meant for somebody else."""
    host = invite()
    host.opens_table(SHORT, ["me", "open"])
    host.page.get_by_test_id("both-1").wait_for()
    assert 0 == host.page.get_by_test_id("sit-1").count()
    host.page.get_by_test_id("both-1").click()
    assert "Sanada" in host.said("both")
    assert "open" == host.status()
    host.press("Escape")
    host.page.get_by_test_id("both").wait_for(state="detached")
    assert "open" == host.status()
    host.page.get_by_test_id("both-1").click()
    host.page.get_by_test_id("both-yes").click()
    host.is_at("running")


@pytest.mark.slow
def test_strangers_find_tables_that_concern_them(invite: Invite, own_site: Site) -> None:
    """Listed are tables with a free seat and those of two persons: none for a friend or a bot."""
    host, guest, stranger = invite(own_site), invite(own_site), invite(own_site)
    host.go()
    host.page.get_by_test_id("friend-act4").click()
    host.is_at("open")
    host.opens_table(SHORT, ["me", "greedy"])
    host.opens_table(SHORT, ["me", "me"])
    host.opens_table(SHORT, ["me", "open"])
    shown = host.path
    stranger.go()
    stranger.page.get_by_test_id("open-seat").wait_for()
    assert [shown] == rows(stranger, "open")
    assert [] == rows(stranger, "running")
    guest.go(shown)
    guest.page.get_by_test_id("sit-1").click()
    guest.is_at("running")
    stranger.go()
    stranger.page.get_by_test_id("running").wait_for()
    assert [shown] == rows(stranger, "running")
    host.go()
    host.page.get_by_test_id("yours").wait_for()
    assert 4 == len(rows(host, "yours"))


FORBIDDEN = '{"type": "/problems/wrong-origin", "title": "", "status": 403, "detail": "no"}'


def forbids(one: Visitor, path: str) -> None:
    """From now on the server answers these requests with 403."""
    one.may_lose_the_server = True
    one.page.route(
        path,
        lambda route: route.fulfill(
            status=403, content_type="application/problem+json", body=FORBIDDEN
        ),
    )


@pytest.mark.slow
def test_a_403_is_shown_wherever_it_comes(invite: Invite) -> None:
    """In the lobby, on the way to a table, for a reason, for an action, in another page's frame."""
    told = invite().word("problem.wrong-origin")
    one = invite()
    forbids(one, "**/api/tables")
    one.go()
    assert told in one.said("unreached")
    one = invite()
    one.opens_table({"act": "4"}, ["me", "me"])
    one.waits_to_be_asked("clan:0")
    forbids(one, "**/why?*")
    one.thing("r1c1").click(force=True)
    assert told in one.said("notice")
    one.page.unroute("**/why?*")
    forbids(one, "**/api/tables/*")
    one.reload()
    assert told in one.said("failed")
    one.page.unroute("**/api/tables/*")
    one.page.get_by_role("button", name=one.word("lobby.again")).click()
    one.page.get_by_test_id("board").wait_for()
    forbids(one, "**/actions*")
    for start in ("0:", "r"):
        one.thing(next(id for id in until(one.lit, bool) if id.startswith(start))).click()
    assert told in one.said("notice")
    framed = invite()
    forbids(framed, "**/api/tables/*")
    framed.go(f"/embed{one.path}")
    assert told in framed.said("failed")
    framed.page.unroute("**/api/tables/*")
    framed.page.get_by_role("button", name=framed.word("lobby.again")).click()
    framed.page.get_by_test_id("board").wait_for()


@pytest.mark.slow
def test_a_refused_seat_is_told(invite: Invite) -> None:
    """The notice is not swept away by the view that is asked for after a refusal."""
    host, late = invite(), invite()
    host.opens_table(SHORT, ["me", "open"])
    late.go(host.path)
    late.page.get_by_test_id("sit-1").wait_for()
    forbids(late, "**/sit*")
    late.page.get_by_test_id("sit-1").click()
    assert late.word("problem.wrong-origin") in late.said("notice")
