"""Positions as text.

A position is one line of thirteen fields:

    ns turn:r 3ta8/11/... N/nn ADD/s 1/0 35+4 7 12 0 -/- - -
    |  |      |           |    |     |   |    | |  | |   | outcome: tairo, rounds, resigned:w ...
    |  |      |           |    |     |   |    | |  | |   rows as last revealed, REVISING only
    |  |      |           |    |     |   |    | |  | changes left and what is lifted: 30/28,E5
    |  |      |           |    |     |   |    | |  rearrangements to come
    |  |      |           |    |     |   |    | turns done
    |  |      |           |    |     |   |    battle points left
    |  |      |           |    |     |   dice; `33*`: the pair waits for a ninja
    |  |      |           |    |     valor of red and of white
    |  |      |           |    prisoners of red and of white
    |  |      |           beside the board: to be placed, ninja in hand
    |  |      rows from north to south: pieces, runs of empty hexes, `'` after a piece that fought
    |  phase and side to act; in set-up the sides that have finished: placing:r
    midline, - not drawn yet

Pieces: T tairo, D daimyo, S samurai, A ashigaru, G teppo-tai (gun), N ninja; white in lower case.
"""

import re
from itertools import groupby
from typing import Final

from honjin.core.errors import Unreadable
from honjin.core.options import Options
from honjin.games.akebono.content.data import LETTERS, NINJA, NOBODY, SEAT, SIDES, TYPES, USED
from honjin.games.akebono.info.invariants import LAWS
from honjin.games.akebono.info.names import beside_board, letter_of, men_text
from honjin.games.akebono.rules.names import ground, hex_name, read_hex
from honjin.games.akebono.rules.play import resign, setup
from honjin.games.akebono.rules.scoring import REASONS, RESIGNED, ROUNDS, end, judge
from honjin.games.akebono.rules.state import (
    ARROWS,
    OVER,
    PLACING,
    REVISING,
    THIRD,
    TURN,
    Akebono,
    owner,
    put,
)

_PHASES: Final = (
    "arrows", "placing", "revising", "repair", "lot", "roll", "turn", "third", "over"
)  # fmt: skip
_SIDES: Final = "rw"
_ENDS: Final = tuple(reason.removeprefix("end.") for reason in REASONS)
_LINES: Final = {"ns": 0, "we": 1, "-": -1}

# ---- writing


def write_position(s: Akebono) -> str:
    """A position as one line; see the module docstring."""
    fields = (
        next(text for text, midline in _LINES.items() if midline == s.midline),
        f"{_PHASES[s.phase]}:{_write_side(s)}",
        _write_rows(s, s.piece),
        "/".join(men_text(seat, beside_board(s, seat)) for seat in (0, 1)),
        "/".join(men_text(1 - seat, s.taken[seat]) for seat in (0, 1)),
        f"{s.valor[0]}/{s.valor[1]}",
        _write_dice(s),
        str(s.points),
        str(s.turns),
        str(s.revisions),
        "/".join(_write_changes(s, seat) for seat in (0, 1)),
        _write_rows(s, s.shown) if s.phase == REVISING else "-",
        _write_end(s),
    )
    return " ".join(fields)


def _write_side(s: Akebono) -> str:
    if s.phase in (PLACING, REVISING):
        return "".join(side for seat, side in enumerate(_SIDES) if s.done >> seat & 1) or "-"
    return _SIDES[s.turn]


def _write_rows(s: Akebono, pieces: list[int]) -> str:
    cells = ground(s).name
    rows = (row for _, row in groupby(cells, key=lambda cell: s.row[cell]))
    return "/".join(_write_row([pieces[cell] for cell in row]) for row in rows)


def _write_row(men: list[int]) -> str:
    text = ""
    for man, alike in groupby(men):
        n = len(list(alike))
        text += (letter_of(man) + "'" * (man & USED != 0)) * n if man else str(n)
    return text


def _write_dice(s: Akebono) -> str:
    if not s.dice[0]:
        return "-"
    third = f"+{s.dice[2]}" if s.dice[2] else ""
    return f"{s.dice[0]}{s.dice[1]}{third}{'*' if s.must_place else ''}"


def _write_changes(s: Akebono, seat: int) -> str:
    if s.phase not in (ARROWS, PLACING, REVISING):
        return "-"
    what = s.lifted[seat]
    lifted = TYPES[-what] if what < 0 else hex_name(s, what) if what else ""
    return f"{s.changes[seat]}{',' if lifted else ''}{lifted}"


def _write_end(s: Akebono) -> str:
    if not s.outcome:
        return "-"
    by = f":{_SIDES[s.winner]}" if s.outcome == 1 + RESIGNED else ""
    return _ENDS[s.outcome - 1] + by


# ---- reading


def read_position(text: str, options: Options) -> Akebono:
    """Parse a position; Unreadable says what was expected."""
    fields = text.split()
    if len(fields) != 13:
        raise Unreadable(f"expected a position of 13 fields, got {len(fields)}: {text[:400]!r}")
    line, phase, rows, aside, taken, valor, dice, points, turns, *setup_fields, ending = fields
    s = setup(options)
    _read_phase(s, line, phase)
    _read_rows(s, rows, s.piece)
    _read_beside(s, aside, taken)
    s.valor[:] = [_number(part, "valor") for part in _halves(valor, "valor")]
    _read_dice(s, dice, points)
    s.turns = _number(turns, "turns done")
    _read_setup(s, *setup_fields)
    for cell, man in enumerate(s.piece):
        if man:
            put(s, cell, man)
    _read_end(s, ending)
    _must_hold(s, text)
    return s


def _read_phase(s: Akebono, line: str, text: str) -> None:
    phase, _, side = text.partition(":")
    if line not in _LINES or phase not in _PHASES or (line == "-") != (phase == "arrows"):
        raise Unreadable(f"expected a midline and a phase, such as ns turn:r; got {line} {text}")
    if side not in ("r", "w", "rw", "-"):
        raise Unreadable(f"expected a side after the phase, r or w; got {text!r}")
    s.midline, s.phase = _LINES[line], _PHASES.index(phase)
    if s.phase in (PLACING, REVISING):
        s.done = sum(1 << seat for seat, letter in enumerate(_SIDES) if letter in side)
        s.turn = 0
    else:
        s.turn = int(side == "w")


def _read_rows(s: Akebono, text: str, pieces: list[int]) -> None:
    rows = [list(row) for _, row in groupby(ground(s).name, key=lambda cell: s.row[cell])]
    texts = text.split("/")
    if len(texts) != len(rows):
        raise Unreadable(f"expected {len(rows)} rows of hexes, got {len(texts)}")
    for n, (row, cells) in enumerate(zip(texts, rows, strict=True)):
        men = _read_row(row)
        if len(men) != len(cells):
            raise Unreadable(f"expected {len(cells)} hexes in row {n + 1}, got {len(men)}: {row!r}")
        for cell, man in zip(cells, men, strict=True):
            pieces[cell] = man


def _read_row(text: str) -> list[int]:
    men: list[int] = []
    for empty, letter, used in re.findall(r"(\d{1,2})|([A-Za-z])('?)|.", text):
        if empty:
            men += [0] * int(empty)
        else:
            men.append(_read_man(letter, text) | (USED if used else 0))
    return men


def _read_man(letter: str, text: str) -> int:
    kind = LETTERS.find(letter.upper() or "-")
    if kind < 1:
        raise Unreadable(f"expected pieces {LETTERS[1:]} (red; lower-case for white), got {text!r}")
    return kind if letter.isupper() else kind + SEAT


def _halves(text: str, what: str) -> tuple[str, str]:
    red, slash, white = text.partition("/")
    if not slash:
        raise Unreadable(f"expected {what} of red and of white, separated by /; got {text!r}")
    return red, white


def _number(text: str, what: str) -> int:
    if not re.fullmatch(r"\d{1,3}", text):
        raise Unreadable(f"expected a number ({what}), got {text!r}")
    return int(text)


def _read_men(text: str, seat: int) -> list[int]:
    counts = [0] * len(LETTERS)
    for letter in text if text != "-" else "":
        man = _read_man(letter, text)
        if owner(man) != seat:
            raise Unreadable(f"expected pieces of {SIDES[seat]}, got {text!r}")
        counts[man & 7] += 1
    return counts


def _read_beside(s: Akebono, aside: str, taken: str) -> None:
    asides, prisoners = _halves(aside, "what is beside the board"), _halves(taken, "prisoners")
    for seat in (0, 1):
        counts = _read_men(asides[seat], seat)
        s.hand[seat], counts[NINJA] = counts[NINJA], 0
        s.tray[seat][:] = counts
        s.taken[seat][:] = _read_men(prisoners[seat], 1 - seat)


def _read_dice(s: Akebono, text: str, points: str) -> None:
    found = re.fullmatch(r"-|([1-6])([1-6])(?:\+([1-6]))?(\*?)", text)
    if not found:
        raise Unreadable(f"expected dice such as 35, 35+4, 33* or -; got {text!r}")
    s.dice[:] = [int(die or 0) for die in found.groups()[:3]]
    if (s.phase in (TURN, THIRD)) != (s.dice[0] > 0) and s.phase != OVER:
        raise Unreadable(f"expected dice in a turn, and only there; got {text!r}")
    s.must_place = int(found[4] == "*")
    s.points = _number(points, "battle points")


def _read_setup(s: Akebono, revisions: str, changes: str, shown: str) -> None:
    most, s.revisions = s.revisions, _number(revisions, "rearrangements")
    if s.revisions > most:
        raise Unreadable(f"expected at most {most} rearrangements to come, got {revisions}")
    for seat, text in enumerate(_halves(changes, "changes")):
        left, _, lifted = text.partition(",")
        s.changes[seat] = 0 if left == "-" else _number(left, "changes")
        s.lifted[seat] = _read_lifted(s, seat, lifted) if lifted else 0
    if s.phase == REVISING:
        _read_rows(s, shown, s.shown)


def _read_lifted(s: Akebono, seat: int, text: str) -> int:
    if text in TYPES[1:NINJA] and s.tray[seat][TYPES.index(text)]:
        return -TYPES.index(text)
    cell = read_hex(s, text)
    if not s.piece[cell] or owner(s.piece[cell]) != seat:
        raise Unreadable(f"expected a lifted piece of {SIDES[seat]}, got {text!r}")
    return cell


def _read_end(s: Akebono, text: str) -> None:
    reason, _, winner = text.partition(":")
    if (s.phase == OVER) != (text != "-") or (text != "-" and reason not in _ENDS):
        raise Unreadable(
            f"expected - or the outcome of a finished game ({', '.join(_ENDS)}); got {text!r}"
        )
    if reason == _ENDS[RESIGNED]:
        resign(s, 1 - _SIDES.find(winner) if winner in _SIDES else 0)
    elif reason == _ENDS[ROUNDS]:
        end(s, ROUNDS, NOBODY)
    elif text != "-" and s.tairo[0] and s.tairo[1]:
        judge(s)


def _must_hold(s: Akebono, text: str) -> None:
    for law in LAWS:
        if not law.holds(s):
            raise Unreadable(f"expected a possible position ({law.name}), got {text!r}")
    again = write_position(s)
    if again != text:
        raise Unreadable(f"expected a position like {again!r}, got {text!r}")
