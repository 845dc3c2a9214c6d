"""Variants side by side: what counts, in which order, and how often an early end errs."""

import random
from collections.abc import Iterator

import pytest

from honjin.lab.experiments.comparing import LEAST, Comparison, Enough
from honjin.lab.experiments.plan import Plan, Variant
from honjin.lab.experiments.rows import Row
from lab.stats.test_tally import made

WON, LOST = (1, -1), (-1, 1)
TWO = (Variant("a", {}, ("x",)), Variant("b", {}, ("x",)))


def row(number: int, variant: str, returns: tuple[int, int] | None) -> Row:
    """A game of two; None for one that failed."""
    fault = 0 if returns is None else None
    return Row(variant, made(number, 0, (0, 0), returns or (), fault=fault))


def games(rng: random.Random, chances: tuple[float, ...]) -> Iterator[Row]:
    """Games of variants whose first seat wins with these chances, without end."""
    number = 0
    while True:
        for variant, chance in zip("ab", chances, strict=False):
            yield row(number, variant, WON if rng.random() < chance else LOST)
        number += 1


def played(plan: Plan, seed: int, *chances: float) -> Comparison:
    """A comparison, played until it is enough."""
    comparison, coming = Comparison(plan, [2] * len(plan.variants)), None
    coming = games(random.Random(seed), chances)
    while not comparison.enough:
        comparison.add_row(next(coming))
    return comparison


def test_games_count_in_their_order() -> None:
    """Whoever was done first; what comes after the end counts for nothing."""
    plan = Plan("x", TWO, games=40, sure=True)
    rows = [row(n, variant, WON if variant == "b" else LOST) for n in range(40) for variant in "ab"]
    straight, mixed = Comparison(plan, [2, 2]), Comparison(plan, [2, 2])
    for one in rows:
        straight.add_row(one)
    random.Random(1).shuffle(rows)
    for one in rows:
        mixed.add_row(one)
    assert (Enough.SURE, straight.rounds) == (mixed.enough, mixed.rounds)
    assert straight.differences() == mixed.differences()
    assert 0 < straight.rounds < 40


def test_a_game_that_failed_counts_in_no_variant() -> None:
    """The pair is left out, and the others count."""
    comparison = Comparison(Plan("x", TWO, games=3), [2, 2])
    for number, returns in enumerate((WON, None, WON)):
        comparison.add_row(row(number, "a", WON))
        comparison.add_row(row(number, "b", returns))
    [difference] = comparison.differences()
    assert (Enough.ALL, 3, 2) == (comparison.enough, comparison.rounds, difference.games)


def test_seats_of_three_are_all_compared() -> None:
    """Of two seats one suffices; if a variant has fewer, the seats that both have."""
    plan = Plan("x", TWO)
    assert 1 == len(Comparison(plan, [2, 2]).differences())
    assert 3 == len(Comparison(plan, [3, 3]).differences())


@pytest.mark.slow
def test_stopping_when_sure_errs_rarely() -> None:
    """Where nothing differs, 500 games are called sure in 5 % of experiments or fewer."""
    plan = Plan("x", TWO, games=500, sure=True)
    wrong = sum(played(plan, seed, 0.5, 0.5).enough is Enough.SURE for seed in range(100))
    assert wrong <= 5


@pytest.mark.slow
@pytest.mark.parametrize("chance", [0.5, 0.8])
def test_a_precise_share_holds_the_truth(chance: float) -> None:
    """Stopped when it is precise, its interval holds the truth in 93 % of experiments or more."""
    plan, held = Plan("x", TWO[:1], games=2000, precision=0.05), 0
    for seed in range(300):
        comparison = played(plan, seed, chance)
        assert Enough.PRECISE is comparison.enough
        assert comparison.rounds >= LEAST
        [share] = comparison.shares()
        held += share.low <= chance <= share.high
    assert held >= 0.93 * 300
