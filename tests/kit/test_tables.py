"""CSV: every slip has a word and a place, and nothing else is changed on the way."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from timing import within

from pnp.kit.parsing.tree import Scalar
from pnp.kit.reading import read_kit
from pnp.kit.report import Report
from pnp.kit.spreadsheet.separated import read_separated
from pnp.model.kit import Card, Kit
from pnp.model.place import Where
from pnp.rules.engine import inspect

from .conftest import Read

HEAD = """deck: d
size: poker
front: f.svg.j2
fields:
  run: {type: integer, max: 9, required: false}
  text: {type: text, required: false}
  loud: {type: boolean, required: false}
  card_kind: {type: choice, options: [trap, "null"], required: false}
  tags: {type: list, max: 3, required: false}
  opens: {type: card, required: false}
  gear:
    type: group
    required: false
    fields: {name: text, run: {type: integer, default: 0}, more: {type: group, required: false, fields: {x: text}}}
cards: """


@pytest.fixture
def table(tmp_path: Path, read: Read) -> "Table":
    return Table(tmp_path / "game", read)


class Table:
    """Reads a kit whose deck takes its cards from cards.csv."""

    def __init__(self, folder: Path, read: Read) -> None:
        self.folder = folder
        self.read = read

    def __call__(self, text: str | bytes, cards: str = "cards.csv", head: str = HEAD, name: str = "cards.csv") -> Kit:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
        return self.read(head + cards + "\n")


def cards(kit: Kit) -> tuple[Card, ...]:
    return kit.decks[0].cards


def found(kit: Kit) -> list[str]:
    return [f"{str(fault.where).removeprefix('content/game/')} {fault.check}" for fault in kit.faults]


def test_a_table_is_typed_by_the_fields(table: Table) -> None:
    kit = table(
        "id,title,copies,run,text,loud,card_kind,tags,opens,gear.name,gear.run\n"
        'axe,Axe,2,3.0,"Hit, hard.",TRUE,null,loud; heavy ;,bat,Steel,-1\n'
        "bat,007,,,~,,,,,,\n"
    )
    assert kit.faults == ()
    axe, bat = cards(kit)
    assert (axe.id, axe.title, axe.copies, bat.title, bat.copies) == ("axe", "Axe", 2, "007", 1)
    assert dict(axe.values) == {
        "run": 3,
        "text": "Hit, hard.",
        "loud": True,
        "card_kind": "null",
        "tags": ("loud", "heavy"),
        "opens": "bat",
        "gear": {"name": "Steel", "run": -1, "more": None},
    }
    assert [bat.values[key] for key in ("run", "text", "tags", "gear")] == [None, "~", (), None]


def test_every_value_has_the_place_of_its_cell(table: Table) -> None:
    kit = table('id,title,run,text,tags\na, A ,3,"x\n""y""",t\n"b",B,4,z,"u;v"\n')
    a, b = cards(kit)
    file = "content/game/cards.csv"
    assert [str(a.place(key)) for key in ("id", "title", "run", "text", "tags")] == [
        f"{file}:{place}" for place in ("2:1", "2:4", "2:7", "2:9", "3:8")
    ]
    assert [b.place(*path) for path in (("title",), ("text",), ("tags", 1))] == [
        Where(file, 4, column) for column in (5, 9, 11)
    ]
    assert (b.where, a.values["text"]) == (Where(file, 4, 1), 'x\n"y"')


def test_what_the_deck_promises_is_held_against_the_table(table: Table) -> None:
    kit = table("id,title,run,opens,tags\na,A,x,b,\na,,12,nope,a;b;c;d\n")
    assert found(kit) == [
        "cards.csv:2:5 wrong-type",
        "cards.csv:3:3 missing-field",
        "cards.csv:3:4 out-of-range",
        "cards.csv:3:12 out-of-range",
        "cards.csv:3:1 duplicate-id",
        "cards.csv:2:7 unknown-reference",
        "cards.csv:3:7 unknown-reference",
    ]
    assert "line 2" in kit.faults[4].message


def test_headings_are_found_whatever_their_dress(table: Table) -> None:
    kit = table("\ufeffTITLE, Card-Kind ,Gear.Run,gear.NAME,  Qty\u00a0\nA,trap,2,Axe,3\n")
    assert found(kit) == ["cards.csv:1:8 table-format"]
    (card,) = cards(kit)
    assert (card.id, card.title, card.copies, card.values["card_kind"]) == ("a", "A", 3, "trap")
    assert card.values["gear"] == {"name": "Axe", "run": 2, "more": None}


def test_a_field_of_that_name_goes_before_a_common_heading(table: Table) -> None:
    head = "deck: d\nsize: poker\nfront: f\nfields: {count: integer, name: text}\ncards: "
    kit = table("title,count,name,copies\nA,7,B,2\n", head=head)
    assert kit.faults == ()
    assert (cards(kit)[0].copies, dict(cards(kit)[0].values)) == (2, {"count": 7, "name": "B"})


@pytest.mark.parametrize("heading", ["qty", "Quantity", "COUNT"])
def test_common_headings_for_copies(table: Table, heading: str) -> None:
    kit = table(f"name,{heading}\nA,3\nB,\n")
    assert (kit.faults, [(card.title, card.copies) for card in cards(kit)]) == ((), [("A", 3), ("B", 1)])


def test_two_columns_for_the_copies_are_one_too_many(table: Table) -> None:
    assert found(table("title,copies,qty\nA,3,4\n")) == ["cards.csv:1:14 unknown-key"]
    assert found(table("title,qty,count\nA,3,4\n")) == ["cards.csv:1:11 duplicate-key"]


def test_ids_are_made_of_titles_where_there_is_no_column_for_them(table: Table) -> None:
    kit = table("title\nPharmacy Run!\nÜber\n…\nPharmacy Run\n")
    assert kit.faults == ()
    assert [card.id for card in cards(kit)] == ["pharmacy-run", "über", "card-3", "pharmacy-run-2"]
    assert found(table("id,title\n,A\nb\u200bb,B\n")) == ["cards.csv:2:1 missing-field", "cards.csv:3:1 bad-value"]


def test_columns_say_what_a_heading_means(table: Table) -> None:
    spec = '{file: cards.csv, columns: {Card Name: title, "#": copies, Power: gear.run, Notes: , What: gear.name}}'
    kit = table("Card Name,#,Power,Notes,What\nAxe,2,-1,too strong?,Steel\n", spec)
    assert kit.faults == ()
    (card,) = cards(kit)
    assert (card.title, card.copies, card.values["gear"]) == ("Axe", 2, {"name": "Steel", "run": -1, "more": None})


# What `cards:` says in line 15, where the fault is, its check, and words of its message or help.
SPECS = {
    "{file: cards.csv, columns: {Titel: title}}": (36, "bad-table", "Did you mean"),
    "{file: cards.csv, columns: {Title: titel}}": (43, "unknown-key", "Did you mean"),
    "{file: cards.csv, columns: {Title: [a]}}": (43, "wrong-type", "name of a field"),
    "{file: cards.csv, columns: title}": (35, "wrong-type", "`columns`"),
    "{file: cards.csv, sheet: a}": (33, "bad-table", "no sheets"),
    "{file: cards.csv, colums: {}}": (26, "unknown-key", "Did you mean"),
    "{sheet: a}": (8, "missing-field", "file"),
    "card.csv": (8, "missing-file", 'Did you mean "cards.csv"?'),
    "cards.ods": (8, "missing-file", "no file"),
    "cards.csv/x.csv": (8, "missing-file", "no file"),
    "some": (8, "wrong-type", "should be a list"),
    "../cards.csv": (8, "outside-kit", "out of the kit's folder"),
    "/etc/passwd.csv": (8, "outside-kit", "this machine"),
    "C:\\cards.csv": (8, "outside-kit", "this machine"),
    "~/cards.csv": (8, "outside-kit", "this machine"),
}


@pytest.mark.parametrize("spec", SPECS)
def test_what_cards_may_say(table: Table, spec: str) -> None:
    column, check, words = SPECS[spec]
    kit = table("title\nA\n", spec)
    fault = kit.faults[0]
    assert (str(fault.where), fault.check) == (f"content/game/deck.yaml:15:{column}", check)
    assert words in fault.message + fault.help


def test_a_file_of_another_kind_is_no_table(table: Table) -> None:
    kit = table("{}", "cards.json", name="cards.json")
    assert found(kit) == ["deck.yaml:15:8 bad-table"]
    assert "CSV" in kit.faults[0].help


def test_a_table_may_lie_in_a_folder_of_the_kit(table: Table) -> None:
    kit = table("title\nA\n", "data\\cards.csv", name="data/cards.csv")
    assert (kit.faults, len(cards(kit))) == ((), 1)
    assert "data/cards.csv" in kit.read


def test_links_lead_nowhere_else(table: Table, tmp_path: Path) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("title\nSecret\n")
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "link.csv").symlink_to(secret)
    (tmp_path / "game" / "way").symlink_to(tmp_path)
    (tmp_path / "game" / "loop.csv").symlink_to("loop.csv")
    for name in ("link.csv", "way/secret.csv"):
        kit = table("title\nA\n", name)
        assert found(kit) == ["deck.yaml:15:8 outside-kit"]
        assert cards(kit) == ()
    assert [fault.check for fault in table("", "loop.csv").faults] == ["outside-kit"]
    (tmp_path / "game" / "good.csv").symlink_to("cards.csv")
    assert [card.title for card in cards(table("title\nA\n", "good.csv"))] == ["A"]


@pytest.mark.parametrize("name", ["kit.yaml", "deck.yaml", "rules.yaml"])
def test_yaml_that_is_a_link_out_of_the_kit_is_not_read(read: Read, tmp_path: Path, name: str) -> None:
    read("deck: d\nsize: poker\nfront: f\ncards: [{id: a, title: A}]\n", rules="waivers: []\n")
    outside = tmp_path / "outside.yaml"
    outside.write_text("kit: secret\ntitle: Secret\ndeck: secret\nwaivers: []\n")
    (tmp_path / "game" / name).unlink()
    (tmp_path / "game" / name).symlink_to(outside)
    kit = read_kit(tmp_path / "game", "content/game")
    assert found(kit) == [f"{name}:1:1 outside-kit"]
    assert "secret" not in repr(kit).replace(str(tmp_path), "")


# The text of a table (with heads id, title, text), the places and checks, and the titles that are read.
SLIPS: dict[str, tuple[str, list[str], list[str]]] = {
    "too short": ("a,A\nb,B,x\n", ["2:1 bad-table"], ["A", "B"]),
    "too long": ("a,A,x,y\n", ["2:7 bad-table"], ["A"]),
    "empty cells beyond the last heading": ("a,A,x,,\n", [], ["A"]),
    "unclosed": ('a,A,"x\nb,B,y\n', ["2:5 bad-table"], ["A", "B"]),
    "unclosed in a row too short": ('a,"A\nb,B,y\n', ["2:3 bad-table"], ['"A', "B"]),
    "unclosed before a quoted cell": ('a,"A,x\nb,B,"y"\n', ["2:3 bad-table"], ['"A', "B"]),
    "unclosed at the very end": ('a,A,"', ["2:5 bad-table"], ["A"]),
    "text after the quote": ('a,"A" ha,x\n', ["2:3 bad-table"], ['"A" ha']),
    "quotes inside a cell": ('a,5" pipe,x\n', [], ['5" pipe']),
    "only a quoted blank": ('a,A,""\n', [], ["A"]),
    "blanks around quotes": ('a,  "A, A"  ,x\n', [], ["A, A"]),
    "curly quotes": ("a,A,“x, y”\n", ["2:9 bad-table"], ["A"]),
    "blank rows": ("\n,,\n  \t, ,\na,A,x\n", [], ["A"]),
    "no end of the last line": ("a,A,x", [], ["A"]),
    "a NUL": ("a,A\0,x\n", ["2:4 encoding"], ["A"]),
    "CR alone": ("a,A,x\rb,B,y\r", [], ["A", "B"]),
    "CR and LF": ("a,A,x\r\nb,B,y\r\n", [], ["A", "B"]),
}


@pytest.mark.parametrize("name", SLIPS)
def test_slips(table: Table, name: str) -> None:
    text, places, titles = SLIPS[name]
    kit = table("id,title,text\n" + text)
    assert found(kit) == [f"cards.csv:{place}" for place in places]
    assert [card.title for card in cards(kit)] == titles


def test_the_message_counts_the_columns(table: Table) -> None:
    (short, long) = table("id,title,text\na,A\n\nb,B,x,y\n").faults
    assert short.message == "row 2 has 2 of 3 columns"
    assert long.message == "row 4 has 4 of 3 columns"
    (curly,) = table("id,title,text\na,A,“x, y”\n").faults
    assert "Curly" in curly.help


def test_unclosed_quotes_end_in_time(table: Table) -> None:
    with within(1):
        kit = table("id,title\n" + 'a,"x""\n' * 100_000)
    assert len(kit.faults) < 60


# Heads that make no sense: the place and check of the fault, in line 1 if not said otherwise.
HEADINGS = {
    "title,naem\nA,x\n": "1:7 unknown-key",
    "title,text,Text\nA,x,y\n": "1:12 duplicate-key",
    "title,gear\nA,Axe\n": "1:7 bad-table",
    "title,,text\nA,x,y\n": "2:3 bad-table",
    "text\nx\n": "1:1 missing-field",
    "title,gear.run\nA,3\n": "1:1 missing-field",
    "title,gear.size\nA,3\n": "1:7 unknown-key",
}


def test_headings_that_say_nothing_are_no_columns(table: Table) -> None:
    kit = table("title,,text,,\nA,,x\nB,,y,,\n")
    assert (kit.faults, [card.values["text"] for card in cards(kit)]) == ((), ["x", "y"])


@pytest.mark.parametrize("text", HEADINGS)
def test_headings_are_judged_once(table: Table, text: str) -> None:
    kit = table(text + text.partition("\n")[2] * 3)
    assert found(kit)[0] == f"cards.csv:{HEADINGS[text]}"
    assert len(kit.faults) == 1
    assert len(cards(kit)) == 4


def test_columns_of_no_field_are_told_with_the_words_that_leave_them_unread(table: Table) -> None:
    first, second = table("title,Notes,what?\nA,x,y\n").faults
    assert '`columns: {Notes: , "what?": }`' in first.help
    assert '`columns: {Notes: , "what?": }`' in second.help
    kit = table("title,Notes,what?\nA,x,y\n", '{file: cards.csv, columns: {Notes: , "what?": }}')
    assert kit.faults == ()


def test_a_column_that_is_not_there_is_said_once(table: Table) -> None:
    head = "deck: d\nsize: poker\nfront: f\nfields: {a: integer, g: {type: group, fields: {x: text, y: text}}}\ncards: "
    kit = table("id,title,g.x\np,P,1\nq,Q,\n", head=head)
    assert found(kit) == ["cards.csv:1:1 missing-field", "cards.csv:1:1 missing-field", "cards.csv:3:5 missing-field"]
    assert [fault.message for fault in kit.faults[:2]] == ["the table has no column a", "the table has no column g.y"]
    assert dict(cards(kit)[0].values) == {"a": None, "g": {"x": "1", "y": ""}}
    (fault,) = table("id,title,a\np,P,1\n", head=head).faults
    assert fault.message == "the table has no column for g (g.x, g.y)"


# Bytes of a table with the heads id and title, and what is said of its form.
FORMS = {
    "tabs": (b"id\ttitle\na\tA, B", ["tabs"]),
    "semicolons": (b'id;title\na;"A, B"', ["semicolons"]),
    "a semicolon in quotes": (b'id,"ti;t;le"\na,"A, B"', None),
    "sep=": (b"sep=;\r\nid;title\r\na;A, B\r\n", []),
    "SEP=": (b"SEP=|\nid|title\na|A, B", []),
    "utf-16": ('id,title\na,"A, B"'.encode("utf-16"), ["UTF-16"]),
    "utf-16 without a mark": ('id,title\na,"A, B"\n'.encode("utf-16-le"), ["UTF-16"]),
    "utf-16, the other way": ('id,title\na,"A, B"\n'.encode("utf-16-be"), ["UTF-16"]),
    "utf-16 with tabs": ("id\ttitle\r\na\tA, B\r\n".encode("utf-16"), ["UTF-16", "tabs"]),
    "a mark": ('id,title\na,"A, B"'.encode("utf-8-sig"), []),
}


@pytest.mark.parametrize("name", FORMS)
def test_forms_are_accepted_and_told(table: Table, name: str) -> None:
    data, told = FORMS[name]
    kit = table(data)
    if told is None:
        assert [fault.check for fault in kit.faults] == ["unknown-key", "missing-field"]
        return
    assert [fault.check for fault in kit.faults] == ["table-format"] * len(told)
    assert all(word in fault.message for word, fault in zip(told, kit.faults, strict=True))
    assert [(card.id, card.title) for card in cards(kit)] == [("a", "A, B")]


def test_tabs_are_what_a_tsv_has(table: Table) -> None:
    assert table("id\ttitle\na\tA\n", "cards.tsv", name="cards.tsv").faults == ()


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"id,title\r\na,\xdcber", "2:3"),
        (b"id,title\ra,A\rb,\xdcber", "3:3"),
        ("id,title\na,A\n".encode("utf-32"), "1:1"),
        ("id,title\na,A".encode("utf-16")[:-1], "1:1"),
    ],
)
def test_other_encodings_are_refused_with_the_cure(table: Table, data: bytes, place: str) -> None:
    kit = table(data)
    assert found(kit) == [f"cards.csv:{place} encoding"]
    assert "CSV UTF-8" in kit.faults[0].help
    assert cards(kit) == ()


@pytest.mark.parametrize("text", ["", "\n\n", ",,,\n", "\ufeff"])
def test_an_empty_table(table: Table, text: str) -> None:
    assert found(table(text)) == ["cards.csv:1:1 empty-file"]


def test_a_table_that_cannot_be_read_leaves_nobody_else_at_fault(table: Table) -> None:
    head = "deck: d\nsize: poker\nfront: f\ncount: 3\ncards: "
    kit = table(b"\xff", head=head)
    other = "deck: e\nsize: poker\nfront: f\nfields: {o: {type: card, deck: d}}\ncards: [{id: a, title: A, o: b}]\n"
    (table.folder / "other.yaml").write_text(other)
    kit = table(b"\xff", head=head)
    assert [fault.check for fault in kit.faults] == ["encoding"]
    assert [finding.check for finding in inspect(kit, [kit])] == ["encoding"]


def test_a_table_too_large_is_not_read(table: Table) -> None:
    table("title\nA\n")
    os.truncate(table.folder / "cards.csv", 10_000_001)
    assert found(read_kit(table.folder, "content/game")) == ["cards.csv:1:1 yaml-limits"]


def test_a_thousand_cards_take_no_time(table: Table) -> None:
    row = '{0},Card {0},2,"Some text, and {0}",TRUE,trap,a; b,,Axe,-1\n'
    text = "id,title,copies,text,loud,card_kind,tags,opens,gear.name,gear.run\n"
    text += "".join(row.format(f"c{number}") for number in range(1000))
    table(text)
    with within(2):  # 0.06 s where nothing else runs; a quadratic reader takes many seconds
        kit = table(text)
    assert (kit.faults, len(cards(kit))) == ((), 1000)


SIGNS = st.sampled_from(
    ['"', '""', ",", ";", "\t", "\n", "\r\n", "\r", " ", "a", "Ü", "\u00a0", "“", "\0", "=1", "sep=;\n"]
)
TEXTS = st.lists(SIGNS | st.sampled_from(["id", "title", "id,title\n", "gear.run", "3"]), max_size=25).map("".join)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(TEXTS, st.sampled_from(["utf-8", "utf-16", "utf-8-sig", "latin-1"]))
def test_any_text_is_a_table_or_a_fault(text: str, encoding: str) -> None:
    report = Report("cards.csv")
    table = read_separated(text.encode(encoding, "ignore"), report)
    assert table is not None or report.faults
    for row in table.rows if table else ():
        assert len(row) == len(table.heads if table else ())
    for fault in report.faults:
        assert fault.where.line >= 1
        assert fault.where.column >= 1


@settings(max_examples=50, deadline=None, derandomize=True)
@given(TEXTS, TEXTS, st.sampled_from(["cards.csv", "{file: cards.csv, columns: {id: title, a: gear.run, gear.run: }}"]))
def test_any_table_is_read(heads: str, rows: str, spec: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "kit.yaml").write_text("kit: game\ntitle: Game\n")
        (folder / "deck.yaml").write_text(HEAD + spec + "\n")
        (folder / "cards.csv").write_bytes(f"id,title,{heads}\n{rows}".encode())
        kit = read_kit(folder, "content/game")
    assert len({card.id for card in cards(kit)}) == len(cards(kit))
    assert all(fault.message and fault.where.line >= 1 and fault.where.column >= 1 for fault in kit.faults)


def cell_at(text: str, cell: Scalar) -> str:
    return text.split("\n")[cell.line - 1][cell.column - 1 :]


WORDS = st.text(st.sampled_from('ab ,;"\n\té'), max_size=8)
GRIDS = st.lists(st.lists(WORDS, min_size=3, max_size=3), min_size=1, max_size=6)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(GRIDS, st.sampled_from([",", ";", "\t"]))
def test_what_a_spreadsheet_writes_comes_back(grid: list[list[str]], separator: str) -> None:
    import csv
    from io import StringIO

    out = StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\n").writerows([["one", "two", "three"], *grid])
    report = Report("cards.csv")
    table = read_separated(out.getvalue().encode(), report)
    assert {fault.check for fault in report.faults} <= {"table-format"}
    assert table is not None
    filled = [[word.strip() for word in row] for row in grid if any(word.strip() for word in row)]
    cells = [[cell for cell in row if isinstance(cell, Scalar)] for row in table.rows]
    assert [[cell.text for cell in row] for row in cells] == filled
    for cell in (cell for row in cells for cell in row if cell.text):
        assert cell_at(out.getvalue(), cell).startswith(('"', cell.text[0]))
