"""Positions to test from, and queries on them.

Seat 0 plays Hideyoshi (H), seat 1 the Akechi or the Shibata (A).
"""

from __future__ import annotations

from honjin.core.game import Game
from honjin.core.seats import CHANCE, CHANCE_BIT, seats_in
from honjin.core.words import speak
from honjin.games.summits import game
from honjin.games.summits.content.data import CARD_NAMES, OFF, TROOP
from honjin.games.summits.rules.battles import area_id, read_area, read_unit, unit_id
from honjin.games.summits.rules.march import arrive
from honjin.games.summits.rules.state import HARM, PLAY, Summits, put_unit
from honjin.games.summits.rules.turn import begin_phase

GAME: Game[Summits] = game.GAME
NOTATION = GAME.notation
H, A = 0, 1
TEN, SHIZU = "tennozan", "shizugatake"
FULL = {"combined": 2, "assault": 2, "fire": 2, "rally": 2}
"""A hand that can play everything."""


def start(battle: str = TEN, /, **given: str | bool) -> Summits:
    """The set-up."""
    return GAME.setup(GAME.read_options({"battle": battle, **given}))


def hands(s: Summits, **cards: int) -> Summits:
    """Give both sides these cards and begin the first phase."""
    s = s.copy()
    for side in (H, A):
        give(s, side, **cards)
    s.phase, s.actor, s.leader, s.ready = PLAY, s.first, s.first, 0
    begin_phase(s)
    return s


def give(s: Summits, side: int, **cards: int) -> None:
    """Give a side these cards."""
    for card, name in enumerate(CARD_NAMES):
        s.hand[side][card] = cards.get(name, 0)
    s.cards[side] = s.size[side] = sum(s.hand[side])


def opened(battle: str = TEN, /, **given: str | bool) -> Summits:
    """The set-up with full hands, before the first action."""
    s = start(battle, **given)
    if s.free_boxes:
        s.box[1:5] = [1, 2, 3, 4]
    return hands(s, **FULL)


def field(battle: str = TEN, *stacks: str, actor: int = H, turn: int = 2, **cards: int) -> Summits:
    """A battle with only these units on the map: `minase=h:kuroda_yoshitaka,hashiba*3+1'`."""
    return stood(start(battle), stacks, actor=actor, turn=turn, **cards)


def stood(
    s: Summits, stacks: tuple[str, ...], *, actor: int = H, turn: int = 2, **cards: int
) -> Summits:
    """A state with only these units on the map and these cards in hand."""
    for area in range(s.areas):
        s.here[area] = s.stack[H][area] = s.stack[A][area] = 0
        s.fresh[area][:], s.used[area][:] = [0] * 12, [0] * 12
        s.held[area] = 2
    s.where[:] = [OFF] * 40
    s.box[1:7] = [1, 2, 3, 4, 5, 0] if s.boxes == 5 else [1, 2, 3, 4, 0, 0]
    s.turn = turn
    for stack in stacks:
        stand(s, stack)
    s = hands(s, **(cards or FULL))
    s.actor = actor
    return s


def stand(s: Summits, stack: str) -> None:
    """Put units into an area, or (without any) give control of it."""
    place, _, rest = stack.partition("=")
    owner, _, units = rest.partition(":")
    area = read_area(s, place)
    s.held[area] = "ha-".index(owner)
    for text in filter(None, units.split(",")):
        name, _, count = text.rstrip("'").partition("*")
        fresh, _, used = (count or "").partition("+")
        unit = read_unit(s, name)
        if unit < TROOP:
            put_unit(s, area, unit, 1)
            s.tired |= text.endswith("'") << unit
        else:
            for is_fresh, n in ((1, int(fresh or 0)), (0, int(used or 0))):
                for _ in range(n):
                    put_unit(s, area, unit, is_fresh)


def actor(s: Summits) -> int:
    """The seat with the next decision, or chance."""
    if GAME.may_act(s) & CHANCE_BIT:
        return CHANCE
    return seats_in(GAME.must_act(s))[0]


def legal(s: Summits, seat: int | None = None) -> set[str]:
    """The legal actions, in notation."""
    seat = actor(s) if seat is None else seat
    listed = [a for a, _ in GAME.outcomes(s)] if seat == CHANCE else GAME.legal(s, seat)
    return {NOTATION.write_action(s, seat, action) for action in listed}


def do(s: Summits, *texts: str, seat: int | None = None) -> Summits:
    """The position after some actions, each of which must be legal; `=8` is a roll of 8."""
    s = s.copy()
    for text in texts:
        who = actor(s) if seat is None else seat
        said = dice(int(text[1:])) if text.startswith("=") else text
        assert said in legal(s, who), f"{said} is not one of {sorted(legal(s, who))}"
        GAME.apply_action(s, who, NOTATION.read_action(s, who, said))
    return s


def dice(n: int) -> str:
    """Two dice with this total."""
    a = max(1, n - 6)
    return f"{a}-{n - a}"


def units(s: Summits, area: str) -> str:
    """The units in an area: generals, then combat units face up + face down."""
    n = read_area(s, area)
    found = [
        unit_id(s, one) + "'" * (s.tired >> one & 1)
        for one in range(s.generals)
        if s.here[n] >> one & 1
    ]
    for clan in range(s.clans):
        fresh, used = s.fresh[n][clan], s.used[n][clan]
        if fresh or used:
            found.append(f"{unit_id(s, TROOP + clan)}*{fresh}+{used}")
    return " ".join(found)


def count(s: Summits, area: str, side: int) -> int:
    """The number of units of a side in an area."""
    return s.stack[side][read_area(s, area)]


def control(s: Summits, area: str) -> str:
    """The side that controls an area: h, a or -."""
    return "ha-"[s.held[read_area(s, area)]]


def areas(s: Summits, mask: int) -> set[str]:
    """The areas of a mask."""
    return {area_id(s, area) for area in range(s.areas) if mask >> area & 1}


def result(s: Summits) -> tuple[str, tuple[int, ...]]:
    """Why the battle ended, and the return of each seat."""
    found = GAME.result(s, 2)
    assert found is not None
    return found.reason, found.returns


def called(s: Summits, group: int) -> Summits:
    """Bring in a group, which waits if it cannot enter."""
    s = s.copy()
    arrive(s, H, group)
    return s


def log_lines(
    s: Summits, text: str, viewer: int, language: str = "en", seat: int | None = None
) -> list[str]:
    """The log lines of an action for a viewer."""
    seat = actor(s) if seat is None else seat
    action = NOTATION.read_action(s, seat, text)
    after = s.copy()
    GAME.apply_action(after, seat, action)
    events = GAME.tell(s, seat, action, after, viewer)
    return [speak(GAME.words, event.say, language) for event in events]


def refusal(s: Summits, seat: int, *path: str) -> tuple[str, str]:
    """Why a path of clicks is refused, in English, and the rule."""
    reason = GAME.table.why(GAME.seen_by(s, seat), seat, path)
    return speak(GAME.words, reason.say), reason.rule


def passed(s: Summits, n: int) -> Summits:
    """Pass this many times."""
    return do(s, *["pass"] * n)


def next_turn(s: Summits) -> Summits:
    """Pass on both sides; pick no cards until there is a decision."""
    return passed(s, 2)


def settled(s: Summits) -> Summits:
    """Let the side that is hit take the points in some way."""
    while s.phase == HARM:
        s = do(s, min(legal(s)))
    return s


def pick(s: Summits, side: int, *cards: str) -> Summits:
    """Pick a hand for a side."""
    seat = side ^ s.swapped
    return do(s, *[f"take:{card}" for card in cards], "ready", seat=seat)
