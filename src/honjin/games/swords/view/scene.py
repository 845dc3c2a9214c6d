"""The scene, the clicks for each action, and the texts for the seat to act.

Ids: spaces are squares `a1` to `j10`, `deck`, `discard`, in a battle `camp:0` (attacker) `camp:1`
and `force:0` `force:1`; trays `side:0` `hand:0` `aside:0` `tiles:0`; pieces `army.e1`, `gold:0`,
`honor:0`, `books:0`, `hand:0.ninja`, `aside:0.ninja`, `tiles:0.covered`, `force:0.1`; verbs. For
trade see trade.py.

    a step, an attack       e1, e2             a card on an army    hand:0.ninja, e2
    raise an army           raise, e2          Intrigue             hand:0.intrigue, side:1
    disband an army         dismiss, e2        spies                spies, hand:1
    a card set aside, back  hand:0.ninja, aside:0.ninja             a tile  tiles:0.covered, e2
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from honjin.core.contract.presentation import Choice
from honjin.core.scene import Piece, Scene, Tray, Verb
from honjin.core.words import Say, Speak
from honjin.games.swords.content.data import MAX_SEATS
from honjin.games.swords.content.laying import FACE_DOWN
from honjin.games.swords.content.maps import SQUARES
from honjin.games.swords.info.names import (
    SQUARE_NAMES,
    Holes,
    card_say,
    castle_say,
    clan,
    terrain_say,
)
from honjin.games.swords.rules.actions import ACTIONS, MAX_BOUGHT, goal_of
from honjin.games.swords.rules.battles.battle import list_strikes
from honjin.games.swords.rules.draw import can_draw
from honjin.games.swords.rules.options import SPIES_FIRST
from honjin.games.swords.rules.play import may_act
from honjin.games.swords.rules.state import (
    BUY,
    COMMIT,
    DRAW,
    ENTER,
    EXPENSE,
    HONOR,
    LATE,
    LAY,
    NOWHERE,
    OVER,
    PLACE,
    REDUCE,
    SCOUT,
    TRAVEL,
    VICTIM,
    Swords,
    holds_castle,
    new_army_cost,
)
from honjin.games.swords.rules.trading.trade import MAX_TRADE_ACTIONS
from honjin.games.swords.rules.travel import can_step_from
from honjin.games.swords.view.battle import battle_pieces, breakdown, camps, total_with
from honjin.games.swords.view.board import board_pieces, decor, spaces
from honjin.games.swords.view.goal import goal
from honjin.games.swords.view.prompts import prompt, why
from honjin.games.swords.view.sides import side_of, side_pieces, side_trays
from honjin.games.swords.view.threats import reaches
from honjin.games.swords.view.tooltips import signed
from honjin.games.swords.view.trade import deal_pieces, deal_trays, deal_verbs

__all__ = ["choice", "prompt", "scene", "sketch", "stop_note", "why"]

# ---- the scene


def scene(seen: Swords) -> Scene:
    """The board with castles and armies, the cards beside it, each clan's treasures before it."""
    reached = reaches(seen)
    return Scene(
        skin="swords",
        spaces=(*spaces(seen), *camps(seen)),
        pieces=tuple(_pieces(seen)),
        sides=tuple(side_of(seen, seat, reached) for seat in range(seen.seats)),
        trays=tuple(_trays(seen)),
        verbs=tuple(_verbs(seen)),
        decor=tuple(decor(seen, reached)),
        lit=_lit(seen),
        breakdown=breakdown(seen),
        goal=goal(seen),
    )


def _trays(seen: Swords) -> Iterator[Tray]:
    for seat in range(seen.seats):
        yield from side_trays(seen, seat)
        yield from deal_trays(seen, seat)


def _pieces(seen: Swords) -> Iterator[Piece]:
    yield from board_pieces(seen)
    yield from battle_pieces(seen)
    for seat in range(seen.seats):
        yield from side_pieces(seen, seat)
        yield from deal_pieces(seen, seat)


# ---- verbs


def _verbs(seen: Swords) -> Iterator[Verb]:
    is_drafting = _is_drafting(seen)
    if is_drafting:
        yield from deal_verbs(seen)
    yield from _phase_verbs(seen)
    scouting = SCOUT if seen.spies == SPIES_FIRST else COMMIT
    if EXPENSE <= seen.phase <= LATE or seen.phase == scouting:
        yield _verb(seen, "spies", "Q46")
    if seen.phase == BUY:
        yield from (_buy_verb(n, seen.honor_cost * n) for n in range(MAX_BOUGHT + 1))
    if EXPENSE <= seen.phase <= LATE:
        yield _verb(seen, END_TURN, "11")
    if not is_drafting:
        yield from deal_verbs(seen)


END_TURN: Final = "end_turn"
"""The id of the button that ends all remaining phases."""


def _is_drafting(seen: Swords) -> bool:
    """True if the viewer works on an offer, whose actions are then listed first (W7)."""
    seat = seen.eyes - 1
    if seat < 0 or seen.doings[seat] == MAX_TRADE_ACTIONS:
        return False
    return seen.offer_to[seat] > 0 and not seen.offer_sent[seat]


def _phase_verbs(seen: Swords) -> Iterator[Verb]:
    """The buttons of the phase, the likeliest first: a free card before ending the phase."""
    verbs = [_verb(seen, key, number) for key, number in _VERBS.get(seen.phase, ())]
    end = [_end_verb(seen)] if seen.phase in _ENDS else []
    yield from (*verbs, *end) if seen.phase == DRAW and not seen.drawn else (*end, *verbs)


_ENDS: Final = {
    EXPENSE: "expense", DRAW: "draw", HONOR: "honor", TRAVEL: "travel",
    **dict.fromkeys(range(TRAVEL + 1, LATE + 1), "battle"), SCOUT: "scout",
}  # fmt: skip

_VERBS: Final = {
    EXPENSE: (("raise", "12"), ("dismiss", "Q12")), DRAW: (("draw", "13"), ("house", "Q22")),
    HONOR: (("compose", "Q25"),), VICTIM: (("honor", "Q26"), ("cards", "Q26")),
    COMMIT: (("seal", "18"),), REDUCE: (("seal", "23"),),
    ENTER: (("enter", "Q53"), ("stay", "Q53")), LAY: (("down", "26"),),
}  # fmt: skip


def _end_verb(seen: Swords) -> Verb:
    """The button that ends a phase; in the expense phase, with the supplies due."""
    due = 0 if seen.raised else seen.supply * seen.armies[seen.turn]
    if seen.phase == EXPENSE and due:
        return Verb("on", Say("verb.on.pay", {"n": due}), "12")
    number = "W1" if seen.phase == SCOUT else "11"
    return Verb("on", Say(f"verb.on.{_ENDS[seen.phase]}"), number)


def _verb(seen: Swords, key: str, number: str) -> Verb:
    """A button, with its price if it has one."""
    if key == "raise":
        return Verb(key, Say("verb.raise", {"n": new_army_cost(seen)}), number)
    if key == "draw" and seen.drawn:
        return Verb(key, Say("verb.draw.more", {"n": seen.draw_cost}), number)
    if key == "compose":
        return Verb(key, Say("verb.compose", {"n": seen.honor_cost}), number)
    return Verb(key, Say(f"verb.{key}"), number)


@cache
def _buy_verb(n: int, gold: int) -> Verb:
    if n == 0:
        return Verb("buy:0", Say("verb.buy.none"), "14")
    return Verb(f"buy:{n}", Say("verb.buy", {"n": n, "gold": gold}), "14")


def _lit(seen: Swords) -> tuple[tuple[str, ...], ...]:
    """The highlighted ids: the moving army, the battle in progress, the winner."""
    if seen.phase == OVER:
        return ((f"side:{seen.winner}",),) if seen.winner < MAX_SEATS else ()
    if seen.phase > LATE and seen.base != NOWHERE:
        return ((SQUARE_NAMES[seen.base], SQUARE_NAMES[seen.target]),)
    return ((SQUARE_NAMES[seen.mover],),) if seen.mover != NOWHERE else ()


# ---- choices


def choice(seen: Swords, seat: int, action: int) -> Choice:
    """An action as notation, as ids to click, and with its price."""
    key, args = ACTIONS.decode(action)
    if key in _PLAIN:
        return _plain_choice(seat, action)
    note, kind, price = _NOTES.get(key), _KINDS.get(key), _PRICES.get(key)
    return Choice(
        ACTIONS.write(seen, seat, action),
        ACTIONS.path(seen, seat, action),
        kind(seen, *args) if kind else key,
        note(seen, seat, *args) if note else None,
        price=price(seen, *args) if price else None,
        gives_up=_gives_up(seen) if key == "on" else None,
    )


def stop_note(seen: Swords, base: int) -> Say | None:
    """A note that the moving army stays where it is, though it could go on (Q37)."""
    way = seen.mover
    is_left = seen.phase == TRAVEL and way not in (NOWHERE, base) and can_step_from(seen, way)
    return Say("note.stop", {"at": SQUARE_NAMES[way]}) if is_left else None


def taking_note(seen: Swords, seat: int, at: int) -> Say | None:
    """A note on the castle that a step takes."""
    if seen.castle[at] and not holds_castle(seen, seat, at):
        return Say("note.takes", {"castle": castle_say(seen, at)})
    return None


def _step_note(seen: Swords, seat: int, base: int, down: int, east: int) -> Say | None:
    return stop_note(seen, base) or taking_note(seen, seat, goal_of(base, down, east))


def _strike_note(seen: Swords, _seat: int, base: int, down: int, east: int) -> Say:
    """A note on the opponent and the kind of battle of an attack."""
    at = goal_of(base, down, east)
    holes: Holes = {"whom": clan(seen.army[at] - 1), "terrain": terrain_say(seen.terrain[at])}
    holes["n"] = signed(seen.defence[seen.terrain[at]])
    return stop_note(seen, base) or Say("note.strike", holes)


def _march_note(seen: Swords, _seat: int, _square: int) -> Say | None:
    """A note on the attacks given up for a Forced March (Q47)."""
    n = len(strikers(seen))
    return Say("note.march_last", {"n": n}) if n else None


def strikers(seen: Swords) -> set[int]:
    """The squares of armies that can attack now."""
    listed = [0] * 8 * SQUARES
    n = list_strikes(seen, listed, 0)
    return {ACTIONS.decode(action).args[0] for action in listed[:n]}


def _raise_note(seen: Swords, _seat: int, _square: int) -> Say | None:
    """A note on what is no longer possible after the first new army of a turn (rule 12)."""
    if seen.raised or not seen.armies[seen.turn]:
        return None
    return Say("note.raise", {"n": seen.supply * seen.armies[seen.turn]})


def _aside_note(seen: Swords, seat: int, card: int) -> Say | None:
    """A note on the total of the seat's cards with another one."""
    if seen.phase != COMMIT:
        return None
    cards = [n + int(kind == card) for kind, n in enumerate(seen.aside[seat])]
    return Say("note.aside", {"card": card_say(card), "n": total_with(seen, seat, cards)})


_NOTES: Final[dict[str, Callable[..., Say | None]]] = {
    "step": _step_note, "leap": _step_note, "strike": _strike_note, "march": _march_note,
    "raise": _raise_note, "aside": _aside_note,
}  # fmt: skip
"""Notes on choices with more to say than their names."""


def _put_kind(seen: Swords, _square: int) -> str:
    if seen.phase != PLACE:
        return "second"
    return "fortress" if seen.placed < seen.seats else "keep"


_KINDS: Final[dict[str, Callable[..., str]]] = {
    "put": _put_kind,
    "march": lambda seen, _square: "march_last" if strikers(seen) else "march",
    "tile": lambda _seen, tile, _square: "down" if tile == FACE_DOWN else "tile",
    "on": lambda seen: "no_spies" if seen.phase == SCOUT else "on",
}
"""The kind of a choice, for actions with several."""

_PRICES: Final[dict[str, Callable[..., int | None]]] = {
    "raise": lambda seen, _square: new_army_cost(seen),
    "draw": lambda seen: seen.draw_cost if seen.drawn else None,
    "buy": lambda seen, honor: seen.honor_cost * honor,
}
"""The price of a choice."""


_PLAIN: Final = frozenset(
    key
    for key, row in ACTIONS.rows.items()
    if row.has_fixed_text and row.has_fixed_path and key not in _NOTES | _KINDS | _PRICES
)
"""Actions with the same texts in every position."""


@cache
def _plain_choice(seat: int, action: int) -> Choice:
    return Choice(
        ACTIONS.write(None, seat, action),
        ACTIONS.path(None, seat, action),
        ACTIONS.decode(action).key,
    )


def _gives_up(seen: Swords) -> Say | None:
    """A warning if the free card is lost for good by continuing."""
    return Say("gives_up.draw") if gives_up_free_card(seen) else None


def gives_up_free_card(seen: Swords) -> bool:
    """True if continuing forgoes the free card of the turn for good (rule 13)."""
    return seen.phase == DRAW and seen.drawn == 0 and can_draw(seen)


# ---- plain text

_LETTERS: Final = ".dctXKF "


def sketch(seen: Swords, say: Speak) -> str:
    """The board with armies by their seats, and a line for each clan."""
    rows = [
        " ".join(_sketch_square(seen, 10 * row + column) for column in range(10))
        for row in range(10)
    ]
    return "\n".join([*rows, *(_sketch_seat(seen, seat, say) for seat in range(seen.seats))])


def _sketch_square(seen: Swords, square: int) -> str:
    owner = seen.army[square]
    return f"{_LETTERS[seen.terrain[square]]}{owner - 1 if owner else ' '}"


def _sketch_seat(seen: Swords, seat: int, say: Speak) -> str:
    acts = ">" if may_act(seen) >> seat & 1 and seen.phase != OVER else " "
    holes = {
        "honor": seen.honor[seat],
        "gold": seen.gold[seat],
        "armies": seen.armies[seat],
        "cards": seen.held[seat],
    }
    return f"{acts} {seat} {say(Say('sketch.clan', holes))}"
