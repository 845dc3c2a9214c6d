"""A battle of Akebono in the page: whole games against a bot, and what is shown of a walk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Final

import pytest

from browser.conftest import Invite
from browser.visitor import PHONE, Visitor, until

MAX_DEEDS: Final = 400

# What is lit as a goal, with the price that is written beside it.
_GOALS: Final = """() => Object.fromEntries(
  [...document.querySelectorAll(".space.target")].map((space) =>
    [space.dataset.id, Number(space.querySelector(".price text")?.textContent ?? 0)]))"""

Way = Callable[[Sequence[str]], None]
"""How the ids of a path are chosen: by mouse, finger or keyboard."""


def goals(visitor: Visitor) -> dict[str, int]:
    """What the piece in hand can reach, and for how many points."""
    found: dict[str, int] = visitor.page.evaluate(_GOALS)
    return found


def battles(visitor: Visitor, way: Way, seed: int) -> None:
    """Take a formation, then send pieces as far as the points reach until the battle is over."""
    rng = Random(seed)
    for verb in ("plan:crane", "ready", "ready"):
        way([verb])
    for _ in range(MAX_DEEDS):
        now = until(partial(can_act, visitor), lambda now: now != (False, "running"))
        if now[1] == "over":
            return
        version = visitor.version()
        does_one_thing(visitor, way, rng)
        until(visitor.version, lambda later, before=version: later != before)


def can_act(visitor: Visitor) -> tuple[bool, str]:
    """Whether something is lit, and whether the game goes on."""
    return bool(visitor.lit()), visitor.status()


def does_one_thing(visitor: Visitor, way: Way, rng: Random) -> None:
    """A ninja comes, a piece goes where it costs most, or the turn ends."""
    lit = visitor.lit()
    pieces = [id for id in lit if id not in ("end", "die")]
    if not lit:
        return  # what was lit went out with the last deed
    if "end" not in lit:
        way([rng.choice(pieces)])
    elif not pieces or rng.random() < 0.2:
        way(["end"])
    else:
        way([rng.choice(pieces)])
        found = until(partial(goals, visitor), bool)
        way([max(found, key=lambda goal: (found[goal], goal))])


@pytest.mark.slow
@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_a_whole_battle_against_a_bot(phone: bool, invite: Invite) -> None:
    """From the lobby to the score, whoever wins; its lines add up (R34)."""
    alone = invite(**({"viewport": PHONE, "has_touch": True} if phone else {}))
    alone.opens_table({}, ["me", "greedy"], game="akebono")
    battles(alone, partial(alone.do, by="tap" if phone else "click"), seed=7)
    alone.is_at("over")
    assert alone.said("result", "h2")
    if not alone.page.get_by_test_id("score").is_visible():
        alone.page.get_by_test_id("result").locator("summary").click()
    *lines, total = score(alone)
    assert total == [sum(line[seat] for line in lines) for seat in (0, 1)]


def score(visitor: Visitor) -> list[list[int]]:
    """The rows of the score, the sum last."""
    parts = visitor.page.get_by_test_id("score").locator("tbody").all()[:2]
    rows = [row for part in parts for row in part.locator("tr").all()]
    return [[int(cell) for cell in row.locator("td").all_inner_texts()] for row in rows]


@pytest.mark.slow
def test_a_whole_battle_by_keyboard(invite: Invite) -> None:
    """Lobby, formation, walks and shots with Tab, arrows and Enter alone."""
    alone = invite()
    alone.opens_table_by_keyboard({}, ["me", "greedy"], game="akebono")
    battles(alone, alone.do_by_keyboard, seed=5)
    alone.is_at("over")


@pytest.mark.slow
def test_a_walk_is_one_gesture(invite: Invite) -> None:
    """Its price is beside the goal, its way is drawn, each step stands in the log; Z takes one."""
    alone = invite()
    alone.opens_table({}, ["me", "me"], game="akebono")
    for seat, verbs in ((0, ["plan:crane", "ready"]), (1, ["plan:geese", "ready", "ready"])):
        alone.reveals(seat)
        for verb in verbs:
            alone.do([verb])
    alone.reveals(0)
    alone.do(["ready"])
    piece, goal, price = longest_walk(alone)
    alone.do([piece])
    alone.thing(goal).hover()
    assert f"{price} points" in until(partial(alone.said, "tip"), lambda said: "points," in said)
    way = until(lambda: alone.page.locator("path.way").get_attribute("d") or "", bool)
    before = alone.steps()
    alone.thing(goal).click()
    steps = way.count("L")
    assert steps > 1
    assert before + steps == until(alone.steps, lambda now: now == before + steps)
    alone.page.locator('[data-testid=back][aria-disabled="false"]').wait_for()
    alone.press("z")
    assert before + steps - 1 == until(alone.steps, lambda now: now == before + steps - 1)


def longest_walk(visitor: Visitor) -> tuple[str, str, int]:
    """The piece, goal and price of the walk that costs most; turns pass until there is one."""
    while True:
        lit = until(visitor.lit, bool)
        if "end" not in lit:  # a pair was rolled: a ninja has to come first
            visitor.do(lit[:1])
            continue
        found = {}
        for piece in [id for id in lit if id not in ("end", "die")]:
            visitor.do([piece])
            near = until(partial(goals, visitor), bool)
            found |= {(piece, goal): cost for goal, cost in near.items()}
            visitor.press("Escape")
        if found and max(found.values()) > 5:
            (piece, goal), price = max(found.items(), key=lambda one: (one[1], one[0]))
            return piece, goal, price
        visitor.do(["end"])
