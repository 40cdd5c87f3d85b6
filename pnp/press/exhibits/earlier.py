"""An earlier print as its job ticket tells it: its pieces, and where their pictures lie in the PDFs beside it."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pnp.model.face import FaceKey
from pnp.model.files import read_file
from pnp.model.finding import PnpError
from pnp.press.exhibits.changes import Old

# Bytes of a ticket and of a PDF that are read at most, and pieces of a ticket.
TICKET, PDF, PIECES = 50_000_000, 500_000_000, 100_000


class Spot(NamedTuple):
    """Where a face lies: the PDF, the page from 0, its trim's top left corner, its size as it lies (mm), its turn."""

    file: str
    page: int
    x: float
    y: float
    width: float
    height: float
    turn: int


class Earlier(NamedTuple):
    """The pieces of an earlier print, what it is called, and the spots of their faces."""

    name: str
    folder: Path
    pieces: tuple[Old, ...]
    spots: Mapping[FaceKey, Spot]
    sums: Mapping[str, str]

    def read_pdf(self, name: str) -> bytes | None:
        """The PDF beside the ticket, if it is still the one that the ticket tells of."""
        path = self.folder / name
        try:
            if path.is_symlink() or not path.is_file() or path.stat().st_size > PDF:
                return None
            content = path.read_bytes()
        except OSError:
            return None
        return content if hashlib.sha256(content).hexdigest() == self.sums[name] else None


def read_ticket(path: Path, kit: str, theme: str) -> Earlier:
    """The print that the ticket of `kit` tells of, in that theme; of a job on several papers, the first.

    PnpError if it is no ticket, is of another kit, or has nothing in that theme.
    """
    ticket = _load(path)
    if ticket.get("kit") != kit:
        other = str(ticket.get("kit"))[:60]
        raise PnpError(
            f"{path.name} tells of the kit {other}, not of {kit}", f"Name the kit: pnp build {other} --since …"
        )
    try:
        files = _choose_files(ticket["files"], theme)
        found = [piece for file in files for piece in _read_file(file)]
        sums = {str(file["path"]): str(file["sha256"]) for file in files}
        version = str(ticket.get("version") or "")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _not_a_ticket(path) from error
    if not files:
        look = f"the theme {theme}" if theme else "the usual look"
        raise PnpError(f"{path.name} tells of no cards in {look}", "Build in the theme that it was built in.")
    spots = {key: spot for _, places in found for key, spot in places}
    return Earlier(version or "before", path.parent, tuple(old for old, _ in found), spots, sums)


def _load(path: Path) -> dict[str, Any]:
    try:
        ticket = json.loads(read_file(path, TICKET))
    except OSError as error:
        raise PnpError(f"{path} cannot be read: {error.strerror}", "Name the job.json of an earlier build.") from error
    except (ValueError, RecursionError) as error:
        raise _not_a_ticket(path) from error
    if not isinstance(ticket, dict) or not isinstance(ticket.get("files"), list):
        raise _not_a_ticket(path)
    return ticket


def _not_a_ticket(path: Path) -> PnpError:
    return PnpError(
        f"{path.name} is no job ticket of pnp", "Name the job.json of an earlier build, or a tag or commit."
    )


def _choose_files(files: list[dict[str, Any]], theme: str) -> list[dict[str, Any]]:
    """Of each run the first file in that theme that has pieces."""
    chosen: dict[str, dict[str, Any]] = {}
    for file in files:
        if (file.get("theme") or "") == theme and any(sheet["pieces"] for sheet in file["sheets"]):
            chosen.setdefault(str(file["run"]), file)
    if sum(len(sheet["pieces"]) for file in chosen.values() for sheet in file["sheets"]) > PIECES:
        raise ValueError("a ticket of more pieces than a game has")
    return list(chosen.values())


def _read_file(file: Mapping[str, Any]) -> Iterator[tuple[Old, list[tuple[FaceKey, Spot]]]]:
    path = str(file["path"])
    plain = path == Path(path).name and path.endswith(".pdf") and not file.get("printer")
    for sheet in file["sheets"]:
        for piece in sheet["pieces"]:
            # The back lies where the front lies, if otherwise turned.
            lying = float(piece["width_mm"]), float(piece["height_mm"])
            upright = lying[::-1] if piece["turn"] in (90, 270) else lying
            part = piece.get("part")
            if part and (part["row"], part["column"]) != (1, 1):
                continue  # the first part stands for the whole
            if part:
                upright = float(part["width_mm"]), float(part["height_mm"])
            component, name = str(piece["component"]), str(piece["id"])
            card = name.rpartition("/")[2]
            front, back = FaceKey(component, card, "front"), piece["back"]
            behind = FaceKey(component, card, "back") if back else None
            spots = [
                (key, Spot(path, int(page) - 1, float(at["x_mm"]), float(at["y_mm"]), *lying, int(at["turn"])))
                for key, page, at in ((front, sheet["front_page"], piece), (behind, back and back["page"], back))
                if plain and not part and key is not None and page
            ]
            yield Old(name, component, str(piece["digest"]), *upright, front, behind), spots
