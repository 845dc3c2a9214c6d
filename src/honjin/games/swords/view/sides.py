"""What lies before each clan: honor, gold, its books, cards, tiles; and what is known of it."""

from collections.abc import Iterator
from typing import Final

from honjin.core.scene import Piece, Side, Tray
from honjin.core.words import Say
from honjin.games.swords.content.data import CARD_NAMES, CARDS, HONOR_TO_WIN, SUPPLY
from honjin.games.swords.content.maps import TERRAINS
from honjin.games.swords.info.names import (
    SQUARE_NAMES,
    all_of,
    clan,
    trait_say,
)
from honjin.games.swords.rules.state import (
    COMMIT,
    INCOME,
    LAY,
    OVER,
    PLACE,
    REDUCE,
    Swords,
    gold_income,
    honor_income,
    is_in,
)
from honjin.games.swords.view.threats import Reach
from honjin.games.swords.view.tooltips import face_say, ground_say

CRESTS: Final = ("diamonds", "leaves", "stars", "cross", "bars", "scales")
COLOURS: Final = ("red", "blue", "green", "yellow", "purple", "black")

# ---- trays


def side_trays(seen: Swords, seat: int) -> Iterator[Tray]:
    """Treasures, the hand, cards to be discarded, tiles."""
    yield _tray("side", seat)
    yield _tray("hand", seat, "fan")
    if seen.phase == REDUCE and seen.held[seat] > seen.limit[seat]:
        yield _tray("aside", seat)
    if seen.laid and seen.phase <= LAY:
        yield _tray("tiles", seat)


def _tray(name: str, seat: int, look: str = "tray") -> Tray:
    return Tray(f"{name}:{seat}", seat, Say(f"tray.{name}", {"who": clan(seat)}), look)


# ---- pieces


def side_pieces(seen: Swords, seat: int) -> Iterator[Piece]:
    """All that lies there."""
    yield from _treasures(seen, seat)
    yield from _hand(seen, seat)
    yield from _aside(seen, seat)
    yield from _tiles(seen, seat)


def _treasures(seen: Swords, seat: int) -> Iterator[Piece]:
    """Honor on its way to the goal, gold, what comes in next turn and what is to be paid."""
    if not is_in(seen, seat):
        yield Piece(f"fallen:{seat}", f"side:{seat}", "fallen", Say("fact.out"))
        return
    if seen.phase <= PLACE:
        return
    on, honor, gold = f"side:{seat}", seen.honor[seat], seen.gold[seat]
    has_turn = seen.turn == seat and INCOME <= seen.phase < OVER
    say = Say("piece.honor", {"n": honor, "goal": HONOR_TO_WIN})
    if has_turn:
        say = Say("piece.turn", {"honor": say})
    look = "honor-turn" if has_turn else "honor"
    yield Piece(f"honor:{seat}", on, look, say, text=f"{honor}/{HONOR_TO_WIN}")
    yield Piece(f"gold:{seat}", on, "gold", Say("piece.gold", {"n": gold}), text=str(gold))
    comes, due = gold_income(seen, seat), SUPPLY * seen.armies[seat]
    say = Say("piece.books", {"n": comes, "due": due, "armies": seen.armies[seat]})
    yield Piece(f"books:{seat}", on, "books", say, text=f"{comes}/{due}")


def _hand(seen: Swords, seat: int) -> Iterator[Piece]:
    """Own cards, those that were seen, the others as one pile of backs."""
    viewer = seen.eyes - 1
    known = seen.hand[seat] if seat == viewer or viewer < 0 else seen.seen[viewer][seat]
    hidden = seen.held[seat]
    for card in range(CARDS):
        n = known[card] - seen.aside[seat][card]
        hidden -= known[card]
        if n > 0:
            yield card_piece(f"hand:{seat}", card, n, "card" if seat == viewer else "seen")
    if hidden > 0:
        label = Say("piece.hidden", {"n": hidden})
        on = f"hand:{seat}"
        yield Piece(f"{on}.back", on, "card-back", label, text=str(hidden))


def card_piece(on: str, card: int, n: int, look: str = "card") -> Piece:
    """Cards of one kind."""
    return Piece(f"{on}.{CARD_NAMES[card]}", on, f"{look}-{CARD_NAMES[card]}", face_say(card), n)


def _aside(seen: Swords, seat: int) -> Iterator[Piece]:
    """What is to be discarded, face down to others. In a battle it lies on the camps."""
    if seen.phase == COMMIT:
        return
    on = f"aside:{seat}"
    for card in range(CARDS):
        if seen.aside[seat][card]:
            yield card_piece(on, card, seen.aside[seat][card])
    if seen.phase == REDUCE and seen.decided >> seat & 1 and not any(seen.aside[seat]):
        yield Piece(f"{on}.sealed", on, "sealed", Say("piece.sealed"))


def _tiles(seen: Swords, seat: int) -> Iterator[Piece]:
    on, hidden = f"tiles:{seat}", seen.tiled[seat]
    for tile, n in enumerate(seen.tiles[seat]):
        hidden -= n
        if n:
            name = TERRAINS[tile]
            yield Piece(f"{on}.{name}", on, f"tile-{name}", ground_say(tile), n)
    if hidden > 0:
        label = Say("piece.tiles", {"n": hidden})
        yield Piece(f"{on}.back", on, "tile-back", label, text=str(hidden))


# ---- what is known


def side_of(seen: Swords, seat: int, found: tuple[Reach, ...]) -> Side:
    """A clan, with what everybody can reckon of it."""
    if not is_in(seen, seat):
        return Side(seat, clan(seat), CRESTS[seat], COLOURS[seat], seat, out=Say("fact.out"))
    facts = tuple(_facts(seen, seat, found))
    return Side(seat, clan(seat), CRESTS[seat], COLOURS[seat], seat, facts)


def _facts(seen: Swords, seat: int, found: tuple[Reach, ...]) -> Iterator[Say]:
    yield Say("fact.glory", {"n": seen.honor[seat], "goal": HONOR_TO_WIN})
    yield Say("fact.income", {"gold": gold_income(seen, seat), "honor": honor_income(seen, seat)})
    yield Say("fact.due", {"n": SUPPLY * seen.armies[seat], "gold": seen.gold[seat]})
    yield Say("fact.armies", {"n": seen.armies[seat], "cards": seen.held[seat]})
    traits = [trait for castle in range(seen.castles) for trait in _traits(seen, castle, seat)]
    if traits:
        yield Say("fact.traits", {"traits": all_of(trait_say(trait) for trait in traits)})
    foes = {at for base, _, strikes in found if seen.army[base] == seat + 1 for at in strikes}
    if foes:
        yield Say("fact.strikes", {"at": ", ".join(SQUARE_NAMES[at] for at in sorted(foes))})


def _traits(seen: Swords, castle: int, seat: int) -> list[int]:
    if seen.control[castle] != seat:
        return []
    return [trait - 1 for trait in seen.trait[castle] if trait]
