"""The time that the coach takes in each game, and how much it finds to say.

    python -m bench.server.coach [--games rokumon ...] [--decisions 8] [--keep]

In random games of the first preset, advice is requested at some decisions; then a random action is
played and commented on, as on the site. The search of each game is compiled first. Printed are the
median and maximum of `advice_s` and `remark_s`; `explained` is the share of advice (where one
choice is not enough) with a reason from the terms of the estimate, `clear` the same where the
choice matters, `sized` the share of these reasons that give an amount, `blamed` the share of
actions criticized.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from bench.common import arguments, keep

from honjin.bots import BOTS, ProvingBot
from honjin.bots.mcts.bot import LOOPS
from honjin.bots.precompile import compile_ahead
from honjin.core.play import Play
from honjin.games import keys, load
from honjin.server.analysis import messages as an
from honjin.server.analysis.coach import Coach
from honjin.server.analysis.scheduler import AnalysisScheduler, Decision, decision
from honjin.server.settings import Settings
from honjin.server.work.exact import SolvedTables
from honjin.server.work.fair import Asker
from honjin.solver import Provers

EVERY: Final = 5  # advice is requested at one out of this number of decisions with a choice
ANALYST: Final = "mcts"
LIKELY: Final = 0.08
"""The lead from which the page says that a choice matters."""


def decisions(game: Any, most: int) -> Iterator[tuple[Decision, Play]]:
    """Yield `most` decisions of random games, each with the game after a random action."""
    for seed in range(most):
        play, rng, met = (
            Play(game, game.read_options(game.presets[0].options)),
            random.Random(seed),
            0,
        )
        while True:
            play.run_chance(rng.randrange)
            if not play.must_act():
                break
            seat = play.must_act()[0]
            legal, step = play.legal(seat), len(play.steps)
            met += len(legal) > 1
            about = decision(play, step, (seat,)) if met % EVERY == 3 and len(legal) > 1 else None
            play.push(seat, rng.choice(legal))
            if about:
                yield about, play
                most -= 1
                if not most:
                    return


async def measured(game: Any, most: int) -> dict[str, float]:
    """The times and shares of a game."""
    with tempfile.TemporaryDirectory() as data:
        settings = Settings(data=data)
        scheduler = AnalysisScheduler(ProvingBot(BOTS[ANALYST], Provers(settings.solved)), settings)
        coach = Coach(scheduler, SolvedTables(settings.solved))
        advice, remarks, blamed = [], [], []
        given: list[an.Advice] = []
        for about, _ in decisions(game, most):
            began = time.perf_counter()
            found = await coach.advise(Asker("guest", ""), about, about.step)
            between = time.perf_counter()
            remark = await coach.remark(Asker("guest", ""), about, about.step)
            advice.append(between - began)
            remarks.append(time.perf_counter() - between)
            blamed.append(remark.could is not None)
            if len(found.choices) + found.more < found.of:
                given.append(found)
        await scheduler.close()
    return {
        "advice_s": round(statistics.median(advice), 2), "advice_most_s": round(max(advice), 2),
        "remark_s": round(statistics.median(remarks), 2), "remark_most_s": round(max(remarks), 2),
        "explained": share(given, is_explained),
        "clear": share([one for one in given if (one.lead or 0) >= LIKELY], is_explained),
        "sized": share([one for one in given if one.gains], is_sized),
        "blamed": round(statistics.fmean(blamed), 2),
    }  # fmt: skip


def share(some: list[an.Advice], holds: Callable[[an.Advice], bool]) -> float | None:
    """The share of the advice for which a condition holds; None if there is no advice."""
    return round(statistics.fmean(map(holds, some)), 2) if some else None


def is_explained(one: an.Advice) -> bool:
    return bool(one.gains)


def is_sized(one: an.Advice) -> bool:
    return any(say.p for say in one.gains)


def main() -> None:
    given = arguments(__doc__, games=(*keys(),), decisions=8)
    for key in given.games:
        game = load(key)
        while not compile_ahead(game, LOOPS):
            time.sleep(0.5)
        found = asyncio.run(measured(game, given.decisions))
        print(key, found)
        keep(given, "coach", {"game": key, "decisions": given.decisions} | found)


if __name__ == "__main__":
    main()
