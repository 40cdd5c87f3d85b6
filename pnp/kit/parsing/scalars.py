"""What plain text means in YAML 1.2: nothing, true or false, a number, or text."""

import re
from typing import NamedTuple

from pnp.kit.parsing.tree import Scalar

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
TRUTHS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
# What YAML 1.1 took for true and false, and 1.2 takes for words.
OLD_TRUTHS = {"yes": True, "y": True, "on": True, "no": False, "n": False, "off": False}
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]")
_WHOLE_FLOAT = re.compile(r"([-+]?[0-9]+)\.0*")
MOST_DIGITS = 15


class Amount(NamedTuple):
    """A number as it was read, or the check that refuses it with message and help."""

    value: int | float | None
    check: str = ""
    message: str = ""
    help: str = ""


_NO_END = Amount(None, "bad-value", "is not a finite number", "Write a number in digits.")


def core_value(scalar: Scalar) -> str | int | float | bool | None:
    """The value by YAML 1.2's core schema: only true and false are booleans, only plain digits are numbers."""
    text = scalar.text
    if scalar.style or text in _NULL:
        return text if scalar.style else None
    if text in TRUTHS:
        return TRUTHS[text]
    if _DECIMAL.fullmatch(text) and len(text) <= MOST_DIGITS:
        return int(text)
    if _BASED.fullmatch(text) and len(text) <= MOST_DIGITS:
        return int(text, 0)
    if (_FLOAT.fullmatch(text) and len(text) <= 40) or _NOT_FINITE.fullmatch(text):
        return float(text.replace(".inf", "inf").replace(".nan", "nan").replace(".I", "I").replace(".N", "N"))
    return text


def is_null(scalar: Scalar) -> bool:
    """Whether the scalar says nothing, where it is not asked for text."""
    return not scalar.style and scalar.text in _NULL


def whole(text: str) -> Amount:
    """A whole number from its text: `3`, `-1`, `+2`, `0x1F`, `0o17`, `2.0`."""
    if _NOT_FINITE.fullmatch(text):
        return _NO_END
    whole_float = _WHOLE_FLOAT.fullmatch(text)
    digits = whole_float[1] if whole_float else text
    if _BASED.fullmatch(digits) and len(digits) <= MOST_DIGITS:
        return Amount(int(digits, 0))
    if not _DECIMAL.fullmatch(digits):
        return _no_number(text, "a whole number")
    return _counted(digits)


def number(text: str) -> Amount:
    """A number from its text; a whole one stays whole, so that it prints as it was written."""
    if _DECIMAL.fullmatch(text):
        return _counted(text)
    if _BASED.fullmatch(text):
        return whole(text)
    if _FLOAT.fullmatch(text):
        value = float(text)
        if value - value == 0:
            return Amount(value)
    if _NOT_FINITE.fullmatch(text) or _FLOAT.fullmatch(text):
        return _NO_END
    return _no_number(text, "a number")


def _counted(digits: str) -> Amount:
    if len(digits.lstrip("+-")) > MOST_DIGITS:
        length = len(digits.lstrip("+-"))
        message = f"has {length} digits, at most {MOST_DIGITS} are allowed"
        return Amount(None, "out-of-range", message, "If it is a code and no amount, declare the field as text.")
    value = int(digits)
    if _LEADING_ZERO.match(digits):
        cure = (
            f"Write {value}, or 0o{digits.lstrip('+-0')} if you mean octal; declare the field as text to keep the zero."
        )
        return Amount(None, "bad-value", "starts with a zero", cure)
    return Amount(value)


def _no_number(text: str, wanted: str) -> Amount:
    """Not a number: guess what was meant."""
    plain = text.strip().replace("\u2212", "-").replace("\u2013", "-").replace("_", "")
    plain = re.sub(r",(?=[0-9]{3}\b)", "", plain).replace(",", ".")
    cure = ""
    if _DECIMAL.fullmatch(plain) and len(plain) <= MOST_DIGITS:
        cure = f"Write {int(plain)}."
    elif _FLOAT.fullmatch(plain) and len(plain) <= MOST_DIGITS:
        meant = float(plain)
        shown = int(meant) if meant == meant // 1 and abs(meant) < 1e15 else meant
        cure = f"Write {shown}." if wanted == "a number" or isinstance(shown, int) else "Round it."
    return Amount(None, "wrong-type", "", cure)
