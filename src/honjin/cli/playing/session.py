"""A game in the terminal: its output, its input and its commands."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Final
from unicodedata import normalize

from honjin.bots import OffTurn, SearchHandle
from honjin.cli.playing.thinking import Opponent, answer, interrupt_stops
from honjin.cli.show import Screen
from honjin.core.contract.presentation import Choice
from honjin.core.errors import HonjinError, Illegal
from honjin.core.events import Event
from honjin.core.play import Play
from honjin.core.record import RESIGN
from honjin.core.revealing import is_revealing, shows
from honjin.core.seats import SPECTATOR
from honjin.core.words import Say

_ADDRESSED: Final = re.compile(r"(\d)[:：](.*)")
_TYPED: Final = str.maketrans("−‐ー〜、。・", "---~,./")
"""What Japanese keyboards give for signs of notation, where Unicode has another meaning for it."""


class Quit(Exception):
    """The player leaves."""


def half_width(text: str) -> str:
    """Text as a Western keyboard gives it; as it is if it holds Japanese letters too.

    >>> half_width("ｒ２ｃ４ーｒ１ｃ１")
    'r2c4-r1c1'
    """
    plain = normalize("NFKC", text).translate(_TYPED).strip()
    return plain if plain.isascii() else text


def _command(text: str) -> tuple[str, str]:
    """The first word of an input, in half width, and the rest as it is: it can name a file."""
    word, *rest = text.split(maxsplit=1) or [""]
    return half_width(word), "".join(rest)


@dataclass
class Session:
    """One terminal game; the seats in `bots` are played by bots."""

    play: Play
    screen: Screen
    bots: Mapping[int, Opponent]
    dice: random.Random
    shown_steps: dict[int, int] = field(
        default_factory=dict
    )  # viewer: number of steps whose log was shown
    passed_at: int = -1  # the step at which a person passed on an optional action
    off_turns: OffTurn = field(default_factory=OffTurn)

    def run(self) -> None:
        """Play to the end, or until the input ends."""
        try:
            while (seat := self._next_person()) is not None:
                self._turn(seat)
            self._show_end()
        except Quit:
            self._offer_record()
        except EOFError:
            self.screen.line("")
            self.screen.say("cli.ended_input", step=self._numbers(self._viewer(0))[-1])

    # ---- the course of a game

    def _next_person(self) -> int | None:
        """Play chance and the bots until a person may act; return None when the game is over."""
        while True:
            self.play.run_chance(self.dice.randrange)
            if self.play.result() is not None:
                return None
            if off_turn := self.off_turns.find(self.play, self.bots):
                self.play.act(*off_turn)
                continue
            waiting = self.play.must_act() or self.play.may_act()
            bots = [seat for seat in waiting if seat in self.bots]
            if not bots:
                return waiting[0]
            free = [seat for seat in self.play.may_act() if self._may_pass(seat)]
            if free and self.passed_at != len(self.play.steps):
                return free[0]
            self._let_play(bots[0])

    def _let_play(self, seat: int) -> None:
        """Play one action of a bot. Its estimate is not shown, since it would reveal its hand."""
        who, handle = self.screen.seat(seat), SearchHandle()
        waiting = Say("cli.thinks", {"who": who})
        with interrupt_stops(handle), self.screen.waiting(waiting):
            result = answer(self.bots[seat], self.play, seat, handle)
        if handle.is_stopped:
            self.screen.say("cli.hurried", "dim", who=who)
        if result.says:
            self.screen.say("cli.says", "dim", who=who, what=result.says)
        self.play.act(seat, result.action)

    def _may_pass(self, seat: int) -> bool:
        """True if a person may act here but the game can continue without it."""
        return seat not in self.bots and seat not in (self.play.must_act() or self.play.may_act())

    def _turn(self, seat: int) -> None:
        """Show the seat its position, then read input until an action is made."""
        self._show_news(seat)
        seen = self.play.game.seen_by(self.play.state, seat)
        self.screen.board(self.play.game, seen)
        prompt = self.play.game.table.prompt(seen, seat)
        self.screen.line(self.screen.speak(prompt.say) + self.screen.rule(prompt.rule), "cyan")
        if self._may_pass(seat):
            self.screen.say("cli.may_pass", "dim")
        while not self._read(seat):
            pass

    def _read(self, seat: int) -> bool:
        """Read one line; return True if the turn is over."""
        name = self.screen.speak(self.screen.seat(seat))
        text = input(self.screen.speak(Say("cli.ask", {"who": name}))).strip()
        word, rest = _command(text)
        if word in COMMANDS:
            return COMMANDS[word](self, seat, rest)
        if not text and self._may_pass(seat):
            self.passed_at = len(self.play.steps)
            return True
        return bool(text) and self._do(*self._addressed(seat, text))

    def _addressed(self, seat: int, text: str) -> tuple[int, str]:
        """Seat and choice of an input; `1:<choice>` is for seat 1, if that is a person's too."""
        found = _ADDRESSED.fullmatch(text)
        if found and int(found[1]) not in self.bots:
            return int(found[1]), found[2].strip()
        return seat, text

    def _do(self, seat: int, text: str) -> bool:
        text = self._spelled(seat, text)
        try:
            self.play.act_text(seat, text)
        except Illegal:
            self._refuse(seat, text)
            return False
        except HonjinError as problem:
            self.screen.unreadable(text, problem)
            self.screen.say("cli.see_choices", "dim")
            return False
        return True

    def _spelled(self, seat: int, text: str) -> str:
        """A choice as typed if the notation has it, otherwise in half width."""
        game, plain = self.play.game, half_width(text)
        if plain != text:
            try:
                game.read_action(game.seen_by(self.play.state, seat), seat, text)
            except HonjinError:
                return plain
        return text

    # ---- what is shown

    def _viewer(self, seat: int) -> int:
        people = [s for s in range(self.play.seats) if s not in self.bots]
        return people[0] if len(people) == 1 else seat

    def _show_news(self, seat: int) -> None:
        # Without secrets all seats see the same, so no line is shown twice.
        viewer = self._viewer(seat) if self.play.game.has_secrets else SPECTATOR
        self.screen.log(self._lines(viewer, self.shown_steps.get(viewer, 0)))
        self.shown_steps[viewer] = len(self.play.steps)

    def _lines(self, viewer: int, since: int = 0) -> list[tuple[int, Event]]:
        """The log as a viewer sees it, with the numbers that its steps have for the viewer."""
        numbers = self._numbers(viewer)
        return [(numbers[step], event) for step, event in self.play.log(viewer, since)]

    def _numbers(self, viewer: int) -> list[int]:
        """The number of each step, from 0; steps that the viewer knows nothing of do not count."""
        seen = (viewer not in step.missed_by for step in self.play.steps)
        return list(accumulate(seen, initial=0))

    def _show_end(self) -> None:
        seat = self._viewer(0)
        self._show_news(seat)
        self.screen.board(self.play.game, self.play.game.seen_by(self.play.state, seat))
        result = self.play.result()
        assert result is not None
        self.screen.result(result)
        self._read_after_the_end(seat)

    def _read_after_the_end(self, seat: int) -> None:
        """Accept `log` and `record` after the game has ended."""
        self.screen.say("cli.after", "dim")
        try:
            while _command(text := input("> ").strip())[0] not in ("", "quit"):
                word, rest = _command(text)
                if word in ("log", "record"):
                    COMMANDS[word](self, seat, rest)
                else:
                    self.screen.say("cli.after", "dim")
        except EOFError:
            self.screen.line("")

    def _refuse(self, seat: int, text: str) -> None:
        """Say why a well-formed choice is illegal, and the rule."""
        game = self.play.game
        seen = game.seen_by(self.play.state, seat)
        choice = game.table.choice(seen, seat, game.read_action(seen, seat, text))
        wrong = self._first_wrong(seat, choice.path)
        if wrong is None:
            # All its clicks also begin legal choices, so only its kind can be named.
            say, rule = Say(f"kind.{choice.kind}"), game.kinds[choice.kind]
            why = self.screen.speak(Say("cli.not_listed", {"kind": say}))
        else:
            reason = game.table.why(seen, seat, wrong)
            why, rule = self.screen.speak(reason.say), reason.rule
        self.screen.say("cli.not_now", "yellow", text=text, why=why + self.screen.rule(rule))

    def _first_wrong(self, seat: int, path: Sequence[str]) -> Sequence[str] | None:
        """The shortest prefix of a path with which no legal choice begins."""
        legal = [choice.path for choice in self._choices(seat)]
        for n in range(1, len(path) + 1):
            if not any(other[:n] == tuple(path[:n]) for other in legal):
                return path[:n]
        return None

    def _choices(self, seat: int) -> list[Choice]:
        game = self.play.game
        seen = game.seen_by(self.play.state, seat)
        return [game.table.choice(seen, seat, action) for action in game.legal(seen, seat)]

    # ---- commands: each returns True if the turn is over

    def list_choices(self, seat: int, _rest: str) -> bool:
        """`?`: list all legal choices by kind."""
        kinds: dict[str, list[str]] = {}
        for choice in self._choices(seat):
            kinds.setdefault(choice.kind, []).append(choice.do)
        for kind, texts in kinds.items():
            name = self.screen.speak(Say(f"kind.{kind}"))
            rule = self.screen.rule(self.play.game.kinds.get(kind, ""))
            title = self.screen.speak(Say("cli.choices", {"kind": name, "n": len(texts)}))
            self.screen.line(title + rule, "cyan")
            self.screen.columns(texts)
        self.screen.say("cli.help", "dim")
        return False

    def back(self, seat: int, _rest: str) -> bool:
        """`back`: take back the seat's last action."""
        step = self.play.back_step(seat)
        if step is not None and self._has_shown(seat, step):
            step = None
        step = self._taken_back(seat) if step is None else step
        if step is None:
            self.screen.say("cli.no_way_back", "yellow")
            return False
        number = self._numbers(self._viewer(seat))[step]
        self.play = self.play.at(step)
        self.shown_steps = {viewer: min(step, shown) for viewer, shown in self.shown_steps.items()}
        self.screen.say("cli.went_back", step=number)
        return True

    def _has_shown(self, seat: int, step: int) -> bool:
        """Whether what was done at a step showed the seat something that was hidden from it."""
        play = self.play
        if not play.game.has_secrets:
            return False
        return shows(play.game, play.state_at(step), play.steps[step], seat)

    def _taken_back(self, seat: int) -> int | None:
        """The step of the seat's last action; None if something has been revealed since.

        Bots always agree to take back.
        """
        steps = self.play.steps
        for n in range(len(steps) - 1, -1, -1):
            if len(set(steps[n].told)) > 1 or self._was_drawn(n):
                return None
            if steps[n].seat == seat:
                return None if is_revealing(self.play, steps[n:], n) else n
        return None

    def _was_drawn(self, step: int) -> bool:
        before = self.play.at(step)
        return before.is_chance() and len(before.game.outcomes(before.state)) > 1

    def resign(self, seat: int, _rest: str) -> bool:
        """`resign`: give up."""
        if not self.play.may_resign(seat):
            self.screen.say("cli.no_resign", "yellow")
            return False
        self.play.act_text(seat, RESIGN)
        return True

    def log(self, seat: int, _rest: str) -> bool:
        """`log`: print all that has happened."""
        lines = self._lines(self._viewer(seat))
        self.screen.log(lines)
        if not lines:
            self.screen.say("cli.nothing_yet", "dim")
        return False

    def record(self, _seat: int, rest: str) -> bool:
        """`record FILE`: save the game."""
        if not rest:
            self.screen.say("cli.record_where", "yellow")
        else:
            self._save(rest)
        return False

    def quit(self, _seat: int, _rest: str) -> bool:
        """`quit`: leave."""
        raise Quit

    def _save(self, file: str) -> None:
        if self.play.game.has_secrets and self.bots and self.play.result() is None:
            self.screen.say("cli.record_secret", "yellow")
            return
        try:
            Path(file).expanduser().write_text(self.play.record().to_json() + "\n", "utf-8")
        except OSError as problem:
            self.screen.say("cli.not_saved", "red", problem=str(problem))
        else:
            self.screen.say("cli.saved", file=file)

    def _offer_record(self) -> None:
        try:
            file = input(self.screen.speak(Say("cli.save_ask"))).strip()
        except EOFError:
            file = ""
            self.screen.line("")
        if file:
            self._save(file)


COMMANDS: Final[Mapping[str, Callable[[Session, int, str], bool]]] = {
    "?": Session.list_choices,
    "back": Session.back,
    "resign": Session.resign,
    "log": Session.log,
    "record": Session.record,
    "quit": Session.quit,
}
