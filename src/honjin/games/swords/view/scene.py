"""What lies on the table, what to click for each action, and what is said to who is to act.

Ids: spaces are squares `a1` to `j10`, `deck`, `discard`, in a battle `camp:0` (attacker) `camp:1`
and `force:0` `force:1`; trays `side:0` `hand:0` `aside:0` `tiles:0`; pieces `army.e1`, `gold:0`,
`honor:0`, `books:0`, `hand:0.ninja`, `aside:0.ninja`, `tiles:0.covered`, `force:0.1`; verbs. For
trade see trade.py.

    a step, an attack       e1, e2             a card on an army    hand:0.ninja, e2
    an army raised          raise, e2          Intrigue             hand:0.intrigue, side:1
    an army let go          dismiss, e2        spies                spies, hand:1
    a card set aside, back  hand:0.ninja, aside:0.ninja             a tile  tiles:0.covered, e2
"""

from collections.abc import Iterator
from typing import Final

from honjin.core.game import Choice
from honjin.core.scene import Piece, Scene, Tray, Verb
from honjin.core.words import Say
from honjin.games.swords.content.data import (
    CARD_NAMES,
    DRAW_COST,
    FORCED_MARCH,
    HONOR_COST,
    INTRIGUE,
    MOST_SEATS,
    MUCH_HONOR,
    NINJA,
    PROSPERITY,
    SUPPLY,
)
from honjin.games.swords.content.laying import FACE_DOWN
from honjin.games.swords.content.maps import DEFENCE, SQUARES, TERRAINS
from honjin.games.swords.info.names import (
    SQUARE_NAMES,
    Holes,
    card_say,
    castle_say,
    clan,
    terrain_say,
)
from honjin.games.swords.rules.actions import (
    ASIDE,
    BACK,
    BUY_SOME,
    COMPOSE,
    DISMISS,
    DRAW_ONE,
    GIVE_CARDS,
    GIVE_HONOR,
    GO_IN,
    HOUSE,
    INTRIGUE_ON,
    LEAP,
    MARCH_OF,
    MUCH,
    NINJA_AT,
    ON,
    PROSPER,
    PUT_AT,
    RAISE,
    SEALED,
    SPY_ON,
    STAY,
    STRIKE,
    TILE,
    YIELD_ONE,
)
from honjin.games.swords.rules.battle import list_strikes
from honjin.games.swords.rules.draw import can_draw
from honjin.games.swords.rules.play import to_act
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
    REDUCE,
    SCOUT,
    TRAVEL,
    VICTIM,
    Swords,
    holds_castle,
    new_army_cost,
)
from honjin.games.swords.rules.trade import OFFER
from honjin.games.swords.rules.travel import can_step_from
from honjin.games.swords.text.notation import write_action
from honjin.games.swords.view.battle import battle_pieces, camps, reckoning, total_with
from honjin.games.swords.view.board import board_pieces, decor, spaces
from honjin.games.swords.view.prompts import prompt, why
from honjin.games.swords.view.sides import side_of, side_pieces, side_trays
from honjin.games.swords.view.threats import reaches
from honjin.games.swords.view.tooltips import signed
from honjin.games.swords.view.trade import (
    DEAL_KINDS,
    deal_choice,
    deal_pieces,
    deal_trays,
    deal_verbs,
)

__all__ = ["CHOICE_KINDS", "choice", "prompt", "scene", "sketch", "stop_note", "why"]

CHOICE_KINDS: Final = {
    "step": "15", "leap": "Q32", "strike": "16", "raise": "12", "dismiss": "Q12", "ninja": "Q28",
    "march": "Q47", "march_last": "Q47", "second": "7", "fortress": "26", "keep": "26",
    "tile": "26", "down": "26", "spy": "Q46", "no_spies": "W1", "intrigue": "Q26", "buy": "14",
    "aside": "18", "back": "W2", "lose": "Q26", "prosperity": "Q20", "much_honor": "14",
    "on": "11", "draw": "13", "house": "Q22",
    "compose": "Q25", "honor": "Q26", "cards": "Q26", "seal": "18", "enter": "Q53", "stay": "Q53",
    **DEAL_KINDS,
}  # fmt: skip

MOST_BOUGHT: Final = 12

# ---- the scene


def scene(seen: Swords) -> Scene:
    """The board with castles and armies; beside it cards; before each clan its treasures."""
    found = reaches(seen)
    return Scene(
        skin="swords",
        spaces=(*spaces(seen), *camps(seen)),
        pieces=tuple(_pieces(seen)),
        sides=tuple(side_of(seen, seat, found) for seat in range(seen.seats)),
        trays=tuple(_trays(seen)),
        verbs=tuple(_verbs(seen)),
        decor=tuple(decor(seen, found)),
        lit=_lit(seen),
        reckoning=reckoning(seen),
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
    if EXPENSE <= seen.phase <= LATE or seen.phase == (SCOUT if seen.spies_first else COMMIT):
        yield _verb(seen, "spies", "Q46")
    if seen.phase == BUY:
        yield from (_buy_verb(n) for n in range(MOST_BOUGHT + 1))
    if not is_drafting:
        yield from deal_verbs(seen)


def _is_drafting(seen: Swords) -> bool:
    """Whether the viewer has begun an offer: what can be done about it comes first then."""
    seat = seen.eyes - 1
    return seat >= 0 and seen.offer_to[seat] > 0 and not seen.offer_sent[seat]


def _phase_verbs(seen: Swords) -> Iterator[Verb]:
    """What the phase brings, the likeliest first: a card for nothing before the end of drawing."""
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
    """The end of a phase; of the expense phase with what is still to be paid."""
    due = 0 if seen.raised else SUPPLY * seen.armies[seen.turn]
    if seen.phase == EXPENSE and due:
        return Verb("on", Say("verb.on.pay", {"n": due}), "12")
    number = "W1" if seen.phase == SCOUT else "11"
    return Verb("on", Say(f"verb.on.{_ENDS[seen.phase]}"), number)


def _verb(seen: Swords, key: str, number: str) -> Verb:
    """A button, with its price where it has one."""
    if key == "raise":
        return Verb(key, Say("verb.raise", {"n": new_army_cost(seen)}), number)
    if key == "draw" and seen.drawn:
        return Verb(key, Say("verb.draw.more", {"n": DRAW_COST}), number)
    return Verb(key, Say(f"verb.{key}"), number)


def _buy_verb(n: int) -> Verb:
    if n == 0:
        return Verb("buy:0", Say("verb.buy.none"), "14")
    return Verb(f"buy:{n}", Say("verb.buy", {"n": n, "gold": HONOR_COST * n}), "14")


def _lit(seen: Swords) -> tuple[tuple[str, ...], ...]:
    """The army on its way, the battle that is fought, who has won."""
    if seen.phase == OVER:
        return ((f"side:{seen.winner}",),) if seen.winner < MOST_SEATS else ()
    if seen.phase > LATE and seen.base != NOWHERE:
        return ((SQUARE_NAMES[seen.base], SQUARE_NAMES[seen.target]),)
    return ((SQUARE_NAMES[seen.mover],),) if seen.mover != NOWHERE else ()


# ---- choices


def choice(seen: Swords, seat: int, action: int) -> Choice:
    """One action as notation, as ids to click, and what it costs."""
    text = write_action(seen, seat, action)
    if action >= OFFER:
        return deal_choice(seen, seat, action, text)
    if action < RAISE:
        kind = "step" if action < STRIKE else "strike" if action < LEAP else "leap"
        path = (SQUARE_NAMES[action % 10_000 // 100], SQUARE_NAMES[action % 100])
        note = stop_note(seen, action % 10_000 // 100) or _note_of(seen, seat, kind, action % 100)
        return Choice(text, path, kind, note)
    if action < SPY_ON:
        return _choice_at(seen, seat, action, text)
    if action >= TILE:
        return _tile_choice(seat, action - TILE, text)
    return _small_choice(seen, seat, action, text)


def stop_note(seen: Swords, base: int) -> Say | None:
    """That the army on its way stays where it is, though it could go on (Q37)."""
    way = seen.mover
    is_left = seen.phase == TRAVEL and way not in (NOWHERE, base) and can_step_from(seen, way)
    return Say("note.stop", {"at": SQUARE_NAMES[way]}) if is_left else None


def _note_of(seen: Swords, seat: int, kind: str, at: int) -> Say | None:
    """What a step takes, or against whom and what an attack would be."""
    if kind == "strike":
        terrain = terrain_say(seen.terrain[at])
        holes: Holes = {"whom": clan(seen.army[at] - 1), "terrain": terrain}
        return Say("note.strike", holes | {"n": signed(DEFENCE[seen.terrain[at]])})
    if seen.castle[at] and not holds_castle(seen, seat, at):
        return Say("note.takes", {"castle": castle_say(seen, at)})
    return None


def _choice_at(seen: Swords, seat: int, action: int, text: str) -> Choice:
    at = SQUARE_NAMES[action % 100]
    if action >= PUT_AT:
        return Choice(text, (at,), _put_kind(seen))
    if action >= MARCH_OF:
        return _march_choice(seen, seat, at, text)
    if action >= NINJA_AT:
        return Choice(text, (_held(seat, NINJA), at), "ninja")
    if action >= DISMISS:
        return Choice(text, ("dismiss", at), "dismiss")
    return Choice(text, ("raise", at), "raise", _note_raise(seen), price=new_army_cost(seen))


def _march_choice(seen: Swords, seat: int, at: str, text: str) -> Choice:
    """A Forced March, and how many attacks of armies are given up for it (Q47)."""
    path = (_held(seat, FORCED_MARCH), at)
    n = len(strikers(seen))
    if n == 0:
        return Choice(text, path, "march")
    return Choice(text, path, "march_last", Say("note.march_last", {"n": n}))


def strikers(seen: Swords) -> set[int]:
    """The squares of armies that can attack now."""
    listed = [0] * 8 * SQUARES
    n = list_strikes(seen, listed, 0)
    return {(action - STRIKE) // 100 for action in listed[:n]}


def _note_raise(seen: Swords) -> Say | None:
    """What the first new army of a turn leaves no room for (rule 12)."""
    if seen.raised or not seen.armies[seen.turn]:
        return None
    return Say("note.raise", {"n": SUPPLY * seen.armies[seen.turn]})


def _put_kind(seen: Swords) -> str:
    if seen.phase > LAY + 1:
        return "second"
    return "fortress" if seen.placed < seen.seats else "keep"


def _held(seat: int, card: int) -> str:
    return f"hand:{seat}.{CARD_NAMES[card]}"


def _tile_choice(seat: int, laying: int, text: str) -> Choice:
    tile, at = laying // 100, SQUARE_NAMES[laying % 100]
    if tile == FACE_DOWN:
        return Choice(text, ("down", at), "down")
    return Choice(text, (f"tiles:{seat}.{TERRAINS[tile]}", at), "tile")


def _small_choice(seen: Swords, seat: int, action: int, text: str) -> Choice:
    if action in _PLAIN:
        key = _PLAIN[action]
        kind = "no_spies" if key == "on" and seen.phase == SCOUT else key
        is_paid = action == DRAW_ONE and seen.drawn == 1
        price = DRAW_COST if is_paid else None
        return Choice(text, (key,), kind, price=price, gives_up=_gives_up(seen, action))
    if action in _OWN_CARD:
        card, kind = _OWN_CARD[action]
        return Choice(text, (_held(seat, card),), kind)
    if action >= YIELD_ONE:
        return Choice(text, (_held(seat, action - YIELD_ONE),), "lose")
    if action >= BACK:
        return Choice(text, (f"aside:{seat}.{CARD_NAMES[action - BACK]}",), "back")
    if action >= ASIDE:
        card = action - ASIDE
        return Choice(text, (_held(seat, card),), "aside", _note_aside(seen, seat, card))
    if action >= BUY_SOME:
        n = action - BUY_SOME
        return Choice(text, (f"buy:{n}",), "buy", price=HONOR_COST * n)
    if action >= INTRIGUE_ON:
        return Choice(text, (_held(seat, INTRIGUE), f"side:{action - INTRIGUE_ON}"), "intrigue")
    return Choice(text, ("spies", f"hand:{action - SPY_ON}"), "spy")


def _gives_up(seen: Swords, action: int) -> Say | None:
    """The free card of the turn, which nothing brings back later (rule 13)."""
    is_free = seen.phase == DRAW and seen.drawn == 0 and can_draw(seen)
    return Say("gives_up.draw") if action == ON and is_free else None


def _note_aside(seen: Swords, seat: int, card: int) -> Say | None:
    """What one's cards would total with another one."""
    if seen.phase != COMMIT:
        return None
    cards = [n + int(kind == card) for kind, n in enumerate(seen.aside[seat])]
    return Say("note.aside", {"card": card_say(card), "n": total_with(seen, seat, cards)})


_PLAIN: Final = {
    ON: "on", DRAW_ONE: "draw", HOUSE: "house", COMPOSE: "compose", GIVE_HONOR: "honor",
    GIVE_CARDS: "cards", SEALED: "seal", GO_IN: "enter", STAY: "stay",
}  # fmt: skip
_OWN_CARD: Final = {PROSPER: (PROSPERITY, "prosperity"), MUCH: (MUCH_HONOR, "much_honor")}


# ---- plain text

_LETTERS: Final = ".dctXKF "


def sketch(seen: Swords) -> str:
    """The board with armies by their seats, and a line for each clan."""
    rows = [
        " ".join(_sketch_square(seen, 10 * row + column) for column in range(10))
        for row in range(10)
    ]
    return "\n".join([*rows, *(_sketch_seat(seen, seat) for seat in range(seen.seats))])


def _sketch_square(seen: Swords, square: int) -> str:
    owner = seen.army[square]
    return f"{_LETTERS[seen.terrain[square]]}{owner - 1 if owner else ' '}"


def _sketch_seat(seen: Swords, seat: int) -> str:
    acts = ">" if to_act(seen) >> seat & 1 and seen.phase != OVER else " "
    return (
        f"{acts} {seat} honor {seen.honor[seat]}  gold {seen.gold[seat]}  "
        f"armies {seen.armies[seat]}  cards {seen.held[seat]}"
    )
