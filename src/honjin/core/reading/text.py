"""Text as people's files have it: UTF-8 with or without a byte order mark, with any line ends.

Everything that reads a person's file reads it here, and knows its largest size beforehand. Whatever
is not such text is a Flaw, whose words are `files.FILE_WORDS`.
"""

from __future__ import annotations

import codecs
import os
import stat
from pathlib import Path
from typing import IO, Final

from honjin.core.errors import Flaw
from honjin.core.reading.bounds import MAX_FILE
from honjin.core.words import Say

LONGEST_LETTER: Final = 4
"""The most bytes of a character in UTF-8."""
_UTF16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_GZIP: Final = b"\x1f\x8b"


def read_text(path: Path, most: int = LONGEST_LETTER * MAX_FILE) -> str:
    """The text of a file of at most `most` bytes; Flaw if it is none, or blank."""
    text = decoded(read_bytes(path, most))
    if not text.strip():
        raise Flaw(Say("file.empty"))
    return text


def read_bytes(path: Path, most: int) -> bytes:
    """The bytes of a file; Flaw if they are more than `most`, or if it is a folder."""
    if path.is_dir():
        raise Flaw(Say("file.folder"))
    with path.open("rb") as file:
        data = file.read(most + 1)
        if len(data) > most:
            raise too_large(file, most)
    return data


def too_large(file: IO[bytes], most: int) -> Flaw:
    """The flaw of an open file that has more than `most` bytes."""
    about = os.fstat(file.fileno())
    size = f"{about.st_size:,}" if stat.S_ISREG(about.st_mode) else f">{most:,}"
    return Flaw(Say("file.too_large", {"n": size, "most": f"{most:,}"}))


def decoded(data: bytes | str, first: int = 1) -> str:
    r"""The text of bytes that begin on line `first` of a file; Flaw names what is not UTF-8.

    Byte order marks are left out, and every line ends with a line feed.

    >>> decoded(b"\xef\xbb\xbfone\r\ntwo")
    'one\ntwo'
    """
    text = _decoded(data, first) if isinstance(data, bytes) else data
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes, first: int) -> str:
    if data.startswith(_UTF16):
        raise Flaw(Say("file.utf16"))
    if data.startswith(_GZIP):
        raise Flaw(Say("file.packed"))
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as problem:
        raise _not_utf8(data, problem.start, first) from None
    if "\0" in text:  # as in UTF-16 without a mark
        raise _not_utf8(data, data.index(b"\0"), first)
    return text


def _not_utf8(data: bytes, at: int, first: int) -> Flaw:
    before = data[:at].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    line, column = first + before.count(b"\n"), len(before) - before.rfind(b"\n")
    got = f"0x{data[at]:02X}"
    return Flaw(Say("file.not_utf8", {"line": line, "column": column, "got": got}))
