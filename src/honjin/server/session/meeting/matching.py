"""Matching of the players who wait in a pool: a pure function of who waits, and since when.

The player who has waited longest comes first, and gets the nearest of those whose ranges reach each
other. So nobody starves: ranges grow until they have no bounds, and then the first in line is
matched with anyone who is there. Two players are never matched if one has blocked the other, or if
they may be one person: the games are rated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from honjin.server.session.meeting.pools import FRESH, Pace, reach


class Seeker(NamedTuple):
    """A waiting player. After `patience` milliseconds, bots take the seats that are still free."""

    who: str
    name: str
    rating: int
    since: int
    patience: int | None = None
    program: bool = False


class Known(NamedTuple):
    """Facts about the waiting players other than their wishes."""

    apart: frozenset[frozenset[str]] = frozenset()
    """Pairs that never play each other here."""
    last: Mapping[str, frozenset[str]] = {}
    """The opponents of each player's last game."""


class Party(NamedTuple):
    """People who play each other, and the number of bots that join them."""

    people: tuple[Seeker, ...]
    bots: int = 0


Fits = Callable[[Seeker, Seeker], bool]


def matched(
    waiting: Sequence[Seeker], seats: int, pace: Pace, known: Known, now: int
) -> list[Party]:
    """The parties that can begin now; nobody is in two."""
    left = sorted(waiting, key=lambda one: (one.since, one.who))
    found: list[Party] = []

    def fits(one: Seeker, other: Seeker) -> bool:
        return _fit(one, other, pace, known, now)

    for first in left:
        taken = {one.who for party in found for one in party.people}
        if first.who in taken:
            continue
        rest = [one for one in left if one.who not in taken and one is not first]
        party = _party(first, rest, seats, fits, now)
        if party is not None:
            found.append(party)
    return found


def _fit(one: Seeker, other: Seeker, pace: Pace, known: Known, now: int) -> bool:
    if frozenset((one.who, other.who)) in known.apart:
        return False
    gap, waited = abs(one.rating - other.rating), (now - one.since, now - other.since)
    reaches = [reach(pace, time) for time in waited]
    if any(most is not None and gap > most for most in reaches):
        return False
    met = other.who in known.last.get(one.who, ()) or one.who in known.last.get(other.who, ())
    return not met or max(waited) >= FRESH[pace]


def _party(first: Seeker, rest: Sequence[Seeker], seats: int, fits: Fits, now: int) -> Party | None:
    """The party that begins with `first` now; None as long as it is better to wait."""
    party = _gathered(first, rest, seats, fits)
    if len(party) == seats:
        return Party(party)
    if first.patience is None or now - first.since < first.patience:
        return None
    willing = [one for one in rest if one.patience is not None]
    party = _gathered(first, willing, seats, fits)
    return Party(party, seats - len(party))


def _gathered(first: Seeker, rest: Sequence[Seeker], seats: int, fits: Fits) -> tuple[Seeker, ...]:
    """`first` with the nearest of the others who all fit each other, as far as there are seats."""
    party = [first]
    for one in sorted(rest, key=lambda other: (abs(other.rating - first.rating), other.since)):
        if len(party) == seats:
            break
        if all(fits(one, other) for other in party):
            party.append(one)
    return tuple(party)
