"""What a face records about its texts: whose words they are, their printed size, and where they stand."""

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from faces.conftest import FILE, HEAD, Bench
from pnp.faces.text.fonts import FontBook
from pnp.faces.text.layout import Laid
from pnp.faces.text.svgtext import set_text
from pnp.model.face import FaceKey, Slice, Words
from pnp.model.place import Where

FONT = 'font="Barlow Semi Condensed"'


def test_sizes_are_points_as_printed_and_boxes_are_mm(bench: Bench) -> None:
    face = bench.face(f'<pnp:text x="5" y="10" width="40" height="10" {FONT} size="12">Hx</pnp:text>')
    (text,) = face.texts
    assert (text.size, text.asked, text.lines, text.over, text.missing) == (12, 12, 1, 0, ())
    assert text.font == "Barlow Semi Condensed"
    assert text.box.left == pytest.approx(5, abs=0.01)
    assert 10 <= text.box.top < text.box.bottom < 16
    assert face.faults == ()


def test_a_group_moves_and_scales_the_box_but_not_the_printed_size(bench: Bench) -> None:
    box = f'<pnp:text x="5" y="10" width="40" height="10" {FONT} size="12">Hx</pnp:text>'
    plain, moved = bench.face(box).texts[0], bench.face(f'<g transform="translate(2 3) scale(2)">{box}</g>').texts[0]
    assert moved.size == 12
    assert moved.box.left == pytest.approx(2 + 2 * 5)
    assert moved.box.right - moved.box.left == pytest.approx(plain.box.right - plain.box.left)
    turned = bench.face(f'<g transform="rotate(180 31.75 44.45)">{box}</g>').texts[0]
    assert turned.box.right == pytest.approx(63.5 - 5)


@pytest.mark.parametrize(
    ("rules", "lines"),
    [("One line.", 1), ("**Two** lines, {heart} & all\n- of them <short>", 2), ("many words " * 20, 8), ("", 0)],
)
def test_templates_count_the_lines_that_a_text_takes(bench: Bench, rules: str, lines: int) -> None:
    """As many as the box of that width has in the end, so that what holds it may be as high as they are."""
    count = 'count_lines(card.rules, 45, "Barlow Semi Condensed", 10)'
    box = f'<pnp:text y="2" width="45" {FONT} size="10" field="rules">{{{{ card.rules }}}}</pnp:text>'
    face = bench.face(f"{{% set n = {count} %}}{box}<rect width='{{{{ n + 1 }}}}' height='1'/>", rules=rules)
    assert [text.lines for text in face.texts] == [lines]
    assert face.shapes[-1].box.right == pytest.approx(lines + 1)
    assert face.faults == ()


@pytest.mark.parametrize("said", ["0, 'A', 9", "5, 'A', -1", "'wide', 'A', 9", "5, 'A', none", "true, 'A', 9"])
def test_lines_are_counted_of_a_width_and_a_size(bench: Bench, said: str) -> None:
    (fault,) = bench.face(f"{{{{ count_lines('words', {said}) }}}}").faults
    assert "is no length, expected count_lines(text, width, font, size)" in fault.message


def test_text_in_a_group_that_is_not_plain_is_recorded_all_the_same(bench: Bench) -> None:
    box = f'<pnp:text x="5" y="10" width="40" height="10" {FONT} size="12">Hx</pnp:text>'
    plain, faint = bench.face(box), bench.face(f'<g opacity=".5">{box}</g>')
    assert plain.texts == faint.texts
    assert [type(item) for item in plain.items] == [Words]
    assert [type(item) for item in faint.items] == [Slice]


@pytest.mark.parametrize(
    ("body", "values", "where", "field"),
    [
        ('field="rules"', {"name": "Fox", "rules": "Fox and hound"}, Where(FILE, 12, 5), "rules"),
        ("", {"name": "Fox", "rules": "Fox and hound"}, Where(FILE, 12, 5), "rules"),
        ("", {"name": "and", "rules": "hound"}, Where(FILE, 12, 5), "rules"),
        ("", {"name": "x"}, Where(FILE, 10), ""),
        ('field="gear.rules"', {"gear": {"rules": "y"}}, Where(FILE, 11, 5), "gear.rules"),
        ('field="tips.1"', {"tips": ("a", "b")}, Where(FILE, 11, 5), "tips.1"),
    ],
)
def test_the_place_is_that_of_the_value(
    bench: Bench, body: str, values: dict[str, Any], where: Where, field: str
) -> None:
    face = bench.face(f'<pnp:text x="5" y="5" width="50" {body} {FONT} size="9">Fox and hound</pnp:text>', **values)
    assert (face.texts[0].where, face.texts[0].field) == (where, field)


def test_a_field_that_the_card_has_not_is_a_fault(bench: Bench) -> None:
    face = bench.face(f'<pnp:text x="5" y="5" width="50" field="ruels" {FONT} size="9">x</pnp:text>', rules="x")
    (fault,) = face.faults
    assert (fault.check, fault.where) == ("template-error", Where("templates/card.svg.j2", 2))
    assert "ruels" in fault.message
    assert "rules" in fault.help


def test_overflow_and_missing_glyphs_are_recorded(bench: Bench) -> None:
    body = f'<pnp:text x="5" y="5" width="20" height="5" {FONT} size="12 10">{"word " * 30}\U00012345</pnp:text>'
    (text,) = bench.face(body).texts
    assert (text.asked, text.size, text.missing) == (12, 10, ("\U00012345",))
    assert text.over > 20


def test_a_plain_text_is_recorded_with_its_class(bench: Bench) -> None:
    body = (
        "<style>.t{font-family:Barlow Semi Condensed;font-size:4px;fill:#a00}</style>"
        '<g transform="translate(10 0)"><text class="t" x="5" y="20">Fox</text></g>'
    )
    face = bench.face(body, name="Fox")
    (text,) = face.texts
    assert (text.words, text.fill, text.field) == ("Fox", "#aa0000", "name")
    assert text.size == pytest.approx(4 * 72 / 25.4, abs=1e-5)
    assert text.box.left == pytest.approx(15)
    assert [type(item) for item in face.items] == [Words]


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ('size="12"', "names no font"),
        (f"{FONT}", 'size="", expected points'),
        (f'{FONT} size="0"', 'size="0", expected points'),
        (f'{FONT} size="9" align="centre"', "expected left or center or right"),
        (f'{FONT} size="9" fill="blau"', "is no colour"),
        (f'{FONT} size="9" heigth="3"', "has heigth"),
        (f'{FONT} size="9" leading="1.2em"', "expected a number"),
        (f'{FONT} size="9" transform="scale(2)"', "has transform"),
        ('font="No Such" size="9"', "there is no font No Such"),
        (f'{FONT} size="9" x="3mm"', "expected a number"),
    ],
)
def test_wrong_attributes_are_faults(bench: Bench, attributes: str, message: str) -> None:
    if " x=" not in attributes:
        attributes += ' x="5"'
    face = bench.face(f'\n<pnp:text y="5" width="50" {attributes}>word</pnp:text>')
    assert any(message in fault.message for fault in face.faults), face.faults
    assert {fault.where for fault in face.faults} == {Where("templates/card.svg.j2", 3)}


def test_a_missing_style_of_a_font_is_a_fault(bench: Bench) -> None:
    (fault,) = bench.face('<pnp:text x="5" y="5" width="50" font="Bangers" size="9">a **b**</pnp:text>').faults
    assert (fault.check, fault.message.partition(" (")[0]) == ("missing-font", "there is no bold style of Bangers")


def test_icons_in_text_and_in_templates(bench: Bench) -> None:
    bench.write(
        "content/kit/icons/fox.svg",
        '<svg viewBox="-5 -5 10 10"><path d="M-5-5h10v10z"/></svg>',
    )
    body = f'<pnp:text x="5" y="5" width="50" {FONT} size="9">a {{% raw %}}{{fox}} {{foxy}}{{% endraw %}}</pnp:text>'
    face = bench.face(body + '{{ icon("fox", 20, 30, 5, "#a00") }}')
    assert "content/kit/icons/fox.svg" in face.files
    assert [symbol.icon for item in face.items if isinstance(item, Words) for symbol in item.symbols] == ["fox"]
    assert face.shapes[0].box == pytest.approx((20, 30, 25, 35))
    assert face.shapes[0].fill == "#aa0000"
    (fault,) = face.faults
    assert (fault.check, fault.message) == ("unknown-icon", "there is no icon foxy")
    assert "did you mean fox?" in fault.help.lower()


def test_an_unknown_icon_is_named_where_the_card_names_it_or_else_in_the_template(bench: Bench) -> None:
    faults = bench.face('\n{{ icon(card.sign, 1, 2, 3) }}{{ icon("nope", 1, 2, 3) }}', sign="ghost").faults
    assert [(fault.where, fault.message) for fault in faults] == [
        (Where(FILE, 11, 5), "there is no icon ghost"),
        (Where("templates/card.svg.j2", 3), "there is no icon nope"),
    ]


TEXT = '<pnp:text x="0" y="0" width="40" height="8" size="9" font="Barlow Semi Condensed">Lose two hearts</pnp:text>'


@pytest.mark.parametrize(
    "around",
    [
        '<svg x="5" y="30" width="8" height="8" viewBox="0 0 8 8">@</svg>',
        '<clipPath id="c"><rect width="8" height="8"/></clipPath><g clip-path="url(#c)">@</g>',
        '<g transform="translate(5 5)"><svg width="8" height="8">@</svg></g>',
    ],
)
def test_a_text_that_a_clip_cuts_stands_out_by_what_is_cut(bench: Bench, around: str) -> None:
    whole = bench.face(TEXT).texts[0]
    cut = bench.face(around.replace("@", TEXT)).texts[0]
    assert whole.over == 0
    assert cut.over == pytest.approx(whole.box.right - whole.box.left - 8, abs=0.5)
    wide = around.replace('width="8"', 'width="60"').replace("0 0 8 8", "0 0 60 8")
    assert bench.face(wide.replace("@", TEXT)).texts[0].over == 0


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ('<g transform="scale(0)">@</g>', "is scaled to nothing"),
        ('<g opacity="0">@</g>', "has an opacity of 0"),
        ('<g opacity="0"><g opacity=".5">@</g></g>', "has an opacity of 0"),
        ('<svg x="5" y="5" width="8" height="8" viewBox="90 0 8 8">@</svg>', "stands wholly outside of its clip"),
        ('@<rect width="60" height="20" fill="#fff"/>', "is covered by what is painted after it"),
        ('@<circle cx="10" cy="2" r="30"/>', "is covered by what is painted after it"),
    ],
)
def test_a_text_that_is_not_seen_is_told(bench: Bench, body: str, why: str) -> None:
    face = bench.face(body.replace("@", TEXT))
    assert [(fault.check, fault.where) for fault in face.faults] == [("hidden-text", Where("templates/card.svg.j2", 2))]
    assert f'the text "Lose two hearts" is not seen: it {why}' in face.faults[0].message


@pytest.mark.parametrize(
    "body",
    [
        '<rect width="60" height="20" fill="#fff"/>@',
        '@<rect width="60" height="20" fill="#fff" opacity=".5"/>',
        '@<rect width="60" height="20" fill="none" stroke="#000"/>',
        '@<path d="M-1 -1H60V20H-1z M0 0V9H50V0z" fill-rule="evenodd"/>',
        '@<rect x="5" width="60" height="20"/>',
        '<g opacity=".5">@</g>',
    ],
)
def test_a_text_that_is_seen_is_not_called_hidden(bench: Bench, body: str) -> None:
    assert bench.face(body.replace("@", TEXT)).faults == ()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ('leading="0.2"', 'leading="0.2", expected a number from 0.8 to 3'),
        ('leading="0"', 'leading="0", expected a number from 0.8 to 3'),
        ('lines="-1"', 'lines="-1", expected 0 or more'),
        ('min-size="12"', 'min-size="12", more than its size, 9'),
        ('width="-10"', 'width="-10", expected more than 0'),
    ],
)
def test_numbers_that_make_no_sense_are_told(bench: Bench, wrong: str, message: str) -> None:
    text = TEXT.replace('width="40"', wrong) if "width" in wrong else TEXT.replace(" size", f" {wrong} size")
    said = [fault.message for fault in bench.face(text).faults]
    assert len(said) == 1
    assert message in said[0]


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        (
            '<svg viewBox="0 0 9"><path d="M0 0h9v9z"/></svg>',
            'has viewBox="0 0 9", expected left, top, width and height',
        ),
        ('<svg viewBox="0 0 9 9">\n<path', "cannot be read: line 2: unclosed token at column 1"),
        ("<html/>", "is no SVG"),
    ],
)
def test_an_icon_that_is_broken_is_not_called_missing(bench: Bench, drawing: str, message: str) -> None:
    bench.write("content/kit/icons/zz.svg", drawing)
    (fault,) = bench.face(TEXT.replace("Lose", "{zz}")).faults
    assert fault.message == f"the icon zz is broken: content/kit/icons/zz.svg {message}"
    assert (fault.check, fault.help) == ("unknown-icon", "Save it again, as plain SVG.")


def test_a_text_of_the_template_stands_on_its_line(bench: Bench) -> None:
    once, twice = TEXT, TEXT.replace("Lose", "Win")
    face = bench.face(f"{once}\n{twice}\n<g>\n{twice}</g>\n{twice}\n{TEXT.replace('Lose', '{{ card.id }}')}")
    lines = [None if text.at is None else (text.at.file, text.at.line) for text in face.texts]
    assert lines == [
        ("templates/card.svg.j2", 2),
        None,
        ("templates/card.svg.j2", 5),
        None,
        ("templates/card.svg.j2", 7),
    ]


def test_a_fault_stands_on_the_line_of_the_template_that_gave_it(bench: Bench) -> None:
    other = TEXT.replace("Barlow", "Nowhere").replace("Lose", "{{ card.id }}\nLose")
    face = bench.face(f"{TEXT}\n{TEXT.replace('Lose', '{{ card.id }}')}\n<g>\n{other}</g>")
    assert [(fault.check, fault.where.line) for fault in face.faults] == [("missing-font", 5)]


def test_a_plain_text_that_stands_on_several_faces_is_set_once(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    words: list[str] = []

    def setter(element: Element, inherited: Mapping[str, str], book: FontBook) -> Laid:
        words.append(element.text or "")
        return set_text(element, inherited, book)

    monkeypatch.setattr("pnp.faces.plaintexts.set_text", setter)
    text = '<text x="5" y="9" font-family="Barlow" font-size="3">{}</text>'
    bench.write("templates/card.svg.j2", f"{HEAD}{text.format('Hx')}{text.format('{{ card.id }}')}</svg>")
    studio = bench.studio({"ant": {}, "bee": {}})
    faces = [studio.compose(FaceKey("cards", card, "front")) for card in ("ant", "bee")]
    assert [[text.words for text in face.texts] for face in faces] == [["Hx", "ant"], ["Hx", "bee"]]
    assert sorted(words) == ["Hx", "ant", "bee"]


def test_text_and_pictures_that_are_used_from_below_the_last_line_are_told_at_their_own(bench: Bench) -> None:
    """A long drawing's definitions stand far above what uses them: lines of both must not be added."""
    blank = "\n" * 8
    lent = f'<defs>{blank}<g id="word"><text y="9" font-family="Nowhere" font-size="3">Hx</text></g></defs>'
    face = bench.face(f'{lent}{blank}<use href="#word"/>')
    assert [text.words for text in face.texts] == ["Hx"]
    assert [fault.message for fault in face.faults if "(line 10 of the SVG" in fault.message] != []
