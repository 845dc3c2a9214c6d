"""The course of saved games of a battle, turn by turn, to hold beside published replays.

    python -m bench.summits.course tennozan --folder reports/arena [--games 10]

The folder is one of `honjin arena summits` or `python -m bench.starts`. A line of a game: who
controlled the summit after each turn (H Hideyoshi, x the other side, - nobody), and the turns on
which

    summit    Kuroda (Tennōzan) or Sakuma (Shizugatake) first stood on it
    hands     Hideyoshi's hand sizes on turns 4, 5 and 6
    first     the first group of reinforcements came, and Hideyoshi himself
    line      a unit of Hideyoshi's was first beyond the final line (Tennōzan)
    end       the game ended, and how

The last line has the medians of what happened, and in how many games it did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bench.common import arguments

from honjin.core.play import Play, replay
from honjin.core.record import read_record
from honjin.games.summits.content.data import HIDEYOSHI, NOBODY, SHIPPED, SHIPPED_TEXT
from honjin.games.summits.game import GAME
from honjin.games.summits.rules.scoring import hand_size, is_line_crossed

CLIMBER = {"tennozan": "kuroda_yoshitaka", "shizugatake": "sakuma_morimasa"}
LORD = "hashiba_hideyoshi"
HANDS = (4, 5, 6)


class Course(NamedTuple):
    """What happened in a game: turns, None for what did not."""

    held: str
    summit: int | None
    hands: tuple[int | None, ...]
    first: int | None
    lord: int | None
    line: int | None
    end: int
    how: str


def states(play: Play) -> Iterator[Any]:
    """All positions of a game."""
    return map(play.state_at, range(len(play.steps) + 1))


def course_of(play: Play, battle: str) -> Course:
    """The course of a finished game."""
    generals = [one.id for one in SHIPPED[battle].general]
    climber, lord = generals.index(CLIMBER[battle]), generals.index(LORD)
    held: dict[int, str] = {}
    hands: dict[int, int] = {}
    turns: dict[str, int] = {}
    for s in states(play):
        held[s.turn] = {HIDEYOSHI: "H", NOBODY: "-"}.get(s.held[s.mountain], "x")
        hands.setdefault(s.turn, hand_size(s, HIDEYOSHI))
        happened = {
            "summit": s.where[climber] == s.mountain,
            "first": any(s.group_of[n] and s.where[n] < s.areas for n in range(s.generals)),
            "lord": s.where[lord] < s.areas,
            "line": s.beyond and is_line_crossed(s),
        }
        for name in (name for name, has in happened.items() if has):
            turns.setdefault(name, s.turn)
    result = play.result()
    assert result is not None
    ours = result.returns[HIDEYOSHI]
    winner = "Hideyoshi" if ours > 0 else "the other side" if ours < 0 else "nobody"
    return Course(
        "".join(held.values()), turns.get("summit"), tuple(map(hands.get, HANDS)),
        turns.get("first"), turns.get("lord"), turns.get("line"), max(held),
        f"{winner}, {result.reason.removeprefix('end.')}",
    )  # fmt: skip


def games(folder: Path, battle: str, most: int) -> Iterator[Play]:
    """The saved games of a battle."""
    for path in sorted(folder.rglob("games.jsonl")):
        for line in path.read_bytes().splitlines():
            record = read_record(line)
            if most and record.options.get("battle", "tennozan") == battle:
                most -= 1
                yield replay(GAME, record)


def middle(turns: Iterable[int | None]) -> str:
    """The median of what happened, and in how many games it did."""
    found = [turn for turn in turns if turn is not None]
    return f"{median(found):g} ({len(found)})" if found else "-"


def main() -> None:
    """Print a table."""
    given = arguments(__doc__, {"battle": SHIPPED_TEXT}, folder=Path, games=10)
    names = ("summit", "first", "lord", "line", "end")
    print("| held | summit | hands | first | Hideyoshi | line | end | won by |")
    print("|---|---|---|---|---|---|---|---|")
    plays = games(given.folder, given.battle, given.games)
    told = [course_of(play, given.battle) for play in plays]
    for one in told:
        hands = " ".join(str(size or "-") for size in one.hands)
        rest = " | ".join(str(turn or "-") for turn in (one.first, one.lord, one.line, one.end))
        print(f"| `{one.held}` | {one.summit or '-'} | {hands} | {rest} | {one.how} |")
    every = {name: middle(getattr(one, name) for one in told) for name in names}
    print(f"| | {every['summit']} | | {' | '.join(every[name] for name in names[1:])} | |")


if __name__ == "__main__":
    main()
