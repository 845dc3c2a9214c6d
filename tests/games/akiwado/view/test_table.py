"""What is on the table, what to click, and the prompts."""

import pytest

from games.akiwado.given import (
    FOUR,
    GAME,
    MON,
    NOTATION,
    OIC,
    ROK,
    SAK,
    called,
    cards,
    do,
    in_secret,
    note,
    over,
    refusal,
    start,
    stocking,
    touting,
)
from honjin.core.seats import SPECTATOR
from honjin.core.words import LANGUAGES, speak
from honjin.games.akiwado.rules.state import Akiwado

# ---- clicks


def path(s: Akiwado, seat: int, text: str) -> tuple[str, ...]:
    """The ids to click for an action."""
    action = NOTATION.read_action(s, seat, text)
    assert action in GAME.legal(s, seat)
    return GAME.table.choice(GAME.seen_by(s, seat), seat, action).path


def test_click_paths() -> None:
    """A split, a call and a declaration are one click, a bid is two."""
    assert ("keep:15",) == path(touting(), MON, "15/4")
    assert ("challenge",) == path(do(touting(), "15/4"), OIC, "challenge")
    assert ("pocket",) == path(stocking(), MON, "says-pocket")
    s = stocking(said="eeee")
    assert (("east", "coins:3"), ("pocket",)) == (path(s, MON, "east3"), path(s, MON, "pocket"))


def test_click_paths_of_purveyors() -> None:
    """Blue has two buttons, red clicks a card."""
    s = stocking(("w", "w", "w"), west="", said="epp", deck="", variant="purveyor")
    s.marker[3], s.marker[2], s.waste[:] = MON, SAK, cards("bk")
    s = in_secret(s, "east2", "pocket", "pocket")
    assert (("leave",), ("back",)) == (path(s, MON, "leave"), path(s, MON, "back"))
    s = do(s, "leave")
    assert ("waste.black",) == path(s, SAK, "take-black")


def test_price_of_a_bid() -> None:
    """The cost is given as a number, too."""
    s = stocking(said="eeee")
    choices = [GAME.table.choice(s, MON, action) for action in GAME.legal(s, MON)]
    assert {c.do: c.price for c in choices if c.price} == {
        f"{place}{n}": n for place in ("east", "west") for n in range(1, 6)
    }


# ---- what choices bring


@pytest.mark.parametrize(
    ("s", "seat", "text", "says"),
    [
        (touting(), MON, "15/4", "income: Monzaemon 2, Sakichi 2, Oichi 0 and Rokusuke 1"),
        (
            do(touting(), "15/4"),
            OIC,
            "accept",
            "you earn 0; all: Monzaemon 2, Sakichi 2, Oichi 0 and Rokusuke 1",
        ),
        (do(touting(), "15/4"), OIC, "challenge", "it takes 2 of 4 for a new roll"),
        (do(touting(again=True), "15/4"), OIC, "challenge", "with 2 of 4, nobody earns anything"),
        (stocking(), MON, "says-east", "yellow: points +1"),
        (stocking(pool=3), MON, "says-pocket", "a coin, and a share of the 3 in the coin area"),
        (stocking(said="eppp"), MON, "east2", "2 of your coins, 3 left; yellow: points +1"),
        (
            stocking(said="wppp"),
            MON,
            "east2",
            "2 of your coins, 3 left; yellow: points +1; this breaks your word (west) "
            "and turns your tile",
        ),
        (stocking(said="pppp"), MON, "pocket", "a coin, and a share of the 1 in the coin area"),
        (
            stocking(said="eppp"),
            MON,
            "pocket",
            "a coin, and a share of the 1 in the coin area; this breaks your word (east) "
            "and turns your tile",
        ),
        (stocking(("wwy", "", ""), east="yo", said="eee"), MON, "east1", "1 of your coins, 4 left; "
         "yellow and custom order: points +5"),
    ],
)  # fmt: skip
def test_notes(s: Akiwado, seat: int, text: str, says: str) -> None:
    """Everyone's income, the quorum, points to gain, what is left, and what a lie costs."""
    assert says == note(s, seat, text)


def test_notes_of_purveyors() -> None:
    """Black counts as two, yellow gets two; blue and red see the result; white in the gain."""
    s = do(touting(variant="purveyor"), "15/4")
    s.marker[4] = OIC
    assert "it takes 2 of 4 for a new roll; yours counts as two" == note(s, OIC, "challenge")
    s = stocking(said="pppp", variant="purveyor")
    s.marker[1] = MON
    assert "two coins, and a share of the 1 in the coin area" == note(s, MON, "pocket")
    s = stocking(("wwy", "w", "w"), west="", said="epp", deck="", variant="purveyor")
    s.marker[3], s.marker[2], s.waste[:] = MON, MON, cards("y")
    assert "1 of your coins, 4 left; yellow: points +7" == note(s, MON, "east1")
    s = in_secret(s, "east2", "pocket", "pocket")
    found = note(s, MON, "leave"), note(s, MON, "back")
    assert ("the bid stays 2", "the bid becomes 1") == found
    s = do(s, "leave")
    assert "points +1" == note(s, MON, "take-yellow")


def test_two_custom_orders_in_words() -> None:
    """They were "2 custom order" in the deck, in markets and in notes."""
    s = stocking(("wwy", "", ""), east="yoo", said="eee")
    assert "yellow and 2 custom orders: points +9" in note(s, MON, "east1")


# ---- the scene


def pieces(s: Akiwado, viewer: int = SPECTATOR) -> dict[str, tuple[str, str, str]]:
    """The space, look and text of each piece."""
    found = GAME.table.scene(GAME.seen_by(s, viewer)).pieces
    return {piece.id: (piece.on, piece.look, piece.text) for piece in found}


def test_goods_lie_open() -> None:
    """Markets, waste, hands by colour with their numbers; the deck by its size."""
    s = stocking(east="yyo", west="k", said="eeee", deck="rb")
    s.waste[:] = cards("w")
    found = pieces(s)
    assert ("east", "goods-yellow", "3") == found["east.yellow"]
    assert ("east", "goods-order", "") == found["east.order"]
    assert ("waste", "goods-white", "2") == found["waste.white"]
    assert ("goods:1", "goods-red", "4") == found["goods:1.red"]
    assert ("deck", "goods-back", "2") == found["deck.cards"]
    numbers = {p.id: p.n for p in GAME.table.scene(s).pieces}
    assert (2, 2) == (numbers["east.yellow"], numbers["goods:1.red"])


def test_dice_and_incomes() -> None:
    """Kept dice are with the turn player; while others decide, all see each income."""
    assert {("dice", f"die-{n}", str(n)) for n in (1, 4, 5)} == {
        pieces(touting())[f"die:{k}"] for k in range(3)
    }
    found = pieces(do(touting(), "15/4"))
    assert ["side:0", "dice", "side:0"] == [found[f"die:{k}"][0] for k in range(3)]
    assert ["2", "2", "0", "1"] == [found[f"income:{seat}"][2] for seat in range(4)]
    assert ("side:0", "turn", "") == found["turn"]


def test_who_challenged_is_seen() -> None:
    """Choices are shown once all have decided."""
    s = do(do(touting(), "15/4"), "challenge", seat=OIC)
    assert "call:2" not in pieces(s)
    s = called(do(touting(), "15/4"), OIC, ROK)
    assert ("side:2", "challenge", "") == pieces(s)["call:2"]


def test_behind_the_screens() -> None:
    """Others see that a seat has decided, it sees what; then all see the choices and the lies."""
    s = do(stocking(said="weew", deck="wwww"), "pocket", seat=SAK)
    assert ("screen:1", "sealed", "") == pieces(s, MON)["choice:1"]
    assert ("screen:1", "own-pocket", "") == pieces(s, SAK)["choice:1"]
    assert "choice:0" not in pieces(s, MON)
    s = in_secret(s, "west2", "east3", "west2")
    found = pieces(s)
    assert "choice:0" not in found
    looks = [found[f"deed:{seat}"][1] for seat in range(4)]
    assert ["bid-west", "bid-pocket-lie", "bid-east", "bid-west"] == looks
    assert ["2", "", "3", "2"] == [found[f"deed:{seat}"][2] for seat in range(4)]
    tiles = [found[f"tile:{seat}"][1] for seat in range(4)]
    assert ["tile-grateful", "tile-ungrateful", "tile-grateful", "tile-grateful"] == tiles


def test_own_votes_are_seen() -> None:
    """A seat sees its own challenge."""
    s = do(do(touting(), "15/4"), "challenge", seat=SAK)
    assert "own-challenge" == pieces(s, SAK)["choice:1"][1]
    s = do(s, "accept", seat=SAK)
    assert "own-accept" == pieces(s, SAK)["choice:1"][1]


def test_declarations_lie_on_the_board() -> None:
    """A marker in the colour of its seat."""
    found = pieces(do(stocking(), "says-west", "says-pocket"))
    assert ("west", "marker-white", "") == found["said:0"]
    assert ("pocket", "marker-yellow", "") == found["said:1"]
    assert "said:2" not in found


def test_privileges() -> None:
    """Markers are with their purveyors, the others beside the board."""
    s = start(variant="purveyor")
    s.marker[2] = OIC
    found = pieces(s)
    assert ("side:2", "privilege-red", "") == found["marker.red"]
    assert "markers" == found["marker.blue"][0]
    assert not any(name.startswith("marker.") for name in pieces(start()))


def test_sets_are_laid_out_at_the_end() -> None:
    """Card by card, custom orders as what they count for; the rest stays with the goods."""
    s = over(("wwwwyyyork", "", ""))
    trays = {tray.id: tray for tray in GAME.table.scene(s).trays if tray.look == "set"}
    assert ["set:0:1", "set:0:2"] == list(trays)
    label = speak(GAME.words, trays["set:0:1"].label)
    assert "Monzaemon: a set of 2 colours, 3 points" == label
    found = pieces(s)
    assert ("set:0:2", "order-yellow", "") == found["set:0:2.order-yellow"]
    numbers = {p.id: p.n for p in GAME.table.scene(s).pieces}
    assert (2, 2, 2, 1) == tuple(
        numbers[f"set:0:{k}"] for k in ("1.white", "1.yellow", "2.white", "2.yellow")
    )
    assert {"goods:0.red", "goods:0.black"} == {p for p in found if p.startswith("goods:0.")}
    assert (("goods:0",),) == GAME.table.scene(s).lit


def test_all_cards_of_a_hand_are_shown_at_the_end() -> None:
    """Sets and goods together are always the whole hand."""
    for hand in ("wwyyrrbbkko", "wyrbkoo", "wwwwwwoo", "wwwwyyyyrrbo"):
        s = over((hand, "", ""))
        shown = [p for p in GAME.table.scene(s).pieces if p.on[:5] in ("set:0", "goods")]
        assert len(hand) == sum(piece.n for piece in shown)


def facts(s: Akiwado, seat: int) -> list[str]:
    """The facts shown for a side."""
    return [speak(GAME.words, fact) for fact in GAME.table.scene(s).sides[seat].facts]


def test_what_each_could_score() -> None:
    """From public facts: points, what sets could still bring, what each market would."""
    s = stocking(("wwy", "k", ""), east="y", west="bb", said="eee", deck="wwbbkk")
    expected = [
        "Points so far: 3 (3 for cards, 0 for sets)",
        "sets could still bring 15",
        "the east would bring 4",
        "the west would bring 5",
    ]
    assert expected == facts(s, MON)
    assert ["Points so far: 3 (3 for cards, 0 for sets)", "Coins: 5"] == facts(
        over(("wwy", "k", "")), MON
    )


def test_sides() -> None:
    """A merchant for each seat, in the colour of its screen."""
    sides = GAME.table.scene(start(3)).sides
    assert [(0, "white"), (1, "yellow"), (2, "red")] == [(x.seat, x.colour) for x in sides]
    assert {"plain"} == {side.colour for side in GAME.table.scene(start(colours="lot")).sides}


def test_buttons() -> None:
    """The buttons of the phase; for bids, up to all coins owned, which is public."""

    def ids(s: Akiwado) -> list[str]:
        return [verb.id for verb in GAME.table.scene(s).verbs]

    assert ["keep:1", "keep:4", "keep:14", "keep:5", "keep:15", "keep:45"] == ids(touting())
    assert ["accept", "challenge"] == ids(do(touting(), "15/4"))
    assert [] == ids(stocking())
    assert [f"coins:{n}" for n in range(1, 11)] == ids(stocking(said="eeee", coins=(1, 2, 3, 4)))


def test_sketch() -> None:
    """Markets, deck, dice; a line for each merchant, coins of others not shown."""
    s = stocking(said="weew", coins=(5, 5, 5, 4), deck="ww")
    s = do(s, "east2", seat=SAK)
    lines = GAME.sketch(GAME.seen_by(s, SAK)).splitlines()
    assert "east yellow1  west blue1  pocket 1  stock 30" == lines[0]
    assert "deck white2  waste -" == lines[1]
    assert "dice 145  kept 1" == lines[2]
    assert "> 0 blue1 black1  coins ?  points 2  says west" == lines[3]
    assert "> 1 white1 red2  coins 5  points 3  says east  decided" == lines[4]
    told = GAME.sketch(GAME.seen_by(s, SAK), "ja").splitlines()
    assert "東市 黄1  西市 青1  小遣い場 1  蔵 30" == told[0]
    assert "山札 白2  廃棄場 -" == told[1]
    assert "賽 145  手元 1" == told[2]
    assert "> 1 白1 赤2  銭 5  3点  宣言 東市  決定済み" == told[4]


# ---- prompts


def said(s: Akiwado, seat: int) -> str:
    """The prompt of a seat in words."""
    return speak(GAME.words, GAME.table.prompt(GAME.seen_by(s, seat), seat).say)


def test_prompts() -> None:
    """The prompt says what can be done now, or who is to act."""
    s = touting()
    assert "Keep one or two of the dice; the others get the rest" == said(s, MON)
    assert "Waiting for Monzaemon" == said(s, SAK)
    s = do(s, "15/4")
    asked = "Monzaemon keeps 1 5 and you earn 2: challenge the split, or let it stand"
    assert asked == said(s, SAK)
    s = do(s, "challenge", seat=SAK)
    assert "Waiting for Oichi and Rokusuke" == said(s, MON)
    assert said(s, SAK).startswith("Waiting for Oichi and Rokusuke. You may")
    again = do(touting(again=True), "15/4")
    assert said(again, OIC).startswith("Second split")
    s = stocking()
    assert said(s, MON).startswith("Declare what you will do")
    s = stocking(said="epwe", coins=(5, 0, 5, 5))
    asked = "Bid up to 5 coins in secret, or take pocket money. You declared east"
    assert asked == said(s, MON)
    assert said(s, SAK).endswith("take pocket money")
    assert "You may still change your choice" in said(do(s, "pocket", seat=SAK), SAK)
    assert "The game is over" == said(over(("w", "w", "w")), MON)


def test_prompts_of_purveyors() -> None:
    """Blue and red."""
    s = stocking(("w", "w", "w"), west="", said="epp", deck="", variant="purveyor")
    s.marker[3], s.marker[2], s.waste[:] = MON, SAK, cards("bk")
    s = in_secret(s, "east2", "pocket", "pocket")
    assert "Take back one coin of your bid of 2, or leave the bid as it is" == said(s, MON)
    assert "Choose a card to take from the destruction area" == said(do(s, "leave"), SAK)


# ---- refusals


@pytest.mark.parametrize(
    ("s", "seat", "clicks", "says", "rule"),
    [
        (over(("w", "w", "w")), MON, ("east",), "The game is over", "49"),
        (touting(), SAK, ("keep:1",), "Waiting for Monzaemon", "9"),
        (touting(), MON, ("die:0",), "Choose one of the splits", "11"),
        (touting(), MON, ("east",), "The dice must be split first", "11"),
        (do(touting(), "15/4"), MON, ("challenge",), "You cannot challenge your own split", "19"),
        (do(touting(unjust=(1,)), "15/4"), SAK, ("challenge",), "An ungrateful merchant", "16"),
        (do(touting(), "15/4"), SAK, ("east",), "The markets open after", "25"),
        (do(touting(), "15/4"), SAK, ("deck",), "Challenge the split, or", "19"),
        (stocking(), MON, ("waste",), "Everyone declares first", "27"),
        (stocking(said="eeee"), MON, ("coins:2",), "Choose a market first", "28"),
        (stocking(said="eeee"), MON, ("east", "coins:6"), "You have 5 coins", "28"),
        (stocking(said="eeee"), MON, ("east", "west"), "A bid goes to one market only", "Q9"),
        (stocking(said="eeee"), MON, ("east", "deck"), "Choose how many coins", "28"),
        (stocking(said="eeee"), MON, ("deck",), "Choose the east, the west or", "28"),
        (stocking(said="eeee", coins=(0, 5, 5, 5)), MON, ("east",), "Without coins", "28"),
    ],
)
def test_refusals(s: Akiwado, seat: int, clicks: tuple[str, ...], says: str, rule: str) -> None:
    """A click that leads to no choice gets the reason and its rule."""
    text, number = refusal(s, seat, *clicks)
    assert text.startswith(says)
    assert rule == number


def test_other_refusals() -> None:
    """Of chance, of the absent, of a final choice, of purveyors."""
    assert ("Dice and cards come first", "4") == refusal(start(), MON, "east")
    s = stocking(said="pp-p", unjust_sits_out_stocking=True)
    s.absent = 1 << OIC
    assert "Q8" == refusal(s, OIC, "east")[1]
    s = do(stocking(said="eeee"), "pocket", seat=SAK)
    s.settled = 1 << SAK
    assert ("Your choice is final", "W1") == refusal(s, SAK, "east")
    s = stocking(("w", "w", "w"), west="", said="epp", deck="", variant="purveyor")
    s.marker[3], s.marker[2], s.waste[:] = MON, SAK, cards("bko")
    s = in_secret(s, "east2", "pocket", "pocket")
    assert "46" == refusal(s, MON, "east")[1]
    s = do(s, "leave")
    text, rule = refusal(s, SAK, "waste.order")
    assert ("A custom order in the destruction area is worth nothing", "47") == (text, rule)
    assert "47" == refusal(s, SAK, "east")[1]


def test_words_of_all_presets() -> None:
    """Each preset has a description in every language."""
    for preset in GAME.presets:
        for language in LANGUAGES:
            assert GAME.words[f"preset.{preset.key}.about"][language]


def test_four_sit_at_the_table() -> None:
    """Each seat has trays for goods, screen and other pieces."""
    trays = [tray.id for tray in GAME.table.scene(touting(FOUR)).trays]
    assert [f"{look}:{k}" for k in range(4) for look in ("goods", "screen", "side")] == trays
