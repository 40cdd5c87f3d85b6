"""Faces into sheets, sheets into the finished file: the one module that knows pikepdf."""

import io
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from decimal import Decimal
from pathlib import Path

from pikepdf import Array, Dictionary, Name, Object, ObjectStreamMode, Page, Pdf, Stream, String

import pnp
from pnp.model.face import FaceKey, Pages
from pnp.model.finding import PnpError
from pnp.model.roots import package_templates
from pnp.model.sheet import Run, Side
from pnp.model.units import POINTS_PER_MM
from pnp.press.printers.aim import Aim, take_aim
from pnp.press.printers.passage import sides
from pnp.press.sheets import LAYERS, RESOURCE, Drawn, draw_sheets


def print_run(run: Run, pages: Pages, draft: bool, fonts: Path | None = None) -> bytes:
    """The finished PDF of the run: the same bytes for the same run and faces.

    `pages` has the faces as drawn; a place whose face it lacks stays empty. `draft` stamps every page. `fonts` is
    the folder of the notes' fonts, the package's own without it. PnpError if the run has no sheets.
    """
    if not run.sheets:
        raise PnpError(f"{run.kit}: job {run.job.name} has nothing to print")
    with ExitStack() as files:
        # The largest part of the work is not done: the faces' own file is the base, so they need not be copied.
        pdf, forms = _gather_faces(files, run, pages)
        drawn = draw_sheets(run, _sizes(forms), draft=draft, fonts=fonts or own_fonts())
        sheets = files.enter_context(Pdf.open(io.BytesIO(drawn.content)))
        pdf.pages.extend(sheets.pages)
        pdf.Root.ViewerPreferences = Dictionary(dict(sheets.Root.ViewerPreferences.items()))
        _put_together(pdf, run, drawn, forms)
        _name(pdf, run, draft=draft)
        content = io.BytesIO()
        pdf.save(content, deterministic_id=True, min_version="1.7", object_stream_mode=ObjectStreamMode.generate)
    return content.getvalue()


def own_fonts() -> Path:
    """The fonts that come with pnp."""
    return package_templates() / "fonts"


def _gather_faces(files: ExitStack, run: Run, pages: Pages) -> tuple[Pdf, dict[FaceKey, Object]]:
    """The first file that the run has faces of, without pages; and in it every face as a form."""
    wanted = dict.fromkeys(slot.face for _, side in sides(run) for slot in side.slots)
    places = {key: pages.at[key] for key in wanted if key in pages.at}
    base: Pdf | None = None
    forms: dict[tuple[int, int], Object] = {}
    for number in sorted({number for number, _ in places.values()}):
        source = files.enter_context(Pdf.open(io.BytesIO(pages.files[number])))
        needed = {page for file, page in places.values() if file == number}
        made = {number: _make_form(page) for number, page in enumerate(source.pages) if number in needed}
        if base is None:
            base = source
            for last in reversed(range(len(base.pages))):  # from the end, where the others need not move up
                del base.pages[last]
        else:
            # Only the form and what it refers to comes along, and all of that once.
            made = {page: base.copy_foreign(form) for page, form in made.items()}
        forms.update(((number, page), form) for page, form in made.items())
    return base or files.enter_context(Pdf.new()), {key: forms[place] for key, place in places.items()}


def _sizes(forms: Mapping[FaceKey, Object]) -> dict[FaceKey, tuple[float, float]]:
    sizes = {}
    for key, form in forms.items():
        left, bottom, right, top = (float(edge) for edge in form.BBox)
        sizes[key] = right - left, top - bottom
    return sizes


def _make_form(page: Page) -> Object:
    """The page as a form that sheets can show: its own stream of content, where it has one, named so."""
    content = page.obj.Contents
    if not isinstance(content, Stream) or [float(edge) for edge in page.mediabox[:2]] != [0, 0]:
        return page.as_form_xobject()
    content.Type, content.Subtype = Name.XObject, Name.Form
    content.BBox, content.Resources = page.mediabox, page.resources
    return content


def _put_together(pdf: Pdf, run: Run, drawn: Drawn, forms: Mapping[FaceKey, Object]) -> None:
    """In place of the pages as drawn, the run's: on each a layout, the faces in its places, and a label."""
    parts = [page.obj for page in pdf.pages]
    del pdf.pages[:]
    layers = _add_layers(pdf)
    # Faces are in RGB, and what shines through is mixed so.
    group = pdf.make_indirect(Dictionary(Type=Name.Group, S=Name.Transparency, I=True, CS=Name.DeviceRGB))
    resources: dict[tuple[int, tuple[FaceKey, ...]], Object] = {}
    frames: dict[Aim, tuple[Object, Object]] = {}
    for (sheet, side), layout, label in zip(sides(run), drawn.layouts, drawn.labels, strict=True):
        below = parts[layout]
        shown = tuple(slot.face for slot in side.slots)
        if (layout, shown) not in resources:
            own = _resources(below, [forms.get(face) for face in shown])
            own.Properties = layers
            resources[layout, shown] = pdf.make_indirect(own)
        page = Dictionary(Type=Name.Page, MediaBox=below.MediaBox, Group=group, Resources=resources[layout, shown])
        for box in (Name.TrimBox, Name.BleedBox):
            if box in below:
                page[box] = below[box]
        content = [below.Contents] if label is None else [below.Contents, parts[label].Contents]
        if run.printer is not None and not (aim := take_aim(run.printer, sheet, side)).nothing:
            if aim not in frames:
                frames[aim] = pdf.make_stream(_matrix(aim, sheet.height)), pdf.make_stream(b"Q\n")
            content = [frames[aim][0], *content, frames[aim][1]]
            _move_boxes(page, aim, side)
        page.Contents = content[0] if len(content) == 1 else Array(content)
        pdf.pages.append(Page(page))


def _matrix(aim: Aim, height: float) -> bytes:
    """What moves all that follows on a page of `height` mm; PDF measures in points and upward from the bottom."""
    a, b, c, d, e, f = aim.matrix
    x, y = (c * height + e) * POINTS_PER_MM, (aim.height - d * height - f) * POINTS_PER_MM
    numbers = (f"{number:.9f}".rstrip("0").rstrip(".") for number in (a, -b, -c, d, x, y))
    return f"q {' '.join(numbers)} cm\n".encode()


def _move_boxes(page: Dictionary, aim: Aim, side: Side) -> None:
    """The page as large as it is drawn, its boxes around the trims and bleeds as they are drawn."""
    page.MediaBox = Array([0, 0, _points(aim.width), _points(aim.height)])
    for name, boxes in (
        (Name.TrimBox, [slot.trim for slot in side.slots]),
        (Name.BleedBox, [slot.bleed for slot in side.slots]),
    ):
        around = aim.box(boxes)
        if around is not None:
            edges = around.left, aim.height - around.bottom, around.right, aim.height - around.top
            page[name] = Array([_points(edge) for edge in edges])


def _points(mm: float) -> Decimal:
    return Decimal(f"{mm * POINTS_PER_MM:.4f}")


def _resources(layout: Object, faces: Iterable[Object | None]) -> Dictionary:
    shown = {RESOURCE % number: face for number, face in enumerate(faces) if face is not None}
    own = Dictionary(
        {key: layout.Resources[key] for key in ("/Font", "/ExtGState", "/ColorSpace") if key in layout.Resources}
    )
    if shown:
        own.XObject = Dictionary(shown)
    return own


def _add_layers(pdf: Pdf) -> Object:
    """The layers that the pages' content names, for their resources."""
    layers = {
        f"/{key}": pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(name))) for key, name in LAYERS.items()
    }
    every = Array(list(layers.values()))
    shown = Dictionary(Name=String("Layers"), Order=every, ON=every)
    pdf.Root.OCProperties = Dictionary(OCGs=every, D=shown)
    return pdf.make_indirect(Dictionary(layers))


def _name(pdf: Pdf, run: Run, *, draft: bool) -> None:
    """What the file is and what made it; no date, so that equal input gives equal bytes."""
    printer = f"for {run.printer.name}" if run.printer else ""
    version = f"version {run.version}" if run.version else ""
    parts = (run.paper, run.theme, printer, f"{run.only} alone" if run.only else "", version, "DRAFT" if draft else "")
    title = f"{run.title}: {run.job.name} ({', '.join(part for part in parts if part)})"
    producer = f"pnp {pnp.__version__}"
    if "/Info" in pdf.trailer:
        del pdf.trailer["/Info"]
    pdf.docinfo["/Title"] = title
    pdf.docinfo["/Producer"] = producer
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["dc:title"] = title
        metadata["pdf:Producer"] = producer
