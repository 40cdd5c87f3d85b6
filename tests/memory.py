"""A worker's memory: no more than its limit, however much the process that it is a copy of had freed."""

from pnp.work.limits import Limits, confine

_MEGABYTE = 1 << 20
_held: list[bytearray] = []


def confine_wholly(limits: Limits) -> None:
    """As `confine`; but what is free in this process already, which may be taken besides, is taken at once.

    pytest's own processes grow fat, and a copy of one has room that nobody allowed it.
    """
    import resource

    confine(limits)
    most, hard = resource.getrlimit(resource.RLIMIT_AS)
    if most < 0:
        return
    resource.setrlimit(resource.RLIMIT_AS, (most - int(limits.megabytes * _MEGABYTE), hard))
    size = 64 * _MEGABYTE
    while size >= _MEGABYTE:
        try:
            _held.append(bytearray(size))
        except MemoryError:
            size //= 2
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
