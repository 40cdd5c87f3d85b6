"""Colours as eyes and black ink see them: luminance, gray, colour vision deficiencies, how far apart two colours are.

A colour is `#rrggbb`, or three shares of red, green and blue from 0 to 1, in sRGB (IEC 61966-2-1).
"""

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

Shares: TypeAlias = tuple[float, float, float]

# The theme that every kit has: all its colours as grays.
GRAY = "gray"
# Eyes that lack the red, the green or the blue kind of cones.
PROTAN, DEUTAN, TRITAN = VISIONS = ("protan", "deutan", "tritan")

# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
# Transactions on Visualization and Computer Graphics 15(6), 2009: the matrices of severity 1.0, for linear RGB.
_SIMULATIONS: Mapping[str, tuple[Shares, Shares, Shares]] = MappingProxyType(
    {
        PROTAN: (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        DEUTAN: (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881),
        ),
        TRITAN: (
            (1.255528, -0.076749, -0.178779),
            (-0.078411, 0.930809, 0.147602),
            (0.004733, 0.691367, 0.303900),
        ),
    }
)

# Linear sRGB to CIE XYZ, and the white of D65 (IEC 61966-2-1).
_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)


def read_hex(colour: str) -> Shares:
    """The shares of `#rrggbb`."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def write_hex(shares: Shares) -> str:
    """The shares as `#rrggbb`."""
    return "#" + "".join(f"{round(255 * share):02x}" for share in shares)


def luminance(shares: Shares) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2, "relative luminance"): Y of CIE XYZ."""
    red, green, blue = map(_to_linear, shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def to_gray(shares: Shares) -> Shares:
    """The gray of the same relative luminance, so that contrasts stay what they are."""
    share = _from_linear(luminance(shares))
    return share, share, share


def simulate(shares: Shares, vision: str) -> Shares:
    """What one of VISIONS sees of the colour (Machado, Oliveira and Fernandes 2009, severity 1.0)."""
    linear = tuple(map(_to_linear, shares))
    red, green, blue = (
        _from_linear(min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))))
        for row in _SIMULATIONS[vision]
    )
    return red, green, blue


def _see(vision: str) -> Callable[[Shares], Shares]:
    return lambda shares: simulate(shares, vision)


# What the inks, in which a face can be drawn besides its own, make of a colour.
INKS: Mapping[str, Callable[[Shares], Shares]] = MappingProxyType(
    {GRAY: to_gray, **{vision: _see(vision) for vision in VISIONS}}
)


@lru_cache(maxsize=4096)
def dip(colour: str, ink: str) -> str:
    """The colour `#rrggbb` in one of the INKS; itself in none, or where it is no plain colour (`#pattern`)."""
    if not ink or len(colour) != 7 or not colour.startswith("#"):
        return colour
    return write_hex(INKS[ink](read_hex(colour)))


@lru_cache(maxsize=4096)
def difference(one: str, two: str) -> float:
    """How far apart two colours `#rrggbb` look: CIEDE2000. 1 is just seen side by side, black to white is 100.

    Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula: Implementation Notes, Supplementary Test Data, and
    Mathematical Observations", Color Research and Application 30(1), 2005.
    """
    return ciede2000(to_lab(read_hex(one)), to_lab(read_hex(two)))


def to_lab(shares: Shares) -> Shares:
    """CIE L*a*b* under D65."""
    linear = tuple(map(_to_linear, shares))
    x, y, z = (
        _cube(sum(a * b for a, b in zip(row, linear, strict=True)) / white)
        for row, white in zip(_TO_XYZ, _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube(share: float) -> float:
    return math.cbrt(share) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116


def ciede2000(one: Shares, two: Shares) -> float:
    """The difference of two colours of CIE L*a*b*, by the equations (2) to (22) of Sharma, Wu and Dalal 2005."""
    stretch = 1 + 0.5 * (1 - _seventh((math.hypot(*one[1:]) + math.hypot(*two[1:])) / 2))
    a1, a2 = one[1] * stretch, two[1] * stretch
    c1, c2 = math.hypot(a1, one[2]), math.hypot(a2, two[2])
    h1, h2 = _angle(one[2], a1), _angle(two[2], a2)
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    if turn == -180 and h2 > h1:
        turn = 180.0
    lightness, chroma, hue = two[0] - one[0], c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    middle = h1 + h2 if c1 * c2 == 0 else (h1 + h2) / 2
    if c1 * c2 and abs(h1 - h2) > 180:
        middle += 180 if h1 + h2 < 360 else -180
    light, colourful = (one[0] + two[0]) / 2, (c1 + c2) / 2
    weight = 1 - sum(
        share * math.cos(math.radians(times * middle + shift))
        for share, times, shift in ((0.17, 1, -30), (-0.24, 2, 0), (-0.32, 3, 6), (0.20, 4, -63))
    )
    rotation = -2 * _seventh(colourful) * math.sin(math.radians(60 * math.exp(-(((middle - 275) / 25) ** 2))))
    off = (light - 50) ** 2
    by_light = lightness / (1 + 0.015 * off / math.sqrt(20 + off))
    by_chroma = chroma / (1 + 0.045 * colourful)
    by_hue = hue / (1 + 0.015 * colourful * weight)
    return math.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def _seventh(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _angle(b: float, a: float) -> float:
    return math.degrees(math.atan2(b, a)) % 360


def _to_linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _from_linear(share: float) -> float:
    return share * 12.92 if share <= 0.0031308 else float(1.055 * share ** (1 / 2.4) - 0.055)
