"""Data sets of solved positions: rows agree with the tables, and bots are graded by them."""

from __future__ import annotations

import sys
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from bots.remembering import Remembering
from honjin.bots import SearchRequest, SearchResult, all_loops_of
from honjin.bots.bot import Budget
from honjin.bots.net import NetBot
from honjin.bots.players import Player, find_player
from honjin.bots.precompile import is_loaded
from honjin.dataset import (
    SPLITS,
    BadDataset,
    NoParquet,
    arrays,
    grade,
    make,
    read,
    read_about,
    splits_of,
)
from honjin.dataset.columns import ABOUT, COLUMNS
from honjin.games import load
from honjin.lab import Backend, NotKept, WrongFolder, find_entrant
from honjin.solver import Tables
from netmaker import untrained

ROKUMON = load("rokumon")
ONE_DEAL = {"act": "1", "deal": "gggjjj"}
COUNT = 40


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Tables]:
    """A data set of one deal, and the tables that it was made from."""
    folder = tmp_path_factory.mktemp("dataset")
    told: list[Any] = []
    counts = make(
        ROKUMON, ONE_DEAL, folder / "set", positions=COUNT, tables=folder / "tables",
        tell=told.append,
    )  # fmt: skip
    assert {"test": COUNT} == counts
    assert (COUNT, COUNT) == told[-1].progress()[:2]
    return folder / "set", Tables.open(ROKUMON, folder / "tables")


@pytest.mark.slow
def test_a_cluster_writes_the_same_rows(tmp_path: Path) -> None:
    """The rows are in the same order, deal by deal, whichever job finishes first."""
    for backend in Backend:
        counts = make(
            ROKUMON, {"act": "1"}, tmp_path / backend, positions=5, tables=tmp_path / "tables",
            backend=backend, jobs=3,
        )  # fmt: skip
        assert set(SPLITS) == set(counts)
    for split in SPLITS:
        one, other = (list(read(tmp_path / backend, split)) for backend in Backend)
        assert one == other


def test_the_number_of_jobs_is_limited(tmp_path: Path) -> None:
    """The error comes before anything is solved."""
    with pytest.raises(BadDataset, match="expected 1 to 64 jobs, got 0"):
        make(ROKUMON, ONE_DEAL, tmp_path, jobs=0)


@pytest.mark.slow
def test_positions_are_found_among_many_of_chance(tmp_path: Path) -> None:
    """A seat is to act in a fifth of the Epilogue's; drawing twice as many as asked for failed."""
    options = {"act": "epilogue", "deal": "1376245"}
    make(ROKUMON, options, tmp_path / "set", positions=COUNT, tables=tmp_path / "tables")
    rows = list(read(tmp_path / "set", "test"))
    assert COUNT == len({row.position for row in rows})
    assert {0} == {row.seat for row in rows}


@pytest.mark.slow
def test_more_positions_than_a_table_has_are_refused(tmp_path: Path) -> None:
    """The error comes before any is drawn."""
    with pytest.raises(BadDataset, match="at most 73,970 positions of 1-gggjjj, got 80,000"):
        make(ROKUMON, ONE_DEAL, tmp_path / "set", positions=80_000, tables=tmp_path / "tables")
    assert not (tmp_path / "set").exists()  # half a file was left


@pytest.mark.slow
def test_rows_are_what_the_tables_say(made: tuple[Path, Tables]) -> None:
    """The value and distance, also of every action; all positions are different."""
    folder, tables = made
    rows = list(read(folder, "test"))
    options = ROKUMON.read_options(ONE_DEAL)
    number_of = ROKUMON.numbering(options).number_of
    assert COUNT == len({row.position for row in rows})
    for row in rows:
        answer = tables.value(row.position, options)
        assert tuple(answer.value) == (row.result, row.plies)
        assert list(answer.choices) == row.actions
        assert [tuple(v) for v in answer.choices.values()] == list(
            zip(row.results, row.distances, strict=True)
        )
        assert [number_of[action] for action in answer.actions] == row.numbers
        most = max(value.rank for value in answer.choices.values())
        assert [text for text, v in answer.choices.items() if v.rank == most] == row.best
        s = tables.read(row.position, options)
        assert ROKUMON.observation(s, row.seat, options) == row.observation


@pytest.mark.slow
def test_arrays_say_the_same(made: tuple[Path, Tables]) -> None:
    """Masks by action number, as in the environments."""
    folder, _ = made
    held = arrays(folder, "test")
    for k, row in enumerate(read(folder, "test")):
        assert sorted(row.numbers) == np.flatnonzero(held.action_mask[k]).tolist()
        best = [n for n, text in zip(row.numbers, row.actions, strict=True) if text in row.best]
        assert sorted(best) == np.flatnonzero(held.best[k]).tolist()
        assert row.observation == held.observation[k].tolist()
        assert (row.result, row.plies) == (held.result[k], held.plies[k])
    assert ((held.best <= held.keeps) & (held.keeps <= held.action_mask)).all()


@pytest.mark.slow
def test_files_tell_how_they_were_made(made: tuple[Path, Tables]) -> None:
    """The game, its rules, the deals, and what is in each column, in the file itself."""
    import pyarrow.parquet

    folder, _ = made
    about = read_about(folder, "test")
    assert ("rokumon", ROKUMON.version, ("gggjjj",), COUNT) == (
        about.game, about.rules, about.deals, about.positions
    )  # fmt: skip
    form = pyarrow.parquet.read_schema(folder / "test.parquet")
    told = {field.name: field.metadata[b"about"].decode() for field in form}
    assert COLUMNS == told


@pytest.mark.slow
def test_perfect_play_gives_nothing_away(made: tuple[Path, Tables]) -> None:
    """The solved tables keep every value; random actions and an untrained network do not."""
    folder, tables = made
    about = read_about(folder, "test")

    class Perfect:
        name = "perfect"

        def think(self, task: Any) -> Any:
            return SearchResult(tables.value(task.observation).best()[0])

    best = grade(ROKUMON, Player("perfect", Perfect(), Budget()), about, read(folder, "test"))  # type: ignore[arg-type]
    assert (1.0, 1.0, 0.0) == (best.kept.value, best.exact.value, best.plies.value)
    net = NetBot(untrained(ROKUMON, ONE_DEAL), "x")
    for player in (
        find_player(ROKUMON, about.options, "random"), Player("net", net, Budget()),
    ):  # fmt: skip
        worse = grade(ROKUMON, player, about, read(folder, "test"))
        assert worse.exact.value < 0.9
        assert worse.kept_of == best.kept_of > 0
    random = find_entrant(ROKUMON, about.options, "random")
    one, two = (grade(ROKUMON, random, about, read(folder, "test")) for _ in range(2))
    assert one == two


def test_a_bot_begins_each_position_without_memories(made: tuple[Path, Tables]) -> None:
    """What daimyo had proved in one position of Rokumon's Act 3 helped it in the next."""
    folder, _ = made
    bot, about = Remembering(), read_about(folder, "test")
    player = Player("remembering", bot, Budget())
    one, two = (grade(ROKUMON, player, about, read(folder, "test")) for _ in range(2))
    assert one == two
    assert not bot.asked


def test_the_loops_of_a_bot_are_compiled_before_it_is_graded(
    made: tuple[Path, Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until they were compiled, daimyo chose without proofs: the same seed gave another grade."""
    folder, _ = made
    about = read_about(folder, "test")
    player = find_player(ROKUMON, about.options, "alphabeta:50")
    loops, ready = all_loops_of(player.bot), list[bool]()

    def think(_: Any, task: SearchRequest) -> SearchResult:
        ready.append(all(is_loaded(ROKUMON, one) for one in loops))
        return SearchResult(task.legal()[0])

    monkeypatch.setattr(type(player.bot), "think", think)
    grade(ROKUMON, player, about, islice(read(folder, "test"), 1))
    assert loops
    assert [True] == ready


@pytest.mark.slow
def test_what_is_no_data_set_is_refused(made: tuple[Path, Tables], tmp_path: Path) -> None:
    """BadDataset says what was expected."""
    folder, _ = made
    with pytest.raises(BadDataset, match=r"expected train\.parquet"):
        next(read(folder, "train"))
    for junk in (b"", b"PAR1" + b"junk" * 50 + b"PAR1"):
        (tmp_path / "test.parquet").write_bytes(junk)
        with pytest.raises(BadDataset, match=r"test\.parquet: expected positions"):
            next(read(tmp_path, "test"))
    about = read_about(folder, "test")
    random = find_player(ROKUMON, about.options, "random")
    with pytest.raises(BadDataset, match="expected positions of akiwado"):
        grade(load("akiwado"), random, about, read(folder, "test"))


@pytest.mark.parametrize(
    ("given", "changes", "told"),
    [
        ({"act": "1"}, {}, "test and train do not agree in options"),
        (ONE_DEAL, {"seed": 2}, "seed"), (ONE_DEAL, {"positions": 9}, "positions"),
    ],
)  # fmt: skip
def test_a_folder_holds_one_data_set(
    made: tuple[Path, Tables], tmp_path: Path, given: Any, changes: Any, told: str
) -> None:
    """Another seed, other options or positions are refused, and nothing is written."""
    path = tmp_path / ("test.parquet" if given != ONE_DEAL else "train.parquet")
    renamed(made[0] / "test.parquet", path)
    before = path.read_bytes()
    with pytest.raises(BadDataset, match=told):
        make(ROKUMON, given, tmp_path, **{"positions": COUNT, "tables": tmp_path} | changes)
    assert (before, [path]) == (path.read_bytes(), list(tmp_path.iterdir()))


@pytest.mark.parametrize(
    ("changes", "told"), [({"seed": 2}, "seed"), ({"positions": 9}, "positions")]
)
def test_a_test_alone_is_not_made_otherwise(
    made: tuple[Path, Tables], changes: dict[str, int], told: str
) -> None:
    """It was said not to agree with a `train` that was not there."""
    given = {"positions": COUNT, "tables": made[1].folder} | changes
    with pytest.raises(BadDataset, match=rf"its test\.parquet was made with other {told}$"):
        make(ROKUMON, ONE_DEAL, made[0], **given)  # type: ignore[arg-type]
    assert COUNT == len(list(read(made[0], "test")))


def renamed(old: Path, new: Path) -> None:
    """Write a split as another one, as if the deals had been split otherwise."""
    import pyarrow.parquet

    table, about = pyarrow.parquet.read_table(old), read_about(old.parent, old.stem)
    told = msgspec.json.encode(msgspec.structs.replace(about, split=new.stem))
    pyarrow.parquet.write_table(table.replace_schema_metadata({ABOUT: told}), new)


def test_a_folder_is_written_by_one_process(made: tuple[Path, Tables], tmp_path: Path) -> None:
    """Two wrote into one unfinished file, which got its name although nobody could read it."""
    folder, tables = tmp_path / "set", made[1].folder
    again = partial(make, ROKUMON, ONE_DEAL, folder, positions=COUNT, tables=tables)
    said: list[str] = []

    def tell(_: object) -> None:
        if not said:
            with pytest.raises(WrongFolder) as problem:
                again()
            said.append(str(problem.value))

    assert {"test": COUNT} == again(tell=tell)
    assert [f"{folder} is in use by another process"] == said
    assert list(read(made[0], "test")) == list(read(folder, "test"))


def test_an_interrupted_data_set_leaves_no_half_file(
    made: tuple[Path, Tables], tmp_path: Path
) -> None:
    """An unfinished file stayed in the folder."""

    def tell(told: Any) -> None:
        if told.done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(ROKUMON, ONE_DEAL, tmp_path / "set", positions=200, tables=made[1].folder, tell=tell)
    assert not (tmp_path / "set").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="the limit is set by setrlimit")
def test_a_full_disk_is_named(made: tuple[Path, Tables], tmp_path: Path) -> None:
    """PyArrow's error has no file, and was all that was said."""
    import resource

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(NotKept, match=r"cannot write .*test\.parquet: File too large"):
            make(ROKUMON, ONE_DEAL, tmp_path / "set", positions=COUNT, tables=made[1].folder)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not (tmp_path / "set").exists()


def test_a_deal_in_two_splits_is_refused(made: tuple[Path, Tables], tmp_path: Path) -> None:
    """What was learned from one would be known in the other."""
    for name in ("test", "train"):
        renamed(made[0] / "test.parquet", tmp_path / f"{name}.parquet")
    for call in (lambda: read_about(tmp_path, "test"), lambda: next(read(tmp_path, "train"))):
        with pytest.raises(BadDataset, match="do not agree in deals"):
            call()


@pytest.mark.parametrize("act", ["1", "2", "3"])
def test_deals_are_split_and_not_positions(act: str) -> None:
    """Every class of deals is in one split, at random, the same for the same seed."""
    options = ROKUMON.read_options({"act": act})
    found = splits_of(ROKUMON, options)
    assert SPLITS == tuple(found)
    deals = [str(case["deal"]) for cases in found.values() for case in cases]
    assert len(deals) == len(set(deals))
    assert all(found.values())
    assert 2 * len(found["train"]) >= len(deals)
    assert found == splits_of(ROKUMON, options)
    assert found != splits_of(ROKUMON, options, seed=2)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without PyArrow the error says what to install, before anything is solved."""
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    with pytest.raises(NoParquet, match=r"pip install 'honjin\[dataset\]'"):
        make(ROKUMON, ONE_DEAL, tmp_path)
