"""The lowering of a module as a page."""
import os
import re
from pathlib import Path

from . import _zyn
from ._compile import _to_module, is_file
from ._error import Error


class Page:
    """A page that zyn.show has made.

    html   the page as text
    path   the file that it was written to, or None

    Jupyter shows it in a frame.
    """

    def __init__(self, html, path):
        self.html, self.path = html, path

    def __repr__(self):
        return f"<zyn.Page of {len(self.html)} characters" + (f" in '{self.path}'>" if self.path else ">")

    def _repr_html_(self):
        from html import escape
        return (f'<iframe sandbox="allow-scripts" style="width: 100%; height: 45em; border: 1px solid #8888" '
                f'srcdoc="{escape(self.html)}"></iframe>')


Page.__module__ = "zyn"


def _kind_of(device):
    """Returns "cuda", "emulate" or "cpu" for the name of a device."""
    if device == "auto":
        return "cuda" if len(_zyn.devices()) > 1 else "cpu"
    kind = str(device).split(":")[0]
    if kind not in ("cuda", "emulate", "cpu"):
        raise Error(f"unknown device '{device}': expected cuda, cpu, emulate or auto")
    return kind


def _text(source):
    """Returns the text of a source if it is certainly the one that its module is parsed from, or None."""
    if isinstance(source, str) and not is_file(source):
        return source
    try:
        return Path(source).read_text(encoding="utf-8") if is_file(source) else None
    except (OSError, ValueError):
        return None


def _target(ptx):
    """Returns the chip and the features that a text is for, empty ones for an empty text."""
    chip = re.search(r"^\.target (\w+)", ptx, re.M)
    version = re.search(r"^\.version (\d+)\.(\d+)", ptx, re.M)
    return (chip[1], f"+ptx{version[1]}{version[2]}") if chip and version else ("", "")


def show(source, path=None, *, entry=None, device=None, chip="", features="", title=None):
    """Shows the lowering of a module as a page of HTML and returns it as a zyn.Page.

    source    MLIR text, the path of a file, a zyn.Module, or a zyn.Function, which is shown as it was compiled
    path      a file to write the page to, or None
    entry     the name of a function to show; by default, all of the module
    device    "cuda" (the default), "cpu", "emulate", or "auto"; the machine need not have it
    chip      the architecture, such as "sm_90a"; by default "sm_80"
    features  its features, such as "+ptx80"
    title     the title of the page; by default the file

    The page has the source and the IR after each stage side by side, and for "cuda" the PTX. Selecting a line shows
    what comes from the same line of the source in all of them. It also lists the kernels with what they use, and the
    remarks of the compiler, which are below the lines that they are about. It needs no other files. The IR leaves out
    constants of more than 4096 elements.

    Raises zyn.Error if the module is not valid or a stage fails. In the latter case, the page is written, too, with the
    error and the stages before.

    >>> zyn.show("examples/digits/model.mlir", chip="sm_90a")
    <zyn.Page of ... characters>
    """
    if isinstance(source, _zyn.Function):
        if entry or device or chip or features:
            raise ValueError("the entry, device, chip and features of a function are those that it was compiled with")
        entry, device = source.name, source.device
        chip, features = _target(source.ptx)
        source = source.module
    device = _kind_of(device or "cuda")
    pages = []

    def receive(html):
        pages.append(Page(html, None if path is None else os.fspath(path)))
        if path is not None:
            Path(path).write_text(html, encoding="utf-8")

    _zyn.show_lowering(_to_module(source), device, chip, features, entry or "", _text(source), title or "", receive)
    return pages[0]
