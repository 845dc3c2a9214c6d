"""Properties of every game, tested on random ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honjin.core.play import Play, pick, replay
from honjin.core.record import read_record
from honjin.core.seats import CHANCE, seats_in
from honjin.games.rokumon.ai.evaluation import state_key
from honjin.games.rokumon.content.data import ACTS, FORBIDDEN, cell_at, coordinates
from honjin.games.rokumon.rules.actions import ACTIONS, encode_fight, encode_move, encode_place
from honjin.games.rokumon.rules.state import MAX_ACTIONS, Rokumon, die_on

from .given import GAME, NOTATION, options, state_of

RULINGS: dict[str, st.SearchStrategy[str | bool]] = {
    "reveal": st.sampled_from(["air", "landing"]),
    "reveal_beats_win": st.booleans(),
    "fight_own_pair": st.booleans(),
    "fight_tie": st.sampled_from(["top_returns", "forbidden"]),
    "surprise_connected": st.booleans(),
    "surprise_ban": st.sampled_from(["next_turn", "permanent"]),
    "repetition": st.sampled_from(["third_draws", "length_only"]),
    "automa_block": st.sampled_from(["executable", "geometric"]),
    "automa_sees_piles": st.booleans(),
    "automa_prefers_empty": st.booleans(),
    "automa_stacks": st.booleans(),
    "automa_stacks_safely": st.booleans(),
    "numbers": st.sampled_from(["odd_green_even_gold", "gold_1_to_3"]),
}
GAMES = st.tuples(
    st.sampled_from(["1", "2", "3", "4", "5", "epilogue"]),
    st.fixed_dictionaries({}, optional=RULINGS),
    st.integers(0, 2**32),
)
FEW = settings(max_examples=25)


def step(s: Rokumon, rng: random.Random) -> tuple[int, int]:
    """A random action (or outcome) of a running game, and whose it is."""
    seats = seats_in(GAME.may_act(s))
    if seats:
        return seats[0], rng.choice(GAME.legal(s, seats[0]))
    return CHANCE, pick(GAME.outcomes(s), rng.randrange)


def walk(
    act: str, rulings: dict[str, str | bool], seed: int, look: Callable[[Rokumon], None]
) -> Rokumon:
    """Play a random game, check each of its positions, and return the last one."""
    rng = random.Random(seed)
    s = GAME.setup(options(act, "", **rulings))
    look(s)
    while GAME.may_act(s):
        seat, action = step(s, rng)
        GAME.apply_action(s, seat, action)
        look(s)
    return s


@FEW
@given(GAMES)
def test_laws_hold(game: tuple[str, dict[str, str | bool], int]) -> None:
    """All dice are there, derived fields are up to date, values fit their record fields."""

    def look(s: Rokumon) -> None:
        s.check()
        assert [] == [law.name for law in GAME.laws if not law.holds(s)]

    walk(*game, look)


@FEW
@given(GAMES)
def test_positions_come_back(game: tuple[str, dict[str, str | bool], int]) -> None:
    """Each position is read from its text: equal in all but its history."""
    chosen = options(game[0], "", **game[1])

    def look(s: Rokumon) -> None:
        text = NOTATION.write_position(s)
        read = NOTATION.read_position(text, chosen)
        assert text == NOTATION.write_position(read)
        for name in Rokumon._fields:
            if name not in ("past", "history", "seen"):
                assert getattr(s, name) == getattr(read, name), (name, text)

    walk(*game, look)


@FEW
@given(GAMES)
def test_actions_come_back(game: tuple[str, dict[str, str | bool], int]) -> None:
    """Each legal action is read from its text; texts and click paths are unique."""

    def look(s: Rokumon) -> None:
        for seat in seats_in(GAME.may_act(s)):
            actions = GAME.legal(s, seat)
            texts = [NOTATION.write_action(s, seat, action) for action in actions]
            assert actions == [NOTATION.read_action(s, seat, text) for text in texts]
            found = {GAME.table.choice(s, seat, action).path for action in actions}
            assert len(actions) == len(set(texts)) == len(found)

    walk(*game, look)


@FEW
@given(GAMES)
def test_a_naive_reader_agrees(game: tuple[str, dict[str, str | bool], int]) -> None:
    """A plain reading of rules 6 to 12 from the dice alone gives the same places and moves."""

    def look(s: Rokumon) -> None:
        if s.outcome or s.undealt or (s.solo and s.turn):
            return
        actions = GAME.legal(s, s.turn)
        assert naive_places(s) == of_kind(actions, "place")
        assert naive_moves(s) == of_kind(actions, "move")
        assert naive_fights(s) == of_kind(actions, "fight")

    walk(*game, look)


def pile(s: Rokumon, card: int) -> list[int]:
    """The kinds on a card, bottom to top."""
    return [kind for level in range(3) if (kind := die_on(s, card, level))]


def of_kind(actions: Iterable[int], key: str) -> set[int]:
    """The actions of one row of the table."""
    return {action for action in actions if ACTIONS.decode(action).key == key}


def naive_places(s: Rokumon) -> set[int]:
    """Every kind in supply on every card without a die (rule 6)."""
    empty = [card for card in range(s.cards) if not pile(s, card)]
    kinds = [kind for kind in range(1, 8) if s.supply[kind] and kind >> 2 == s.turn]
    return {encode_place(card, kind) for card in empty for kind in kinds}


def naive_moves(s: Rokumon) -> set[int]:
    """The seat's top dice to cards of another colour that can take them (rules 8-10)."""
    found = set()
    for card in range(s.cards):
        for target in range(s.cards):
            on, there = pile(s, card), pile(s, target)
            own = [kind >> 2 == s.turn for kind in there]
            fits = len(there) < 2 or (len(there) == 2 and all(own))
            if on and on[-1] >> 2 == s.turn and s.colour[card] != s.colour[target] and fits:
                found.add(encode_move(card, target))
    return found


def naive_fights(s: Rokumon) -> set[int]:
    """Two dice, at least one the seat's, unless a ruling forbids it (rules 12, F1, F2)."""
    found = set()
    value = (0, 2, 4, 6, 1, 3, 5, 1)
    for card in range(s.cards):
        dice = pile(s, card)
        own = [kind >> 2 == s.turn for kind in dice]
        if not s.fights or len(dice) != 2 or not any(own):
            continue
        tied = value[dice[0]] == value[dice[1]]
        if (not s.fight_own_pair and all(own)) or (s.fight_tie == FORBIDDEN and tied):
            continue
        found.add(encode_fight(card))
    return found


@FEW
@given(GAMES)
def test_games_end(game: tuple[str, dict[str, str | bool], int]) -> None:
    """Every game ends within 200 actions, with returns that add up, and the record replays."""
    act, rulings, seed = game
    rng = random.Random(seed)
    play = Play(GAME, options(act, "", **rulings))
    while play.result() is None:
        play.run_chance(rng.randrange)
        if play.result() is None:
            play.act(play.may_act()[0], rng.choice(play.legal(play.may_act()[0])))
    result = play.result()
    assert result is not None
    assert state_of(play).ply <= MAX_ACTIONS
    assert (play.seats, True) == (len(result.returns), play.seats == 1 or not sum(result.returns))
    again = replay(GAME, read_record(play.record().to_json()))
    assert play.state == again.state


# ---- symmetries


def twin_games(
    act: str, cards: list[int], place_of: Callable[[int], int], rng: random.Random
) -> None:
    """Play a game and its image under a renaming of cards (and cells) side by side."""
    letters = list("gggjjjj")[: len(cards)]
    rng.shuffle(letters)
    image = [""] * len(cards)
    for card, letter in enumerate(letters):
        image[cards[card]] = letter
    one = GAME.setup(options(act, "".join(letters)))
    other = GAME.setup(options(act, "".join(image)))

    def mapped(action: int) -> int:
        key, (card, *rest) = ACTIONS.decode(action)
        if key == "move":
            rest = [cards[rest[0]]]
        elif key == "surprise":
            rest = [place_of(rest[0])]
        return ACTIONS.encode(key, cards[card], *rest)

    while GAME.may_act(one):
        actions = GAME.legal(one, one.turn)
        assert {mapped(action) for action in actions} == set(GAME.legal(other, other.turn))
        action = rng.choice(actions)
        GAME.apply_action(other, other.turn, mapped(action))
        GAME.apply_action(one, one.turn, action)
    assert (one.outcome, one.winner) == (other.outcome, other.winner)


def no_place(_cell: int) -> int:
    raise AssertionError("this act has no Surprise")


@FEW
@given(st.permutations(range(3)), st.booleans(), st.booleans(), st.randoms(use_true_random=False))
@pytest.mark.parametrize("act", ["2", "3"])
def test_bricks_lines_group(
    act: str, upper: list[int], inner: bool, outer: bool, rng: random.Random
) -> None:
    """Without Surprise only lines matter: 24 renamings of the bricks change nothing."""
    lower = [6, 4, 5, 3] if outer else [3, 4, 5, 6]
    if inner:
        lower[1], lower[2] = lower[2], lower[1]
    twin_games(act, upper + lower, no_place, rng)


@FEW
@given(
    st.permutations(range(3)),
    st.permutations(range(3)),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_grid_group(first: list[int], second: list[int], swap: bool, rng: random.Random) -> None:
    """In Act 1 cells of a row may be renamed, and the rows swapped: 72 ways."""
    rows = [first, [3 + n for n in second]]
    twin_games("1", [*rows[swap], *rows[not swap]], no_place, rng)


@FEW
@given(st.randoms(use_true_random=False))
def test_mirrored_bricks(rng: random.Random) -> None:
    """With Surprise the board still has a mirror image, free places included."""

    def mirrored(cell: int) -> int:
        x, y = coordinates(cell)
        return cell_at(3 - x - y, y)

    cells = ACTS[3].layout.cells
    cards = [cells.index(mirrored(cell)) for cell in cells]
    assert [2, 1, 0, 6, 5, 4, 3] == cards
    twin_games("4", cards, mirrored, rng)


@pytest.mark.parametrize("act", ["2", "4", "epilogue"])
def test_positions_that_differ_have_keys_that_differ(act: str) -> None:
    """Seen in Act 2: with either side to move, boards shared a key, and a search missed a win."""
    rng, known = random.Random(1), {}
    for _ in range(200):
        play = Play(GAME, {"act": act})
        play.run_chance(random.Random(3).randrange)
        while play.result() is None and len(play.steps) < 24:
            s = play.state
            place = s.dice, tuple(s.cell), s.turn, s.surprised, s.barred
            assert place == known.setdefault(state_key(s), place)
            seat = play.may_act()[0]
            play.act(seat, rng.choice(play.legal(seat)))
            play.run_chance(rng.randrange)
    assert len(known) > 400
