"""Finished files into the output folder: all of them or none, and never half of one."""

import errno
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from pnp.model.files import read_file
from pnp.model.finding import PnpError
from pnp.press.delivery.ticket import Json, plain
from pnp.press.lock import NAME as LOCK
from pnp.press.lock import locked

# Drafts have a ticket of their own, so that they stand beside the good files and take nothing from them.
TICKET, DRAFT_TICKET = "job.json", "job-draft.json"
# Temporary files are called so; whoever has the lock sweeps those that a dead process left.
PREFIX = ".pnp-"
PATIENCE = 60.0
# A ticket of more bytes is none of ours: a thousand cards take half a million.
LARGEST_TICKET = 50_000_000

_REASONS = {
    errno.ENOSPC: ("the disk is full", "Make room, then build again."),
    errno.EDQUOT: ("your disk quota is used up", "Make room, then build again."),
    errno.EROFS: ("it is read-only", "Name another folder with --out."),
    errno.EACCES: ("no permission", "Close the file if a viewer holds it, or name another folder with --out."),
    errno.EPERM: ("no permission", "Close the file if a viewer holds it, or name another folder with --out."),
    errno.ENOTDIR: ("a file stands where a folder has to be", "Move the file away, or name another folder with --out."),
    errno.EEXIST: ("a file stands where a folder has to be", "Move the file away, or name another folder with --out."),
    errno.EISDIR: ("a folder stands where the file has to be", "Move the folder away, then build again."),
    errno.ENAMETOOLONG: ("the name is too long", "Give the job a shorter name."),
}


class Delivered(NamedTuple):
    """The files as they now stand, and those that went because the kit has their job or theme no more."""

    files: tuple[Path, ...]
    removed: tuple[Path, ...] = ()


def deliver(  # noqa: PLR0913 - what is written, what stays, and which of the tickets it is
    folder: Path,
    files: Mapping[str, bytes],
    ticket: Mapping[str, Json],
    kept: Sequence[str | None] = (),
    patience: float = PATIENCE,
    *,
    draft: bool = False,
    since: str = "",
    spared: Sequence[str] = (),
) -> Delivered:
    """Write `files` and, last, the ticket as `job.json` (of drafts: `job-draft.json`) into `folder`.

    The ticket of an update is called `job-since-<name>.json`, so that it takes nothing from that of the whole.

    Everything is first written beside its place and synced, then renamed over what was there. Of the files that the
    previous ticket named, those of other papers, printers and sides stay, and those of the themes in `kept` (None: the
    usual look), and stay in the ticket; those of a job or theme that is in neither `kept` nor ticket are removed
    after, but for the jobs in `spared`, of which nothing was asked for. Where anything fails, the folder is put back as
    it was. A second build waits `patience` seconds for the first. PnpError in plain words where the folder cannot be
    written.
    """
    name_of_ticket = name_ticket(since, draft=draft)
    removed: list[Path] = []
    with _in_plain_words(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder, patience):
            _sweep(folder)
            old = _listed_before(folder, name_of_ticket)
            staying = _choose_staying(old, files, ticket, kept, spared)
            whole = {**files, name_of_ticket: write_ticket(_join(ticket, staying))}
            with _swept_after(folder):
                _replace(folder, [(_write(folder, name, content), name) for name, content in whole.items()])
            names = {*whole, *(file["path"] for file in staying)}
            for path in (folder / file["path"] for file in old if file["path"] not in names):
                with suppress(OSError):
                    path.unlink()
                    removed.append(path)
    return Delivered(tuple(folder / name for name in files), tuple(removed))


def name_ticket(since: str = "", *, draft: bool = False) -> str:
    """How a ticket is called."""
    if not since:
        return DRAFT_TICKET if draft else TICKET
    return f"job-since-{plain(since)}{'-draft' if draft else ''}.json"


def _choose_staying(
    old: Sequence[dict[str, Any]],
    files: Mapping[str, bytes],
    ticket: Mapping[str, Any],
    kept: Sequence[str | None],
    spared: Sequence[str],
) -> list[dict[str, Any]]:
    """The files of the previous ticket that this build was not asked for: of other papers, themes, printers, sides."""
    new = ticket["files"]
    runs = [*spared, *(file.get("run") for file in new)]
    themes = [*kept, *(file.get("theme") for file in new)]
    built = [_passage(file) for file in new]
    staying = [
        file
        for file in old
        if file["path"] not in files
        and file.get("run") in runs
        and file.get("theme") in themes
        and _passage(file) not in built
    ]
    # A guide that tells of a file which goes would be wrong.
    going = [_passage(file)[1:] for file in old if file not in staying and file["path"] not in files]
    return [file for file in staying if not file.get("guide") or _passage(file)[1:] not in going]


def _passage(file: Mapping[str, Any]) -> tuple[object, ...]:
    """What a file is besides its job, as a build is asked for it: paper and theme, and of sheets printer and sides."""
    printer = file.get("printer")
    name = printer.get("name") if isinstance(printer, dict) else None
    return file.get("run"), file.get("paper"), file.get("theme"), name, file.get("only")


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


def _listed_before(folder: Path, name_of_ticket: str) -> tuple[dict[str, Any], ...]:
    """What the previous ticket says of each file that is in this folder; nothing where it cannot be read."""
    try:
        path = folder / name_of_ticket
        ticket = json.loads(read_file(path, LARGEST_TICKET) if path.is_file() else "")
        names = [(file, file["path"]) for file in ticket["files"]]
        return tuple(file for file, name in names if _is_name(name) and (folder / name).is_file())
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ()


def _is_name(name: object) -> bool:
    """Whether it can be the name of a file beside the ticket."""
    return isinstance(name, str) and name == Path(name).name and name not in (TICKET, DRAFT_TICKET)


def _join(ticket: Mapping[str, Any], staying: Sequence[dict[str, Any]]) -> Mapping[str, Json]:
    """The ticket with the files that stay, by theme and paper, so that the order of the builds makes no difference."""
    if not staying:
        return ticket
    runs = [file.get("run") for file in ticket["files"]]

    def order(file: Mapping[str, Any]) -> tuple[str, int, str, str, str]:
        run, paper, theme, printer, only = _passage(file)
        place = runs.index(run) if run in runs else len(runs)
        return str(theme or ""), place, str(paper or ""), str(printer or ""), str(only or "")

    return {**ticket, "files": sorted([*ticket["files"], *staying], key=order)}


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
        reason, cure = _REASONS.get(error.errno or 0, (error.strerror or str(error), "Name another folder with --out."))
        raise PnpError(f"cannot write to {folder}: {reason}", cure) from error
