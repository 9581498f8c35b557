"""What a lowering starts from: a module, and the text that it was parsed from."""
import os
from pathlib import Path

from . import _zyn
from ._compile import _to_module, is_file
from ._error import Error
from ._stages import Position, Stage, print_stage


def _read(path):
    """Returns the text of a file, or None if it has none."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None


def _read_unchanged(module):
    """Returns the text of the file that a module was parsed from, or None if the file is another one by now."""
    text = _read(module.op.location)
    if text is None:
        return None
    try:
        return text if str(_zyn.Module.parse(text, name=module.op.location)) == str(module) else None
    except Error:
        return None


def source_stage(source):
    """Returns the stage "source" for what zyn.compile takes, and the name of its file; empty if it is unknown.

    Its text is that of the user if it can be found, and otherwise the printed module.
    """
    module = _to_module(source)
    if is_file(source):
        name, text = os.fsdecode(source), _read(source)
    elif isinstance(source, str):
        name, text = "-", source
    else:
        name, text = module.op.location, _read_unchanged(module)
    shown_name = "" if name == "-" else name
    if text is None:
        return print_stage("source", module), shown_name
    count = text.count("\n") + 1
    return Stage("source", text, {line: (Position(name, line),) for line in range(1, count + 1)}, module), shown_name
