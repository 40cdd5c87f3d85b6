"""Elements and attributes held against the published subset: each complaint with its cure."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from pnp.faces.filters import near
from pnp.faces.svg import subset
from pnp.faces.svg.colours import read_colour
from pnp.faces.svg.elements import Element, read_style
from pnp.faces.svg.lengths import read_box
from pnp.faces.svg.transforms import NUMBER, read_transform, scale_of
from pnp.model.paths import read_commands

LARGEST = 1e6  # user units
SMALLEST_TILE, LARGEST_TILE = 1e-3, 2e3  # user units
SHORTEST_DASH = 0.01  # user units
FAR = f"Numbers up to {LARGEST:,.0f} are drawn."
LENGTH = re.compile(rf"\s*({NUMBER.pattern})\s*(px|pt|pc|mm|cm|in|em|ex|%)?\s*")
_PAINT_URL = re.compile(r"""url\(\s*["']?(#?)([^"')]*)["']?\s*\)\s*(.*)""")
NO_TEXT = {
    "clipPath": "does not clip",
    "pattern": "is not set in a tile",
    "marker": "is not set in an arrow head",
}
HOLLOW = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image", "stop"))
_TILED = frozenset(("pattern", "marker"))
_TILES = ("<pattern> has width", "<pattern> has height", "<marker> has marker")
_ONE_DIGIT = bytes.maketrans(b"123456789", b"000000000")
_WORDS_FOR_PAINT = frozenset(("none", "currentColor", "inherit"))


def find_left_out(tag: str, attributes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What of an element a card is drawn without, and the cure."""
    if tag in subset.LEFT_OUT:
        yield f"<{tag}> is left out", subset.CURES[tag]
        return
    for name, value in (*attributes.items(), *read_style(attributes.get("style", ""))):
        if subset.is_left_out(name) and ":" not in tag:
            harmless, cure = subset.REFUSED.get(name, ((), subset.CURES["script"]))
            if value.strip() not in harmless:
                yield f'<{tag}> has {name}="{value[:60]}", which is left out', cure


def check_element(element: Element) -> Iterator[tuple[str, str]]:
    """What is wrong with the element as such, and the cure."""
    tag = element.tag
    if tag in subset.LEFT_OUT:
        return
    if tag in subset.ELEMENTS:
        for name, value, cure in subset.NEEDED.get(tag, ()) if "href" not in element.attributes else ():
            given = element.attributes.get(name, "")
            if not given or (value and given != value):
                yield f'<{tag}> has {name}="{given}"' if given else f"<{tag}> has no {name}", cure
        href = element.attributes.get("href")
        yield from _check_content(element)
        if href is None and tag in ("use", "image"):
            yield f"<{tag}> has no href", "say what it shall show"
        if href is not None and tag != "image" and not href.startswith("#"):
            yield (
                f"<{tag}> refers to {href[:60]}, outside the drawing",
                "include the file in the template and refer to #its-id",
            )
    elif tag.startswith("svg:"):
        yield f"<{tag}> has a prefix", 'make the SVG namespace the default: xmlns="http://www.w3.org/2000/svg"'
    elif tag.startswith("pnp:") or ":" not in tag:
        stem = "fe…" if re.match(r"fe[A-Z]", tag) else tag
        cure = subset.CURES["filter"] if stem == "fe…" else subset.CURES.get(tag) or near(tag, subset.ELEMENTS)
        yield f"<{tag}> is not drawn", cure or "the elements that are drawn: templates/README.md"


def _check_content(element: Element) -> Iterator[tuple[str, str]]:
    """What stands in an element that cannot hold it."""
    tag = element.tag
    if tag in NO_TEXT and any(inner.tag in ("text", "pnp:text") for inner in element.walk()):
        yield f"<{tag}> holds text, which {NO_TEXT[tag]}", "turn the letters into a path"
    if tag in HOLLOW:
        known = (inner.tag for inner in element.children if inner.tag in subset.ELEMENTS)
        held = next((inner for inner in known if inner not in ("title", "desc", "metadata")), None)
        if held is not None:
            yield f"<{tag}> holds <{held}>", "Put it behind it: shapes and pictures hold nothing."


def check_attributes(tag: str, attributes: Mapping[str, str], clips: bool) -> Iterator[tuple[str, str]]:
    """What is wrong with the attributes and the `style` of an element, and the cure.

    `clips` says whether it stands in a `<clipPath>`: programs write `clip-rule` everywhere, and it matters there alone.
    """
    if tag == "pnp:text" or (":" in tag and not tag.startswith("svg:")):
        return
    own = [(name, value) for name, value in attributes.items() if name != "style"]
    own += [(name, value) for name, value in read_style(attributes.get("style", "")) if not name.startswith("-")]
    for name, value in own:
        if not name:
            cure = 'Write it as style="fill: #aa3333; stroke: none", or take it out.'
            yield f'the style of <{tag}> has ":{value[:60]}", which says not what it sets', cure
        elif clips or name != "clip-rule":
            yield from check_attribute(tag, name, value)


@lru_cache(maxsize=8192)
def check_attribute(tag: str, name: str, value: str) -> tuple[tuple[str, str], ...]:
    """What is wrong with one attribute or property, and the cure. Remembered: drawings say much over and over."""
    plain = _PLAIN.get(name)
    if plain is not None and plain.fullmatch(value) and tag not in _TILED:
        return ()
    return tuple(_check_attribute(tag, name, value))


def _check_attribute(tag: str, name: str, value: str) -> Iterator[tuple[str, str]]:
    if subset.is_left_out(name):
        return
    if name in subset.REFUSED:
        harmless, cure = subset.REFUSED[name]
        if value.strip() not in harmless:
            yield f'<{tag}> has {name}="{value[:60]}", which is not drawn', cure
    elif name in subset.ATTRIBUTES:
        yield from _check_value(tag, name, value)
    elif ":" not in name and not name.startswith(("data-", "aria-", "-")):
        yield f"<{tag}> has {name}, which is not an attribute that is drawn", near(name, sorted(subset.ATTRIBUTES))


def _check_value(tag: str, name: str, value: str) -> Iterator[tuple[str, str]]:
    what = f'<{tag}> has {name}="{value[:60]}"'
    if name in subset.COLOURS:
        yield from _check_paint(what, value)
    elif name in subset.SHARES:
        if NUMBER.fullmatch(value.strip()) is None or not 0 <= float(value) <= 1:
            yield f"{what}, expected a number from 0 to 1", "0 shows nothing, 1 hides what lies below"
    elif name in subset.LENGTHS:
        if tag in subset.TEXT_ELEMENTS:
            yield from _check_places(what, value)
        elif value not in ("inherit", "auto"):
            yield from _check_length(what, name, value)
    else:
        check = _CHECKS.get(name)
        if check is not None:
            yield from check(what, value)


def _check_paint(what: str, value: str) -> Iterator[tuple[str, str]]:
    text = value.strip()
    match = _PAINT_URL.match(text)
    if match is not None:
        if match[1] != "#":
            yield f"{what}, outside the drawing", "refer to #id of a gradient or pattern in the same drawing"
        text = match[3].strip() or "none"
    if text not in _WORDS_FOR_PAINT and read_colour(text) is None:
        yield (
            f"{what}, which is not drawn as that colour",
            "write #rrggbb, rgb(255, 0, 0) or a name; opacity goes into fill-opacity",
        )


def _check_length(what: str, name: str, value: str) -> Iterator[tuple[str, str]]:
    match = LENGTH.fullmatch(value)
    if match is None or abs(float(match[1])) > LARGEST:
        yield f"{what}, which is no length", "write a number, or one with px, pt, mm, cm, in, em or %"
    elif float(match[1]) < 0 and name in subset.POSITIVE:
        yield f"{what}, which is less than nothing", "write 0 or more"
    elif float(match[1]) == 0 and what.startswith(_TILES):
        yield f"{what}, which leaves nothing of it", "write more than 0"
    elif what.startswith("<pattern>") and name in ("width", "height"):
        if match[2] == "%":
            yield f"{what}, a share of the drawing", "Write the tile's size in the units of the drawing."
        elif not SMALLEST_TILE <= float(match[1]) <= LARGEST_TILE:
            cure = f"Tiles from {SMALLEST_TILE} to {LARGEST_TILE:,.0f} units are drawn."
            yield f"{what}, which is no size for a tile", cure


def _check_places(what: str, value: str) -> Iterator[tuple[str, str]]:
    if not all(LENGTH.fullmatch(word) for word in value.replace(",", " ").split()):
        yield f"{what}, which is no length", "write a number in the units of the drawing"


def _check_lengths(what: str, value: str) -> Iterator[tuple[str, str]]:
    lengths = [LENGTH.fullmatch(word) for word in value.replace(",", " ").split()]
    if value.strip() != "none" and not all(length is not None and float(length[1]) >= 0 for length in lengths):
        yield f"{what}, expected lengths", "write them with spaces between, or none"
    elif 0 < sum(float(length[1]) for length in lengths if length is not None) < SHORTEST_DASH:
        yield f"{what}, which is too fine", f"Dash and gap together take {SHORTEST_DASH} units or more."


def _check_size(what: str, value: str) -> Iterator[tuple[str, str]]:
    match = LENGTH.fullmatch(value)
    if match is None and not value.strip().isalpha() and value.strip() not in ("xx-small", "x-small", "x-large"):
        yield f"{what}, which is no size", "write a number, or one with px, pt or mm"
    elif match is not None and not 0 <= float(match[1]) < LARGEST:
        yield f"{what}, which is no size of type", "Type from 0.1 to 1,000 points is drawn."


def _check_number(what: str, value: str) -> Iterator[tuple[str, str]]:
    if NUMBER.fullmatch(value.strip()) is None:
        yield f"{what}, expected a number", "write a number alone"


def _check_offset(what: str, value: str) -> Iterator[tuple[str, str]]:
    if NUMBER.fullmatch(value.strip().removesuffix("%")) is None:
        yield (
            f"{what}, expected a number from 0 to 1 or a percentage",
            "0 is where the gradient begins, 1 where it ends",
        )


def _check_orient(what: str, value: str) -> Iterator[tuple[str, str]]:
    if value.strip() != "auto" and NUMBER.fullmatch(value.strip()) is None:
        yield f"{what}, expected auto or an angle", "write auto"


def _check_box(what: str, value: str) -> Iterator[tuple[str, str]]:
    box = read_box(value)
    if box is None:
        yield f"{what}, expected left, top, width and height", "the last two are more than 0"
    elif max(map(abs, box)) > LARGEST:
        yield f"{what}, which is too far away", FAR


def _check_transform(what: str, value: str) -> Iterator[tuple[str, str]]:
    cure = "translate(x y), scale(s), rotate(angle x y), skewX, skewY or matrix(a b c d e f)"
    try:
        read_transform(value)
    except ValueError as error:
        yield f"{what}: {error} cannot be read", cure


def _check_paint_transform(what: str, value: str) -> Iterator[tuple[str, str]]:
    yield from _check_transform(what, value)
    try:
        flat = scale_of(read_transform(value)) < 1e-6
    except ValueError:
        return
    if flat:
        yield f"{what}, which leaves nothing of it", "scale by more than 0"


def _check_origin(what: str, value: str) -> Iterator[tuple[str, str]]:
    if len(NUMBER.findall(value)) != 2 or NUMBER.sub("", value).strip(" ,"):
        yield (
            f"{what}, expected two numbers",
            "write rotate(angle x y), or the origin as x y in the units of the drawing",
        )


def _check_path(what: str, value: str) -> Iterator[tuple[str, str]]:
    try:
        commands = read_commands(value)
    except ValueError as error:
        yield f"{what}: {error} cannot be read", "commands are MLHVCSQTAZ with their numbers"
        return
    if _may_be_far(value):
        far = next((number for _, numbers in commands for number in numbers if abs(number) > LARGEST), None)
        if far is not None:
            yield f"{what}: {far:g} is too far away", FAR


def _may_be_far(numbers: str) -> bool:
    """Whether one of the numbers may be beyond LARGEST: that takes seven digits together, or an exponent.

    Seen without a look at each: a drawing has very many.
    """
    if not numbers.isascii() or "e" in numbers or "E" in numbers:
        return True
    return b"0000000" in numbers.encode().translate(_ONE_DIGIT)


def _check_points(what: str, value: str) -> Iterator[tuple[str, str]]:
    if not value.strip() or len(NUMBER.findall(value)) % 2 or NUMBER.sub("", value).strip(" ,\t\r\n"):
        yield f"{what}, expected pairs of numbers", "write x,y x,y"
    elif any(abs(float(number)) > LARGEST for number in NUMBER.findall(value)):
        yield f"{what}, which is too far away", FAR


def _check_url(what: str, value: str) -> Iterator[tuple[str, str]]:
    match = _PAINT_URL.match(value.strip())
    if value.strip() not in ("none", "inherit") and (match is None or match[1] != "#"):
        yield f"{what}, expected url(#id)", "refer to the id of an element of the same drawing"


_CHECKS = {
    "transform": _check_transform,
    "gradientTransform": _check_paint_transform,
    "patternTransform": _check_paint_transform,
    "transform-origin": _check_origin,
    "d": _check_path,
    "points": _check_points,
    "clip-path": _check_url,
    "marker-start": _check_url,
    "marker-mid": _check_url,
    "marker-end": _check_url,
    "stroke-dasharray": _check_lengths,
    "stroke-miterlimit": _check_number,
    "font-size": _check_size,
    "offset": _check_offset,
    "orient": _check_orient,
    "viewBox": _check_box,
}
# Attributes whose values are looked at.
CHECKED = subset.COLOURS | subset.SHARES | subset.LENGTHS | _CHECKS.keys() | subset.REFUSED.keys()
# What most values of some of them look like if they are right.
_NUMBER = r"[0-9]{1,6}(?:\.[0-9]+)?"
_PLAIN = {
    **dict.fromkeys(subset.COLOURS, re.compile(r"#[0-9A-Fa-f]{6}|none")),
    **dict.fromkeys(subset.LENGTHS - subset.POSITIVE, re.compile(rf"-?{_NUMBER}")),
    **dict.fromkeys(subset.POSITIVE, re.compile(_NUMBER)),
}
