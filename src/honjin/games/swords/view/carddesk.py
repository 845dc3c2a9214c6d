"""The desk for lists of cards: tables of numbers, what is wrong with them, the cards to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from honjin.core.errors import Flaw
from honjin.core.parts.desks import Checked, Desk, Draft, Figure, Finding, Start, row_place
from honjin.core.scene import Piece, Scene
from honjin.core.words import Say, load_words
from honjin.games.swords.content.carddraft import (
    CARD,
    FIELDS,
    NUMBER,
    ROW,
    TABLES,
    TERRAIN,
    TRAIT,
    draft_of,
    list_of,
    read_draft,
)
from honjin.games.swords.content.cardfile import write_cards
from honjin.games.swords.content.cardlist import MAX_CARDS, PRINTED, CardList, flaws
from honjin.games.swords.content.data import (
    CARD_NAMES,
    COPIES,
    EVENTS,
    FORCE,
    IS_LIMITED,
    NUMBER_NAMES,
    TRAIT_AMOUNT,
    TRAIT_GOLD,
    TRAIT_HONOR,
    TRAIT_NAMES,
    TRAIT_ROLLS,
    TROOPS,
)
from honjin.games.swords.content.maps import FORTRESS, KEEP, PASSABLE, TERRAINS
from honjin.games.swords.rules.setup import with_cards
from honjin.games.swords.rules.state import Swords
from honjin.games.swords.text.stated import STATED
from honjin.games.swords.view.sides import card_piece
from honjin.games.swords.view.tooltips import (
    Ground,
    face_of,
    gift_of,
    gift_say,
    ground_say,
    grounds_of,
    land_mark,
)

HOME: Final = Path(__file__).parents[1]

# ---- the check


def check(draft: Draft) -> Checked:
    """Check a draft that fits the tables."""
    cards = list_of(draft)
    return Checked(
        Scene("swords", (), tuple(_faces(cards)), ()), findings=tuple(map(_finding, flaws(cards))),
        figures=tuple(_figures(cards)), file=write_cards(cards),
    )  # fmt: skip


def _finding(flaw: Flaw) -> Finding:
    """A flaw with the table, the row and the column of its place."""
    where, *names = str(flaw.say.p["where"]).split(", ")
    if where == "numbers":
        return Finding(flaw.say, (ROW,), NUMBER.key, column=names[0])
    table = _FILED[where]
    rows = tuple(names[:1]) or tuple(row.key for row in table.rows)
    return Finding(flaw.say, rows, table.key, column=names[1] if names[1:] else "")


_FILED: Final = {"cards": CARD, "traits": TRAIT, "terrain": TERRAIN}
"""The tables by their names in a file."""


def _faces(cards: CardList) -> Iterator[Piece]:
    """Each card, trait and terrain on its row."""
    shown = with_cards(Swords(), cards)
    for card, name in enumerate(CARD_NAMES):
        yield card_piece(row_place(CARD, name), face_of(shown, card), 1)
    for trait, name in enumerate(TRAIT_NAMES):
        on, say = row_place(TRAIT, name), gift_say(gift_of(shown, trait))
        yield Piece(on, on, f"seal-{TRAIT_ROLLS[trait]}", say)
    grounds = grounds_of(shown)
    for code in PASSABLE:
        on = row_place(TERRAIN, TERRAINS[code])
        yield Piece(on, on, _land_look(grounds[code]), ground_say(grounds[code]))


def _land_look(ground: Ground) -> str:
    """A terrain as a tile, a castle as one that nobody holds."""
    name = TERRAINS[ground.code]
    return f"{name}-n" if ground.code in (KEEP, FORTRESS) else f"tile-{name}{land_mark(ground)}"


# ---- figures


def _figures(cards: CardList) -> Iterator[Figure]:
    there = sum(cards.copies)
    yield Figure(Say("desk.figure.cards"), str(there), not 1 <= there <= MAX_CARDS)
    yield Figure(Say("desk.figure.troops"), str(sum(cards.copies[:TROOPS])))
    limited = sum(n for n, is_one in zip(cards.copies, IS_LIMITED, strict=True) if is_one)
    yield Figure(Say("desk.figure.limited"), str(limited))
    yield Figure(Say("desk.figure.events"), str(sum(cards.copies[EVENTS:])))
    if there:
        yield Figure(Say("desk.figure.mean"), f"{_force_of(cards) / there:.2f}")
        drawn = cards.number("battle_draw") * _force_of(cards) / there
        yield Figure(Say("desk.figure.drawn"), f"{drawn:.1f}")
    yield Figure(Say("desk.figure.wins"), _wins(cards))
    if sum(cards.throws):
        for key, kind in (("gold", TRAIT_GOLD), ("honor", TRAIT_HONOR)):
            yield Figure(Say(f"desk.figure.trait_{key}"), f"{_tribute(cards, kind):.2f}")


def _force_of(cards: CardList) -> int:
    """The force of all cards, without bonuses."""
    return sum(n * force for n, force in zip(cards.copies, cards.force, strict=True))


def _tribute(cards: CardList, kind: Sequence[int]) -> float:
    """The average income of one kind from the traits of a fortress in a turn."""
    thrown = zip(cards.throws, cards.amounts, kind, strict=True)
    brought = sum(n * amount * is_one for n, amount, is_one in thrown)
    return cards.number("fortress_traits") * brought / sum(cards.throws)


def _wins(cards: CardList) -> str:
    """The battles that have to be won for enough honor, if nothing else brings any."""
    each = cards.number("winner_honor")
    return str(-(-cards.number("honor_to_win") // each)) if each else "—"


# ---- drafts to begin with


def _with(**numbers: int) -> tuple[int, ...]:
    """The printed numbers, but for these."""
    values = dict(zip(NUMBER_NAMES, PRINTED.numbers, strict=True)) | numbers
    return tuple(values[name] for name in NUMBER_NAMES)


def _copies(**copies: int) -> tuple[int, ...]:
    values = dict(zip(CARD_NAMES, COPIES, strict=True)) | copies
    return tuple(values[name] for name in CARD_NAMES)


def _with_terrain(usual: Sequence[int], **given: int) -> tuple[int, ...]:
    values = list(usual)
    for name, n in given.items():
        values[TERRAINS.index(name)] = n
    return tuple(values)


VARIANTS: Final = {
    "short": CardList(numbers=_with(honor_to_win=30, winner_honor=4, army_cost=3)),
    "honest": CardList(
        copies=_copies(superior_tactics=5, treachery=0, diplomacy=2, intrigue=2, ninja=2),
        numbers=_with(limited_max=7),
    ),
    "guns": CardList(
        copies=_copies(ashigaru_arquebusiers=12, bushi_musketeers=12, yari_ashigaru=3,
                       heavy_cavalry=3),
        force=tuple(n + 1 if 3 <= card <= 4 else n for card, n in enumerate(FORCE)),
    ),
    "land": CardList(
        amounts=tuple(
            2 * n if TRAIT_GOLD[trait] else n for trait, n in enumerate(TRAIT_AMOUNT)
        ),
        numbers=_with(keep_traits=2),
        points=_with_terrain(PRINTED.points, covered=1),
        defence=_with_terrain(PRINTED.defence, clear=-1, covered=5, treacherous=-7),
    ),
}  # fmt: skip
"""A game to 30 honor with cheaper armies; fewer tricks, any troops; the age of guns; and a rich
land, whose traits of gold bring two, whose keeps have two traits, and whose ground matters more."""


def _starts() -> Iterator[Start]:
    yield Start("printed", Say("desk.start.printed"), draft_of(PRINTED))
    for key, cards in VARIANTS.items():
        yield Start(key, Say(f"desk.start.{key}"), draft_of(cards))


CARDS_DESK: Final = Desk(
    key="cards",
    title=Say("desk.title"),
    about=Say("desk.about"),
    option="cards",
    layers=(),
    fields=FIELDS,
    tables=TABLES,
    starts=tuple(_starts()),
    read=read_draft,
    check=check,
    words=load_words(HOME / "words" / "carddesk", numbers=STATED),
)
