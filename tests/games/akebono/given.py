"""Positions of Akebono for tests, and helpers to query them."""

from __future__ import annotations

from honjin.core.game import Game
from honjin.core.play import Play
from honjin.core.seats import CHANCE
from honjin.core.words import speak
from honjin.games.akebono import game
from honjin.games.akebono.content.data import SEAT
from honjin.games.akebono.rules.dice import read_dice
from honjin.games.akebono.rules.names import hex_name, read_hex
from honjin.games.akebono.rules.scoring import score
from honjin.games.akebono.rules.state import OVER, ROLL, TURN, Akebono, defence_at, price, put

GAME: Game[Akebono] = game.GAME
NOTATION = GAME.notation
RED, WHITE = 0, 1
KINDS = {letter: kind for kind, letter in enumerate("TDSAGN", 1)}
FAR = ("T:K1", "T:A12")
"""The hexes of tairo that a test does not mention: opposite corners."""


def start(**given: str | bool) -> Akebono:
    """The state before anything is placed."""
    return GAME.setup(GAME.read_options(given))


def at(
    red: str = "",
    white: str = "",
    *,
    points: int = 0,
    dice: tuple[int, ...] = (),
    turn: int = RED,
    hand: tuple[int, int] = (0, 0),
    valor: tuple[int, int] = (0, 0),
    taken: tuple[str, str] = ("", ""),
    **given: str | bool,
) -> Akebono:
    """A turn: pieces as in "T:K1 A:E5,E6", prisoners as in "AAG", a roll or points.

    Pieces not named are missing, so most of these positions are not reachable; tairo not named
    stand in far corners.
    """
    s = _cleared(given)
    for seat, men in enumerate((red, white)):
        _place(s, seat, men if "T:" in men else f"{men} {FAR[seat]}")
        for letter in taken[seat]:
            s.taken[seat][KINDS[letter]] += 1
    s.hand[:], s.valor[:], s.turn = hand, valor, turn
    s.phase = TURN
    if dice:
        s.dice[: len(dice)] = dice
        read_dice(s)
    s.points = points or s.points
    return s


def _cleared(given: dict[str, str | bool]) -> Akebono:
    s = start(**given)
    s.midline = max(s.midline, 0)
    s.revisions = 0
    for seat in (RED, WHITE):
        s.tray[seat][:] = [0] * len(s.tray[seat])
        s.changes[seat] = 0
    return s


def _place(s: Akebono, seat: int, men: str) -> None:
    for part in men.split():
        letter, _, names = part.partition(":")
        for name in names.split(","):
            put(s, read_hex(s, name), SEAT * seat + KINDS[letter])


def rolling(s: Akebono) -> Akebono:
    """The same before the roll."""
    s = s.copy()
    s.phase, s.points, s.dice[:] = ROLL, 0, [0, 0, 0]
    return s


def actor(s: Akebono) -> int:
    """The seat to act in an open phase."""
    return CHANCE if GAME.may_act(s) >> CHANCE & 1 else s.turn


def legal(s: Akebono, seat: int | None = None) -> set[str]:
    """The legal actions, in notation."""
    seat = actor(s) if seat is None else seat
    listed = [a for a, _ in GAME.outcomes(s)] if seat == CHANCE else GAME.legal(s, seat)
    return {NOTATION.write_action(s, seat, action) for action in listed}


def kind(s: Akebono, *kinds: str) -> set[str]:
    """The legal actions of some kinds, in notation."""
    choices = (GAME.table.choice(s, s.turn, action) for action in GAME.legal(s, s.turn))
    return {choice.do for choice in choices if choice.kind in kinds}


def do(s: Akebono, *texts: str, seat: int | None = None) -> Akebono:
    """The position after some actions, each of which must be legal."""
    s = s.copy()
    for text in texts:
        who = actor(s) if seat is None else seat
        assert text in legal(s, who), f"{text} is not one of {sorted(legal(s, who))}"
        GAME.apply_action(s, who, NOTATION.read_action(s, who, text))
    return s


def cost(s: Akebono, text: str) -> int:
    """The points an action costs; it must be legal."""
    return s.points - do(s, text).points


def price_of(s: Akebono, name: str) -> int:
    """The cost of a step into a hex."""
    return price(s, read_hex(s, name))


def defence_of(s: Akebono, name: str) -> int:
    """The current defence of the piece on a hex."""
    return defence_at(s, read_hex(s, name))


def standing(s: Akebono, seat: int) -> str:
    """The pieces of a seat as in `at`, tairo left out, in the order of the hexes."""
    men: dict[str, list[str]] = {}
    for cell, man in enumerate(s.piece):
        if man and man >> 3 & 1 == seat and man & 7 > 1:
            men.setdefault("?TDSAGN"[man & 7], []).append(hex_name(s, cell))
    return " ".join(f"{letter}:{','.join(names)}" for letter, names in sorted(men.items()))


def scores(s: Akebono) -> tuple[int, int]:
    """The points of red and of white."""
    return score(s, RED), score(s, WHITE)


def end(s: Akebono) -> tuple[str, int] | None:
    """Why the game ended, and the winner (2: nobody); None while it is running."""
    if s.phase != OVER:
        return None
    return GAME.reasons[s.outcome - 1].removeprefix("end."), s.winner


def refusal(s: Akebono, *path: str, seat: int | None = None) -> tuple[str, str]:
    """Why a path of clicks is refused, in English, and the rule."""
    reason = GAME.table.why(s, s.turn if seat is None else seat, path)
    return speak(GAME.words, reason.say), reason.rule


def note(s: Akebono, text: str) -> str:
    """The note on a choice, in English."""
    seat = s.turn
    said = GAME.table.choice(s, seat, NOTATION.read_action(s, seat, text)).note
    assert said is not None
    return speak(GAME.words, said)


def placed(red: str = "crane", white: str = "crane", **given: str | bool) -> Akebono:
    """Both sides have placed a formation and finished."""
    s = start(**given)
    s = do(s, f"={red}", "ready", seat=RED)
    return do(s, f"={white}", "ready", seat=WHITE)


def begun(first: str = "red", **given: str | bool) -> Akebono:
    """Both sides stand in formation; the roll is next."""
    s = start(**({"setup_revisions": "0"} | given))
    for seat in (RED, WHITE):
        s = do(s, "=crane", "ready", seat=seat)
    return do(s, first)


def playing(**given: str | bool) -> Play:
    """A game from its beginning."""
    return Play(GAME, GAME.read_options(given))
