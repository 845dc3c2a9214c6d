"""Networks at the table: what they see, what they do, and which files are none."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from honjin.bots import Budget, SearchHandle, SearchRequest, ask
from honjin.bots.net import BadNet, NetBot, find_net, read_net
from honjin.bots.net.bot import seen_as_array
from honjin.bots.net.files import MAX_ARRAYS, as_json, write_arrays
from honjin.core.errors import UnknownBot
from honjin.core.play import Play
from honjin.games import keys, load
from honjin.lab import match
from honjin.lab.matches.entrants import find_entrant, sources_of
from netmaker import arrays_of, untrained, write_net

ROKUMON = load("rokumon")
ACT_3 = {"act": "3", "deal": "gggjjjj"}


def request(game: Any, state: Any, seat: int, seats: int) -> SearchRequest:
    """The request to a seat's bot."""
    seen = game.seen_by(state, seat)
    return SearchRequest(game, seen, seat, seats, random.Random(1), Budget(), SearchHandle())


# ---- playing


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("key", ["rokumon", "akiwado", "akebono", "swords", "summits"])
def test_it_plays_legal_actions_in_every_game(key: str) -> None:
    """In positions of random games of each game it does something legal, its choices ranked."""
    game = load(key)
    assert set(keys()) == {"rokumon", "akiwado", "akebono", "swords", "summits"}
    play = Play(game, game.presets[0].options)
    bot = NetBot(untrained(game, play.options), "x.npz")
    assert bot.suits(game, play.options)
    luck = random.Random(7)
    for n in range(60):
        play.run_chance(luck.randrange)
        if play.result() is not None:
            break
        seat = luck.choice(play.must_act())
        if n % 3 == 0:
            result = ask(bot, play, seat, luck)
            assert result.action in play.legal(seat)
            assert result.value is not None
            assert -1 <= result.value <= 1
        play.push(seat, luck.choice(play.legal(seat)))


@pytest.mark.parametrize("key", ["rokumon", "akiwado"])
def test_it_sees_what_environments_show(key: str) -> None:
    """From its observation alone the bot makes the array that an environment shows the seat."""
    from honjin.envs.engine.engine import SEAT, VIEWER, Engine
    from honjin.envs.setting import setting

    chosen = setting(key, load(key).presets[0].key, {})
    engine = Engine(chosen, 1, rules="interpreted")
    engine.seed([3])
    engine.begin(engine.everybody)
    luck = random.Random(2)
    for _ in range(40):
        seat = int(engine.desk[0, SEAT])
        if seat < 0:
            break
        engine.desk[0, VIEWER] = seat
        engine.look(engine.everybody)
        task = request(chosen.game, engine.state(0), seat, chosen.seats)
        assert engine.seen[0].tolist() == seen_as_array(task, chosen.size).tolist()
        number = luck.choice(np.flatnonzero(engine.legal[0]).tolist())
        engine.actions[0] = chosen.actions[number]
        engine.advance(engine.everybody)


def test_the_same_numbers_whatever_others_hide() -> None:
    """Two states that look alike to a seat give the same odds: it is handed no more."""
    game = load("akiwado")
    play = Play(game, game.presets[0].options)
    play.run_chance(lambda total: 0)
    while len(play.must_act()) < 2:
        seat = play.must_act()[0]
        play.push(seat, play.legal(seat)[0])
        play.run_chance(lambda total: 0)
    first, second = play.must_act()[:2]
    net = untrained(game, play.options)
    arrays = []
    for k in (0, -1):
        after = play.state.copy()
        game.apply_action(after, first, game.legal(after, first)[k])
        arrays.append(seen_as_array(request(game, after, second, play.seats), net.places))
    assert arrays[0].tolist() == arrays[1].tolist()


def test_temperature_says_how_it_draws(tmp_path: Path) -> None:
    """At 0 it takes the likeliest action; at 1 it draws by the odds; the usual is by game."""
    file = write_net(untrained(ROKUMON, ACT_3), tmp_path / "a.npz")
    play = Play(ROKUMON, ACT_3)

    def drawn(text: str) -> set[int]:
        player = find_net(ROKUMON, play.options, f"net:{file}{text}")
        return {ask(player.bot, play, 0, random.Random(n)).action for n in range(20)}

    assert 1 == len(drawn(":temperature=0")) == len(drawn(""))
    assert len(drawn(":temperature=20")) > 5
    assert len(drawn(":slip=1")) > 5
    akiwado = load("akiwado")
    other = Play(akiwado)
    while len(other.must_act()) < 2 or len(other.legal(other.must_act()[0])) < 2:
        seat = (other.must_act() or [0])[0]
        if other.legal(seat):
            other.push(seat, other.legal(seat)[-1])
        other.run_chance(lambda total: 0)
    usual = NetBot(untrained(akiwado), "x")
    seat = other.must_act()[0]
    found = {ask(usual, other, seat, random.Random(n)).action for n in range(40)}
    assert len(found) > 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("net:", "expected net:FILE"),
        ("net:no.npz", "No such file"),
        ("net:{file}:temperature=-2", "expected a temperature from 0 to 100"),
        ("net:{file}:temperature=nan", "expected a temperature from 0 to 100"),
        ("net:{file}:slip=2", "slip=0.1"),
        ("net:{file}:depth=2", "expected temperature=0.5"),
    ],
)
def test_a_text_that_means_none_is_refused(tmp_path: Path, text: str, told: str) -> None:
    """UnknownBot says what was expected."""
    file = write_net(untrained(ROKUMON, ACT_3), tmp_path / "a.npz")
    with pytest.raises(UnknownBot, match=told):
        find_net(ROKUMON, ROKUMON.read_options(ACT_3), text.format(file=file))


def test_it_plays_what_it_was_trained_for(tmp_path: Path) -> None:
    """Other deals of the act are the same to it; another act, game or version of rules is not."""
    net = untrained(ROKUMON, ACT_3)
    bot = NetBot(net, "x")
    assert bot.suits(ROKUMON, ROKUMON.read_options({"act": "3"}))
    assert not bot.suits(ROKUMON, ROKUMON.read_options({"act": "4"}))
    assert not bot.suits(load("akiwado"), load("akiwado").read_options())
    old = untrained(ROKUMON, ACT_3, rules=ROKUMON.version - 1)
    assert not NetBot(old, "x").suits(ROKUMON, ROKUMON.read_options(ACT_3))
    file = write_net(net, tmp_path / "a.npz")
    with pytest.raises(UnknownBot, match=r"trained for rokumon \(rules \d+; act=3"):
        find_entrant(ROKUMON, ROKUMON.read_options({"act": "4"}), f"net:{file}")


def test_it_takes_part_in_matches(tmp_path: Path) -> None:
    """The arena finds it by its file, and counts the file to what decides how games go."""
    file = write_net(untrained(ROKUMON, ACT_3), tmp_path / "a.npz")
    played = match(ROKUMON, [f"net:{file}", "random"], ACT_3)
    assert played.match.fault is None
    player = find_entrant(ROKUMON, ROKUMON.read_options(ACT_3), f"net:{file}:slip=0.1")
    assert {file} == sources_of(player.bot)


# ---- files


def test_a_file_gives_the_network_back(tmp_path: Path) -> None:
    """All weights, and what is said of them; the same network makes the same bytes."""
    net = untrained(ROKUMON, ACT_3)
    file = write_net(net, tmp_path / "a.npz")
    again = read_net(file)
    assert net.about == again.about
    assert all((again.weights[name] == held).all() for name, held in net.weights.items())
    assert file.read_bytes() == write_net(again, tmp_path / "b.npz").read_bytes()


def _with(**changed: Any) -> bytes:
    arrays = arrays_of(untrained(ROKUMON, ACT_3))
    arrays.update({name.replace("__", "/"): held for name, held in changed.items()})
    return write_arrays({name: held for name, held in arrays.items() if held is not None})


def _npy(text: str, body: bytes = b"") -> bytes:
    """A zip whose first array has a custom header."""
    head = text.encode().ljust(117) + b"\n"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        start = b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little")
        file.writestr("about.npy", start + head + body)
    return out.getvalue()


def _pickle() -> bytes:
    out = io.BytesIO()
    np.savez(out, about=np.array([{"x": 1}], object))
    return out.getvalue()


def _packed() -> bytes:
    out = io.BytesIO()
    np.savez_compressed(out, about=np.zeros(1 << 20, np.uint8))
    return out.getvalue()


JUNK: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", "network file"),
    "text": (lambda: b"hello" * 100, "network file"),
    "cut off": (lambda: _with()[:-40], "network file"),
    "no about": (lambda: _with(about=None), "expected an array 'about'"),
    "no JSON": (lambda: _with(about=np.zeros(4, np.uint8)), "about"),
    "another form": (lambda: _with(about=as_json({"form": "x"})), "about"),
    "wide": (lambda: _with(net__w0=np.zeros((3, 3), np.float32)), "w0: expected float32"),
    "double": (lambda: _with(net__b0=np.zeros(8)), "b0: expected float32"),
    "infinite": (
        lambda: _with(net__b0=np.full(8, np.inf, np.float32)),
        "b0: expected finite numbers",
    ),
    "missing": (lambda: _with(net__b1=None), "expected weights"),
    "one more": (lambda: _with(net__b9=np.zeros(2, np.float32)), "expected weights"),
    "no scale": (lambda: _with(net__scale=None), "expected a row of weights 'scale'"),
    "pickle": (_pickle, "expected numbers"),
    "bomb": (_packed, "not compressed"),
    "huge": (
        lambda: _npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,)}"),
        "got 0 bytes",
    ),
    "below nothing": (
        lambda: _npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-1, -1)}", b"1234"),
        "expected",
    ),
    "code": (lambda: _npy("__import__('os').getcwd()"), "expected an array"),
    "many": (
        lambda: _with(**{f"x{n}": np.zeros(1) for n in range(MAX_ARRAYS)}),
        "expected at most 512 arrays",
    ),
}


@pytest.mark.parametrize("name", JUNK)
def test_junk_is_no_network(tmp_path: Path, name: str) -> None:
    """BadNet names the file and what was expected, whatever is in it."""
    make, told = JUNK[name]
    file = tmp_path / "junk.npz"
    file.write_bytes(make())
    with pytest.raises(BadNet, match=told) as caught:
        read_net(file)
    assert "junk.npz" in str(caught.value)


def test_every_changed_byte_gives_a_network_or_an_error(tmp_path: Path) -> None:
    """Bytes changed at random raise nothing but BadNet."""
    whole = write_arrays(arrays_of(untrained(ROKUMON, ACT_3)))
    luck, file = random.Random(5), tmp_path / "a.npz"
    for _ in range(40):
        data = bytearray(whole)
        place = luck.choice(
            (luck.randrange(400), luck.randrange(len(data)), -luck.randrange(1, 900))
        )
        data[place] = luck.randrange(256)
        file.write_bytes(data)
        try:
            read_net(file)
        except BadNet:
            continue
