"""What every kit is looked at for, entry by entry: each has its check, and each check its fixture."""

import pytest

from pnp.rules.registry import CHECKS

from .conftest import CHECKS as FIXTURES
from .conftest import example_names

ENTRIES: dict[str, dict[str, tuple[str, ...]]] = {
    "cards and decks": {
        "declared size": ("deck-size",),
        "copies": ("wrong-copies", "not-printed"),
        "unique ids": ("duplicate-id",),
        "look-alike ids": ("look-alike-id",),
        "same title with different fields": ("same-title",),
        "empty or placeholder text": ("empty-text", "placeholder-text"),
        "dominated cards": ("dominated-card",),
        "duplicate cards": ("duplicate-card",),
        "unused art": ("unused-file",),
        "missing art": ("missing-file", "bad-image", "unknown-icon"),
    },
    "numbers": {
        "range": ("out-of-range",),
        "sum": ("wrong-sum",),
        "count": ("wrong-count",),
        "distribution": ("wrong-spread",),
        "column means that differ": ("uneven-means",),
        "correlation": ("correlated-fields",),
        "capacity against weight": ("over-capacity",),
        "supply of tokens": ("short-supply",),
    },
    "dice tables": {
        "any NdM": ("bad-dice",),
        "rows parse": ("bad-row",),
        "each result covered once": ("uncovered-result", "doubled-result", "idle-row"),
        "modifiers that lead off the table": ("off-table",),
        "clamp policy": ("no-clamp-policy",),
    },
    "boards": {
        "connected": ("cut-off-space",),
        "connected without one-way links": ("needs-one-way",),
        "connected without a zone": ("needs-zone",),
        "one-way traps": ("one-way-trap",),
        "exactly-n neighbours": ("wrong-neighbours",),
        "separation by a zone": ("not-separated",),
        "distances between marked spaces": ("wrong-distance",),
        "numbering without gaps": ("number-gap", "doubled-number"),
        "symmetric links": ("uneven-links",),
        "slots that fit the edge": ("too-few-slots",),
        "overlapping labels": ("label-overlap", "label-off-board"),
        "straight runs": ("straight-run",),
    },
    "tracks": {
        "contiguous": ("track-gap",),
        "named starts distinct and on the track": ("shared-start", "start-off-track"),
        "head-room": ("no-head-room",),
    },
    "words": {
        "names resolve": ("unknown-name", "unknown-reference"),
        "numbers paired with names": ("number-against-name",),
        "one term for one thing": ("forbidden-term",),
        "numbers that contradict fields": ("number-against-field",),
        "unfinished sentences": ("unfinished-text",),
        "editor's notes": ("editors-note",),
        "references to pages or figures": ("broken-page-reference", "empty-contents"),
        "doubled words": ("doubled-word",),
        "spelling": ("unknown-word",),
    },
    "rulebook": {
        "each number and name": ("rulebook-number", "unknown-name"),
        "component list": ("component-list",),
    },
    "print": {
        "overflow": ("text-overflow",),
        "glyphs": ("missing-glyph",),
        "size": ("small-type",),
        "contrast": ("low-contrast",),
        "meaning by colour alone": ("colour-alone",),
        "safe zone": ("unsafe-text",),
        "bleed": ("art-stops-at-trim", "scant-bleed"),
        "resolution": ("low-resolution",),
        "margins": ("near-paper-edge", "does-not-fit"),
        "duplex parity": ("missing-backs",),
        "backs that mark cards": ("marked-backs",),
        "legend of cut and fold lines": ("unexplained-lines",),
        "wasted slots": ("wasted-slots",),
    },
    "assets": {"licence and credit": ("uncredited-file",)},
}


@pytest.mark.parametrize("topic", ENTRIES)
def test_each_entry_has_a_check_that_says_something(topic: str) -> None:
    for entry, checks in ENTRIES[topic].items():
        assert checks, entry
        for check in checks:
            assert check in CHECKS, f"{entry}: {check}"
            assert check in example_names(), f"{entry}: {check} has no fixture"
            fixture = FIXTURES / check if (FIXTURES / check).is_dir() else FIXTURES / f"{check}.yaml"
            files = sorted(fixture.iterdir()) if fixture.is_dir() else [fixture]
            texts = [path.read_bytes().decode("utf-8", "replace") for path in files if path.is_file()]
            assert any(check in text for text in texts), f"{entry}: nothing is found in the fixture of {check}"


def test_there_are_sixty_entries() -> None:
    assert sum(map(len, ENTRIES.values())) >= 60
