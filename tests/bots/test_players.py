"""Bots by name: which text gives which bot and budget, and what is said of texts that give none."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.tiny import CROSSES
from honjin.bots import (
    BOTS,
    LEVELS,
    SECONDS,
    AlphaBetaBot,
    Bot,
    Budget,
    GreedyBot,
    ManneredBot,
    MctsBot,
    RandomBot,
    SlippingBot,
    find_player,
    loops_of,
    players_of,
    read_player,
)
from honjin.bots.players import help_on
from honjin.core.errors import UnknownBot
from honjin.core.game import Game
from honjin.games import keys, load
from madeup.game import GAME

FAIR: Game[Any] = GAME
HOUR = 3600.0


@pytest.mark.parametrize(
    ("text", "bot", "budget"),
    [
        ("random", RandomBot(), Budget()),
        ("greedy", GreedyBot(), Budget(1.0, 0)),
        ("mcts:2s", MctsBot(), Budget(2.0)),
        ("mcts:0.25s", MctsBot(), Budget(0.25)),
        ("mcts:500ms", MctsBot(), Budget(0.5)),
        ("mcts:800", MctsBot(), Budget(HOUR, 800)),
        ("mcts:800:2s", MctsBot(), Budget(2.0, 800)),
        ("alphabeta:d4", AlphaBetaBot(depth=4), Budget()),
        ("alphabeta:d12:100ms", AlphaBetaBot(depth=12), Budget(0.1)),
        ("alphabeta:table=0:compiles=0", AlphaBetaBot(table=0, compiles=False), Budget()),
        ("greedy:worlds=3", GreedyBot(worlds=3), Budget()),
        ("mcts:rollout=-1:c=1.5:select=ucb", MctsBot(rollout=-1, c=1.5, select="ucb"), Budget()),
        ("greedy:slip=0.2", SlippingBot(GreedyBot(), 0.2), Budget()),
        ("alphabeta:slip=1:d2", SlippingBot(AlphaBetaBot(depth=2), 1.0), Budget()),
        ("greedy:temperature=0.1", ManneredBot(GreedyBot(), 0.1), Budget()),
        (
            "mcts:slip=0.1:overlook=0.2:temperature=0.5:9",
            SlippingBot(ManneredBot(MctsBot(), 0.5, 0.2), 0.1),
            Budget(HOUR, 9),
        ),
        (" mcts:1s ", MctsBot(), Budget(1.0)),
    ],
)
def test_a_text_gives_a_bot_and_its_budget(text: str, bot: Bot, budget: Budget) -> None:
    """A kind, then times, counts, depths and settings in any order; the text is its name."""
    assert (text.strip(), bot, budget) == read_player(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "expected a bot (random, greedy, alphabeta, mcts), got ''"),
        ("mtcs:1s", "expected a bot (random, greedy, alphabeta, mcts), got 'mtcs'"),
        ("mcts:soon", "mcts:soon: expected a time (1s, 500ms), a count, a depth (d4)"),
        ("mcts:", "got ''"),
        ("mcts:1h", "got '1h'"),
        ("mcts:-5", "got '-5'"),
        ("mcts:٣", "got '٣'"),
        ("mcts:0s", "expected a positive time of up to 3600s, got 0s"),
        ("mcts:3601s", "expected a positive time of up to 3600s, got 3601s"),
        ("mcts:0", "expected a count from 1 to 1000000000000, got 0"),
        ("mcts:" + "9" * 30, "expected a count from 1 to 1000000000000"),
        ("mcts:d4", "mcts:d4: mcts has no setting 'depth'; "),
        ("random:d4", "random has no setting 'depth'; it has no settings"),
        ("alphabeta:name=x", "alphabeta has no setting 'name'; depth=60, table=20, compiles=True"),
        ("alphabeta:width=2", "alphabeta has no setting 'width'"),
        ("alphabeta:d0", "alphabeta:d0: expected a depth from 1 to 63, got 0"),
        ("alphabeta:d64", "expected a depth from 1 to 63, got 64"),
        ("alphabeta:table=27", "expected a table from 0 to 26, got 27"),
        ("alphabeta:depth=four", "alphabeta:depth=four: depth cannot be 'four'"),
        ("alphabeta:compiles=yes", "compiles cannot be 'yes'"),
        ("mcts:rollout=-2", "mcts:rollout=-2: expected rollout to be at least -1, got -2"),
        ("mcts:select=best", "expected select to be auto, ucb, regret or sealed, got 'best'"),
        ("greedy:slip=2", "greedy:slip=2: expected a slip from 0 to 1, got 2"),
        ("greedy:slip=nan", "expected a slip from 0 to 1, got nan"),
        ("greedy:slip=often", "slip cannot be 'often'"),
        ("greedy:temperature=-1", "expected a temperature from 0 to 10, got -1"),
        ("greedy:temperature=nan", "expected a temperature from 0 to 10, got nan"),
        ("greedy:temperature=hot", "greedy:temperature=hot: temperature cannot be 'hot'"),
        ("mcts:overlook=1", "mcts:overlook=1: expected overlook from 0 to 0.95, got 1"),
        ("mcts:overlook=", "overlook cannot be ''"),
        ("random:overlook=0.1", "expected a bot that values actions to have an overlook, got"),
        ("random:temperature=1", "expected a bot that values actions to have a temperature, got"),
    ],
)
def test_a_bad_text_is_told_what_was_expected(text: str, told: str) -> None:
    """UnknownBot names the text, what was expected and what came."""
    with pytest.raises(UnknownBot) as caught:
        read_player(text)
    assert told in str(caught.value)


@given(st.text(alphabet="mcts:alphbetgrdy0123456789.=-", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    """A specification that cannot be read raises only UnknownBot."""
    try:
        player = read_player(text)
    except UnknownBot:
        return
    assert player.name == text
    assert 0 < player.budget.seconds <= HOUR


def test_help_lists_every_setting() -> None:
    """Each setting with its default; setting it to that changes nothing."""
    for bot in BOTS.values():
        told = help_on(bot)
        for part in [] if told == "it has no settings" else told.split(", "):
            key, _, value = part.partition("=")
            value = {"True": "1", "False": "0"}.get(value, value)
            assert bot == read_player(f"{bot.name}:{key}={value}").bot


# ---- levels


def test_a_level_is_what_the_game_says() -> None:
    """The game gives a text for each level; the player goes by the level's name."""
    for level, text in zip(LEVELS, CROSSES.levels({}), strict=True):
        assert read_player(text)._replace(name=level) == find_player(CROSSES, {}, level)


def test_a_text_is_found_where_it_suits() -> None:
    """Any text that can be read, if its bot plays the game."""
    assert read_player("mcts:5") == find_player(CROSSES, {}, "mcts:5")
    assert read_player("alphabeta:d4") == find_player(CROSSES, {}, "alphabeta:d4")


def test_what_is_no_player_is_refused() -> None:
    """The levels and the kinds of bots are listed; a bot that does not suit is named."""
    expected = "ashigaru, samurai, daimyo, shogun) or random, greedy, alphabeta, mcts; got 'ronin'"
    with pytest.raises(UnknownBot, match=expected.replace(")", r"\)")):
        find_player(CROSSES, {}, "ronin")
    with pytest.raises(UnknownBot, match="alphabeta does not play madeup with these options"):
        find_player(FAIR, FAIR.read_options({}), "alphabeta:d2")


def test_everybody_may_ask_for_the_levels() -> None:
    """And for the bots that need no time, where they suit."""
    assert [*LEVELS, "greedy", "random"] == players_of(CROSSES, {})


@pytest.mark.parametrize("key", [*keys(), None])
def test_every_game_has_all_levels(key: str | None) -> None:
    """Each text can be read and suits the game, within its time, whatever the preset."""
    game = FAIR if key is None else load(key)
    for preset in game.presets:
        options = game.read_options(preset.options)
        assert len(LEVELS) == len(game.levels(options))
        for level in LEVELS:
            player = find_player(game, options, level)
            assert player.bot.suits(game, options)
            is_timed = loops_of(player.bot) and not player.budget.work
            assert not is_timed or player.budget.seconds <= SECONDS[level]


def test_the_strongest_share_the_time_of_a_round_in_swords() -> None:
    """With more than two clans: a turn has eight actions on average (30 s for five before)."""
    game = load("swords")
    seconds = {}
    for seats in (2, 3, 4, 5, 6):
        options = game.read_options({"seats": str(seats)})
        seconds[seats] = find_player(game, options, "shogun").budget.seconds
        if seats > 2:
            assert 1.2 < 8 * (seats - 1) * seconds[seats] <= 1.28
    assert 1.0 == seconds[2]


@pytest.mark.parametrize("key", keys())
def test_no_level_slips(key: str) -> None:
    """A level errs in its manner and by how far it looks, never by a random action."""
    game = load(key)
    for preset in game.presets:
        for text in game.levels(game.read_options(preset.options)):
            assert "slip=" not in text
            assert read_player(text).bot != RandomBot()


def test_a_level_that_does_not_suit_is_noticed() -> None:
    """The test above would fail for a game that has its secrets searched by alpha-beta."""
    bad = replace(FAIR, levels=lambda options: ("random", "greedy", "mcts", "alphabeta"))
    options = bad.read_options({})
    assert not find_player(bad, options, "shogun").bot.suits(bad, options)


@pytest.mark.parametrize("text", ["mcts:800:2s", "mcts:2s:800"])
def test_a_count_and_a_time_both_hold(text: str) -> None:
    """Whichever ends first, in whatever order they are written."""
    assert Budget(2.0, 800) == read_player(text).budget
