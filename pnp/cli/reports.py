"""The formats in which findings are written, by the name that `--format` takes."""

from collections.abc import Callable
from importlib import import_module
from types import MappingProxyType

from pnp.cli.report import Report

__all__ = ["REPORTERS", "Report"]


def _late(module: str, name: str) -> Callable[[Report], str]:
    """The writer of a module that is imported when something is written."""

    def write(report: Report) -> str:
        writer: Callable[[Report], str] = getattr(import_module(module), name)
        return writer(report)

    return write


REPORTERS: MappingProxyType[str, Callable[[Report], str]] = MappingProxyType(
    {
        "text": _late("pnp.cli.reports_text", "write_text"),
        "concise": _late("pnp.cli.reports_text", "write_concise"),
        "github": _late("pnp.cli.reports_github", "write_github"),
        "json": _late("pnp.cli.reports_json", "write_json"),
        "sarif": _late("pnp.cli.reports_sarif", "write_sarif"),
        "junit": _late("pnp.cli.reports_junit", "write_junit"),
    }
)
