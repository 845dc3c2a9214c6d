"""What is proved of the choices of a position: against tables, mirror images and known proofs."""

import logging
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from honjin.core.game import Game
from honjin.games import load
from honjin.solver import Inquiry, Prover, Provers, Tables, Value
from honjin.solver.proof import certificate
from honjin.solver.proof.certificate import SHIPPED, proof_path, read_proof
from honjin.solver.proof.known import KnownProofs
from honjin.solver.tables.ask import listed, mover, result_of
from honjin.solver.tables.value import LOSES_AT_ONCE, read_byte
from solver.corridor import CORRIDOR, Corridor
from solver.maze import MAZE
from solver.proof.test_proofs import rooms, walked
from solver.retrograde.test_small_games import maze_graph, solved
from solver.solved_positions import GAME, INDEX, played, sampled, start_of

KNOWN = "ggjgjjj"
"""A deal of Act 4 whose proof comes with Honjin."""


def settled(inquiry: Inquiry) -> dict[int, Value]:
    """What is known when nothing more can be found out."""
    inquiry.run(lambda: False)
    assert inquiry.is_settled
    return inquiry.values


def after(game: Game[Any], s: Any, seat: int, action: int) -> Any:
    led = s.copy()
    game.apply_action(led, seat, action)
    return led


# ---- against exact values


@pytest.mark.parametrize("plain", [True, False], ids=["interpreted", "compiled"])
def test_every_won_and_lost_choice_of_the_maze_is_proved(*, plain: bool) -> None:
    """And none that is drawn; no win comes sooner than it can."""
    exact = [read_byte(int(byte)) for byte in solved(maze_graph())]
    prover = Prover.of(MAZE, MAZE.setup({}), bits=10, plain=plain)
    for s, _ in rooms():
        values = settled(Inquiry(prover, s))
        for action in listed(MAZE, s, s.turn):
            led = after(MAZE, s, s.turn, action)
            worth = result_of(MAZE, led, s.turn, ("stuck",))
            if worth is None:
                stuck = not MAZE.may_act(led)
                assert MAZE.index is not None
                worth = (LOSES_AT_ONCE if stuck else exact[MAZE.index.family(led)]).after
            agrees(values.get(action), worth)


def agrees(proved: Value | None, exact: Value) -> None:
    """A proof gives the result, and no fewer plies than the table; draws are not proved."""
    if exact.result == 0:
        assert proved in (None, exact)
    else:
        assert proved is not None
        assert proved.result == exact.result
        assert proved.plies >= exact.plies


@pytest.mark.slow
@pytest.mark.parametrize(("act", "deal"), [("1", "gggjjj"), ("1", "gjjgjj"), ("2", "gggjjjj")])
def test_the_choices_of_small_acts_agree_with_tables(tables: Tables, act: str, deal: str) -> None:
    """Positions of Acts 1 and 2, drawn evenly, choice by choice."""
    prover = Prover.of(GAME, start_of(act, deal), bits=16)
    for s in sampled(act, deal, 60):
        if not s.outcome:
            exact, values = tables.value(s), settled(Inquiry(prover, s))
            for action, worth in exact.actions.items():
                agrees(values.get(action), worth)


@pytest.mark.slow
def test_the_value_of_a_position_is_that_of_its_best_choice(tables: Tables) -> None:
    """Won where a choice wins, lost where all lose, and else not known."""
    prover = Prover.of(GAME, start_of("1", "gggjjj"), bits=16)
    for s in sampled("1", "gggjjj", 100):
        if not s.outcome:
            inquiry, exact = Inquiry(prover, s), tables.value(s)
            settled(inquiry)
            if inquiry.value:
                assert inquiry.value.result == exact.value.result
                assert inquiry.text.split()[0] == exact.text.split()[0]
            else:
                assert exact.value.result == 0


@pytest.mark.slow
def test_what_is_proved_early_stays_right(tables: Tables) -> None:
    """An inquiry broken off at any moment has proved nothing that is wrong."""
    rng = random.Random(2)
    for s in sampled("2", "gggjjjj", 40):
        if not s.outcome:
            looks = iter(range(rng.randrange(12)))
            inquiry = Inquiry(Prover.of(GAME, s, bits=12), s)
            inquiry.run(lambda looks=looks: next(looks, None) is None)
            exact = tables.value(s).actions
            assert all(v.result == exact[one].result for one, v in inquiry.values.items())


# ---- lines


@pytest.mark.slow
def test_a_line_ends_as_it_was_proved() -> None:
    """Legal actions, the winner's last, and no more than the given number of them."""
    ends = 0
    for s in list(played("4", "jgjgjgj", 3))[::-4]:
        inquiry = Inquiry(Prover.of(GAME, s, bits=16), s)
        looks = iter(range(200))
        inquiry.run(lambda looks=looks: next(looks, None) is None)
        for action, value in list(inquiry.values.items())[:3]:
            line, world = inquiry.line(action, 100), s.copy()
            for seat, one in line:
                assert one in GAME.legal(world, seat)
                GAME.apply_action(world, seat, one)
            assert len(line) <= value.plies
            if not GAME.may_act(world):
                ends += 1
                assert world.winner == (inquiry.side if value.result > 0 else 1 - inquiry.side)
    assert ends > 10


# ---- mirror images and known proofs


@pytest.mark.parametrize(("act", "deal"), [("4", "jjjgjgg"), ("5", "jjfjggg")])
def test_positions_have_images_in_the_first_deal_of_the_class(act: str, deal: str) -> None:
    """What the choices of a position lead to has the images that those of its image lead to."""
    case = INDEX.case(start_of(act, deal))
    assert case.options["deal"] != deal
    moved = 0
    for s in played(act, deal, 6, seed=5):
        image = case.turned(s)
        moved += bool(s.barred)
        assert keys_of(s, case.turned) == keys_of(image, lambda same: same)
    assert moved > 3


def keys_of(s: Any, turned: Any) -> list[tuple[int, ...]]:
    """What each choice leads to, in the two numbers of a search."""
    found = []
    for action in GAME.legal(s, s.turn):
        led = after(GAME, s, s.turn, action)
        words = [led.outcome, led.winner]
        if GAME.may_act(led):
            words = [0, 0]
            INDEX.canonical_key(turned(led), words)
        found.append(tuple(words))
    return sorted(found)


@pytest.mark.slow
@pytest.mark.parametrize("deal", [KNOWN, "jjjgjgg"], ids=["itself", "its mirror image"])
def test_a_known_proof_answers_at_once(deal: str) -> None:
    """The start is won as the proof says, with a table that could not find it so soon."""
    s = start_of("4", deal)
    head, _ = read_proof(GAME, SHIPPED / "rokumon" / f"{INDEX.case(s).key}.proof")
    inquiry = Inquiry(Prover.of(GAME, s, bits=18), s)
    looks = iter(range(120))
    inquiry.run(lambda: next(looks, None) is None)
    assert head.text == inquiry.text


@pytest.mark.slow
def test_a_damaged_proof_is_not_believed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The log names it, and the search does without."""
    s = start_of("4", KNOWN)
    path = tmp_path / "rokumon" / f"4-{KNOWN}.proof"
    path.parent.mkdir()
    content = bytearray((SHIPPED / "rokumon" / path.name).read_bytes())
    content[-9] ^= 1
    path.write_bytes(content)
    with caplog.at_level(logging.WARNING):
        inquiry = Inquiry(Prover.of(GAME, s, folder=tmp_path, bits=12), s)
    assert path.name in caplog.text
    looks = iter(range(20))
    inquiry.run(lambda: next(looks, None) is None)
    assert inquiry.value is None


def test_a_proof_that_cannot_be_opened_is_ignored(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The log names it once; a bot that asked for it had acted at random from then on."""
    proofs, case = KnownProofs(tmp_path), CORRIDOR.index.case(Corridor())  # type: ignore[union-attr]
    (tmp_path / "corridor" / "corridor.proof").mkdir(parents=True)
    for _ in range(2):
        assert proofs.find(CORRIDOR, case) is None
    assert 1 == len(caplog.records)
    assert "corridor.proof" in caplog.text


def test_a_proof_with_a_wild_head_is_ignored(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that says it is larger than what is loaded is not even unpacked."""
    path, case = proof_path(tmp_path, "corridor", "corridor"), CORRIDOR.index.case(Corridor())  # type: ignore[union-attr]
    path.parent.mkdir()
    walked(tmp_path, positions=1 << 40).rename(path)
    assert KnownProofs(tmp_path).find(CORRIDOR, case) is None
    assert path.name in caplog.text
    walked(tmp_path, positions=1 << 32).rename(path)
    monkeypatch.setattr(certificate, "_unpacked", None)
    assert KnownProofs(tmp_path).find(CORRIDOR, case) is None


# ---- who keeps them


def test_provers_are_kept_and_lent_to_one_at_a_time() -> None:
    """Two inquiries at once have two provers; one after the other share what was learned."""
    provers, s = Provers(keep=1), start_of("1", "gggjjj")
    with provers.asked(GAME, s) as first, provers.asked(GAME, s) as second:
        assert first.prover is not second.prover
    with provers.asked(GAME, s) as third:
        assert third.prover is first.prover
    with provers.asked(GAME, start_of("1", "gjjgjj")):
        pass
    with provers.asked(GAME, s) as fourth:
        assert fourth.prover is not first.prover


def test_a_new_game_knows_proofs_and_nothing_else() -> None:
    """What was learned stays behind; the proof is read once for all."""
    provers, s = Provers(), start_of("4", KNOWN)
    with provers.asked(GAME, s) as asked:
        asked.recall()
        assert asked.value is not None
        proof = asked.prover._known
    with provers.fresh().asked(GAME, s) as again:
        assert again.prover is not asked.prover
        assert again.prover._known is proof is not None


# ---- by counts


@pytest.mark.slow
def test_so_many_actions_prove_the_same_each_time() -> None:
    """Little more is searched than was requested, and the clock does not matter."""
    for s in list(played("3", "gjjjggj", 2))[::5]:
        for most in (50, 2_000, 20_000):
            found = []
            for _ in range(2):
                inquiry = Inquiry(Prover.of(GAME, s, bits=14), s)
                inquiry.run(lambda: False, most)
                found.append((inquiry.values, inquiry.prover.nodes))
            assert found[0] == found[1]
            assert found[0][1] <= most + 30 * len(inquiry.actions)


def test_what_has_no_wins_to_prove_is_left_alone() -> None:
    """A game that is not dealt yet, and games without an index."""
    provers, akiwado = Provers(), load("akiwado")
    assert provers.can_prove(GAME, start_of("4", KNOWN))
    assert not provers.can_prove(GAME, start_of("4", ""))
    assert not provers.can_prove(akiwado, akiwado.setup(akiwado.read_options()))


# ---- against the Automa


@pytest.mark.slow
def test_choices_of_the_epilogue_agree_with_a_search_of_all_lines() -> None:
    """The Automa's turns are forced: what wins and what loses within some plies is proved."""
    prover, met = Prover.of(GAME, start_of("epilogue", "1234567"), bits=16), Counter[int]()
    for s, values in epilogue_positions(prover, 12):
        for action in GAME.legal(s, 0):
            known, exact = values.get(action), settled_in(after(GAME, s, 0, action), 3)
            if exact:
                met[exact] += 1
                assert known is not None
                assert known.result == exact
    assert {1, -1} == set(met)


def epilogue_positions(prover: Prover, games: int) -> Iterator[tuple[Any, dict[int, Value]]]:
    """Red's positions and what is proved there, in games in which it often goes by that."""
    rng = random.Random(4)
    for _ in range(games):
        s = start_of("epilogue", "1234567")
        while GAME.may_act(s):
            seat, _ = mover(GAME, s)
            action = rng.choice(listed(GAME, s, seat))
            if seat == 0:
                values = settled(Inquiry(prover, s))
                yield s.copy(), values
                if values and rng.random() < 0.6:
                    action = max(values, key=lambda one: values[one].rank)
            GAME.apply_action(s, seat, action)


def settled_in(s: Any, plies: int) -> int:
    """1: red can force a win within the given plies, -1: it cannot escape a loss, 0: neither."""
    if not GAME.may_act(s):
        return 1 if s.winner == 0 else -1 if s.winner == 1 else 0
    if plies == 0:
        return 0
    seat, _ = mover(GAME, s)
    found = [settled_in(after(GAME, s, seat, one), plies - 1) for one in listed(GAME, s, seat)]
    return max(found) if seat == 0 else found[0]


@pytest.mark.slow
@pytest.mark.parametrize("deal", ["1234567", "4172635"])
def test_the_start_of_the_epilogue_is_won(deal: str) -> None:
    """Whatever the deal, red wins in 7 or 9 plies, a proof perhaps later."""
    inquiry = Inquiry(
        Prover.of(GAME, start_of("epilogue", deal), bits=18), start_of("epilogue", deal)
    )
    settled(inquiry)
    assert inquiry.value is not None
    assert inquiry.value.result == 1
    assert inquiry.value.plies >= 7
