"""Lists of cards from files: read and written, refused with a flaw, kept by the option."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.swords.given import DEAR, GAME, LAVISH
from honjin.core.errors import BadOption, Flaw
from honjin.core.words import speak
from honjin.games.swords.content.cardfile import (
    MOST,
    PRINTED_KEY,
    PRINTED_TEXT,
    cards_of,
    read_cards,
    read_list,
    write_cards,
)
from honjin.games.swords.content.cardlist import (
    BOUNDS,
    MAX_CARDS,
    MAX_COPIES,
    NAME,
    PRINTED,
    TABLES,
    CardList,
    mean_force,
    ranked,
)
from honjin.games.swords.content.data import (
    CARD_NAMES,
    CARDS,
    NUMBER_FIELDS,
    NUMBER_NAMES,
    NUMBERS,
    TRAIT_NAMES,
)
from honjin.games.swords.content.maps import IMPASSABLE, PASSABLE, POINTS
from honjin.games.swords.rules.state import NO_LIMIT, Swords
from honjin.games.swords.view.carddesk import VARIANTS


def said(text: str) -> str:
    """The flaw of a file, in English; it has words in Japanese too."""
    with pytest.raises(Flaw) as caught:
        read_cards(text)
    assert speak(GAME.words, caught.value.say, "ja")
    return speak(GAME.words, caught.value.say)


def kept(text: str) -> str:
    """The text that the option keeps."""
    return str(GAME.read_options({"cards": text})["cards"])


# ---- reading and writing


@pytest.mark.parametrize("cards", [PRINTED, *VARIANTS.values(), CardList(name='A "long" 戦')])
def test_what_is_written_is_read(cards: CardList) -> None:
    """A list, its name included, comes back byte for byte."""
    text = write_cards(cards)
    assert cards == read_cards(text)
    assert text == write_cards(read_cards(text))


def test_a_file_says_only_what_is_different() -> None:
    """The rest is as printed; what the option keeps has every card and number."""
    text = "[cards]\nninja = { copies = 2 }\n\n[numbers]\narmy_cost = 3\n"
    found = read_cards(text)
    assert (*PRINTED.copies[:-1], 2) == found.copies
    assert (PRINTED.throws, PRINTED.points) == (found.throws, found.points)
    assert (PRINTED.force, PRINTED.bonus) == (found.force, found.bonus)
    assert (3, 50) == (found.number("army_cost"), found.number("honor_to_win"))
    assert write_cards(found) == kept("numbers.army_cost = 3\ncards.ninja.copies = 2")
    assert kept(text) == kept(kept(text))


@pytest.mark.parametrize("text", ["", "printed", " printed\n", PRINTED_TEXT, "# nothing\n[cards]"])
def test_the_printed_list_has_a_name(text: str) -> None:
    """However it is given, the option keeps one word."""
    assert PRINTED_KEY == kept(text)
    assert PRINTED == cards_of(text)


def test_a_record_keeps_the_list() -> None:
    """The default is not named by earlier records, and means what is printed."""
    assert PRINTED_KEY == GAME.read_options({})["cards"]
    assert cards_of(LAVISH) == cards_of(kept(LAVISH))


# ---- flaws

FLAWS = [
    ("[cards]\nninja = { copies = 41 }", "cards, ninja, copies: expected 0 to 40, got 41"),
    ("[cards]\nninja = { copies = -1 }", "cards, ninja, copies: expected 0 to 40, got -1"),
    ("[cards]\ntreachery = { force = 21 }", "cards, treachery, force: expected 0 to 20, got 21"),
    ("[cards]\nyari_samurai = { bonus = 10 }",
     "cards, yari_samurai, bonus: expected 0 to 9, got 10"),
    ("[cards]\nninja = { force = 1 }",
     "cards, ninja, force: expected 0, since an event has no force, got 1"),
    ("[cards]\nwarrior_monks = { bonus = 1 }",
     "cards, warrior_monks, bonus: expected 0, since this card has no bonus, got 1"),
    ("[cards]\ntreachery = { bonus = 2 }",
     "cards, treachery, bonus: expected 0, since this card has no bonus, got 2"),
    ("[cards]\nninja = { price = 1 }",
     "cards, ninja, price: expected one of copies, force, bonus, got price"),
    ("[cards]\nsuperior_tactics = { copies = 31 }",
     "cards: expected 1 to 120 cards in all, got 121"),
    ("[numbers]\nhonor_to_win = 0", "numbers, honor_to_win: expected 1 to 120, got 0"),
    ("[numbers]\nhonor_cost = 0", "numbers, honor_cost: expected 1 to 20, got 0"),
    ("[numbers]\nlimited_max = 0", "numbers, limited_max: expected 1 to 10, got 0"),
    ("[numbers]\nintrigue = 0", "numbers, intrigue: expected 1 to 20, got 0"),
    ("[traits]\npalace = { amount = 10 }", "traits, palace, amount: expected 0 to 9, got 10"),
    ("[traits]\npalace = { throws = 37 }", "traits, palace, throws: expected 0 to 36, got 37"),
    ("[traits]\npalace = { gold = 1 }",
     "traits, palace, gold: expected one of throws, amount, got gold"),
    ("[terrain]\nclear = { points = 0 }", "terrain, clear, points: expected 1 to 2, got 0"),
    ("[terrain]\nclear = { points = 3 }", "terrain, clear, points: expected 1 to 2, got 3"),
    ("[terrain]\nkeep = { defence = 21 }", "terrain, keep, defence: expected -20 to 20, got 21"),
    ("[terrain]\nimpassable = { points = 1 }",
     "terrain, impassable: expected one of clear, difficult, covered, treacherous, keep, fortress, "
     "got impassable"),
    ("[numbers]\nkeep_traits = 4", "numbers, keep_traits: expected 0 to 3, got 4"),
    ("kind = 3", "kind: expected one of name, cards, traits, terrain, numbers, got kind"),
    ('name = "a\\nb"', "name: expected at most 60 characters on one line, got a\nb"),
    (f'name = "{"x" * 61}"', "name: expected at most 60 characters on one line, got " + "x" * 60
                             + "…"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "flaw"), FLAWS)
def test_flaws_name_place_and_value(text: str, flaw: str) -> None:
    """Where it is, what was expected, and what came."""
    assert flaw == said(text)


def test_unknown_names_are_refused_by_name() -> None:
    """A card or a number that does not exist, with those that do."""
    assert said("[cards]\npeasant = { copies = 1 }").startswith(
        "cards, peasant: expected one of yari_ashigaru, bushi_naginata, "
    )
    assert said("[numbers]\npoints = 3").startswith(
        "numbers, points: expected one of honor_to_win, fortress_gold, "
    )


def test_a_deck_is_not_empty() -> None:
    """At least one card is needed, of any kind."""
    nothing = "".join(f"{name} = {{ copies = 0 }}\n" for name in CARD_NAMES)
    assert "cards: expected 1 to 120 cards in all, got 0" == said(f"[cards]\n{nothing}")
    one = nothing.replace("ninja = { copies = 0 }", "ninja = { copies = 1 }")
    assert 1 == GAME.setup(GAME.read_options({"cards": f"[cards]\n{one}"})).left


def test_a_trait_can_be_thrown() -> None:
    """At least one throw brings one, whichever."""
    nothing = "".join(f"{name} = {{ throws = 0 }}\n" for name in TRAIT_NAMES)
    assert "traits: expected at least one throw in all, got 0" == said(f"[traits]\n{nothing}")
    one = nothing.replace("palace = { throws = 0 }", "palace = { amount = 4 }")
    found = read_cards(f"[traits]\n{one}")
    assert (1, 4) == (sum(found.throws), found.amounts[-1])


def test_traits_and_terrain_say_only_what_is_different() -> None:
    """One of the two values of a row, and no other row."""
    found = read_cards(
        "traits.gold_mines.amount = 3\nterrain.covered.points = 1\nterrain.clear.defence = -2"
    )
    assert PRINTED.throws == found.throws
    assert 3 == found.amounts[TRAIT_NAMES.index("gold_mines")]
    assert (1, 2, 1, 2, 0, 1, 1, 0) == found.points
    assert (-2, 0, 3, -5, 0, 5, 10, 0) == found.defence


def test_the_largest_file_can_be_read() -> None:
    """With every value at its longest, and the longest name."""
    most: dict[str, list[int]] = {}
    for table in TABLES:
        for part in table.parts:
            most[part.field] = list(part.of(PRINTED))
            for at in table.rows:
                most[part.field][at] = part.high
    longest = CardList(
        name='"' * NAME,
        numbers=tuple(BOUNDS[name][1] for name in NUMBER_NAMES),
        **{field: tuple(values) for field, values in most.items()},
    )
    text = write_cards(longest)
    assert len(text) < MOST
    assert longest == read_list(text)


def test_the_option_names_the_flaw() -> None:
    """The reason why a table is refused can be said in the reader's language."""
    with pytest.raises(BadOption) as caught:
        GAME.read_options({"cards": "[numbers]\nsupply = 10"})
    assert caught.value.say is not None
    assert "numbers, supply：0〜9のはずが、10です" == speak(GAME.words, caught.value.say, "ja")


# ---- bounds


def test_printed_numbers_are_within_their_bounds() -> None:
    """Each number has bounds, and a field of the state."""
    assert set(NUMBER_NAMES) == set(BOUNDS)
    for name, n in zip(NUMBER_NAMES, NUMBERS, strict=True):
        low, high = BOUNDS[name]
        assert low <= n <= high
        assert hasattr(Swords(), NUMBER_FIELDS[name])


@pytest.mark.parametrize("end", [0, 1])
def test_the_ends_of_all_bounds_can_be_played(end: int) -> None:
    """Every number at its least, or at its greatest value, fits its field."""
    rows = "".join(f"{name} = {BOUNDS[name][end]}\n" for name in NUMBER_NAMES)
    s = GAME.setup(GAME.read_options({"cards": f"[numbers]\n{rows}"}))
    s.check()
    assert [BOUNDS[name][end] for name in NUMBER_NAMES] == [
        getattr(s, field) for field in NUMBER_FIELDS.values()
    ]


@pytest.mark.parametrize("end", ["low", "high"])
def test_the_ends_of_traits_and_terrain_can_be_played(end: str) -> None:
    """Every amount, cost and defence at an end fits its field; one trait is thrown at least."""
    text = ""
    for table in TABLES[1:]:
        rows = (
            ", ".join(f"{part.key} = {getattr(part, end)}" for part in table.parts)
            for _ in table.rows
        )
        text += f"[{table.key}]\n" + "".join(
            f"{table.names[at]} = {{ {row} }}\n" for at, row in zip(table.rows, rows, strict=True)
        )
    s = GAME.setup(GAME.read_options({"cards": text.replace("throws = 0", "throws = 1")}))
    s.check()
    high = end == "high"
    assert ([36 if high else 1] * 36, [9 if high else 0] * 36) == (s.throws, s.brings)
    assert {(2, 20) if high else (1, -20)} == {(s.cost[code], s.defence[code]) for code in PASSABLE}
    assert (0, 0) == (s.cost[IMPASSABLE], s.defence[IMPASSABLE])


def test_an_army_can_enter_all_that_can_be_entered() -> None:
    """With its two points; and a castle has room for as many traits as the bound says (rule 5)."""
    assert POINTS == max(part.high for part in TABLES[2].parts if part.key == "points")
    assert BOUNDS["fortress_traits"] == BOUNDS["keep_traits"] == (0, len(Swords().trait[0]))


def test_a_whole_deck_fits_a_hand() -> None:
    """Without a limit, a hand may hold every card; bots count those set aside in four bits."""
    assert MAX_CARDS <= NO_LIMIT < 2**7
    assert MAX_COPIES <= MAX_CARDS
    assert BOUNDS["commit_max"][1] < 2**4


# ---- what bots reckon with


def test_bots_rank_cards_by_their_force() -> None:
    """As printed they keep their order; otherwise the strongest are first."""
    assert (5, 10) == (mean_force(PRINTED), ranked(PRINTED)[0])
    found = ranked(read_cards("[cards]\nyari_ashigaru = { force = 20 }"))
    assert (0, 10) == found[:2]
    assert sorted(ranked(PRINTED)) == sorted(found)
    assert 0 == mean_force(read_cards(DEAR))


# ---- junk

JUNK = [
    "[", "x", "[cards]\nninja = 5", "[cards]\nninja = { copies = 'six' }",
    "[cards]\nninja = { copies = true }", "[cards]\nninja = { copies = 5.0 }", "cards = 6",
    "[traits]\npalace = 1", "[traits]\npalace = { amount = 1.5 }", "[[terrain]]\nclear = 1",
    "terrain = 3", "[terrain]\nclear = { points = 'two' }",
    "[numbers]\nsupply = 99999999999999999999", "[[cards]]\nninja = 6", "name = 3", "\x00",
    "#" * (MOST + 1), "[numbers]\n" * 400, "[" * 3000, "numbers = []",
]  # fmt: skip


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_junk_is_refused_in_both_languages(junk: str) -> None:
    """Whatever it is, a flaw says so."""
    assert said(junk)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_no_text_raises_anything_else(text: str) -> None:
    """A list, or a flaw."""
    with suppress(Flaw):
        assert len(cards_of(text).copies) == CARDS
