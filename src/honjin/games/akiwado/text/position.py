"""Positions as text.

A position is one line of sixteen fields:

    wyr call:0 w3y2r3b4k4o w2rk2 k/- wr/wy/yr2 5/4/7 33+1 ----- 2/- 1+45+ - --- a/c'1/- e3/p/w2 1
    |   |      |           |     |   |         |     |    |     |   |     | |   |       |      |
    |   |      |           |     |   |         |     |    |     |   |     | |   |       |   turns
    |   |      |           |     |   |         |     |    |     |   |     | |   |       done
    |   |      |           |     |   |         |     |    |     |   |     | |   |  done, as revealed
    |   |      |           |     |   |         |     |    |     |   |     | |   chosen in secret
    |   |      |           |     |   |         |     |    |     |   |     | declared
    |   |      |           |     |   |         |     |    |     |   |     who challenged last
    |   |      |           |     |   |         |     |    |     |   dice, `+` after kept ones
    |   |      |           |     |   |         |     |    |     ungrateful seats / absent ones (Q8)
    |   |      |           |     |   |         |     |    purveyors, white to black
    |   |      |           |     |   |         |     stock and coin area
    |   |      |           |     |   |         coins of each seat
    |   |      |           |     |   hands of each seat
    |   |      |           |     east and west
    |   |      |           destruction area
    |   |      deck, in no order
    |   phase and turn player, `+` after a second roll
    colours of the seats, `-` none yet

Cards are w y r b k o: white, yellow, red, blue, black, custom order; a number is a count. Places
are e w p: east, west, pocket money. In secret: a accepts, c challenges, e3 bids three on the east,
? unknown; `'1` changed once, `!` final.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from honjin.core.errors import Unreadable
from honjin.core.options import Options
from honjin.games.akiwado.content.data import (
    CARD_LETTERS,
    CARDS,
    COLOURS,
    DICE,
    MAX_SEATS,
    NOBODY,
    ORDER,
)
from honjin.games.akiwado.info.invariants import LAWS
from honjin.games.akiwado.rules.actions import (
    ACCEPT,
    CHALLENGE,
    POCKET_MONEY,
    coins_of,
    place_of,
    stake,
)
from honjin.games.akiwado.rules.setup import draw_colour, setup
from honjin.games.akiwado.rules.state import (
    CALL,
    EAST,
    LOT,
    MAX_CHANGES,
    WEST,
    Akiwado,
    is_sealed,
)

_PHASES: Final = (
    "colours", "choose", "lot", "waste", "roll", "split", "call", "east", "west", "declare", "bid",
    "back", "salvage", "over",
)  # fmt: skip
_PLACES: Final = "-ewp"
_VOTES: Final = {"a": ACCEPT, "c": CHALLENGE}
_FIELDS: Final = 16

T = TypeVar("T")

# ---- writing


def write_position(s: Akiwado) -> str:
    """A position as one line; see the module docstring."""
    seats = range(s.seats)
    fields = (
        "".join(_letter(colour) for colour in s.colour[: s.seats]),
        f"{_PHASES[s.phase]}:{s.turn}{'+' * s.again}",
        _write_cards(s.deck),
        _write_cards(s.waste),
        f"{_write_cards(s.market[EAST])}/{_write_cards(s.market[WEST])}",
        "/".join(_write_cards(s.hand[seat]) for seat in seats),
        "/".join(str(s.coins[seat]) for seat in seats),
        f"{s.stock}+{s.pool}",
        "".join("-" if seat == NOBODY else str(seat) for seat in s.marker),
        f"{_write_mask(s.unjust)}/{_write_mask(s.absent)}",
        _write_dice(s),
        _write_mask(s.calls),
        "".join(_PLACES[s.said[seat]] for seat in seats),
        "/".join(_write_secret(s, seat) for seat in seats),
        "/".join(_write_stake(s.place[seat], s.bid[seat]) for seat in seats),
        str(s.turns),
    )
    return " ".join(fields)


def _letter(colour: int) -> str:
    return "-" if colour == NOBODY else CARD_LETTERS[colour]


def _write_cards(cards: Iterable[int]) -> str:
    parts = ((CARD_LETTERS[card], n) for card, n in enumerate(cards) if n)
    return "".join(f"{letter}{n if n > 1 else ''}" for letter, n in parts) or "-"


def _write_mask(mask: int) -> str:
    return "".join(str(seat) for seat in range(MAX_SEATS) if mask >> seat & 1) or "-"


def _write_dice(s: Akiwado) -> str:
    if not s.dice[0]:
        return "-"
    return "".join(f"{pip}{'+' * (s.kept >> k & 1)}" for k, pip in enumerate(s.dice))


def _write_stake(place: int, coins: int) -> str:
    return f"{_PLACES[place]}{coins}" if place in (EAST, WEST) else _PLACES[place]


def _write_secret(s: Akiwado, seat: int) -> str:
    if not s.decided >> seat & 1:
        return "-"
    action = s.sealed[seat]
    text = next((letter for letter, vote in _VOTES.items() if vote == action), "")
    text = text or (_write_stake(place_of(action), coins_of(action)) if action else "?")
    changes = f"'{s.changes[seat]}" if s.changes[seat] else ""
    return f"{text}{changes}{'!' * (s.settled >> seat & 1)}"


# ---- reading


def read_position(text: str, options: Options) -> Akiwado:
    """Parse a position; Unreadable says what was expected."""
    fields = text.split()
    if len(fields) != _FIELDS:
        raise Unreadable(
            f"expected a position of {_FIELDS} fields, got {len(fields)}: {text[:400]!r}"
        )
    s = setup(options)
    _read_colours(s, fields[0], options)
    _read_phase(s, fields[1])
    _read_cards_of(s, *fields[2:6])
    _read_coins(s, fields[6], fields[7])
    _read_markers(s, fields[8])
    _read_tiles(s, fields[9])
    _read_dice(s, fields[10])
    s.calls = _read_mask(s, fields[11])
    _read_deeds(s, fields[12], fields[14])
    _read_secrets(s, fields[13])
    s.turns = _number(fields[15], "turns done")
    _must_hold(s, text)
    return s


def _read_colours(s: Akiwado, text: str, options: Options) -> None:
    wanted = options["colours"] == "seats"
    letters = CARD_LETTERS[:ORDER]
    if not re.fullmatch(f"[{letters}]*-*", text) or len(text) != s.seats:
        raise Unreadable(f"expected {s.seats} colours of {letters}, - not drawn yet; got {text!r}")
    if wanted and text != letters[: s.seats]:
        raise Unreadable(f"expected the colours {letters[: s.seats]}, got {text!r}")
    drawn = [letters.index(letter) for letter in text.rstrip("-")]
    if len(set(drawn)) < len(drawn):
        raise Unreadable(f"expected colours that differ, got {text!r}")
    for colour in drawn if not wanted else ():
        draw_colour(s, colour)


def _read_phase(s: Akiwado, text: str) -> None:
    found = re.fullmatch(r"([a-z]+):([0-4])(\+?)", text)
    if not found or found[1] not in _PHASES or int(found[2]) >= s.seats:
        raise Unreadable(f"expected a phase and the turn player, such as call:0; got {text!r}")
    phase = _PHASES.index(found[1])
    if (phase < LOT or s.phase < LOT) and phase != s.phase:
        raise Unreadable(f"expected {_PHASES[s.phase]} or a later phase, got {text!r}")
    s.phase, s.turn, s.again = phase, int(found[2]), int(found[3] == "+")


def _read_cards_of(s: Akiwado, deck: str, waste: str, markets: str, hands: str) -> None:
    s.deck[:] = _read_cards(deck)
    s.left = sum(s.deck)
    s.waste[:] = _read_cards(waste)
    s.market[EAST][:], s.market[WEST][:] = _each(markets, 2, "east and west", _read_cards)
    for seat, cards in enumerate(_each(hands, s.seats, "hands", _read_cards)):
        s.hand[seat][:] = cards


def _read_cards(text: str) -> list[int]:
    cards = [0] * CARDS
    if not re.fullmatch(rf"-|([{CARD_LETTERS}]\d?)+", text):
        raise Unreadable(f"expected cards such as w2ro, - for none; got {text!r}")
    for letter, n in re.findall(rf"([{CARD_LETTERS}])(\d?)", text):
        cards[CARD_LETTERS.index(letter)] += int(n or 1)
    return cards


def _each(text: str, n: int, what: str, read: Callable[[str], T]) -> list[T]:
    parts = text.split("/")
    if len(parts) != n:
        raise Unreadable(f"expected {what}, {n} of them separated by /; got {text!r}")
    return [read(part) for part in parts]


def _number(text: str, what: str) -> int:
    if not re.fullmatch(r"\d{1,3}", text):
        raise Unreadable(f"expected a number ({what}), got {text!r}")
    return int(text)


def _read_coins(s: Akiwado, coins: str, stock: str) -> None:
    s.coins[: s.seats] = _each(coins, s.seats, "coins", lambda text: _number(text, "coins"))
    found = re.fullmatch(r"(-?\d{1,3})\+(\d{1,2})", stock)
    if not found:
        raise Unreadable(f"expected stock and coin area, such as 33+1; got {stock!r}")
    s.stock, s.pool = int(found[1]), int(found[2])


def _read_markers(s: Akiwado, text: str) -> None:
    if not re.fullmatch(rf"[-0-4]{{{COLOURS}}}", text):
        raise Unreadable(f"expected {COLOURS} purveyors, seats or -; got {text!r}")
    s.marker[:] = [NOBODY if seat == "-" else int(seat) for seat in text]


def _read_mask(s: Akiwado, text: str) -> int:
    seats = "".join(str(seat) for seat in range(s.seats))
    if text != "-" and not re.fullmatch(f"[{seats}]+", text):
        raise Unreadable(f"expected seats of {seats}, - for none; got {text!r}")
    return sum(1 << seat for seat in range(s.seats) if str(seat) in text)


def _read_tiles(s: Akiwado, text: str) -> None:
    tiles = _each(text, 2, "ungrateful and absent seats", lambda part: _read_mask(s, part))
    s.unjust, s.absent = tiles


def _read_dice(s: Akiwado, text: str) -> None:
    found = re.findall(r"([1-6])(\+?)", text)
    if text != "-" and (not re.fullmatch(r"([1-6]\+?){3}", text) or len(found) != DICE):
        raise Unreadable(f"expected dice such as 1+45+, or -; got {text!r}")
    for k, (pip, kept) in enumerate(found):
        s.dice[k] = int(pip)
        s.kept |= bool(kept) << k


def _read_deeds(s: Akiwado, said: str, done: str) -> None:
    if not re.fullmatch(f"[{_PLACES}]{{{s.seats}}}", said):
        raise Unreadable(f"expected {s.seats} declarations, each of {_PLACES}; got {said!r}")
    s.said[: s.seats] = [_PLACES.index(letter) for letter in said]
    for seat, (place, coins) in enumerate(_each(done, s.seats, "deeds", _read_stake)):
        s.place[seat], s.bid[seat] = place, coins


def _read_stake(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([ew])(\d{1,3})|[-p]", text)
    if not found:
        raise Unreadable(f"expected e3, w2, p or -; got {text!r}")
    return _PLACES.index(text[0]), int(found[2] or 0)


def _read_secrets(s: Akiwado, text: str) -> None:
    for seat, secret in enumerate(_each(text, s.seats, "secrets", str)):
        found = re.fullmatch(r"([^'!]+)(?:'([1-9]))?(!?)", secret)
        if not found:
            raise Unreadable(f"expected a choice such as a, e3'1 or ?!, - for none; got {secret!r}")
        if found[1] != "-":
            s.decided |= 1 << seat
            s.settled |= bool(found[3]) << seat
            s.changes[seat] = int(found[2] or 0)
            s.sealed[seat] = _read_secret(found[1])


def _read_secret(text: str) -> int:
    if text == "?" or text in _VOTES:
        return _VOTES.get(text, 0)
    place, coins = _read_stake(text)
    return stake(place, coins)


# ---- checks of what was read


def _must_hold(s: Akiwado, text: str) -> None:
    for law in LAWS:
        if not law.holds(_imagined(s)):
            raise Unreadable(f"expected a possible position ({law.name}), got {text!r}")
    again = write_position(s)
    if again != text:
        raise Unreadable(f"expected a position like {again!r}, got {text!r}")


def _imagined(s: Akiwado) -> Akiwado:
    """The same with some choice for each unknown one, so that an observation breaks no law."""
    filled = s.copy()
    for seat in range(s.seats):
        if is_sealed(s) and s.decided >> seat & 1 and not s.sealed[seat]:
            filled.sealed[seat] = ACCEPT if s.phase == CALL else POCKET_MONEY
            filled.changes[seat] = MAX_CHANGES if s.settled >> seat & 1 else 0
    return filled
