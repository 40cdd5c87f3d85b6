"""Lengths: millimetres inside, points only at the edge of a PDF or a font."""

import re

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0
MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH
POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH

_MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT}
_LENGTH = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(mm|cm|in|pt)?\s*")


def parse_length(text: str) -> float | None:
    """The millimetres of `3`, `3 mm`, `0.125in` or `9pt` (a bare number is millimetres); None if it is no length."""
    match = _LENGTH.fullmatch(text)
    if match is None:
        return None
    return float(match[1]) * _MM_PER_UNIT[match[2] or "mm"]


def show(mm: float) -> str:
    """Millimetres as a person writes them: at most three decimals, no trailing zeros (`63.5`, `3.175`, `9`)."""
    text = f"{mm:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
