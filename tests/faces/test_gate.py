"""The gate: what is not drawn right is said, with line and cure; what is drawn right passes."""

import base64
import io
import os
import zlib
from typing import Any

import pytest
from PIL import Image
from timing import within

from faces.conftest import HEAD, Bench
from pnp.faces.svg.gate import Gate
from pnp.faces.svg.namespaces import SVG
from pnp.faces.svg.studies import Study, study_markup
from pnp.model.face import Slice
from pnp.model.place import Where

LINE = Where("templates/card.svg.j2", 3)
ARROW = '<marker id="m" orient="auto" viewBox="0 0 4 4"><path d="M0 0L4 2"/></marker>'
GRADIENT = '<linearGradient id="g"><stop offset="50%" stop-color="#fff"/></linearGradient>'


@pytest.mark.parametrize(
    ("body", "message", "cure"),
    [
        ('<mask id="m"><rect width="1"/></mask>', "<mask> is not drawn", "clip-path"),
        ('<switch><g systemLanguage="de"/></switch>', "<switch> is not drawn", "{% if %}"),
        ('<path d="M0 0L1e7 5"/>', "1e+07 is too far away", "1,000,000"),
        ('<path d="M0 0A1e300 1e300 0 0 1 3 3"/>', "1e+300 is too far away", ""),
        ('<path d="M0 0L-1200000,.5"/>', "-1.2e+06 is too far away", ""),
        ('<path d="M0 0L١٠٠٠٠٠٠٠ 5"/>', "1e+07 is too far away", ""),
        ('<polygon points="1,2 3,1e9"/>', "too far away", ""),
        ('<pattern id="p" patternUnits="userSpaceOnUse" width="10%" height="2"/>', "a share of the drawing", "units"),
        ('<pattern id="p" patternUnits="userSpaceOnUse" width="1e-9" height="2"/>', "no size for a tile", "0.001"),
        ('<pattern id="p" patternUnits="userSpaceOnUse" width="2" height="1e5"/>', "no size for a tile", "2,000"),
        ('<rect width="9" height="9" stroke-dasharray="1e-9"/>', "which is too fine", "0.01"),
        (f'{ARROW}<path d="M0 0" marker-end="url(#m)"/>', "<path> has a marker and a single point", "second point"),
        (f'{ARROW}<path d="M0 0 M3 3" marker-end="url(#m)"/>', "a single point", ""),
        (f'{ARROW}<g marker-start="url(#m)"><path d="M0 0Z"/></g>', "a single point", ""),
        (f'{ARROW}<style>path{{marker-end:url(#m)}}</style><path d="M0 0"/>', "a single point", ""),
        (f'{ARROW}<polyline points="1,1" style="marker-end:url(#m)"/>', "a single point", ""),
        (f'{ARROW}<path d="M0 0L5 5" stroke-width="0" marker-end="url(#m)"/>', "stroke-width 0", "Give it"),
        (f'{ARROW}<g stroke-width="0"><path d="M0 0L5 5" marker-end="url(#m)"/></g>', "stroke-width 0", ""),
        ("<rectt/>", "<rectt> is not drawn", "did you mean rect?"),
        ('<rect widht="1"/>', "<rect> has widht", "did you mean width?"),
        ('<rect width="1" height="1" fill="hsl(0,100%,50%)"/>', "hsl", "#rrggbb"),
        ('<rect width="1" height="1" fill="#ff0000ff"/>', "#ff0000ff", "fill-opacity"),
        ('<rect width="1" height="1" style="fill:var(--k)"/>', "var(--k)", "#rrggbb"),
        ('<rect width="1" height="1" opacity="50%"/>', "expected a number from 0 to 1", ""),
        ('<rect width="9" height="9" style=";fill:red;:x"/>', 'the style of <rect> has ":x"', "Write it as style="),
        ('<rect width="nan" height="1"/>', 'width="nan", which is no length', "mm"),
        ('<rect width="-1" height="1"/>', "less than nothing", ""),
        ('<rect width="1e99" height="1"/>', "which is no length", ""),
        ('<path d="M0 0 L1"/>', "L needs 2 numbers cannot be read", "MLHVCSQTAZ"),
        ('<path d="M0 0 X1 2"/>', "cannot be read", ""),
        ('<polygon points="1,2 3"/>', "expected pairs", ""),
        ('<g transform="rotate(45deg)"><rect/></g>', "rotate(45deg) cannot be read", "rotate(angle x y)"),
        ('<rect width="1" height="1" transform="skew(3)"/>', "cannot be read", ""),
        ('<rect width="1" height="1" transform-origin="center"/>', "expected two numbers", "rotate(angle x y)"),
        (
            '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect/></clipPath>',
            "clipPathUnits",
            "units of the drawing",
        ),
        ('<clipPath id="c"><text>x</text></clipPath>', "<clipPath> holds text", "path"),
        ('<marker id="m" viewBox="0 0 1 1"><pnp:text>x</pnp:text></marker>', "<marker> holds text", "path"),
        ("<rect width='9' height='9'><title>x</title><circle r='1'/></rect>", "<rect> holds <circle>", "behind it"),
        ('<rect width="1" height="1" fill="url(http://x/y#a)"/>', "outside the drawing", "#id"),
        ('<use href="other.svg#a"/>', "outside the drawing", "include"),
        ("<use/>", "<use> has no href", ""),
        ('<g style="opacity:7"><rect width="1" height="1"/></g>', "expected a number from 0 to 1", ""),
        ('<pnp:text x="1" y="1" width="9" font="Bangers" size="9">a<b>c</b></pnp:text>', "holds elements", "**bold**"),
        ('<symbol id="s" viewBox="0 0 0 1"/>', "expected left, top", ""),
        ('<symbol id="s" viewBox="rgb(0,0,1,1)"/>', "expected left, top", ""),
        ('<rect width="1" height="1" stroke-dasharray="2 -1"/>', "expected lengths", ""),
        ('<polygon points=""/>', "<polygon> has no points", ""),
        ('<g transform="skewX(90)"><rect width="1" height="1"/></g>', "skewX(90.0) cannot be read", ""),
        ('<text x="1px 2%" y="a" font-family="Bangers" font-size="4">x</text>', 'y="a", which is no length', ""),
        ('<marker id="m"><path d="M0 0"/></marker>', "<marker> has no viewBox", "4 x 4"),
        ('<pattern id="p" width="2" height="2"/>', "<pattern> has no patternUnits", "units of the drawing"),
        ('<pattern id="p" patternUnits="userSpaceOnUse" width="0" height="2"/>', "leaves nothing", ""),
        ('<linearGradient id="g" gradientTransform="scale(0)"/>', "leaves nothing", ""),
        ('<pattern id="p" href="#p2"/><pattern id="p2" href="#p"/><use href="#p"/>', "a <pattern>", "refer to"),
        ('<rect id="r" width="1" height="1"/><circle r="1" fill="url(#r)"/>', "fill refers to #r, a <rect>", ""),
        ('<path id="p" d="M0 0"/><circle r="1" style="marker-end:url(#p)"/>', "marker-end refers to #p", ""),
        ('<text x="1" y="1" font-family="Bangers" font-size="9999">x</text>', "points large", "1000"),
        ('<pnp:text x="1" y="1" width="9" font="Bangers" size="9999">x</pnp:text>', "points large", "1000"),
        ('<g opacity=".5"><text font-family="Bangers" font-size="9999">x</text></g>', "points large", "1000"),
    ],
)
def test_outside_the_subset(bench: Bench, body: str, message: str, cure: str) -> None:
    face = bench.face(f"\n{body}")
    first = next(fault for fault in face.faults if fault.check == "unsupported-svg")
    assert first.where == LINE
    assert message in first.message
    assert cure in first.help
    assert "(line 3 of the SVG of card ant)" in first.message


@pytest.mark.parametrize(
    ("body", "message", "cure", "left"),
    [
        ('<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>', "<filter>", "shapes of their own", ""),
        (
            '<rect width="1" height="1" filter="url(#f)"/>',
            "<rect> has filter",
            "shapes",
            "<rect width='1' height='1'/>",
        ),
        ('<g><circle r="2" style="fill:red;mix-blend-mode:multiply"/></g>', "mix-blend", "opacity", "fill:red"),
        ("<style>circle{fill:red;isolation:isolate}</style><circle r='2'/>", "isolation", "out", "<circle r='2'/>"),
        (
            "<foreignObject><p>x</p></foreignObject><path d='M0 0'/>",
            "<foreignObject>",
            "<pnp:text>",
            "<path d='M0 0'/>",
        ),
        ("<script>if (1 &lt; 2) {}</script>", "<script>", "never run", ""),
        ('<rect width="1" height="1"><animate attributeName="x"/></rect>', "<animate>", "as it", "<rect"),
        ('<text x="1" y="1" font-family="Bangers">a<textPath href="#p">x</textPath></text>', "<textPath>", "path", ""),
        (
            '<rect onclick="x()" width="1" height="1"/>',
            "<rect> has onclick",
            "never run",
            "<rect width='1' height='1'/>",
        ),
        ('<g paint-order="stroke"><path d="M0 0"/></g>', "<g> has paint-order", "twice", "<path"),
    ],
)
def test_what_a_card_can_do_without_is_left_out_with_a_warning(
    bench: Bench, body: str, message: str, cure: str, left: str
) -> None:
    face = bench.face(f"\n{body}\n<circle r='7'/>")
    (fault,) = face.faults
    assert (fault.check, fault.where.file) == ("undrawn-svg", LINE.file)
    assert message in fault.message
    assert "left out" in fault.message
    assert cure in fault.help
    drawn = [item.markup.replace('"', "'") for item in face.items if isinstance(item, Slice)]
    assert drawn[-1] == "<circle r='7'/>"
    assert left in "".join(drawn)
    assert not any(word in "".join(map(str, face.items)) for word in ("filter", "blend", "isolation", "order", "<p>"))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<rect fill="url(#no)" width="1" height="1"/>', "#no does not exist"),
        ('<use href="#no"/>', "#no does not exist"),
        ('<g clip-path="url(#no)"><rect/></g>', "#no does not exist"),
        ('<g id="a"><use href="#a"/></g>', "#a needs itself"),
        ('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', "needs itself"),
        ('<defs><rect id="a"/><circle id="a" r="1"/></defs>', "the id a is used twice"),
        ('<rect foo:bar="1" width="1" height="1"/>', "the prefix foo: is not declared"),
        ("<rect", "not well-formed"),
        ("<g><rect/>", "not well-formed"),
        ("Salt & Iron", "not well-formed"),
    ],
)
def test_broken(bench: Bench, body: str, message: str) -> None:
    faults = bench.face(f"\n{body}").faults
    assert message in " ".join(fault.message for fault in faults)
    assert {fault.check for fault in faults} <= {"bad-svg", "unsupported-svg"}


def test_the_line_is_found_in_the_template_that_wrote_it(bench: Bench) -> None:
    bench.write("templates/part.j2", "<g>\n<rect widht='1'/>\n</g>")
    (fault,) = bench.face("{% for i in [1, 2, 3] %}<g/>\n{% endfor %}{% include 'part.j2' %}").faults
    assert fault.where == Where("templates/part.j2", 2)


NS = 'xmlns="http://www.w3.org/2000/svg"'
TRIM = 'width="63.5mm" height="88.9mm"'


@pytest.mark.parametrize(
    ("root", "check", "message"),
    [
        (f'<svg xmlns="x" {TRIM}>', "bad-svg", "without SVG's namespace"),
        ("<html/>", "bad-svg", "the root is <html>"),
        (f"<svg {NS}>", "bad-svg", "no width and height"),
        (f'<svg {NS} width="100%" height="100%">', "bad-svg", "expected its size in mm"),
        (f'<svg {NS} {TRIM} viewBox="0 0 1 1">', "bad-svg", "viewBox"),
        (f'<svg {NS} width="63mm" height="88mm">', "face-size", "63 x 88 mm, expected"),
        (f'<svg {NS} width="1000000mm" height="1mm">', "bad-svg", "larger than 5 m"),
        (f'<svg {NS} width="1e30" height="1">', "bad-svg", "larger than 5 m"),
        (f'<svg {NS} width="0" height="1">', "bad-svg", "has no size"),
        (f'<svg {NS} width="10furlong" height="1">', "bad-svg", "10furlong"),
        (f'<svg {NS} viewBox="0 0 -5 -5">', "bad-svg", "no width and height"),
        (f'<svg {NS} {TRIM} opacity=".5">', "unsupported-svg", "opacity"),
        (f'<svg {NS} xmlns:pnp="x" {TRIM}>', "bad-svg", "prefix pnp"),
        (f'<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg {NS}>', "bad-svg", "entity x lies outside"),
        (f'<!DOCTYPE s [<!ENTITY % x SYSTEM "http://a/b">]><svg {NS}>', "bad-svg", "entity x lies outside"),
        (f'<!DOCTYPE s [<!ENTITY x "y"><!ENTITY z "&x;&x;">]><svg {NS}>', "bad-svg", "z holds markup or other"),
    ],
)
def test_roots(bench: Bench, root: str, check: str, message: str) -> None:
    end = "" if root.endswith("/>") else "</svg>"
    faults = bench.face(f"{root}{end}", whole=True).faults
    assert {fault.check for fault in faults} in ({check}, {check, "unsupported-svg"})
    assert message in " ".join(fault.message for fault in faults)


@pytest.mark.parametrize(
    ("head", "bleed"),
    [
        ('width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9"', 0),
        ('width="180pt" height="252pt" viewBox="0 0 180 252"', 0),
        ('width="2.75in" height="3.75in" viewBox="0 0 2.75 3.75"', 3.175),
        ('width="240" height="336"', 0),
    ],
)
def test_sizes_that_are_right(bench: Bench, head: str, bleed: float) -> None:
    face = bench.face(f'<svg {NS} {head}><rect width="1" height="1"/></svg>', whole=True)
    assert face.faults == ()
    assert face.bleed == bleed


@pytest.mark.parametrize(
    "body",
    [
        f'<defs>{GRADIENT}</defs><rect width="1" height="1" fill="url(#g) red" stroke="rgb(10%, 0%, 0%)"/>',
        '<marker id="m" orient="auto" viewBox="0 0 4 4"><path d="M0 0"/></marker>'
        '<path d="M2 10H35" stroke="#000" marker-end="url(#m)"/>',
        '<pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern>'
        '<rect width="9" height="9" fill="url(#p)"/>',
        '<rect width="1em" height="50%" rx="2" stroke-dasharray="2 1" data-x="1" aria-label="x"/>',
        '<g xmlns:inkscape="i" inkscape:label="Layer"><rect width="1" height="1" style="-inkscape-x:1;fill:none"/></g>',
        "<style>/* c */ .a, #b, rect {fill: red !important}</style><title>x</title><desc/>",
    ],
)
def test_inside_the_subset(bench: Bench, body: str) -> None:
    assert bench.face(body).faults == ()


def test_a_plain_doctype_and_an_xml_declaration_pass(bench: Bench) -> None:
    assert (
        bench.face(f'<?xml version="1.0" encoding="latin-1"?>\n<!DOCTYPE svg>\n{HEAD}</svg>', whole=True).faults == ()
    )


def test_selectors_that_would_depend_on_the_whole_are_refused(bench: Bench) -> None:
    for selector in ("g > rect", "rect:first-child", "g rect", "*[x]"):
        (fault,) = bench.face(f"<style>{selector} {{fill: red}}</style>").faults
        assert f"<style> says {selector}" in fault.message


@pytest.mark.parametrize(
    "root", ['xmlns:1e9pnp="urn:x"', 'xemlns:pnp="urn:x"', 'xmlns:own="urn:{x}"', 'xmlns:own=""', 'own:x="1"']
)
def test_names_that_no_reader_of_namespaces_takes(bench: Bench, root: str) -> None:
    face = bench.face(f'{HEAD.replace("<svg", f"<svg {root}")}<rect width="9" height="9"/></svg>', whole=True)
    (fault,) = face.faults
    assert fault.check == "bad-svg"
    assert fault.message.startswith("the names in the drawing do not fit together: ")
    assert face.items == ()


def test_the_namespace_of_svg_is_no_foreign_name_wherever_it_stands() -> None:
    assert not study_markup(f'<g xmlns="{SVG}" xml:space="preserve"/>').foreign
    assert all(study_markup(f"<g {name}/>").foreign for name in ('xmlns=""', 'xmlns="urn:x"', 'xmlns:own="urn:x"'))


def test_what_a_style_sheet_says_is_told_on_its_line(bench: Bench) -> None:
    sheet = "<style>\n.a {fill: red}\ng > rect {fill: red}\n.b {\n  fill: hsl(1,2,3)}</style>"
    selector, colour = bench.face(f"<g/>\n{sheet}<rect class='b' width='1' height='1'/>").faults
    lines = {fault.message.split("(line ")[1].split()[0] for fault in (selector, colour)}
    first = bench.face("<style>g > rect {}</style>").faults[0].message.split("(line ")[1].split()[0]
    assert lines == {str(int(first) + 3), str(int(first) + 5)}


def test_only_what_is_wrong_is_left_out(bench: Bench) -> None:
    face = bench.face('<rect width="1" height="1"/><rect mask="url(#f)"/><circle r="1"/>')
    assert [getattr(item, "markup", "")[:5] for item in face.items] == ["<rect", "<circ"]


def test_bombs_are_refused_quickly(bench: Bench) -> None:
    uses = "".join(f'<g id="l{n}">{f"<use href={chr(34)}#l{n - 1}{chr(34)}/>" * 10}</g>' for n in range(1, 9))
    with within(1):
        faults = bench.face(f'<defs><rect id="l0"/>{uses}</defs><use href="#l8"/>').faults
    assert "at most 20,000 are allowed" in faults[0].message
    chain = "".join(f'<g id="c{n}"><use href="#c{n + 1}"/></g>' for n in range(2000))
    assert bench.face(f'<defs>{chain}</defs><use href="#c0"/>').faults
    assert "too big" in bench.face("<g>" * 500 + "</g>" * 500).faults[0].message


def test_control_characters_are_named_with_the_value_that_holds_them(bench: Bench) -> None:
    (fault,) = bench.face("<title>{{ card.name }}</title>", name="a\x08b").faults
    assert fault.message == "name holds the control character U+0008, which cannot be printed"
    assert (fault.where.line, fault.where.column) == (11, 5)


def png(
    size: tuple[int, int] = (8, 8), mode: str = "RGB", color: Any = "red", kind: str = "PNG", **options: Any
) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, color).save(out, kind, **options)
    return out.getvalue()


def header(side: int) -> bytes:
    """A PNG that says that it is huge: it is to be refused before anything is decoded."""
    whole = png()
    size = whole[12:16] + side.to_bytes(4, "big") * 2 + whole[24:29]
    return whole[:12] + size + zlib.crc32(size).to_bytes(4, "big") + whole[33:]


@pytest.mark.parametrize(
    ("link", "check", "message"),
    [
        ("art/none.png", "missing-file", "there is no picture art/none.png"),
        ("../../../../etc/hostname", "missing-file", "outside the project"),
        ("/etc/hostname", "missing-file", "outside the project"),
        ("http://127.0.0.1:9/a.png", "missing-file", "outside the project"),
        ("file:///etc/hostname", "missing-file", "outside the project"),
        ("folder.png", "missing-file", "folder.png is a folder, not a picture"),
        ("pipe.png", "missing-file", "pipe.png is a pipe or a device, not a picture"),
        ("a" * 300 + ".png", "missing-file", "there is no picture aaa"),
        ("loop.png", "missing-file", "loop.png is a link that leads in a circle, not a picture"),
        ("loop.png/a.png", "missing-file", "loop.png/a.png is a link that leads in a circle, not a picture"),
        ("art/link.png", "missing-file", "outside the project"),
        ("art/text.png", "bad-image", "is not a picture"),
        ("art/empty.png", "bad-image", "is empty"),
        ("art/cut.png", "bad-image", "is damaged"),
        ("art/cut.jpg", "bad-image", "is damaged"),
        ("art/large.png", "bad-image", "9000 x 9000 pixels"),
        ("art/huge.png", "bad-image", "far too large"),
        ("data:image/png;base64,!!", "bad-image", "cannot be read"),
    ],
)
def test_pictures_that_cannot_be_drawn(bench: Bench, link: str, check: str, message: str) -> None:
    noise = Image.effect_noise((400, 400), 90)
    out = io.BytesIO()
    noise.save(out, "JPEG")
    bench.write("content/kit/art/text.png", b"not a picture")
    bench.write("content/kit/art/empty.png", b"")
    bench.write("content/kit/art/cut.png", png((90, 90), color="blue")[:-30])
    bench.write("content/kit/art/cut.jpg", out.getvalue()[: len(out.getvalue()) // 2])
    bench.write("content/kit/art/large.png", header(9000))
    bench.write("content/kit/art/huge.png", header(20000))
    (bench.folder / "content/kit/art/link.png").symlink_to("/etc/hostname")
    (bench.folder / "content/kit/loop.png").symlink_to("loop.png")
    (bench.folder / "content/kit/folder.png").mkdir()
    os.mkfifo(bench.folder / "content/kit/pipe.png")
    face = bench.face(f'\n<image href="{link}" width="9" height="9"/>')
    (fault,) = face.faults
    assert (fault.check, fault.where) == (check, LINE)
    assert message in fault.message


def test_a_picture_that_the_card_names_is_missing_at_the_card(bench: Bench) -> None:
    (fault,) = bench.face('<image href="{{ card.art }}" width="9" height="9"/>', art="art/fox.png").faults
    assert fault.where == Where("content/kit/cards.yaml", 11, 5)


def test_pictures_that_are_found(bench: Bench) -> None:
    bench.write("content/kit/art/two ü.png", png())
    bench.write("content/kit/art/soft.png", png(mode="RGBA", color=(1, 2, 3, 9)))
    data = base64.b64encode(png()).decode()
    face = bench.face(
        '<image href="art/two%20%C3%BC.png" width="9" height="9"/>'
        '<image href="art/soft.png" x="5" width="9" height="4"/>'
        f'<image xlink:href="data:image/png;base64,{data}" x="3" y="4"/>'
    )
    assert face.faults == ()
    assert face.files[:2] == ("content/kit/art/soft.png", "content/kit/art/two ü.png")
    assert [(shape.fill, shape.opaque, tuple(shape.box)) for shape in face.shapes] == [
        ("#image", True, (0, 0, 9, 9)),
        ("#image", False, (7.5, 0, 11.5, 4)),
        ("#image", True, (3, 4, 11, 12)),
    ]


def test_definitions_are_looked_into_once_a_drawing(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, study = [0], Gate.study

    def count(self: Gate, markup: str) -> Study:
        asked[0] += 1
        return study(self, markup)

    monkeypatch.setattr(Gate, "study", count)
    gradients = "".join(f'<linearGradient id="g{n}"/>' for n in range(300))
    rects = "".join(f'<rect width="1" height="1" fill="url(#g{n})"/>' for n in range(300))
    bench.face(f"<defs>{gradients}</defs>{rects}")
    assert 300 < asked[0] < 3000
