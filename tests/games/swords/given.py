"""Positions of Japanese Swords to test from, and queries on them.

The plain: clear ground, the fortress of Takeda (0) on a1, that of Uesugi (1) on j10, of Mori (2) on
j1; an army in each. No traits, no cards in hand, and Takeda has the turn.
"""

from __future__ import annotations

from honjin.core.game import Game
from honjin.core.seats import CHANCE
from honjin.games.swords.content.data import CARD_LETTERS as LETTERS
from honjin.games.swords.content.data import CARD_NAMES, CARDS, NOBODY, TRAIT_NAMES
from honjin.games.swords.content.maps import CLEAR, FORTRESS, KEEP, SQUARE_OF, SQUARES
from honjin.games.swords.game import GAME as SWORDS
from honjin.games.swords.rules import phases as flow
from honjin.games.swords.rules.actions import ACTIONS
from honjin.games.swords.rules.battles import battle
from honjin.games.swords.rules.battles.strength import total
from honjin.games.swords.rules.effects import put_army
from honjin.games.swords.rules.setup import add_castle, own
from honjin.games.swords.rules.state import BATTLE, COMMIT, SCOUT, TRAVEL, Swords
from honjin.games.swords.text.position import read_cards

GAME: Game[Swords] = SWORDS
HOMES = ("a1", "j10", "j1")

LAVISH = """
[cards]
treachery = { copies = 20, force = 20 }
ninja = { copies = 8 }
heavy_cavalry = { force = 20, bonus = 9 }

[numbers]
honor_to_win = 120
fortress_gold = 9
keep_gold = 9
supply = 0
army_cost = 1
draw_cost = 1
battle_draw = 10
commit_max = 10
limited_max = 10
winner_hand = 120
loser_hand = 120
diplomacy_hand = 120
treachery_honor = 20
intrigue = 20
"""
"""A list at the upper end of its bounds: all that is counted, and nothing costs much."""
DEAR = (
    "[cards]\n"
    + "".join(
        f"{name} = {{ copies = {int(name in ('ninja', 'intrigue', 'prosperity'))} }}\n"
        for name in CARD_NAMES
    )
    + """
[numbers]
honor_to_win = 1
fortress_gold = 0
keep_gold = 0
supply = 9
army_cost = 20
draw_cost = 20
honor_cost = 20
battle_draw = 0
commit_max = 1
limited_max = 1
winner_hand = 0
loser_hand = 0
intrigue = 1
"""
)
"""A list at the lower end: three events, and no gold."""
LAND = """
[traits]
shinto_temple = { throws = 0 }
gold_mines = { throws = 5, amount = 9 }
palace = { throws = 3, amount = 4 }
ninja_house = { throws = 36, amount = 9 }
art_of_war = { amount = 0 }
fortifications = { throws = 4, amount = 9 }
armory = { amount = 9 }

[terrain]
clear = { points = 2, defence = -20 }
difficult = { points = 1, defence = 7 }
covered = { points = 1, defence = 20 }
treacherous = { points = 1, defence = 0 }
keep = { points = 2, defence = -3 }
fortress = { points = 2, defence = 20 }

[numbers]
fortress_traits = 2
keep_traits = 3
"""
"""A list whose traits and terrain are all but as printed."""
BARE = "[numbers]\nfortress_traits = 0\nkeep_traits = 0\n"
"""A list without traits."""


def start(seats: int = 2, **given: str | bool) -> Swords:
    """The state before the first lot."""
    return GAME.setup(GAME.read_options({"seats": str(seats), "trade": "off", **given}))


def plain(seats: int = 2, phase: int = TRAVEL, **given: str | bool) -> Swords:
    """The plain; most of these positions cannot occur in play."""
    s = start(seats, **given)
    fresh = Swords()
    for name in ("terrain", "castle", "square", "control", "trait", "army"):
        setattr(s, name, getattr(fresh, name))
    s.terrain[:] = [CLEAR] * SQUARES
    s.castles, s.phase = 0, phase
    for seat in range(seats):
        castle(s, HOMES[seat], FORTRESS)
        own(s, seat, seat)
    return s


def castle(s: Swords, at: str, code: int = KEEP, owner: int = NOBODY) -> int:
    """Put a castle on a square and return its number."""
    square = SQUARE_OF[at]
    s.terrain[square] = code
    add_castle(s, square)
    s.control[s.castles - 1] = owner
    return s.castles - 1


def traits(s: Swords, number: int, *names: str) -> None:
    """Set the traits of a castle."""
    for k, name in enumerate(names):
        s.trait[number][k] = TRAIT_NAMES.index(name) + 1


def army(s: Swords, seat: int, at: str, experience: int = 0) -> None:
    """Put an army on a square."""
    put_army(s, seat, SQUARE_OF[at])
    s.experience[SQUARE_OF[at]] = experience


def cards(text: str) -> list[int]:
    """Cards in notation."""
    return read_cards(text)


def hand(s: Swords, seat: int, text: str) -> None:
    """Move cards from the deck into a hand."""
    for card, n in enumerate(cards(text)):
        s.hand[seat][card] += n
        s.held[seat] += n
        s.deck[card] -= n
        s.left -= n


def texts(s: Swords, seat: int = 0) -> list[str]:
    """All legal actions of a seat, in notation."""
    return [GAME.notation.write_action(s, seat, action) for action in GAME.legal(s, seat)]


def is_deal(action: int) -> bool:
    """True if an action is about trade."""
    return ACTIONS.decode(action).key.startswith("deal")


def do(s: Swords, seat: int, *wanted: str) -> Swords:
    """Apply legal actions of a seat."""
    for text in wanted:
        action = GAME.notation.read_action(s, seat, text)
        assert action in GAME.legal(s, seat), (text, texts(s, seat))
        GAME.apply_action(s, seat, action)
    return s


def falls(s: Swords, *outcomes: str) -> Swords:
    """Apply outcomes of chance."""
    for text in outcomes:
        action = GAME.notation.read_action(s, CHANCE, text)
        assert action in [outcome for outcome, _ in GAME.outcomes(s)]
        GAME.apply_action(s, CHANCE, action)
    return s


def facing(terrain: int = CLEAR, **given: str | bool) -> Swords:
    """Takeda on e5 can attack Uesugi on e6."""
    s = plain(2, BATTLE, **given)
    army(s, 0, "e5")
    army(s, 1, "e6")
    s.terrain[SQUARE_OF["e6"]] = terrain
    return s


def clash(s: Swords, attack: str = "-", defence: str = "-", move: str = "e5xe6") -> Swords:
    """Attack, with the given cards instead of five; spies come next."""
    base, target = move.split("x")
    battle.strike(s, SQUARE_OF[base], SQUARE_OF[target])
    hand(s, s.attacker, attack)
    hand(s, s.defender, defence)
    s.to_draw, s.drawer = 0, s.defender
    flow.advance(s)
    return s


def meet(s: Swords, attack: str = "-", defence: str = "-", move: str = "e5xe6") -> Swords:
    """Attack without spies; both sides are to choose cards."""
    clash(s, attack, defence, move)
    while s.phase == SCOUT:
        do(s, s.scout, "on")
    return s


def reveal(s: Swords, attack: str, defence: str) -> Swords:
    """Set these cards aside on both sides and seal."""
    for seat, text in ((s.attacker, attack), (s.defender, defence)):
        for card in range(CARDS):
            for _ in range(cards(text)[card]):
                do(s, seat, f"+{LETTERS[card]}")
        if not s.decided >> seat & 1 and s.phase == COMMIT:
            do(s, seat, "seal")
    return s


def fight(s: Swords, attack: str, defence: str, move: str = "e5xe6") -> Swords:
    """Fight a battle with all the cards of both sides."""
    return reveal(meet(s, attack, defence, move), attack, defence)


def forces(s: Swords) -> tuple[int, int]:
    """The force of the attacker and of the defender."""
    return total(s, 0), total(s, 1)


def at(s: Swords, square: str) -> int:
    """The seat whose army is on a square; -1 if there is none."""
    return s.army[SQUARE_OF[square]] - 1


def holder(s: Swords, square: str) -> int:
    """The seat that controls the castle on a square."""
    return s.control[s.castle[SQUARE_OF[square]] - 1]


def whole(s: Swords) -> bool:
    """True if all cards are there."""
    found = [s.deck[k] + s.discard[k] + sum(h[k] for h in s.hand) for k in range(CARDS)]
    return found == s.copies


def sight(s: Swords, seat: int) -> Swords:
    """The observation of a seat."""
    return GAME.seen_by(s, seat)
