"""Names that look alike, that say nothing, or that seem to be the house's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from authenticator import ORIGIN
from honjin.server.people.names import alike, has_ink, is_reserved, skeleton
from server.accounts.test_accounts import keep
from server.moderation.test_hides import id_of
from server.site_client import House, open_house

LIKE_TAKEDA = [
    "T\u0251keda", "\u13a2akeda", "\u13a2\u13aa\u0138eda", "\u1d1b\u1d00\u1d0b\u1d07\u1d05\u1d00",
    "Takeda.", "Tak.eda", "Takeda\u0323", "\u0422akeda", "Tak\u0435da", "\U0001d413akeda",
    "Ｔakeda", "TAKEDA", "\u24c9akeda", "\U0001f170".join(("T", "keda")), "T\u00e1ked\u00e4",
    "Ta-ke-da'",
]  # fmt: skip


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, origin=ORIGIN) as found:
        yield found


def test_names_that_look_like_an_accounts_are_taken(house: House) -> None:
    """In letters of any script and style, with marks or punctuation, for guests and accounts."""
    keep(house.browser(), "Takeda")
    guest, other = house.browser(), house.browser()
    keep(other, "Uesugi")
    for name in LIKE_TAKEDA:
        for one in (guest, other):
            assert "name-taken" == one.post("/api/me", name=name).problem, name
        begun = house.browser().post("/api/account/passkeys/begin", name=name)
        assert "name-taken" == begun.problem, name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("かく", "がく"),
        ("はは", "ぱぱ"),
        ("Ann", "Anna"),
        ("一郎", "二郎"),
        ("राम", "रमा"),
        ("Ken", "Kent"),
    ],
)
def test_other_names_are_other_names(one: str, other: str) -> None:
    """Marks that make another letter, of kana or of Devanagari, count."""
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize(
    "name",
    ["Admin", "admin 1", "Ａｄｍｉｎ", "\u0410dmin", "Moderator", "system", "honjin",
     "HONJIN-Admin", "Honjin Staff", "管理者", "運営", "本陣", "システム"],
)  # fmt: skip
def test_nobody_seems_to_be_the_house(house: House, name: str) -> None:
    """Nor by a name that looks like one of its."""
    answer = house.browser().post("/api/me", name=name)
    assert (422, "bad-name") == (answer.status, answer.problem)


@pytest.mark.parametrize(
    "name", ["Adam", "Sysiphos", "Hosta", "本田", "Modena", "Serverin", "公子"]
)
def test_names_of_people_are_not_the_houses(name: str) -> None:
    """Names that only begin alike can be taken."""
    assert not is_reserved(name)


@pytest.mark.parametrize("name", ["\u0301", "\u0301\u0323", "\u20dd", "\u200b", "\ufe0f"])
def test_a_name_shows_something(house: House, name: str) -> None:
    """Marks without a letter are no name, whatever they are."""
    answer = house.browser().post("/api/me", name=name)
    assert (422, "bad-name") == (answer.status, answer.problem)
    assert not has_ink(name)
    assert has_ink(f"a{name}")


def test_who_has_such_a_name_keeps_it(house: House) -> None:
    """An account of an earlier version is found by its own name, beside the one it looks like."""
    first, second = house.browser(), house.browser()
    keep(first, "Takeda")
    keep(second, "Uesugi")
    house.run(house.site.accounts.rename(id_of(second), "Takeda."))
    assert id_of(first) == house.site.people.owner("Takeda")
    assert id_of(second) == house.site.people.owner("takeda.")
    assert 200 == second.post("/api/me", name="Takeda.").status


def test_a_name_that_two_accounts_share_stays_taken_when_one_has_gone(house: House) -> None:
    """Accounts of earlier versions may have names that look alike."""
    people = house.site.people
    held = [("tom", "a"), ("torn", "b")]
    people._take(
        [(who, "account", False, 1) for _, who in held],
        [(alike(name), who, skeleton(name)) for name, who in held],
    )
    people._take([("a", "gone", False, 2)], [])
    assert ("b", "b") == (people.owner("Torn"), people.owner("T0rn."))
    people._take([("b", "gone", False, 3)], [])
    assert people.owner("Torn") is None
