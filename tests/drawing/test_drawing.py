"""Every game's positions are drawn whole, plain and without a secret."""

import json
import struct
from io import BytesIO
from itertools import count
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest
from PIL import Image

from drawing.conftest import RECORDS, card_at, recorded, scene_at
from honjin.core.jit.rng import seeded
from honjin.core.seats import SPECTATOR
from honjin.pictures.artist import FILM_WIDTH, FRAME_MS, LAST_MS, MAX_FRAMES, Artist
from honjin.pictures.card import HEIGHT, WIDTH, Card, own_words
from honjin.pictures.errors import CannotDraw
from honjin.pictures.styles import references
from places import ROOT


@pytest.mark.slow_after(4)
@pytest.mark.parametrize("share", [0.5, 0, 1], ids=["middle", "start", "end"])
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_position_is_a_plain_svg(artist: Artist, file: Path, share: float) -> None:
    """Well-formed, no variable, style sheet, script or address from outside, in both themes."""
    play = recorded(file)
    step = round(share * len(play.steps))
    light, dark = (
        artist.svg(card_at(play, step, theme=theme)).decode() for theme in ("light", "dark")
    )
    assert light != dark
    for svg in (light, dark):
        root = ET.fromstring(svg)
        assert (str(WIDTH), str(HEIGHT)) == (root.get("width"), root.get("height"))
        for foreign in ("var(", "calc(", "color-mix(", "<style", "<script", "class=", "data-id"):
            assert foreign not in svg
        ids = {element.get("id") for element in root.iter()}
        assert {f"#{name}" for name in ids if name} >= set(references(svg))


@pytest.mark.parametrize("file", RECORDS[:1], ids=lambda file: file.stem)
def test_a_png_has_the_size_of_a_card(artist: Artist, file: Path) -> None:
    """1200 × 630, as networks show it; other widths keep the ratio."""
    card = card_at(recorded(file), 20)
    for width in (None, 600):
        png = artist.png(card, width)
        assert b"\x89PNG" == png[:4]
        expected = (WIDTH, HEIGHT) if width is None else (600, 315)
        assert expected == struct.unpack(">II", png[16:24])


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("game", ["akiwado", "akebono", "swords", "summits-tennozan"])
def test_what_is_hidden_changes_no_picture(artist: Artist, game: str) -> None:
    """Whatever lies in hands that a spectator cannot see, the picture has the same bytes."""
    [file] = [one for one in RECORDS if one.stem == game]
    play = recorded(file)
    step = len(play.steps) // 3
    shown = artist.svg(card_at(play, step))
    for seed in range(3):
        guess = play.game.seen_by(play.state_at(step), SPECTATOR)
        play.game.resample(guess, SPECTATOR, seeded(seed))
        scene = play.game.table.scene(play.game.seen_by(guess, SPECTATOR))
        raw = msgspec.Raw(msgspec.json.encode(scene))
        assert shown == artist.svg(msgspec.structs.replace(card_at(play, step), scene=raw))


def test_labels_and_ids_are_not_drawn(artist: Artist) -> None:
    """A card that lies face down shows its back, even if its label or id named it."""
    play = recorded(next(one for one in RECORDS if one.stem == "akiwado"))
    scene = scene_at(play, len(play.steps) // 3)
    planted = [
        msgspec.structs.replace(one, label=msgspec.structs.replace(one.label, k="x.zibeline"))
        for one in scene.pieces
    ]
    renamed = msgspec.structs.replace(scene, pieces=tuple(planted))
    raw = msgspec.Raw(msgspec.json.encode(renamed))
    svg = artist.svg(msgspec.structs.replace(card_at(play, 30), scene=raw)).decode()
    assert "zibeline" not in svg
    assert not any(f'"{piece.id}"' in svg for piece in scene.pieces)


def test_names_are_text_and_nothing_else(artist: Artist) -> None:
    """A name with markup, control characters, or no end is written as it is, or cut."""
    play = recorded(next(one for one in RECORDS if one.stem == "rokumon-1"))
    names = ['</text><script>alert("1")</script>&lt;', "\x01\x1f\ufffe" + "w" * 10_000]
    svg = artist.svg(card_at(play, 5, holders=names)).decode()
    ET.fromstring(svg)
    assert "<script" not in svg
    assert len(svg) < 60_000
    assert b"PNG" in artist.png(card_at(play, 5, holders=names))[:8]


@pytest.mark.slow
def test_a_film_is_bounded_and_moves(artist: Artist) -> None:
    """Alike frames are one, the last one stays longer, and there are so many at most."""
    play = recorded(next(one for one in RECORDS if one.stem == "rokumon-1"))
    cards = [card_at(play, n) for n in (3, 4, 4, 5)]
    for kind in ("gif", "webp"):
        image = Image.open(BytesIO(artist.film(cards, kind)))
        assert (3, (FILM_WIDTH, 420)) == (image.n_frames, image.size)
        assert 0 == image.info["loop"]
        times = []
        for n in range(3):
            image.seek(n)
            image.load()
            times.append(image.info["duration"])
        assert [FRAME_MS, FRAME_MS + FRAME_MS // 2, LAST_MS] == times
    for wrong in ([], cards * 7):
        with pytest.raises(CannotDraw, match=f"expected 1 to {MAX_FRAMES} frames"):
            artist.film(wrong, "gif")


@pytest.mark.slow
def test_a_film_that_takes_too_long_has_fewer_frames(artist: Artist) -> None:
    """The first and the last are there, the time is kept to; a quick one has all."""
    play = recorded(next(one for one in RECORDS if one.stem == "rokumon-1"))
    cards = [card_at(play, n, holders=[str(n), ""]) for n in range(2, 12)]
    shown = {}
    for name, each in (("quick", 0.4), ("slow", 6.0)):
        seconds = count(0.0, each)
        film = artist.film(cards, "gif", clock=lambda seconds=seconds: next(seconds))  # type: ignore[misc]
        shown[name] = Image.open(BytesIO(film))
    assert 10 == shown["quick"].n_frames
    assert 2 < shown["slow"].n_frames < 10
    for image in shown.values():
        image.seek(image.n_frames - 1)
    last = [image.convert("L").resize((80, 42)).tobytes() for image in shown.values()]
    differences = [abs(a - b) for a, b in zip(*last, strict=True)]
    assert 4 > sum(differences) / len(differences)


@pytest.mark.slow
def test_the_longest_film_of_the_largest_map_is_small(artist: Artist) -> None:
    """Two dozen steps of a battle are 100 kB; more than three times that would be too much."""
    play = recorded(next(one for one in RECORDS if one.stem.startswith("summits")))
    last = len(play.steps)
    cards = [card_at(play, n) for n in range(last - MAX_FRAMES + 1, last + 1)]
    assert 300_000 > len(artist.film(cards, "gif"))


def test_bots_are_called_what_the_page_calls_them() -> None:
    """The words of bots are those of the client, in both languages."""
    for language in ("en", "ja"):
        page = json.loads((ROOT / "web" / "src" / "i18n" / f"{language}.json").read_text("utf-8"))
        ours = {key: forms[language] for key, forms in own_words().items() if key[:4] == "bot."}
        theirs = {key: text for key, text in page.items() if key.startswith("bot.")}
        assert {key: text for key, text in theirs.items() if key.count(".") == 1} == ours


def test_missing_drawings_are_named(tmp_path: Path) -> None:
    """One line says what is missing and how to come by it."""
    with pytest.raises(CannotDraw, match=r"picture\.js is missing; in the source tree"):
        Artist(tmp_path)


def test_a_scene_without_a_skin_is_drawn_plainly(artist: Artist) -> None:
    """A game of somebody else's has pictures too."""
    play = recorded(next(one for one in RECORDS if one.stem == "rokumon-1"))
    card = card_at(play, 5)
    scene = msgspec.json.decode(card.scene) | {"skin": "nobody"}
    plain = Card(msgspec.Raw(msgspec.json.encode(scene)), (), "Nobody’s game", (), card.sides)
    assert b"Nobody" in artist.svg(plain)
