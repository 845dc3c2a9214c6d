"""The cost of 1,000 games of each scenario in an experiment, with each of several bots.

    python -m bench.experiments.cost [--bots ashigaru,samurai] [--sample 24] [--seconds 20]
        [--games rokumon] [--keep]

One worker plays a sample of each scenario: `--sample` games, or as many as end within `--seconds`.
A first game, in which the bots' compiled code is loaded, does not count. Printed are the time per
game, the time for 1,000 games by one worker, EXTRAPOLATED from the sample, the share of the time
spent on observing the games, and the bytes per game in a compressed file. `--keep` adds the lines
to bench/results/experiments.jsonl.
"""

from __future__ import annotations

import gzip
import time
from typing import Any, NamedTuple

from bench.common import arguments, keep

from honjin.bots.precompile import load_loops
from honjin.core.game import Game
from honjin.core.play import Play
from honjin.games import keys, load
from honjin.lab.experiments.looking import Looker
from honjin.lab.experiments.rows import line_of
from honjin.lab.matches.entrants import Entrant, find_entrants
from honjin.lab.matches.lineup import Fixed
from honjin.lab.matches.playing import play_seating


class Cost(NamedTuple):
    """One scenario with one bot: games in the sample, seconds per game, bytes per game."""

    games: int
    seconds: float
    looking: float
    size: float


def measured(
    game: Game[Any], options: dict[str, Any], entrant: Entrant, sample: int, seconds: float
) -> Cost:
    """Play a sample of a scenario as a worker does."""
    lines: list[bytes] = []
    spent = looking = 0.0
    for number in range(-1, sample):
        play, looker, watch = Play(game, options), Looker(), [0.0]

        def look(*what: Any, looker: Looker = looker, watch: list[float] = watch) -> None:
            began = time.perf_counter()
            looker(*what)
            watch[0] += time.perf_counter() - began

        [seating] = Fixed(1, play.seats, 1).round(max(0, number))
        began = time.perf_counter()
        played = play_seating(play, [entrant.player], seating, 1, look)
        line = line_of("x", played, looker.course(play))
        if number < 0:
            continue
        spent += time.perf_counter() - began
        looking += watch[0]
        lines.append(line)
        if spent > seconds:
            break
    count = len(lines)
    packed = len(gzip.compress(b"".join(lines))) / count
    return Cost(count, spent / count, looking / spent, packed)


def main() -> None:
    """Measure and tell."""
    given = arguments(
        __doc__,
        bots="ashigaru,samurai",
        sample=24,
        seconds=20.0,
        games=",".join(keys()),
    )
    print("game, scenario, bot: sample, s/game, min for 1,000, observing, kB/game")
    for game in map(load, given.games.split(",")):
        for preset in game.presets:
            options = dict(game.read_options(preset.options))
            for bot in given.bots.split(","):
                [entrant] = find_entrants(game, options, [bot])
                load_loops(game, entrant.player.bot, entrant.label)
                cost = measured(game, options, entrant, given.sample, given.seconds)
                print(
                    f"{game.key}, {preset.key}, {bot}: {cost.games}, {cost.seconds:.3f}, "
                    f"{cost.seconds * 1000 / 60:.1f}, {cost.looking:.0%}, {cost.size / 1000:.1f}",
                    flush=True,
                )
                about = {"game": game.key, "scenario": preset.key, "bot": bot}
                keep(given, "experiments", about | cost._asdict())


if __name__ == "__main__":
    main()
