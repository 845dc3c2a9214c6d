"""A small desk that nothing is wrong with: a string of four lanterns, each bright, dim or dark."""

from msgspec.structs import replace

from honjin.core.errors import Flaw
from honjin.core.options import Options
from honjin.core.parts.desks import (
    Brush,
    Checked,
    Desk,
    Draft,
    Figure,
    Finding,
    Layer,
    Start,
    Symmetry,
)
from honjin.core.scene import Scene, Space
from honjin.core.words import Say

CELLS = ("a", "b", "c", "d")
LETTERS = {"bright": "B", "dim": "d"}
FIXED = {"en": "lanterns", "ja": "灯籠"}
HOLE = {"en": "lantern {at}", "ja": "灯籠{at}"}
WORDS = {"desk": FIXED, "desk.dark": FIXED, "desk.cell": HOLE, "desk.bad": FIXED}
FIRST = Draft({"string": {"a": "bright", "b": "dim"}})


def read(text: str) -> Draft:
    """`Bd.d`: a letter for each lantern of the string."""
    if len(text) != len(CELLS) or set(text) - {*LETTERS.values(), "."}:
        raise Flaw(Say("desk.bad"))
    brush = {letter: key for key, letter in LETTERS.items()}
    painted = {cell: brush[one] for cell, one in zip(CELLS, text, strict=True) if one in brush}
    return Draft({"string": painted} if painted else {})


def write(draft: Draft) -> str:
    painted = draft.cells("string")
    return "".join(LETTERS[painted[cell]] if cell in painted else "." for cell in CELLS)


def check(draft: Draft) -> Checked:
    """The first lantern has to burn."""
    spaces = tuple(
        Space(cell, (n, 0), (1, 1), "", Say("desk.cell", {"at": cell}))
        for n, cell in enumerate(CELLS)
    )
    turned = Symmetry("turned", Say("desk"), (-1, 0, 0, 1, 3, 0))
    lit = "a" in draft.cells("string")
    findings = () if lit else (Finding(Say("desk.dark"), ("a",), "string"),)
    return Checked(Scene("", spaces, (), ()), (turned,), findings, (), write(draft))


def check_with(draft: Draft, options: Options) -> Checked:
    """How many burn in how many rounds."""
    lit = f"{len(draft.cells('string'))} / {options.get('rounds', '2')}"
    return replace(check(draft), figures=(Figure(Say("desk"), lit),))


def check_usual(draft: Draft) -> Checked:
    """In as many rounds as there are by default."""
    return check_with(draft, {})


BRUSHES = tuple(Brush(key, Say("desk"), letter, look=key) for key, letter in LETTERS.items())
DESK = Desk(
    key="string", title=Say("desk"), about=Say("desk"), option="string",
    layers=(Layer("string", Say("desk"), BRUSHES, Say("desk")),),
    starts=(Start("first", Say("desk"), FIRST),), read=read, check=check, words=WORDS,
)  # fmt: skip
