"""The scene on the table; the clicks of each action and the prompts are in choices.py.

Ids: hexes `E5`, pieces on them `E5.samurai`; trays `side:0` with `0:samurai` (to be placed),
`0:ninja` (in hand) and `valor:0`, `prisoners:0` with `x0:samurai`, `dice:0` with `die:0`; verbs
`plan:crane` `ready` `die` `shoot` `end`.
"""

from functools import cache, lru_cache
from math import hypot
from typing import Final

from honjin.core.scene import Decor, Piece, Point, Scene, Side, Space, Tray, Verb
from honjin.core.words import Say, Speak, padded
from honjin.games.akebono.content.data import (
    KINDS,
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
    letter_of,
    men_text,
    piece_say,
    plan_say,
    side,
)
from honjin.games.akebono.rules.moving import target_of
from honjin.games.akebono.rules.names import MAX_KEPT, Ground, ground, hex_name, plan_keys
from honjin.games.akebono.rules.play import may_act
from honjin.games.akebono.rules.scoring import score
from honjin.games.akebono.rules.state import (
    OVER,
    REPAIR,
    SECRET,
    Akebono,
    beside,
    defence_at,
    first_piece,
    is_used,
    owner,
)
from honjin.games.akebono.view.choices import choice, prompt, say_ending
from honjin.games.akebono.view.goal import goal
from honjin.games.akebono.view.reasons import why
from honjin.geometry.hexes import HEIGHT, WIDTH

__all__ = ["choice", "prompt", "say_ending", "scene", "sketch", "why"]

HEX_SIZE: Final[Point] = (round(WIDTH, 3), HEIGHT)
CRESTS: Final = ("sun", "moon")
PAIR: Final = 2  # prisoners of one type that give a point of valor (rule 30)
RIM: Final = 0.78  # of a piece, from the middle of its hex


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
        spaces=_spaces(land, tuple(seen.way)),
        pieces=(*_men(seen, land), *_beside(seen), *_dice(seen)),
        sides=(_side(seen, 0), _side(seen, 1)),
        trays=tuple(_tray(key, seat) for seat in (0, 1) for key in ("side", "prisoners", "dice")),
        verbs=_verbs(seen),
        decor=(*_midline(seen, land), *_fire(seen, land)),
        lit=_lit(seen),
        goal=goal(seen),
    )


@lru_cache(MAX_KEPT)
def _spaces(land: Ground, way: tuple[int, ...]) -> tuple[Space, ...]:
    return tuple(
        _space(name, land.at[cell], land.value[cell], _ways(way[cell]))
        for cell, name in land.name.items()
    )


def _ways(way: int) -> str:
    """The directions in which the road continues from one of its hexes."""
    return "".join(str(d) for d in range(6) if way >> d & 1)


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
    if seen.phase in SECRET:
        facts = [Say("fact.done" if seen.done >> seat & 1 else "fact.placing")]
    return Side(seat, side(seat), CRESTS[seat], SIDES[seat], seat, tuple(facts))


@cache
def _verb(key: str, number: str) -> Verb:
    return Verb(key, Say(f"verb.{key}"), number)


@cache
def _plan_verb(key: str) -> Verb:
    return Verb(f"plan:{key}", Say("verb.plan", {"plan": plan_say(key)}), "8")


def _verbs(seen: Akebono) -> tuple[Verb, ...]:
    if seen.phase in SECRET:
        return (*map(_plan_verb, plan_keys(seen)), _verb("ready", "Q8"))
    return (_verb("shoot", "22"), _verb("die", "11"), _verb("end", "13"))


def _midline(seen: Akebono, land: Ground) -> list[Decor]:
    """The hexes that the midline crosses, during the set-up (rule 8)."""
    if seen.phase not in (*SECRET, REPAIR):
        return []
    points = [at for cell, at in land.at.items() if not seen.home[cell] >> 2 * seen.midline & 3]
    path = "L".join(f"{x:g} {y:g}" for x, y in points)
    return [Decor("midline", f"M{path}", Say("decor.midline"))] if points else []


def _fire(seen: Akebono, land: Ground) -> list[Decor]:
    """The lines of fire of each teppo-tai in six directions, as far as it can see (rule 23)."""
    if seen.phase in SECRET:
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
