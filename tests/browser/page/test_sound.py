"""Sound, calls from another window, boards and piece sets, as they are chosen and remembered."""

from __future__ import annotations

from typing import Any, Final

import pytest

from browser.conftest import Invite
from browser.page.test_reading import flaws
from browser.visitor import PHONE, Visitor, until

VOICES: Final = ("wood", "paper", "coin", "dice", "turn", "end")

# What the page has begun to sound, and whether it ever asked for a device to sound on.
HEAR: Final = """
  window.heard = { started: 0, contexts: 0 };
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...args) {
    window.heard.started += 1;
    return start.apply(this, args);
  };
  window.AudioContext = class extends AudioContext {
    constructor(...args) { super(...args); window.heard.contexts += 1; }
  };
"""

# How often the page has begun to sound something: each time through a limiter of its own.
COUNT: Final = """
  window.performed = 0;
  window.DynamicsCompressorNode = class extends DynamicsCompressorNode {
    constructor(...args) { super(...args); window.performed += 1; }
  };
"""

# One sound of the page's own, rendered as it is heard: its peak, its loudness, when it is over.
RENDER: Final = """async (voice) => {
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const { perform } = await import(files.find((name) => /\\/sound-[^/]*\\.js$/.test(name)));
  const rate = 44100;
  const context = new OfflineAudioContext(1, 2 * rate, rate);
  perform(context, [{ voice, after: 0 }], "full");
  const samples = (await context.startRendering()).getChannelData(0);
  const loud = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const last = samples.findLastIndex((one) => Math.abs(one) > loud / 300);
  const power = samples.slice(0, last).reduce((sum, one) => sum + one * one, 0) / last;
  return [loud, Math.sqrt(power), last / rate];
}"""

NOTIFY: Final = """
  window.calls = [];
  class Call {
    constructor(title, options) { this.closed = false; window.calls.push({ title, ...options }); }
    close() { window.calls.at(-1).closed = true; }
    static permission = "default";
    static async requestPermission() { return (Call.permission = window.answer ?? "granted"); }
  }
  window.Notification = Call;
"""
HIDE: Final = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def at_a_table(guest: Visitor, game: str = "") -> Visitor:
    """A visitor at a table of his own, alone on one device."""
    guest.opens_table({}, ["me", "me"], game=game)
    guest.is_at("running")
    return guest


def settings(guest: Visitor) -> None:
    """Open the settings."""
    guest.page.get_by_test_id("settings").click()
    guest.page.get_by_test_id("settings-dialog").wait_for()


def heard(guest: Visitor) -> dict[str, int]:
    """What the page has begun to sound."""
    found: dict[str, int] = guest.page.evaluate("window.heard")
    return found


def performed(guest: Visitor) -> int:
    """How often the page has begun to sound something."""
    return int(guest.page.evaluate("window.performed"))


@pytest.mark.slow
def test_a_page_that_wakes_up_sounds_once(invite: Invite) -> None:
    """All moves that a sleeping page had missed sounded within a tenth of a second."""
    sleeper, player = invite(), invite()
    sleeper.page.add_init_script(COUNT)
    at_a_table(player)
    sleeper.go(player.path)
    sleeper.page.get_by_test_id("sound").click()
    before = until(lambda: performed(sleeper), bool)
    sleep = sleeper.context.new_cdp_session(sleeper.page)
    sleep.send("Debugger.enable")
    sleep.send("Debugger.pause")
    for _ in range(4):
        player.do(first_move(player))
    sleep.send("Debugger.resume")
    until(sleeper.version, lambda now: now == player.version())
    until(lambda: performed(sleeper), lambda now: now > before)
    sleeper.page.wait_for_timeout(500)
    assert before + 1 == performed(sleeper)


@pytest.mark.slow
def test_sound_is_off_until_one_click_and_is_remembered(invite: Invite) -> None:
    """Nothing is loaded for it before; a move sounds afterwards, and so after a reload."""
    me = invite()
    me.page.add_init_script(HEAR)
    at_a_table(me)
    me.do(first_move(me))
    assert {"started": 0, "contexts": 0} == heard(me)
    button = me.page.get_by_test_id("sound")
    assert "false" == button.get_attribute("aria-pressed")
    button.click()
    assert "true" == button.get_attribute("aria-pressed")
    assert 1 == until(lambda: heard(me)["contexts"], lambda n: n == 1)
    before = until(lambda: heard(me)["started"], lambda n: n > 0)
    me.do(first_move(me))
    assert before < until(lambda: heard(me)["started"], lambda n: n > before)
    me.reload()
    me.is_at("running")
    assert "true" == button.get_attribute("aria-pressed")
    me.do(first_move(me))
    assert 0 < until(lambda: heard(me)["started"], lambda n: n > 0)


def first_move(guest: Visitor) -> list[str]:
    """The ids of some move: the first thing that is lit, and the first thing lit then."""
    choices = guest.page.evaluate(
        """async () => {
          const id = location.pathname.split("/").at(-1);
          const { turn } = await (await fetch(`/api/tables/${id}`)).json();
          return turn.choices.map(({ path }) => path);
        }"""
    )
    path: list[str] = choices[0]
    return path


@pytest.mark.slow
def test_every_sound_is_heard_and_short(invite: Invite) -> None:
    """Rendered, each has a signal that is not cut off, and is over within a second."""
    me = invite()
    at_a_table(me)
    me.page.get_by_test_id("sound").click()
    loaded = "performance.getEntriesByType('resource').some(({name}) => name.includes('/sound-'))"
    assert until(lambda: me.page.evaluate(loaded), bool)
    for voice in VOICES:
        peak, loudness, seconds = me.page.evaluate(RENDER, voice)
        assert (voice, True) == (voice, 0.05 < peak < 1), peak
        assert (voice, True) == (voice, loudness > 0.004), loudness
        assert (voice, True) == (voice, 0.02 < seconds < 1), seconds


def calls(guest: Visitor) -> list[dict[str, Any]]:
    """The notifications that the page has shown."""
    found: list[dict[str, Any]] = guest.page.evaluate("window.calls")
    return found


@pytest.mark.slow
def test_who_looks_elsewhere_is_called(invite: Invite) -> None:
    """Once it is allowed by a click in the settings; by the game's name and nothing else."""
    me, other = invite(), invite()
    me.page.add_init_script(NOTIFY)
    me.opens_table({}, ["me", "open"])
    other.go(me.path)
    other.page.get_by_test_id("sit-1").click()
    for one in (me, other):
        one.is_at("running")
    settings(me)
    me.page.get_by_test_id("notify-on").check()
    assert "granted" == me.page.evaluate("Notification.permission")
    me.page.get_by_test_id("close").click()
    is_first = bool(me.lit())
    me.page.evaluate(HIDE, True)
    assert [] == calls(me)
    if is_first:
        me.do(first_move(me))
        other.waits_to_be_asked(first_move(other)[0])
    other.do(first_move(other))
    (told,) = until(lambda: calls(me), bool)
    game = other.page.locator("h1").inner_text().split("\n")[0]
    assert told["title"].startswith(me.word("turn.yours.title") + " · ")
    assert told["title"].removeprefix(me.word("turn.yours.title") + " · ") in game
    assert f"honjin-{me.path.rsplit('/', 1)[-1]}" == told["tag"]
    assert set(told) == {"title", "tag", "icon"}
    me.page.evaluate(HIDE, False)
    assert until(lambda: calls(me)[0].get("closed", False), bool)
    me.do(first_move(me))
    other.waits_to_be_asked(first_move(other)[0])
    me.page.evaluate(HIDE, True)
    other.do(first_move(other))
    assert 2 == len(until(lambda: calls(me), lambda found: len(found) == 2))
    acts_in_another_window(me)
    assert until(lambda: calls(me)[1].get("closed", False), bool)


def acts_in_another_window(guest: Visitor) -> None:
    """The same player does something in a second window of the table."""
    first, guest.page = guest.page, guest.open_window()
    guest.page.goto(first.url)
    guest.do(first_move(guest))
    guest.page = first


@pytest.mark.slow
def test_a_refusal_of_notifications_is_explained(invite: Invite) -> None:
    """The choice falls back, and the page says what to do."""
    me = invite()
    me.page.add_init_script(NOTIFY + 'window.answer = "denied";')
    me.go()
    settings(me)
    me.page.get_by_test_id("notify-on").click()
    told = me.page.get_by_test_id("notify-told")
    told.get_by_text(me.word("settings.notify.denied")).wait_for()
    assert me.page.get_by_test_id("notify-off").is_checked()


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_boards_and_pieces_are_chosen_by_looking(lang: str, invite: Invite) -> None:
    """The sample changes at once, so does the table, and both are there after a reload."""
    me = invite(lang=lang, viewport=PHONE)
    at_a_table(me)
    page = me.page
    ground = "getComputedStyle(document.querySelector('.mat')).backgroundImage"
    plain = page.evaluate(ground)
    settings(me)
    assert 0 == page.get_by_test_id("sample").locator(".shape").count()
    page.get_by_test_id("board-lacquer").check()
    page.get_by_test_id("pieces-letters").check()
    page.get_by_test_id("sample").locator(".shape").first.wait_for()
    assert "lacquer" == page.locator("html").get_attribute("data-board")
    assert [] == flaws(me)
    page.get_by_test_id("close").click()
    assert plain != page.evaluate(ground)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    me.reload()
    me.is_at("running")
    assert "lacquer" == page.locator("html").get_attribute("data-board")
    page.locator(".tray .shape").first.wait_for()
    me.go()
    page.get_by_test_id("lobby").wait_for()
    assert page.locator("html").get_attribute("data-board") is None


@pytest.mark.slow
def test_the_set_up_is_one_line_of_the_log(invite: Invite) -> None:
    """It opens by click and keyboard; its lines lead to their steps as all lines do."""
    me = at_a_table(invite())
    page = me.page
    fold, lines = page.get_by_test_id("log-setup"), page.get_by_test_id("log-line")
    n = lines.count()
    assert n > 1
    assert 0 == fold.count()
    me.do(first_move(me))
    fold.wait_for()
    assert me.word("log.setup", n=n) == fold.inner_text().strip()
    assert "false" == fold.get_attribute("aria-expanded")
    assert 1 == lines.count()
    lines.first.focus()
    me.press("ArrowUp", "Enter")
    assert n + 1 == until(lines.count, lambda count: count == n + 1)
    assert "true" == fold.get_attribute("aria-expanded")
    me.press("ArrowDown", "Enter")
    page.locator('[data-testid="log-line"][aria-current]').first.wait_for()
    me.press("ArrowUp")
    fold.click()
    page.get_by_test_id("log-line").last.click()
    assert 1 == until(lines.count, lambda count: count == 1)
