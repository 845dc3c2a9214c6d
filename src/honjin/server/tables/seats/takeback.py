"""How far a game may be taken back when not everyone concerned is asked.

Persons decide for themselves. A seat that has nobody to answer has a stand-in: its substitute, or
nobody if it was given up. A stand-in lets its own last decision be undone, and no other one until
it has decided again; never past a roll or a revelation. Bots that hold seats agree to everything,
but past a roll or a revelation only at a casual table, unless a person agrees as well. Within a
turn nobody is asked; there a player cannot go back past what the seat was shown.
"""

from __future__ import annotations

from honjin.core.revealing import is_revealing, shows
from honjin.server.messages.refusals import TakebackTooFar
from honjin.server.tables.seats.honours import honoured
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room


def asked_persons(room: Room, guest: str) -> tuple[int, ...]:
    """The seats whose persons have to agree when a guest takes something back.

    A person who is honoured has agreed, once until the next action on that seat.
    """
    agreed = set(honoured(room)) - room.deciders.conceded
    return tuple(
        seat
        for seat in range(room.play.seats)
        if (player := room.player(seat)) is not None
        and player.kind == "person"
        and player.who != guest
        and seat not in agreed
    )


def may_ask(room: Room, guest: str, seat: int) -> bool:
    """Whether it makes sense to ask, as far as the seat knows and a quick check shows."""
    to = room.last_own_step(seat)
    return to is not None and not objection(room, guest, to, revealing=False, known_to=seat)


def objection(
    room: Room, guest: str, to: int, *, revealing: bool, known_to: int | None = None
) -> str:
    """Why those who are not asked do not let a guest go back to a step; empty if they do.

    Where the answer must not give away secret actions, it rests on what is `known_to` a seat.
    """
    stand_ins = _stand_ins(room, guest)
    if stand_ins and (objector := _decided_before(room, stand_ins, to, known_to)):
        return objector
    if not (revealing or _is_rolled(room, to)):
        return ""
    what = "something was revealed" if revealing else "dice or cards were drawn"
    if stand_ins:
        return f"{what} since step {to}, and a seat's person is not here to agree"
    if _only_bots(room, guest) and not room.opened.casual:
        return f"{what} since step {to}, and this is not a casual table"
    return ""


def require_not_too_far(room: Room, guest: str, to: int) -> None:
    """Raise TakebackTooFar if those who are not asked do not let a guest go back to a step."""
    reason = objection(room, guest, to, revealing=False)
    if not reason and is_weighed(room, guest) and _has_revealed(room, to):
        reason = objection(room, guest, to, revealing=True)
    if reason:
        raise TakebackTooFar(f"you cannot go back to step {to}: {reason}")


def is_weighed(room: Room, guest: str) -> bool:
    """Whether it matters what was revealed."""
    fair = _only_bots(room, guest) and not room.opened.casual
    return room.game.has_secrets and (fair or bool(_stand_ins(room, guest)))


def stands_in(room: Room, seat: int, to: int) -> bool:
    """Whether a vacant seat, or a new bot there, would let the game go back to step `to`."""
    own = any(step.seat == seat for step in room.play.steps[to:])
    return not (own or _is_rolled(room, to) or _has_revealed(room, to))


def no_more_asked(room: Room, seat: int, entry: e.Substituted | e.Left) -> tuple[e.Entry, ...]:
    """The entry, with an answer to the takeback for which this seat was asked."""
    asked = room.question
    if asked is None or asked.by == seat or seat not in asked.waiting:
        return (entry,)
    if not stands_in(room, seat, asked.to):
        return (entry, e.Answered(entry.at, (seat,), agree=False))
    return (
        (entry, e.TakenBack(entry.at, asked.by, asked.to)) if len(asked.waiting) == 1 else (entry,)
    )


def _has_revealed(room: Room, to: int) -> bool:
    version, step, found = room.deciders.revealing
    if (version, step) != (room.version, to):
        found = is_revealing(room.play, room.play.steps[to:], to)
        room.deciders.revealing = (room.version, to, found)
    return found


def _stand_ins(room: Room, guest: str) -> tuple[int, ...]:
    """The seats of others with nobody to answer: a bot plays for a person, or they are vacant."""
    if None not in room.holders and not any(room.substitutes):
        return ()
    return tuple(
        seat
        for seat, holder in enumerate(room.holders)
        if holder is None
        or (holder.kind == "person" and holder.who != guest and room.substitutes[seat] is not None)
    )


def _only_bots(room: Room, guest: str) -> bool:
    """Whether the guest plays against bots, and no other person is there to agree."""
    held = any(holder is not None and holder.kind == "bot" for holder in room.holders)
    return held and not asked_persons(room, guest)


def _is_rolled(room: Room, to: int) -> bool:
    for drawn in reversed(room.draws):
        if not drawn.undone:  # such draws are in the order of their steps
            return drawn.step > to
    return False


def _decided_before(room: Room, seats: tuple[int, ...], to: int, known_to: int | None) -> str:
    """Why going back would undo a decision that a stand-in on `seats` keeps; empty if not."""
    steps = room.play.steps
    known = [n for n in range(to, room.step) if known_to not in steps[n].missed_by]
    for seat in seats:
        undone = [n for n in known if steps[n].seat == seat]
        bot = room.substitutes[seat]
        most = 0 if bot is None or seat in room.deciders.conceded else 1
        if len(undone) > most or any(room.deciders.steps[n] != bot for n in undone):
            return f"a stand-in on seat {seat} lets its own last decision be undone, and no other"
    return ""


# ---------------------------------------------------------------- a seat's own last step


def back_step(room: Room, seat: int) -> int | None:
    """The step to which a seat may go back on its own, or None: not past what it was shown."""
    to = room.play.back_step(seat)
    if to is None or to < room.given:
        return None
    return None if room.game.has_secrets and _was_shown(room, seat, to) else to


def _was_shown(room: Room, seat: int, to: int) -> bool:
    version, step, found = room.deciders.shown
    if (version, step) != (room.version, to):
        play = room.play
        before = play.before if to == len(play.steps) - 1 else play.state_at(to)
        found = shows(room.game, before, play.steps[to], seat)
        room.deciders.shown = (room.version, to, found)
    return found
