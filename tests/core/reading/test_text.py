"""Files as people have them: what is read as text, and what is told of the others."""

import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honjin.core.errors import Flaw
from honjin.core.reading.files import told
from honjin.core.reading.text import decoded, read_bytes, read_text


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("町\n".encode(), "町\n"),
        ("町\n".encode("utf-8-sig"), "町\n"),
        (b"one\r\ntwo\r\n", "one\ntwo\n"),
        (b"one\rtwo", "one\ntwo"),
        (b"one\n\rtwo\r\n\r\n", "one\n\ntwo\n\n"),
        (b"", ""),
        (b"\xef\xbb\xbf", ""),
    ],
)
def test_reads_utf8_with_any_line_ends(data: bytes, expected: str) -> None:
    """A byte order mark is left out, and lines end with a line feed."""
    assert expected == decoded(data)
    assert expected == decoded(data.decode())


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("a = 1".encode("utf-16"), "this file is UTF-16; save it as UTF-8"),
        (b"\xfe\xff" + "a = 1".encode("utf-16-be"), "this file is UTF-16; save it as UTF-8"),
        (b"\x1f\x8b\x08\x00", "this file is compressed (gzip); unpack it first"),
        (
            "一つ\r\nname = 盤".encode()[:-2],
            "line 2, byte 8: expected text in UTF-8, got the byte 0xE7; save the file as UTF-8",
        ),
        (b"a\rb\n\x83", "line 3, byte 1: expected text in UTF-8, got the byte 0x83; save"),
        (b"\xef\xbb\xbf\xff", "line 1, byte 1: expected text in UTF-8, got the byte 0xFF; save"),
        ("a".encode("utf-16-le"), "line 1, byte 2: expected text in UTF-8, got the byte 0x00"),
    ],
)
def test_says_what_is_no_such_text(data: bytes, said: str) -> None:
    """UTF-16 and compressed files are called so; other bytes are named with their place."""
    with pytest.raises(Flaw) as caught:
        decoded(data)
    assert told(caught.value.say).startswith(said)


@given(st.binary(max_size=40))
def test_any_bytes_are_text_or_a_flaw(data: bytes) -> None:
    """Nothing else is raised; text has no carriage return, and a flaw has words."""
    try:
        said = decoded(data)
    except Flaw as flaw:
        said = told(flaw.say, "ja")
    assert "\r" not in said


def test_a_file_has_a_largest_size(tmp_path: Path) -> None:
    """The file's size and the limit are told; of a pipe only that it goes on is known."""
    file = tmp_path / "大きい.txt"
    file.write_bytes(b"x" * 2_001)
    with pytest.raises(Flaw) as caught:
        read_text(file, 2_000)
    assert "this file has 2,001 bytes; at most 2,000 can be read" == told(caught.value.say)
    assert b"x" * 2_001 == read_bytes(file, 2_001)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"x" * 2_001,))
    writer.start()
    with pytest.raises(Flaw) as caught:
        read_text(pipe, 2_000)
    writer.join()
    assert "this file has >2,000 bytes; at most 2,000 can be read" == told(caught.value.say)


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b" \r\n\t"])
def test_a_blank_file_is_called_empty(tmp_path: Path, data: bytes) -> None:
    """Also one that has nothing but a byte order mark, or white space."""
    file = tmp_path / "empty.json"
    file.write_bytes(data)
    with pytest.raises(Flaw) as caught:
        read_text(file)
    assert "this file is empty" == told(caught.value.say)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    """It is told in both languages."""
    with pytest.raises(Flaw) as caught:
        read_text(tmp_path)
    assert "this is a folder; choose a file" == told(caught.value.say)
    assert "これはフォルダーです。ファイルを指定してください" == told(caught.value.say, "ja")
