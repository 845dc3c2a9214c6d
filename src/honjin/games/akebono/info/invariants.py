"""The invariants of every reachable state."""

from __future__ import annotations

from typing import Final

from honjin.core.contract.rules import Law
from honjin.games.akebono.content.data import CHANGES, KINDS, MAX_VALOR, NINJA, TAIRO
from honjin.games.akebono.rules.dice import has_pair
from honjin.games.akebono.rules.setup import to_place
from honjin.games.akebono.rules.state import (
    ARROWS,
    LOT,
    OVER,
    PLACING,
    REPAIR,
    REVISING,
    ROLL,
    SECRET,
    THIRD,
    TURN,
    WORD,
    Akebono,
    dice_total,
    has_all_daimyo,
    is_captured,
    is_home,
    is_used,
    last_turn,
    owner,
)

_SETUP: Final = (ARROWS, PLACING, REVISING, REPAIR, LOT)
_PLAY: Final = (ROLL, TURN, THIRD)


def pieces_are_all_there(s: Akebono) -> bool:
    """Every piece is on the board, beside it, or a prisoner."""
    return all(_whereabouts(s, seat) == s.counts for seat in (0, 1))


def _whereabouts(s: Akebono, seat: int) -> list[int]:
    pieces = [s.tray[seat][kind] + s.taken[1 - seat][kind] for kind in range(KINDS)]
    pieces[NINJA] += s.hand[seat]
    for man in s.piece:
        if man and owner(man) == seat:
            pieces[man & 7] += 1
    return pieces


def pieces_stand_on_hexes(s: Akebono) -> bool:
    """No piece is on a cell that is not a hex, nor remembered there."""
    return all(s.value[c] or not (s.piece[c] or s.shown[c]) for c in range(len(s.piece)))


def tairo_follow(s: Akebono) -> bool:
    """`tairo` gives the hex of each tairo, 0 if it is not on the board."""
    cells = [0, 0]
    for cell, man in enumerate(s.piece):
        if man & 7 == TAIRO:
            cells[owner(man)] = cell
    return cells == s.tairo


def masks_follow(s: Akebono) -> bool:
    """`stands` marks the hexes of each seat's pieces."""
    return all(
        s.stands[seat][cell // WORD] >> cell % WORD & 1 == (man != 0 and owner(man) == seat)
        for seat in (0, 1)
        for cell, man in enumerate(s.piece)
    )


def secrets_end_with_the_setup(s: Akebono) -> bool:
    """After it nothing is left to place, lift or reveal; before its end no dice are rolled."""
    if s.phase in (*SECRET, ARROWS):
        return s.turns == s.points == dice_total(s) == s.turn == 0
    is_quiet = not (any(s.shown) or any(s.lifted) or any(s.changes) or s.done)
    is_set_up = not (to_place(s, 0) or to_place(s, 1) or s.revisions)
    return is_quiet and (s.phase == OVER or is_set_up)


def what_is_known_was_revealed(s: Akebono) -> bool:
    """In a rearrangement both sides know where every piece stood in its half (Q8)."""
    if s.phase != REVISING:
        return not any(s.shown)
    kept = s.copy()
    kept.piece[:] = s.shown
    return s.revisions > 0 and pieces_are_all_there(kept) and armies_keep_to_their_halves(kept)


def armies_keep_to_their_halves(s: Akebono) -> bool:
    """Until the first turn no piece stands outside its own half (rule 8)."""
    return s.phase not in _SETUP or all(
        is_home(s, cell, owner(man)) for cell, man in enumerate(s.piece) if man
    )


def what_is_left_can_be_placed(s: Akebono) -> bool:
    """There are at least as many changes left as pieces to place (W2)."""
    if s.phase not in SECRET:
        return True
    begun = [int(s.lifted[seat] < 0) for seat in (0, 1)]
    most = CHANGES[s.phase == REVISING]
    return all(
        to_place(s, seat) - begun[seat] <= s.changes[seat] <= most - begun[seat] for seat in (0, 1)
    )


def nobody_plays_on(s: Akebono) -> bool:
    """No turn begins after a tairo is captured or a third daimyo lost (rules 31, 33)."""
    return s.phase not in (*_PLAY, LOT) or not any(
        is_captured(s, seat) or has_all_daimyo(s, seat) for seat in (0, 1)
    )


def only_who_acts_has_fought(s: Akebono) -> bool:
    """Only pieces of the side to move may have fought; between turns none has (rule 20)."""
    sides = (s.turn,) if s.phase in (TURN, OVER) else ()
    return all(owner(man) in sides for man in s.piece if is_used(man))


def points_come_from_dice(s: Akebono) -> bool:
    """Points never exceed the dice, a pair needs a ninja, valor stays on its counter (4, 12)."""
    if not all(0 <= valor <= MAX_VALOR for valor in s.valor):
        return False
    if s.must_place and not (s.phase == TURN and has_pair(s) and s.hand[s.turn] and not s.points):
        return False
    return 0 <= s.points <= dice_total(s) and s.dice[0] <= s.dice[1]


def games_end_in_time(s: Akebono) -> bool:
    """No turn begins after the last one (Q54, W1)."""
    return s.turns < last_turn(s) or s.phase == OVER


LAWS: Final = (
    Law("pieces are all there", pieces_are_all_there),
    Law("pieces stand on hexes", pieces_stand_on_hexes),
    Law("tairo follow", tairo_follow),
    Law("masks follow", masks_follow),
    Law("secrets end with the set-up", secrets_end_with_the_setup),
    Law("what is known was revealed", what_is_known_was_revealed),
    Law("armies keep to their halves", armies_keep_to_their_halves),
    Law("what is left can be placed", what_is_left_can_be_placed),
    Law("nobody plays on", nobody_plays_on),
    Law("only who acts has fought", only_who_acts_has_fought),
    Law("points come from dice", points_come_from_dice),
    Law("games end in time", games_end_in_time),
)
