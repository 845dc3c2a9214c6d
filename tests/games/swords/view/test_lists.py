"""The lists of cards and traits in the rules are generated from the data of the game."""

import re
from collections.abc import Sequence

import pytest

from games.swords.given import GAME
from honjin.core.locales import LANGUAGES, joined
from honjin.core.parts.rulebook import load_rulebook
from honjin.core.words import speak
from honjin.games.swords.content.data import (
    AT_SIEGE,
    ATTACKING,
    BONUS,
    CARDS,
    COPIES,
    DEFENDING,
    FORCE,
    HELPS,
    IN_OPEN,
    IS_LIMITED,
    NINJA,
    TRAIT_AMOUNT,
    TRAIT_GOLD,
    TRAIT_HONOR,
    TRAIT_ROLLS,
    TRAITS,
    TROOPS,
)
from honjin.games.swords.info.names import card_say, trait_say
from honjin.games.swords.view.lists import FILES, PRINTED_GAME, WORDS, chapters, with_lists
from honjin.games.swords.view.tooltips import face_of, face_say
from honjin.server.tables.catalogue import rules_of

CARD_RULES = [f"C{n}" for n in range(1, CARDS + 1)]
TRAIT_RULES = [f"T{roll}" for roll in TRAIT_ROLLS]


def statements(language: str) -> dict[str, str]:
    """The rules as players read them, by number."""
    book = rules_of(GAME).rulebooks[language]
    return {s.number: s.text for chapter in book.chapters for s in chapter.statements}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_hold_the_lists_as_they_are_made(language: str) -> None:
    """`python -m honjin.games.swords.view.lists` would change nothing."""
    text = FILES[language].read_text("utf-8")
    assert with_lists(text, language) == text
    titles = {chapter.title for chapter in load_rulebook(FILES[language], GAME.numbers).chapters}
    assert {title for title, _ in chapters(language)} < titles


def numbers(text: str) -> list[int]:
    """The numbers in a statement."""
    return [int(n) for n in re.findall(r"\d+", text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lists_are_whole(language: str) -> None:
    """Twenty cards in the order of the table, thirty-six traits in that of the dice, by name."""
    rules = statements(language)
    assert CARD_RULES + TRAIT_RULES == [n for n in rules if n[0] in "CT"]
    names = [*map(card_say, range(CARDS)), *map(trait_say, range(TRAITS))]
    for number, say in zip(CARD_RULES + TRAIT_RULES, names, strict=True):
        assert rules[number].startswith(speak(WORDS, say, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_troops_are_listed(language: str) -> None:
    """Rules C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11: force, bonus, the five, what helps."""
    rules = statements(language)
    for card, number in enumerate(CARD_RULES[:TROOPS]):
        text = rules[number]
        assert [n for n in (FORCE[card], BONUS[card], COPIES[card]) if n] == numbers(text)
        applies = DEFENDING[card] + ATTACKING[card] + AT_SIEGE[card] + IN_OPEN[card]
        assert applies == bool(BONUS[card])
        five = {"en": "counts towards the five", "ja": "五枚に数える"}[language]
        assert bool(IS_LIMITED[card]) == (five in text)
        helped = re.split(r"Helped by |加算される特性：", text)[1].rstrip(".。")
        expected = [trait for trait in range(TRAITS) if HELPS[trait] >> card & 1]
        names = [speak(WORDS, trait_say(trait), language) for trait in expected]
        assert joined(names, language) == helped


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_cards_are_listed(language: str) -> None:
    """Rules C12, C13, C14, C15, C16, C17, C18, C19, C20: force, what they do, how many."""
    rules = statements(language)
    for card, number in enumerate(CARD_RULES[TROOPS:], TROOPS):
        text = rules[number]
        assert COPIES[card] == numbers(text)[-1]
        assert FORCE[card] in (numbers(text)[0], 0)
        assert speak(WORDS, face_say(face_of(PRINTED_GAME, card)), language) in text


def gives(language: str, only: Sequence[int]) -> dict[str, list[int]]:
    """The numbers in the statements of some traits; 1 in `only` for each of them."""
    rules = statements(language)
    return {n: numbers(rules[n]) for n, one in zip(TRAIT_RULES, only, strict=True) if one}


@pytest.mark.parametrize("language", LANGUAGES)
def test_traits_of_gold_are_listed(language: str) -> None:
    """Rules T12, T13, T14, T15, T16, T46, T51, T52, T53, T54, T55, T56, T63, T64: 1 gold a turn."""
    found = gives(language, TRAIT_GOLD)
    assert [[1]] * 14 == list(found.values())
    assert {"en": "gold", "ja": "金"}[language] in statements(language)["T12"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_traits_of_honor_are_listed(language: str) -> None:
    """Rules T11, T21, T22, T23, T65, T66: 1 honor a turn."""
    assert [[1]] * 6 == list(gives(language, TRAIT_HONOR).values())
    assert {"en": "honor", "ja": "名誉"}[language] in statements(language)["T11"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_traits_that_help_cards_are_listed(language: str) -> None:
    """Rules T31, T32, T33, T35, T36, T41, T42, T43, T44, T45: how much, and which cards."""
    rules = statements(language)
    for trait, number in enumerate(TRAIT_RULES):
        for card in range(CARDS):
            if HELPS[trait] >> card & 1:
                assert speak(WORDS, card_say(card), language) in rules[number]
    amounts = [[n] for n, mask in zip(TRAIT_AMOUNT, HELPS, strict=True) if mask]
    assert amounts == list(gives(language, HELPS).values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_traits_that_count_once_are_listed(language: str) -> None:
    """Rules T24, T25, T26, T34, T61, T62: what is added to the total, the Ninja House."""
    expected = {"T24": [1], "T25": [3], "T26": [3], "T61": [2], "T62": [2]}
    rules = statements(language)
    assert expected == {number: numbers(rules[number]) for number in expected}
    assert speak(WORDS, card_say(NINJA), language) in rules["T34"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_rules_name_is_there(language: str) -> None:
    """Rulings Q1, Q9, Q64: the rules contain the list and the rows that rulings cite."""
    rules = statements(language)
    for ruling in ("Q1", "Q9"):
        assert set(re.findall(r"[CT]\d+", rules[ruling])) <= set(rules)
    assert 100 == sum(int(re.findall(r"\d+", rules[n])[-1]) for n in CARD_RULES)


def test_a_rulebook_without_the_chapters_is_refused() -> None:
    """The error names the chapter that was expected."""
    with pytest.raises(ValueError, match="expected a chapter 'List of cards'"):
        with_lists("# Title\n", "en")
