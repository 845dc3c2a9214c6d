"""A set-up in secret: nobody learns of the other's; by dragging, by keys, from what was saved."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route

from browser.conftest import Invite
from browser.visitor import PHONE, Places, Visitor, places, until
from browser.wire import Wire, things
from honjin.core.play import Play
from honjin.core.scene import Scene
from honjin.games import load

GAME = "akebono"
RED, WHITE = 0, 1


def after(*actions: str, seat: int = RED) -> Scene:
    """What a seat sees when it has done this and the other nothing."""
    play = Play(load(GAME), {})
    for text in actions:
        play.act(seat, play.game.notation.read_action(play.state, seat, text))
    return play.game.table.scene(play.game.seen_by(play.state, seat))


def alone(invite: Invite, **context: Any) -> Visitor:
    """Somebody who holds both seats, and sets up red first."""
    visitor = invite(**context)
    visitor.opens_table({}, ["me", "me"], game=GAME)
    visitor.reveals(RED)
    visitor.waits_to_be_asked("0:tairo")
    return visitor


# ---- dragging


@pytest.mark.slow
def test_pieces_are_dragged(invite: Invite) -> None:
    """From the tray to a hex, from hex to hex, onto another piece to change places with it."""
    visitor = alone(invite)
    visitor.drags("0:samurai", "J4")
    visitor.sees(after("+samurai", "@J4"))
    visitor.drags("J4", "I6")
    visitor.sees(after("+samurai", "@I6"))
    visitor.drags("0:tairo", "K3")
    visitor.sees(after("+samurai", "@I6", "+tairo", "@K3"))
    visitor.drags("K3", "I6")
    visitor.sees(after("+samurai", "@K3", "+tairo", "@I6"))


@pytest.mark.slow
def test_a_piece_is_dragged_by_a_finger(invite: Invite) -> None:
    """On a phone the same, from the tray and on the board."""
    visitor = alone(invite, viewport=PHONE, has_touch=True)
    visitor.drags_by_finger("0:tairo", "J4")
    visitor.sees(after("+tairo", "@J4"))
    visitor.drags_by_finger("J4", "I3")
    visitor.sees(after("+tairo", "@I3"))


@pytest.mark.slow
def test_what_cannot_lie_there_goes_back(invite: Invite) -> None:
    """Over the enemy's half the reason is shown; beside the board nothing needs to be said."""
    visitor = alone(invite)
    visitor.drags("0:samurai", "J4")
    visitor.sees(after("+samurai", "@J4"))
    visitor.drags("J4", "B3")
    visitor.has_text("B3 lies in the enemy's half").first.wait_for()
    visitor.waits_to_be_asked("J4")
    visitor.drags("0:tairo", (3.0, 300.0))
    visitor.waits_to_be_asked("0:daimyo")
    visitor.sees(after("+samurai", "@J4"))


@pytest.mark.slow
def test_what_is_in_hand_can_be_dragged(invite: Invite) -> None:
    """A piece that a click took in hand goes where it is dragged."""
    visitor = alone(invite)
    visitor.drags("0:samurai", "J4")
    visitor.sees(after("+samurai", "@J4"))
    visitor.do(["J4"])
    visitor.waits_to_be_asked("K1")
    visitor.drags("J4", "K1")
    visitor.sees(after("+samurai", "@K1"))


def slow(page: Page) -> None:
    """Actions take a while to reach the server."""

    def wait(route: Route) -> None:
        page.wait_for_timeout(400)
        route.continue_()

    page.route("**/actions*", wait)


@pytest.mark.slow
def test_touches_wait_for_the_view(invite: Invite) -> None:
    """What is clicked while an action is under way is done when its view has come, in order."""
    visitor = alone(invite)
    slow(visitor.page)
    ways = [visitor.middle(id) for id in ("0:samurai", "J4", "0:tairo", "K3")]
    for x, y in ways:
        visitor.page.mouse.click(x, y)
    visitor.sees(after("+samurai", "@J4", "+tairo", "@K3"))


@pytest.mark.slow
def test_a_double_click_is_one_click(invite: Invite) -> None:
    """The second half of a double click does not put back what the first one lifted."""
    visitor = alone(invite)
    slow(visitor.page)
    visitor.page.mouse.dblclick(*visitor.middle("0:samurai"))
    visitor.waits_to_be_asked("J4")
    visitor.do(["J4"])
    visitor.sees(after("+samurai", "@J4"))


# ---- formations of one's own


def saves(visitor: Visitor, name: str) -> None:
    """Save what stands under a name."""
    visitor.page.get_by_test_id("arrangements").click()
    visitor.page.get_by_test_id("arrangement-name").fill(name)
    visitor.page.get_by_test_id("arrangement-save").click()
    visitor.page.get_by_test_id("arrangement").get_by_text(name).wait_for()
    visitor.page.get_by_test_id("close").click()


def takes_up(visitor: Visitor, name: str) -> None:
    """Choose one that was saved."""
    visitor.page.get_by_test_id("arrangements").click()
    visitor.page.get_by_test_id("arrangement").filter(has_text=name).click()


@pytest.mark.slow
def test_a_formation_is_saved_and_used_again(invite: Invite) -> None:
    """In a new game one's pieces come to stand as they were saved, wherever they are."""
    mine = after("=crane", "+K8", "@K1", "+G5", "@G2")
    visitor = alone(invite)
    visitor.do(["plan:crane"])
    visitor.sees(after("=crane"))
    visitor.drags("K8", "K1")
    visitor.sees(after("=crane", "+K8", "@K1"))
    visitor.drags("G5", "G2")
    visitor.sees(mine)
    saves(visitor, "Left wing")
    visitor.opens_table({}, ["me", "me"], game=GAME)
    visitor.reveals(RED)
    takes_up(visitor, "Left wing")
    visitor.sees(mine)
    visitor.do(["plan:circle"])
    visitor.sees(after("=circle"))
    takes_up(visitor, "Left wing")
    visitor.sees(mine)


@pytest.mark.slow
def test_what_a_formation_takes_is_told_beforehand(invite: Invite) -> None:
    """How many changes it needs, perhaps from a ready-made one, and how many are left."""
    visitor = alone(invite)
    visitor.do(["plan:crane"])
    visitor.sees(after("=crane"))
    visitor.drags("K8", "K1")
    visitor.sees(after("=crane", "+K8", "@K1"))
    saves(visitor, "Mine")
    row = visitor.page.get_by_test_id("arrangement")
    visitor.page.get_by_test_id("arrangements").click()
    assert visitor.word("arrange.stands") in row.inner_text()
    assert row.is_disabled()
    visitor.page.get_by_test_id("close").click()
    visitor.do(["plan:arrow"])
    visitor.sees(after("=arrow"))
    visitor.page.get_by_test_id("arrangements").click()
    assert visitor.word("arrange.changes", n=2, left=27) in row.inner_text()


@pytest.mark.slow
def test_saved_formations_are_renamed_and_deleted(invite: Invite) -> None:
    """A name is given once; what is deleted is asked about first; other sides are counted only."""
    visitor = alone(invite)
    visitor.do(["plan:crane"])
    visitor.sees(after("=crane"))
    saves(visitor, "One")
    saves(visitor, "Two")
    page = visitor.page
    page.get_by_test_id("arrangements").click()
    page.get_by_test_id("arrangement-edit").first.click()
    page.get_by_test_id("arrangement-rename").fill("Two")
    page.keyboard.press("Enter")
    visitor.has_text(visitor.word("arrange.taken")).wait_for()
    page.get_by_test_id("arrangement-rename").fill("Uno")
    page.keyboard.press("Enter")
    page.get_by_test_id("arrangement").filter(has_text="Uno").wait_for()
    page.get_by_test_id("arrangement-remove").last.click()
    page.get_by_test_id("arrangement-remove-yes").click()
    assert 1 == until(page.get_by_test_id("arrangement").count, lambda count: count == 1)
    page.get_by_test_id("close").click()
    visitor.do(["ready"])
    visitor.reveals(WHITE)
    visitor.waits_to_be_asked("1:tairo")
    page.get_by_test_id("arrangements").click()
    visitor.has_text(visitor.word("arrange.elsewhere", n=1)).wait_for()
    assert 0 == page.get_by_test_id("arrangement").count()


@pytest.mark.slow
def test_a_choice_that_is_gone_loses_nothing(invite: Invite) -> None:
    """When the server takes a change no more half way, the page says so, and all can go on."""
    visitor = alone(invite)
    visitor.do(["plan:crane"])
    visitor.sees(after("=crane"))
    visitor.drags("K8", "K1")
    visitor.sees(after("=crane", "+K8", "@K1"))
    saves(visitor, "Mine")
    visitor.do(["plan:scales"])
    visitor.sees(after("=scales"))
    visitor.may_lose_the_server = True
    posts: list[Route] = []

    def refuse(route: Route) -> None:
        posts.append(route)
        if len(posts) == 2:
            problem = {"type": "/problems/illegal", "title": "", "status": 409, "detail": ""}
            route.fulfill(status=409, body=json.dumps(problem))
        else:
            route.continue_()

    visitor.page.route("**/actions*", refuse)
    takes_up(visitor, "Mine")
    visitor.has_text(visitor.word("arrange.stopped")).wait_for()
    visitor.sees(after("=crane"))
    takes_up(visitor, "Mine")
    visitor.sees(after("=crane", "+K8", "@K1"))


# ---- by keyboard alone


@pytest.mark.slow
def test_a_set_up_by_keyboard_alone(invite: Invite) -> None:
    """Placed piece by piece and by formation, saved, and finished without touching the mouse."""
    visitor = invite()
    visitor.opens_table_by_keyboard({}, ["me", "me"], game=GAME)
    visitor.tabs_to(f'[data-testid="reveal-{RED}"]')
    visitor.press("Enter")
    for id in ("0:samurai", "J4"):
        visitor.do_by_keyboard([id])
    visitor.sees(after("+samurai", "@J4"))
    visitor.do_by_keyboard(["plan:geese"])
    visitor.sees(after("=geese"))
    visitor.tabs_to('[data-testid="arrangements"]')
    visitor.press("Enter")
    visitor.tabs_to('[data-testid="arrangement-name"]')
    visitor.page.keyboard.type("By hand")
    visitor.press("Enter")
    visitor.page.get_by_test_id("arrangement").filter(has_text="By hand").wait_for()
    visitor.press("Escape")
    visitor.do_by_keyboard(["ready"])
    visitor.tabs_to(f'[data-testid="reveal-{WHITE}"]')
    visitor.press("Enter")
    visitor.waits_to_be_asked("1:tairo")


# ---- in secret


def occupied(shown: Places) -> list[str]:
    """The hexes on which the page shows pieces."""
    return sorted(id for id, what in shown.items() if ":" not in id and what[2])


def two(invite: Invite) -> tuple[Visitor, Visitor, Wire, Wire]:
    """Red and white at one table, and what reaches each."""
    red, white = invite(), invite()
    red.opens_table({}, ["me", "open"], game=GAME)
    path = red.path
    red.page.goto("about:blank")  # what an earlier page asked for last could not be read later
    wires = Wire(red.page), Wire(white.page)
    red.go(path)
    white.go(path)
    white.page.get_by_test_id(f"sit-{WHITE}").click()
    for visitor, id in ((red, "0:tairo"), (white, "1:tairo")):
        visitor.waits_to_be_asked(id)
    return red, white, *wires


def is_at(visitor: Visitor, version: int) -> None:
    """Wait until a page shows a version."""
    assert version == until(visitor.version, lambda now: now >= version)


def before_all(by: Visitor, other: Visitor, path: list[str]) -> None:
    """Do something that is no secret: either page is sent one version more."""
    versions = by.version(), other.version()
    by.do(path)
    for visitor, version in zip((by, other), versions, strict=True):
        is_at(visitor, version + 1)


def sets_up(by: Visitor, watching: Visitor, plan: str, ways: list[tuple[str, str]]) -> None:
    """Take a formation and drag pieces about; the other one's page hears nothing of it."""
    version, still = by.version(), watching.version()
    by.do([f"plan:{plan}"])
    is_at(by, version + 1)
    for n, (start, goal) in enumerate(ways, 1):
        by.drags(start, goal)
        is_at(by, version + 1 + 2 * n)
    assert still == watching.version()


def placement_in(side: str, message: Any) -> list[Any]:
    """What a message says of a side's placement: pieces on the board, events with a place."""
    seat = {"red": RED, "white": WHITE}[side]
    men = [
        thing
        for thing in things(message)
        if str(thing.get("look", "")).startswith(side) and ":" not in str(thing.get("on", ":"))
    ]
    events = [
        thing
        for thing in things(message)
        if thing.get("by") == seat
        and (thing.get("ids") or any(word in json.dumps(thing) for word in ("hex", "formation.")))
    ]
    return men + events


def same_for_all(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what differs from table to table: its address, its promise and numbers."""
    rest = {
        key: part
        for key, part in view.items()
        if key not in ("id", "dice", "host", "opened", "seats")
    }
    seats = [{k: v for k, v in seat.items() if k != "name"} for seat in view["seats"]]
    return rest | {"seats": seats}


@pytest.mark.slow
def test_nothing_of_a_placement_reaches_the_other(invite: Invite) -> None:
    """On the wire is no piece of the other's, and nothing that depends on where they stand."""
    heard: list[dict[int, Any]] = []
    for plan, goal in (("crane", "E1"), ("scales", "E12")):
        red, white, wire, _ = two(invite)
        army = after(f"={plan}", seat=WHITE)
        home = next(piece.on for piece in army.pieces if piece.look == "white-tairo")
        sets_up(white, red, plan, [(home, goal)])
        before_all(white, red, ["ready"])
        for message in wire.messages():
            assert [] == placement_in("white", message)
        assert [] == occupied(red.shown())
        heard.append({n: same_for_all(view) for n, view in wire.views().items()})
    assert heard[0] == heard[1]


@pytest.mark.slow
def test_armies_are_revealed_together_and_rearranged_in_secret(invite: Invite) -> None:
    """Nobody sees the other before both have finished; then both see all, but no rearranging."""
    red, white, red_wire, white_wire = two(invite)
    sets_up(red, white, "crane", [("K8", "K1")])
    sets_up(white, red, "circle", [])
    for wire, side in ((red_wire, "white"), (white_wire, "red")):
        for message in wire.messages():
            assert [] == placement_in(side, message)
    before_all(red, white, ["ready"])
    white.do(["ready"])
    play = Play(load(GAME), {})
    script = [(RED, "=crane"), (RED, "+K8"), (RED, "@K1"), (WHITE, "=circle")]
    script += [(RED, "ready"), (WHITE, "ready")]
    for seat, text in script:
        play.act(seat, play.game.notation.read_action(play.state, seat, text))
    revealed = [play.game.table.scene(play.game.seen_by(play.state, s)) for s in (RED, WHITE)]
    red.sees(revealed[RED])
    white.sees(revealed[WHITE])
    assert any(placement_in("white", message) for message in red_wire.messages())
    version, still = white.version(), red.version()
    home = next(piece.on for piece in revealed[WHITE].pieces if piece.look == "white-tairo")
    other = next(id for id in white.lit() if id[0] in "ABCDE" and id != home)
    white.drags(home, other)
    is_at(white, version + 2)
    assert places(revealed[WHITE]) != white.shown()
    red.sees(revealed[RED])
    assert still == red.version() == max(red_wire.views())
    told = msgspec.convert(red_wire.views()[still]["scene"], Scene)
    assert places(revealed[RED]) == places(told)
