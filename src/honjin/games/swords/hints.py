"""How well a clan stands, for search: small and quick; and the levels of strength.

In hundredths of a point of honor, of a seat less the best of the others:

    honor     the more the nearer to enough of it
    income    gold and honor that castles bring, as far as there are rounds left
    goods     gold, cards by their force, armies with their experience
    hopes     castles within reach of an own army; the battle that is going on
    dangers   enemies near the own fortress, most of all if nobody stands in it
"""

from typing import Final

from honjin.core.options import Options
from honjin.core.rule import rule
from honjin.games.swords.battle import card_force
from honjin.games.swords.data import (
    BATTLE_DRAW,
    CARDS,
    FORCE,
    FORTRESS_GOLD,
    HONOR_TO_WIN,
    KEEP_GOLD,
    TRAIT_GOLD,
    TRAIT_HONOR,
    TROOPS,
)
from honjin.games.swords.maps import DEFENCE, FORTRESS, SQUARES, steps
from honjin.games.swords.state import (
    ATT,
    BUY,
    COMMIT,
    DEF,
    MOST_ITEMS,
    OVER,
    RALLY,
    VICTIM,
    Swords,
    gold_income,
    honor_income,
    is_in,
)

DECIDED: Final = 1_000_000
SWING: Final = 2500

MOST: Final = (1 << 63) - 1
MIXER: Final = 0x2545F4914F6CDD1D

HONOR_WORTH: Final = 100
LATE_HONOR: Final = 3  # more for each point that is there already
GOLD_WORTH: Final = 40
INCOME_WORTH: Final = 320
HONOR_INCOME_WORTH: Final = 700
HORIZON: Final = 10  # incomes of so many rounds are looked forward to
ARMY_WORTH: Final = 260
ENOUGH: Final = 4  # armies; more are worth a quarter
VETERAN_WORTH: Final = 45
CARD_WORTH: Final = 14
FORCE_WORTH: Final = 9
MOST_FORCE: Final = 45  # force beyond this does not fit into a battle
MEAN_FORCE: Final = 5  # of a card that is not seen
OUT: Final = -20_000

PULL: Final = (0, 40, 30, 22, 16, 11, 7, 4, 2)
"""The share of a castle's worth, in hundredths, that an army so many steps off may hope for."""
GUARDED: Final = 4  # the hope is so much smaller where an enemy stands
PREY: Final = 3  # fortresses of others are worth so much more

THREAT: Final = (0, 350, 160, 60)
"""What an enemy so many steps from the own fortress is feared for."""
OPEN: Final = 10  # it is feared so much more if nobody stands there

STAKE: Final = 500
"""What a battle decides for both sides, besides castles: honor, an army."""
HOME_STAKE: Final = 5000
DOUBTFUL: Final = 12  # of two forces so far apart the larger one is likely, not sure


def levels(options: Options) -> tuple[str, ...]:  # noqa: ARG001
    """What the levels are (`bots.players`)."""
    return (
        "mcts:4:select=sealed:slip=0.6",
        "mcts:4:select=sealed:slip=0.25",
        "mcts:100:select=sealed",
        "mcts:1s:select=sealed:c=1:doubt=0.2",
    )


# ---- what a position is to a search


@rule
def fingerprint(s: Swords) -> int:
    """Board, treasures, cards and the turn; not the last battle, nor how it came about."""
    found = (s.phase * 8 + s.turn) * 64 + s.alive
    for square in range(SQUARES):
        if s.army[square]:
            more = (square << 3 | s.army[square]) << 16
            found = mixed(found, more | s.experience[square] << 3 | s.marks[square])
    for castle in range(s.castles):
        found = mixed(found, s.control[castle])
    for seat in range(s.seats):
        found = mixed(found, (s.gold[seat] << 12 | s.honor[seat] + 100) << 8 | s.held[seat])
        found = mixed(found, pile(s.hand[seat]))
        if s.decided >> seat & 1 or s.phase > VICTIM:
            found = mixed(found, pile(s.aside[seat]) << 2 | s.changes[seat])
    found = mixed(found, pile(s.discard))
    if s.trade:
        found = offers_in(s, found)
    if s.laid:
        found = tiles_in(s, found)
    found = mixed(found, (s.raised << 1 | s.drawn) << 6 | s.houses << 4 | s.verses)
    found = mixed(found, (s.mover << 2 | s.points) << 8 | s.marcher)
    found = mixed(found, s.base << 8 | s.target if s.phase > BUY else 0)
    return mixed(found, (s.round << 8 | s.decided) << 8 | s.victim << 2 | s.to_lose)


@rule
def offers_in(s: Swords, found: int) -> int:
    """Offers, and how much more can be done about trade."""
    for seat in range(s.seats):
        found = mixed(found, (s.doings[seat] << 3 | s.offer_to[seat]) << 1 | s.offer_sent[seat])
        if s.offer_to[seat]:
            for side in range(2):
                found = mixed(found, pile(s.offer_cards[seat][side]))
                for what in range(3):
                    found = mixed(found, s.offer_sums[seat][side][what])
                for k in range(MOST_ITEMS):
                    found = mixed(found, s.offer_army[seat][side][k])
                    found = mixed(found, s.offer_keep[seat][side][k] << 7)
    return found


@rule
def tiles_in(s: Swords, found: int) -> int:
    """What lies, and what is in hand to be laid."""
    for square in range(SQUARES):
        found = mixed(found, s.terrain[square])
    for seat in range(s.seats):
        for tile in range(5):
            found = mixed(found, s.tiles[seat][tile])
    return mixed(found, s.placed)


@rule
def pile(cards: list[int]) -> int:
    """Some cards as a number."""
    found = 1
    for card in range(CARDS):
        found = mixed(found, cards[card])
    return found


@rule
def mixed(found: int, more: int) -> int:
    """A number that stands for both."""
    found = (found ^ more & MOST) * MIXER & MOST
    return found ^ found >> 29


# ---- how well a seat stands


@rule
def evaluate(s: Swords, seat: int) -> int:
    """A guess for a seat."""
    if s.phase == OVER:
        if s.winner >= s.seats:
            return 0
        return DECIDED if s.winner == seat else -DECIDED
    best = -DECIDED
    for other in range(s.seats):
        if other != seat and is_in(s, other):
            best = max(best, worth(s, other))
    return worth(s, seat) - best


@rule
def worth(s: Swords, seat: int) -> int:
    """What a seat has and may hope for."""
    if not is_in(s, seat):
        return OUT
    income = INCOME_WORTH * gold_income(s, seat) + HONOR_INCOME_WORTH * honor_income(s, seat)
    value = glory(s.honor[seat]) + GOLD_WORTH * min(s.gold[seat], 20)
    value += income * rounds_left(s) // HORIZON + army_worth(s, seat)
    value += hand_worth(s, seat) + field_worth(s, seat)
    if s.phase == RALLY or s.phase == COMMIT:
        value += battle_worth(s, seat)
    return value


@rule
def rounds_left(s: Swords) -> int:
    """How many rounds an income counts for."""
    return min(HORIZON, s.max_rounds - s.round)


@rule
def glory(honor: int) -> int:
    """Honor counts for more the less is wanting."""
    points = min(max(honor, 0), HONOR_TO_WIN)
    return points * (HONOR_WORTH + LATE_HONOR * points)


@rule
def castle_worth(s: Swords, castle: int) -> int:
    """A castle by what it brings until the end."""
    gold = FORTRESS_GOLD if s.terrain[s.square[castle]] == FORTRESS else KEEP_GOLD
    honor = 0
    for k in range(3):
        trait = s.trait[castle][k] - 1
        if trait >= 0:
            gold += TRAIT_GOLD[trait]
            honor += TRAIT_HONOR[trait]
    return (INCOME_WORTH * gold + HONOR_INCOME_WORTH * honor) * rounds_left(s) // HORIZON


@rule
def army_worth(s: Swords, seat: int) -> int:
    """Armies are worth less the more there are."""
    some = min(s.armies[seat], ENOUGH)
    return ARMY_WORTH * some + ARMY_WORTH // 4 * (s.armies[seat] - some)


@rule
def hand_worth(s: Swords, seat: int) -> int:
    """Cards by their force as far as a battle has room for it, without those that are to go."""
    cards = s.held[seat]
    for card in range(CARDS):
        cards -= s.aside[seat][card]
    force = hand_force(s, seat)
    some = min(force, MOST_FORCE)
    return FORCE_WORTH * some + FORCE_WORTH // 3 * (force - some) + CARD_WORTH * cards


@rule
def hand_force(s: Swords, seat: int) -> int:
    """The force of the cards that are not set aside; of hidden ones only the number is known."""
    found = 0
    hidden = s.held[seat]
    for card in range(CARDS):
        hidden -= s.hand[seat][card]
        found += FORCE[card] * (s.hand[seat][card] - s.aside[seat][card])
    return found + MEAN_FORCE * max(0, hidden)


# ---- the board


@rule
def field_worth(s: Swords, seat: int) -> int:
    """Experience and hopes of own armies, less the fear of others."""
    value = 0
    danger = 0
    home = s.square[s.home[seat]] if s.home[seat] < s.castles else SQUARES
    for square in range(SQUARES):
        if s.army[square] == seat + 1:
            value += VETERAN_WORTH * s.experience[square] + hope(s, seat, square)
        elif s.army[square] and home < SQUARES:
            danger += fear(steps(s.adjacency, square, home))
    if danger and s.army[home] != seat + 1:
        danger *= OPEN
    return value - danger


@rule
def hope(s: Swords, seat: int, square: int) -> int:
    """The best castle of others, or of nobody, that an army could go for."""
    best = 0
    for castle in range(s.castles):
        if s.control[castle] != seat:
            there = s.square[castle]
            far = steps(s.adjacency, square, there)
            if far < len(PULL):
                value = PULL[far] * castle_worth(s, castle) // 100
                if is_prey(s, castle):
                    value *= PREY
                if s.army[there]:
                    value //= GUARDED
                best = max(best, value)
    return best


@rule
def is_prey(s: Swords, castle: int) -> bool:
    """Whether its holder is out without it."""
    holder = s.control[castle]
    return holder < s.seats and s.home[holder] == castle


@rule
def fear(far: int) -> int:
    """What an enemy army is feared for, so many steps from home."""
    return THREAT[far] if far < len(THREAT) else 0


# ---- the battle that is going on


@rule
def battle_worth(s: Swords, seat: int) -> int:
    """What a fighter may hope for, or must fear, from the battle."""
    if seat != s.attacker and seat != s.defender:
        return 0
    lead = prospect(s, ATT, s.attacker) - prospect(s, DEF, s.defender)
    if seat == s.defender:
        lead = -lead
    stake = STAKE
    castle = s.castle[s.target] - 1
    if castle >= 0:
        is_home = s.home[s.defender] == castle
        stake += HOME_STAKE if is_home and seat == s.defender else castle_worth(s, castle)
    return stake * lead // (abs(lead) + DOUBTFUL)


@rule
def prospect(s: Swords, side: int, seat: int) -> int:
    """The force a side may come to: what is set aside, and half of what could be."""
    found = s.experience[s.base if side == ATT else s.target]
    if side == DEF:
        found += DEFENCE[s.terrain[s.target]]
    for card in range(TROOPS + 2):
        if s.aside[seat][card]:
            found += s.aside[seat][card] * card_force(s, side, card)
    if s.decided >> seat & 1 and s.phase == COMMIT:
        return found
    drawn = BATTLE_DRAW * MEAN_FORCE if s.phase == RALLY and is_short(s, side) else 0
    return found + min(hand_force(s, seat) + drawn, MOST_FORCE) // 2


@rule
def is_short(s: Swords, side: int) -> bool:
    """Whether a side has not drawn its cards yet; the attacker is first (Q40)."""
    return side == DEF or s.drawer == s.attacker
