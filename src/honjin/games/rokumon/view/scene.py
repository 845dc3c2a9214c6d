"""The scene on the table, the clicks of each action, and the prompt of the seat to act.

Ids: cards `r1c1`, dice on them `r1c1.0` (the lowest) and up, dice beside the board `0:4` `1:w`,
clan cards `clan:0`, trays `tray:0`, free places `@2,-2`, the verb `fight`.

    Place       r1c1            or, if dice have values,  0:4  r1c1
    Move        r1c1  r2c3
    Fight       r1c1  fight
    Surprise    clan:0  r1c1  @2,-2
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from honjin.core.contract.presentation import Choice, Prompt
from honjin.core.scene import Piece, Point, Reason, Scene, Side, Space, Tray, Verb
from honjin.core.words import Say, Speak, padded
from honjin.games.rokumon.content.data import (
    ACTS,
    COLOUR_NAMES,
    FORBIDDEN,
    KIND_NAMES,
    PERMANENT,
    PLAIN_NAMES,
    cell_at,
    coordinates,
    is_in_frame,
)
from honjin.games.rokumon.info.log import (
    cells_of,
    die_say,
    side_name,
    side_say,
    top_die,
    winning_cards,
)
from honjin.games.rokumon.info.names import Cells, card_says, free_say
from honjin.games.rokumon.rules.actions import ACTIONS, card_name, kind_name
from honjin.games.rokumon.rules.play import may_act
from honjin.games.rokumon.rules.state import (
    Rokumon,
    die_on,
    fight_cards,
    move_targets,
    places_touching_two,
)
from honjin.games.rokumon.rules.winning import can_move, can_place, can_surprise
from honjin.games.rokumon.view.goal import goal

CARD_SIZE: Final[Point] = (1.44, 1.0)
PITCH: Final[Point] = (1.5, 1.06)
CRESTS: Final = ("rokumonsen", "aoi")
COLOURS: Final = ("red", "black")
FIGHT_VERBS: Final = (Verb("fight", Say("verb.fight"), "12"),)
NO_REASON: Final = Reason(Say("why.nothing"), "3")


# ---- the scene
#
# There are few different objects, and most stay the same from one scene to the next: each is made
# once and cached (they are immutable). Objects that belong together are cached together.


def scene(seen: Rokumon) -> Scene:
    """The scene: cards as bricks, dice on them, supplies and clan cards beside the board."""
    return Scene(
        skin="rokumon",
        spaces=_spaces(
            seen.act, tuple(seen.colour), tuple(seen.number), cells_of(seen), _free_cells(seen)
        ),
        pieces=(
            *_dice(seen),
            *_supplies(seen.plain, tuple(seen.supply)),
            *_clan_cards(seen.act, seen.solo, seen.surprised),
        ),
        sides=_sides(seen.act, seen.solo, seen.surprised),
        trays=_trays(seen.solo),
        verbs=FIGHT_VERBS if seen.fights else (),
        lit=winning_cards(seen) if seen.outcome else (),
        goal=goal(seen),
    )


@lru_cache(1024)
def _spaces(
    act: int, colours: Sequence[int], numbers: Sequence[int], cells: Cells, free: int
) -> tuple[Space, ...]:
    says = card_says(cells)
    places = [cell for cell in range(free.bit_length()) if free >> cell & 1]
    return (
        *(_card(act, n, colours[n], numbers[n], cells[n], says[n]) for n in range(len(cells))),
        *(_free_place(act, cell, free_say(cells, cell, n)) for n, cell in enumerate(places, 1)),
    )


@cache
def _at(act: int, cell: int) -> Point:
    x, y = coordinates(cell)
    shift = y / 2 if ACTS[act].layout.is_brick else 0
    return (round((x + shift) * PITCH[0], 3), round(y * PITCH[1], 3))


@lru_cache(4096)
def _card(act: int, card: int, colour: int, number: int, cell: int, place: Say) -> Space:
    name, text = ACTS[act].layout.names[card], COLOUR_NAMES[colour]
    look, label = f"coin-{text}", Say(f"card.{text}", {"card": place})
    if number:
        look, label = f"{look}-{number}", Say(f"card.{text}.n", {"card": place, "n": number})
    return Space(name, _at(act, cell), CARD_SIZE, look, label)


def free_place(cell: int) -> str:
    """The id of a free place of the lattice."""
    x, y = coordinates(cell)
    return f"@{x},{y}"


def _free_cells(seen: Rokumon) -> int:
    """The cells to which a Surprise could still move any card, as a mask."""
    cells = 0
    if seen.surprised != 3 and not seen.outcome and not seen.undealt:
        for card in range(seen.cards):
            cells |= seen.free[card]
    return cells


def _free_place(act: int, cell: int, label: Say) -> Space:
    return Space(free_place(cell), _at(act, cell), CARD_SIZE, "ghost", label, ghost=True)


def _dice(seen: Rokumon) -> list[Piece]:
    pieces: list[Piece] = []
    dice, card = seen.dice, 0
    while dice:
        if pile := dice & 511:
            pieces += _pile(seen.act, seen.plain, card, pile)
        dice, card = dice >> 9, card + 1
    return pieces


@cache
def _pile(act: int, plain: int, card: int, pile: int) -> tuple[Piece, ...]:
    """The dice on a card; `pile` is its nine bits of `dice`."""
    kinds = (pile & 7, pile >> 3 & 7, pile >> 6)
    return tuple(_die(act, plain, card, n, kind) for n, kind in enumerate(kinds) if kind)


def _die(act: int, plain: int, card: int, level: int, kind: int) -> Piece:
    name = ACTS[act].layout.names[card]
    return Piece(f"{name}.{level}", name, die_look(plain, kind), die_say(plain, kind))


def die_look(plain: int, kind: int) -> str:
    """The name of a die's picture."""
    if plain:
        return ("red-plain", "black-plain")[kind >> 2]
    if KIND_NAMES[kind] == "w":
        return "white-1"
    return f"{COLOURS[kind >> 2]}-{KIND_NAMES[kind]}"


def supply_id(plain: int, kind: int) -> str:
    """The id of the dice of one kind beside the board."""
    return f"{kind >> 2}:{kind_name(plain, kind)}"


@cache
def _supplies(plain: int, counts: Sequence[int]) -> tuple[Piece, ...]:
    return tuple(_supply(plain, kind, n) for kind, n in enumerate(counts) if n)


def _supply(plain: int, kind: int, n: int) -> Piece:
    look, label = die_look(plain, kind), die_say(plain, kind)
    return Piece(supply_id(plain, kind), f"tray:{kind >> 2}", look, label, n)


@cache
def _clan_cards(act: int, solo: int, surprised: int) -> tuple[Piece, ...]:
    """The clan cards: face up until the side has used its Surprise."""
    if not ACTS[act].surprises:
        return ()
    seats = (0,) if solo else (0, 1)
    return tuple(_clan_card(seat, solo, surprised >> seat & 1) for seat in seats)


def _clan_card(seat: int, solo: int, used: int) -> Piece:
    look = f"clan-{COLOURS[seat]}-used" if used else f"clan-{COLOURS[seat]}"
    label = Say("clan.used" if used else "clan.ready", {"who": side_say(solo, seat)})
    return Piece(f"clan:{seat}", f"tray:{seat}", look, label)


@cache
def _trays(solo: int) -> tuple[Tray, ...]:
    return tuple(
        Tray(f"tray:{seat}", seat, Say("supply", {"who": side_say(solo, seat)})) for seat in (0, 1)
    )


@cache
def _sides(act: int, solo: int, surprised: int) -> tuple[Side, ...]:
    return tuple(_side(seat, solo, ACTS[act].surprises, surprised >> seat & 1) for seat in (0, 1))


def _side(seat: int, solo: int, surprises: bool, used: int) -> Side:
    holder = None if solo and seat else seat
    facts: tuple[Say, ...] = ()
    if surprises and holder is not None:
        facts = (Say("fact.used" if used else "fact.ready"),)
    return Side(seat, side_say(solo, seat), CRESTS[seat], COLOURS[seat], holder, facts)


# ---- choices


def choice(seen: Rokumon, seat: int, action: int) -> Choice:
    """One action as notation and as ids to click."""
    key, args = ACTIONS.decode(action)
    path = ACTIONS.path(seen, seat, action)
    if key == "place":
        card, kind = args
        name = card_name(seen, card)
        path = (name,) if seen.plain else (supply_id(seen.plain, kind), name)
    return Choice(ACTIONS.write(seen, seat, action), path, key)


def ahead(seen: Rokumon, seat: int) -> Rokumon | None:
    """The same board with the seat to move, for a seat that is waiting for the other side."""
    if seen.outcome or seen.undealt or seen.solo or seen.turn == seat:
        return None
    after = seen.copy()
    after.turn = seat
    return after


# ---- prompts


def prompt(seen: Rokumon, seat: int) -> Prompt:
    """The prompt: what a seat can do now (rule 3)."""
    if seen.outcome:
        return Prompt(Say("prompt.over"), "21")
    if seen.undealt:
        return Prompt(Say("prompt.deal"), "2")
    if may_act(seen) != 1 << seat:
        return Prompt(Say("prompt.wait", {"who": side_name(seen, seen.turn)}), "3")
    what = _listed(_available(seen, seat))
    return Prompt(Say("prompt.act", {"what": what}), "3", asks=dict(_asks(seen, seat)))


def _available(seen: Rokumon, seat: int) -> list[Say]:
    left = sum(seen.supply[4 * seat : 4 * seat + 4])
    says = [Say("do.place", {"n": left})] if can_place(seen, seat) else []
    says += [Say("do.move")] if can_move(seen, seat) else []
    says += [Say("do.fight")] if fight_cards(seen, seat) else []
    return [*says, Say("do.surprise")] if can_surprise(seen, seat) else says


def _asks(seen: Rokumon, seat: int) -> Iterator[tuple[str, Say]]:
    """The question to ask once a die is selected, by the name of the die."""
    if not seen.plain and can_place(seen, seat):
        for kind in range(1, len(KIND_NAMES)):
            if seen.kinds[seat] >> kind & 1:
                yield supply_id(0, kind), _ask("ask.die.place", 0, kind)
    fights = fight_cards(seen, seat)
    for card in range(seen.cards):
        if seen.tops[seat] >> card & 1 and move_targets(seen, seat, card):
            key = "ask.die.both" if fights >> card & 1 else "ask.die.move"
            yield card_name(seen, card), _ask(key, seen.plain, top_die(seen, card))


@cache
def _ask(key: str, plain: int, kind: int) -> Say:
    return Say(key, {"die": Say("one.own") if plain else die_say(plain, kind)})


def _listed(items: list[Say]) -> Say:
    """Several items as one Say: a, b or c."""
    return Say("any", {"of": tuple(items)}) if items else Say("any.none")


# ---- reasons


def why(seen: Rokumon, seat: int, path: Sequence[str]) -> Reason:
    """Why a path of ids leads to no choice of the seat."""
    if seen.outcome:
        return _reason("over", "21")
    if seen.undealt:
        return _reason("deal", "2")
    if may_act(seen) != 1 << seat:
        return Reason(Say("why.turn", {"who": side_name(seen, seen.turn)}), "3")
    return _why_path(seen, seat, path[0], path[1:]) if path else NO_REASON


def _why_path(seen: Rokumon, seat: int, first: str, rest: Sequence[str]) -> Reason:
    if first.startswith("clan:"):
        return _why_surprise(seen, seat, first, rest)
    if first == "fight":
        return _reason("fight.first", "12")
    if first.startswith("@"):
        return _reason("surprise.first", "16")
    if ":" in first:
        return _why_supply(seen, seat, first, rest)
    return _why_card(seen, seat, first, rest)


def _reason(key: str, number: str) -> Reason:
    return Reason(Say(f"why.{key}"), number)


def _card_of(seen: Rokumon, name: str) -> int | None:
    """The card that an id refers to: the card's own id, or that of a die on it."""
    name = name.partition(".")[0]
    names = ACTS[seen.act].layout.names
    return names.index(name) if name in names else None


def _why_supply(seen: Rokumon, seat: int, die: str, rest: Sequence[str]) -> Reason:
    owner, _, name = die.partition(":")
    if owner == "tray":
        return _reason("tray", "6")
    if owner != str(seat):
        return _reason("rival.supply", "6")
    if not _has_die(seen, seat, name):
        return _reason("no.die", "7")
    if not seen.high[0]:
        return _reason("no.empty", "6")
    if seen.plain and not rest:
        return _reason("plain.die", "4")
    card = _card_of(seen, rest[0]) if rest else None
    return NO_REASON if card is None else _reason("occupied", "6")


def _has_die(seen: Rokumon, seat: int, name: str) -> bool:
    if seen.plain:
        return name == PLAIN_NAMES[seat] and seen.kinds[seat] != 0
    return name in KIND_NAMES[1:] and seen.kinds[seat] >> KIND_NAMES.index(name) & 1 != 0


def _why_card(seen: Rokumon, seat: int, name: str, rest: Sequence[str]) -> Reason:
    card = _card_of(seen, name)
    if card is None:
        return NO_REASON
    level = name.partition(".")[2]
    if level.isdigit() and int(level) < seen.height[card] - 1:
        return _reason("covered", "10")
    if not seen.height[card]:
        return _reason("no.die.there", "8") if rest else _why_empty(seen, seat)
    if rest and rest[0] == "fight":
        return _why_no_fight(seen, seat, card)
    if not seen.tops[seat] >> card & 1:
        return _reason("rival.die", "8")
    if not rest:
        return _reason("no.target", "9")
    target = _card_of(seen, rest[0])
    return NO_REASON if target is None else _why_no_move(seen, seat, card, target)


def _why_empty(seen: Rokumon, seat: int) -> Reason:
    if not can_place(seen, seat):
        return _reason("no.supply", "6")
    return NO_REASON if seen.plain else _reason("die.first", "7")


def _why_no_move(seen: Rokumon, seat: int, card: int, target: int) -> Reason:
    if card == target:
        return _reason("same.card", "10")
    if not seen.unlike[card] >> target & 1:
        return _reason("same.colour", "10")
    if seen.height[target] == 2 and not seen.pairs[seat] >> target & 1:
        return _reason("not.pair", "9")
    return NO_REASON


def _why_no_fight(seen: Rokumon, seat: int, card: int) -> Reason:
    if not seen.fights:
        return _reason("fight.act", "3")
    if seen.height[card] != 2:
        return _reason("fight.two", "12")
    if seen.pairs[1 - seat] >> card & 1:
        return _reason("fight.rivals", "12")
    if not seen.fight_own_pair and seen.pairs[seat] >> card & 1:
        return _reason("fight.own", "F1")
    return _reason("fight.tie", "F2") if seen.fight_tie == FORBIDDEN else NO_REASON


def _why_surprise(seen: Rokumon, seat: int, clan: str, rest: Sequence[str]) -> Reason:
    if clan != f"clan:{seat}":
        return _reason("surprise.rival", "16")
    if not ACTS[seen.act].surprises:
        return _reason("surprise.act", "3")
    if seen.surprised >> seat & 1:
        return _reason("surprise.used", "16")
    card = _card_of(seen, rest[0]) if rest else None
    if card is None:
        return _reason("surprise.card", "16")
    if seen.barred >> card & 1:
        number = "S2" if seen.surprise_ban == PERMANENT else "18"
        return _reason("barred", number)
    if len(rest) == 1:
        return _reason("surprise.nowhere", "16")
    return _why_not_there(seen, card, rest[1])


def _why_not_there(seen: Rokumon, card: int, place: str) -> Reason:
    if place.partition(".")[0] == card_name(seen, card):
        return _reason("surprise.back", "17")
    if not place.startswith("@"):
        return _reason("surprise.taken", "16")
    cell = _cell(place)
    if cell is None or not places_touching_two(seen, card) >> cell & 1:
        return _reason("surprise.touch", "17")
    return _reason("surprise.joined", "S1")


def _cell(place: str) -> int | None:
    x, _, y = place[1:].partition(",")
    try:
        point = int(x), int(y)
    except ValueError:
        return None
    return cell_at(*point) if is_in_frame(*point) else None


# ---- plain text


def sketch(seen: Rokumon, say: Speak) -> str:
    """The board as brick courses of `name colour` over `[dice]`, then the supplies."""
    lines = _sketch_board(seen, say)
    lines += [_sketch_side(seen, seat, say) for seat in (0, 1)]
    return "\n".join(line.rstrip() for line in lines)


def _sketch_board(seen: Rokumon, say: Speak) -> list[str]:
    spots = {card: _at(seen.act, seen.cell[card]) for card in range(seen.cards)}
    left = min(x for x, _ in spots.values())
    lines = []
    for y in sorted({y for _, y in spots.values()}):
        upper, lower = "", ""
        for card in sorted((c for c in spots if spots[c][1] == y), key=lambda c: spots[c][0]):
            column = round((spots[card][0] - left) / PITCH[0] * 14)
            upper = padded(upper, column) + _sketch_name(seen, card, say)
            lower = lower.ljust(column) + _sketch_pile(seen, card)
        lines += [upper, lower, ""]
    return lines


def _sketch_name(seen: Rokumon, card: int, say: Speak) -> str:
    known = seen.colour[card]
    colour = say(Say(f"sketch.{COLOUR_NAMES[known]}")) if known else "?"
    number = f" {seen.number[card]}" if seen.number[card] else ""
    return f"{card_name(seen, card)} {colour}{number}"


def _sketch_pile(seen: Rokumon, card: int) -> str:
    dice = (_sketch_die(seen, die_on(seen, card, n)) for n in range(seen.height[card]))
    return f"[{' '.join(dice)}]"


def _sketch_die(seen: Rokumon, kind: int) -> str:
    name = kind_name(seen.plain, kind)
    return name if seen.plain or name == "w" else f"{'rb'[kind >> 2]}{name}"


def _sketch_side(seen: Rokumon, seat: int, say: Speak) -> str:
    dice = [
        _sketch_die(seen, kind) for kind in range(1 + 3 * seat, 4 + 4 * seat)
        for _ in range(seen.supply[kind])
    ]  # fmt: skip
    turn = ">" if not seen.outcome and seen.turn == seat else " "
    spent = seen.surprised >> seat & 1
    clan = "" if spent else "  " + say(Say("sketch.surprise"))
    side = padded(say(Say(f"sketch.side.{seat}")), 5)
    return f"{turn} {side} {' '.join(dice) or '-'}{clan}"
