"""Honours of a match: so many wins in a row against the same opponent oblige the winner.

A match is a table and those that follow it. In Rokumon three wins make the winner Shogun of Japan,
who lets the opponent take back the last action (rule 5).
"""

from __future__ import annotations

from honjin.server.tables.session import entries as e
from honjin.server.tables.session.outcome import winners_of
from honjin.server.tables.session.room import Room


def rivals(room: Room) -> tuple[str, ...]:
    """The two persons at a table for two; empty if a bot or nobody has a seat."""
    persons = {one.who for one in room.holders if one is not None and one.kind == "person"}
    return tuple(sorted(persons)) if len(persons) == 2 == room.play.seats else ()


def honoured(room: Room) -> tuple[int, ...]:
    """The seats of those who, being honoured, let the opponent take back."""
    honours = room.opened.honours
    if honours is None or not honours.honoured or honours.rivals != rivals(room):
        return ()
    return tuple(
        seat for seat, one in enumerate(room.holders) if one and one.who in honours.honoured
    )


def following(room: Room) -> e.Honours | None:
    """The honours with which the next game of a match begins; None if they are not played for."""
    before, persons = room.opened.honours, rivals(room)
    if before is None:
        return None
    if before.rivals != persons:
        before = e.Honours(persons)
    result = room.play.result()
    winners = () if result is None or room.dissolved or not persons else winners_of(room, result)
    winner = room.holders[winners[0]] if len(winners) == 1 else None
    if winner is None:
        return e.Honours(persons, honoured=before.honoured)
    row = before.row + 1 if winner.who == before.winner else 1
    new = row >= room.game.honours and winner.who not in before.honoured
    return e.Honours(persons, winner.who, row, (*before.honoured, *[winner.who][:new]))
