"""The scene on the table; the clicks of each action and the prompts are in choices.py.

Ids: spaces `deck` `waste` `stock` `dice` `east` `west` `pocket`, with purveyors `markers`; trays
`goods:0` `screen:0` `side:0`, finally `set:0:1`; pieces `east.red`, `waste.red`, `goods:0.red`,
`set:0:1.red`, `die:0`, `said:0`, `choice:0`, `deed:0`, `call:0`, `purse:0`, `tile:0`, `income:0`,
`marker.red`, `turn`, `stock.coins`, `pocket.coins`, `deck.cards`; verbs `keep:15` `accept`
`challenge` `coins:3` `leave` `back`.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from honjin.core.scene import Piece, Point, Scene, Side, Space, Tray, Verb
from honjin.core.words import Say, Speak
from honjin.games.akiwado.content.data import (
    BEST_SINGLE_SET,
    CARD_NAMES,
    COLOUR_NAMES,
    COLOURS,
    DICE,
    NOBODY,
    ORDER,
    PURVEYOR,
    WHITE,
)
from honjin.games.akiwado.info.names import Holes, card_say, cards_say, house, place_say
from honjin.games.akiwado.rules.actions import (
    CHALLENGE,
    PLACE_NAMES,
    coins_of,
    dice_text,
    given_mask,
    kept_text,
    place_of,
    splits,
)
from honjin.games.akiwado.rules.play import may_act
from honjin.games.akiwado.rules.scoring import best_cards, layer, score, winners
from honjin.games.akiwado.rules.state import (
    BID,
    CALL,
    CHOOSE_COLOUR,
    EAST,
    OVER,
    POCKET,
    SPLIT,
    TAKE_BACK,
    WEST,
    Akiwado,
    cards_in,
    is_sealed,
)
from honjin.games.akiwado.rules.touting import income
from honjin.games.akiwado.view.choices import choice, prompt
from honjin.games.akiwado.view.goal import goal
from honjin.games.akiwado.view.outlook import outlook
from honjin.games.akiwado.view.reasons import why

__all__ = ["choice", "prompt", "scene", "sketch", "why"]

CRESTS: Final = ("crane", "bamboo", "plum", "wave", "crow")
"""The crest of each colour, in order."""

LAYOUT: Final[dict[str, tuple[Point, Point]]] = {
    "west": ((-4.0, 0.0), (4.4, 3.0)),
    "pocket": ((0.0, 0.6), (3.0, 1.8)),
    "east": ((4.0, 0.0), (4.4, 3.0)),
    "dice": ((0.0, -1.3), (3.0, 1.5)),
    "stock": ((-5.2, 2.6), (2.0, 1.6)),
    "deck": ((-2.6, 2.6), (1.4, 1.8)),
    "waste": ((2.6, 2.6), (7.2, 1.8)),
    "markers": ((0.0, -3.0), (6.0, 1.2)),
}
"""The position and size of each space."""


# ---- the scene


def scene(seen: Akiwado) -> Scene:
    """The scene: the board with both markets; each merchant's goods, screen and other pieces."""
    return Scene(
        skin="akiwado",
        spaces=_spaces(seen),
        pieces=tuple(_pieces(seen)),
        sides=tuple(_side(seen, seat) for seat in range(seen.seats)),
        trays=tuple(_trays(seen)),
        verbs=tuple(_verbs(seen)),
        lit=_lit(seen),
        goal=goal(seen),
    )


def _spaces(seen: Akiwado) -> tuple[Space, ...]:
    return tuple(_space(name) for name in LAYOUT if name != "markers" or seen.variant == PURVEYOR)


@cache
def _space(name: str) -> Space:
    at, size = LAYOUT[name]
    label = Say(f"space.{name}")
    if name in ("east", "west", "waste"):
        return Space(name, at, size, name, label, fan="grid")
    return Space(name, at, size, name, label, fan="row")


def _trays(seen: Akiwado) -> Iterator[Tray]:
    for seat in range(seen.seats):
        for look in ("goods", "screen", "side"):
            yield _tray(look, seat)
        for n, size in enumerate(_sets(seen, seat), 1):
            holes: Holes = {"who": house(seat), "n": size, "points": seen.set_points[size]}
            yield Tray(f"set:{seat}:{n}", seat, Say("tray.set", holes), "set")


@cache
def _tray(look: str, seat: int) -> Tray:
    return Tray(f"{look}:{seat}", seat, Say(f"tray.{look}", {"who": house(seat)}), look)


def _pieces(seen: Akiwado) -> Iterator[Piece]:
    yield from _board_pieces(seen)
    yield from _dice(seen)
    for seat in range(seen.seats):
        yield from _goods(seen, seat)
        yield from _behind_screen(seen, seat)
        yield from _beside(seen, seat)
    if seen.variant == PURVEYOR:
        yield from _privileges(seen)


def _board_pieces(seen: Akiwado) -> Iterator[Piece]:
    piles = {"east": seen.market[EAST], "west": seen.market[WEST], "waste": seen.waste}
    for name, cards in piles.items():
        yield from _cards(seen, name, cards)
    if seen.left:
        label = Say("deck.cards", {"n": seen.left, "cards": cards_say(seen.deck)})
        yield Piece("deck.cards", "deck", "goods-back", label, text=str(seen.left))
    for name, n in (("stock", seen.stock), ("pocket", seen.pool)):
        yield coins_piece(name, n)


@cache
def coins_piece(name: str, n: int) -> Piece:
    return Piece(f"{name}.coins", name, "coins", Say("coins", {"n": n}), text=str(n))


def _cards(seen: Akiwado, on: str, cards: list[int]) -> Iterator[Piece]:
    for card, n in enumerate(cards):
        if n:
            yield card_piece(on, card, n, _pip(seen, card))


def _pip(seen: Akiwado, card: int) -> int:
    """The number on a card; 0 on a custom order."""
    return seen.colour_of.index(card) if card < COLOURS else 0


@cache
def card_piece(on: str, card: int, n: int, pip: int) -> Piece:
    """Equal cards somewhere, with their number."""
    name = CARD_NAMES[card]
    text = str(pip) if card < COLOURS else ""
    say = Say("goods.order") if card == ORDER else Say("goods", {"card": card_say(card), "n": text})
    return Piece(f"{on}.{name}", on, f"goods-{name}", say, n, text)


def _dice(seen: Akiwado) -> Iterator[Piece]:
    for k in range(DICE):
        if seen.dice[k]:
            is_kept = seen.kept >> k & 1 == 1
            yield _die(k, seen.dice[k], f"side:{seen.turn}" if is_kept else "dice", is_kept)


@cache
def _die(k: int, pip: int, on: str, is_kept: bool) -> Piece:
    key = "die.kept" if is_kept else "die"
    return Piece(f"die:{k}", on, f"die-{pip}", Say(key, {"n": pip}), text=str(pip))


# ---- in front of each merchant


def _goods(seen: Akiwado, seat: int) -> Iterator[Piece]:
    """The cards; at the end, those of sets are separate from the others (rule 53)."""
    rest = seen.hand[seat][:]
    for n, size in enumerate(_sets(seen, seat), 1):
        assert size
        yield from _set_cards(seen, seat, n, rest)
    yield from _cards(seen, f"goods:{seat}", rest)


def _sets(seen: Akiwado, seat: int) -> list[int]:
    """The number of colours in each set of a seat, once the game is over."""
    if seen.phase != OVER:
        return []
    cards = best_cards(seen, seat)
    sizes = [layer(cards, n) for n in (2, 4, 6, 8)]
    return [size for size in sizes[: 1 if seen.special_mode == BEST_SINGLE_SET else 4] if size > 1]


def _set_cards(seen: Akiwado, seat: int, n: int, rest: list[int]) -> Iterator[Piece]:
    """Two cards of each colour of a set, with custom orders for missing ones."""
    cards, on = best_cards(seen, seat), f"set:{seat}:{n}"
    for colour in range(COLOURS):
        if cards >> 4 * colour & 15 < 2 * n:
            continue
        own = min(2, rest[colour])
        rest[colour] -= own
        rest[ORDER] -= 2 - own
        if own:
            yield card_piece(on, colour, own, _pip(seen, colour))
        if own < 2:
            yield _order_as(on, colour, 2 - own)


@cache
def _order_as(on: str, colour: int, n: int) -> Piece:
    name = COLOUR_NAMES[colour]
    label = Say("goods.order.as", {"card": card_say(colour)})
    return Piece(f"{on}.order-{name}", on, f"order-{name}", label, n)


def _behind_screen(seen: Akiwado, seat: int) -> Iterator[Piece]:
    """The purse; the current choice, face down for others; the last choice, open to all."""
    on = f"screen:{seat}"
    yield _purse(seat, seen.coins[seat] if _sees_coins(seen, seat) else -1)
    if _has_decided(seen, seat):
        look, label, text = _sealed_piece(seen, seat)
        yield Piece(f"choice:{seat}", on, look, label, text=text)
    if seen.place[seat]:
        look, label, text = _revealed_piece(seen, seat)
        yield Piece(f"deed:{seat}", on, look, label, text=text, opens=_opened(seen, seat))


def _has_decided(seen: Akiwado, seat: int) -> bool:
    """True if there is a secret choice behind the screen."""
    return is_sealed(seen) and bool(seen.decided >> seat & 1)


def _opened(seen: Akiwado, seat: int) -> str:
    """The choice last revealed; empty while the next choice is there."""
    return "" if _has_decided(seen, seat) else f"choice:{seat}"


def _sees_coins(seen: Akiwado, seat: int) -> bool:
    """True for the owner's coins, for all coins at the end, and if the option shows them (Q11)."""
    return seen.show_coins == 1 or seen.phase == OVER or seen.eyes == seat + 1


@cache
def _purse(seat: int, n: int) -> Piece:
    if n < 0:
        return Piece(f"purse:{seat}", f"screen:{seat}", "purse-closed", Say("purse.closed"))
    label = Say("coins", {"n": n})
    return Piece(f"purse:{seat}", f"screen:{seat}", "purse", label, text=str(n))


def _sealed_piece(seen: Akiwado, seat: int) -> tuple[str, Say, str]:
    action = seen.sealed[seat]
    if not action:
        return "sealed", Say("sealed"), ""
    if seen.phase == CALL:
        key = "challenge" if action == CHALLENGE else "accept"
        return f"own-{key}", Say(f"own.{key}"), ""
    place, coins = place_of(action), coins_of(action)
    holes: Holes = {"place": place_say(place), "n": coins}
    key = "own.pocket" if place == POCKET else "own.bid"
    return f"own-{PLACE_NAMES[place]}", Say(key, holes), str(coins) if coins else ""


def _revealed_piece(seen: Akiwado, seat: int) -> tuple[str, Say, str]:
    place, coins = seen.place[seat], seen.bid[seat]
    is_lie = place != seen.said[seat]
    holes: Holes = {"place": place_say(place), "n": coins, "said": place_say(seen.said[seat])}
    key = "revealed.pocket" if place == POCKET else "revealed.bid"
    look = f"bid-{PLACE_NAMES[place]}{'-lie' if is_lie else ''}"
    text = "" if place == POCKET else str(coins)
    return look, Say(f"{key}.lie" if is_lie else key, holes), text


def _beside(seen: Akiwado, seat: int) -> Iterator[Piece]:
    on = f"side:{seat}"
    state = "ungrateful" if seen.unjust >> seat & 1 else "grateful"
    yield Piece(f"tile:{seat}", on, f"tile-{state}", Say(f"tile.{state}"))
    if seat == seen.turn and seen.phase >= SPLIT - 1 and seen.phase != OVER:
        yield Piece("turn", on, "turn", Say("turn"))
    if seen.said[seat]:
        name = PLACE_NAMES[seen.said[seat]]
        label = Say("said", {"who": house(seat), "place": place_say(seen.said[seat])})
        yield Piece(f"said:{seat}", name, f"marker-{_colour(seen, seat)}", label)
    if seen.phase == CALL:
        n = income(seen, seat)
        yield Piece(f"income:{seat}", on, "income", Say("income", {"n": n}), text=str(n))
    if seen.calls >> seat & 1:
        yield Piece(f"call:{seat}", on, "challenge", Say("called"), opens=_opened(seen, seat))


def _colour(seen: Akiwado, seat: int) -> str:
    """The name of a seat's colour; plain until it is drawn."""
    colour = seen.colour[seat]
    return "plain" if colour == NOBODY else COLOUR_NAMES[colour]


def _privileges(seen: Akiwado) -> Iterator[Piece]:
    for colour, holder in enumerate(seen.marker):
        name = COLOUR_NAMES[colour]
        on = "markers" if holder == NOBODY else f"side:{holder}"
        label = Say(f"privilege.{name}", {"n": seen.white_points} if colour == WHITE else {})
        yield Piece(f"marker.{name}", on, f"privilege-{name}", label)


def _side(seen: Akiwado, seat: int) -> Side:
    colour = seen.colour[seat]
    crest = CRESTS[0 if colour == NOBODY else colour]
    return Side(
        seat, house(seat), crest, _colour(seen, seat), seat, tuple(_facts(seen, seat))
    )  # fmt: skip


def _facts(seen: Akiwado, seat: int) -> Iterator[Say]:
    """Points, what sets score and could still score, what each market would add (all public)."""
    view = outlook(seen, seat)
    yield Say("fact.score", {"n": view.points, "cards": view.cards, "sets": view.sets})
    if seen.phase == OVER:
        yield Say("fact.coins", {"n": seen.coins[seat]})
        return
    yield Say("fact.reach", {"n": view.reach})
    for place in (EAST, WEST):
        if cards_in(seen, place):
            yield Say("fact.market", {"place": place_say(place), "n": view.gain[place]})


def _verbs(seen: Akiwado) -> Iterator[Verb]:
    if seen.phase == SPLIT:
        for kept in splits(seen):
            holes: Holes = {"kept": dice_text(seen, kept)}
            holes["given"] = dice_text(seen, given_mask(kept))
            yield Verb(f"keep:{kept_text(seen, kept)}", Say("verb.keep", holes), "11")
    elif seen.phase == CHOOSE_COLOUR:
        left = [name for n, name in enumerate(COLOUR_NAMES) if n not in seen.colour]
        yield from map(_screen_verb, left)
    elif seen.phase == CALL:
        yield from (_verb("accept", "19"), _verb("challenge", "19"))
    elif seen.phase == BID:
        # As many as all coins owned together: using the seat's own number would reveal it.
        yield from map(_coins_verb, range(1, sum(seen.coins) + 1))
    elif seen.phase == TAKE_BACK:
        yield from (_verb("leave", "46"), _verb("back", "46"))


@cache
def _verb(key: str, number: str) -> Verb:
    return Verb(key, Say(f"verb.{key}"), number)


@cache
def _screen_verb(colour: str) -> Verb:
    return Verb(f"screen:{colour}", Say("verb.screen", {"colour": Say(f"colour.{colour}")}), "W3")


@cache
def _coins_verb(n: int) -> Verb:
    return Verb(f"coins:{n}", Say("verb.coins", {"n": n}), "28")


def _lit(seen: Akiwado) -> tuple[tuple[str, ...], ...]:
    """The highlighted ids: the winners."""
    if seen.phase != OVER:
        return ()
    best = winners(seen)
    return (tuple(f"goods:{seat}" for seat in range(seen.seats) if best >> seat & 1),)


# ---- plain text


def sketch(seen: Akiwado, say: Speak) -> str:
    """The markets, the dice, and a line for each merchant."""
    east, west = (_sketch_cards(seen.market[place], say) for place in (EAST, WEST))
    market: dict[str, int | str] = {"east": east, "west": west}
    market |= {"pocket": seen.pool, "stock": seen.stock}
    cards = {"deck": _sketch_cards(seen.deck, say), "waste": _sketch_cards(seen.waste, say)}
    lines = [say(Say("sketch.markets", market)), say(Say("sketch.deck", cards))]
    if seen.dice[0]:
        dice = {"dice": kept_text(seen, 7), "kept": kept_text(seen, seen.kept) or "-"}
        lines += [say(Say("sketch.dice", dice))]
    return "\n".join([*lines, *(_sketch_seat(seen, seat, say) for seat in range(seen.seats))])


def _sketch_cards(cards: list[int], say: Speak) -> str:
    names = (say(Say(f"sketch.{name}")) for name in CARD_NAMES)
    return " ".join(f"{name}{n}" for name, n in zip(names, cards, strict=True) if n) or "-"


def _sketch_seat(seen: Akiwado, seat: int, say: Speak) -> str:
    acts = ">" if may_act(seen) >> seat & 1 and seen.phase != OVER else " "
    coins = seen.coins[seat] if _sees_coins(seen, seat) else "?"
    told = [Say("sketch.coins", {"n": coins}), Say("sketch.points", {"n": score(seen, seat)})]
    if seen.said[seat]:
        told += [Say("sketch.says", {"place": place_say(seen.said[seat])})]
    told += [Say("sketch.decided")] if seen.decided >> seat & 1 else []
    if seen.place[seat]:
        bid = seen.bid[seat] or ""
        told += [Say("sketch.did", {"place": place_say(seen.place[seat]), "bid": bid})]
    told += [Say("sketch.ungrateful")] if seen.unjust >> seat & 1 else []
    return "  ".join([f"{acts} {seat} {_sketch_cards(seen.hand[seat], say)}", *map(say, told)])
