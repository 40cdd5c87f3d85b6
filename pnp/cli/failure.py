"""What is said when a command cannot go on, and the exit code that goes with it."""

import errno
import signal
import sys
import traceback
from pathlib import Path

from pnp.cli.main import CANNOT_RUN, FINE, INTERRUPTED, OUR_FAULT, TERMINATED, Terminated
from pnp.cli.printing import hush, mention, plain
from pnp.model.finding import PnpError
from pnp.work.failure import FailedError

# What loaders and libraries say where they find no room, and Python takes for another fault.
_NO_MEMORY = (
    *("failed to map segment", "annot allocate memory", "insufficient memory"),
    *("error return without exception set", "NULL without setting an exception"),
)


def report_failure(failure: BaseException, debug: bool) -> int:
    """Say on stderr what stopped the command; the exit code."""
    for number in (signal.SIGINT, signal.SIGTERM):  # a second Ctrl-C must not end in a traceback
        signal.signal(number, signal.SIG_IGN)
    failure = _find_signal(failure)
    if debug and not isinstance(failure, SystemExit):
        mention(_report_of(failure))
    if isinstance(failure, SystemExit):
        return failure.code if isinstance(failure.code, int) else FINE
    if isinstance(failure, OSError) and _raised_by_click(failure):  # it prints `pnp --help` by itself
        hush(sys.stdout)
        if isinstance(failure, BrokenPipeError):
            return FINE
    if isinstance(failure, KeyboardInterrupt):
        mention("\npnp: interrupted")
        return INTERRUPTED
    if isinstance(failure, Terminated):
        mention("pnp: terminated")
        return TERMINATED
    return _report_error(failure)


def _find_signal(failure: BaseException) -> BaseException:
    """The signal that led to the failure, if one did: Python wraps what is raised while it makes a class."""
    link: BaseException | None = failure
    while link is not None:
        if isinstance(link, KeyboardInterrupt | Terminated):
            return link
        link = link.__cause__ or link.__context__
    return failure


def _report_error(failure: BaseException) -> int:
    from click import ClickException

    if isinstance(failure, ClickException):
        failure.show()
        return CANNOT_RUN
    if isinstance(failure, PnpError):
        _say(failure.message, failure.help)
        return CANNOT_RUN
    if _is_want_of_memory(failure):
        _say("the memory ran out", "build fewer kits at a time: `pnp build KIT`")
        return CANNOT_RUN
    if isinstance(failure, OSError):
        _say(*_describe_system_error(failure))
        return CANNOT_RUN
    _say(
        f"a fault of pnp's own, not of your kit: {_kind(failure)}: {failure} ({_place(failure)})",
        "please report it, with what the same command prints with --debug",
    )
    return OUR_FAULT


def _is_want_of_memory(failure: BaseException) -> bool:
    """Whether the memory ran out: not all that happens then is called so."""
    if isinstance(failure, MemoryError) or any(words in str(failure) for words in _NO_MEMORY):
        return True
    from pnp.work.limits import was_full

    return not isinstance(failure, OSError) and was_full()


def _describe_system_error(failure: OSError) -> tuple[str, str]:
    """The message and the cure for what the system refused."""
    if failure.errno is None and "no library called" in str(failure):  # cairocffi found no libcairo
        return "libcairo, which draws the faces, is not on this machine", "`pnp doctor` says how to get it"
    what = failure.strerror or str(failure)
    names = [str(name) for name in (failure.filename, failure.filename2) if name]
    message = f"{': '.join(names)}: {what}" if names else what
    if failure.errno == errno.ENOENT and not names and _is_nowhere():
        return "the folder that you are in is not there any more", "go to one that is, then try again"
    if failure.errno in (errno.EMFILE, errno.ENFILE):
        return message, "close other programs, or raise the limit: `ulimit -n 256`"
    if failure.errno in (errno.ENOSPC, errno.EDQUOT):
        return message, "make room on the disk, or choose another folder with --out"
    if failure.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return message, "check who may read and write there, or choose another folder with --out"
    return message, ""


def _is_nowhere() -> bool:
    """Whether the folder that we were started in has been removed."""
    try:
        Path.cwd()
    except OSError:
        return True
    return False


def _raised_by_click(failure: BaseException) -> bool:
    frames = list(traceback.walk_tb(failure.__traceback__))
    return bool(frames) and str(frames[-1][0].f_globals.get("__name__")).partition(".")[0] == "click"


def _kind(failure: BaseException) -> str:
    return failure.kind if isinstance(failure, FailedError) else type(failure).__name__


def _report_of(failure: BaseException) -> str:
    """The traceback; for a failure in a worker, the one that it had there."""
    return failure.report if isinstance(failure, FailedError) else "".join(traceback.format_exception(failure)).rstrip()


def _place(failure: BaseException) -> str:
    """Where in our code it happened, without the machine's folders: `pnp/press/imposition/imposition.py:120`."""
    if isinstance(failure, FailedError):
        frames = list(failure.frames)
    else:
        frames = [(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(failure.__traceback__)]
    ours = [frame for frame in frames if "pnp" in frame[0].replace("\\", "/").split("/")] or frames
    if not ours:
        return "place unknown"
    parts = ours[-1][0].replace("\\", "/").split("/")
    start = len(parts) - 1 - parts[::-1].index("pnp") if "pnp" in parts else len(parts) - 1
    return f"{'/'.join(parts[start:])}:{ours[-1][1]}"


def _say(message: str, help: str) -> None:
    mention(f"pnp: {plain(message)}")
    if help:
        mention(f"  help: {plain(help)}")
