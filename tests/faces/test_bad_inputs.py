"""What people and strangers feed to templates, drawings, pictures and fonts: what `pnp check` says, and how it ends.

The ids are those of the list of bad inputs that the project keeps; each has its right outcome here.
"""

import base64
import io
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pytest
from PIL import Image, PngImagePlugin
from timing import within

from faces.conftest import REPOSITORY, Bench
from faces.gallery import CORPUS
from faces.test_corpus_files import bomb
from pnp.cli.main import run

NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp"'
HEAD = f'<svg {NS} width="69.85mm" height="95.25mm" viewBox="-3.175 -3.175 69.85 95.25">'
FULL = '<rect x="-3.175" y="-3.175" width="69.85" height="95.25" fill="#fff"/>'
KIT = "kit: game\ntitle: Game\n"
DECK = (
    "deck: cards\nsize: poker\nfront: card.svg.j2\n"
    "fields:\n  words: {type: text, default: Fox}\n  art: {type: text, default: a}\n"
)
CARDS = "cards:\n  - id: ant\n    title: Ant\n"
TEMPLATE = "content/game/card.svg.j2"
TEXT = '<pnp:text x="5" y="9" width="50" height="20" font="{}" size="10">{}</pnp:text>'


class Ended(NamedTuple):
    code: int
    out: str


@pytest.fixture
def ended(bench: Bench, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ended]:
    """Makes a kit of one card and runs `pnp check` on it, in this process."""
    monkeypatch.chdir(bench.folder)

    def check(template: str | bytes, card: str = "", command: str = "check", **files: bytes | str) -> Ended:
        bench.write("content/game/kit.yaml", KIT)
        bench.write("content/game/cards.yaml", DECK + CARDS + card)
        bench.write(TEMPLATE, template)
        for name, content in files.items():
            bench.write(f"content/game/{name}", content)
        monkeypatch.setattr(sys, "argv", ["pnp", *command.split()])
        monkeypatch.setattr(sys, "path", list(sys.path))
        code = run()
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Ended(code, out)

    return check


def face(body: str) -> str:
    return f"{HEAD}\n{FULL}\n{body}\n</svg>"


class Case(NamedTuple):
    """A template (or its body), words that the report must hold, the exit code, and values of the card."""

    template: str
    words: tuple[str, ...]
    code: int = 1
    card: str = ""


def uses(levels: int, width: int) -> str:
    inner = "".join(f'<g id="l{n}">' + f'<use href="#l{n - 1}"/>' * width + "</g>" for n in range(1, levels + 1))
    return face(f'<defs><rect id="l0" width="1" height="1"/>{inner}</defs><use href="#l{levels}"/>')


CIRCLES = {
    "use": '<g id="a"><use href="#a"/></g>',
    "pattern": '<pattern id="p" patternUnits="userSpaceOnUse" width="5" height="5"><rect width="5" height="5" '
    'fill="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
    "clip": '<clipPath id="c"><rect width="5" height="5" clip-path="url(#c)"/></clipPath>'
    '<rect width="9" height="9" clip-path="url(#c)"/>',
    "marker": '<marker id="m" viewBox="0 0 4 4"><path d="M0 0L4 4" marker-end="url(#m)"/></marker>'
    '<path d="M0 0L9 9" stroke="#000" marker-end="url(#m)"/>',
    "mask": '<mask id="k"><rect width="5" height="5" mask="url(#k)"/></mask>'
    '<rect width="9" height="9" mask="url(#k)"/>',
}
LINE_3 = f"{TEMPLATE}:3:1: "
FINE = ("0 errors, ",)
# What faces have to say; other checks may have their own opinion of these little kits.
OURS = (
    *("bad-svg", "unsupported-svg", "undrawn-svg", "missing-file", "bad-image", "odd-image", "low-resolution"),
    *("missing-font", "missing-glyph", "template-error", "missing-template", "text-overflow", "face-size"),
)

CASES = {
    "I049 a command": Case(
        "{{ lipsum.__globals__['os'].popen('id').read() }}", (f"{TEMPLATE}:1:1: error: template-error",)
    ),
    "I050 attr": Case("{{ ''|attr('__class__') }}", ("template-error", "unsafe")),
    "I050 format": Case("{{ '{0.__class__}'.format('') }}", ("template-error",)),
    "I050 format_map": Case("{{ '{a.__class__}'.format_map({'a': 1}) }}", ("template-error",)),
    "I050 stored": Case("{% set f = '{0.__class__}'.format %}{{ f(1) }}", ("template-error",)),
    "I052 loops": Case(
        "\n{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}", (":2:1: error", "turns")
    ),
    "I053 times": Case("{{ 'a' * 10**9 }}", ("template-error", "1,000,000,000 is too long")),
    "I053 center": Case("{{ 'a'|center(2000000000) }}", ("template-error", "center")),
    "I053 percent": Case("{{ '%2000000000d' % 1 }}", ("template-error",)),
    "I053 output": Case("{% for a in range(9999) %}{{ 'x' * 200 }}{% endfor %}", ("template-error",)),
    "I054 include": Case("{% include 'card.svg.j2' %}", ("includes or calls itself without an end", "card ant")),
    "I054 macro": Case("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", ("template-error", "without an end")),
    "I057 a name": Case(
        face("{{ card.titel }}"), (f"{LINE_3}error: template-error: card has no titel", "Did you mean title?")
    ),
    "I058 if": Case("{% if x %}", (f"{TEMPLATE}:1:1: error: template-error", "'endif'")),
    "I060 markup in a value": Case(
        face(TEXT.format("Barlow Semi Condensed", "{{ card.words }}")),
        FINE,
        0,
        "    words: '<b>&\"x\"'\n",
    ),
    "I061 update": Case("{{ card.update({'a': 1}) }}", ("template-error",)),
    "I062 invalid XML": Case(
        face("<g><rect></g>"), (f"{LINE_3}error: bad-svg", "line 3", 'near "<g><rect></g>"', "card ant")
    ),
    "I064 external entity": Case(
        f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>\n{face("<title>&x;</title>")}',
        (f"{TEMPLATE}:1:1: error: bad-svg", "entity x lies outside"),
    ),
    "I064 plain doctype": Case(
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n'
        + face(""),
        FINE,
        0,
    ),
    "I065 entities": Case(
        '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>\n'
        + face("<title>&b;</title>"),
        ("error: bad-svg", "entity b holds markup or other entities"),
    ),
    "I065 one long entity": Case(
        f'<!DOCTYPE svg [<!ENTITY a "{"a" * 9000}">]>\n' + face(f"<title>{'&a;' * 9000}</title>"),
        ("bad-svg", "too big"),
    ),
    "I066 uses": Case(uses(5, 10), ("bad-svg", "20,000 are allowed")),
    **{f"I068 {name}": Case(face(body), (LINE_3, "error")) for name, body in CIRCLES.items()},
    "I069 http": Case(
        face('<image href="http://127.0.0.1:9/a.png" width="9" height="9"/>'),
        (f"{LINE_3}error: missing-file", "Nothing is fetched"),
    ),
    "I070 file": Case(
        face('<image href="file:///etc/hostname" width="9" height="9"/>'), ("missing-file", "outside the project")
    ),
    "I070 up": Case(
        face('<image href="../../../secret.png" width="9" height="9"/>'), ("missing-file", "outside the project")
    ),
    "I072 href": Case(
        face('<g id="leaf"/><use href="#laef"/>'),
        (f"{LINE_3}error: bad-svg: #laef does not exist", "Did you mean leaf?"),
    ),
    "I072 fill": Case(face('<rect width="9" height="9" fill="url(#nope)"/>'), ("bad-svg", "#nope does not exist")),
    "I073 font": Case(face(TEXT.format("Comic Sans", "x")), (f"{LINE_3}error: missing-font", "Comic Sans", "Bangers")),
    "I073 list": Case(
        face('<text x="9" y="20" font-family="Comic Sans, Bangers" font-size="5">x</text>'),
        FINE,
        0,
    ),
    "I074 filter": Case(
        face('<rect width="9" height="9" filter="url(#f)"/>'), (f"{LINE_3}warning: undrawn-svg: <rect> has filter",), 0
    ),
    "I074 textPath": Case(
        face('<path id="p" d="M0 0L9 9"/><text font-family="Bangers"><textPath href="#p">x</textPath></text>'),
        (f"{LINE_3}warning: undrawn-svg: <textPath>",),
        0,
    ),
    "I074 blend": Case(
        face('<rect width="9" height="9" style="mix-blend-mode:screen"/>'), (f"{LINE_3}warning: undrawn-svg",), 0
    ),
    "I074 foreignObject": Case(face("<foreignObject><p>x</p></foreignObject>"), (f"{LINE_3}warning: undrawn-svg",), 0),
    "I074 paint-order": Case(
        face('<rect width="9" height="9" paint-order="stroke"/>'), (f"{LINE_3}warning: undrawn-svg",), 0
    ),
    "I076 no size": Case(f"<svg {NS}/>", (f"{TEMPLATE}:1:1: error: bad-svg", "no width and height")),
    "I076 size 0": Case(f'<svg {NS} width="0" height="95mm"/>', ("bad-svg", 'no size: the root says width="0"')),
    "I076 viewBox": Case(
        HEAD.replace("-3.175 -3.175 69.85 95.25", "0 0 -5 -5") + "</svg>", ("error", 'viewBox="0 0 -5 -5"')
    ),
    "I076 furlong": Case(f'<svg {NS} width="10furlong" height="95mm"/>', ("bad-svg", 'width="10furlong"')),
    "I077 1e30": Case(f'<svg {NS} width="1e30" height="1e30"/>', ("bad-svg", "larger than 5 m")),
    "I077 a million": Case(f'<svg {NS} width="1000000" height="9"/>', ("bad-svg", "larger than 5 m")),
    "I078 font-size": Case(
        face('<text font-family="Bangers" font-size="1e9">x</text>'), (f"{LINE_3}error", "font-size")
    ),
    "I078 radius": Case(face('<path d="M0 0A1e300 1e300 0 0 1 3 3"/>'), (f"{LINE_3}error", "1e+300 is too far away")),
    "I081 an SVG in a link": Case(
        face(f'<image width="9" height="9" href="data:image/svg+xml;base64,{base64.b64encode(b"<svg/>").decode()}"/>'),
        (f"{LINE_3}error: bad-image", "it holds an SVG"),
    ),
    "I082 script": Case(face("<script>alert(1)</script>"), (f"{LINE_3}warning: undrawn-svg: <script>",), 0),
    "I082 onload": Case(
        HEAD.replace("<svg", '<svg onload="x()"') + f"{FULL}</svg>", ("warning: undrawn-svg: <svg> has onload",), 0
    ),
    "I084 HTML": Case("<!DOCTYPE html>\n<html><body>Sign in</body></html>", ("error: bad-svg", "the root is <html>")),
    "I084 JSON": Case('{"a": 1}', (f"{TEMPLATE}:1:1: error: bad-svg", "not well-formed")),
    "I085 a colour": Case(
        face(f'<rect width="9" height="9" fill="rgb({" " * 3456}"/>'), (f"{LINE_3}error", "not drawn as that colour")
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_bad_input(ended: Callable[..., Ended], name: str) -> None:
    case = CASES[name]
    with within(3):
        code, out = ended(case.template, case.card)
    assert code == case.code, out
    for words in case.words:
        assert words in out
    assert case.words != FINE or not any(f": {check}: " in out for check in OURS)
    if case.code == 0 and "warning: undrawn-svg" in out:
        assert ended(case.template, case.card, "check --strict").code == 1


def test_i056_a_template_that_leads_outside(bench: Bench, ended: Callable[..., Ended]) -> None:
    bench.write("secret", "the secret")
    (bench.folder / "content/game").mkdir(parents=True)
    (bench.folder / "content/game/x.j2").symlink_to(bench.folder / "secret")
    code, out = ended("\n{% include 'x.j2' %}")
    assert code == 1
    assert f"{TEMPLATE}:2:1: error: missing-template: there is no template x.j2" in out
    assert "the secret" not in out


def test_i061_one_card_does_not_change_the_next(ended: Callable[..., Ended]) -> None:
    for attack in ("card.update({'a': 1})", "card.list.append(1)", "kit.__setattr__('a', 1)", "deck['id'] = 1"):
        assert ended(f"{{{{ {attack} }}}}").code == 1


def save(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


PLAIN = Image.effect_noise((120, 120), 60)
SHOW = face('<image href="{{ card.art }}" x="9" y="9" width="9" height="9"/>')
AT_THE_CARD = "content/game/cards.yaml:10:10: "


def chunk_bomb() -> bytes:
    """A picture whose remark unpacks to two million letters."""
    info = PngImagePlugin.PngInfo()
    info.add_text("remark", "a" * 2_000_000, zip=True)
    return save(PLAIN, pnginfo=info)


class Art(NamedTuple):
    content: Callable[[], bytes]
    words: tuple[str, ...]
    code: int = 1


def turned() -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6
    return save(PLAIN, "JPEG", exif=exif)


ART = {
    "I088 9,000 x 9,000 a.png": Art(lambda: bomb(9000), ("error: bad-image", "9000 x 9000 pixels")),
    "I089 half a PNG a.png": Art(
        lambda: save(PLAIN)[:5000], ("error: bad-image", "a.png is damaged: image file is truncated")
    ),
    "I089 half a JPEG a.jpg": Art(lambda: save(PLAIN, "JPEG")[:3000], ("error: bad-image", "a.jpg is damaged: ")),
    "I090 text a.png": Art(lambda: b"Dear reader", ("error: bad-image", "it holds text")),
    "I090 SVG a.png": Art(lambda: b"<svg/>", ("error: bad-image", "it holds an SVG")),
    "I090 nothing a.png": Art(lambda: b"", ("error: bad-image", "a.png is empty")),
    "I092 72 dpi a.png": Art(lambda: save(PLAIN.resize((26, 26))), ("warning: low-resolution", "73 dpi"), 0),
    "I092 200 dpi a.png": Art(lambda: save(PLAIN.resize((71, 71))), ("information: low-resolution", "200 dpi"), 0),
    "I093 turned a.jpg": Art(turned, FINE, 0),
    "I094 CMYK a.tif": Art(lambda: save(PLAIN.convert("CMYK"), "TIFF"), FINE, 0),
    "I094 16 bits a.png": Art(lambda: save(Image.new("I;16", (120, 120))), FINE, 0),
    "I094 palette a.png": Art(lambda: save(PLAIN.convert("P")), FINE, 0),
    "I094 alpha a.png": Art(lambda: save(PLAIN.convert("LA")), FINE, 0),
    "I096 GIF a.gif": Art(
        lambda: save(PLAIN.convert("P"), "GIF", save_all=True, append_images=[Image.new("P", (120, 120))]),
        ("warning: odd-image", "2 frames, of which the first is printed"),
        0,
    ),
    "I096 WebP a.webp": Art(
        lambda: save(PLAIN, "WEBP", save_all=True, append_images=[Image.new("L", (120, 120))]),
        ("warning: odd-image", "2 frames"),
        0,
    ),
    "I097 a remark a.png": Art(chunk_bomb, ("error: bad-image", "a.png is damaged: ")),
}


@pytest.mark.parametrize("name", ART)
def test_bad_picture(bench: Bench, ended: Callable[..., Ended], name: str) -> None:
    art, file = ART[name], name.rpartition(" ")[2]
    bench.write(f"content/game/art/{file}", art.content())
    code, out = ended(SHOW, f"    art: art/{file}\n")
    assert code == art.code, out
    for words in art.words:
        assert words in out
    assert AT_THE_CARD in out or art.words == FINE
    assert art.words != FINE or not any(f": {check}: " in out for check in OURS)


def test_i080_a_bomb_in_a_link(ended: Callable[..., Ended]) -> None:
    link = base64.b64encode(bomb(12_000)).decode()
    with within(1):
        code, out = ended(face(f'<image width="9" height="9" href="data:image/png;base64,{link}"/>'))
    assert code == 1
    assert f"{LINE_3}error: bad-image: a data: link has 12000 x 12000 pixels: at most 40 million" in out


@pytest.mark.parametrize("sharp", [True, False])
def test_i098_capitals_count_on_every_system(
    bench: Bench, ended: Callable[..., Ended], monkeypatch: pytest.MonkeyPatch, sharp: bool
) -> None:
    real = bench.write("content/game/Art/Coin.PNG", save(PLAIN))
    if not sharp:
        from pnp.model.roots import Roots

        def find(self: Roots, name: str, find: Callable[..., Path | None] = Roots.find) -> Path | None:
            """As on a system that takes a for A."""
            return real if name.lower() == "art/coin.png" else find(self, name)

        monkeypatch.setattr(Roots, "find", find)
    code, out = ended(SHOW, "    art: art/coin.png\n")
    assert code == 1
    assert f"{AT_THE_CARD}error: missing-file: there is no picture art/coin.png, but there is Art/Coin.PNG" in out
    assert ended(SHOW, "    art: Art/Coin.PNG\n").code == 0


def test_i086_nothing_in_the_kit_s_folder_is_run(bench: Bench, ended: Callable[..., Ended]) -> None:
    assert ended(face("")).code == 0
    for name in ("reportlab_settings.py", "yaml.py", "PIL.py"):
        bench.write(name, "import pathlib; pathlib.Path('ran').touch()")
    done = subprocess.run([sys.executable, "-m", "pnp", "build"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1][:9]) == (0, "0 errors,")
    assert not (bench.folder / "ran").exists()
    assert (bench.folder / "output/game").is_dir()


# --- fonts ---

BARLOW = REPOSITORY / "templates/fonts/barlow-semi-condensed/BarlowSemiCondensed_400Regular.ttf"
OWN = face(TEXT.format("My Own", "{{ card.words }}"))


def table(font: bytes, tag: bytes) -> int:
    """Where a table of the font begins."""
    for number in range(int.from_bytes(font[4:6], "big")):
        at = 12 + 16 * number
        if font[at : at + 4] == tag:
            return int.from_bytes(font[at + 8 : at + 12], "big")
    raise KeyError(tag)


def font(ended: Callable[..., Ended], bench: Bench, content: bytes, suffix: str = "ttf", card: str = "") -> Ended:
    bench.write(f"content/game/fonts/my-own/MyOwn_400Regular.{suffix}", content)
    return ended(OWN, card)


def damaged() -> Iterator[bytes]:
    whole = BARLOW.read_bytes()
    yield whole[:2000]
    yield b"\0" * 500 + whole[500:]
    for tag in (b"head", b"hhea", b"cmap", b"maxp"):
        at = table(whole, tag)
        yield whole[:at] + b"\xff" * 40 + whole[at + 40 :]


@pytest.mark.parametrize("number", range(6))
def test_i100_a_corrupt_font(bench: Bench, ended: Callable[..., Ended], number: int) -> None:
    code, out = font(ended, bench, list(damaged())[number])
    assert code == 1
    assert f"{LINE_3}error: missing-font" in out
    assert "content/game/fonts/my-own/MyOwn_400Regular.ttf is" in out


def test_i101_huge_advances(bench: Bench, ended: Callable[..., Ended]) -> None:
    whole = BARLOW.read_bytes()
    at = table(whole, b"hmtx")
    code, out = font(ended, bench, whole[:at] + b"\xff\xff" * 2000 + whole[at + 4000 :])
    assert code == 1
    assert "error: text-overflow" in out


def test_i102_otf_works(bench: Bench, ended: Callable[..., Ended]) -> None:
    assert font(ended, bench, (CORPUS / "fonts/CorpusBoxCFF.otf").read_bytes(), "otf", "    words: FOX\n").code == 0


@pytest.mark.parametrize(("suffix", "content"), [("woff2", b"wOF2"), ("ttc", b"ttcf"), ("woff", b"wOFF")])
def test_i102_packed_fonts_are_not_taken(
    bench: Bench, ended: Callable[..., Ended], suffix: str, content: bytes
) -> None:
    code, out = font(ended, bench, content + b"\0" * 100, suffix)
    assert code == 1
    assert "error: missing-font" in out
    assert ".ttf, .otf" in out


def test_i104_a_font_that_may_not_be_embedded(bench: Bench, ended: Callable[..., Ended]) -> None:
    whole = BARLOW.read_bytes()
    at = table(whole, b"OS/2") + 8
    code, out = font(ended, bench, whole[:at] + b"\x00\x02" + whole[at + 2 :])
    assert code == 1
    assert "error: missing-font" in out
    assert "embed" in out


def test_i105_every_font_is_embedded(bench: Bench, ended: Callable[..., Ended]) -> None:
    assert ended(face(TEXT.format("Barlow Semi Condensed", "a **b** ☃")), command="build").code == 0
    (file,) = (file for file in (bench.folder / "output/game").glob("*.pdf") if "-guide-" not in file.name)
    with pikepdf.open(file) as pdf:
        fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
        assert fonts
        for each in fonts:
            own = each.DescendantFonts[0] if "/DescendantFonts" in each else each
            described = dict(own.FontDescriptor) if "/FontDescriptor" in own else {}
            assert own.get("/Subtype") == "/Type3" or any(key.startswith("/FontFile") for key in described)


def test_i106_arabic(bench: Bench, ended: Callable[..., Ended]) -> None:
    code, out = ended(face(TEXT.format("Bangers", "{{ card.words }}")), "    words: مرحبا\n")
    assert code == 1
    assert "error: missing-glyph" in out
    assert "U+0645" in out
    shutil.copytree(REPOSITORY / "tests/fonts/noto-naskh-arabic", bench.folder / "content/game/fonts/noto-naskh-arabic")
    assert ended(face(TEXT.format("Noto Naskh Arabic", "{{ card.words }}")), "    words: مرحبا\n").code == 0
