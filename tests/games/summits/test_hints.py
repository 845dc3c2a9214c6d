"""The estimate: what a seat is better off with."""

from honjin.core.game import MOST_ESTIMATE
from honjin.games.summits.names import read_area

from .given import GAME, SHIZU, TEN, A, H, do, field, opened, pick, start

FAR = "choshi=a:akechi*2"


def worth(*stacks: str, battle: str = TEN) -> int:
    """How Hideyoshi stands."""
    s = field(battle, *stacks)
    assert GAME.evaluate(s, H) == -GAME.evaluate(s, A)
    return GAME.evaluate(s, H)


def test_more_units_are_better() -> None:
    """A unit more, a general more, a unit that is face up."""
    base = worth("minase=h:hashiba*3", FAR)
    assert worth("minase=h:hashiba*4", FAR) > base
    assert worth("minase=h:hashiba*2,kuroda_yoshitaka", FAR) > base
    assert worth("minase=h:hashiba*2+1", FAR) < base


def test_ground_is_worth_something() -> None:
    """Nearer to the enemy's honjin; the mountain; the road."""
    base = worth("minase=h:hashiba*3", FAR)
    assert worth("yamazaki=h:hashiba*3", FAR) > base
    assert worth("minase=h:hashiba*3", FAR, "tennozan=h:") > base
    road = worth("kuroda=h:hashiba*3", "yanagase=a:shibata*2", battle=SHIZU)
    assert worth("kuroda=h:hashiba*3", "yanagase=a:shibata*2", "kinomoto=h:", battle=SHIZU) > road


def test_an_open_honjin() -> None:
    """An enemy beside a honjin that nobody guards."""
    open_ = worth("kinomoto=h:hashiba*3", "kitsunezuka=a:shibata*2", battle=SHIZU)
    guarded = worth("saneyama=h:hashiba*3", "kitsunezuka=a:shibata*2", battle=SHIZU)
    assert guarded > open_ + 200


def test_a_fuller_hand() -> None:
    """While hands are picked only the own one counts."""
    s = start()
    more = do(s, "take:fire", seat=H)
    assert GAME.evaluate(more, H) > GAME.evaluate(s, H)
    other = do(s, "take:fire", seat=A)
    assert GAME.evaluate(GAME.seen_by(other, H), H) == GAME.evaluate(s, H)
    assert GAME.evaluate(pick(s, H, "fire"), H) > GAME.evaluate(more, H)


def test_a_won_battle() -> None:
    """More than any estimate, within the bounds."""
    s = opened()
    GAME.resign(s, A)
    assert 10_000 < GAME.evaluate(s, H) <= MOST_ESTIMATE


def test_fingerprints() -> None:
    """Positions that differ in what matters differ; the order of picks does not matter."""
    s = start()
    one = do(s, "take:fire", "take:rally", seat=H)
    two = do(s, "take:rally", "take:fire", seat=H)
    assert GAME.fingerprint is not None
    assert GAME.fingerprint(one) == GAME.fingerprint(two) != GAME.fingerprint(s)
    held = s.copy()
    held.held[read_area(s, "tennozan")] = H
    assert GAME.fingerprint(held) != GAME.fingerprint(s)


def test_levels() -> None:
    """Four levels, the weakest first."""
    assert 4 == len(GAME.levels(GAME.read_options({})))
