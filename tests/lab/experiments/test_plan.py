"""Plans: what is meant by what is written."""

import pytest

from honjin.core.errors import BadOption
from honjin.lab.errors import BadPlan
from honjin.lab.experiments.plan import MOST_VARIANTS, Draft, read_plan

WRITTEN = b"""
game = "rokumon"
bots = ["samurai", "greedy, random"]
games = 50
[vary]
act = ["2", "3"]
fight_tie = ["top_returns", "both_return"]
"""


def test_every_choice_is_a_variant() -> None:
    """Values of options and line-ups multiply; the first values come first."""
    plan = read_plan(WRITTEN.replace(b', "both_return"', b""))
    assert ["act=2 fight_tie=top_returns samurai", "act=3 fight_tie=top_returns samurai"] == [
        variant.key for variant in plan.variants[:2]
    ]
    assert [("samurai",), ("samurai",), ("greedy", "random"), ("greedy", "random")] == [
        variant.bots for variant in plan.variants
    ]
    assert "3" == plan.variants[3].options["act"]
    assert 50 == plan.games


def test_scenarios_are_presets() -> None:
    """A preset's options apply, and those given in addition."""
    plan = Draft("akebono", ("north_south", "west_east"), {"shot_cost": "path"}).plan()
    assert ["north_south", "west_east"] == [variant.key for variant in plan.variants]
    assert {"path"} == {variant.options["shot_cost"] for variant in plan.variants}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"game = 3", "Expected `str`"),
        (b"games = 3", "missing required field `game`"),
        (b"game = [", "expected a plan"),
        (b"\xff", "expected a plan"),
        (b'game = "rokumon"\nplayers = 3', "unknown field `players`"),
        (b'game = "rokumon"\ngames = 0', "1 to 1000000 games"),
        (b'game = "rokumon"\nprecision = 0.9', "from 0.001 to 0.5"),
        (b'game = "rokumon"\nsure = true', "two variants or more"),
        (b'game = "rokumon"\nscenarios = ["act9"]', "expected a scenario of rokumon"),
        (b'game = "rokumon"\nbots = []', "1 to 16 bots"),
        (b'game = "rokumon"\n[vary]\nact = []', "variants, got 0"),
        (b'game = "rokumon"\n[vary]\nact = ["2", "2"]', "variants with a name each"),
    ],
)
def test_a_bad_plan_is_told_of(text: bytes, told: str) -> None:
    """What was expected, and what came."""
    with pytest.raises(BadPlan, match=told):
        read_plan(text)


def test_a_bad_option_is_the_games_matter() -> None:
    """The game says what it expects."""
    with pytest.raises(BadOption, match="act"):
        read_plan(b'game = "rokumon"\n[options]\nact = "9"')


def test_too_many_variants_are_counted_before_they_are_made() -> None:
    """A product of long lists costs nothing."""
    values = tuple(str(n) for n in range(10_000))
    with pytest.raises(BadPlan, match=f"1 to {MOST_VARIANTS} variants"):
        Draft("rokumon", vary={"act": values, "deal": values}).plan()
