"""The contents of the box, as tables beside the rules: pieces, terrain, points."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from honjin.core.parts.condition import Condition
from honjin.core.parts.reference import Reference, ReferenceTable, Row
from honjin.core.words import Say, load_words
from honjin.games.akebono.content.data import (
    ALL_DAIMYO,
    ALL_OF_A_TYPE,
    COUNTS,
    DAIMYO,
    DEFENCES,
    KINDS,
    NINJA,
    PER_VALOR_POINT,
    RED,
    SAMURAI,
    SIDES,
    TAIRO,
    TEPPO,
    TERRAINS,
    TYPES,
)
from honjin.games.akebono.info.names import kind_say
from honjin.games.akebono.text.stated import STATED

_TOLD: Final = (TAIRO, DAIMYO, TEPPO, NINJA)
"""The types that have a note besides their numbers."""


def _look(kind: int) -> str:
    return f"{SIDES[RED]}-{TYPES[kind]}"


def _readings(
    option: str, table: Mapping[str, Sequence[int]], kind: int
) -> Iterator[tuple[int, Condition]]:
    """Each number that a type has under any reading, and the readings that give it."""
    numbers = {reading: row[kind] for reading, row in table.items()}
    for number in dict.fromkeys(numbers.values()):
        those = tuple(reading for reading in numbers if numbers[reading] == number)
        yield number, {} if len(those) == len(numbers) else {option: those}


def _pieces() -> Iterator[Row]:
    for kind in range(TAIRO, KINDS):
        note = Say(f"ref.about.{TYPES[kind]}") if kind in _TOLD else None
        for count, counted in _readings("counts", COUNTS, kind):
            for defence, read in _readings("defence", DEFENCES, kind):
                cells = (count, defence or "—")
                yield Row(kind_say(kind), cells, _look(kind), note=note, when={**counted, **read})


def _terrain() -> Iterator[Row]:
    for value, name in enumerate(TERRAINS):
        if value:
            yield Row(Say(f"terrain.{name}"), (value,), f"terrain-{value}")


def _scores() -> Iterator[Row]:
    yield Row(Say("ref.score.tairo"), (Say("ref.score.hex"),), _look(TAIRO))
    yield Row(Say("ref.score.daimyo"), (ALL_DAIMYO,), _look(DAIMYO))
    yield Row(Say("ref.score.type"), (ALL_OF_A_TYPE,), _look(SAMURAI))
    yield Row(Say("ref.score.valor"), (PER_VALOR_POINT,), f"{SIDES[RED]}-valor-1")


REFERENCE: Final = Reference(
    (
        ReferenceTable(
            Say("ref.pieces"),
            tuple(_pieces()),
            heads=(Say("ref.number"), Say("ref.defence")),
        ),
        ReferenceTable(
            Say("ref.terrain"), tuple(_terrain()), heads=(Say("ref.cost"),), drawn="hex"
        ),
        ReferenceTable(Say("ref.score"), tuple(_scores()), heads=(Say("ref.points"),)),
    ),
    load_words(Path(__file__).parents[1] / "words" / "reference", numbers=STATED),
)
