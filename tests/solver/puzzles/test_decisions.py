"""Decision puzzles: what one is, exact values, and the ones that are shipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from honjin.core.game import Game
from honjin.core.parts.themes import SCALE, Theme, Worth, percent
from honjin.core.play import Play
from honjin.core.words import Say, speak
from honjin.games import keys, load
from honjin.solver import Book, Decision, NeedsHidden, Node, TooCostly, exact_node
from honjin.solver.puzzles.book import shipped_path
from honjin.solver.puzzles.decision import MAX_TURNS, has_one_end, shows_nothing
from honjin.solver.puzzles.exact import Judge, worlds_of
from madeup.game import GAME as FAIR
from madeup.state import Fair

GAMES = [key for key in keys() if load(key).themes and shipped_path(load(key)).exists()]
MAX_BYTES = 400_000


def shipped(key: str) -> list[Decision]:
    book = Book.shipped(load(key))
    assert book is not None
    return book.decisions


def theme_of(game: Game[Any], puzzle: Decision) -> Theme[Any]:
    theme = game.theme(puzzle.theme)
    assert theme is not None
    return theme


def all_nodes(node: Node) -> Iterator[Node]:
    """A turn and all that follow it."""
    yield node
    for later in node.after.values():
        yield from all_nodes(later)


# ---- the ones that are shipped


@pytest.mark.parametrize("key", GAMES)
def test_a_shipped_book_fits(key: str) -> None:
    """Every puzzle has a theme of the game, one to three turns, choices; no two are the same."""
    game, puzzles = load(key), shipped(key)
    assert puzzles
    assert shipped_path(game).stat().st_size < MAX_BYTES
    assert max(Counter(puzzle.entries for puzzle in puzzles).values()) == 1
    for puzzle in puzzles:
        theme = theme_of(game, puzzle)
        assert theme.least_turns <= puzzle.turns <= MAX_TURNS
        assert len(puzzle.first.choices) >= theme.least_choices
        assert all(0 <= found <= puzzle.asked for found in puzzle.bots)


@pytest.mark.parametrize("key", GAMES)
def test_each_choice_has_one_clear_answer(key: str) -> None:
    """The best choice leads by the margin of its theme; where several are right, order is free."""
    game = load(key)
    for puzzle in shipped(key):
        theme = theme_of(game, puzzle)
        for node in all_nodes(puzzle.first):
            assert node.second is not None
            assert theme.is_clear(node.best, node.second)
            assert theme.any_order or len(node.right) == 1
            assert set(node.after) <= set(node.right)


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("n", range(4))
@pytest.mark.parametrize("key", GAMES)
def test_shipped_puzzles_replay(key: str, n: int) -> None:
    """To a turn of the seat, in which every choice is legal and every line leads to one position.

    Nothing that a choice shows depends on what the seat cannot see.
    """
    game = load(key)
    for puzzle in shipped(key)[n::4][: None if n else 3]:
        play = puzzle.play(game)
        assert puzzle.seat in play.may_act()
        assert theme_of(game, puzzle).asks(play.seen(puzzle.seat), puzzle.seat)
        seen, legal = play.seen(puzzle.seat), play.legal(puzzle.seat)
        written = {game.notation.write_action(seen, puzzle.seat, action) for action in legal}
        assert set(puzzle.first.choices) <= written
        assert has_one_end(play, puzzle.seat, puzzle.first)
        assert shows_nothing(play, puzzle.seat, puzzle.first)


def test_every_worth_can_be_said() -> None:
    """In both languages, with every hole filled."""
    for key in GAMES:
        game = load(key)
        for puzzle in shipped(key):
            theme = theme_of(game, puzzle)
            says = [theme.name, theme.question(Say(f"seat.{puzzle.seat}"))]
            says += [theme.says(one) for one in puzzle.first.choices.values()]
            assert all(speak(game.words, say, lang) for say in says for lang in ("en", "ja"))


def exact(key: str) -> list[Decision]:
    return [puzzle for puzzle in shipped(key) if not theme_of(load(key), puzzle).search]


COMPILED_SLOWLY = ("swords", "summits")
RECOMPUTED = [
    pytest.param(key, n, marks=[pytest.mark.slow] if n or key in COMPILED_SLOWLY else [])
    for key in GAMES
    for n in range(len(exact(key)))
]


@pytest.mark.parametrize(("key", "n"), RECOMPUTED)
def test_exact_values_are_recomputed(key: str, n: int) -> None:
    """From what the seat sees, and equal to those of the file."""
    game, puzzle = load(key), exact(key)[n]
    seen = puzzle.play(game).seen(puzzle.seat)
    assert puzzle.first == exact_node(game, theme_of(game, puzzle), seen, puzzle.seat)


@pytest.mark.parametrize("key", [key for key in GAMES if exact(key)])
def test_values_do_not_depend_on_what_is_hidden(key: str) -> None:
    """Sampled worlds look the same to the seat, and are the same whatever the hidden state is."""
    game, puzzle = load(key), exact(key)[0]
    theme, play = theme_of(game, puzzle), puzzle.play(game)
    seen = play.seen(puzzle.seat)
    worlds = worlds_of(game, theme, seen, puzzle.seat)
    assert all(game.seen_by(world, puzzle.seat) == seen for world in worlds)
    other = game.seen_by(worlds[-1], puzzle.seat)
    assert worlds == worlds_of(game, theme, other, puzzle.seat)


# ---- planted


def test_two_good_answers_are_refused() -> None:
    """Equal values leave no clear answer; nor do values that are too close."""
    two = Node({"a": Worth(1), "b": Worth(1), "c": Worth(0)})
    assert ["a", "b"] == two.right
    theme: Theme[Any] = Theme(key="x", asks=lambda seen, seat: True, margin=10)
    assert not theme.is_clear(Worth(60, 100), Worth(55, 100))
    assert theme.is_clear(Worth(60, 100), Worth(50, 100))
    searched: Theme[Any] = replace(theme, search="mcts:10", margin=8)
    assert not searched.is_clear(Worth(20, SCALE), Worth(13, SCALE))


def fair_theme(**parts: Any) -> Theme[Fair]:
    """A question at the fair: which bid gains points in this round."""
    given: dict[str, Any] = {
        "key": "lantern",
        "asks": lambda seen, seat: True,
        "is_over": lambda start, s, seat: s.round != start.round,
        "score": lambda start, s, seat: int(s.score[seat] > start.score[seat]),
    }
    return Theme(**(given | parts))


def bidding() -> Play:
    """The fair where both seats bid in secret, from hands that they do not show."""
    play = Play(FAIR, {"seats": "2", "offers": False})
    play.run_chance(lambda total: 0)
    return play


def test_a_value_that_needs_hidden_knowledge_is_refused() -> None:
    """Where something is hidden, one world is not enough; nor may others act before the end."""
    play = bidding()
    seat = play.may_act()[0]
    seen = play.seen(seat)
    with pytest.raises(NeedsHidden):
        Judge(FAIR, fair_theme(), seen, seat)
    with pytest.raises(NeedsHidden):
        Judge(FAIR, fair_theme(worlds=8), seen, seat).node()


def denies(start: Fair, s: Fair, seat: int) -> int:
    """1 if the other seat gains less than three points."""
    return int(s.score[1 - seat] < 3 + start.score[1 - seat])


def has_a_two(s: Fair, seat: int) -> int:
    """1 if the other seat holds a 2, which never brings three points."""
    return int(s.hand[1 - seat][2])


def test_others_act_where_a_theme_says_what_matters() -> None:
    """Both coins keep the turn from the other seat; otherwise its card decides."""
    play = bidding()
    seat = play.may_act()[0]
    theme = fair_theme(worlds=50, score=denies, matters=has_a_two, least_choices=3)
    worlds = worlds_of(FAIR, theme, play.seen(seat), seat)
    twos = sum(has_a_two(world, seat) for world in worlds)
    assert 0 < twos < 50 == len(worlds)
    node = exact_node(FAIR, theme, play.seen(seat), seat)
    assert node is not None
    assert ["bid2"] == node.right
    assert {"bid0": twos / 50, "bid1": twos / 50, "bid2": 1.0} == {
        text: one.value for text, one in node.choices.items()
    }


def test_a_question_with_too_many_positions_is_given_up() -> None:
    """More than the theme allows."""
    play = bidding()
    seat = play.may_act()[0]
    theme = fair_theme(worlds=50, score=denies, matters=has_a_two, most_positions=3)
    with pytest.raises(TooCostly):
        exact_node(FAIR, theme, play.seen(seat), seat)


def test_a_share_is_told_as_all_or_nothing_only_if_it_is() -> None:
    """Rounded otherwise."""
    assert [1, 33, 67, 99] == [percent(Worth(n, 600), 1) for n in (1, 200, 400, 599)]
    assert 50 == percent(Worth(3, 2), 3)
