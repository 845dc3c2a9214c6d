"""Bots are handed what their seat sees, and held to the legal actions."""

import random
from dataclasses import dataclass, field
from typing import Any

import pytest
from tiny import CROSSES

from honjin.bots import BOTS, RandomBot, ask
from honjin.core.errors import Illegal, NotToAct
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.play import Play
from madeup.game import GAME

FAIR: Game[Any] = GAME


@dataclass
class Snoop:
    """Looks at all it is given, spoils it, and answers what it was told to."""

    answer: int
    seen: list[Any] = field(default_factory=list)
    name: str = "snoop"

    def suits(self, game: Game[Any], options: Options) -> bool:
        return True

    def choose(
        self, game: Game[Any], observation: Any, seat: int, rng: random.Random, seconds: float
    ) -> int:
        self.seen.append(observation.copy())
        for name in ("deck", "bid", "cell"):
            if hasattr(observation, name):
                getattr(observation, name)[:] = [9] * len(getattr(observation, name))
        return self.answer


def bidding() -> Play:
    """The fair after the first draw."""
    play = Play(FAIR)
    play.run_chance(lambda total: total - 1)
    return play


def test_a_bot_is_shown_what_its_seat_sees() -> None:
    """A bot that looks for the rival's hand and bid and for the deck finds them empty."""
    play, snoop = bidding(), Snoop(0)
    play.act_text(0, "bid1")
    ask(snoop, play, 1, random.Random(1), 1)
    seen = snoop.seen[0]
    assert FAIR.seen_by(play.state, 1) == seen
    assert [0, 0, 0, 0] == seen.hand[0]
    assert 0 == seen.bid[0]
    assert [0, 0, 0, 0] == seen.deck


def test_a_bot_cannot_change_the_table() -> None:
    """What a bot does to its observation stays with the bot."""
    play = bidding()
    before = play.state.copy()
    ask(Snoop(0), play, 0, random.Random(1), 1)
    assert before == play.state


def test_an_illegal_answer_is_refused() -> None:
    """An answer outside the legal actions raises Illegal and names the bot."""
    with pytest.raises(Illegal, match="snoop chose 9 for seat 0 of crosses; expected one of its 9"):
        ask(Snoop(9), Play(CROSSES), 0, random.Random(1), 1)


def test_only_a_seat_to_act_is_asked() -> None:
    """Asking a bot for a seat that may not act raises NotToAct."""
    with pytest.raises(NotToAct, match="seat 1 of crosses"):
        ask(RandomBot(), Play(CROSSES), 1, random.Random(1), 1)


def test_the_order_of_strength() -> None:
    """Bots are listed under their names, the weakest first."""
    assert ["random", "greedy", "search"] == list(BOTS)
    assert list(BOTS) == [bot.name for bot in BOTS.values()]


def test_who_suits() -> None:
    """Random and greedy play everything; search only where nothing is hidden."""
    fair = FAIR.read_options({})
    assert ["random", "greedy"] == [bot.name for bot in BOTS.values() if bot.suits(FAIR, fair)]
    assert list(BOTS) == [bot.name for bot in BOTS.values() if bot.suits(CROSSES, {})]
