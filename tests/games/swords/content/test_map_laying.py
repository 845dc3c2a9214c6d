"""Laying a board of tiles: legal places, and that nobody is ever stuck."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from honjin.games.swords.content.laying import (
    APART,
    CASTLE_GROUND,
    FACE_DOWN,
    KEEP_STEPS,
    MAX_LAYINGS,
    TILE_KINDS,
    face_of,
    ground_of,
    has_room,
    is_passable,
    list_fortresses,
    list_keeps,
    list_layings,
)
from honjin.games.swords.content.maps import (
    CLEAR,
    EMPTY,
    FORTRESS,
    HEXES,
    IMPASSABLE,
    KEEP,
    NEIGHBOURS,
    SIDES_ONLY,
    SQUARES,
    TILES,
    WITH_CORNERS,
    steps,
)

SHAPES = (SIDES_ONLY, HEXES)
HANDS = st.lists(st.integers(0, 3), min_size=TILE_KINDS, max_size=TILE_KINDS)
BOARDS = st.builds(
    lambda rocks, empty: [
        IMPASSABLE if square in rocks else EMPTY if square in empty else CLEAR
        for square in range(SQUARES)
    ],
    st.sets(st.integers(0, 99), max_size=6),
    st.sets(st.integers(0, 99)),
)


def near(adjacency: int, square: int) -> list[int]:
    """The neighbours of a square."""
    return [other for other in NEIGHBOURS[adjacency][square] if other >= 0]


def layings(terrain: list[int], adjacency: int, hand: list[int]) -> list[int]:
    """The legal ways to lay a tile."""
    out = [0] * MAX_LAYINGS
    return out[: list_layings(terrain, adjacency, hand, out)]


def fortress_places(terrain: list[int], adjacency: int, players: int) -> list[int]:
    """The squares for the next fortress."""
    out = [0] * SQUARES
    return out[: list_fortresses(terrain, adjacency, players, out)]


def keep_places(terrain: list[int], adjacency: int, fortress: int) -> list[int]:
    """The squares for a keep of a fortress."""
    out = [0] * SQUARES
    return out[: list_keeps(terrain, adjacency, fortress, out)]


def pieces(terrain: list[int], adjacency: int) -> int:
    """The number of pieces that land falls into, with empty squares counted as land."""
    land, found = {s for s in range(SQUARES) if terrain[s] != IMPASSABLE}, 0
    while land:
        ahead, found = [land.pop()], found + 1
        for square in ahead:
            beside = land.intersection(near(adjacency, square))
            ahead += beside
            land -= beside
    return found


# ---- tiles


@settings(max_examples=60)
@given(BOARDS, HANDS, st.sampled_from(SHAPES))
def test_where_tiles_can_be_laid(terrain: list[int], hand: list[int], adjacency: int) -> None:
    """Ruling W5: beside a laid tile by a side; mountains only where they cut no land off."""
    assume(pieces(terrain, adjacency) == 1)
    bare = EMPTY == min(terrain)
    open_squares = [
        square
        for square in range(SQUARES)
        if terrain[square] == EMPTY
        and (bare or any(terrain[other] != EMPTY for other in near(adjacency, square)))
    ]
    expected = [
        100 * tile + square
        for tile in range(TILE_KINDS)
        for square in open_squares
        if hand[tile] and (tile != IMPASSABLE or not divides(terrain, adjacency, square))
    ]
    if not expected and hand[IMPASSABLE]:
        expected = [100 * FACE_DOWN + square for square in open_squares]
    assert expected == layings(terrain, adjacency, hand)


def test_mountains_do_not_cut_off_the_last_row_of_hexes() -> None:
    """Ruling W5: only a8 leads to a9 and a10; the other end of the row is far away."""
    terrain = [EMPTY] * SQUARES
    terrain[81] = terrain[91] = IMPASSABLE
    assert 400 + 70 not in layings(terrain, HEXES, [0, 0, 0, 0, 1])


def divides(terrain: list[int], adjacency: int, square: int) -> bool:
    """True if land falls apart without a square."""
    return pieces([*terrain[:square], IMPASSABLE, *terrain[square + 1 :]], adjacency) > 1


def test_corners_do_not_count_when_a_board_is_laid() -> None:
    """Whatever neighbours armies have (ruling Q5), tiles share sides."""
    terrain = [EMPTY] * SQUARES
    terrain[55] = CLEAR
    hand = [1, 0, 0, 0, 1]
    by_sides = layings(terrain, SIDES_ONLY, hand)
    assert by_sides == layings(terrain, WITH_CORNERS, hand)
    assert [45, 54, 56, 65, 445, 454, 456, 465] == by_sides


def test_mountains_that_fit_nowhere_are_laid_face_down() -> None:
    """Ruling W5: the last empty square is the only way to a corner; it becomes clear ground."""
    terrain = [CLEAR] * SQUARES
    terrain[1], terrain[10] = IMPASSABLE, EMPTY
    assert [100 * FACE_DOWN + 10] == layings(terrain, SIDES_ONLY, [0, 0, 0, 0, 3])
    assert [10] == layings(terrain, SIDES_ONLY, [1, 0, 0, 0, 2])
    assert (IMPASSABLE, CLEAR) == (face_of(FACE_DOWN), ground_of(FACE_DOWN))
    assert [(tile, tile) for tile in range(5)] == [
        (face_of(tile), ground_of(tile)) for tile in range(5)
    ]


# ---- castles


def lay_by_lot(adjacency: int, players: int, hand_size: int, seed: int) -> Iterator[list[int]]:
    """Lay a board and place castles at random, by the rules; yield before each decision."""
    rng = random.Random(seed)
    stock = [tile for tile, count in enumerate(TILES) for _ in range(count)]
    # Mountains come late as well as early: otherwise rare cases would never be tried.
    rng.shuffle(stock)
    stock.sort(key=lambda tile: rng.random() * (tile == IMPASSABLE), reverse=rng.random() < 0.5)
    terrain, hands = [EMPTY] * SQUARES, [[0] * TILE_KINDS for _ in range(players)]
    for turn in range(SQUARES):
        for hand in hands:
            while stock and sum(hand) < hand_size:
                hand[stock.pop()] += 1
        hand = hands[turn % players]
        yield terrain
        laying = rng.choice(layings(terrain, adjacency, hand))
        tile, square = divmod(laying, 100)
        hand[face_of(tile)] -= 1
        terrain[square] = ground_of(tile)
    fortresses = []
    for _ in range(players):
        yield terrain
        fortresses.append(rng.choice(fortress_places(terrain, adjacency, players)))
        terrain[fortresses[-1]] = FORTRESS
    for keep in range(2 * players):
        yield terrain
        place = rng.choice(keep_places(terrain, adjacency, fortresses[keep % players]))
        terrain[place] = KEEP
    yield terrain


LAID = st.tuples(
    st.sampled_from(SHAPES), st.integers(2, 6), st.sampled_from((1, 3)), st.integers(0, 10**6)
)


@settings(max_examples=40)
@example((HEXES, 2, 1, 9))
@given(LAID)
def test_nobody_is_stuck_while_a_board_is_laid(wish: tuple[int, int, int, int]) -> None:
    """Rule 26, rulings W5, W6: there is always a legal tile or castle, to the end."""
    adjacency, players, *_ = wish
    steps_taken = list(lay_by_lot(*wish))
    assert SQUARES + 3 * players + 1 == len(steps_taken)
    terrain = steps_taken[-1]
    assert 1 == pieces(terrain, adjacency)
    fortresses = [s for s in range(SQUARES) if terrain[s] == FORTRESS]
    keeps = [s for s in range(SQUARES) if terrain[s] == KEEP]
    assert (players, 2 * players) == (len(fortresses), len(keeps))
    assert all(steps(adjacency, *pair) >= APART for pair in combinations(fortresses, 2))
    for fortress in fortresses:
        assert 2 == sum(steps(adjacency, fortress, keep) <= KEEP_STEPS for keep in keeps)
        beside = [terrain[square] for square in near(adjacency, fortress)]
        assert any(code not in (IMPASSABLE, KEEP) for code in beside)


def packings(ground: frozenset[int], adjacency: int, count: int) -> bool:
    """True if `count` squares can be chosen with APART between them; tries all ways."""
    if count == 0:
        return True
    return any(
        packings(
            frozenset(s for s in ground if s > square and steps(adjacency, s, square) >= APART),
            adjacency, count - 1,
        )
        for square in ground
    )  # fmt: skip


@given(st.frozensets(st.integers(0, 99), max_size=25), st.sampled_from(SHAPES), st.integers(0, 5))
def test_room_for_fortresses(ground: frozenset[int], adjacency: int, count: int) -> None:
    """Ruling W6: there is room for a number exactly if some choice of squares is far apart."""
    low = sum(1 << square for square in ground if square < 50)
    high = sum(1 << square - 50 for square in ground if square >= 50)
    assert packings(ground, adjacency, count) == has_room(adjacency, low, high, count)


@pytest.mark.parametrize(("adjacency", "most"), [(SIDES_ONLY, 9), (HEXES, 7)])
def test_fortresses_that_a_bare_board_holds(adjacency: int, most: int) -> None:
    """Nine on squares, seven on hexes, so that there is room for six on both."""
    half = (1 << 50) - 1
    assert has_room(adjacency, half, half, most)
    if adjacency == HEXES:
        assert not has_room(adjacency, half, half, most + 1)


@pytest.mark.slow
@pytest.mark.parametrize("adjacency", SHAPES)
def test_mountains_always_leave_room(adjacency: int) -> None:
    """Ruling W6: wherever the six impassable tiles are, six fortresses with ground find room.

    Tries every way: of six fortresses that find room with ground to spare for all tiles to come, at
    least one tile must be on one of them.
    """
    ground = [
        {other for other in range(SQUARES) if 0 < steps(adjacency, square, other) <= KEEP_STEPS}
        for square in range(SQUARES)
    ]
    known: list[list[int]] = []
    seen = set()
    ahead: list[frozenset[int]] = [frozenset()]
    while ahead:
        rocks = ahead.pop()
        if rocks in seen:
            continue
        seen.add(rocks)
        spare = CASTLE_GROUND + TILES[IMPASSABLE] - len(rocks)
        six = next((p for p in known if stand(p, rocks, ground, spare)), None)
        if six is None:
            six = six_with_room(adjacency, rocks, ground, spare)
            known.append(six)
        if len(rocks) < TILES[IMPASSABLE]:
            ahead += [rocks | {square} for square in six]
    assert len(seen) > 10_000


def stand(six: list[int], rocks: frozenset[int], ground: list[set[int]], spare: int) -> bool:
    """True if fortresses can be placed there with enough ground each."""
    return rocks.isdisjoint(six) and all(len(ground[s] - rocks) >= spare for s in six)


def six_with_room(
    adjacency: int, rocks: frozenset[int], ground: list[set[int]], spare: int
) -> list[int]:
    """Six fortresses by the rules, each with enough ground."""
    free = [s for s in range(SQUARES) if stand([s], rocks, ground, spare)]
    chosen: list[int] = []
    while len(chosen) < 6:
        chosen.append(next(s for s in free if leaves_room(adjacency, free, s, 5 - len(chosen))))
        free = [s for s in free if steps(adjacency, s, chosen[-1]) >= APART]
    return chosen


def leaves_room(adjacency: int, free: list[int], square: int, more: int) -> bool:
    """True if `more` fortresses find room beside one."""
    left = [other for other in free if steps(adjacency, other, square) >= APART]
    low = sum(1 << s for s in left if s < 50)
    high = sum(1 << s - 50 for s in left if s >= 50)
    return has_room(adjacency, low, high, more)


@pytest.mark.slow
@settings(max_examples=25)
@given(LAID)
def test_where_castles_can_stand(wish: tuple[int, int, int, int]) -> None:
    """Ruling W6: passable ground, fortresses 5 apart and with ground, keeps near their own."""
    adjacency, players, *_ = wish
    for terrain in list(map(list, lay_by_lot(*wish)))[SQUARES:]:
        fortresses = [s for s in range(SQUARES) if terrain[s] == FORTRESS]
        for place in fortress_places(terrain, adjacency, players):
            assert is_passable(terrain, place)
            assert all(steps(adjacency, place, other) >= APART for other in fortresses)
        for fortress in fortresses:
            places = keep_places(terrain, adjacency, fortress)
            assert all(1 <= steps(adjacency, fortress, place) <= KEEP_STEPS for place in places)
            assert {IMPASSABLE, KEEP, FORTRESS}.isdisjoint(terrain[place] for place in places)


def test_a_keep_spares_the_only_way_out() -> None:
    """Rulings W6, Q4: the second army has a square to be placed on."""
    terrain = [CLEAR] * SQUARES
    terrain[0], terrain[1] = FORTRESS, IMPASSABLE
    assert [2, 11, 20] == keep_places(terrain, SIDES_ONLY, 0)
    terrain[1] = CLEAR
    assert [1, 2, 10, 11, 20] == keep_places(terrain, SIDES_ONLY, 0)
    terrain[1] = KEEP
    assert [2, 11, 20] == keep_places(terrain, SIDES_ONLY, 0)


def test_a_fortress_has_ground() -> None:
    """Ruling W6: in a corner behind mountains there is no ground for it."""
    terrain = [CLEAR] * SQUARES
    for square in (1, 11, 20):
        terrain[square] = IMPASSABLE
    places = fortress_places(terrain, SIDES_ONLY, 2)
    assert [1, 11, 20] == [square for square in range(SQUARES) if terrain[square] != CLEAR]
    assert {0, 1, 11, 20} == set(range(SQUARES)) - set(places)
