"""Playing in the terminal, through a pipe."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.running import Run
from honjin.bots import ActionStats, RandomBot, SearchRequest, SearchResult, players
from honjin.cli.playing.session import half_width
from honjin.cli.show import Screen
from honjin.core.contract.rules import Result
from honjin.core.errors import Unreadable
from honjin.core.play import replay
from honjin.core.record import read_record
from honjin.core.words import Say
from honjin.games import load
from madeup.game import GAME

ALONE = "play madeup --rounds 1 --bot none --seed 1"


def whole_game(*more: str) -> str:
    """Seat 0 outbids seat 1 and plays whatever card it drew; then more lines."""
    return "\n".join(["bid1", "bid0", "bright", "card1", "card2", "card3", *more]) + "\n"


def test_shows_board_prompt_and_rule(honjin: Run) -> None:
    """A turn shows the sketch, what to do, and the rule behind it."""
    out = honjin(ALONE).stdout
    assert "round 1/1: bids" in out
    assert "Bid in secret  [3]" in out


def test_plays_to_the_end(honjin: Run) -> None:
    """One player for all seats: the log is in words, and the end names the winner and why."""
    result = honjin(ALONE, whole_game())
    assert 0 == result.exit_code
    assert "Red chooses the bright lantern  [6]" in result.stdout
    assert "Red wins. the highest score" in result.stdout


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Red and Blue win."), ("ja", "赤、青の勝ち。")]
)
def test_several_winners_share_a_verb(
    language: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those who win together stand in a list of the language. It was told as "Red, Blue wins"."""
    Screen(GAME, language).result(Result("end.score", (1, 1, -2)))
    assert capsys.readouterr().out.startswith(said)


def test_no_space_between_japanese_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    """The end and its reason were set apart by a space, as in English."""
    Screen(load("rokumon"), "ja").result(Result("end.row", (1, -1)))
    assert "真田の勝ち。三つ並び。\n" == capsys.readouterr().out


def test_lists_choices_by_kind(honjin: Run) -> None:
    """`?` groups the legal choices and names their rule."""
    out = honjin(ALONE, "?\n").stdout
    assert "Bid (3)  [3]\n  bid0  bid1  bid2" in out


def test_unreadable_input_says_what_was_expected(honjin: Run) -> None:
    """A choice that is not notation gets the reader's own message, and the game continues."""
    out = honjin(ALONE, "frobnicate\n?\n").stdout
    assert "expected bid<coins>, <lantern>, card<value>" in out
    assert "got 'frobnicate'" in out
    assert "Bid (3)" in out


def test_unreadable_input_is_told_in_japanese(honjin: Run) -> None:
    """What was expected was told in English, whatever the language."""
    out = honjin(f"{ALONE} --lang ja", "frobnicate\n").stdout
    assert "「frobnicate」は選択の表記として読めない。\n? で選択の一覧。" in out
    assert "expected" not in out


def test_illegal_input_says_why_and_by_which_rule(honjin: Run) -> None:
    """A readable choice that is not legal is refused with the game's reason."""
    out = honjin(ALONE, "bright\nbid9\n").stdout
    assert "bright is not possible now. Only the seat to play chooses a lantern, once  [6]" in out
    assert "bid9 is not possible now. Bid at most your coins, and change once  [3]" in out


def test_brackets_are_not_markup(honjin: Run) -> None:
    """Input with brackets is shown as it came."""
    assert "got '[red]x[/]'" in honjin(ALONE, "[red]x[/]\n").stdout


def test_goes_back_where_nothing_was_revealed(honjin: Run) -> None:
    """`back` undoes a lantern, but not a bid that was shown differently to the others."""
    out = honjin(ALONE, "bid1\nback\nbid0\nbright\nback\ndim\n").stdout
    assert "There is no move to take back." in out
    assert "Back to step 4." in out
    assert "Red chooses the dim lantern" in out


def test_does_not_go_back_past_what_was_revealed(honjin: Run) -> None:
    """The set-up of Akebono, once both armies are seen: its lines are the same for everybody."""
    out = honjin("play akebono --bot greedy --seat 0 --seed 3", "=crane\nready\nback\n").stdout
    assert "There is no move to take back." in out


def test_steps_that_a_seat_knows_nothing_of_are_not_numbered(honjin: Run) -> None:
    """However often White changes its mind in secret, Red reads the same."""
    line = "play akebono --bot none --seed 3"
    once, thrice = (
        honjin(line, f"{secret}1:ready\n=crane\nlog\n").stdout.rpartition("Rearrange")[2]
        for secret in ("1:=crane\n", "1:=crane\n1:=geese\n1:=circle\n")
    )
    assert "1  White has placed its army" in once
    assert once == thrice


def test_resigns(honjin: Run) -> None:
    """`resign` gives up where the rules know it."""
    out = honjin(ALONE, "resign\n").stdout
    assert "Red resigns" in out
    assert "Blue wins. one is left alone" in out


def test_tells_the_log(honjin: Run) -> None:
    """`log` prints everything the seat has learned so far."""
    out = honjin(ALONE, "bid1\nlog\n").stdout
    assert 2 == out.count("Red draws a card")


def test_saves_a_record_that_replays(honjin: Run, tmp_path: Path) -> None:
    """`record FILE` after the end saves the game; it replays to the same result."""
    file = tmp_path / "game.json"
    out = honjin(ALONE, whole_game("nonsense", f"record {file}")).stdout
    assert f"Saved to {file}." in out
    record = read_record(file.read_text("utf-8"))
    result = replay(load("madeup"), record).result()
    assert result is not None
    assert "end.score" == result.reason


def test_a_running_game_with_secrets_is_not_saved(honjin: Run, tmp_path: Path) -> None:
    """A record holds every secret, so against a bot it waits for the end."""
    file = tmp_path / "game.json"
    out = honjin("play madeup --bot random --seed 1", f"record {file}\n").stdout
    assert "save its record when it is over" in out
    assert not file.exists()


def test_a_record_that_cannot_be_written(honjin: Run, tmp_path: Path) -> None:
    """A missing folder is reported, and the game continues."""
    out = honjin(ALONE, f"record {tmp_path}/no/such/file\nrecord\n?\n").stdout
    assert "Not saved:" in out
    assert "record needs a file name" in out
    assert "Bid (3)" in out


def test_a_japanese_keyboard_plays_too(honjin: Run, tmp_path: Path) -> None:
    """Choices, seats and commands in full width; the name of a file stays as it was typed."""
    file = tmp_path / "第１局.json"
    keys = f"ｂｉｄ１\n　１：ｂｉｄ０　\nｂｒｉｇｈｔ\n？\nｒｅｃｏｒｄ　{file}\nｑｕｉｔ\n\n"
    out = honjin(ALONE, keys).stdout
    assert ("is not possible" in out, "Card (" in out) == (False, True)
    entries = read_record(file.read_text("utf-8")).actions
    assert ("0:bid1", "1:bid0") == tuple(entry for entry in entries if "bid" in entry)


def test_signs_of_a_japanese_keyboard(honjin: Run) -> None:
    """Signs are those of the notation, whichever of the Japanese ones is typed for them."""
    for typed in ("ｒ２ｃ４～０，１", "ｒ２ｃ４〜０、１", "Ｒ２ｃ４".lower() + "～0,1"):
        assert "r2c4~0,1" == half_width(typed)
    assert ["r2c4-r1c1"] * 4 == [half_width(f"ｒ２ｃ４{sign}ｒ１ｃ１") for sign in "－ー−‐"]


@pytest.mark.parametrize("text", ["一の太刀ー２", "ｶﾀﾅ", "㈱", "名。"])
def test_japanese_letters_are_left_alone(text: str) -> None:
    """A game may write its choices in Japanese: only text that is all signs and digits changes."""
    assert text == half_width(text)


def test_a_legal_choice_is_taken_as_typed(honjin: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose notation has letters in full width is played with them."""
    kind = type(GAME.notation)
    usual = kind.read_action

    def read(self: Any, state: Any, seat: int, text: str) -> int:
        if text == "bid1":
            raise Unreadable("expected full width")
        return usual(self, state, seat, "bid1" if text == "ｂｉｄ1" else text)

    monkeypatch.setattr(kind, "read_action", read)
    assert "Input ended at step 3" in honjin(ALONE, "ｂｉｄ1\n").stdout
    assert "Input ended at step 2" in honjin(ALONE, "bid1\n").stdout


def test_quit_offers_to_save(honjin: Run, tmp_path: Path) -> None:
    """After `quit` a file name saves the record; an empty line or the end of input does not."""
    file = tmp_path / "game.json"
    assert f"Saved to {file}." in honjin(ALONE, f"bid1\nquit\n{file}\n").stdout
    assert "0:bid1" in read_record(file.read_text("utf-8")).actions
    for keys in ("quit\n\n", "quit\n"):
        result = honjin(ALONE, keys)
        assert (0, False) == (result.exit_code, "Saved" in result.stdout)


def test_the_end_of_input_is_no_crash(honjin: Run) -> None:
    """Input that ends in the middle of a game ends the command, and says so."""
    result = honjin(ALONE, "bid1\n")
    assert 0 == result.exit_code
    assert "Input ended at step 3; the game is not over." in result.stdout


@pytest.mark.parametrize("bot", ["random", "greedy", "ashigaru", "greedy:slip=0.5"])
@pytest.mark.parametrize("seat", [0, 1])
def test_against_a_bot(honjin: Run, bot: str, seat: int) -> None:
    """Bots play the other seats; resigning against one rival ends the game."""
    result = honjin(f"play madeup --bot {bot} --seat {seat} --seed 3", "bid0\nresign\n")
    assert 0 == result.exit_code
    assert "resigns" in result.stdout
    assert "or press Enter to leave." in result.stdout


def test_a_line_tells_that_a_bot_thinks(honjin: Run) -> None:
    """Before the bot answers, its turn is announced, and how to make it move now."""
    out = honjin("play madeup --bot random --seat 1 --seed 3").stdout
    assert "Red is thinking. Press Ctrl-C to make it move now.\n" in out


def test_what_a_bot_thinks_is_not_told(honjin: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot's value and line would give its hand away; the terminal shows neither."""

    class Teller(RandomBot):
        def think(self, task: SearchRequest) -> SearchResult:
            action = super().think(task).action
            told = ActionStats(action, 0.87654, 424242, ((task.seat, action),))
            return SearchResult(action, 0.87654, (told,), work=424242, depth=31415)

    monkeypatch.setattr(players, "BOTS", {**players.BOTS, "random": Teller()})
    out = honjin("play madeup --bot random --seat 1 --seed 3", "bid0\nresign\n").stdout
    assert [] == [number for number in ("0.87", "424242", "31415") if number in out]
    assert "Red bids  [3]" in out


def test_what_a_bot_says_for_certain_is_told(honjin: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """After it has thought, in the language of the game."""

    class Lost(RandomBot):
        def think(self, task: SearchRequest) -> SearchResult:
            says = Say("certain.lost.problem", {"saving": 1, "replies": 7})
            return super().think(task)._replace(says=says)

    monkeypatch.setattr(players, "BOTS", {**players.BOTS, "random": Lost()})
    for lang, said in (
        ("en", "Red: Lost; sets problems: 1 of 7 replies wins."),
        ("ja", "赤：負けですが勝負手：応手7通りのうち勝てるのは1通り。"),
    ):
        line = f"play madeup --bot random --seat 1 --seed 3 --lang {lang}"
        assert said in honjin(line, "bid0\nresign\n").stdout


def test_dice_do_not_depend_on_the_bot(honjin: Run) -> None:
    """The same seed draws the same cards, whichever bot plays the other seat."""
    lines = [f"play madeup --bot {bot} --seed 4" for bot in ("random", "greedy")]
    drawn = [
        [line for line in honjin(line, "bid0\n").stdout.splitlines() if "draws a" in line][:2]
        for line in lines
    ]
    assert drawn[0]
    assert drawn[0] == drawn[1]


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent as a signal")
def test_ctrl_c_has_the_answer_now() -> None:
    """An interrupted bot with ten minutes answers with the best so far; the game continues."""
    code = "from honjin.cli.main import app; app()"
    line = "play rokumon --act 4 --deal gggjjjj --seat 1 --bot alphabeta:600s:compiles=0"
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", code, *line.split()],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    assert process.stdout is not None
    with process:
        while "is thinking" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate("?\n", timeout=60)
    assert (0, "") == (process.returncode, errors)
    assert "was hurried." in out
    assert "Sanada places" in out
    assert "Tokugawa> " in out


def test_may_let_the_game_go_on(honjin: Run) -> None:
    """A player that may act in another's turn is asked, and an empty line passes."""
    for seed in range(20):
        out = honjin(f"play madeup --bot random --seed {seed}", "bid0\n\n\n\n").stdout
        if "Press Enter to let the game continue." in out:
            assert "Blue plays a" in out
            return
    raise AssertionError("no bot ever won the turn")


def test_one_hand_plays_several_seats(honjin: Run) -> None:
    """`1:<choice>` acts for another of the player's seats that may act."""
    out = honjin(f"{ALONE} --rounds 2".replace("--rounds 1 ", ""), "bid1\n0:bid2\n").stdout
    assert "Red changes the bid" in out


def test_the_same_seed_plays_the_same(honjin: Run) -> None:
    """Dice and bots follow the seed."""
    line = "play madeup --bot greedy --seed 5"
    assert honjin(line, "bid1\n").stdout == honjin(line, "bid1\n").stdout


def test_in_japanese(honjin: Run) -> None:
    """Board, prompts and messages are in the requested language."""
    out = honjin(f"{ALONE} --lang ja", "bright\n").stdout
    assert "灯籠市" in out
    assert "bright は今はできない" in out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play nosuch", "no game 'nosuch'"),
        ("play madeup --seat 2", "--seat is from 0 to 1 in this game, not 2"),
        ("play madeup --bot alphabeta", "alphabeta does not play madeup with these options"),
        ("play madeup --bot ronin", "expected a level (ashigaru, samurai, daimyo, shogun) or"),
        ("play madeup --bot greedy:0s", "expected a positive time of up to 3600s, got 0s"),
        ("play madeup --bot greedy:-1s", "expected a time (1s, 500ms), a count"),
        ("play madeup --seats 9", "option seats is one of 2, 3, 4, not '9'"),
    ],
)
def test_bad_input_is_one_line(honjin: Run, line: str, said: str) -> None:
    """A wrong command is one line on stderr and exit code 2."""
    result = honjin(line)
    assert 2 == result.exit_code
    assert 1 == result.stderr.count("\n")
    assert said in result.stderr
    assert "" == result.stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play madeup --seat 2", "このゲームの --seat は 0 から 1 まで（2 は不可）。"),
        ("play madeup --seats 9", "オプション seats に指定できる値は 2, 3, 4。"),
        ("play rokumon --reveal-beats-win=maybe", "指定できる値は true, false。"),
        ("play akebono --board {file}", "オプション board：ファイル：60000文字までのはずが、"),
        ("play akebono --board no.toml", "オプション board のファイル no.toml がない。"),
        ("play nosuch", "'nosuch' というゲームはない。あるのは rokumon, "),
        ("play madeup --hats 1", "オプション 'hats' はない。このゲームにあるのは seats, "),
        ("play madeup --hats", "オプション --hats はない。"),
        ("play madeup --seats", "--seats に値が指定されていない。指定できる値は 2, 3, 4。"),
        ("play rokumon --deal", "--deal に値が指定されていない。"),
        ("play rokumon --deal gg", "オプション deal：この幕の配札は、空か、七文字、"),
        ("play madeup --seats 2 --seats 3", "オプション seats が二度指定されている。"),
        ("play madeup stray", "オプションは --key value の形で指定する（'stray' は不可）。"),
        ("play madeup --option seats", "--option は key=value の形で指定する（'seats' は不可）。"),
        (
            "play madeup --bot ronin",
            "「ronin」はこのゲームのボットとして指定できない。段位は ashigaru, ",
        ),
        ("replay {file}", "は記録として読めない（"),
        ("picture {file} --out {file}.svg", "は記録として読めない（"),
        ("map swords --hats 1", "オプション 'hats' はない。"),
        ("map nosuch", "'nosuch' というゲームはない。"),
        ("balance madeup --hats 1", "オプション 'hats' はない。"),
        ("balance madeup --vary hats", "オプション 'hats' はない。"),
        ("balance madeup --bots ronin", "「ronin」はこのゲームのボットとして指定できない。"),
        ("experiment --game madeup --vary seats --seats 3", "オプション seats の値と --vary を"),
    ],
)
def test_options_are_refused_in_japanese(honjin: Run, tmp_path: Path, line: str, said: str) -> None:
    """With `--lang ja`, which said it in English."""
    file = tmp_path / "long.toml"
    file.write_text("# long\n" * 10_000)
    result = honjin(f"{line.format(file=file)} --lang ja")
    assert (2, "") == (result.exit_code, result.stdout)
    assert said in result.stderr


def test_a_bot_answers_out_of_turn(honjin: Run) -> None:
    """An offer to one bot is answered at once, while another has the turn."""
    out = honjin("play madeup --seats 3 --bot random --seed 6", "bid0\noffer2\n").stdout
    assert "  7  Red offers Green a coin" in out
    assert "  8  Green declines the offer of Red" in out
