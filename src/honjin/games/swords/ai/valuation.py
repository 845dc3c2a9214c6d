"""The value of castles, armies, cards and a battle to a clan, for search and for trade.

In hundredths of a point of honor, `rounds` before the end. Small and quick.
"""

from collections.abc import Sequence

from honjin.core.jit.rule import rule
from honjin.games.swords.ai.weights import (
    ARMY_ROUND,
    ARMY_VALUE,
    BATTLE_COST,
    CARD_VALUE,
    FORCE_VALUE,
    GOLD_VALUE,
    HOME_LOST,
    HOME_TAKEN,
    HONOR_VALUE,
    HORIZON,
    LIKELY,
    LOST_CARD,
    MAX_FORCE,
    SPARE_FORCE,
    SURE,
    TRAIT_VALUE,
    VETERAN_VALUE,
)
from honjin.games.swords.content.data import (
    CARDS,
    DIPLOMACY,
    HELPS,
    IS_LIMITED,
    MAX_TRAITS,
    RANKED,
    TRAIT_GOLD,
    TRAIT_HONOR,
    TROOPS,
)
from honjin.games.swords.content.maps import FORTRESS
from honjin.games.swords.rules.battles.secret import laid_aside, limited_aside
from honjin.games.swords.rules.battles.strength import card_force, trait_at_large
from honjin.games.swords.rules.options import BEATEN_ATTACKER_NEVER
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


@rule
def part(value: int, n: int, of: int) -> int:
    """A value times n / of, rounded towards 0."""
    return value * n // of if value >= 0 else -(-value * n // of)


# ---- the length of the game


@rule
def horizon(s: Swords, w: Sequence[int]) -> int:
    """The rounds until a clan may have enough honor by its incomes; at least one."""
    rounds = min(w[HORIZON] >> 4, s.max_rounds - s.round)
    for seat in range(s.seats):
        if is_in(s, seat):
            pace = s.honor_cost * honor_income(s, seat) + 1
            pace += max(0, gold_income(s, seat) - s.supply * s.armies[seat])
            missing = max(0, s.honor_cost * (s.honor_to_win - s.honor[seat]) - s.gold[seat])
            rounds = min(rounds, missing // pace + 1)
    return max(1, rounds)


# ---- castles, armies, cards


@rule
def castle_value(s: Swords, w: Sequence[int], castle: int, rounds: int) -> int:
    """The value of a castle by what it brings until the end; war traits count a little."""
    gold = s.fortress_gold if s.terrain[s.square[castle]] == FORTRESS else s.keep_gold
    honor = 0
    traits = 0
    for k in range(MAX_TRAITS):
        trait = s.trait[castle][k] - 1
        if trait >= 0 and s.brings[trait]:
            gold += TRAIT_GOLD[trait] * s.brings[trait]
            honor += TRAIT_HONOR[trait] * s.brings[trait]
            traits += 1
    return (w[GOLD_VALUE] * gold + w[HONOR_VALUE] * honor) * rounds + w[TRAIT_VALUE] * traits


@rule
def army_value(w: Sequence[int], rounds: int) -> int:
    """The value of an army beyond its supplies."""
    return w[ARMY_VALUE] + w[ARMY_ROUND] * rounds


@rule
def hand_value(s: Swords, w: Sequence[int], seat: int) -> int:
    """The value of cards in hand or being drawn, by the force that fits into a battle.

    Cards set aside do not count, nor do those still to be discarded.
    """
    cards = s.held[seat] - laid_aside(s, seat)
    force = hand_force(s, seat)
    if s.phase == DRAWING and s.drawer == seat:
        cards += s.to_draw
        force += s.mean_force * s.to_draw
    some = min(force, w[MAX_FORCE])
    value = w[FORCE_VALUE] * some + w[SPARE_FORCE] * (force - some) + w[CARD_VALUE] * cards >> 4
    if s.phase == REDUCE:
        value -= w[LOST_CARD] * max(0, cards - s.limit[seat])
    return value


@rule
def hand_force(s: Swords, seat: int) -> int:
    """The force of the cards not set aside; of hidden ones, only the number is known."""
    force = 0
    for card in range(CARDS):
        force += s.face[card] * (s.hand[seat][card] - s.aside[seat][card])
    return force + s.mean_force * hidden(s, seat)


@rule
def hidden(s: Swords, seat: int) -> int:
    """The number of unseen cards in a hand."""
    n = s.held[seat]
    for card in range(CARDS):
        n -= s.hand[seat][card]
    return max(0, n)


# ---- the battle in progress


@rule
def battle_value(s: Swords, w: Sequence[int], seat: int, rounds: int) -> int:
    """The expected value of the battle to one side, less the cards it spends."""
    if seat != s.attacker and seat != s.defender:
        return 0
    if s.aside[s.attacker][DIPLOMACY] or s.aside[s.defender][DIPLOMACY]:
        return 0
    lead = strength(s, w, ATT, s.attacker) - strength(s, w, DEF, s.defender)
    if seat == s.defender:
        lead = 1 - lead
    won = prize(s, w, seat, rounds)
    lost = price(s, w, seat, rounds)
    value = part(won - lost, 1, 2) + swayed(w, lead, (won + lost) // 2)
    if s.phase >= SCOUT and s.decided >> seat & 1 == 0:
        more = reserve(s, ATT if seat == s.attacker else DEF, seat)
        cost = w[FORCE_VALUE] * (more >> 4) + w[CARD_VALUE] * (more & 15) >> 4
        value -= cost * w[LIKELY] * w[BATTLE_COST] // 25600
    return value


@rule
def prize(s: Swords, w: Sequence[int], seat: int, rounds: int) -> int:
    """The gain of a side that wins: honor, experience, the castle of the other side if any."""
    value = s.winner_honor * w[HONOR_VALUE] + w[VETERAN_VALUE]
    if seat == s.attacker:
        return value + castle_at(s, w, s.target, s.defender, w[HOME_TAKEN], rounds)
    if s.beaten_attacker == BEATEN_ATTACKER_NEVER:
        return value
    return value + castle_at(s, w, s.base, s.attacker, w[HOME_TAKEN], rounds)


@rule
def price(s: Swords, w: Sequence[int], seat: int, rounds: int) -> int:
    """The loss of a side that is beaten: honor, the army, the castle it is in."""
    where = s.base if seat == s.attacker else s.target
    value = army_value(w, rounds) + w[VETERAN_VALUE] * s.experience[where]
    value += s.loser_honor * w[HONOR_VALUE]
    if seat == s.attacker and s.beaten_attacker == BEATEN_ATTACKER_NEVER:
        return value
    return value + castle_at(s, w, where, seat, w[HOME_LOST], rounds)


@rule
def castle_at(s: Swords, w: Sequence[int], square: int, holder: int, home: int, rounds: int) -> int:
    """The stake on a square: nothing, a castle, or a clan's home."""
    castle = s.castle[square] - 1
    if castle < 0:
        return 0
    return castle_value(s, w, castle, rounds) + (home if s.home[holder] == castle else 0)


@rule
def swayed(w: Sequence[int], lead: int, stake: int) -> int:
    """The value of a stake at a lead in force: none at 0, all from SURE on."""
    sure = max(1, w[SURE])
    far = min(abs(lead), sure)
    value = stake * far * (2 * sure - far) // (sure * sure)
    return value if lead >= 0 else -value


@rule
def strength(s: Swords, w: Sequence[int], side: int, seat: int) -> int:
    """The force a side may reach: cards set aside, terrain, traits, and likely cards."""
    force = s.experience[s.base if side == ATT else s.target]
    if side == DEF:
        force += s.defence[s.terrain[s.target]]
    for card in range(TROOPS + 2):
        if s.aside[seat][card]:
            force += s.aside[seat][card] * card_force(s, side, card)
    is_sealed = s.phase == COMMIT and s.decided >> seat & 1 == 1
    for castle in range(s.castles):
        if s.control[castle] == seat:
            for k in range(MAX_TRAITS):
                trait = has_trait(s, castle, k)
                if trait:
                    force += trait_at_large(s, side, trait - 1)
                    force += helped(s, seat, trait - 1, is_sealed)
    if is_sealed:
        return force
    return force + (reserve(s, side, seat) >> 4) * w[LIKELY] // 100


@rule
def helped(s: Swords, seat: int, trait: int, is_sealed: bool) -> int:
    """The force that a trait adds to the cards of a side, or may add while it is still choosing."""
    n = 0
    if HELPS[trait]:
        for card in range(TROOPS):
            if HELPS[trait] >> card & 1:
                n += s.aside[seat][card] if is_sealed else s.hand[seat][card]
    return s.brings[trait] * min(n, s.limited_max)


@rule
def reserve(s: Swords, side: int, seat: int) -> int:
    """The most force that can still be set aside, times 16, and in how many cards."""
    room = s.commit_max - laid_aside(s, seat)
    limited = s.limited_max - limited_aside(s, seat)
    force = 0
    used = 0
    for k in range(RANKED):
        card = s.strongest[k]
        n = min(s.hand[seat][card] - s.aside[seat][card], room - used)
        if IS_LIMITED[card]:
            n = min(n, limited)
            limited -= n
        force += n * card_force(s, side, card)
        used += n
    unseen = hidden(s, seat)
    if s.phase == RALLY and is_short(s, side):
        unseen += s.battle_draw
    n = min(room - used, unseen)
    return (force + s.mean_force * n) << 4 | used + n


@rule
def is_short(s: Swords, side: int) -> bool:
    """True if a side has not drawn its cards yet; the attacker is first (Q40)."""
    return side == DEF or s.drawer == s.attacker
