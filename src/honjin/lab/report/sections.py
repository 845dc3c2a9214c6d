"""A balance report in words, as sections with tables, in every language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from honjin.core.game import Game
from honjin.core.options import Value
from honjin.core.words import Say, Words, load_words, speak
from honjin.lab.report.cases import Names, value_name
from honjin.lab.report.findings import (
    ACTIONS,
    POINTS,
    SEAT,
    BalanceReport,
    Case,
    End,
    Group,
    Length,
    Source,
)
from honjin.lab.stats.intervals import Estimate

PLOTS: Final = ("wins", "ends", "length", "score")
"""The sections that have a plot, and the names of its files."""

Row = tuple[str, ...]


class Section(NamedTuple):
    """A heading with a sentence or two and a table."""

    key: str
    title: str
    texts: tuple[str, ...]
    columns: Row
    rows: list[Row]


@cache
def own_words() -> Words:
    """The reports' own words."""
    with resources.as_file(resources.files("honjin.lab")) as folder:
        return load_words(Path(folder) / "words")


class Teller:
    """Writes one language, with the words of a game and of the reports."""

    def __init__(self, game: Game[Any], language: str, names: Names = MappingProxyType({})) -> None:
        self.game, self.language, self._names = game, language, names
        self.words: Words = {**own_words(), **game.words}

    def speak(self, say: Say) -> str:
        """A Say in the teller's language."""
        return speak(self.words, say, self.language)

    def say(self, key: str, **holes: int | str | Say) -> str:
        """One of the reports' phrases."""
        return self.speak(Say(f"report.{key}", holes))

    def case(self, case: Case, shown: Sequence[str]) -> str:
        """The name of a case: its preset, or the options in which it differs."""
        if any(preset.key == case.key for preset in self.game.presets):
            return self.speak(Say(f"preset.{case.key}"))
        return ", ".join(self.setting(key, case.options[key]) for key in shown) or self.say(
            "default"
        )

    def setting(self, key: str, value: Value) -> str:
        """An option with its value."""
        text = self.value(key, value)
        return self.say("setting", option=Say(f"option.{key}"), value=text)

    def value(self, key: str, value: Value) -> str:
        """The value of an option."""
        if isinstance(value, bool):
            return self.say("yes" if value else "no")
        words = f"option.{key}.{value}"
        return self.speak(Say(words)) if words in self.words else value_name(value, self._names)

    def group(self, of: str, value: str) -> str:
        """A seat, or a value of a mark."""
        return self.speak(Say(f"seat.{value}" if of == SEAT else f"facts.{of}.{value}"))

    def fact(self, name: str) -> str:
        """A line of the score, a figure or a measure."""
        return self.say(name) if name in (POINTS, ACTIONS) else self.speak(Say(f"facts.{name}"))

    def interval(self, found: Estimate, digits: int = 1) -> str:
        """The ends of an interval."""
        low, high = (f"{end:.{digits}f}" for end in (found.low, found.high))
        return self.say("interval.to", low=low, high=high)

    def percent(self, share: Estimate) -> Row:
        """A share and its interval."""
        found = share.through(lambda part: 100 * part)
        return f"{found.value:.1f} %", self.interval(found)

    def section(
        self, key: str, columns: Sequence[str], rows: list[Row], *texts: str
    ) -> Section:  # fmt: skip
        """A section whose title and columns are phrases of the reports."""
        return Section(key, self.say(key), texts, tuple(map(self.say, columns)), rows)


def shown_options(game: Game[Any], cases: Sequence[Case]) -> list[str]:
    """The options in which cases differ from each other or from the defaults."""
    usual = game.read_options()
    return [
        key for key, value in usual.items()
        if any(case.options[key] != value for case in cases)
    ]  # fmt: skip


def case_names(report: BalanceReport, teller: Teller) -> dict[str, str]:
    """The name of each case."""
    shown = shown_options(teller.game, report.cases)
    return told_apart({case.key: teller.case(case, shown) for case in report.cases})


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Names by their keys; where two are the same, the key follows."""
    times = Counter(names.values())
    return {key: name if times[name] == 1 else f"{name} ({key})" for key, name in names.items()}


# ---- sections


def sections(report: BalanceReport, teller: Teller) -> list[Section]:
    """The sections of the report; empty ones are left out."""
    names = case_names(report, teller)
    seats = max((case.seats for case in report.cases), default=0)
    made = (
        _wins(report, teller, names, seats), _ends(report, teller, names, seats),
        _lengths(report, teller, names),
        _sources(report, teller, names, seats, "score"),
        _sources(report, teller, names, seats, "figures"),
    )  # fmt: skip
    return [section for section in made if section.rows]


def how_played(report: BalanceReport, teller: Teller) -> Iterator[str]:
    """The bots, the number of games of each case, and their duration."""
    names = case_names(report, teller)
    for case in report.cases:
        found = case.findings
        text = teller.say(
            "how", games=found.games, bots=bots_text(report.bots, case.means), rules=report.rules,
            seed=report.seed, seconds=f"{found.seconds:.3g}", actions=round(found.actions),
        )  # fmt: skip
        yield teller.say("how.case", case=names[case.key], text=text)
        if found.left_out:
            yield teller.say("left.out", case=names[case.key], n=found.left_out)


def bots_text(bots: Sequence[str], means: Sequence[str]) -> str:
    """The bots; a level is followed by the bot it stands for.

    >>> bots_text(["samurai", "greedy"], ["mcts:100", "greedy"])
    'samurai (mcts:100), greedy'
    """
    pairs = zip(bots, means, strict=True)
    return ", ".join(bot if bot == mean else f"{bot} ({mean})" for bot, mean in pairs)


def _wins(report: BalanceReport, teller: Teller, names: Mapping[str, str], seats: int) -> Section:
    has_places = seats > 2

    def row(case: Case, of: Group) -> Row:
        counts = (of.games, of.won, of.drawn, of.lost)
        against = teller.say(f"against.{of.against_even()}") if of.even is not None else ""
        result = f"{of.mean_return.value:+.3f}", teller.interval(of.mean_return, 3)
        place = (f"{of.place.value:.2f}", teller.interval(of.place, 2)) if has_places else ()
        who = teller.group(of.of, of.value)
        return (
            names[case.key], who, *map(str, counts), *teller.percent(of.share), against, *result,
            *place,
        )  # fmt: skip

    keys = (
        "case", "who", "games", "won", "drawn", "lost", "share", "interval", "against", "return",
        "interval", *(("place", "interval") if has_places else ()),
    )  # fmt: skip
    rows = [row(case, of) for case in report.cases for of in case.findings.groups]
    return teller.section("wins", keys, rows, teller.say("wins.about"))


def _ends(report: BalanceReport, teller: Teller, names: Mapping[str, str], seats: int) -> Section:
    def row(case: Case, end: End) -> Row:
        won = [str(n) for n in end.won] + [""] * (seats - len(end.won))
        nobody = str(end.games - sum(end.won))
        reason = teller.speak(Say(end.reason))
        return names[case.key], reason, str(end.games), *teller.percent(end.share), *won, nobody

    by = [teller.say("won.by", who=Say(f"seat.{seat}")) for seat in range(seats)]
    keys = ("case", "reason", "games", "part", "interval")
    columns = (*map(teller.say, keys), *by, teller.say("won.nobody"))
    rows = [row(case, end) for case in report.cases for end in case.findings.ends]
    return Section("ends", teller.say("ends"), (), columns, rows)


def _lengths(report: BalanceReport, teller: Teller, names: Mapping[str, str]) -> Section:
    def row(case: Case, of: Length) -> Row:
        mean = (f"{of.mean:.1f}", f"{of.deviation:.1f}")
        return names[case.key], teller.fact(of.name), *mean, *map(str, of.marks)

    keys = ("case", "measure", "mean", "deviation", "least", "low", "median", "high", "most")
    rows = [row(case, of) for case in report.cases for of in case.findings.lengths]
    return teller.section("length", keys, rows)


def _sources(
    report: BalanceReport, teller: Teller, names: Mapping[str, str], seats: int, key: str
) -> Section:
    def row(case: Case, of: Source) -> Row:
        means = [f"{mean:.2f}" for mean in of.seats] + [""] * (seats - len(of.seats))
        counts = (f"{of.winners:.2f}", f"{of.others:.2f}", str(of.games))
        share = teller.percent(of.share) if of.games else ("", "")
        return names[case.key], teller.fact(of.name), *means, *counts, *share

    by = [teller.speak(Say(f"seat.{seat}")) for seat in range(seats)]
    first = (teller.say("case"), teller.say("source" if key == "score" else "figure"))
    last = map(teller.say, ("winners", "others", "had", "share.with", "interval"))
    rows = [row(case, of) for case in report.cases for of in getattr(case.findings, key)]
    texts = (teller.say("score.about"),)
    return Section(key, teller.say(key), texts, (*first, *by, *last), rows)


# ---- a page


def as_markdown(report: BalanceReport, teller: Teller) -> str:
    """The report as a page that shows the plots next to it."""
    title = teller.say("title", game=teller.game.title)
    parts = [f"# {title}", *(f"- {text}" for text in how_played(report, teller))]
    page = "\n".join([parts[0], "", *parts[1:]]) + "\n"
    return page + "".join(_as_markdown(section, teller) for section in sections(report, teller))


def _as_markdown(section: Section, teller: Teller) -> str:
    lines = [f"## {section.title}", "", *(f"{text}\n" for text in section.texts)]
    if section.key in PLOTS:
        lines += [f"![{teller.say('plot', title=section.title)}]({section.key}.svg)", ""]
    # Names are left-aligned, numbers right-aligned.
    rule = ["---", "---", *["---:"] * (len(section.columns) - 2)]
    lines += [_row(section.columns), _row(rule), *map(_row, section.rows)]
    return "\n" + "\n".join(lines) + "\n"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '¦') for cell in cells)} |"
