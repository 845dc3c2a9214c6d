"""The generator for playouts."""

from collections import Counter

from honjin.core.jit.rng import draw, seeded


def test_numbers_stay_below_the_total() -> None:
    """Exactly the numbers from 0 to total - 1 occur, about equally often."""
    rng = seeded(1)
    seen = Counter(draw(rng, 6) for _ in range(6000))
    assert set(range(6)) == set(seen)
    assert all(850 < n < 1150 for n in seen.values())


def test_a_seed_gives_the_same_numbers() -> None:
    """The list is the whole state of the generator."""
    one, two = seeded(5), seeded(5)
    assert [draw(one, 100) for _ in range(20)] == [draw(two, 100) for _ in range(20)]
    assert one == two


def test_near_seeds_are_unrelated() -> None:
    """The first numbers of a hundred successive seeds are spread out."""
    assert 80 < len({draw(seeded(seed), 2**20) for seed in range(100)})


def test_every_seed_makes_a_state() -> None:
    """A state is 1 to 2**32 - 1, whatever the seed."""
    for seed in (0, -1, 2**64, 10**30, -(10**30)):
        assert 0 < seeded(seed)[0] < 2**32
