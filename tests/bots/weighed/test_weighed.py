"""The tree search by learned weights: what it plays by, its files, which games it plays."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from harvest import GAME, RICE, WEIGHTS, Harvest
from honjin.bots import (
    BOTS,
    Budget,
    ManneredBot,
    MctsBot,
    SearchHandle,
    SearchRequest,
    all_loops_of,
)
from honjin.bots.learned import find_value
from honjin.bots.players import find_player
from honjin.bots.weighed.bot import WeighedBot, with_weights
from honjin.bots.weighed.files import MAX_BYTES, own_weights, read_weights, weights_bytes
from honjin.bots.weighed.learned import LearnedWeights, usual_weights
from honjin.core.errors import BadNet, UnknownBot
from honjin.core.game import Game
from honjin.core.jit.sources.files import LEARNED
from honjin.core.parts.weights import usual
from honjin.games import keys, load
from honjin.lab.matches.entrants import sources_of

DRY = GAME.read_options({"field": "dry"})
WET = GAME.read_options({"field": "wet"})
SLOW = MctsBot(compiles=False)
LOVES_RICE = {"worth.0": 1.2, "worth.1": 50.0, "idle": 0.0}


def some(weights: dict[str, float] | None = None, **options: Any) -> LearnedWeights:
    """Weights for games with these options."""
    return msgspec.structs.replace(usual_weights(GAME, options), weights=weights or LOVES_RICE)


def chosen(bot: MctsBot, seed: int = 1, game: Game[Any] = GAME) -> tuple[int, tuple[int, ...]]:
    """The action that a bot takes after a roll of 3, and the visits of each."""
    s = Harvest(rolled=3)
    task = SearchRequest(game, s, 0, 2, random.Random(seed), Budget(600.0, 12), SearchHandle())
    found = bot.think(task)
    return found.action, tuple(one.visits for one in found.stats)


def test_it_plays_by_its_weights() -> None:
    """The usual weights prefer straw, these rice; whole numbers are used."""
    assert RICE != chosen(SLOW)[0]
    assert RICE == chosen(with_weights(SLOW, DRY, some()))[0]
    assert (1, 50, 0) == some().whole


def test_by_the_usual_weights_it_is_the_tree_search() -> None:
    """Visit for visit."""
    for seed in range(5):
        assert chosen(SLOW, seed) == chosen(with_weights(SLOW, DRY, usual_weights(GAME, {})), seed)


def test_weights_suit_the_game_its_rules_and_the_options_named() -> None:
    """The options that are not named may be anything."""
    dry = some(field="dry")
    assert dry.suits(GAME, DRY)
    assert dry.suits(GAME, GAME.read_options({"field": "dry", "fair": False}))
    assert some().suits(GAME, WET)
    assert not dry.suits(GAME, WET)
    assert not dry.suits(replace(GAME, version=2), DRY)
    assert not dry.suits(replace(GAME, key="other"), DRY)
    assert not dry.suits(replace(GAME, weights=WEIGHTS[:-1]), DRY)


# ---- files


def test_a_file_holds_what_was_learned(tmp_path: Path) -> None:
    """Read back, it is the same, and people can read it."""
    file = tmp_path / "dry.json"
    file.write_bytes(weights_bytes(some(field="dry")))
    assert some(field="dry") == read_weights(file)
    assert json.loads(file.read_text())["weights"]["worth.1"] == 50


@pytest.mark.parametrize("text", [
    b"", b"[]", b"{}", b'{"form": "other"}', b"[" * 50_000, b"\xff", b" " * (MAX_BYTES + 1),
    weights_bytes(some()).replace(b"50.0", b"-1.0"),
    weights_bytes(some()).replace(b"50.0", b"1e6"),
    weights_bytes(some()).replace(b"50.0", b'"50"'),
    weights_bytes(some()).replace(b"weights 1", b"weights 2"),
    weights_bytes(some()).replace(b'"idle"', b'"more": 1, "idle"').replace(b'"seed"', b'"sed"'),
])  # fmt: skip
def test_a_bad_file_is_refused(tmp_path: Path, text: bytes) -> None:
    """Whatever is wrong with it, its name is told; as a bot it is unknown."""
    file = tmp_path / "bad.json"
    file.write_bytes(text)
    with pytest.raises(BadNet, match="bad"):
        read_weights(file)
    with pytest.raises(UnknownBot, match="bad"):
        find_value(GAME, DRY, f"value:{file}:40")


def test_a_file_from_any_editor_is_read(tmp_path: Path) -> None:
    """With a byte order mark and carriage returns it holds the same weights."""
    file = tmp_path / "mine.json"
    file.write_bytes(b"\xef\xbb\xbf" + weights_bytes(some()).replace(b"\n", b"\r\n"))
    assert some() == read_weights(file)
    file.write_bytes(weights_bytes(some()).decode().encode("utf-16"))
    with pytest.raises(BadNet, match=r"mine\.json: this file is UTF-16; save it as UTF-8"):
        read_weights(file)


# ---- by name


def test_a_file_plays_by_its_name(tmp_path: Path) -> None:
    """With the settings of `mcts`; in a match its bytes count as a source."""
    file = tmp_path / "dry.json"
    file.write_bytes(weights_bytes(some(field="dry")))
    player = find_value(GAME, DRY, f"value:{file}:40:c=1:temperature=0.1")
    assert isinstance(player.bot, ManneredBot)
    bot = player.bot.bot
    assert isinstance(bot, WeighedBot)
    assert (40, 1.0, some(field="dry")) == (player.budget.work, bot.c, bot.weights)
    assert {file} == sources_of(bot)
    assert all_loops_of(bot) == all_loops_of(BOTS["mcts"])
    with pytest.raises(
        UnknownBot, match=r"learned for harvest \(rules 1; field=dry\), which is not"
    ):
        find_value(GAME, WET, f"value:{file}:40")
    with pytest.raises(UnknownBot, match="No such file"):
        find_value(GAME, DRY, f"value:{file}5.json:40")


def test_a_level_can_play_by_the_weights_that_come_with_the_game(tmp_path: Path) -> None:
    """Those for the most options named; by the usual ones where there are none that suit."""
    own = replace(GAME, home=tmp_path)
    place = tmp_path / "learned"
    place.mkdir()
    (place / "all.json").write_bytes(
        weights_bytes(some(dict(zip(LOVES_RICE, (1, 2, 0), strict=True))))
    )
    (place / "dry.json").write_bytes(weights_bytes(some(field="dry")))
    (place / "broken.json").write_bytes(b"{")
    assert some(field="dry") == own_weights(own, DRY)
    wet = own_weights(own, WET)
    assert wet is not None
    assert (1, 2, 0) == wet.whole
    assert own_weights(GAME, DRY) is None
    shogun = find_player(own, DRY, "shogun").bot
    assert isinstance(shogun, WeighedBot)
    assert RICE == chosen(replace(shogun, compiles=False), game=own)[0]
    without = find_player(GAME, DRY, "shogun").bot
    assert isinstance(without, WeighedBot)
    assert RICE != chosen(replace(without, compiles=False))[0]


def test_a_game_without_weights_has_none_to_learn() -> None:
    """`learned=1` means nothing there."""
    rokumon = load("rokumon")
    bot = find_player(rokumon, rokumon.read_options({"act": "1"}), "mcts:40:learned=1").bot
    assert type(bot) is MctsBot
    assert () == usual(rokumon.weights)


# ---- the weights that come with games


SHIPPED = [
    (key, path) for key in keys() for path in sorted((load(key).home / LEARNED).glob("*.json"))
]


@pytest.mark.parametrize(("key", "path"), SHIPPED, ids=[path.stem for _, path in SHIPPED])
def test_shipped_weights_suit_their_game_and_shogun_plays_by_them(key: str, path: Path) -> None:
    """They are for the rules and the table of weights as they are."""
    game, found = load(key), read_weights(path)
    options = game.read_options(found.options)
    assert found == own_weights(game, options)
    shogun = find_player(game, options, "shogun").bot
    assert isinstance(shogun, WeighedBot)
    assert shogun.suits(game, options)


def test_some_scenarios_have_weights() -> None:
    """Also with a handicap and other rulings, and on both midlines; others have none."""
    summits, akebono = load("summits"), load("akebono")
    for battle, handicap in product(("tennozan", "shizugatake"), ("0", "3")):
        given = {"battle": battle, "handicap": handicap, "way_back": False}
        own = own_weights(summits, summits.read_options(given))
        assert own is not None
        assert {"battle": battle} == own.options
    akiwado = load("akiwado")
    found = [own_weights(akiwado, akiwado.read_options({"seats": n})) for n in ("3", "4", "5")]
    assert [True, True, False] == [one is not None for one in found]
    for midline in ("north_south", "west_east"):
        assert own_weights(akebono, akebono.read_options({"midline": midline})) is not None
