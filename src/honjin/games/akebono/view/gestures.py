"""Walks of several steps, and walks that end in a defeat or a shot, as one gesture.

Every hex a piece can pay for is reached by the cheapest way (Dijkstra 1959), step by step through
the rules themselves, so a walk stops if one of its steps ends the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from honjin.core.contract.presentation import Gesture
from honjin.core.words import Say
from honjin.games.akebono.content.data import TEPPO
from honjin.games.akebono.info.names import kind_say
from honjin.games.akebono.rules.actions import ACTIONS, encode_shot, encode_step
from honjin.games.akebono.rules.moving import can_enter, shot_price, target_of
from honjin.games.akebono.rules.names import hex_name
from honjin.games.akebono.rules.play import apply_action, may_act
from honjin.games.akebono.rules.state import OVER, TURN, Akebono, first_piece, is_used, owner
from honjin.games.akebono.view.choices import say_ending


class Walk(NamedTuple):
    """The actions of a piece so far; of two walks to one hex, the first in this order is kept."""

    spent: int
    steps: int
    order: int  # in the order found, so no two walks are equal
    cell: int
    actions: tuple[int, ...]
    cells: tuple[int, ...]
    after: Akebono


def gestures(seen: Akebono, seat: int) -> tuple[Gesture, ...]:
    """Everything a seat's pieces can reach with more than one action."""
    if seen.phase != TURN or may_act(seen) >> seat & 1 == 0 or not seen.points:
        return ()
    men = [cell for cell, man in enumerate(seen.piece) if man and _can_move(man, seat)]
    return tuple(gesture for cell in men for gesture in _of_piece(seen, seat, cell))


def _can_move(man: int, seat: int) -> bool:
    return owner(man) == seat and not is_used(man)


def _of_piece(seen: Akebono, seat: int, cell: int) -> Iterator[Gesture]:
    """The cheapest way to each goal; a single action is a choice, not a gesture."""
    best: dict[int, Walk] = {}
    for walk in sorted([*walks(seen, cell)], key=lambda walk: walk[:3]):
        best.setdefault(walk.cells[-1], walk)
    direct = set(_goals(seen, cell))
    for goal, walk in best.items():
        if goal not in direct:
            yield _gesture(seen, seat, walk)


def _goals(seen: Akebono, cell: int) -> Iterator[int]:
    """The goals of a piece's single actions."""
    yield cell
    yield from (walk.cells[-1] for walk in _extended(seen, Walk(0, 0, 0, cell, (), (cell,), seen)))


def walks(seen: Akebono, cell: int) -> Iterator[Walk]:
    """The cheapest walk to every hex, and every walk that ends in a defeat or a shot."""
    open_walks = [Walk(0, 0, 0, cell, (), (cell,), seen)]
    found = {cell}
    known = {cell: 0}
    order = 0
    while open_walks:
        walk = heappop(open_walks)
        if walk.cell in found and walk.steps:
            continue
        found.add(walk.cell)
        if walk.steps:
            yield walk
        for longer in _extended(seen, walk) if walk.after.phase != OVER else ():
            goal = longer.cells[-1]
            if goal != longer.cell or seen.piece[goal]:
                yield longer
            elif longer.spent < known.get(goal, longer.spent + 1):
                known[goal] = longer.spent
                order += 1
                heappush(open_walks, longer._replace(order=order))


def _extended(seen: Akebono, walk: Walk) -> Iterator[Walk]:
    """A walk extended by one action: a step, a defeat, a shot."""
    s, cell = walk.after, walk.cell
    for d in range(6):
        near = cell + s.step[d]
        if can_enter(s, s.piece[cell], near):
            yield _on(seen, walk, encode_step(cell, d), near, near)
        if s.piece[cell] & 7 == TEPPO:
            target = target_of(s, cell, d)
            if target and shot_price(s, cell, d) <= s.points:
                yield _on(seen, walk, encode_shot(cell, d), cell, first_piece(s, cell, d))


def _on(seen: Akebono, walk: Walk, action: int, stands: int, aim: int) -> Walk:
    after = walk.after.copy()
    apply_action(after, seen.turn, action)
    spent = seen.points - after.points
    actions, cells = (*walk.actions, action), (*walk.cells, aim)
    return Walk(spent, walk.steps + 1, walk.order, stands, actions, cells, after)


def _gesture(seen: Akebono, seat: int, walk: Walk) -> Gesture:
    start, goal = walk.cells[0], walk.cells[-1]
    kind = "shoot" if walk.cell != goal else "defeat" if seen.piece[goal] else "step"
    return Gesture(
        do=_texts(seen, seat, walk),
        path=(hex_name(seen, start), hex_name(seen, goal)),
        kind=kind,
        note=_note(seen, walk, kind),
        price=walk.spent,
        via=tuple(hex_name(seen, cell) for cell in walk.cells),
    )


def _texts(seen: Akebono, seat: int, walk: Walk) -> tuple[str, ...]:
    s, texts = seen.copy(), []
    for action in walk.actions:
        texts.append(ACTIONS.write(s, seat, action))
        apply_action(s, seat, action)
    return tuple(texts)


def _note(seen: Akebono, walk: Walk, kind: str) -> Say:
    ending = say_ending(seen, walk.after)
    if ending:
        return ending
    goal = walk.cells[-1]
    holes: dict[str, int | str | Say] = {"n": walk.spent, "left": walk.after.points}
    if seen.piece[goal]:
        holes["other"] = kind_say(seen.piece[goal] & 7)
    return Say(f"note.{kind}", holes)
