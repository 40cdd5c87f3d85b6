"""Numbers that run together, as SVG allows and CairoSVG cannot read everywhere: `1+2`, `1e0.5`."""

import re
from functools import lru_cache

from pnp.faces.svg.transforms import NUMBER

_VIEW = re.compile(r"""\bviewBox\s*=\s*(?:"[^"]*"|'[^']*')""")
_LISTS = re.compile(r"""\b(?:d|points|transform|gradientTransform|patternTransform)\s*=\s*(?:"[^"]*"|'[^']*')""")
_JOINED = re.compile(rf"(?>{NUMBER.pattern})(?=[-+.0-9])")
# Where one number follows another in a way that is read wrongly.
_RUN_TOGETHER = re.compile(r"[0-9.]\+|[eE][+-]?[0-9]+\.")


@lru_cache(maxsize=4096)
def part_numbers(markup: str) -> str:
    """The markup with a space between numbers that run together. Remembered: most markup stands on many faces."""
    if "viewBox" in markup:
        markup = _VIEW.sub(_part, markup)
    return _LISTS.sub(_part, markup) if _RUN_TOGETHER.search(markup) else markup


def _part(match: re.Match[str]) -> str:
    name, equals, value = match[0].partition("=")
    if name.startswith("viewBox") or _RUN_TOGETHER.search(value):
        return name + equals + _JOINED.sub(r"\g<0> ", value)
    return match[0]
