"""Compiled kernels, lowered and machine code, and measured tiles that are kept on disk.

ZYN_CACHE_DIR is the folder; by default, $XDG_CACHE_HOME/zyn or ~/.cache/zyn. Other processes may use it meanwhile. What
was used least recently is removed when there is more than ZYN_CACHE_SIZE, by default 2GiB.
"""
import os
import tarfile
from dataclasses import dataclass
from datetime import datetime

from . import _zyn


@dataclass(frozen=True)
class Entry:
    """A file of the cache.

    path   its path
    kind   "cubin" for a compiled kernel, "o" for machine code of the host, "bc" for what a function or
           WebAssembly is lowered to, "tiles" for measured tiles
    bytes  its size
    time   when it was written or, to a day, last used, a datetime
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


def export(path):
    """Writes all entries to an archive, and returns their number.

    path  the archive; the end of its name selects the compression: .tar, .tar.gz, .tar.bz2 or .tar.xz

    `tar -xf ARCHIVE -C FOLDER` adds them to the folder of another machine, which uses those for the same device, driver or
    processor, and version of Zyn. Raises ValueError for another name, and OSError if the archive cannot be written.
    """
    path = os.fspath(path)
    compression = next((end for end in ("gz", "bz2", "xz") if path.endswith(f".tar.{end}")), "")
    if not compression and not path.endswith(".tar"):
        raise ValueError(f"expected a name that ends with .tar, .tar.gz, .tar.bz2 or .tar.xz, found '{path}'")
    count, part = 0, f"{path}.part"
    try:
        with tarfile.open(part, f"w:{compression}") as archive:
            for entry in entries():
                try:
                    archive.add(entry.path, os.path.basename(entry.path))
                except FileNotFoundError:  # another process has removed it
                    continue
                count += 1
        os.replace(part, path)
    finally:
        if os.path.exists(part):
            os.remove(part)
    return count


def clear():
    """Removes all entries; what is used again is compiled again. Raises zyn.Error if a file cannot be removed."""
    _zyn.clear_cache()
