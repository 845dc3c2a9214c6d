"""Scripted players: they play whole games, and the levels beat them."""

import random
from typing import Any, NamedTuple

import pytest

from bots.playing import LONG, played, result
from honjin.bots import Bot, Budget, RandomBot, find_player, level_text
from honjin.core.play import Play
from honjin.games import load
from scripted import ATTACKER, BUILDER, CONQUEROR, HUNTER, MERCHANT
from scripted.player import Scripted


class Scene(NamedTuple):
    """A script, options of its game, and the seats."""

    script: Scripted
    options: dict[str, Any]
    seats: int = 2

    def winners(self, bots: list[Bot], seed: int, budget: Budget = LONG) -> list[int]:
        """The seats that won a game between these bots."""
        done = played(load(self.script.game), bots, seed, self.options, budget).result()
        assert done is not None
        return list(done.winners())


SCENES = {
    "rokumon": Scene(BUILDER, {"act": "4"}),
    "akebono": Scene(HUNTER, {"midline": "north_south"}),
    "akiwado": Scene(MERCHANT, {"seats": "3"}, 3),
    "swords": Scene(CONQUEROR, {"seats": "2", "trade": "off"}),
    "tennozan": Scene(ATTACKER, {"battle": "tennozan"}),
    "shizugatake": Scene(ATTACKER, {"battle": "shizugatake"}),
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_a_script_beats_chance(scene: Scene) -> None:
    """From the first seat it wins at least three of four games against random players."""
    bots = [scene.script, *[RandomBot()] * (scene.seats - 1)]
    assert 3 <= sum(0 in scene.winners(bots, seed) for seed in range(4))


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_a_script_depends_on_what_its_seat_sees_alone(scene: Scene) -> None:
    """Asked with the same observation and seed, it answers the same, and changes neither."""
    game, rng = load(scene.script.game), random.Random(1)
    play = Play(game, scene.options)
    play.run_chance(rng.randrange)
    seat = play.must_act()[0]
    before = game.notation.write_position(play.state)
    answers = {result(scene.script, game, play.state, seat, 7, LONG).action for _ in range(3)}
    assert 1 == len(answers)
    assert before == game.notation.write_position(play.state)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["rokumon", "akiwado"])
def test_samurai_beats_a_script(key: str) -> None:
    """Samurai, alone among scripts in every seat in turn, wins most of twelve games.

    The figures of all games are on their pages; the longer ones take a match of the arena.
    """
    scene = SCENES[key]
    game = load(scene.script.game)
    options = game.read_options(scene.options)
    samurai = find_player(game, options, f"{level_text(game, options, 'samurai')}:compiles=0")
    won = 0
    for n in range(12):
        bots: list[Bot] = [scene.script] * scene.seats
        bots[n % scene.seats] = samurai.bot
        won += n % scene.seats in scene.winners(bots, n, samurai.budget)
    assert won > 6
