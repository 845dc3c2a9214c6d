"""A plain presentation in which actions are clicked as declared, and its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from honjin.core.actions.table import Actions
from honjin.core.contract.presentation import Choice, Prompt
from honjin.core.locales import LANGUAGES
from honjin.core.scene import Piece, Reason, Scene, Side, Space, Tray, Verb
from honjin.core.words import Say, Speak, Words, load_words

_WORDS: Final = Path(__file__).with_name("words") / "plain"


class OneClick:
    """The `table` of a game whose actions are clicked as their rows declare (`core.actions`).

    A game supplies its actions and its scene. `sketch` may draw the position for terminals; without
    it the pieces are listed by place.
    """

    def __init__(
        self,
        actions: Actions,
        scene: Callable[[Any], Scene],
        sketch: Callable[[Any, Speak], str] | None = None,
    ) -> None:
        self.scene = scene
        self._actions = actions
        self._sketch = sketch

    def choice(self, seen: Any, seat: int, action: int) -> Choice:
        """The choice that the action's row declares."""
        write, path = self._actions.write, self._actions.path
        return Choice(
            write(seen, seat, action), path(seen, seat, action), self._actions.decode(action).key
        )

    def prompt(self, seen: Any, seat: int) -> Prompt:  # noqa: ARG002
        """The same prompt at all times."""
        return Prompt(Say("plain.ask"))

    def why(self, seen: Any, seat: int, path: Sequence[str]) -> Reason:  # noqa: ARG002
        """The same reason for everything that cannot be clicked."""
        return Reason(Say("plain.not_now"))

    def sketch(self, seen: Any, say: Speak) -> str:
        """The position in plain text."""
        if self._sketch is not None:
            return self._sketch(seen, say)
        places: dict[str, list[str]] = {}
        for piece in self.scene(seen).pieces:
            places.setdefault(piece.on, []).extend([piece.text or piece.look] * piece.n)
        return "\n".join(f"{place}: {' '.join(names)}" for place, names in places.items()) or "-"


COLOURS: Final = ("#a33", "#36a", "#383", "#a73", "#747", "#477", "#555", "#850")

Mark = tuple[int, int, str]
"""The number of a square, the seat whose mark is there, the text on the mark."""


def grid_scene(columns: int, rows: int, marks: Sequence[Mark], seats: int = 2) -> Scene:
    """A board of squares with the seats' marks; squares are numbered row by row from 0."""
    return Scene(
        skin="plain",
        spaces=tuple(
            Space(
                str(n), (n % columns, n // columns), (1, 1), str(n), Say("plain.square", {"n": n})
            )
            for n in range(columns * rows)
        ),
        pieces=tuple(
            Piece(f"mark.{n}", str(n), f"mark-{seat}", Say(f"seat.{seat}"), text=text)
            for n, seat, text in marks
        ),
        sides=_sides(seats),
    )


def card_scene(
    hands: Sequence[Sequence[int]],
    held: Sequence[int],
    table: Sequence[int] = (),
    verbs: Sequence[str] = (),
) -> Scene:
    """Hands of numbered cards, some cards on the table, and buttons for the kinds in `verbs`.

    `hands[seat][number]` counts the cards that are seen; the others of the seat's `held` ones lie
    face down. The id of a card in a hand is `hand<seat>.<number>`.
    """
    pieces = [_card(f"table.{n}", "table", number) for n, number in enumerate(table)]
    for seat, hand in enumerate(hands):
        tray = f"hand{seat}"
        pieces += [_card(f"{tray}.{number}", tray, number, n) for number, n in enumerate(hand) if n]
        if hidden := held[seat] - sum(hand):
            pieces.append(Piece(f"{tray}.back", tray, "back", Say("plain.back"), hidden))
    return Scene(
        skin="plain",
        spaces=(Space("table", (0, 0), (1, 1), "", Say("plain.table")),),
        pieces=tuple(pieces),
        sides=_sides(len(hands)),
        trays=tuple(Tray(f"hand{seat}", seat, Say("plain.hand")) for seat in range(len(hands))),
        verbs=tuple(Verb(kind, Say(f"kind.{kind}")) for kind in verbs),
    )


def _card(key: str, on: str, number: int, n: int = 1) -> Piece:
    return Piece(key, on, "card", Say("plain.card", {"n": number}), n, str(number))


def _sides(seats: int) -> tuple[Side, ...]:
    return tuple(
        Side(seat, Say(f"seat.{seat}"), "crest", COLOURS[seat], seat) for seat in range(seats)
    )


@cache
def _own() -> Words:
    return load_words(_WORDS)


def plain_words(**own: tuple[str, str]) -> Words:
    """The words of a plain presentation, with a game's own in English and Japanese.

    >>> plain_words(title=("Tic-tac-toe", "三目並べ"))["title"]["ja"]
    '三目並べ'
    """
    given: Mapping[str, Mapping[str, str]] = {
        key: dict(zip(LANGUAGES, forms, strict=True)) for key, forms in own.items()
    }
    return {**_own(), **given}
