"""Several people at one device: no seat's secrets are sent before that seat is asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from honjin.core.jit.rng import seeded
from honjin.core.seats import SPECTATOR
from honjin.games import load
from honjin.server.people.caller import HIDDEN_SEAT, Caller
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room
from honjin.server.tables.session.talk import Listening
from honjin.server.tables.session.viewer import viewer_of
from honjin.server.tables.view.perspective import _is_seen_by_all, is_certain, is_open
from honjin.server.tables.view.views import ViewBuilder
from madeup.state import BID
from server.secrets.test_secrets import SECRET, positions, room_at
from server.site_client import FAIR, Browser, House, open_house, two_at_table
from server.tables.test_live import Stream

AKEBONO = load("akebono")
RED, WHITE = 0, 1


@pytest.fixture
def both(tmp_path: Path) -> Iterator[House]:
    """A server with the made-up game and one whose armies are set up in secret."""
    with open_house(tmp_path, games={"madeup": FAIR, "akebono": AKEBONO}) as house:
        yield house


def behind(browser: Browser, table: str) -> dict[str, Any]:
    """The view with the curtain down."""
    found: dict[str, Any] = browser.get(f"/api/tables/{table}?seat=curtain").json
    return found


def as_watched(house: House, table: str) -> dict[str, Any]:
    """A spectator's view."""
    found: dict[str, Any] = house.browser().get(f"/api/tables/{table}").json
    return found


def without_the_caller(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what depends on the caller: seats, possible actions, the shared device."""
    own = ("seats", "can", "shared", "open", "turn")
    return {key: part for key, part in view.items() if key not in own}


def do(browser: Browser, table: str, seat: int, text: str) -> Any:
    """Act as the page does after lifting a seat's curtain."""
    at = browser.view(table, seat).version
    path = f"/api/tables/{table}/actions?seat={seat}"
    return browser.post(path, seat=seat, do=text, at=at).view


def test_behind_the_curtain_is_what_everybody_sees(both: House) -> None:
    """Scene, log and past are a spectator's until a seat is named, whichever seat is to act."""
    me = both.browser()
    table = me.open("akebono")
    do(me, table, RED, "=crane")
    view = behind(me, table)
    assert view["shared"]
    assert view["viewer"] is None
    assert "turn" not in view
    assert without_the_caller(as_watched(both, table)) == without_the_caller(view)
    assert "open" not in view
    path = f"/api/tables/{table}"
    assert (0, 1) == (view["step"], me.view(table, RED).step)  # the others do not know of it
    watched = both.browser().get(f"{path}/steps/0")
    assert (200, watched.body) == me.get(f"{path}/steps/0?seat=curtain")[::2]
    past = me.get(f"{path}/steps/1?seat={RED}").json
    assert past["scene"] != watched.json["scene"]
    assert "unknown-step" == me.get(f"{path}/steps/1?seat=curtain").problem
    record = me.get(f"{path}/record?seat=curtain").json["seen"]
    assert both.browser().get(f"{path}/record").json["seen"] == record


def test_a_window_behind_the_curtain_is_told_no_more(both: House) -> None:
    """While a seat sets up, what it is sent does not depend on where the pieces are put."""
    heard = []
    for plan in ("crane", "scales"):
        me = both.browser()
        table = me.open("akebono")
        window = Stream(me, f"/api/tables/{table}/events?seat=curtain")
        do(me, table, WHITE, f"={plan}")
        do(me, table, WHITE, "ready")
        views = [data for name, data, _ in window.news() if name == "view"]
        own = ("id", "dice", "seats")
        heard.append([{k: v for k, v in view.items() if k not in own} for view in views])
    assert heard[0] == heard[1]
    assert {None} == {view["viewer"] for view in heard[0]}


def test_one_seat_needs_no_curtain(both: House) -> None:
    """A caller with one seat, or none, is sent the same as always."""
    first, second, table = two_at_table(both)
    for browser in (first, second, both.browser()):
        assert browser.get(f"/api/tables/{table}").json == behind(browser, table)


def test_without_secrets_there_is_no_curtain(tmp_path: Path) -> None:
    """Several seats of a game that hides nothing are shown as usual, the one to act first."""
    with open_house(tmp_path, games={"rokumon": load("rokumon")}) as house:
        me = house.browser()
        table = me.open("rokumon", act="2", deal="gggjjjj")
        assert me.get(f"/api/tables/{table}").json == behind(me, table)
        assert "shared" not in behind(me, table)


def test_when_nothing_is_secret_the_curtain_opens(both: House) -> None:
    """In the battle the seat to act gets its choices, on a spectator's scene and log."""
    me = both.browser()
    table = me.open("akebono")
    for seat, plan in ((RED, "=crane"), (WHITE, "=geese")):
        do(me, table, seat, plan)
        do(me, table, seat, "ready")
    assert "open" not in behind(me, table)
    do(me, table, RED, "ready")
    assert "turn" not in behind(me, table)
    view = do(me, table, WHITE, "ready")
    assert (WHITE, True) == (view.viewer, view.shared)
    for _ in range(12):
        view = behind(me, table)
        actor = view["turn"]["seat"]
        assert (None, True, [actor]) == (view["viewer"], view["open"], view["must_act"])
        assert me.view(table, actor).open
        assert without_the_caller(as_watched(both, table)) == without_the_caller(view)
        path = f"/api/tables/{table}/actions?seat=curtain"
        text = view["turn"]["choices"][-1]["do"]
        after = me.post(path, seat=actor, do=text, at=view["version"]).json
        assert after["viewer"] is None


def test_what_is_about_to_become_secret_is_not_open(both: House) -> None:
    """Nothing is hidden yet, but all are about to bid in secret: each lifts the curtain first."""
    s = positions(1)[0].copy()
    s.held[:] = [0] * len(s.held)
    s.hand[:] = [[0] * len(hand) for hand in s.hand]
    assert [True] * 3 == [_is_seen_by_all(FAIR, s, seat) for seat in range(3)]
    bid = FAIR.notation.read_action(s, 0, "bid1")
    assert bid in FAIR.legal(s, 0)
    assert not _is_seen_by_all(FAIR, s, 0, bid)
    assert [False] * 3 == [is_certain(FAIR, positions(1)[0], seat) for seat in range(3)]
    several = room_at(FAIR.notation.write_position(positions(1)[0]))
    assert [False] * 3 == [is_open(several, seat) for seat in range(3)]


def test_a_fork_knows_what_the_lifted_seat_knows(both: House) -> None:
    """Made from behind the curtain, it invents the hidden information of every seat."""
    me = both.browser()
    path = f"/api/tables/{me.open('akebono')}"
    do(me, path.rpartition("/")[2], RED, "=crane")
    stands = {}
    for eyes in (str(RED), "curtain"):
        step = me.get(f"{path}?seat={eyes}").json["step"]
        made = me.post(f"{path}/fork?seat={eyes}", step=step).json["id"]
        stands[eyes] = me.get(f"/api/tables/{made}?seat={RED}").json["scene"]["pieces"]
    told = me.get(f"{path}?seat={RED}").json["scene"]["pieces"]
    assert told == stands[str(RED)]
    assert told != stands["curtain"]


def test_seats_of_others_stay_closed(both: House) -> None:
    """The curtain is no way round: only a seat's holder is shown it."""
    me, other = both.browser(), both.browser()
    table = me.open("akebono")
    assert "not-your-seat" == other.get(f"/api/tables/{table}?seat={RED}").problem
    assert "unreadable" == me.get(f"/api/tables/{table}?seat=curtains").problem
    assert json.loads(other.get(f"/api/tables/{table}?seat=curtain").body)["viewer"] is None


def test_what_is_hidden_as_itself_is_not_open(both: House) -> None:
    """A bid of nothing looks like a hidden bid; the view must not reveal which it is."""
    s = next(s for s in positions(1) if s.phase == BID).copy()
    s.held[:] = [0] * len(s.held)
    s.hand[:] = [[0] * len(hand) for hand in s.hand]
    s.bidden, s.bid[0] = 1, 0
    assert _is_seen_by_all(FAIR, s, 0)
    assert not is_certain(FAIR, s, 0)


def one_guest_at(position: str) -> Room:
    """A running table of three whose first two seats are one guest's."""
    opened = e.Opened(
        1, "madeup", 1, dict(FAIR.read_options({"seats": "3"})), SECRET, start=position
    )
    room = Room("table", FAIR, opened)
    for seat, guest in enumerate(("ann", "ann", "eve")):
        room.apply(e.Sat(1, seat, "person", guest, guest))
    room.apply(e.Started(1))
    return room


@pytest.mark.parametrize("seed", range(4))
def test_behind_the_curtain_nothing_depends_on_what_is_hidden(seed: int) -> None:
    """Every byte of view and past, and the curtain itself, is the same in any hidden state."""
    ann, differing = Caller("ann", "ann"), 0
    for n, state in enumerate(positions(seed)):
        other = FAIR.seen_by(state, SPECTATOR)
        FAIR.resample(other, SPECTATOR, seeded(n))
        differing += other != state
        sent = []
        for one in (state, other):
            room = one_guest_at(FAIR.notation.write_position(one))
            viewer = viewer_of(room, ann, HIDDEN_SEAT)
            painter = ViewBuilder(room)
            past = [painter.past(viewer, step).answer() for step in range(room.step + 1)]
            sent.append([painter.view(viewer, ann, frozenset(), chat=Listening()), *past])
        assert sent[0] == sent[1]
    assert differing > 5
