"""What castles, armies, cards and a battle are worth to a clan, for search and for bargaining.

In hundredths of a point of honor, `rounds` before the end. Small and quick.
"""

from typing import Final

from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import (
    BATTLE_DRAW,
    CARDS,
    COMMIT_MAX,
    DIPLOMACY,
    FORCE,
    FORTRESS_GOLD,
    HELPS,
    HONOR_COST,
    HONOR_TO_WIN,
    IS_LIMITED,
    KEEP_GOLD,
    LIMITED_MAX,
    LOSER_HONOR,
    SUPPLY,
    TRAIT_AMOUNT,
    TRAIT_GOLD,
    TRAIT_HONOR,
    TROOPS,
    WINNER_HONOR,
)
from honjin.games.swords.content.maps import DEFENCE, FORTRESS
from honjin.games.swords.rules.secret import laid_aside, limited_aside
from honjin.games.swords.rules.state import (
    ATT,
    COMMIT,
    DEF,
    DRAWING,
    RALLY,
    REDUCE,
    SCOUT,
    Swords,
    gold_income,
    has_trait,
    honor_income,
    is_in,
)
from honjin.games.swords.rules.strength import card_force, trait_at_large

HONOR_WORTH: Final = 100
GOLD_WORTH: Final = 45
HORIZON: Final = 12  # so many rounds are looked forward to at most
TRAIT_WORTH: Final = 20  # of any kind, besides what it brings
ARMY_WORTH: Final = 60
ARMY_ROUND: Final = 20  # more for each round that it can be used in
ENOUGH: Final = 4  # armies; more of them are not worth their supplies
VETERAN_WORTH: Final = 45
CARD_WORTH: Final = 14
FORCE_WORTH: Final = 9
MOST_FORCE: Final = 45  # force beyond this does not fit into a battle
MEAN_FORCE: Final = 5  # of a card that is not seen
LOST_CARD: Final = 120  # more than any card is worth

SURE: Final = 20
"""A battle is as good as decided by so much more force."""
LIKELY: Final = 85
"""So much, in hundredths, of the force that could still be set aside is likely to be."""
HOME_LOST: Final = 9000
HOME_TAKEN: Final = 4000
STRONGEST: Final = (10, 11, 6, 9, 7, 8, 5, 4, 3, 2, 1, 0)
"""Cards by their force in battles, the strongest first; Treachery costs too much to count on."""


@rule
def part(value: int, n: int, of: int) -> int:
    """A value times n / of, towards nothing."""
    return value * n // of if value >= 0 else -(-value * n // of)


# ---- how long the game may last


@rule
def horizon(s: Swords) -> int:
    """In how many rounds a clan may have enough honor by its incomes; at least one."""
    found = min(HORIZON, s.max_rounds - s.round)
    for seat in range(s.seats):
        if is_in(s, seat):
            pace = HONOR_COST * honor_income(s, seat) + 1
            pace += max(0, gold_income(s, seat) - SUPPLY * s.armies[seat])
            missing = max(0, HONOR_COST * (HONOR_TO_WIN - s.honor[seat]) - s.gold[seat])
            found = min(found, missing // pace + 1)
    return max(1, found)


# ---- castles, armies, cards


@rule
def castle_worth(s: Swords, castle: int, rounds: int) -> int:
    """A castle by what it brings until the end; traits for battles count a little."""
    gold = FORTRESS_GOLD if s.terrain[s.square[castle]] == FORTRESS else KEEP_GOLD
    honor = 0
    traits = 0
    for k in range(3):
        trait = s.trait[castle][k] - 1
        if trait >= 0:
            gold += TRAIT_GOLD[trait]
            honor += TRAIT_HONOR[trait]
            traits += 1
    return (GOLD_WORTH * gold + HONOR_WORTH * honor) * rounds + TRAIT_WORTH * traits


@rule
def army_worth(rounds: int) -> int:
    """An army, beyond its supplies."""
    return ARMY_WORTH + ARMY_ROUND * rounds


@rule
def hand_worth(s: Swords, seat: int) -> int:
    """Cards in hand or being drawn, by their force as far as a battle has room for it.

    Those set aside are gone, and so are those that must still be discarded.
    """
    cards = s.held[seat] - laid_aside(s, seat)
    force = hand_force(s, seat)
    if s.phase == DRAWING and s.drawer == seat:
        cards += s.to_draw
        force += MEAN_FORCE * s.to_draw
    some = min(force, MOST_FORCE)
    value = FORCE_WORTH * some + FORCE_WORTH // 3 * (force - some) + CARD_WORTH * cards
    if s.phase == REDUCE:
        value -= LOST_CARD * max(0, cards - s.limit[seat])
    return value


@rule
def hand_force(s: Swords, seat: int) -> int:
    """The force of the cards that are not set aside; of hidden ones only the number is known."""
    found = 0
    for card in range(CARDS):
        found += FORCE[card] * (s.hand[seat][card] - s.aside[seat][card])
    return found + MEAN_FORCE * hidden(s, seat)


@rule
def hidden(s: Swords, seat: int) -> int:
    """How many cards of a hand are not seen."""
    found = s.held[seat]
    for card in range(CARDS):
        found -= s.hand[seat][card]
    return max(0, found)


# ---- the battle that is going on


@rule
def battle_worth(s: Swords, seat: int, rounds: int) -> int:
    """What a fighter may hope for, or must fear, from the battle; what it spends on it."""
    if seat != s.attacker and seat != s.defender:
        return 0
    if s.aside[s.attacker][DIPLOMACY] or s.aside[s.defender][DIPLOMACY]:
        return 0
    lead = strength(s, ATT, s.attacker) - strength(s, DEF, s.defender)
    if seat == s.defender:
        lead = 1 - lead
    won = prize(s, seat, rounds)
    lost = price(s, seat, rounds)
    value = part(won - lost, 1, 2) + swayed(lead, (won + lost) // 2)
    if s.phase >= SCOUT and s.decided >> seat & 1 == 0:
        more = reserve(s, ATT if seat == s.attacker else DEF, seat)
        value -= (FORCE_WORTH * (more >> 4) + CARD_WORTH * (more & 15)) * LIKELY // 100
    return value


@rule
def prize(s: Swords, seat: int, rounds: int) -> int:
    """What a fighter wins: honor, experience, the castle of the other if there is one."""
    found = WINNER_HONOR * HONOR_WORTH + VETERAN_WORTH
    if seat == s.attacker:
        return found + castle_at(s, s.target, s.defender, HOME_TAKEN, rounds)
    return found + (castle_at(s, s.base, s.attacker, HOME_TAKEN, rounds) if s.enters else 0)


@rule
def price(s: Swords, seat: int, rounds: int) -> int:
    """What a fighter loses: honor, the army, the castle that it stands in."""
    where = s.base if seat == s.attacker else s.target
    found = army_worth(rounds) + VETERAN_WORTH * s.experience[where] + LOSER_HONOR * HONOR_WORTH
    if seat == s.attacker and s.enters == 0:
        return found
    return found + castle_at(s, where, seat, HOME_LOST, rounds)


@rule
def castle_at(s: Swords, square: int, holder: int, home: int, rounds: int) -> int:
    """What is at stake on a square: nothing, a castle, or a clan's home."""
    castle = s.castle[square] - 1
    if castle < 0:
        return 0
    return castle_worth(s, castle, rounds) + (home if s.home[holder] == castle else 0)


@rule
def swayed(lead: int, stake: int) -> int:
    """What a stake is worth at a lead of so much force: nothing at none, all from SURE on."""
    far = min(abs(lead), SURE)
    value = stake * far * (2 * SURE - far) // (SURE * SURE)
    return value if lead >= 0 else -value


@rule
def strength(s: Swords, side: int, seat: int) -> int:
    """The force a side may come to: what is set aside, the ground, traits, and what is likely."""
    found = s.experience[s.base if side == ATT else s.target]
    if side == DEF:
        found += DEFENCE[s.terrain[s.target]]
    for card in range(TROOPS + 2):
        if s.aside[seat][card]:
            found += s.aside[seat][card] * card_force(s, side, card)
    is_sealed = s.phase == COMMIT and s.decided >> seat & 1 == 1
    for castle in range(s.castles):
        if s.control[castle] == seat:
            for k in range(3):
                trait = has_trait(s, castle, k)
                if trait:
                    found += trait_at_large(s, side, trait - 1)
                    found += helped(s, seat, trait - 1, is_sealed)
    if is_sealed:
        return found
    return found + (reserve(s, side, seat) >> 4) * LIKELY // 100


@rule
def helped(s: Swords, seat: int, trait: int, is_sealed: bool) -> int:
    """What a trait adds to the cards of a side, or may add while it still chooses."""
    n = 0
    if HELPS[trait]:
        for card in range(TROOPS):
            if HELPS[trait] >> card & 1:
                n += s.aside[seat][card] if is_sealed else s.hand[seat][card]
    return TRAIT_AMOUNT[trait] * min(n, LIMITED_MAX)


@rule
def reserve(s: Swords, side: int, seat: int) -> int:
    """The most force that can still be set aside, times 16, and in how many cards."""
    room = COMMIT_MAX - laid_aside(s, seat)
    limited = LIMITED_MAX - limited_aside(s, seat)
    force = 0
    used = 0
    for card in STRONGEST:
        n = min(s.hand[seat][card] - s.aside[seat][card], room - used)
        if IS_LIMITED[card]:
            n = min(n, limited)
            limited -= n
        force += n * card_force(s, side, card)
        used += n
    unseen = hidden(s, seat)
    if s.phase == RALLY and is_short(s, side):
        unseen += BATTLE_DRAW
    n = min(room - used, unseen)
    return (force + MEAN_FORCE * n) << 4 | used + n


@rule
def is_short(s: Swords, side: int) -> bool:
    """Whether a side has not drawn its cards yet; the attacker is first (Q40)."""
    return side == DEF or s.drawer == s.attacker
