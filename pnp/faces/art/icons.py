"""Icons: `icons/NAME.svg` in the roots, as markup that takes any colour and size."""

from typing import NamedTuple
from xml.parsers import expat

from pnp.faces.svg.lengths import Viewport, read_box, read_length
from pnp.faces.svg.numbers import part_numbers
from pnp.faces.svg.scan import RefusedError, Scan
from pnp.model.face import Box
from pnp.model.files import LARGEST_TEXT, BulkyError, read_file
from pnp.model.guess import guess
from pnp.model.roots import Roots

SIZE = 512.0  # user units of an icon's square, where the file does not say
CLOSE = 0.65  # how much two names have in common if one was meant by the other: sword is no horde


class Icon(NamedTuple):
    """A drawing of one colour: its markup, the square (or box) that it fills, and its file as written in messages."""

    markup: str
    box: Box
    shown: str


class Icons:
    """The icons of a kit, each read once."""

    def __init__(self, roots: Roots) -> None:
        self._roots = roots
        self._read: dict[str, Icon | None] = {}
        self._broken: dict[str, tuple[str, str]] = {}

    def find(self, name: str) -> Icon | None:
        """The icon called `name`; None if there is no such file, or it is no SVG."""
        if name not in self._read:
            self._read[name] = self._load(name, f"icons/{name}.svg")
        return self._read[name]

    def meant(self, name: str) -> str:
        """A line of help for an icon that is not there or cannot be read."""
        if name in self._broken:
            return self._broken[name][1]
        names = [path.removeprefix("icons/").removesuffix(".svg") for path in self._roots.names("icons", ".svg")]
        close = guess(name, names, CLOSE)
        if close:
            return f"did you mean {close}?"
        return f"`pnp list --icons` names those there are; a new one is an SVG: icons/{name}.svg in the kit"

    def complain(self, name: str) -> str:
        """What is wrong with an icon that is not found."""
        return self._broken[name][0] if name in self._broken else f"there is no icon {name}"

    def place(self, name: str, x: float, y: float, size: float, fill: str) -> str:
        """Markup of the icon in a square of `size` whose top left corner is (x, y); empty if there is no such icon."""
        icon = self.find(name)
        if icon is None:
            return ""
        left, top, right, bottom = icon.box
        scale = size / max(right - left, bottom - top)
        x, y = x - left * scale, y - top * scale
        move = f"translate({_short(x)} {_short(y)}) scale({_short(scale)})"
        return f'<g transform="{move}" fill="{fill}" color="{fill}">{icon.markup}</g>'

    def _load(self, name: str, file: str) -> Icon | None:
        path = self._roots.find(file)
        if path is None:
            return None
        shown = self._roots.shown(file)
        try:
            scan = Scan(read_file(path, LARGEST_TEXT), 0)
            why = _find_break(scan)
        except BulkyError as error:
            scan, why = Scan(b"", 0), str(error)
        root = scan.root
        if why or root is None:
            self._broken[name] = f"the icon {name} is broken: {shown} {why}", "Save it again, as plain SVG."
            return None
        view = root.attributes.get("viewBox")
        whole = Viewport(SIZE, SIZE)
        across, down = (read_length(root.attributes.get(side), whole, default=SIZE) for side in ("width", "height"))
        box = read_box(view) or Box(0, 0, across, down)
        things = [
            scan.markup(node) for node in scan.things if node.kind in ("markup", "definition") and not node.groups
        ]
        if any(node.groups for node in scan.things):
            things = [_inner(scan)]
        return Icon(part_numbers("".join(things)), box, shown)


def _find_break(scan: Scan) -> str:
    """Make the pass; why there is no drawing in it, empty if there is one."""
    try:
        scan.run()
    except expat.ExpatError as error:
        return f"cannot be read: line {error.lineno}: {expat.ErrorString(error.code)} at column {error.offset + 1}"
    except RefusedError as error:
        return f"cannot be read: line {error.line}: {error.message}"
    if scan.root is None or scan.root.tag != "svg":
        return "is no SVG"
    view = scan.root.attributes.get("viewBox")
    if view is not None and read_box(view) is None:
        return f'has viewBox="{view[:60]}", expected left, top, width and height'
    return ""


def _inner(scan: Scan) -> str:
    end = scan.content.rfind(b"</svg")
    return scan.content[scan.head_end : end].decode("utf-8", "replace").strip()


def _short(number: float) -> str:
    return f"{number:.6g}"
