"""Kuhn's poker (1950): three cards, one bet; the smallest game in which bluffing pays.

Both ante one. Each draws one of the cards 1, 2, 3 in secret. Seat 0 passes or bets one more; seat 1
answers; after pass and bet seat 0 answers. Two passes, or a bet that is called: the higher card
wins. Its value is -1/18 for seat 0.
"""

from pathlib import Path
from typing import Any

from bots.tiny import NUMBERED, NoTable, PlainNotation, never, nothing
from honjin.core.game import Game
from honjin.core.jit.rng import draw
from honjin.core.jit.rule import rule
from honjin.core.seats import CHANCE, CHANCE_BIT
from honjin.core.state import State, ints
from honjin.core.words import Say

PASS = 0
BET = 1


class Kuhn(State):
    """Cards and bets; a hidden card is 0 in an observation."""

    card: list[int] = ints(2)
    dealt: int = ints()  # cards drawn
    done: int = ints()  # actions done
    action: list[int] = ints(3)


@rule
def is_over(s: Kuhn) -> bool:
    if s.done == 3:
        return True
    return s.done == 2 and (s.action[0] == BET or s.action[1] == PASS)


@rule
def may_act(s: Kuhn) -> int:
    if s.dealt < 2:
        return CHANCE_BIT
    if is_over(s):
        return 0
    return 1 << (s.done & 1)


@rule
def legal_actions(s: Kuhn, seat: int, out: Any) -> int:
    if may_act(s) >> seat & 1 == 0:
        return 0
    out[0] = PASS
    out[1] = BET
    return 2


@rule
def chance_outcomes(s: Kuhn, out: Any, weights: Any) -> int:
    n = 0
    if s.dealt < 2:
        for card in range(1, 4):
            if card != s.card[0]:
                out[n] = card
                weights[n] = 1
                n += 1
    return n


@rule
def apply_action(s: Kuhn, seat: int, action: int) -> None:
    if seat == CHANCE:
        s.card[s.dealt] = action
        s.dealt += 1
    else:
        s.action[s.done] = action
        s.done += 1


@rule
def returns(s: Kuhn, out: Any) -> int:
    last = s.action[s.done - 1]
    before = s.action[s.done - 2]
    if last == PASS and before == BET:
        won = 1 if (s.done - 2) & 1 == 0 else -1
    else:
        won = 1 + last
        if s.card[0] < s.card[1]:
            won = -won
    out[0] = won
    out[1] = -won
    return 0


@rule
def observe(s: Kuhn, seat: int) -> None:
    for other in range(2):
        if other != seat:
            s.card[other] = 0


@rule
def resample(s: Kuhn, seat: int, rng: Any) -> None:
    for other in range(s.dealt):
        if s.card[other] == 0:
            card = 1 + draw(rng, 3)
            while card == s.card[0] or card == s.card[1]:
                card = 1 + draw(rng, 3)
            s.card[other] = card


@rule
def evaluate(s: Kuhn, seat: int) -> int:
    return 0


KUHN: Game[Kuhn] = Game(
    key="kuhn", version=1, title=Say("title"), designer="", publisher="", year=1950, words={},
    home=Path(__file__).parent, state=Kuhn, options=(), presets=(), reasons=("cards",),
    actions=NUMBERED, max_actions=3, longest=5, best=2, has_chance=True, has_secrets=True,
    zero_sum=True, static_choices=True, laws=(), eval_scale=1, seats=lambda options: 2,
    levels=lambda options: ("random",), setup=lambda options: Kuhn(), may_act=may_act,
    legal_actions=legal_actions, chance_outcomes=chance_outcomes,
    apply_action=apply_action, returns=returns, may_resign=never, resign=nothing,
    observe=observe, resample=resample, evaluate=evaluate, retract_sealed=nothing, state_key=None,
    tell=lambda *_: (), notation=PlainNotation(), table=NoTable(),
)  # fmt: skip
