"""What is printed and discarded to bring a print up to date, and old faces cut out of finished sheets."""

import io
import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.face import Box, FaceKey
from pnp.model.finding import PnpError
from pnp.model.sheet import Piece
from pnp.press.assembly import print_run
from pnp.press.delivery.delivery import write_ticket
from pnp.press.delivery.ticket import Printed, make_ticket, piece_digest
from pnp.press.exhibits.changes import Old, compare
from pnp.press.exhibits.crops import append_pages, crop_faces
from pnp.press.exhibits.earlier import Earlier, read_ticket
from pnp.press.exhibits.wording import Word, find_changes
from press.nouns import HERE, colours, draw, faces_of, lay, make_kit, make_pieces

Design = tuple[str, str, int]
DESIGNS = st.lists(
    st.tuples(st.sampled_from("abcde"), st.sampled_from("1234"), st.integers(0, 3)),
    max_size=5,
    unique_by=lambda it: it[0],
)


def olds(designs: list[Design]) -> list[Old]:
    face = FaceKey("deck", "x", "front")
    return [
        Old(f"deck/{name}", "deck", look, 63.5, 88.9, face, None)
        for name, look, copies in designs
        for _ in range(copies)
    ]


def pieces(designs: list[Design]) -> list[tuple[Piece, str]]:
    face = FaceKey("deck", "x", "front")
    return [
        (Piece(f"deck/{name}", "deck", copy, 63.5, 88.9, 3.0, 3.175, face, None, HERE), look)
        for name, look, copies in designs
        for copy in range(1, copies + 1)
    ]


@given(before=DESIGNS, after=DESIGNS)
@settings(max_examples=150, derandomize=True, deadline=None)
def test_the_old_print_without_the_discards_and_with_the_new_pieces_is_the_kit(
    before: list[Design], after: list[Design]
) -> None:
    """And nothing is printed that is on hand: no look is among both."""
    present = pieces(after)
    looks = {id(piece): look for piece, look in present}
    changes = compare(olds(before), present)
    printed = Counter(looks[id(piece)] for piece in changes.printed)
    discarded = Counter[str]()
    for discard in changes.discarded:
        discarded[discard.old.digest] += discard.copies
    have = Counter(old.digest for old in olds(before))
    want = Counter(look for _, look in present)
    assert have - discarded + printed == want
    assert not printed & discarded
    assert changes.nothing == (have == want)
    shown = [piece.id for _, piece in changes.changed] + [piece.id for piece in (*changes.added, *changes.more)]
    assert sorted(shown) == sorted({piece.id for piece in changes.printed})


def test_another_size_is_another_piece() -> None:
    larger = [(Piece("deck/a", "deck", 1, 70.0, 88.9, 3.0, 3.0, FaceKey("deck", "a", "front"), None, HERE), "1")]
    changes = compare(olds([("a", "1", 1)]), larger)
    assert [discard.why for discard in changes.discarded] == ["replaced"]
    assert len(changes.printed) == 1


def printed(folder: Path, own: list[Piece], paper: str = "letter", **job: Any) -> Earlier:
    run = lay(own, paper, **job)
    pages = draw(own)
    made = Printed(run, print_run(run, pages, False), pages.digests)
    (folder / made.name).write_bytes(made.data)
    (folder / "job.json").write_bytes(write_ticket(make_ticket(make_kit(), [made])))
    return read_ticket(folder / "job.json", "game", "")


CASES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {}),
    ({}, {"flip": "short-edge"}),
    ({"size": (88.9, 63.5)}, {}),
    ({"size": (40.0, 120.0)}, {"gutter": 4.0}),
    ({"size": (88.9, 63.5), "back_turn": 90}, {}),
    ({"back": "none"}, {}),
    ({}, {"layout": "gutterfold"}),
]


@pytest.mark.parametrize(("shape", "job"), CASES)
def test_old_faces_come_upright_out_of_finished_sheets(
    tmp_path: Path, shape: dict[str, Any], job: dict[str, Any]
) -> None:
    """Each has its colour, and its black square at the upper left, where it was drawn."""
    own = make_pieces(12, **shape)
    earlier = printed(tmp_path, own, **job)
    keys = faces_of(own)
    assert [(old.width, old.height) for old in earlier.pieces] == [(piece.width, piece.height) for piece in own]
    pages = crop_faces(earlier, keys)
    assert list(pages.at) == [key.in_ink("before") for key in keys]
    paint = colours(own)
    with pypdfium2.PdfDocument(pages.files[0]) as document:
        for key in keys:
            shown = document[pages.at[key.in_ink("before")][1]].render(scale=2).to_pil().convert("RGB")
            dots = 144 / 25.4
            wide, high = shown.width / dots, shown.height / dots
            assert sorted((wide, high)) == pytest.approx(sorted((own[0].width, own[0].height)), abs=0.4)
            near = [
                abs(a - b)
                for a, b in zip(shown.getpixel((shown.width // 2, shown.height // 2)), paint[key], strict=True)
            ]
            assert max(near) <= 2
            assert shown.getpixel((round(6 * dots), round(6 * dots))) == (0, 0, 0)
            assert shown.getpixel((shown.width - round(6 * dots), round(6 * dots))) != (0, 0, 0)


def test_a_pdf_that_is_another_one_is_not_read(tmp_path: Path) -> None:
    own = make_pieces(2)
    earlier = printed(tmp_path, own)
    (file,) = tmp_path.glob("*.pdf")
    content = file.read_bytes()
    file.write_bytes(content + b" ")
    assert crop_faces(earlier, faces_of(own)).at == {}
    file.unlink()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(content)
    file.symlink_to(elsewhere)
    assert crop_faces(earlier, faces_of(own)).at == {}


Twist = Callable[[Any], object]


@pytest.mark.parametrize(
    "twist",
    [
        lambda it: it["files"][0].update(path="../../etc/passwd"),
        lambda it: it["files"][0].update(path="job.json"),
        lambda it: it["files"][0].update(sheets=3),
        lambda it: it["files"][0].update(sha256=None),
        lambda it: it["files"][0]["sheets"][0]["pieces"][0].update(x_mm="far"),
        lambda it: it["files"][0]["sheets"][0]["pieces"][0].update(x_mm=1e9),
        lambda it: it["files"][0]["sheets"][0]["pieces"][0].update(turn=45),
        lambda it: it["files"][0]["sheets"][0].update(front_page=99),
        lambda it: it["files"][0]["sheets"][0].update(front_page=-1),
        lambda it: it["files"][0]["sheets"][0]["pieces"][0].update(width_mm=float("nan")),
        lambda it: it["files"][0]["sheets"][0]["pieces"][0].pop("digest"),
        lambda it: it["files"][0]["sheets"][0]["pieces"][0].update(id=["a"], component={}),
        lambda it: it.update(files=[[]]),
        lambda it: it.update(files=[None]),
    ],
)
def test_a_ticket_that_somebody_changed_is_refused_or_read_as_far_as_it_goes(tmp_path: Path, twist: Twist) -> None:
    own = make_pieces(2, back="none")
    printed(tmp_path, own)
    path = tmp_path / "job.json"
    described = json.loads(path.read_text("utf-8"))
    twist(described)
    path.write_text(json.dumps(described), "utf-8")
    try:
        earlier = read_ticket(path, "game", "")
    except PnpError:
        return
    assert len(crop_faces(earlier, faces_of(own)).at) <= 2


@pytest.mark.parametrize("content", ["", "[", "[1, 2]", "{}", '{"kit": "game", "files": 3}', "[" * 5000, "\x00"])
def test_what_is_no_ticket_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "old.json").write_text(content, "utf-8")
    with pytest.raises(PnpError, match=r"old\.json"):
        read_ticket(tmp_path / "old.json", "game", "")


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "old.json")
    with pytest.raises(PnpError, match="a device or a pipe, not a file"):
        read_ticket(tmp_path / "old.json", "game", "")


def test_pages_come_behind_pages() -> None:
    def make(count: int) -> bytes:
        document = pypdfium2.PdfDocument.new()
        for number in range(count):
            document.new_page(100 + number, 100)
        out = io.BytesIO()
        document.save(out)
        return out.getvalue()

    with pypdfium2.PdfDocument(append_pages(make(2), make(1))) as whole:
        assert [page.get_width() for page in whole] == [100, 101, 100]


def words(text: str) -> list[Word]:
    return [Word(word, Box(0, 0, 1, 1)) for word in text.split()]


def test_words_that_differ_are_told_among_those_around() -> None:
    gone, come = find_changes(
        words("Pass: also heal 1 heart and rest a while"), words("Pass: heal 2 hearts and rest a while")
    )
    assert [change.told for change in gone] == ["Pass: [also] heal 1 …", "… also heal [1 heart] and rest …"]
    assert [change.told for change in come] == ["Pass: [ ] heal 2 …", "Pass: heal [2 hearts] and rest …"]
    assert [(change.start, change.end) for change in come] == [(1, 1), (2, 4)]
    assert find_changes(words("as it was"), words("as it was")) == ((), ())


def test_a_piece_in_parts_is_one_piece(tmp_path: Path) -> None:
    """Larger than the paper, it is printed in several; its ticket tells how large the whole is."""
    own = make_pieces(1, (300.0, 400.0), back="none")
    earlier = printed(tmp_path, own, layout="tiles")
    (old,) = earlier.pieces
    assert (old.id, old.width, old.height) == (own[0].id, 300.0, 400.0)
    digest = piece_digest(own[0], draw(own).digests)
    assert compare(earlier.pieces, [(own[0], digest)]).nothing
