"""Compiled kernels, machine code of WebAssembly and measured tiles that are kept on disk.

ZYN_CACHE_DIR is the folder; by default, $XDG_CACHE_HOME/zyn or ~/.cache/zyn. Other processes may use it meanwhile.
"""
from dataclasses import dataclass
from datetime import datetime

from . import _zyn


@dataclass(frozen=True)
class Entry:
    """A file of the cache.

    path   its path
    kind   "cubin" for a compiled kernel, "o" for machine code of the host, "tiles" for measured tiles
    bytes  its size
    time   when it was written, a datetime
    """

    path: str
    kind: str
    bytes: int
    time: datetime


def folder():
    """Returns the folder; empty if nothing is kept, because the environment has no home folder either."""
    return _zyn.cache_folder()


def entries():
    """Returns a list of zyn.cache.Entry, the latest one first."""
    return [Entry(path, kind, size, datetime.fromtimestamp(seconds)) for path, kind, size, seconds in _zyn.list_cache()]


def clear():
    """Removes all entries; what is used again is compiled again. Raises zyn.Error if a file cannot be removed."""
    _zyn.clear_cache()
