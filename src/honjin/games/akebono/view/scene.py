"""The scene on the table, the clicks of each action, and the prompt of the seat to act.

Ids: hexes `E5`, pieces on them `E5.samurai`; trays `side:0` with `0:samurai` (to be placed),
`0:ninja` (in hand) and `valor:0`, `prisoners:0` with `x0:samurai`, `dice:0` with `die:0`; verbs
`plan:crane` `ready` `die` `shoot` `end`.

    formation  plan:crane        lift        E5, or 0:samurai from the tray
    finished   ready             set down    D4, or where it was lifted
    step       E5  F5            defeat      E5  F6
    shot       F3  F8            at a neighbour (Q33)   F3  shoot  F4
    ninja      A1                third die   die        end of the turn   end
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import hypot
from typing import Final

from msgspec.structs import replace

from honjin.core.contract.presentation import Arrange, Choice, Prompt
from honjin.core.scene import Decor, Piece, Point, Scene, Side, Space, Tray, Verb
from honjin.core.words import Say, Speak, padded
from honjin.games.akebono.content.board import CELLS, MIDLINES
from honjin.games.akebono.content.data import (
    KINDS,
    MEN_TYPES,
    NINJA,
    SEAT,
    SIDES,
    TAIRO,
    TEPPO,
    TERRAINS,
    TYPES,
)
from honjin.games.akebono.info.names import (
    beside_board,
    captors,
    kind_say,
    letter_of,
    men_text,
    piece_say,
    plan_about,
    plan_say,
    side,
)
from honjin.games.akebono.rules.actions import (
    ACTIONS,
    encode_arrive,
    encode_assassinate,
    encode_shot,
    encode_step,
)
from honjin.games.akebono.rules.names import Ground, ground, hex_name, plan_key, plan_keys
from honjin.games.akebono.rules.play import (
    apply_action,
    can_assassinate,
    can_buy,
    has_free_mountain,
    list_paid,
    may_act,
    remaining_die,
    score,
    shot_price,
    target_of,
)
from honjin.games.akebono.rules.setup import to_place
from honjin.games.akebono.rules.state import (
    OVER,
    PLACING,
    REPAIR,
    REVISING,
    Akebono,
    beside,
    defence_at,
    first_piece,
    is_used,
    owner,
    price,
)
from honjin.games.akebono.view.goal import goal
from honjin.games.akebono.view.reasons import why
from honjin.geometry.hexes import HEIGHT, WIDTH

__all__ = ["choice", "prompt", "say_ending", "scene", "sketch", "why"]

HEX_SIZE: Final[Point] = (round(WIDTH, 3), HEIGHT)
CRESTS: Final = ("sun", "moon")
PAIR: Final = 2  # prisoners of one type that give a point of valor (rule 30)
RIM: Final = 0.78  # of a piece, from the middle of its hex
_SECRET: Final = (PLACING, REVISING)

Holes = dict[str, int | str | Say]

# ---- the scene
#
# Most objects stay the same from one scene to the next: each is made once and cached. Where custom
# boards could make ever more of them, the cache is bounded.

_kept = lru_cache(8192)


def scene(seen: Akebono) -> Scene:
    """The scene: hexes and pieces; beside the board pieces to place, prisoners, dice."""
    land = ground(seen)
    return Scene(
        skin="akebono",
        spaces=_spaces(seen, land),
        pieces=(*_men(seen, land), *_beside(seen), *_dice(seen)),
        sides=(_side(seen, 0), _side(seen, 1)),
        trays=tuple(_tray(key, seat) for seat in (0, 1) for key in ("side", "prisoners", "dice")),
        verbs=_verbs(seen),
        decor=(*_midline(seen, land), *_fire(seen, land)),
        lit=_lit(seen),
        goal=goal(seen),
    )


def _spaces(seen: Akebono, land: Ground) -> tuple[Space, ...]:
    return tuple(
        _space(name, land.at[cell], seen.value[cell], _ways(seen, cell))
        for cell, name in land.name.items()
    )


def _ways(seen: Akebono, cell: int) -> str:
    """The directions in which the road continues from one of its hexes."""
    return "".join(str(d) for d in range(6) if seen.way[cell] >> d & 1)


@_kept
def _space(name: str, at: Point, value: int, ways: str) -> Space:
    label = Say("hex", {"hex": name, "terrain": Say(f"terrain.{TERRAINS[value]}"), "n": value})
    look = f"terrain-{value}-{ways}" if ways else f"terrain-{value}"
    return Space(name, at, HEX_SIZE, look, label, shape="hex", text=name)


def _men(seen: Akebono, land: Ground) -> list[Piece]:
    return [
        _man(land.name[cell], man, defence_at(seen, cell), _threats(seen, cell, man))
        for cell, man in enumerate(seen.piece)
        if man
    ]


def _threats(seen: Akebono, cell: int, man: int) -> int:
    """The number of enemies beside a tairo: two capture it (rule 31)."""
    return beside(seen, cell, 1 - owner(man)) if man & 7 == TAIRO else 0


@_kept
def _man(name: str, man: int, defence: int, threats: int) -> Piece:
    kind = TYPES[man & 7]
    state = "-used" if is_used(man) else "-threatened" if threats else ""
    look = f"{SIDES[owner(man)]}-{kind}{state}"
    label = _man_say(man, defence, threats)
    return Piece(f"{name}.{kind}", name, look, label, text=_number(defence))


def _man_say(man: int, defence: int, threats: int) -> Say:
    if man & 7 == TAIRO:
        return Say("man.threatened", {"man": piece_say(man)}) if threats else piece_say(man)
    key = "man.used" if is_used(man) else "man"
    return Say(key, {"man": piece_say(man), "n": defence})


def _number(defence: int) -> str:
    return str(defence) if defence else ""


def _beside(seen: Akebono) -> list[Piece]:
    """The pieces to be placed, ninja in hand, prisoners, valor."""
    pieces = []
    for seat in (0, 1):
        for kind in range(1, KINDS):
            n = seen.hand[seat] if kind == NINJA else seen.tray[seat][kind]
            if n:
                man, name = SEAT * seat + kind, f"{seat}:{TYPES[kind]}"
                pieces.append(_aside(name, f"side:{seat}", man, seen.defence[kind], n))
            if seen.taken[seat][kind]:
                man, name = SEAT * (1 - seat) + kind, f"x{seat}:{TYPES[kind]}"
                pieces.append(_aside(name, f"prisoners:{seat}", man, 0, seen.taken[seat][kind]))
        pieces.append(_valor(seat, seen.valor[seat]))
    return pieces


@cache
def _aside(name: str, on: str, man: int, defence: int, n: int) -> Piece:
    look = f"{SIDES[owner(man)]}-{TYPES[man & 7]}"
    return Piece(name, on, look, piece_say(man), n, _number(defence))


@cache
def _valor(seat: int, n: int) -> Piece:
    return Piece(
        f"valor:{seat}", f"side:{seat}", f"{SIDES[seat]}-valor-{n}", Say("fact.valor", {"n": n}),
        text=str(n),
    )  # fmt: skip


def _dice(seen: Akebono) -> list[Piece]:
    return [_die(seen.turn, k, die) for k, die in enumerate(seen.dice) if die]


@cache
def _die(seat: int, k: int, n: int) -> Piece:
    label = Say("die.third" if k == 2 else "die", {"n": n})
    return Piece(f"die:{k}", f"dice:{seat}", f"{SIDES[seat]}-die-{n}", label, text=str(n))


@cache
def _tray(key: str, seat: int) -> Tray:
    sets = PAIR if key == "prisoners" else 0
    return Tray(f"{key}:{seat}", seat, Say(f"tray.{key}", {"who": side(seat)}), key, sets)


def _side(seen: Akebono, seat: int) -> Side:
    facts = [
        Say("fact.valor", {"n": seen.valor[seat]}),
        Say("fact.score", {"n": score(seen, seat)}),
    ]
    if seen.phase in _SECRET:
        facts = [Say("fact.done" if seen.done >> seat & 1 else "fact.placing")]
    return Side(seat, side(seat), CRESTS[seat], SIDES[seat], seat, tuple(facts))


@cache
def _verb(key: str, number: str) -> Verb:
    return Verb(key, Say(f"verb.{key}"), number)


@cache
def _plan_verb(key: str) -> Verb:
    return Verb(f"plan:{key}", Say("verb.plan", {"plan": plan_say(key)}), "8")


def _verbs(seen: Akebono) -> tuple[Verb, ...]:
    if seen.phase in _SECRET:
        return (*map(_plan_verb, plan_keys(seen)), _verb("ready", "Q8"))
    return (_verb("shoot", "22"), _verb("die", "11"), _verb("end", "13"))


def _midline(seen: Akebono, land: Ground) -> list[Decor]:
    """The hexes that the midline crosses, during the set-up (rule 8)."""
    if seen.phase not in (*_SECRET, REPAIR):
        return []
    points = [at for cell, at in land.at.items() if not seen.home[cell] >> 2 * seen.midline & 3]
    path = "L".join(f"{x:g} {y:g}" for x, y in points)
    return [Decor("midline", f"M{path}", Say("decor.midline"))] if points else []


def _fire(seen: Akebono, land: Ground) -> list[Decor]:
    """The lines of fire of each teppo-tai in six directions, as far as it can see (rule 23)."""
    if seen.phase in _SECRET:
        return []
    guns = [cell for cell in land.at if seen.piece[cell] & 7 == TEPPO]
    return [
        _line_of_fire(land.name[cell], land.at[cell], land.at[end], target_of(seen, cell, d) > 0)
        for cell in guns
        for d in range(6)
        if (end := _end_of_sight(seen, cell, d)) != cell
    ]


def _end_of_sight(seen: Akebono, cell: int, d: int) -> int:
    """The first piece in a direction, else the last hex; the cell itself at the edge."""
    found = first_piece(seen, cell, d)
    if found:
        return found
    while seen.value[cell + seen.step[d]]:
        cell += seen.step[d]
    return cell


@_kept
def _line_of_fire(name: str, start: Point, end: Point, hits: bool) -> Decor:
    """A line from the rim of the gun to the rim of a possible target, with a ring around it."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    ux, uy = (RIM * way / hypot(dx, dy) for way in (dx, dy))
    path = f"M{start[0] + ux:.3g} {start[1] + uy:.3g}L"
    if not hits:
        return Decor("sight", f"{path}{end[0]:.3g} {end[1]:.3g}", of=f"{name}.{TYPES[TEPPO]}")
    path += f"{end[0] - ux:.3g} {end[1] - uy:.3g}"
    ring = "".join(f"a{RIM} {RIM} 0 1 0 {way * RIM} 0" for way in (2, -2))
    path += f"M{end[0] - RIM:.3g} {end[1]:.3g}{ring}"
    return Decor("aim", path, of=f"{name}.{TYPES[TEPPO]}")


def _lit(seen: Akebono) -> tuple[tuple[str, ...], ...]:
    """The highlighted ids: a lifted piece; a captured tairo and its captors."""
    lifted = tuple(hex_name(seen, cell) for cell in seen.lifted if cell > 0)
    around = captors(seen)
    if around:
        return (tuple(hex_name(seen, cell) for cell in (seen.tairo[1 - seen.captor], *around)),)
    return (lifted,) if lifted else ()


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
    if seen.phase in _SECRET:
        return _setup_prompt(seen, seat)
    if seen.phase == REPAIR:
        return Prompt(Say("prompt.save"), "Q10")
    return _ninja_prompt(seen, seat) if seen.must_place else _turn_prompt(seen, seat)


def _waited_for(seen: Akebono, seat: int) -> int:
    return 1 - seat if seen.phase in _SECRET else seen.turn


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


# ---- plain text


def sketch(seen: Akebono, say: Speak) -> str:
    """The hexes by value, with letters of the pieces on them; then the sides."""
    land = ground(seen)
    left = min(x for x, _ in land.at.values())
    rows: dict[str, str] = {}
    for cell, name in land.name.items():
        indent = round((land.at[cell][0] - left) / WIDTH * 4)
        row = rows.get(name[0], name[0]).ljust(2 + indent)
        rows[name[0]] = row + f"{seen.value[cell]}{_letter(seen.piece[cell])}"
    return "\n".join([*rows.values(), *(_sketch_side(seen, seat, say) for seat in (0, 1))])


def _letter(man: int) -> str:
    return letter_of(man) if man else "."


def _sketch_side(seen: Akebono, seat: int, say: Speak) -> str:
    acts = seen.phase != OVER and may_act(seen) >> seat & 1
    side = padded(say(Say(f"sketch.side.{seat}")), 5)
    parts = [f"{'>' if acts else ' '} {side}", say(Say("sketch.valor", {"n": seen.valor[seat]}))]
    beside, taken = men_text(seat, beside_board(seen, seat)), men_text(1 - seat, seen.taken[seat])
    parts += [say(Say("sketch.beside", {"men": beside}))]
    parts += [say(Say("sketch.prisoners", {"men": taken}))]
    if seen.dice[0] and seen.turn == seat:
        dice = "-".join(str(die) for die in seen.dice if die)
        parts += [say(Say("sketch.dice", {"dice": dice}))]
        parts += [say(Say("sketch.points", {"n": seen.points}))]
    return "  ".join(parts)
