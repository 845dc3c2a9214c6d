"""All bots at Rokumon: whole games, small problems, and who beats whom."""

import random

import pytest
from minimax import minimax
from playing import played, score
from rokumon_positions import rokumon

from honjin.bots import BOTS, Bot, GreedyBot, RandomBot, SearchBot, ask
from honjin.bots.search import LOOPS, Workspace
from honjin.core.compiled import interpreted
from honjin.core.play import Play
from honjin.games import load

GAME = load("rokumon")
QUICK = SearchBot(compiles=False, nodes=1500)
PLAYERS = (RandomBot(), GreedyBot(), QUICK)


def chosen(bot: Bot, position: str, seed: int = 1) -> str:
    """What a bot does in a position, in notation."""
    play = rokumon(position)
    seat = play.to_act()[0]
    return GAME.notation.write_action(
        play.state, seat, ask(bot, play, seat, random.Random(seed), 60)
    )


@pytest.mark.parametrize("act", ["1", "2", "3", "4", "5", "epilogue"])
@pytest.mark.parametrize("bot", PLAYERS, ids=lambda bot: bot.name)
def test_plays_every_act_to_the_end(bot: Bot, act: str) -> None:
    """Random deals, all acts, the Automa's turns between: each choice is legal."""
    assert played(GAME, (bot, bot), 1, {"act": act}).result() is not None


def test_all_suit() -> None:
    """Rokumon hides nothing and draws nothing in play: every bot can sit down, also alone."""
    for act in ("4", "epilogue"):
        options = GAME.read_options({"act": act})
        assert list(BOTS) == [key for key, bot in BOTS.items() if bot.suits(GAME, options)]


@pytest.mark.parametrize("bot", [GreedyBot(), QUICK], ids=lambda bot: bot.name)
@pytest.mark.parametrize(
    ("position", "wins"),
    [
        ("2 ggg/jjjj r,r,./b,.,b,. r - - - 4 -", {"r1c3"}),
        ("3 ggg/jjjj 2,4,./3,.,3,. r - - - 4 -", {"2@r1c3", "6@r1c3"}),
        ("2 ggg/jjjj b,b,./.,r,r,. r - - - 4 -", {"r2c1", "r2c4"}),
    ],
)
def test_takes_an_immediate_win(bot: Bot, position: str, wins: set[str]) -> None:
    """A row that can be finished is finished (rule 21)."""
    assert all(chosen(bot, position, seed) in wins for seed in range(4))


@pytest.mark.parametrize(
    "position",
    [
        "2 ggg/jjjj r,r,./b,.,.,. b - - - 3 -",
        "3 ggg/jjjj 2,4,./3,.,.,. b - - - 3 -",
        "4 ggg/jjjj 2,4,./3,.,.,. b rb - - 3 -",
    ],
)
def test_search_avoids_an_immediate_loss(position: str) -> None:
    """With two red dice in a row and the third card free, black leaves no winning reply."""
    play = rokumon(position)
    play.act_text(1, chosen(QUICK, position))
    assert minimax(GAME, play.state, 0, 1) < 900_000_000


@pytest.mark.parametrize(
    ("position", "only"),
    [
        ("2 ggg/jjjj .,b,r/.,r,.,. r - - - 4 -", "r1c1"),
        ("2 ggg/jjjj b,r,./.,.,r,. r - - - 4 -", "r1c3"),
        ("2 ggg/jjjj .,.,b/r,.,b,r b - - - 5 -", "r2c2"),
    ],
)
def test_search_finds_the_only_win_in_two(position: str, only: str) -> None:
    """One action after which every reply loses: it is found, whatever the seed."""
    assert {only} == {chosen(QUICK, position, seed) for seed in range(3)}


@pytest.mark.parametrize("act", ["2", "3", "epilogue"])
def test_search_agrees_with_minimax(act: str) -> None:
    """Three actions ahead, the same value as minimax without cuts."""
    for seed in range(3):
        rng = random.Random(seed)
        play = Play(GAME, {"act": act})
        play.run_chance(rng.randrange)
        for _ in range(2):
            play.act(play.to_act()[0], rng.choice(play.legal(play.to_act()[0])))
            play.run_chance(rng.randrange)
        seat = play.to_act()[0]
        work = Workspace(GAME, interpreted(GAME, LOOPS), play.state, seat)
        for depth in (1, 2, 3) if act != "3" else (1, 2):
            work.begin_depth(depth)
            while not work.go_on(100):
                pass
            assert minimax(GAME, play.state, seat, depth) == work.value()


def test_search_beats_greedy_beats_random() -> None:
    """A short match at Act 4, seats changing: clear both times."""
    won, lost = score(GAME, GreedyBot(), RandomBot(), 16)
    assert won >= 4 * max(1, lost), (won, lost)
    won, lost = score(GAME, QUICK, GreedyBot(), 10)
    assert won >= 3 * max(1, lost), (won, lost)
