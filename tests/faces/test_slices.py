"""The cut of an SVG: what is an item, and that a slice holds all that its picture depends on, and no more."""

from pnp.faces.svg.slices import Slicer
from pnp.model.face import Slice

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="x" xmlns:pnp="urn:pnp" width="1mm">'
DEFINITIONS = (
    '<defs><path id="p" d="M0 0"/><g id="q"><use href="#p"/></g>\n'
    '<linearGradient id="unused"><stop/></linearGradient></defs>'
)


def slices(body: str, slicer: Slicer | None = None) -> list[Slice]:
    return [item.slice for item in (slicer or Slicer()).cut(f"{HEAD}{body}</svg>").items]


def test_a_slice_holds_what_it_refers_to_and_nothing_else() -> None:
    (found,) = slices(f'{DEFINITIONS}<use href="#q"/>')
    needed = '<defs><g id="q"><use href="#p"/></g><path id="p" d="M0 0"/></defs>'
    assert found == Slice(HEAD, needed, (), '<use href="#q"/>')
    (plain,) = slices(f'{DEFINITIONS}<rect width="1"/>')
    assert plain.definitions == ""


def test_style_sheets_belong_to_every_slice() -> None:
    found = slices('<defs><style>.a{fill:red}</style></defs><rect class="a"/><g><circle r="1"/></g>')
    assert [slice_.definitions for slice_ in found] == ["<style>.a{fill:red}</style>"] * 2


def test_the_markup_of_empty_and_nested_elements_is_cut_exactly() -> None:
    body = '<rect/><!-- c --><g fill="red"><g/><use xlink:href="#x"></use><g opacity=".5"><rect/></g></g><rect id="x"/>'
    assert [slice_.markup for slice_ in slices(body)] == [
        "<rect/>",
        '<use xlink:href="#x"></use>',
        '<g opacity=".5"><rect/></g>',
        '<rect id="x"/>',
    ]


def test_plain_groups_are_opened_and_others_are_kept_whole() -> None:
    cut = Slicer().cut(
        f'{HEAD}<g transform="translate(1 2)" fill="a&amp;&quot;b"><g transform="scale(2)"><rect/></g>'
        '<g clip-path="url(#c)"><pnp:text>x</pnp:text></g><pnp:text x="1">y &amp; z</pnp:text></g></svg>'
    )
    first, second, third = cut.items
    assert first.slice.groups == ('<g transform="translate(1 2)" fill="a&amp;&quot;b">', '<g transform="scale(2)">')
    assert list(first.matrix) == [2, 0, 0, 2, 1, 2]
    assert [item.said for item in cut.items] == [None, None, ({"x": "1"}, "y & z")]
    assert second.lost == ("c",)
    assert list(third.matrix) == [1, 0, 0, 1, 1, 2]


def test_lines_are_those_of_the_svg_though_definitions_are_read_once() -> None:
    slicer = Slicer()
    for body in ("<rect/>", "<rect/>\n<circle/>\n\n<use/>"):
        cut = slicer.cut(f"<?xml version='1.0'?>\n{HEAD}\n{DEFINITIONS}\n{body}</svg>")
    assert [item.line for item in cut.items] == [5, 6, 8]
    assert {name: found.line for name, found in cut.definitions.items()} == {"p": 3, "q": 3, "unused": 4}


def test_equal_definitions_are_read_once_and_an_id_outside_them_is_seen() -> None:
    slicer = Slicer()
    one = slices(f'{DEFINITIONS}<use href="#q"/>', slicer)
    other = slices(f'{DEFINITIONS}<rect id="late"/><use href="#late"/><use href="#q"/>', slicer)
    assert one[0] == other[2]
    assert other[1].definitions == '<defs><rect id="late"/></defs>'
    assert slices(f'{DEFINITIONS}<use href="#late"/>', slicer)[0].definitions == ""


def test_definitions_are_found_wherever_they_stand() -> None:
    clip = '<clipPath id="c"><circle r="1"/></clipPath>'
    first, second = slices(f'<g clip-path="url(#c)"><rect/></g><g>{clip}<rect/></g>')
    assert first.definitions == f"<defs>{clip}</defs>"
    assert second.markup == "<rect/>"


def test_words_of_other_programs_are_left_out() -> None:
    assert slices('<sodipodi:namedview id="n"><inkscape:grid/></sodipodi:namedview><title>x</title><metadata/>') == []


def test_what_is_alike_on_two_faces_is_cut_once() -> None:
    slicer = Slicer()
    body = f'{DEFINITIONS}<g fill="red"><use href="#q"/></g><g opacity=".5"><g/><rect/></g>'
    one, other = slices(body, slicer), slices(f"{body}<pnp:text>more</pnp:text>", slicer)
    assert len(one) == 2
    assert all(mine is its for mine, its in zip(one, other, strict=False))
    lower = slices(f"<title>farther down</title>\n{body}", slicer)
    assert all(mine is its for mine, its in zip(one, lower, strict=True))


def test_a_comment_changes_nothing_but_its_own_place() -> None:
    body = (
        f'{DEFINITIONS}\n<g transform="scale(2)"><g id="n"/><text class="a">a<tspan>b</tspan></text>\n<g>'
        '<rect fill="url(#unused)"/></g></g><g\nopacity=".5">'
        '<g><style>.a{fill:red}</style></g></g>\n<pnp:text x="1">c\nd</pnp:text\n><image href="#p"/>'
    )
    plain, commented = (Slicer().cut(f"{HEAD}{each}</svg>") for each in (body, f"{body}<!-- c -->"))
    assert plain.items == commented.items
    assert plain.scope[:5] == commented.scope[:5]
    assert [item.line for item in plain.items] == [3, 4, 4, 6, 8]


def test_numbers_that_run_together_are_parted_wherever_they_stand() -> None:
    body = (
        '<defs><path id="p" d="M0 0L1+2"/></defs><g transform="translate(1+2)"><path d="M1e0.5+3"/><use href="#p"/></g>'
    )
    for end in ("", "<!-- c -->"):
        path, use = slices(body + end)
        assert path.groups == ('<g transform="translate(1 +2)">',)
        assert path.markup == '<path d="M1e0 .5 +3"/>'
        assert use.definitions == '<defs><path id="p" d="M0 0L1 +2"/></defs>'


def test_an_empty_text_says_nothing_of_what_follows() -> None:
    for end in ("", "<!-- c -->"):
        cut = Slicer().cut(f"{HEAD}<pnp:text/>\n  <rect/>\n{end}</svg>")
        assert [item.said for item in cut.items] == [({}, ""), None]


def test_a_root_keeps_its_line_where_definitions_follow() -> None:
    assert Slicer().cut(f"\n{HEAD}\n{DEFINITIONS}</svg>").line == 2
