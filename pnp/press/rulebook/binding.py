"""A booklet bound: faces and icons in place of its empty forms. Knows pikepdf, as the joining of sheets does."""

import io
from collections.abc import Iterator, Sequence

from pikepdf import Array, Dictionary, Object, ObjectStreamMode, Page, Pdf

import pnp
from pnp.model.document import Booklet
from pnp.model.face import FaceKey, Pages
from pnp.press.rulebook.canvas import RESOURCE


def bind(booklet: Booklet, drawn: Sequence[Pages]) -> bytes:
    """The finished PDF: the same bytes for the same booklet and faces.

    `drawn` has the faces, any of them in any of the parts; a figure whose face it lacks stays empty.
    """
    return fill_forms(booklet.content, booklet.shown, drawn, _title(booklet))


def fill_forms(content: bytes, shown: Sequence[FaceKey], drawn: Sequence[Pages], title: str) -> bytes:
    """A PDF of the rulebook's canvas with faces in its empty forms, `shown` in their order, and a title."""
    with Pdf.open(io.BytesIO(content)) as pdf:
        forms = {RESOURCE % number: key for number, key in enumerate(shown)}
        made = dict(_make_forms(pdf, set(shown), drawn))
        for page in pdf.pages:
            _fill(page, {name: made[key] for name, key in forms.items() if key in made})
        _name(pdf, title)
        out = io.BytesIO()
        pdf.remove_unreferenced_resources()
        pdf.save(out, deterministic_id=True, min_version="1.7", object_stream_mode=ObjectStreamMode.generate)
    return out.getvalue()


def _make_forms(pdf: Pdf, wanted: set[FaceKey], drawn: Sequence[Pages]) -> Iterator[tuple[FaceKey, Object]]:
    """Each face that is wanted as a form of this file, with its middle at the origin."""
    for pages in drawn:
        for number, content in enumerate(pages.files):
            keys = [key for key, (file, _) in pages.at.items() if file == number and key in wanted]
            if not keys:
                continue
            with Pdf.open(io.BytesIO(content)) as source:
                for key in keys:
                    page = source.pages[pages.at[key][1]]
                    left, bottom, right, top = (float(edge) for edge in page.mediabox)
                    form = pdf.copy_foreign(page.as_form_xobject())
                    form.Matrix = Array([1, 0, 0, 1, -(left + right) / 2, -(bottom + top) / 2])
                    yield key, form
            wanted -= set(keys)


def _fill(page: Page, forms: dict[str, Object]) -> None:
    resources = page.resources
    shown = resources.get("/XObject", Dictionary())
    resources.XObject = Dictionary({name: forms[name] if name in forms else shown[name] for name in map(str, shown)})


def _title(booklet: Booklet) -> str:
    document = booklet.document
    version = f", version {document.version}" if document.version else ""
    form = " booklet" if booklet.signature else ""
    return f"{document.title}: {document.rulebook.name}{form} ({booklet.paper}{version})"


def _name(pdf: Pdf, title: str) -> None:
    """What the file is and what made it; no date, so that equal input gives equal bytes."""
    producer = f"pnp {pnp.__version__}"
    if "/Info" in pdf.trailer:
        del pdf.trailer["/Info"]
    pdf.docinfo["/Title"] = title
    pdf.docinfo["/Producer"] = producer
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["dc:title"] = title
        metadata["pdf:Producer"] = producer
