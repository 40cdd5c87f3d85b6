"""Numbers that run together, as SVG allows and CairoSVG cannot read everywhere: `1+2`, `1e0.5`."""

import re

from pnp.faces.svg.transforms import NUMBER

_VIEW = re.compile(r"""viewBox(?<!\wviewBox)\s*=\s*(?:"[^"]*"|'[^']*')""")
_LISTS = re.compile(r"""\b(?:d|points|transform|gradientTransform|patternTransform)\s*=\s*(?:"[^"]*"|'[^']*')""")
_JOINED = re.compile(rf"(?>{NUMBER.pattern})(?=[-+.0-9])")
# Where one number follows another in a way that is read wrongly. Each is looked for by a letter that it begins with or
# cannot do without: most markup is plain, and found to be so many times faster.
_PLUS = re.compile(r"[0-9.]\+")
_SMALL_POWER, _LARGE_POWER = re.compile(r"e[+-]?[0-9]+\."), re.compile(r"E[+-]?[0-9]+\.")


def part_numbers(markup: str) -> str:
    """The markup with a space between numbers that run together."""
    if "viewBox" in markup:
        markup = _VIEW.sub(_part, markup)
    return _LISTS.sub(_part, markup) if run_together(markup) else markup


def run_together(text: str) -> bool:
    """Whether there may be numbers in the text that run together; none do in a part of one without any."""
    return (
        ("+" in text and _PLUS.search(text) is not None)
        or ("e" in text and _SMALL_POWER.search(text) is not None)
        or ("E" in text and _LARGE_POWER.search(text) is not None)
    )


def _part(match: re.Match[str]) -> str:
    name, equals, value = match[0].partition("=")
    if name.startswith("viewBox") or run_together(value):
        return name + equals + _JOINED.sub(r"\g<0> ", value)
    return match[0]
