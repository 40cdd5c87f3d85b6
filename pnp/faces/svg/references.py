"""References in markup: the ids that `href="#id"` and `url(#id)` name."""

import re
from functools import lru_cache
from itertools import pairwise

REFERENCE = re.compile(r"""(?:\bhref\s*=\s*["']\s*#|url\(\s*["']?#)([^"')]+)""")
# The two halves of it: each begins with plain letters, which are found many times faster.
_PAINT = re.compile(r"""url\(\s*["']?#([^"')]+)""")
_LINK = re.compile(r"""href(?<!\whref)\s*=\s*["']\s*#([^"')]+)""")


@lru_cache(maxsize=4096)
def find_references(markup: str) -> tuple[str, ...]:
    """The ids that the markup refers to, in its order, as often as it names them."""
    paints = list(_PAINT.finditer(markup)) if "url(" in markup else []
    links = list(_LINK.finditer(markup)) if "href" in markup else []
    if paints and links:
        matches = sorted((*paints, *links), key=re.Match.start)
        if any(one.end() > other.start() for one, other in pairwise(matches)):
            return tuple(REFERENCE.findall(markup))
        return tuple([match[1] for match in matches])
    return tuple([match[1] for match in paints or links])
