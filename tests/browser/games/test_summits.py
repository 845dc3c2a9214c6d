"""Battles at the Summits in the page: two people, each at a browser of their own."""

from __future__ import annotations

import random
import re
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import TimeoutError as Late

from browser.conftest import Invite
from browser.looks import DESK
from browser.measures import Form, opened
from browser.page.test_reading import flaws, widest
from browser.site import Site
from browser.visitor import PHONE, WIDE, Visitor, until
from honjin.core.play import Play
from honjin.core.scene import Breakdown
from honjin.core.seats import CHANCE
from honjin.games.summits.game import GAME

MAX_DEEDS: Final = 600
LAST: Final = 3

Deeds = list[tuple[int, str]]
"""Who does what, in notation."""

# Saitō goes round by the plain and into Minase with both cards of a combination.
TENNOZAN: Final = """
0 take:ambush  0 take:fire  0 ready  1 take:combined  1 take:assault  1 take:fire  1 ready
0 pass  1 use:combined  1 use:assault  1 gather:enmyoji  1 band:saito_toshimitsu
1 move:yamazaki_higashi  1 move:yamazaki  1 move:minase  0 ambush
"""
# Sakuma climbs the mountain that Nakagawa holds.
SHIZUGATAKE: Final = """
0 box:A  0 box:B  0 box:C  0 take:ambush  0 ready
1 take:combined  1 take:assault  1 take:rally  1 ready
1 use:combined  1 use:assault  1 gather:kawanami  1 band:sakuma_morimasa
1 move:shizugatake  0 ambush
"""


# Sakuma and all with him climb and attack at once.
STORM: Final = """
0 box:A  0 box:B  0 box:C  0 take:fire  0 ready
1 take:combined  1 take:assault  1 take:fire  1 ready
1 use:assault  1 gather:kawanami  1 move:shizugatake  0 let
"""
CALM_TURN: Final = "0 take:reinforce  0 ready  1 ready"
# The marker goes over three empty boxes; in the fourth turn Hideyoshi's own group has come.
MARCH_IN: Final = "0 first  0 use:reinforce  0 call"


def _has_ambush(log: str) -> bool:
    return "ambushes" in log


def deeds(text: str) -> Deeds:
    """Pairs of a seat and what it does."""
    words = text.split()
    return [(int(seat), do) for seat, do in zip(words[::2], words[1::2], strict=True)]


def sit_down(invite: Invite, battle: str) -> tuple[Visitor, Visitor]:
    """Two visitors at one table of a battle."""
    first, second = invite(), invite()
    first.opens_table({"battle": battle}, ["me", "open"], game="summits")
    second.go(first.path)
    second.page.get_by_test_id("sit-1").click()
    for one in (first, second):
        one.is_at("running")
    return first, second


@pytest.mark.slow
@pytest.mark.parametrize(
    ("battle", "opening"), [("tennozan", TENNOZAN), ("shizugatake", SHIZUGATAKE)]
)
def test_turns_with_a_combination_and_an_ambush(battle: str, opening: str, invite: Invite) -> None:
    """Each sees what is theirs to see at each deed; then turns go on until the third is over."""
    players = sit_down(invite, battle)
    play = Play(GAME, {"battle": battle})
    for seat, text in deeds(opening):
        does(play, players, seat, text)
    for one in players:
        assert "Hideyoshi ambushes in" in until(partial(one.said, "log"), _has_ambush)
    goes_on(players)
    assert turn(players[0]) > LAST or players[0].status() == "over"


@pytest.mark.slow
def test_reinforcements_and_a_treason(invite: Invite) -> None:
    """Box by box the track brings Hideyoshi; then the Maeda are won over (rules 45, 46, 60)."""
    players = sit_down(invite, "shizugatake")
    play = Play(GAME, {"battle": "shizugatake"})
    first = "0 box:B  0 box:A  0 box:C " if lord_is_in(play, "B") else "0 box:A  0 box:B  0 box:C "
    plays(play, players, f"{first} {CALM_TURN} 0 use:reinforce 0 call")
    for _ in range(2):
        plays(play, players, f"{CALM_TURN} {MARCH_IN}")
    plays(play, players, f"{CALM_TURN} {MARCH_IN} 0 enter:kinomoto 0 halt")
    plays(play, players, "0 take:reinforce  0 take:reinforce  0 ready  1 take:fire  1 ready")
    plays(play, players, "0 first  0 use:reinforce  0 call  0 enter:kuroda  1 pass")
    plays(play, players, "0 use:reinforce  0 treason:maeda")
    for one in players:
        assert "wins over Maeda" in one.said("log")
        assert "used" in (one.thing("maeda_toshiie").get_attribute("data-piece") or "")


def lord_is_in(play: Play, letter: str) -> bool:
    """Whether the general of rule 60 is in this group of reinforcements."""
    state: Any = play.state
    return state.group_of[state.lord] == " ABCDEF".index(letter)


@pytest.mark.slow
def test_an_attack_is_reckoned_and_somebody_retreats(invite: Invite) -> None:
    """Before it, roll by roll, and afterwards the table shows the rules' own arithmetic (31)."""
    players = sit_down(invite, "shizugatake")
    play = Play(GAME, {"battle": "shizugatake"})
    plays(play, players, STORM)
    rng = random.Random(3)
    is_made = False
    for _ in range(MAX_DEEDS):
        if "retreat" in players[0].said("log"):
            break
        seat = play.must_act()[0]
        does(play, players, seat, chosen(play, seat, rng))
        if players[0].page.get_by_test_id("breakdown").count():
            is_made = True
            shows_breakdown(play, players)
    assert is_made
    assert "retreat" in players[1].said("log")


def chosen(play: Play, seat: int, rng: random.Random) -> str:
    """An attack where there is one; nothing that ends a phase while there is more to do."""
    texts = [GAME.notation.write_action(play.state, seat, one) for one in play.legal(seat)]
    for wanted in ("attack", "retreat:", "auto", "use:assault", "gather:shizugatake", "move:shiz",
                   "ready", "let-all", "first"):  # fmt: skip
        if wanted == "ready" and seat == 1 and len(texts) > 1:
            continue
        if found := [text for text in texts if text.startswith(wanted)]:
            return found[0]
    return rng.choice([text for text in texts if text not in ("clear", "no-more")] or texts)


def shows_breakdown(play: Play, players: tuple[Visitor, Visitor]) -> None:
    """Both see the dice and points of each roll of the attack that was made last."""
    for seat, player in enumerate(players):
        sums = GAME.table.scene(GAME.seen_by(play.state, seat)).breakdown
        assert sums is not None
        expected = rolls_of(sums)
        assert expected == until(partial(rolls_on, player), lambda now, old=expected: now == old)


Rolls = list[tuple[list[int], int | None]]
"""The dice of each line, and what it comes to."""


def rolls_of(sums: Breakdown) -> Rolls:
    """Those of the rules."""
    return [(list(line.dice), line.sum) for line in sums.lines]


def rolls_on(player: Visitor) -> Rolls:
    """Those of the page."""
    table = player.page.get_by_test_id("breakdown").first
    found: Rolls = table.evaluate(
        """(table) => [...table.querySelectorAll("[data-testid=sum-line]")].map((line) => [
            line.querySelector(".dice .unseen")?.textContent.split(" + ").map(Number) ?? [],
            line.querySelector(".points small")
                ? null : Number(line.querySelector(".points").textContent),
        ])"""
    )
    return [(list(dice), points) for dice, points in found]


def plays(play: Play, players: tuple[Visitor, Visitor], text: str) -> None:
    """Several deeds, one after the other."""
    for seat, do in deeds(text):
        does(play, players, seat, do)


def does(play: Play, players: tuple[Visitor, Visitor], seat: int, text: str) -> None:
    """One deed in the page and in the rules: both players see what the rules show them."""
    action = GAME.notation.read_action(play.state, seat, text)
    path = GAME.table.choice(GAME.seen_by(play.state, seat), seat, action).path
    players[seat].do(path)
    play.act(seat, action)
    while play.is_chance():
        n = sum(step.seat == CHANCE for step in play.steps)
        dice = until(partial(thrown, players[0]), lambda now, old=n: len(now) > old)
        play.chance(dice[n])
    if not play.may_act():
        return
    for own, player in enumerate(players):
        player.sees(GAME.table.scene(GAME.seen_by(play.state, own)))


def thrown(player: Visitor) -> list[int]:
    """The dice that the log tells of, as outcomes of chance."""
    found = re.findall(r"rolls (\d) and (\d)", player.said("log"))
    return [8 * int(a) + int(b) for a, b in found]


def goes_on(players: tuple[Visitor, Visitor]) -> None:
    """Both do what is lit until the last turn that is looked at is over."""
    rng = random.Random(5)
    for _ in range(MAX_DEEDS):
        until(lambda: any(one.lit() for one in players) or players[0].status() == "over", bool)
        if turn(players[0]) > LAST or players[0].status() == "over":
            return
        for player in players:
            acts(player, rng)


def acts(player: Visitor, rng: random.Random) -> None:
    """Click something that is lit; picking ends early, and a phase is passed now and then."""
    lit, version = player.lit(), player.version()
    calm = [id for id in ("auto", "let-all", "first", "pass", "ready") if id in lit]
    if calm and (calm[0] != "pass" or rng.random() < 0.4):
        until(lambda: clicked(player, calm[0]), bool)
        until(lambda: goes_through(player, version), bool)
    elif lit:
        player.does_anything(rng)


def clicked(player: Visitor, id: str) -> bool:
    """Click an id; nothing is left to click where the other's deed has come before."""
    try:
        player.thing(id).click(timeout=1000)
    except Late:
        return id not in player.lit()
    return True


def goes_through(player: Visitor, version: int) -> bool:
    """Whether something has come of a click; the page may ask whether to go on anyway."""
    player.confirms()
    return player.version() != version


def turn(player: Visitor) -> int:
    """The turn on whose space the marker lies."""
    for place, shown in player.shown().items():
        if place.startswith("turn:") and "turn" in shown[2]:
            return int(place.removeprefix("turn:"))
    raise AssertionError("no turn is marked")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("battle", "size", "seat"), [("tennozan", WIDE, 1), ("shizugatake", PHONE, 0)]
)
def test_a_whole_game_against_a_bot(battle: str, size: Any, seat: int, invite: Invite) -> None:
    """On a desk and on a phone, to the end: it lasts so many turns as were bid (rule 70)."""
    alone = invite(viewport=size, has_touch=size is PHONE)
    seats = ["me", "greedy"] if seat == 0 else ["greedy", "me"]
    alone.opens_table({"battle": battle, "auction": True}, seats, game="summits")
    alone.is_at("running")
    alone.do([f"turn:{LAST}"])
    rng = random.Random(7)
    for _ in range(MAX_DEEDS):
        until(lambda: must_act(alone) or alone.status() == "over", bool, 30)
        if alone.status() == "over":
            break
        wages(alone, rng)
    alone.is_at("over")
    assert 360 >= widest(alone) or size is WIDE
    assert alone.page.get_by_test_id("result").is_visible()


def must_act(visitor: Visitor) -> bool:
    """Whether the table waits for this visitor, and something is lit."""
    return visitor.page.locator(".tray.yours").count() > 0 and bool(visitor.lit())


def wages(visitor: Visitor, rng: random.Random) -> None:
    """One deed: a hand of one card, which moves somebody; all else is ended or let pass."""
    lit, version = visitor.lit(), visitor.version()
    held = visitor.page.locator('.tray.yours [data-id^="hand:"]').count()
    cards = [id for id in lit if id.startswith("hand:")]
    ends = [id for id in ("let-all", "auto", "first", "end", "halt", "pass") if id in lit]
    places = [id for id in lit if id in visitor.shown() or id.startswith("deck:")]
    if "ready" in lit and held:
        visitor.do(["ready"])
    elif "cover" in lit or cards:
        visitor.do(["cover" if "cover" in lit else cards[0]])
    elif ends:
        visitor.do([ends[0]])
    elif lit:
        visitor.thing(rng.choice(places or lit)).click()
        visitor.confirms()
    until(lambda: (visitor.version(), visitor.lit()), lambda now: now != (version, lit), 2)


OWN: Final = Path(GAME.home / "content" / "tennozan.toml").read_text("utf-8")


@pytest.mark.slow
def test_a_battle_from_a_file(invite: Invite) -> None:
    """An own map is played on as it says; a mistake in it is told in the reader's language."""
    visitor = invite(lang="ja")
    visitor.may_lose_the_server = True  # the refusal is an error to the browser
    visitor.opens_form("summits")
    page = visitor.page
    page.get_by_test_id("wish-1").select_option("me")
    moved = OWN.replace('name_ja = "水無瀬"', 'name_ja = "水無瀬川"')
    assert moved != OWN
    gives_map(visitor, moved.replace('"hirose"', '"hirosse"', 1))
    page.get_by_test_id("open-table").click()
    wrong = page.get_by_test_id("option-map-wrong")
    wrong.get_by_text("hirosse").wait_for()
    assert 0 == wrong.locator("[lang=en]").count()
    gives_map(visitor, moved)
    page.get_by_test_id("open-table").click()
    page.get_by_test_id("board").wait_for()
    visitor.reveals(0)
    visitor.sees(GAME.table.scene(GAME.seen_by(Play(GAME, {"map": moved}).state, 0)))
    label = visitor.thing("minase").get_attribute("aria-label") or ""
    assert "水無瀬川" in label
    assert "復元" in label


def gives_map(visitor: Visitor, text: str) -> None:
    """Choose a file with this text as the map."""
    field = visitor.page.get_by_test_id("option-map")
    if not field.count():
        visitor.page.get_by_test_id("rulings").locator("summary").click()
    file = {"name": "mine.toml", "mimeType": "application/toml", "buffer": text.encode()}
    field.set_input_files(file)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_turn_by_keyboard_alone(invite: Invite) -> None:
    """A hand, a card face down, a general with his troops, a step: Tab, arrows, Enter."""
    alone = invite()
    alone.opens_table_by_keyboard({"battle": "tennozan"}, ["me", "greedy"], game="summits")
    alone.is_at("running")
    for path in (["deck:0.fire"], ["deck:0.rally"], ["ready"]):
        alone.do_by_keyboard(path)
    until(partial(is_at_play, alone), bool, 30)
    alone.do_by_keyboard(["hand:0.rally", "cover"])
    alone.do_by_keyboard(["minase"])
    alone.do_by_keyboard(["kuroda_yoshitaka"])
    alone.do_by_keyboard(["sakurai"])
    moved = until(alone.shown, lambda now: "kuroda_yoshitaka" in now["sakurai"][2])
    assert "kuroda_yoshitaka" in moved["sakurai"][2]


def is_at_play(visitor: Visitor) -> bool:
    """Whether a card can be played; ambushes are let pass."""
    if "let-all" in visitor.lit() and "pass" not in visitor.lit():
        visitor.do(["let-all"])
    return "pass" in visitor.lit()


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_axe_finds_nothing_serious_and_nothing_sticks_out(lang: str, invite: Invite) -> None:
    """On a phone, with a stack under the lens and an attack reckoned in a sheet."""
    alone = invite(lang=lang, viewport=PHONE, has_touch=True)
    alone.opens_table({"battle": "shizugatake"}, ["me", "me"], game="summits")
    play = Play(GAME, {"battle": "shizugatake"})
    for seat, text in deeds(STORM):
        if alone.page.get_by_test_id(f"reveal-{seat}").is_visible():
            alone.reveals(seat)
        action, version = GAME.notation.read_action(play.state, seat, text), alone.version()
        alone.do(GAME.table.choice(GAME.seen_by(play.state, seat), seat, action).path)
        play.act(seat, action)
        until(alone.version, lambda now, old=version: now != old)
    alone.reveals(1)
    alone.page.get_by_test_id("reckon").click()
    alone.page.get_by_test_id("breakdown").first.wait_for()
    assert [] == flaws(alone)
    assert 360 >= widest(alone)


# The heights of the numbers on counters as they come out on the screen, by what is written.
_NUMBERS: Final = """() => [
  ...document.querySelectorAll(".board [data-piece] use")
].flatMap((use) => {
  const source = document.querySelector(use.getAttribute("href"));
  const {c, d} = use.getScreenCTM();
  const text = source?.textContent.trim() ?? "";
  return /^[0-9]+$/.test(text)
    ? [[parseFloat(getComputedStyle(source).fontSize) * Math.hypot(c, d), text]] : [];
})"""
WIDE_CARD: Final = 80


@pytest.mark.slow
@pytest.mark.parametrize("battle", ["shizugatake", "tennozan"])
def test_numbers_and_cards_can_be_read_on_a_desk(battle: str, invite: Invite, house: Site) -> None:
    """Numbers were 4 pixels high, and cards 42 wide beside 270 empty pixels."""
    alone = invite(viewport=DESK)
    alone.go(opened(alone.page, house.url, Form(battle, "summits", {"battle": battle})))
    alone.is_at("running")
    numbers = until(lambda: alone.page.evaluate(_NUMBERS), bool)
    assert numbers
    assert min(numbers)[0] >= 9, min(numbers)
    while "deck:0.fire" not in (lit := until(alone.lit, bool)):
        alone.do([lit[0]])  # reinforcements are put on the track first
        until(alone.lit, lambda now, old=lit: now != old)
    alone.do(["deck:0.fire"])
    alone.do(["ready"])
    card = alone.page.locator('.near [data-id="hand:0.fire"] svg').first
    wide = until(lambda: card.evaluate("one => one.getBoundingClientRect().width"), _is_wide)
    assert _is_wide(wide)


def _is_wide(pixels: float) -> bool:
    return pixels >= WIDE_CARD
