"""References are found as one expression finds them, by two that are faster."""

from hypothesis import example, given
from hypothesis import strategies as st

from pnp.faces.svg.references import REFERENCE, find_references

pieces = st.sampled_from(("href", "=", '"', "'", "#", "url(", ")", " ", "a", "x:", "xlink:", "-", "b"))


@given(st.lists(pieces | st.sampled_from(('href="#a"', "url(#b)", "url('#c')", "xlink:href = '#d'")), max_size=20))
@example(['href="#a ', "url(#b)"])
def test_references_are_found_in_their_order(written: list[str]) -> None:
    markup = "".join(written)
    assert list(find_references(markup)) == REFERENCE.findall(markup)
