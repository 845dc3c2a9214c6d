"""The lattice of brick courses: masks against coordinates, on every reachable layout."""

from collections.abc import Iterator

from honjin.games.rokumon.content.data import ACTS, DIRECTIONS, FRAME, WIDTH, cell_at, coordinates
from honjin.games.rokumon.content.data import Layout as BoardLayout
from honjin.games.rokumon.rules.state import MAX_ROWS, NO_ROW, Rokumon, settle_board
from places import ROOT

PAGE = ROOT / "docs" / "games" / "rokumon.md"
Point = tuple[int, int]
Layout = tuple[Point, ...]
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
LINES = ((1, 0), (0, 1), (-1, 1))


def home(act: int) -> Layout:
    return tuple(map(coordinates, ACTS[act].layout.cells))


def test_the_page_says_where_cards_are_dealt() -> None:
    """The table of places in docs/games/rokumon.md is that of the layouts, act by act."""
    lines = PAGE.read_text("utf-8").splitlines()
    rows = [line.split("|")[1:-1] for line in lines if line.startswith("|") and " 0,0 " in line]
    told = {
        name.strip().lower(): [places.split() for places in given if places.strip()]
        for names, *given in rows
        for name in names.split(",")
    }
    assert told == {act.key: dealt_at(act.layout) for act in ACTS}


def dealt_at(layout: BoardLayout) -> list[list[str]]:
    """The places of each row, from the left."""
    found: dict[str, list[str]] = {}
    for name, cell in zip(layout.names, layout.cells, strict=True):
        x, y = coordinates(cell)
        found.setdefault(name[:2], []).append(f"{x},{y}")
    return list(found.values())


def free_places(layout: Layout, card: int) -> set[Point]:
    """The places where a card touches two others, by coordinates alone."""
    others = set(layout) - {layout[card]}
    near = {(x + dx, y + dy) for x, y in others for dx, dy in AROUND}
    return {
        (x, y)
        for x, y in near - set(layout)
        if sum((x + dx, y + dy) in others for dx, dy in AROUND) >= 2
    }


def after_surprise(layout: Layout) -> Iterator[Layout]:
    for card in range(len(layout)):
        for place in free_places(layout, card):
            yield (*layout[:card], place, *layout[card + 1 :])


def rows(layout: Layout) -> set[int]:
    """Straight lines of three as masks of cards, by coordinates alone."""
    found = set()
    for x, y in layout:
        for dx, dy in LINES:
            line = [(x + n * dx, y + n * dy) for n in range(3)]
            if all(point in layout for point in line):
                found.add(sum(1 << layout.index(point) for point in line))
    return found


def before_surprise() -> set[Layout]:
    """The layouts on which a Surprise is still possible: two on the bricks, one in the Epilogue."""
    bricks = home(3)
    return {bricks, home(5), *after_surprise(bricks)}


def layouts() -> set[Layout]:
    """Every layout that Surprises can lead to."""
    started = before_surprise()
    return started | {after for layout in started for after in after_surprise(layout)}


def settled(layout: Layout) -> Rokumon:
    s = Rokumon(cards=len(layout))
    s.cell[: s.cards] = [cell_at(x, y) for x, y in layout]
    settle_board(s)
    return s


def test_masks_agree_with_coordinates() -> None:
    """On all layouts: nothing outside the frame, and the same rows."""
    every = layouts()
    assert 869 + 31 == len(every)
    for layout in every:
        s = settled(layout)
        assert 0 == s.occupied & ~FRAME
        assert rows(layout) == set(s.row[: s.rows])


def test_free_places_agree_with_coordinates() -> None:
    """Wherever a Surprise is still possible, both ways find the same places for each card."""
    for layout in before_surprise():
        s = settled(layout)
        for card in range(s.cards):
            cells = {coordinates(cell) for cell in range(63) if s.free[card] >> cell & 1}
            assert free_places(layout, card) == cells, (layout, card)


def test_rows_have_room() -> None:
    """No layout has more lines than a state has room for; unused entries mark no line."""
    counts = {settled(layout).rows for layout in layouts()}
    assert MAX_ROWS == max(counts)
    assert [NO_ROW] * (MAX_ROWS - 2) == settled(home(0)).row[2:]


def test_cells_and_coordinates() -> None:
    """Cells number the frame row by row, with one empty column between rows."""
    for x in range(-1, 5):
        for y in range(-2, 3):
            assert (x, y) == coordinates(cell_at(x, y))
            assert FRAME >> cell_at(x, y) & 1
    assert [cell_at(1, 0) - cell_at(0, 0), WIDTH, WIDTH - 1] == list(DIRECTIONS)
    assert 30 == FRAME.bit_count()
