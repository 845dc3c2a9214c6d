"""Brute force for tiny games with secrets: counterfactual regret minimisation over the whole tree.

Zinkevich et al. 2007, with CFR+ (Tammelin 2014). Every chance outcome is followed; what a seat
knows is the repr of its observation, with the sealed choices of others taken back.
"""

from collections import defaultdict
from typing import Any

from honjin.core.game import Game
from honjin.core.seats import CHANCE, CHANCE_BIT, seats_in


class Solver:
    """Near-optimal strategies of a game for two against each other, from one state on."""

    def __init__(self, game: Game[Any], state: Any) -> None:
        self.game, self.state = game, state
        self.regret: dict[str, list[float]] = {}
        self.strategy: dict[str, list[float]] = defaultdict(list)

    def solve(self, rounds: int) -> float:
        """The value for seat 0, in returns divided by the game's best."""
        for n in range(1, rounds + 1):
            for learner in (0, 1):
                self._walk(self.state.copy(), learner, 1.0, 1.0, n)
        return self.value(self.state.copy())

    def _walk(self, s: Any, learner: int, own: float, others: float, n: int) -> float:
        mask = self.game.may_act(s)
        if mask == 0:
            return self._result(s, learner)
        if mask & CHANCE_BIT:
            outcomes = self.game.outcomes(s)
            total = sum(weight for _, weight in outcomes)
            return sum(
                w
                / total
                * self._walk(self._after(s, CHANCE, o), learner, own, others * w / total, n)
                for o, w in outcomes
            )
        seat = self._mover(s)
        key, actions = self._key(s, seat), self.game.legal(s, seat)
        odds = self._present(key, len(actions))
        if seat != learner:
            return sum(
                p * self._walk(self._after(s, seat, a), learner, own, others * p, n)
                for p, a in zip(odds, actions, strict=True)
            )
        values = [
            self._walk(self._after(s, seat, a), learner, own * p, others, n)
            for p, a in zip(odds, actions, strict=True)
        ]
        value = sum(p * v for p, v in zip(odds, values, strict=True))
        regret, sums = self.regret[key], self.strategy[key]
        for i, v in enumerate(values):
            regret[i] = max(0.0, regret[i] + others * (v - value))
            sums[i] += n * own * odds[i]
        return value

    def value(self, s: Any) -> float:
        """The value of a state to seat 0 when both seats play the average strategy."""
        mask = self.game.may_act(s)
        if mask == 0:
            return self._result(s, 0)
        if mask & CHANCE_BIT:
            return sum(p * self.value(self._after(s, CHANCE, o)) for o, p in self._odds(s))
        seat = self._mover(s)
        odds = self.average(s, seat)
        return sum(
            p * self.value(self._after(s, seat, a))
            for p, a in zip(odds, self.game.legal(s, seat), strict=True)
        )

    def average(self, s: Any, seat: int) -> list[float]:
        """The average strategy of a seat that is to act."""
        sums = self.strategy[self._key(s, seat)]
        total = sum(sums)
        return [one / total for one in sums] if total else [1 / len(sums)] * len(sums)

    def _present(self, key: str, n: int) -> list[float]:
        regret = self.regret.setdefault(key, [0.0] * n)
        self.strategy[key] = self.strategy[key] or [0.0] * n
        total = sum(regret)
        return [one / total for one in regret] if total else [1 / n] * n

    def _odds(self, s: Any) -> list[tuple[int, float]]:
        outcomes = self.game.outcomes(s)
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in outcomes]

    def _mover(self, s: Any) -> int:
        return seats_in(self.game.must_act(s))[0]

    def _key(self, s: Any, seat: int) -> str:
        seen = self.game.seen_by(s, seat)
        self.game.retract_sealed(seen, seat)
        return f"{seat} {seen!r}"

    def _after(self, s: Any, seat: int, action: int) -> Any:
        new = s.copy()
        self.game.apply_action(new, seat, action)
        return new

    def _result(self, s: Any, seat: int) -> float:
        out = [0, 0]
        self.game.returns(s, out)
        return out[seat] / self.game.best
