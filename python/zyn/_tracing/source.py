"""Locations in the user's Python code, and errors that name them."""
import os
import sys

import numpy

from .. import _zyn
from .._error import Error

# This package, and NumPy, whose functions call it.
_INTERNAL = (os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep,
             os.path.dirname(os.path.abspath(numpy.__file__)) + os.sep, "<__array_function__ internals>")


class Location:
    """A file, a line from 1, and a column from 1, or 0 if it is unknown."""

    __slots__ = ("file", "line", "column")

    def __init__(self, file, line, column):
        self.file, self.line, self.column = file, line, column

    def __str__(self):
        """Returns the location in MLIR's syntax."""
        file = "".join(character if character.isprintable() and character not in '"\\'
                       else "".join(f"\\{byte:02X}" for byte in character.encode("utf-8", "replace"))
                       for character in self.file)
        return f'loc("{file}":{self.line}:{self.column})'


class Columns:
    """The columns of code objects, which Python has from 3.11 on and lists for all instructions at once."""

    def __init__(self):
        self._found = {}

    def find(self, frame):
        code = frame.f_code
        if not hasattr(code, "co_positions"):
            return 0
        if code not in self._found:
            self._found[code] = [column for _, _, column, _ in code.co_positions()]
        column = self._found[code][frame.f_lasti // 2]
        return 0 if column is None else column + 1


def find_location(columns=None):
    """Returns the location of the innermost call that is neither in this package nor in NumPy."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_code.co_filename.startswith(_INTERNAL):
        frame = frame.f_back
    return Location(frame.f_code.co_filename, frame.f_lineno, (columns or Columns()).find(frame))


def describe_count(number, noun):
    """Returns a number of things as messages name it, such as 2 dimensions."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def error(message, location=None):
    """Returns a zyn.Error at a location, by default that of the user's code that is running."""
    location = location or find_location()
    diagnostic = _zyn.Diagnostic.__new__(_zyn.Diagnostic)
    encode = lambda text: text.encode("utf-8", "replace")
    diagnostic.__setstate__((0, encode(location.file), encode(message), location.line, location.column, []))
    return Error(str(diagnostic), [diagnostic])
