"""Battles from files: what is read, what is kept, and an error for every kind of mistake."""

import re
from pathlib import Path

import pytest

from games.summits.given import GAME, SHIZU, TEN, legal
from honjin.core.errors import BadOption, Flaw
from honjin.core.words import LANGUAGES, speak
from honjin.games.summits.content.boardfile import load_battle, main, read_battle, write_battle
from honjin.games.summits.content.data import SHIPPED, SHIPPED_TEXT
from honjin.games.summits.game import HOME
from honjin.games.summits.info.names import area_say
from honjin.testing import conformance

TEXT = (HOME / "content" / "tennozan.toml").read_text("utf-8")
ROAD = (HOME / "content" / "shizugatake.toml").read_text("utf-8")


@pytest.mark.parametrize("battle", [TEN, SHIZU])
def test_what_is_written_is_read(battle: str) -> None:
    """The text of a battle is read as the same battle."""
    assert SHIPPED[battle] == read_battle(SHIPPED_TEXT[battle])


def test_the_shipped_file_is_the_shipped_map() -> None:
    """Rule 3: the shipped file, loaded, is the shipped map."""
    assert "shipped" == GAME.read_options({"battle": TEN, "map": TEXT})["map"]
    assert "shipped" == GAME.read_options({"battle": TEN, "map": ""})["map"]


def test_marks_are_kept() -> None:
    """The marks of documented and reconstructed parts are kept, also in the option's text."""
    found = read_battle(write_battle(read_battle(TEXT)))
    marks = {area.id: area.source for area in found.area}
    assert ("documented", "reconstructed") == (marks["yamazaki"], marks["minase"])


@pytest.mark.slow
def test_a_map_of_ones_own() -> None:
    """Rule 3: other names, other numbers, an outline: it is playable and uses its own names."""
    own = TEXT.replace('name_en = "Minase"', 'name_en = "The Ford"').replace(
        "turns = 12", "turns = 3"
    )
    own = own.replace(
        "x = 220\ny = 730", "x = 220\ny = 730\noutline = [[200,700],[240,700],[220,760]]"
    )
    options = GAME.read_options({"battle": TEN, "map": own})
    s = GAME.setup(options)
    assert (3, "水無瀬 The Ford") == (s.last, speak(GAME.words, area_say(s, 3)))
    assert 3 == len(GAME.table.scene(s).spaces[3].points)
    assert "take:fire" in legal(s, 0)
    assert 1 == conformance(GAME, games=1, options=dict(options), compiled=False).games


def cut(text: str, pattern: str, other: str) -> str:
    """Replace one place of a text."""
    found, n = re.subn(pattern, other, text, count=1, flags=re.DOTALL)
    assert n == 1, pattern
    return found


MISTAKES = {
    "not TOML": (TEXT, r"schema = 1", "schema = ", "line 8"),
    "no scenario": (TEXT, r"\[scenario\]\nid", "[other]\nid", "scenario"),
    "unknown battle": (TEXT, 'id = "tennozan"\nname_ja', 'id = "osaka"\nname_ja', "osaka"),
    "turns": (TEXT, "turns = 12", "turns = 40", "1 to 15"),
    "first side": (TEXT, 'turn1 = "hideyoshi"', 'turn1 = "red"', "red"),
    "undecided": (TEXT, 'winner = "anti"', 'winner = "nobody"', "undecided_winner"),
    "stack limit": (TEXT, "per_side = 10", "per_side = 12", "stack_limit"),
    "victory": (TEXT, "enemy_honjin_controlled", "by_magic", "by_magic"),
    "base": (TEXT, "base = 3", "base = 30", "[scenario.hand.hideyoshi] base"),
    "deck": (TEXT, r"\[scenario.taisho\]", "[scenario.deck.anti]\ncombined = 2\nassault = 2\n"
             "fire = 10\nrally = 2\nambush = 2\n[scenario.taisho]", "[scenario.deck.anti] fire"),
    "half a deck": (TEXT, r"\[scenario.taisho\]", "[scenario.deck.anti]\nfire = 3\n"
                    "[scenario.taisho]", "scenario, deck, anti"),
    "plus": (TEXT, "final_line = 1", "final_line = 7", "final_line"),
    "lost general": (TEXT, 'side = "hideyoshi", turns = 1', 'side = "anti", turns = 1', "shorten"),
    "mountain": (TEXT, 'mountain = "tennozan"', 'mountain = "minase"', "[scenario] mountain"),
    "two mountains": (TEXT, 'terrain = "hill"', 'terrain = "mountain"', "one mountain"),
    "terrain": (TEXT, 'terrain = "hill"', 'terrain = "swamp"', "swamp"),
    "coordinates": (TEXT, "x = 170", "x = 1700", "0 to 1000"),
    "bad id": (TEXT, 'id = "hirose"', 'id = "Hi rose"', "Hi rose"),
    "id twice": (TEXT, 'id = "hirose"', 'id = "takahama"', "takahama exactly once"),
    "unknown neighbour": (TEXT, 'adjacent = \\["hirose"', 'adjacent = ["osaka"', "osaka"),
    "one-sided link": (TEXT, 'adjacent = \\["hirose", "minase"\\]', 'adjacent = ["hirose"]',
                       "minase too"),
    "owner": (TEXT, 'control = "none"', 'control = "mori"', "mori"),
    "honjin": (TEXT, 'honjin = "anti"', 'honjin = "hideyoshi"', "scenario.honjin"),
    "general's side": (TEXT, 'side = "hideyoshi"\nclan = "hashiba"\nattack',
                       'side = "mori"\nclan = "hashiba"\nattack', "mori"),
    "general's clan": (TEXT, 'clan = "takayama"\nattack', 'clan = "mori"\nattack', "mori"),
    "clan of the other side": (TEXT, 'clan = "takayama"\nattack', 'clan = "akechi"\nattack',
                               "clan of the side"),
    "value": (TEXT, "attack = 1", "attack = 99", "0 to 20"),
    "text for a number": (TEXT, "attack = 1", 'attack = "one"', "a whole number"),
    "taisho": (TEXT, 'anti = \\["akechi_mitsuhide"\\]', 'anti = ["ise_sadaoki"]', "taisho"),
    "count": (TEXT, "count = 26", "count = 27", "troop hashiba, count"),
    "general twice": (TEXT, '\\["kuroda_yoshitaka", "mikoda_masaharu"\\]',
                      '["kuroda_yoshitaka", "hori_hidemasa"]', "once"),
    "set-up of nobody": (TEXT, "troops = { hashiba = 4 }", "troops = { mori = 4 }", "mori"),
    "too large a stack": (TEXT, "troops = { hashiba = 4 }", "troops = { hashiba = 9 }", "1 to 10"),
    "set-up in no area": (TEXT, 'area = "minase"', 'area = "osaka"', "osaka"),
    "set-up in an enemy's area": (TEXT, 'area = "minase"', 'area = "nagaoka"', "setup nagaoka"),
    "entry areas": (TEXT, '\\["takahama", "hirose", "sakurai"\\]', '["hirose"]', "entry_areas"),
    "boxes": (TEXT, "boxes = 5", "boxes = 4", "[[reinforcement]]"),
    "box number": (TEXT, "box = 2", "box = 3", "reinforcement 2, box"),
    "mark": (TEXT, 'entry_for = "hideyoshi"\nsource = "reconstructed"',
             'entry_for = "hideyoshi"\nsource = "guessed"', "guessed"),
    "road": (ROAD, 'areas = \\["yanagase", ', "areas = [", "scenario.road"),
    "count of the road": (ROAD, "count = 4\nareas", "count = 5\nareas", "count"),
    "shortening": (ROAD, 'when = "anti_controls_area"', 'when = "it_rains"', "it_rains"),
    "shortening where": (ROAD, 'area = "iwasakiyama"\nturns', 'area = "osaka"\nturns', "osaka"),
    "forbidden link": (ROAD, 'b = "shinmeisan"\nsource', 'b = "fumuroyama"\nsource',
                       "not adjacent"),
    "group letter": (ROAD, 'group = "B"', 'group = "X"', "reinforcement 2, group"),
    "traitor": (ROAD, 'id = "maeda"', 'id = "hashiba"', "treason hashiba"),
    "outline": (TEXT, "y = 930", "y = 930\noutline = [[1,2]]", "outline"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes(name: str) -> None:
    """Each is reported with its place, what was expected and what came, in both languages."""
    text, pattern, other, expected = MISTAKES[name]
    with pytest.raises(Flaw) as flaw:
        read_battle(cut(text, pattern, other))
    assert expected in speak(GAME.words, flaw.value.say)
    for language in LANGUAGES:
        assert speak(GAME.words, flaw.value.say, language)


def test_an_area_without_a_way() -> None:
    """All areas are connected."""
    lonely = cut(TEXT, 'adjacent = \\["shimoueno", "shoryuji"\\]', "adjacent = []")
    lonely = lonely.replace(', "yodo"]', "]").replace('"onbozuka", "yodo", ', '"onbozuka", ')
    with pytest.raises(Flaw) as flaw:
        read_battle(lonely)
    assert "a way to takahama" in speak(GAME.words, flaw.value.say)


def test_a_file_for_the_other_battle() -> None:
    """It is refused, and the option is named."""
    with pytest.raises(BadOption) as problem:
        GAME.read_options({"battle": TEN, "map": ROAD})
    assert ("map", True) == (problem.value.option, "shizugatake" in str(problem.value))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It prints the text of a file's battle, or what is wrong with it."""
    path = tmp_path / "own.toml"
    path.write_text(TEXT, "utf-8")
    assert (0, SHIPPED_TEXT[TEN]) == (main(str(path)), capsys.readouterr().out)
    path.write_text("turns", "utf-8")
    assert 1 == main(str(path))
    assert capsys.readouterr().err.startswith("own.toml: line 1")
    with pytest.raises(Flaw):
        load_battle(path)


@pytest.mark.parametrize("battle", [TEN, SHIZU])
def test_names_are_names(battle: str) -> None:
    """Two generals were called "Kasuya Takenori (rules: Nukaya)" on the table and in the log."""
    assert [] == [one.name_en for one in SHIPPED[battle].general if "rules" in one.name_en]
