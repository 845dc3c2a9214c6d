"""Checks of the presentation: scenes, choices, click paths, answers to wrong clicks."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import msgspec

from honjin.core.contract.presentation import Choice, Gesture, no_ahead
from honjin.core.locales import LANGUAGES
from honjin.core.scene import Goal, Reason, Scene, Space
from honjin.core.state import State
from honjin.testing.check import Moment, check, fail
from honjin.testing.outlines import overlaps

_SOME: Final = 6  # wrong clicks tried at each position
_GESTURES_EVERY: Final = 8  # gestures are checked in one of this many positions


@check("scene", "position", "table.scene")
def scenes(moment: Moment) -> None:
    """A scene has unique ids, spaces that do not overlap, pieces on them, sides and a sketch."""
    table = moment.case.game.table
    for viewer in moment.case.viewers():
        seen = moment.seen_by(viewer)
        kept = seen.copy()
        scene = table.scene(seen)
        _must_be_whole(scene, moment.case.seats)
        _must_lie_apart(scene.spaces, moment.case.shared.setdefault("spaces", set()))
        for language in LANGUAGES:
            if not moment.case.game.sketch(seen, language).strip():
                fail("the sketch is empty", "table.sketch")
        if seen != kept:
            fail("drawing the scene changed the observation")


def _must_be_whole(scene: Scene, seats: int) -> None:
    ids = scene.ids()
    for name in ids:
        if not name or ids.count(name) > 1:
            fail(f"expected unique ids, got {ids.count(name)} things with {name!r}")
    places = {place.id for part in (scene.spaces, scene.trays) for place in part}
    for piece in scene.pieces:
        if piece.on not in places:
            fail(f"piece {piece.id} is on {piece.on!r}, which is not a space or tray")
        if piece.n < 1:
            fail(f"piece {piece.id} is {piece.n} pieces, expected at least 1")
        if piece.opens in ids:
            fail(f"piece {piece.id} opens {piece.opens}, which is still face down")
    _must_fit(scene, seats, set(ids))
    msgspec.json.encode(scene)


def _must_lie_apart(spaces: tuple[Space, ...], known: set[object]) -> None:
    """Check that no two spaces overlap; `known` are boards already checked."""
    drawn = tuple((space.at, space.size, space.shape, space.points) for space in spaces)
    if drawn not in known:
        for one, two in overlaps(spaces):
            fail(f"the spaces {one.id!r} and {two.id!r} overlap")
        known.add(drawn)


def _must_fit(scene: Scene, seats: int, ids: set[str]) -> None:
    sides = [side.side for side in scene.sides]
    if len(set(sides)) < len(sides):
        fail(f"sides {sides} are not distinct")
    for side in scene.sides:
        if side.seat is not None and not 0 <= side.seat < seats:
            fail(f"side {side.side} is played by seat {side.seat} of {seats}")
    for tray in scene.trays:
        if tray.side not in sides:
            fail(f"tray {tray.id} belongs to side {tray.side}, which does not exist")
    lost = {name for group in scene.lit for name in group} - ids
    if lost:
        fail(f"lit ids {sorted(lost)} are not in the scene")


@check("goal", "position", "table.scene")
def goals(moment: Moment) -> None:
    """A goal is stated always or never; its marks are not negative, and their sides exist."""
    case = moment.case
    for viewer in case.viewers():
        scene = case.game.table.scene(moment.seen_by(viewer))
        stated = case.memory.setdefault("goal", scene.goal is not None)
        if stated != (scene.goal is not None):
            fail("the goal is stated in some positions only")
        if scene.goal is not None:
            _must_count(scene.goal, {side.side for side in scene.sides})


def _must_count(goal: Goal, sides: set[int]) -> None:
    for mark in goal.marks:
        if mark.side not in sides:
            fail(f"the goal counts {mark.label.k!r} of side {mark.side}, which does not exist")
        if mark.have < 0 or mark.need < 0:
            fail(f"the goal counts {mark.have} of {mark.need} {mark.label.k!r}")
    counted = [(mark.side, mark.label) for mark in goal.marks]
    for one in counted:
        if counted.count(one) > 1:
            fail(f"the goal counts {one[1].k!r} of side {one[0]} twice")


@check("choices", "position", "table.choice")
def choices(moment: Moment) -> None:
    """A choice has the notation of its action, and a kind that is declared with a rule."""
    game = moment.case.game
    for seat in moment.may_act():
        seen = moment.seen_by(seat)
        for action in moment.legal(seat):
            choice = game.table.choice(seen, seat, action)
            text = game.notation.write_action(moment.state, seat, action)
            if choice.do != text:
                fail(f"the choice of {text!r} has the notation {choice.do!r}")
            if choice.kind not in game.kinds:
                fail(f"{text!r} is of the kind {choice.kind!r}, which is not declared")


@check("paths", "position", "table.choice")
def click_paths(moment: Moment) -> None:
    """Click paths are unique, none is a prefix of another, and every id is in the scene."""
    for seat in moment.may_act():
        seen = moment.seen_by(seat)
        ids = set(moment.case.game.table.scene(seen).ids())
        made = {gesture.path for gesture in some_gestures(moment, seen, seat)}
        paths = sorted([*(choice.path for choice in _choices(moment, seen, seat)), *made])
        for path in paths:
            if not path:
                fail(f"a choice of seat {seat} has no click path")
            if not ids.issuperset(path):
                fail(f"click path {path} has ids that are not in the scene", _giver({path} & made))
        begun = {" ".join(path[:n]) for path in paths for n in range(1, len(path))}
        if strange := set(moment.case.game.table.prompt(seen, seat).asks) - begun:
            found = f"the prompt of seat {seat} has {min(strange)!r}, which begins no click path"
            fail(found, "table.prompt")
        # Sorted, a path that is a prefix of others comes right before one of them.
        for one, two in pairwise(paths):
            if one == two[: len(one)]:
                found = f"click path {one} begins {two}" if one != two else f"two choices: {one}"
                fail(found, _giver({one, two} & made))


def _giver(gestures: set[tuple[str, ...]]) -> str:
    return "gestures" if gestures else "table.choice"


@check("arranging", "position", "table.prompt")
def arranged_pieces(moment: Moment) -> None:
    """The pieces, verbs and spaces of a set-up are in the scene."""
    table = moment.case.game.table
    for seat in moment.may_act():
        seen = moment.seen_by(seat)
        arrange, scene = table.prompt(seen, seat).arrange, table.scene(seen)
        if arrange is None:
            continue
        occupied = {name for ready in arrange.ready.values() for name in ready}
        _must_be_there("piece", set(arrange.sorts), {piece.id for piece in scene.pieces})
        _must_be_there("verb", set(arrange.ready), {verb.id for verb in scene.verbs})
        _must_be_there("space", occupied, {space.id for space in scene.spaces})


def _must_be_there(what: str, named: set[str], known: set[str]) -> None:
    if strange := named - known:
        fail(f"the {what} {min(strange)!r} of the set-up is not in the scene")


def _choices(moment: Moment, seen: State, seat: int) -> list[Choice]:
    table = moment.case.game.table
    return [table.choice(seen, seat, action) for action in moment.legal(seat)]


def some_gestures(moment: Moment, seen: State, seat: int) -> tuple[Gesture, ...]:
    """The gestures of some positions only, since they take long to find."""
    if moment.actions % _GESTURES_EVERY:
        return ()
    found: tuple[Gesture, ...] = moment.case.game.gestures(seen, seat)
    return found


@check("gestures", "position", "gestures")
def gestures_can_be_made(moment: Moment) -> None:
    """Each action of a gesture is legal after those before it, with no chance turn between."""
    game = moment.case.game
    for seat in moment.may_act():
        for gesture in some_gestures(moment, moment.seen_by(seat), seat):
            if len(gesture.do) < 2 or gesture.kind not in game.kinds:
                fail(f"expected a gesture of two or more actions and a known kind, got {gesture}")
            _must_be_made(moment, seat, gesture)


def _must_be_made(moment: Moment, seat: int, gesture: Gesture) -> None:
    game, s = moment.case.game, moment.state.copy()
    for text in gesture.do:
        legal = {game.notation.write_action(s, seat, a): a for a in game.legal(s, seat)}
        if text not in legal:
            fail(f"{text} of the gesture {gesture.do} is not legal after those before it")
        game.apply_action(s, seat, legal[text])


@check("ahead", "position", "ahead")
def planning(moment: Moment) -> None:
    """A waiting seat can plan as if it were its turn, with things that are on the table."""
    game, may_act = moment.case.game, moment.may_act()
    if game.ahead is no_ahead or not may_act:
        return
    for seat in set(range(moment.case.seats)) - set(may_act):
        seen = moment.seen_by(seat)
        then = game.ahead(seen, seat)
        if then is None:
            continue
        if not game.must_act(then) >> seat & 1:
            fail(f"seat {seat} plans for a position in which it need not act")
        ids = set(game.table.scene(seen).ids())
        for action in game.legal(then, seat):
            path = game.table.choice(then, seat, action).path
            if not ids.issuperset(path):
                fail(f"a planned action has the path {path}, which is not on the table yet")


@check("passing", "position", "actions")
def passing(moment: Moment) -> None:
    """At most one legal action only continues the game, so that it is clear how a seat passes."""
    game = moment.case.game
    for seat in moment.may_act():
        found = [action for action in moment.legal(seat) if action in game.actions.passing]
        if len(found) > 1:
            texts = [game.notation.write_action(moment.state, seat, action) for action in found]
            fail(f"seat {seat} can pass by each of {texts}; expected at most one")


@check("static choices", "position", "table.choice")
def static_choices(moment: Moment) -> None:
    """A choice that is declared static depends on the options, seat and action alone."""
    if not moment.case.game.static_choices:
        return
    known: dict[tuple[int, int], Choice] = moment.case.shared.setdefault("static choices", {})
    for seat in moment.may_act():
        for action, choice in zip(
            moment.legal(seat), _choices(moment, moment.seen_by(seat), seat), strict=True
        ):
            first = known.setdefault((seat, action), choice)
            if first != choice:
                fail(f"{first} became {choice}, though choices are static")


@check("why", "position", "table.why")
def wrong_clicks_answered(moment: Moment) -> None:
    """Clicks that begin no legal choice are answered with a reason."""
    case = moment.case
    table = case.game.table
    for seat in range(case.seats):
        seen = moment.seen_by(seat)
        for path in wrong_paths(moment, seen, seat):
            reason = table.why(seen, seat, path)
            if not isinstance(reason, Reason):
                fail(f"{path} of seat {seat} is answered with {reason!r}")


def wrong_paths(moment: Moment, seen: State, seat: int) -> list[tuple[str, ...]]:
    """Some click paths that begin no legal choice of the seat."""
    ids = sorted(moment.case.game.table.scene(seen).ids())
    paths = [choice.path for choice in _choices(moment, seen, seat)]
    begun = {path[:n] for path in paths for n in range(len(path) + 1)}
    prefixes = sorted({path[:-1] for path in paths} | {()})
    wrong = [(*prefix, name) for prefix in prefixes for name in ids]
    wrong = [path for path in wrong if path not in begun]
    return moment.case.random.sample(wrong, min(_SOME, len(wrong)))
