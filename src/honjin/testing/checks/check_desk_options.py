"""Checks of the options on which the figures of a desk depend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.core.options import Option, Value
from honjin.core.parts.desks import Checked, Desk, Draft, check_draft
from honjin.testing.check import Case, fail
from honjin.testing.checks.check_words import must_have_words


def must_depend(case: Case, desk: Desk) -> None:
    """Check that figures and remarks of a desk depend on the options it names, and nothing else."""
    if bool(desk.depends_on) != (desk.check_with is not None):
        fail(f"desk {desk.key} has only one of depends_on and check_with")
    options = {option.key: option for option in case.game.options}
    for key in desk.depends_on:
        if key not in options or key == desk.option:
            fail(f"desk {desk.key} depends on {key!r}, which is no other option")
        option = options[key]
        if not (option.values or option.file or isinstance(option.default, bool)):
            fail(f"desk {desk.key} depends on {key}, which has no values to choose from")
        values = tuple(_values(case.game, option))
        changes = [
            _must_differ_in_figures(case, desk, start.draft, key, value)
            for start in desk.starts
            for value in values
        ]
        if values and not any(changes):
            fail(f"no value of {key} changes the figures of desk {desk.key}")


def _values(game: Game[Any], option: Option) -> Iterator[Value]:
    """The values of an option besides the default one: files are those of its own desk."""
    if isinstance(option.default, bool):
        yield not option.default
    yield from (value for value in option.values if value != option.default)
    for desk in game.desks:
        if desk.option == option.key:
            yield from (desk.check(start.draft).file for start in desk.starts)


def _must_differ_in_figures(case: Case, desk: Desk, draft: Draft, key: str, value: Value) -> bool:
    """Check a draft under a value of an option; true if figures or findings differ."""
    usual, _ = check_draft(case.game, desk, draft)
    try:
        found, options = check_draft(case.game, desk, draft, {key: value})
    except BadOption:
        return False  # a start of another desk that no game can be played with
    if key in found.options or _fixed(usual) != _fixed(found):
        fail(f"of desk {desk.key} more than figures and remarks depends on {key}")
    if (options is None) != usual.stops():
        fail(f"whether a draft of desk {desk.key} can be played on depends on {key}")
    must_have_words(case, found.says(), "desks")
    return (usual.findings, usual.figures) != (found.findings, found.figures)


def _fixed(found: Checked) -> Checked:
    """A check without remarks and figures."""
    stops = tuple(finding for finding in found.findings if finding.stops)
    return replace(found, findings=stops, figures=())
