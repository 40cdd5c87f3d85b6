"""Words of faces as drawn, where they stand, and which of them changed. The one module that knows pdfium."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from pnp.model.face import Box, FaceKey, Pages
from pnp.model.units import MM_PER_POINT

# Letters of a face that are read at most.
LETTERS = 20_000
# Two pictures, out of focus by so many pixels, look the same if at most this share of those differs by so many levels.
_DPI, _BLUR, _SEEN, _SPECKS = 60, 2.0, 32, 0.0003
# Words beside a change that are told with it.
_AROUND = 2


class Word(NamedTuple):
    """A word as it is read, and the box that its letters fill, in mm from the trim's top left corner."""

    text: str
    box: Box


class Change(NamedTuple):
    """Words that another print says otherwise: from word `start` to the one before `end`; told with those around."""

    start: int
    end: int
    told: str


def read_words(drawn: Sequence[Pages], sizes: Mapping[FaceKey, tuple[float, float]]) -> dict[FaceKey, tuple[Word, ...]]:
    """The words of each face, whose trims are so large (mm), as far as the parts have it."""
    import pypdfium2

    found: dict[FaceKey, tuple[Word, ...]] = {}
    for pages in drawn:
        wanted = {key: place for key, place in pages.at.items() if key in sizes and key not in found}
        for number in sorted({file for file, _ in wanted.values()}):
            with pypdfium2.PdfDocument(pages.files[number]) as document:
                for key, (file, page) in wanted.items():
                    if file == number:
                        found[key] = tuple(_read_page(document[page], sizes[key]))
    return found


def _read_page(page: Any, size: tuple[float, float]) -> Iterator[Word]:
    """The words of a page in whose middle the trim lies, those outside of it left out."""
    wide, high = page.get_size()
    left, top = wide / 2 - size[0] / MM_PER_POINT / 2, high / 2 + size[1] / MM_PER_POINT / 2
    text = page.get_textpage()
    letters: list[tuple[str, Box]] = []
    for number in range(min(text.count_chars(), LETTERS)):
        letter = text.get_text_range(number, 1)
        x1, y1, x2, y2 = text.get_charbox(number)
        if letter.strip():
            letters.append(
                (letter, Box(*((edge * MM_PER_POINT) for edge in (x1 - left, top - y2, x2 - left, top - y1))))
            )
        elif letters:
            yield from _join(letters, size)
            letters = []
    yield from _join(letters, size)


def _join(letters: Sequence[tuple[str, Box]], size: tuple[float, float]) -> Iterator[Word]:
    boxes = [box for _, box in letters if box.right > box.left]
    if not boxes:
        return
    box = Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )
    if box.left > -1 and box.top > -1 and box.right < size[0] + 1 and box.bottom < size[1] + 1:
        yield Word("".join(letter for letter, _ in letters), box)


def look_same(drawn: Sequence[Pages], one: FaceKey, two: FaceKey, size: tuple[float, float]) -> bool:
    """Whether two faces with trims of this size (mm) look the same from some way off, where no word is read."""
    from PIL import ImageChops, ImageFilter

    pictures = [_render(drawn, key, size) for key in (one, two)]
    if None in pictures:
        return False
    # Of one and the same drawing the pixels lie otherwise in either file.
    first, second = (each.resize(pictures[0].size).filter(ImageFilter.GaussianBlur(_BLUR)) for each in pictures)
    counts = ImageChops.difference(first, second).convert("L").histogram()
    return bool(sum(counts[_SEEN:]) <= _SPECKS * sum(counts))


def _render(drawn: Sequence[Pages], key: FaceKey, size: tuple[float, float]) -> Any:
    """The trim of a face as a picture; None if no part has it."""
    import pypdfium2

    for pages in drawn:
        if key in pages.at:
            file, number = pages.at[key]
            with pypdfium2.PdfDocument(pages.files[file]) as document:
                page = document[number]
                edges = [(side - trim / MM_PER_POINT) / 2 for side, trim in zip(page.get_size(), size, strict=True)]
                crop = (edges[0], edges[1], edges[0], edges[1])
                return page.render(scale=_DPI * MM_PER_POINT / 25.4, crop=crop).to_pil().convert("RGB")
    return None


def find_changes(old: Sequence[Word], new: Sequence[Word]) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
    """What the old face said that the new one does not, and the other way round."""
    befores, afters = [word.text for word in old], [word.text for word in new]
    gone, come = [], []
    for what, a1, a2, b1, b2 in SequenceMatcher(None, befores, afters, autojunk=False).get_opcodes():
        if what != "equal":
            gone.append(_tell(befores, a1, a2))
            come.append(_tell(afters, b1, b2))
    return tuple(gone), tuple(come)


def _tell(words: Sequence[str], start: int, end: int) -> Change:
    first, last = max(0, start - _AROUND), min(len(words), end + _AROUND)
    before, after = " ".join(words[first:start]), " ".join(words[end:last])
    parts = (f"… {before}" if first else before, f"[{' '.join(words[start:end])}]" if end > start else "[ ]", after)
    told = " ".join(part for part in parts if part)
    return Change(start, end, f"{told} …" if last < len(words) else told)
