"""Draws cards: runs the built drawings in QuickJS, inlines their styles, and renders with resvg.

The libraries come with the extra `pictures`, the drawings with a wheel or a build of the client.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import msgspec

from honjin.core.errors import HonjinError
from honjin.pictures.card import Card
from honjin.pictures.errors import CannotDraw

BUILT: Final = Path(__file__).with_name("built")
"""The drawings and fonts, made by the build of the client."""

FILM_WIDTH: Final = 800
MAX_FRAMES: Final = 24
FRAME_MS: Final = 900
LAST_MS: Final = 2_600
FILM_SECONDS: Final = 35.0
"""A film whose frames would take longer has fewer of them; a caller's time limit is longer than
this. Two dozen of the largest map take 14 seconds of an idle processor, and are 100 kB."""
FIRST_SECONDS: Final = 5.0
"""The time allowed for the first frame, which loads fonts and the relief of a map."""
_COLOURS: Final = 128
_MINCHO: Final = "Shippori Mincho"
_PLAIN: Final = "Zen Kaku Gothic New"
_EXTRA: Final = "pictures need what the extra `pictures` installs: pip install 'honjin[pictures]'"
_NOT_BUILT: Final = (
    "the drawings are not built: {} is missing; in the source tree `make play` builds them, "
    "a wheel has them inside"
)


def must_be_able(built: Path = BUILT) -> None:
    """Raise CannotDraw if something that pictures need is missing."""
    if not (built / "picture.js").exists():
        raise CannotDraw(_NOT_BUILT.format(built / "picture.js"))
    try:
        import cssselect2  # noqa: F401
        import fontTools  # noqa: F401
        import PIL  # noqa: F401
        import quickjs  # noqa: F401
        import resvg_py  # noqa: F401
    except ImportError as missing:
        raise CannotDraw(f"{missing.name} is missing; {_EXTRA}") from None


class Artist:
    """Draws cards; to be used in the thread that made it, and closed in the end."""

    def __init__(self, built: Path = BUILT) -> None:
        must_be_able(built)
        import quickjs

        from honjin.pictures.styles import Sheets

        self._context = quickjs.Context()
        self._context.eval((built / "picture.js").read_text("utf-8"))
        self._draw: Callable[[str], str] = self._context.eval("(card) => picture.draw(card)")
        self._sheets = Sheets(self._context.eval("picture.sheet"))
        self._sources = sorted(built.glob("*.ttf"))
        self._folder = tempfile.TemporaryDirectory(prefix="honjin-fonts-")
        self._fonts: list[str] = []

    def close(self) -> None:
        """Delete the completed fonts."""
        self._folder.cleanup()

    def svg(self, card: Card) -> bytes:
        """A card as self-contained SVG."""
        return self._svg(card).encode()

    def png(self, card: Card, width: int | None = None) -> bytes:
        """A card as PNG, of the given width or that of the card."""
        return self._png(self._svg(card), width or card.width)

    def film(
        self, cards: Sequence[Card], kind: str, clock: Callable[[], float] = time.monotonic
    ) -> bytes:
        """The cards as a looping `gif` or `webp`; equal successive frames are merged."""
        from PIL import Image

        if not 0 < len(cards) <= MAX_FRAMES:
            raise CannotDraw(f"expected 1 to {MAX_FRAMES} frames, got {len(cards)}")
        frames: list[Any] = []
        times: list[int] = []
        before = ""
        begun = clock()
        for n, card in enumerate(cards):
            if n and _is_too_slow(n, len(cards), clock() - begun):
                continue
            svg = self._svg(card)
            if svg == before:
                times[-1] += FRAME_MS // 2
                continue
            before = svg
            frames.append(Image.open(BytesIO(self._png(svg, FILM_WIDTH))).convert("RGB"))
            times.append(FRAME_MS)
        times[-1] = LAST_MS
        return _FILMS[kind](frames, times)

    def _svg(self, card: Card) -> str:
        body, head = msgspec.json.decode(self._draw(msgspec.json.encode(card).decode()))
        return self._sheets.plain(body, head)

    def _png(self, svg: str, width: int) -> bytes:
        import resvg_py

        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg,
                width=width,
                skip_system_fonts=True,
                font_files=self._font_files(),
                font_family=_PLAIN,
                sans_serif_family=_PLAIN,
                serif_family=_MINCHO,
            )
        )

    def _font_files(self) -> list[str]:
        if not self._fonts:
            from honjin.pictures.fonts import complete

            for source in self._sources:
                target = Path(self._folder.name, source.name)
                complete(source, target)
                self._fonts.append(str(target))
        return self._fonts


# ---------------------------------------------------------------- films


def _is_too_slow(n: int, of: int, seconds: float) -> bool:
    """True if the n-th frame is to be skipped to catch up with time; the last one never is."""
    return n < of - 1 and seconds > FIRST_SECONDS + (FILM_SECONDS - FIRST_SECONDS) * n / of


def _gif(frames: list[Any], times: list[int]) -> bytes:
    """A GIF with one palette for all frames, so that unchanged parts have unchanged colours."""
    from PIL import Image

    width, height = frames[0].size
    strip = Image.new("RGB", (width, height * len(frames)))
    for n, frame in enumerate(frames):
        strip.paste(frame, (0, n * height))
    palette = strip.quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    out = BytesIO()
    few[0].save(
        out, "GIF", save_all=True, append_images=few[1:], duration=times, loop=0, optimize=True
    )
    return out.getvalue()


def _webp(frames: list[Any], times: list[int]) -> bytes:
    out = BytesIO()
    frames[0].save(
        out, "WEBP", save_all=True, append_images=frames[1:], duration=times, loop=0,
        quality=78, method=3,
    )  # fmt: skip
    return out.getvalue()


_FILMS: Final[dict[str, Callable[[list[Any], list[int]], bytes]]] = {"gif": _gif, "webp": _webp}


class Order(msgspec.Struct, frozen=True):
    """A drawing to make: `svg` or `png` of one card, `gif` or `webp` of several."""

    kind: str
    cards: tuple[Card, ...]

    def by(self, artist: Artist) -> bytes:
        """The drawing, made by an artist."""
        match self.kind:
            case "svg":
                return artist.svg(self.cards[0])
            case "png":
                return artist.png(self.cards[0])
            case "gif" | "webp":
                return artist.film(self.cards, self.kind)
        raise HonjinError(f"expected svg, png, gif or webp, got {self.kind[:20]!r}")
