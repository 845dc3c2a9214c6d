"""How many experiments and searches are kept, and which of them make room for another.

Of a person the oldest gives way, of guests at an address the oldest of theirs, of all guests the
oldest of the address that has most. An account's own work gives way to nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from honjin.server.messages import refusals as no

MAX_EACH: Final = 12
"""The most experiments of a person, and searches; and the bytes of all of them:"""
BYTES_EACH: Final = 100_000_000
MAX_THERE: Final = 24
"""The most that guests at an address have in all, and their bytes; of all guests; of everybody:"""
BYTES_THERE: Final = 200_000_000
MAX_GUESTS: Final = 400
BYTES_GUESTS: Final = 1_000_000_000
MAX_KEPT: Final = 4_000
BYTES_KEPT: Final = 10_000_000_000


class StoredItem(NamedTuple):
    """One that is kept: whose it is, since when, and how large. `there` marks its address.

    A guest's has `is_guest`; one that `rests` is not under way.
    """

    key: str
    owner: str
    there: str
    is_guest: bool
    is_search: bool
    at: int
    size: int
    rests: bool


def give_way(kept: Iterable[StoredItem], new: StoredItem) -> list[str]:
    """The keys of those that make room for a new one; NoRoom if they do not suffice."""
    store = _Store(kept)
    own = [one for one in store.all if one.owner == new.owner]
    store.bring_down([one for one in own if one.is_search == new.is_search], MAX_EACH)
    store.bring_down(own, BYTES_EACH, BYTES_EACH)
    guests = [one for one in store.all if one.is_guest]
    if new.is_guest:
        there = [one for one in guests if _place(one) == _place(new)]
        store.bring_down(there, MAX_THERE, BYTES_THERE)
        store.bring_down(_fullest_first(guests), MAX_GUESTS, BYTES_GUESTS)
    store.bring_down(store.all, MAX_KEPT, BYTES_KEPT, giving=guests)
    return list(store.gone)


class _Store:
    """The items that are kept, the oldest first, and those that give way."""

    def __init__(self, kept: Iterable[StoredItem]) -> None:
        self.all = sorted(kept, key=lambda one: one.at)
        self.gone: dict[str, StoredItem] = {}

    def bring_down(
        self, some: list[StoredItem], most: int, size: float = float("inf"),
        giving: list[StoredItem] | None = None,
    ) -> None:  # fmt: skip
        """Let the first of some give way, or of others, until there is room among them."""
        candidates = self._candidates(some if giving is None else giving)
        while self._is_full(some, most, size):
            one = next(candidates, None)
            if one is None:
                raise no.NoRoom("what is kept here takes up all the room there is for this")
            self.gone[one.key] = one

    def _candidates(self, some: list[StoredItem]) -> Iterator[StoredItem]:
        return (one for one in some if one.rests and one.key not in self.gone)

    def _is_full(self, some: list[StoredItem], most: int, size: float) -> bool:
        left = [one for one in some if one.key not in self.gone]
        return len(left) >= most or sum(one.size for one in left) >= size


def _place(one: StoredItem) -> str:
    """The address of a guest, as far as it is known."""
    return one.there or one.owner


def _fullest_first(guests: list[StoredItem]) -> list[StoredItem]:
    """Guests' work in the order in which it gives way: each time of the address with the most.

    By number and bytes, whichever is the larger share of what guests at an address may have.
    """
    left: dict[str, list[StoredItem]] = {}
    for one in guests:
        left.setdefault(_place(one), []).append(one)
    shares = {place: _share(some) for place, some in left.items()}
    order = []
    while shares:
        place = max(shares, key=shares.__getitem__)
        order.append(left[place].pop(0))
        shares[place] = _share(left[place])
        if not left[place]:
            del shares[place]
    return order


def _share(some: list[StoredItem]) -> float:
    return max(len(some) / MAX_THERE, sum(one.size for one in some) / BYTES_THERE)
