"""States: one table of fields, two forms."""

import numpy as np
import pytest

from honjin.core.state import State, ints


class Small(State):
    turn: int = ints()
    far: int = ints(kind="i4", start=-1)
    row: list[int] = ints(3, start=2)
    grid: list[list[int]] = ints(2, 3)
    cube: list[list[list[int]]] = ints(2, 1, 2, kind="i2")


class Larger(Small):
    more: int = ints(start=5)


class Terms(State, parameters=True):
    seats: int = ints(start=2)
    chart: list[list[int]] = ints(2, 2, kind="i2")


class Table(Terms):
    turn: int = ints()
    hand: list[int] = ints(3)


def test_fields_begin_at_their_start() -> None:
    """A new state has the start values, in new lists."""
    s = Small()
    assert (0, -1, [2, 2, 2], [[0, 0, 0], [0, 0, 0]]) == (s.turn, s.far, s.row, s.grid)
    s.grid[0][1] = 4
    assert [0, 0, 0] == s.grid[1]
    assert Small() != s


def test_fields_can_be_given() -> None:
    """Values are given by name; an unknown name is refused."""
    assert 3 == Small(turn=3).turn
    with pytest.raises(TypeError, match="Small has no field trun"):
        Small(trun=3)


def test_a_state_takes_no_other_attribute() -> None:
    """A misspelt field cannot be set."""
    with pytest.raises(AttributeError):
        Small().trun = 3  # type: ignore[attr-defined]


def test_a_subclass_has_all_fields() -> None:
    """Fields are inherited, in order, and copied."""
    assert ["turn", "far", "row", "grid", "cube", "more"] == list(Larger._fields)
    s = Larger(turn=1, more=6)
    assert s == s.copy()
    assert type(s.copy()) is Larger


def test_a_copy_shares_nothing() -> None:
    """Lists of every depth are copied."""
    s = Small()
    t = s.copy()
    t.row[0] = t.grid[0][0] = t.cube[0][0][0] = 9
    assert Small() == s


def test_a_copy_shares_the_lists_of_parameters() -> None:
    """Parameters never change, so they are not copied; the fields of the position are."""
    s = Table(chart=[[1, 2], [3, 4]])
    t = s.copy()
    assert s == t
    assert s.chart is t.chart
    assert s.hand is not t.hand


def test_fields_of_a_class_of_parameters_are_parameters() -> None:
    """Those of a class that extends it are the position."""
    found = {name: field.is_parameter for name, field in Table._fields.items()}
    assert {"seats": True, "chart": True, "turn": False, "hand": False} == found


def test_states_of_two_classes_differ() -> None:
    """A Small and a Larger with equal fields are not equal."""
    assert Small() != Larger()
    assert hash(Small()) == hash(Small())


def test_repr_can_be_pasted_back() -> None:
    """The repr of a state lists the fields that differ from their start values."""
    s = Small(turn=2, row=[1, 2, 3])
    assert "Small(turn=2, row=[1, 2, 3])" == repr(s)
    assert s == eval(repr(s))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"turn": 128}, r"Small.turn = 128 does not fit i1"),
        ({"turn": -129}, r"Small.turn = -129 does not fit i1"),
        ({"far": 2**31}, r"Small.far = 2147483648 does not fit i4"),
        ({"grid": [[0, 0, 0], [0, 0, 300]]}, r"Small.grid\[1\]\[2\] = 300 does not fit i1"),
        ({"row": [1, 2]}, "expected 3 values for Small.row, got 2"),
        ({"cube": [[[0, 0]]]}, "expected 2 values for Small.cube, got 1"),
        ({"turn": 0.5}, "Small.turn = 0.5 is not an int"),
    ],
)
def test_check_names_what_does_not_fit(fields: dict[str, object], said: str) -> None:
    """A value out of bounds, a list of the wrong size, a fraction."""
    with pytest.raises(OverflowError, match=said):
        Small(**fields).check()


def test_check_takes_the_limits() -> None:
    """The smallest and largest values of a field fit."""
    Small(turn=127, far=-(2**31)).check()
    Small(turn=-128, far=2**31 - 1).check()


def test_the_record_form_has_the_same_fields() -> None:
    """Names, shapes and kinds carry over."""
    dtype = Small.dtype()
    assert list(Small._fields) == list(dtype.names or ())
    assert (np.dtype("i4"), (2, 3)) == (dtype["far"], dtype["grid"].shape)


def test_records_hold_a_state() -> None:
    """A state written to a record and read back is equal, made of Python ints and lists."""
    s = Larger(turn=-3, far=70000, row=[1, 2, 3], cube=[[[1, 2]], [[3, 4]]])
    records = np.zeros(2, Larger.dtype())
    s.write_record(records[1])
    back = Larger.read_record(records[1])
    assert s == back
    assert (int, int) == (type(back.turn), type(back.cube[0][0][0]))


def test_a_record_begins_with_the_parameters() -> None:
    """Counted are the words that hold nothing else; the position may share the next one."""
    dtype = Table.dtype()
    assert {"seats": 0, "chart": 2, "turn": 10, "hand": 11} == {
        name: dtype.fields[name][1]  # type: ignore[index]
        for name in Table._fields
    }
    assert (1, 0) == (Table.parameter_words(), Small.parameter_words())
