"""The `marks` of a print job: a word, or a group that says what they look like."""

import re

from pnp.kit.fields import TYPES
from pnp.kit.parsing.tree import Entry, Mapping, Scalar
from pnp.kit.reader import Reader
from pnp.kit.report import Report
from pnp.kit.schema import MARKS, SIDES
from pnp.model.kit import Path, Value
from pnp.model.marking import CUT_CONTOUR, Marking
from pnp.model.place import Where

STYLES = next(row.options for row in MARKS if row.name == "style")
_COLOUR = re.compile("#[0-9a-fA-F]{6}")


def read_marks(entry: Entry | None, report: Report, places: dict[Path, Where]) -> tuple[str, Marking]:
    """The sides that have marks (`none` for none), and the marks' look. What is wrong is noted, and as usual."""
    if entry is None:
        return "both", Marking()
    reader = Reader(report, TYPES, "the print job")
    if isinstance(entry.value, Scalar) and entry.value.text in STYLES and entry.value.text not in SIDES.options:
        places["marks",] = report.where(entry.value)
        message = f'marks is "{entry.value.text}", which is a style and no side'
        report.note("unknown-choice", entry.value, message, f"Write `marks: {{style: {entry.value.text}}}`.")
        return "both", Marking()
    if not isinstance(entry.value, Mapping):
        sides = str(reader.entry(SIDES, entry, entry, ()))
        places.update(reader.places)
        return sides, Marking()
    values = reader.group(MARKS, entry.value, ("marks",))
    places["marks",] = report.where(entry.value)
    places.update(reader.places)
    style = str(values["style"])
    usual = Marking()
    lines = values["lines"] if isinstance(values["lines"], dict) else {}
    marking = Marking(
        usual.style if style == "none" else style,
        _length(values["length"]),
        _length(values["offset"]),
        _length(values["weight"]) or usual.weight,
        _colour(str(values["colour"]), reader),
        str(lines.get("cut") or usual.cut),
        str(lines.get("score") or usual.score),
        str(lines.get("fold") or usual.fold),
        str(values["cuts"] or ""),
    )
    return "none" if style == "none" else str(values["sides"]), marking


def _length(value: Value) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _colour(text: str, reader: Reader) -> str:
    """The colour, its letters small; the knife's spot colour as it has to be spelt."""
    if text.casefold() == CUT_CONTOUR.casefold():
        return CUT_CONTOUR
    if _COLOUR.fullmatch(text):
        return text.lower()
    message = f'the colour of the marks is "{text[:40]}"'
    cure = f'Write "#" and six digits in quotes, "#c00000", or {CUT_CONTOUR}.'
    reader.report.note("bad-value", reader.places["marks", "colour"], message, cure)
    return "#000000"
