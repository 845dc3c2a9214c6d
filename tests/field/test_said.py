"""Whatever code can say has words, in both languages, with all holes filled.

An exchange of cards between clans of Swords was told to everybody else by a key that had no words:
no game of the kit had come that far.
"""

from functools import cache
from pathlib import Path

import pytest

import honjin
from field.said import GAP, SOME, Said, all_said
from honjin.core.words import Words, holes_of, load_words
from honjin.games import keys, load

HOME = Path(honjin.__file__).parent
WORDS = sorted({path.parent for path in HOME.rglob("words/**/en.toml")})
"""The folders with words."""
OURS = [path for path in WORDS if "games" not in path.parts]
ELSEWHERE = {
    "cli": "",
    "lab": "report.",
    "bots": "",
    "core": "",
    "pictures": "",
    "server/people/mail": "",
    "server/notifications": "",
    "server/pages": "",
    "server/analysis": "",
    "solver": "",
}
"""Where else sentences are made, and how the keys of those with a `say` of their own begin."""


@cache
def words_of(game: str) -> Words:
    """All words of a game, its desks and references."""
    words: Words = load(game).words
    for folder in WORDS:
        if HOME / "games" / game in folder.parents:
            words = {**words, **load_words(folder, numbers=load(game).numbers)}
    return words


def unsaid(said: Said, words: Words) -> list[str]:
    """What a `Say` has no words for, or words with a hole that it does not fill."""
    told = {key: _has_words(said, key, words) for key in said.keys}
    looked_up = [is_told for key, is_told in told.items() if SOME in key]
    lost = {key for key, is_told in told.items() if not is_told and SOME not in key}
    if looked_up and not any(looked_up):
        lost |= {key for key in told if SOME in key}
    return [f"{said.where}: {key.replace(GAP, '…')} {sorted(said.holes or ())}" for key in lost]


def _has_words(said: Said, key: str, words: Words) -> bool:
    known = said.known(key, frozenset(words))
    if said.holes is None or GAP in said.holes:
        return known != []
    return any(holes_of(words[one]["en"]) <= said.holes for one in known)


@pytest.mark.parametrize("game", keys())
def test_a_game_has_words_for_all_it_can_say(game: str) -> None:
    """Every key in the source of a game has words, and they need no more than they are given."""
    found = all_said(HOME / "games" / game)
    assert 50 < len(found)
    assert [] == sorted(one for said in found for one in unsaid(said, words_of(game)))


@pytest.mark.parametrize("folder", ELSEWHERE)
def test_there_are_words_for_all_that_is_said_elsewhere(folder: str) -> None:
    """Commands, reports, mails, pictures: every key has words, there or in a game."""
    words = dict(load_words(*OURS))
    for game in keys():
        words |= words_of(game)
    found = all_said(HOME / folder, ELSEWHERE[folder])
    found = [said for said in found if "hello" not in said.where]  # games with words in their files
    assert found
    assert [] == sorted(one for said in found for one in unsaid(said, words))
