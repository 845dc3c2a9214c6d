"""Positions as text: `name=value` for everything that differs from the state before the first lot.

phase=travel turn=1 round=3 gold=4/0 armies=e1:0,e2:0+2m castles=e1:0:11.24.65,f10:1:12.12.33
deck=... discard=hc2wm hands=ya2/- ...

armies    square, seat, `+` experience, marks: m moved, a attacked, f Forced March
castles   square, controlling seat (`-` nobody), traits by their dice
deck, discard, hands, aside, shown
          cards by two letters with their number; seats (or sides) separated by `/`, `-` none
seen      viewer, seat and the cards that the viewer knows the seat to hold
terrain   the letters of maps, row by row, if the players lay the board
phase     its name; everything else is plain numbers by the names of the fields
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from honjin.core.errors import Unreadable
from honjin.core.options import Options
from honjin.games.swords.content.data import (
    CARD_LETTERS,
    CARDS,
    CASTLES,
    MAX_TRAITS,
    NOBODY,
    TRAIT_ROLLS,
)
from honjin.games.swords.content.maps import EMPTY, LETTERS, SQUARES
from honjin.games.swords.info.invariants import LAWS
from honjin.games.swords.info.names import SQUARE_NAMES, SQUARE_OF, write_cards
from honjin.games.swords.rules.options import BOARD_LAID
from honjin.games.swords.rules.setup import setup
from honjin.games.swords.rules.state import MAX_ITEMS, NOWHERE, Swords

PHASES: Final = (
    "lot", "tiles", "lay", "place", "forts", "traits", "deal", "second", "income", "expense",
    "draw", "drawing", "housing", "honor", "verse", "buy", "victim", "yield", "travel", "battle",
    "march", "charge", "late", "rally", "scout", "commit", "enter", "reduce", "end", "over",
)  # fmt: skip
_MARKS: Final = "maf"
_PLACES: Final = ("mover", "marcher", "base", "target")
_PLAIN: Final = (
    "placed", "stocked", "buried", "left", "waste", "alive", "first", "turn", "round", "fought",
    "raised", "drawn", "houses", "verses", "bought", "points", "drawer", "to_draw", "victim",
    "to_lose", "attacker", "defender", "scout", "passes", "victor", "back_to", "decided", "ended",
    "winner", "deals", "closed",
)  # fmt: skip
_LISTS: Final = (
    "home", "gold", "honor", "held", "limit", "changes", "tiled", "stock", "spied", "doings",
    "partner", "offer_to", "offer_sent",
)  # fmt: skip
_TABLES: Final = ("tiles", "force")
_OFFERS: Final = ("offer_sums", "offer_cards")
_ITEMS: Final = ("offer_army", "offer_keep")
FEWEST_ITEMS: Final = 3
"""So many armies and keeps are written, and those after them that are there."""
_PILES: Final = ("deck", "discard")
_HANDS: Final = {"hands": "hand", "aside": "aside", "shown": "shown"}

# ---- writing


def write_position(s: Swords) -> str:
    """Write a position as one line in the format above."""
    return " ".join(f"{name}={value}" for name, value in _parts(s))


def _parts(s: Swords) -> Iterable[tuple[str, str]]:
    yield "phase", PHASES[s.phase]
    yield from _differing(s)
    for name in _PLACES:
        if getattr(s, name) != NOWHERE:
            yield name, SQUARE_NAMES[getattr(s, name)]
    if s.board == BOARD_LAID and set(s.terrain) != {EMPTY}:
        yield "terrain", "".join(LETTERS[code] for code in s.terrain)
    yield from _board_parts(s)
    yield from _card_parts(s)


def _differing(s: Swords) -> Iterable[tuple[str, str]]:
    """The numeric fields that differ from their initial values."""
    fresh = Swords(seats=s.seats)
    for names, write in _WRITERS:
        for name in names:
            if getattr(s, name) != getattr(fresh, name):
                yield name, write(getattr(s, name))


def _write_list(row: list[int]) -> str:
    return "/".join(map(str, row))


def _write_table(table: list[list[int]]) -> str:
    return "/".join(".".join(map(str, row)) for row in table)


def _write_offer(offer: list[list[int]]) -> str:
    return ",".join(".".join(map(str, side)) for side in offer)


def _write_offers(offers: list[list[list[int]]]) -> str:
    return "/".join(_write_offer(offer) for offer in offers)


def _write_items(offers: list[list[list[int]]]) -> str:
    return _write_offers(
        [
            [side[: max(FEWEST_ITEMS, len(side) - side.count(0))] for side in offer]
            for offer in offers
        ]
    )


_WRITERS: Final[tuple[tuple[tuple[str, ...], Callable[[Any], str]], ...]] = (
    (_PLAIN, str), (_LISTS, _write_list), (_TABLES, _write_table), (_OFFERS, _write_offers),
    (_ITEMS, _write_items),
)  # fmt: skip


def _board_parts(s: Swords) -> Iterable[tuple[str, str]]:
    if s.castles:
        yield "castles", ",".join(_write_castle(s, castle) for castle in range(s.castles))
    armies = [_write_army(s, square) for square in range(SQUARES) if s.army[square]]
    if armies:
        yield "armies", ",".join(armies)


def _card_parts(s: Swords) -> Iterable[tuple[str, str]]:
    for name in _PILES:
        yield name, write_cards(getattr(s, name))
    for name, field in _HANDS.items():
        if any(map(any, getattr(s, field))):
            yield name, "/".join(map(write_cards, getattr(s, field)))
    seen = [
        f"{viewer}:{seat}:{write_cards(s.seen[viewer][seat])}"
        for viewer in range(s.seats)
        for seat in range(s.seats)
        if any(s.seen[viewer][seat])
    ]
    if seen:
        yield "seen", ",".join(seen)


def _write_castle(s: Swords, castle: int) -> str:
    owner = "-" if s.control[castle] == NOBODY else str(s.control[castle])
    traits = ".".join(str(TRAIT_ROLLS[trait - 1]) for trait in s.trait[castle] if trait)
    return f"{SQUARE_NAMES[s.square[castle]]}:{owner}:{traits}"


def _write_army(s: Swords, square: int) -> str:
    experience = f"+{s.experience[square]}" if s.experience[square] else ""
    marks = "".join(letter for k, letter in enumerate(_MARKS) if s.marks[square] >> k & 1)
    return f"{SQUARE_NAMES[square]}:{s.army[square] - 1}{experience}{marks}"


# ---- reading


def read_position(text: str, options: Options) -> Swords:
    """Read a state; Unreadable says what was expected."""
    parts = _split(text)
    s = _blank(options)
    for name, value in parts.items():
        reader = _READERS.get(name)
        if reader is None:
            raise Unreadable(f"expected one of {', '.join(_READERS)}; got {name!r}")
        reader(s, name, value)
    _must_hold(s, text)
    return s


def _blank(options: Options) -> Swords:
    """The state without anything that a position names."""
    s = setup(options)
    fresh = Swords(seats=s.seats)
    for name in (*_PLAIN, *_LISTS, *_TABLES, *_PILES):
        setattr(s, name, getattr(fresh, name))
    return s


def _split(text: str) -> dict[str, str]:
    matches = [re.fullmatch(r"(\w+)=(\S+)", part) for part in text.split(" ")]
    if not all(matches):
        raise Unreadable(f"expected a position such as phase=lot deck=ya6; got {text[:400]!r}")
    parts = {match[1]: match[2] for match in matches if match}
    if len(parts) < len(matches) or "phase" not in parts:
        raise Unreadable(f"expected each name once, and a phase; got {text[:400]!r}")
    return parts


def _read_phase(s: Swords, _: str, value: str) -> None:
    if value not in PHASES:
        raise Unreadable(f"expected a phase of {', '.join(PHASES)}; got {value!r}")
    s.phase = PHASES.index(value)


def _number(text: str) -> int:
    if not re.fullmatch(r"-?\d{1,6}", text):
        raise Unreadable(f"expected a number, got {text[:40]!r}")
    return int(text)


def _read_plain(s: Swords, name: str, value: str) -> None:
    setattr(s, name, _number(value))


def _read_place(s: Swords, name: str, value: str) -> None:
    setattr(s, name, _square(value))


def _square(text: str) -> int:
    if text not in SQUARE_OF:
        raise Unreadable(f"expected a square from a1 to j10, got {text[:40]!r}")
    return SQUARE_OF[text]


def _row(name: str, text: str, mark: str, n: int) -> list[str]:
    parts = text.split(mark)
    if len(parts) != n:
        raise Unreadable(f"expected {n} values of {name}, separated by {mark}; got {text[:80]!r}")
    return parts


def _read_list(s: Swords, name: str, value: str) -> None:
    row = getattr(s, name)
    row[:] = map(_number, _row(name, value, "/", len(row)))


def _read_table(s: Swords, name: str, value: str) -> None:
    table = getattr(s, name)
    for row, text in zip(table, _row(name, value, "/", len(table)), strict=True):
        row[:] = map(_number, _row(name, text, ".", len(row)))


def _read_offers(s: Swords, name: str, value: str) -> None:
    offers = getattr(s, name)
    for offer, text in zip(offers, _row(name, value, "/", len(offers)), strict=True):
        for side, part in zip(offer, _row(name, text, ",", 2), strict=True):
            side[:] = map(_number, _row(name, part, ".", len(side)))


def _read_items(s: Swords, name: str, value: str) -> None:
    offers = getattr(s, name)
    for offer, text in zip(offers, _row(name, value, "/", len(offers)), strict=True):
        for side, part in zip(offer, _row(name, text, ",", 2), strict=True):
            n = min(max(FEWEST_ITEMS, part.count(".") + 1), MAX_ITEMS)
            side[:n] = map(_number, _row(name, part, ".", n))


def _read_terrain(s: Swords, name: str, value: str) -> None:
    if len(value) != SQUARES or not set(value) <= set(LETTERS) or s.board != BOARD_LAID:
        raise Unreadable(f"expected {SQUARES} letters of {LETTERS} for a laid board; got {name}")
    s.terrain[:] = map(LETTERS.index, value)


def read_cards(text: str) -> list[int]:
    """Read cards in notation; Unreadable says what was expected."""
    kinds = "|".join(CARD_LETTERS)
    if not re.fullmatch(rf"-|(({kinds})\d{{0,2}})+", text):
        raise Unreadable(f"expected cards such as hc2wm, - for none; got {text[:80]!r}")
    cards = [0] * CARDS
    for letters, n in re.findall(rf"({kinds})(\d*)", text):
        cards[CARD_LETTERS.index(letters)] += int(n or 1)
    return cards


def _read_pile(s: Swords, name: str, value: str) -> None:
    getattr(s, name)[:] = read_cards(value)


def _read_hands(s: Swords, name: str, value: str) -> None:
    hands = getattr(s, _HANDS[name])
    for hand, text in zip(hands, _row(name, value, "/", len(hands)), strict=True):
        hand[:] = read_cards(text)


def _read_seen(s: Swords, _: str, value: str) -> None:
    for part in value.split(","):
        match = re.fullmatch(r"([0-5]):([0-5]):(\w+)", part)
        if not match:
            raise Unreadable(f"expected viewer, seat and cards, such as 0:1:hc2; got {part[:40]!r}")
        s.seen[int(match[1])][int(match[2])][:] = read_cards(match[3])


def _read_castles(s: Swords, _: str, value: str) -> None:
    texts = value.split(",")
    if len(texts) > CASTLES:
        raise Unreadable(f"expected at most {CASTLES} castles, got {len(texts)}")
    for square in range(SQUARES):
        s.castle[square] = 0
    s.castles = len(texts)
    for castle, text in enumerate(texts):
        _read_castle(s, castle, text)


def _read_castle(s: Swords, castle: int, text: str) -> None:
    match = re.fullmatch(r"([a-j]\d+):([0-5-]):([\d.]*)", text)
    rolls = match[3].split(".") if match and match[3] else []
    known = [str(roll) for roll in TRAIT_ROLLS]
    if not match or len(rolls) > MAX_TRAITS or not set(rolls) <= set(known):
        raise Unreadable(f"expected a castle such as e1:0:11.24.65, got {text[:40]!r}")
    s.square[castle] = _square(match[1])
    s.castle[s.square[castle]] = castle + 1
    s.control[castle] = NOBODY if match[2] == "-" else int(match[2])
    for k, roll in enumerate(rolls):
        s.trait[castle][k] = known.index(roll) + 1


def _read_armies(s: Swords, _: str, value: str) -> None:
    for text in value.split(","):
        match = re.fullmatch(r"([a-j]\d+):([0-5])(?:\+(\d{1,4}))?(m?a?f?)", text)
        if not match:
            raise Unreadable(f"expected an army such as e1:0+2m, got {text[:40]!r}")
        square, owner = _square(match[1]), int(match[2])
        s.army[square] = owner + 1
        s.armies[owner] += 1
        s.experience[square] = int(match[3] or 0)
        s.marks[square] = sum(1 << k for k, letter in enumerate(_MARKS) if letter in match[4])


Reader = Callable[[Swords, str, str], None]


def _each(names: Iterable[str], reader: Reader) -> dict[str, Reader]:
    return dict.fromkeys(names, reader)


_READERS: Final[dict[str, Reader]] = {
    "phase": _read_phase, **_each(_PLAIN, _read_plain), **_each(_PLACES, _read_place),
    **_each(_LISTS, _read_list), **_each(_TABLES, _read_table), "terrain": _read_terrain,
    **_each(_OFFERS, _read_offers),
    **_each(_ITEMS, _read_items),
    "castles": _read_castles, "armies": _read_armies, **_each(_PILES, _read_pile),
    **_each(_HANDS, _read_hands), "seen": _read_seen,
}  # fmt: skip


# ---- validation


def _must_hold(s: Swords, text: str) -> None:
    try:
        s.check()
    except OverflowError as problem:
        raise Unreadable(f"expected smaller numbers: {problem}") from problem
    for law in LAWS:
        if not law.holds(s):
            raise Unreadable(f"expected a position that can occur: {law.name}; got {text[:400]!r}")
    again = write_position(s)
    if again != text:
        raise Unreadable(f"expected a position like {again[:400]!r}, got {text[:400]!r}")
