"""The theme of the Summits' puzzles: one card, to drive the enemy from an area.

A seat plays a single card and attacks. Face down, any card makes one stack attack. Fire hits the
next area; with Assault a stack attacks twice, or enters an area and attacks there; with Combined
Actions two stacks attack. A worth is the chance that an area where the enemy stood is clear of it
afterwards, or that the battle is won.

Dice count by their weights. The enemy takes damage in the way that is worst for the seat, and
springs an ambush on units that enter if it holds the card and that is worse for the seat. Its hand
is sampled from the cards that the seat has not seen.

A stack acts as a whole, since more units do not attack worse. Its generals roll in a fixed order,
since their points are added up, and get supporters in pairs, since an odd one adds nothing. Cards
that do not help an attack are not offered face up.
"""

from __future__ import annotations

from typing import Final

from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.parts.themes import Theme
from honjin.games.summits.content.board import AREAS, CLANS
from honjin.games.summits.content.data import AMBUSH, ASSAULT, CARDS, COMBINED, FIRE, TROOP
from honjin.games.summits.rules.actions import (
    ATTACK,
    DONE,
    END,
    LET_ALL,
    MAX_COMMAND,
    encode_cover,
    encode_fire,
    encode_flip,
    encode_gather,
    encode_move,
    encode_roll,
    encode_support,
    encode_use,
)
from honjin.games.summits.rules.harm import flippable
from honjin.games.summits.rules.orders import is_open
from honjin.games.summits.rules.state import (
    AIM,
    ALARM,
    AMBUSHED,
    GROUP,
    HARM,
    PLAY,
    SUPPORT,
    Summits,
    has_enemy,
    own_generals,
    room,
    side_of,
)

WORLDS: Final = 60
"""The number of hands that are sampled."""

MARGIN: Final = 8
"""The lead of the best choice, in hundredths."""

LEAST_CARDS: Final = 2
"""A seat is asked if it holds as many kinds of cards that help an attack."""

_USES: Final = tuple(encode_use(card) for card in (COMBINED, ASSAULT, FIRE))
_COVERS: Final = tuple(encode_cover(card) for card in range(CARDS))
_GATHERS: Final = {encode_gather(area): area for area in range(AREAS)}
_MOVES: Final = {encode_move(area): area for area in range(AREAS)}
_FIRES: Final = tuple(encode_fire(area) for area in range(AREAS))
_SUPPORTS: Final = tuple(encode_support(men) for men in range(0, MAX_COMMAND + 1, 2))
_FLIPS: Final = frozenset(encode_flip(unit) for unit in range(TROOP + CLANS))
_ACTS: Final = frozenset((ATTACK, DONE, *_FIRES))


def can_attack(seen: Summits, seat: int) -> bool:
    """True at the start of the seat's phase, if it has cards to choose from and enemies near.

    Not in turn 1: every battle begins with the same units in the same areas.
    """
    side = side_of(seen, seat)
    if seen.phase != PLAY or seen.actor != side or seen.played or seen.turn == 1:
        return False
    held = sum(1 for card in (COMBINED, ASSAULT, FIRE) if seen.hand[side][card])
    return held >= LEAST_CARDS and any(
        fighters(seen, side, area) and (has_enemy(seen, area, side) or beside(seen, side, area))
        for area in range(seen.areas)
    )


# ---- the choices


def takes(s: Summits, seat: int, action: int) -> bool:
    """True for a card, the stacks that can attack with it, and what they do; see above.

    Which of its units an enemy flips has no effect on its defence, and one entry alone can be let
    pass, so other replies of that kind are left out.
    """
    side = side_of(s, seat)
    if s.phase == PLAY:
        return _takes_in_play(s, side, action)
    if s.phase == GROUP:
        return action in _ACTS or (action in _MOVES and comes_to_attack(s, side, _MOVES[action]))
    if s.phase == AIM:
        return action == encode_roll(lowest_bit(int(s.rollers)))
    if s.phase == HARM and s.striker != side and s.strike != AMBUSHED:
        return action not in _FLIPS or action == encode_flip(lowest_bit(int(flippable(s, side, 0))))
    return (s.phase != SUPPORT or action in _SUPPORTS) and action != LET_ALL


def _takes_in_play(s: Summits, side: int, action: int) -> bool:
    if s.played == 0:
        return action in _USES or action in _COVERS
    return action == END or (action in _GATHERS and can_strike(s, side, _GATHERS[action]))


def can_strike(s: Summits, side: int, area: int) -> bool:
    """True if a stack can attack now, fire, or enter an area and attack there."""
    if fighters(s, side, area) and has_enemy(s, area, side):
        return True
    near = beside(s, side, area)
    if is_open(s, FIRE) and near and (s.engaged_fire == 1 or not has_enemy(s, area, side)):
        return bool(fighters(s, side, area) or (s.leaderless and troops(s, side, area)))
    if not is_open(s, ASSAULT) or not fighters(s, side, area):
        return False
    units = count_bits(fighters(s, side, area)) + troops(s, side, area)
    return any(room(s, other, side) >= units for other in near)


def comes_to_attack(s: Summits, side: int, area: int) -> bool:
    """True if the group enters an area to attack there with the second action of Assault."""
    is_first = s.picking != 0 and is_open(s, ASSAULT)
    return bool(is_first and s.band and has_enemy(s, area, side))


def ambush_card(s: Summits, seat: int) -> int:
    """1 if the enemy holds an ambush, as long as units of the seat can still enter an area."""
    enters = s.played == 0 or s.phase == ALARM or is_open(s, ASSAULT)
    is_first = s.phase != GROUP or s.picking != 0
    can_enter = enters and is_first and s.phase in (PLAY, GROUP, ALARM)
    return int(bool(can_enter and s.hand[1 - side_of(s, seat)][AMBUSH]))


def fighters(s: Summits, side: int, area: int) -> int:
    """Mask of the generals of an area who can still act in this phase."""
    return int(own_generals(s, area, side) & ~s.tired & ~s.barred)


def troops(s: Summits, side: int, area: int) -> int:
    """The combat units of an area that can still act in this phase."""
    men = sum(int(s.fresh[area][clan]) for clan in range(s.clans) if s.clan_side[clan] == side)
    return men - sum(map(int, s.barred_men)) if area == s.barred_at else men


def beside(s: Summits, side: int, area: int) -> list[int]:
    """The adjacent areas with enemies."""
    near = s.near[area]
    return [other for other in range(s.areas) if near >> other & 1 and has_enemy(s, other, side)]


# ---- the end


def is_over(start: Summits, s: Summits, seat: int) -> bool:
    """True once the phase is over, or an area is sure to be clear (A9), or no attack is left."""
    side = side_of(start, seat)
    if s.outcome or s.turn != start.turn or s.actor != start.actor or has_cleared(start, s, side):
        return True
    if s.played == 0:
        return bool(s.cards[side] != start.cards[side])
    ends = s.groups_left <= 0 and not is_open(s, ASSAULT)
    return is_hit(s, side) and bool(ends or s.total >= s.need)


def is_hit(s: Summits, side: int) -> bool:
    """True while the enemy takes the damage of an attack."""
    return bool(s.phase == HARM and s.striker == side)


def clears(start: Summits, s: Summits, seat: int) -> int:
    """1 if an area where the enemy stood is clear of it, or will be, or the battle is won."""
    side = side_of(start, seat)
    if s.outcome:
        return int(s.winner == side)
    does = is_hit(s, side) and s.total >= s.need
    return int(has_cleared(start, s, side) or does)


def has_cleared(start: Summits, s: Summits, side: int) -> bool:
    """True if no enemy is left in an area where the enemy stood."""
    there, left = start.stack[1 - side], s.stack[1 - side]
    return any(there[area] and not left[area] for area in range(start.areas))


THEMES: Final = (
    Theme(
        key="attack", asks=can_attack, is_over=is_over, score=clears, takes=takes,
        worlds=WORLDS, matters=ambush_card, may_stop=True, least_choices=3, margin=MARGIN,
    ),
)  # fmt: skip
