"""One gesture for several actions: what a piece can reach, and at what cost."""

from collections.abc import Iterator
from random import Random

import pytest

from games.akebono.given import GAME, RED, at, do, rolling
from honjin.core.contract.presentation import Gesture
from honjin.core.play import Play
from honjin.games.akebono.rules.actions import ACTIONS
from honjin.games.akebono.rules.names import hex_name
from honjin.games.akebono.rules.state import TURN, Akebono, first_piece, is_used, owner


def found(s: Akebono) -> dict[tuple[str, ...], Gesture]:
    """The gestures of the side to act, by click path."""
    return {gesture.path: gesture for gesture in GAME.gestures(s, s.turn)}


def test_a_walk_takes_the_cheapest_way() -> None:
    """Rule 15: the road from D1 to C4 costs three points, and no shorter way is cheaper."""
    walk = found(at("S:D1", points=5))["D1", "C4"]
    assert ("D1-D2", "D2-C3", "C3-C4") == walk.do
    assert (3, ("D1", "D2", "C3", "C4")) == (walk.price, walk.via)


def test_a_walk_can_end_with_a_defeat() -> None:
    """Rule 19: the price covers the way and the defeat; the note names the victim."""
    s = at("S:D1", "A:C3", points=9)
    walk = found(s)["D1", "C3"]
    assert (("D1-D2", "D2xC3"), "defeat", 4) == (walk.do, walk.kind, walk.price)
    assert 5 == do(s, *walk.do).points


def test_a_walk_can_end_with_a_shot() -> None:
    """Rule 22: a teppo-tai walks into line and shoots if that is cheaper than walking on."""
    walk = found(at("G:D1", "D:C5", points=9))["D1", "C5"]
    assert (("D1-D2", "D2-C3", "C3>C5"), "shoot") == (walk.do, walk.kind)


def test_what_one_action_does_is_no_gesture() -> None:
    """A single step, defeat or shot is a choice with its own click path."""
    s = at("G:F3 S:E5", "A:F5", dice=(5, 6))
    choices = {GAME.table.choice(s, RED, action).path for action in GAME.legal(s, RED)}
    assert choices.isdisjoint(found(s))


def test_a_walk_ends_where_the_game_ends() -> None:
    """Rules 31, 33: no walk continues past a step that captures a tairo."""
    s = at("S:F3 A:E7", "T:F6", points=12)
    passing = [one for one in found(s).values() if one.path[0] == "F3" and "F5" in one.via[:-1]]
    assert [] == passing
    end = found(s)["F3", "F5"]
    assert end.note is not None
    assert "note.ends" == end.note.k


def test_there_are_none_but_in_a_turn() -> None:
    """Before the roll, and with no points left, nothing can be reached."""
    assert () == GAME.gestures(rolling(at("S:D1")), RED)
    assert () == GAME.gestures(do(at("S:D1", points=1), "D1-D2"), RED)


def cheapest(s: Akebono, cell: int) -> dict[str, int]:
    """Each hex a piece can aim at and the least cost, by trying every order of its actions."""
    best: dict[str, int] = {}
    open_ends = [(s, cell)]
    while open_ends:
        now, here = open_ends.pop()
        for aim, after in deeds(now, here):
            cost, name = s.points - after.points, hex_name(s, aim)
            if aim != cell and cost < best.get(name, 99):
                best[name] = cost
                if after.piece[aim] and not is_used(after.piece[aim]):
                    open_ends.append((after, aim))
    return best


def deeds(s: Akebono, cell: int) -> Iterator[tuple[int, Akebono]]:
    """What the piece on a hex can aim at with one action, and what follows."""
    for action in GAME.legal(s, s.turn) if s.phase == TURN else ():
        key, args = ACTIONS.decode(action)
        if key not in ("step", "shoot") or args[0] != cell:
            continue
        aim = first_piece(s, cell, args[1]) if key == "shoot" else cell + s.step[args[1]]
        after = s.copy()
        GAME.apply_action(after, s.turn, action)
        yield aim, after


@pytest.mark.parametrize("seed", range(6))
def test_gestures_and_choices_are_all_that_can_be_reached(seed: int) -> None:
    """In random positions the goals and prices equal those found by trying every order."""
    rng, play = Random(seed), Play(GAME, {"midline": "west_east"})
    for seat, plan in ((0, "=crane"), (1, "=geese")):
        for text in (plan, "ready"):
            play.act_text(seat, text)
    checked = 0
    while checked < 3 and play.result() is None:
        if play.is_chance():
            play.run_chance(rng.randrange)
        elif play.state.phase == TURN and 0 < play.state.points < 9:
            must_agree(play.state)
            checked += 1
            play.act_text(play.state.turn, "end")
        else:
            seat = play.may_act()[0]
            play.act(seat, rng.choice(play.legal(seat)))
    assert 3 == checked


def must_agree(s: Akebono) -> None:
    """The gestures of each piece are what it can reach, at the least price."""
    offered = prices(s)
    for cell, man in enumerate(s.piece):
        if man and owner(man) == s.turn and not is_used(man):
            assert cheapest(s, cell) == offered.get(hex_name(s, cell), {})


def prices(s: Akebono) -> dict[str, dict[str, int]]:
    """Choices and gestures: {from: {to: price}}."""
    listed = [GAME.table.choice(s, s.turn, action) for action in GAME.legal(s, s.turn)]
    found: dict[str, dict[str, int]] = {}
    for one in (*listed, *GAME.gestures(s, s.turn)):
        if one.kind in ("step", "defeat", "shoot"):
            assert one.price is not None
            goals = found.setdefault(one.path[0], {})
            assert one.path[-1] not in goals
            goals[one.path[-1]] = one.price
    return found
