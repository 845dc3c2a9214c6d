"""Studies that are reported: what moderators see, and what hiding one does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from authenticator import ORIGIN
from honjin.server.studies import orders
from honjin.server.studies import store as kept
from server.moderation.test_hides import id_of
from server.moderation.test_hides import named as person
from server.moderation.test_house import admin
from server.moderation.test_reports import reports
from server.site_client import House, open_house
from server.studies.test_studies import PATH, adds, creates, ids, plays


@pytest.fixture
def club(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, origin=ORIGIN) as found:
        yield found


def test_a_study_is_reported_with_its_words(club: House) -> None:
    """As they were: the title, and the comment with its author."""
    mod, ann, bob = admin(club, "Mio", "moderator"), person(club, "Ann"), person(club, "Bob")
    eve = person(club, "Eve")
    path = creates(ann, title="Openings", visibility="link")
    study = path.rpartition("/")[2]
    chapter = adds(ann, path)
    ann.post(f"{path}/members", name="Bob")
    bob.post(f"{chapter}/nodes/0/comment", text="You fools.")
    wish = {"kind": "study", "study": study, "reason": "insult", "text": "rude"}
    own = eve.post("/api/reports", **wish, chapter=1, n=0).json["reports"]
    assert [("study", "Bob", study)] == [(x["kind"], x["name"], x["study"]) for x in own]
    assert 200 == eve.post("/api/reports", **wish).status
    bob.post(f"{chapter}/nodes/0/comment", text="Never mind.", was="You fools.")
    whole, comment = reports(mod)
    assert (id_of(ann), id_of(bob)) == (whole["who"], comment["who"])
    assert [("Ann", "Openings", False), ("Bob", "You fools.", True)] == [
        (line["name"], line["text"], line.get("meant", False)) for line in comment["lines"]
    ]
    assert [("Openings", True)] == [(line["text"], line["meant"]) for line in whole["lines"]]
    assert "" == comment.get("table", "")
    assert "unreadable" == ann.post("/api/reports", **wish).problem  # one's own study
    assert "unreadable" == eve.post("/api/reports", kind="study", reason="spam").problem
    assert "unknown-chapter" == eve.post("/api/reports", **wish, chapter=7, n=0).problem
    ann.post(path, visibility="private")
    assert "unknown-study" == eve.post("/api/reports", **wish, chapter=1, n=0).problem
    decided = {"id": whole["id"], "outcome": "hidden", "note": ""}
    assert 200 == mod.post("/api/admin/reports/decide", **decided).status
    ann.post(f"{path}/remove")
    (left,) = reports(mod)
    assert left["gone"]


def test_a_hidden_study_is_seen_by_its_members_alone(club: House) -> None:
    """And by moderators, if its owner lets strangers see it; until it is shown again."""
    mod, ann, bob = admin(club, "Mio", "moderator"), person(club, "Ann"), person(club, "Bob")
    eve = person(club, "Eve")
    path = creates(ann, visibility="public")
    study = path.rpartition("/")[2]
    ann.post(f"{path}/members", name="Bob", role="read")
    hide = "/api/admin/studies/hide"
    assert mod.post(hide, study=study, hidden=True).json["hidden"]
    assert [200, 200, 200, 404] == [one.get(path).status for one in (ann, bob, mod, eve)]
    assert (True, "public") == tuple(ann.get(path).json[key] for key in ("hidden", "visibility"))
    assert [] == ids(eve, "public")
    (row,) = ann.get(PATH).json["studies"]
    assert (True, "public") == (row["hidden"], row["visibility"])
    assert "unknown-study" == mod.post(path, title="Mine").problem
    ann.post(path, visibility="link", title="Other")
    assert "unknown-study" == eve.get(path).problem
    ann.post(path, visibility="private")
    assert "unknown-study" == mod.get(path).problem
    ann.post(path, visibility="public")
    assert not mod.post(hide, study=study, hidden=False).json["hidden"]
    assert [study] == ids(eve, "public")
    did = [one["did"] for one in admin(club, "Aki").get("/api/admin/log").json["entries"]]
    assert ["show-study", "hide-study"] == [one for one in did if one.endswith("study")]
    assert "unknown-study" == mod.post(hide, study="none", hidden=True).problem
    assert 404 == eve.post(hide, study=study, hidden=True).status


@pytest.mark.parametrize("full", [(kept, "MAX_BYTES", 10), (orders, "MAX_EVENTS", 1)])
def test_a_full_study_is_hidden_and_closed_all_the_same(
    club: House, monkeypatch: pytest.MonkeyPatch, full: tuple[Any, str, int]
) -> None:
    """No room is needed to take something away: from strangers, from a member, from the study.

    Titles, visibility and members of one with too many changes could be changed without end.
    """
    mod, ann, bob = admin(club, "Mio", "moderator"), person(club, "Ann"), person(club, "Bob")
    path = creates(ann, visibility="public")
    chapter, study = adds(ann, path), path.rpartition("/")[2]
    adds(ann, path)
    ann.post(f"{path}/members", name="Bob")
    played = plays(ann, chapter)
    person(club, "Eve")
    monkeypatch.setattr(*full)
    hide = "/api/admin/studies/hide"
    for hidden in (True, False):
        assert hidden == mod.post(hide, study=study, hidden=hidden).json["hidden"]
    for visibility in ("link", "private"):
        assert 200 == ann.post(path, visibility=visibility).status
    assert "study-full" == ann.post(path, visibility="public").problem
    assert "study-full" == ann.post(path, visibility="private", title="More").problem
    assert "study-full" == ann.post(f"{path}/members", name="Eve").problem
    assert "study-full" == ann.post(f"{chapter}/nodes/0/comment", text="More").problem
    version = ann.get(path).json["version"]
    assert 200 == ann.post(f"{chapter}/nodes/{played}/remove", at=version).status
    assert 200 == ann.post(f"{path}/chapters/2/remove", at=version + 1).status
    bob.post(f"{path}/members/remove")
    assert "unknown-study" == bob.get(path).problem


def test_only_a_study_is_decided_as_hidden(club: House) -> None:
    """A report of a person has other outcomes."""
    mod, ann, eve = admin(club, "Mio", "moderator"), person(club, "Ann"), person(club, "Eve")
    eve.post("/api/reports", kind="player", reason="spam", who=id_of(ann))
    (found,) = reports(mod)
    decided = {"id": found["id"], "outcome": "hidden", "note": ""}
    assert "unreadable" == mod.post("/api/admin/reports/decide", **decided).problem
