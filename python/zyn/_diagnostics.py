"""Lists of diagnostics."""


class Diagnostics(list):
    """A list of zyn.Diagnostic, which Jupyter shows as a table."""

    def _repr_html_(self):
        from ._notebook import format_diagnostics
        return format_diagnostics(self)


Diagnostics.__module__ = "zyn"
