"""The contents of the box, as tables beside the rules: dice, cards."""

from pathlib import Path
from typing import Final

from honjin.core.parts.reference import Reference, ReferenceTable, Row
from honjin.core.words import Say, load_words
from honjin.games.rokumon.content.data import (
    ACTS,
    BLACK,
    COLOUR_COUNTS,
    GOLD,
    GREEN,
    KIND_COUNTS,
    PLAIN_KINDS,
    RED,
    SIDE_DICE,
    wins_fight,
)
from honjin.games.rokumon.info.log import die_say
from honjin.games.rokumon.text.stated import STATED
from honjin.games.rokumon.view.scene import COLOURS, die_look

_FIGHTS: Final = tuple(act.key for act in ACTS if act.fights)
_PLAIN: Final = tuple(act.key for act in ACTS if not act.fights)
_SURPRISES: Final = tuple(act.key for act in ACTS if act.surprises)
_DUELS: Final = tuple(act.key for act in ACTS if act.surprises and not act.has_automa)
_SMALL: Final = tuple(act.key for act in ACTS if len(act.layout.cells) < sum(COLOUR_COUNTS))
_FORTS: Final = tuple(act.key for act in ACTS if act.has_fort)
_KINDS: Final = range(1, len(KIND_COUNTS))


def _die(kind: int) -> Row:
    """A die with a value, and the rivals it beats."""
    beaten = tuple(
        die_say(0, other) for other in _KINDS if other >> 2 != kind >> 2 and wins_fight(kind, other)
    )
    cells = (KIND_COUNTS[kind], Say("ref.all", {"dice": beaten}) if beaten else "—")
    return Row(die_say(0, kind), cells, die_look(0, kind), when={"act": _FIGHTS})


def _plain_die(seat: int) -> Row:
    kind = PLAIN_KINDS[seat]
    return Row(die_say(1, kind), (SIDE_DICE[seat],), die_look(1, kind), when={"act": _PLAIN})


def _coin(colour: int, name: str) -> Row:
    return Row(Say(f"ref.{name}"), (COLOUR_COUNTS[colour],), f"coin-{name}")


def _clan(seat: int) -> Row:
    acts = _DUELS if seat == BLACK else _SURPRISES
    return Row(
        Say(f"ref.clan.{seat}"),
        (1,),
        f"clan-{COLOURS[seat]}",
        note=Say("ref.clan.note"),
        when={"act": acts},
    )


_NUMBER: Final = Say("ref.number")

REFERENCE: Final = Reference(
    (
        ReferenceTable(
            Say("ref.dice"), tuple(map(_die, _KINDS)), heads=(_NUMBER, Say("ref.beats"))
        ),
        ReferenceTable(Say("ref.dice"), tuple(map(_plain_die, (RED, BLACK))), heads=(_NUMBER,)),
        ReferenceTable(
            Say("ref.cards"),
            (
                _coin(GREEN, "green"),
                _coin(GOLD, "gold"),
                Row(
                    Say("ref.fort"),
                    (1,),
                    "coin-fort",
                    note=Say("ref.fort.note"),
                    when={"act": _FORTS},
                ),
                _clan(RED),
                _clan(BLACK),
            ),
            heads=(_NUMBER,),
        ),
    ),
    load_words(Path(__file__).parents[1] / "words" / "reference", numbers=STATED),
)
