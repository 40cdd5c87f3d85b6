"""The published SVG subset: which elements and attributes are drawn right, and the cure for each that is not."""

import re

ELEMENTS = frozenset(
    (
        *("svg", "g", "defs", "symbol", "use", "title", "desc", "metadata", "style"),
        *("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image", "text", "tspan", "pnp:text"),
        *("linearGradient", "radialGradient", "stop", "pattern", "clipPath", "marker"),
    )
)

# What each element outside the subset is to be replaced by.
CURES = {
    "a": "use <g>: paper has no links",
    "altGlyph": "type the character itself",
    "animate": "draw the picture as it shall be printed",
    "animateMotion": "draw the picture as it shall be printed",
    "animateTransform": "draw the picture as it shall be printed",
    "set": "draw the picture as it shall be printed",
    "audio": "paper is silent: take it out",
    "video": "link a picture with <image>",
    "filter": "draw shadows and glows as shapes of their own, or link a picture with <image>",
    "flowRoot": "use <pnp:text> for text in a box",
    "font-face": "put the font file into fonts/ and name its family",
    "foreignObject": "use <pnp:text> for text in a box",
    "hatch": "use <pattern>",
    "iframe": "take it out",
    "mask": "use clip-path for a sharp edge, or a gradient with stop-opacity for a soft one",
    "meshgradient": "use <linearGradient> or <radialGradient>",
    "script": "scripts are never run: let the template do it",
    "switch": "let the template choose with {% if %}",
    "textPath": "place the letters with <text> and transform, or turn the text into a path",
    "tref": "write the text itself",
    "view": "take it out",
}

ATTRIBUTES = frozenset(
    (
        *("id", "class", "style", "href", "transform", "transform-origin", "viewBox", "preserveAspectRatio", "version"),
        *(
            "x",
            "y",
            "width",
            "height",
            "rx",
            "ry",
            "cx",
            "cy",
            "r",
            "x1",
            "y1",
            "x2",
            "y2",
            "d",
            "points",
            "pathLength",
        ),
        *("fill", "fill-rule", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap"),
        *("stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "color", "opacity"),
        *("display", "visibility", "overflow", "clip-path", "clip-rule", "clipPathUnits", "shape-rendering"),
        *("image-rendering", "text-rendering", "color-interpolation", "color-rendering", "role", "lang", "tabindex"),
        *("offset", "stop-color", "stop-opacity", "gradientUnits", "gradientTransform", "spreadMethod", "fx", "fy"),
        *("patternUnits", "patternContentUnits", "patternTransform"),
        *("markerWidth", "markerHeight", "markerUnits", "refX", "refY", "orient"),
        *("marker-start", "marker-mid", "marker-end", "marker"),
        *("dx", "dy", "font-family", "font-size", "font-weight", "font-style", "letter-spacing", "text-anchor"),
        *("dominant-baseline", "xmlns", "type", "media", "enable-background", "focusable", "cursor", "pointer-events"),
        # Inkscape writes these beside the placed lines that are drawn.
        *(
            "shape-inside",
            "shape-padding",
            "shape-margin",
            "inline-size",
            "font-variant-ligatures",
            "font-feature-settings",
        ),
        *("font-variant", "font-stretch", "line-height", "text-indent", "text-align", "white-space", "solid-color"),
    )
)

# Attributes (or values of style) that change the picture in a way that is not drawn: the values that are harmless,
# and the cure for any other.
REFUSED: dict[str, tuple[tuple[str, ...], str]] = {
    "baseline-shift": (("baseline", "0"), "move the text with dy"),
    "clip": (("auto",), "use clip-path"),
    "clip-rule": (("nonzero",), "draw the clip path so that nonzero gives its shape"),
    "clipPathUnits": (("userSpaceOnUse",), "write the clip path in the units of the drawing"),
    "direction": (("ltr",), "take it out: the letters themselves say how they run"),
    "dominant-baseline": (
        ("auto", "alphabetic", "middle", "central", "hanging", "text-before-edge"),
        "place the text with y",
    ),
    "filter": (("none",), CURES["filter"]),
    "font": ((), "write font-family, font-size, font-weight and font-style"),
    "font-variant": (("normal",), "write capitals as capitals"),
    "isolation": (("auto",), "take it out"),
    "lengthAdjust": ((), "choose the font size, or use <pnp:text> that shrinks to its box"),
    "mask": (("none",), CURES["mask"]),
    "mix-blend-mode": (("normal",), "use opacity, or the colour that the mixture gives"),
    "paint-order": (("normal", "fill", "fill stroke", "fill stroke markers"), "draw the shape twice, stroke first"),
    "patternContentUnits": (("userSpaceOnUse",), "write the pattern in the units of the drawing"),
    "requiredExtensions": ((), "let the template choose with {% if %}"),
    "requiredFeatures": ((), "let the template choose with {% if %}"),
    "rotate": (("0",), "turn the text with transform"),
    "systemLanguage": ((), "let the template choose with {% if %}"),
    "text-decoration": (("none",), "draw the line as <line>"),
    "textLength": ((), "choose the font size, or use <pnp:text> that shrinks to its box"),
    "vector-effect": (("none",), "write the stroke width that it shall have"),
    "word-spacing": (("0", "normal"), "use letter-spacing"),
    "writing-mode": (("lr", "lr-tb", "horizontal-tb"), "turn the text with transform"),
}

# What a card can do without: it is left out with a warning, and the rest is drawn. All else outside is an error.
LEFT_OUT = frozenset(
    (
        *("animate", "animateMotion", "animateTransform", "set", "audio", "view"),
        *("filter", "foreignObject", "script", "textPath"),
    )
)
_LEFT_OUT_ATTRIBUTES = ("filter", "isolation", "lengthAdjust", "mix-blend-mode", "paint-order", "textLength")
# In a style sheet; fonts are found by their families and need no @font-face.
LEFT_OUT_AT = ("@import", "@charset", "@font-face")
LEFT_OUT_RULE = re.compile(
    rf"(?<![\w-])(?:{'|'.join(_LEFT_OUT_ATTRIBUTES)})\s*:[^;}}]*;?|@(?:import|charset)[^;]*;|@font-face\s*{{[^}}]*}}"
)


def is_left_out(name: str) -> bool:
    """Whether an attribute or property is left out with a warning."""
    return name in _LEFT_OUT_ATTRIBUTES or (name.startswith("on") and ":" not in name)


COLOURS = frozenset(("fill", "stroke", "stop-color", "color"))
SHARES = frozenset(("opacity", "fill-opacity", "stroke-opacity", "stop-opacity"))
LENGTHS = frozenset(
    (
        *("dx", "dy"),
        *("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "fx", "fy"),
        *("stroke-width", "stroke-dashoffset", "markerWidth", "markerHeight", "refX", "refY"),
    )
)
POSITIVE = frozenset(("width", "height", "rx", "ry", "r", "stroke-width", "markerWidth", "markerHeight"))
# Where these are at home, their lengths may be lists or words.
TEXT_ELEMENTS = frozenset(("text", "tspan"))

# Attributes that an element is not drawn right without (or with any other value than this one), and the cure.
NEEDED = {
    "pattern": (
        (
            "patternUnits",
            "userSpaceOnUse",
            'write patternUnits="userSpaceOnUse", and its tile in the units of the drawing',
        ),
        ("width", "", "say how wide its tile is"),
        ("height", "", "say how high its tile is"),
    ),
    "polygon": (("points", "", "write x,y x,y x,y"),),
    "polyline": (("points", "", "write x,y x,y"),),
    "marker": (("viewBox", "", 'write viewBox="0 0 4 4" for one that is 4 x 4 units large'),),
}

# What a reference may lead to, by the attribute that makes it.
_SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
_DRAWN = (*_SHAPES, "g", "image", "svg", "symbol", "text", "use", "pnp:text")
_PAINTS = ("linearGradient", "radialGradient", "pattern")
TARGETS = {
    "use": _DRAWN,
    "linearGradient": ("linearGradient", "radialGradient"),
    "radialGradient": ("linearGradient", "radialGradient"),
    "pattern": ("pattern",),
    "fill": _PAINTS,
    "stroke": _PAINTS,
    "clip-path": ("clipPath",),
    "marker-start": ("marker",),
    "marker-mid": ("marker",),
    "marker-end": ("marker",),
    "marker": ("marker",),
}
