"""kit.yaml, rules.yaml and what only the whole kit can tell."""

from pathlib import Path

import pytest

from pnp.kit.reading import read_kit
from pnp.model.finding import PnpError
from pnp.model.kit import Credit, Kit

from .conftest import HEAD, Read, places


def deck(name: str, more: str = "", cards: str = "- {id: a, title: A}\n") -> str:
    return f"deck: {name}\nsize: poker\nfront: f.svg.j2\n{more}cards:\n{cards}"


def test_a_whole_kit(read: Read) -> None:
    head = (
        "kit: zed\ntitle: Zed\nversion: 1.10\nsummary: A game.\nlicence: CC BY 4.0\n"
        "credits: [{role: Design, name: Ann}]\n"
        "print:\n- {name: all, decks: [x, y], stock: linen, flip: short-edge, "
        "marks: fronts, gutter: 3 mm, margin: 0.25in}\n"
    )
    kit = read(head=head, b=deck("y"), a=deck("x"), c=deck("z"))
    assert kit.faults == ()
    assert (kit.id, kit.title, kit.version, kit.summary, kit.licence) == ("zed", "Zed", "1.10", "A game.", "CC BY 4.0")
    assert kit.credits == (Credit("Design", "Ann"),)
    assert [deck.id for deck in kit.decks] == ["x", "y", "z"]
    job, rest = kit.jobs
    assert (job.name, job.decks, job.stock, job.flip, job.marks) == ("all", ("x", "y"), "linen", "short-edge", "fronts")
    assert job.gutter == 3
    assert job.margin == pytest.approx(6.35)
    assert (rest.name, rest.decks, rest.flip, rest.marks, rest.gutter, rest.margin) == (
        "z", ("z",), "long-edge", "both", 0, 4.2,
    )  # fmt: skip
    assert str(job.place("flip")) == "content/game/kit.yaml:8:50"
    assert kit.files == kit.read[1:] + kit.read[:1] == ("a.yaml", "b.yaml", "c.yaml", "kit.yaml")


def test_a_deck_in_full(read: Read) -> None:
    kit = read(deck("d", "title: Deeds\nback: b.svg.j2\ncorner: 2.5\nbleed: 0.125in\nsafe: 4 mm\ncount: 1\n"))
    (d,) = kit.decks
    assert kit.faults == ()
    assert (d.title, d.width, d.height, d.size_name, d.front, d.back) == (
        "Deeds", 63.5, 88.9, "poker", "f.svg.j2", "b.svg.j2",
    )  # fmt: skip
    assert (d.corner, d.safe, d.count, d.size) == (2.5, 4, 1, 1)
    assert d.bleed == pytest.approx(3.175)
    assert str(d.place("safe")) == "content/game/deck.yaml:8:7"


@pytest.mark.parametrize(
    ("size", "mm", "name"),
    [
        ("poker", (63.5, 88.9), "poker"),
        ("Tarot", (69.85, 120.65), "tarot"),
        ("63.5 x 88.9 mm", (63.5, 88.9), ""),
        ("63x88", (63, 88), ""),
        ("2.5in × 3.5in", (63.5, 88.9), ""),
        ("2.5 x 3.5 in", (63.5, 88.9), ""),
        ("5cm X 70mm", (50, 70), ""),
    ],
)
def test_sizes(read: Read, size: str, mm: tuple[float, float], name: str) -> None:
    kit = read(deck("d").replace("size: poker", f"size: {size}"))
    assert kit.faults == ()
    assert (kit.decks[0].width, kit.decks[0].height) == pytest.approx(mm)
    assert kit.decks[0].size_name == name


# A line of the deck: column, check, words of the message, words of the help.
HEADS = {
    "size: pocker": (7, "unknown-choice", '"pocker"', 'Did you mean "poker"?'),
    "size: 63.5 by 88.9": (7, "unknown-choice", "no size", "63.5 x 88.9 mm"),
    "size: 0 x 10 mm": (7, "out-of-range", "0 x 10 mm", "size"),
    "size: 9999 x 10 mm": (7, "out-of-range", "9999 x 10 mm", "size"),
    "size: 1.2.3 x 4": (7, "wrong-type", "a size", "63.5 x 88.9 mm"),
    "size: [63, 88]": (7, "wrong-type", "a list", "63.5 x 88.9 mm"),
    "corner: .inf": (9, "bad-value", "finite", "length"),
    "corner: -1": (9, "wrong-type", "a length", "3 mm"),
    "corner: 40": (9, "out-of-range", "31.75 mm", "less than 31.75 mm"),
    "safe: 32 mm": (7, "out-of-range", "31.75 mm", "less than 31.75 mm"),
    "bleed: 80": (8, "out-of-range", "at most 50 mm", "from 0 to 50"),
    "bleed: 3 furlongs": (8, "wrong-type", "3 furlongs", "3 mm"),
    "count: many": (8, "wrong-type", "whole number", "at least 0"),
    "fornt: f": (1, "unknown-key", '"fornt"', 'Did you mean "front"?'),
    "deck: a b": (7, "bad-value", '"a b"', "a-b"),
    "fields: 3": (9, "wrong-type", "`fields`", "key: value"),
}


@pytest.mark.parametrize("line", HEADS)
def test_bad_heads(read: Read, line: str) -> None:
    column, check, message, cure = HEADS[line]
    key = line.partition(":")[0]
    whole = {"deck": "deck: d", "size": "size: poker", "front": "front: f", "cards": "cards: [{id: a, title: A}]"}
    kit = read("\n".join([line, *(text for name, text in whole.items() if name != key)]))
    (fault,) = kit.faults
    assert (fault.where.line, fault.where.column, fault.check) == (1, column, check)
    assert message in fault.message
    assert cure in fault.help
    assert len(kit.decks[0].cards) == 1
    assert kit.decks[0].width > 0


def test_missing_keys_of_deck_and_kit(read: Read) -> None:
    kit = read("fields: {}\ncards: []\n", head="version: 1\n")
    assert [fault.message for fault in kit.faults] == [
        "the kit has no kit",
        "the kit has no title",
        "the deck has no deck",
        "the deck has no size",
        "the deck has no front",
    ]
    assert (kit.id, kit.decks[0].id) == ("game", "deck")


def test_cards_of_no_deck_are_one_fault(read: Read) -> None:
    kit = read("sheet_width: 210mm\ncards:\n- x: 1mm\n  y: 2mm\n- x: 2mm\n")
    (fault,) = kit.faults
    assert (str(fault.where), fault.check) == ("content/game/deck.yaml:2:1", "missing-field")
    assert "`deck: name`" in fault.help
    assert kit.decks == ()


def test_a_key_that_many_cards_have_is_told_once(read: Read) -> None:
    cards = "".join(f"- {{id: c{number}, title: C, layout: card}}\n" for number in range(7))
    kit = read("deck: d\nsize: poker\nfront: f\ncards:\n" + cards + "- {id: x, title: X, titel: y}\n")
    assert [fault.message for fault in kit.faults] == [
        'unknown key "layout", here and in 6 more cards',
        'unknown key "titel"',
    ]
    few = "".join(f"- {{id: c{number}, title: C, layout: card}}\n" for number in range(5))
    assert len(read("deck: d\nsize: poker\nfront: f\ncards:\n" + few).faults) == 5


def test_other_yaml_is_left_alone(read: Read) -> None:
    kit = read(deck("d"), notes="todo: [a, b]\n")
    assert kit.faults == ()
    assert [deck.id for deck in kit.decks] == ["d"]


# The print jobs: column on line 4, check, words.
JOBS = {
    "{name: j, decks: [dd]}": (21, "unknown-deck", '"dd"', 'Did you mean "d"?'),
    "{name: j, decks: [d, d]}": (24, "bad-value", "named twice", "copies"),
    "{name: j}": (3, "missing-field", "names no decks", "decks:"),
    "{decks: [d, e]}": (3, "missing-field", "no name", "PDF"),
    "{name: j, decks: d, flip: long}": (29, "unknown-choice", '"long"', "long-edge"),
    "{name: j, decks: d, marks: front}": (30, "unknown-choice", '"front"', 'Did you mean "fronts"?'),
    "{name: j, decks: d, gutter: wide}": (31, "wrong-type", "a length", "3 mm"),
    "{name: j, decks: d, margn: 3}": (23, "unknown-key", '"margn"', 'Did you mean "margin"?'),
    "{name: j/k, decks: d}": (10, "bad-value", '"j/k"', "j-k"),
    "{name: j, decks: [{d: e}]}": (21, "wrong-type", "list of the ids", "decks: [events]"),
    "all": (3, "wrong-type", "print job 1", "key: value"),
}


@pytest.mark.parametrize("job", JOBS)
def test_bad_jobs(read: Read, job: str) -> None:
    column, check, message, cure = JOBS[job]
    kit = read(head=f"{HEAD}print:\n- {job}\n", d=deck("d"), e=deck("e"))
    (fault,) = kit.faults
    assert (fault.where.line, fault.where.column, fault.check) == (4, column, check)
    assert message in fault.message
    assert cure in fault.help
    assert {name for job in kit.jobs for name in job.decks} == {"d", "e"}


def test_job_names_stay_apart(read: Read) -> None:
    jobs = "print:\n- {name: j, decks: d}\n- {name: j, decks: d}\n- {name: e, decks: d}\n"
    kit = read(head=HEAD + jobs, d=deck("d"), e=deck("e"))
    assert places(kit) == [(5, 10, "duplicate-id")]
    assert [(job.name, job.decks) for job in kit.jobs] == [("j", ("d",)), ("e", ("d",)), ("e-2", ("e",))]


def test_one_deck_names_its_job(read: Read) -> None:
    kit = read(deck("d"), head=f"{HEAD}print:\n- decks: [d]\n")
    assert (kit.faults, [job.name for job in kit.jobs]) == ((), ["d"])


def test_the_same_deck_in_two_files(read: Read) -> None:
    kit = read(a=deck("d"), b=deck("d"))
    (fault,) = kit.faults
    assert (str(fault.where), fault.check) == ("content/game/b.yaml:1:7", "duplicate-id")
    assert "content/game/a.yaml" in fault.message


def test_cards_of_other_decks_are_looked_up(read: Read) -> None:
    fields = "fields: {gives: {type: list, of: {type: card, deck: items}}}\n"
    cards = "- {id: a, title: A, gives: [rope, troch, a]}\n"
    kit = read(a=deck("d", fields, cards), items=deck("items", "", "- {id: rope, title: R}\n- {id: torch, title: T}\n"))
    assert places(kit) == [(6, 35, "unknown-reference"), (6, 42, "unknown-reference")]
    assert kit.faults[0].message == 'gives item 2 is "troch", but items has no such card'
    assert kit.faults[0].help == 'Did you mean "torch"?'
    assert kit.decks[0].cards[0].values["gives"] == ("rope", "troch", "a")


def test_references_into_a_deck_that_cannot_be_read_are_not_blamed(read: Read) -> None:
    fields = "fields: {gives: {type: card, deck: items}}\n"
    kit = read(a=deck("d", fields, "- {id: a, title: A, gives: rope}\n"), items='deck: "items\n')
    assert [fault.check for fault in kit.faults] == ["yaml-syntax"]


def test_waivers(read: Read) -> None:
    rules = "waivers:\n- {check: deck-size, on: d, reason: half a deck}\n"
    (waiver,) = read(deck("d"), rules=rules).waivers
    assert (waiver.check, waiver.on, waiver.reason, waiver.file, waiver.line) == (
        "deck-size",
        "d",
        "half a deck",
        "",
        0,
    )
    assert str(waiver.where) == "content/game/rules.yaml:2:3"


@pytest.mark.parametrize(
    ("waiver", "column", "check", "words"),
    [
        ("{check: deck-size, on: d}", 3, "bad-waiver", "no reason"),
        ("{check: deck-size, on: d, reason: ''}", 3, "bad-waiver", "no reason"),
        ("{check: deck-size, reason: x}", 3, "bad-waiver", "no on"),
        ("{on: d, reason: x}", 3, "bad-waiver", "no check"),
        ("{chekc: a, check: a, on: d, reason: x}", 4, "unknown-key", '"chekc"'),
        ("deck-size", 3, "wrong-type", "waiver 1"),
    ],
)
def test_bad_waivers(read: Read, waiver: str, column: int, check: str, words: str) -> None:
    (fault,) = read(deck("d"), rules=f"waivers:\n- {waiver}\n").faults
    assert (fault.where.line, fault.where.column, fault.check) == (2, column, check)
    assert words in fault.message


def test_litter_is_no_file_of_the_kit(read: Read, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    (folder / "art").mkdir(parents=True)
    for name in ("art/coin.svg", ".DS_Store", "art/.cache", "notes.md~", "Thumbs.db"):
        (folder / name).write_text("")
    assert read(deck("d")).files == ("art/coin.svg", "deck.yaml", "kit.yaml")


def test_a_kit_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(PnpError, match=r"content/game has no kit.yaml") as caught:
        read_kit(tmp_path, "content/game")
    assert "kit:" in caught.value.help


def test_the_same_folder_gives_the_same_kit(read: Read) -> None:
    def once() -> Kit:
        return read(a=deck("d"), b=deck("e", "", "- {id: x, titel: X}\n"))

    assert once() == once()
