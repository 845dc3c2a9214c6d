"""A battle in the scene: beside the map, the camps of both sides, their cards and the breakdown.

The total of the cards a side has set aside so far is shown to that side only: it is computed from
the observation, which holds nobody else's cards.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from honjin.core.scene import Breakdown, Decor, Line, Piece, Point, Space
from honjin.core.words import Say
from honjin.games.swords.content.data import CARD_NAMES, CARDS, MAX_TRAITS, TROOPS
from honjin.games.swords.content.maps import HEXES
from honjin.games.swords.info.names import SQUARE_NAMES, Holes, all_of, card_say, clan
from honjin.games.swords.rules.battles.strength import (
    card_force,
    is_siege,
    reckon,
    total,
    trait_on_cards,
)
from honjin.games.swords.rules.state import (
    ATT,
    COMMIT,
    DEF,
    INCOME,
    LINES,
    NOWHERE,
    OVER,
    RALLY,
    REDUCE,
    UNDECIDED,
    Swords,
    has_trait,
)
from honjin.games.swords.view.tooltips import face_of, face_say, mark, signed

LINE_NAMES: Final = ("cards", "traits", "fixed", "experience", "terrain")
ROLES: Final = ("attacker", "defender")
_WIDE: Final = 4.0
_TALL: Final = 2.0
_APART: Final = 3.5


def is_fought(seen: Swords) -> bool:
    """True if a battle of this turn is in the scene: now, or until the turn is over."""
    return seen.base != NOWHERE and INCOME < seen.phase <= OVER and seen.attacker == seen.turn


def fighters(seen: Swords) -> tuple[int, int]:
    """The seats of the attacker and the defender."""
    return seen.attacker, seen.defender


# ---- camps


def camps(seen: Swords) -> Iterator[Space]:
    """A space for the cards of each side, and a line for its force."""
    if not is_fought(seen):
        return
    left = 10.35 if seen.adjacency == HEXES else 9.85
    for side, seat in enumerate(fighters(seen)):
        x, y = left + _WIDE / 2, 0.75 + _APART * side
        look = f"camp-{ROLES[side]}-{seat}"
        say = Say(f"space.camp.{ROLES[side]}", {"who": clan(seat)})
        yield Space(f"camp:{side}", (x, y), (_WIDE, _TALL), look, say, fan="grid")
        at = (x, y + 1.4)
        yield Space(
            f"force:{side}", at, (_WIDE, 0.8), "breakdown",
            Say("space.force", {"who": clan(seat)}), fan="row",
        )  # fmt: skip


def attack_line(seen: Swords, start: Point, end: Point) -> Iterator[Decor]:
    """A line from the attacker to the defender while the battle lasts."""
    if is_fought(seen) and RALLY <= seen.phase <= REDUCE:
        dx, dy = 0.3 * (end[0] - start[0]), 0.3 * (end[1] - start[1])
        ways = f"M{start[0] + dx:.3g} {start[1] + dy:.3g}L{end[0] - dx:.3g} {end[1] - dy:.3g}"
        yield Decor("strike", ways, Say("decor.strike"))


# ---- cards and forces


def battle_pieces(seen: Swords) -> Iterator[Piece]:
    """Cards face down or revealed, and the breakdown of the known ones."""
    if not is_fought(seen):
        return
    for side, seat in enumerate(fighters(seen)):
        if seen.phase == COMMIT:
            yield from _chosen(seen, side, seat)
        elif any(seen.shown[side]):
            yield from _revealed(seen, side, seat)


def _chosen(seen: Swords, side: int, seat: int) -> Iterator[Piece]:
    cards = seen.aside[seat]
    if any(cards) or seen.eyes == seat + 1:
        trial = reckoned(seen, side, seat)
        for card in range(CARDS):
            if cards[card]:
                yield _card(trial, side, seat, f"aside:{seat}", card, cards[card])
        yield from _lines(trial, side, "force-sum")
    elif seen.decided >> seat & 1:
        yield Piece(f"camp:{side}.sealed", f"camp:{side}", "sealed", Say("piece.sealed"))


def reckoned(seen: Swords, side: int, seat: int) -> Swords:
    """The battle as it would turn out with the cards a seat has set aside (rule 20)."""
    trial = seen.copy()
    trial.shown[side] = list(seen.aside[seat])
    trial.force[side] = [0] * LINES
    reckon(trial, side, seat)
    return trial


def _revealed(seen: Swords, side: int, seat: int) -> Iterator[Piece]:
    """Cards set aside that were face down before, or face up for their owner only."""
    for card in range(CARDS):
        if seen.shown[side][card]:
            yield _card(seen, side, seat, f"shown:{side}", card, seen.shown[side][card])
    if seen.victor != UNDECIDED:
        yield from _lines(seen, side, "force-won" if side == seen.victor else "force-lost")


def _card(s: Swords, side: int, seat: int, owner: str, card: int, n: int) -> Piece:
    """Cards of one kind, with their force if it differs from the printed one."""
    force, say = s.face[card], face_say(face_of(s, card))
    if card < TROOPS:
        force = card_force(s, side, card) + _from_traits(s, side, seat, card)
        say = Say("piece.fights", {"card": card_say(card), "n": force})
    opens = f"camp:{side}.sealed" if owner.startswith("shown") else ""
    name = CARD_NAMES[card]
    text = mark(force, card)
    return Piece(f"{owner}.{name}", f"camp:{side}", f"card-{name}", say, n, text, opens)


def _from_traits(s: Swords, side: int, seat: int, card: int) -> int:
    """The force that the traits of a seat add to one card of a kind (Q50)."""
    trial = s.copy()
    trial.shown[side] = [int(kind == card) for kind in range(CARDS)]
    return sum(
        trait_on_cards(trial, side, trait - 1)
        for castle in range(s.castles)
        if s.control[castle] == seat
        for k in range(MAX_TRAITS)
        if (trait := has_trait(s, castle, k))
    )


def _lines(s: Swords, side: int, look: str) -> Iterator[Piece]:
    """The force line by line, and its total (rule 20)."""
    on = f"force:{side}"
    for line in range(LINES):
        n = s.force[side][line]
        if n or line == 0:
            name = LINE_NAMES[line]
            say = Say(f"line.{name}", {"n": n})
            yield Piece(
                f"{on}.{line}", on, f"force-{name}", say, text=signed(n) if line else str(n)
            )
    n = total(s, side)
    yield Piece(f"{on}.total", on, look, Say("line.total", {"n": n}), text=str(n).replace("-", "−"))


# ---- the breakdown


def breakdown(seen: Swords) -> Breakdown | None:
    """The force of both sides, line by line, while the turn lasts."""
    if not is_fought(seen) or seen.victor == UNDECIDED or seen.phase == COMMIT:
        return None
    used = [
        line for line in range(LINES) if line == 0 or seen.force[0][line] or seen.force[1][line]
    ]
    heads = tuple(Say(f"head.{LINE_NAMES[line]}") for line in used)
    lines = tuple(_written(seen, side, used) for side in range(2))
    holes: Holes = {"at": SQUARE_NAMES[seen.target]}
    return Breakdown(
        Say("breakdown.siege" if is_siege(seen) else "breakdown.open", holes), heads, lines,
        (Say("breakdown.won", {"who": clan(fighters(seen)[seen.victor])}),),
    )  # fmt: skip


def _written(s: Swords, side: int, used: Sequence[int]) -> Line:
    who = Say(f"breakdown.{ROLES[side]}", {"who": clan(fighters(s)[side])})
    return Line(who, tuple(s.force[side][line] for line in used), sum=total(s, side))


# ---- in words


def sum_say(seen: Swords, seat: int) -> Say:
    """The total of a seat's cards, line by line."""
    side = ATT if seat == seen.attacker else DEF
    trial = reckoned(seen, side, seat)
    lines = (
        Say(f"line.{name}", {"n": signed(n) if name != "cards" else n})
        for name, n in zip(LINE_NAMES, trial.force[side], strict=True)
        if n
    )
    holes: Holes = {"n": total(trial, side), "lines": all_of(lines)}
    place = "siege" if is_siege(seen) else "open"
    return Say(f"sum.{ROLES[side]}.{place}", holes)


def total_with(seen: Swords, seat: int, cards: Sequence[int]) -> int:
    """The total a seat would have with these cards."""
    side = ATT if seat == seen.attacker else DEF
    trial = seen.copy()
    trial.aside[seat] = list(cards)
    return total(reckoned(trial, side, seat), side)
