"""Actions and positions as text.

    r1c1  4@r1c1  w@r1c1    Place (with the die, if dice have values; w is the white one)
    r1c1-r2c3               Move
    r2c2x                   Fight
    r2c4~2,-2               Surprise: the card goes to axial coordinates 2, -2
    g  j  r2c1  7           deal: a gold or green (jade) card, the fort's place, a card number

Cards keep the name of the place where they were dealt. A position is one line of nine fields,
without its history:

    4 ggg/jjjj .,4,./.,w6,.,. b rb - - 3 -
    | |        |              | |  | | | outcome: `row:r`, `repetition` ..., - while running
    | |        |              | |  | | actions done
    | |        |              | |  | cards that may not be moved now: `r2c4`
    | |        |              | |  cards that were moved: `r2c4@2,-2`
    | |        |              | sides that have a Surprise left
    | |        |              side to move: r or b
    | |        dice on each card, bottom to top
    | cards in reading order: g, j, f; digits in the Epilogue; ? not dealt yet
    act, E for the Epilogue
"""

import re
from functools import cache
from itertools import groupby
from typing import Final

from honjin.core.errors import Unreadable
from honjin.core.options import Options
from honjin.games.rokumon.content.data import (
    ACTS,
    BLACK,
    COLOUR_LETTERS,
    EPILOGUE,
    PERMANENT,
    PLAIN_KINDS,
    RED,
    coordinates,
)
from honjin.games.rokumon.rules.actions import ACTIONS, card_name, kind_name, read_card, read_cell
from honjin.games.rokumon.rules.play import chance_outcomes
from honjin.games.rokumon.rules.setup import DEAL_COLOUR, DEAL_FORT, DEAL_NUMBER, deal, setup
from honjin.games.rokumon.rules.state import (
    MAX_ACTIONS,
    NOBODY,
    Rokumon,
    has_row,
    put,
    settle_board,
    take,
)
from honjin.games.rokumon.rules.winning import REASONS, can_do_other, can_place, forget, remember

_MOVED: Final = re.compile(r"(?P<card>r[123]c[1-4])@(?P<cell>-?[0-4],-?[0-2])", re.ASCII)
_SIDES: Final = "rb"
_ENDS: Final = tuple(reason.removeprefix("end.") for reason in REASONS)
_FIELDS: Final = "act, cards, dice, side, Surprises left, moved cards, barred cards, ply, outcome"


# ---- actions


def write_action(s: Rokumon, seat: int, action: int) -> str:
    """An action in notation, including the Automa's; during the deal, an outcome."""
    return _write_deal(s, action) if s.undealt else ACTIONS.write(s, seat, action)


def read_action(s: Rokumon, seat: int, text: str) -> int:
    """Parse an action; Unreadable says what was expected."""
    return _read_deal(s, text) if s.undealt else ACTIONS.read(s, seat, text)


def _write_deal(s: Rokumon, outcome: int) -> str:
    if outcome >= DEAL_NUMBER:
        return str(outcome - DEAL_NUMBER)
    if outcome >= DEAL_FORT:
        return card_name(s, outcome - DEAL_FORT)
    return COLOUR_LETTERS[outcome - DEAL_COLOUR]


def _read_deal(s: Rokumon, text: str) -> int:
    out, weights = [0] * 8, [0] * 8
    outcomes = out[: chance_outcomes(s, out, weights)]
    texts = {_write_deal(s, outcome): outcome for outcome in outcomes}
    if text not in texts:
        raise Unreadable(f"expected the next card, one of {', '.join(texts)}; got {text!r}")
    return texts[text]


# ---- writing positions


def write_position(s: Rokumon) -> str:
    """A position as one line; see the module docstring."""
    fields = (
        "E" if ACTS[s.act].key == EPILOGUE else ACTS[s.act].key,
        _in_rows(s.act, "", [_write_card(s, card) for card in range(s.cards)]),
        _in_rows(s.act, ",", [_pile(s.plain, s.dice >> 9 * card & 511) for card in range(s.cards)]),
        _SIDES[s.turn],
        "".join(side for seat, side in enumerate(_SIDES) if not s.surprised >> seat & 1) or "-",
        _write_moved(s),
        _write_barred(s) if s.barred else "-",
        str(s.ply),
        _write_end(s),
    )
    return " ".join(fields)


def _write_moved(s: Rokumon) -> str:
    names, cells, _ = ACTS[s.act].layout
    if s.surprised == 0:
        return "-"
    moved = [
        "{}@{},{}".format(name, *coordinates(cell))
        for name, home, cell in zip(names, cells, s.cell, strict=False)
        if cell != home
    ]
    return ";".join(moved) or "-"


def _write_barred(s: Rokumon) -> str:
    names = ACTS[s.act].layout.names
    return ";".join(name for card, name in enumerate(names) if s.barred >> card & 1)


def _in_rows(act: int, glue: str, texts: list[str]) -> str:
    return "/".join([glue.join(texts[row]) for row in _rows(act)])


@cache
def _rows(act: int) -> list[slice]:
    """The cards of each row, which are in reading order."""
    rows, at = [], 0
    for _, row in groupby(ACTS[act].layout.names, key=lambda name: name[:2]):
        rows.append(slice(at, at + len(list(row))))
        at = rows[-1].stop
    return rows


def _write_card(s: Rokumon, card: int) -> str:
    return str(s.number[card]) if s.number[card] else COLOUR_LETTERS[s.colour[card]]


@cache
def _pile(plain: int, dice: int) -> str:
    """The dice of a card, each of three bits, the lowest first."""
    kinds = (dice >> 3 * level & 7 for level in range(3))
    return "".join(kind_name(plain, kind) for kind in kinds if kind) or "."


def _write_end(s: Rokumon) -> str:
    if not s.outcome:
        return "-"
    winner = "" if s.winner == NOBODY else f":{_SIDES[s.winner]}"
    return _ENDS[s.outcome - 1] + winner


# ---- reading positions


def read_position(text: str, options: Options) -> Rokumon:
    """Parse a position; Unreadable says what was expected."""
    fields = text.split()
    if len(fields) != 9:
        raise Unreadable(f"expected nine fields ({_FIELDS}), got {len(fields)}: {text!r}")
    act, cards, dice, side, left, moved, barred, ply, ending = fields
    s = setup({**options, "deal": ""})
    if act != write_position(s)[0]:
        raise Unreadable(f"expected a position of act {write_position(s)[0]}, got {act!r}")
    _read_cards(s, cards.replace("/", ""))
    _read_dice(s, dice.replace("/", ","))
    _read_turn(s, side, ply)
    _read_surprises(s, left, moved, barred)
    _read_end(s, ending)
    if write_position(s) != text:
        raise Unreadable(f"expected a position like {write_position(s)!r}, got {text!r}")
    if s.undealt and (s.dice or s.ply or s.outcome or moved != "-"):
        raise Unreadable(f"expected a complete deal before the first action, got {text!r}")
    forget(s)
    if not s.outcome and not s.undealt:
        _must_be_open(s)
        remember(s)
    return s


def _read_cards(s: Rokumon, letters: str) -> None:
    if len(letters) != s.cards:
        raise Unreadable(f"expected {s.cards} cards, got {len(letters)}: {letters!r}")
    if "f" in letters:
        deal(s, _read_deal(s, card_name(s, letters.index("f"))))
    for letter in letters.replace("f", "").rstrip("?"):
        deal(s, _read_deal(s, letter))


def _read_dice(s: Rokumon, piles: str) -> None:
    if len(piles.split(",")) != s.cards:
        raise Unreadable(f"expected the dice of {s.cards} cards, got {piles!r}")
    kinds = {kind_name(s.plain, kind): kind for seat in (RED, BLACK) for kind in _kinds(s, seat)}
    for card, pile in enumerate(piles.split(",")):
        if len(pile) > 3:
            raise Unreadable(f"expected at most three dice on a card, got {pile!r}")
        for letter in pile.replace(".", ""):
            if letter not in kinds or not s.supply[kinds[letter]]:
                raise Unreadable(f"expected dice of {_all_dice(s)}, got {letter!r} too often")
            take(s, kinds[letter])
            put(s, card, kinds[letter])
    if s.high[3] & ~(s.pairs[RED] & s.tops[RED] | s.pairs[BLACK] & s.tops[BLACK]):
        raise Unreadable(f"expected three dice on a card to be of one side, got {piles!r}")


def _kinds(s: Rokumon, seat: int) -> tuple[int, ...]:
    return (PLAIN_KINDS[seat],) if s.plain else tuple(range(1 + 3 * seat, 4 + 4 * seat))


def _all_dice(s: Rokumon) -> str:
    return "4 r and 5 b" if s.plain else "2 2 4 6 and 1 3 3 5 w"


def _read_turn(s: Rokumon, side: str, ply: str) -> None:
    if side not in ("r", "b"):
        raise Unreadable(f"expected the side to move, r or b, got {side!r}")
    if not re.fullmatch(r"[0-9]{1,4}", ply) or int(ply) > MAX_ACTIONS:
        raise Unreadable(
            f"expected the number of actions done, 0 to {MAX_ACTIONS}, got {ply[:40]!r}"
        )
    s.turn, s.ply = _SIDES.index(side), int(ply)
    if s.turn != s.ply & 1:
        raise Unreadable(f"expected {_SIDES[s.ply & 1]} to move after {ply} actions, got {side}")


def _read_surprises(s: Rokumon, left: str, moved: str, barred: str) -> None:
    never = s.surprised
    s.surprised |= sum(1 << seat for seat, letter in enumerate(_SIDES) if letter not in left)
    used = (s.surprised & ~never).bit_count()
    wanted = list(s.cell)
    for item in moved.split(";") if moved != "-" else ():
        match = _MOVED.fullmatch(item)
        if not match:
            raise Unreadable(f"expected a moved card like r2c4@2,-2, got {item!r}")
        card = read_card(s, match["card"])
        wanted[card] = read_cell(s, match["cell"])
    if not _can_get_to(s, wanted, used):
        raise Unreadable(f"expected a board that {used} Surprises lead to, got {moved!r}")
    s.cell[:] = wanted
    settle_board(s)
    for name in barred.split(";") if barred != "-" else ():
        s.barred |= 1 << read_card(s, name)
    most = used if s.surprise_ban == PERMANENT else (s.surprised & ~never) >> (1 - s.turn) & 1
    if s.barred.bit_count() > most:
        raise Unreadable(f"expected at most {most} barred cards, got {barred!r}")


def _can_get_to(s: Rokumon, wanted: list[int], steps: int) -> bool:
    """True if `steps` Surprises lead from the cells of s to the wanted cells."""
    differing = [card for card in range(s.cards) if s.cell[card] != wanted[card]]
    if steps == 0 or len(differing) > steps:
        return not differing
    settle_board(s)
    if steps == 1:
        return len(differing) == 1 and bool(s.free[differing[0]] >> wanted[differing[0]] & 1)
    return any(_can_get_to(after, wanted, steps - 1) for after in _after_surprise(s))


def _after_surprise(s: Rokumon) -> list[Rokumon]:
    states = []
    for card in range(s.cards):
        for cell in range(63):
            if s.free[card] >> cell & 1:
                after = s.copy()
                after.cell[card] = cell
                states.append(after)
    return states


def _read_end(s: Rokumon, text: str) -> None:
    if text == "-":
        return
    reason, _, winner = text.partition(":")
    if reason not in _ENDS or winner not in ("", "r", "b"):
        raise Unreadable(f"expected - or an outcome such as row:r or repetition, got {text!r}")
    if bool(winner) != (reason not in ("repetition", "length")):
        raise Unreadable(f"expected a winner with {reason} only where one side wins, got {text!r}")
    s.outcome = 1 + _ENDS.index(reason)
    s.winner = _SIDES.index(winner) if winner else NOBODY


def _must_be_open(s: Rokumon) -> None:
    """Raise Unreadable if a position marked as running is over."""
    if s.high[3] or has_row(s, s.tops[RED]) or has_row(s, s.tops[BLACK]):
        raise Unreadable("expected a running game, got a position with a finished row or stack")
    if s.ply >= MAX_ACTIONS or not (can_place(s, s.turn) or can_do_other(s, s.turn)):
        raise Unreadable("expected a running game, got a position without a next action")
