"""Battles: attack, cards in secret, force, what comes of it (rules 16-24)."""

from typing import Any

from honjin.core.rule import rule
from honjin.games.swords.data import (
    ALWAYS,
    AT_SIEGE,
    ATTACKER,
    ATTACKING,
    BATTLE_DRAW,
    BESIEGED,
    BESIEGER,
    CARDS,
    COMMIT_MAX,
    DEFENDER,
    DEFENDING,
    DIPLOMACY,
    DIPLOMACY_HAND,
    FORCE,
    FORCED_MARCH,
    HELPS,
    IN_OPEN,
    IS_LIMITED,
    LIMITED_MAX,
    LOSER_HAND,
    LOSER_HONOR,
    MONKS,
    SPIES,
    TRAIT_AMOUNT,
    TREACHERY,
    TREACHERY_HONOR,
    WINNER_HAND,
    WINNER_HONOR,
)
from honjin.games.swords.deeds import (
    gain,
    lose,
    move_army,
    play_card,
    remove_army,
    take_castle,
)
from honjin.games.swords.maps import DEFENCE, SQUARES, around
from honjin.games.swords.state import (
    ATT,
    ATTACKED,
    CHARGE,
    COMMIT,
    DEF,
    ENTER,
    LATE,
    LINES,
    MARCH,
    MARCHED,
    MOST_BACK,
    NO_LIMIT,
    NOWHERE,
    RALLY,
    REDUCE,
    UNDECIDED,
    Swords,
    has_trait,
)
from honjin.games.swords.turn import (
    ASIDE,
    BACK,
    GO_IN,
    MARCH_OF,
    SEALED,
    SPY_ON,
    STAY,
    STRIKE,
    begin_draw,
    list_on,
)

# ---- attacks (16)


@rule
def may_strike(s: Swords, square: int) -> bool:
    """Whether an army of the active player can attack now (Q38, Q47)."""
    if s.army[square] != s.turn + 1 or s.phase == LATE:
        return False
    if s.phase == CHARGE and square != s.marcher:
        return False
    return s.strikes == 0 or s.marks[square] & ATTACKED == 0


@rule
def list_strikes(s: Swords, out: Any, n: int) -> int:
    """Enemy armies beside own ones (rule 16, Q69)."""
    for square in range(SQUARES):
        if may_strike(s, square):
            near = around(s.adjacency, square)
            while near:
                to = (near & 127) - 1
                near >>= 7
                if s.army[to] and s.army[to] != s.turn + 1:
                    out[n] = STRIKE + 100 * square + to
                    n += 1
    return n


@rule
def can_strike(s: Swords) -> bool:
    """Whether there is any army to attack."""
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
def list_battles(s: Swords, out: Any) -> int:
    """Attacks, armies for a Forced March, on (rule 16, Q47)."""
    n = list_strikes(s, out, 0)
    if s.phase != CHARGE and s.hand[s.turn][FORCED_MARCH]:
        for square in range(SQUARES):
            if can_march(s, square):
                out[n] = MARCH_OF + square
                n += 1
    return list_on(s, out, n)


@rule
def can_march(s: Swords, square: int) -> bool:
    """Whether an army can be given a Forced March: one an army and turn (Q47)."""
    if s.army[square] != s.turn + 1:
        return False
    return s.one_march == 0 or s.marks[square] & MARCHED == 0


@rule
def may_march(s: Swords) -> bool:
    """Whether a Forced March is possible as far as others can tell."""
    if s.held[s.turn] == 0:
        return False
    for square in range(SQUARES):
        if can_march(s, square):
            return True
    return False


@rule
def end_battles(s: Swords) -> bool:
    """The phase, or the part of it for a Forced March, is over; false: the whole of it."""
    if s.phase == MARCH:
        s.phase = CHARGE
        return True
    if s.phase == CHARGE:
        s.phase = LATE
        s.marcher = NOWHERE
        return True
    return False


# ---- a battle begins (17)


@rule
def strike(s: Swords, base: int, target: int) -> None:
    """An army attacks; both draw five cards, the attacker first (rule 17, Q40)."""
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
    begin_draw(s, s.attacker, BATTLE_DRAW, RALLY)


@rule
def rally(s: Swords) -> None:
    """After the attacker the defender draws; then both choose."""
    if s.drawer == s.attacker:
        begin_draw(s, s.defender, BATTLE_DRAW, RALLY)
    else:
        s.phase = COMMIT
        s.decided = 0
        for side in range(2):
            seat = s.attacker if side == ATT else s.defender
            if s.held[seat] == 0:
                s.decided |= 1 << seat


# ---- cards in secret (18)


@rule
def in_secret(s: Swords) -> int:
    """Mask of those whose choice makes up this phase."""
    if s.phase == COMMIT:
        return 1 << s.attacker | 1 << s.defender
    mask = 0
    for seat in range(s.seats):
        if s.held[seat] > s.limit[seat]:
            mask |= 1 << seat
    return mask


@rule
def laid_aside(s: Swords, seat: int) -> int:
    """How many cards a seat has set aside."""
    n = 0
    for card in range(CARDS):
        n += s.aside[seat][card]
    return n


@rule
def limited_aside(s: Swords, seat: int) -> int:
    """How many of them count to the five (rule 18, Q42)."""
    n = 0
    for card in range(CARDS):
        if IS_LIMITED[card] or (card == MONKS and s.monks_count):
            n += s.aside[seat][card]
    return n


@rule
def list_secret(s: Swords, seat: int, out: Any) -> int:
    """Cards to set aside or take back, the seal; spies before a battle (rules 17, 18, 23)."""
    if s.phase == COMMIT:
        return list_commit(s, seat, out)
    short = s.held[seat] - s.limit[seat] - laid_aside(s, seat)
    n = 0
    if short > 0:
        for card in range(CARDS):
            if s.hand[seat][card] > s.aside[seat][card]:
                out[n] = ASIDE + card
                n += 1
    n = list_back(s, seat, out, n)
    if short == 0:
        out[n] = SEALED
        n += 1
    return n


@rule
def list_commit(s: Swords, seat: int, out: Any) -> int:
    """One to seven cards, at most five of them limited (rule 18); none only without cards (Q41)."""
    total = laid_aside(s, seat)
    n = 0
    if total < COMMIT_MAX:
        is_full = limited_aside(s, seat) >= LIMITED_MAX
        for card in range(CARDS):
            if s.hand[seat][card] > s.aside[seat][card] and fits(s, seat, card, is_full):
                out[n] = ASIDE + card
                n += 1
    n = list_back(s, seat, out, n)
    other = s.defender if seat == s.attacker else s.attacker
    if can_spy(s, seat):
        out[n] = SPY_ON + other
        n += 1
    if total > 0 or s.held[seat] == 0:
        out[n] = SEALED
        n += 1
    return n


@rule
def fits(s: Swords, seat: int, card: int, is_full: bool) -> bool:
    """Whether a card may join those set aside (rule 18, Q42, Q43)."""
    if is_full and (IS_LIMITED[card] or (card == MONKS and s.monks_count)):
        return False
    return card != TREACHERY or s.one_treachery == 0 or s.aside[seat][TREACHERY] == 0


@rule
def can_spy(s: Swords, seat: int) -> bool:
    """Whether there are spies that are not set aside, for the other fighter's hand (Q46)."""
    spare = s.hand[seat][SPIES] - s.aside[seat][SPIES]
    return spare > 0


@rule
def list_back(s: Swords, seat: int, out: Any, n: int) -> int:
    """Cards that can be taken back, a few times (W2)."""
    if s.changes[seat] < MOST_BACK:
        for card in range(CARDS):
            if s.aside[seat][card]:
                out[n] = BACK + card
                n += 1
    return n


@rule
def set_aside(s: Swords, seat: int, card: int) -> None:
    """A card of the hand is chosen."""
    s.aside[seat][card] += 1


@rule
def take_back(s: Swords, seat: int, card: int) -> None:
    """A card is not chosen after all (W2)."""
    s.aside[seat][card] -= 1
    s.changes[seat] += 1


@rule
def clear_secret(s: Swords) -> None:
    """Nothing is chosen any more."""
    s.decided = 0
    for seat in range(s.seats):
        s.changes[seat] = 0
        for card in range(CARDS):
            s.aside[seat][card] = 0


# ---- revealed (18, 19)


@rule
def reveal(s: Swords) -> None:
    """Both reveal and discard what they chose; Diplomacy ends it, else force decides (19, 20)."""
    show(s, ATT, s.attacker)
    show(s, DEF, s.defender)
    clear_secret(s)
    if s.shown[ATT][DIPLOMACY] or s.shown[DEF][DIPLOMACY]:
        s.limit[s.attacker] = DIPLOMACY_HAND
        s.limit[s.defender] = DIPLOMACY_HAND
        s.phase = REDUCE
        return
    lose(s, s.attacker, TREACHERY_HONOR * s.shown[ATT][TREACHERY])
    lose(s, s.defender, TREACHERY_HONOR * s.shown[DEF][TREACHERY])
    reckon(s, ATT, s.attacker)
    reckon(s, DEF, s.defender)
    if total(s, ATT) > total(s, DEF):
        s.victor = ATT
    else:
        s.victor = DEF
    decide(s)


@rule
def show(s: Swords, side: int, seat: int) -> None:
    """A side's cards lie open, then on the discard pile (rule 23)."""
    for card in range(CARDS):
        s.shown[side][card] = s.aside[seat][card]
        for _ in range(s.aside[seat][card]):
            play_card(s, seat, card)


# ---- force (20, 21)


@rule
def is_siege(s: Swords) -> bool:
    """Whether the defender stands in a castle (rule 21, Q39)."""
    return s.castle[s.target] > 0


@rule
def card_force(s: Swords, side: int, card: int) -> int:
    """The force of a card with its own bonus (rule 20, Q48)."""
    found = FORCE[card]
    found += ATTACKING[card] if side == ATT else DEFENDING[card]
    return found + (AT_SIEGE[card] if is_siege(s) else IN_OPEN[card])


@rule
def reckon(s: Swords, side: int, seat: int) -> None:
    """All that makes up the force of a side (rule 20)."""
    for card in range(CARDS):
        s.force[side][0] += s.shown[side][card] * card_force(s, side, card)
    for castle in range(s.castles):
        if s.control[castle] == seat:
            for k in range(3):
                trait = has_trait(s, castle, k)
                if trait:
                    s.force[side][1] += trait_on_cards(s, side, trait - 1)
                    s.force[side][2] += trait_at_large(s, side, trait - 1)
    s.force[side][3] = s.experience[s.base if side == ATT else s.target]
    if side == DEF:
        s.force[side][4] = DEFENCE[s.terrain[s.target]]


@rule
def trait_on_cards(s: Swords, side: int, trait: int) -> int:
    """What a trait adds to the cards that it helps (Q50, Q51)."""
    helps = HELPS[trait]
    found = 0
    if helps:
        for card in range(CARDS):
            if helps >> card & 1:
                found += TRAIT_AMOUNT[trait] * s.shown[side][card]
    return found


@rule
def trait_at_large(s: Swords, side: int, trait: int) -> int:
    """What a trait adds to the total, once (Q51)."""
    found = ALWAYS[trait]
    if side == ATT:
        found += ATTACKER[trait]
        return found + BESIEGER[trait] if is_siege(s) else found
    found += DEFENDER[trait]
    return found + BESIEGED[trait] if is_siege(s) else found


@rule
def total(s: Swords, side: int) -> int:
    """The force of a side; it may be below nothing (Q49)."""
    found = 0
    for line in range(LINES):
        found += s.force[side][line]
    return found


# ---- what comes of it (22-24)


@rule
def winner_of(s: Swords) -> int:
    """The seat that has won the battle."""
    return s.attacker if s.victor == ATT else s.defender


@rule
def loser_of(s: Swords) -> int:
    """The seat that has lost it."""
    return s.defender if s.victor == ATT else s.attacker


@rule
def decide(s: Swords) -> None:
    """Honor, the beaten army, experience, limits; then castles (rules 22-24)."""
    winner = winner_of(s)
    loser = loser_of(s)
    where = s.base if s.victor == ATT else s.target
    remove_army(s, s.target if s.victor == ATT else s.base)
    s.experience[where] += 1
    s.limit[winner] = WINNER_HAND
    s.limit[loser] = LOSER_HAND
    gain(s, winner, WINNER_HONOR)
    lose(s, loser, LOSER_HONOR)
    s.phase = REDUCE
    if s.ended == 0:
        if s.victor == ATT and s.castle[s.target]:
            occupy(s, s.base, s.target)
        elif s.victor == DEF and s.castle[s.base] and s.enters:
            follow(s)


@rule
def follow(s: Swords) -> None:
    """A defender that has won may, or must, take the castle its attacker came from (Q53)."""
    if s.enters == 1:
        s.phase = ENTER
    else:
        occupy(s, s.target, s.base)


@rule
def occupy(s: Swords, base: int, to: int) -> None:
    """The winning army moves in and takes control (rule 24)."""
    seat = s.army[base] - 1
    move_army(s, base, to)
    take_castle(s, seat, to)


@rule
def list_entry(out: Any) -> int:
    """Into the castle or not (Q53)."""
    out[0] = GO_IN
    out[1] = STAY
    return 2


@rule
def enter(s: Swords, action: int) -> None:
    """The defender decides."""
    s.phase = REDUCE
    if action == GO_IN:
        occupy(s, s.target, s.base)


# ---- hands go down (23)


@rule
def reduce_hands(s: Swords) -> None:
    """What all have chosen is discarded; the turn goes on (rule 23, Q55)."""
    for seat in range(s.seats):
        if s.held[seat] > s.limit[seat]:
            for card in range(CARDS):
                for _ in range(s.aside[seat][card]):
                    play_card(s, seat, card)
        s.limit[seat] = NO_LIMIT
    clear_secret(s)
    s.phase = s.back_to
    if s.phase == CHARGE and s.strikes:
        s.phase = LATE
        s.marcher = NOWHERE


@rule
def is_sealed_phase(s: Swords) -> bool:
    """Whether choices are made in secret now."""
    return s.phase == COMMIT or s.phase == REDUCE


@rule
def undecided(s: Swords) -> int:
    """Whose choice in secret is missing."""
    return in_secret(s) & ~s.decided
