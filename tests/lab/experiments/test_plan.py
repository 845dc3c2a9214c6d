"""Plans: what is meant by what is written."""

import msgspec
import pytest

from honjin.core.errors import BadOption
from honjin.games import load
from honjin.lab.errors import BadPlan
from honjin.lab.experiments.plan import MAX_VARIANTS, Draft, named_plan, read_plan

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
    with pytest.raises(BadPlan, match=f"1 to {MAX_VARIANTS} variants"):
        Draft("rokumon", vary={"act": values, "deal": values}).plan()


def cards(**numbers: int) -> str:
    """A list of cards of Japanese Swords with other numbers."""
    return "[numbers]\n" + "".join(f"{name} = {n}\n" for name, n in numbers.items()) + "# own\n" * 9


def test_files_are_called_by_their_names() -> None:
    """Without the ending; two of one name by what differs; what is no file by its words."""
    texts = cards(honor_to_win=30), cards(honor_to_win=40), cards(supply=2)
    plan = Draft(
        "swords", vary={"cards": (*texts, "printed")},
        names={"cards": ("mine.toml", "mine.toml", "dear.toml", "")},
    ).plan()  # fmt: skip
    named = [variant.files.get("cards") for variant in plan.variants]
    mine = [f"mine (numbers.honor_to_win={n})" for n in (30, 40)]
    assert [*mine, "dear", None] == named
    assert [*(f"cards={name}" for name in (*mine, "dear")), "cards=printed"] == [
        variant.key for variant in plan.variants
    ]


def test_files_without_names_are_called_by_what_differs() -> None:
    """In a plan that holds their texts; and of an experiment that kept no names."""
    texts = cards(honor_to_win=30), cards(honor_to_win=40)
    plan = Draft("swords", vary={"cards": texts}).plan()
    told = ["numbers.honor_to_win=30", "numbers.honor_to_win=40"]
    assert told == [variant.files["cards"] for variant in plan.variants]
    nameless = tuple(msgspec.structs.replace(one, files={}) for one in plan.variants)
    old = msgspec.structs.replace(plan, variants=nameless)
    game = load("swords")
    assert told == [variant.files["cards"] for variant in named_plan(old, game).variants]
    assert plan == named_plan(plan, game)


def test_a_drawn_map_is_called_as_it_was_given() -> None:
    """Not by the long line that is kept."""
    plan = Draft("swords", vary={"map": ("drawn:1", "designed")}).plan()
    assert [{"map": "drawn:1"}, {}] == [variant.files for variant in plan.variants]
