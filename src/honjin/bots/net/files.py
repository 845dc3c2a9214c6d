"""Files of networks: arrays and a JSON header in one `.npz`; files are not trusted.

A file is a zip of uncompressed `.npy` members, as `numpy.savez` writes it; `about` is JSON as bytes
(`network.About`). Nothing in it is executed: no pickles, no code. Before anything is read, the size
of the file, the number of its members and the header of each array are checked, and no array is
larger than its bytes in the file.
"""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import numpy as np

from honjin.bots.net.network import ABOUT, FORM, About, Network
from honjin.core.errors import BadNet

MAX_BYTES: Final = 1 << 30
MAX_ARRAYS: Final = 512
KINDS: Final = ("b1", "i1", "u1", "i4", "i8", "f4", "f8")
"""The accepted types of an array's elements."""

Arrays = dict[str, np.ndarray[Any, Any]]
T = TypeVar("T")


def read_net(path: Path | str) -> Network:
    """The network in a file; raises BadNet or OSError if it cannot be read."""
    arrays = read_arrays(path, lambda name: name == ABOUT or name.startswith("net/"))
    return network_of(arrays, path)


def network_of(arrays: Arrays, path: Path | str) -> Network:
    """The network among the arrays of a file."""
    about = read_json(arrays, ABOUT, About, path)
    if about.form != FORM:
        raise BadNet(f"{path}: expected a file of the form {FORM!r}, got {about.form[:40]!r}")
    try:
        return Network(about, {k.removeprefix("net/"): v for k, v in arrays.items() if k != ABOUT})
    except ValueError as problem:
        raise BadNet(f"{path}: {problem}") from None


def read_json(arrays: Arrays, name: str, kind: type[T], path: Path | str) -> T:
    """The JSON in an array of bytes, decoded as a declared type."""
    if name not in arrays:
        raise BadNet(f"{path}: expected an array {name!r}, got {', '.join(arrays)[:80] or 'none'}")
    try:
        return msgspec.json.decode(arrays[name].tobytes(), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
        raise BadNet(f"{path}: {name}: {problem}") from None


def as_json(value: Any) -> np.ndarray[Any, Any]:
    """A value encoded as JSON in an array of bytes."""
    return np.frombuffer(msgspec.json.encode(value), np.uint8)


def write_arrays(arrays: Mapping[str, Any]) -> bytes:
    """The bytes of a file with these arrays; the same arrays give the same bytes."""
    out = io.BytesIO()
    np.savez(out, allow_pickle=False, **arrays)
    return out.getvalue()


def under(place: str, arrays: Mapping[str, Any]) -> Arrays:
    """Arrays with their names in a file: `place/name`."""
    return {f"{place}/{name}": np.asarray(held) for name, held in arrays.items()}


def below(place: str, arrays: Mapping[str, Any]) -> Arrays:
    """The arrays of a file under a place, without that prefix."""
    start = f"{place}/"
    return {k.removeprefix(start): v for k, v in arrays.items() if k.startswith(start)}


def read_arrays(path: Path | str, wanted: Callable[[str], bool] = lambda _: True) -> Arrays:
    """The arrays of a file whose names are wanted; raises BadNet if the file is not valid."""
    size = Path(path).stat().st_size
    if size > MAX_BYTES:
        raise BadNet(f"{path}: expected at most {MAX_BYTES:,} bytes, got {size:,}")
    try:
        with zipfile.ZipFile(path) as file:
            return {
                info.filename.removesuffix(".npy"): _array(file.read(info), info.filename)
                for info in _members(file, size)
                if wanted(info.filename.removesuffix(".npy"))
            }
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as problem:
        raise BadNet(f"{path}: expected a network file (.npz): {problem}") from None
    except ValueError as problem:
        raise BadNet(f"{path}: {problem}") from None


def _members(file: zipfile.ZipFile, size: int) -> list[zipfile.ZipInfo]:
    members = file.infolist()
    if len(members) > MAX_ARRAYS:
        raise ValueError(f"expected at most {MAX_ARRAYS} arrays, got {len(members)}")
    if any(one.compress_type != zipfile.ZIP_STORED for one in members):
        raise ValueError("expected arrays that are not compressed (numpy.savez)")
    if sum(one.file_size for one in members) > size:
        raise ValueError("expected no more bytes in its arrays than the file has")
    return members


def _array(data: bytes, name: str) -> np.ndarray[Any, Any]:
    """The array of a `.npy` member; raises ValueError unless its size matches its header."""
    file = io.BytesIO(data)
    try:
        np.lib.format.read_magic(file)
        shape, is_fortran, dtype = np.lib.format.read_array_header_1_0(file)
    except (ValueError, SyntaxError, TypeError, struct.error) as problem:
        raise ValueError(f"{name}: expected an array: {str(problem)[:80]}") from None
    if is_fortran or dtype.str[1:] not in KINDS or dtype.hasobject:
        raise ValueError(f"{name}: expected numbers ({', '.join(KINDS)}) in C order, got {dtype}")
    body = data[file.tell() :]
    count = 1
    for length in shape:
        count *= length
    if min(shape, default=0) < 0 or count * dtype.itemsize != len(body):
        raise ValueError(f"{name}: expected {shape} of {dtype}, got {len(body):,} bytes")
    return np.frombuffer(body, dtype).reshape(shape)
