"""The exception of the package."""
from ._diagnostics import Diagnostics


class Error(Exception):
    """What the compiler, the runtime or the emulator reports.

    Its text is that of the tools: "file:line:column: error: message", and a line for each note.

    message      the message of the first diagnostic, without its location
    file         its source file; empty if it is unknown
    line, column its line and column, from 1; 0 if they are unknown
    notes        its notes, a list of zyn.Diagnostic
    diagnostics  all diagnostics, such as the findings of the emulator, a zyn.Diagnostics
    """

    def __init__(self, text, diagnostics=()):
        super().__init__(text)
        self.diagnostics = Diagnostics(diagnostics)
        first = self.diagnostics[0] if self.diagnostics else None
        self.message = first.message if first else text
        self.file = first.file if first else ""
        self.line = first.line if first else 0
        self.column = first.column if first else 0
        self.notes = first.notes if first else []

    def __reduce__(self):
        return (type(self), (str(self), self.diagnostics))


Error.__module__ = "zyn"
