"""The fair bid in the auction (rule 70): the number of turns at which both sides win equally often.

    python -m bench.summits.fair_bid tennozan --turns 6,8,10,12,14 --games 60 [--bots samurai]

The lower bidder plays Hideyoshi, for the number of turns bid, so a bid is fair if Hideyoshi then
wins half the games. The battle is played with several numbers of turns (as custom battles) by the
same bots on both sides, and Hideyoshi's share is fitted over turns (`honjin.lab.stats.even`). Games
are saved in a folder, so an interrupted run can be resumed. Writes bid.json, bid.png and bid.svg to
that folder.
"""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
from bench.common import arguments

from honjin.games.summits.content.data import SHIPPED_TEXT
from honjin.games.summits.game import GAME
from honjin.lab import Balance, BalanceReport, Case, Estimate
from honjin.lab.report.plots import COLOURS, new_figure, save
from honjin.lab.stats.even import Fit, Trial, fit

HIDEYOSHI = "0"  # seat


def with_turns(battle: str, turns: int) -> str:
    """The shipped battle with another number of turns."""
    text = SHIPPED_TEXT[battle]
    usual = GAME.setup(GAME.read_options({"battle": battle})).last
    assert f"\nturns = {usual}\n" in text
    return text.replace(f"\nturns = {usual}\n", f"\nturns = {turns}\n", 1)


def share_of(case: Case) -> Estimate:
    """The share of a case's games that Hideyoshi won."""
    return next(of.share for of in case.findings.groups if (of.of, of.value) == ("seat", HIDEYOSHI))


def trials_of(report: BalanceReport) -> list[Trial]:
    """Turns, games, Hideyoshi's share."""
    return [
        Trial(float(case.key), case.findings.games, share_of(case).value) for case in report.cases
    ]


def even_text(found: Estimate, trials: list[Trial]) -> str:
    """The even number of turns, if it is within the range played, and the interval."""
    least, most = min(trial.at for trial in trials), max(trial.at for trial in trials)
    if found.high <= 1:
        return "even at no number of turns"
    low = f"{found.low:.1f}" if found.low > 1 else "1 or fewer"
    high = f"{found.high:.1f}" if math.isfinite(found.high) else "any number"
    if least <= found.value <= most:
        return f"even at {found.value:.1f} turns ({low} to {high})"
    return f"even at none of {least:g} to {most:g} turns (95 %: {low} to {high})"


def draw(report: BalanceReport, line: Fit, battle: str, folder: Path) -> list[Path]:
    """Draw shares with their intervals over turns, the fit, and where it crosses a half."""
    figure = new_figure(8, 4.5)
    axes = figure.subplots()
    trials, shares = trials_of(report), [share_of(case) for case in report.cases]
    low = [100 * (share.value - share.low) for share in shares]
    high = [100 * (share.high - share.value) for share in shares]
    axes.errorbar(
        [trial.at for trial in trials], [100 * share.value for share in shares], yerr=[low, high],
        fmt="o", capsize=3, color=COLOURS[0], linewidth=1.6,
    )  # fmt: skip
    least, most = min(trial.at for trial in trials) - 0.5, max(trial.at for trial in trials) + 0.5
    steps = [least + k * (most - least) / 100 for k in range(101)]
    axes.plot(steps, [100 * line.share(x) for x in steps], color=COLOURS[1], linewidth=1.8)
    even = line.even()
    axes.axhline(50, color="0.35", linewidth=1, linestyle="--")
    axes.axvspan(max(least, even.low), min(most, even.high), color=COLOURS[1], alpha=0.12)
    axes.set_xlim(least, most)
    axes.set_ylim(0, 100)
    axes.set_xlabel("turns")
    axes.set_ylabel("won by Hideyoshi, % (95 % interval)")
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_title(f"{battle}: {even_text(even, trials)}", loc="left")
    return save(figure, folder, "bid")


def main() -> None:
    """Play, fit, draw."""
    given = arguments(
        __doc__,
        {"battle": SHIPPED_TEXT},
        turns="6,8,10,12,14",
        games=60,
        bots="samurai",
        seed=1,
        jobs=1,
        out=Path,
    )
    folder = given.out or Path("reports") / f"summits-bid-{given.battle}"
    cases = {
        turns: {"battle": given.battle, "map": with_turns(given.battle, int(turns))}
        for turns in given.turns.split(",")
    }
    balance = Balance(GAME, cases, bots=[given.bots], seed=given.seed, folder=folder)
    report = balance.run(given.games, jobs=given.jobs)
    for case in report.cases:
        value, low, high = (100 * part for part in share_of(case))
        print(f"{case.key:>3} turns  {value:5.1f} % ({low:.1f} to {high:.1f})")
    line = fit(trials_of(report))
    even = even_text(line.even(), trials_of(report))
    print(f"{even}; one more turn: {line.b:+.2f} in log odds")
    even = {"trials": trials_of(report), "fit": line._asdict(), "even": line.even()}
    (folder / "bid.json").write_bytes(msgspec.json.format(msgspec.json.encode(even)) + b"\n")
    draw(report, line, given.battle, folder)


if __name__ == "__main__":
    main()
