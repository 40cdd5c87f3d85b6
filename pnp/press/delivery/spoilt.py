"""What templates gave that is no SVG, kept in files for the designer to look at."""

import hashlib
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pnp.model.face import FaceKey

_LONGEST = 60


def keep_spoilt(folder: Path, faces: Iterable[tuple[FaceKey, str]]) -> tuple[Path, ...]:
    """The SVG of each face in a file of the folder, in place of those of the last build.

    Where the folder cannot be written, nothing is: what is wrong has been told, and this only helps to see it.
    """
    with suppress(OSError):
        for path in sorted(folder.glob("*.svg")) if folder.is_dir() else ():
            path.unlink()
    kept: list[Path] = []
    with suppress(OSError):
        for key, svg in faces:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / name_file(key)
            with path.open("xb") as file:  # never through a link that somebody put there
                file.write(svg.encode("utf-8", "surrogatepass"))
            kept.append(path)
    return tuple(kept)


def name_file(key: FaceKey) -> str:
    """A name that every file system takes, different for different faces: `events-pharmacy-run-front.svg`."""
    whole = "-".join(part for part in key if part)
    plain = re.sub(r"[^a-z0-9]+", "-", whole.lower()).strip("-")[:_LONGEST]
    if plain == whole:
        return f"{plain}.svg"
    return f"{plain}-{hashlib.sha256(chr(0).join(key).encode()).hexdigest()[:8]}.svg"
