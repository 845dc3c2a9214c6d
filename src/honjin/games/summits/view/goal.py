"""How each side wins this battle, and how near it is: steps to a honjin, turns, the road."""

from collections.abc import Iterator

from honjin.core.jit.bits import count_bits
from honjin.core.scene import Goal, GoalMark
from honjin.core.words import Say
from honjin.games.summits.content.data import ANTI, HIDEYOSHI
from honjin.games.summits.info.names import area_say, side_say, unit_say
from honjin.games.summits.rules.scoring import BY_TIME
from honjin.games.summits.rules.state import Summits, road_areas


def goal(seen: Summits) -> Goal:
    """The ways to win at once, and what decides after the last turn (rules 50 to 53, 64, 65)."""
    marks = tuple(mark for side in (HIDEYOSHI, ANTI) for mark in _marks(seen, side))
    if seen.road_counts:
        return Goal(Say("goal.road", {"ways": tuple(_common_ways(seen))}), "52", marks)
    own, other = tuple(_ways(seen, HIDEYOSHI)), (*_ways(seen, ANTI), Say("goal.holding"))
    names = {"own": side_say(seen, HIDEYOSHI), "other": side_say(seen, ANTI)}
    say = Say("goal.time", {**names, "n": seen.last, "ways": own, "others": other})
    return Goal(say, "52", marks)


# ---- in words


def _ways(seen: Summits, side: int) -> Iterator[Say]:
    """The ways a side wins at once, by name."""
    if seen.honjin_wins:
        for area in _areas_in(seen, seen.honjin[1 - side]):
            yield Say("goal.taking", {"area": area_say(seen, area)})
    if seen.taisho_wins:
        for unit in range(seen.generals):
            if seen.taisho[1 - side] >> unit & 1:
                yield Say("goal.removing", {"unit": unit_say(seen, unit)})
    if seen.road_wins and side == ANTI:
        yield Say("goal.whole", {"who": side_say(seen, ANTI)})


def _common_ways(seen: Summits) -> Iterator[Say]:
    """The ways of either side if the road decides at the end."""
    if seen.honjin_wins:
        yield Say("goal.honjin")
    if seen.taisho_wins:
        yield Say("goal.taisho")
    if seen.road_wins:
        yield Say("goal.whole", {"who": side_say(seen, ANTI)})
    yield Say("goal.more", {"n": seen.last})


def _areas_in(seen: Summits, mask: int) -> list[int]:
    return [area for area in range(seen.areas) if mask >> area & 1]


# ---- in numbers


def _marks(seen: Summits, side: int) -> Iterator[GoalMark]:
    aims = _areas_in(seen, seen.honjin[1 - side]) if seen.honjin_wins else []
    standing = [area for area in range(seen.areas) if seen.stack[side][area]]
    if aims and standing:
        label = Say("goal.steps", {"areas": tuple(area_say(seen, area) for area in aims)})
        yield GoalMark(side, label, min(seen.far[side][area] for area in standing))
    if seen.road_counts or (seen.road_wins and side == ANTI):
        need = count_bits(seen.road) if seen.road_wins and side == ANTI else 0
        yield GoalMark(side, Say("goal.areas"), road_areas(seen, side), need)
    if side == ANTI and not seen.road_counts:
        held = seen.last if seen.outcome == BY_TIME else seen.turn - 1
        yield GoalMark(side, Say("goal.turns"), min(held, seen.last), seen.last)
