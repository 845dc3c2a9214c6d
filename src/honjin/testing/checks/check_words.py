"""Checks of words and of cited rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from honjin.core.errors import BadOption
from honjin.core.events import Event
from honjin.core.locales import LANGUAGES
from honjin.core.parts.rulebook import load_rulebook
from honjin.core.play import replay
from honjin.core.scene import Breakdown, Scene
from honjin.core.state import State
from honjin.core.words import Say, holes_of
from honjin.testing.check import Case, Moment, Move, check, fail
from honjin.testing.checks.check_presentation import some_gestures, wrong_paths

NO_FILES = ("no such value", "[", "[x]\n", "x = 1\n", "[[x]]\ny = 'z'\n", "{}", "1")
"""Texts that no game accepts as a file."""


# ---- words


@check(
    "words", "once", "words", "Everything shown has words in every language, with all holes filled."
)
def standing_words(case: Case) -> None:
    """Title, seats, reasons, kinds, options, presets and flaws of files have words."""
    game = case.game
    keys: list[str] = []
    for option in game.options:
        keys += [f"option.{option.key}"]
        keys += [f"option.{option.key}.{value}" for value in option.values]
        keys += [f"option.{option.key}.{x}" for x in (option.default, "own") if option.file]
        keys += [f"option.{option.key}.about"] * option.is_text
    says: dict[str, Iterable[Say]] = {
        "options": map(Say, keys),
        "presets": (Say(f"preset.{preset.key}") for preset in game.presets),
        "reasons": map(Say, game.reasons),
        "actions": (Say(f"kind.{kind}") for kind in game.kinds),
        "title": [game.title],
        "words": [
            Say("about"), *(Say(f"seat.{seat}") for seat in range(case.seats)),
            Say("resigned", {"who": Say("seat.0")}),
        ],
    }  # fmt: skip
    for function, said in says.items():
        must_have_words(case, said, function)
    for option in game.options:
        if option.file:
            must_have_words(case, _flaws(case, option.key), "options")


def _flaws(case: Case, option: str) -> Iterator[Say]:
    """The flaws reported for texts that are not valid files."""
    for junk in NO_FILES:
        try:
            case.game.read_options({option: junk})
        except BadOption as problem:
            if problem.say is None:
                fail(f"option {option} is refused in English only: {problem}", "options")
            yield problem.say
        except KeyError as problem:
            fail(f"there are no words for a flaw in option {option}: {problem}", "options")


@check("words", "position", "table.scene")
def table_words(moment: Moment) -> None:
    """Scenes, prompts, choices and answers have words."""
    case, table = moment.case, moment.case.game.table
    for viewer in case.viewers():
        must_have_words(case, _scene_says(table.scene(moment.seen_by(viewer))), "table.scene")
    for seat in moment.may_act():
        seen = moment.seen_by(seat)
        prompt = table.prompt(seen, seat)
        must_have_words(case, [prompt.say, *prompt.asks.values()], "table.prompt")
        reasons = [table.why(seen, seat, path).say for path in wrong_paths(moment, seen, seat)]
        must_have_words(case, reasons, "table.why")
        says: list[Say] = []
        for action in moment.legal(seat):
            choice = table.choice(seen, seat, action)
            says += [Say(f"ask.{choice.kind}.{n}") for n in range(1, len(choice.path))]
            says += [one for one in (choice.note, choice.gives_up) if one]
            says += _breakdown_says(choice.breakdown)
        must_have_words(case, says, "table.choice")
        notes = [one.note for one in some_gestures(moment, seen, seat) if one.note]
        must_have_words(case, notes, "gestures")


@check("words", "step", "tell")
def event_words(moment: Moment, move: Move, after: State) -> None:
    """Events have words."""
    must_have_words(moment.case, [event.say for event in _events(moment, move, after)], "tell")


@check("words", "end", "facts")
def facts_words(moment: Moment) -> None:
    """The facts about a finished game have words."""
    facts = replay(moment.case.game, moment.record()).facts()
    must_have_words(moment.case, map(Say, facts.word_keys()), "facts")


def _scene_says(scene: Scene) -> Iterator[Say]:
    for part in (scene.spaces, scene.trays, scene.pieces, scene.verbs):
        yield from (thing.label for thing in part)
    yield from (decor.label for decor in scene.decor if decor.label)
    for side in scene.sides:
        yield side.name
        yield from side.facts
        yield from [side.out] if side.out else []
    yield from _breakdown_says(scene.breakdown)
    if scene.goal is not None:
        yield from (scene.goal.say, *(mark.label for mark in scene.goal.marks))


def _breakdown_says(breakdown: Breakdown | None) -> Iterator[Say]:
    if breakdown is not None:
        yield from (breakdown.title, *breakdown.heads, *breakdown.foot)
        yield from (line.who for line in breakdown.lines)


def must_have_words(case: Case, says: Iterable[Say], function: str) -> None:
    """Check that each Say of a function can be put into words in every language."""
    known: set[Say] = case.memory.setdefault("words", set())
    for say in says:
        if say not in known:
            _must_speak(case, say, function)
            known.add(say)


def _must_speak(case: Case, say: Say, function: str) -> None:
    forms = case.game.words.get(say.k)
    if forms is None:
        fail(f"there are no words for {say.k!r}", function)
    for language in LANGUAGES:
        if language not in forms:
            fail(f"{say.k!r} has no words in {language!r}", "words")
        for hole in sorted(holes_of(forms[language])):
            if hole not in say.p:
                filled = f"that nothing fills: {say.p}"
                fail(f"{say.k!r} ({language}) has a hole {hole!r} {filled}", "words")
    for value in say.p.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Say):
                _must_speak(case, part, function)


def _events(moment: Moment, move: Move, after: State) -> Iterator[Event]:
    if move.action is not None:
        for viewer in moment.case.viewers():
            yield from moment.case.game.tell(moment.state, move.seat, move.action, after, viewer)


# ---- rules


@check(
    "rules cited",
    "once",
    "actions",
    "Cited rules are numbered in rules.md, and every prompt cites one.",
)
def standing_rules(case: Case) -> None:
    """Kinds of choice cite a rule, options may cite one."""
    game = case.game
    for kind, number in game.kinds.items():
        _must_be_rule(case, number, f"kind {kind}", "actions")
    for option in game.options:
        if option.rule:
            _must_be_rule(case, option.rule, f"option {option.key}", "options")


@check("rules cited", "position", "table.scene")
def table_rules(moment: Moment) -> None:
    """Prompts cite a rule; verbs, answers and the goal may cite one."""
    case, table = moment.case, moment.case.game.table
    for seat in moment.may_act():
        seen = moment.seen_by(seat)
        prompt, scene = table.prompt(seen, seat), table.scene(seen)
        _must_be_rule(case, prompt.rule, f"the prompt of seat {seat}", "table.prompt")
        cited = [(verb.rule, f"verb {verb.id}", "table.scene") for verb in scene.verbs]
        cited += [(scene.goal.rule, "the goal", "table.scene")] if scene.goal else []
        cited += [
            (table.why(seen, seat, path).rule, f"the answer to {path}", "table.why")
            for path in wrong_paths(moment, seen, seat)
        ]
        for number, source, function in cited:
            if number:
                _must_be_rule(case, number, source, function)


@check("rules cited", "step", "tell")
def event_rules(moment: Moment, move: Move, after: State) -> None:
    """Events may cite rules."""
    for event in _events(moment, move, after):
        if event.rule:
            _must_be_rule(moment.case, event.rule, f"event {event.say.k}", "tell")


def _must_be_rule(case: Case, number: str, source: str, function: str) -> None:
    """Check that a number is in rules.md; without that file it must be empty."""
    if "rules" not in case.memory:
        path = case.game.home / "rules.md"
        case.memory["rules"] = (
            load_rulebook(path, case.game.numbers).statements() if path.exists() else {""}
        )
    if number not in case.memory["rules"]:
        fail(f"{source} cites rule {number!r}, which is not in rules.md", function)
