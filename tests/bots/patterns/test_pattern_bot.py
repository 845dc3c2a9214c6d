"""Alpha-beta by learned weights of patterns: its arithmetic, its files, which games it plays."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from honjin.bots import (
    BOTS,
    Budget,
    SearchHandle,
    SearchRequest,
    SearchResult,
    SlippingBot,
    all_loops_of,
)
from honjin.bots.alphabeta.bot import AlphaBetaBot
from honjin.bots.learned import own_value
from honjin.bots.net.files import as_json, write_arrays
from honjin.bots.patterns.bot import LOOPS, PatternBot, PatternSearch, with_patterns
from honjin.bots.patterns.files import MAX_BYTES, arrays_of, patterns_bytes, read_patterns
from honjin.bots.patterns.patterns_loop import FINE
from honjin.bots.patterns.weights import MAX_WEIGHT, PatternValue, blank, rounded
from honjin.bots.players import find_player
from honjin.core.contract.search import NO_PATTERNS
from honjin.core.errors import BadNet, UnknownBot
from honjin.core.jit.compiled import batch, compiled, interpreted, warm
from honjin.core.play import Play
from honjin.games import load
from honjin.lab.matches.entrants import find_entrant, sources_of

GAME = load("rokumon")
FOUR = GAME.read_options({"act": "4"})
SLOW = AlphaBetaBot(compiles=False)


def drawn_value(*, seed: int = 1, **about: Any) -> PatternValue:
    """A value of random weights; `about` says what else than the truth its file tells."""
    weights = np.random.default_rng(seed).normal(scale=300, size=GAME.patterns.count)
    few = np.where(np.arange(GAME.patterns.count) % 17 < 2, weights, 0)
    return rounded(msgspec.structs.replace(blank(GAME, FOUR).about, **about), few)


def position(seed: int, actions: int) -> Any:
    """The position after some random actions in Act 4."""
    luck = random.Random(seed)
    play = Play(GAME, FOUR)
    play.run_chance(luck.randrange)
    for _ in range(actions):
        seat = play.must_act()[0]
        play.act(seat, luck.choice(GAME.legal(play.state, seat)))
    return play.state


def thought(bot: AlphaBetaBot, s: Any, nodes: int = 400) -> SearchResult:
    """What a bot finds."""
    task = SearchRequest(
        GAME, s.copy(), s.turn, 2, random.Random(1), Budget(600.0, nodes), SearchHandle()
    )
    return bot.think(task)._replace(seconds=0.0)


# ---- its arithmetic


def test_the_estimate_is_the_sum_of_the_weights_of_the_patterns() -> None:
    """In units of the game's estimate, to the searching seat."""
    value, module = drawn_value(), interpreted(GAME, LOOPS)
    for seed in range(3):
        s = position(seed, 4)
        out = [0] * 2 * GAME.patterns.most
        total = int(value.whole[out[: GAME.patterns.fill(s, out)]].astype(int).sum())
        told = abs(total) * GAME.eval_scale >> FINE
        for seat in range(2):
            search = PatternSearch(GAME, module, s, seat, value, bits=4)
            expected = told if (total > 0) == (seat == 0) else -told
            assert expected == module.estimate(s, search.control[0])


def test_without_weights_it_is_alpha_beta() -> None:
    """A blank value searches the same nodes and finds the same as `alphabeta`."""
    for actions in (0, 5):
        s = position(2, actions)
        assert thought(SLOW, s) == thought(with_patterns(SLOW, blank(GAME, FOUR)), s)


def test_weights_are_used() -> None:
    """Values by random weights differ from those by the estimate."""
    s = position(2, 3)
    assert thought(SLOW, s).value != thought(with_patterns(SLOW, drawn_value()), s).value


@pytest.mark.slow
def test_it_finds_the_same_compiled() -> None:
    """As interpreted, node for node."""
    warm(GAME, LOOPS)
    value = drawn_value()
    for seed in range(5):
        s, found = position(seed, 3), []
        for module in (compiled(GAME, LOOPS), interpreted(GAME, LOOPS)):
            search = PatternSearch(GAME, module, s, s.turn, value, bits=10)
            for _ in range(3):
                search.begin_depth()
                search.go_on(5000)
            found.append((search.best, search.value, search.nodes))
        assert found[0] == found[1]
    assert batch(GAME, position(1, 1)).dtype == GAME.state.dtype()


# ---- which games it plays


@pytest.mark.parametrize(
    "about",
    [
        {"game": "akebono"}, {"rules": GAME.version + 1}, {"options": {}},
        {"options": {**FOUR, "act": "5"}}, {"options": {**FOUR, "deal": "gggjjjj"}},
    ],
)  # fmt: skip
def test_weights_of_something_else_are_refused(about: Any, tmp_path: Path) -> None:
    """Of another game, other rules, other options, another deal."""
    value = drawn_value(**about)
    assert not value.suits(GAME, FOUR)
    assert not with_patterns(AlphaBetaBot(), value).suits(GAME, FOUR)
    path = tmp_path / "a.npz"
    path.write_bytes(patterns_bytes(value))
    with pytest.raises(UnknownBot, match="it was learned for"):
        find_entrant(GAME, FOUR, f"value:{path}:20")


def test_weights_of_other_patterns_are_refused() -> None:
    """If a game counts its patterns otherwise, the same numbers mean something else."""
    assert drawn_value().suits(GAME, FOUR)
    assert not drawn_value().suits(
        replace(GAME, patterns=replace(GAME.patterns, count=GAME.patterns.count + 1)), FOUR
    )
    assert not drawn_value().suits(replace(GAME, patterns=NO_PATTERNS), FOUR)


def test_weights_suit_every_deal_if_they_were_learned_from_all() -> None:
    """What was left open when they were learned may be anything."""
    given = GAME.read_options({"act": "4", "deal": "jjjjggg"})
    assert drawn_value().suits(GAME, given)
    assert not drawn_value(options=given).suits(GAME, FOUR)


def test_weights_suit_whatever_does_not_apply() -> None:
    """An option of the Epilogue, which came after they were learned, does not matter in Act 4."""
    earlier = {key: given for key, given in FOUR.items() if not key.startswith("automa")}
    assert drawn_value(options=earlier).suits(GAME, FOUR)
    assert not drawn_value(options=earlier | {"automa_dreams": True}).suits(GAME, FOUR)


def test_weights_play_by_name(tmp_path: Path) -> None:
    """`value:FILE` takes the settings of alpha-beta if the file holds weights of patterns."""
    path = tmp_path / "a.npz"
    path.write_bytes(patterns_bytes(drawn_value()))
    player = find_entrant(GAME, FOUR, f"value:{path}:d3:500")
    bot = player.bot
    assert isinstance(bot, PatternBot)
    assert (3, 500, {path}, (LOOPS,)) == (
        bot.depth, player.budget.work, sources_of(bot), all_loops_of(bot),
    )  # fmt: skip
    slipping = find_entrant(GAME, FOUR, f"value:{path}:slip=0.5").bot
    assert isinstance(slipping, SlippingBot)
    assert isinstance(slipping.bot, PatternBot)
    with pytest.raises(UnknownBot, match="proofs"):
        find_entrant(GAME, FOUR, f"value:{path}:proofs=1")


def test_alpha_beta_asks_for_the_weights_of_the_game() -> None:
    """`learned=1` is alpha-beta by them, or by the estimate where none suit."""
    bot = find_player(GAME, FOUR, "alphabeta:100:learned=1").bot
    assert isinstance(bot, PatternBot)
    own = own_value(GAME, FOUR)
    assert own is not None
    assert own.suits(GAME, FOUR)
    second = GAME.read_options({"act": "2"})
    assert own_value(GAME, second) is None
    s = position(1, 2)
    without = with_patterns(replace(SLOW, learned=True), options=second)
    assert thought(SLOW, s, 200) == thought(without, s, 200)
    connected = replace(GAME, patterns=NO_PATTERNS)
    assert BOTS["alphabeta"] == replace(
        find_player(connected, FOUR, "alphabeta:learned=1").bot, learned=False
    )


# ---- its file


def test_a_file_gives_what_was_written(tmp_path: Path) -> None:
    """The same weights have the same bytes, and the file gives them back."""
    value, path = drawn_value(without=("gggjjjj",)), tmp_path / "a.npz"
    path.write_bytes(patterns_bytes(value))
    again = read_patterns(path)
    assert value.about == again.about
    assert (value.whole == again.whole).all()
    assert path.read_bytes() == patterns_bytes(again)


@pytest.mark.parametrize(
    ("name", "spoilt"),
    [
        ("places", [5, 5, 6]),
        ("places", [-1, 5, 6]),
        ("places", [1, 5, GAME.patterns.count]),
        ("places", [1, 5]),
        ("weights", [1, 2, MAX_WEIGHT + 1]),
        ("weights", [1, 2, -MAX_WEIGHT - 1]),
        ("weights", [1, 2, -(2**31)]),
        ("weights", np.zeros(3, np.int64)),
        ("more", [1]),
    ],
)
def test_bad_weights_are_refused(name: str, spoilt: Any, tmp_path: Path) -> None:
    """Out of order or range, of other lengths or types, too large, unknown."""
    about = blank(GAME, FOUR).about
    good = {"places": np.array([1, 5, 9], np.int32), "weights": np.ones(3, np.int32)}
    held = PatternValue(about, good)
    bad = spoilt if isinstance(spoilt, np.ndarray) else np.array(spoilt, np.int32)
    path = tmp_path / "a.npz"
    path.write_bytes(write_arrays(arrays_of(held) | {name: bad}))
    with pytest.raises(BadNet, match="expected"):
        read_patterns(path)


def test_places_that_wrap_are_refused() -> None:
    """In 32 bits each seems larger than the one before; they were accepted, and read in play."""
    places = np.array([0, 2**31 - 1, -(2**31), -1, 5], np.int32)
    with pytest.raises(ValueError, match="in order"):
        PatternValue(blank(GAME, FOUR).about, {"places": places, "weights": np.ones(5, np.int32)})


def test_large_files_and_other_files_are_refused(tmp_path: Path) -> None:
    """Before they are read whole."""
    path = tmp_path / "a.npz"
    path.write_bytes(bytes(MAX_BYTES + 1))
    with pytest.raises(BadNet, match="at most"):
        read_patterns(path)
    path.write_bytes(patterns_bytes(drawn_value(form="something else")))
    with pytest.raises(BadNet, match="of the form"):
        read_patterns(path)


def test_values_of_the_former_method_are_refused(tmp_path: Path) -> None:
    """The line says that no bot plays by them any more."""
    about = {"game": "rokumon", "rules": 2, "options": {}, "layout": "x", "widths": [32, 16, 16]}
    path = tmp_path / "a.npz"
    header = as_json({**about, "form": "honjin value 2"})
    path.write_bytes(write_arrays({"about": header, "bias": np.zeros(32, np.float32)}))
    told = r"'honjin value 2' is a value for the tree search; no bot plays by one any more"
    with pytest.raises(UnknownBot, match=told):
        find_entrant(GAME, FOUR, f"value:{path}:20")


def test_a_file_that_is_not_there_is_named() -> None:
    """With the reason that the system gives."""
    with pytest.raises(UnknownBot, match="No such file"):
        find_entrant(GAME, FOUR, "value:nowhere.npz")
