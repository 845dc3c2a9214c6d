"""The routes of pictures and embedding; `routes` joins them to the others."""

from __future__ import annotations

from typing import Final

from honjin.server.messages import refusals as no
from honjin.server.pages import messages as pg
from honjin.server.pages import oembed, pictures
from honjin.server.people.route import Route

_GAME: Final = ("game",)
_LOOK: Final = ("format", "theme", "lang")

PAGE_ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", "/picture", pictures.get_house_picture, None, None, (no.NoPicture, no.Busy),
          _LOOK, limit="picture", keeping="public"),
    Route("GET", "/t/{id}/picture", pictures.get_picture, None, None,
          (no.UnknownStep, no.NoPicture, no.Busy), ("step", *_LOOK), limit="picture",
          keeping="public"),
    Route("GET", "/t/{id}/replay", pictures.get_replay, None, None,
          (no.UnknownStep, no.NoPicture, no.Busy), ("from", "to", *_LOOK), limit="film",
          keeping="public"),
    Route("GET", "/puzzles/{day}/picture", pictures.get_puzzle_picture, None, None,
          (no.NoPuzzle, no.NoPicture, no.Busy), (*_LOOK, *_GAME), limit="picture",
          keeping="public"),
    Route("GET", "/learn/{game}/{key}/picture", pictures.get_lesson_picture, None, None,
          (no.UnknownGame, no.NoLesson, no.NoPicture, no.Busy), _LOOK, limit="picture",
          keeping="public"),
    Route("GET", "/oembed", oembed.get_oembed, pg.Embedding, None,
          (no.UnknownPath, no.UnknownTable, no.OtherForm, no.RecordMismatch, no.NotStored),
          ("url", "format", "maxwidth", "maxheight"), limit="read"),
)  # fmt: skip
