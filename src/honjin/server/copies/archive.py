"""The file of a copy: a tar with a manifest, the database, and files of the data folder.

    manifest.json   versions, time, kind of database; size and SHA-256 of each other file
    database        an SQLite file, or the output of pg_dump (custom format)
    secret.key      the key that signs cookies, where it is a file
    words           the server's own list of words, if it is in the data folder

A copy holds everything that the server knows about its people: it is written for its owner alone.
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
    """The copy cannot be made, or cannot be restored."""


class Part(msgspec.Struct):
    """The expected size and checksum of a file in the copy."""

    size: int
    sha256: str


class Manifest(msgspec.Struct, omit_defaults=True):
    """The description of a copy; `honjin` and `commit` name the program that made it."""

    form: int
    honjin: str
    made: int
    database: Kind
    schema: str
    parts: dict[str, Part]
    commit: str = ""


def part_of(path: Path) -> Part:
    """The size and checksum of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return Part(path.stat().st_size, digest.hexdigest())


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
    info = tarfile.TarInfo(name)
    info.size, info.mode = len(content), 0o600
    archive.addfile(info, io.BytesIO(content))


def _plain(info: tarfile.TarInfo) -> tarfile.TarInfo:
    """Remove owner and machine from a file's header."""
    info.uid = info.gid = 0
    info.uname = info.gname = ""
    info.mode = 0o600
    return info


def read_archive(path: Path, folder: Path) -> Manifest:
    """Extract a copy into a folder, each file checked against the manifest; raises BadCopy."""
    try:
        with tarfile.open(path, "r:") as archive:
            manifest = _manifest(archive)
            found = [_extract(archive, info, manifest, folder) for info in archive]
    except (tarfile.TarError, EOFError) as problem:
        raise BadCopy(f"{path} is not a backup, or is truncated: {problem}") from None
    missing = set(manifest.parts) - set(found)
    if missing or DATABASE not in manifest.parts:
        raise BadCopy(f"{path} is incomplete: {', '.join(sorted(missing)) or DATABASE} is missing")
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
    archive: tarfile.TarFile, info: tarfile.TarInfo, manifest: Manifest, folder: Path
) -> str:
    """Write one file, and verify it; links, folders and other names are refused."""
    if info.name == MANIFEST:
        return info.name
    part = manifest.parts.get(info.name)
    file = archive.extractfile(info) if info.isfile() else None
    if info.name not in PARTS or part is None or file is None or info.size != part.size:
        raise BadCopy(f"expected the files that the manifest names, got {info.name[:80]!r}")
    path = folder / info.name
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as out:
        while piece := file.read(_PIECE):
            out.write(piece)
        out.flush()
        os.fsync(out.fileno())
    if part_of(path).sha256 != part.sha256:
        raise BadCopy(f"{info.name} was changed or damaged: its checksum does not match")
    return info.name
