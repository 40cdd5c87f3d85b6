"""What a worker does for a kit: faces composed, looked at and drawn, rulebooks written."""

from collections.abc import Callable, Sequence
from functools import partial
from types import TracebackType
from typing import NamedTuple, TypeAlias

from pnp.faces.cairo.undrawn import CURE, Stumble, UndrawnError
from pnp.faces.inks import Inkwell
from pnp.faces.studio import Studio
from pnp.faces.templates import line_of
from pnp.model.document import Document
from pnp.model.face import Face, FaceKey, Look
from pnp.model.finding import Fault, Finding
from pnp.model.kit import Kit, Rulebook
from pnp.model.place import Where
from pnp.model.roots import Roots
from pnp.rules.engine import inspect
from pnp.rules.topics.looks import describe_look
from pnp.work.limits import OvertimeError

Tell: TypeAlias = Callable[[int], None]

# So many spoilt faces show what is wrong with a template: the others are spoilt the same way.
MOST_KEPT = 5


class Batch(NamedTuple):
    """Faces that are drawn into one file; each is two steps, as composed and as drawn."""

    theme: str
    keys: tuple[FaceKey, ...]
    draw: bool


class Chunk(NamedTuple):
    """What is left of faces when they are done: in their order, and what the checks said of them.

    `pdf` has a page for each, or nothing if they were not to be drawn. `used` are the files that they used, `looks`
    what the faces are beside each other, `spoilt` what the templates gave for faces that could not be read.
    """

    keys: tuple[FaceKey, ...] = ()
    digests: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    used: frozenset[str] = frozenset()
    pdf: bytes = b""
    looks: tuple[Look, ...] = ()
    spoilt: tuple[tuple[FaceKey, str], ...] = ()


class Text(NamedTuple):
    """A rulebook to be written."""

    rulebook: Rulebook


class IconsOf(NamedTuple):
    """Documents whose icons are to be drawn."""

    documents: tuple[Document, ...]


class Proof(NamedTuple):
    """Faces that are drawn in each of the inks, side by side; each is two steps in each ink."""

    theme: str
    keys: tuple[FaceKey, ...]
    inks: tuple[str, ...]


Task: TypeAlias = Batch | Text | IconsOf | Proof


class Workplace:
    """The kit, the folders that it may draw from, and a studio for each look, which keeps what it has read."""

    def __init__(self, kit: Kit, roots: Roots) -> None:
        self.kit = kit
        self.roots = roots
        self._studios: dict[str, Studio] = {}

    def __reduce__(self) -> tuple[type["Workplace"], tuple[Kit, Roots]]:
        return Workplace, (self.kit, self.roots)

    def studio(self, theme: str) -> Studio:
        """The studio for that look."""
        if theme not in self._studios:
            self._studios[theme] = Studio(self.kit, self.roots, theme)
        return self._studios[theme]

    def __call__(self, task: Task, tell: Tell) -> Chunk | Document:
        """Do the task, telling each step."""
        try:
            if isinstance(task, Batch):
                return self._make(task, tell)
            if isinstance(task, Proof):
                return self._prove(task, tell)
            tell(0)
            return self._write(task.rulebook) if isinstance(task, Text) else self._draw_icons(task.documents)
        except OvertimeError as late:
            late.where = self._place(late.__traceback__)
            raise

    def _make(self, batch: Batch, tell: Tell) -> Chunk:
        studio = self.studio(batch.theme)
        faces: list[Face] = []
        findings: list[Finding] = []
        for number, key in enumerate(batch.keys):
            tell(number)
            faces.append(studio.compose(key))
            findings += inspect(self.kit, faces[-1:])
        used = frozenset(file for face in faces for file in face.files)
        digests = tuple(face.digest for face in faces)
        if not batch.draw:
            return Chunk(batch.keys, digests, tuple(findings), used, b"", tuple(describe_look(face) for face in faces))
        spoilt = tuple((face.key, face.spoilt) for face in faces if face.spoilt)[:MOST_KEPT]
        drawn, undrawn, pdf = self._print(faces, tell)
        findings += inspect(self.kit, undrawn)
        digests = tuple(face.digest for face in drawn)
        looks = tuple(describe_look(face) for face in drawn)
        return Chunk(tuple(face.key for face in drawn), digests, tuple(findings), used, pdf, looks, spoilt)

    def _prove(self, proof: Proof, tell: Tell) -> Chunk:
        faces: list[Face] = []
        wells = [(ink, Inkwell(ink)) for ink in proof.inks]
        for key in proof.keys:
            tell(len(faces))
            face = self.studio(proof.theme).compose(key)
            faces += [well.dip(face)._replace(key=key.in_ink(ink)) for ink, well in wells]
        drawn, _lost, pdf = self._print(faces, tell)
        return Chunk(tuple(face.key for face in drawn), pdf=pdf)

    def _print(self, faces: Sequence[Face], tell: Tell) -> tuple[Sequence[Face], list[Face], bytes]:
        """The faces that were drawn, stand-ins for the others, which have nothing but that fault, and the pages."""
        lost: list[Face] = []
        while faces:
            try:
                return faces, lost, self._draw(faces, tell)
            except UndrawnError as odd:
                stumbles = {stumble.number: stumble for stumble in odd.stumbles}
            lost += [self._stand_in(faces[number], stumble) for number, stumble in stumbles.items()]
            faces = [face for number, face in enumerate(faces) if number not in stumbles]
            # What is left is drawn anew; its steps end where the others would have.
            tell = partial(_tell_from, tell, 2 * len(stumbles))
        return (), lost, b""

    def _draw(self, faces: Sequence[Face], tell: Tell) -> bytes:
        from pnp.faces.drawing import draw_pages

        count = len(faces)
        return draw_pages(faces, self.roots, lambda number: tell(count + number))

    def _stand_in(self, face: Face, stumble: Stumble) -> Face:
        about = f"card {face.key.card}" if face.key.card else f"the back of {face.key.deck}"
        start = " ".join(stumble.markup.split("\n", 1)[0].split())[:80]
        message = f"the drawing library stumbles over {start}: {stumble.reason} ({about})"
        fault = Fault("bad-svg", self._find(face.template, stumble.markup), message, CURE)
        return face._replace(items=(), texts=(), shapes=(), art=(), faults=(fault,))

    def _find(self, template: str, markup: str) -> Where:
        """The line of the template that begins like the markup, or the template."""
        path, line = self.roots.find(template), markup.split("\n", 1)[0].strip()
        lines = [] if path is None else path.read_text(encoding="utf-8", errors="replace").splitlines()
        found = next((number for number, text in enumerate(lines, 1) if line in text), 0)
        return Where(self.roots.shown(template), found) if found else Where(self.roots.shown(template))

    def _write(self, rulebook: Rulebook) -> Document:
        from pnp.faces.document.author import Author

        return Author(self.kit, self.roots).write(rulebook)

    def _draw_icons(self, documents: Sequence[Document]) -> Chunk:
        from pnp.faces.document.author import Author
        from pnp.faces.drawing import draw_pages

        icons = Author(self.kit, self.roots).draw_icons(documents)
        pdf = draw_pages(icons, self.roots) if icons else b""
        return Chunk(tuple(icon.key for icon in icons), pdf=pdf)

    def _place(self, trace: TracebackType | None) -> Where | None:
        """The line of the template that ran."""
        found = None
        while trace is not None:
            template = trace.tb_frame.f_globals.get("__jinja_template__")
            if template is not None:
                found = Where(self.roots.shown(template.name), template.get_corresponding_lineno(line_of(trace)))
            trace = trace.tb_next
        return found


def _tell_from(tell: Tell, shift: int, number: int) -> None:
    tell(shift + number)
