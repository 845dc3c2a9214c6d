"""The clicks of each action, and the prompt of the seat to act.

formation  plan:crane        lift        E5, or 0:samurai from the tray
finished   ready             set down    D4, or where it was lifted
step       E5  F5            defeat      E5  F6
shot       F3  F8            at a neighbour (Q33)   F3  shoot  F4
ninja      A1                third die   die        end of the turn   end
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from honjin.core.contract.presentation import Arrange, Choice, Prompt
from honjin.core.words import Say
from honjin.games.akebono.content.board import CELLS, MIDLINES
from honjin.games.akebono.content.data import MEN_TYPES, NINJA, SIDES, TAIRO, TYPES
from honjin.games.akebono.info.names import Holes, kind_say, plan_about, side
from honjin.games.akebono.rules.actions import (
    ACTIONS,
    encode_arrive,
    encode_assassinate,
    encode_shot,
    encode_step,
)
from honjin.games.akebono.rules.dice import can_buy, remaining_die
from honjin.games.akebono.rules.moving import can_assassinate, has_free_mountain, shot_price
from honjin.games.akebono.rules.names import ground, hex_name, plan_key, plan_keys
from honjin.games.akebono.rules.play import apply_action, list_paid, may_act
from honjin.games.akebono.rules.scoring import score
from honjin.games.akebono.rules.setup import to_place
from honjin.games.akebono.rules.state import (
    OVER,
    REPAIR,
    REVISING,
    SECRET,
    Akebono,
    first_piece,
    owner,
    price,
)

# ---- choices


def choice(seen: Akebono, seat: int, action: int) -> Choice:
    """One action as notation, as ids to click, and what it costs."""
    key, args = ACTIONS.decode(action)
    kind, path = next(iter(ACTIONS.rows[key].kinds)), ACTIONS.path(seen, seat, action)
    plain = Choice(ACTIONS.write(seen, seat, action), path, kind)
    return _CHOICES[key](seen, seat, plain, *args)


def _end_choice(seen: Akebono, seat: int, plain: Choice) -> Choice:
    note = Say("note.end", {"n": seen.points})
    return replace(plain, note=note, gives_up=_gives_up(seen, seat))


def _die_choice(seen: Akebono, seat: int, plain: Choice) -> Choice:
    return replace(plain, note=Say("note.die", {"n": seen.valor[seat] - 1}))


def _gives_up(seen: Akebono, seat: int) -> Say | None:
    """The warning about points lost by ending the turn, if they could buy something (rule 13)."""
    out = [0] * CELLS
    if seen.points and list_paid(seen, seat, out, 0):
        return Say("gives_up.points", {"n": seen.points})
    return None


def _as_it_is(_seen: Akebono, _seat: int, plain: Choice, *_args: int) -> Choice:
    return plain


def _form_choice(seen: Akebono, _seat: int, plain: Choice, plan: int) -> Choice:
    return replace(plain, note=plan_about(seen, plan_key(seen, plan)))


def _lift_choice(seen: Akebono, seat: int, plain: Choice, _what: int) -> Choice:
    return replace(plain, note=Say("note.lift", {"n": seen.changes[seat] - 1}), lifts=True)


def _put_back_choice(seen: Akebono, seat: int, plain: Choice) -> Choice:
    source = seen.lifted[seat]
    place = hex_name(seen, source) if source > 0 else f"{seat}:{TYPES[-source]}"
    return replace(plain, path=(place,), note=Say("note.back"))


def _put_choice(seen: Akebono, _seat: int, plain: Choice, cell: int) -> Choice:
    other = seen.piece[cell]
    return replace(plain, note=Say("note.swap", {"other": kind_say(other & 7)}) if other else None)


def _step_choice(seen: Akebono, seat: int, plain: Choice, cell: int, d: int) -> Choice:
    goal = cell + seen.step[d]
    kind = "defeat" if seen.piece[goal] else "step"
    plain = replace(plain, kind=kind, path=(hex_name(seen, cell), hex_name(seen, goal)))
    ending = _ending(seen, seat, encode_step(cell, d))
    return _paid(seen, plain, goal, price(seen, goal), ending)


def _shot_choice(seen: Akebono, seat: int, plain: Choice, cell: int, d: int) -> Choice:
    goal = first_piece(seen, cell, d)
    names = hex_name(seen, cell), hex_name(seen, goal)
    path = (names[0], "shoot", names[1]) if goal == cell + seen.step[d] else names
    ending = _ending(seen, seat, encode_shot(cell, d))
    return _paid(seen, replace(plain, path=path), goal, shot_price(seen, cell, d), ending)


def _paid(seen: Akebono, plain: Choice, goal: int, cost: int, ending: Say | None) -> Choice:
    """A choice paid for with battle points: a step into a hex, or an attack on the piece there."""
    holes: Holes = {"n": cost, "left": seen.points - cost}
    if seen.piece[goal]:
        holes |= {"other": kind_say(seen.piece[goal] & 7)}
    return replace(plain, note=ending or Say(f"note.{plain.kind}", holes), price=cost)


def _assassination(seen: Akebono, seat: int, plain: Choice, cell: int) -> Choice:
    note = Say("note.assassinate", {"other": kind_say(seen.piece[cell] & 7)})
    return replace(plain, note=_ending(seen, seat, encode_assassinate(cell)) or note)


def _arrival(seen: Akebono, seat: int, plain: Choice, cell: int) -> Choice:
    note = Say("note.arrive", {"n": remaining_die(seen)})
    return replace(plain, note=_ending(seen, seat, encode_arrive(cell)) or note)


_CHOICES: Final[dict[str, Callable[..., Choice]]] = {
    "form": _form_choice, "ready": _as_it_is, "put_back": _put_back_choice, "take": _lift_choice,
    "lift": _lift_choice, "save": _as_it_is, "put": _put_choice, "die": _die_choice,
    "end": _end_choice, "assassinate": _assassination, "arrive": _arrival, "step": _step_choice,
    "shoot": _shot_choice,
}  # fmt: skip
"""What each kind of action adds to its choice."""


def say_ending(seen: Akebono, after: Akebono) -> Say | None:
    """The note on an action that ends the game (rule 33)."""
    if after.phase != OVER:
        return None
    cost, red, white = seen.points - after.points, score(after, 0), score(after, 1)
    return Say("note.ends", {"n": cost, "who": side(after.winner), "red": red, "white": white})


def _ending(seen: Akebono, seat: int, action: int) -> Say | None:
    after = seen.copy()
    apply_action(after, seat, action)
    return say_ending(seen, after)


# ---- prompts


def prompt(seen: Akebono, seat: int) -> Prompt:
    """The prompt: what a seat can do now."""
    if seen.phase == OVER:
        return Prompt(Say("prompt.over"), "33")
    if not may_act(seen) >> seat & 1:
        return Prompt(Say("prompt.wait", {"who": side(_waited_for(seen, seat))}), "10")
    if seen.phase in SECRET:
        return _setup_prompt(seen, seat)
    if seen.phase == REPAIR:
        return Prompt(Say("prompt.save"), "Q10")
    return _ninja_prompt(seen, seat) if seen.must_place else _turn_prompt(seen, seat)


def _waited_for(seen: Akebono, seat: int) -> int:
    return 1 - seat if seen.phase in SECRET else seen.turn


def _setup_prompt(seen: Akebono, seat: int) -> Prompt:
    say, number = _setup_say(seen, seat)
    return Prompt(say, number, _arrange(seen, seat))


def _setup_say(seen: Akebono, seat: int) -> tuple[Say, str]:
    source, left = seen.lifted[seat], to_place(seen, seat)
    if source:
        kind = -source if source < 0 else seen.piece[source] & 7
        return Say("prompt.put", {"man": kind_say(kind)}), "8"
    if left:
        is_fresh = left == sum(seen.counts[:NINJA])
        return Say("prompt.place.all" if is_fresh else "prompt.place", {"n": left}), "8"
    key, number = ("prompt.revise", "Q8") if seen.phase == REVISING else ("prompt.ready", "9")
    return Say(key, {"n": seen.changes[seat]}), number


def _arrange(seen: Akebono, seat: int) -> Arrange:
    """The pieces of a seat by type; an army fits its half of this board (rule 8)."""
    land = ground(seen)
    sorts = {
        f"{name}.{TYPES[man & 7]}": TYPES[man & 7]
        for cell, name in land.name.items()
        if (man := seen.piece[cell]) and owner(man) == seat
    }
    tray = [TYPES[kind] for kind in range(TAIRO, NINJA) if seen.tray[seat][kind]]
    sorts |= {f"{seat}:{kind}": kind for kind in tray}
    key = f"{seen.land:x} {MIDLINES[seen.midline]} {SIDES[seat]}"
    return Arrange(key, sorts, seen.changes[seat], _ready_made(seen, seat))


def _ready_made(seen: Akebono, seat: int) -> dict[str, dict[str, str]]:
    """The pieces on the hexes of each formation (W4)."""
    return {
        f"plan:{key}": _standing(seen, seen.plan[2 * seen.midline + seat][n])
        for n, key in enumerate(plan_keys(seen))
    }


def _standing(seen: Akebono, cells: Sequence[int]) -> dict[str, str]:
    left, standing = list(seen.counts), {}
    for cell, kind in zip(cells, MEN_TYPES, strict=True):
        if left[kind]:
            left[kind] -= 1
            standing[hex_name(seen, cell)] = TYPES[kind]
    return standing


def _ninja_prompt(seen: Akebono, seat: int) -> Prompt:
    if any(man and can_assassinate(seen, seat, cell) for cell, man in enumerate(seen.piece)):
        return Prompt(Say("prompt.ninja.dark", {"n": remaining_die(seen)}), "29")
    if not has_free_mountain(seen):
        return Prompt(Say("prompt.ninja.anywhere"), "Q21")
    return Prompt(Say("prompt.ninja.die" if can_buy(seen) else "prompt.ninja"), "27")


def _turn_prompt(seen: Akebono, seat: int) -> Prompt:
    if not seen.points:
        return Prompt(Say("prompt.spent"), "13")
    say = Say("prompt.turn.die" if can_buy(seen) else "prompt.turn", {"n": seen.points})
    return Prompt(say, "13", asks=_piece_asks(seen, seat))


def _piece_asks(seen: Akebono, seat: int) -> dict[str, Say]:
    """The question to ask once a piece is selected: what it can do, with how many points."""
    out, found = [0] * CELLS, dict[int, str]()
    for action in out[: list_paid(seen, seat, out, 0)]:
        key, (cell, d) = ACTIONS.decode(action)
        found.setdefault(cell, "ask.piece")
        if key == "shoot":
            found[cell] = "ask.piece.shoot"
        elif seen.piece[cell + seen.step[d]] and found[cell] == "ask.piece":
            found[cell] = "ask.piece.defeat"
    return {
        hex_name(seen, cell): Say(key, {"man": kind_say(seen.piece[cell] & 7), "n": seen.points})
        for cell, key in found.items()
    }
