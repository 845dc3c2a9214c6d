"""The theme of Japanese Swords' puzzles: which cards to set aside for a battle.

The other side's hand is sampled from the cards that the seat has not seen. In each sample it sets
aside its strongest cards, so a worth says in how many hands a choice wins whatever comes. Nothing
is revealed before both sides have chosen, so the seat's own cards are all that it can decide by.
"""

from typing import Any, Final, NamedTuple

from honjin.core.parts.themes import Theme
from honjin.games.swords.content.data import CARDS, DIPLOMACY, IS_LIMITED, MONKS, TREACHERY
from honjin.games.swords.rules.actions import SEALED, encode_aside
from honjin.games.swords.rules.battles.secret import laid_aside, undecided
from honjin.games.swords.rules.battles.strength import reckon, total
from honjin.games.swords.rules.state import ATT, COMMIT, DEF, LINES, Swords

WORLDS: Final = 60
"""The number of hands that are sampled."""

MARGIN: Final = 8
"""The lead of the best choice, in hundredths of these hands."""

MAX_ROOM: Final = 3
"""The most cards that the seat may still set aside: all ways to do it are compared."""


class Forces(NamedTuple):
    """A side's force without cards, and the force that each of its cards adds."""

    base: int
    of: tuple[int, ...]


def is_choosing(seen: Swords, seat: int) -> bool:
    """True if the seat has a few cards left to set aside, and the other side has not chosen."""
    if seen.phase != COMMIT or undecided(seen) != 1 << seen.attacker | 1 << seen.defender:
        return False
    if seat not in (seen.attacker, seen.defender):
        return False
    room = seen.commit_max - laid_aside(seen, seat)
    return 0 < room <= MAX_ROOM and seen.held[seat] - laid_aside(seen, seat) > room


def takes(s: Swords, seat: int, action: int) -> bool:
    """True for cards that have a force, and the seal.

    Events add nothing, so they could be set aside before an answer as well as after it. Taking
    cards back or sending spies is no answer either.
    """
    return action == SEALED or (action in _ASIDE and s.face[_ASIDE[action]] > 0)


_ASIDE: Final = {encode_aside(card): card for card in range(CARDS)}


def is_over(start: Swords, s: Swords, seat: int) -> bool:
    """True once the seat's choice is sealed, or as many cards are set aside as may be."""
    return bool(s.decided >> seat & 1) or sum(s.aside[seat]) >= s.commit_max


# ---- who wins


def wins(start: Swords, s: Swords, seat: int) -> int:
    """1 if the cards set aside beat the strongest that the other side could choose."""
    side = ATT if seat == start.attacker else DEF
    other = start.defender if side == ATT else start.attacker
    mine = [int(n) for n in s.aside[seat]]
    theirs = [int(n) for n in s.hand[other]]
    if mine[DIPLOMACY] or theirs[DIPLOMACY]:
        return 0
    own, enemy = forces(start, side, seat), forces(start, 1 - side, other)
    force = own.base + sum(n * force_of for n, force_of in zip(mine, own.of, strict=True))
    best = enemy.base + strongest(start, theirs, enemy.of)
    return int(force > best if side == ATT else force >= best)


def strongest(start: Swords, hand: list[int], of: tuple[int, ...]) -> int:
    """The greatest force of cards of a hand that may be set aside together (rule 18)."""
    force, room, limited = 0, start.commit_max, start.limited_max
    for card in sorted(range(CARDS), key=lambda one: -of[one]):
        n = min(hand[card], room)
        if counts(start, card):
            n = min(n, limited)
            limited -= n
        if card == TREACHERY and start.one_treachery:
            n = min(n, 1)
        force, room = force + n * max(0, of[card]), room - n
    return force


def counts(s: Swords, card: int) -> bool:
    """True if a card counts towards the five (rule 18, Q42)."""
    return bool(IS_LIMITED[card]) or (card == MONKS and bool(s.monks_limited))


MAX_KEPT: Final = 64
_kept: dict[tuple[int, int, int], tuple[Swords, Forces]] = {}


def forces(start: Swords, side: int, seat: int) -> Forces:
    """The worth of a side's cards in this battle, by the rules' own breakdown."""
    key = id(start), side, seat
    kept = _kept.get(key)
    if kept is None or kept[0] is not start:
        base = _force(start, side, seat)
        of = tuple(_force(start, side, seat, card) - base for card in range(CARDS))
        if len(_kept) >= MAX_KEPT:
            _kept.clear()
        kept = _kept[key] = start, Forces(base, of)
    return kept[1]


def _force(start: Swords, side: int, seat: int, card: int = -1) -> int:
    s: Any = start.copy()
    s.shown[side] = [int(n == card) for n in range(CARDS)]
    s.force[side] = [0] * LINES
    reckon(s, side, seat)
    return total(s, side)


THEMES: Final = (
    Theme(
        key="battle", asks=is_choosing, is_over=is_over, score=wins, takes=takes,
        worlds=WORLDS, any_order=True, least_choices=3, margin=MARGIN,
    ),
)  # fmt: skip
