"""An attack line by line, before and after it is made; the slots of a phase."""

from __future__ import annotations

from itertools import product

import pytest

from games.summits.given import GAME, NOTATION, SHIZU, TEN, A, H, actor, do, field, legal, opened
from honjin.core.scene import Breakdown
from honjin.core.words import speak
from honjin.games.summits.rules.state import Summits

DICE = list(product(range(1, 7), repeat=2))


def ahead(s: Summits, seat: int, text: str) -> Breakdown:
    """The breakdown of a choice that begins an attack."""
    found = GAME.table.choice(s, seat, NOTATION.read_action(s, seat, text)).breakdown
    assert found is not None
    return found


def on_table(s: Summits) -> Breakdown:
    """The breakdown in the scene."""
    found = GAME.table.scene(s).breakdown
    assert found is not None
    return found


def facing() -> Summits:
    """Two generals with troops against two units."""
    s = field(TEN, "tennozan=h:kuroda_yoshitaka,kato_mitsuyasu,hashiba*5",
              "takaradera_kita=a:saito_toshimitsu,akechi*1", "ogura=a:")  # fmt: skip
    return do(s, "use:fire", "gather:tennozan")


def test_chances_are_those_of_all_dice() -> None:
    """Rule 31: the chances of two and more rolls, counted over every pair of dice."""
    s = facing()
    sums = ahead(s, H, "fire:takaradera_kita")
    bonuses = [sum(line.numbers) for line in sums.lines]
    assert len(bonuses) >= 2
    totals = [
        sum(max(0, a + b + bonus) for (a, b), bonus in zip(pairs, bonuses, strict=True))
        for pairs in product(DICE, repeat=len(bonuses))
    ]
    expected = [
        round(100 * sum(total >= n for total in totals) / len(totals), 1)
        for n in range(1, len(sums.chances) + 1)
    ]
    assert expected == list(sums.chances)


def test_lines_are_those_of_the_rules() -> None:
    """Attack, support, elevation, less the highest defence; no dice yet."""
    sums = ahead(facing(), H, "fire:takaradera_kita")
    assert ["sum.attack", "sum.support", "sum.slope", "sum.shield"] == [one.k for one in sums.heads]
    first = sums.lines[0]
    assert ((1, 1, 1, -7), (), None) == (first.numbers, first.dice, first.sum)


def test_generals_are_named_in_the_readers_language() -> None:
    """The line of a general has no second script: the counter has both."""
    who = ahead(facing(), H, "fire:takaradera_kita").lines[0].who
    named = [speak(GAME.words, who, lang) for lang in ("en", "ja")]
    assert ["Kuroda Kanbei (Yoshitaka)", "黒田官兵衛"] == named


def test_dice_stay_on_the_table() -> None:
    """The rolls and their results stay until another attack takes their place."""
    s = facing()
    s = do(s, "fire:takaradera_kita", "auto")
    rolled = 0
    while s.strike and actor(s) != A:
        if actor(s) == H:
            s = do(s, min(legal(s)))
        else:
            s, rolled = do(s, "=9"), rolled + 1
            made = [line for line in on_table(s).lines if line.dice]
            assert rolled == len(made)
            assert all(line.sum == max(0, 9 + sum(line.numbers)) for line in made)
    while s.strike:
        s = do(s, min(text for text in legal(s) if ":" in text and "let" not in text))
    sums = on_table(s)
    assert () == sums.chances
    assert sum(line.sum or 0 for line in sums.lines) == sums.foot[0].p["n"]
    assert {"sum.flips", "sum.retreats", "sum.removed"} & {say.k for say in sums.foot}
    assert sums == on_table(GAME.seen_by(s, A))


def test_a_palisade_is_told_as_one() -> None:
    """Rule 33: if the barrier counts, the head of its column says so."""
    s = field(SHIZU, "shizugatake=a:sakuma_morimasa,shibata*4", "dogiyama=h:kimura_hayato",
              actor=A)  # fmt: skip
    s = do(s, "use:fire", "gather:shizugatake")
    names = [NOTATION.write_action(s, A, one) for one in GAME.legal(s, A)]
    aims = [name for name in names if name.startswith("fire:")]
    for name in aims:
        sums = ahead(s, A, name)
        shield = -sums.lines[0].numbers[-1]
        assert ("sum.wall" == sums.heads[-1].k) == (shield > 6)


def slots(s: Summits) -> dict[str, str]:
    """The slots in the scene, with their states."""
    found = [piece.look for piece in GAME.table.scene(s).pieces if piece.look.startswith("slot-")]
    return {look.split("-")[1]: look.split("-")[2] for look in found}


STAGES = (
    ((), {}),
    (("use:combined", "use:fire"), {"plain": "open", "combined": "open", "fire": "open"}),
    (("use:combined", "use:fire", "gather:minase"),
     {"plain": "now", "combined": "open", "fire": "open"}),
    (("use:combined", "gather:minase", "move:sakurai", "halt"),
     {"plain": "done", "combined": "open"}),
    (("use:combined", "gather:minase", "move:sakurai", "halt", "gather:hirose"),
     {"plain": "done", "combined": "now"}),
    (("use:assault", "gather:minase", "move:sakurai", "halt"),
     {"plain": "now", "assault": "now"}),
    (("down:fire",), {"plain": "open"}),
)  # fmt: skip


@pytest.mark.parametrize(("texts", "expected"), STAGES)
def test_slots_fill(texts: tuple[str, ...], expected: dict[str, str]) -> None:
    """A3: a slot is open, in use, done."""
    assert expected == slots(do(opened(), *texts))
