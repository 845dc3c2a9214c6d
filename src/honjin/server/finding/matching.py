"""Matching of the players who wait in a pool: a pure function of who waits, and since when.

The player who has waited longest comes first, and gets the nearest of those whose ranges reach each
other, an opponent of the last game only if there is nobody else. So nobody starves: ranges grow
until they have no bounds, and then the first in line is matched with anyone who is there. Two
players are never matched if one has blocked the other, or if they may be one person: the games are
rated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from honjin.server.finding.pools import FRESH, Pace, reach


class Seeker(NamedTuple):
    """A waiting player. After `patience` milliseconds, bots take the seats that are still free."""

    who: str
    name: str
    rating: int
    since: int
    patience: int | None = None
    program: bool = False


class PlayerFacts(NamedTuple):
    """Facts about the waiting players other than their wishes."""

    apart: frozenset[frozenset[str]] = frozenset()
    """Pairs that never play each other here."""
    last: Mapping[str, frozenset[str]] = {}
    """The opponents of each player's last game."""


class Party(NamedTuple):
    """People who play each other, and the number of bots that join them."""

    people: tuple[Seeker, ...]
    bots: int = 0


Says = Callable[[Seeker, Seeker], bool]
"""A judgement of two players."""


class MatchingRules(NamedTuple):
    """Who fits whom now, and who has just met."""

    fits: Says
    met: Says


def matched(
    waiting: Sequence[Seeker], seats: int, pace: Pace, known: PlayerFacts, now: int
) -> list[Party]:
    """The parties that can begin now; nobody is in two."""
    left = sorted(waiting, key=lambda one: (one.since, one.who))
    found: list[Party] = []

    rules = MatchingRules(
        lambda one, other: _fit(one, other, pace, known, now),
        lambda one, other: _met(one, other, known),
    )
    for first in left:
        taken = {one.who for party in found for one in party.people}
        if first.who in taken:
            continue
        rest = [one for one in left if one.who not in taken and one is not first]
        party = _party(first, rest, seats, rules, now)
        if party is not None:
            found.append(party)
    return found


def _fit(one: Seeker, other: Seeker, pace: Pace, known: PlayerFacts, now: int) -> bool:
    if frozenset((one.who, other.who)) in known.apart:
        return False
    gap, waited = abs(one.rating - other.rating), (now - one.since, now - other.since)
    reaches = [reach(pace, time) for time in waited]
    if any(most is not None and gap > most for most in reaches):
        return False
    return not _met(one, other, known) or max(waited) >= FRESH[pace]


def _met(one: Seeker, other: Seeker, known: PlayerFacts) -> bool:
    return other.who in known.last.get(one.who, ()) or one.who in known.last.get(other.who, ())


def _party(
    first: Seeker, rest: Sequence[Seeker], seats: int, rules: MatchingRules, now: int
) -> Party | None:
    """The party that begins with `first` now; None as long as it is better to wait."""
    party = _gathered(first, rest, seats, rules)
    if len(party) == seats:
        return Party(party)
    if first.patience is None or now - first.since < first.patience:
        return None
    willing = [one for one in rest if one.patience is not None]
    party = _gathered(first, willing, seats, rules)
    return Party(party, seats - len(party))


def _gathered(
    first: Seeker, rest: Sequence[Seeker], seats: int, rules: MatchingRules
) -> tuple[Seeker, ...]:
    """`first` with the nearest of the others who all fit each other, as far as there are seats."""

    def order(other: Seeker) -> tuple[bool, int, int]:
        return rules.met(first, other), abs(other.rating - first.rating), other.since

    party = [first]
    for one in sorted(rest, key=order):
        if len(party) == seats:
            break
        if all(rules.fits(one, other) for other in party):
            party.append(one)
    return tuple(party)
