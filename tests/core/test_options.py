"""Options: complete, checked, canonical."""

from dataclasses import replace

import pytest

from honjin.core.errors import BadOption, Flaw
from honjin.core.options import Option, Options, read_options
from honjin.core.words import Say
from madeup.game import GAME


def read_deal(text: str, chosen: Options) -> str:
    if chosen["act"] == "1" and len(text) > 6:
        raise BadOption("option deal has six letters in act 1")
    return text.upper()


DECLARED = (
    Option(key="act", default="4", values=("1", "4")),
    Option(key="ties", default=True),
    Option(key="deal", default="", read=read_deal),
)


def test_what_is_not_given_is_the_default() -> None:
    """Every declared key is in the result."""
    assert {"act": "4", "ties": True, "deal": ""} == read_options(DECLARED, {})
    assert {"act": "1", "ties": False, "deal": ""} == read_options(
        DECLARED, {"ties": False, "act": "1"}
    )


def test_free_text_is_made_canonical() -> None:
    """`read` gets the options read before it."""
    assert "GGJ" == read_options(DECLARED, {"deal": "ggj"})["deal"]
    with pytest.raises(BadOption, match="six letters"):
        read_options(DECLARED, {"deal": "gggjjjj", "act": "1"})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"akt": "1"}, "unknown option 'akt'; this game has act, ties, deal"),
        ({"act": "2"}, "option act is one of 1, 4, not '2'"),
        ({"act": 4}, "option act is text, not 4"),
        ({"ties": "yes"}, "option ties is true or false, not 'yes'"),
        ({"ties": 1}, "option ties is true or false, not 1"),
        ({"deal": None}, "option deal is text, not None"),
    ],
)
def test_bad_options_are_named(given: dict[str, object], said: str) -> None:
    """The message says what was expected and what was given."""
    with pytest.raises(BadOption, match=said):
        read_options(DECLARED, given)


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"act": "2"}, "act"),
        ({"ties": "yes"}, "ties"),
        ({"act": "1", "deal": "gggjjjj"}, "deal"),
        ({"akt": "1"}, ""),
    ],
)
def test_a_bad_value_says_whose_it_is(given: dict[str, object], key: str) -> None:
    """The error has the key of the option, wherever it was raised; none for an unknown option."""
    with pytest.raises(BadOption) as caught:
        read_options(DECLARED, given)
    assert key == caught.value.option


def read_map(text: str, _: Options) -> str:
    raise Flaw(Say("no.town", {"name": text}))


def test_a_flaw_in_a_text_stays_data() -> None:
    """The error has the flaw and the key of the option, and its message is in English."""
    words = {"no.town": {"en": "there is no town {name}", "ja": "町{name}はない"}}
    with pytest.raises(BadOption, match="option map: there is no town Edo") as caught:
        read_options((Option(key="map", default="", read=read_map),), {"map": "Edo"}, words)
    assert ("map", Say("no.town", {"name": "Edo"})) == (caught.value.option, caught.value.say)


def test_a_record_of_earlier_rules_has_the_values_of_its_time() -> None:
    """An option that such a record omits has the value of its rules, not today's default."""
    later = (
        Option(key="spies", default="first", values=("first", "later"), since=(2, "later")),
        Option(key="lots", default=True, since=(3, False)),
    )
    game = replace(GAME, version=3, options=(*GAME.options, *later))
    assert {"spies": "later", "lots": False} == game.options_under(1, {})
    assert {"lots": False, "seats": "3"} == game.options_under(2, {"seats": "3"})
    assert {} == game.options_under(3, {})
    assert {"spies": "first", "lots": False} == game.options_under(1, {"spies": "first"})


def test_presets_are_complete() -> None:
    """All options are filled in."""
    found = GAME.preset_options
    assert ["two", "three", "four", "quiet"] == list(found)
    assert {"seats": "4", "rounds": "3", "offers": True} == found["four"]
