"""The way in: runs one command and turns whatever becomes of it into an exit code.

0 fine, 1 findings that fail, 2 cannot run, 3 a fault of ours, 130 interrupted, 143 terminated.
Nothing but what Python has loaded anyway is imported before `forget_current_folder` has run.
"""

import errno
import gc
import os
import sys
from types import FrameType

FINE, FINDINGS, CANNOT_RUN, OUR_FAULT, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 130, 143

# So many seconds a second signal is not heard.
DEAF = 3.0
# A command is short, and what it makes it mostly keeps: looking for garbage is seldom worth it.
SELDOM = 500_000, 20, 100


class Terminated(BaseException):
    """SIGTERM arrived: unwinds like an interrupt, so that temporary files are cleared away."""


def main() -> None:
    """Run the command that `sys.argv` names, and end the process at once.

    All is written and put back by then. Python would first take apart, piece by piece, what goes with the process.
    """
    code = run()
    from contextlib import suppress

    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # nobody is there to read it, or it was closed
            stream.flush()
    os._exit(code)


def run() -> int:
    """The exit code of the command that `sys.argv` names; never a traceback without `--debug`."""
    forget_current_folder()
    open_missing_streams()
    gc.set_threshold(*SELDOM)
    try:
        prepare_process()
        return invoke(sys.argv[1:])
    except BaseException as failure:  # noqa: BLE001 - the one place where every failure becomes an exit code
        try:
            from pnp.cli.failure import report_failure

            return report_failure(failure, debug="--debug" in sys.argv)
        except Exception as second:
            if isinstance(second, OSError) and second.errno in (errno.EMFILE, errno.ENFILE):
                os.write(2, b"pnp: Too many open files\n")
                return CANNOT_RUN
            if not (_wants_memory(failure) or _wants_memory(second)):
                raise
            # There is not even room to say what happened.
            os.write(2, b"pnp: the memory ran out\n")
            return CANNOT_RUN


def _wants_memory(failure: BaseException) -> bool:
    """Whether that is how Python says that it has no more memory; what it fails with after that can be anything."""
    return isinstance(failure, MemoryError | SystemError) or getattr(failure, "errno", 0) == errno.ENOMEM


def forget_current_folder() -> None:
    """Take the folder that we were started in out of Python's search path.

    `python -m` puts it first, and a `yaml.py` or `reportlab_settings.py` that lies in a stranger's kit would run.
    A folder of Python's own stays, should somebody start us there.
    """
    try:
        here = os.path.realpath(os.getcwd())  # noqa: PTH109 - pathlib must not be looked up before this is done
    except OSError:
        here = ""
    own = tuple(prefix + os.sep for prefix in (sys.prefix, sys.base_prefix))
    sys.path[:] = [
        entry
        for number, entry in enumerate(sys.path)
        if entry and (os.path.realpath(entry) != here or (number > 0 and entry.startswith(own)))
    ]


def open_missing_streams() -> None:
    """Give a process that was started without input, output or errors (`2>&-`, some daemons) the null device for them.

    Otherwise the next pipe or file takes their number, and is written to or closed in their stead.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - open until the end; see run


def prepare_process() -> None:
    """Let SIGTERM unwind, and let no character that a terminal cannot show stop a report."""
    import io
    import signal

    # Nothing that is written has a date; reportlab reads this all the same, and fails where it is no number. By the
    # others it is told to write in other ways.
    for name in os.environ:
        if name == "SOURCE_DATE_EPOCH" or name.startswith("RL_"):
            del os.environ[name]
    signal.signal(signal.SIGTERM, _terminate)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # whoever has it ignored keeps that
        signal.signal(signal.SIGINT, _interrupt)
    if hasattr(signal, "SIGCHLD"):  # whoever started us may have ignored it; then nobody tells how a worker ended
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def invoke(arguments: list[str]) -> int:
    """Run the command; its exit code. What it raises is the caller's to report."""
    from click.exceptions import Exit

    from pnp.cli.commands import pnp

    try:
        with pnp.make_context("pnp", arguments) as context:
            code: int | None = pnp.invoke(context)
    except Exit as leave:
        return leave.exit_code
    return code or FINE


def _terminate(_number: int, _frame: FrameType | None) -> None:
    _hear_no_more()
    raise Terminated


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    _hear_no_more()
    raise KeyboardInterrupt


def _hear_no_more() -> None:
    """Let no second signal (an impatient hand, a `timeout` that tells the whole group) stop what puts things back.

    Only for a while: the first may have been lost where Python has nobody to tell of it.
    """
    import signal
    import time

    until = time.monotonic() + DEAF

    def hear_again(number: int, _frame: FrameType | None) -> None:
        if time.monotonic() >= until:
            raise KeyboardInterrupt if number == signal.SIGINT else Terminated

    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, hear_again)
