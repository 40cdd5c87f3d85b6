"""Which line of a template gave a line of SVG: one that reads like it, or most like it between what is filled in."""

import pytest

from pnp.faces.lines import Lines

TEMPLATE = """{#- A card. -#}
<svg xmlns="http://www.w3.org/2000/svg" width="{{ deck.width }}mm">
<rect x="0" y="0" width="9" height="9"/>{# the ground #}
<text x="{{ x }}" y="5" font-size="3">{{ card.title }}</text>
{% for row in rows %}<text x="5" y="{{ row }}" font-size="3">{{ card.id }}</text>{% endfor %}
<pnp:text x="5" y="20" width="50" height="9" size="10">{{ card.event }}</pnp:text>
<pnp:text x="5" y="20" width="50" height="9" size="{{ size }}">{{ card.event }}</pnp:text>
<circle r="1"/>
<circle r="1"/>
</svg>"""
LINES = Lines(TEMPLATE)


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ('<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm">', 2),
        ('  <rect x="0" y="0" width="9" height="9"/>', 3),
        ('<pnp:text x="5" y="20" width="50" height="9" size="10">Run.</pnp:text>', 6),
        ('<pnp:text x="5" y="20" width="50" height="9" size="10">Run, or', 6),
        ('<pnp:text x="5" y="20" width="50" height="9" size="8">Run.</pnp:text>', 7),
        ('<circle r="1"/>', 0),
        ('<circle r="2"/>', 0),
        ("", 0),
    ],
)
def test_the_one_line_that_reads_like_it(line: str, number: int) -> None:
    assert LINES.find(line).number == number


@pytest.mark.parametrize(
    ("line", "tag", "number"),
    [
        ('<text x="4" y="5" font-size="3">Fox</text>', "text", 4),
        ('<rect/><text x="5" y="7" font-size="3">ant</text>', "text", 5),
        ('<pnp:text x="5" y="20" width="50" height="9" size="9">Two\n', "pnp:text", 7),
        ('<circle r="3"/>', "circle", 8),
        ('<path d="M0 0"/>', "path", 0),
        ("nothing of all that", "", 0),
    ],
)
def test_the_line_most_like_it(line: str, tag: str, number: int) -> None:
    assert LINES.nearest(line, tag).number == number
