"""Finished files into the output folder: all of them or none, and never half of one."""

import errno
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pnp.model.finding import PnpError
from pnp.press.lock import NAME as LOCK
from pnp.press.lock import locked
from pnp.press.ticket import Json

TICKET = "job.json"
# Temporary files are called so; whoever has the lock sweeps those that a dead process left.
PREFIX = ".pnp-"
PATIENCE = 10.0

_REASONS = {
    errno.ENOSPC: ("the disk is full", "make room, then build again"),
    errno.EDQUOT: ("your disk quota is used up", "make room, then build again"),
    errno.EROFS: ("it is read-only", "name another folder with --out"),
    errno.EACCES: ("no permission", "close the file if a viewer holds it, or name another folder with --out"),
    errno.EPERM: ("no permission", "close the file if a viewer holds it, or name another folder with --out"),
    errno.ENOTDIR: ("a file stands where a folder has to be", "move the file away, or name another folder with --out"),
    errno.EEXIST: ("a file stands where a folder has to be", "move the file away, or name another folder with --out"),
    errno.EISDIR: ("a folder stands where the file has to be", "move the folder away, then build again"),
    errno.ENAMETOOLONG: ("the name is too long", "give the job a shorter name"),
}


def deliver(
    folder: Path,
    files: Mapping[str, bytes],
    ticket: Mapping[str, Json],
    kept: Sequence[str | None] = (),
    patience: float = PATIENCE,
) -> tuple[Path, ...]:
    """Write `files` and, last, the ticket as `job.json` into `folder`; the paths of the files as they now stand.

    Everything is first written beside its place and synced, then renamed over what was there. Files that the previous
    ticket named and this one does not are removed after, but for those of the themes in `kept` (None: the usual look),
    which stay, and stay in the ticket. Where anything fails, the folder is put back as it was. A second build waits
    `patience` seconds for the first. PnpError in plain words where the folder cannot be written.
    """
    with _in_plain_words(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder, patience):
            _sweep(folder)
            old = _listed_before(folder)
            staying = [file for file in old if file.get("theme") in kept and file["path"] not in files]
            whole = {**files, TICKET: write_ticket(_join(ticket, staying))}
            with _swept_after(folder):
                _replace(folder, [(_write(folder, name, content), name) for name, content in whole.items()])
            names = {*whole, *(file["path"] for file in staying)}
            for name in (file["path"] for file in old):
                if name not in names:
                    with suppress(OSError):
                        (folder / name).unlink()
    return tuple(folder / name for name in files)


def write_ticket(ticket: Mapping[str, Json]) -> bytes:
    """The ticket as JSON, a line for each piece: to be read by people, and compared line by line."""
    return (_write_json(ticket, "") + "\n").encode()


def _write_json(value: object, indent: str) -> str:
    deeper = indent + "  "
    if isinstance(value, Mapping) and any(isinstance(part, list) for part in value.values()):
        lines = [f"{deeper}{json.dumps(key)}: {_write_json(part, deeper)}" for key, part in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(deeper + _write_json(part, deeper) for part in value) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False)


def _write(folder: Path, name: str, content: bytes) -> Path:
    """The content in a temporary file, on the disk."""
    path = folder / f"{PREFIX}{os.getpid()}-{name}.tmp"
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return path


def _replace(folder: Path, pairs: Sequence[tuple[Path, str]]) -> None:
    """Rename each temporary file to its name, in order; if one cannot be, undo those that were."""
    kept = [(_keep(folder, name), name) for _, name in pairs]
    done = 0
    try:
        for path, name in pairs:
            done += 1
            path.replace(folder / name)
        _sync(folder)
    except BaseException:
        for copy, name in kept[:done]:
            # What cannot be put back does not keep the rest from it.
            with suppress(OSError):
                if copy is not None:
                    copy.replace(folder / name)
                else:
                    (folder / name).unlink()
        raise


def _keep(folder: Path, name: str) -> Path | None:
    """A second name for the file that is there now, or a copy where a file cannot have two names."""
    path, copy = folder / name, folder / f"{PREFIX}{os.getpid()}-{name}.old"
    if not path.is_file():
        return None
    try:
        os.link(path, copy)
    except OSError:
        shutil.copy2(path, copy)
    return copy


def _sync(folder: Path) -> None:
    """The folder's entries onto the disk, where the system can be asked for that."""
    with suppress(PermissionError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _listed_before(folder: Path) -> tuple[dict[str, Any], ...]:
    """What the previous ticket says of each file that is in this folder; nothing where it cannot be read."""
    try:
        ticket = json.loads((folder / TICKET).read_text("utf-8"))
        names = [(file, file["path"]) for file in ticket["files"]]
        return tuple(file for file, name in names if _is_name(name) and (folder / name).is_file())
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def _is_name(name: object) -> bool:
    """Whether it can be the name of a file beside the ticket."""
    return isinstance(name, str) and name == Path(name).name and name != TICKET


def _join(ticket: Mapping[str, Any], staying: Sequence[dict[str, Any]]) -> Mapping[str, Json]:
    """The ticket with the files that stay, theme by theme, so that the order of the builds makes no difference."""
    if not staying:
        return ticket
    return {**ticket, "files": sorted([*ticket["files"], *staying], key=lambda file: str(file.get("theme") or ""))}


def _sweep(folder: Path) -> None:
    """Take away what builds that died have left; the lock says that no other is at work."""
    for path in sorted(folder.glob(f"{PREFIX}*")):
        if path.name != LOCK:
            with suppress(OSError):
                path.unlink()


@contextmanager
def _swept_after(folder: Path) -> Iterator[None]:
    try:
        yield
    finally:
        _sweep(folder)


@contextmanager
def _in_plain_words(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason, cure = _REASONS.get(error.errno or 0, (error.strerror or str(error), "name another folder with --out"))
        raise PnpError(f"cannot write to {folder}: {reason}", cure) from error
