"""Drawings as Inkscape and Illustrator save them, with a little Jinja typed into them."""

import io
import string
from typing import Any

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from faces.conftest import HEAD, Bench
from pnp.faces.drawing import draw_pages
from pnp.faces.svg.foreign import simplify, strip
from pnp.faces.svg.scan import RefusedError
from pnp.model.face import Slice
from pnp.model.finding import Level
from pnp.model.place import Where

INKSCAPE = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->

<svg
   width="63.5mm"
   height="88.9mm"
   viewBox="0 0 63.5 88.9"
   version="1.1"
   id="svg5"
   inkscape:version="1.2.2 (b0a8486541, 2022-12-01)"
   sodipodi:docname="card.svg"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
   xmlns="http://www.w3.org/2000/svg"
   xmlns:svg="http://www.w3.org/2000/svg"
   xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
   xmlns:cc="http://creativecommons.org/ns#">
  <sodipodi:namedview
     id="namedview7"
     pagecolor="#ffffff"
     inkscape:document-units="mm"
     showgrid="false">
    <inkscape:grid type="xygrid" id="grid1" />
  </sodipodi:namedview>
  <metadata id="m1"><rdf:RDF><cc:Work rdf:about="" /></rdf:RDF></metadata>
  <defs
     id="defs2">
    <rect x="5" y="40" width="50" height="30" id="rect99" />
    <inkscape:path-effect effect="powerstroke" id="path-effect1" is_visible="true" />
    <linearGradient id="linearGradient1"><stop style="stop-color:#204a87;stop-opacity:1;" offset="0" id="s1" />
      <stop style="stop-color:#729fcf;stop-opacity:1;" offset="1" id="s2" /></linearGradient>
    <linearGradient inkscape:collect="always" xlink:href="#linearGradient1" id="linearGradient2"
       x1="0" y1="0" x2="63.5" y2="0" gradientUnits="userSpaceOnUse"
       xmlns:xlink="http://www.w3.org/1999/xlink" />
  </defs>
  <g
     inkscape:label="Layer 1"
     inkscape:groupmode="layer"
     id="layer1">
    <rect
       style="fill:url(#linearGradient2);fill-rule:evenodd;stroke:none;stroke-width:0.264583;-inkscape-stroke:none"
       id="rect1" width="63.5" height="88.9" x="0" y="0" ry="0" />
    <path
       style="fill:#cc0000;stroke-linecap:round;paint-order:normal;stop-color:#000000"
       d="m 10,20 h 10 v 10 H 10 Z" id="path1" sodipodi:nodetypes="ccccc"
       inkscape:path-effect="#path-effect1" inkscape:connector-curvature="0" />
    <text
       xml:space="preserve"
       style="font-style:normal;font-variant:normal;font-weight:normal;font-size:6px;line-height:1.25;\
font-family:Bangers;-inkscape-font-specification:'Bangers, Normal';font-variant-ligatures:normal;\
fill:#ffffff;stroke:none;white-space:pre;shape-inside:url(#rect99)"
       x="5" y="12" id="text1"><tspan
         sodipodi:role="line"
         id="tspan1"
         style="stroke-width:0.264583" x="5" y="12">{{ card.words }}</tspan></text>
  </g>
</svg>
"""

# Illustrator indents by tabs, which are blanks here.
ILLUSTRATOR = """<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 16.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
    <!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
    <!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
    <!ENTITY ns_graphs "http://ns.adobe.com/Graphs/1.0/">
    <!ENTITY ns_svg "http://www.w3.org/2000/svg">
]>
<svg version="1.1" id="Layer_1" xmlns:x="&ns_extend;" xmlns:i="&ns_ai;" xmlns:graph="&ns_graphs;"
     xmlns="&ns_svg;" xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px" width="180px" height="252px"
     viewBox="0 0 180 252" enable-background="new 0 0 180 252" xml:space="preserve">
<switch>
    <foreignObject requiredExtensions="&ns_ai;" x="0" y="0" width="1" height="1">
        <i:pgfRef  xlink:href="#adobe_illustrator_pgf">
        </i:pgfRef>
    </foreignObject>
    <g i:extraneous="self">
        <rect fill="#FFDD00" width="180" height="252"/>
        <path fill-rule="evenodd" clip-rule="evenodd" fill="#CC0000" d="M90,126h45v63H90V126z"/>
        <text transform="matrix(1 0 0 1 20 40)" font-family="'Bangers'" font-size="24">{{ card.words }}</text>
    </g>
</switch>
<i:pgf  id="adobe_illustrator_pgf">
    <![CDATA[
    eJzsvWmTHMeRIPq9zPof6n0YM+lNA8z7oGbHrE5OzzQJLAFpOCsbgzWBJtijvqyPkZhf/9zDz4jMrKoGqaFoC4DVVRUZGeHhl/gRWf4=
    ]]>
</i:pgf>
</svg>
"""


def test_inkscape(bench: Bench) -> None:
    face = bench.face(INKSCAPE, whole=True, words="Salt & Iron")
    assert face.faults == ()
    assert [(text.words, text.font) for text in face.texts] == [("Salt & Iron", "Bangers")]
    assert face.texts[0].where == Where("content/kit/cards.yaml", 11, 5)
    page = pypdfium2.PdfDocument(draw_pages([face], bench.roots))[0].render(scale=5 * 25.4 / 72).to_pil().convert("RGB")
    assert page.getpixel((75, 125)) == (204, 0, 0)
    left, right = page.getpixel((5, 300)), page.getpixel((310, 300))
    assert left == pytest.approx((0x20, 0x4A, 0x87), abs=6)
    assert right == pytest.approx((0x72, 0x9F, 0xCF), abs=6)
    assert max(page.crop((25, 30, 180, 62)).convert("L").getextrema()) == 255  # white letters


def test_illustrator(bench: Bench) -> None:
    # 180 px of 1/96 inch, as browsers and Inkscape take it; Illustrator itself means points.
    bench.write("templates/card.svg.j2", ILLUSTRATOR)
    studio = bench.studio({"ant": {"words": "Fox"}}, width=180 * 25.4 / 96, height=252 * 25.4 / 96)
    face = studio.compose(studio.pieces(bench.deck({"ant": {}}))[0].front)
    assert [fault.message for fault in face.faults] == []
    assert [text.words for text in face.texts] == ["Fox"]
    page = pypdfium2.PdfDocument(draw_pages([face], bench.roots))[0].render(scale=4 / 3).to_pil().convert("RGB")
    assert (page.getpixel((100, 140)), page.getpixel((5, 245))) == ((204, 0, 0), (255, 221, 0))
    assert "foreignObject" not in str(face.items)


def test_illustrator_in_points_names_the_size_that_it_should_say(bench: Bench) -> None:
    (fault,) = bench.face(ILLUSTRATOR, whole=True, words="x").faults
    assert (fault.check, fault.where) == ("face-size", Where("templates/card.svg.j2", 9))
    assert "47.625 x 66.675 mm, expected the trim, 63.5 x 88.9 mm" in fault.message


def test_a_clip_rule_matters_in_clip_paths_alone(bench: Bench) -> None:
    sheet = "<style>.st0{fill-rule:evenodd;clip-rule:evenodd;fill:#c00}</style>"
    shape = '<path class="st0" d="M0 0h5v5z" style="clip-rule:evenodd"/>'
    assert bench.face(f'{sheet}{shape}<g clip-rule="evenodd"><path d="M0 0"/></g>').faults == ()
    for inside in ('<path class="st0" d="M0 0h5v5z"/>', '<path clip-rule="evenodd" d="M0 0h5v5z"/>'):
        (fault,) = bench.face(f'{sheet}<clipPath id="c">{inside}</clipPath><g clip-path="url(#c)">{shape}</g>').faults
        assert fault.message.startswith('<path> has clip-rule="evenodd", which is not drawn')


def test_flowed_text_of_old_inkscapes_is_refused_with_its_cure(bench: Bench) -> None:
    flowed = "<flowRoot><flowRegion><rect/></flowRegion><flowPara>Lost words</flowPara></flowRoot>"
    (fault,) = bench.face(f"\n{flowed}").faults
    assert (fault.check, fault.where.line) == ("unsupported-svg", 3)
    assert fault.message.startswith("<flowRoot> is not drawn")
    assert fault.help == "use <pnp:text> for text in a box"


@pytest.mark.parametrize(
    ("head", "size"),
    [
        ('width="6.35cm" height="88.9mm" viewBox="0 0 63.5 88.9"', ()),
        ('width="2.5in" height="252pt" viewBox="0 0 2500 3500"', ()),
        ('width="15pc" height="21pc"', ()),
        ('width="240px" height="336"', ()),
        ('viewBox="10 20 635 889"', (63.5, 88.9)),
        ('viewBox="0 0 69.85 95.25"', (69.85, 95.25)),
        ('width="100%" height="100%" viewBox="-3 -3 6 9" preserveAspectRatio="xMinYMax meet"', (63.5, 88.9)),
        ('width="63.5mm" height="88.9mm" viewBox="0 0 9 9" preserveAspectRatio="xMidYMid slice"', ()),
    ],
)
def test_odd_roots_lie_in_the_card_as_they_say(bench: Bench, head: str, size: tuple[float, ...]) -> None:
    """The whole of the root is one red square: facts and picture agree on where it lies."""
    box = head.partition('viewBox="')[2].partition('"')[0] or "0 0 240 336"
    x, y, width, height = map(float, box.split())
    body = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="red"/>'
    bench.write("templates/card.svg.j2", f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{body}</svg>')
    studio = bench.studio({"ant": {}})
    face = studio.compose(studio.pieces(bench.deck({"ant": {}}))[0].front)
    assert face.faults == ()
    assert face.bleed == (3.175 if size == (69.85, 95.25) else 0)
    page = pypdfium2.PdfDocument(draw_pages([face], bench.roots))[0].render(scale=5 * 25.4 / 72).to_pil().convert("RGB")
    found = page.split()[1].point(lambda level: 255 - level).getbbox()
    assert found is not None
    left, top, right, bottom = face.shapes[0].box
    limit = (face.width + 2 * face.bleed, face.height + 2 * face.bleed)
    expected = [max(0, left + face.bleed), max(0, top + face.bleed)]
    expected += [min(limit[0], right + face.bleed), min(limit[1], bottom + face.bleed)]
    assert [side / 5 for side in found] == pytest.approx(expected, abs=0.25)


def test_text_under_a_root_that_stretches_goes_with_it(bench: Bench) -> None:
    head = 'width="60mm" height="30mm" viewBox="0 0 60 60" preserveAspectRatio="none"'
    text = '<text x="10" y="40" font-family="Bangers" font-size="20">H</text>'
    bench.write("templates/card.svg.j2", f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{text}</svg>')
    studio = bench.studio({"ant": {}}, width=60, height=30)
    face = studio.compose(studio.pieces(bench.deck({"ant": {}}))[0].front)
    page = pypdfium2.PdfDocument(draw_pages([face], bench.roots))[0].render(scale=5 * 25.4 / 72).to_pil().convert("L")
    found = page.point(lambda level: 255 - level).getbbox()
    assert found is not None
    left, top, right, bottom = (side / 5 for side in found)
    assert bottom == pytest.approx(20, abs=0.3)  # 40 of 60 units, in 30 mm
    assert left == pytest.approx(10.5, abs=1)
    assert (bottom - top) == pytest.approx((right - left) * 0.75, rel=0.35)


# --- switches and entities ---


@pytest.mark.parametrize(
    ("svg", "simple"),
    [
        ("<a><switch><b systemLanguage='de'/><c/><d/></switch></a>", "<a><g><c/></g></a>"),
        ("<a><switch id='x'><b/></switch></a>", "<a><g id='x'><b/></g></a>"),
        ("<a><switch><foreignObject>x<y/>z</foreignObject><b>t</b></switch></a>", "<a><g><b>t</b></g></a>"),
        ("<a><switch><switch><b/></switch></switch></a>", "<a><g><g><b/></g></g></a>"),
        ("<a><switch><b requiredFeatures='x'/></switch></a>", "<a><switch><b requiredFeatures='x'/></switch></a>"),
        ("<a><switch/></a>", "<a><switch/></a>"),
        ("<a><switch><b>1 /></b><c/></switch></a>", "<a><g><b>1 /></b></g></a>"),
        ("<a><switch>\n<b systemLanguage='>'>\n</b><c/></switch></a>", "<a><g>\n\n<c/></g></a>"),
        ('<!DOCTYPE a [<!ENTITY x "y">]><a b="&x;">&x;&amp;&z;</a>', '<a b="y">y&amp;&z;</a>'),
        ("<!DOCTYPE a [\n<!ENTITY x \"1 ' 2\">\n]>\n<a b='&x;'/>", "\n\n\n<a b='1 &apos; 2'/>"),
        ("<!DOCTYPE a><a/>", "<!DOCTYPE a><a/>"),
        ("<a><switch></a>", "<a><switch></a>"),
    ],
)
def test_simple(svg: str, simple: str) -> None:
    assert simplify(svg) == simple


def test_an_entity_that_only_seems_to_be_one_of_xml_is_left(bench: Bench) -> None:
    face = bench.face(f'<!DOCTYPE svg [<!ENTITY amp "x">]>{HEAD}<title>&amp;</title></svg>', whole=True)
    assert [fault.check for fault in face.faults] in ([], ["bad-svg"])


@pytest.mark.parametrize(
    "declared", ['<!ENTITY x SYSTEM "a">', '<!ENTITY % x "a">', '<!ENTITY x "&lt;">', '<!ENTITY x "<b/>">']
)
def test_entities_that_are_refused(declared: str) -> None:
    with pytest.raises(RefusedError, match="entity x"):
        simplify(f"<!DOCTYPE a [{declared}]><a/>")


def test_what_is_stripped_keeps_its_lines() -> None:
    svg = '<a\n onclick="x"\n b="1"><script>\n\n</script><c style="filter:\nx;d:e"/>'
    svg += "<style>r{filter:a;g:h}</style>\n<d/></a>"
    left = strip(svg)
    assert left.count("\n") == svg.count("\n")
    assert left.splitlines()[-1] == "<d/></a>"
    assert [word in left for word in ("onclick", "script", "filter")] == [False] * 3
    assert [word in left for word in ('b="1"', "d:e", "{g:h}")] == [True] * 3


# --- pictures beside the drawing ---


def png(colour: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("link", "found"),
    [
        ("fox.png", "templates/art/frames/fox.png"),
        ("./fox.png", "templates/art/frames/fox.png"),
        ("../bear.png", "templates/art/bear.png"),
        ("../../art/bear.png", "templates/art/bear.png"),
        ("top.png", "content/kit/top.png"),
        ("art/bear.png", "templates/art/bear.png"),
        ("two%20%26%20more.png", "templates/art/frames/two & more.png"),
        ("two &amp; more.png", "templates/art/frames/two & more.png"),
    ],
)
def test_a_picture_is_looked_for_beside_its_drawing_first(bench: Bench, link: str, found: str) -> None:
    for name in (
        "templates/art/frames/fox.png",
        "templates/art/bear.png",
        "content/kit/top.png",
        "content/kit/fox.png",
    ):
        bench.write(name, png("red"))
    bench.write("templates/art/frames/two & more.png", png("red"))
    image = f"<image href='{link}' width='9' height='9'/>"
    bench.write(
        "templates/art/frames/card.svg", f"{HEAD}<defs><g id='d'>{image}</g></defs>{image}<use href='#d'/></svg>"
    )
    studio = bench.studio({"ant": {}}, front="art/frames/card.svg")
    face = studio.compose(studio.pieces(bench.deck({"ant": {}}))[0].front)
    assert face.faults == ()
    assert [art.file for art in face.art] == [found]
    assert [shape.fill for shape in face.shapes] == ["#image", "#image"]
    page = pypdfium2.PdfDocument(draw_pages([face], bench.roots))[0].render(scale=1).to_pil().convert("RGB")
    assert page.getpixel((15, 15)) == (255, 0, 0)


@pytest.mark.parametrize("link", ["../../../secret.png", "../../../../secret.png", "a/../../../../secret.png"])
def test_no_picture_is_taken_from_outside_by_way_of_the_drawing_s_folder(bench: Bench, link: str) -> None:
    bench.write("secret.png", png("red"))
    bench.write("templates/art/card.svg", f"{HEAD}<image href='{link}' width='9' height='9'/></svg>")
    studio = bench.studio({"ant": {}}, front="art/card.svg")
    (fault,) = studio.compose(studio.pieces(bench.deck({"ant": {}}))[0].front).faults
    assert (fault.check, fault.where.file) == ("missing-file", "templates/art/card.svg")
    assert "is outside the project" in fault.message


# --- equal ids ---


def test_faces_with_equal_ids_keep_their_own_pictures_on_one_sheet(bench: Bench) -> None:
    """Both sides and all cards use the ids g, c and s, each for something else."""
    body = (
        '<defs><linearGradient id="g"><stop stop-color="{{ card.ink }}"/></linearGradient>'
        '<clipPath id="c"><rect x="{{ card.x }}" width="20" height="99"/></clipPath>'
        '<symbol id="s" viewBox="0 0 1 1"><rect width="1" height="1" fill="{{ card.ink }}"/></symbol></defs>'
        '<rect x="-4" y="-4" width="80" height="100" fill="url(#g)" clip-path="url(#c)"/>'
        '<use href="#s" x="45" y="40" width="8" height="8"/>'
    )
    bench.write("content/game/kit.yaml", "kit: game\ntitle: Game\n")
    cards = "".join(
        f"  - {{id: {ink}, title: {ink}, ink: {ink}, x: {x}}}\n" for ink, x in (("red", 0), ("lime", 20), ("blue", 40))
    )
    deck = "deck: cards\nsize: poker\nfront: card.svg.j2\nfields: {ink: {type: text}, x: {type: integer}}\ncards:\n"
    bench.write("content/game/cards.yaml", deck + cards)
    bench.write("content/game/card.svg.j2", f"{HEAD}{body}</svg>")
    from pnp.build import build_kit
    from pnp.kit.project import Project
    from pnp.outcome import Options

    outcome = build_kit(Project(bench.folder), bench.folder / "content/game", bench.folder / "out", Options())
    assert [f.message for f in outcome.findings if f.level is Level.ERROR] == []
    (run,) = outcome.runs
    (path,) = [file for file in outcome.files if file.suffix == ".pdf" and "-guide-" not in file.name]
    page = pypdfium2.PdfDocument(path.read_bytes())[0].render(scale=5 * 25.4 / 72).to_pil().convert("RGB")
    inks: dict[str, tuple[int, int, int]] = {"red": (255, 0, 0), "lime": (0, 255, 0), "blue": (0, 0, 255)}
    for slot, x in zip(run.sheets[0].front.slots, (0, 20, 40), strict=True):
        ink = inks[slot.face.card]

        def at(across: float, down: float, slot: Any = slot) -> Any:
            return page.getpixel((int((slot.x + across) * 5), int((slot.y + down) * 5)))

        assert at(x + 10, 70) == ink
        assert [at(other + 10, 70) for other in (0, 20, 40) if other != x] == [(255, 255, 255)] * 2
        assert at(49, 44) == ink


# --- anything ---

NAMES = st.sampled_from(
    [
        *("g", "rect", "circle", "path", "text", "tspan", "use", "image", "svg", "symbol", "clipPath", "pattern"),
        *("marker", "linearGradient", "stop", "style", "defs", "switch", "mask", "filter", "foreignObject", "a"),
        *("pnp:text", "x:y"),
    ]
)
NUMBERS = st.sampled_from(["0", "1", "-1", "5", "1e9", "1e-9", "50%", "2mm", "nan", "", "1 2", "none", "auto"])
VALUES = st.one_of(
    NUMBERS,
    st.sampled_from(
        ["red", "url(#a)", "url(#b)", "#a", "#b", "a", "b", "rotate(9)", "scale(0)", "matrix(1 2)", "bold"]
    ),
    st.sampled_from(["M0 0", "M0 0L5 5z", "M1 1A1 1 0 0 1 3 3", "1,1 2,2", "0 0 1 1", "0 0 0 0", "Bangers", "evenodd"]),
    st.text(string.printable, max_size=4),
)
ATTRIBUTES = st.dictionaries(
    st.sampled_from(
        [
            *("x", "y", "width", "height", "r", "d", "points", "fill", "stroke", "stroke-width", "href", "id"),
            *("transform", "viewBox", "font-family", "font-size", "opacity", "clip-path", "clip-rule", "marker-end"),
            *("style", "class", "font", "size", "stroke-dasharray", "patternUnits", "offset", "preserveAspectRatio"),
            *("onclick", "display", "text-anchor"),
        ]
    ),
    VALUES,
    max_size=4,
)


def element(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def write(name: str, attributes: dict[str, str], inner: list[str]) -> str:
        said = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
        return f"<{name}{said}>{''.join(inner)}</{name}>"

    return st.builds(write, NAMES, ATTRIBUTES, st.lists(children, max_size=3))


def escape(text: str) -> str:
    return "".join(f"&#{ord(c)};" if c in "<&\"'" else c for c in text if c in "\t\n\r" or c >= " ")


TREES = st.recursive(st.text(string.printable, max_size=5).map(escape), element, max_leaves=12)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(element(TREES), min_size=1, max_size=3))
def test_any_tree_is_drawn_or_its_faults_are_told(bench_of_all: Bench, trees: list[str]) -> None:
    face = bench_of_all.face("{% raw %}" + "\n".join(trees).replace("{%", "") + "{% endraw %}")
    for fault in face.faults:
        assert fault.check in CHECKS, fault
        assert fault.message
        assert fault.where.file.startswith(("templates", "content"))
    assert draw_pages([face, face], bench_of_all.roots).startswith(b"%PDF")
    # What the gate found nothing wrong with is all there.
    if not face.faults:
        drawn = sum(isinstance(item, Slice) for item in face.items)
        assert drawn <= sum(tree.count("<") for tree in trees)


CHECKS = (
    "bad-svg",
    "unsupported-svg",
    "undrawn-svg",
    "missing-file",
    "bad-image",
    "missing-font",
    "template-error",
    "unknown-icon",
)


@pytest.fixture(scope="module")
def bench_of_all(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    folder = tmp_path_factory.mktemp("all")
    for name in ("content/kit", "templates"):
        (folder / name).mkdir(parents=True)
    return Bench(folder)
