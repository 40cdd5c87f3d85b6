"""XLSX: cells as the sheet shows them where text is asked for, as they are stored where numbers are."""

import sys
import zipfile
from collections.abc import Callable
from datetime import date, time
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from timing import within

from pnp.kit.spreadsheet import workbook
from pnp.model.finding import PnpError
from pnp.model.kit import Card, Kit

from .conftest import Read

HEAD = """deck: d
size: poker
front: f.svg.j2
fields:
  run: {type: integer, required: false}
  power: {type: number, required: false}
  code: {type: text, required: false}
  loud: {type: boolean, required: false}
  tags: {type: list, required: false}
  gear: {type: group, required: false, fields: {name: text, run: integer}}
cards: """

Rows = list[list[Any]]
Reads = Callable[..., Kit]


def leave(book: Any) -> None:
    """Change nothing."""


def save(path: Path, sheets: dict[str, Rows], change: Callable[[Any], None]) -> None:
    book = openpyxl.Workbook()
    for number, (name, rows) in enumerate(sheets.items()):
        sheet = book.active if number == 0 else book.create_sheet()
        assert sheet is not None
        sheet.title = name
        for row in rows:
            sheet.append(row)
    change(book)
    book.save(path)


@pytest.fixture
def book(tmp_path: Path, read: Read) -> Reads:
    """Reads a kit whose deck takes its cards from cards.xlsx."""

    def write_and_read(
        rows: Rows, spec: str = "cards.xlsx", change: Callable[[Any], None] = leave, **more: Rows
    ) -> Kit:
        (tmp_path / "game").mkdir(exist_ok=True)
        save(tmp_path / "game" / "cards.xlsx", {"items": rows, **more}, change)
        return read(f"{HEAD}{spec}\n")

    return write_and_read


def cards(kit: Kit) -> tuple[Card, ...]:
    return kit.decks[0].cards


def found(kit: Kit) -> list[str]:
    return [f"{str(fault.where).removeprefix('content/game/')} {fault.check}" for fault in kit.faults]


def test_a_workbook_is_typed_by_the_fields(book: Reads) -> None:
    kit = book(
        [
            [],
            ["id", "Title", "QTY", "run", "power", "code", "loud", "tags", "gear.name", "gear.run", None],
            ["axe", "Axe", 2, 3.0, 2.5, 7, True, "a; b", "Steel", -1],
            [None, None, None],
            ["bat", 12.0, None, None, 0.1 + 0.2, " 007\u00a0"],
            ["dog", "Dog", 1, None, None, True],
            ["cat", "null", 1, -0.0, 1e20, "a\r\nb_x000D_\nc"],
        ]
    )
    assert kit.faults == ()
    axe, bat, dog, cat = cards(kit)
    assert (axe.title, axe.copies, bat.title, bat.copies, cat.title) == ("Axe", 2, "12", 1, "null")
    assert dict(axe.values) == {
        "run": 3,
        "power": 2.5,
        "code": "7",
        "loud": True,
        "tags": ("a", "b"),
        "gear": {"name": "Steel", "run": -1},
    }
    assert (bat.values["power"], bat.values["code"], bat.values["gear"]) == (0.3, "007", None)
    assert (dog.values["code"], cat.values["code"]) == ("TRUE", "a\nb\nc")
    assert [str(bat.where), str(bat.place("code"))] == [
        f"content/game/cards.xlsx!items!{cell}" for cell in ("A5", "F5")
    ]
    assert "cards.xlsx" in kit.read


def test_faults_name_the_cell(book: Reads) -> None:
    kit = book([["id", "title", "run"], ["a", "A", "x"], ["a", None, 1.5]], "{file: cards.xlsx, sheet: ITEMS}")
    assert found(kit) == [
        "cards.xlsx!items!C2 wrong-type",
        "cards.xlsx!items!B3 missing-field",
        "cards.xlsx!items!C3 wrong-type",
        "cards.xlsx!items!A3 duplicate-id",
    ]
    assert "in A2" in kit.faults[-1].message


def test_columns_beyond_z(book: Reads) -> None:
    heads = ["title", *(f"n{number}" for number in range(26)), "run"]
    spec = "{file: cards.xlsx, columns: {" + ", ".join(f"n{number}: " for number in range(26)) + "}}"
    assert found(book([heads, ["A", *[1] * 26, "x"]], spec)) == ["cards.xlsx!items!AB2 wrong-type"]


@pytest.mark.parametrize(
    ("value", "style", "text"),
    [
        (7, "000", "007"),
        (-7, "000", "-007"),
        (2.5, "0.00", "2.50"),
        (0.5, "0%", "50%"),
        (3.0, "General", "3"),
        (1234, "@", "1234"),
    ],
)
def test_text_is_what_the_sheet_shows(book: Reads, value: float, style: str, text: str) -> None:
    def dress(book: Any) -> None:
        book["items"]["B2"].number_format = book["items"]["C2"].number_format = style

    kit = book([["title", "code", "power"], ["A", value, value]], change=dress)
    assert kit.faults == ()
    assert (cards(kit)[0].values["code"], cards(kit)[0].values["power"]) == (text, value)


def test_a_look_that_is_not_followed_is_told_once(book: Reads) -> None:
    def dress(book: Any) -> None:
        for cell in ("B2", "B3", "C2"):
            book["items"][cell].number_format = "$#,##0"

    kit = book([["title", "code", "run"], ["A", 1200, 1200], ["B", 3]], change=dress)
    assert found(kit) == ["cards.xlsx!items!B2 table-format"]
    assert [card.values["code"] for card in cards(kit)] == ["1200", "3"]


def test_cells_that_are_no_text_are_faults_if_they_are_read(book: Reads) -> None:
    rows = [["title", "code", "Edited"], ["A", date(2024, 2, 1), date(2024, 2, 1)], ["B", time(2, 45)], ["C", "#N/A"]]
    kit = book(rows, "{file: cards.xlsx, columns: {Edited: }}")
    assert found(kit) == [f"cards.xlsx!items!{cell} bad-value" for cell in ("B2", "B3", "B4")]
    assert "2024-02-01)" in kit.faults[0].message
    assert "text" in kit.faults[0].help
    assert "#N/A" in kit.faults[2].message


def put_result(path: Path, cell: str, result: str) -> None:
    """Give a formula the result that a spreadsheet program would have saved with it."""
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    sheet = parts["xl/worksheets/sheet1.xml"].decode()
    start = sheet.index(f'r="{cell}"')
    end = sheet.index("</c>", start)
    changed = sheet[start:end].replace("<v />", f"<v>{result}</v>").replace("<v></v>", f"<v>{result}</v>")
    assert result in changed
    parts["xl/worksheets/sheet1.xml"] = (sheet[:start] + changed + sheet[end:]).encode()
    with zipfile.ZipFile(path, "w") as new:
        for name, data in parts.items():
            new.writestr(name, data)


def test_formulas_are_read_by_their_results(book: Reads, read: Read, tmp_path: Path) -> None:
    kit = book([["title", "run"], ["A", "=1+1"], ["B", "=2+2"]])
    assert found(kit) == ["cards.xlsx!items!B2 bad-value", "cards.xlsx!items!B3 bad-value"]
    assert "save it" in kit.faults[0].help
    put_result(tmp_path / "game" / "cards.xlsx", "B2", "2")
    kit = read(f"{HEAD}cards.xlsx\n")
    assert found(kit) == ["cards.xlsx!items!B3 bad-value"]
    assert cards(kit)[0].values["run"] == 2
    book([["title", "code"], ["A", "=0.1+0.2"]])
    put_result(tmp_path / "game" / "cards.xlsx", "B2", "0.30000000000000004")
    assert cards(read(f"{HEAD}cards.xlsx\n"))[0].values["code"] == "0.3"


def test_sheets(book: Reads) -> None:
    rows = [["title"], ["A"]]
    kit = book([["notes"]], "{file: cards.xlsx, sheet: two}", two=rows)
    assert (kit.faults, [str(card.where) for card in cards(kit)]) == ((), ["content/game/cards.xlsx!two!A2"])
    kit = book(rows, more=[["notes"]])
    assert found(kit) == ["cards.xlsx:1:1 table-format"]
    assert 'sheet: "items"' in kit.faults[0].help
    kit = book(rows, "{file: cards.xlsx, sheet: item}")
    assert found(kit) == ["deck.yaml:11:34 unknown-reference"]
    assert 'Did you mean "items"?' in kit.faults[0].help
    assert found(book([])) == ["cards.xlsx!items!A1 empty-file"]


def test_without_openpyxl_the_cure_is_told(book: Reads, read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    book([["title"], ["A"]])
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(PnpError, match="openpyxl") as error:
        read(f"{HEAD}cards.xlsx\n")
    assert "pnp-kit[xlsx]" in error.value.help


def sound_book() -> bytes:
    out = BytesIO()
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.append(["title", "run"])
    sheet.append(["A", 1])
    book.save(out)
    return out.getvalue()


def changed(part: str, data: bytes) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(sound_book())) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, data if name == part else old.read(name))
    return out.getvalue()


DAMAGED = {
    "nothing": (b"", "no XLSX"),
    "text": (b"id,title\n", "no XLSX"),
    "an old workbook": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "old XLS"),
    "half": (sound_book()[:2000], "no XLSX"),
    "a broken directory": (sound_book().replace(b"PK\x01\x02", b"PK\x01\x07"), "damaged"),
    "another archive": (changed("[Content_Types].xml", b"<a/>"), "damaged"),
    "no XML": (changed("xl/worksheets/sheet1.xml", b"<worksheet><sheetData><row"), "damaged"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_workbooks(read: Read, tmp_path: Path, name: str) -> None:
    data, words = DAMAGED[name]
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "cards.xlsx").write_bytes(data)
    kit = read(f"{HEAD}cards.xlsx\n")
    assert [fault.check for fault in kit.faults] == ["bad-table"]
    assert words in kit.faults[0].message
    assert cards(kit) == ()


SHEET = """<!DOCTYPE worksheet [{}]>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
<row r="1"><c r="A1" t="inlineStr"><is><t>title</t></is></c></row>
<row r="2"><c r="A2" t="inlineStr"><is><t>A&x;</t></is></c></row></sheetData></worksheet>"""


@pytest.mark.parametrize("entity", ['<!ENTITY x SYSTEM "{}">', '<!ENTITY y "yy"><!ENTITY x "&y;&y;">'])
def test_entities_are_not_followed(read: Read, tmp_path: Path, entity: str) -> None:
    (tmp_path / "hidden").write_text("hidden words")
    sheet = SHEET.format(entity.format((tmp_path / "hidden").as_uri()))
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "cards.xlsx").write_bytes(changed("xl/worksheets/sheet1.xml", sheet.encode()))
    kit = read(f"{HEAD}cards.xlsx\n")
    assert [fault.check for fault in kit.faults] == ["bad-table"]
    assert "hidden words" not in repr(kit)
    assert cards(kit) == ()


def test_a_workbook_that_unpacks_too_far(read: Read, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MOST_BYTES", 3_000)
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "cards.xlsx").write_bytes(sound_book())
    kit = read(f"{HEAD}cards.xlsx\n")
    assert found(kit) == ["cards.xlsx:1:1 bad-table"]
    assert "unpacks" in kit.faults[0].message


def test_a_sheet_without_end(book: Reads, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MOST_ROWS", 3)

    def dress(book: Any) -> None:
        book["items"]["A1048576"] = "lost"

    with within(5):
        kit = book([["title"], ["A"], ["B"]], change=dress)
    assert [card.title for card in cards(kit)] == ["A", "B"]
    assert found(kit) == ["cards.xlsx!items!A1048576 yaml-limits"]
    monkeypatch.setattr(workbook, "MOST_COLUMNS", 2)
    assert found(book([["title", None, "lost"], ["A"]])) == [
        "cards.xlsx!items!C1 yaml-limits",
        "cards.xlsx!items!A1 empty-file",
    ]
