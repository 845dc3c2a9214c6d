"""The board of a game: hexes, formations and roads in the cells of a state (rules 5, 6)."""

from functools import lru_cache
from hashlib import blake2b
from typing import Final

from honjin.games.akebono.content.board import Board, number_of_name, ways
from honjin.games.akebono.content.boardtext import read_board
from honjin.games.akebono.content.data import RED, SHIPPED, SHIPPED_KEY, WHITE
from honjin.games.akebono.rules.state import Akebono

HALVES: Final = (WHITE, RED)
"""The seat that owns each half: white the first, red the second (W3)."""


@lru_cache(16)
def empty_board(text: str) -> Akebono:
    """A state with the board that an option names or describes (rules 5, 6)."""
    s = Akebono()
    lay_out(s, SHIPPED if text == SHIPPED_KEY else read_board(text))
    drawn = repr((s.width, s.value, s.row)).encode()
    s.land = int.from_bytes(blake2b(drawn, digest_size=8).digest(), "little") >> 1
    return s


def lay_out(s: Akebono, board: Board) -> None:
    """Write the hexes, formations and road of a board into a state."""
    lattice = board.lattice()
    s.width, s.step[:] = lattice.width, lattice.steps()
    north = board.places[0].at.r
    cell = {place.name: lattice.cell(place.at) for place in board.places}
    s.end = 1 + max(cell.values())
    for place in board.places:
        at = cell[place.name]
        s.value[at], s.row[at] = place.value, place.at.r - north
        for midline, half in enumerate(place.halves):
            if half >= 0:
                s.home[at] |= 1 << (2 * midline + HALVES[half])
    for name, others in ways(board).items():
        goals = {cell[other] - cell[name] for other in others}
        s.way[cell[name]] = sum(1 << d for d, step in enumerate(s.step) if step in goals)
    for midline, plans in enumerate(board.plans):
        for n, plan in enumerate(plans):
            s.plan_name[midline][n] = number_of_name(plan.key)
            for half, names in enumerate(plan.names):
                s.plan[2 * midline + HALVES[half]][n][:] = [cell[name] for name in names]
