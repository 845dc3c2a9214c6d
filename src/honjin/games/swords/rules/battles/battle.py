"""Battles (rules 16 to 24): attacks, what is revealed, and the results.

Secret choices are in secret.py, the breakdown in strength.py.
"""

from typing import Any

from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import (
    CARDS,
    DIPLOMACY,
    FORCED_MARCH,
    MAX_BATTLES,
    TREACHERY,
)
from honjin.games.swords.content.maps import SQUARES, around
from honjin.games.swords.rules.actions import GO_IN, STAY, encode_march, encode_strike, goal_of
from honjin.games.swords.rules.battles.scouting import begin_scouting
from honjin.games.swords.rules.battles.secret import begin_choices, clear_secret
from honjin.games.swords.rules.battles.strength import reckon, total
from honjin.games.swords.rules.draw import begin_draw
from honjin.games.swords.rules.effects import (
    gain,
    lose,
    move_army,
    play_card,
    remove_army,
    take_castle,
)
from honjin.games.swords.rules.options import (
    BEATEN_ATTACKER_NEVER,
    BEATEN_ATTACKER_OPTIONAL,
    SPIES_FIRST,
)
from honjin.games.swords.rules.state import (
    ATT,
    ATTACKED,
    CHARGE,
    DEF,
    END_TURN,
    ENTER,
    LATE,
    LINES,
    MARCHED,
    NO_LIMIT,
    NOWHERE,
    RALLY,
    REDUCE,
    UNDECIDED,
    Swords,
    is_in,
)
from honjin.games.swords.rules.turn import list_on

# ---- who attacks (16)


@rule
def may_strike(s: Swords, square: int) -> bool:
    """True if an army of the active player can attack now (Q38, Q47, W10)."""
    if s.army[square] != s.turn + 1 or s.phase == LATE or s.fought >= MAX_BATTLES:
        return False
    if s.phase == CHARGE and square != s.marcher:
        return False
    return s.attacks == 0 or s.marks[square] & ATTACKED == 0


@rule
def list_strikes(s: Swords, out: Any, n: int) -> int:
    """List attacks on enemy armies beside the active player's (rule 16, Q69)."""
    for square in range(SQUARES):
        if may_strike(s, square):
            near = around(s.adjacency, square)
            while near:
                to = (near & 127) - 1
                near >>= 7
                if s.army[to] and s.army[to] != s.turn + 1:
                    out[n] = encode_strike(square, to)
                    n += 1
    return n


@rule
def can_strike(s: Swords) -> bool:
    """True if there is any army to attack."""
    for square in range(SQUARES):
        if may_strike(s, square):
            near = around(s.adjacency, square)
            while near:
                to = (near & 127) - 1
                near >>= 7
                if s.army[to] and s.army[to] != s.turn + 1:
                    return True
    return False


@rule
def list_battles(s: Swords, seat: int, out: Any) -> int:
    """List attacks, armies for a Forced March, and the end of the phase (rule 16, Q47)."""
    n = list_strikes(s, out, 0)
    if s.phase != CHARGE and s.hand[s.turn][FORCED_MARCH]:
        for square in range(SQUARES):
            if can_march(s, square):
                out[n] = encode_march(square)
                n += 1
    return list_on(s, out, n)


@rule
def can_march(s: Swords, square: int) -> bool:
    """True if an army can be given a Forced March: one per army and turn (Q47)."""
    if s.army[square] != s.turn + 1:
        return False
    return s.one_march == 0 or s.marks[square] & MARCHED == 0


@rule
def may_march(s: Swords) -> bool:
    """True if a Forced March is possible as far as others can tell."""
    if s.held[s.turn] == 0:
        return False
    for square in range(SQUARES):
        if can_march(s, square):
            return True
    return False


@rule
def can_fight(s: Swords) -> bool:
    """True if an army can attack or, as far as others can tell, be given a Forced March."""
    return can_strike(s) or may_march(s)


@rule
def end_battles(s: Swords) -> None:
    """End the turn."""
    s.phase = END_TURN


@rule
def end_charge(s: Swords) -> None:
    """End an army's second battle; more armies can be given a Forced March (Q47)."""
    s.phase = LATE
    s.marcher = NOWHERE


# ---- a battle begins (17)


@rule
def attack(s: Swords, seat: int, base: int, down: int, east: int) -> None:
    """Attack an army beside another."""
    strike(s, base, goal_of(base, down, east))


@rule
def strike(s: Swords, base: int, target: int) -> None:
    """Begin a battle; both sides draw five cards, the attacker first (rule 17, Q40)."""
    s.fought += 1
    s.marks[base] |= ATTACKED
    s.back_to = s.phase
    s.attacker = s.army[base] - 1
    s.defender = s.army[target] - 1
    s.base = base
    s.target = target
    s.victor = UNDECIDED
    for side in range(2):
        for card in range(CARDS):
            s.shown[side][card] = 0
        for line in range(LINES):
            s.force[side][line] = 0
    begin_draw(s, s.attacker, s.battle_draw, RALLY)


@rule
def rally(s: Swords) -> None:
    """Let the defender draw after the attacker; then come spies, then secret choices (W1)."""
    s.to_draw = 0
    if s.drawer == s.attacker:
        begin_draw(s, s.defender, s.battle_draw, RALLY)
    elif s.spies == SPIES_FIRST:
        begin_scouting(s)
    else:
        begin_choices(s)


# ---- revealed (18, 19)


@rule
def reveal(s: Swords) -> None:
    """Reveal and discard both choices; Diplomacy ends the battle, or force decides (19, 20)."""
    show(s, ATT, s.attacker)
    show(s, DEF, s.defender)
    clear_secret(s)
    if s.shown[ATT][DIPLOMACY] or s.shown[DEF][DIPLOMACY]:
        s.limit[s.attacker] = s.diplomacy_hand
        s.limit[s.defender] = s.diplomacy_hand
        s.phase = REDUCE
        return
    lose(s, s.attacker, s.treachery_honor * s.shown[ATT][TREACHERY])
    lose(s, s.defender, s.treachery_honor * s.shown[DEF][TREACHERY])
    reckon(s, ATT, s.attacker)
    reckon(s, DEF, s.defender)
    if total(s, ATT) > total(s, DEF):
        s.victor = ATT
    else:
        s.victor = DEF
    decide(s)


@rule
def show(s: Swords, side: int, seat: int) -> None:
    """Reveal a side's cards, then discard them (rule 23)."""
    for card in range(CARDS):
        s.shown[side][card] = s.aside[seat][card]
        for _ in range(s.aside[seat][card]):
            play_card(s, seat, card)


# ---- results (22-24)


@rule
def winner_of(s: Swords) -> int:
    """The seat that has won the battle."""
    return s.attacker if s.victor == ATT else s.defender


@rule
def loser_of(s: Swords) -> int:
    """The seat that has lost the battle."""
    return s.defender if s.victor == ATT else s.attacker


@rule
def decide(s: Swords) -> None:
    """Apply honor, the loss of the army, experience and hand limits, then castles (rules 22-24)."""
    winner = winner_of(s)
    loser = loser_of(s)
    where = s.base if s.victor == ATT else s.target
    remove_army(s, s.target if s.victor == ATT else s.base)
    s.experience[where] += 1
    s.limit[winner] = s.winner_hand
    s.limit[loser] = s.loser_hand
    gain(s, winner, s.winner_honor)
    lose(s, loser, s.loser_honor)
    s.phase = REDUCE
    if s.ended == 0:
        if s.victor == ATT and s.castle[s.target]:
            occupy(s, s.base, s.target)
        elif s.victor == DEF and s.castle[s.base] and s.beaten_attacker != BEATEN_ATTACKER_NEVER:
            follow(s)


@rule
def follow(s: Swords) -> None:
    """Let the victorious defender, or make it, take the castle its attacker came from (Q53)."""
    if s.beaten_attacker == BEATEN_ATTACKER_OPTIONAL:
        s.phase = ENTER
    else:
        occupy(s, s.target, s.base)


@rule
def occupy(s: Swords, base: int, to: int) -> None:
    """Move the victorious army into the castle and take control (rule 24)."""
    seat = s.army[base] - 1
    move_army(s, base, to)
    take_castle(s, seat, to)


@rule
def defender(s: Swords) -> int:
    """The attacked seat, as a mask."""
    return 1 << s.defender


@rule
def list_entry(s: Swords, seat: int, out: Any) -> int:
    """List moving into the castle and staying out (Q53)."""
    out[0] = GO_IN
    out[1] = STAY
    return 2


@rule
def go_in(s: Swords, seat: int) -> None:
    """Let the defender take the castle."""
    s.phase = REDUCE
    occupy(s, s.target, s.base)


@rule
def stay_out(s: Swords, seat: int) -> None:
    """Leave the defender where it is."""
    s.phase = REDUCE


# ---- discarding down (23)


@rule
def reduce_hands(s: Swords) -> None:
    """Discard what all have chosen; the turn continues (rule 23, Q55)."""
    for seat in range(s.seats):
        if s.held[seat] > s.limit[seat]:
            for card in range(CARDS):
                for _ in range(s.aside[seat][card]):
                    play_card(s, seat, card)
        s.limit[seat] = NO_LIMIT
    clear_secret(s)
    s.phase = s.back_to
    if s.phase == CHARGE and s.attacks:
        end_charge(s)
    if not is_in(s, s.turn):
        s.phase = END_TURN
