"""Positions of Akiwado for tests, and helpers to query them.

Seats are Monzaemon (0), Sakichi (1), Oichi (2), Rokusuke (3) and Kichibei (4).
"""

from __future__ import annotations

from collections.abc import Sequence

from honjin.core.game import Game
from honjin.core.play import Play
from honjin.core.seats import CHANCE, seats_in
from honjin.core.words import speak
from honjin.games.akiwado import game
from honjin.games.akiwado.content.cardfile import write_cards
from honjin.games.akiwado.content.cardlist import CardList
from honjin.games.akiwado.content.data import CARD_LETTERS, CARDS, COINS
from honjin.games.akiwado.rules.scoring import score
from honjin.games.akiwado.rules.state import BID, DECLARE, EAST, OVER, SPLIT, WEST, Akiwado

GAME: Game[Akiwado] = game.GAME
NOTATION = GAME.notation
MON, SAK, OIC, ROK, KIC = range(5)
FOUR = ("bk", "rrw", "yw", "ry")
"""The hands of the examples."""
LARGE = write_cards(
    CardList((7, 7, 7, 7, 7, 2), (6, 5, 4, 3, 2), 120, 9, (0, 0, 1, 2, 40, 99), 7, "Large")
)
SMALL = write_cards(CardList((5, 3, 4, 3, 4, 0), (3, 2, 4, 6, 5), 21, 0, (0,) * 6, 0))
"""Files with the largest numbers there can be, and with the smallest."""
_PLACES = {"e": 1, "w": 2, "p": 3, "-": 0}


def start(seats: int = 4, **given: str | bool) -> Akiwado:
    """The state before the first draw."""
    return GAME.setup(GAME.read_options({"seats": str(seats), **given}))


def cards(letters: str) -> list[int]:
    """Cards by their letters: w y r b k, o for a custom order."""
    found = [0] * CARDS
    for letter in letters:
        found[CARD_LETTERS.index(letter)] += 1
    return found


def letters(counts: Sequence[int]) -> str:
    """The letters of some cards."""
    return "".join(letter * n for letter, n in zip(CARD_LETTERS, counts, strict=True))


def mask(seats: Sequence[int]) -> int:
    """Some seats as a mask."""
    return sum(1 << seat for seat in seats)


def table(hands: Sequence[str], **given: str | bool) -> Akiwado:
    """Hands as given, five coins each, cards to come; most of these positions are not reachable."""
    s = start(len(hands), **given)
    s.phase = SPLIT
    for seat, hand in enumerate(hands):
        s.hand[seat][:] = cards(hand)
    return s


def touting(
    hands: Sequence[str] = FOUR,
    dice: tuple[int, int, int] = (1, 4, 5),
    *,
    unjust: Sequence[int] = (),
    turn: int = 0,
    again: bool = False,
    **given: str | bool,
) -> Akiwado:
    """The turn player has rolled."""
    s = table(hands, **given)
    s.dice[:], s.turn, s.unjust, s.again = dice, turn, mask(unjust), int(again)
    return s


def stocking(
    hands: Sequence[str] = FOUR,
    *,
    east: str = "y",
    west: str = "b",
    pool: int = 1,
    coins: Sequence[int] = (),
    said: str = "",
    turn: int = 0,
    deck: str | None = None,
    **given: str | bool,
) -> Akiwado:
    """Both markets are prepared; with declarations, as in `ewp-`, all choose in secret."""
    s = table(hands, **given)
    s.dice[:], s.kept, s.turn = [1, 4, 5], 1, turn
    s.market[EAST][:], s.market[WEST][:], s.pool = cards(east), cards(west), pool
    s.coins[: s.seats] = coins or s.coins[: s.seats]
    s.stock = COINS - sum(s.coins) - pool
    if deck is not None:
        s.deck[:] = cards(deck)
        s.left = sum(s.deck)
    s.said[: len(said)] = [_PLACES[place] for place in said]
    s.phase = BID if said else DECLARE
    return s


def actor(s: Akiwado) -> int:
    """The one seat (or chance) to act next."""
    turn = GAME.may_act(s)
    return CHANCE if turn >> CHANCE & 1 else seats_in(turn)[0]


def legal(s: Akiwado, seat: int | None = None) -> set[str]:
    """The legal actions, in notation."""
    seat = actor(s) if seat is None else seat
    listed = [a for a, _ in GAME.outcomes(s)] if seat == CHANCE else GAME.legal(s, seat)
    return {NOTATION.write_action(s, seat, action) for action in listed}


def do(s: Akiwado, *texts: str, seat: int | None = None) -> Akiwado:
    """The position after some actions, each of which must be legal."""
    s = s.copy()
    for text in texts:
        who = actor(s) if seat is None else seat
        assert text in legal(s, who), f"{text} is not one of {sorted(legal(s, who))}"
        GAME.apply_action(s, who, NOTATION.read_action(s, who, text))
    return s


def in_secret(s: Akiwado, *texts: str) -> Akiwado:
    """All seats that must act choose, in the order of the seats."""
    seats = seats_in(GAME.must_act(s))
    assert len(seats) == len(texts)
    for seat, text in zip(seats, texts, strict=True):
        s = do(s, text, seat=seat)
    return s


def called(s: Akiwado, *callers: int) -> Akiwado:
    """These seats challenge, the others let it stand."""
    seats = seats_in(GAME.must_act(s))
    return in_secret(s, *("challenge" if seat in callers else "accept" for seat in seats))


def gains(before: Akiwado, after: Akiwado) -> tuple[int, ...]:
    """The coins each seat has gained."""
    return tuple(after.coins[seat] - before.coins[seat] for seat in range(before.seats))


def over(hands: Sequence[str], **given: str | bool) -> Akiwado:
    """The end of a game with these hands."""
    s = table(hands, **given)
    s.phase, s.left, s.deck[:] = OVER, 0, [0] * CARDS
    return s


def scores(s: Akiwado) -> tuple[int, ...]:
    """The points of each seat."""
    return tuple(score(s, seat) for seat in range(s.seats))


def result(s: Akiwado) -> tuple[str, tuple[int, ...]]:
    """Why the game ended, and the result of each seat."""
    found = GAME.result(s, s.seats)
    assert found is not None
    return found.reason, found.returns


def refusal(s: Akiwado, seat: int, *path: str) -> tuple[str, str]:
    """Why a path of clicks is refused, in English, and the rule."""
    reason = GAME.table.why(GAME.seen_by(s, seat), seat, path)
    return speak(GAME.words, reason.say), reason.rule


def note(s: Akiwado, seat: int, text: str) -> str:
    """The note on a choice, in English."""
    said = GAME.table.choice(s, seat, NOTATION.read_action(s, seat, text)).note
    assert said is not None
    return speak(GAME.words, said)


def told(s: Akiwado, seat: int, text: str, viewer: int, language: str = "en") -> list[str]:
    """The log lines that a viewer gets of an action."""
    action = NOTATION.read_action(s, seat, text)
    after = s.copy()
    GAME.apply_action(after, seat, action)
    events = GAME.tell(s, seat, action, after, viewer)
    return [speak(GAME.words, event.say, language) for event in events]


def state_of(play: Play) -> Akiwado:
    """The current state of a game."""
    assert isinstance(play.state, Akiwado)
    return play.state


def playing(**given: str | bool) -> Play:
    """A game from its beginning."""
    return Play(GAME, GAME.read_options(given))
