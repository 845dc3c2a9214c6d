"""Each clan's side of the scene: honor, gold, books, cards, tiles; and its public figures."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from honjin.core.scene import Piece, Side, Tray
from honjin.core.words import Say
from honjin.games.swords.content.data import CARD_NAMES, CARDS
from honjin.games.swords.content.maps import TERRAINS
from honjin.games.swords.info.names import (
    SQUARE_NAMES,
    all_of,
    clan,
    trait_say,
)
from honjin.games.swords.rules.options import BOARD_LAID
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
from honjin.games.swords.view.tooltips import (
    Face,
    bonus_mark,
    face_of,
    face_say,
    ground_say,
    grounds_of,
    land_mark,
    mark,
)

CRESTS: Final = ("diamonds", "leaves", "stars", "cross", "bars", "scales")
COLOURS: Final = ("red", "blue", "green", "yellow", "purple", "black")

# ---- trays


def side_trays(seen: Swords, seat: int) -> Iterator[Tray]:
    """Treasures, the hand, cards to be discarded, tiles."""
    yield _tray("side", seat)
    yield _tray("hand", seat, "fan")
    if seen.phase == REDUCE and seen.held[seat] > seen.limit[seat]:
        yield _tray("aside", seat)
    if seen.board == BOARD_LAID and seen.phase <= LAY:
        yield _tray("tiles", seat)


@cache
def _tray(name: str, seat: int, look: str = "tray") -> Tray:
    return Tray(f"{name}:{seat}", seat, Say(f"tray.{name}", {"who": clan(seat)}), look)


# ---- pieces


def side_pieces(seen: Swords, seat: int) -> Iterator[Piece]:
    """All pieces of a side."""
    yield from _treasures(seen, seat)
    yield from _hand(seen, seat)
    yield from _aside(seen, seat)
    yield from _tiles(seen, seat)


def _treasures(seen: Swords, seat: int) -> Iterator[Piece]:
    """Honor on its way to the goal, gold, and next turn's income and supplies."""
    if not is_in(seen, seat):
        yield Piece(f"fallen:{seat}", f"side:{seat}", "fallen", Say("fact.out"))
        return
    if seen.phase <= PLACE:
        return
    has_turn = seen.turn == seat and INCOME <= seen.phase < OVER
    yield _honor_piece(seat, seen.honor[seat], seen.honor_to_win, has_turn)
    yield _gold_piece(seat, seen.gold[seat])
    due = seen.supply * seen.armies[seat]
    yield _books_piece(seat, gold_income(seen, seat), due, seen.armies[seat])


@lru_cache(1024)
def _honor_piece(seat: int, honor: int, goal: int, has_turn: bool) -> Piece:
    say = Say("piece.honor", {"n": honor, "goal": goal})
    if has_turn:
        say = Say("piece.turn", {"honor": say})
    look = "honor-turn" if has_turn else "honor"
    return Piece(f"honor:{seat}", f"side:{seat}", look, say, text=f"{honor}/{goal}")


@lru_cache(1024)
def _gold_piece(seat: int, gold: int) -> Piece:
    label = Say("piece.gold", {"n": gold})
    return Piece(f"gold:{seat}", f"side:{seat}", "gold", label, text=str(gold))


@lru_cache(1024)
def _books_piece(seat: int, comes: int, due: int, armies: int) -> Piece:
    say = Say("piece.books", {"n": comes, "due": due, "armies": armies})
    return Piece(f"books:{seat}", f"side:{seat}", "books", say, text=f"{comes}/{due}")


def _hand(seen: Swords, seat: int) -> Iterator[Piece]:
    """The seat's own cards, cards that were seen, the others as one pile of backs."""
    viewer = seen.eyes - 1
    known = seen.hand[seat] if seat == viewer or viewer < 0 else seen.seen[viewer][seat]
    hidden = seen.held[seat]
    for card in range(CARDS):
        n = known[card] - seen.aside[seat][card]
        hidden -= known[card]
        if n > 0:
            look = "card" if seat == viewer else "seen"
            yield card_piece(f"hand:{seat}", face_of(seen, card), n, look)
    if hidden > 0:
        label = Say("piece.hidden", {"n": hidden})
        on = f"hand:{seat}"
        yield Piece(f"{on}.back", on, "card-back", label, text=str(hidden))


@lru_cache(2048)
def card_piece(on: str, face: Face, n: int, look: str = "card") -> Piece:
    """Cards of one kind."""
    name = CARD_NAMES[face.card]
    text = mark(face.force, face.card) + bonus_mark(face.bonus, face.card)
    return Piece(f"{on}.{name}", on, f"{look}-{name}", face_say(face), n, text)


def _aside(seen: Swords, seat: int) -> Iterator[Piece]:
    """Cards to be discarded, face down for others; in a battle, they are in the camps."""
    if seen.phase == COMMIT:
        return
    on = f"aside:{seat}"
    for card in range(CARDS):
        if seen.aside[seat][card]:
            yield card_piece(on, face_of(seen, card), seen.aside[seat][card])
    if seen.phase == REDUCE and seen.decided >> seat & 1 and not any(seen.aside[seat]):
        yield Piece(f"{on}.sealed", on, "sealed", Say("piece.sealed"))


def _tiles(seen: Swords, seat: int) -> Iterator[Piece]:
    on, hidden = f"tiles:{seat}", seen.tiled[seat]
    grounds = grounds_of(seen)
    for tile, n in enumerate(seen.tiles[seat]):
        hidden -= n
        if n:
            name, ground = TERRAINS[tile], grounds[tile]
            look = f"tile-{name}{land_mark(ground)}"
            yield Piece(f"{on}.{name}", on, look, ground_say(ground), n)
    if hidden > 0:
        label = Say("piece.tiles", {"n": hidden})
        yield Piece(f"{on}.back", on, "tile-back", label, text=str(hidden))


# ---- public figures


def side_of(seen: Swords, seat: int, reaches: tuple[Reach, ...]) -> Side:
    """A clan with the figures that everybody can compute."""
    if not is_in(seen, seat):
        return Side(seat, clan(seat), CRESTS[seat], COLOURS[seat], seat, out=Say("fact.out"))
    of_gold = seen.gold[seat], gold_income(seen, seat)
    of_honor = seen.honor[seat], honor_income(seen, seat), seen.honor_to_win
    of_armies = seen.armies[seat], seen.supply * seen.armies[seat]
    traits = tuple(trait for castle in range(seen.castles) for trait in _traits(seen, castle, seat))
    foes = {at for base, _, strikes in reaches if seen.army[base] == seat + 1 for at in strikes}
    return _side(seat, of_gold, of_honor, of_armies, seen.held[seat], traits, tuple(sorted(foes)))


@lru_cache(512)
def _side(
    seat: int, of_gold: tuple[int, int], of_honor: tuple[int, int, int],
    of_armies: tuple[int, int], cards: int, traits: tuple[int, ...], foes: tuple[int, ...],
) -> Side:  # fmt: skip
    """Cached: equal for all viewers. Gold and honor come as stock and income."""
    (gold, gold_comes), (honor, honor_comes, goal), (armies, due) = of_gold, of_honor, of_armies
    facts = [
        Say("fact.glory", {"n": honor, "goal": goal}),
        Say("fact.income", {"gold": gold_comes, "honor": honor_comes}),
        Say("fact.due", {"n": due, "gold": gold}),
        Say("fact.armies", {"n": armies, "cards": cards}),
    ]
    if traits:
        facts.append(Say("fact.traits", {"traits": all_of(map(trait_say, traits))}))
    if foes:
        facts.append(Say("fact.strikes", {"at": ", ".join(SQUARE_NAMES[at] for at in foes)}))
    return Side(seat, clan(seat), CRESTS[seat], COLOURS[seat], seat, tuple(facts))


def _traits(seen: Swords, castle: int, seat: int) -> list[int]:
    if seen.control[castle] != seat:
        return []
    return [trait - 1 for trait in seen.trait[castle] if trait]
