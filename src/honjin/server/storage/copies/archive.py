"""The file of a copy: a tar with a manifest, the database, and what lasts of the data folder.

    manifest.json   versions, when, which kind of database; size and SHA-256 of each other file
    database        an SQLite file, or what pg_dump writes (custom form)
    secret.key      the key that signs cookies, where it is a file
    words           the house's own list of words, where it lies in the data folder

A copy holds all that the house knows of its people: it is written for its owner alone.
"""

from __future__ import annotations

import hashlib
import io
import os
import tarfile
from pathlib import Path
from typing import Final, Literal

import msgspec

from honjin.core.errors import HonjinError

FORM: Final = 1
MANIFEST: Final = "manifest.json"
DATABASE: Final = "database"
SECRET: Final = "secret.key"  # noqa: S105 (the name of a file)
WORDS: Final = "words"
PARTS: Final = (DATABASE, SECRET, WORDS)
_LARGEST_MANIFEST: Final = 100_000
_PIECE: Final = 1 << 20

Kind = Literal["sqlite", "postgresql"]


class BadCopy(HonjinError):
    """A copy that cannot be made, or cannot be put back."""


class Part(msgspec.Struct):
    """What a file of the copy has to be."""

    size: int
    sha256: str


class Manifest(msgspec.Struct):
    """What a copy says of itself."""

    form: int
    honjin: str
    made: int
    database: Kind
    schema: str
    parts: dict[str, Part]


def part_of(path: Path) -> Part:
    """The size and checksum of a file."""
    told = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            told.update(piece)
    return Part(path.stat().st_size, told.hexdigest())


def write_archive(path: Path, manifest: Manifest, parts: dict[str, Path]) -> None:
    """Write a copy: it is there as a whole, for its owner only, or not at all."""
    unfinished = path.with_name(f".{path.name}.part")
    try:
        made = os.open(unfinished, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        with os.fdopen(made, "wb") as file:
            os.fchmod(file.fileno(), 0o600)
            with tarfile.open(fileobj=file, mode="w") as archive:
                _add(archive, MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
                for name, one in parts.items():
                    archive.add(one, name, recursive=False, filter=_plain)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    told = tarfile.TarInfo(name)
    told.size, told.mode = len(content), 0o600
    archive.addfile(told, io.BytesIO(content))


def _plain(told: tarfile.TarInfo) -> tarfile.TarInfo:
    """Who had the file on which machine is nobody's business."""
    told.uid = told.gid = 0
    told.uname = told.gname = ""
    told.mode = 0o600
    return told


def read_archive(path: Path, folder: Path) -> Manifest:
    """Put the files of a copy into a folder, each compared with the manifest; BadCopy otherwise."""
    try:
        with tarfile.open(path, "r:") as archive:
            manifest = _manifest(archive)
            found = [_extract(archive, told, manifest, folder) for told in archive]
    except (tarfile.TarError, EOFError) as problem:
        raise BadCopy(f"{path} is no copy of a house, or is cut off: {problem}") from None
    missing = set(manifest.parts) - set(found)
    if missing or DATABASE not in manifest.parts:
        raise BadCopy(f"{path} is not whole: {', '.join(sorted(missing)) or DATABASE} is missing")
    return manifest


def _manifest(archive: tarfile.TarFile) -> Manifest:
    first = archive.next()
    file = archive.extractfile(first) if first and first.isfile() else None
    if first is None or file is None or first.name != MANIFEST or first.size > _LARGEST_MANIFEST:
        raise BadCopy(f"expected a copy that begins with {MANIFEST}")
    try:
        manifest = msgspec.json.decode(file.read(), type=Manifest)
    except msgspec.MsgspecError as problem:
        raise BadCopy(f"the manifest cannot be read: {problem}") from None
    if manifest.form != FORM:
        raise BadCopy(f"expected a copy of form {FORM}, got {manifest.form}")
    return manifest


def _extract(
    archive: tarfile.TarFile, told: tarfile.TarInfo, manifest: Manifest, folder: Path
) -> str:
    """Write one file, and compare it; links, folders and other names are refused."""
    if told.name == MANIFEST:
        return told.name
    part = manifest.parts.get(told.name)
    file = archive.extractfile(told) if told.isfile() else None
    if told.name not in PARTS or part is None or file is None or told.size != part.size:
        raise BadCopy(f"expected the files that the manifest names, got {told.name[:80]!r}")
    path = folder / told.name
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as out:
        while piece := file.read(_PIECE):
            out.write(piece)
        out.flush()
        os.fsync(out.fileno())
    if part_of(path).sha256 != part.sha256:
        raise BadCopy(f"{told.name} was changed or damaged: its checksum is another one")
    return told.name
