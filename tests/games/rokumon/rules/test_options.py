"""Options, presets and words."""

import pytest

from games.rokumon.given import GAME, options
from honjin.core.errors import BadOption
from honjin.core.options import Option
from honjin.core.parts.rulebook import load_rulebook
from honjin.games.rokumon.game import HOME, OPTIONS
from honjin.games.rokumon.rules.state import Rokumon

RULES = load_rulebook(HOME / "rules.md", GAME.numbers)


def test_the_standard_game_is_act_4_dealt_at_random() -> None:
    """Without options: Act 4, a random deal, the default of each ruling."""
    chosen = GAME.read_options()
    assert ("4", "") == (chosen["act"], chosen["deal"])
    assert Rokumon().surprise_ban == GAME.setup(chosen).surprise_ban == 0


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_each_option_rests_on_a_rule(option: Option) -> None:
    """The rule that an option cites is in rules.md."""
    assert option.rule in RULES.statements()


def test_switches_change_one_flag_each() -> None:
    """Changing one option from its default changes exactly one field of the first state."""
    switches: dict[str, str | bool] = {
        "reveal": "landing",
        "reveal_beats_win": False,
        "fight_own_pair": True,
        "fight_tie": "forbidden",
        "surprise_connected": True,
        "surprise_ban": "permanent",
        "repetition": "length_only",
        "automa_block": "geometric",
        "automa_sees_piles": False,
        "automa_prefers_empty": True,
        "automa_stacks": True,
        "automa_stacks_safely": True,
    }
    plain = GAME.setup(options("4", ""))
    fields = set()
    for key, value in switches.items():
        switched = GAME.setup(options("4", "", **{key: value}))
        changed = {f for f in Rokumon._fields if getattr(switched, f) != getattr(plain, f)}
        assert 1 == len(changed), key
        fields |= changed
    assert len(switches) == len(fields)


def test_presets_are_the_six_games() -> None:
    """One preset per act, and one for the Epilogue."""
    acts = [GAME.read_options(preset.options)["act"] for preset in GAME.presets]
    assert ["1", "2", "3", "4", "5", "epilogue"] == sorted(map(str, acts))


def test_unknown_values_are_refused() -> None:
    """An unknown value of an option is named, along with the known ones."""
    with pytest.raises(BadOption, match="option act is one of 1, 2, 3, 4, 5, epilogue, not '6'"):
        GAME.read_options({"act": "6"})


def test_both_languages_have_the_same_statements() -> None:
    """rules.md and rules.ja.md number the same rules in the same order."""
    japanese = load_rulebook(HOME / "rules.ja.md", GAME.numbers)
    assert list(RULES.statements()) == list(japanese.statements())


def test_kinds_rest_on_rules() -> None:
    """Each kind of choice has words, and a rule that exists."""
    for kind, number in GAME.kinds.items():
        assert number in RULES.statements()
        assert f"kind.{kind}" in GAME.words
