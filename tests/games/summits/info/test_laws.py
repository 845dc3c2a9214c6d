"""The laws of the battles: each of them fails in states that break it."""

from collections.abc import Callable

import pytest

from games.summits.given import TEN, A, H, do, field, opened, start
from honjin.games.summits.info.invariants import LAWS, who_is_alone_controls
from honjin.games.summits.rules.battles import read_area
from honjin.games.summits.rules.state import BID, Summits

Change = Callable[[Summits], None]


def gathered() -> Summits:
    """Hideyoshi has chosen a group."""
    return do(opened(), "down:fire", "gather:minase")


def firing() -> Summits:
    """An attack is in progress: supporters are to be chosen."""
    s = field(TEN, "tennozan=h:kuroda_yoshitaka,hashiba*2",
              "takaradera_kita=a:saito_toshimitsu,akechi*4", "ogura=a:")  # fmt: skip
    return do(s, "use:fire", "gather:tennozan", "fire:takaradera_kita")


def picking() -> Summits:
    """Hideyoshi has picked a card."""
    return do(start(), "take:fire", seat=H)


def put(name: str, *at: int | str, to: int) -> Change:
    """Change a number of a state; an area may be given by its name."""

    def change(s: Summits) -> None:
        *path, last = (read_area(s, step) if isinstance(step, str) else step for step in at)
        line = getattr(s, name)
        for step in path:
            line = line[step]
        line[last] = to

    def change_field(s: Summits) -> None:
        setattr(s, name, to)

    return change if at else change_field


BROKEN: list[tuple[str, Callable[[], Summits], Change]] = [
    ("numbers stand for things", opened, put("winner", to=7)),
    ("numbers stand for things", opened, put("thrown", 0, to=9)),
    ("counts agree", opened, put("stack", H, "minase", to=1)),
    ("counts agree", opened, put("here", "minase", to=0)),
    ("units are all there", opened, put("lost", A, to=1)),
    ("units are all there", opened, put("left", to=1)),
    ("generals are somewhere", opened, put("where", 0, to=77)),
    ("generals are somewhere", opened, put("tired", to=1 << 39)),
    ("stacks fit", opened, put("full", to=1)),
    ("who is alone controls", opened, put("held", "minase", to=A)),
    ("who is alone controls", opened, put("held", "minase", to=9)),
    ("hands fit", opened, put("hand", H, 0, to=-1)),
    ("hands fit", opened, put("cards", H, to=1)),
    ("hands fit", picking, put("phase", to=BID)),
    ("the group is there", gathered, put("men", 0, to=99)),
    ("the group is there", opened, put("band", to=1)),
    ("the strike is made", opened, put("harm", to=1)),
    ("the strike is made", firing, put("strike", to=0)),
    ("orders are of the turn", opened, put("orders", H, to=99)),
    ("orders are of the turn", opened, put("mute", to=2)),
    ("the battle goes on", opened, put("outcome", to=1)),
    ("the battle goes on", opened, put("turn", to=99)),
]


def broken(s: Summits) -> set[str]:
    """The laws that do not hold."""
    return {law.name for law in LAWS if not law.holds(s)}


@pytest.mark.parametrize(("name", "made", "change"), BROKEN)
def test_a_broken_state_is_noticed(name: str, made: Callable[[], Summits], change: Change) -> None:
    """Its law holds before the change, and not after."""
    s = made()
    assert name not in broken(s)
    change(s)
    assert name in broken(s)


def test_every_law_is_broken_here() -> None:
    """A law that nothing can break is useless."""
    assert [law.name for law in LAWS] == list(dict.fromkeys(name for name, _, _ in BROKEN))


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize(("units", "side"), [("h:hashiba", H), ("a:akechi", A)])
def test_a_single_unit_that_is_alone_controls(units: str, side: int, number: int) -> None:
    """Rule 49: one unit without enemies controls the area, whichever side it is on."""
    s = field(TEN, f"minase={units}*{number}")
    assert who_is_alone_controls(s)
    s.held[read_area(s, "minase")] = 1 - side
    assert not who_is_alone_controls(s)
