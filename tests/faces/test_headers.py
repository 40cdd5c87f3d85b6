"""cairo's declarations: what was read beforehand is what cairocffi would read now, and it is what is used."""

import subprocess
import sys

import pytest

from faces.make_headers import HEADERS, make_headers

LOAD = """
import sys
from pnp.faces.cairo import headers
from pnp.faces.cairo.libcairo import load_cairo
{before}
load_cairo()
import cairocffi
print(cairocffi.ffi is headers.ffi, "pycparser" in sys.modules, cairocffi.cairo_version() > 11000)
"""


def test_the_headers_are_those_of_the_cairocffi_that_is_installed() -> None:
    assert HEADERS.read_text("utf-8") == make_headers(), "run tests/faces/make_headers.py"


@pytest.mark.parametrize(
    ("before", "said"), [("", "True False True"), ("headers.DIGEST = 'of another version'", "False True True")]
)
def test_they_are_used_for_that_version_alone(before: str, said: str) -> None:
    run = [sys.executable, "-c", LOAD.format(before=before)]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip() == said
