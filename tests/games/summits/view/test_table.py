"""The scene, clicks, prompts and reasons."""

import pytest

from games.summits.given import GAME, NOTATION, SHIZU, TEN, A, H, do, field, opened, refusal, start
from honjin.core.words import speak
from honjin.games.summits.rules.battles import area_id
from honjin.games.summits.rules.state import Summits
from honjin.games.summits.view.map import outline


def paths(s: Summits, seat: int) -> dict[str, tuple[str, ...]]:
    """The click path of each choice."""
    return {
        choice.do: choice.path
        for choice in (GAME.table.choice(s, seat, action) for action in GAME.legal(s, seat))
    }


def note(s: Summits, text: str) -> str:
    """The note of a choice."""
    action = NOTATION.read_action(s, H, text)
    said = GAME.table.choice(s, H, action).note
    assert said is not None
    return speak(GAME.words, said)


def gives_up(s: Summits, seat: int, text: str) -> str:
    """The text of the loss by a choice that is for good; empty if there is none."""
    said = GAME.table.choice(s, seat, NOTATION.read_action(s, seat, text)).gives_up
    return "" if said is None else speak(GAME.words, said)


def test_a_hand_that_is_not_full_is_asked_about() -> None:
    """Rule 7: fewer cards are allowed, but without any, the side passes for the whole turn."""
    s = start()
    assert "picked none of 3 cards" in gives_up(s, 0, "ready")
    s = do(s, "take:fire", seat=0)
    assert "picked 1 of 3 cards" in gives_up(s, 0, "ready")
    s = do(s, "take:ambush", "take:rally", seat=0)
    assert "" == gives_up(s, 0, "ready")


def test_actions_that_are_left_are_asked_about() -> None:
    """Rule 20: a phase that is ended early loses its groups."""
    s = do(opened(), "use:combined")
    assert "still act in this phase: 2" in gives_up(s, H, "end")
    assert "" == gives_up(s, H, "gather:minase")


def test_a_pass_that_ends_the_turn_is_asked_about() -> None:
    """Rule 11: the first pass loses nothing, the second sends the cards back to the deck."""
    s = opened()
    assert "" == gives_up(s, H, "pass")
    assert "returning to your deck: 8" in gives_up(do(s, "pass"), A, "pass")


@pytest.mark.parametrize("battle", [TEN, SHIZU])
def test_every_area_is_a_polygon(battle: str) -> None:
    """Areas are drawn around their centres, and no centre lies in two of them."""
    s = start(battle)
    spaces = [space for space in GAME.table.scene(s).spaces if space.shape == "poly"]
    assert [area_id(s, n) for n in range(s.areas)] == [space.id for space in spaces]
    assert all(len(space.points) >= 3 for space in spaces)
    for space in spaces:
        inside = [
            other.id
            for other in spaces
            if _holds(space.points, (other.at[0] - space.at[0], other.at[1] - space.at[1]))
        ]
        assert [space.id] == inside


def _holds(points: tuple[tuple[float, float], ...], at: tuple[float, float]) -> bool:
    """True if a convex polygon contains a point."""
    return all(
        (two[0] - one[0]) * (at[1] - one[1]) - (two[1] - one[1]) * (at[0] - one[0]) >= 0
        for one, two in zip(points, (*points[1:], points[0]), strict=True)
    )


def test_an_outline_is_drawn_around_a_lonely_centre() -> None:
    """A centre without others near it is in the middle of a round area."""
    from honjin.games.summits.content.data import SHIPPED

    battle = SHIPPED[TEN]
    corners = outline(battle, battle.area[-1])
    assert 3 <= len(corners) <= 24


def test_pieces_of_a_stack() -> None:
    """Generals first, then combat units with their number; face-down ones look used."""
    s = field(TEN, "minase=h:kuroda_yoshitaka',hashiba*3+1", "choshi=a:akechi*1")
    pieces = [piece for piece in GAME.table.scene(s).pieces if piece.on == "minase"]
    assert ["flag:minase", "kuroda_yoshitaka", "minase.hashiba", "minase.hashiba.used"] == [
        piece.id for piece in pieces
    ]
    assert ["general-hideyoshi-hashiba-used", "troop-hideyoshi-hashiba"] == [
        piece.look for piece in pieces[1:3]
    ]
    assert ("黒田官兵衛 Kuroda 1-2-7", 3) == (pieces[1].text, pieces[2].n)
    assert ["羽柴 3 5", "羽柴 1 5"] == [piece.text for piece in pieces[2:]]


def test_an_area_is_called_by_its_name_and_ground() -> None:
    """The rules, not each label on the map, tell which ground is reconstructed (rule 3)."""
    labels = {space.id: space.label.k for space in GAME.table.scene(start()).spaces}
    assert ("area", "area") == (labels["yamazaki"], labels["minase"])


def test_paths() -> None:
    """One click for an area, a pass; a card and how it is played."""
    found = paths(opened(), H)
    assert ("pass",) == found["pass"]
    assert ("hand:0.fire", "use") == found["use:fire"]
    assert ("hand:0.fire", "cover") == found["down:fire"]
    s = do(opened(), "down:fire")
    assert ("minase",) == paths(s, H)["gather:minase"]
    s = do(s, "gather:minase")
    assert (("yamazaki",), ("kuroda_yoshitaka",), ("minase.hashiba",)) == tuple(
        paths(s, H)[text] for text in ("move:yamazaki", "band:kuroda_yoshitaka", "add:hashiba")
    )
    assert ("alone", "kuroda_yoshitaka") == paths(s, H)["add:kuroda_yoshitaka"]


def test_hands_of_others_are_backs() -> None:
    """Rule 7: of the other hand, only the number of cards is shown."""
    s = opened()
    pieces = {piece.id: piece for piece in GAME.table.scene(GAME.seen_by(s, H)).pieces}
    assert ("card-back-anti", 8) == (pieces["hand:1.back"].look, pieces["hand:1.back"].n)
    assert "hand:1.fire" not in pieces


def test_odds_of_an_attack() -> None:
    """Rule 31: the chance of damage and its average, before the attack is made."""
    s = field(TEN, "tennozan=h:kuroda_yoshitaka,hashiba*2",
              "takaradera_kita=a:saito_toshimitsu,akechi*4", "ogura=a:")  # fmt: skip
    s = do(s, "use:fire", "gather:tennozan")
    said = "1 roll against 7, modifier 1: 83% to do damage, 3.1 points on average"
    assert note(s, "fire:takaradera_kita").startswith(said)


def test_costs_of_moves() -> None:
    """Rules 22, 24: what a step costs; a climb ends the move."""
    s = do(opened(), "down:fire", "gather:minase")
    assert "1 movement point, 1 left" == note(s, "move:yamazaki")
    assert "1 movement point; the move ends there" == note(s, "move:takaradera_minami")


def test_moves_over_two_areas() -> None:
    """Rule 21: one click on the goal of a second step, with the area passed."""
    s = do(opened(), "down:fire", "gather:minase")
    found = {gesture.path: gesture for gesture in GAME.gestures(s, H)}
    walk = found[("yodogawara",)]
    assert ("move:yamazaki", "move:yodogawara") == walk.do
    assert ("minase", "yamazaki", "yodogawara") == walk.via
    assert () == GAME.gestures(opened(), H)


PROMPTS = (
    ("Pick your hand in secret: 0 of 3 cards so far", start(), H),
    ("Play a card, or pass: you hold 8 cards", opened(), H),
    ("Waiting for Hideyoshi. You may give standing orders for ambushes now.", opened(), A),
    ("Choose the group for box 1", start(SHIZU), H),
    ("Choose units in Minase, and what they do",
     do(opened(), "down:fire", "gather:minase"), H),
)  # fmt: skip


@pytest.mark.parametrize(("said", "s", "seat"), PROMPTS)
def test_prompts(said: str, s: Summits, seat: int) -> None:
    """One sentence, and the rule behind it."""
    prompt = GAME.table.prompt(s, seat)
    assert said == speak(GAME.words, prompt.say)
    assert prompt.rule


WRONG = (
    ("Play a card first", "10", opened(), H, "minase"),
    ("Waiting for Hideyoshi", "10", opened(), A, "minase"),
    ("You have no units in Yodo", "14", do(opened(), "down:fire"), H, "yodo"),
    ("Takahama has room for only 2 more", "26",
     do(opened(), "down:fire", "gather:minase"), H, "takahama"),
    ("Sakurai is not adjacent", "21",
     do(opened(), "down:fire", "gather:takahama"), H, "sakurai"),
    ("Choose one of the marked areas or an action", "16",
     do(opened(), "down:fire", "gather:minase"), H, "pass"),
    ("Your hand can hold at most 1 of this type", "A1",
     do(start(), "take:reinforce", seat=0), H, "deck:0.reinforce"),
    ("Choose a turn on the track", "70", start(auction=True), H, "pass"),
)  # fmt: skip


@pytest.mark.parametrize(("said", "number", "s", "seat", "click"), WRONG)
def test_wrong_clicks(said: str, number: str, s: Summits, seat: int, click: str) -> None:
    """Each is answered with the reason and the rule."""
    assert (said, number) == refusal(s, seat, click)


def test_the_sketch() -> None:
    """The map as a list: control, level, units."""
    lines = GAME.sketch(GAME.seen_by(opened(), H)).splitlines()
    assert "turn 1/12  lost 0-0" == lines[0]
    assert "h minase            kuroda_yoshitaka, mikoda_masaharu, hashiba 4+0'" == lines[4]
    assert "hideyoshi: 8 cards combined*2 assault*2 fire*2 rally*2" in lines
    assert "anti: 8 cards" in lines
    told = GAME.sketch(GAME.seen_by(opened(), H), "ja").splitlines()
    assert "第1ターン（全12ターン）  損失 0-0" == told[0]
    assert lines[4] == told[4]
    assert "秀吉方：札8枚 combined*2 assault*2 fire*2 rally*2" in told
    assert "反秀吉方：札8枚" in told
