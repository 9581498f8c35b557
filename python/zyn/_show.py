"""The lowering of a module as a page."""
import os
from pathlib import Path

from . import _page, _zyn
from ._compile import _to_module
from ._error import Error
from ._ptx import target
from ._stages import Position, Stage, lower, print_stage, select


class Page:
    """A page that zyn.show has made.

    html   the page as text
    path   the file that it was written to, or None
    error  the zyn.Error of the stage that failed, or None

    Jupyter shows it in a frame.
    """

    def __init__(self, html, path, error):
        self.html, self.path, self.error = html, path, error

    def __repr__(self):
        return f"<zyn.Page of {len(self.html)} characters" + (f" in '{self.path}'>" if self.path else ">")

    def _repr_html_(self):
        return (f'<iframe sandbox="allow-scripts" style="width: 100%; height: 45em; border: 1px solid #8888" '
                f'srcdoc="{_page.escape(self.html)}"></iframe>')


Page.__module__ = "zyn"


def _is_file(source):
    """Whether a source is the path of a file with text, as zyn.compile sees it."""
    return isinstance(source, os.PathLike) or (
        isinstance(source, str) and "\n" not in source and source.endswith((".mlir", ".mlirbc")))


def _text_of(source, module):
    """Returns the file name and the text that a module was parsed from, or None if it is unknown."""
    if isinstance(source, str) and not _is_file(source):
        return "-", source
    if _is_file(source):
        name = os.fspath(source)
    else:
        # The module may come from a file, which may have changed.
        name = module.op.location
    try:
        text = Path(name).read_text(encoding="utf-8")
        if _is_file(source) or str(_zyn.Module.parse(text, name=name)) == str(module):
            return name, text
    except (OSError, ValueError, Error):
        pass
    return None


def _source_stage(source, module):
    found = _text_of(source, module)
    if not found:
        return print_stage("source", module)
    name, text = found
    count = text.count("\n") + 1
    return Stage("source", text, {line: (Position(name, line),) for line in range(1, count + 1)}, module)


def _kind_of(device):
    """Returns "cuda", "emulate" or "cpu" for the name of a device."""
    if device == "auto":
        return "cuda" if len(_zyn.devices()) > 1 else "cpu"
    kind = device.split(":")[0]
    if kind not in ("cuda", "emulate", "cpu"):
        raise Error(f"unknown device '{device}': expected cuda, cpu, emulate or auto")
    return kind


def show(source, path=None, *, entry=None, device=None, chip="", features="", title=None):
    """Shows the lowering of a module as a page of HTML and returns it as a zyn.Page.

    source    MLIR text, the path of a file, a zyn.Module, or a zyn.Function, which is shown as it was compiled
    path      a file to write the page to, or None
    entry     a function to show; by default, all of the module
    device    "cuda" (the default), "cpu", "emulate", or "auto"; none of them has to be there
    chip      the architecture, such as "sm_90a"; by default "sm_80"
    features  its features, such as "+ptx80"
    title     the title of the page

    The page has the source and the IR after each stage side by side, and for "cuda" the PTX. To select a line shows
    what comes from the same line of the source in all of them. It also lists the kernels with what they use, and the
    remarks of the compiler, which are below the lines that they are about. It needs no other files.

    Raises zyn.Error if the module is not valid or a stage fails. In the latter case, the page is written, too, with the
    error and the stages before.

    >>> zyn.show("examples/digits/model.mlir", "digits.html", chip="sm_90a")
    <zyn.Page of ... characters in 'digits.html'>
    """
    facts, options = [], {"chip": chip, "features": features}
    if isinstance(source, _zyn.Function):
        if entry or device or chip or features:
            raise ValueError("the entry, device, chip and features of a function are those that it was compiled for")
        entry, device, options = source.name, source.device, target(source.ptx)
        source = source.module
    kind = _kind_of(device or "cuda")
    module = _to_module(source)
    first = _source_stage(source, module)
    lowering = lower(first, select(module, entry) if entry else module, kind, options)
    name = _text_of(source, module)
    title = title or (name[0] if name and name[0] != "-" else "Lowering")
    facts = [f"function {entry}"] if entry else []
    facts.append(f"device {device or kind}")
    if kind == "cuda":
        facts.append(f"chip {options.get('chip') or 'sm_80'}")
    html = _page.format_page(lowering, title, facts)
    if path is not None:
        Path(path).write_text(html, encoding="utf-8")
    if lowering.error:
        raise lowering.error
    return Page(html, path if path is None else os.fspath(path), lowering.error)
