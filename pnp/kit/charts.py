"""The keys of boards, dice tables and tracks, and of what is expected of decks, as rows of fields.

content/README.md says the same in words.
"""

from typing import Any

from pnp.model.kit import Field
from pnp.model.place import Where


def _row(name: str, type: str, required: bool = False, **limits: Any) -> Field:
    return Field(name, type, Where(""), required=required, **limits)


_POINT = _row("", "number", min=-10000, max=10000)
_NAMES = _row("", "text")

EXPECTS = (
    _row("copies", "anything"),
    _row("sum", "anything"),
    _row("count", "anything"),
    _row("spread", "anything"),
    _row("means", "anything"),
    _row("correlation", "anything"),
    _row("capacity", "anything"),
    _row("supply", "anything"),
)

LIKENESS = (
    _row("fields", "list", required=True, of=_NAMES, min=2, max=2),
    _row("within", "number", required=True, min=0),
)

CAPACITY = (
    _row("of", "text", required=True),
    _row("into", "text", required=True),
    _row("every", "boolean", default=False),
    _row("cards", "list", of=_NAMES),
)

SUPPLY = (
    _row("each", "number", required=True, min=0),
    _row("times", "text", default="1"),
    _row("plus", "number", default=0.0),
)

DICE_TABLE = (
    _row("table", "id", required=True),
    _row("title", "text"),
    _row("dice", "text", required=True),
    _row("rows", "anything", required=True),
    _row("modifiers", "list", of=_row("", "integer", min=-1000, max=1000)),
    _row("clamp", "boolean"),
)

ROW = (_row("on", "text", required=True), _row("effect", "text"))

TRACK = (
    _row("track", "id", required=True),
    _row("title", "text"),
    _row("spaces", "anything", required=True),
    _row("starts", "anything"),
    _row("shared", "boolean", default=False),
    _row("head_room", "integer", min=0, max=10000),
)

START = (_row("name", "text", required=True), _row("on", "integer", required=True))

BOARD = (
    _row("board", "id", required=True),
    _row("title", "text"),
    _row("size", "size"),
    _row("label", "list", of=_row("", "number", min=0, max=1000), min=2, max=2),
    _row("grid", "anything"),
    _row("map", "anything"),
    _row("legend", "anything"),
    _row("zones", "anything"),
    _row("tags", "anything"),
    _row("between", "anything"),
    _row("conditions", "anything"),
    _row("spaces", "anything"),
    _row("links", "anything"),
    _row("expects", "anything"),
)

GRID = (
    _row("cells", "choice", options=("square", "hex-flat", "hex-pointy"), default="square"),
    _row("side", "length", default=25.4, min=1, max=1000),
    _row("origin", "list", of=_POINT, min=2, max=2),
)

LEGEND = (
    _row("id", "id"),
    _row("name", "text"),
    _row("number", "integer", min=-100000, max=100000),
    _row("kind", "text"),
    _row("zone", "text"),
    _row("label", "list", of=_row("", "number", min=0, max=1000), min=2, max=2),
    _row("tags", "list", of=_NAMES),
    _row("each", "boolean", default=False),
    _row("solid", "boolean", default=False),
    _row("void", "boolean", default=False),
)

PASSAGE = (
    _row("cells", "list", required=True, of=_NAMES, min=2, max=2),
    _row("is", "choice", required=True, options=("open", "door", "wall", "one-way")),
)

CONDITION = (_row("condition", "text", required=True), _row("into", "text"), _row("through", "text"))

SPACE = (
    _row("id", "id", required=True),
    _row("name", "text"),
    _row("number", "integer", min=-100000, max=100000),
    _row("kind", "text"),
    _row("zone", "text"),
    _row("at", "list", of=_POINT, min=2, max=2),
    _row("label", "list", of=_row("", "number", min=0, max=1000), min=2, max=2),
    _row("tags", "list", of=_NAMES),
)

LINK = (
    _row("from", "text", required=True),
    _row("to", "text", required=True),
    _row("one_way", "boolean", default=False),
    _row("condition", "text"),
)

BOARD_EXPECTS = (
    _row("numbers", "anything"),
    _row("connected", "anything"),
    _row("neighbours", "anything"),
    _row("separated", "anything"),
    _row("distances", "anything"),
    _row("slots", "anything"),
    _row("straight", "anything"),
    _row("tiles", "anything"),
)

CONNECTED = (_row("without", "list", required=True, of=_NAMES), _row("except", "list", of=_NAMES))

SEPARATED = (
    _row("by", "text", required=True),
    _row("inside", "list", required=True, of=_NAMES),
    _row("outside", "list", of=_NAMES),
)

DISTANCE = (
    _row("from", "text", required=True),
    _row("to", "text", required=True),
    _row("steps", "anything", required=True),
)

SLOTS = (_row("count", "integer", required=True, min=1, max=10000), _row("width", "length", required=True, min=1))

STRAIGHT = (_row("steps", "anything"), _row("fits", "text"))

TILES = (
    _row("deck", "id", required=True),
    _row("side", "integer", required=True, min=1, max=100),
    _row("at", "text", default="at"),
    _row("exits", "text", default="exits"),
)
