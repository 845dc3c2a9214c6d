"""Faults in scenes, choices, words and cited rules."""

import re
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from tempfile import mkdtemp
from typing import Any

from honjin.core.actions import Action, Actions, numbered
from honjin.core.contract.presentation import Arrange, Choice, Gesture, Prompt
from honjin.core.errors import BadOption
from honjin.core.events import Event
from honjin.core.options import Option, Options
from honjin.core.reading.files import FILE_WORDS, within, wrong
from honjin.core.scene import Goal, GoalMark, Piece, Reason, Space
from honjin.core.words import Say, load_words
from madeup.actions import ACTIONS
from madeup.game import GAME
from madeup.state import BID, Fair
from testing.faults.planting import Faulty, fault, table, telling

# ---- lessons


@fault("lessons", "lessons")
def a_lesson_that_waits_for_what_is_illegal() -> Faulty:
    home = Path(mkdtemp())
    copytree(GAME.home, home, dirs_exist_ok=True)
    lesson = home / "lessons" / "first.toml"
    lesson.write_text(lesson.read_text("utf-8").replace('["bid0"]', '["bid4"]'), "utf-8")
    return replace(GAME, home=home)


# ---- table


def showing(change: Callable[[Any, Fair], Any]) -> Faulty:
    """The fair with another scene."""
    return replace(GAME, table=table(scene=lambda seen: change(GAME.table.scene(seen), seen)))


def with_parts(scene: Any, **parts: Any) -> Any:
    """A scene with parts replaced."""
    return type(scene)(**({name: getattr(scene, name) for name in scene.__struct_fields__} | parts))


@fault("scene")
def two_things_of_one_id() -> Faulty:
    return showing(lambda scene, seen: with_parts(scene, spaces=scene.spaces + scene.spaces[:1]))


@fault("scene")
def a_piece_on_no_place() -> Faulty:
    lost = Piece("lost", "nowhere", "card", Say("title"))
    return showing(lambda scene, seen: with_parts(scene, pieces=(lost,)))


@fault("scene")
def a_thing_that_is_open_and_face_down() -> Faulty:
    def both(scene: Any, seen: Fair) -> Any:
        twins = (
            Piece("slip", scene.trays[0].id, "slip", Say("title")),
            Piece("card", scene.trays[0].id, "card", Say("title"), opens="slip"),
        )
        return with_parts(scene, pieces=scene.pieces + twins)

    return showing(both)


def beside(*spaces: Space) -> Faulty:
    """The fair with more spaces."""
    return showing(lambda scene, seen: with_parts(scene, spaces=scene.spaces + spaces))


@fault("scene")
def a_space_within_another() -> Faulty:
    return beside(Space("small", (0.0, 4.0), (0.2, 0.2), "seat", Say("title")))


@fault("scene")
def a_space_over_the_edge_of_another() -> Faulty:
    return beside(Space("late", (0.8, 4.0), (1.0, 1.0), "seat", Say("title"), shape="hex"))


@fault("scene")
def a_space_that_runs_through_another() -> Faulty:
    corners = ((-3.0, -0.1), (3.0, -0.1), (3.0, 0.1), (-3.0, 0.1))
    return beside(Space("path", (1.0, 4.0), (6.0, 0.2), "seat", Say("title"), "poly", corners))


@fault("scene")
def a_lit_thing_that_is_not_there() -> Faulty:
    return showing(lambda scene, seen: with_parts(scene, lit=(("nothing",),)))


@fault("scene")
def an_empty_sketch() -> Faulty:
    return replace(GAME, table=table(sketch=lambda seen, say: " "))


def aiming(change: Callable[[Goal, Fair], Goal | None]) -> Faulty:
    """The fair with another goal."""
    return showing(lambda scene, seen: with_parts(scene, goal=change(scene.goal, seen)))


def counting(*marks: GoalMark) -> Faulty:
    """The fair counting something else on the way to its goal."""
    return aiming(lambda goal, seen: Goal(goal.say, goal.rule, marks))


@fault("goal")
def a_goal_that_is_forgotten() -> Faulty:
    return aiming(lambda goal, seen: goal if seen.phase == BID else None)


@fault("goal")
def a_goal_of_a_side_that_does_not_play() -> Faulty:
    return counting(GoalMark(7, Say("goal.points"), 0))


@fault("goal")
def a_goal_that_counts_below_nothing() -> Faulty:
    return counting(GoalMark(0, Say("goal.points"), -1))


@fault("goal")
def a_goal_that_counts_the_same_twice() -> Faulty:
    return counting(GoalMark(0, Say("goal.points"), 0), GoalMark(0, Say("goal.points"), 1))


def choosing(change: Callable[[Choice, Fair, int], Choice], **parts: Any) -> Faulty:
    """The fair with other choices."""

    def choice(seen: Fair, seat: int, action: int) -> Choice:
        return change(GAME.table.choice(seen, seat, action), seen, action)

    return replace(GAME, table=table(choice=choice), **parts)


@fault("choices")
def a_choice_that_says_it_does_another() -> Faulty:
    return choosing(lambda choice, seen, action: Choice("bid0", choice.path, choice.kind))


@fault("choices")
def a_choice_of_no_kind() -> Faulty:
    return choosing(lambda choice, seen, action: Choice(choice.do, choice.path, "odd"))


@fault("paths")
def a_path_of_ids_not_on_the_table() -> Faulty:
    return choosing(lambda choice, seen, action: Choice(choice.do, ("nothing",), choice.kind))


@fault("paths")
def two_choices_of_one_path() -> Faulty:
    return choosing(lambda choice, seen, action: Choice(choice.do, ("offer",), choice.kind))


@fault("paths")
def a_path_that_begins_another() -> Faulty:
    def change(choice: Choice, seen: Fair, action: int) -> Choice:
        path = ("bid0",) if action == 0 else ("bid0", *choice.path)
        return Choice(choice.do, path, choice.kind)

    return choosing(change)


@fault("paths")
def a_question_that_follows_no_click() -> Faulty:
    asks = {"lantern.bright nowhere": Say("ask.bid")}
    told = Prompt(Say("ask.bid"), "3", asks=asks)
    return replace(GAME, table=table(prompt=lambda seen, seat: told))


@fault("paths")
def a_choice_without_a_click() -> Faulty:
    return choosing(lambda choice, seen, action: Choice(choice.do, (), choice.kind))


def gesturing(*do: str, kind: str = "bid", path: tuple[str, ...] = ("hand0", "hand1")) -> Faulty:
    """The fair with one gesture for who bids."""
    gesture = Gesture(do, path, kind)
    return replace(GAME, gestures=lambda seen, seat: (gesture,) if seen.phase == BID else ())


@fault("gestures")
def a_gesture_of_one_action() -> Faulty:
    return gesturing("bid0")


@fault("gestures")
def a_gesture_that_cannot_be_finished() -> Faulty:
    return gesturing("bid0", "bid0", "bid0", "bid0")


@fault("paths")
def a_gesture_that_begins_like_a_choice() -> Faulty:
    return gesturing("bid0", "bid0", path=("bid0", "hand0"))


@fault("ahead")
def a_plan_out_of_turn() -> Faulty:
    return replace(GAME, ahead=lambda seen, seat: seen)


@fault("passing")
def two_ways_to_go_on() -> Faulty:
    actions = copy(ACTIONS)
    actions.__dict__["passing"] = frozenset(ACTIONS.encode("bid", coins) for coins in (0, 1))
    return replace(GAME, actions=actions)


@fault("static choices")
def a_choice_that_depends_on_the_state() -> Faulty:
    def change(choice: Choice, seen: Fair, action: int) -> Choice:
        return Choice(choice.do, choice.path, choice.kind, Say("coins", {"n": seen.bank}))

    return choosing(change)


@fault("why")
def a_wrong_click_without_an_answer() -> Faulty:
    return replace(GAME, table=table(why=lambda seen, seat, path: None))


@fault("why")
def a_wrong_click_that_fails() -> Faulty:
    def why(seen: Fair, seat: int, path: Any) -> Reason:
        return {"lantern.bright": Reason(Say("not.lantern"), "6")}[path[-1]]

    return replace(GAME, table=table(why=why))


# ---- setting up


def arranging(arrange: Arrange) -> Faulty:
    """Who is to act is told that he sets up."""
    told = Prompt(Say("ask.bid"), "3", arrange)
    return replace(GAME, table=table(prompt=lambda seen, seat: told))


@fault("arranging")
def an_arranged_piece_that_is_not_there() -> Faulty:
    return arranging(Arrange("here", {"nobody": "scout"}))


@fault("arranging")
def a_ready_made_set_up_without_a_verb() -> Faulty:
    return arranging(Arrange("here", {}, ready={"plan:none": {}}))


@fault("arranging")
def a_ready_made_set_up_beside_the_board() -> Faulty:
    return arranging(Arrange("here", {}, ready={"bid0": {"nowhere": "scout"}}))


# ---- words and rules


@fault("words")
def an_event_without_words() -> Faulty:
    return telling(lambda events, *_: (*events, Event(Say("unheard.of"))))


@fault("words")
def a_goal_without_words() -> Faulty:
    return aiming(lambda goal, seen: Goal(Say("goal.of.nobody"), goal.rule))


@fault("words")
def a_count_towards_the_goal_without_words() -> Faulty:
    return counting(GoalMark(0, Say("goal.nothing"), 0))


@fault("words")
def a_reason_without_words() -> Faulty:
    return replace(GAME, reasons=(*GAME.reasons, "end.of.the.world"))


@fault("words")
def a_word_missing_in_one_language() -> Faulty:
    return replace(GAME, words={**GAME.words, "draws": {"en": "{who} draws a card"}})


@fault("words")
def a_hole_that_nothing_fills() -> Faulty:
    holed = {"en": "{who} draws {what}", "ja": "{who}が{what}を引く"}
    return replace(GAME, words={**GAME.words, "draws": holed})


@fault("words", "table.choice")
def a_second_click_without_words() -> Faulty:
    words = {key: forms for key, forms in GAME.words.items() if key != "ask.offer.1"}
    return replace(GAME, words=words)


def with_file(read: Callable[[str, Options], str]) -> Faulty:
    """The fair with an option that is given as a file."""
    drawn = Option(key="map", default="Kai 3", read=read, file=".toml")
    words = {f"option.map{end}": {"en": "m", "ja": "図"} for end in ("", ".Kai 3", ".own")}
    words |= load_words(FILE_WORDS)
    return replace(GAME, options=(*GAME.options, drawn), words={**GAME.words, **words})


@fault("words")
def a_file_that_is_refused_in_english_only() -> Faulty:
    def read(text: str, _: Options) -> str:
        if text != "Kai 3":
            raise BadOption("option map is a town and its size")
        return text

    return with_file(read)


@fault("words")
def a_flaw_of_a_file_without_words() -> Faulty:
    def read(text: str, _: Options) -> str:
        for town, size in re.findall(r"(\w+) (\w+)", text):
            if size not in "123456":
                raise wrong(Say("flaw.town", {"name": town}), within(1, 6), size)
        return text

    return with_file(read)


@fault("numbering")
def an_action_that_cannot_be_with_the_options() -> Faulty:
    late = Action(
        "bid", coins=numbered("coins", 16), rule="3", text="bid{coins}", when=("seats", ("9",))
    )
    rows = [late if row.key == "bid" else row for row in ACTIONS.rows.values()]
    return replace(GAME, actions=Actions(*rows))


@fault("numbering")
def an_action_that_is_in_no_row() -> Faulty:
    return replace(GAME, actions=Actions(*list(ACTIONS.rows.values())[:2]))


@fault("rules cited")
def a_kind_that_rests_on_no_rule() -> Faulty:
    bid = Action("bid", coins=numbered("coins", 16), rule="99", text="bid{coins}")
    rows = [bid if row.key == "bid" else row for row in ACTIONS.rows.values()]
    return replace(GAME, actions=Actions(*rows))


@fault("rules cited")
def a_prompt_that_names_no_rule() -> Faulty:
    return replace(GAME, table=table(prompt=lambda seen, seat: Prompt(Say("ask.bid"))))


@fault("rules cited")
def a_goal_that_rests_on_no_rule() -> Faulty:
    return aiming(lambda goal, seen: Goal(goal.say, "99"))


@fault("rules cited")
def an_event_that_cites_no_rule() -> Faulty:
    return telling(lambda events, *_: (*events, Event(Say("tied"), rule="V9")))
