"""A change makes the view that a window has the present one, and tells no more than both do."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import jsonpatch
import msgspec
import pytest

from honjin.core.scene import Decor, Piece, Scene
from honjin.core.seats import SPECTATOR
from honjin.core.words import Say
from honjin.games import keys, load
from honjin.server.people.caller import NOBODY, Caller
from honjin.server.tables.view.difference import difference
from honjin.server.tables.view.views import ViewBuilder
from server.site_client import FAIR, open_house, two_at_table
from server.tables.test_live import Stream

ONLINE = frozenset[str]()


def patched(had: Any, change: Any) -> Any:
    """What a page makes of a view that it has and a change."""
    view: Any = jsonpatch.apply_patch(had, change["patch"])
    return view | {key: change[key] for key in ("log", "clock") if key in change}


@pytest.mark.parametrize("key", ["madeup", *keys()])
def test_a_change_makes_the_same_view_as_the_whole(key: str, tmp_path: Path) -> None:
    """For every viewer after every action of a random game, also over several actions at once."""
    game = FAIR if key == "madeup" else load(key)
    seats = game.seats(game.read_options({}))
    rng = random.Random(7)
    with open_house(tmp_path, games={key: game}) as house:
        people = [house.browser() for _ in range(seats)]
        table = people[0].open(key, "m" + "o" * (seats - 1))
        for seat, one in enumerate(people[1:], 1):
            one.sit(table, seat)
        room = house.site.tables.here(table)
        assert room is not None
        painter = ViewBuilder(room)
        callers = {
            seat: Caller(holder.who, holder.name)
            for seat, holder in enumerate(room.holders)
            if holder
        } | {SPECTATOR: NOBODY}
        had = {viewer: painter.shown(viewer, caller, ONLINE) for viewer, caller in callers.items()}
        sizes = [0, 0]
        for n in range(40):
            if room.status == "over":
                break
            seat = rng.choice(room.may_act)
            view = people[seat].view(table)
            assert view.turn is not None
            people[seat].act(table, seat, rng.choice(view.turn.choices).do, view.version)
            for viewer, caller in callers.items():
                if (n + viewer) % 3 == 1:  # this window is slow
                    continue
                before = had[viewer]
                shown = painter.shown(viewer, caller, ONLINE)
                change = painter.change(before, shown, viewer)
                whole = painter.view(viewer, caller, ONLINE, since=before.version)
                page = json.loads(msgspec.json.encode(before))
                assert json.loads(whole) == patched(page, json.loads(change))
                had[viewer] = shown
                sizes = [sizes[0] + len(change), sizes[1] + len(whole)]
        assert sizes[0] < sizes[1] / 2


def test_a_window_that_asks_for_changes_has_the_view(tmp_path: Path) -> None:
    """Its first event is the view; all later ones are changes of it."""
    with open_house(tmp_path) as house:
        ann, bob, table = two_at_table(house, offers=False)
        stream = Stream(ann, f"/api/tables/{table}/events?changes=1")
        kinds, page = list[str](), dict[str, Any]()
        for _ in range(12):
            for name, message, number in stream.news():
                if name in ("view", "change"):
                    kinds.append(name)
                    page = message if name == "view" else patched(page, message)
                    assert number == page["version"]
            whole = ann.get(f"/api/tables/{table}").json
            assert whole | {"log": 0, "chat": 0} == page | {"log": 0, "chat": 0}
            ann.play_on(table, 1)
            bob.play_on(table, 1)
        assert (["view"], {"change"}) == (kinds[:1], set(kinds[1:]))


def test_an_order_may_be_answered_by_the_version_alone(tmp_path: Path) -> None:
    """To a page whose stream brings the view anyway (RFC 7240); a refusal says why all the same."""
    with open_house(tmp_path) as house:
        ann = house.browser()
        table = ann.open(seats="mm", offers=False)
        view = ann.view(table)
        assert view.turn is not None
        path = f"/api/tables/{table}/actions"
        body = {"seat": view.turn.seat, "do": view.turn.choices[0].do, "at": view.version}
        little = {"prefer": "return=minimal", "content-type": "application/json"}
        done = ann.call("POST", path, msgspec.json.encode(body), little)
        assert (204, b"") == (done.status, done.body)
        assert done.headers["honjin-version"] == str(ann.view(table).version)
        assert "content-type" not in done.headers
        late = ann.call("POST", path, msgspec.json.encode(body | {"at": 0}), little)
        assert (409, "stale-version") == (late.status, late.problem)


def test_things_that_only_their_places_tell_apart() -> None:
    """Drawings on a board have no name: they are compared place by place."""
    one, two, three = (Decor("line", path) for path in ("M0 0h1", "M0 0h2", "M0 0h3"))
    for old, new in (((one, two), (two,)), ((one,), (three, one, two)), ((one, two), (two, one))):
        scenes = [Scene("plain", (), (), (), decor=decor) for decor in (old, new)]
        patch = json.loads(msgspec.json.encode(list(difference(*scenes))))
        had, want = (json.loads(msgspec.json.encode(scene)) for scene in scenes)
        assert want == jsonpatch.apply_patch(had, patch)


def test_a_thing_that_moves_is_sent_once() -> None:
    """Among many: it is found again by its id, wherever it lies now."""
    pieces = tuple(Piece(f"p{n}", "a1", "man", Say("man")) for n in range(12))
    moved = (*pieces[1:8], msgspec.structs.replace(pieces[0], on="b2"), *pieces[8:])
    scenes = [Scene("plain", (), every, ()) for every in (pieces, moved)]
    patch = list(difference(*scenes))
    assert [("remove", "/pieces/0"), ("add", "/pieces/7")] == [(one.op, one.path) for one in patch]
