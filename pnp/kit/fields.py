"""The table of types: what each kind of field takes for a value, and what it makes of it."""

import re
from collections.abc import Callable
from unicodedata import normalize

from pnp.kit.parsing import scalars
from pnp.kit.parsing.source import CONTROL
from pnp.kit.parsing.tree import Mapping, Node, Scalar, Sequence
from pnp.kit.reader import Reader, Reference, Type, words_at
from pnp.kit.wording import clip, counted, label, near, plain, quoted, slug
from pnp.model.kit import Field, Path, Value
from pnp.model.place import Where
from pnp.model.sizes import CARD_SIZES
from pnp.model.units import parse_length, show

# No card, and no page of rules, holds so long a text.
MOST_LETTERS = 50_000


def text_of(reader: Reader, node: Scalar, path: Path) -> str:
    """The text of a scalar as written, without the control characters that escapes can smuggle in."""
    text = node.text
    if node.style in ("|", ">") and node.style:
        text = text.removesuffix("\n")
    if node.tail:
        _judge_tail(reader, node, path)
    if len(text) > MOST_LETTERS:
        message = f"{label(path)} has {len(text):,} characters, at most {MOST_LETTERS:,} are read"
        reader.report.note("yaml-limits", node, message, "Is a quote or a bracket missing somewhere?")
        text = text[:MOST_LETTERS]
    if not text.isprintable() and (found := CONTROL.search(text) or _lone_surrogate(text)):
        code = f"U+{ord(found if isinstance(found, str) else found[0]):04X}"
        message = f"{label(path)} holds a control character, {code}, that cannot be printed"
        reader.report.note("bad-value", node, message, "Delete it.")
        text = "".join(c for c in CONTROL.sub("", text) if not "\ud800" <= c <= "\udfff")
    return text


def _lone_surrogate(text: str) -> str | None:
    return next((c for c in text if "\ud800" <= c <= "\udfff"), None)


def _judge_tail(reader: Reader, node: Scalar, path: Path) -> None:
    """A comment after text: cut off by mistake, unless two blanks before and one after it show that it is meant."""
    comment = node.tail.lstrip(" \t")
    meant = len(node.tail) - len(comment) >= 2 and comment[1:2] in ("", " ", "\t", "#")
    if meant or comment[1:].lstrip().startswith("pnp:"):
        return
    whole = quoted(node.text + node.tail)
    reader.report.note(
        "comment-cuts-text",
        Where("", node.line, node.column),
        f'{label(path)} ends at " #": `{clip(comment)}` is a comment to YAML and is not printed',
        f"To print it, put the text in quotes: {clip(whole, 80)}. To keep the comment, put two blanks before it.",
    )


def _outside(field: Field, amount: float) -> str:
    """Which limit the amount breaks; empty if none."""
    if field.min is not None and amount < field.min:
        return f"at least {plain(field.min)}"
    return f"at most {plain(field.max)}" if field.max is not None and amount > field.max else ""


def _text(reader: Reader, field: Field, node: Node, path: Path) -> Value:
    if not isinstance(node, Scalar):
        rest = words_at(node, reader.report)
        cure = f"Put it in quotes: {clip(quoted(rest), 80)}" if rest.startswith(("{", "[")) else ""
        return reader.mistype(field, node, path, cure)
    text = text_of(reader, node, path)
    limit = _outside(field, len(text))
    if limit:
        message = f"{label(path)} has {counted(len(text), 'character')}, {limit} are allowed"
        reader.report.note("out-of-range", node, message, "Change the text, or the limit where the field is declared.")
    return text


def _integer(reader: Reader, field: Field, node: Node, path: Path) -> Value:
    return _amount(reader, field, node, path, scalars.whole)


def _number(reader: Reader, field: Field, node: Node, path: Path) -> Value:
    return _amount(reader, field, node, path, scalars.number)


def _amount(reader: Reader, field: Field, node: Node, path: Path, read: Callable[[str], scalars.Amount]) -> Value:
    if not isinstance(node, Scalar):
        return reader.mistype(field, node, path)
    amount = read(node.text)
    if amount.check == "wrong-type":
        return reader.mistype(field, node, path, amount.help)
    if amount.value is None:
        return reader.refuse(field, node, amount.check, f"{label(path)} {amount.message}", amount.help)
    limit = _outside(field, amount.value)
    if limit:
        return reader.refuse(field, node, "out-of-range", f"{label(path)} is {clip(node.text)}, {limit} is allowed")
    return amount.value


def _boolean(reader: Reader, field: Field, node: Node, path: Path) -> Value:
    if isinstance(node, Scalar) and not node.style and node.text in scalars.TRUTHS:
        return scalars.TRUTHS[node.text]
    if not isinstance(node, Scalar) or node.style or node.text.casefold() not in scalars.OLD_TRUTHS:
        return reader.mistype(field, node, path)
    meant = scalars.OLD_TRUTHS[node.text.casefold()]
    word = str(meant).lower()
    message = f"{label(path)} is {node.text}, a word in YAML 1.2; it is taken for {word}"
    reader.report.note("old-boolean", node, message, f"Write {word}.")
    return meant


def _choice(reader: Reader, field: Field, node: Node, path: Path) -> Value:
    if not isinstance(node, Scalar):
        return reader.mistype(field, node, path)
    text = normalize("NFC", text_of(reader, node, path))
    if text in field.options:
        return text
    message = f'{label(path)} is "{clip(text)}", which is none of its choices'
    return reader.refuse(field, node, "unknown-choice", message, near(text, (*field.options, *field.also)))


def _name(reader: Reader, field: Field, node: Node, path: Path) -> Value:
    """An icon's or a file's name."""
    if not isinstance(node, Scalar):
        rest = reader.report.rest(node)
        cure = (
            f"Write one name alone: {rest.strip('{}[] ').partition(',')[0].rstrip('{}[] ')}"
            if rest.startswith(("{", "["))
            else ""
        )
        return reader.mistype(field, node, path, cure)
    text = text_of(reader, node, path)
    if not text.strip():
        return reader.refuse(field, node, "bad-value", f"{label(path)} is an empty name")
    return text if field.type == "icon" else text.replace("\\", "/")


def _card(reader: Reader, field: Field, node: Node, path: Path) -> Value:
    if not isinstance(node, Scalar):
        return reader.mistype(field, node, path)
    text = normalize("NFC", text_of(reader, node, path))
    reader.references.append(Reference(field.deck, text, label(path), reader.report.where(node)))
    return text


def _list(reader: Reader, field: Field, node: Node, path: Path) -> Value:
    if not isinstance(node, Sequence):
        rest = clip(words_at(node, reader.report), 80)
        return reader.mistype(field, node, path, f"Write a list: [{rest}]" if isinstance(node, Scalar) else "")
    limit = _outside(field, len(node.items))
    if limit:
        message = f"{label(path)} has {counted(len(node.items), 'item')}, {limit} are allowed"
        reader.report.note("out-of-range", node, message, "Change the list, or the limit where the field is declared.")
    item = field.of or Field("", "text", Where(reader.report.file))
    read = (reader.value(item, inner, (*path, number)) for number, inner in enumerate(node.items))
    return tuple(value for value in read if value is not None)


def _group(reader: Reader, field: Field, node: Node, path: Path) -> Value:
    if not isinstance(node, Mapping):
        return reader.mistype(field, node, path)
    return reader.group(field.fields, node, path)


def _anything(_reader: Reader, _field: Field, _node: Node, _path: Path) -> Value:
    return None


_ID = re.compile(r"\w[\w.-]*")


def _id(reader: Reader, field: Field, node: Node, path: Path) -> Value:
    if not isinstance(node, Scalar):
        return reader.mistype(field, node, path)
    text = normalize("NFC", text_of(reader, node, path))
    if _ID.fullmatch(text) and not text.endswith("."):
        return text
    meant = slug(text)
    message = f'{label(path)} is "{clip(text)}", but an id takes only letters, digits, - and _'
    return reader.refuse(field, node, "bad-value", message, f"Write {clip(meant)}." if meant else "")


def _card_id(reader: Reader, field: Field, node: Node, path: Path) -> Value:
    """An id that names a card and no file: any words on one line, as they are written."""
    if not isinstance(node, Scalar):
        return reader.mistype(field, node, path)
    text = normalize("NFC", text_of(reader, node, path))
    if text.strip() == text != "" and text.isprintable():
        return text
    hidden = next((letter for letter in text if not letter.isprintable()), "")
    why = f"holds U+{ord(hidden):04X}, which nobody can see" if hidden else "begins or ends with a blank"
    meant = slug("".join(letter if letter.isprintable() else " " for letter in text))
    message = f"{label(path)} {why if text.strip() else 'is empty'}"
    return reader.refuse(field, node, "bad-value", message, f"Write {clip(meant)}." if meant else "")


def _length(reader: Reader, field: Field, node: Node, path: Path) -> Value:
    if not isinstance(node, Scalar):
        return reader.mistype(field, node, path)
    if not node.style and isinstance(value := scalars.core_value(node), float) and value - value != 0:
        return reader.refuse(field, node, "bad-value", f"{label(path)} is {node.text}, which is not a finite length")
    length = parse_length(node.text)
    if length is None:
        return reader.mistype(field, node, path)
    limit = _outside(field, length)
    if limit:
        message = f"{label(path)} is {clip(node.text)}, {limit} mm is allowed"
        return reader.refuse(field, node, "out-of-range", message)
    return length


def _margins(reader: Reader, field: Field, node: Node, path: Path) -> Value:
    """One length for all edges of the paper, or those at the (top, right, bottom, left)."""
    if not isinstance(node, Mapping):
        return _length(reader, field, node, path)
    rows = [field._replace(name=edge, type="length") for edge in ("top", "right", "bottom", "left")]
    return tuple(reader.group(rows, node, path).values())


_ONE = re.compile(r"\s*[0-9.]+\s*(mm|cm|in|pt)?\s*", re.IGNORECASE)
_SIZE = re.compile(r"\s*([0-9.]+)\s*(mm|cm|in|pt)?\s*[x×*]\s*([0-9.]+)\s*(mm|cm|in|pt)?\s*", re.IGNORECASE)
_SMALLEST, _LARGEST = 5.0, 1000.0


def _size(reader: Reader, field: Field, node: Node, path: Path) -> Value:
    """A named size or two lengths, as (name, width, height); one length is both sides, and called `across`."""
    if not isinstance(node, Scalar):
        return reader.mistype(field, node, path)
    name = node.text.strip().casefold()
    if name in CARD_SIZES:
        return (name, *CARD_SIZES[name])
    one = _ONE.fullmatch(node.text)
    match = _SIZE.fullmatch(f"{node.text} x {node.text}" if one else node.text)
    if match is None:
        message = f'{label(path)} is "{clip(node.text)}", which is no size'
        cure = f"{near(name, CARD_SIZES)} Or write two lengths: 63.5 x 88.9 mm."
        return reader.refuse(field, node, "unknown-choice", message, cure)
    width, height = (
        parse_length(f"{amount}{(unit or match[4] or 'mm').lower()}")
        for amount, unit in ((match[1], match[2]), (match[3], match[4]))
    )
    if width is None or height is None:
        return reader.mistype(field, node, path)
    if not (min(width, height) >= _SMALLEST and max(width, height) <= _LARGEST):
        message = f"{label(path)} is {show(width)} x {show(height)} mm, but a side has {_SMALLEST:g} to {_LARGEST:g} mm"
        return reader.refuse(field, node, "out-of-range", message)
    return ("across" if one else "", width, height)


TYPES: dict[str, Type] = {
    "text": Type(_text, "text", ("min", "max"), textual=True),
    "integer": Type(_integer, "a whole number", ("min", "max")),
    "number": Type(_number, "a number", ("min", "max")),
    "boolean": Type(_boolean, "true or false"),
    "choice": Type(_choice, "one of its choices", ("options",), textual=True),
    "icon": Type(_name, "the name of an icon"),
    "image": Type(_name, "the name of a picture file"),
    "card": Type(_card, "the id of a card", ("deck",), textual=True),
    "list": Type(_list, "a list", ("min", "max", "of")),
    "group": Type(_group, "keys with values", ("fields",)),
    "file": Type(_name, "the name of a file", public=False),
    "id": Type(_id, "an id such as coin-2", textual=True, public=False),
    "card id": Type(_card_id, "an id such as coin-2", textual=True, public=False),
    "length": Type(_length, "a length such as 3 mm", public=False),
    "margins": Type(_margins, "a length such as 4.2 mm, or keys for top, right, bottom and left", public=False),
    "size": Type(_size, "a size such as poker or 63.5 x 88.9 mm", public=False),
    "anything": Type(_anything, "a value", public=False),
}
PUBLIC = tuple(name for name, row in TYPES.items() if row.public)
