"""Notifications in words, in either language."""

from __future__ import annotations

import msgspec
import pytest

from honjin.server.notifications.messages import KINDS, CallWishes
from honjin.server.notifications.wording import Sitting, Told, named, own_words
from honjin.server.people.accounts.messages import Language


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "against Guest 1234"), ("ja", "相手：ゲスト1234")]
)
def test_a_guest_is_named_in_the_readers_language(lang: Language, said: str) -> None:
    """Somebody who has chosen no name; any other name is as it was chosen."""
    told = Told("turn", "", "", "", "", "")
    mine = ("person", "me", "Hana")
    at = Sitting("t", "rokumon", {}, [mine, ("person", "them", "Guest 1234")])
    assert said == named(told, at, "me", lang).against
    other = Sitting("t", "rokumon", {}, [mine, ("person", "them", "Guest of honour")])
    assert "Guest of honour" in named(told, other, "me", lang).against


def test_every_kind_has_words_and_can_be_wished_for() -> None:
    """A seventh kind had no words, and was one more than a person could choose."""
    assert set() == {f"call.{kind}" for kind in KINDS} - set(own_words())
    chosen = CallWishes(push=KINDS, mail=KINDS)
    assert chosen == msgspec.json.decode(msgspec.json.encode(chosen), type=CallWishes)
