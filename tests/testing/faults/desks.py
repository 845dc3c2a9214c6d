"""Faults in the desk at which a string of lanterns is drawn."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from msgspec import structs

from honjin.core.errors import Flaw
from honjin.core.options import Option, Options
from honjin.core.parts.desks import Brush, Checked, Draft, Finding, Layer, Start, Symmetry
from honjin.core.scene import Scene
from honjin.core.words import Say
from madeup.game import GAME
from testing.faults.planting import Faulty, fault
from testing.string_desk import (
    BRUSHES,
    CELLS,
    DESK,
    FIXED,
    LETTERS,
    check,
    check_usual,
    check_with,
    read,
)


def read_option(text: str, _: Options) -> str:
    """The string of an option: its first lantern burns."""
    if text and "a" not in read(text).cells("string"):
        raise Flaw(Say("desk.dark"))
    return text


STRING = Option(key="string", default="", read=read_option, file=".txt")
SAID = ("option.string", "option.string.", "option.string.own", "desk.bad", "desk.dark")
OPTION_WORDS: Mapping[str, Mapping[str, str]] = dict.fromkeys(SAID, FIXED)


def at(**parts: Any) -> Faulty:
    """The fair with a string of lanterns that can be drawn, parts of its desk replaced."""
    return replace(
        GAME, options=(*GAME.options, STRING), words={**GAME.words, **OPTION_WORDS},
        desks=(replace(DESK, **parts),),
    )  # fmt: skip


def in_rounds(**parts: Any) -> Faulty:
    """How many lanterns burn in a round is a figure that depends on an option."""
    fair = {"check": check_usual, "check_with": check_with, "depends_on": ("rounds",)}
    return at(**(fair | parts))


def changing(**parts: Any) -> Faulty:
    """In three rounds a draft is told of with parts replaced."""

    def changed(draft: Draft, options: Options) -> Checked:
        found = check_with(draft, options)
        return structs.replace(found, **parts) if options["rounds"] == "3" else found

    return in_rounds(check_with=changed)


def of_brushes(*brushes: Brush) -> Faulty:
    return at(layers=(replace_layer(brushes),))


def replace_layer(brushes: tuple[Brush, ...]) -> Layer:
    return Layer("string", Say("desk"), brushes, Say("desk"))


def checking(**parts: Any) -> Faulty:
    """Every draft is told of with parts replaced."""

    def changed(draft: Draft) -> Checked:
        found = check(draft)
        fields = {name: getattr(found, name) for name in found.__struct_fields__}
        return Checked(**(fields | parts))

    return at(check=changed)


@fault("desks")
def a_desk_for_an_option_that_takes_no_file() -> Faulty:
    return at(option="seats")


@fault("desks")
def two_brushes_with_one_key() -> Faulty:
    return of_brushes(BRUSHES[0], Brush("dim", Say("desk"), "B", look="dim"))


@fault("desks")
def a_brush_picked_by_what_wipes() -> Faulty:
    return of_brushes(BRUSHES[0], Brush("dim", Say("desk"), "0", look="dim"))


@fault("desks")
def a_brush_without_a_look() -> Faulty:
    return of_brushes(BRUSHES[0], Brush("dim", Say("desk"), "d"))


@fault("desks")
def an_image_that_is_no_brush() -> Faulty:
    return of_brushes(BRUSHES[0], Brush("dim", Say("desk"), "d", look="dim", images=("red",)))


@fault("desks")
def a_desk_without_words() -> Faulty:
    return at(title=Say("desk.nothing"))


@fault("desks")
def nothing_to_begin_with_that_can_be_played_on() -> Faulty:
    return at(starts=(Start("dark", Say("desk"), Draft()),))


@fault("desks")
def a_file_that_is_read_as_something_else() -> Faulty:
    return at(read=lambda text: read(text[:2] + "dd"))


@fault("desks")
def a_file_that_breaks_the_reader() -> Faulty:
    def careless(text: str) -> Draft:
        return Draft({"string": {cell: LETTERS[text[n]] for n, cell in enumerate(CELLS)}})

    return at(read=careless)


@fault("desks")
def a_flaw_that_only_the_option_finds() -> Faulty:
    return checking(findings=())


@fault("desks")
def a_finding_off_the_sheet() -> Faulty:
    return checking(findings=(Finding(Say("desk.dark"), ("z",), stops=False),))


@fault("desks")
def a_symmetry_that_does_not_lead_back() -> Faulty:
    return checking(symmetries=(Symmetry("away", Say("desk"), (1, 0, 0, 1, 1, 0)),))


@fault("desks")
def a_sheet_without_the_cells_that_are_painted() -> Faulty:
    return checking(scene=Scene("", (), (), ()))


@fault("desks")
def a_figure_that_depends_on_no_option() -> Faulty:
    return in_rounds(depends_on=("lanterns",))


@fault("desks")
def a_figure_that_depends_on_its_own_file() -> Faulty:
    return in_rounds(depends_on=("string",))


@fault("desks")
def a_desk_that_depends_on_what_it_does_not_look_at() -> Faulty:
    return in_rounds(depends_on=("rounds", "offers"))


@fault("desks")
def a_desk_that_looks_at_options_and_names_none() -> Faulty:
    return in_rounds(depends_on=())


@fault("desks")
def a_file_that_depends_on_another_option() -> Faulty:
    return changing(file="B...")


@fault("desks")
def a_fault_that_stops_under_one_option_only() -> Faulty:
    return changing(findings=(Finding(Say("desk.dark")),))


@fault("desks")
def a_remark_under_an_option_without_words() -> Faulty:
    return changing(findings=(Finding(Say("desk.nothing"), stops=False),))


@fault("desks")
def figures_that_are_others_by_default() -> Faulty:
    return in_rounds(check=check)
