"""Yomi, a card game of the Edo period: count on from the last card; empty your hand first.

Each is dealt nine cards of a deck with four of each number from 1 to 12; nobody sees the rest. Lead
any card, go on with the next number as long as you can and like, then pass; the other player may go
on in the same way. After a 12, or once both have passed, whoever played last leads again.
"""

from honjin.core.actions import Action, Actions, numbered
from honjin.core.contract.rules import Law
from honjin.core.events import Event
from honjin.core.game import Game
from honjin.core.jit.rng import draw
from honjin.core.jit.rule import rule
from honjin.core.reading.plain import OneClick, card_scene, plain_words
from honjin.core.scene import Scene
from honjin.core.seats import CHANCE, CHANCE_BIT
from honjin.core.state import State, ints
from honjin.core.words import Say

HIGHEST = 12
COPIES = 4
HAND = 9
PASS = 0  # action 0; the others are the numbers of the cards


class Yomi(State):
    hand: list[list[int]] = ints(2, HIGHEST + 1)  # hand[seat][number]: cards; 0 where hidden
    held: list[int] = ints(2)  # cards in hand, which everybody sees
    played: list[int] = ints(HIGHEST + 1)  # played[number]: cards on the table
    dealt: int = ints()
    last: int = ints()  # the number to go on from; 0 if any card may be led
    leader: int = ints()  # the seat that played last
    turn: int = ints()


# ---- rules


@rule
def may_act(s: Yomi) -> int:
    if s.dealt < 2 * HAND:
        return CHANCE_BIT
    if s.held[0] == 0 or s.held[1] == 0:
        return 0
    return 1 << s.turn


@rule
def legal_actions(s: Yomi, seat: int, out: list[int]) -> int:
    if may_act(s) != 1 << seat:
        return 0
    n = 0
    if s.last > 0:
        out[n] = PASS
        n += 1
    for number in range(1, HIGHEST + 1):
        if s.hand[seat][number] > 0 and (s.last == 0 or number == s.last + 1):
            out[n] = number
            n += 1
    return n


@rule
def unseen(s: Yomi, number: int) -> int:
    """Cards of a number that are neither on the table nor in a hand (that is seen)."""
    return COPIES - s.played[number] - s.hand[0][number] - s.hand[1][number]


@rule
def chance_outcomes(s: Yomi, out: list[int], weights: list[int]) -> int:
    n = 0
    if s.dealt < 2 * HAND:
        for number in range(1, HIGHEST + 1):
            if unseen(s, number) > 0:
                out[n], weights[n] = number, unseen(s, number)
                n += 1
    return n


@rule
def apply_action(s: Yomi, seat: int, action: int) -> None:
    if seat == CHANCE:
        s.hand[s.dealt & 1][action] += 1
        s.held[s.dealt & 1] += 1
        s.dealt += 1
    elif action == PASS:
        s.turn = 1 - seat
        if s.turn == s.leader:
            s.last = 0
    else:
        s.hand[seat][action] -= 1
        s.held[seat] -= 1
        s.played[action] += 1
        s.leader = seat
        s.last = action if action < HIGHEST else 0


@rule
def returns(s: Yomi, out: list[int]) -> int:
    winner = 0 if s.held[0] == 0 else 1
    out[winner], out[1 - winner] = 1, -1
    return 0  # won


# ---- information


@rule
def observe(s: Yomi, seat: int) -> None:
    for other in range(2):
        if other != seat:
            for number in range(1, HIGHEST + 1):
                s.hand[other][number] = 0


@rule
def resample(s: Yomi, seat: int, rng: list[int]) -> None:
    for other in range(2):
        if other != seat:
            for _ in range(s.held[other]):
                s.hand[other][draw_unseen(s, rng)] += 1


@rule
def draw_unseen(s: Yomi, rng: list[int]) -> int:
    left = 0
    for number in range(1, HIGHEST + 1):
        left += unseen(s, number)
    chosen = draw(rng, left)
    for number in range(1, HIGHEST):
        chosen -= unseen(s, number)
        if chosen < 0:
            return number
    return HIGHEST


def tell(before: Yomi, seat: int, action: int, _after: Yomi, viewer: int) -> tuple[Event, ...]:
    who, key, told = seat, "passes" if action == PASS else "plays", {"n": action}
    if seat == CHANCE:
        who, key = before.dealt & 1, "drawn"
        if viewer != who:  # nobody else learns the card
            key, told = "draws", {}
    return (Event(Say(key, {"who": Say(f"seat.{who}"), **told}), seat),)


def all_cards_fit(s: Yomi) -> bool:
    """Hands are as large as is counted, and there are no more cards than in the deck."""
    too_many = any(unseen(s, number) < 0 for number in range(1, HIGHEST + 1))
    return [sum(hand) for hand in s.hand] == s.held and not too_many


# ---- presentation


def scene(seen: Yomi) -> Scene:
    return card_scene(seen.hand, seen.held, [seen.last] if seen.last else [], verbs=["pass"])


ACTIONS = Actions(
    Action("pass"),
    Action(
        "card", number=numbered("number", HIGHEST, start=1),
        text="{number}", clicks=("hand{me}.{number}",),
    ),
)  # fmt: skip
WORDS = plain_words(
    title=("Yomi", "読み"), about=("Count on, and empty your hand first", "数を続け、手札をなくす"),
    passes=("{who} passes", "{who}がパス"), plays=("{who} plays {n}", "{who}が{n}を出す"),
    draws=("{who} draws a card", "{who}が一枚引く"), drawn=("{who} draws {n}", "{who}が{n}を引く"),
)  # fmt: skip
GAME = Game(
    key="yomi", words=WORDS, state=Yomi, actions=ACTIONS, longest=8 * HAND,
    table=OneClick(ACTIONS, scene), may_act=may_act, legal_actions=legal_actions,
    apply_action=apply_action, returns=returns, chance_outcomes=chance_outcomes,
    observe=observe, resample=resample, tell=tell, laws=(Law("cards", all_cards_fit),),
)  # fmt: skip
