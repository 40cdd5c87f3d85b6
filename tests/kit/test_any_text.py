"""No text, and no bytes, in any of a kit's files makes the reader raise."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.kit.reading import read_kit

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.yaml"))
SIGNS = (
    ": ",
    "\n",
    "  ",
    "- ",
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    "#",
    " #",
    "&a ",
    "*a",
    "!t ",
    "<<: ",
    "|",
    ">",
    "? ",
    "%",
)
PARTS = (
    "deck: d\n",
    "cards:\n",
    "- id: a\n",
    "  title: ",
    "fields:\n",
    "  a: {type: ",
    "of: ",
    "print:\n",
    "waivers:\n",
)
ODD = (
    "@",
    "\t",
    "---\n",
    "...\n",
    "\\",
    "\x00",
    "\x85",
    "\u2028",
    "\ufdd0",
    "~",
    "!!str ",
    "# pnp: allow",
    ".nan",
    "\r",
)
PIECES = st.sampled_from(SIGNS + PARTS + ODD)
TEXTS = st.lists(PIECES | st.text(max_size=4), max_size=30).map("".join).map(str.encode)
HARD = st.sampled_from(CORPUS).map(Path.read_bytes)
FILES = TEXTS | st.binary(max_size=60) | HARD | st.tuples(HARD, TEXTS).map(b"".join)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(kit=FILES, deck=FILES, rules=FILES)
def test_read_kit_never_raises(kit: bytes, deck: bytes, rules: bytes) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, data in (("kit", kit), ("deck", deck), ("rules", rules)):
            (folder / f"{file}.yaml").write_bytes(data)
        read = read_kit(folder, "content/game")
    for fault in read.faults:
        assert fault.message
        assert fault.where.line >= 1
        assert fault.where.column >= 1
    for each in read.decks:
        assert len({card.id for card in each.cards}) == len(each.cards)
