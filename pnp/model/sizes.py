"""Named sizes of cards and papers, in millimetres (width, height), as the field uses the names.

Names differ between publishers, so whatever prints a name prints the millimetres beside it.
"""

CARD_SIZES: dict[str, tuple[float, float]] = {
    "poker": (63.5, 88.9),
    "standard": (63.0, 88.0),
    "bridge": (57.15, 88.9),
    "mini": (44.45, 63.5),
    "mini-us": (41.0, 63.0),
    "mini-euro": (44.0, 68.0),
    "euro": (59.0, 92.0),
    "japanese": (59.0, 86.0),
    "usa": (56.0, 87.0),
    "chimera": (57.5, 89.0),
    "tarot": (69.85, 120.65),
    "tarot-euro": (70.0, 120.0),
    "square": (70.0, 70.0),
    "business": (88.9, 50.8),
    "domino": (44.45, 88.9),
    "jumbo": (88.9, 127.0),
}

PAPERS: dict[str, tuple[float, float]] = {
    "letter": (215.9, 279.4),
    "a4": (210.0, 297.0),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
    "a3": (297.0, 420.0),
    "universal": (210.0, 279.4),  # no paper: what letter and a4 have in common
}
