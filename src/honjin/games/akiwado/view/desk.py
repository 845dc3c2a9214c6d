"""The desk for lists of cards: tables of numbers, what is wrong with them, the cards to look at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from honjin.core.errors import Flaw
from honjin.core.options import Options
from honjin.core.parts.desks import Checked, Desk, Draft, Figure, Finding, Start, row_place
from honjin.core.scene import Piece, Scene
from honjin.core.words import Say, load_words
from honjin.games.akiwado.content.carddraft import (
    COLOUR,
    FIELDS,
    NUMBER,
    NUMBERS,
    TABLES,
    draft_of,
    list_of,
    read_draft,
)
from honjin.games.akiwado.content.cardfile import write_cards
from honjin.games.akiwado.content.cardlist import (
    ORDERS_KEY,
    PRINTED,
    CardList,
    flaws,
    shortages,
    turns,
)
from honjin.games.akiwado.content.data import COLOUR_NAMES, ORDER, SEATS, WASTES
from honjin.games.akiwado.view.scene import card_piece

HOME: Final = Path(__file__).parents[1]

_SEATS: Final = ("4", *(n for n in SEATS if n != "4"))
"""The numbers of players, the usual one first."""

# ---- the check


def check(draft: Draft) -> Checked:
    """Check a draft that fits the tables."""
    cards = list_of(draft)
    wrong = tuple(_finding(flaw) for flaw in flaws(cards))
    few, seats = _shortages(cards)
    options = {} if seats == _SEATS[0] else {"seats": seats}
    return Checked(
        Scene("akiwado", (), _faces(cards), ()), findings=wrong + few,
        figures=tuple(_figures(cards)), file=write_cards(cards), options=options,
    )  # fmt: skip


def _with(seats: str) -> Options:
    """The default options that a set-up depends on, with a number of players."""
    return {"seats": seats, "removed": "printed", "waste": WASTES[0], "colours": "seats"}


def _shortages(cards: CardList) -> tuple[tuple[Finding, ...], str]:
    """What is missing for which number of players, and a number that can play.

    It is a remark as long as some number of players can play.
    """
    found = {seats: [flaw.say for flaw in shortages(cards, _with(seats))] for seats in _SEATS}
    able = next((seats for seats, says in found.items() if not says), "")
    every = (_at(say, stops=not able) for says in found.values() for say in says)
    return tuple(every), able or _SEATS[0]


def _finding(flaw: Flaw) -> Finding:
    return _at(flaw.say, stops=True)


def _at(say: Say, *, stops: bool) -> Finding:
    """A flaw with the table, the row and the column of its place."""
    table, _, name = str(say.p["where"]).partition(", ")
    if table in _OF_COLOURS and name != ORDERS_KEY:
        rows, column = ((name,), _OF_COLOURS[table]) if name else (COLOUR_NAMES, "")
        return Finding(say, rows, COLOUR.key, stops, column)
    column = f"set{name}" if table == "sets" else name
    return Finding(say, (NUMBERS,), NUMBER.key, stops, column)


_OF_COLOURS: Final = {"copies": "copies", "pips": "pip"}
"""The columns of the table of colours by the tables of a file."""


def _faces(cards: CardList) -> tuple[Piece, ...]:
    """Each colour's card on its row."""
    return tuple(
        card_piece(row_place(COLOUR, name), card, 1, cards.pips[card])
        for card, name in enumerate(COLOUR_NAMES)
    )


# ---- figures


def _figures(cards: CardList) -> Iterator[Figure]:
    yield Figure(Say("draft.figure.cards"), str(sum(cards.copies)))
    for seats in SEATS:
        n = turns(cards, _with(seats))
        yield Figure(Say("draft.figure.turns", {"seats": int(seats)}), str(max(0, n)), poor=n < 1)
    pairs = sum(n // 2 for n in cards.copies[:ORDER])
    yield Figure(Say("draft.figure.pairs"), str(pairs))
    yield Figure(Say("draft.figure.best"), str(cards.set_points[-1]))


# ---- drafts to begin with


def _starts() -> Iterator[Start]:
    yield Start("printed", Say("draft.start.printed"), draft_of(PRINTED))
    for key, cards in VARIANTS.items():
        yield Start(key, Say(f"draft.start.{key}"), draft_of(cards))


VARIANTS: Final = {
    "long": CardList(copies=(7, 7, 7, 7, 7, 2), coins=60),
    "uneven": CardList(copies=(7, 7, 6, 5, 5, 2)),
    "flat": CardList(set_points=(0, 0, 4, 8, 12, 16)),
}
"""More cards; common and rare colours; sets that do not grow."""

DESK: Final = Desk(
    key="cards",
    title=Say("draft.title"),
    about=Say("draft.about"),
    option="cards",
    layers=(),
    fields=FIELDS,
    tables=TABLES,
    starts=tuple(_starts()),
    read=read_draft,
    check=check,
    words=load_words(HOME / "words" / "desk"),
)
