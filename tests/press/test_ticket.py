"""The job ticket says what lies where, and what changed."""

import hashlib
import json
from typing import Any

import pytest

from pnp.model.face import FaceKey
from pnp.press.delivery.delivery import write_ticket
from pnp.press.delivery.ticket import Printed, file_name, make_ticket
from press.nouns import draw, lay, make_kit, make_pieces


def ticket_of(*runs: Printed) -> Any:
    return json.loads(write_ticket(make_ticket(make_kit(), runs)))


def test_the_ticket_of_ten_cards() -> None:
    pieces = make_pieces(10)
    run = lay(pieces, stock="300 gsm")
    printed = Printed(run, b"a file", draw(pieces).digests)
    ticket = ticket_of(printed)
    assert {key: ticket[key] for key in ("kit", "title", "version")} == {
        "kit": "game",
        "title": "The Game",
        "version": "1.2",
    }
    (file,) = ticket["files"]
    sheets = file.pop("sheets")
    assert file == {
        "path": "game-cards-letter.pdf",
        "sha256": hashlib.sha256(b"a file").hexdigest(),
        "run": "cards",
        "paper": "letter",
        "theme": None,
        "stock": "300 gsm",
        "printer": None,
        "sides": 2,
        "only": None,
        "order": "interleaved",
        "flip": "long-edge",
        "pages": 4,
    }
    assert [(sheet["front_page"], sheet["back_page"], len(sheet["pieces"])) for sheet in sheets] == [
        (1, 2, 9),
        (3, 4, 1),
    ]
    digest = sheets[0]["pieces"][1].pop("digest")
    assert sheets[0]["pieces"][1] == {
        "id": "deck/deck-2",
        "component": "deck",
        "copy": 1,
        "x_mm": 76.2,
        "y_mm": 6.35,
        "width_mm": 63.5,
        "height_mm": 88.9,
        "turn": 0,
        "back": {"page": 2, "x_mm": 76.2, "y_mm": 6.35, "turn": 0},
    }
    assert len(digest) == 64
    assert sheets[1]["pieces"][0]["back"] == {"page": 4, "x_mm": 139.7, "y_mm": 6.35, "turn": 0}


def test_backs_of_the_short_edge_are_turned() -> None:
    ticket = ticket_of(Printed(lay(make_pieces(1), flip="short-edge"), b"", {}))
    assert ticket["files"][0]["sheets"][0]["pieces"][0]["back"] == {
        "page": 2,
        "x_mm": 12.7,
        "y_mm": 184.15,
        "turn": 180,
    }


def test_one_sided_runs_have_no_back_pages() -> None:
    file = ticket_of(Printed(lay(make_pieces(10, back="none")), b"", {}))["files"][0]
    assert (file["sides"], file["flip"], file["pages"]) == (1, None, 2)
    assert [(sheet["front_page"], sheet["back_page"]) for sheet in file["sheets"]] == [(1, None), (2, None)]
    assert file["sheets"][0]["pieces"][0]["back"] is None


def test_a_piece_changes_its_digest_with_either_face() -> None:
    pieces = make_pieces(2)
    run = lay(pieces)
    digests = dict(draw(pieces).digests)

    def digest_of(changed: FaceKey | None) -> list[str]:
        seen = {**digests, changed: "other"} if changed else digests
        sheet = ticket_of(Printed(run, b"", seen))["files"][0]["sheets"][0]
        return [piece["digest"] for piece in sheet["pieces"]]

    usual = digest_of(None)
    assert usual[0] != usual[1]
    for key in (pieces[0].front, pieces[0].back):
        changed = digest_of(key)
        assert changed[0] != usual[0]
        assert changed[1] == usual[1]


@pytest.mark.parametrize(
    ("kit", "job", "paper", "name"),
    [
        ("zed-deck", "cards", "letter", "zed-deck-cards-letter.pdf"),
        ("zed-deck", "Große Karten / 2", "148x210mm", "zed-deck-Große-Karten-2-148x210mm.pdf"),
        ("zed-deck", "../../etc", "a4", "zed-deck-etc-a4.pdf"),
        ("zed-deck", "漢字", "8.5 x 14in", "zed-deck-漢字-8.5-x-14in.pdf"),
    ],
)
def test_files_are_called_so_that_they_explain_themselves(kit: str, job: str, paper: str, name: str) -> None:
    run = lay(make_pieces(1))
    assert file_name(run._replace(kit=kit, paper=paper, job=run.job._replace(name=job))) == name


def test_the_ticket_has_a_line_for_each_piece() -> None:
    text = write_ticket(make_ticket(make_kit(), [Printed(lay(make_pieces(20)), b"", {})])).decode()
    assert sum(line.lstrip().startswith('{"id": "deck/deck-') for line in text.splitlines()) == 20
    assert text.endswith("}\n")
