"""Printers as their owners measured them, kept in a JSON file of the user's, a profile for each printer and paper."""

import difflib
import json
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from pnp.model.finding import PnpError
from pnp.model.printer import Printer
from pnp.press.lock import locked
from pnp.press.printers.profile import DamageError, describe_printer, read_printer

NAME = "printers.json"
_FOLDER = "printers"
_PATIENCE = 5.0
# A file that is larger holds something else.
_LARGEST = 1_000_000

# What the file says of each printer, by name and paper, as it was read.
Entries = Mapping[str, Mapping[str, Any]]


class Profiles(NamedTuple):
    """All that the file holds; a profile is looked at when it is asked for, so that a damaged one spoils no other."""

    file: Path
    entries: Entries

    def papers(self, name: str) -> tuple[str, ...]:
        """The papers for which the printer was measured."""
        return tuple(self.entries.get(name, ()))

    def printer(self, name: str, paper: str) -> Printer | None:
        """The profile of a printer with a paper, None if there is none; PnpError in plain words if it is damaged."""
        entry = self.entries.get(name, {}).get(paper)
        if entry is None:
            return None
        try:
            return read_printer(name, paper, entry)
        except DamageError as damage:
            raise PnpError(
                f"{self.file}: printer {name} with {paper}: {damage.message}",
                f"mend it there, or drop it with `pnp calibrate --forget {name} --paper {paper}`",
            ) from damage


def open_profiles(file: Path) -> Profiles:
    """The profiles in the file; none if there is no such file. PnpError in plain words where it cannot be read."""
    try:
        there = file.stat()
        if not (stat.S_ISREG(there.st_mode) or stat.S_ISDIR(there.st_mode)):
            _refuse(file, "it is a device or a pipe, not a file")
        if there.st_size > _LARGEST:
            _refuse(file, "it is too large to hold printers")
        text = file.read_bytes().decode("utf-8-sig")
        content = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except FileNotFoundError:
        return Profiles(file, {})
    except OSError as error:
        raise PnpError(f"cannot read {file}: {error.strerror or error}", "make it a file that you may read") from error
    except json.JSONDecodeError as error:
        _refuse(file, f"line {error.lineno}, column {error.colno}: {error.msg}")
    except RecursionError:
        _refuse(file, "its brackets lie too deep in each other")
    except ValueError as error:
        _refuse(file, "it is no text in UTF-8" if isinstance(error, UnicodeError) else str(error))
    return Profiles(file, _entries(file, content))


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        raise ValueError(f'"{twice}" stands twice')
    return dict(pairs)


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _refuse(file: Path, why: str) -> NoReturn:
    raise PnpError(
        f"{file} cannot be read: {why}", "mend it; or move it away, and enter your printers with `pnp calibrate --set`"
    )


def _entries(file: Path, content: object) -> Entries:
    if not isinstance(content, dict) or not isinstance(content.get(_FOLDER), dict):
        _refuse(file, f'it must be {{"{_FOLDER}": {{NAME: {{PAPER: ...}}}}}}')
    unknown = next((key for key in content if key != _FOLDER), None)
    if unknown is not None:
        _refuse(file, f'it must hold "{_FOLDER}" alone, and has "{unknown}" too')
    entries: dict[str, dict[str, Any]] = content[_FOLDER]
    for name, papers in entries.items():
        if not isinstance(papers, dict):
            _refuse(file, f'printer "{name}" must be {{PAPER: ...}}')
    return entries


def require_printers(profiles: Profiles, name: str, papers: Iterable[str]) -> tuple[Printer, ...]:
    """The printer's profile for each of the papers; PnpError naming what there is where one is missing."""
    if name not in profiles.entries:
        known = tuple(profiles.entries)
        near = difflib.get_close_matches(name, known, 1)
        cure = f"did you mean {near[0]}? known: {', '.join(known)}" if near else f"known: {', '.join(known)}"
        if not known:
            cure = "measure it first: `pnp calibrate` prints the sheet for that, and says how"
        raise PnpError(f'there is no printer "{name}" in {profiles.file}', cure)
    printers = []
    measured = " and ".join(profiles.papers(name)) or "no paper"
    for paper in papers:
        printer = profiles.printer(name, paper)
        if printer is None:
            raise PnpError(
                f"printer {name} was measured with {measured}, not with {paper}",
                f"measure it with that paper: `pnp calibrate --printer {name} --paper {paper}` prints the sheet",
            )
        printers.append(printer)
    return tuple(printers)


def keep_printer(file: Path, printer: Printer) -> None:
    """Put the profile into the file, in place of the one for the same printer and paper."""
    entries = {name: dict(papers) for name, papers in open_profiles(file).entries.items()}
    entries.setdefault(printer.name, {})[printer.paper] = describe_printer(printer)
    _write(file, entries)


def forget_printer(file: Path, name: str, paper: str = "") -> tuple[str, ...]:
    """Drop the printer's profile for the paper, or all of them; the papers whose profiles went."""
    profiles = open_profiles(file)
    if name not in profiles.entries or (paper and paper not in profiles.papers(name)):
        require_printers(profiles, name, [paper] if paper else [])
    gone = tuple(each for each in profiles.papers(name) if paper in ("", each))
    entries = {each: dict(papers) for each, papers in profiles.entries.items()}
    for each in gone:
        del entries[name][each]
    _write(file, {each: papers for each, papers in entries.items() if papers})
    return gone


def _write(file: Path, entries: Entries) -> None:
    ordered = {name: {paper: entries[name][paper] for paper in sorted(entries[name])} for name in sorted(entries)}
    put(file, (json.dumps({_FOLDER: ordered}, indent=2, ensure_ascii=False) + "\n").encode())


def put(file: Path, content: bytes) -> None:
    """Write a file as a whole: whoever reads it finds the old one or the new one. PnpError where it cannot be."""
    temporary = file.with_name(f".pnp-{os.getpid()}-{file.name}.tmp")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with locked(file.parent, _PATIENCE):
            try:
                with temporary.open("xb") as stream:
                    stream.write(content)
                    stream.flush()
                    os.fsync(stream.fileno())
                temporary.replace(file)
            finally:
                temporary.unlink(missing_ok=True)
    except OSError as error:
        raise PnpError(f"cannot write {file}: {error.strerror or error}", "make room there, or name another") from error
