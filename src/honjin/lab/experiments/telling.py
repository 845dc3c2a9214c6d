"""An experiment in words, as sections with tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from honjin.core.game import Game
from honjin.core.words import Say
from honjin.lab.experiments.findings import Part, Summary
from honjin.lab.report.findings import BalanceReport, Case
from honjin.lab.report.sections import (
    Row,
    Section,
    Teller,
    bots_text,
    sections,
    shown_options,
    told_apart,
)
from honjin.lab.stats.intervals import Estimate

LEAST_USED = 12
"""The number of least used things listed."""


class VariantTeller(Teller):
    """Names variants by their differences, bots included."""

    def __init__(self, summary: Summary, game: Game[Any], language: str) -> None:
        super().__init__(game, language, _file_names(summary))
        self._bots = {part.key: part.bots for part in summary.parts}

    def case(self, case: Case, shown: Sequence[str]) -> str:
        """The name of a variant."""
        found = [super().case(case, shown)]
        if len(set(self._bots.values())) > 1:
            found.append(", ".join(self._bots[case.key]))
        return " · ".join(found)

    def sort(self, sort: str) -> str:
        """A sort of things that are used; where there is no word for it, its key says it."""
        key = f"report.sort.{sort}"
        return self.speak(Say(key)) if key in self.words else sort

    def used(self, sort: str, name: str) -> str:
        """What an action is or names; where a game has no word for it, its key says it."""
        key = f"{sort}.{name}"
        return self.speak(Say(key)) if key in self.words else name.replace("_", " ")


def _file_names(summary: Summary) -> dict[str, str]:
    """The names of the files that variants are played with, by the values made of them."""
    return {
        str(variant.options[option]): name
        for variant in summary.plan.variants
        for option, name in variant.files.items()
        if option in variant.options
    }


def variant_names(summary: Summary, teller: Teller) -> dict[str, str]:
    """The name of each variant."""
    cases = _cases(summary)
    shown = shown_options(teller.game, cases)
    return told_apart({case.key: teller.case(case, shown) for case in cases})


def told_sections(summary: Summary, teller: VariantTeller) -> list[Section]:
    """The sections of the report; empty ones are left out."""
    names = variant_names(summary, teller)
    plan = summary.plan
    balance = BalanceReport(plan.game, summary.rules, plan.seed, (), _cases(summary))
    made = (
        _differences(summary, teller, names), _worths(summary, teller),
        *sections(balance, teller), _drama(summary, teller, names),
        _decisions(summary, teller, names), _uses(summary, teller, names),
    )  # fmt: skip
    return [section for section in made if section.rows]


def how_it_was(summary: Summary, teller: Teller) -> Iterator[str]:
    """The bots and the number of games of each variant, and the reason for stopping."""
    names = variant_names(summary, teller)
    for part in summary.parts:
        yield teller.say(
            "variant.how", case=names[part.key], games=part.findings.games,
            bots=bots_text(part.bots, part.means), rules=summary.rules, seed=summary.plan.seed,
        )  # fmt: skip
        if part.findings.left_out:
            yield teller.say("left.out", case=names[part.key], n=part.findings.left_out)
    if summary.ended:
        yield teller.say(f"ended.{summary.ended}", n=summary.rounds)


def _cases(summary: Summary) -> tuple[Case, ...]:
    return tuple(
        Case(part.key, part.options, part.seats, part.means, part.findings)
        for part in summary.parts
    )


def _percent(teller: Teller, share: Estimate) -> Row:
    found = share.through(lambda part: 100 * part)
    return f"{found.value:+.1f} %", teller.interval(found)


def _sure(teller: Teller, share: Estimate) -> str:
    return teller.say(f"against.{(share.low > 0) - (share.high < 0)}")


def _differences(summary: Summary, teller: Teller, names: Mapping[str, str]) -> Section:
    keys = ("case", "who", "games", "difference", "interval", "against.first")
    rows = [
        (names[one.variant], teller.group("seat", str(one.seat)), str(one.games),
         *_percent(teller, one.share), _sure(teller, one.share))
        for one in summary.differences
    ]  # fmt: skip
    first = names[summary.parts[0].key]
    text = teller.say("differences.sure" if summary.plan.sure else "differences.about", first=first)
    return teller.section("differences", keys, rows, text)


def _worths(summary: Summary, teller: Teller) -> Section:
    keys = ("option", "games", "difference", "interval", "against.first")
    rows = [
        (teller.setting(one.option, one.value), str(one.games),
         *_percent(teller, one.share), _sure(teller, one.share))
        for one in summary.worths
    ]  # fmt: skip
    return teller.section("worths", keys, rows, teller.say("worths.about"))


def _drama(summary: Summary, teller: Teller, names: Mapping[str, str]) -> Section:
    def row(part: Part) -> Row:
        drama, games = part.drama, max(1, part.findings.games)
        behind = sum(drama.lowest[:3]) / max(1, sum(drama.lowest))
        late = sum(drama.late[5:]) / games
        return (
            names[part.key], f"{drama.changes.mean:.2f}", *map(str, drama.changes.marks[1:4]),
            f"{drama.never / games:.0%}", f"{late:.0%}", f"{behind:.0%}",
        )  # fmt: skip

    keys = ("case", "changes", "low", "median", "high", "never", "late", "behind")
    rows = [row(part) for part in summary.parts if part.findings.games]
    return teller.section("drama", keys, rows, teller.say("drama.about"))


def _decisions(summary: Summary, teller: Teller, names: Mapping[str, str]) -> Section:
    def row(part: Part) -> Row:
        found = part.decisions
        hard = (f"{found.close:.0%}", f"{found.spread:.3f}") if found.weighed else ("", "")
        return (
            names[part.key], f"{found.per_game:.1f}", f"{found.per_turn:.2f}",
            f"{found.choices:.1f}", f"{found.forced:.0%}", *hard,
        )  # fmt: skip

    keys = ("case", "per.game", "per.turn", "choices", "forced", "close", "spread")
    rows = [row(part) for part in summary.parts if part.findings.games]
    return teller.section("decisions", keys, rows, teller.say("decisions.about"))


def _uses(summary: Summary, teller: VariantTeller, names: Mapping[str, str]) -> Section:
    rows: list[Row] = []
    for part in summary.parts:
        for sort, uses in part.uses.items():
            idle = [teller.used(sort, use.name) for use in uses if not use.games]
            if idle and part.findings.games:
                told = ", ".join(idle[:LEAST_USED]) + (" …" if len(idle) > LEAST_USED else "")
                rows.append(
                    (names[part.key], teller.sort(sort), f"{len(idle)} / {len(uses)}", told)
                )
    return teller.section("uses", ("case", "sort", "unused", "names"), rows)
